"""A puzzle for one: a game whose mover never changes, and which is solved or not.

The solvers need nothing else. Every move keeps the mover, so a position is won where some move leads to a won
position: the puzzle can be solved from there, and its remoteness is the fewest moves. Every other position is
drawn, whether all play ends with no move left or may cycle for ever. It is a proven dead end, because all
positions that follow have been examined. `core/values.py` has the words for the answers of a puzzle.
"""

from typing import Any, ClassVar

from zermelo.core.errors import BadRules
from zermelo.core.game import Game, Position
from zermelo.core.values import DRAW, WIN

TAKEN = ("stuck", "scored", "gain", "chances", "payoffs", "impartial", "passed", "options", "players")


class PuzzleForOne(Game):
    """A puzzle for one: define `start`, `moves`, `play`, and WIN as `outcome` where it is solved.

    Everything else that a game may define helps here too (`symmetries`, `rank`, `tier`, `depict`).
    Capabilities for two players, points or chance raise `BadRules`.

    Examples
    --------
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
        """Return the one player.

        Parameters
        ----------
        position : Position
            Any position.

        Returns
        -------
        int
            Always 0.
        """
        return 0

    def stuck(self, position: Position) -> int:
        """Return the value of a dead end: a player with no move left has not solved the puzzle.

        Parameters
        ----------
        position : Position
            A position without moves.

        Returns
        -------
        int
            Always DRAW, as in play that cycles.
        """
        return DRAW

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return bounds of the value: an unsolved puzzle is the worst, as there is no opponent.

        Parameters
        ----------
        position : Position
            Any position.

        Returns
        -------
        tuple of int
            Always (DRAW, WIN).
        """
        return DRAW, WIN
