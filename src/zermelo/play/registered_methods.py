"""The methods of games and solutions that are about play.

They give players, reports, pages and clickable boards.

`zermelo/__init__` registers these as methods of `Game` and of `Solution`; see `core.registry`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_move
from zermelo.core.rule_errors import with_rule_errors_in_methods

if TYPE_CHECKING:
    from zermelo.core.game import Move, Position
    from zermelo.explain.rule_lists.rule_list import RuleList
    from zermelo.explain.why.why_answer import Why
    from zermelo.play.matches.match import Match
    from zermelo.play.notebook.notebook_widget import BoardWidget
    from zermelo.play.pages.standalone_page import StandalonePage
    from zermelo.play.position_value import PositionValue
    from zermelo.play.reports.classification import Classification
    from zermelo.play.reports.game_report import GameReport
    from zermelo.play.reports.payoff_report import PayoffReport
    from zermelo.play.reports.puzzle_report import PuzzleReport
    from zermelo.play.reports.variant_comparison import VariantComparison
    from zermelo.solution.solution import Solution
    from zermelo.solution.subgame_perfect_play import Equilibria
    from zermelo.verify.policy_certificate import Certificate


@with_rule_errors_in_methods
class GamePlayMethods:
    """Methods of `Game`."""

    def classify(
        self: Any, *, positions: int | None = None, seconds: float | None = None, budget: Budget | None = None
    ) -> "Classification":
        """Return the game's class: Moore's seven terms, impartial or partizan, normal or misere play.

        All positions are visited, by the interpreter, up to so many `positions` (30,000) and `seconds` (10).
        A larger game is tested by random play. Raises `BadParameter`, `BadRules`, `Cancelled`.

        >>> import zermelo
        >>> kind = zermelo.game("tic_tac_toe").classify()
        >>> [kind[name].answer_word for name in ("impartial", "normal play")], kind["impartial"].grounds
        (['no', 'no'], 'proven')
        >>> kind.missing_terms
        ()
        """
        from zermelo.play.reports.classification import POSITIONS, SECONDS, classify

        return classify(
            self,
            positions=POSITIONS if positions is None else positions,
            seconds=SECONDS if seconds is None else seconds,
            budget=as_budget(budget),
        )

    def widget(
        self: Any,
        position: "Position" = None,
        *,
        side: int | None = None,
        turned: bool = False,
        solve: bool = False,
    ) -> "BoardWidget":
        """Return a clickable board for a notebook, on which all sides are played; see `play.board_widget`.

        With `solve` the game is solved first, and the board shows the moves' values.

        >>> import zermelo
        >>> board = zermelo.game("nim(heaps=(1, 2))").widget()
        >>> board.play("2 from heap 2")
        >>> board.text, board.made
        ('1 0', ['2 from heap 2'])
        """
        import zermelo
        from zermelo.play.notebook.notebook_board import board_widget

        return board_widget(zermelo.solve(self) if solve else self, position, side=side, turned=turned)


@with_rule_errors_in_methods
class ReportMethods:
    """Methods of `Solution` and of `Equilibria`."""

    def report(
        self: Any, *, budget: Budget | None = None, games: int | None = None, seed: int = 1913
    ) -> "GameReport | PuzzleReport | PayoffReport":
        """Return the designer's report: fairness, length and decisiveness of the game, as text or a page.

        The results of random and erring players are exact where all positions that play can reach are kept
        with their moves (some millions of positions). Else they come from 10,000 games for each pair of
        players, from 200 where the rules do not compile, or from `games`. `seed` is the seed of the random
        moves. Those of games with dice or payoffs are exact, and tell how much of the result is luck, or how
        often a player decides only what others get.
        """
        from zermelo.play.reports.game_report import make_report

        return make_report(self, as_budget(budget), games=games, seed=seed)

    def variants(
        self: Any,
        other: "Solution | Equilibria",
        *,
        budget: Budget | None = None,
        games: int | None = None,
        seed: int = 1913,
    ) -> "VariantComparison":
        """Return what changes from this game's rules to another's: fairness, length, choice, openings.

        `games` and `seed` are those of `make_report`. Raises `BadParameter` where the games are not related,
        for example by being of one class with other parameters.

        >>> import zermelo
        >>> nim, misere = (zermelo.solve(f"nim(heaps=(1, 2, 3), misere={each})") for each in (False, True))
        >>> nim.variants(misere).changes[0]
        'Perfect play has the same result for the player who begins: loss in 6, then loss in 5.'
        """
        from zermelo.play.reports.variant_comparison import compare_variants
        from zermelo.solution.solution import Solution
        from zermelo.solution.subgame_perfect_play import Equilibria

        if not isinstance(other, Solution | Equilibria):
            raise BadParameter(f"{other!r} is no solution: give what zermelo.solve or zermelo.open returns")
        return compare_variants(self, other, as_budget(budget), games=games, seed=seed)


@with_rule_errors_in_methods
class SolutionPlayMethods:
    """Methods of `Solution`."""

    def why(
        self: Any,
        where: "Position" = START,
        move: "Move" = None,
        *,
        rules: "RuleList | None" = None,
        others: bool = True,
    ) -> "Why":
        """Return why a move (default: a best one) is good, and the values of the other moves.

        A position (default: the start) may be given as a text and a move by its name. `rules` is a list that
        the reason may use; without `others` the other moves are left out. Raises `MissingCapability` for
        dice, several players and solutions of values only, `BadParameter` where play is over or the rules are
        another game's, `IllegalMove`, `UnknownPosition`.

        >>> import zermelo
        >>> zermelo.solve("tic_tac_toe").why("XX./OO./...").reasons[0].words
        'completes the line a1 b1 c1'
        """
        from zermelo.core.notation.position_input import as_position
        from zermelo.explain.why.explain_move import explain_move

        place = as_position(self.game, where)
        if move is not None:
            move = as_move(self.game, place, move)
        return explain_move(self, place, move, rules, others=others)

    def describe(
        self: Any,
        where: "Position" = START,
        *,
        line: bool = False,
        chain: bool = False,
        against: str | None = None,
    ) -> "PositionValue":
        """Return the value of a position (default: the start) and of each of its moves.

        With `line` or `chain` it has a line of perfect play, by its moves or by its positions. `against` is
        an opponent who may err, such as "random": then it has what each move is expected to bring.

        >>> import zermelo
        >>> zermelo.solve("nim(heaps=(1, 2))").describe(line=True).line
        ('1 from heap 2', '1 from heap 1', '1 from heap 2')
        """
        from zermelo.core.notation.position_input import as_position
        from zermelo.play.position_value import build_position_value

        return build_position_value(
            self, as_position(self.game, where), line=line, chain=chain, against=against
        )

    def page(
        self: Any,
        file: str | Path,
        *,
        replace: bool = False,
        budget: Budget | None = None,
        rules: "RuleList | None" = None,
        line: "Match | None" = None,
    ) -> "StandalonePage":
        """Write the game as one HTML file to be played in any browser, without a server or a network.

        It holds the board, every position with its value, a perfect opponent, and puzzles: see
        `docs/first-steps.md`. With `rules` it shows which of them applies. It opens at the end of a
        `line` of play, with its moves, else at the start. An existing `file` is replaced only with
        `replace`. Raises `TooLarge` where there are more than a million positions,
        `MissingCapability` for games of payoffs and solutions of values only, `BadParameter`,
        `StorageFailed`, `Cancelled`.

        >>> import tempfile, zermelo
        >>> solution = zermelo.solve("nim(heaps=(1, 2))")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     solution.page(f"{folder}/nim.html")
        StandalonePage(game='nim(heaps=(1, 2), misere=False)', positions=8)
        """
        from zermelo.play.pages.standalone_page import write_page

        return write_page(self, file, budget=as_budget(budget), replace=replace, rules=rules, line=line)

    def save_policy(self: Any, file: str | Path, *, replace: bool = False) -> "Certificate":
        """Write perfect play to a file, as `zermelo.play.save_policy` does, and return its certificate."""
        from zermelo import play

        return play.save_policy(self.policy, self.game, as_path(file), solution=self, replace=replace)

    def widget(
        self: Any,
        position: "Position" = None,
        *,
        side: int | None = None,
        hints: bool = True,
        turned: bool = False,
    ) -> "BoardWidget":
        """Return a clickable board for a notebook, with the moves' values; see `play.board_widget`.

        >>> import zermelo
        >>> zermelo.solve("tic_tac_toe").widget("X../.O./..X").view["headline"]
        'O to move: draw with best play; 4 of 6 moves keep it'
        """
        from zermelo.play.notebook.notebook_board import board_widget

        return board_widget(self, position, side=side, hints=hints, turned=turned)
