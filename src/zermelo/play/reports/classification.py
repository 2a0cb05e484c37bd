"""Classify a game: Moore's seven terms, the players' moves, how play ends; each property with its grounds.

In a small game all positions are visited, and a property that holds at all of them is proven. In a larger one
the first positions and those of random play are visited. A property that holds at all of these is only tried.
A property that does not hold is disproven by a single position, even then. Some properties need no visit,
because the rules declare them, or because all rules of positions have them.

After Andrew W. Moore's tutorial slides ("two-player zero-sum discrete finite deterministic games of perfect
information"); impartial play and the normal and misere conventions are those of combinatorial game theory.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from numbers import Integral
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import field

from zermelo.compiler.guards.checked_rules import CheckedExpansion, CheckedRules, rule_errors_at
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.result import Count, GameInput, Names, Result, about
from zermelo.core.notation.wording import format_count, format_plies
from zermelo.core.rule_queries import is_finished
from zermelo.core.values import DRAW, LOSS, WIN, outcome_word
from zermelo.play.reports.same_moves import find_move_comparison
from zermelo.search.search_methods import METHODS
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.graph.loop_detection import sort_topologically
from zermelo.solver.methods.subgame_perfect import read_payoffs_at_end

POSITIONS: Final = 30_000  # up to which all of a game is visited, by default
SECONDS: Final = 10.0  # the time limit for the visit
PLAYS, PLIES = 200, 400  # random games in a larger game, and their greatest length
SEED: Final = 1913
Grounds = Literal["declared", "proven", "tried"]
DECLARED: Final[Grounds] = "declared"
PROVEN: Final[Grounds] = "proven"
TRIED: Final[Grounds] = "tried"
MOORE: Final = {  # in Moore's order, with the words in the name of the class
    "two players": "two-player",
    "zero sum": "zero-sum",
    "discrete": "discrete",
    "finite": "finite",
    "deterministic": "deterministic",
    "perfect information": "of perfect information",
}


class GameProperty(Result, frozen=True):
    """Whether a game has a property, why, and on which grounds.

    `grounds` is "declared" (the rules declare it, or all rules of positions have it), "proven" (at every
    position, or disproven by one) or "tried" (at the visited positions).
    """

    name: Annotated[str, about("what it is called")]
    holds: Annotated[bool | None, about("whether the game has it; null where the rules do not decide it")]
    grounds: Annotated[Grounds, about("how that is known")]
    reason: Annotated[str, about("why")]

    @property
    def answer_word(self) -> str:
        """Yes, no, or unknown."""
        return "unknown" if self.holds is None else "yes" if self.holds else "no"


class Classification(Result, frozen=True, kw_only=True):
    """A game's class: its properties, its name, and the methods that apply.

    >>> import zermelo
    >>> kind = zermelo.game("nim(heaps=(2, 2), misere=True)").classify()
    >>> kind["misere play"].holds, kind["impartial"].grounds, kind.positions, kind.whole
    (True, 'declared', 9, True)
    >>> kind.missing_terms, zermelo.game("pig(target=4)").classify().missing_terms
    ((), ('deterministic',))
    """

    GROUNDS: ClassVar = (
        "proven: seen at every position that matters; declared: the rules say so; tried: not seen to fail"
    )

    game: GameInput
    positions: Annotated[Count, about("that were looked at")]
    whole: Annotated[bool, about("whether these are all")]
    properties: Annotated[tuple[GameProperty, ...], about("properties that games are classified by")]
    class_name: Annotated[str, about("the kind in words")] = field(name="class")
    missing_terms: Annotated[Names, about("properties without which it is in no class of the textbooks")] = (
        field(name="missing")
    )
    methods: Annotated[Names, about("commands that can solve it")]

    def __getitem__(self, name: str) -> GameProperty:
        """Return the property of a name; raises `BadParameter` where there is none."""
        for each in self.properties:
            if each.name == name:
                return each
        known = ", ".join(each.name for each in self.properties)
        raise BadParameter(f"property {name!r} is unknown: choose one of {known}")

    @property
    def visits_text(self) -> str:
        """How many positions were looked at."""
        count = f"{self.positions:,} positions"
        return f"looked at {f'all {count}' if self.whole else f'{count}, not all'}"

    def __str__(self) -> str:
        wide = max(len(each.name) for each in self.properties)
        rows = [f"{self.game}: {self.visits_text}"]
        rows += [
            f"{each.name:<{wide}}  {each.answer_word:<8}  {each.grounds:<8}  {each.reason}"
            for each in self.properties
        ]
        rows += [f"class    {self.class_name}", f"methods  {', '.join(self.methods)}"]
        return "\n".join(rows)


def classify(
    game: Game, *, positions: int = POSITIONS, seconds: float = SECONDS, budget: Budget | None = None
) -> Classification:
    """Return a game's classification.

    All positions are visited, by the interpreter, up to so many `positions` and `seconds`. A larger game is
    tested by random play. Raises `BadParameter`, `BadRules`, `Cancelled`.
    """
    if positions < 1:
        raise BadParameter(f"{positions} positions are none: look at 1 at least")
    seen = _ObservedGame(game)
    seen.explore_nearest_positions(positions, seconds, budget or Budget())
    if not seen.whole:
        seen.play_random_games(seconds)
    rows = (
        seen.find_two_players_property(),
        ZERO_SUMS.choose(game)(seen),
        seen.find_discrete_property(),
        seen.find_finite_property(),
        seen.find_play_must_end_property(),
        DETERMINISM.choose(game)(seen),
        _make_perfect_information_property(),
        *seen.yield_impartial_and_partizan_properties(),
        *seen.yield_normal_and_misere_properties(),
    )
    named = {row.name: row for row in rows}
    missing = tuple(name for name in MOORE if named[name].holds is False)
    return Classification(
        game=repr(game),
        positions=len(seen.known),
        whole=seen.whole,
        properties=rows,
        class_name=_describe_class(missing, [name for name in MOORE if named[name].holds is None]),
        missing_terms=missing,
        methods=tuple(_yield_applicable_methods(game, named)),
    )


def _describe_class(missing: Names, unknown: list[str]) -> str:
    """Return the class in Moore's words, or the terms that it lacks."""
    words = "two-player zero-sum discrete finite deterministic game of perfect information"
    if not missing:
        return f"a {words}" if not unknown else f"perhaps a {words}: unknown whether {', '.join(unknown)}"
    if missing == ("deterministic",):
        return f"a {words.replace('deterministic', 'NONdeterministic')}: dice are thrown"
    return f"no {words}: not {', not '.join(missing)}"


