"""The panel of rules: the shortest list for a game, or one that was given, and which of them fires here."""

import functools
from typing import Any, Final

from zermelo import Game
from zermelo.errors import ZermeloError
from zermelo.explaining import Explanation, RuleList, find_rules, load_list
from zermelo.web.panels.asked import Asked, budget_of, command_of, is_own, moves_url, worth_of
from zermelo.web.views import Seen

MOST_SOLVED: Final = 3_000  # classes of positions: a list for more may take minutes
NAMED: Final = 40  # moves of a rule


def answer(seen: Seen, asked: Asked) -> dict[str, Any]:
    """Return every list that is at hand, each with the rule that fires."""
    assert seen.known.solution is not None
    game = seen.line.game
    lists = [_fired(seen, rules, f"from {name}", "") for name, rules in _given(game, asked)]
    solved = seen.known.solution.summary.solved
    if solved <= MOST_SOLVED:
        found = shortest(game, asked.seconds)
        known = "the shortest, proven" if found.minimal else "not known to be the shortest"
        lists.append(_fired(seen, found.rules, known, f"for {found.decisions:,} decisions"))
    if lists:
        finding = lists[0]["finding"]
        return {"finding": finding, "lists": lists}
    return {
        "refused": f"A list for {solved:,} positions may take minutes to find, so no page waits for it: "
        f"{MOST_SOLVED:,} at most are looked at here. A list that was found at a prompt, and saved, is shown "
        "here where the explorer is given it with --player.",
        "command": command_of(seen, "explain"),
    }


@functools.lru_cache(maxsize=16)
def shortest(game: Game, seconds: float) -> Explanation:
    """Return the shortest list of a game; the last few are kept. Raises `Cancelled` where it takes longer."""
    return find_rules(game, budget=budget_of(seconds))


def _given(game: Game, asked: Asked) -> list[tuple[str, RuleList]]:
    """Return the lists among the files that the command line gave which are for this game."""
    found = []
    for name, file in asked.lists.items():
        try:
            found.append((name, load_list(file, game)))
        except (ZermeloError, OSError):  # a policy, or another game's
            continue
    return found


def _fired(seen: Seen, rules: RuleList, known: str, made: str) -> dict[str, Any]:
    where = seen.line.match.position
    number, allowed = rules.fired(where)
    worths = {each.move: each.answer for each in seen.answers or ()}
    same = is_own(seen)
    moves = [
        {
            "name": seen.line.game.name(where, move),
            "url": moves_url(seen, seen.line.game.name(where, move)),
            "worth": worth_of(worths[move], same=same) if move in worths else None,
        }
        for move in allowed[:NAMED]
    ]
    rows = [
        {"number": place, "words": words, "fires": place == number}
        for place, words in enumerate(rules.words(), 1)
    ]
    if rules.exceptions:
        count = len(rules.exceptions)
        words = f"at {count:,} exceptional position{'' if count == 1 else 's'}, what the table says"
        rows.insert(0, {"number": 0, "words": words, "fires": number == 0})
    finding = "No rule fires here" if number is None else f"Rule {number} fires here"
    return {
        "finding": "The table of exceptions says what to play" if number == 0 else finding,
        "known": known,
        "made": made,
        "rules": rows,
        "moves": moves,
        "more": max(0, len(allowed) - NAMED),
        "fires": number,
        "otherwise": rules.otherwise,
        "keeps": rules.goal == "start" and rules.side == "both",
    }
