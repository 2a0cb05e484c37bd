"""What kind of game it is: Moore's seven terms, who has which moves, how play ends; each with its grounds.

A small game is gone through whole, and what holds at every position is proven. Of a larger one the first
positions are looked at, and those of random play: what holds at all of them is tried, and no more. What does
not hold is proven by a single position, however few were looked at. And some of it nobody needs to look at,
as the rules declare it, or as whatever is written as rules of positions has it.

After Andrew W. Moore's tutorial slides ("two-player zero-sum discrete finite deterministic games of perfect
information"); impartial play and the normal and misere conventions are those of combinatorial game theory.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from numbers import Integral
from typing import Any, Final, NamedTuple

from zermelo.compiler.guards.checked_rules import CheckedExpansion, CheckedRules, rule_errors_at
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position, has
from zermelo.core.requirements import is_of_payoffs
from zermelo.core.rule_queries import is_finished
from zermelo.core.values import DRAW, LOSS, WIN, outcome_word
from zermelo.play.reports.same_moves import find_move_comparison
from zermelo.search.search_methods import METHODS
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.graph.loop_detection import topological_order
from zermelo.solver.methods.subgame_perfect import payoffs_at

POSITIONS: Final = 30_000  # up to which a game is gone through whole, unless told
SECONDS: Final = 10.0  # or so long
PLAYS, PLIES = 200, 400  # of random play where it is larger, and the longest of them
SEED: Final = 1913
DECLARED, PROVEN, TRIED = "declared", "proven", "tried"
MOORE: Final = {  # in his order, with how the class is called where it holds
    "two players": "two-player",
    "zero sum": "zero-sum",
    "discrete": "discrete",
    "finite": "finite",
    "deterministic": "deterministic",
    "perfect information": "of perfect information",
}


class GameProperty(NamedTuple):
    """Whether a game has a property: `holds` is None where the rules do not tell; why, and on which grounds.

    `grounds` is "declared" (the rules say so, or all rules of positions are so), "proven" (at every position,
    or by one where it is not so) or "tried" (at the positions that were looked at).
    """

    name: str
    holds: bool | None
    grounds: str
    reason: str

    @property
    def said(self) -> str:
        """Yes, no, or not told."""
        return "not told" if self.holds is None else "yes" if self.holds else "no"


@dataclass(frozen=True)
class Classification:
    """What kind of game it is: its properties, what it is called, and which methods answer it.

    `positions` were looked at; `whole` says that these are all.

    >>> import zermelo
    >>> kind = zermelo.game("nim(heaps=(2, 2), misere=True)").classify()
    >>> kind["misere play"].holds, kind["impartial"].grounds, kind.positions, kind.whole
    (True, 'declared', 9, True)
    >>> kind.missing, zermelo.game("pig(target=4)").classify().missing
    ((), ('deterministic',))
    """

    game: str
    positions: int
    whole: bool
    properties: tuple[GameProperty, ...]
    methods: tuple[str, ...]  # as the command line calls them

    def __getitem__(self, name: str) -> GameProperty:
        """Return the property of a name; raises `BadParameter` where there is none."""
        for each in self.properties:
            if each.name == name:
                return each
        known = ", ".join(each.name for each in self.properties)
        raise BadParameter(f"property {name!r} is unknown: choose one of {known}")

    @property
    def missing(self) -> tuple[str, ...]:
        """Which of Moore's terms do not hold."""
        return tuple(name for name in MOORE if self[name].holds is False)

    @property
    def class_name(self) -> str:
        """What it is in Moore's words, or what it lacks for that."""
        words = "two-player zero-sum discrete finite deterministic game of perfect information"
        untold = [name for name in MOORE if self[name].holds is None]
        if not self.missing:
            return f"a {words}" if not untold else f"perhaps a {words}: not told whether {', '.join(untold)}"
        if self.missing == ("deterministic",):
            return f"a {words.replace('deterministic', 'NONdeterministic')}: dice are thrown"
        return f"no {words}: not {', not '.join(self.missing)}"

    def __str__(self) -> str:
        wide = max(len(each.name) for each in self.properties)
        looked = (
            f"all {self.positions:,} positions" if self.whole else f"{self.positions:,} positions, not all"
        )
        rows = [f"{self.game}: looked at {looked}"]
        rows += [
            f"{each.name:<{wide}}  {each.said:<8}  {each.grounds:<8}  {each.reason}"
            for each in self.properties
        ]
        rows += [f"class    {self.class_name}", f"methods  {', '.join(self.methods)}"]
        return "\n".join(rows)

    def as_json(self) -> dict[str, Any]:
        """Return what `zermelo classify --json` prints."""
        return {
            "game": self.game,
            "positions": self.positions,
            "whole": self.whole,
            "properties": [each._asdict() for each in self.properties],
            "class": self.class_name,
            "missing": list(self.missing),
            "methods": list(self.methods),
        }


