"""Games, positions and moves as people give them in Python: read where they can be, refused in a line where not."""

import inspect
import io
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.commands import check_refusal, runner

import zermelo
from zermelo.cli.console.command_options import find_game
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    IllegalMove,
    UnknownGame,
    UnknownPosition,
    UnreadablePosition,
    ZermeloError,
)
from zermelo.core.game import Game
from zermelo.core.mix_ins import PerfectIndex
from zermelo.core.notation.position_input import as_move, as_position
from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.why.explain_move import explain_move
from zermelo.games.heaps.nim import Nim
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.play.matches.match import Match
from zermelo.play.players import basic_players
from zermelo.play.players.trap_players import TrapPlayer
from zermelo.play.reports import game_report as play_report
from zermelo.search.books.opening_book import opening_book
from zermelo.search.position_solver import solve_position
from zermelo.solution import puzzle_search as query_puzzles
from zermelo.solution.game_trees import game_tree as query_tree
from zermelo.solution.game_trees.quintuplet import make_quintuplet


class Pair(Game):
    """Two heaps as a tuple, with names of moves as in chess."""

    heaps: tuple[int, int] = (2, 2)

    def start(self) -> tuple[int, ...]:
        return self.heaps

    def moves(self, position: tuple[int, ...]) -> Any:
        for place, heap in enumerate(position):
            for take in range(1, heap + 1):
                yield 10 * place + take

    def play(self, position: tuple[int, ...], move: int) -> tuple[int, ...]:
        place, take = divmod(move, 10)
        return tuple(heap - take * (place == other) for other, heap in enumerate(position))

    def name(self, position: tuple[int, ...], move: int) -> str:
        return {1: "Qd5+", 2: "Qxe5#", 11: "b4", 12: "B4"}[move]


@pytest.fixture(scope="module")
def nim() -> Any:
    return zermelo.solve(Nim(heaps=(3, 4)), interpreted=True)


@pytest.mark.parametrize("given", [10, np.int64(10), np.uint8(10), np.array(10), "10", "2 1"])
def test_a_position_is_any_integer_or_a_text(nim: Any, given: Any) -> None:
    assert nim.value(given) == nim.value(10)
    assert [each.move for each in nim.best(given)] == [each.move for each in nim.best(10)]
    assert nim.policy(given) == nim.policy(10)
    assert nim.moves(given) == nim.moves(10)
    assert list(nim.line(given)) == list(nim.line(10))
    assert nim.play(given, nim.policy(10)[0]) == nim.play(10, nim.policy(10)[0])
    assert str(zermelo.show(nim.game, given)) == str(zermelo.show(nim.game, 10))
    assert nim.game.tree(given).root.value == nim.game.tree(10).root.value
    assert str(nim.game.table(given)) == str(nim.game.table(10))
    assert nim.why(given).claims == nim.why(10).claims


@pytest.mark.parametrize("given", [True, np.True_, 1.5, (1, 2), -1, 1 << 63, "nonsense", [1], object()])
def test_what_is_no_position_is_unreadable_and_not_unreachable(nim: Any, given: Any) -> None:
    with pytest.raises(UnreadablePosition):
        nim.value(given)


@pytest.mark.parametrize("given", [(1, 2), [1, 2], np.array([1, 2]), (np.int64(1), np.uint8(2)), "(1, 2)"])
def test_a_tuple_may_be_a_list_or_an_array(given: Any) -> None:
    assert as_position(Pair(), given) == (1, 2)
    solution = zermelo.solve(Pair(), interpreted=True)
    assert solution.value(given) == solution.value((1, 2))
    for wrong in ((True, 2), (1.0, 2), np.array([1.0, 2.0]), 5, "no tuple"):
        with pytest.raises(UnreadablePosition):
            as_position(Pair(), wrong)


@pytest.mark.parametrize(
    ("given", "move"),
    [
        *((given, 1) for given in (1, np.int8(1), "Qd5+", "Qd5", "qd5")),
        *(("Qe5", 2), ("qxe5", 2), ("b4", 11), ("B4", 12)),
    ],
)
def test_a_move_may_be_given_by_its_name_as_people_type_it(given: Any, move: int) -> None:
    assert as_move(Pair(), (2, 2), given) == move
    assert zermelo.solve(Pair(), interpreted=True).play((2, 2), given) == Pair().play((2, 2), move)
    if isinstance(given, str):  # as at the prompt
        assert Match(Pair()).find_move(given) == move


class TwoAlike(Pair):
    def name(self, position: tuple[int, ...], move: int) -> str:
        return {1: "Qa1+", 2: "Qa1#", 11: "b4", 12: "B5"}[move]


