"""Heaps of any size in words: read back by a reader of the sentences, replayed, certified, and planted wrong."""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from reference import naive_heaps, naive_misere
from support import commands
from support.literal import nim_sum
from support.marks import one_in

import zermelo
from zermelo.cgt.heaps.heap_rules import parse_heap_rule
from zermelo.cgt.strategies.heap_game import HeapGame, find_heap_rule, yield_heap_positions_up_to
from zermelo.cgt.strategies.strategy_finder import find_strategies, find_strategy
from zermelo.cgt.strategies.worded_strategy import Strategy
from zermelo.core.errors import BadParameter, CheckFailed
from zermelo.core.game import Game, beginning_at
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.rows.kayles import Kayles
from zermelo.verify.policy_certificate import certify_policy

digits = st.lists(st.integers(0, 7), min_size=1, max_size=4).map(lambda each: "".join(map(str, each)))


@cache
def found(rule: str, *, misere: bool = False, limit: int | None = None) -> Strategy:
    strategy = find_strategy(rule, misere=misere, limit=limit)
    assert strategy is not None, f"nothing found for {rule}"
    return strategy


def all_but_moves(*kept: int) -> Callable[[int], list[tuple[int, ...]]]:
    return lambda heap: [(left,) for left in range(heap) if heap - left not in kept]


# A reader of the sentences, who knows nothing but their words.


def sizes_in(text: str) -> set[int]:
    runs = re.findall(r"(\d+)(?: to (\d+))?", text)
    return {size for low, high in runs for size in range(int(low), int(high or low) + 1)}


def numbers_in(sentence: str) -> Callable[[int], int]:
    """Return the number that a sentence "Several heaps: give each a number: ..." gives to a heap."""
    text = sentence.removeprefix("Several heaps: give each a number: ").removesuffix(".")
    text, _, exceptions = text.partition("; but ")
    given_to = r"(\d+)(?: more)? for ((?:remainder )?[\d, to]*\d(?: or \d+)?)(?:, (?=\d+(?: more)? for)| and (?=\d)|$)"

    def given(text: str | None) -> dict[int, int]:
        return {
            size: int(number)
            for number, sizes in re.findall(given_to, text or "")
            for size in sizes_in(sizes)
        }

    early = given(exceptions)
    if match := re.fullmatch(r"what remains when it is divided by (\d+)", text):
        return lambda heap: early.get(heap, heap % int(match[1]))
    if match := re.fullmatch(r"divide it by (\d+), then (.*)", text):
        later = given(match[2])
        return lambda heap: early[heap] if heap in early else later[heap % int(match[1])]
    if match := re.fullmatch(
        r"(?:take (\d+) away: )?(\d+) for each time that (\d+) goes into it(?:, and (.*))?", text
    ):
        more = given(match[4])
        less, saltus, period = int(match[1] or 0), int(match[2]), int(match[3])

        def grown(heap: int) -> int:
            if heap in early:
                return early[heap]
            times, rest = divmod(heap - less, period)
            return saltus * times + more.get(rest, 0)

        return grown
    if re.fullmatch(r"\d+", text):
        return lambda heap: early.get(heap, int(text))
    raise AssertionError(sentence)


def lost_alone(sentence: str) -> Callable[[int], bool]:
    """Return which single heaps a sentence "One heap: ..." says to be lost."""
    text = sentence.removeprefix("One heap: ").removesuffix(".")
    if text.startswith("you win with any"):
        return lambda heap: heap == 0 and "leave nothing" in text
    text = text.removeprefix("leave ").removeprefix("you lose with ").removesuffix(", and win with any other")
    text, _, but_not = text.partition(", but not ")
    text, comma, more = text.partition(", or ")
    if not re.search(r"divided|multiple|number", text):
        text, more = "", text + comma + more
    modulus, remainders = 1, {0}
    if not text:
        remainders = set()
    elif "even number" in text or "odd number" in text:
        modulus, remainders = 2, {int("odd" in text)}
    elif match := re.fullmatch(r"a number that leaves (.*) when divided by (\d+)", text):
        modulus, remainders = int(match[2]), sizes_in(match[1])
    elif match := re.fullmatch(r"(?:(one|\d+) (more|less) than )?a multiple of (\d+)", text):
        apart = {"one": 1, None: 0}.get(match[1]) if match[1] in ("one", None) else int(match[1])
        modulus = int(match[3])
        remainders = {(apart if match[2] == "more" else -apart) % modulus}
    elif text != "any number":
        raise AssertionError(sentence)
    return lambda heap: (
        heap in sizes_in(more) or (heap % modulus in remainders and heap not in sizes_in(but_not))
    )


