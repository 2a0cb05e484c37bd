"""Other programs as players: ours twice, one in plain Python, and hostile ones; none is left running."""

import io
import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.commands import Ran, check_refusal

import zermelo
from zermelo.core.errors import BadParameter, EngineFailed, MissingCapability
from zermelo.play.engine.engine_player import EnginePlayer
from zermelo.play.matches.contest import play_contest
from zermelo.play.matches.round_robin import play_round_robin
from zermelo.play.players.basic_players import perfect_player, policy_of, random_player
from zermelo.play.players.player_names import PlayerContext, make_player, parse_player
from zermelo.verify.policy_certificate import certify_policy

GAME = zermelo.game("subtraction(heap=15, take=(1, 2, 3))")
OURS = [sys.executable, "-m", "zermelo.cli", "engine"]
COUNTING = """
import sys
left = 15
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name counting\\nid author nobody\\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        left = 15 if words[1] == "startpos" else int(words[2])
        for word in words[words.index("moves") + 1:] if "moves" in words else []:
            left -= int(word)
    elif words[0] == "go":
        print("info depth 1 score cp 0 pv", left % 4 or 1)
        print("bestmove", left % 4 or 1, flush=True)
    elif words[0] == "quit":
        break
"""
POLITE = """
import sys, os, time
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name hostile\\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "go":
        {}
"""


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def is_running(number: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture(autouse=True)
def _nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After each test no process that it began is there."""
    begun: list[Any] = []

    class Noting(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            begun.append(self.pid)

    monkeypatch.setattr("zermelo.play.engine.engine_process.subprocess.Popen", Noting)
    yield
    assert [number for number in begun if is_running(number)] == []


def test_a_program_in_plain_python_plays_as_it_should() -> None:
    solution = zermelo.solve(GAME, interpreted=True)
    with EnginePlayer(python(COUNTING), GAME) as player:
        assert player.name == "counting"
        found = certify_policy(
            policy_of(player), GAME, values=lambda position: solution.value(position).value
        )
        assert found.first.never_loses and found.first.won and not found.first.given_away_count
        contest = play_contest(GAME, (player, perfect_player(solution)), games=4, seed=1)
    assert contest.first.as_first.won == 2 and contest.first.as_second.lost == 2
    assert not player.process.is_open


def test_ours_plays_itself_over_the_protocol() -> None:
    game = zermelo.game("tic_tac_toe")
    command = shlex.join([*OURS, "tic_tac_toe"])
    with EnginePlayer(command, game, seconds=0.05) as one, EnginePlayer(command, game, plies=3) as other:
        contest = play_contest(game, (one, other), games=2, seed=1)
        assert contest.first.drawn == 2 and contest.broken_off == 0
        chance = play_contest(game, (one, random_player(game)), games=6, seed=1)
    assert chance.first.lost == 0


def test_several_at_once_do_not_wait_for_each_other() -> None:
    won: list[int] = []

    def play(seed: int) -> None:
        with EnginePlayer(python(COUNTING), GAME) as player:
            contest = play_contest(GAME, (player, random_player(GAME)), games=3, seed=seed)
            won.append(contest.first.as_first.won)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert won == [2, 2, 2, 2]


SILENT = "import time; time.sleep(100)"
MUTE = [  # what never greets: given up soon
    ("silent", SILENT, "did not say id or ugiok in time, and nothing else"),
    ("endless lines", "while True: print('garbage')", "other lines; it said last 'garbage'"),
    ("one endless line", "while True: print('x' * 100, end='')", "did not say id or ugiok in time"),
    ("bytes", "import os\nwhile True: os.write(1, bytes(range(256)))", "did not say id or ugiok in time"),
    ("deaf to signals", f"import signal; signal.signal(15, signal.SIG_IGN); {SILENT}", "did not say id"),
]
HOSTILE = [
    ("dead at once", "raise SystemExit(3)", "exit status 3"),
    ("broken", "1/0", "on standard error 'ZeroDivisionError: division by zero'"),
    ("no such move", POLITE.format("print('bestmove z9', flush=True)"), "plays 'z9', which is no move at 15"),
    ("gives up", POLITE.format("print('bestmove (none)', flush=True)"), "plays '(none)', which is no move"),
    ("killed", POLITE.format("os.kill(os.getpid(), 9)"), "ended before it said bestmove; exit status -9"),
    ("raising", POLITE.format("print('bye', flush=True); raise ValueError('boom')"), "ValueError: boom"),
    ("deaf", POLITE.format("time.sleep(100)"), "did not say bestmove in time, and nothing else"),
    ("chatting", POLITE.format("[print('info string hm', flush=True) for _ in iter(int, 1)]"), "string hm"),
]
LATE = ("deaf", "chatting")  # what greets, and then makes no move: nobody waits long for it


def check_told(error: EngineFailed, said: str) -> None:
    text = str(error)
    assert said in text and text.startswith("the engine ") and len(text) < 2500 and "\n" not in text


@pytest.mark.parametrize(("code", "said"), [row[1:] for row in MUTE], ids=[row[0] for row in MUTE])
def test_what_never_greets_is_given_up(code: str, said: str) -> None:
    with pytest.raises(EngineFailed) as raised:
        EnginePlayer(python(code), GAME, timeout=0.4)
    check_told(raised.value, said)


@pytest.mark.parametrize(("name", "code", "said"), HOSTILE, ids=[row[0] for row in HOSTILE])
def test_hostile_programs_are_told_of_and_ended(name: str, code: str, said: str) -> None:
    with (
        pytest.raises(EngineFailed) as raised,
        EnginePlayer(python(code), GAME, seconds=0.05, timeout=60) as player,
    ):
        player.timeout = 0.4 if name in LATE else 60
        player(GAME.start())
    check_told(raised.value, said)


def test_what_it_said_too_late_is_no_answer_to_another_question() -> None:
    late = POLITE.format("print('bestmove 1\\nbestmove 3\\nbestmove 9', flush=True)")
    with EnginePlayer(python(late), GAME) as player:
        assert player(15) == {1: 1.0} and player(14) == {1: 1.0}


def test_a_program_that_does_not_read_is_given_up() -> None:
    """It answers without having heard the question, until the pipe is full: nobody waits for that without end."""
    code = "print('ugiok', flush=True)\nwhile True: print('readyok\\nbestmove 1', flush=True)"
    with EnginePlayer(python(code), GAME, seconds=0.01, timeout=10) as player:
        player.timeout = 0.5
        with pytest.raises(EngineFailed) as raised:
            for _ in range(5000):
                player(7)
    check_told(raised.value, "does not read its input")


@pytest.mark.parametrize("delay", [0, 1], ids=["before it is told more", "after"])
def test_a_program_that_closes_its_input_is_given_up(delay: int) -> None:
    code = POLITE.format(
        f"print('bestmove 1', flush=True); time.sleep({delay}); os.close(0); time.sleep(100)"
    )
    with EnginePlayer(python(code), GAME, seconds=0.01, timeout=60) as player:
        assert player(15) == {1: 1.0}
        with pytest.raises(EngineFailed) as raised:
            for _ in range(3):
                player(14)
    check_told(raised.value, "listens no more")


FAILING = [  # how it fails, what it does, how many seconds it is given, and what is said
    ("dies", "os._exit(3)", 30, "exit status 3"),
    ("plays what is no move", "print('bestmove 9', flush=True)", 30, "plays '9', which is no move"),
    ("deaf", "time.sleep(100)", 0.1, "did not say bestmove in time"),
    ("floods", "[print('x' * 1000, flush=True) for _ in iter(int, 1)]", 0.1, "did not say bestmove in time"),
    ("closes its output", "os.close(1); os.close(2); time.sleep(100)", 30, "ended before it said bestmove"),
]


@pytest.mark.parametrize(
    ("code", "timeout", "said"), [row[1:] for row in FAILING], ids=[row[0] for row in FAILING]
)
def test_who_fails_loses_the_game_and_the_match_goes_on(code: str, timeout: float, said: str) -> None:
    """At each game he is started anew; after three in a row he has lost the rest."""
    with EnginePlayer(python(POLITE.format(code)), GAME, seconds=0.01, timeout=30) as player:
        player.timeout = timeout
        contest = play_contest(GAME, (player, random_player(GAME)), games=10, seed=1)
    failing, other = contest.standings
    assert failing.lost == other.won == 10 and contest.broken_off == 0
    assert failing.failure_count == 10 and said in str(failing.failed) and other.failure_count == 0
    assert failing.as_json()["failure_count"] == 10 and other.as_json()["failed"] is None


def test_who_fails_once_plays_the_other_games(tmp_path: Path) -> None:
    """The first process dies at its first move; the one that is started after it plays."""
    dying = "        if not mark.exists():\n            mark.touch()\n            os._exit(1)\n"
    code = "import os, sys, pathlib\nmark = pathlib.Path(sys.argv[1])\n"
    code += COUNTING.replace('"go":\n', '"go":\n' + dying)
    with EnginePlayer([*python(code), str(tmp_path / "mark")], GAME) as player:
        contest = play_contest(GAME, (player, random_player(GAME)), games=6, seed=1)
    assert contest.first.failure_count == 1 and contest.first.games == 6
    assert (contest.first.as_first.won, contest.first.as_first.lost) == (2, 1)


def test_a_round_robin_goes_on_without_who_fails() -> None:
    with EnginePlayer(python(POLITE.format("os._exit(1)")), GAME, timeout=30) as player:
        players = {"broken": player, "any": random_player(GAME), "other": random_player(GAME)}
        found = play_round_robin(GAME, players, games=4, seed=1)
    last = found.places[-1]
    assert (last.player, last.lost, last.failure_count) == ("broken", 8, 8)
    assert "failed in 8 games" in str(found) and sum(place.games for place in found.places) == 24


def listening(file: Path, program: str) -> list[str]:
    """A program that notes every line that it is told."""
    code = (
        f"import sys\nsys.stdin = (print(l, end='', file=open({str(file)!r}, 'a')) or l for l in sys.stdin)\n"
    )
    return python(code + program)


def test_in_a_match_it_hears_how_play_went(tmp_path: Path) -> None:
    """The start with its moves, and of another start its text; asked alone, the position."""
    heard = tmp_path / "heard"
    with EnginePlayer(listening(heard, COUNTING), GAME) as player:
        one = {15: {2: 1.0}, 12: {1: 1.0}, 10: {2: 1.0}}
        play_contest(GAME, (lambda where: one.get(where, {1: 1.0}), player), games=1, seed=1)
        play_contest(GAME, (player, perfect_player(zermelo.solve(GAME))), games=1, seed=1, start=6)
        player(9)
    told = [line for line in heard.read_text().splitlines() if line.startswith(("position", "uginewgame"))]
    assert told[:3] == ["uginewgame", "position startpos moves 2", "position startpos moves 2 1 1"]
    at = told.index("uginewgame", 1)
    assert told[at : at + 2] == ["uginewgame", "position fen 6"]
    assert told[at + 2].startswith("position fen 6 moves 2 ") and told[-1] == "position fen 9"


def test_children_of_a_program_are_ended_with_it() -> None:
    code = "import subprocess\nchild = subprocess.Popen(['sleep', '100'])\nprint('id name', child.pid)\n"
    code += POLITE.format("pass").replace('"id name hostile\\nugiok"', '"ugiok"')
    with EnginePlayer(python(code), GAME) as player:
        child = int(player.name or "0")
        assert is_running(child)
    until = time.monotonic() + 5
    while is_running(child) and time.monotonic() < until:  # it is no child of ours: the system ends it
        pass
    assert not is_running(child)


def test_who_is_forgotten_is_ended_and_who_was_ended_says_so() -> None:
    player = EnginePlayer(python(COUNTING), GAME)
    number = player.process._process.pid
    assert is_running(number)
    del player
    assert not is_running(number)
    player = EnginePlayer(python(COUNTING), GAME)
    player.close()
    player.close()
    with pytest.raises(BadParameter, match="was ended"):
        player(15)


@pytest.mark.parametrize(
    ("command", "given", "error", "said"),
    [
        ("/nowhere/engine --level 3", {}, EngineFailed, "cannot be started \\(No such file"),
        ("", {}, BadParameter, "no command"),
        ("'open", {}, BadParameter, "cannot be read"),
        ([], {}, BadParameter, "no command"),
        ("a\0b", {}, EngineFailed, "cannot be started"),
        (python(COUNTING), {"seconds": -1}, BadParameter, "is none"),
        (python(COUNTING), {"plies": 0}, BadParameter, "cannot be searched"),
        (python(COUNTING), {"nodes": 0}, BadParameter, "cannot be looked at"),
        (python(COUNTING), {"timeout": 0}, BadParameter, "timeout"),
        (python(COUNTING), {"protocol": "xboard"}, BadParameter, "unknown"),
        (python(COUNTING), {"game": zermelo.game("pig(target=10)")}, MissingCapability, "without chance"),
    ],
    ids=[*"abcde", "seconds", "plies", "nodes", "timeout", "protocol", "dice"],
)
def test_what_is_no_player_is_refused(command: Any, given: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        EnginePlayer(command, **{"game": GAME, **given})


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    file = tmp_path / "written"
    with pytest.raises(EngineFailed):
        EnginePlayer(f"{sys.executable} -c 1 ; touch {file} && $(touch {file})", GAME, timeout=2)
    assert not file.exists()


def test_limits_and_options_are_what_it_hears(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    program = listening(heard, COUNTING.replace('"ugi"', '"uci"').replace("ugiok", "uciok"))
    given: Any = {"seconds": 0.5, "plies": 4, "nodes": 99, "options": {"Level": 3}, "protocol": "uci"}
    with EnginePlayer(program, GAME, **given) as player:
        player(15)
        player(7)
    lines = heard.read_text().splitlines()
    assert lines == [
        "uci",
        "setoption name Level value 3",
        "isready",
        "isready",
        "ucinewgame",
        "position startpos",
        "go movetime 500 depth 4 nodes 99",
        "isready",
        "position fen 7",
        "go movetime 500 depth 4 nodes 99",
        "quit",
    ]


# By name, and at the command line


def test_names() -> None:
    assert parse_player("engine:./x --level 3").fields == {"command": "./x --level 3"}
    given = {"time": "2s", "plies": 3, "command": "x (1)"}
    assert parse_player("engine(time='2s', plies=3): x (1)").fields == given
    assert parse_player("engine(command='x')").fields == {"command": "x"}
    with pytest.raises(BadParameter, match="'level' is no field of the player engine"):
        parse_player("engine(level=3):x")


def test_a_context_without_programs_starts_nothing(tmp_path: Path) -> None:
    file = tmp_path / "started"
    code = f"engine:{sys.executable} -c 'open({str(file)!r}, chr(119))'"
    for text in (code, f"trapping(against=engine(command={code[7:]!r}))"):
        with pytest.raises(BadParameter, match="by the command line and by Python alone"):
            make_player(text, PlayerContext(GAME, lambda: zermelo.solve(GAME, interpreted=True)))
    assert not file.exists()


@pytest.fixture
def counting(tmp_path: Path) -> str:
    file = tmp_path / "counting engine.py"
    file.write_text(COUNTING)
    return shlex.join([sys.executable, str(file)])


def test_a_program_plays_at_the_command_line(command: Callable[..., Ran], counting: str) -> None:
    game = repr(GAME)
    ran = command(
        "match", game, "--first", f"engine(time='100ms'):{counting}", "--second", "random", "--games", "4"
    )
    assert ran.status == 0 and f"engine(time='100ms'):{counting}" in ran.out, ran
    ran = command("certify", game, "--player", f"engine:{counting}")
    assert ran.status == 0 and "gives away nothing" in ran.out, ran
    ran = command("exploit", game, "--player", f"engine:{counting}")
    assert ran.status == 0 and "no reply to play from the start gets more than the game's" in ran.out, ran
    ran = command("ladder", game, "--player", f"engine:{counting}")
    assert ran.status == 0 and "never errs" in ran.out, ran


def test_a_person_plays_against_a_program(
    command: Callable[..., Ran], counting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("3\n1\n1\n1\n1\n"))
    ran = command("play", repr(GAME), "--opponent", f"engine:{counting}")
    assert ran.status == 0 and "as counting does" in ran.out, ran
    assert "the second player plays 1" in ran.out or "the second player plays 3" in ran.out, ran


def test_one_that_fails_is_one_line(command: Callable[..., Ran]) -> None:
    code = shlex.join(python(POLITE.format("sys.exit('no idea')")))
    ran = command("certify", repr(GAME), "--player", f"engine:{code}")
    check_refusal(ran, 2, "ended before it said bestmove; exit status 1", "no idea")
    ran = command("match", repr(GAME), "--first", f"engine:{code}", "--second", "random", "--games", "2")
    assert ran.status == 0 and "failed in 2 games, and lost: the engine" in ran.out, ran
    assert "ended before it said bestmove; exit status 1" in ran.out and "no idea" in ran.out
    ran = command("match", repr(GAME), "--first", "engine:", "--second", "random")
    check_refusal(ran, 2, "an engine of no command")


def test_the_command_engine_speaks_the_protocol_and_nothing_else(tmp_path: Path) -> None:
    """Also where the rules print."""
    file = tmp_path / "loud.py"
    file.write_text(
        "from zermelo import Game\n\n\nclass Loud(Game):\n    def start(self): return 4\n"
        "    def moves(self, position):\n        print('thinking')\n        yield from range(1, position + 1)\n"
        "    def play(self, position, move): return position - move\n"
    )
    lines = "ugi\nisready\nnonsense\nposition startpos moves 1\ngo movetime 50\nquery result\n\xff\n"
    done = subprocess.run(
        [*OURS, f"{file}:Loud"], input=lines.encode("latin-1"), capture_output=True, timeout=60, check=False
    )
    said = done.stdout.decode().splitlines()
    assert done.returncode == 0 and "bestmove 3" in said
    assert set(done.stderr.split(b"thinking")) <= {b"", b"\n", b"\n\n"}  # two threads print
    words = [line.split()[0] for line in said]
    assert words[:5] == ["id", "id", "option", "ugiok", "readyok"]
    assert sorted(words[5:]) == ["bestmove", "info", "response"]  # it was asked while it thought


def test_nothing_is_left_where_ours_is_killed(tmp_path: Path) -> None:
    """The end of its input tells an engine to go, also where nobody could tell it anything."""
    file = tmp_path / "holder.py"
    file.write_text(
        "import os, sys, zermelo\nfrom zermelo.play import EnginePlayer\n"
        f"player = EnginePlayer({python(COUNTING)!r}, zermelo.game({repr(GAME)!r}))\n"
        "print(player.process._process.pid, flush=True)\nos.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, timeout=60, check=False, env={**os.environ}
    )
    number = int(done.stdout)
    until = time.monotonic() + 10
    while is_running(number) and time.monotonic() < until:
        pass
    assert not is_running(number)
