"""Methods of a game at a prompt, before it is solved.

`zermelo/__init__` registers these as methods of `Game`; see `core.registry`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from zermelo.core.budget import Budget, as_budget
from zermelo.core.notation.position_codec import START
from zermelo.core.rule_errors import with_rule_errors_in_methods

if TYPE_CHECKING:
    from zermelo.core.game import Game, Position
    from zermelo.core.notation.character_grids import Cells
    from zermelo.solution.game_trees.game_tree import Tree
    from zermelo.solution.game_trees.quintuplet import Quintuplet
    from zermelo.solution.game_trees.two_bit_sweeps import TwoBitSweeps
    from zermelo.solution.subgame_perfect_play import Equilibria
    from zermelo.solver.plans.solve_plan import Plan


@with_rule_errors_in_methods
class GameMethods:
    """Methods of `Game`. A game may use their names otherwise: no code of ours calls them by name."""

    def _repr_html_(self: Any) -> str:
        """Return the game's name and a picture of where it begins, for a notebook."""
        from zermelo.draw.pictures.position_picture import board_svg
        from zermelo.draw.pictures.svg_markup import element, escape

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
        from zermelo.core.notation.character_grids import decode
        from zermelo.core.notation.position_input import as_position

        return decode(self, [as_position(self, each) for each in positions])

    def encode(self: Any, cells: "Cells") -> "list[Position]":
        """Return the positions that an array [n, rows, columns] of characters writes, as `decode` makes it.

        Raises `BadParameter` for arrays of anything else, `UnreadablePosition`.

        >>> import zermelo
        >>> game = zermelo.game("tic_tac_toe")
        >>> game.encode(game.decode([0, 512]))
        [0, 512]
        """
        from zermelo.core.notation.character_grids import encode

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
        from zermelo.solver.plans.solve_planner import plan_solve

        return plan_solve(self, as_budget(budget), interpreted=interpreted, quick=quick)

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
        outcomes: tuple[float, float] | None = None,
        steps: bool = False,
        hard: bool = False,
        star2: bool = False,
        looked: int = 20_000,
    ) -> "Tree":
        """Return the game tree below a position (default: the start), which draws itself in a notebook.

        `depth` is in plies, `limit` the most vertices, `looked` the most positions below that are looked at
        for values (20,000); `alpha_beta`, `fold` and `shared` choose what is drawn, and `merged` draws
        symmetric moves as one. Values are shown as "A" sees them, who moves first, or the "mover". Moves are
        in the `order` of the rules, or the mover's "best" or "worst" first. A search stops at what the
        `outcomes` (the least and the largest for A) say cannot be beaten, prints its `steps`, and shows what
        a fail-hard (`hard`) one returns. Where chance decides it is Star1, or `star2`. See
        `solution.game_trees.game_tree.draw_tree`. Raises `BadParameter`, `LoopFound`, `BadRules`,
        `MissingCapability`.

        >>> import zermelo
        >>> zermelo.game("nim(heaps=(1, 1))").tree().root.value
        -1
        >>> zermelo.game("nim(heaps=(2, 2), misere=True)").tree(merged=True).visited
        15
        """
        from zermelo.games.game_lookup import resolve_given_position
        from zermelo.solution.game_trees.game_tree import draw_tree

        where = resolve_given_position(self, start)
        return draw_tree(
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
            star2=star2,
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
        from zermelo.games.game_lookup import resolve_given_position
        from zermelo.solution.game_trees.quintuplet import make_quintuplet

        return make_quintuplet(self, resolve_given_position(self, start), limit, values)

    def sweeps(self: Any, start: "Position" = START, *, limit: int = 2_000) -> "TwoBitSweeps":
        """Return the two-bit sweep of a small game: who has won each position, marked pass by pass.

        Each position is ?, W (White, who moves first), B (Black) or D after each pass, as endgame tables are
        made. `limit` is the most rows. Raises `BadParameter` where there are more, `BadRules`,
        `MissingCapability` where dice decide or moves bring points.

        >>> import zermelo
        >>> zermelo.game("nim(heaps=(1, 1))").sweeps().list_marks_after(1)
        ('?', 'B', 'B')
        """
        from zermelo.games.game_lookup import resolve_given_position
        from zermelo.solution.game_trees.two_bit_sweeps import sweep_two_bits

        return sweep_two_bits(self, resolve_given_position(self, start), limit)

    def equilibria(self: Any, *, budget: Budget | None = None) -> "Equilibria":
        """Return all that subgame-perfect play gives in a game of several players.

        See `solution.subgame_perfect_play`.

        Raises `MissingCapability` where the game has no `payoffs`, `LoopFound`, `BadRules`, `OutOfBudget`,
        `Cancelled`.

        >>> import zermelo
        >>> zermelo.game("strike(preferences=('ABC', 'CBA'))").equilibria()
        strike(preferences=('ABC', 'CBA'), rounds=1): (1, 1), 1 subgame-perfect line, 7 positions
        """
        from zermelo.compiler.guards.starting_positions import list_checked_starts
        from zermelo.solution.subgame_perfect_play import Equilibria

        list_checked_starts(self)
        return Equilibria(self, as_budget(budget))

    def beginning_at(self: Any, position: "Position") -> "Game":
        """Return the same game, begun at a position, which may be given as a text; its repr says so.

        Raises `UnreadablePosition`.

        >>> import zermelo
        >>> zermelo.game("nim(heaps=(3, 4))").beginning_at("2 1")
        nim(heaps=(3, 4), misere=False) from 10
        """
        from zermelo import games
        from zermelo.core.game import beginning_at

        return beginning_at(self, games.parse_position(self, position))
