/* The explorer's pages with a script: links change the page in place, the board takes drags and keys.
   Without it everything works as well: each move is a link. */
"use strict";

const HELD = "zermelo";
const UNANSWERED = 2000; // milliseconds until a page that waits asks again where nobody answered
const SAID = 1000; // milliseconds until a line says what is waited for
const MOVING = 150; // milliseconds that a piece takes
let held = null; // what answers on the board now
let coming = 0; // the number of the last page that was asked for
let saying = 0; // the timer of the line that says what is waited for

/** Show that an answer is waited for, and after a second for what; "" ends it. */
function wait(what) {
  clearTimeout(saying);
  const line = document.getElementById("waiting");
  line.textContent = "";
  if (what) document.body.dataset.waiting = "1";
  else delete document.body.dataset.waiting;
  document.getElementById("main").setAttribute("aria-busy", String(Boolean(what)));
  if (what) saying = setTimeout(() => (line.textContent = what), SAID);
}

/** Show the page of an address in place of this one, after what is to be seen `before` it. */
async function show(url, push = true, what = "Waiting for the page", before = null) {
  const number = ++coming;
  wait(what);
  try {
    const focus = before && rememberFocus();
    const seen = before?.(number);
    const answer = await fetch(url, { headers: { accept: "text/html" } });
    const text = await answer.text();
    await seen;
    if (number !== coming) return;
    const [here, there] = [location.pathname.split("/"), new URL(answer.url)];
    there.hash = new URL(url, location.href).hash;
    if (push) history.pushState(HELD, "", there);
    else history.replaceState(HELD, "", there);
    swap(new DOMParser().parseFromString(text, "text/html"), focus ?? rememberFocus());
    if (there.hash) showPart(there.hash.slice(1));
    else if (push && here[1] !== there.pathname.split("/")[1]) scrollTo(0, 0);
  } catch (error) {
    location.href = url; // the server is gone: let the browser say so
  } finally {
    if (number === coming) wait("");
  }
}

/** Make a move: against somebody it is seen at once, and the page that comes has the reply. */
function play(url) {
  const own = new URL(url, location.href);
  if (!own.searchParams.has("with") || !document.querySelector("article.position")) return show(url);
  own.searchParams.set("own", "1");
  return show(url, true, "Your opponent chooses a move", (number) => showBoard(own, number));
}

/** Show the board of an address in place of this one, unless the page that comes is there before it. */
async function showBoard(url, number) {
  const answer = await fetch(url).catch(() => null);
  const board = answer?.ok ? await answer.text() : "";
  const figure = document.querySelector("figure.board");
  if (!board || number !== coming || !figure) return;
  const before = takePieces();
  held?.detach();
  held = null;
  figure.innerHTML = board;
  figure.dataset.own = "1";
  animate(before);
  await new Promise((end) => setTimeout(end, MOVING));
}

/** Put another page's content in place of this one's: board, scroll position and focus stay where they are. */
function swap(page, focus) {
  const [before, top] = [takePieces(), boardTop()];
  document.title = page.title;
  document.getElementById("main").replaceWith(page.getElementById("main"));
  begin();
  if (top !== null && boardTop() !== null) scrollBy({ top: boardTop() - top, behavior: "instant" });
  focus()?.focus({ preventScroll: true });
  animate(before);
}

function boardTop() {
  return document.querySelector("figure.board")?.getBoundingClientRect().top ?? null;
}

/** Scroll to a part of the page where it is not in view. */
function showPart(name) {
  const part = document.getElementById(name);
  const box = part?.getBoundingClientRect();
  if (box && (box.top < 0 || box.top > 0.6 * innerHeight)) part.scrollIntoView();
}

