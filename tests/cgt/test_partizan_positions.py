"""Canonical forms of positions: every known one, the game's own tree as a twin, and what is refused."""

import functools
import random
import threading
from fractions import Fraction
from typing import Any

import cgt_py
import pytest
from families import build, collected, every_family
from support.loopy_graphs import LOOPY
from support.marks import few, long_unless, one_in

import zermelo
from zermelo.cgt.form_theory import default_theory
from zermelo.cgt.loopy.loopy_positions import position_value
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.position_forms import (
    FormEvaluator,
    HashableFormEvaluator,
    find_form_evaluator,
    find_position_form,
)
from zermelo.cgt.partizan.short_game_form import Form, options_form
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, Cancelled, LoopFound, MissingCapability, OutOfBudget
from zermelo.core.game import Game, has


def canonical_facts() -> list[Any]:
    """Every canonical form that a family knows of: game, position or None, value, class, mean, temperature, stops."""
    return collected("canonical")


SLOW = tuple(begin for family in every_family().values() for begin in family.slow_forms)
DEAR = (
    *("amazons(setup='x.../o...'", "fox_and_geese(columns=8, rows=4", "fox_and_geese(columns=10, rows=3"),
    *("toads_and_frogs(board='ttttt..fffff'", "toads_and_frogs(board='tttt..fff'"),
)
KNOWN = long_unless(canonical_facts(), lambda fact: not fact.game.startswith((*SLOW, *DEAR)))


@pytest.mark.slow("canonical forms that others have published")
@pytest.mark.parametrize("fact", KNOWN, ids=lambda fact: f"{fact.game} {fact.position or ''}")
def test_every_known_canonical_form(fact: Any) -> None:
    text, where, value, outcome_class, mean, temperature, left_stop, right_stop = fact
    game = build(text)
    found = position_value(game, None if where is None else game.parse(where))
    assert found == form(value) and type(found) is type(form(value))
    if outcome_class is not None:
        assert found.outcome_class == outcome_class
    if mean is not None:
        assert isinstance(found, Form)
        assert (found.mean, found.temperature) == (Fraction(mean), Fraction(temperature))
        assert (found.left_stop, found.right_stop) == (Fraction(left_stop), Fraction(right_stop))


def test_the_table_of_canonical_forms_is_whole() -> None:
    assert len(canonical_facts()) >= 200


@functools.cache
def tree_of(game: Any) -> Any:
    """What finds values by options alone: no parts, no symmetries, nothing compiled."""

    @functools.cache
    def value(where: Any) -> Form:
        return options_form(*[[value(option) for option in game.options(where, player)] for player in (0, 1)])

    return value


PARTIZAN = [
    *("domineering(columns=4, rows=3)", "domineering(columns=3, rows=4, starter='horizontal')"),
    *("clobber(columns=3, rows=3)", "konane(columns=4, rows=3)", "toads_and_frogs('TTT__FF')"),
    *("hackenbush('B(RG)(BB)+R')", "col(graph='grid 4x2')", "snort(graph='grid 3x2')"),
    *("toppling_dominoes('lerler')", "cutcake(columns=4, rows=3)", "maundy_cake(columns=4, rows=3)"),
    *("amazons('x..|..o')", "nogo(columns=3, rows=2)", "shove('rl.lr')", "push('lr.rl')"),
    *("cannibal_clobber('xox/oxo')", "eatcake(columns=3, rows=3)", "elephants_and_rhinos('tt..f.f')"),
    *("childish_hackenbush('0-1:B 1-2:R 2-0:G 2-3:B 3-0:R')", "fission(columns=5, rows=4)"),
    *("cutthroat(graph='grid 3x3', colours='lrre')", "fjords(graph='grid 3x3', colours='l.......r')"),
    *("partizan_arc_kayles(graph='grid 3x3', colours='lrre')", "turn_and_eatcake(columns=3, rows=3)"),
    *("partizan_take_and_break(heap=9, left='0.137', right='0.606')", "anti_clobber('x.o/..x')"),
]


@pytest.mark.parametrize("text", one_in(4, PARTIZAN))
def test_parts_and_symmetries_change_no_value(text: str) -> None:
    """On every position of a random walk that takes either player's options: compiled, interpreted, and the tree."""
    game: Any = build(text)
    chance = random.Random(1913)
    for _ in range(3):
        position = next(iter(game.starts()))
        while True:
            by_tree = tree_of(game)(position)
            assert find_position_form(game, position) == by_tree
            assert HashableFormEvaluator(game).form(position) == by_tree
            ways = [option for player in (0, 1) for option in game.options(position, player)]
            if not ways:
                break
            position = chance.choice(ways)


