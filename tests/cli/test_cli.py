"""Every command: what it prints, the keys of its JSON, its exit status."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from reference import naive
from support.commands import BROKEN_GAMES, Command, Ran, answer, broken, check_refusal, text

import zermelo
from zermelo.games import catalogue
from zermelo.games.heaps.subtraction import Subtraction

GAME = "subtraction(heap=9)"
PLAIN = [GAME, "--interpreted"]


def test_games(command: Command) -> None:
    listed, told = answer(command("games", "--json"))["games"], text(command("games", "--all"))
    named = text(command("games"))
    assert named.count("\n") < 60 and set(catalogue()) <= set(named.split())
    assert [row["name"] for row in listed] == sorted(catalogue())
    for row in listed:
        assert set(row) == {"name", "parameters", "about"} and row["about"]
        given = {name: tuple(it) if isinstance(it, list) else it for name, it in row["parameters"].items()}
        game = zermelo.game(f"{row['name']}({', '.join(f'{name}={it!r}' for name, it in given.items())})")
        assert repr(game) in told


def test_show(command: Command) -> None:
    nim = zermelo.game("nim")
    said = {"game": "nim(heaps=(1, 3, 5, 7), misere=False)", "position": nim.start(), "text": "1 3 5 7"}
    moves = [nim.name(0, move) for move in nim.moves(nim.start())]
    assert answer(command("show", "nim", "--json")) == said | {"outcome": None, "moves": moves}
    assert answer(command("show", "nim", "0 0 0 0", "--json"))["outcome"] == "loss"
    assert "over: loss for the player to move" in text(command("show", "nim", "0 0 0 0"))
    assert text(command("show", "tic_tac_toe", "XO./.../...")).startswith("XO.\n...\n...\nposition ")


def test_solve(command: Command, store: Path) -> None:
    first = answer(command("solve", *PLAIN, "--json"))
    game = Subtraction(heap=9)
    value, remoteness = naive.solve(game)[9]
    expected = {"game": repr(game), "value": value, "outcome": "win", "remoteness": remoteness}
    expected |= {"domain": "reachable", "positions": 10, "solved": 10, "win_probability": None, "nodes": None}
    assert {key: first[key] for key in expected} == expected
    assert (first["wins"], first["draws"], first["losses"]) == naive.totals(game)
    assert Path(first["solution"]).parent == store and first["peak_memory"] > 0
    printed = text(command("solve", *PLAIN))
    assert "win in" in printed and first["solution"] in printed and "10" in printed
    assert answer(command("solve", *PLAIN, "--no-store", "--json"))["solution"] is None


def test_value(command: Command) -> None:
    table = naive.solve(Subtraction(heap=9))
    for position in (9, 5, 4, 0):
        found = answer(command("value", *PLAIN, str(position), "--json"))
        assert (found["position"], found["value"], found["remoteness"]) == (position, *table[position])
        assert found["outcome"] == ("win" if table[position][0] > 0 else "loss")
        for move in found["moves"]:
            after = table[position - int(move["move"])]
            assert (move["value"], move["remoteness"]) == (-after[0], after[1] + 1)
        assert len(found["moves"]) == min(3, position)
    assert "win in" in text(command("value", *PLAIN))


def test_who_asks_for_a_way_of_solving_is_not_answered_from_the_store(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    command("solve", GAME)
    monkeypatch.setattr(zermelo, "solve", lambda *_, **asked: pytest.fail(str(asked["interpreted"])))
    assert "loss" in text(command("value", GAME, "4"))
    for option, said in (("--interpreted", "True"), ("--compiled", "False")):
        with pytest.raises(pytest.fail.Exception, match=said):
            command("value", GAME, "4", option)


def test_the_line_of_the_blog_post(command: Command) -> None:
    """The side to move is told, and which moves are equally good."""
    found = answer(command("value", *PLAIN, "--line", "--json"))
    heap = 9
    for move in found["line"]:
        heap -= int(move)
    assert heap == 0 and len(found["line"]) == found["remoteness"]
    lines = text(command("value", *PLAIN, "--line")).splitlines()
    assert lines[0] == "   9  the first player to move: the first player wins in 5, plays 1"
    assert lines[-1] == "   0  the second player to move: the first player wins, over"
    assert len(lines) == found["remoteness"] + 1
    lines = text(command("value", "nim(heaps=(2, 2), misere=True)", "--interpreted", "--line")).splitlines()
    equals = "1 from heap 1, as good as 2 from heap 1 or 1 from heap 2 or 2 from heap 2"
    assert lines[0] == f" 2 2  the first player to move: the second player wins in 3, plays {equals}"
    assert [" as good as " in line for line in lines] == [True, False, False, False]
    dull = text(command("value", "tic_tac_toe", "--interpreted", "--line"))
    assert "X to move: draw in 9, plays a1, as good as 8 others" in dull


def test_a_line_in_one_row(command: Command) -> None:
    chain, free = text(command("value", *PLAIN, "--chain")).splitlines()
    assert chain == "9 win → 8 loss → 7 win → 4 loss → 3 win → 0 loss"
    assert free == "every move as good as another at 2 of 5 positions, 2 lost: who is lost is free to choose"
    found = answer(command("value", *PLAIN, "--chain", "--json"))["chain"]
    assert [(each["position"], each["outcome"]) for each in found[:2]] == [(9, "win"), (8, "loss")]
    assert [each["free"] for each in found] == [False, True, False, True, False, False]
    assert text(command("value", "pong_hau_ki", "--chain")).splitlines()[0].endswith("and so on without end")
    points = text(command("value", "dots_and_boxes(columns=1, rows=2)", "--chain"))
    assert "-1 to come → " in points and "points still to come" in points and "loss" not in points


def test_a_line_without_end(command: Command) -> None:
    found = answer(command("value", "pong_hau_ki", "--interpreted", "--line", "--json"))
    assert found["remoteness"] is None and found["line_ends"] is False
    assert found["line"] == ["a1-b2", "a3-a1", "b2-a3", "a1-b2", "a3-a1", "c3-a3", "c1-c3", "b2-c1"]
    lines = text(command("value", "pong_hau_ki", "--interpreted", "--line")).splitlines()
    assert lines[3:5] == ["X to move", " 771  X to move: draw by endless play, plays a1-b2, as good as c1-b2"]
    end = "draw by endless play, and so on: this position has been there before"
    assert lines[-1] == f" 337  X to move: {end}"
    assert answer(command("value", *PLAIN, "--line", "--json"))["line_ends"] is True


def test_verify(command: Command, store: Path) -> None:
    solved = answer(command("solve", *PLAIN, "--json"))
    for which in (GAME, solved["solution"]):
        found = answer(command("verify", which, "--interpreted", "--json"))
        assert found["game"] == solved["game"] and found["counterexample"] is None
        assert found["details"] == {"records": 10, "interpreted": 10, "lean": False}
    assert "checked     all 10 records" in text(command("verify", GAME, "--interpreted"))


def test_count(command: Command) -> None:
    game = Subtraction(heap=9)
    found = answer(command("count", *PLAIN, "--json"))
    counted = {"games": naive.games(game), "nodes": naive.tree_nodes(game)}
    assert found == {"game": repr(game), "positions": 10} | counted
    assert "positions  10" in text(command("count", *PLAIN))
    big = answer(command("count", "subtraction(heap=99, stop=3)", "--interpreted", "--json"))
    assert big["nodes"] == 56343125079040471808818753


def test_nimber(command: Command) -> None:
    found = answer(command("nimber", *PLAIN, "--json"))
    assert found == {"game": repr(Subtraction(heap=9)), "nimber": 1, "outcome_class": "N"}
    lost = answer(command("nimber", "subtraction(heap=8)", "--interpreted", "--json"))
    assert lost == {"game": repr(Subtraction(heap=8)), "nimber": 0, "outcome_class": "P"}
    assert "nimber 1: the mover wins" in text(command("nimber", *PLAIN))


def test_check(command: Command) -> None:
    found = answer(command("check", *PLAIN, "--json"))
    assert found["checked"] == found["total"] == 10 and found["details"]["exhaustive"] is True
    assert "checked     all 10 positions" in text(command("check", GAME))
    check_refusal(command("check", broken("TwoAlike"), "--interpreted"), 1, "position 4", "a move twice")
    sampled = answer(command("check", "connect_four", "--limit", "10", "--interpreted", "--json"))
    assert sampled["total"] is None and sampled["details"]["exhaustive"] is False


def test_cache(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    found = answer(command("cache", "--json"))
    assert found["entries"] == 0 and found["writable"] is True and found["cleared"] is False
    assert "0 kernels" in text(command("cache"))
    assert answer(command("cache", "--clear", "--json"))["cleared"] is True


def process(*words: str) -> Ran:
    command = [sys.executable, "-m", "zermelo.cli", *words]
    ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def test_a_process_prints_its_answer_on_standard_output_alone_and_ends_with_the_right_status() -> None:
    assert answer(process("solve", *PLAIN, "--json"))["value"] == 1
    check_refusal(process("solve", "nothing"), 2)
    check_refusal(process("check", f"{BROKEN_GAMES}:TwoAlike", "--interpreted"), 1)


def test_no_command_prints_the_help(command: Command) -> None:
    ran = command()
    assert ran.status == 2 and "solve" in ran.out + ran.err


def test_a_closed_pipe_is_silent() -> None:
    read, write = os.pipe()
    os.close(read)
    words = [sys.executable, "-m", "zermelo.cli", "games"]
    ran = subprocess.run(words, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert ran.stderr == ""


def test_importing_is_light() -> None:
    code = "import sys, zermelo; print([n for n in ('numba', 'numpy', 'pyarrow', 'typer', 'rich') if n in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
