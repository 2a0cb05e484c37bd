"""What a game can be asked at a prompt before it is solved.

A person types the dot, so the answers are methods of `Game`; they are made by rooms far above this one, each
imported when it is asked for. These imports and those of `query.questions` are the only ones of the house
that point upward.
"""

from typing import TYPE_CHECKING, Any, Literal

from zermelo.core.budget import Budget, as_budget
from zermelo.core.misbehaviour import all_answering
from zermelo.core.position_codec import START

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zermelo.core.game import Game, Position
    from zermelo.core.grids import Cells
    from zermelo.play.classification import Classification
    from zermelo.playable.widget import BoardWidget
    from zermelo.query.equilibria import Equilibria
    from zermelo.query.quintuplet import Quintuplet
    from zermelo.query.tree import Tree
    from zermelo.work.plans import Plan


@all_answering
class Questions:
    """The questions. The house asks none of them by name, so a game may use the names for something else."""

    def _repr_html_(self: Any) -> str:
        """Return the game's name and a picture of where it begins, for a notebook."""
        from zermelo.drawing.boards import board_svg
        from zermelo.drawing.markup import element, escape

        board = board_svg(self, next(iter(self.starts())))
        return element("div", element("p", element("code", escape(repr(self)))), board)

    def decode(self: Any, positions: "Sequence[Position]") -> "Cells":
        """Return many positions as one array [n, rows, columns] of characters, as `show` writes them.

        Positions may be given as texts or integers of any kind, and as a NumPy array. Rows are filled up with
        blanks. Raises `UnreadablePosition`.

        >>> import zermelo
        >>> zermelo.game("tic_tac_toe").decode([0, "X../.O./..X"])[1].tolist()
        [['X', '.', '.'], ['.', 'O', '.'], ['.', '.', 'X']]
        """
        from zermelo.core.grids import decode
        from zermelo.core.positions import as_position

        return decode(self, [as_position(self, each) for each in positions])

    def encode(self: Any, cells: "Cells") -> "list[Position]":
        """Return the positions that an array [n, rows, columns] of characters writes, as `decode` makes it.

        Raises `BadParameter` for arrays of anything else, `UnreadablePosition`.

        >>> import zermelo
        >>> game = zermelo.game("tic_tac_toe")
        >>> game.encode(game.decode([0, 512]))
        [0, 512]
        """
        from zermelo.core.grids import encode

        return encode(self, cells)

    def plan(
        self: Any, *, budget: Budget | None = None, interpreted: bool | None = None, quick: bool = False
    ) -> "Plan":
        """Return how large the game is and what solving it would take; a few seconds, however large it is.

        Bytes and seconds are estimates, each with the factor by which it may be wrong. A `quick` one counts
        less, and says nothing of the game tree. Raises `BadRules`.

        >>> import zermelo
        >>> zermelo.game("tic_tac_toe").plan().positions
        5478.0
        """
        from zermelo.work.planning import plan

        return plan(self, as_budget(budget), interpreted=interpreted, quick=quick)

    def classify(
        self: Any, *, positions: int | None = None, seconds: float | None = None, budget: Budget | None = None
    ) -> "Classification":
        """Return what kind of game it is: Moore's seven terms, impartial or partizan, normal or misere play.

        It is gone through whole up to so many `positions` (30,000) and `seconds` (10), by the interpreter;
        past them random play tries it. Raises `BadParameter`, `BadRules`, `Cancelled`.

        >>> import zermelo
        >>> kind = zermelo.game("tic_tac_toe").classify()
        >>> kind["impartial"].said, kind["impartial"].grounds, kind["normal play"].said, kind.missing
        ('no', 'proven', 'no', ())
        """
        from zermelo.play.classification import POSITIONS, SECONDS, classify

        return classify(
            self,
            positions=POSITIONS if positions is None else positions,
            seconds=SECONDS if seconds is None else seconds,
            budget=as_budget(budget),
        )

    def tree(
        self: Any,
        start: "Position" = START,
        *,
        depth: int | None = None,
        limit: int = 400,
        alpha_beta: bool = False,
        fold: bool = False,
        shared: bool = False,
        merged: bool = False,
        values: Literal["A", "mover"] = "A",
        order: Literal["given", "best", "worst"] = "given",
        outcomes: tuple[int, int] | None = None,
        steps: bool = False,
        hard: bool = False,
        looked: int = 20_000,
    ) -> "Tree":
        """Return the game tree below a position (default: the start), which draws itself in a notebook.

        `depth` is in plies, `limit` the most vertices, `looked` the most positions below that are looked at
        for values (20,000); `alpha_beta`, `fold` and `shared` choose what is
        drawn, and `merged` draws symmetric moves as one. Values are shown as "A" sees them, who moves first,
        or the "mover". Moves are in the `order` of the rules, or the mover's "best" or "worst" first. A
        search stops at what the `outcomes` (the least and the largest for A) say cannot be beaten, tells its
        `steps`, and shows what a fail-hard (`hard`) one returns: see `query.tree.tree`. Raises
        `BadParameter`, `LoopFound`, `BadRules`, `MissingCapability`.

        >>> import zermelo
        >>> zermelo.game("nim(heaps=(1, 1))").tree().root.value
        -1
        >>> zermelo.game("nim(heaps=(2, 2), misere=True)").tree(merged=True).visited
        15
        """
        from zermelo.naming import given_position
        from zermelo.query.tree import tree

        where = given_position(self, start)
        return tree(
            self,
            where,
            depth=depth,
            limit=limit,
            alpha_beta=alpha_beta,
            fold=fold,
            shared=shared,
            merged=merged,
            values=values,
            order=order,
            outcomes=outcomes,
            steps=steps,
            hard=hard,
            looked=looked,
        )

    def table(
        self: Any,
        start: "Position" = START,
        *,
        limit: int = 2_000,
        values: Literal["A", "mover"] = "A",
    ) -> "Quintuplet":
        """Return a small game as Moore's quintuplet (S, I, Succs, T, V), with every position's value.

        `limit` is the most rows. What is printed is what "A" gets, who moves first, or with `values` the
        "mover". Raises `BadParameter` where there are more rows, `BadRules`, `MissingCapability`.

        >>> import zermelo
        >>> print(str(zermelo.game("nim(heaps=(2, 2), misere=True)").table()).splitlines()[0])
        nim(heaps=(2, 2), misere=True): (S, I, Succs, T, V)
        """
        from zermelo.naming import given_position
        from zermelo.query.quintuplet import quintuplet

        return quintuplet(self, given_position(self, start), limit, values)

    def equilibria(self: Any, *, budget: Budget | None = None) -> "Equilibria":
        """Return all that subgame-perfect play gives in a game of several players; see `query.equilibria`.

        Raises `MissingCapability` where the game has no `payoffs`, `LoopFound`, `BadRules`, `OutOfBudget`,
        `Cancelled`.

        >>> import zermelo
        >>> zermelo.game("strike").equilibria()
        strike(preferences=('ABCD', 'CABD', 'DBCA')): (2, 1, 2), 2 subgame-perfect lines, 15 positions
        """
        from zermelo.query.equilibria import Equilibria
        from zermelo.work.solving import checked_starts

        checked_starts(self)
        return Equilibria(self, as_budget(budget))

    def beginning_at(self: Any, position: "Position") -> "Game":
        """Return the same game, begun at a position, which may be given as a text; its repr says so.

        Raises `UnreadablePosition`.

        >>> import zermelo
        >>> zermelo.game("nim(heaps=(3, 4))").beginning_at("2 1")
        nim(heaps=(3, 4), misere=False) from 10
        """
        from zermelo import naming
        from zermelo.core.game import beginning_at

        return beginning_at(self, naming.position(self, position))

    def widget(
        self: Any, position: "Position" = None, *, side: int = 0, turned: bool = False, solve: bool = False
    ) -> "BoardWidget":
        """Return a board to click, for a notebook, on which all sides are played; see `showing.board_widget`.

        With `solve` the game is solved first, and the board says what moves are worth.

        >>> import zermelo
        >>> board = zermelo.game("nim(heaps=(1, 2))").widget()
        >>> board.play("2 from heap 2")
        >>> board.text, board.made
        ('1 0', ['2 from heap 2'])
        """
        from zermelo import front
        from zermelo.showing import board_widget

        return board_widget(front.solve(self) if solve else self, position, side=side, turned=turned)
