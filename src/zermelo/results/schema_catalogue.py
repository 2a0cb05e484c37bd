"""Schemas of what every command prints with `--json`: `zermelo schema` publishes them.

Each schema has a version, which stands in `$id`. Adding a field keeps the version, because readers ignore
unknown fields. Removing a field, renaming it or changing its meaning raises the version.
"""

from typing import Annotated, Any, Final

from zermelo.cgt import NimberAnswer
from zermelo.cgt.heaps.coin_turning_games import CoinNimbers
from zermelo.cgt.heaps.heap_solution import SolvedHeaps
from zermelo.cgt.heaps.nimber_expression import FieldNimber
from zermelo.cgt.misere.misere_positions import MiserePosition
from zermelo.cgt.misere.partizan.misere_universes import GameInUniverse
from zermelo.cgt.misere.partizan.partizan_misere_sum import PartizanMiserePosition
from zermelo.cgt.misere.quotients.misere_quotient import MisereHeaps
from zermelo.cgt.partizan.born_by_day.day_lattice import Lattice
from zermelo.cgt.partizan.compounds.game_compounds import CompoundSummary
from zermelo.cgt.partizan.temperature.thermograph import Thermographs
from zermelo.cgt.sizes.size_claims import AllSizes
from zermelo.cgt.strategies.worded_strategy import Strategies, Strategy, UnknownStrategy
from zermelo.cgt.sum_summary import LoopySum, ShortSum
from zermelo.cgt.value_summary import LoopyGameValue, ShortGameValue
from zermelo.compiler.machine_code.kernel_cache import CacheReport
from zermelo.core.errors import BadParameter
from zermelo.core.notation.evidence import Evidence
from zermelo.core.notation.result import Result, about
from zermelo.explain.list_tradeoff.expected_loss_tradeoff import ExpectedLossTradeoff
from zermelo.explain.list_tradeoff.win_draw_loss_tradeoff import WinDrawLossTradeoff
from zermelo.explain.readings.guided_reading import Reading
from zermelo.explain.rule_lists.list_certificate import CertifiedList
from zermelo.explain.rule_lists.rule_explanation import Explanation
from zermelo.explain.rule_lists.rule_lesson import Lesson
from zermelo.explain.rule_players.derivation_evaluation import EvaluatedDerivation
from zermelo.explain.why.why_answer import Why
from zermelo.games.game_catalogue import CatalogueList
from zermelo.learn import BestResponse
from zermelo.learn.monotonic.deep_self_play import DeepSelfPlay
from zermelo.learn.monotonic.literal_algorithm import LiteralRun
from zermelo.learn.monotonic.self_play_report import SelfPlayReport
from zermelo.play.matches.contest import Contest
from zermelo.play.matches.multiplayer import SeatedContest
from zermelo.play.matches.round_robin import RoundRobin
from zermelo.play.pages.standalone_page import WrittenPage
from zermelo.play.position_value import PositionValue
from zermelo.play.position_winners import OutcomeDerivation, WinnerTable
from zermelo.play.reports.classification import Classification
from zermelo.play.reports.game_report import GameReportSummary
from zermelo.play.reports.mistake_profile import MistakeProfile
from zermelo.play.reports.payoff_report import PayoffReport
from zermelo.play.reports.puzzle_report import PuzzleReportSummary
from zermelo.play.reports.variant_comparison import VariantComparison
from zermelo.results.result_schema import DIALECT, Schema, make_result_schema
from zermelo.search.books.answer_book import BookCounts
from zermelo.search.depth_by_depth import DepthByDepth
from zermelo.search.search_result import SearchResult
from zermelo.solution.game_trees.quintuplet import Quintuplet
from zermelo.solution.game_trees.tree_description import TreeDescription
from zermelo.solution.game_trees.two_bit_sweeps import TwoBitSweeps
from zermelo.solution.position_description import PositionDescription
from zermelo.solution.puzzle_answers import PuzzleList
from zermelo.solution.solution_comparison import SolutionComparison
from zermelo.solution.solution_statistics import Statistics
from zermelo.solution.subgame_perfect_play import PositionPayoffs, SolvedPayoffs
from zermelo.solver import Counts, Plan
from zermelo.solver.forecast.cluster_plan import ClusterPlan
from zermelo.solver.records.solve_summary import Summary
from zermelo.verify import Certificate


class NamedSchema(Result, frozen=True, kw_only=True):
    """The schema of a command."""

    command: Annotated[str, about("the command")]
    id: Annotated[str, about("its `$id`")]
    _description: str


class SchemaList(Result, frozen=True, kw_only=True):
    """What has a schema."""

    schemas: Annotated[tuple[NamedSchema, ...], about("by command")]

    def __str__(self) -> str:
        width = max(len(each.command) for each in self.schemas)
        return "\n".join(
            f"{each.command:<{width}}  {each.id:<{width + 20}}  {each._description}" for each in self.schemas
        )


