"""Rules of one or two predicates over some decisions, each behaviour once.

Two predicates of one feature are not joined, and a feature is compared with its twelve smallest numbers.

A rule's behaviour is which moves it allows, at every decision looked at. Of rules that behave alike the
simplest is kept, the first one met: fewest literals, then the order of the features. Where there are very
many moves pairs that behave alike at a quarter of a million of them are taken to do so.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.explain.features.symmetric_features import Image, find_differing_image
from zermelo.explain.kernels.rule_bitsets import LOW, SHIFT, WORD, build_apply_rules
from zermelo.explain.rule_lists.game_decisions import Decisions
from zermelo.explain.rule_lists.rule_predicates import AT_MOST, EQUAL, LEAST, MOST, Feature, Predicate, Rule
from zermelo.solution.arena.position_arena import check_memory_for

Bools = npt.NDArray[np.bool_]
Bits = npt.NDArray[np.uint32]  # sets, see `explain.kernels.rule_bitsets`
Parts = tuple[int, ...]  # a rule's predicates, as rows of the pool
MOST_NUMBERS = 12  # numbers that a feature is compared with
MOST_BITS = 1 << 32  # of sets of decisions that are kept for rules: half a gigabyte
SAMPLE = 1 << 15  # decisions by which it is judged which rules are worth most
DISTINGUISHING_WORDS = (
    1 << 13
)  # words of columns by which pairs of predicates are distinguished; of more words, one in so many


@dataclass(frozen=True, eq=False)
class RulePool:
    """Rules and what they allow.

    places    [decisions] int64: the classes looked at, ascending
    bounds    [decisions + 1] int64: where their moves begin among the columns
    edges     [columns] int64: the moves' numbers in the arena
    holds     [predicates, columns] as bits: of which moves each predicate holds, the first row of all
    parts     [rules, 2] int32: the rows of a rule's predicates; the first row where there is none
    decisions the game's, for their kernels
    """

    rules: tuple[Rule, ...]
    places: npt.NDArray[np.int64] = field(repr=False)
    bounds: npt.NDArray[np.int64] = field(repr=False)
    edges: npt.NDArray[np.int64] = field(repr=False)
    holds: Bits = field(repr=False)
    parts: npt.NDArray[np.int32] = field(repr=False)
    decisions: Decisions = field(repr=False)

    @property
    def single_predicate_rule_count(self) -> int:
        """How many rules have one predicate at most."""
        return sum(rule.literal_count <= 1 for rule in self.rules)

    def mark_moves_allowed_by_rule(self, rule: int) -> Bools:
        """Return [columns]: which moves a rule allows."""
        return self.mark_moves_allowed_by_predicates(self.parts[rule].tolist())

    def mark_moves_allowed_by_predicates(self, parts: Sequence[int]) -> Bools:
        """Return [columns]: of which moves all of these predicates hold, given by their rows."""
        return unpack_bits(np.bitwise_and.reduce(self.holds[list(parts)], axis=0), len(self.edges))

    def make_rule(self, parts: Parts) -> Rule:
        """Return the rule of these predicates."""
        return Rule(tuple(predicate for row in parts for predicate in self.rules[row].predicates))

    def find_equivalent_rule(self, parts: Parts) -> int | None:
        """Return the first rule of the pool that behaves as these predicates do, if one does."""
        wanted = np.bitwise_and.reduce(self.holds[list(parts or (0,))], axis=0)
        for rule, (one, other) in enumerate(self.parts.tolist()):
            if np.array_equal(self.holds[one] & self.holds[other], wanted):
                return rule
        return None

    def list_predicate_values_of_move(self, column: int) -> list[int]:
        """Return [predicates]: 1 where it holds of a move, else 0."""
        bits = self.holds[:, column >> SHIFT] >> np.uint32(column & LOW) & 1
        return bits.tolist()  # type: ignore[no-any-return]

    def mark_decisions_with_marked_move(self, columns: Bools) -> Bools:
        """Return [decisions]: whether one of a decision's columns is marked."""
        return np.asarray(np.logical_or.reduceat(columns, self.bounds[:-1]))

    def mark_decisions_where_rule_fires(self, rule: int) -> Bools:
        """Return [decisions]: where a rule allows a move."""
        return self.mark_decisions_with_marked_move(self.mark_moves_allowed_by_rule(rule))

    @cached_property
    def widths(self) -> npt.NDArray[np.int64]:
        """[decisions]: how many moves each has."""
        return np.diff(self.bounds)

    def apply_rules_in_turn(self, rules: Iterable[Bools]) -> tuple[Bools, Bools]:
        """Return what rules, each as [columns] that it allows, allow together.

        These are [columns], the moves of the first rule that fires, and [decisions] where none does.
        """
        columns, opened = np.zeros(len(self.edges), np.bool_), np.ones(len(self.places), np.bool_)
        for allows in rules:
            columns |= allows & np.repeat(opened, self.widths)
            opened &= ~self.mark_decisions_with_marked_move(allows)
        return columns, opened

    def mark_columns_allowed_by_list(self, chosen: Iterable[int]) -> Bools:
        """Return [columns]: what a list of rules allows; any move where none fires."""
        columns, opened = self.apply_rules_in_turn(map(self.mark_moves_allowed_by_rule, chosen))
        return np.asarray(columns | np.repeat(opened, self.widths))

    def mark_moves_allowed_by_list(self, chosen: Iterable[int]) -> Bools:
        """Return [moves of the arena]: what a list of rules allows; any move where none fires."""
        return self.expand_columns_to_moves(self.mark_columns_allowed_by_list(chosen), otherwise=True)

    def expand_columns_to_moves(self, columns: Bools, *, otherwise: bool) -> Bools:
        """Return [moves of the arena]: columns at their places, and at all others the same."""
        moves = np.full(len(self.decisions.arena.children), otherwise, np.bool_)
        moves[self.edges] = columns
        return moves

    def pack_firing_decisions(
        self, marked: Bools, chosen: npt.NDArray[np.int64] | None = None
    ) -> tuple[Bits, Bits]:
        """Return [rules, decisions] as bits: where each rule allows a move, and where a marked one.

        `chosen` are the decisions that are asked; all where it is None.
        """
        asked = np.arange(len(self.places)) if chosen is None else chosen
        words = -(-len(asked) // WORD)
        fires, wrong = (np.empty((len(self.rules), words), np.uint32) for _ in range(2))
        passes = 1 + len(self.rules) * len(asked) // max(1, self.decisions.arena.positions)
        fire = self.decisions.compile_kernel(build_apply_rules, passes)
        fire(self.bounds, self.holds, self.parts, pack_bits(marked), asked, fires, wrong)
        return fires, wrong


def pack_bits(bools: Bools) -> Bits:
    """Return the last axis as bits, filled up with zeros to words."""
    some = np.packbits(bools, axis=-1, bitorder="little")
    filled = np.zeros((*some.shape[:-1], -(-some.shape[-1] // 4) * 4), np.uint8)
    filled[..., : some.shape[-1]] = some
    return filled.view(np.uint32)


def unpack_bits(bits: Bits, count: int) -> Bools:
    """Return the first `count` bits of a set."""
    return np.unpackbits(bits.view(np.uint8), count=count, bitorder="little").view(np.bool_)


def limit_pool_size(pool: RulePool, good: Bools, most: int) -> RulePool:
    """Return at most so many rules of a pool: all of one predicate, and the pairs that settle most.

    `good` is [columns]: which moves are right. A decision that a rule gets wrong counts against it as ten;
    of many decisions some tell, one in so many.
    """
    if len(pool.rules) <= most:
        return pool
    fires, wrong = (
        np.bitwise_count(bits).sum(axis=1, dtype=np.int64)
        for bits in pool.pack_firing_decisions(
            ~good, np.arange(0, len(pool.places), -(-len(pool.places) // SAMPLE))
        )
    )
    worth = np.where(pool.parts[:, 1] == 0, np.iinfo(np.int64).max, fires - 11 * wrong)
    best = np.sort(np.argsort(-worth, kind="stable")[: max(most, pool.single_predicate_rule_count)])
    rules = tuple(pool.rules[rule] for rule in best.tolist())
    return replace(pool, rules=rules, parts=pool.parts[best])


def make_rule_pool(
    decisions: Decisions,
    places: npt.NDArray[np.int64],
    features: Sequence[Feature],
    *,
    pairs: bool = True,
    budget: Budget | None = None,
) -> RulePool:
    """Return the pool over some decisions; `pairs`: conjunctions of two as well.

    Raises `OutOfBudget`. `check_features_are_symmetric` tests features on symmetric positions.
    """
    budget = budget or Budget()
    bounds = np.zeros(len(places) + 1, np.int64)
    firsts = decisions.arena.bounds[places]
    np.cumsum(decisions.arena.bounds[places + 1] - firsts, out=bounds[1:])
    edges = np.arange(bounds[-1]) + np.repeat(firsts - bounds[:-1], np.diff(bounds))
    alike: set[bytes] = set()
    rules: list[Rule] = []
    rows: list[Bits] = []
    some: list[Bits] = []  # of each row the words by which pairs are distinguished
    parts: list[tuple[int, int]] = []
    step = 1 + len(edges) // (WORD * DISTINGUISHING_WORDS)

    def is_new(row: Bits) -> bool:
        digest = hashlib.blake2b(row.data, digest_size=16).digest()
        if digest in alike or not row.any():
            return False
        alike.add(digest)
        return True

    def add_rule_if_new(rule: Rule, holds: Bools) -> None:
        row = pack_bits(holds)
        if is_new(row):
            check_memory_for(budget, 2 * row.nbytes * (len(rows) + 1), "keeping what the predicates hold of")
            rules.append(rule)
            parts.append((len(rows), 0))
            rows.append(row)
            some.append(row[::step].copy())

    add_rule_if_new(Rule(), np.ones(len(edges), bool))
    for feature, numbers in zip(
        features, measure_features(decisions, places, features, bounds, edges, budget), strict=True
    ):
        for predicate in yield_feature_comparisons(feature, numbers):
            add_rule_if_new(Rule((predicate,)), evaluate_predicate(predicate, numbers, bounds))
    if pairs:
        alike.clear()
        alike.update(hashlib.blake2b(row.data, digest_size=16).digest() for row in some)
        singles = [rule.predicates[0] for rule in rules[1:]]
        for count, ((one, of), (other, more)) in enumerate(combinations(enumerate(singles, start=1), 2)):
            if of.feature is not more.feature and is_new(some[one] & some[other]):
                rules.append(Rule((of, more)))
                parts.append((one, other))
            if count % 1024 == 0:
                budget.report("join predicates", count, len(singles) * (len(singles) - 1) // 2, "pairs")
    kept = min(len(rules), MOST_BITS // max(1, len(places)))
    check_memory_for(budget, len(rules) * 100 + kept * len(places) // 4, "keeping where the rules fire")
    return RulePool(tuple(rules), places, bounds, edges, np.array(rows), np.array(parts, np.int32), decisions)


def measure_features(
    decisions: Decisions,
    places: npt.NDArray[np.int64],
    features: Sequence[Feature],
    bounds: npt.NDArray[np.int64],
    edges: npt.NDArray[np.int64],
    budget: Budget,
) -> list[npt.NDArray[np.int64]]:
    """Return [columns] for each feature: at once where it can be, else position by position."""
    found = [None if feature.at_once is None else feature.at_once(decisions, edges) for feature in features]
    asked = [number for number, column in enumerate(found) if column is None]
    columns = {number: np.empty(len(edges), np.int64) for number in asked}
    for number, place in enumerate(places.tolist() if asked else ()):
        position = decisions.get_representative_position(place)
        moves = tuple(decisions.game.moves(position))
        for each, column in columns.items():
            column[bounds[number] : bounds[number + 1]] = features[each].measure(position, moves)
        if number % 4096 == 0:
            budget.report("measure moves", number, len(places))
    return [columns[number] if column is None else column for number, column in enumerate(found)]


def yield_feature_comparisons(feature: Feature, numbers: npt.NDArray[np.int64]) -> Iterator[Predicate]:
    """Yield the comparisons of a feature that tell moves apart; the largest numbers of many are left out."""
    seen = [int(number) for number in np.unique(numbers)]
    if feature.is_flag:
        yield Predicate(feature)
        if EQUAL in feature.compared:
            yield Predicate(feature, EQUAL, 0)
        return
    for relation in feature.compared:
        if relation in (MOST, LEAST):
            yield Predicate(feature, relation, 0)
        else:
            for number in seen[:MOST_NUMBERS]:
                yield Predicate(feature, relation, number)


def evaluate_predicate(
    predicate: Predicate, numbers: npt.NDArray[np.int64], bounds: npt.NDArray[np.int64]
) -> Bools:
    """Return [columns]: `Predicate.compare` at all decisions at once."""
    if predicate.relation == EQUAL:
        return np.asarray(numbers == predicate.number)
    if predicate.relation in (MOST, LEAST):
        of = np.maximum if predicate.relation == MOST else np.minimum
        return np.asarray(numbers == np.repeat(of.reduceat(numbers, bounds[:-1]), np.diff(bounds)))
    if predicate.relation == AT_MOST:
        return np.asarray(numbers <= predicate.number)
    return np.asarray(numbers >= predicate.number)


def check_features_are_symmetric(
    decisions: Decisions,
    features: Sequence[Feature],
    places: npt.NDArray[np.int64],
    beside: Sequence[Feature] = (),
    images: Iterable[Sequence[Image]] | None = None,
) -> None:
    """Raise `BadParameter` where a feature differs between images of a position.

    The images are by default those in the arena. Moves of images correspond where they lead to one class.
    All features are compared together too, with those `beside` them: rules are conjunctions, so that one
    feature alone may look right.
    """
    game = decisions.game
    for seen in _yield_images_in_arena(decisions, places) if images is None else images:
        for asked in (*([feature] for feature in features), [*features, *beside]):
            differing = find_differing_image(asked, seen)
            if differing is not None:
                one, other = ("/".join(game.show(at).split("\n")) for at in (seen[0][0], differing))
                named = ", ".join(feature.key for feature in asked if feature in features)
                raise BadParameter(
                    f"{named}: a predicate has to be the same on {one!r} and its image {other!r}, with the "
                    "others of a rule: ask for something that turning the position leaves alone"
                )


def _yield_images_in_arena(decisions: Decisions, places: npt.NDArray[np.int64]) -> Iterator[list[Image]]:
    """Yield the images of each class that the arena has."""
    game, arena = decisions.game, decisions.arena
    numbers: dict[int, list[int]] = {int(place): [] for place in places}
    for number, place in enumerate(decisions.classes.tolist()):
        if place in numbers:
            numbers[place].append(number)
    for each in numbers.values():
        yield [
            (
                at,
                tuple(game.moves(at)),
                [int(decisions.child_places[e]) for e in decisions.list_edges(number)],
            )
            for number in each
            for at in [arena.position_at(number)]
        ]