/** Return a function that finds what has the focus now on the page that comes: a board's place, else the same words. */
function rememberFocus() {
  const active = document.activeElement;
  if (!active?.closest?.("#main")) return () => null;
  const { cell } = active.closest("[data-cell]")?.dataset ?? {};
  if (cell !== undefined) {
    const part = active.closest("section[id]")?.id; // one of several boards
    const board = part ? `#${part} figure.board` : "figure.board";
    const next = `${board} a[data-cell][tabindex='0'], ${board} a[data-cell]`;
    return () => document.querySelector(`${board} [data-cell="${CSS.escape(cell)}"]`) ?? document.querySelector(next);
  }
  const box = active.closest("#main [id]")?.id ?? "main";
  const words = active.textContent.trim();
  const inMoves = Boolean(active.closest(".moves"));
  return () => {
    const all = [...(document.getElementById(box) ?? document).querySelectorAll("a, button, select, summary")];
    return all.find((each) => each.textContent.trim() === words) ?? (inMoves ? document.querySelector(".moves a") : null);
  };
}

/** Return the pieces and lines of the board: how each is drawn, and where. */
function takePieces() {
  const svg = document.querySelector("figure.board:not(.still) svg");
  const all = svg ? [...svg.querySelectorAll("g[transform*='scale'], line")].filter((each) => !each.closest("a")) : [];
  const found = all.map((each) => ({ each, what: each.innerHTML || each.outerHTML, where: each.getAttribute("transform") }));
  return { size: svg?.getAttribute("viewBox"), found };
}

