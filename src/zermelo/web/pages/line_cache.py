"""Cache of lines of play: the match of each address, made from the one before.

Lines are kept for a while. A line is never changed: play that continues from it gets a new match.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from zermelo import UNDECIDED, Game
from zermelo.core import BadParameter, ColoursExchanged, IllegalMove, UnreadablePosition, has
from zermelo.games import parse_position
from zermelo.play import ChanceOutcome, Match
from zermelo.verify import check_rules_at
from zermelo.web.requests.position_url import PositionUrl
from zermelo.web.requests.timeouts import RuleTimeLimit

MOST_PLIES: Final = 1_000  # of a line, the moves that were taken back included
MOST_MOVES: Final = 3_000  # at a position: more are no page
LONGEST_TEXT: Final = 10_000  # characters of a position: a larger board is no page
MOST_KEPT: Final = 300_000  # positions of the lines that are kept
PLACE: Final = 100  # as many positions take the memory of a line's other fields
THROWN: Final = "~"

Written = tuple[Any, ...]  # the game, the position set up, whether the second player begins, the moves


@dataclass(frozen=True)
class PlayedLine:
    """A match as an address writes it, read-only."""

    game: Game
    match: Match
    exchange: str = ""  # where the position set up was read with the colours exchanged: what is said of it


class LineCache:
    """Makes lines, and keeps those of the last requests; `time_limit` limits the time of rules."""

    def __init__(self, time_limit: RuleTimeLimit) -> None:
        self.time_limit = time_limit
        self._lock = threading.Lock()
        self._lines: OrderedDict[Written, PlayedLine] = OrderedDict()
        self._positions = 0  # of the lines that are kept

    def find_or_make_played_line(self, game: Game, address: PositionUrl) -> PlayedLine:
        """Return the line of an address. Raises `UnreadablePosition`, `IllegalMove`, `BadRules`."""
        if (plies := len(address.moves_with_undone_ones)) > MOST_PLIES:
            raise BadParameter(f"{plies:,} moves are more than a page shows: {MOST_PLIES:,} are")
        with self.time_limit.limit_time_of_rules(repr(game)):
            for ply in range(0, len(address.moves), 100):  # so that no call is too deep
                self._find_or_make_one_line(game, address.start, address.second, address.moves[:ply])
            return self._find_or_make_one_line(game, address.start, address.second, address.moves)

    def _find_or_make_one_line(self, *written: Any) -> PlayedLine:
        """Return a line that is kept, or make it and keep it in place of those not asked for longest."""
        with self._lock:
            found = self._lines.get(written)
            if found is not None:
                self._lines.move_to_end(written)
                return found
        made = self._make_played_line(*written)
        with self._lock:
            if written not in self._lines:
                self._lines[written] = made
                self._positions += len(made.match.positions) + PLACE
            while self._positions > MOST_KEPT:
                _, dropped = self._lines.popitem(last=False)
                self._positions -= len(dropped.match.positions) + PLACE
        return made

    def _make_played_line(self, game: Game, start: str, second: bool, moves: tuple[str, ...]) -> PlayedLine:
        exchange = ""
        if not moves:
            if not start:
                check_own_rules(game)
            with ColoursExchanged.collect_messages() as messages:
                match = Match(game, [parse_start_position(game, start)] if start else [], by_pieces=True)
            exchange = " ".join(messages)
            if second and game.players == 2 and not has(game, "mover"):
                match.movers = [1]
        else:
            before = self._find_or_make_one_line(game, start, second, moves[:-1])
            match, exchange = before.match.copy(), before.exchange
            match.play(parse_move_or_roll(before.match, moves[-1]))
        if start or moves:
            check_own_rules(game, match.position)
        refuse_too_large_page(match)
        return PlayedLine(game, match, exchange)


def check_own_rules(game: Game, *position: Any) -> None:
    """Raise what names the mistake where a person's own rules break at a position; default: the start."""
    if not type(game).__module__.startswith("zermelo."):
        check_rules_at(game, *position)


def parse_start_position(game: Game, text: str) -> object:
    """Return the position that was set up by hand; raises `UnreadablePosition` where there is none."""
    found = parse_position(game, text.replace("\r\n", "\n"))
    try:
        game.outcome(found)
        game.show(found)
    except Exception as error:
        raise UnreadablePosition(f"{text!r} is no position of {game!r}: {error}") from error
    return found


def refuse_too_large_page(match: Match) -> None:
    """Raise `BadParameter` where there are more moves than a page lists, or the board is larger than one."""
    game, where = match.game, match.position
    if len(game.show(where)) > LONGEST_TEXT:
        raise BadParameter(
            f"a position of {game!r} has more than {LONGEST_TEXT:,} characters: give a smaller board"
        )
    if game.outcome(where) == UNDECIDED and len(list(islice(game.moves(where), MOST_MOVES + 1))) > MOST_MOVES:
        raise BadParameter(
            f"{game!r} has more than {MOST_MOVES:,} moves at one position: no page lists so many; where they "
            "should be fewer, add the bound that moves() lacks"
        )


def parse_move_or_roll(match: Match, part: str) -> object:
    """Return the move that a part of a path names, or the throw that it numbers."""
    throws = match.throws()
    if throws:
        number = part.removeprefix(THROWN)
        if not (number.isdecimal() and len(number) < 6 and 1 <= int(number) <= len(throws)):
            raise IllegalMove(f"{part!r} is no throw: dice are thrown here, write ~1 to ~{len(throws)}")
        return ChanceOutcome(throws[int(number) - 1][1])
    names = match.move_names()
    if names.count(part) == 1:
        return match.moves()[names.index(part)]
    return match.find_move(part)