RULES: tuple[tuple[str, Callable[[int], list[tuple[int, ...]]]], ...] = (
    *(
        (f"0.{digits}", naive_misere.octal_moves(digits))
        for digits in ["77", "07", "137", "17", "05", "51", "3"]
    ),
    ("subtraction(1, 2, 3)", naive_misere.subtraction_moves(1, 2, 3)),
    ("subtraction(2, 3, 7)", naive_misere.subtraction_moves(2, 3, 7)),
    ("subtraction(4, 10, 12)", naive_misere.subtraction_moves(4, 10, 12)),
    ("all_but(2, 3, 7)", all_but_moves(2, 3, 7)),
    ("all_but(1)", all_but_moves(1)),
    ("all_but(5, 7)", all_but_moves(5, 7)),
)


@pytest.mark.parametrize(("rule", "moves"), RULES)
def test_the_sentences_say_the_numbers_of_all_heaps(rule: str, moves: Any) -> None:
    strategy = found(rule)
    assert strategy.proven and "for heaps of any size" in strategy.proof
    values = naive_heaps.nim_values(moves, 400)
    number = numbers_in(strategy.rules[1])
    assert [number(heap) for heap in range(400)] == values
    alone = lost_alone(strategy.rules[0])
    assert [alone(heap) for heap in range(1, 400)] == [value == 0 for value in values[1:]]
    assert [strategy.is_lost((heap,)) for heap in range(400)] == [value == 0 for value in values]
    assert strategy.is_lost(())


@pytest.mark.parametrize(
    ("rule", "moves"), [row for row in RULES if "0.0" not in row[0] and "7" not in row[0]]
)
def test_misere_sentences_say_which_heap_alone_is_lost(rule: str, moves: Any) -> None:
    strategy = found(rule, misere=True)
    twin = naive_misere.Twin(moves)
    alone = lost_alone(strategy.rules[0])
    heaps = 24 if "." in rule else 60
    lost = [twin.is_p((heap,)) for heap in range(heaps)]
    assert [alone(heap) for heap in range(heaps)] == lost
    assert [strategy.is_lost((heap,)) for heap in range(heaps)] == lost


def test_words_of_kayles() -> None:
    assert found("0.77").rules[2:] == (  # test_the_sentences_say_the_numbers_of_all_heaps reads the first two
        "Write these numbers in binary, one below the other.",
        "Leave an even number of ones in every column.",
        "To do so, look for the leftmost column with an odd number of ones and for a number with a one in it: some "
        "move in that heap leaves heaps whose numbers, added column by column without carrying, are its number with "
        "the digits of all odd columns changed.",
        "If it is so already, good play beats you: make a small move and hope for a mistake.",
    )


def test_words_of_misere_nim() -> None:
    strategy = found("all_but()", misere=True)
    assert strategy.proven and strategy.rules[0] == "One heap: leave 1."
    assert strategy.rules[4] == "But where you leave no heap above 1, leave an odd number of ones."
    assert strategy.is_lost((10**30, 10**30)) and not strategy.is_lost((1, 1))


@settings(max_examples=25)
@given(digits, st.lists(st.integers(0, 220), min_size=1, max_size=4))
@example("77", [200, 150, 71])
def test_lost_is_what_honest_nimbers_say_far_beyond(code: str, heaps: list[int]) -> None:
    strategy = found(f"0.{code}", limit=2_000)
    values = naive_heaps.nim_values(naive_misere.octal_moves(code), max(heaps) + 1)
    total = nim_sum([values[heap] for heap in heaps])
    assert strategy.is_lost(tuple(heaps)) == (total == 0)
    game = strategy.game
    position = tuple(sorted(heap for heap in heaps if heap))
    if legal := set(game.moves(position)):
        moves = strategy.moves(position)
        assert set(moves) <= legal
        for move in moves[:20] if total else ():
            assert nim_sum([values[heap] for heap in game.play(position, move)]) == 0


def test_heaps_beyond_all_that_was_looked_at() -> None:
    kayles = found("0.77")
    heap = 12 * 10**40 + 4
    assert kayles.is_lost((heap, 1)) and not kayles.is_lost((heap, 2))
    grundy = found("grundy", limit=2_000)
    assert grundy.status == "observed to heaps of 1,999" and not grundy.proven
    with pytest.raises(BadParameter, match="no period is proven"):
        grundy.is_lost((2_000,))
    with pytest.raises(BadParameter, match="no size of a heap"):
        kayles.is_lost((3, -1))


def test_stripes() -> None:
    """The only lost rows up to 1000 are 1 and 925; independent brute force."""
    strategy = found("stripes(2, 4, 6)", limit=1_001)
    assert [heap for heap in range(1, 1_001) if strategy.is_lost((heap,))] == [1, 925]
    assert (
        strategy.rules[0]
        == "One heap: you lose with 0, 1 or 925, and win with any other (of those up to 1,000)."
    )
    assert "are not seen to repeat" in strategy.proof and not strategy.proven


