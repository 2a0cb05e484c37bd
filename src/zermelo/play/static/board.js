"use strict";

/* A board that answers: clicks, taps, drags from place to place, and keys choose one of some moves.

   `figure` holds an SVG whose places have their names as `data-cell`. Of `moves`, each with a `name` and
   `cells`, the first cell is where it begins, the last its target. A touch chooses where moves begin, the next
   where one goes; `play(move)` gets the chosen move, `ask(moves, cell)` those that no touch distinguishes.
   `begun` are places where a move has begun already; `begin(cells)` gets those chosen since. */

function attachBoard(figure, moves, play, ask, { begun = [], begin } = {}) {
  const all = [...figure.querySelectorAll("[data-cell]")];
  const places = new Map();
  for (const each of all) if (!places.has(each.dataset.cell)) places.set(each.dataset.cell, each);
  const stop = new AbortController();
  let chosen = [];
  let pressed = null;

  const cellAt = (target) => target?.closest?.("[data-cell]")?.dataset.cell ?? null;
  const begins = (move, cell) => move.cells[0] === cell;
  const fewest = Math.min(...moves.map((move) => move.cells.length));
  const unordered = fewest > 3 ? fewest : 0; // first places, such as those that a piece covers

  /* Moves of all these places, rather those that begin there. */
  function left(cells) {
    if (unordered) {
      const rest = cells.slice(unordered).join();
      const fits = (move) => cells.slice(0, unordered).every((cell) => move.cells.slice(0, unordered).includes(cell));
      return moves.filter((move) => fits(move) && move.cells.slice(unordered, cells.length).join() === rest);
    }
    const found = moves.filter((move) => cells.every((cell) => move.cells.includes(cell)));
    const begun = found.filter((move) => begins(move, cells[0]));
    return begun.length ? begun : found;
  }

  function choose(cells) {
    chosen = cells;
    const open = new Set(moves.flatMap((move) => move.cells.slice(0, unordered || 1)));
    const end = unordered ? Math.max(unordered, chosen.length + 1) : Infinity;
    const further = new Set(chosen.length ? left(chosen).flatMap((move) => move.cells.slice(0, end)) : []);
    further.forEach((cell) => open.add(cell));
    let reached = null;
    for (const [cell, element] of places) {
      const is = chosen.includes(cell);
      const shape = element.querySelector(".z-touch, .z-chosen");
      const over = shape?.classList.contains("z-over") ? " z-over" : "";
      shape?.setAttribute("class", (is ? "z-chosen" : further.has(cell) ? "z-touch z-target" : "z-touch") + over);
      element.classList.toggle("z-open", open.has(cell));
      element.classList.toggle("z-from", moves.some((move) => begins(move, cell) && move.cells.length > 1));
      element.setAttribute("role", "button");
      element.setAttribute("aria-pressed", String(is));
      element.tabIndex = -1;
      if (open.has(cell) && (!reached || element === document.activeElement)) reached = element;
    }
    if (reached) reached.tabIndex = 0;
    showSigns();
  }

  /* Of the values of moves with a first place: those of the piece picked up, else the first at each target or edge. */
  function showSigns() {
    const meant = new Set(left(chosen).map(({ cells }) => `${cells[0]} ${cells.at(-1)}`));
    const shown = new Set();
    for (const sign of figure.querySelectorAll("[data-from]")) {
      const { from, to, at = to } = sign.dataset;
      const is = !shown.has(at) && (!chosen.length || meant.has(`${from} ${to}`));
      if (is) shown.add(at);
      sign.setAttribute("display", is ? "inline" : "none");
    }
  }

  function settle(cells) {
    choose(cells);
    begin?.(cells);
  }

  function select(cell) {
    if (chosen.includes(cell)) {
      const whole = left(chosen).filter((move) => move.cells.length === chosen.length);
      return whole.length === 1 ? done(play, whole[0]) : settle([]);
    }
    const further = chosen.length ? left([...chosen, cell]) : [];
    const cells = further.length ? [...chosen, cell] : [cell];
    const some = left(cells);
    if (!some.length) return settle([]);
    const isFirst = cells.length === 1;
    const ending = some.filter((move) => (isFirst ? move.cells.length === 1 : move.cells.at(-1) === cell));
    if (isFirst && ending.length < some.length) return settle(cells);
    if (unordered) return some.length === 1 && some[0].cells.length === cells.length ? done(play, some[0]) : settle(cells);
    const meant = ending.length ? ending : some;
    const [one] = meant;
    if (meant.length === 1 && (ending.length || one.cells.length === cells.length)) return done(play, one);
    const isSame = meant.length > 1 && meant.every((move) => [...move.cells].sort().join() === [...one.cells].sort().join());
    return isSame ? done(ask, meant, cell) : settle(cells);
  }

  function done(tell, ...what) {
    choose([]);
    tell(...what);
  }

  /* The nearest place in a direction. */
  function beside(from, [x, y]) {
    const start = from.getBoundingClientRect();
    const far = (element) => {
      const box = element.getBoundingClientRect();
      const right = box.left + box.width / 2 - start.left - start.width / 2;
      const down = box.top + box.height / 2 - start.top - start.height / 2;
      const along = right * x + down * y;
      const aside = Math.abs(x ? down : right);
      return along < 2 || aside > 2 * along ? Infinity : along + 2 * aside;
    };
    const [next] = all.sort((one, other) => far(one) - far(other) || 0);
    return far(next) < Infinity ? next : null;
  }

  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function onKey(event) {
    if (event.key === "Escape" && chosen.length) settle([]);
    const here = event.target.closest?.("[data-cell]");
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") select(here.dataset.cell);
    else if (event.key in WAYS) beside(here, WAYS[event.key])?.focus();
    else return;
    event.preventDefault();
  }

  function onUp(event) {
    const from = pressed;
    const to = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    pressed = null;
    if (from === null || to === null || from === to) return;
    if (!left([from, to]).some((move) => move.cells.indexOf(to) > 0)) return;
    choose([from]);
    select(to);
  }

  const on = (what, does) => figure.addEventListener(what, does, { signal: stop.signal });
  on("keydown", onKey);
  on("pointerup", onUp);
  on("pointercancel", () => (pressed = null));
  on("pointerdown", (event) => (pressed = event.isPrimary ? cellAt(event.target) : null));
  on("dragstart", (event) => event.preventDefault());
  on("click", (event) => {
    const cell = cellAt(event.target);
    if (cell === null) return;
    event.preventDefault();
    select(cell);
  });
  choose(begun);
  return { select, detach: () => stop.abort() };
}
