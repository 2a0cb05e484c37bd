"""Explaining: what a person can remember of a game, and why a move is good.

Lists of rules are found, certified, taught, written to files and read again; rules are derived backwards;
players follow them. A list is a policy, and so is each of the players: `zermelo.policies` certifies them and
`zermelo.matches` plays with them. `METHODS` are the ways to find a list; `Asked` is what a predicate of your
own is, a function of game, position and move; `TO_MOVER` is the voice in which a reason speaks to the mover.

Rules are derived from abstract graphs. `AbstractGame` is a game as such graphs, read from text or made of
`Action`s and final graphs; `abstract_graph` reads one graph, `graph_sum` and `undone` are the thesis's sum
and difference; and a `TypedGraph` is the same as vertices and edges.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.naming import game

if TYPE_CHECKING:
    from zermelo.abstract.actions import Action as Action
    from zermelo.abstract.actions import undone as undone
    from zermelo.abstract.declaration import AbstractGame as AbstractGame
    from zermelo.abstract.graph import AbstractGraph as AbstractGraph
    from zermelo.abstract.graph import abstract_graph as abstract_graph
    from zermelo.abstract.graph_sum import graph_sum as graph_sum
    from zermelo.abstract.typed_graph import TypedGraph as TypedGraph
    from zermelo.abstract.typed_graph import typed as typed
    from zermelo.abstract.typed_graph import typed_difference as typed_difference
    from zermelo.abstract.typed_graph import typed_sum as typed_sum
    from zermelo.explain.graphs.derivation import Derivation as Derivation
    from zermelo.explain.graphs.figures import figures as figures
    from zermelo.explain.lists.certified import Certified as Certified
    from zermelo.explain.lists.certified import certify_list as certify_list
    from zermelo.explain.lists.costed import Costs as Costs
    from zermelo.explain.lists.exception_groups import Group as Group
    from zermelo.explain.lists.exception_groups import group_exceptions as group_exceptions
    from zermelo.explain.lists.explanation import METHODS as METHODS
    from zermelo.explain.lists.explanation import Explanation as Explanation
    from zermelo.explain.lists.in_turn import read_rule as read_rule
    from zermelo.explain.lists.known_lists import known_list as known_list
    from zermelo.explain.lists.lesson import Choice as Choice
    from zermelo.explain.lists.lesson import Example as Example
    from zermelo.explain.lists.lesson import Lesson as Lesson
    from zermelo.explain.lists.lesson import Step as Step
    from zermelo.explain.lists.lesson import Verdict as Verdict
    from zermelo.explain.lists.lesson import teach_list as teach_list
    from zermelo.explain.lists.lesson import told_of as told_of
    from zermelo.explain.lists.predicates import Rule as Rule
    from zermelo.explain.lists.priced import Frontier as Frontier
    from zermelo.explain.lists.rule_files import load_list as load_list
    from zermelo.explain.lists.rule_files import save_list as save_list
    from zermelo.explain.lists.rule_list import RuleList as RuleList
    from zermelo.explain.lists.vocabulary import features_of as features_of
    from zermelo.explain.lists.vocabulary.own import Asked as Asked
    from zermelo.explain.lists.vocabulary.own import read_functions as read_functions
    from zermelo.explain.players.judged import Judged as Judged
    from zermelo.explain.players.judged import judge as judge
    from zermelo.explain.players.newell_simon import NewellSimon as NewellSimon
    from zermelo.explain.players.repaired import RepairedPlayer as RepairedPlayer
    from zermelo.explain.players.result_player import ResultPlayer as ResultPlayer
    from zermelo.explain.players.rule_by_rule import rule_by_rule as rule_by_rule
    from zermelo.explain.players.rule_player import RulePlayer as RulePlayer
    from zermelo.explain.why.answer import FiredRule as FiredRule
    from zermelo.explain.why.answer import Why as Why
    from zermelo.explain.why.voice import TO_MOVER as TO_MOVER
    from zermelo.explain.why.voice import Voice as Voice
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "abstract.actions": ("Action", "undone"),
            "abstract.declaration": ("AbstractGame",),
            "abstract.graph": ("AbstractGraph", "abstract_graph"),
            "abstract.graph_sum": ("graph_sum",),
            "abstract.typed_graph": ("TypedGraph", "typed", "typed_difference", "typed_sum"),
            "explain.graphs.derivation": ("Derivation",),
            "explain.graphs.figures": ("figures",),
            "explain.lists.certified": ("Certified", "certify_list"),
            "explain.lists.exception_groups": ("Group", "group_exceptions"),
            "explain.lists.explanation": ("Explanation", "METHODS"),
            "explain.lists.costed": ("Costs",),
            "explain.lists.priced": ("Frontier",),
            "explain.lists.in_turn": ("read_rule",),
            "explain.lists.known_lists": ("known_list",),
            "explain.lists.lesson": (
                "Choice",
                "Example",
                "Lesson",
                "Step",
                "Verdict",
                "teach_list",
                "told_of",
            ),
            "explain.lists.predicates": ("Rule",),
            "explain.lists.rule_files": ("load_list", "save_list"),
            "explain.lists.rule_list": ("RuleList",),
            "explain.lists.vocabulary": ("features_of",),
            "explain.lists.vocabulary.own": ("Asked", "read_functions"),
            "explain.players.judged": ("Judged", "judge"),
            "explain.players.newell_simon": ("NewellSimon",),
            "explain.players.repaired": ("RepairedPlayer",),
            "explain.players.result_player": ("ResultPlayer",),
            "explain.players.rule_by_rule": ("rule_by_rule",),
            "explain.players.rule_player": ("RulePlayer",),
            "explain.why.answer": ("FiredRule", "Why"),
            "explain.why.voice": ("TO_MOVER", "Voice"),
        },
        ("derive_rules", "find_rules", "frontier"),
    )


def find_rules(
    game_or_text: Game | str,
    *,
    side: str = "both",
    method: str = "sat",
    goal: str = "start",
    most: int = 8,
    pairs: bool = True,
    own: "Sequence[Asked]" = (),
    families: Sequence[str] | None = None,
    budget: Budget | None = None,
) -> "Explanation":
    """Return the shortest list of rules that plays a game rightly, certified.

    `side` is first, second or both; `method` sat, list or greedy; `goal` start (what can come about when the
    list is followed) or always; `most` the most rules; `own` functions of (game, position, move) that rules
    may speak of beside the `families` of known words. Raises `BadParameter`, `LoopFound`,
    `MissingCapability`, `MissingExtra`, `OutOfBudget`, `CheckFailed` should a list not hold. Source:
    `explain.lists.finding`.

    >>> print(find_rules("nim(heaps=(1, 3, 5, 7))").rules)
    1  leaves nim-sum 0
    2  any move
    """
    from zermelo.explain.lists.finding import find_rules as find

    return find(
        game(game_or_text),
        side=side,
        method=method,
        goal=goal,
        most=most,
        pairs=pairs,
        own=own,
        families=families,
        budget=budget,
    )


def frontier(
    game_or_text: Game | str,
    *,
    side: str = "both",
    most: int = 8,
    pairs: bool = True,
    own: "Sequence[Asked]" = (),
    families: Sequence[str] | None = None,
    within: float = 0.0,
    budget: Budget | None = None,
) -> "Frontier | Costs":
    """Return the best lists found of 0, 1, 2, ... rules, with what each wins, draws and loses.

    With dice, and with points on the way, it is what each brings and costs: `Costs`. `within` ends it with
    the first that falls short so seldom, or costs so little: a share of games, or points. The other options
    are those of `find_rules`. Raises as it does, and `MissingCapability` where points come on the way and
    play may come round. Source: `explain.lists.frontier`.

    >>> found = frontier("nim(heaps=(1, 2, 3))", side="second")
    >>> [(each.length, each.perfect.lost) for each in found.lists], found.minimal
    ([(0, 0.933333333333), (1, 0.0)], True)
    """
    from zermelo.explain.lists.costing import find_costs, is_of_costs
    from zermelo.explain.lists.frontier import find_frontier

    which = game(game_or_text)
    find: Callable[..., Frontier | Costs] = find_costs if is_of_costs(which) else find_frontier
    return find(
        which,
        side=side,
        most=most,
        pairs=pairs,
        own=own,
        families=families,
        within=within,
        budget=budget,
    )


def derive_rules(
    game_or_text: Game | str,
    *,
    literal: bool = False,
    against: str = "first",
    stop: str | None = None,
    last: int | None = None,
    budget: Budget | None = None,
) -> "Derivation":
    """Return the rules that the backward algorithm of Iklassov's thesis derives for a game of lines.

    An attack with threats that one reply can stop together is left out, and an attack counts only where it
    wins when it is played out. `literal` takes the thesis at its word, and some of its attacks then lose.
    `against` is "first" or "any", `stop` "explained" or "new", `last` the number of the last attack: see
    `explain.graphs.backward`. Raises `MissingCapability` for games without lines or with gravity,
    `BadParameter`, `Cancelled`.

    >>> [len(rule.structures) for rule in derive_rules("tic_tac_toe").rules[:5]]
    [1, 1, 1, 1, 2]
    >>> [len(rule.structures) for rule in derive_rules("tic_tac_toe", literal=True).rules[:5]]
    [1, 1, 1, 1, 3]
    """
    from zermelo.explain.graphs.backward import backward

    which = game(game_or_text)
    return backward(which, literal=literal, against=against, stop=stop, last=last, budget=budget)
