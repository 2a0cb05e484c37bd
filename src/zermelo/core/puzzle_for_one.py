"""A puzzle for one: a game whose mover never changes, and which is solved or not.

Nothing else is needed by those who solve games. Every move keeps the mover, so a position is won where some
move leads to one that is: it can be solved, and its remoteness is the fewest moves. Everything else is drawn,
whether all play ends with no move left or may go round for ever: a dead end, and proven as one, as all that
follows has been looked at. `core/values.py` says answers in words for one.
"""

from typing import Any, ClassVar

from zermelo.core.errors import BadRules
from zermelo.core.game import Game, Position, has
from zermelo.core.values import DRAW, WIN

TAKEN = ("stuck", "scored", "gain", "chances", "payoffs", "impartial", "passed", "options", "players")


class PuzzleForOne(Game):
    """A puzzle for one: say `start`, `moves`, `play`, and WIN as `outcome` where it is solved.

    Everything else that a game may say helps here too (`symmetries`, `rank`, `tier`, `depict`), but for what
    is of two players, of points or of chance: that raises `BadRules`.

    >>> from zermelo import UNDECIDED, WIN
    >>> class Halving(PuzzleForOne):
    ...     number: int = 27
    ...     def start(self):
    ...         return self.number
    ...     def moves(self, position):
    ...         yield 1 if position % 2 else 2
    ...     def play(self, position, move):
    ...         return position * 3 + 1 if move == 1 else position // 2
    ...     def outcome(self, position):
    ...         return WIN if position == 1 else UNDECIDED
    >>> import zermelo
    >>> zermelo.solve(Halving(), interpreted=True)
    halving(number=27): solvable in 111 moves, 112 positions
    """

    players: ClassVar[int] = 1

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        said = {name for base in cls.__mro__ if base not in PuzzleForOne.__mro__ for name in base.__dict__}
        taken = next((name for name in TAKEN if name in said), None)
        if taken:
            raise BadRules(
                f"{cls.__name__} defines {taken}, and a puzzle for one is solved or not, by who alone moves: "
                "leave it out, or subclass Game and define mover(position)"
            )

    def mover(self, position: Position) -> int:
        """Return 0, the one player."""
        return 0

    def stuck(self, position: Position) -> int:
        """Return DRAW: who has no move left has not solved it, as if play went round for ever."""
        return DRAW

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return what a search may be sure of: nobody is there to do worse to him than not to solve it."""
        return DRAW, WIN


def is_for_one(game: Game) -> bool:
    """Return whether a game is a puzzle for one: not one of payoffs with a single player.

    >>> is_for_one(PuzzleForOne()), is_for_one(Game())
    (True, False)
    """
    return game.players == 1 and not has(game, "payoffs")
