"""Opponents: players of the roster by name, and those whose files the command line gave.

A URL may name any player, with its fields, but no file: a policy or a list of rules has a name here. What a
player has worked out, a search's table or a trap's expectations, is kept while it is among the last that were
asked.
"""

import functools
import random
import threading
from pathlib import Path
from typing import Any, Final

from zermelo import Game, Solution
from zermelo.core import BadParameter, ByKind
from zermelo.play import Match, Player, PlayerContext, make_player, parse_player
from zermelo.search import SearchLimit

LONGEST_SEARCH: Final = 5.0  # seconds of a search against the clock
DEEPEST: Final = 4  # plies of a shallow look or a trap
LONGEST: Final = 200  # characters of a player
FIELDS: Final[dict[str, tuple[str, ...]]] = {  # the players of an address, with the fields that it may have
    "perfect": (),
    "random": (),
    "erring": ("rate",),
    "keeping": (),
    "shallow": ("plies", "temperature", "guess"),
    "trapping": ("against", "plies"),
    "search": ("time", "plies"),
    "derived": ("rules", "order"),
    "by_results": ("reading", "rules", "finish"),
    "newell_simon": (),
    "repaired": ("threats", "ahead", "one"),
    "sincere": (),
}
TRAPS: Final = "trapping(against=shallow(plies=2))"
TRAPS_FOR_ANYBODY: Final = "trapping(against=random)"
NOBODY: Final = ("", "Nobody: I play all sides")
ROWS: Final = (  # what is offered, in the order of strength
    ("perfect", "Perfect: never makes a mistake"),
    (TRAPS, "Perfect, and sets traps for beginners"),
    (TRAPS_FOR_ANYBODY, "Perfect, and sets traps for careless players"),
    ("keeping", "Never makes a mistake, but takes its time"),
    ("search(time=1)", "Strong: thinks for one second"),
    ("erring(rate=0.1)", "Good: one move in ten is a mistake"),
    ("erring(rate=0.3)", "Fair: three moves in ten are mistakes"),
    ("shallow(plies=2)", "Beginner: looks two moves ahead"),
    ("shallow(plies=1)", "Novice: looks one move ahead"),
    ("random", "Any move: plays at random"),
)


def list_opponents(game: Game, own_players: dict[str, Path], *, solved: bool) -> list[tuple[str, str]]:
    """Return the players that can play a game, as (text, words); `own_players` are files by name."""
    return OPPONENTS.choose(game)(game, own_players, solved=solved)


def _list_payoff_opponents(
    game: Game, own_players: dict[str, Path], *, solved: bool
) -> list[tuple[str, str]]:
    return [
        ("perfect", "Perfect: foresees what everybody does"),
        ("sincere", "Sincere: takes what it likes best now"),
        ("random", "Any move: plays at random"),
    ]


def _list_value_opponents(game: Game, own_players: dict[str, Path], *, solved: bool) -> list[tuple[str, str]]:
    named = ((row, parse_player(row[0])) for row in ROWS)
    rows = [
        row for row, player in named if player.does_play_kind(game) and (solved or not player.needs_solution)
    ]
    return [*rows, *((name, f"{name}, from a file") for name in own_players)]


OPPONENTS: Final = ByKind("opponents in the explorer", _list_value_opponents, payoffs=_list_payoff_opponents)


def check_opponent_is_allowed(text: str, own_players: dict[str, Path]) -> None:
    """Raise `BadParameter` where a URL names a player that it must not: of a file, or one that takes long.

    >>> check_opponent_is_allowed("search(time=1, book='secret.policy')", {})
    Traceback (most recent call last):
        ...
    zermelo.core.errors.BadParameter: book of search is not read from an address: give it on the command line
    """
    if text in own_players:
        return
    name = text.partition("(")[0].strip()
    if name not in FIELDS or len(text) > LONGEST:
        raise BadParameter(
            "a player of an address names no file and starts no program: choose one of "
            f"{', '.join(FIELDS)}, or give a file on the command line with --player"
        )
    for field, value in parse_player(text).fields.items():
        _check_opponent_option(name, field, value, own_players)


def _check_opponent_option(name: str, field: str, value: Any, own_players: dict[str, Path]) -> None:
    if field not in FIELDS[name]:
        raise BadParameter(f"{field} of {name} is not read from an address: give it on the command line")
    if field == "against":
        check_opponent_is_allowed(str(value), own_players)
    elif field == "plies" and (not isinstance(value, int) or value > DEEPEST):
        raise BadParameter(f"plies={value!r} is too far for a page: {DEEPEST} at most")
    elif field == "time" and SearchLimit.parse_time(value) > LONGEST_SEARCH:
        raise BadParameter(f"time={value!r} is too long for a page: {LONGEST_SEARCH:g} seconds at most")


class ExplorerOpponents:
    """A cache of a few players in use, each asked by one thread at a time."""

    def __init__(self, own_players: dict[str, Path]) -> None:
        self.own = own_players
        self._lock = threading.Lock()
        self._chance = random.Random()
        self._seated = functools.lru_cache(maxsize=16)(self._make_opponent)

    def choose_opponent_move(self, text: str, game: Game, solution: Solution | None, position: Any) -> Any:
        """Return the move of the player that `text` names, drawn with the player's probabilities."""
        check_opponent_is_allowed(text, self.own)
        player, busy = self._seated(text, game, solution)
        with busy:
            return Match(game, [position]).sample_move(player, self._chance)

    def roll_dice(self, probabilities: list[float]) -> int:
        """Return the number of a throw, from 1, drawn with these probabilities."""
        return self._chance.choices(range(1, len(probabilities) + 1), probabilities)[0]

    def _make_opponent(
        self, text: str, game: Game, solution: Solution | None
    ) -> tuple[Player, threading.Lock]:
        def require_solution() -> Solution:
            if solution is None:
                raise BadParameter(
                    f"{text} plays from the game's solution, and there is none yet: solve it first"
                )
            return solution

        named = str(self.own[text]) if text in self.own else text
        return make_player(named, PlayerContext(game, require_solution))[0], threading.Lock()