def test_words_where_there_is_little_to_say() -> None:
    assert found("0.0").rules == ("There are no moves: the player who begins has lost.",)
    assert found("0.0", misere=True).rules == ("There are no moves: the player who begins has won.",)
    assert found("0.1").rules[:2] == (
        "One heap: leave any number, but not 1.",
        "Several heaps: give each a number: 0; but 1 for 1.",
    )
    assert found("0.156").rules[1] == (
        "Several heaps: give each a number: of a heap of 3,828 or more take away 349 as often as leaves 3,479 or more; "
        "what remains has the nimber that `zermelo octal '0.156' --terms 3828` lists."
    )


# Replayed: every position up to a size, against every reply.


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "rule",
    one_in(3, [*(rule for rule, _ in RULES), "all_but()", "grundy", "0.6", "4.3", "0.8", "stripes(2, 4, 6)"]),
)
def test_replayed(rule: str, misere: bool) -> None:
    strategy = found(rule, misere=misere, limit=None if misere else 2_000)
    assert strategy.replay(to=14).positions == 508
    twin = naive_twin(str(parse_heap_rule(rule)))
    for heaps in yield_heap_positions_up_to(9):
        lost = twin.is_p(heaps) if misere else twin.nimber(heaps) == 0
        assert strategy.is_lost(heaps) == lost, heaps


def naive_twin(rule: str) -> naive_misere.Twin:
    kind, _, numbers = rule.partition("(")
    taken = tuple(int(number) for number in numbers.strip(")").split(",") if number)
    if kind == "subtraction":
        return naive_misere.Twin(naive_misere.subtraction_moves(*taken))
    if kind == "all_but":
        return naive_misere.Twin(all_but_moves(*taken))
    if kind == "grundy":
        return naive_misere.Twin(naive_misere.grundy_moves)
    return naive_misere.Twin(cache(lambda heap: list(naive_heaps.of_code(kind)(heap))))


@settings(max_examples=8)
@given(digits)
def test_any_code_in_misere_play(code: str) -> None:
    strategy = find_strategy(f"0.{code}", misere=True, limit=40)
    if strategy is None:
        return
    twin = naive_misere.Twin(naive_misere.octal_moves(code))
    known = 10**9 if strategy.proven else int((strategy.observed_to or "").split()[-1].replace(",", ""))
    for heaps in yield_heap_positions_up_to(min(10, known)):
        assert strategy.is_lost(heaps) == twin.is_p(heaps), heaps


@pytest.mark.parametrize(
    ("rule", "heaps", "misere"),
    [
        ("0.77", (5, 4, 3), False),
        ("0.75", (5, 4, 3), True),  # by a misere quotient
        ("grundy", (9, 7), False),
        ("subtraction(1, 2, 3)", (5, 6, 7), True),
        ("all_but()", (3, 4, 5), True),
        ("all_but(2)", (5, 6), False),
    ],
)
def test_certified(rule: str, heaps: tuple[int, ...], misere: bool) -> None:
    """The one checker plays the policy against everything, and never finds a lost line for the winner."""
    strategy = find_strategy(HeapGame(rule=rule, misere=misere, heaps=heaps), limit=None if misere else 200)
    assert strategy is not None
    certificate = certify_policy(strategy.moves, strategy.game)
    side = certificate.first if strategy.starter_wins else certificate.second
    assert side.lost == 0 and side.drawn == 0 and (side.won or 0) > 0
    assert strategy.replay().positions > 1


# Planted wrong rules.


@pytest.mark.parametrize(
    ("rule", "misere"), [("0.77", False), ("0.77", True), ("subtraction(1, 2, 3)", True), ("all_but()", True)]
)
def test_planted_wrong_rules_are_caught(rule: str, misere: bool) -> None:
    right, other = found(rule, misere=misere), found(rule, misere=not misere)
    positions = list(yield_heap_positions_up_to(10))
    missed = [heaps for heaps in positions if right.leaves(heaps)][5]
    added = [heaps for heaps in positions if not right.leaves(heaps)][20]
    for leaves in (
        lambda heaps: right.leaves(heaps) and heaps != missed,
        lambda heaps: right.leaves(heaps) or heaps == added,
        other.leaves,
    ):
        with pytest.raises(CheckFailed, match="the rule is wrong at"):
            replace(right, leaves=leaves).replay(to=12)


def test_certify_finds_the_line_that_a_wrong_rule_loses() -> None:
    """Normal play's rule played in misere play: where it says that the mover wins, it can lose."""
    game = HeapGame(rule="subtraction(1, 2, 3)", heaps=(1, 1, 1, 2), misere=True)
    normal = found("subtraction(1, 2, 3)")
    wrong = replace(normal, game=game)
    right = find_strategy(HeapGame(rule="subtraction(1, 2, 3)", misere=True, heaps=game.heaps))
    assert right is not None and right.starter_wins
    assert certify_policy(right.moves, game).first.lost == 0
    assert (certify_policy(wrong.moves, game).first.lost or 0) > 0