def _make_perfect_information_property() -> GameProperty:
    reason = "all see the position, and one player moves at a time: rules of positions hide nothing"
    return GameProperty("perfect information", True, DECLARED, reason)


class _ObservedGame:
    """The observations of a game at the visited positions."""

    def __init__(self, game: Game) -> None:
        self.game: Any = game
        self.rules = CheckedRules(game)
        self.whole = False
        self.known: set[Position] = set()
        self.loop: tuple[Position, ...] = ()  # a cycle that play has made, or can make
        self.longest = 0  # plies of the longest random game
        self.most_moves = 0
        self.thrown = 0  # positions where dice decide
        self.kinds: Counter[str] = Counter()  # types of values that are not numbers
        self.by_outcome: Counter[int] = Counter()  # ends, by the mover's value
        self.by_stuck: Counter[int] = Counter()
        self.sums: dict[Any, Position] = {}  # sums of payoffs, each with an end that has it
        self.compared = 0  # positions where both players' moves were compared
        self.unlike: Position | None = None  # where they differ
        self.compare = None if NEVER_IMPARTIAL.choose(game) else find_move_comparison(game)
        self.movers: set[int] = set()  # players who had a move, where the position gives the mover

    @property
    def grounds(self) -> Grounds:
        """The grounds for a property that holds everywhere."""
        return PROVEN if self.whole else TRIED

    def explore_nearest_positions(self, most: int, seconds: float, budget: Budget) -> None:
        """Visit the positions from the starts on, the nearest first, all where they are few enough."""
        until = time.monotonic() + seconds
        walk = Exploration(self.game, islice(self.game.starts(), most + 1))
        edges: list[list[int]] = []
        for number, expansion, children in walk.explore_positions(lambda done: budget.report("look", done)):
            self.record_position(walk.nodes[number], expansion)
            edges.append(children)
            if len(walk.nodes) > most or time.monotonic() > until:
                return
        self.whole = True
        _, loop = sort_topologically(edges)
        self.loop = tuple(walk.nodes[number] for number in loop)

    def play_random_games(self, seconds: float) -> None:
        """Play random games to their ends, where the nearest positions contain no end."""
        chance, until = random.Random(SEED), time.monotonic() + seconds
        starts = list(islice(self.game.starts(), PLAYS))
        for _ in range(PLAYS):
            position = chance.choice(starts)
            way: list[Position] = []
            for _ in range(PLIES):
                expansion = self.rules.expand(position)
                self.record_position(position, expansion)
                if position in way and not self.loop:
                    self.loop = (*way[way.index(position) :], position)
                way.append(position)
                if not expansion.children or time.monotonic() > until:
                    break
                position = chance.choice(expansion.children)
            self.longest = max(self.longest, len(way) - 1)

    def record_position(self, position: Position, expansion: CheckedExpansion) -> None:
        """Record the observations at a position, once."""
        if position in self.known:
            return
        self.known.add(position)
        self.most_moves = max(self.most_moves, len(expansion.moves))
        if expansion.moves and has(self.game, "mover"):
            with rule_errors_at(self.game, position):
                self.movers.add(int(self.game.mover(position)))
        for each in (position, *expansion.moves):
            if not isinstance(each, Integral):
                self.kinds[type(each).__name__] += 1
        with rule_errors_at(self.game, position):
            if expansion.end is not None:
                self._record_end(position, expansion.end)
            elif expansion.probabilities is not None:
                self.thrown += 1
            if self.compare is not None and self.unlike is None and not is_finished(self.game, position):
                alike = self.compare(self.game, position)  # who cannot move may be either player
                self.compared += alike is not None
                if alike is False:
                    self.unlike = position

    def find_two_players_property(self) -> GameProperty:
        count = self.game.players
        if count != 2:
            return GameProperty("two players", False, DECLARED, format_count(count, "player"))
        if not has(self.game, "mover"):
            return GameProperty("two players", True, DECLARED, "two, and they move in turn")
        if len(self.movers) == 1:
            return GameProperty("two players", False, self.grounds, "one player alone is ever to move")
        return GameProperty("two players", True, DECLARED, "two, and the position says who moves")

    def _record_end(self, position: Position, value: int) -> None:
        self.sums.setdefault(PAYOFF_SUMS.choose(self.game)(self.game, position), position)
        (self.by_outcome if is_finished(self.game, position) else self.by_stuck)[value] += 1

    # The properties.

    def declare_zero_sum(self) -> GameProperty:
        """Return that values are each other's negatives."""
        what = "points, the mover's minus the other's" if self.game.scored else "one value"
        return GameProperty("zero sum", True, DECLARED, f"an end has {what}; the other player has minus that")

    def find_payoff_sums_property(self) -> GameProperty:
        """Return whether the payoffs at ends add up to 0."""
        name = "zero sum"
        if not self.sums:
            return GameProperty(name, None, TRIED, "no end was met")
        off = [(total, where) for total, where in self.sums.items() if total != 0]
        if not off:
            ends = sum(self.by_outcome.values()) + sum(self.by_stuck.values())
            return GameProperty(
                name, True, self.grounds, f"the payoffs add up to 0 at {self._format_count(ends, 'end')}"
            )
        total, where = off[0]
        if len(self.sums) > 1:
            said = f"the payoffs add up to {' or '.join(map(str, sorted(self.sums)[:4]))}"
            return GameProperty(
                name, False, PROVEN, f"{said}, to {total} at {describe_position(self.game, where)}"
            )
        always = "always" if self.whole else "wherever it was tried"
        reason = f"the payoffs add up to {total}, {always}: the same for any play, but not 0"
        return GameProperty(name, False, PROVEN, reason)

    def find_discrete_property(self) -> GameProperty:
        if self.kinds["float"]:
            return GameProperty("discrete", False, PROVEN, "a position or a move is a floating-point number")
        kinds = ", ".join(sorted(self.kinds))
        said = f"of kind {kinds}" if kinds else "integers"
        return GameProperty(
            "discrete", True, self.grounds, f"positions and moves are {said}, each distinct from the others"
        )

    def find_finite_property(self) -> GameProperty:
        met = f"{len(self.known):,} positions, at most {self.most_moves:,} moves at one"
        if self.whole:
            return GameProperty("finite", True, PROVEN, met)
        if has(self.game, "rank"):
            return GameProperty("finite", True, DECLARED, f"its index has {self.game.size:,} numbers")
        words = next(iter(self.known))
        if isinstance(words, int):
            return GameProperty("finite", True, DECLARED, f"a position is one number below 2**63; met {met}")
        if isinstance(words, tuple) and all(isinstance(word, int) for word in words):
            many = f"{len(words)} numbers below 2**63"
            return GameProperty("finite", True, DECLARED, f"a position is {many}; met {met}")
        return GameProperty("finite", None, TRIED, f"met {met}, and there are more")

    def find_play_must_end_property(self) -> GameProperty:
        name = "play must end"
        if self.loop:
            where = describe_position(self.game, self.loop[0])
            plies = format_plies(len(self.loop) - 1)
            return GameProperty(name, False, PROVEN, f"play may cycle: {plies} lead from {where} back to it")
        if self.whole:
            return GameProperty(name, True, PROVEN, "no position repeats, whatever is played")
        said = f"no position repeated in {PLAYS} plays at random, {self.longest} plies at most"
        return GameProperty(name, True, TRIED, said)

    def declare_deterministic(self) -> GameProperty:
        """Return that there are no dice."""
        reason = "the rules have no chances: moves alone decide"
        return GameProperty("deterministic", True, DECLARED, reason)

    def find_determinism_property(self) -> GameProperty:
        """Return whether dice were thrown at the visited positions."""
        name = "deterministic"
        if self.thrown:
            return GameProperty(name, False, PROVEN, f"dice are thrown at {self.thrown:,} of the positions")
        return GameProperty(
            name, True, self.grounds, "the rules have chances, and no position was met that throws"
        )

    def yield_impartial_and_partizan_properties(self) -> Iterator[GameProperty]:
        """Yield whether both players have the same moves, and whether they have not."""
        holds, grounds, reason = self._find_impartial_grounds()
        yield GameProperty("impartial", holds, grounds, reason)
        fits = holds is False and grounds == PROVEN
        if fits:
            yield GameProperty("partizan", True, grounds, "the players have moves of their own")
        else:
            why = "the players have the same moves" if holds else "as above"
            yield GameProperty("partizan", None if holds is None else False, grounds, why)

    def _find_impartial_grounds(self) -> tuple[bool | None, Grounds, str]:
        if reason := NEVER_IMPARTIAL.choose(self.game):
            return False, DECLARED, reason
        if self.unlike is not None:
            return False, PROVEN, f"the players' moves differ at {describe_position(self.game, self.unlike)}"
        if self.game.impartial:
            return True, DECLARED, "the rules say so, and never ask who moves"
        if self.compared:
            compared = self._format_count(self.compared, "position")
            both = f"both have the same moves at {compared} where it can be asked"
            return True, self.grounds, both
        why = "the rules do not say so (impartial = True), nor what the other could do (options, passed)"
        return None, DECLARED, why

    def yield_normal_and_misere_properties(self) -> Iterator[GameProperty]:
        """Yield how play ends: whether a player who cannot move loses, or wins; else the rules decide."""
        for name, value, fate in (("normal play", LOSS, "loses"), ("misere play", WIN, "wins")):
            holds, grounds, reason = self._find_grounds_for_loser_without_move(value, fate)
            yield GameProperty(name, holds, grounds, reason)

    def _find_grounds_for_loser_without_move(self, value: int, fate: str) -> tuple[bool | None, Grounds, str]:
        if reason := NEVER_BY_LAST_MOVE.choose(self.game)(self.game):
            return False, DECLARED, reason
        if self.by_outcome:
            said = ", ".join(
                f"{outcome_word(each)} at {self.by_outcome[each]:,}"
                for each in (WIN, DRAW, LOSS)
                if self.by_outcome[each]
            )
            return False, PROVEN, f"ends by outcome: the rules decide (the mover's {said})"
        if not self.by_stuck:
            return None, TRIED, "no end was met"
        if set(self.by_stuck) == {value}:
            ends = self._format_count(self.by_stuck[value], "end")
            return True, self.grounds, f"who cannot move {fate}, at {ends}"
        other = next(each for each in self.by_stuck if each != value)
        return False, PROVEN, f"who cannot move has a {outcome_word(other)}"

    def _format_count(self, count: int, noun: str) -> str:
        said = format_count(count, noun)
        return f"all {said}" if self.whole and count > 1 else said


