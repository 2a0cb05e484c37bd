"""Sums of impartial games: each player in turn moves in one of them; a player who cannot move loses.

Only the nimbers count: the sum is lost where their exclusive or is 0, and a move in one game wins where it
leads to the exclusive or of all the others (Sprague, *Über mathematische Kampfspiele*, 1935; Grundy,
*Mathematics and games*, 1939).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zermelo.cgt.impartial.nimber_finder import find_position_nimber, list_moves_to_nimber
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position

Term = Game | int | tuple[Game, Position]  # a game from its start or from a position, or a heap of Nim


@dataclass(frozen=True)
class NimberSumMove:
    """A move in one of a sum's games: the game, counted from 0, and the position it leads to there."""

    term: int
    game: Game | None  # None: a heap of Nim
    move: Move
    name: str
    position: Position

    def __str__(self) -> str:
        return f"{self.name} in {'a heap' if self.game is None else repr(self.game)} (game {self.term + 1})"


def compute_term_nimbers(
    terms: Iterable[Term], *, budget: Budget | None = None, interpreted: bool = False
) -> list[int]:
    """Return the nimber of each of a sum's games; raises `MissingCapability`, `BadParameter`, `BadRules`."""
    return [
        term.nimber
        if term.game is None
        else find_position_nimber(term.game, term.position, budget=budget, interpreted=interpreted)
        for term in map(read_sum_term, terms)
    ]


def find_winning_moves_of_sum(
    terms: Sequence[Term], *, budget: Budget | None = None, interpreted: bool = False
) -> list[NimberSumMove]:
    """Return every move that wins in a sum of games; there are none where the mover loses.

    >>> from zermelo.games import Kayles
    >>> for move in find_winning_moves_of_sum([Kayles(pins=3), (Kayles(pins=5), 0b01011), 2]): print(move)
    1-2 in kayles(pins=3, misere=False) (game 1)
    2-3 in kayles(pins=3, misere=False) (game 1)
    1-2 in kayles(pins=5, misere=False) (game 2)
    to 0 in a heap (game 3)
    """
    nimbers = compute_term_nimbers(terms, budget=budget, interpreted=interpreted)
    total = 0
    for nimber in nimbers:
        total ^= nimber
    found: list[NimberSumMove] = []
    if total == 0:
        return found
    for place, (term, nimber) in enumerate(zip(map(read_sum_term, terms), nimbers, strict=True)):
        wanted = total ^ nimber
        if term.game is None:
            if wanted < nimber:
                found.append(NimberSumMove(place, None, wanted, f"to {wanted}", wanted))
            continue
        for move in list_moves_to_nimber(
            term.game, term.position, wanted, budget=budget, interpreted=interpreted
        ):
            found.append(NimberSumMove(place, term.game, move.move, move.name, move.position))
    return found


@dataclass(frozen=True)
class _SumGame:
    """One game of a sum, a heap of Nim where `game` is None."""

    game: Game | None
    position: Position = None
    nimber: int = 0


def read_sum_term(term: Term) -> _SumGame:
    """Return a term of a sum with its position; raises `BadParameter` for what is none."""
    if isinstance(term, Game):
        return _SumGame(term, next(iter(term.starts())))
    if isinstance(term, int) and not isinstance(term, bool) and term >= 0:
        return _SumGame(None, nimber=term)
    if isinstance(term, tuple) and len(term) == 2 and isinstance(term[0], Game):
        return _SumGame(*term)
    raise BadParameter(
        f"{term!r} is no term of a sum of impartial games: give a game, a pair (game, position), "
        "or the size of a heap"
    )
