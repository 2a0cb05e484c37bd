"""Heaps of one rule, of any size and any number: from the proven period, or the misere theory, to words.

Normal play. Give each heap its nimber; a position is lost exactly where their exclusive or is 0 (Sprague
1935, Grundy 1939). If the nimbers are proven to repeat (`cgt.heaps.heap_periods`), a list of remainders
gives them all, and the rule holds for heaps of any size. If no period is proven, the numbers are right for
the heaps that were looked at, and the rule for larger heaps is observed.

Misere play. If heaps are tame (`misere.tame_heaps`), it is the same rule, reversed at the end. If they are
not, and the misere quotient (`cgt.misere.quotients`) is small, heaps are given words and the words are
multiplied; a table of products gives the positions to leave.

Each strategy is replayed at every position of a few counters before it is reported.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import xor

from msgspec.structs import replace

from zermelo.cgt.heaps.heap_rules import AnyRule, HeapCode, UnequalSplitRule
from zermelo.cgt.heaps.heap_solution import SolvedHeaps, solve_heaps
from zermelo.cgt.misere.misere_heaps import check_heap_size
from zermelo.cgt.misere.quotients.misere_quotient import MisereQuotient, misere_quotient
from zermelo.cgt.misere.tame_heaps import TameHeaps, tame_heaps
from zermelo.cgt.strategies.heap_game import HeapGame, yield_heap_positions_up_to
from zermelo.cgt.strategies.nimber_rule import NimberRule, describe_nimber_rule, make_repeating_nimber_rule
from zermelo.cgt.strategies.strategy_wording import count_named_numbers, format_heap_sizes
from zermelo.cgt.strategies.symbolic.losing_periods import PeriodicSet
from zermelo.cgt.strategies.worded_strategy import (
    Strategy,
    yield_reachable_positions,
)
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Position
from zermelo.core.notation.result import InJson

REPLAYED = 12  # counters: a strategy is replayed at all positions of so many before it is reported
MOST_SAID = 200  # heaps and remainders that a sentence gives numbers to
LISTED = 50  # first heaps that are said where no period is known
MOST_ELEMENTS = 48  # of a misere quotient that is said in words: that of Kayles has 40
MOST_HEAPS = 200  # looked at for a misere quotient that repeats
MOST_WORK = 60_000  # positions, and pairs, that a misere quotient may take

ALREADY_LEFT = "If it is so already, good play beats you: make a small move and hope for a mistake."


class HeapStrategy(Strategy, frozen=True):
    """A rule for heaps, whatever their sizes; `strategy.moves((7, 4, 12))` follows it."""

    @property
    def who_wins(self) -> InJson[str]:
        """Return the winner from the start as text; if no heaps are given, it depends on the heaps."""
        if not self.game.start():
            return "the player who leaves the heaps as the rule says"
        return super().who_wins

    def _make_proven_copy(self, positions: int) -> Strategy:
        """Return it as proven for the heaps of its game, and say so: its sentences speak of all heaps."""
        heaps = self.game.show(self.game.start())
        first = (
            f"This is proven for the heaps {heaps} and all that play makes of them; for others it was only "
            "observed."
        )
        proof = (
            f"all {positions:,} positions that play reaches from {heaps} were replayed, against every answer"
        )
        return replace(
            self, rules=(first, *self.rules), proof=f"{proof}; of others: {self.proof}", observed_to=None
        )

    @property
    def starter_wins(self) -> InJson[bool | None]:
        """Whether the player who begins wins; null without a start."""
        return super().starter_wins if self.game.start() else None


def find_heap_strategy(
    game: HeapGame, limit: int | None = None, budget: Budget | None = None
) -> Strategy | None:
    """Return the strategy for any number of heaps of a rule, or None where none is known in words.

    The heaps of the game are those to begin with, for saying who wins; `limit` is how many heaps to look at
    for a period.

    >>> strategy = find_heap_strategy(HeapGame(rule="subtraction(1, 2, 3)"))
    >>> print(strategy.rules[0])
    One heap: leave a multiple of 4.
    >>> strategy.is_lost((10**30, 10**20)), strategy.is_lost((10**30, 10**20 + 1))
    (True, False)
    """
    found = _find_misere_strategy(game, limit) if game.misere else _find_normal_strategy(game, limit, budget)
    if found is None:
        return None
    counters = REPLAYED if found.observed_to is None else min(REPLAYED, _find_largest_observed_heap(found))
    seen = found.replay(to=counters)
    checked = f"; replayed at all {seen.positions:,} positions of up to {counters} counters"
    return replace(found, proof=found.proof + checked)


def _find_largest_observed_heap(strategy: Strategy) -> int:
    return int((strategy.observed_to or "0").split()[-1].replace(",", ""))


def _make_strategy(
    game: HeapGame,
    kind: str,
    rules: Iterator[str],
    proof: str,
    leaves: Callable[[Position], bool],
    observed_to: int | None,
) -> Strategy:
    observed = None if observed_to is None else f"heaps of {observed_to:,}"
    return HeapStrategy(
        game,
        kind,
        tuple(rules),
        proof,
        leaves,
        lambda size: _yield_positions_up_to(game, size),
        observed_to=observed,
    )


def _yield_positions_up_to(game: HeapGame, size: int | None) -> Iterator[Position]:
    """Yield every position of so many counters in all, or all that play reaches from the game's heaps."""
    if size is not None:
        return yield_heap_positions_up_to(size)
    if not game.start():
        raise BadParameter(
            f"{game!r}: heaps of any size cannot all be replayed: say up to how many counters (--to N), or "
            "with which heaps to begin"
        )
    return yield_reachable_positions(game)


