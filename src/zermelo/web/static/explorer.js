/* The explorer's pages with a script: links change the page in place, the board takes drags and keys.
   Without it everything works as well: each move is a link. */
"use strict";

const HELD = "zermelo";
const UNANSWERED = 2000; // milliseconds until a page that waits asks again where nobody answered
let held = null; // what answers on the board now
let coming = 0; // the number of the last page that was asked for

/** Show the page of an address in place of this one. */
async function show(url, push = true) {
  const number = ++coming;
  document.body.dataset.waiting = "1";
  let answer;
  try {
    answer = await fetch(url, { headers: { accept: "text/html" } });
    const text = await answer.text();
    if (number !== coming) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    const focused = document.activeElement?.closest?.("[data-cell]")?.dataset.cell;
    document.title = page.title;
    document.getElementById("main").replaceWith(page.getElementById("main"));
    if (push) history.pushState(HELD, "", answer.url);
    else history.replaceState(HELD, "", answer.url);
    begin();
    if (focused) document.querySelector(`figure.board [data-cell="${CSS.escape(focused)}"]`)?.focus();
  } catch (error) {
    location.href = url; // the server is gone: let the browser say so
  } finally {
    if (number === coming) delete document.body.dataset.waiting;
  }
}

/** Whether a link is one of this server's pages. */
function isOwn(link) {
  return link.href && new URL(link.href.baseVal ?? link.href, location.href).origin === location.origin && !("away" in link.dataset);
}

function urlOf(link) {
  return new URL(link.href.baseVal ?? link.href, location.href).href;
}

/** Make the board and the page answer. */
function begin() {
  held?.detach();
  held = null;
  const figure = document.querySelector("figure.board");
  const data = document.getElementById("moves");
  const said = data ? JSON.parse(data.textContent) : { moves: [] };
  if (figure && said.moves.length && typeof attachBoard === "function") {
    held = attachBoard(figure, said.moves, (move) => show(move.url), ask);
  }
  const article = document.querySelector("[data-again]");
  if (article) setTimeout(() => article.isConnected && freshen(article), Number(article.dataset.again));
}

/** Ask for this page again and take over what is new in it: lists that are open and fields in use stay. */
async function freshen(article) {
  const number = coming;
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
  const focused = document.activeElement?.closest?.("#main") && document.activeElement;
  for (const name of ["answer", "board", "work-part", "choices", "line", "panels", "moves"]) {
    const [old, now] = [article.querySelector(`#${name}`), fresh.querySelector(`#${name}`)];
    if (old && now && old.outerHTML !== now.outerHTML) old.replaceWith(now);
  }
  document.title = page.title;
  if (fresh.dataset.again) article.dataset.again = fresh.dataset.again;
  else delete article.dataset.again;
  if (focused && !focused.isConnected && focused.dataset?.cell) {
    article.querySelector(`figure.board [data-cell="${CSS.escape(focused.dataset.cell)}"]`)?.focus();
  }
  begin();
}

/** Let the person choose among moves of one cell: the list shows these alone. */
function ask(moves, cell) {
  const names = new Set(moves.map((move) => move.name));
  const list = document.querySelector("ul.moves");
  if (!list) return;
  for (const row of list.children) row.hidden = !names.has(row.querySelector("b").textContent);
  document.querySelector(".choices h2").textContent = `Which move with ${cell}?`;
  list.querySelector("li:not([hidden]) a")?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!isOwn(link) || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  show(urlOf(link));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  event.preventDefault();
  if (form.method === "post") {
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

/** The words of a text in small letters, without accents and apostrophes. */
function wordsOf(text) {
  const plain = text.toLowerCase().replace(/['\u2019]/g, "").normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.match(/[a-z0-9]+/g) ?? [];
}

/** Show the cards of the games that a text may mean, as the server finds them; whether there are any. */
function filterCards(text) {
  const [words, cards] = [wordsOf(text), [...document.querySelectorAll(".cards li")]];
  const squeezed = words.join("");
  const named = (card) => {
    const [names, kinds] = card.dataset.words.split("|");
    const all = ` ${names.replaceAll(",", " ")} ${kinds}`;
    return names.split(",").some((name) => name.replaceAll(" ", "").startsWith(squeezed)) || words.every((word) => all.includes(` ${word}`));
  };
  const hasGoal = (card) => {
    const goal = wordsOf(card.querySelector("span").textContent);
    return words.every((word) => goal.includes(word) || goal.includes(`${word}s`));
  };
  const found = new Set(cards.some(named) ? cards.filter(named) : cards.filter(hasGoal));
  if (!found.size) return false;
  for (const card of cards) card.hidden = !found.has(card);
  for (const group of document.querySelectorAll(".group")) group.hidden = !group.querySelector("li:not([hidden])");
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