def test_games_with_one_board_and_other_rules_are_compared() -> None:
    one, other = (
        zermelo.solve(f"mnk(columns=3, rows=2, line=2, misere={misere})", interpreted=True)
        for misere in (False, True)
    )
    assert one.compare(other).both > 1


@pytest.mark.parametrize("given", [np.int64(10), np.array(10), "10", "2 1"])
def test_policies_and_players_take_the_positions_that_people_give(
    nim: Any, given: Any, tmp_path: Path
) -> None:
    nim.save_policy(tmp_path / "nim.policy")
    asked: list[Any] = [
        zermelo.play.load_policy(tmp_path / "nim.policy"),
        basic_players.random_player(nim.game),
        basic_players.perfect_player(nim),
        basic_players.value_keeping_player(nim),
        basic_players.erring_player(nim, 0.5),
        basic_players.shallow_player(nim.game, 1),
        basic_players.policy_player(nim.policy),
        TrapPlayer(nim, basic_players.random_player(nim.game)),
        opening_book(nim.policy, nim.game, 9),
        zermelo.cgt.find_strategy(nim.game).moves,
        zermelo.explain.find_rules(nim.game).rules,
        nim.certify() and nim.policy,
    ]
    for ask in asked:
        assert ask(given) == ask(10)
    assert zermelo.solve_position(nim.game, given).answer == zermelo.solve_position(nim.game, 10).answer


class Partial(Game):
    """Two heaps as a tuple, whose symmetries raise at one that play never reaches, and not elsewhere."""

    def start(self) -> tuple[int, ...]:
        return (2, 1)

    def moves(self, position: tuple[int, ...]) -> Any:
        return [place for place, heap in enumerate(position) if heap]

    def play(self, position: tuple[int, ...], move: int) -> tuple[int, ...]:
        return tuple(heap - (place == move) for place, heap in enumerate(position))

    def symmetries(self, position: tuple[int, ...]) -> Any:
        return [[(0,), (1,), (2,)][position[0]] + position[1:]]


def test_rules_that_raise_are_not_taken_for_an_unreachable_position() -> None:
    solution = zermelo.solve(Partial(), interpreted=True)
    with pytest.raises(BadRules, match=r"IndexError: list index out of range \(in symmetries, test_given.py"):
        solution.value((5, 1))
    with pytest.raises(UnknownPosition, match="not reachable"):
        solution.value((2, 9))
    with pytest.raises(UnknownPosition):
        solution.value((1, 1, 1))


class Indexed(Game, PerfectIndex):
    """A heap of 5, with an index that raises beyond it."""

    def start(self) -> int:
        return 5

    def moves(self, position: int) -> Any:
        yield from range(1, min(2, position) + 1)

    def play(self, position: int, move: int) -> int:
        return position - move

    @property
    def size(self) -> int:
        return 6

    def rank(self, position: int) -> int:
        return (0, 1, 2, 3, 4, 5)[position]

    def unrank(self, index: int) -> int:
        return index

    def show(self, position: int) -> str:
        return str(min(position, 7))


def test_an_index_that_raises_is_said_to_unless_it_is_asked_of_no_position() -> None:
    solution = zermelo.solve(Indexed())
    with pytest.raises(BadRules, match=r"the rules raise IndexError: .* \(in rank, test_given.py line"):
        solution.value(6)
    with pytest.raises(UnreadablePosition, match="50 is not a position of indexed"):
        solution.value(50)  # it shows as 7


def test_a_name_of_two_moves_is_refused_with_both_and_the_prompt_takes_numbers() -> None:
    assert Match(Pair()).find_move("3") == 11
    with pytest.raises(IllegalMove, match=r"'Qa1' may be each of Qa1\+, Qa1#: write the whole name"):
        as_move(TwoAlike(), (2, 2), "Qa1")
    with pytest.raises(IllegalMove, match=r"may be each of Qa1\+, Qa1#"):
        Match(TwoAlike()).find_move("qa1")
    with pytest.raises(IllegalMove, match=r"'Zz' is no move at .*: moves are Qd5"):
        as_move(Pair(), (2, 2), "Zz")
    with pytest.raises(IllegalMove, match="moves are none, the game is over"):
        as_move(Pair(), (0, 0), "Qd5")