# Normal play.


def _find_normal_strategy(game: HeapGame, limit: int | None, budget: Budget | None) -> Strategy:
    solved = solve_heaps(game.heap_rule, limit, budget)
    numbers = _make_nimber_rule(solved)

    def find_heap_number(heap: int) -> int:
        check_heap_size(heap)
        return solved.nimber(heap) if solved.period is None else numbers.get_number_of_heap(heap)

    def is_position_to_leave(position: Position) -> bool:
        return reduce(xor, map(find_heap_number, position), 0) == 0

    theorem = (
        "a position is lost exactly where the exclusive or of its heaps' nimbers is 0 (Sprague and Grundy)"
    )
    looked = f"the nimbers of the heaps to {len(solved.nimbers) - 1:,} were found one by one"
    if solved.period is None:
        proof = f"{theorem}; {looked}, and up to there the rule is proven; they are not seen to repeat"
    elif solved.is_proven:
        proof = f"{theorem}, and the nimbers have {solved.period}: so it holds for heaps of any size"
    else:
        proof = (
            f"{theorem}; {looked}, and up to there the rule is proven; beyond, the period is only observed"
        )
    seen = range(len(solved.nimbers)) if numbers.is_finite_list else _find_deciding_heaps(numbers)
    rules = _yield_nim_sentences(game, numbers, [find_heap_number(heap) == 0 for heap in seen])
    observed_to = None if solved.is_proven else len(solved.nimbers) - 1
    return _make_strategy(game, "nim-sum of heaps", rules, proof, is_position_to_leave, observed_to)


def _make_nimber_rule(solved: SolvedHeaps) -> NimberRule:
    if solved.period is None:
        first = solved.nimbers[: LISTED + 1].tolist()
        return NimberRule(1, (None,), len(first), tuple(first))
    period = solved.period
    return make_repeating_nimber_rule(solved.nimbers.tolist(), period.period, period.preperiod, period.saltus)


def _find_deciding_heaps(numbers: NimberRule) -> range:
    """Return the heaps that decide: where numbers grow, in the third period they are 2 or more."""
    return range(numbers.begin + (0 if numbers.is_finite_list else 3 * max(numbers.modulus, 1)))


def _yield_nim_sentences(
    game: HeapGame,
    numbers: NimberRule,
    lost: Sequence[bool],
    fickle: PeriodicSet | None = None,
    is_small: bool = False,
) -> Iterator[str]:
    """Yield the sentences of play by nimbers; `fickle` are the heaps at which misere play is reversed.

    `lost` [n] is whether a heap of n alone is lost, for the heaps of `_find_deciding_heaps`, or for all
    that were looked at where numbers are a list; `is_small` is whether the fickle ones are just those with a
    number of 0 or 1.
    """
    if numbers.largest_number == 0 and not any(
        True for heap in range(len(lost)) for _ in game.heap_rule.moves(heap)
    ):
        yield _make_no_moves_sentence(game, len(lost) - 1)
        return
    yield from _yield_lost_single_heaps_sentences(game, numbers, lost)
    # A list ends before what was looked at does, and larger numbers may come after it.
    small = numbers.largest_number is not None and numbers.largest_number <= 1 and not numbers.is_finite_list
    turned = fickle is not None and fickle.begin == 0 and len(fickle.lost) == fickle.modulus
    if not numbers.modulus:
        yield "Several heaps: write them in binary, one below the other."
    else:
        yield f"Several heaps: give each a number: {_make_heap_numbers_sentence(numbers, game.heap_rule)}."
        if small and (fickle is None or turned):
            yield f"Leave an {'even' if fickle is None else 'odd'} number of heaps that have a 1."
            yield ALREADY_LEFT
            return
        yield "Write these numbers in binary, one below the other."
    yield "Leave an even number of ones in every column."
    yield _make_nim_sum_instructions(numbers, game.heap_rule)
    if fickle is not None:
        few = (
            f"no {_choose_noun_for_numbers(numbers)} above 1"
            if is_small
            else f"only heaps of {format_heap_sizes(fickle)}"
        )
        yield f"But where you leave {few}, leave an odd number of ones."
    yield ALREADY_LEFT


