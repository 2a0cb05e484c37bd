"use strict";

/* The page of one file: a solved game to play, with everything about it in `game` (see `unpacking.js`).

   What is seen follows from `state`: where play began, the moves made as numbers among those of their
   positions, and how many of them stand. The same is in the address behind `#`, so that back, forward and
   bookmarks work. Values are told as the player sees them who looks, from the first ply to the last. */

const PLAYERS = ["first", "second"];
const ERRS = 0.3; // how often one who errs now and then moves at random
const byId = (id) => document.getElementById(id);

function make(name, attributes = {}, ...content) {
  const isDrawn = ["svg", "g", "a:svg", "line", "text", "title"].includes(name) && name !== "a";
  const made = isDrawn
    ? document.createElementNS("http://www.w3.org/2000/svg", name.replace(":svg", ""))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else made.setAttribute(key, value);
  }
  made.append(...content);
  return made;
}

/* What is kept from visit to visit, where the browser lets a page keep anything. */
function remembered(key) {
  const kept = { side: "0", opponent: "perfect", hints: "on", turned: false, puzzles: {} };
  try {
    Object.assign(kept, JSON.parse(localStorage.getItem(key)));
  } catch {} // nothing is kept
  const keep = () => {
    try {
      localStorage.setItem(key, JSON.stringify(kept));
    } catch {} // nor can be
  };
  return { kept, keep };
}

