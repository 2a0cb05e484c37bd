"""What games and solutions answer: the types that their methods return, for annotations.

`zermelo.solve` and the methods of a game and a solution make them; nobody else needs to. All are read only.
The longer ones have `as_json`, which returns plain texts, numbers, lists and dictionaries, and show
themselves when they are printed.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.conformance.suite import CheckReport as CheckReport
    from zermelo.core.values import Answer as Answer
    from zermelo.core.values import Expected as Expected
    from zermelo.core.values import WinChance as WinChance
    from zermelo.core.values import dead_ends_word as dead_ends_word
    from zermelo.core.values import moves_word as moves_word
    from zermelo.core.values import outcome_word as outcome_word
    from zermelo.core.values import points_word as points_word
    from zermelo.drawing.boards import Board as Board
    from zermelo.judging import OutcomeDerivation as OutcomeDerivation
    from zermelo.judging import OutcomeOption as OutcomeOption
    from zermelo.judging import Verdict as Verdict
    from zermelo.judging import derive_outcome as derive_outcome
    from zermelo.judging import verdicts as verdicts
    from zermelo.play.classification import Classification as Classification
    from zermelo.play.classification import Property as Property
    from zermelo.play.report import Report as Report
    from zermelo.play.report_for_one import ReportForOne as ReportForOne
    from zermelo.query.comparison import Comparison as Comparison
    from zermelo.query.comparison import Difference as Difference
    from zermelo.query.equilibria import Equilibria as Equilibria
    from zermelo.query.equilibria import Indifference as Indifference
    from zermelo.query.equilibria import PayoffLine as PayoffLine
    from zermelo.query.equilibria import PayoffMove as PayoffMove
    from zermelo.query.equilibria import say_payoffs as say_payoffs
    from zermelo.query.found import Found as Found
    from zermelo.query.found import FoundMoves as FoundMoves
    from zermelo.query.puzzles import Puzzle as Puzzle
    from zermelo.query.quintuplet import Quintuplet as Quintuplet
    from zermelo.query.solution import ChanceAnswer as ChanceAnswer
    from zermelo.query.solution import MoveAnswer as MoveAnswer
    from zermelo.query.solution import Solution as Solution
    from zermelo.query.solution import Step as Step
    from zermelo.query.statistics import Curiosity as Curiosity
    from zermelo.query.statistics import Statistics as Statistics
    from zermelo.query.tree import Tree as Tree
    from zermelo.query.verification import Verification as Verification
    from zermelo.solution.summary import Summary as Summary
    from zermelo.solvers.counting import Counts as Counts
    from zermelo.work.plans import Plan as Plan
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "conformance.suite": ("CheckReport",),
            "core.values": (
                "Answer",
                "Expected",
                "WinChance",
                "dead_ends_word",
                "moves_word",
                "outcome_word",
                "points_word",
            ),
            "drawing.boards": ("Board",),
            "play.classification": ("Classification", "Property"),
            "play.report": ("Report",),
            "play.report_for_one": ("ReportForOne",),
            "judging": ("OutcomeDerivation", "OutcomeOption", "Verdict", "derive_outcome", "verdicts"),
            "query.comparison": ("Comparison", "Difference"),
            "query.equilibria": ("Equilibria", "Indifference", "PayoffLine", "PayoffMove", "say_payoffs"),
            "query.found": ("Found", "FoundMoves"),
            "query.puzzles": ("Puzzle",),
            "query.quintuplet": ("Quintuplet",),
            "query.solution": ("ChanceAnswer", "MoveAnswer", "Solution", "Step"),
            "query.statistics": ("Curiosity", "Statistics"),
            "query.tree": ("Tree",),
            "query.verification": ("Verification",),
            "solution.summary": ("Summary",),
            "solvers.counting": ("Counts",),
            "work.plans": ("Plan",),
        },
    )