ZERO_SUMS: Final = ByKind(
    "zero sum", _ObservedGame.declare_zero_sum, payoffs=_ObservedGame.find_payoff_sums_property
)
PAYOFF_SUMS: Final[ByKind[Callable[[Game, Position], float]]] = ByKind(
    "sum of payoffs at an end",
    lambda *_: 0,
    payoffs=lambda game, position: sum(read_payoffs_at_end(game, position)),
)
DETERMINISM: Final = ByKind(
    "determinism",
    _ObservedGame.declare_deterministic,
    payoffs=_ObservedGame.declare_deterministic,
    dice=_ObservedGame.find_determinism_property,
)
_ALONE: Final = "it is said of games that are won or lost by moves alone"
_COUNTED: Final = "points are counted"
NEVER_IMPARTIAL: Final = ByKind(
    "why a game is not impartial",
    "",
    payoffs="it is said of two players, one of whom wins",
    dice=f"dice decide, too: {_ALONE}",
    dice_gains=f"{_COUNTED}: {_ALONE}",
    points=f"{_COUNTED}: {_ALONE}",
)
NEVER_BY_LAST_MOVE: Final[ByKind[Callable[[Game], str]]] = ByKind(
    "why the last move does not decide",
    lambda game: _COUNTED if game.scored else "",
    payoffs=lambda _: "each player gets a payoff",
)