A_SCHEMA: Final[Schema] = {
    "$ref": DIALECT,
    "type": "object",
    "required": ["$id", "title"],
    "description": "a JSON Schema",
}
EXPLANATIONS: Final = (
    Explanation,
    CertifiedList,
    Lesson,
    EvaluatedDerivation,
    WinDrawLossTradeoff,
    ExpectedLossTradeoff,
    AllSizes,
)
Typed = tuple[Any, ...]  # a description, and the classes of the answer
COMMAND_SCHEMAS: Final[dict[str, tuple[int, Typed]]] = {  # by command: its version, and its answer
    "solve": (1, ("a game solved, or one position of it", Summary, SearchResult, SolvedPayoffs)),
    "plan": (1, ("what solving a game will take, on this machine or on a cluster", Plan, ClusterPlan)),
    "book": (1, ("every position of a game's first plies: how many are won, drawn and lost", BookCounts)),
    "verify": (2, ("what was claimed, how it was checked, and what is trusted", Evidence, Certificate)),
    "value": (1, ("what a position is worth", PositionValue, PositionPayoffs, SearchResult, DepthByDepth)),
    "show": (1, ("a position, and what can be done there", PositionDescription)),
    "count": (1, ("how large a game is, exactly", Counts)),
    "nimber": (1, ("an impartial position", NimberAnswer, OutcomeDerivation)),
    "classify": (1, ("what kind of game it is", Classification)),
    "winners": (1, ("who wins each of many positions, in the order of their lines", WinnerTable)),
    "match": (1, ("games that were played", Contest, SeatedContest, RoundRobin)),
    "certify": (2, ("a policy played against every reply", Certificate)),
    "exploit": (1, ("the best response to a fixed policy", BestResponse)),
    "ladder": (1, ("how a player's mistakes go with the distance to the end", MistakeProfile)),
    "page": (1, ("a page that was written", WrittenPage)),
    "read": (1, ("a guided reading of a document", Reading)),
    "tree": (1, ("a game tree", TreeDescription)),
    "table": (1, ("Moore's quintuplet, or how two-bit sweeps mark it", Quintuplet, TwoBitSweeps)),
    "puzzles": (1, ("positions with something to be found there", PuzzleList)),
    "why": (1, ("why a move is played", Why)),
    "explain": (1, ("rules that a person can remember", *EXPLANATIONS)),
    "strategy": (1, ("a strategy in words", Strategy, UnknownStrategy, Strategies)),
    "games": (1, ("the catalogue", CatalogueList)),
    "check": (2, ("a game that keeps the contract; else the command fails", Evidence)),
    "report": (1, ("a game judged for its designer", GameReportSummary, PuzzleReportSummary, PayoffReport)),
    "stats": (1, ("what a solved game is like; counts are of positions, or of classes", Statistics)),
    "compare": (1, ("two sets of rules, or two solutions", VariantComparison, SolutionComparison)),
    "sum": (1, ("a sum of games: what it is worth, and the moves in it", ShortSum, LoopySum)),
    "canonical": (1, ("what a partizan position is worth", ShortGameValue, LoopyGameValue)),
    "thermograph": (1, ("thermographs, in the order asked for", Thermographs)),
    "compound": (1, ("games that are played at once", CompoundSummary)),
    "lattice": (1, ("the games born by a day, in their order", Lattice)),
    "octal": (1, ("a game of heaps: its nimbers, and their period", SolvedHeaps)),
    "coins": (1, ("a game of turning coins: nimbers of single coins, and of a position", CoinNimbers)),
    "field": (1, ("an expression of nimbers, computed in their field", FieldNimber)),
    "misere": (
        1,
        (
            "a game of heaps in misere play, or a position, or a game modulo a universe",
            MisereHeaps,
            MiserePosition,
            PartizanMiserePosition,
            GameInUniverse,
        ),
    ),
    "selfplay": (
        1,
        ("what self-play has learned", SelfPlayReport, LiteralRun, DeepSelfPlay),
    ),
    "cache": (1, ("the compiled kernels", CacheReport)),
    "schema": (1, ("schemas: their list, or one of them", SchemaList, A_SCHEMA)),
}


def schema_commands() -> dict[str, str]:
    """Return the commands that have a schema.

    Returns
    -------
    dict of str
        By command, a sentence about what it prints with `--json`.
    """
    return {command: answer[0] for command, (_, answer) in COMMAND_SCHEMAS.items()}


def list_schemas() -> SchemaList:
    """Return the list of schemas that `zermelo schema --json` prints.

    Returns
    -------
    SchemaList
        The commands with the identifiers of their schemas.
    """
    return SchemaList(
        schemas=tuple(
            NamedSchema(command=name, id=schema_id(name), _description=description)
            for name, description in schema_commands().items()
        )
    )


def schema_id(command: str) -> str:
    """Return the identifier of a command's schema.

    >>> schema_id("value")
    'urn:zermelo:json:value:1'
    """
    return f"urn:zermelo:json:{command}:{COMMAND_SCHEMAS[command][0]}"


def command_schema(command: str) -> Schema:
    """Return the JSON Schema of what a command prints with `--json`.

    Parameters
    ----------
    command : str
        Name of the command.

    Returns
    -------
    dict
        A schema of draft 2020-12.

    Raises
    ------
    BadParameter
        For a command that prints no JSON.

    Examples
    --------
    >>> command_schema("count")["required"]
    ['game', 'positions', 'games', 'nodes']
    """
    if command not in COMMAND_SCHEMAS:
        raise BadParameter(f"{command!r} prints no JSON: choose one of {', '.join(COMMAND_SCHEMAS)}")
    description, *kinds = COMMAND_SCHEMAS[command][1]
    head = {"$schema": DIALECT, "$id": schema_id(command), "title": f"zermelo {command} --json"}
    return head | make_result_schema(kinds, description)