def classify(
    game: Game, *, positions: int = POSITIONS, seconds: float = SECONDS, budget: Budget | None = None
) -> Classification:
    """Return what kind of game it is.

    It is gone through whole up to so many `positions` and `seconds`, by the interpreter; past them random
    play tries it. Raises `BadParameter`, `BadRules`, `Cancelled`.
    """
    if positions < 1:
        raise BadParameter(f"{positions} positions are none: look at 1 at least")
    seen = _ObservedGame(game)
    seen.look_around(positions, seconds, budget or Budget())
    if not seen.whole:
        seen.play_at_random(seconds)
    rows = (
        seen.two_players(),
        seen.zero_sum(),
        seen.discrete(),
        seen.finite(),
        seen.ends(),
        seen.deterministic(),
        _perfect_information(),
        *seen.partiality(),
        *seen.conventions(),
    )
    named = {row.name: row for row in rows}
    return Classification(repr(game), len(seen.known), seen.whole, rows, tuple(_methods(game, named)))


def _perfect_information() -> GameProperty:
    reason = "all see the position, and one player moves at a time: rules of positions hide nothing"
    return GameProperty("perfect information", True, DECLARED, reason)


class _ObservedGame:
    """What was seen of a game, at the positions that were looked at."""

    def __init__(self, game: Game) -> None:
        self.game: Any = game
        self.rules = CheckedRules(game)
        self.whole = False
        self.known: set[Position] = set()
        self.loop: tuple[Position, ...] = ()  # one that play has come round, or can
        self.longest = 0  # plies of random play
        self.most_moves = 0
        self.thrown = 0  # positions where dice decide
        self.kinds: Counter[str] = Counter()  # of what is no number, by kind
        self.by_outcome: Counter[int] = Counter()  # ends, by the mover's value
        self.by_stuck: Counter[int] = Counter()
        self.sums: dict[Any, Position] = {}  # of payoffs, each with an end where it comes
        self.compared = 0  # positions where both players' moves were compared
        self.unlike: Position | None = None  # where they differ
        self.compare = find_move_comparison(game)
        self.movers: set[int] = set()  # who was seen to have a move, where the position says who moves

    @property
    def grounds(self) -> str:
        """What is right of what holds everywhere."""
        return PROVEN if self.whole else TRIED

    def look_around(self, most: int, seconds: float, budget: Budget) -> None:
        """Go through the positions from the starts on, the nearest first, all where they are few enough."""
        until = time.monotonic() + seconds
        walk = Exploration(self.game, islice(self.game.starts(), most + 1))
        edges: list[list[int]] = []
        for number, expansion, children in walk.steps(lambda done: budget.report("look", done)):
            self.note(walk.nodes[number], expansion)
            edges.append(children)
            if len(walk.nodes) > most or time.monotonic() > until:
                return
        self.whole = True
        _, loop = topological_order(edges)
        self.loop = tuple(walk.nodes[number] for number in loop)

    def play_at_random(self, seconds: float) -> None:
        """Play games at random: to their ends, where the nearest positions do not come to one."""
        chance, until = random.Random(SEED), time.monotonic() + seconds
        starts = list(islice(self.game.starts(), PLAYS))
        for _ in range(PLAYS):
            position = chance.choice(starts)
            way: list[Position] = []
            for _ in range(PLIES):
                expansion = self.rules.expand(position)
                self.note(position, expansion)
                if position in way and not self.loop:
                    self.loop = (*way[way.index(position) :], position)
                way.append(position)
                if not expansion.children or time.monotonic() > until:
                    break
                position = chance.choice(expansion.children)
            self.longest = max(self.longest, len(way) - 1)

    def note(self, position: Position, expansion: CheckedExpansion) -> None:
        """Note what there is to see at a position, once."""
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
                self._note_end(position, expansion.end)
            elif expansion.probabilities is not None:
                self.thrown += 1
            if self.compare is not None and self.unlike is None and not is_finished(self.game, position):
                alike = self.compare(self.game, position)  # who cannot move may be one of the two
                self.compared += alike is not None
                if alike is False:
                    self.unlike = position

    def two_players(self) -> GameProperty:
        count = self.game.players
        if count != 2:
            return GameProperty("two players", False, DECLARED, f"{count} player{'s' if count != 1 else ''}")
        if not has(self.game, "mover"):
            return GameProperty("two players", True, DECLARED, "two, and they move in turn")
        if len(self.movers) == 1:
            return GameProperty("two players", False, self.grounds, "one player alone is ever to move")
        return GameProperty("two players", True, DECLARED, "two, and the position says who moves")

    def _note_end(self, position: Position, value: int) -> None:
        if is_of_payoffs(self.game):
            self.sums.setdefault(sum(payoffs_at(self.game, position)), position)
        (self.by_outcome if is_finished(self.game, position) else self.by_stuck)[value] += 1

    # What it says.

    def zero_sum(self) -> GameProperty:
        name = "zero sum"
        if not is_of_payoffs(self.game):
            what = "points, the mover's minus the other's" if self.game.scored else "one value"
            return GameProperty(name, True, DECLARED, f"an end has {what}; the other player has minus that")
        if not self.sums:
            return GameProperty(name, None, TRIED, "no end was met")
        off = [(total, where) for total, where in self.sums.items() if total != 0]
        if not off:
            ends = sum(self.by_outcome.values()) + sum(self.by_stuck.values())
            return GameProperty(
                name, True, self.grounds, f"the payoffs add up to 0 at {self._count(ends, 'end')}"
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

    def discrete(self) -> GameProperty:
        if self.kinds["float"]:
            return GameProperty("discrete", False, PROVEN, "a position or a move is a floating-point number")
        kinds = ", ".join(sorted(self.kinds))
        said = f"of kind {kinds}" if kinds else "integers"
        return GameProperty(
            "discrete", True, self.grounds, f"positions and moves are {said}, told one from another"
        )

    def finite(self) -> GameProperty:
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

    def ends(self) -> GameProperty:
        name = "play must end"
        if self.loop:
            where = describe_position(self.game, self.loop[0])
            plies = f"{len(self.loop) - 1} pl{'y' if len(self.loop) == 2 else 'ies'}"
            return GameProperty(
                name, False, PROVEN, f"play may go round: {plies} lead from {where} back to it"
            )
        if self.whole:
            return GameProperty(name, True, PROVEN, "no position comes again, whatever is played")
        said = f"no position came again in {PLAYS} plays at random, {self.longest} plies at most"
        return GameProperty(name, True, TRIED, said)

    def deterministic(self) -> GameProperty:
        name = "deterministic"
        if not has(self.game, "chances"):
            return GameProperty(name, True, DECLARED, "the rules have no chances: moves alone decide")
        if self.thrown:
            return GameProperty(name, False, PROVEN, f"dice are thrown at {self.thrown:,} of the positions")
        return GameProperty(
            name, True, self.grounds, "the rules have chances, and no position was met that throws"
        )

    def partiality(self) -> Iterator[GameProperty]:
        """Say whether both players have the same moves, and so whether they have not."""
        holds, grounds, reason = self._impartial()
        yield GameProperty("impartial", holds, grounds, reason)
        fits = holds is False and grounds == PROVEN
        if fits:
            yield GameProperty("partizan", True, grounds, "the players have moves of their own")
        else:
            why = "the players have the same moves" if holds else "as above"
            yield GameProperty("partizan", None if holds is None else False, grounds, why)

    def _impartial(self) -> tuple[bool | None, str, str]:
        if not self._is_of_two():
            return False, DECLARED, "it is said of two players, one of whom wins"
        if self.game.scored or has(self.game, "chances"):
            what = "points are counted" if self.game.scored else "dice decide, too"
            return False, DECLARED, f"{what}: it is said of games that are won or lost by moves alone"
        if self.unlike is not None:
            return False, PROVEN, f"the players' moves differ at {describe_position(self.game, self.unlike)}"
        if self.game.impartial:
            return True, DECLARED, "the rules say so, and never ask who moves"
        if self.compared:
            both = (
                f"both have the same moves at {self._count(self.compared, 'position')} where it can be asked"
            )
            return True, self.grounds, both
        why = "the rules do not say so (impartial = True), nor what the other could do (options, passed)"
        return None, DECLARED, why

    def conventions(self) -> Iterator[GameProperty]:
        """Say how play ends: whether who cannot move loses, or wins; else the rules decide."""
        for name, value, fate in (("normal play", LOSS, "loses"), ("misere play", WIN, "wins")):
            holds, grounds, reason = self._convention(value, fate)
            yield GameProperty(name, holds, grounds, reason)

    def _convention(self, value: int, fate: str) -> tuple[bool | None, str, str]:
        if not self._is_of_two():
            return False, DECLARED, "each player gets a payoff"
        if self.game.scored:
            return False, DECLARED, "points are counted"
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
            ends = self._count(self.by_stuck[value], "end")
            return True, self.grounds, f"who cannot move {fate}, at {ends}"
        other = next(each for each in self.by_stuck if each != value)
        return False, PROVEN, f"who cannot move has a {outcome_word(other)}"

    def _is_of_two(self) -> bool:
        return not is_of_payoffs(self.game)

    def _count(self, count: int, noun: str) -> str:
        said = f"{count:,} {noun}{'s' if count != 1 else ''}"
        return f"all {said}" if self.whole and count > 1 else said


def _methods(game: Game, named: dict[str, GameProperty]) -> Iterator[str]:
    """Yield the ways of zermelo that answer such a game, as the command line calls them."""
    ends = bool(named["play must end"].holds)
    if is_of_payoffs(game):
        if ends:
            yield "solve (backward induction for several players)"
        return
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
