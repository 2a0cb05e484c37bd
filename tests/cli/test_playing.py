"""Games at the prompt, through pipes: what is typed, and every letter of what is answered."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reference import naive
from support.commands import Command, broken, check_refusal, text
from support.marks import few
from support.matches import Told, random_moves, typed_names, unfolded

import zermelo
from zermelo.cli.players.prompt_game import HELP
from zermelo.games.lines.mnk import TicTacToe
from zermelo.play.matches.match import Match

HEAP = "subtraction(heap=9)"
NOUGHTS = "tic_tac_toe"
BOXES = "dots_and_boxes(columns=2, rows=1)"
ESCAPE = "\x1b"


@pytest.fixture
def table(
    command: Command, monkeypatch: pytest.MonkeyPatch, solved: Path, tmp_path: Path
) -> Callable[..., str]:
    """A function that plays through pipes what is typed, and gives what was printed."""
    monkeypatch.chdir(tmp_path)

    def sit(typed: str, *arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        ran = command("play", "--store", str(solved), "--interpreted", *arguments)
        assert ran.status == 0 and ran.err == "", ran
        assert ESCAPE not in ran.out
        assert max(map(len, ran.out.splitlines())) <= 80
        return ran.out

    return sit


PLAYED = [HEAP, BOXES, "nim(heaps=(1, 2, 2), misere=True)"]
PLAYED += ["mnk(columns=3, rows=2, line=2, misere=True)", NOUGHTS]


@pytest.mark.parametrize("name", few(PLAYED, 4))
def test_verdict_review_and_coach_are_the_twins(table: Callable[..., str], name: str) -> None:
    game = zermelo.game(name)
    for seed in range(3):
        moves = random_moves(game, seed)
        told = Told(game, moves)
        printed = table(typed_names(game, moves), name, "--side", "both", "--coach").splitlines()
        begin = len(printed) - 1 - printed[::-1].index("")
        assert unfolded(printed[begin + 1 :]) == told.review()
        coached = [line.split("; better:")[0] for line in printed[:begin] if " gave away " in line]
        assert coached == [
            f"{move} gave away {lost} ({answer})" for _, _, lost, move, answer in told.mistakes
        ]
        silent = table(typed_names(game, moves), name, "--side", "both").splitlines()
        assert [line for line in printed if " gave away " not in line] == [
            line for line in silent if " gave away " not in line
        ]
        assert silent[-(len(printed) - begin) :] == printed[begin:]


def test_the_better_move_keeps_the_value(table: Callable[..., str]) -> None:
    printed = table("3\nq\n", HEAP, "--coach", "--seed", "1")
    assert "3 gave away a win (loss in 4); better: 1 (win in 5)\n" in printed
    assert "gave away" not in table("3\nq\n", HEAP, "--seed", "1")
    scored = table("a1-b1\na1-a2\na2-b2\nb1-b2\nb1-c1\nc1-c2\nq\n", BOXES, "--coach", "--side", "both")
    assert "first> a1-b1\na1-b1 gave away 2 points (loss by 2 in 7); better: b1-b2 (draw in 7)\n" in scored


# One game, letter by letter


def test_a_game_as_it_is_printed(table: Callable[..., str]) -> None:
    assert table("1\n9\n!\n \n3\n1\n", "subtraction(heap=5)", "--seed", "0") == (
        "subtraction(heap=5, take=(1, 2, 3), misere=False, stop=0): you are the first\n"
        "player; the second player plays perfectly\n"
        "h for help, ? for hints, q to leave\n"
        "\n5\nmoves: 1  2  3\n"
        "first> 1\n"
        "the second player plays 3\n"
        "\n1\nmoves: 1\n"
        "first> 9\n'9' is no move here: moves are 1; h for help\n"
        "first> !\n"
        "the first player plays 1\n"
        "\n0\n"
        "\nthe first player wins\n"
        "the first player: 2 moves, none gave away value\n"
        "the second player: 1 move, none gave away value\n"
    )


def test_a_board_has_labels_and_numbered_moves(table: Callable[..., str]) -> None:
    printed = table("B2\n7\nq\n", NOUGHTS, "XO./.../...", "--side", "both")
    assert printed.split("\n\n", 1)[1] == (
        "  a b c\n1 X O .\n2 . . .\n3 . . .\n"
        "moves: 1 c1  2 a2  3 b2  4 c2  5 a3  6 b3  7 c3\n"
        "X> B2\n\n"
        "  a b c\n1 X O .\n2 . X .\n3 . . .\n"
        "moves: 1 c1  2 a2  3 c2  4 a3  5 b3  6 c3\n"
        "O> 7\n'7' is no move here: moves are c1, a2, c2, a3, b3, c3; h for help\n"
        "O> q\n"
    )


def test_hints_are_every_value_best_first(table: Callable[..., str]) -> None:
    printed = table("?\n", NOUGHTS, "XO./.../...")
    hints = re.findall(r"^  ([0-9]) (\S+)  (\S+ in [0-9])$", printed, re.M)
    game = TicTacToe()
    start, values, worths = game.parse("XO./.../..."), naive.solve(game), []
    for number, move in enumerate(game.moves(start), 1):
        value, plies = values[game.play(start, move)]
        worths.append((-value, plies + 1, number, game.name(start, move)))
    worths.sort(key=lambda worth: (-worth[0], -worth[1] if worth[0] < 0 else worth[1]))
    said = {1: "win", 0: "draw", -1: "loss"}
    assert hints == [
        (str(number), name, f"{said[value]} in {plies}") for value, plies, number, name in worths
    ]
    assert {worth[0] for worth in worths} == {1, 0}


def test_points_so_far_are_shown_and_hints_say_which_points(table: Callable[..., str]) -> None:
    game = zermelo.game(BOXES)
    moves = random_moves(game, 3)
    printed = table(typed_names(game, moves), BOXES, "--side", "both")
    match, expected = Match(game), []
    for move in moves:
        expected.append(f"so far first {match.points[-1][0]} : {match.points[-1][1]} second")
        match.play(move)
    found = re.findall(r"^so far .*", printed, re.M)
    first, second = match.points[-1]
    assert found[:-1] == expected and first + second == 2
    final = f"{'first' if first > second else 'second'} wins by 2" if first != second else "a draw"
    assert found[-1] == f"so far first {first} : {second} second; to come both the same; final {final}"
    assert "(so far 0, to come 0)" in table("?\n", BOXES) and "to come" not in table("?\n", NOUGHTS)


def test_help_and_leaving(table: Callable[..., str]) -> None:
    assert table("h\n", HEAP).count(HELP) == table("help\n", HEAP).count(HELP) == 1
    for word in ("q", "quit", ""):
        printed = table(f"1\n{word}\n" if word else "1\n", HEAP, "--side", "both")
        assert printed.endswith(f"\nfirst> 1\n\n8\nmoves: 1  2  3\nsecond> {word}\n")


NONSENSE = (
    *("z9", "10", "0", "-1", "uu", "u 2", "? a1", "² ", "\x07" * 15, "9" * 70),
    *("a1 b1", "save", "load", "load x"),
)


def test_nonsense_is_answered_in_one_line(table: Callable[..., str]) -> None:
    for nonsense in NONSENSE:
        lines = table(f"{nonsense}\n", NOUGHTS).splitlines()
        before = next(place for place, line in enumerate(lines) if line.startswith("X> "))
        assert len(lines) == before + 3 and lines[-1] == "X> "
        assert re.search(r": (moves are a1, |write \w+ FILE|give a saved match)", lines[before + 1]), nonsense
        assert ("moves are" in lines[before + 1]) == lines[before + 1].endswith("; h for help")


# Undo, redo, leaving


def test_undo_and_redo(table: Callable[..., str]) -> None:
    def heaps(typed: str, *options: str) -> list[str]:
        printed = table(typed, HEAP, "--seed", "3", *options)
        return re.findall(r"^(?:[0-9]|there is nothing.*)$", printed, re.M)

    assert heaps("1\n2\nu\nu\nr\nr\nr\n", "--side", "both") == [
        *("9", "8", "6", "8", "9", "8", "6"),
        "there is nothing to make again",
    ]
    assert heaps("1\n2\nu\n3\nr\nu\nundo\nu\n", "--side", "both") == [
        *("9", "8", "6", "8", "5", "there is nothing to make again", "8", "9"),
        "there is nothing to take back",
    ]
    nine, six, *rest = heaps("1\nu\nredo\n")  # with the reply, which stays the same
    assert (nine, rest) == ("9", ["9", six]) and six in "765"
    assert heaps("u\n1\nu\n", "--side", "second")[:3] == ["9", "8", "there is nothing to take back"]
    assert heaps("1\nu\n", "--side", "second")[-1] == "8"


# Where it begins, and who plays


def test_play_begins_where_it_is_told(table: Callable[..., str]) -> None:
    diagonal = TicTacToe().parse("X../.O./..X")
    for name, position, side in (
        (HEAP, "4", "first"),
        (NOUGHTS, "X../.O./..X", "first"),
        (NOUGHTS, str(diagonal), "first"),
        (BOXES, "+-+.+/. . ./+.+.+/second", "second"),
        (BOXES, "+-+-+/. . ./+.+.+/first", "first"),
    ):
        printed = table("q\n", name, position, "--side", side)
        assert printed.endswith(f"\n{'O' if name == NOUGHTS else side}> q\n"), "O, as X has put one more"
        if name == BOXES:
            shown = zermelo.game(name).show(zermelo.game(name).parse(position))
            assert f"\n{shown}\nsince this line began first 0 : 0 second\nmoves: " in printed
    assert table("", NOUGHTS, "XXX/OO./...").endswith(
        "from here, O is who moves next\n\n  a b c\n1 X X X\n2 O O .\n3 . . .\n\nX wins\n"
        "O: 0 moves, none gave away value\nX: 0 moves, none gave away value\n"
    ), "a finished position has a verdict at once"


@pytest.mark.parametrize("name", [HEAP, NOUGHTS, BOXES])
def test_perfect_play_gives_nothing_away(table: Callable[..., str], name: str) -> None:
    value = naive.solve(zermelo.game(name))[zermelo.game(name).start()][0]
    verdict = {-1: "second player wins", 0: "a draw", 1: "first player wins"}[(value > 0) - (value < 0)]
    for side in ("first", "second", "none"):
        printed = table("!\n" * 12, name, "--side", side)
        assert printed.count(" none gave away value") == 2 and verdict in printed


@pytest.mark.parametrize(
    "options", few([["perfect"], ["erring"], ["random"], ["erring", "--error-rate", "0.9"]], 2)
)
def test_a_seed_makes_a_game_repeat(table: Callable[..., str], options: list[str]) -> None:
    def game(seed: int) -> str:
        return table("", NOUGHTS, "--side", "none", "--opponent", *options, "--seed", str(seed))

    games = [game(seed) for seed in range(3)]
    assert games == [game(seed) for seed in range(3)] and len(set(games)) > 1


def test_the_other_side_is_named(table: Callable[..., str]) -> None:
    def head(*options: str) -> str:
        return " ".join(table("", HEAP, *options).split("\nh for help")[0].split())

    assert head().endswith(": you are the first player; the second player plays perfectly")
    assert head("--side", "second", "--opponent", "random").endswith(
        "second player; the first player plays at random"
    )
    assert head("--opponent", "erring").endswith("the second player plays perfectly but errs at rate 0.1")
    assert head("--side", "both").endswith(": two people play")


# Saving and loading


def test_a_game_is_saved_and_goes_on(table: Callable[..., str], tmp_path: Path) -> None:
    table("b2\na1\nsave my game.json\n", NOUGHTS, "X../.../...", "--side", "both")
    assert json.loads((tmp_path / "my game.json").read_text()) == {
        "game": repr(TicTacToe()),
        "start": "X..\n...\n...",
        "moves": ["b2"],
    }
    refused = table("b2\nc3\nsave my game.json\n", NOUGHTS, "X../.../...", "--side", "both")
    assert "my game.json exists already: name another, or write save! to replace it" in refused
    assert json.loads((tmp_path / "my game.json").read_text())["moves"] == ["b2"]
    table("b2\nc3\nsave! my game.json\n", NOUGHTS, "X../.../...", "--side", "both")
    board = "  a b c\n1 X . .\n2 . O .\n3 . . X\nmoves: 1 b1  2 c1  3 a2  4 c2  5 a3  6 b3\nO> "
    loaded = table("", NOUGHTS, "--load", "my game.json", "--side", "both")
    assert loaded.endswith(f"\n\n{board}\n")
    prompt = table("a1\nload my game.json\nu\n", NOUGHTS, "--side", "both")
    assert f"> load my game.json\nloaded 2 moves from my game.json\n\n{board}u\n" in prompt
    assert prompt.endswith(
        "1 X . .\n2 . O .\n3 . . .\nmoves: 1 b1  2 c1  3 a2  4 c2  5 a3  6 b3  7 c3\nX> \n"
    )
    (tmp_path / "folder").mkdir()
    printed = table("save folder\nsave no/where\n", HEAP)
    said = "where: it cannot be written (No such file or directory): give another name"
    assert printed.count(said) == 1 and printed.count("folder is a directory: ") == 1


UNFIT: tuple[tuple[Any, str], ...] = (
    ("[" * 100_000, "holds no match"),
    ('{"game": 1}', "holds no match"),
    ({"moves": "b2"}, "holds no match"),
    ({"start": 0}, "holds no match"),
    ({"game": "nim(heaps=(1, 2))"}, "is a match of nim(heaps=(1, 2)), not of tic_tac_toe"),
    ({"start": "XXX/OOO/..."}, "its start cannot be read"),
    ({"moves": ["b2", "b2"]}, "'b2' is no move at ply 2: moves are b1, b3 and 6 others"),
    ({"start": "XXX/OO./...", "moves": ["c2"]}, "moves are none, the game is over"),
)


def test_files_that_do_not_fit(
    command: Command, solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    here = ("play", NOUGHTS, "--interpreted", "--store", str(solved))
    right = {"game": repr(TicTacToe()), "start": "...\n...\n...", "moves": ["b2"]}
    for content, words in UNFIT:
        file.write_text(content if isinstance(content, str) else json.dumps(right | content))
        kept = file.read_bytes()
        check_refusal(command(*here, "--load", str(file)), 2, "game.json", words)
        monkeypatch.setattr("sys.stdin", io.StringIO(f"a1\nload {file}\nb1\n"))
        printed = text(command(*here, "--side", "both"))
        after = printed.split("game.json\n", 1)[1].splitlines()
        assert words in after[0] and after[1] == "O> b1"  # the match at the table is as it was
        assert "1 X O ." in printed and file.read_bytes() == kept


def test_a_start_that_is_no_position_of_the_game(
    command: Command, solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, file = broken("Countdown(heap=5)"), tmp_path / "game.json"
    here = ("play", game, "--interpreted", "--store", str(solved))
    saved = {"game": "countdown(heap=5)", "start": "4", "moves": ["2"]}
    file.write_text(json.dumps(saved))
    ran = command(*here, "--load", str(file), "5")
    check_refusal(ran, 2, "a start of its own", "leave out POSITION '5'")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"load {file}\n"))
    assert "the second player plays" in text(command(*here, "--load", str(file)))
    file.write_text(json.dumps(saved | {"start": "6"}))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"load {file}\n"))
    assert "\nposition 6 is not reachable in countdown(heap=5): " in text(command(*here))
    check_refusal(command(*here, "--load", str(file)), 2, "position 6 is not reachable")


# Play that may go round in a circle

CIRCLE = "pong_hau_ki"


def test_a_game_that_goes_round_is_ended(table: Callable[..., str]) -> None:
    """By perfect play against itself, or by a person."""
    printed = table("", CIRCLE, "--side", "none", "--seed", "3")
    assert "\na draw: play repeats positions\n" in printed
    assert printed.count(" none gave away value") == 2
    printed = table("d\n" + "!\n" * 60 + "draw\n", CIRCLE, "--seed", "3")
    assert "X> d\nthis position has occurred once: nothing is repeated yet\n" in printed
    assert "this position has occurred 3 times: d ends the game as a draw\n" in printed
    assert "X> draw\n\na draw: play repeats positions\nX: 60 moves" in printed
    assert "this position has occurred" not in table("!\n" * 12, HEAP)


# Against a search, which needs no solution

LARGE = "connect_four(columns=7, rows=6)"


@pytest.fixture
def unsolved(table: Callable[..., str], tmp_path: Path) -> Callable[..., str]:
    """A function that plays a game which nobody could solve in a test, and checks that nobody did."""

    def sit(typed: str, *arguments: str) -> str:
        printed = table(typed, LARGE, *arguments, "--store", str(tmp_path / "store"))
        assert not (tmp_path / "store").exists()
        return printed

    return sit


def test_a_search_plays_without_a_solution(unsolved: Callable[..., str]) -> None:
    printed = unsolved("4\n?\n!\nq\n", "--opponent", "search(plies=2)")
    head = " ".join(printed.split("\nh for help")[0].split())
    assert head.endswith("you are X; O plays by a search of 2 plies")
    assert len(re.findall(r"^O plays [1-7]$", printed, re.M)) == 2  # after 4, and after the move of `!`
    assert len(re.findall(r"^X plays [1-7]$", printed, re.M)) == 1
    assert "\nno hints, as the game is not solved: run `zermelo solve`, or add --coach\n" in printed


def test_a_game_without_a_solution_ends_with_its_verdict(unsolved: Callable[..., str]) -> None:
    typed = "1\n2\n3\n4\n5\n6\n7\n" * 6
    printed = unsolved(typed, "--opponent", "search(plies=3)", "--time", "1m")
    assert printed.endswith("\n\nO wins\n") and "gave away" not in printed
    assert "a search of 60 s or 3 plies" in " ".join(printed.split())
    assert unsolved("q\n", "--opponent", "random").count("X> q") == 1


def test_time_alone_is_a_search(table: Callable[..., str]) -> None:
    """And hints are given where a solution is at hand, which the other side does not ask."""
    printed = table("1\nq\n", HEAP, "--time", "500ms")
    assert "the second player plays by a search of 0.5 s" in " ".join(printed.split())
    assert re.search(r"^the second player plays [123]$", printed, re.M)
    table("q\n", HEAP)  # solves it
    printed = table("?\n1\n", HEAP, "--opponent", "search(plies=4)")
    assert "  1  win in 5\n" in printed and "not solved" not in printed


def test_a_book_and_an_endgame_are_solutions(table: Callable[..., str]) -> None:
    """Either makes a search of one ply perfect: 8 stones are lost, 9 are not, and one is to be taken."""
    for option in ("--book", "--endgame"):
        printed = table("", HEAP, "--side", "none", "--opponent", "search(plies=1)", option, HEAP)
        assert printed.split("the first player plays ")[1][0] == "1" and "first player wins" in printed