def _yield_applicable_methods(game: Game, named: dict[str, GameProperty]) -> Iterator[str]:
    """Return the methods of zermelo that answer such a game, by their names on the command line."""
    return METHODS_BY_KIND.choose(game)(game, named, ends=bool(named["play must end"].holds))


def _yield_payoff_methods(game: Game, named: dict[str, GameProperty], *, ends: bool) -> Iterator[str]:
    if ends:
        yield "solve (backward induction for several players)"


def _yield_value_methods(game: Game, named: dict[str, GameProperty], *, ends: bool) -> Iterator[str]:
    if not named["deterministic"].holds:
        yield f"solve ({'backward induction' if ends else 'value iteration'} with chance positions)"
    else:
        yield f"solve ({'backward induction' if ends else 'retrograde analysis'})"
    for method in METHODS.values():
        if method.dice != bool(named["deterministic"].holds):
            if ends or method.loops:
                yield f"solve --method {method.name}"
            elif method.dice:
                yield f"solve --method {method.name} --depth N"
    if named["impartial"].holds and ends:
        if named["normal play"].holds:
            yield "nimber, sum and strategy"
        elif named["misere play"].holds:
            yield "strategy"
    if named["partizan"].holds and ends and named["normal play"].holds and has(game, "options"):
        yield "canonical, thermograph and sum"


METHODS_BY_KIND: Final = ByKind("methods that apply", _yield_value_methods, payoffs=_yield_payoff_methods)