def _make_no_moves_sentence(game: HeapGame, largest: int) -> str:
    """Say that heaps up to `largest` have no moves: of larger ones nothing is known, unless no move is."""
    rule = game.heap_rule
    never = isinstance(rule, HeapCode) and not any(rule.digits)
    none = "There are no moves:" if never else f"No heap up to {largest:,} has a move: with such heaps"
    return f"{none} the player who begins has {'won' if game.misere else 'lost'}."


def _choose_noun_for_numbers(numbers: NimberRule) -> str:
    return "number" if numbers.modulus else "heap"


def _make_nim_sum_instructions(numbers: NimberRule, rule: AnyRule) -> str:
    what = _choose_noun_for_numbers(numbers)
    found = (
        "To do so, look for the leftmost column with an odd number of ones and for a "
        f"{what} with a one in it: "
    )
    if _is_splitting_rule(rule):
        return (
            f"{found}some move in that heap leaves heaps whose numbers, added column by column without "
            "carrying, are its number with the digits of all odd columns changed."
        )
    return f"{found}change the digits of that {what} in all odd columns."


def _is_splitting_rule(rule: AnyRule) -> bool:
    return isinstance(rule, UnequalSplitRule) or (isinstance(rule, HeapCode) and rule.most_heaps > 1)


def _make_heap_numbers_sentence(numbers: NimberRule, rule: AnyRule) -> str:
    if len(numbers.values) + len(numbers.exceptions) <= MOST_SAID:
        more = f"; those of larger heaps are printed by `zermelo octal '{rule}' --terms N`"
        return describe_nimber_rule(numbers) + (more if numbers.is_finite_list else "")
    return (
        f"of a heap of {numbers.begin + numbers.modulus:,} or more take away {numbers.modulus:,} as often as "
        f"leaves {numbers.begin:,} or more; what remains has the nimber that `zermelo octal '{rule}' "
        f"--terms {numbers.begin + numbers.modulus}` lists"
    )


