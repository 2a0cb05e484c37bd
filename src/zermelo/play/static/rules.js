"use strict";

/* A list of rules on a page of one file: the one that fires is marked, where values are shown, too.

   What the list says stands in two columns after all others: of each position the rule that fires and 1 more
   (1 is the table of exceptions, 0 nothing), and of each move whether it is allowed. */

function renderRules(game, at, hinted) {
  game.listed ??= { rule: game.column("rule", game.positions), allowed: game.column("allowed", game.firsts.at(-1)) };
  const edges = game.edges(at);
  const fires = hinted ? game.listed.rule[at] - 1 : -1;
  for (const row of document.getElementById("rules").children) {
    row.ariaCurrent = row.value === fires ? "step" : null;
  }
  const allowed = edges.filter(({ number }) => game.listed.allowed[game.firsts[at] + number]);
  const rule = fires ? `Rule ${fires}` : "The table of exceptions";
  const none = hinted && edges.length ? "No rule fires here." : "";
  const said = `${rule} allows ${allowed.map(({ name }) => name).join(", ")}.`;
  document.getElementById("fired").textContent = fires < 0 ? none : said;
}