def test_components_are_counted_once() -> None:
    """Pinned: how many components a board has below it, single cells and mirror images aside."""
    counts = {}
    for columns, rows in ((3, 3), (4, 4)):
        found = FormEvaluator(build(f"domineering(columns={columns}, rows={rows})"))
        found.form(0)
        counts[columns, rows] = found.component_count
    plain = HashableFormEvaluator(build("domineering(columns=3, rows=3)"))
    plain.form(0)
    assert len(plain.known) == counts[3, 3]
    assert counts == {(3, 3): 24, (4, 4): 549}


def test_a_second_question_finds_what_the_first_has_found() -> None:
    found = FormEvaluator(build("domineering(columns=4, rows=4)"))
    first = found.form(0)
    components, forms = found.component_count, default_theory().store.form_count
    assert found.form(0) == first
    assert found.form(0b11) is not None
    assert (found.component_count, default_theory().store.form_count) == (components, forms)


class OneSided(Game):
    """Left may take one or two, Right one; positions are tuples that fit no word."""

    heap: int = 5

    def start(self) -> Any:
        return ("heap", self.heap)

    def options(self, position: Any, player: int) -> Any:
        for take in (1, 2) if player == 0 else (1,):
            if take <= position[1]:
                yield ("heap", position[1] - take)

    def moves(self, position: Any) -> Any:
        yield from (1, 2)

    def play(self, position: Any, move: int) -> Any:
        return ("heap", position[1] - move)


class Round(OneSided):
    def options(self, position: Any, player: int) -> Any:
        yield ("heap", (position[1] + 1) % 3)


class RoundWords(Round):
    def start(self) -> int:
        return 0

    def options(self, position: int, player: int) -> Any:
        yield (position + 1) % 3


class EarlyEnd(RoundWords):
    def outcome(self, position: int) -> int:
        return 1 if position == 2 else zermelo.UNDECIDED


def test_positions_that_are_no_words_are_for_the_interpreter() -> None:
    game = OneSided()
    assert isinstance(find_form_evaluator(game), HashableFormEvaluator)
    assert find_position_form(game) == tree_of(game)(game.start())