def _find_periodic_heap_set(members: Sequence[bool], numbers: NimberRule) -> PeriodicSet:
    """Return a set of heaps shortly: by remainders, where it is known for more than a list of heaps."""
    if numbers.is_finite_list:
        early = frozenset(heap for heap, member in enumerate(members) if member)
        return PeriodicSet(1, frozenset(), len(members), early)
    period = max(numbers.modulus, 1)
    last = list(members[len(members) - period :])
    shorter = next(
        size for size in range(1, period + 1) if period % size == 0 and last == last[:size] * (period // size)
    )
    begin = len(members) - shorter
    while begin and members[begin - 1] == members[begin - 1 + shorter]:
        begin -= 1
    later = range(len(members) - shorter, len(members))
    remainders = frozenset(heap % shorter for heap in later if members[heap])
    early = frozenset(heap for heap in range(begin) if members[heap])
    return PeriodicSet(shorter, remainders, begin, early)


def _yield_lost_single_heaps_sentences(
    game: HeapGame, numbers: NimberRule, members: Sequence[bool]
) -> Iterator[str]:
    """Say which heaps are lost alone, unless that is too much to say; of a list then its begin."""
    lost = _find_periodic_heap_set(members, numbers)
    if numbers.is_finite_list and count_named_numbers(lost) > MOST_SAID:
        members = members[: LISTED + 1]
        lost = _find_periodic_heap_set(members, numbers)
    if count_named_numbers(lost) > MOST_SAID:
        return
    until = f" (of those up to {len(members) - 1:,})" if numbers.is_finite_list else ""
    if not lost.lost and lost.early <= {0}:
        leave = "; leave nothing" if lost.early and not _is_splitting_rule(game.heap_rule) else ""
        empty = " but the empty one" if lost.early else ", the empty one too"
        yield f"One heap: you win with any{empty}{until}{leave}."
    elif _is_splitting_rule(game.heap_rule):
        yield f"One heap: you lose with {format_heap_sizes(lost)}, and win with any other{until}."
    else:
        yield f"One heap: leave {format_heap_sizes(lost)}{until}."


# Misere play.


def _find_misere_strategy(game: HeapGame, limit: int | None) -> Strategy | None:
    rule = game.heap_rule
    tame = tame_heaps(rule) if limit is None else tame_heaps(rule, limit)
    if tame.fails_at is None:
        return _make_tame_strategy(game, tame)
    quotient = _find_misere_quotient(rule, limit or MOST_HEAPS)
    return None if quotient is None else _make_quotient_strategy(game, quotient)


def _make_tame_strategy(game: HeapGame, tame: TameHeaps) -> Strategy:
    proven = tame.period is not None
    if tame.period is not None:
        nimbers = [tame.get_nimber_and_firmness(heap)[0] for heap in range(tame.begin + tame.period)]
        numbers = make_repeating_nimber_rule(nimbers, tame.period, tame.begin, tame.saltus)
    else:
        nimbers = [nimber for nimber, _ in tame.kinds[: LISTED + 1]]
        numbers = NimberRule(1, (None,), len(nimbers), tuple(nimbers))
    # All heaps that were looked at, where a list says the first of them: in 0.04000500007 heap 57 is the
    # first that is firm with a nimber below 2.
    kinds = (
        [tame.get_nimber_and_firmness(heap) for heap in _find_deciding_heaps(numbers)]
        if proven
        else list(tame.kinds)
    )
    lost = [nimber == (0 if firm else 1) for nimber, firm in kinds]
    fickle = _find_periodic_heap_set([not firm for _, firm in kinds], numbers)
    is_small = all((nimber < 2) != firm for nimber, firm in kinds)
    proof = (
        "misere play is normal play, turned round at the end, if each heap by itself is of one of two kinds: "
        "then Bouton's induction (1901) holds for any number of them. "
        f"All heaps to {tame.largest:,} were found to be; "
    )
    if proven:
        proof += f"they repeat with period {tame.period} from heap {tame.begin} on, so heaps of any size are"
    else:
        proof += "up to there the rule is proven"
    rules = _yield_nim_sentences(game, numbers, lost, fickle, is_small)
    return _make_strategy(
        game,
        "misere nim-sum",
        rules,
        proof,
        lambda position: tame.is_p(position),
        None if proven else tame.largest,
    )


def _find_misere_quotient(rule: AnyRule, most: int) -> MisereQuotient | None:
    """Return the misere quotient of all heaps, or of as many as are found; None where that is too few."""
    largest, found = min(most, 24), None
    while True:
        quotient = misere_quotient(
            rule, largest, most_elements=MOST_ELEMENTS, most_positions=MOST_WORK, most_pairs=MOST_WORK
        )
        if quotient.order > 1:
            found = quotient
        if quotient.unknown or quotient.period or largest == most:
            return found
        largest = min(most, 3 * largest)


def _make_quotient_strategy(game: HeapGame, quotient: MisereQuotient) -> Strategy:
    period = quotient.period
    if period is not None:
        numbers = make_repeating_nimber_rule(quotient.elements, period.period, period.preperiod)
    else:
        numbers = NimberRule(1, (None,), quotient.largest + 1, quotient.elements)
    proven = "the whole game" if period is not None else f"the heaps to {quotient.largest}"
    proof = (
        f"the misere quotient of {proven}, of order {quotient.order} (Plambeck 2005, Plambeck and Siegel "
        f"2008): verified by {quotient.pairs:,} pairs, which stand for any number of heaps"
    )
    if period is not None:
        proof += f"; their words repeat with period {period.period} from heap {period.preperiod} on"
    observed_to = None if period is not None else quotient.largest
    rules = _yield_misere_quotient_sentences(game, quotient, numbers)
    return _make_strategy(game, "misere quotient", rules, proof, quotient.is_p, observed_to)


def _yield_misere_quotient_sentences(
    game: HeapGame, quotient: MisereQuotient, numbers: NimberRule
) -> Iterator[str]:
    words = [word if word != "1" else "no word" for word in quotient.element_names()]
    yield from _yield_lost_single_heaps_sentences(
        game, numbers, [quotient.is_p([heap]) for heap in _find_deciding_heaps(numbers)]
    )
    yield f"Several heaps: give each a word: {describe_nimber_rule(numbers, words)}."
    yield (
        "Multiply the words, and shorten what comes of it by these, where 1 is no word: "
        f"{', '.join(quotient.relations())}."
    )
    yield f"Leave one of {', '.join(words[element] for element in sorted(quotient.monoid.p_portion))}."
    yield ALREADY_LEFT
