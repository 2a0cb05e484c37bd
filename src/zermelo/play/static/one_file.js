"use strict";

/* The page of one file: a solved game to play; `game` is what `unpackGame` returns.

   What is seen follows from `state`: where play began, the moves made as numbers among those of their
   positions, and how many of them stand. So does the address behind `#`. */

const ERRS = 0.3; // how often who errs now and then moves at random
const byId = (id) => document.getElementById(id);
const tell = (id, said) => (byId(id).textContent = said);

function make(name, properties, ...content) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}

const escaped = (text) => make("i", {}, text).innerHTML.replaceAll('"', "&quot;");

function startPage(game) {
  const key = `zermelo ${game.game}`;
  const kept = { side: "both", view: "mover", opponent: "perfect", hints: "on", turned: false, puzzles: {} };
  const state = { start: game.starts[0], puzzle: -1, line: [], at: 0, shown: false, notice: "" };
  let board = null;

  function keep(settings) {
    Object.assign(kept, settings);
    try {
      localStorage.setItem(key, JSON.stringify(kept));
    } catch {} // a browser may keep nothing
    render();
  }

  // Answers: their text, their order, and their value from one player's side: of the player to move, of one
  // that is chosen, or of a person against the computer.

  const sixFigures = (number) => Number(number.toPrecision(6));
  const sign = (value) => (game.chance && Math.abs(value) < 1e-9 ? 0 : Math.sign(value));
  const tone = ({ value }) => ["loss", game.alone ? "loss" : "draw", "win"][sign(value) + 1];
  const isAs = (mover, viewer) => game.alone || mover === viewer;
  const seen = (answer, mover, by = viewer(mover)) => (isAs(mover, by) ? answer : { ...answer, value: -answer.value });

  /* A share in per cent, as `format_share` says it without zeros at the end. */
  function percent(share, digits) {
    const least = 10 ** -(digits + 2);
    if (Math.min(share, 1 - share) <= 1e-9) return `${100 * Math.round(share)}%`;
    if (share < least / 2) return `under ${(100 * least).toFixed(digits)}%`;
    if (share > 1 - least / 2) return `over ${(100 - 100 * least).toFixed(digits)}%`;
    return `${Number((100 * share).toFixed(digits))}%`;
  }

  const withSign = (value) => (value > 0 ? "+" : "") + sixFigures(value);

  /* Where moves bring points an answer is `final`, or of the line `since` it began, or of those still to come. */
  function words({ value, plies, final, since }) {
    if (game.alone && value <= 0) return "cannot be solved";
    if (game.alone) return plies ? `solvable in ${counted(plies)}` : "solved";
    if (game.wins) return `wins ${percent((value + 1) / 2, 4)} of the time`;
    const end = plies === null ? "by endless play" : `in ${plies}`;
    if (game.gains && since) return `${withSign(value)} since this line began`;
    const open = game.gains && !final;
    if (game.chance) return `expects ${sixFigures(value)}${game.scored ? " points" : ""}${open ? " to come" : ""}`;
    if (open) return `${withSign(value)} to come ${end}`;
    const by = game.scored && value ? ` by ${Math.abs(value)}` : "";
    return `${tone({ value })}${by} ${end}`;
  }

  function figures({ value, plies }) {
    if (game.wins) return (50 * (value + 1)).toFixed(0);
    if (game.chance || game.scored) return (value > 0 ? "+" : "") + Number(value.toPrecision(game.chance ? 2 : 6));
    return game.alone && value <= 0 ? "" : String(plies ?? "∞");
  }

  /* Points of first so far, less those of second, as a player sees them. */
  const lead = ([first, second], player) => (player ? second - first : first - second);
  const isWhole = () => game.starts.includes(state.start);

  /* An answer with the points of the line before it: the final result, where play began at the start. */
  const total = (answer, points, player) =>
    ({ ...answer, value: answer.value + lead(points, player), [isWhole() ? "final" : "since"]: true });
  const final = (answer, points, player) => (isWhole() ? total(answer, points, player) : answer);

  function gives(at, edge) {
    const { value, plies } = game.answer(edge.child);
    const same = game.mover(at) === game.mover(edge.child);
    return { value: edge.gain + (same ? value : -value), plies: plies === null ? null : plies + 1 };
  }

  /* Who wins hurries, who loses delays, at best for ever. */
  function compare(one, other) {
    const [mine, theirs] = [one, other].map(({ plies }) => plies ?? 1e9);
    return other.value - one.value || (one.value < 0 ? theirs - mine : mine - theirs);
  }

  /* Moves with what each gives its mover, best first. */
  function judged(at) {
    const moves = game.edges(at).map((edge) => ({ ...edge, answer: gives(at, edge) }));
    return moves.sort((one, other) => compare(one.answer, other.answer));
  }

  const isOver = (at) => !game.edges(at).length;
  const isThrow = (at) => game.edges(at)[0]?.chance > 0;
  const isWorse = (answer, best) => answer.value < best.value - game.slack;

  function bestOf(moves) {
    const best = moves[0].answer;
    return moves.filter(({ answer }) => (game.chance ? !isWorse(answer, best) : !compare(best, answer)));
  }

  // Where play stands.

  /* The plies of a line, the position it comes to, and both players' points there. */
  function follow(line) {
    const made = [], points = [0, 0];
    let at = state.start;
    for (const number of line) {
      const edge = game.edges(at)[number];
      if (!edge) break;
      made.push({ at, edge, mover: game.mover(at), points: [...points] });
      points[game.mover(at)] += edge.gain;
      at = edge.child;
    }
    return { made, at, points };
  }

  const now = (plies = state.at) => state.line.slice(0, plies);
  const isPuzzle = () => state.puzzle >= 0;
  const chosenSide = () => (isPuzzle() ? game.mover(state.start) : kept.side === "both" ? kept.view : kept.side);
  const viewer = (mover) => (chosenSide() === "mover" ? mover : Number(chosenSide()));
  const isYours = (at) => (kept.side === "both" && !isPuzzle()) || isAs(game.mover(at), viewer());
  const isTurn = (at) => isYours(at) && !isThrow(at);
  const called = (player) => game.players[player];
  const labelled = (player) => called(player).replace(/^the (first|second) player$/, "$1");
  const agree = (player, verb) => verb + (game.plural[player] ? "" : "s");

  function address(line = now()) {
    const start = isPuzzle() ? `p${state.puzzle}` : state.start === game.starts[0] ? "" : state.start;
    return `#${start}:${line.join(".")}`;
  }

  const to = (ply) => address(now(ply));

  /* Take the state from the address, as far as it fits. */
  function read() {
    const [, kind, start, moves] = /^#(p?)(\d*):([\d.]*)$/.exec(location.hash) ?? ["", "", "", ""];
    const number = Number(start);
    state.puzzle = kind && number < game.puzzles.length ? number : -1;
    const isGiven = start && !kind && number < game.positions;
    state.start = isPuzzle() ? game.puzzles[number][1] : isGiven ? number : game.starts[0];
    const line = moves.split(".").filter(Boolean).map(Number);
    state.at = follow(line).made.length;
    if (line.some((move, ply) => state.line[ply] !== move)) state.line = line.slice(0, state.at);
  }

  function go(line, at = line.length) {
    Object.assign(state, { line, at, shown: false });
    render();
    if (location.hash !== address()) location.hash = address();
  }

  /* Let dice fall and the other side move until a person's turn. */
  function goOn(line) {
    let { at } = follow(line);
    for (let ply = 0; ply < 1000 && !isOver(at) && !isTurn(at); ply++) {
      const edge = isThrow(at) ? thrown(at) : chosen(at);
      line.push(edge.number);
      at = edge.child;
    }
    go(line);
  }

  function thrown(at) {
    let rest = Math.random();
    return game.edges(at).find((edge) => (rest -= edge.chance) < 0) ?? game.edges(at)[0];
  }

  function chosen(at) {
    const errs = !isPuzzle() && kept.opponent === "erring" && Math.random() < ERRS;
    const some = errs ? judged(at) : bestOf(judged(at));
    return some[Math.floor(Math.random() * some.length)];
  }

  function begin(start) {
    Object.assign(state, { start, puzzle: -1, notice: "" });
    goOn([]);
  }

  function play(edge) {
    const { at } = follow(now());
    const { cell } = document.activeElement.dataset;
    state.notice = "";
    if (!isPuzzle() || solves(at, edge)) goOn([...now(), edge.number]);
    tell("said", `${edge.name}. ${state.notice} ${byId("words").textContent}`);
    const places = [...byId("board").querySelectorAll("[data-cell]")];
    if (cell) (places.find((place) => place.dataset.cell === cell) ?? places[0])?.focus();
  }

  // Puzzles: a wrong move is reported and remembered, and not made.

  function solves(at, edge) {
    const [kind, start] = game.puzzles[state.puzzle];
    const own = (kept.puzzles[start] ??= { misses: 0, solved: false });
    const isRight = !isWorse(gives(at, edge), game.answer(at));
    const isEnd = isRight && (kind === "single" || isOver(edge.child));
    if (isEnd) state.notice = `Solved by ${edge.name}.`;
    if (!isRight) state.notice = `${edge.name} is no solution: ${words(gives(at, edge))}. Try again.`;
    own.misses += !isRight;
    own.solved ||= isEnd;
    keep({});
    return isRight;
  }

  function renderPuzzles() {
    const rows = game.puzzles.map(([, start, task], number) => {
      const own = kept.puzzles[start];
      const link = make("a", { href: `#p${number}:`, ariaCurrent: number === state.puzzle }, task);
      return make("li", {}, link, own ? ` (${own.solved ? "solved, " : ""}misses: ${own.misses})` : "");
    });
    byId("puzzles").replaceChildren(...rows);
  }

  // The board.

  const text = (at) => game.lines.flatMap((lines, spot) => lines[game.lies(spot, at) - 1] ?? []).join("\n");

  /* The places of a position by their names and by their spots, with what may be marked on each. */
  function placesOf(at, view) {
    const found = new Map();
    for (const [spot, names] of Object.entries(game.names)) {
      const which = game.lies(spot, at) - 1;
      if (which < 0) continue;
      const [last, frame, touch, middle] = view.marks[spot][which];
      const standing = game.standing[spot].filter((each) => game.lies(each, at));
      const isCovered = standing.some((each) => game.covering[each][game.lies(each, at) - 1]);
      const isTaken = standing.some((each) => game.layers[each] < game.steps.mark);
      const word = game.called[spot][which];
      const place = { last, frame: isCovered ? frame : "", touch, middle, isTaken, word };
      found.set(Number(spot), place);
      if (names[which] && !found.has(names[which])) found.set(names[which], place);
    }
    return found;
  }

  function distance([left, top, right, bottom, rounding], x, y) {
    const [across, down] = [Math.max(left - x, x - right), Math.max(top - y, y - bottom)];
    const is = across < 0 && down < 0;
    return (is ? Math.max(across, down) : Math.hypot(Math.max(across, 0), Math.max(down, 0))) - rounding;
  }

  /* Where a sign stands on a place, and its radius: `find_sign_spot` of `draw/pictures/sign_spots.py`. */
  function findSignSpot([x, y, isLine], cell, largest, boxes) {
    const { reach, least, crowded, shrinking, corners, sides, weight } = game.signs;
    let near = boxes.filter((box) => distance(box, x, y) < cell);
    const tried = ([right, down], far, radius) => {
      const own = [x + Math.max(0, far) * right, y + Math.max(0, far) * down];
      const covered = (box) => box[5] * Math.max(0, reach * radius - distance(box, ...own));
      return { spot: [...own, radius], cost: near.reduce((sum, box) => sum + covered(box), 0) };
    };
    const around = isLine ? [...sides, ...corners] : [...corners, ...sides];
    for (let radius = largest; ; radius = Math.max(least, radius * shrinking)) {
      const tries = [[0, 0], ...around].map((way) => tried(way, cell / 2 - reach * radius, radius));
      const free = tries.find(({ cost }) => cost < 0.5);
      if (free) return free.spot;
      if (radius <= least) break;
    }
    const radius = Math.max(least, Math.min(largest, crowded[0] * cell, crowded[1]));
    near = near.filter((box) => box[5] === weight);
    const tries = corners.map((way) => tried(way, cell / 2 - radius, radius));
    return tries.reduce((one, other) => (other.cost < one.cost ? other : one)).spot;
  }

  /* An answer's sign, with its figures where they can be read and are wanted. */
  function signed(answer, x, y, radius, kind = "best", said = figures(answer)) {
    const { drawn, size, leastFor } = game.signs;
    const fits = kind !== "dot" && radius >= leastFor[Math.min(said.length, leastFor.length - 1)];
    const patterns = drawn[kind][tone(answer)];
    const pattern = patterns[fits ? Math.min(said.length, patterns.length - 1) : 0];
    return `<g transform="translate(${x} ${y})scale(${radius / size})">${pattern.replace("@", said)}</g>`;
  }

  /* The signs of moves, best first: the best large, the others small, in crowds worse ones without figures. */
  function signsOf(moves, at, view, places) {
    const { most, reach, weight } = game.signs;
    const boxes = [...view.outside, ...view.boxes.flatMap((some, spot) => some[game.lies(spot, at) - 1] ?? [])];
    const whole = new Set(moves.filter(({ cells }) => cells.length === 1).map(({ cells }) => cells[0]));
    const placeOf = (cells) => (whole.has(cells[0]) ? cells[0] : cells.at(-1));
    const isCrowd = new Set(moves.flatMap(({ cells }) => (cells.length ? [placeOf(cells)] : []))).size > most;
    const isAlike = moves.length > 1 && new Set(moves.map(({ shown }) => tone(shown) + figures(shown))).size === 1;
    const spots = new Map(), pairs = new Set(), best = new Set(bestOf(moves).map(({ answer }) => answer));
    let markup = "";
    const edgeOf = (one, other) => {
      // Between two free neighbours, which a move takes together.
      if ([one, other].some((each) => !each || each.isTaken || each.middle[2])) return;
      const [[x, y, , free], [x2, y2]] = [one.middle, other.middle];
      if (Math.abs(Math.hypot(x - x2, y - y2) - view.sizes.cell) < 1) return [(x + x2) / 2, (y + y2) / 2, 0, free];
    };
    for (const { cells, shown, answer } of moves) {
      const [from, to] = [cells[0], placeOf(cells)];
      const pair = from === to ? to : `${from} ${to}`;
      if (!places.has(to) || pairs.has(pair) || (from !== to && whole.has(to))) continue;
      pairs.add(pair);
      const isOther = tone(shown) !== tone(moves[0].shown);
      const kind = best.has(answer) ? "best" : isCrowd && isOther ? "dot" : "other";
      const edge = from !== to && edgeOf(places.get(from), places.get(to));
      const spot = edge ? pair : to;
      const isFirst = !spots.has(spot);
      if (isFirst) {
        const middle = edge || places.get(to).middle;
        const found = findSignSpot(middle, view.sizes.cell, Math.min(view.sizes[kind], middle[3]), boxes), [x, y, radius] = found;
        spots.set(spot, found);
        boxes.push([x, y, x, y, reach * radius, weight]);
      }
      const [x, y, free] = spots.get(spot);
      const radius = Math.min(free, view.sizes[kind]);
      const sign = signed(seen(shown, game.mover(at)), x, y, radius, kind, isAlike ? "" : undefined);
      const names = `data-to="${escaped(to)}" data-from="${escaped(from)}" data-at="${escaped(spot)}"`;
      if (from !== to) markup += `<g ${names}${isFirst ? "" : ' display="none"'}>${sign}</g>`;
      else if (isFirst) markup += sign;
    }
    return markup;
  }

  /* Draw what lies on the spots from below, with marks between. */
  function renderBoard(at, last, moves, hinted) {
    const figure = byId("board");
    board?.detach();
    tell("click", isOver(at) ? "" : "Choose a move from the list.");
    if (!game.drawn) return figure.replaceChildren(make("pre", {}, text(at)));
    const view = game.views[Number(kept.turned)];
    const places = placesOf(at, view);
    const levels = ["", "", "", "", ""]; // the ground, what lies on it, coordinates, words, text
    game.layers.forEach((layer, spot) => {
      const level = Object.values(game.steps).filter((step) => layer >= step).length;
      levels[level] += view.parts[spot][game.lies(spot, at) - 1] ?? "";
    });
    const signs = hinted && moves.length && moves.length <= 60 ? signsOf(moves, at, view, places) : "";
    const open = moves.filter((move) => isYours(at) && move.cells.length);
    const touched = [...new Set(open.flatMap(({ cells }) => cells))];
    const all = (keys, what) => keys.map((key) => places.get(key)?.[what] ?? "").join("");
    const [before, between, after] = view.frame;
    const below = before + levels[0] + all(last, "last") + levels[1] + all(last, "frame") + levels[2];
    figure.innerHTML = below + signs + all(touched, "touch") + between + levels[3] + after;
    figure.querySelector("title").textContent = text(at);
    for (const element of figure.querySelectorAll("[data-cell]")) {
      const begun = moves.filter((move) => move.cells[0] === element.dataset.cell);
      const said = begun.map(({ name, shown }) => name + (hinted ? `: ${words(seen(shown, game.mover(at)))}` : ""));
      const label = said.join("; ") || element.dataset.cell;
      element.setAttribute("aria-label", label);
      element.querySelector("title").textContent = label;
    }
    tell("click", describeClicks(isYours(at) ? moves : [], places));
    return (board = attachBoard(figure, open, play, ask));
  }

  const buttonOf = (move) => make("button", { type: "button", onclick: () => play(move) }, move.name);

  function ask(moves, cell) {
    const buttons = moves.map(buttonOf);
    byId("ask").replaceChildren(make("p", {}, `Several moves at ${cell}. Which one?`), ...buttons);
    buttons[0].focus();
  }

  // Beside the board.

  /* Points of first less those of second, as those of the side that has more. */
  const ofSide = (value) => (sign(value) ? `${labelled(Number(value < 0))} ${withSign(Math.abs(value))}` : "both the same");
  const won = (value, name = called) => (sign(value) ? `${name(Number(value < 0))} ${agree(Number(value < 0), "win")} by ${sixFigures(Math.abs(value))}` : "a draw");

  /* The points by their names: so far, to come, and in the end, as far as they are known and shown. */
  function score(at, points, hinted) {
    const name = isWhole() ? "So far" : "Since this line began";
    const said = [`${name} ${labelled(0)} ${points[0]} : ${points[1]} ${labelled(1)}.`];
    if (!hinted && !isOver(at)) return said;
    const toCome = seen(game.answer(at), game.mover(at), 0).value;
    const end = lead(points, 0) + toCome;
    said.push(`To come ${ofSide(toCome)}.`);
    if (isWhole()) said.push(`Final ${game.chance && !isOver(at) ? `${ofSide(end)} in the mean` : won(end, labelled)}.`);
    return said;
  }

  // The headline: the sentences of `play/matches/headline.py`, by the same rules.

  const described = (name) => (/^(?:[A-Za-z]+|\d[\d\W]*|\d+ from .*)$/.test(name) ? `${game.word} ${name}` : name);

  function describeKept(best, count, verb, what = "") {
    if (count === 1) return `; ${described(best[0].name)} is the only move`;
    if (best.length === count) return `; every move ${verb}s${what}`;
    const which = best.length === 1 ? `only ${described(best[0].name)} ${verb}s` : `${best.length} of ${count} moves ${verb}`;
    return `; ${which}${what}`;
  }

  function describeBest(best, count) {
    const names = best.map(({ name }) => described(name));
    if (count < 2) return "";
    if (names.length === count) return "; every move is as good";
    if (names.length > 3) return `; ${names.length} of ${count} moves are best`;
    const [last, ...others] = names.reverse();
    return others.length ? `; best are ${others.reverse().join(", ")} and ${last}` : `; best is ${last}`;
  }

  /* The final result, so far and to come, all for a player. */
  function describePoints(value, points, by, isMover) {
    const [toCome, soFar] = [`to come ${withSign(value)}`, withSign(lead(points, by))];
    const final = value + lead(points, by), whose = isMover ? "" : ` for ${called(by)}`;
    if (!isWhole()) return `${toCome}${whose} with best play (${soFar} since this line began)`;
    const said = game.chance ? `final result ${withSign(final)}${whose}` : describeResult(final, by, isMover);
    return `${said} with best play (so far ${soFar}, ${toCome})`;
  }

  function describeResult(value, by, isMover) {
    const verb = ["lose", "draw", "win"][Math.sign(value) + 1];
    const said = isMover ? (value ? agree(by, verb) : verb) : `${called(by)} ${agree(by, verb)}`;
    return game.scored && value ? `${said} by ${Math.abs(value)}` : said;
  }

  function describeChance(value, points, by, isMover) {
    if (game.gains) return `${describePoints(value, points, by, isMover)} in the mean`;
    const end = game.wins ? `${percent((value + 1) / 2, 0)} of the time` : withSign(value) + (game.scored ? " points" : "");
    return `${isMover ? "" : `${called(by)} `}${agree(by, game.wins ? "win" : "expect")} ${end}`;
  }

  function describeOutcome({ value, plies }, own, by, isMover) {
    let said = describeResult(own, by, isMover);
    if (own && plies !== null && !game.scored) said += ` in ${plies}`;
    return said + (value < 0 && isMover ? " against best play" : !own || game.scored ? " with best play" : "");
  }

  function describePuzzle({ value, plies }, moves) {
    if (value <= 0) return `cannot be solved from here${state.at ? ": take moves back" : ""}`;
    return `shortest solution: ${counted(plies)}${describeKept(bestOf(moves), moves.length, "begin", " it")}`;
  }

  const counted = (moves) => `${moves} ${moves === 1 ? "move" : "moves"}`;

  function describeValue(at, moves, points) {
    const answer = game.answer(at), mover = game.mover(at), by = viewer(mover);
    if (game.alone) return describePuzzle(answer, moves);
    const own = seen(answer, mover).value, isMover = mover === by;
    const best = moves.filter((move) => !isWorse(move.answer, answer));
    if (game.chance) return describeChance(own, points, by, isMover) + describeBest(best, moves.length);
    if (game.gains) return describePoints(own, points, by, isMover) + describeKept(best, moves.length, "keep", " it");
    const said = describeOutcome(answer, own, by, isMover);
    if (answer.value < 0 && !game.scored) return said;
    const wins = isMover && answer.value > 0 && !game.scored;
    return said + describeKept(best, moves.length, wins ? "win" : "keep", wins ? "" : " it");
  }

  function describeEnd(result) {
    if (game.alone) return result > 0 ? `solved in ${counted(state.at)}` : "a dead end: no move is left";
    const winner = Number(result < 0);
    const wins = game.scored ? won(result) : result ? `${called(winner)} ${agree(winner, "win")}` : "a draw";
    return `the game is over: ${game.gains && !isWhole() ? `since this line began ${ofSide(result)}` : wins}`;
  }

  function headline(at, moves, points, hinted) {
    if (isOver(at)) return describeEnd(lead(points, 0) + seen(game.answer(at), game.mover(at), 0).value);
    if (isPuzzle()) return `Puzzle: ${game.puzzles[state.puzzle][2]}.`;
    const turn = game.alone ? "" : `${called(game.mover(at))} to ${isThrow(at) ? "throw the dice" : "move"}`;
    return [turn, hinted && describeValue(at, moves, points)].filter(Boolean).join(": ");
  }

  /* The first player's part of the bar, as `draw_evaluation_bar` draws it. */
  function renderBar(at, points, words) {
    const [one, other, all, edge] = [...byId("bar").querySelectorAll("rect")].slice(-4);
    const { value } = seen(final(game.answer(at), points, game.mover(at)), game.mover(at), 0);
    const share = game.scored ? 0.5 + (0.5 * value) / (10 + Math.abs(value)) : (value + 1) / 2;
    const length = Number(all.getAttribute("width"));
    const part = length * share;
    one.setAttribute("width", part);
    other.setAttribute("width", length - part);
    for (const each of [other, edge]) each.setAttribute("x", 1 + part);
    const isOwn = [part > 60, part > length - 60];
    byId("bar").querySelectorAll("text").forEach((each, player) => {
      each.setAttribute("class", `${player ? "z-end " : ""}z-word-${(isOwn[player] ? one : other).classList[0].slice(4)}`);
    });
    byId("bar").querySelector("title").textContent = words;
  }

  /* What to click, in the words of `Scene.describe_clicks`. */
  function describeClicks(moves, places) {
    const some = moves.filter(({ cells }) => cells.length);
    if (!some.length) return moves.length ? "Choose a move from the list." : "";
    const firsts = [...new Set(some.map(({ cells }) => cells[0]))];
    const isTaken = (name) => places.get(name)?.isTaken;
    const arePieces = 2 * firsts.filter(isTaken).length > firsts.length;
    const [word, isBare, piece] = places.get(firsts[0]).word;
    const sizes = some.map(({ cells }) => cells.length);
    if (piece === "match" && arePieces) return "Click a match: it and all beyond it go.";
    let said = arePieces && (isBare || piece !== "piece") ? `a ${piece}` : `a ${arePieces || isBare ? "" : "free "}${word}`;
    const fewest = Math.min(...sizes), names = moves.map(({ name }) => name).sort();
    const isCalled = (name) => /^[a-z]+$/.test(name) && firsts.includes(name);
    if (names.length < 3 && names.length === firsts.length && names.every(isCalled)) return `Click ${names.join(" or ")}.`;
    if (fewest > 3) return `Click the ${fewest} squares where your piece goes.`;
    if (Math.max(...sizes) > 1) {
      const areTaken = !arePieces || some.every(({ cells }) => isTaken(cells.at(-1)));
      const other = fewest === 1 ? "the same or another one" : "another one";
      said = `a ${arePieces ? piece : word}, then ${areTaken ? other : "where it goes"}`;
    } else if (firsts.length < some.length) return `Click a ${word}, then choose a move from the list.`;
    return `Click ${said}${some.length < moves.length ? ", or choose a move from the list" : ""}.`;
  }

  function renderMoves(at, moves, hinted) {
    const order = hinted ? moves : [...moves].sort((one, other) => one.number - other.number);
    const rows = order.map((move) => {
      const own = seen(move.shown, game.mover(at));
      const button = Object.assign(buttonOf(move), { disabled: !isYours(at) });
      return make("li", {}, button, hinted ? make("span", { className: tone(own) }, words(own)) : "");
    });
    byId("moves").replaceChildren(...rows);
  }

  function render() {
    const { made, at, points } = follow(now());
    const inFull = (answer) => final(answer, points, game.mover(at));
    const judgements = isThrow(at) ? [] : judged(at);
    const moves = judgements.map((move) => ({ ...move, shown: inFull(move.answer) }));
    const hinted = !isPuzzle() && (kept.hints === "on" || (kept.hints === "ask" && state.shown));
    const isEnd = isOver(at), mover = game.mover(at);
    const own = seen(inFull(game.answer(at)), mover, isEnd && chosenSide() === "mover" ? 0 : viewer(mover));
    const times = made.filter((ply) => ply.at === at).length + 1;
    const said = headline(at, judgements, points, hinted);
    const words = said.charAt(0).toUpperCase() + said.slice(1);
    const isKnown = hinted || isEnd;
    const sign = `<svg class="zermelo" width="30" height="30" aria-hidden="true">${signed(own, 15, 15, 12, isEnd ? "dot" : "best")}</svg>`;
    byId("ask").replaceChildren();
    tell("words", words);
    byId("sign").innerHTML = isKnown ? sign : "";
    tell("notice", [state.notice, times > 2 ? `It has come ${times} times.` : ""].join(" ").trim());
    tell("points", game.gains ? score(at, points, hinted).join(" ") : "");
    byId("bar").hidden = game.alone || !isKnown;
    renderBar(at, points, words);
    renderBoard(at, made.at(-1)?.edge.last ?? [], moves, hinted);
    renderMoves(at, moves, hinted);
    if (game.rules) renderRules(game, at, hinted);
    renderHistory(isKnown);
    renderReview(made, at);
    renderPuzzles();
    byId("undo").disabled = state.at === 0;
    byId("redo").disabled = state.at === state.line.length;
    byId("show").hidden = kept.hints !== "ask" || state.shown || isPuzzle();
    byId("reply").hidden = isOver(at) || isTurn(at);
    tell("reply", isThrow(at) ? "Throw the dice" : "Let the computer move");
    byId("computer").ariaPressed = String(isPlaying());
    byId("explore").ariaPressed = String(!isPlaying());
    byId("opponent").parentNode.hidden = game.alone || !isPlaying();
    byId("view").parentNode.hidden = game.alone || isPlaying();
    for (const name of ["side", "view", "opponent", "hints"]) byId(name).value = kept[name];
    byId("position").placeholder = text(at);
  }

  const isPlaying = () => (game.alone ? kept.hints !== "on" : kept.side !== "both");
  const whose = (player) => (game.alone ? "" : ` for ${called(player)}`);
  const isMistake = ({ at, edge }) => !edge.chance && isWorse(gives(at, edge), game.answer(at));

  /* Plies downwards; outwards how far the end is, left where the first wins. */
  function renderHistory(isKnown) {
    const middle = 240, reach = 74, high = 24;
    const { made, points } = follow(state.line);
    const gained = [...made.map((ply) => ply.points), points];
    const stops = [{ edge: { child: state.start } }, ...made];
    const answers = stops.map(({ edge: { child } }, ply) => total(game.answer(child), gained[ply], game.mover(child)));
    const far = ({ value, plies }) => (game.chance || game.scored ? Math.abs(value) : plies ?? 0);
    const most = Math.max(1e-9, ...answers.map(far));
    const rows = stops.map((ply, number) => {
      const at = ply.edge.child;
      const answer = answers[number];
      const ahead = sign(seen(answer, game.mover(at), 0).value), by = Number(ahead < 0 && !game.alone);
      const own = seen(answer, game.mover(at), by);
      const x = middle - ahead * (12 + (reach * far(answer)) / most);
      const y = (number + 1.5) * high;
      const isBad = isKnown && number > 0 && isMistake(ply);
      const name = number ? `${number}. ${ply.edge.chance ? "throw: " : ""}${ply.edge.name}` : "start";
      const bad = `<text class="z-f-red z-strong z-end" x="142" y="${y + 4}">?</text>`;
      const label = escaped(`${name}${isBad ? ", a mistake" : ""}: ${isKnown ? words(own) + whose(by) : ""}`);
      const current = number === state.at ? ' class="z-now" aria-current="step"' : "";
      return `<a href="${to(number)}" aria-label="${label}"${current}>
        <rect class="z-row" y="${y - high / 2}" width="340" height="${high}"/>
        <text class="z-f-ink z-ply" x="4" y="${y + 5}">${escaped(name.slice(0, 18))}</text>
        ${isBad ? bad : ""}${isKnown ? ahead && !game.alone ? disc(figures(own), by, x, y) : signed(own, x, y, 9) : ""}</a>`;
    });
    const doing = game.gains && !isWhole() ? "gaining more" : "winning";
    const isLong = `${labelled(0)}${labelled(1)}${doing}`.length > 23;
    const heads = game.alone ? ["solvable", "dead end"] : [0, 1].map((player) => `${labelled(player)} ${isLong ? "" : doing}`);
    const height = (stops.length + 1) * high;
    byId("history").innerHTML = `<svg class="zermelo" font-size="12" viewBox="0 0 340 ${height}" width="340">
      <text class="z-f-soft z-end" x="${middle - 16}" y="14">← ${heads[0]}</text>
      <text class="z-f-soft z-end" x="338" y="14">${heads[1]} →</text>
      <path class="z-line" d="M${middle} ${high}V${height}"/>${rows.join("")}</svg>`;
  }

  /* In the colour of who is winning, as the bar has it. */
  function disc(said, player, x, y) {
    const own = ["light", "dark"][player];
    const text = `<text class="z-word-${own} z-middle z-strong z-number" x="${x}" y="${y + 4}" font-size="11">${said}</text>`;
    return `<circle class="z-f-${own} z-s-${own}-edge" cx="${x}" cy="${y}" r="9"/>${said.length < 3 ? text : ""}`;
  }

  function renderReview(made, at) {
    const rows = made.flatMap((ply, number) => {
      if (!isMistake(ply)) return [];
      const moves = judged(ply.at);
      const [was, is] = [moves[0].answer, gives(ply.at, ply.edge)].map((each) =>
        words(final(each, ply.points, ply.mover)));
      const better = moves.filter((each) => !isWorse(each.answer, moves[0].answer)).map(({ name }) => name);
      const link = make("a", { href: to(number) }, `Ply ${number + 1}`);
      const who = game.alone ? "you" : called(ply.mover);
      const said = `: ${who} played ${ply.edge.name}, and ${was} became ${is}${whose(ply.mover)}.`;
      return [make("li", {}, link, `${said} Better: ${better.join(", ")}.`)];
    });
    byId("review").hidden = !isOver(at);
    byId("found").replaceChildren(...(rows.length ? rows : [make("li", {}, "No move gave anything away.")]));
  }

  /* The first position with these lines of text, or what is `wrong` with them. */
  function find(wanted) {
    const first = game.lines.findIndex((own) => own.length);
    const lines = wanted.trim().split(/[\n/]/).map((line) => line.trim());
    const asked = lines.map((line, number) => {
      const own = game.lines[first + number] ?? [];
      return own.flatMap((each, place) => (each.trim() === line ? [place + 1] : []));
    });
    const odd = asked.findIndex((which) => !which.length);
    if (odd >= 0) return { wrong: `No position of this file has "${lines[odd]}" as line ${odd + 1}.` };
    for (let at = 0; at < game.positions; at++) {
      if (asked.every((which, number) => which.includes(game.lies(first + number, at)))) return at;
    }
    return { wrong: "There is no such position in this file: play does not come to it." };
  }

  function setUp(event) {
    const found = find(byId("position").value || byId("position").placeholder);
    event.preventDefault();
    tell("wrong", found.wrong ?? "");
    if (!found.wrong) begin(found);
  }

  function turnBack(step) {
    let { at, line } = state;
    do at += step;
    while (at > 0 && at < line.length && !isTurn(follow(now(at)).at));
    state.notice = "";
    go(line, at);
  }

  const does = {
    undo: () => turnBack(-1),
    redo: () => turnBack(1),
    new: () => begin(game.starts[0]),
    reply: () => goOn(now()),
    show() {
      state.shown = true;
      render();
    },
    turn: () => keep({ turned: !kept.turned }),
    computer() {
      const { at } = follow(now());
      keep(game.alone ? { hints: "off" } : { side: String(isOver(at) ? 0 : game.mover(at)), hints: "ask" });
      isOver(at) ? begin(game.starts[0]) : goOn(now());
    },
    explore: () => keep({ side: "both", hints: "on" }),
  };
  try {
    Object.assign(kept, JSON.parse(localStorage.getItem(key)));
  } catch {}
  for (const [id, act] of Object.entries(does)) byId(id).addEventListener("click", act);
  for (const name of ["side", "view", "opponent", "hints"]) {
    byId(name).addEventListener("change", () => {
      keep({ [name]: byId(name).value });
      if (name === "side") goOn(now());
    });
  }
  byId("setup").addEventListener("submit", setUp);
  addEventListener("hashchange", () => {
    if (location.hash === address()) return;
    Object.assign(state, { notice: "", shown: false });
    read();
    render();
  });
  for (const id of ["actions", "play", "settings"]) byId(id).hidden = false;
  if (!location.hash && game.opened) location.hash = `#${game.opened[0]}:${game.opened[1].join(".")}`;
  read();
  location.hash ? render() : begin(state.start);
}

const data = byId("zermelo-data");
unpackGame(data.textContent, Number(data.dataset.size))
  .then(startPage)
  .catch(({ message }) => tell("words", `Not to be read: ${message}`));