def test_the_commands_take_moves_as_people_type_them(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run, game = runner(capsys), f"{__file__}:Pair"
    told = [run("why", game, "--interpreted", "--move", name) for name in ("Qxe5#", "qe5", "QE5", "Qxe5")]
    assert [each.status for each in told] == [0] * 4 and len({each.out for each in told}) == 1
    check_refusal(run("why", game, "--interpreted", "--move", "Qe6"), 2, "'Qe6' is no move here")
    monkeypatch.setattr("sys.stdin", io.StringIO("qe5\nB4\n"))
    played = run("play", game, "--interpreted", "--side", "both")
    assert played.status == 0 and "is no move" not in played.out and "player wins" not in played.err


def test_errors_repeat_the_beginning_of_a_long_text_and_its_length() -> None:
    for given in ("9" * 100_000, [1] * 50_000, 10**5000):
        with pytest.raises(UnreadablePosition, match=r"characters|bits") as caught:
            as_position(Nim(heaps=(3, 4)), given)
        assert len(str(caught.value)) < 2_100
    with pytest.raises(IllegalMove, match="characters") as failed:
        as_move(Nim(heaps=(3, 4)), 10, "x" * 100_000)
    assert len(str(failed.value)) < 2_100


class Row(Game):
    """A row of coins as a tuple, as long as the board: take one off either end; the rest is empty places."""

    width: int = 3
    sign: str = "o"

    def start(self) -> tuple[int, ...]:
        return (1, 1, 0)

    def moves(self, position: tuple[int, ...]) -> Any:
        return [place for place, coin in enumerate(position) if coin]

    def play(self, position: tuple[int, ...], move: int) -> tuple[int, ...]:
        return tuple(coin - (place == move) for place, coin in enumerate(position))

    def show(self, position: tuple[int, ...]) -> str:
        return "".join(self.sign if coin else "." for coin in position).ljust(self.width, "#")


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("mnk(columns=3, rows=2)", "kayles(pins=6)", "write different positions as"),
        (Row(), Row(sign="x"), "write different positions as"),
        (Row(), Row(width=4), "write different positions as"),
        ("connect_four(columns=3, rows=3, line=3)", "connect_four(columns=4, rows=3, line=3)", "no position"),
    ],
    ids=["games", "signs", "width", "connect_four"],
)
def test_positions_that_are_merely_equal_are_not_compared(first: Any, second: Any, words: str) -> None:
    with pytest.raises(BadParameter, match=words):
        zermelo.solve(first, interpreted=True).compare(zermelo.solve(second, interpreted=True))


FACE = (zermelo, zermelo.explain, zermelo.learn, zermelo.play, zermelo.verify, zermelo.cgt)


ENTRANCES = {
    "zermelo.solution.entry_points",
    "zermelo.games.game_lookup",
    "zermelo.explain.derivation.backward_derivation",
    "zermelo.explain.list_search.rule_finder",
    "zermelo.explain.list_tradeoff.tradeoff_search",
    "zermelo.learn.monotonic.self_play_run",
    "zermelo.play.saved_policies",
    "zermelo.cgt.game_values",
}  # modules of functions that a prompt begins with


@cache
def functions() -> dict[str, Any]:
    """Return the functions of the face by name; learning brings its library with it."""
    return {
        f"{module.__name__}.{name}": getattr(module, name)
        for module in FACE
        for name in module.__all__
        if inspect.isfunction(getattr(module, name)) and getattr(module, name).__module__ in ENTRANCES
    } | {
        "zermelo.solver.solved_game": zermelo.solver.solved_game,
        "zermelo.cgt.nimber": zermelo.cgt.nimber,
        "zermelo.cgt.nimber_moves": zermelo.cgt.nimber_moves,
        "zermelo.cgt.derive_nimber": zermelo.cgt.derive_nimber,
        "zermelo.cgt.solve_heaps": zermelo.cgt.solve_heaps,
        "zermelo.cgt.misere_quotient": zermelo.cgt.misere_quotient,
        "zermelo.cgt.find_strategy": zermelo.cgt.find_strategy,
        "zermelo.cgt.form": zermelo.cgt.form,
    }


TAKEN = {  # what is no slip: integers are values, and a game may have no options
    *((f"zermelo.cgt.{name}", "5") for name in ("form", "literal", "conway_product", "ordinal_product")),
    *(("zermelo.cgt.braces", none) for none in ("[]", "{}")),
}


@pytest.mark.parametrize("given", [5, None, Nim, [], 3.5, b"x", {}], ids=repr)
def test_every_function_refuses_what_it_cannot_take_in_a_line(given: Any) -> None:
    assert len(functions()) == 31
    for name, asked in functions().items():
        needed = [
            each
            for each in inspect.signature(asked).parameters.values()
            if each.default is each.empty and each.kind is each.POSITIONAL_OR_KEYWORD
        ]
        if (name, repr(given)) in TAKEN:
            assert str(asked(*[given] * len(needed))) in ("5", "25", "'{|}'")
            continue
        with pytest.raises(ZermeloError) as caught:
            asked(*[given] * len(needed))
        assert "\n" not in str(caught.value), name


