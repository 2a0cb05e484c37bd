"""One number that moves make smaller: "leave a multiple of 4".

The lost numbers are those of some remainders, which `losing_periods` proves. This module puts the rule into
words: the numbers to leave, how much to take, and the answer to each taking if one answer is always right.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from zermelo.cgt.strategies.methods.observed_number_strategy import find_observed_strategy
from zermelo.cgt.strategies.strategy_wording import (
    find_counted_noun,
    format_number_list,
    format_word_list,
    make_leave_numbers_sentence,
    make_number_is_found_sentence,
)
from zermelo.cgt.strategies.symbolic.losing_periods import (
    SHORT,
    PeriodicSet,
    compute_lost_numbers,
    is_proven_period,
    yield_candidate_periods,
)
from zermelo.cgt.strategies.symbolic.symbolic_countdown import LARGEST, CountdownRules, read_countdown_rules
from zermelo.cgt.strategies.worded_strategy import Strategy
from zermelo.core.game import Game
from zermelo.core.values import WIN

WINDOWS = (512, 4_096, 32_768)  # numbers whose outcomes are found before a period is guessed
MOST_TRIED = 16  # periods that fit a window
MOST_ANSWERED = 200_000  # numbers that one answer is tried on
LARGEST_SAID = 20_000  # the largest number taken that the rule names by itself
MOST_SAID = 12  # remainders that the rule names one by one


def find_remainder_strategy(game: Game) -> Strategy | None:
    """Return the rule of remainders of a game of one number, or None where there is none."""
    if not _is_game_of_one_number(game):
        return None
    rules = read_countdown_rules(game)
    if rules is None or (rules.high is not None and game.start() > rules.high):
        return find_observed_strategy(game)
    for known in (
        rules,
        rules.restrict_to_numbers_up_to(game.start()),
    ):  # a large taking may matter to larger games only
        for window in WINDOWS:
            lost = compute_lost_numbers(known, window)
            for claim in islice(yield_candidate_periods(lost), MOST_TRIED):
                if 2 * claim.begin <= len(lost) and is_proven_period(known, claim):
                    return _make_proven_strategy(game, known, claim)
    return None


def _is_game_of_one_number(game: Game) -> bool:
    start = game.start()
    return type(start) is int and start >= 0 and game.show(start).strip() == str(start)


# What it comes to, in words.


def _make_proven_strategy(game: Game, rules: CountdownRules, claim: PeriodicSet) -> Strategy:
    takings = _find_winning_takings(rules, claim)
    reach = "every number, however large"
    if rules.high is not None:
        reach = (
            "every number that a position can be" if rules.high == LARGEST else f"all up to {rules.high:,}"
        )
    return Strategy(
        game,
        "remainders",
        tuple(_yield_remainder_sentences(game, rules, claim, takings)),
        f"by induction on the number, remainder by remainder: from a number to be left every move leads to "
        f"one that is not, and from each other one some move leads to one that is. "
        f"{_make_proof_text(rules, claim)} So it holds for {reach}",
        lambda position: position in claim,
        lambda size: iter(range(_find_last_number_to_replay(game, rules, size) + 1)),
    )


def _find_last_number_to_replay(game: Game, rules: CountdownRules, size: int | None) -> int:
    """Return the largest number to replay: none that the rule does not speak of."""
    wanted = game.start() if size is None else size
    return int(wanted if rules.high is None else min(wanted, rules.high))


def _make_proof_text(rules: CountdownRules, claim: PeriodicSet) -> str:
    stretches = len(rules.stretches)
    where = "for all numbers" if stretches == 1 else f"on each of {stretches} stretches of numbers"
    begun = f", and each number below {claim.begin} by itself" if claim.begin else ""
    return (
        f"The rules do one thing {where}; {'' if stretches == 1 else 'on each, '}all remainders by "
        f"{claim.modulus} were checked{begun}."
    )


@dataclass(frozen=True)
class WinningTakings:
    """What to take: for each remainder that is not lost one number, and the numbers where it is another."""

    by_remainder: dict[int, int]
    apart: dict[int, int]  # number: what to take there


def _find_winning_takings(rules: CountdownRules, claim: PeriodicSet) -> WinningTakings | None:
    """Return one winning taking for each remainder, the same all along; None where there is none."""
    chosen: dict[int, int] = {}
    apart: dict[int, int] = {}
    if any(stretch.lands for stretch in rules.stretches if stretch.bounds.low != stretch.bounds.high):
        return None
    for remainder in range(claim.modulus):
        if remainder in claim.lost:
            continue
        best: tuple[int, int] | None = None
        usual = (remainder - min(claim.lost)) % claim.modulus if len(claim.lost) == 1 else 0
        for take in sorted(rules.possible_takings, key=lambda take, usual=usual: take != usual):  # type: ignore[misc]
            if (remainder - take) % claim.modulus not in claim.lost:
                continue
            failing = _find_numbers_where_taking_fails(rules, claim, remainder, take)
            if failing is not None and (best is None or len(failing) < best[0]):
                best = len(failing), take
            if failing == [] or take > 64 * claim.modulus:
                break
        if best is None:
            return None
        chosen[remainder] = best[1]
        for number in _find_numbers_where_taking_fails(rules, claim, remainder, best[1]) or ():
            ways = [number - child for child in rules.list_numbers_after_moves(number) if child in claim]
            apart[number] = min(ways)
    for number in range(claim.begin):
        if number not in claim and rules.get_value_where_play_ends(number) is None:
            apart[number] = min(
                number - child for child in rules.list_numbers_after_moves(number) if child in claim
            )
    return WinningTakings(chosen, dict(sorted(apart.items())))


def _find_numbers_where_taking_fails(
    rules: CountdownRules, claim: PeriodicSet, remainder: int, take: int
) -> list[int] | None:
    """Return the numbers with this remainder where the taking does not win; None where they do not end."""
    failing = []
    if take > LARGEST_SAID:
        return None
    for stretch in rules.stretches:
        low, high = max(stretch.bounds.low, claim.begin), stretch.bounds.high
        bound = max(take + claim.begin, low) + SHORT
        if stretch.end is None and (take not in stretch.takes) and (high is None or high > bound):
            return None
        if stretch.end is not None:
            continue
        last = bound if high is None else min(high, bound)
        for number in range(low + (remainder - low) % claim.modulus, last + 1, claim.modulus):
            wins = number in stretch.bounds and take in stretch.takes and number - take in claim
            if number in stretch.bounds and not wins:
                failing.append(number)
    return failing


def _yield_remainder_sentences(
    game: Game, rules: CountdownRules, claim: PeriodicSet, takings: WinningTakings | None
) -> Iterator[str]:
    thing = find_counted_noun(game)
    if not claim.lost and not claim.early:
        yield "Play is over before it begins: the player to move has won."  # a move would leave a lost number
        return
    if len(claim.lost) == claim.modulus and not claim.begin:
        yield "Play is over before it begins: the player to move has lost."
        return
    yield make_leave_numbers_sentence(claim, thing)
    if takings is not None:
        yield from _yield_takings_sentences(claim, takings, thing)
    sum_of_both = _make_complement_answers_sentence(rules, claim)
    if sum_of_both is not None:
        yield sum_of_both
    if claim.lost or claim.early != {0}:
        found = make_number_is_found_sentence(claim)
        advice = _make_losing_move_sentence(rules)
        yield f"If you find {found}, good play beats you: {advice} and hope for a mistake."


def _make_losing_move_sentence(rules: CountdownRules) -> str:
    """Say what to do where nothing wins: the least taking, if it is possible wherever there is a move."""
    least = min(rules.possible_takings, default=0)
    always = all(least in stretch.takes for stretch in rules.stretches if stretch.end is None)
    return f"take {least}" if least and always else "make a small move"


def _yield_takings_sentences(claim: PeriodicSet, takings: WinningTakings, thing: str) -> Iterator[str]:
    over = takings.by_remainder
    lost = min(claim.lost, default=0)
    if not over:
        pass
    elif len(claim.lost) == 1 and all(take == (r - lost) % claim.modulus for r, take in over.items()):
        less = "" if lost == 0 else f", less {lost},"
        yield f"Divide the number{less} by {claim.modulus} and take the remainder."
    elif len(over) <= MOST_SAID:
        by_take: dict[int, list[int]] = {}
        for remainder, take in over.items():
            by_take.setdefault(take, []).append(remainder)
        groups = [f"{format_number_list(group)} take {take}" for take, group in sorted(by_take.items())]
        yield f"Divide by {claim.modulus}: from remainder {format_word_list(groups, 'and from')}."
    else:
        yield "Take what leaves such a number: wherever you do not find one already, there is a way."
    if takings.apart:
        by_number: dict[int, list[int]] = {}
        for number, take in takings.apart.items():
            by_number.setdefault(take, []).append(number)
        said = [f"{format_number_list(numbers)} take {take}" for take, numbers in sorted(by_number.items())]
        if len(said) <= MOST_SAID:
            yield f"But from {format_word_list(said, 'and from')}."
        else:
            yield f"Below {max(takings.apart) + 1} that may be another number: look which leaves such a one."


def _make_complement_answers_sentence(rules: CountdownRules, claim: PeriodicSet) -> str | None:
    """Say with what to answer each taking, where one answer is right wherever that can be taken.

    Every taking is asked about, those too that only a few numbers allow: a rule that is silent on one would
    leave its reader without an answer, and "whatever your opponent takes" would not be true.
    """
    if (
        rules.high is not None
        or not rules.possible_takings
        or any(stretch.lands for stretch in rules.stretches)
    ):
        return None
    takes = rules.possible_takings
    if takes[-1] > LARGEST_SAID:
        return None
    together = [claim.modulus - take for take in takes]
    if len(takes) > MOST_SAID and tuple(sorted(together)) != takes:
        return None
    answers = {}
    for take in takes:
        whole = claim.modulus - take
        tried = (whole,) if len(takes) > MOST_SAID else takes
        fitting = [other for other in tried if _is_answer_right_everywhere(rules, claim, take, other)]
        if not fitting:
            return None
        answers[take] = whole if whole in fitting else fitting[0]
    if len(takes) > 1 and all(answer == claim.modulus - take for take, answer in answers.items()):
        return f"So answer whatever your opponent takes with what makes it {claim.modulus} together."
    if len(answers) <= MOST_SAID:
        said = [f"{take} with {answer}" for take, answer in answers.items()]
        return f"So you answer {format_word_list(said, 'and')}."
    return None


def _is_answer_right_everywhere(rules: CountdownRules, claim: PeriodicSet, take: int, answer: int) -> bool:
    """Return whether after `take` from any number to be left, `answer` leaves one again."""
    if any((r - take - answer) % claim.modulus not in claim.lost for r in claim.lost):
        return False
    numbers = _choose_representative_numbers(rules, claim, take + answer)
    if sum(map(len, numbers)) > MOST_ANSWERED:
        return False
    for number in chain.from_iterable(numbers):
        if (
            number in claim
            and rules.get_value_where_play_ends(number) is None
            and number - take in rules.list_numbers_after_moves(number)
        ):
            rest = number - take
            if rules.get_value_where_play_ends(rest) == WIN:
                continue
            if rest - answer not in rules.list_numbers_after_moves(rest) or rest - answer not in claim:
                return False
    return True


def _choose_representative_numbers(rules: CountdownRules, claim: PeriodicSet, reach: int) -> list[range]:
    """Return numbers that stand for all, if what is asked of one lies at most `reach` below it.

    They are those above each place where the rules or the claim change, for as long as that is in reach, and
    then for one common period. Between such places both repeat; so a rule for numbers below 10**9 is not
    followed up to there.
    """
    period = math.lcm(claim.modulus, *(stretch.bounds.modulus for stretch in rules.stretches))
    changes = {0, claim.begin} | {stretch.bounds.low for stretch in rules.stretches}
    ends: set[int] = {
        stretch.bounds.high + 1 for stretch in rules.stretches if stretch.bounds.high is not None
    }
    places = sorted(changes | ends)
    nexts: list[int | None] = [*places[1:], None]
    lengths = [
        reach + period if after is None else min(reach + period, after - place)
        for place, after in zip(places, nexts, strict=True)
    ]
    return [range(place, place + length) for place, length in zip(places, lengths, strict=True)]
