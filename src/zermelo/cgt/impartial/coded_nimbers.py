"""Nimbers of games whose positions are heaps of known rules, read from the heaps' nimber sequences.

A game declares this by `coded_heaps`, which gives the rule and the size of each heap. The nimber is the
exclusive or of the heaps' nimbers. So a row of a thousand cells costs as much as the first thousand nimbers
of its code, and nothing is searched. The declaration is checked on the first positions asked for: the nimber
from the heaps must be the mex of the nimbers that the moves lead to.
"""

from typing import Any

from zermelo.cgt.heaps.heap_solution import heap_nimbers
from zermelo.cgt.impartial.impartial_check import check_impartial, check_one_line_of_play
from zermelo.cgt.impartial.mex import mex
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules
from zermelo.core.game import Game, Position
from zermelo.core.rule_queries import is_finished, moves_at

TRIED = 3  # positions whose moves are looked at


class CodedHeapNimbers:
    """One game's nimbers, by its heaps: the same questions as `NimberSearch` answers.

    >>> from zermelo.games.rows.stripes import Stripes
    >>> CodedHeapNimbers(Stripes(length=1_500, strips=(3, 4, 7))).nimber("1500")
    14
    """

    def __init__(self, game: Game, budget: Budget | None = None) -> None:
        check_impartial(game)
        self.game, self.budget = game, budget or Budget()
        self.tried = 0
        self.known: dict[str, Any] = {}  # the first nimbers of each rule

    def has_nimber(self, position: Position, nimber: int) -> bool:
        """Return whether the position's nimber is this one."""
        return self.nimber(position) == nimber

    def nimber(self, position: Position) -> int:
        """Return the position's nimber; raises `BadRules`, `BadParameter` for a rule that is none."""
        if self.tried < TRIED:
            self._check_heaps(position)
            self.tried += 1
        return self._xor_heap_nimbers(position)

    def _xor_heap_nimbers(self, position: Position) -> int:
        game: Any = self.game
        total = 0
        for rule, size in () if is_finished(game, position) else game.coded_heaps(position):
            if len(self.known.get(rule, ())) <= size:
                self.known[rule] = heap_nimbers(rule, size + 1, self.budget)
            total ^= int(self.known[rule][size])
        return total

    def describe_heap_mismatch(self, position: Position) -> str:
        """Return why the heaps are not the position's, nothing where its moves show no difference."""
        found = self._xor_heap_nimbers(position)
        moves = moves_at(self.game, position)
        least = mex(self._xor_heap_nimbers(self.game.play(position, move)) for move in moves)
        if least == found:
            return ""
        return f"makes the nimber {found}, and {least} is the least that is missing among its moves' nimbers"

    def _check_heaps(self, position: Position) -> None:
        check_one_line_of_play(self.game, position)
        problem = self.describe_heap_mismatch(position)
        if problem:
            where = describe_position(self.game, position)
            raise BadRules(f"{self.game!r}: coded_heaps() at position {where} {problem}")