@pytest.mark.parametrize("given", [5, None, [], 3.5], ids=repr)
def test_questions_refuse_what_they_cannot_take_in_a_line(given: Any, nim: Any) -> None:
    asked = [nim.compare, nim.save_policy, lambda what: nim.stats(budget=what or 5)]
    if given not in (5, None):  # which are positions
        asked.append(nim.game.beginning_at)
    for ask in asked:
        with pytest.raises(ZermeloError) as caught:
            ask(given)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("question", "function"),
    [
        (zermelo.Game.tree, query_tree.draw_tree),
        (zermelo.Game.table, make_quintuplet),
        (zermelo.Solution.puzzles, query_puzzles.find_puzzles),
        (zermelo.Solution.why, explain_move),
        (zermelo.Solution.report, play_report.make_report),
        (zermelo.explain.find_rules, find_rules),
        (zermelo.explain.derive_rules, derive_rules),
        (zermelo.learn.self_play, SelfPlayParameters),
        (zermelo.solve_position, solve_position),
    ],
)
def test_questions_have_the_defaults_of_the_rooms_that_answer(question: Any, function: Any) -> None:
    there = inspect.signature(function).parameters
    shared = [each for name, each in inspect.signature(question).parameters.items() if name in there]
    assert shared
    for each in shared:
        assert each.default in (there[each.name].default, each.empty), each


class Planned(Game):
    """A name that every game answers to, taken for a parameter."""

    plan: int = 3

    def start(self) -> int:
        return self.plan

    def moves(self, position: int) -> Any:
        return range(1, position + 1)

    def play(self, position: int, move: int) -> int:
        return position - move


class Taken(Planned):
    """The same, with a name that the command line asks for."""

    plan: int = 3
    beginning_at: int = 1


def test_a_game_may_use_the_name_of_a_question_for_its_own() -> None:
    assert zermelo.solve(Planned()).value().value == zermelo.solve(Planned(plan=4)).value().value == 1
    assert zermelo.check(Planned()).checked == 4
    assert "compiled rules answer" in str(zermelo.check(Planned(), limit=1, compiled=True))
    assert repr(find_game("kayles(pins=4)", "3")).endswith(" from 3")
    assert repr(zermelo.Game.beginning_at(Taken(beginning_at=2), 1)) == "taken(plan=3, beginning_at=2) from 1"
    with pytest.raises(BadRules, match=r"Nameless.table has the name of a method of every game"):

        class Nameless(Game):
            table: int


@pytest.mark.parametrize(
    "ask",
    [
        lambda: zermelo.solve("nim", store=5),  # type: ignore[arg-type]  # wrong types are the matter here
        lambda: zermelo.solve("nim", budget="4GB"),  # type: ignore[arg-type]
        lambda: zermelo.solve_position("nim", budget=5),
        lambda: zermelo.cgt.nimber("nim", budget=5),  # type: ignore[arg-type]
        lambda: zermelo.open("nim", 5),  # type: ignore[arg-type]
        lambda: zermelo.play.save_policy(lambda _: [1], "nim", 5),  # type: ignore[arg-type]
        lambda: zermelo.play.certify(5, "nim"),
        lambda: zermelo.play.certify(lambda _: 5, "nim"),
        lambda: zermelo.Budget(memory="4GB"),  # type: ignore[arg-type]
        lambda: zermelo.Budget(threads="2"),  # type: ignore[arg-type]
        lambda: zermelo.cgt.solve_heaps("0.77", "x"),  # type: ignore[arg-type]
        lambda: zermelo.cgt.misere_quotient(Nim, 5),  # type: ignore[arg-type]
        lambda: zermelo.game("nim").table(limit="x"),  # type: ignore[arg-type]
        lambda: zermelo.game("nim").tree(depth="x"),
        lambda: zermelo.game("nim").tree(limit=2.5),
        lambda: zermelo.check("nim", limit="x"),  # type: ignore[arg-type]
        lambda: zermelo.play.load_policy("/nowhere", 5),  # type: ignore[arg-type]
    ],
)
def test_arguments_of_wrong_types_are_refused_in_a_line(ask: Any) -> None:
    with pytest.raises(ZermeloError) as caught:
        ask()
    assert "\n" not in str(caught.value)


def test_what_is_wrong_is_said(nim: Any, tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"Nim is a class of games: make one of it, as in Nim\(\)"):
        zermelo.solve(Nim)  # type: ignore[arg-type]  # that is the fault
    with pytest.raises(BadParameter, match="'x' is no number of puzzles"):
        nim.puzzles(count="x")
    with pytest.raises(IllegalMove, match=r"the policy gives 5 at .*, which is no list of moves"):
        zermelo.play.save_policy(lambda _: 5, "nim", tmp_path / "saved")
