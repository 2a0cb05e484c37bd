"use strict";

/* A board that answers: clicks, taps, drags from place to place, and keys choose one of some moves.

   `figure` holds an SVG whose places are elements with `data-cell`, their names. Of `moves`, each with a `name`
   and `cells`, the first cell is where it begins and the last one its target. The first touch chooses a place
   where moves begin, the next ones others that such a move is of; `play(move)` is called when one move is
   meant, and `ask(moves, cell)` when no further touch tells apart those that are left. */

function attachBoard(figure, moves, play, ask) {
  const places = new Map();
  for (const element of figure.querySelectorAll("[data-cell]")) {
    if (!places.has(element.dataset.cell)) places.set(element.dataset.cell, element);
  }
  const stop = new AbortController();
  let chosen = [];
  let pressed = null;

  const begins = (move, cell) => move.cells[0] === cell;
  const isOf = (move, cells) => cells.every((cell) => move.cells.includes(cell));
  const last = (move) => move.cells[move.cells.length - 1];

  /* The moves that go on from the places chosen so far. */
  function left(cells) {
    const found = moves.filter((move) => isOf(move, cells));
    const begun = found.filter((move) => begins(move, cells[0]));
    return begun.length ? begun : found;
  }

  /* The places that answer now. */
  function answering() {
    const some = chosen.length ? left(chosen) : moves;
    const begun = new Set(some.flatMap((move) => (chosen.length ? move.cells : move.cells.slice(0, 1))));
    return chosen.length ? new Set([...begun, ...moves.flatMap((move) => move.cells.slice(0, 1))]) : begun;
  }

  function mark() {
    const open = answering();
    let reached = null;
    for (const [cell, element] of places) {
      const shape = element.querySelector(".z-touch, .z-chosen");
      const is = chosen.includes(cell);
      shape?.classList.toggle("z-chosen", is);
      shape?.classList.toggle("z-touch", !is);
      element.classList.toggle("z-open", open.has(cell));
      element.classList.toggle("z-from", moves.some((move) => begins(move, cell) && move.cells.length > 1));
      element.setAttribute("aria-pressed", String(is));
      element.tabIndex = -1;
      if (open.has(cell) && (!reached || element === document.activeElement)) reached = element;
    }
    if (reached) reached.tabIndex = 0;
  }

  function choose(cells) {
    chosen = cells;
    mark();
  }

  function select(cell) {
    if (!chosen.length) return begin(cell);
    const some = left([...chosen, cell]);
    if (chosen.includes(cell)) {
      const alone = left(chosen).filter((move) => move.cells.length === chosen.length);
      choose([]);
      return alone.length === 1 ? play(alone[0]) : undefined;
    }
    return some.length ? go(some, [...chosen, cell]) : begin(cell);
  }

  function begin(cell) {
    const some = left([cell]);
    choose([]);
    if (some.length) go(some, [cell]);
  }

  /* Make the move that is meant by these places, or wait for the next one. */
  function go(some, cells) {
    const cell = cells[cells.length - 1];
    const ending = some.filter((move) => (cells.length === 1 ? move.cells.length === 1 : last(move) === cell));
    const meant = ending.length ? ending : some;
    const same = (move) => isOf(move, meant[0].cells) && move.cells.length === meant[0].cells.length;
    const isWhole = cells.length > 1 || (ending.length > 0 && ending.length === some.length);
    choose(cells);
    if (!isWhole) return;
    if (meant.length === 1) {
      choose([]);
      play(meant[0]);
    } else if (meant.every(same)) {
      choose([]);
      ask(meant, cell);
    }
  }

  const cellAt = (target) => target?.closest?.("[data-cell]")?.dataset.cell ?? null;

  /* The place nearest in a direction, those straight ahead before those aside. */
  function beside(from, x, y) {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [left, top] = middle(from);
    const far = (element) => {
      const [right, bottom] = middle(element);
      const along = (right - left) * x + (bottom - top) * y;
      const aside = Math.abs((right - left) * y) + Math.abs((bottom - top) * x);
      return along < 2 || aside > 2 * along ? Infinity : along + 2 * aside;
    };
    const others = [...places.values()].filter((element) => element !== from);
    others.sort((one, other) => far(one) - far(other));
    return others.length && far(others[0]) < Infinity ? others[0] : null;
  }

  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function onKey(event) {
    const here = event.target.closest?.("[data-cell]");
    if (event.key === "Escape") choose([]);
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in WAYS) {
      event.preventDefault();
      const next = beside(here, ...WAYS[event.key]);
      if (next) {
        here.tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      select(here.dataset.cell);
    }
  }

  function onClick(event) {
    const cell = cellAt(event.target);
    if (cell === null) return;
    event.preventDefault();
    select(cell);
  }

  function onUp(event) {
    const from = pressed;
    pressed = null;
    const to = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (from === null || to === null || from === to || !figure.contains(places.get(to))) return;
    if (!left([from, to]).some((move) => begins(move, from))) return;
    choose([from]);
    select(to);
  }

  const on = (what, does) => figure.addEventListener(what, does, { signal: stop.signal });
  on("click", onClick);
  on("keydown", onKey);
  on("dragstart", (event) => event.preventDefault());
  on("pointerdown", (event) => {
    pressed = event.isPrimary ? cellAt(event.target) : null;
  });
  on("pointerup", onUp);
  on("pointercancel", () => {
    pressed = null;
  });
  mark();
  return {
    select,
    detach() {
      stop.abort();
    },
  };
}