/** Let pieces that stand elsewhere than before slide there, and new ones appear. */
function animate(before) {
  const now = takePieces();
  if (!before.size || before.size !== now.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const isSame = (one) => (other) => one.what === other.what && one.where === other.where;
  const gone = before.found.filter((one) => !now.found.some(isSame(one)));
  const how = { duration: MOVING, easing: "ease-out" };
  for (const one of now.found.filter((each) => !before.found.some(isSame(each)))) {
    const place = gone.findIndex((other) => other.what === one.what && other.where);
    const [from, to] = [place < 0 ? null : gone.splice(place, 1)[0].where, one.where].map(asStyle);
    one.each.animate(from && to ? [{ transform: from }, { transform: to }] : [{ opacity: 0 }, { opacity: 1 }], how);
  }
}

/** Return a transformation of SVG as style sheets write it. */
function asStyle(text) {
  return text?.replace(/translate\(([-\d.]+)[ ,]([-\d.]+)\)/, "translate($1px, $2px) ") ?? null;
}

/** Whether a link is one of this server's pages. */
function isOwn(link) {
  return link.href && new URL(link.href.baseVal ?? link.href, location.href).origin === location.origin && !("away" in link.dataset);
}

function urlOf(link) {
  return new URL(link.href.baseVal ?? link.href, location.href).href;
}

/** Show the page on which a move has been begun at some places: it marks and lists what goes on from there. */
function touch(cells) {
  const url = new URL(location.href);
  url.hash = "";
  if (cells.length) url.searchParams.set("touch", cells.join(","));
  else url.searchParams.delete("touch");
  show(url.href, false);
}

/** Make the board and the page answer. */
function begin() {
  held?.detach();
  held = null;
  const figure = document.querySelector("figure.board");
  const data = document.getElementById("moves");
  const { moves, touched = [] } = data ? JSON.parse(data.textContent) : { moves: [] };
  if (figure && moves.length && typeof attachBoard === "function") {
    const marks = { begun: touched, begin: touch };
    held = attachBoard(figure, moves, (move) => play(move.url), ([move]) => touch(move.cells), marks);
  }
  openGroups(false);
  const article = document.querySelector("[data-again]");
  if (article) setTimeout(() => article.isConnected && freshen(article), Number(article.dataset.again));
}

/** Ask for this page again and take over what is new in it: lists that are open and fields in use stay. */
async function freshen(article) {
  const number = coming;
  if (document.body.dataset.waiting) {
    setTimeout(() => article.isConnected && freshen(article), UNANSWERED); // the page may soon be another
    return;
  }
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (number !== coming || !article.isConnected) return;
  if (!answer?.ok) {
    setTimeout(() => article.isConnected && freshen(article), UNANSWERED);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("article.position");
  if (number !== coming) return;
  if (!fresh) {
    show(location.href, false); // a page of another kind, which is to be seen whole
    return;
  }
  const focus = rememberFocus();
  for (const { id } of article.querySelectorAll(".fresh")) {
    const [old, now] = [article.querySelector(`#${id}`), fresh.querySelector(`#${id}`)];
    for (const each of old?.querySelectorAll(":scope [id] > details[open]") ?? [])
      now?.querySelector(`#${each.parentElement.id} > details`)?.setAttribute("open", "");
    if (old && now && old.outerHTML !== now.outerHTML) old.replaceWith(now);
  }
  document.title = page.title;
  if (fresh.dataset.again) article.dataset.again = fresh.dataset.again;
  else delete article.dataset.again;
  if (!document.activeElement?.closest("#main")) focus()?.focus({ preventScroll: true });
  begin();
}

document.addEventListener("click", (event) => {
  const copying = event.target.closest?.("[data-copy]");
  if (copying) {
    const field = document.getElementById(copying.dataset.copy);
    field.select();
    navigator.clipboard.writeText(field.value).then(() => (copying.textContent = "Copied"), () => {});
    return;
  }
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!isOwn(link) || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  if (link.closest(".moves")) play(urlOf(link));
  else show(urlOf(link));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  event.preventDefault();
  if (form.method === "post") {
    wait("Waiting for the server");
    fetch(form.action, { method: "POST", body: "" }).then((answer) => {
      const url = answer.redirected ? answer.url : location.href;
      show(url, url !== location.href);
    });
    return;
  }
  const url = new URL(form.action);
  url.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
  show(url.href);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, figure.board")) return;
  const link = document.querySelector(`main a[data-key="${CSS.escape(event.key)}"]`);
  if (link) {
    event.preventDefault();
    show(urlOf(link));
  }
});

/** Open the groups of the first page's games, on a phone only where all of them are wanted. */
function openGroups(all) {
  const isWide = matchMedia("(min-width: 42rem)").matches;
  for (const group of document.querySelectorAll("[data-whole] .group")) group.open = all || isWide;
}

/** The words of a text in small letters, without accents and apostrophes. */
function wordsOf(text) {
  const plain = text.toLowerCase().replace(/['\u2019]/g, "").normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.match(/[a-z0-9]+/g) ?? [];
}

/** Show the cards of the games that a text may mean, as the server finds them; whether there are any. */
function filterCards(text) {
  const [words, cards] = [wordsOf(text), [...document.querySelectorAll(".cards li")]];
  const squeezed = words.join("");
  const { whole } = document.querySelector(".games").dataset; // names of games that only the server knows
  if (squeezed.length > 2 && ` ${whole}`.includes(` ${squeezed}`)) return false;
  const named = (card) => {
    const [names, kinds] = card.dataset.words.split("|");
    const all = ` ${names.replaceAll(",", " ")} ${kinds}`;
    return names.split(",").some((name) => name.replaceAll(" ", "").startsWith(squeezed)) || words.every((word) => all.includes(` ${word}`));
  };
  const hasGoal = (card) => {
    const goal = wordsOf(card.dataset.words.split("|")[2] ?? card.querySelector("span").textContent);
    return words.every((word) => goal.includes(word) || goal.includes(`${word}s`));
  };
  const found = new Set(cards.some(named) ? cards.filter(named) : cards.filter(hasGoal));
  if (!found.size) return false;
  for (const card of cards) card.hidden = !found.has(card);
  for (const group of document.querySelectorAll(".group")) group.hidden = !group.querySelector("li:not([hidden])");
  openGroups(words.length > 0);
  for (const part of document.querySelectorAll(".front")) part.hidden = words.length > 0;
  document.getElementById("found").textContent = words.length ? `${found.size} ${found.size === 1 ? "game" : "games"}` : "";
  return true;
}

let typed = 0; // the timer of what was typed last
document.addEventListener("input", (event) => {
  const home = document.querySelector(".games");
  if (event.target.name !== "q" || !home) return;
  clearTimeout(typed);
  const text = event.target.value;
  if ("whole" in home.dataset && filterCards(text)) return;
  typed = setTimeout(() => show(text.trim() ? `/?q=${encodeURIComponent(text)}&typing=1` : "/", false), 150);
});

addEventListener("popstate", () => show(location.href, false));
begin();