function startPage(game) {
  const { kept, keep } = remembered(`zermelo ${game.game}`);
  const state = { start: game.starts[0], puzzle: -1, line: [], at: 0, shown: false };
  let board = null;
  let notice = "";

  // Answers: what is best, how it is said, and how one player sees it.

  const sixFigures = (number) => String(Number(number.toPrecision(6)));
  const sign = (value) => (game.chance && Math.abs(value) < 1e-9 ? 0 : Math.sign(value));
  const tone = (answer) => ["loss", "draw", "win"][sign(answer.value) + 1];
  const seen = (answer, mover, viewer) => (game.alone || mover === viewer ? answer : { ...answer, value: -answer.value });

  function words({ value, plies }) {
    if (game.alone) {
      if (value <= 0) return "cannot be solved";
      return plies ? `solvable in ${plies} ${plies === 1 ? "move" : "moves"}` : "solved";
    }
    if (game.wins) return `wins with probability ${sixFigures((value + 1) / 2)}`;
    if (game.chance) return `expects ${sixFigures(value)}${game.scored ? " points" : ""}`;
    const by = game.scored && value ? ` by ${Math.abs(value)}` : "";
    return `${tone({ value })}${by} ${plies === null ? "without end" : `in ${plies}`}`;
  }

  function figures({ value, plies }) {
    if (game.wins) return (50 * (value + 1)).toFixed(0);
    if (game.chance) return (value > 0 ? "+" : "") + String(Number(value.toPrecision(2)));
    if (game.scored) return (value > 0 ? "+" : "") + value;
    if (game.alone && value <= 0) return "";
    return plies === null ? "∞" : String(plies);
  }

  /* What a move gives whoever makes it. */
  function gives(at, edge) {
    const after = game.answer(edge.child);
    const goesOn = game.mover(at) === game.mover(edge.child);
    const plies = after.plies === null ? null : after.plies + 1;
    return { value: edge.gain + (goesOn ? after.value : -after.value), plies };
  }

  function comesBefore(one, other) {
    if (one.value !== other.value) return other.value - one.value;
    const [mine, theirs] = [one, other].map((each) => (each.plies === null ? 65535 : each.plies));
    return one.value < 0 ? theirs - mine : mine - theirs;
  }

  /* The moves of a position with what each gives its mover, best first. */
  function judged(at) {
    const found = game.edges(at).map((edge) => ({ ...edge, answer: gives(at, edge) }));
    return found.sort((one, other) => comesBefore(one.answer, other.answer));
  }

  const isThrow = (at) => (game.edges(at)[0]?.chance ?? 0) > 0;
  const isOver = (at) => !game.edges(at).length;
  const isWorse = (answer, best) => answer.value < best.value - game.slack;
  const ofChance = (some) => some[Math.floor(Math.random() * some.length)];

  function bestOf(moves) {
    return moves.filter((each) => !isWorse(each.answer, moves[0].answer) && (game.chance || comesBefore(moves[0].answer, each.answer) === 0));
  }

  // Where play stands.

  /* Every ply so far: where it began, the move, and the points that both players had then. */
  function plies(upTo = state.at) {
    const found = [];
    let at = state.start;
    const points = [0, 0];
    for (const number of state.line.slice(0, upTo)) {
      const edge = game.edges(at)[number];
      found.push({ at, edge, mover: game.mover(at), points: [...points] });
      points[game.mover(at)] += edge.gain;
      at = edge.child;
    }
    return { made: found, at, points };
  }

  const here = () => plies().at;
  const viewer = () => (state.puzzle >= 0 ? game.mover(state.start) : kept.side === "1" ? 1 : 0);
  const isYours = (at) => game.alone || (state.puzzle < 0 && kept.side === "both") || game.mover(at) === viewer();
  const called = (player) => (kept.side !== "both" && player === viewer() ? `${PLAYERS[player]} (you)` : PLAYERS[player]);

  function address(line = state.line.slice(0, state.at)) {
    const start = state.puzzle >= 0 ? `p${state.puzzle}` : state.start === game.starts[0] ? "" : state.start;
    return `#${start}:${line.join(".")}`;
  }

  /* Take the state from the address; what does not fit is left out. */
  function read() {
    const [, start, moves] = /^#?(p?\d*):?([\d.]*)$/.exec(location.hash) ?? ["", "", ""];
    const number = Number(start.replace("p", ""));
    state.puzzle = start.startsWith("p") && number < game.puzzles.length ? number : -1;
    state.start = state.puzzle >= 0 ? game.puzzles[number][1] : start && number < game.positions ? number : game.starts[0];
    const line = [];
    let at = state.start;
    for (const move of moves ? moves.split(".").map(Number) : []) {
      const edge = game.edges(at)[move];
      if (!edge) break;
      line.push(move);
      at = edge.child;
    }
    const goesOn = state.line.length > line.length && line.every((move, i) => state.line[i] === move);
    state.line = goesOn ? state.line : line;
    state.at = line.length;
  }

  /* Show what the state says, and put it into the address. */
  function go(line, at = line.length) {
    state.line = line;
    state.at = at;
    state.shown = false;
    render();
    if (location.hash !== address()) location.hash = address();
  }

  const now = () => state.line.slice(0, state.at);

  /* Let dice fall and the opponent move until it is a person's turn. */
  function replied(line) {
    let at = line.reduce((place, number) => game.edges(place)[number].child, state.start);
    for (let i = 0; i < 1000 && !isOver(at) && (isThrow(at) || !isYours(at)); i++) {
      const number = isThrow(at) ? thrown(at) : chosen(at);
      line.push(number);
      at = game.edges(at)[number].child;
    }
    return line;
  }

  function thrown(at) {
    let left = Math.random();
    const edges = game.edges(at);
    return (edges.find((edge) => (left -= edge.chance) < 0) ?? edges[edges.length - 1]).number;
  }

  function chosen(at) {
    const moves = judged(at);
    const errs = state.puzzle < 0 && kept.opponent === "erring" && Math.random() < ERRS;
    return ofChance(errs ? moves : bestOf(moves)).number;
  }

  function play(edge) {
    const at = here();
    const name = edge.name;
    notice = "";
    byId("ask").replaceChildren();
    if (state.puzzle >= 0 && !isRight(at, edge)) return;
    const focused = document.activeElement?.dataset?.cell;
    go(replied([...now(), edge.number]));
    say(`${name}. ${byId("status").textContent}`);
    if (focused) board?.focus?.(focused);
  }

  const say = (text) => {
    byId("said").textContent = text;
  };

  // Puzzles.

  /* Whether a move solves what is asked; a miss is told and remembered, and not made. */
  function isRight(at, edge) {
    const [kind, start] = game.puzzles[state.puzzle];
    const best = game.answer(at);
    const given = gives(at, edge);
    const own = (kept.puzzles[start] ??= { misses: 0, solved: false });
    const isOne = kind === "single" && at === start;
    if (isWorse(given, best)) {
      own.misses++;
      notice = `${edge.name} is no solution: ${words(seen(given, game.mover(at), viewer()))}. Try again.`;
      keep();
      render();
      return false;
    }
    if (isOne || isOver(edge.child)) {
      own.solved = true;
      notice = isOne ? `Solved: ${edge.name} is the only move.` : "Solved.";
      keep();
    }
    return true;
  }

  function renderPuzzles() {
    byId("puzzles").replaceChildren(
      ...game.puzzles.map(([, start, task], number) => {
        const own = kept.puzzles[start];
        const known = !own ? "" : ` ${own.solved ? "✓ solved" : "not yet solved"}, ${own.misses} ${own.misses === 1 ? "miss" : "misses"}`;
        const side = game.alone ? "" : `${PLAYERS[game.mover(start)]} to move: `;
        const link = make("a", { href: `#p${number}:` }, `${side}${task}`);
        if (number === state.puzzle) link.setAttribute("aria-current", "true");
        return make("li", {}, link, known);
      }),
    );
  }

  // The board.

  const view = () => game.views[kept.turned ? 1 : 0];
  const text = (at) =>
    game.lines.map((lines, spot) => lines[game.lies(spot, at) - 1]).filter((line) => line !== undefined).join("\n");

  /* The places of a position by their names, with what may be marked on each. */
  function placesOf(at) {
    const found = new Map();
    for (const [spot, names] of Object.entries(game.names)) {
      const which = game.lies(spot, at) - 1;
      if (which < 0 || !names[which] || found.has(names[which])) continue;
      const [last, frame, touch, free, taken] = view().marks[spot][which];
      const standing = game.standing[spot].filter((each) => game.lies(each, at));
      const isCovered = standing.some((each) => game.covering[each][game.lies(each, at) - 1]);
      found.set(names[which], { last, frame: isCovered ? frame : "", touch, sign: standing.length ? taken : free });
    }
    return found;
  }

  /* The sign of a value, drawn once for each length of its figures. */
  function signMarkup({ tone: which, said, x = 0, y = 0, radius = 10 }) {
    const pattern = game.signs[which][Math.min(said.length, game.signs[which].length - 1)];
    return `<g transform="translate(${x} ${y})scale(${radius / 10})">${pattern.replace("@", said)}</g>`;
  }

  /* A position as markup: what lies on its spots, with marks between. */
  function drawn(at, last, worths, touched) {
    const { frame, parts } = view();
    const places = placesOf(at);
    const layers = ["", "", "", ""]; // the ground, what lies on it, coordinates, words
    game.layers.forEach((layer, spot) => {
      const which = game.lies(spot, at);
      const level = ["stroke", "mark", "note", "text"].filter((name) => layer >= game.steps[name]).length;
      if (which && level < 4) layers[level] += parts[spot][which - 1];
    });
    const all = (names, what) => names.map((name) => places.get(name)?.[what] ?? "").join("");
    const signs = [...worths].map(([name, move]) => {
      const place = places.get(name);
      if (!place) return "";
      const [x, y, radius] = place.sign;
      return signMarkup({ ...move, x, y, radius });
    });
    return (
      frame[0] + layers[0] + all(last, "last") + layers[1] + all(last, "frame") + layers[2] + signs.join("") +
      all(touched, "touch") + frame[1] + layers[3] + frame[2]
    );
  }

  function renderBoard(at, made, moves, hinted) {
    board?.detach();
    board = null;
    const figure = byId("board");
    if (!game.drawn) {
      figure.replaceChildren(make("pre", {}, text(at)));
      return;
    }
    const worths = new Map();
    if (hinted && moves.length <= 60) {
      for (const { cells, answer } of moves) {
        const target = cells[cells.length - 1];
        const own = seen(answer, game.mover(at), viewer());
        if (target && !worths.has(target)) worths.set(target, { tone: tone(own), said: figures(own) });
      }
    }
    const last = made.length ? made[made.length - 1].edge : null;
    const touched = isYours(at) ? [...new Set(moves.flatMap((move) => move.cells))] : [];
    figure.innerHTML = drawn(at, last?.cells ?? [], worths, touched);
    figure.querySelector("title").textContent = text(at);
    for (const element of figure.querySelectorAll("[data-cell]")) {
      const begun = moves.filter((move) => move.cells[0] === element.dataset.cell);
      const said = begun.length === 1 ? moveWords(at, begun[0], hinted) : `${element.dataset.cell}: ${begun.length} moves`;
      const label = begun.length ? said : element.dataset.cell;
      element.setAttribute("aria-label", label);
      element.querySelector("title").textContent = label;
    }
    if (touched.length) board = attachBoard(figure, moves, play, ask);
    if (board) board.focus = (cell) => figure.querySelector(`[data-cell="${CSS.escape(cell)}"]`)?.focus();
  }

  const moveWords = (at, move, hinted) =>
    hinted ? `${move.name}: ${words(seen(move.answer, game.mover(at), viewer()))}` : move.name;

  /* Several moves by the same places: a list to choose from. */
  function ask(moves, cell) {
    const buttons = moves.map((move) => make("button", { type: "button", click: () => play(move) }, move.name));
    byId("ask").replaceChildren(make("p", {}, `Several moves at ${cell}. Which one?`), ...buttons);
    buttons[0].focus();
  }

  // Beside the board.

  function statusOf(at, points) {
    const mover = game.mover(at);
    if (!isOver(at)) {
      const who = game.alone ? "Your move." : `${called(mover)} to move.`;
      return state.puzzle >= 0 ? `Puzzle: ${game.puzzles[state.puzzle][2]}. ${who}` : who;
    }
    if (game.alone) return game.answer(at).value > 0 ? "Solved." : "No move is left: a dead end.";
    const end = game.answer(at).value;
    const result = points[0] - points[1] + (mover === 0 ? end : -end);
    if (result === 0) return "The game is over: a draw.";
    const by = game.scored ? ` by ${Math.abs(result)}` : "";
    return `The game is over: ${called(result > 0 ? 0 : 1)} wins${by}.`;
  }

  function renderMoves(at, moves, hinted) {
    const order = hinted ? moves : [...moves].sort((one, other) => one.number - other.number);
    byId("moves").replaceChildren(
      ...order.map((move) => {
        const own = seen(move.answer, game.mover(at), viewer());
        const button = make("button", { type: "button", click: () => play(move) }, move.name);
        button.disabled = !isYours(at);
        return make("li", {}, button, ...(hinted ? [make("span", { class: tone(own) }, words(own))] : []));
      }),
    );
  }

  function render() {
    const { made, at, points } = plies();
    const isDice = isThrow(at);
    const moves = isDice ? [] : judged(at);
    const hinted = state.puzzle < 0 && (kept.hints === "on" || (kept.hints === "ask" && state.shown));
    const times = made.filter((ply) => ply.at === at).length + 1;
    const round = times > 2 ? ` This position has come ${times} times: play may go round for ever.` : "";
    byId("ask").replaceChildren();
    byId("status").textContent = statusOf(at, points);
    byId("notice").textContent = notice + round;
    const score = game.gains ? `Points: ${points[0]} for first, ${points[1]} for second. ` : "";
    const own = seen(game.answer(at), game.mover(at), viewer());
    const shows = hinted && !isOver(at);
    byId("value").replaceChildren(score, ...(shows ? [make("span", { class: tone(own) }, words(own))] : []));
    if (shows && !game.alone) byId("value").append(` for ${called(viewer())}`);
    renderBoard(at, made, moves, hinted);
    renderMoves(at, moves, hinted);
    renderMade(made);
    renderHistory();
    renderReview(made, at);
    renderPuzzles();
    byId("undo").disabled = state.at === 0;
    byId("redo").disabled = state.at === state.line.length;
    byId("show").hidden = kept.hints !== "ask" || state.shown || state.puzzle >= 0;
    byId("reply").hidden = isOver(at) || (!isDice && isYours(at));
    byId("position").placeholder = text(at);
  }

  const link = (upTo) => address(state.line.slice(0, upTo));
  const wasMistake = (ply) => !ply.edge.chance && isWorse(gives(ply.at, ply.edge), judged(ply.at)[0].answer);
  const nameOf = (edge) => (edge.chance ? `throw: ${edge.name}` : edge.name);

  function renderMade(made) {
    byId("made").replaceChildren(
      ...made.map((ply, number) => {
        const found = make("a", { href: link(number + 1) }, nameOf(ply.edge));
        if (number + 1 === state.at) found.setAttribute("aria-current", "step");
        return make("li", {}, found);
      }),
    );
  }

  /* Plies downwards; outwards from the middle how far the end is, to the left where the first player wins. */
  function renderHistory() {
    const { made, at } = plies(state.line.length);
    const stops = [{ at: state.start, points: [0, 0] }, ...made.map((ply) => ({ ...ply, at: ply.edge.child }))];
    const middle = 240, reach = 90, high = 24;
    const sizes = stops.map((stop) => {
      const { value, plies: left } = game.answer(stop.at);
      return { value: seen({ value }, game.mover(stop.at), 0).value, far: game.chance || game.scored ? Math.abs(value) : left ?? 0 };
    });
    const most = Math.max(1, ...sizes.map((each) => each.far));
    const height = (stops.length + 1) * high;
    const shapes = [make("line", { class: "z-line", "stroke-width": 1, x1: middle, x2: middle, y1: high, y2: height })];
    const heads = game.alone ? ["solvable", "dead end"] : ["first wins", "second wins"];
    shapes.push(
      make("text", { class: "z-f-soft z-end", x: middle - 8, y: 14, "font-size": 12 }, `← ${heads[0]}`),
      make("text", { class: "z-f-soft", x: middle + 8, y: 14, "font-size": 12 }, `${heads[1]} →`),
    );
    stops.forEach((stop, number) => {
      const { value, far } = sizes[number];
      const aside = -sign(value) * (12 + (far / most) * (reach - 12)) * (value ? 1 : 0);
      const y = (number + 1.5) * high;
      const own = seen(game.answer(stop.at), game.mover(stop.at), viewer());
      const ply = made[number - 1];
      const isBad = ply && wasMistake(ply);
      const name = ply ? `${number}. ${nameOf(ply.edge)}` : "start";
      const label = `${name}${isBad ? ", a mistake" : ""}: ${words(own)}`;
      const short = name.length > (isBad ? 10 : 20) ? `${name.slice(0, isBad ? 9 : 19)}…` : name;
      const said = make("text", { class: "z-f-ink", x: 4, y: y + 4, "font-size": 14 }, short);
      if (isBad) said.append(make("tspan", {}, ""));
      const row = make("a:svg", { href: link(number), class: number === state.at ? "z-now" : "", "aria-label": label });
      row.innerHTML = `<rect class="z-row" x="0" y="${y - high / 2}" width="340" height="${high}" rx="3"/>`;
      row.append(said);
      if (isBad) row.append(make("text", { class: "z-f-red z-strong z-end", x: middle - reach - 14, y: y + 4, "font-size": 12 }, "✗ mistake"));
      row.insertAdjacentHTML("beforeend", signMarkup({ tone: tone(own), said: figures(own), x: middle + aside, y, radius: 9 }));
      shapes.push(row);
    });
    const chart = make("svg", { class: "zermelo", viewBox: `0 0 340 ${height}`, width: 340, role: "group", "aria-label": "Value history" }, ...shapes);
    byId("history").replaceChildren(chart);
    return at;
  }

  function renderReview(made, at) {
    const bad = made.flatMap((ply, number) => (wasMistake(ply) ? [{ ...ply, number }] : []));
    byId("review").hidden = !isOver(at);
    byId("found").replaceChildren(
      ...bad.map((ply) => {
        const moves = judged(ply.at);
        const [was, is] = [moves[0].answer, gives(ply.at, ply.edge)].map((each) => words(seen(each, ply.mover, viewer())));
        const better = moves.filter((each) => !isWorse(each.answer, moves[0].answer)).map((each) => each.name);
        const who = game.alone ? "" : `${called(ply.mover)} played `;
        const found = make("a", { href: link(ply.number) }, `Ply ${ply.number + 1}`);
        const side = game.alone ? "" : ` for ${called(viewer())}`;
        return make("li", {}, found, `: ${who}${ply.edge.name}. ${was} became ${is}${side}. Better: ${better.join(", ")}.`);
      }),
    );
    if (!bad.length) byId("found").append(make("li", {}, "No move gave anything away."));
  }

  // Setting up a position: by its text, line by line, among those of the file.

  function find(wanted) {
    const lines = wanted.trim().split(/\n|\//).map((line) => line.trim());
    const spots = game.lines.flatMap((own, spot) => (own.length ? [{ own, spot }] : []));
    const asked = lines.map((line, number) => {
      const { own, spot } = spots[number] ?? { own: [] };
      const which = own.flatMap((each, i) => (each.trim() === line ? [i + 1] : []));
      if (!which.length) throw new Error(`No position of this file has "${line}" as its line ${number + 1}.`);
      return { which, spot };
    });
    for (let at = 0; at < game.positions; at++) {
      if (asked.every(({ which, spot }) => which.includes(game.lies(spot, at)))) return at;
    }
    throw new Error("There is no such position in this file: play does not come to it.");
  }

  function setUp(event) {
    event.preventDefault();
    try {
      const at = find(byId("position").value || byId("position").placeholder);
      byId("wrong").textContent = "";
      begin(at);
    } catch (error) {
      byId("wrong").textContent = error.message;
    }
  }

  function begin(start, puzzle = -1) {
    Object.assign(state, { start, puzzle, line: [], at: 0 });
    notice = "";
    go(replied([]));
  }

  function undo() {
    let at = state.at - 1;
    const isPersons = (upTo) => isYours(plies(upTo).at) && !isThrow(plies(upTo).at);
    while (at > 0 && !isPersons(at)) at--;
    notice = "";
    go(state.line, at);
  }

  function redo() {
    let at = state.at + 1;
    while (at < state.line.length && !isYours(plies(at).at)) at++;
    go(state.line, at);
  }

  function setting(id, name, then = render) {
    byId(id).value = kept[name];
    byId(id).addEventListener("change", () => {
      kept[name] = byId(id).value;
      keep();
      then();
    });
  }

  const onClick = (id, does) => byId(id).addEventListener("click", does);
  setting("side", "side", () => go(replied(now())));
  setting("opponent", "opponent");
  setting("hints", "hints");
  onClick("undo", undo);
  onClick("redo", redo);
  onClick("new", () => begin(game.starts[0]));
  onClick("reply", () => go(replied(now())));
  onClick("show", () => {
    state.shown = true;
    render();
  });
  onClick("turn", () => {
    kept.turned = !kept.turned;
    keep();
    render();
  });
  byId("setup").addEventListener("submit", setUp);
  addEventListener("hashchange", () => {
    if (location.hash === address()) return;
    notice = "";
    state.shown = false;
    read();
    render();
  });
  for (const id of ["play", "settings"]) byId(id).hidden = false;
  read();
  if (!location.hash) return begin(state.start);
  render();
}

addEventListener("DOMContentLoaded", async () => {
  const data = byId("zermelo-data");
  try {
    startPage(await unpackGame(data.textContent, Number(data.dataset.size)));
  } catch (error) {
    byId("status").textContent = `This page could not be read: ${error.message}`;
  }
});
