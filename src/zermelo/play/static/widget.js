/* The board in a notebook. `board.js` stands before this in one module. Python makes all that is seen (`view`)
   and receives every click; this file knows no game. */

function made(kind, properties = {}, ...inside) {
  const element = Object.assign(document.createElement(kind), properties);
  element.append(...inside);
  return element;
}

function render({ model, el }) {
  const root = made("div", { className: "zermelo-widget" });
  root.dataset.lmSuppressShortcuts = "true"; // the notebook's own keys are for its cells
  el.append(root);
  let held = null;
  let focused = null;

  const tell = (what, place) => model.send({ do: what, serial: model.get("view").serial, place });

  function button(words, what, { on = true, pressed = null, place } = {}) {
    const found = made("button", { type: "button", disabled: !on, onclick: () => tell(what, place) }, words);
    found.dataset.key = `${what} ${place ?? ""}`;
    if (pressed !== null) found.setAttribute("aria-pressed", String(pressed));
    return found;
  }

  function row(sign, name, words, what, place) {
    const found = button("", what, { place });
    found.innerHTML = sign; // made by Python, as the board is
    found.append(made("b", {}, name), made("span", {}, words));
    return made("li", {}, found);
  }

  function status(view) {
    const said = made("p", { className: "z-answer" });
    said.setAttribute("role", "status");
    said.innerHTML = view.sign;
    said.append(made("strong", {}, view.headline));
    if (view.points) said.append(made("span", {}, view.points));
    return said;
  }

  function buttons(view) {
    const found = made("div", { className: "z-buttons" });
    if (view.throws.length) found.append(button("Throw the dice", "throw"));
    found.append(button("Undo", "undo", { on: view.undo }), button("Redo", "redo", { on: view.redo }));
    found.append(button("From the start", "restart", { on: view.undo }));
    found.append(button("Turn", "turned", { pressed: view.turned }));
    if (view.solved) found.append(button("Hints", "hints", { pressed: view.hints }));
    if (view.side) found.append(button(`Values of ${view.side}`, "side"));
    return found;
  }

  function list(view) {
    const rows = view.throws.length ? view.throws : view.moves; // of which there are never both
    const listed = rows.map((each, place) => row(each.sign ?? "", each.name, each.words, "play", place));
    return made("ul", { className: "z-moves" }, ...listed);
  }

  /* Let the person choose among moves that no touch tells apart: the list shows these alone. */
  function ask(moves) {
    const places = new Set(moves.map((move) => String(move.place)));
    for (const each of root.querySelectorAll(".z-moves li")) {
      each.hidden = !places.has(each.firstChild.dataset.key.split(" ")[1]);
    }
    root.querySelector(".z-moves li:not([hidden]) button")?.focus();
  }

  function keyOf(element) {
    return element?.dataset?.cell !== undefined ? `[data-cell="${CSS.escape(element.dataset.cell)}"]`
      : element?.dataset?.key !== undefined ? `[data-key="${CSS.escape(element.dataset.key)}"]` : null;
  }

  function draw() {
    const view = model.get("view");
    if (!view || !view.board) return;
    if (root.contains(root.ownerDocument.activeElement)) focused = keyOf(root.ownerDocument.activeElement);
    held?.detach();
    const figure = made("figure", { className: "z-board" });
    figure.innerHTML = view.board;
    const side = made("div", { className: "z-side" }, status(view));
    if (view.note) side.append(made("p", { className: "z-note" }, view.note));
    side.append(buttons(view), list(view));
    if (view.made.length) {
      side.append(made("ol", { className: "z-made" }, ...view.made.map((name) => made("li", {}, name))));
    }
    root.setAttribute("aria-label", view.name);
    root.replaceChildren(figure, side);
    const moves = view.moves.map((move, place) => ({ ...move, place }));
    held = moves.length ? attachBoard(figure, moves, (move) => tell("play", move.place), ask) : null;
    if (focused) root.querySelector(focused)?.focus();
    focused = null;
  }

  model.on("change:view", draw);
  draw();
  return () => {
    held?.detach();
    model.off("change:view", draw);
  };
}

export default { render };