# Which texts are rules of heaps.


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        *((text, text) for text in ("4.0", "grundy", "all_but()")),
        *((".77", "0.77"), ("0.8F", "0.8f"), ("dawsons_chess", "0.137"), ("stripes(2, 4, 6)", "0.070707")),
        ("subtraction(1,2,3)", "subtraction(1, 2, 3)"),
        *(
            (text, None)
            for text in ("kayles", "kayles(pins=7)", "subtraction()", "stripes(length=20)", "cram")
        ),
        *((text, None) for text in ("subtraction(heap=9, take=(1, 2))", "./my_game.py:Stones")),
    ],
)
def test_texts(text: str, rule: str | None) -> None:
    assert (None if (read := find_heap_rule(text)) is None else str(read)) == rule


def test_refused() -> None:
    with pytest.raises(
        BadParameter, match=r"is a game of the catalogue: give zermelo\.game\(.kayles.\), or write 0\.77"
    ):
        find_strategy("kayles")
    with pytest.raises(BadParameter, match="is no rule of heaps: write a code"):
        find_strategy("cram(columns=3)")
    with pytest.raises(BadParameter, match="misere play is one of its own parameters"):
        find_strategy(Subtraction(), misere=True)
    with pytest.raises(BadParameter, match="limit=5 is for rules of heaps"):
        find_strategies(Kayles(), limit=5)
    for text in ("3.7", "0.7z", "0..7"):
        with pytest.raises(BadParameter, match="code"):
            find_strategy(text)
    with pytest.raises(BadParameter, match="cannot all be replayed"):
        found("0.77").replay()


def test_a_rule_is_taken_as_it_is() -> None:
    by_rule, by_text = find_strategy(parse_heap_rule("kayles")), found("0.77")
    assert by_rule is not None and by_rule.rules == by_text.rules
    assert [each.kind for each in find_strategies("0.77")] == ["nim-sum of heaps"]
    assert found("0.77", misere=True).kind == "misere quotient"


# The game of heaps.


@pytest.mark.parametrize(
    ("rule", "heaps"), [("0.77", (4, 5)), ("grundy", (8,)), ("all_but(2)", (3, 4)), ("0.8", (7,))]
)
@pytest.mark.parametrize("misere", [False, True])
def test_heaps_are_a_game(rule: str, heaps: tuple[int, ...], misere: bool) -> None:
    game = HeapGame(rule=rule, heaps=heaps, misere=misere)
    assert zermelo.check(game).details["exhaustive"]
    strategy = replace(found(rule, misere=misere, limit=None if misere else 100), game=game)
    assert strategy.starter_wins == (_value(game, game.start()) > 0)


def _value(game: Game, position: Any) -> int:
    values = [-_value(game, game.play(position, move)) for move in game.moves(position)]
    return max(values) if values else game.stuck(position)


def test_heaps_begun_elsewhere() -> None:
    game = beginning_at(HeapGame(rule="0.77"), (3, 4))
    assert repr(game) == "0.77 from 3 4" and game.parse("4, 3") == (3, 4)
    assert game.show(()) == "no heap" and game.parse("no heap") == ()


# The command line.


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = commands.runner(capsys)
    said = command("strategy", "0.77", "5 4 3", "--to", "8")
    assert said.status == 0 and said.out.startswith("0.77 from 3 4 5: the player who begins, with heap ")
    twin = naive_twin("0.77")
    left = sum(twin.nimber(heaps) == 0 for heaps in yield_heap_positions_up_to(8))
    held = f"the rule holds at all 67 positions, {left} of them to be left"
    assert said.out.splitlines()[-1] == f"0.77 from 3 4 5: {held}"
    assert "proven by Guy and Smith (1956)" in said.out
    for_any = json.loads(command("strategy", "subtraction(1,2,3)", "--misere", "--json").out)
    assert for_any["proven"] is True and for_any["starter_wins"] is None
    assert for_any["game"] == "subtraction(1, 2, 3), misere"
    assert for_any["rules"][0] == "One heap: leave one more than a multiple of 4."
    assert command("strategy", "kayles").out.startswith("kayles(pins=12, misere=False)")
    commands.check_refusal(command("strategy", "kayles", "--misere"), 2, "misere=True", "parameters")
    commands.check_refusal(command("strategy", "0.77", "five"), 2, "write their sizes")
    commands.check_refusal(command("strategy", "grundy", "--limit", "500", "--prove"), 2, "--to N")