@pytest.mark.parametrize("game", [Round(), RoundWords(), *map(zermelo.game, LOOPY)])
def test_loopy_games_have_no_forms(game: Game) -> None:
    with pytest.raises(LoopFound, match=r"play can come back to .*: such a game has no form"):
        find_position_form(game)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("pig", MissingCapability, "does not define options"),
        (
            "connect_four",
            MissingCapability,
            r"does not define options\(position, player\): it is not impartial",
        ),
        ("nim(misere=True)", BadRules, "canonical forms are of games that the last mover wins"),
    ],
)
def test_games_without_canonical_forms_are_refused(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        find_position_form(build(text))


def test_a_position_decided_by_the_rules_is_refused() -> None:
    for ask in (find_position_form, zermelo.cgt.canonical):
        with pytest.raises(BadRules, match="does not end by the loss of who cannot move"):
            ask(EarlyEnd())


@pytest.mark.parametrize("text", ["nim(heaps=(1, 2, 4))", "cram(columns=4, rows=3)", "grundys_game(heap=12)"])
def test_impartial_games_have_nimbers(text: str) -> None:
    found = zermelo.cgt.canonical(text)
    assert found.is_nimber and found == form(f"*{zermelo.cgt.nimber(text)}")


WITH_OPTIONS = {game.family_name(): game for game in collected("small") if has(game, "options")}


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_every_game_with_options_is_walked(name: str) -> None:
    walked = {text.partition("(")[0] for text in PARTIZAN + LOOPY}
    assert name in walked | {"green_hackenbush", "partizan_subtraction", "partizan_euclid"}, (
        f"add a small {name} to PARTIZAN, or to LOOPY where play may come round"
    )


# What goes wrong, and what is left of it.


class SomeLoops(Game):
    """From 0 play comes round by 1; from 5 down to 2 it ends; 9 raises, 8 outgrows a word."""

    def start(self) -> int:
        return 5

    def options(self, position: int, player: int) -> Any:
        if position <= 1:
            yield 1 - position
        if 2 < position <= 5:
            yield position - 1 - player if position - 1 - player >= 2 else 2
        if position == 7:
            yield 9
        if position == 8:
            yield -5
        if position == 9:
            raise ValueError("nine")

    def moves(self, position: int) -> Any:
        yield from ()

    def play(self, position: int, move: int) -> int:
        return position


class SomeLoopsWords(SomeLoops):
    """The same where positions are no words."""

    def start(self) -> Any:
        return ("at", 5)

    def options(self, position: Any, player: int) -> Any:
        for option in super().options(position[1], player):
            if option < 0:
                raise OverflowError("below")
            yield ("at", option)


@pytest.mark.parametrize("game", [SomeLoops(), SomeLoopsWords()])
def test_one_bad_position_spoils_no_other(game: Game) -> None:
    def at(number: int) -> Any:
        return number if isinstance(game.start(), int) else ("at", number)

    first = find_position_form(game, at(4))
    for _ in range(2):
        with pytest.raises(LoopFound, match="play can come back"):
            find_position_form(game, at(0))
        with pytest.raises(BadRules, match=r"the rules raise ValueError: nine .* below"):
            find_position_form(game, at(7))
        with pytest.raises(BadRules, match=r"outgrew its bits|OverflowError"):
            find_position_form(game, at(8))
        assert find_position_form(game, at(4)) is first
        assert find_position_form(game, at(5)) == tree_of(game)(at(5))


def stopping(budget: Budget, phase: str) -> Any:
    """A listener that stops the work in a phase, once it has begun."""

    def listen(progress: Any) -> None:
        if progress.phase == phase and (progress.done or phase == "components"):
            budget.stop.set()

    return listen


def test_who_was_stopped_may_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.cgt.partizan.form_store.BRIEF_STEPS", 20)
    game = build("domineering(columns=4, rows=4)")
    want, found = FormEvaluator(game).form(0), FormEvaluator(game)
    for phase in ("components", "canonical forms"):
        budget = Budget()
        budget.listener = stopping(budget, phase)
        with pytest.raises(Cancelled):
            found.form(0, budget)
    assert found.form(0) is want


def test_a_budget_is_for_one_question() -> None:
    game, stopped = build("domineering(columns=3, rows=4)"), Budget()
    stopped.stop.set()
    with pytest.raises(Cancelled):
        find_position_form(game, 1, budget=stopped)
    assert find_position_form(game, 1) == tree_of(game)(1)


def test_components_that_outgrow_the_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.cgt.partizan.partizan_components.LEAST", 1 << 10)
    found = FormEvaluator(build("domineering(columns=5, rows=4)"), interpreted=True)
    with pytest.raises(OutOfBudget, match=r"components take .* MB and need more than the memory given"):
        found.form(0, Budget(memory=1))
    monkeypatch.undo()
    half = found.game.parse("...##/...##/...##/...##/vertical to move")
    assert found.form(half) is FormEvaluator(found.game).form(half)


@pytest.mark.long
def test_the_switch_to_machine_code_keeps_the_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first components are found by the interpreter, the others compiled."""
    monkeypatch.setattr("zermelo.cgt.partizan.partizan_components.SMALL", 400)
    game = build("domineering(columns=4, rows=4)")
    switching, interpreted = FormEvaluator(game), FormEvaluator(game, interpreted=True)
    assert not switching.explorer.splitter.native
    assert switching.form(0) is interpreted.form(0)
    assert switching.explorer.splitter.native
    count = switching.components
    assert count == interpreted.components > 400
    for name in ("found", "heads"):
        one, other = getattr(switching.explorer.graph, name), getattr(interpreted.explorer.graph, name)
        assert (one[:count] == other[:count]).all()
    assert (switching.values == interpreted.values).all()


def test_positions_that_are_no_words_may_be_deep() -> None:
    """Deeper than Python's own stack; Left, who alone may take two, is 2,999 ups ahead."""
    assert find_position_form(OneSided(heap=3_000)) == form("^2999")


def test_threads_share_an_evaluator() -> None:
    game = build("domineering(columns=4, rows=4)")
    found, want, got = FormEvaluator(game), FormEvaluator(game).form(0), []
    threads = [threading.Thread(target=lambda: got.append(found.form(0))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [want] * 4


# Another library.


def other_boards(seed: int) -> Any:
    """Random boards: a game's text, a position or None, and what cgt-py makes of it."""
    chance = random.Random(seed)
    for _ in range(30):
        columns, rows = chance.randint(1, 4), chance.randint(1, 4)
        bits = sum((chance.random() < 0.3) << cell for cell in range(columns * rows))
        lines = ["".join(".#"[bits >> row * columns + n & 1] for n in range(columns)) for row in range(rows)]
        yield f"domineering(columns={columns}, rows={rows})", bits, cgt_py.Domineering("|".join(lines))
    for name, signs, other in (("konane", "xo.", cgt_py.Konane), ("amazons", "....##xo", cgt_py.Amazons)):
        for _ in range(10):
            columns, rows = chance.randint(2, 4), chance.randint(1, 2)
            lines = ["".join(chance.choices(signs, k=columns)) for _ in range(rows)]
            lines[0] = "." + lines[0][1:]
            yield f"{name}(setup='{'/'.join(lines)}')", None, other("|".join(lines))


@pytest.mark.parametrize("seed", few(range(6), 1))
def test_cgt_py_finds_the_same_forms_of_random_boards(seed: int) -> None:
    for text, position, theirs in other_boards(seed):
        assert find_position_form(build(text), position) is form(repr(theirs.canonical_form)[15:-2]), text
