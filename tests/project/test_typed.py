"""Whatever is typed for a game, a position, a sum, a value or a move: an answer, or one line that refuses it."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.commands import runner

SEED = 1913
TEXTS = 36
PIECES = (
    *"()[]{}|-+*^v#,=:/.'\"\\",
    *("nim", "heaps", "tic_tac_toe", "from", "file.py", "None", "True", "__import__", "lambda", "*2", "1/2"),
    *("0", "1", "7", "1e999", "0x7f", "9" * 30, "\x1b[31m", "\t", "\n", "\x7f", "é", "\u202e", "½", " "),
)
HOSTILE = (
    *("", " ", "\n", "(" * 5_000, "[" * 120 + "]" * 120, "-" * 20_000 + "1", "9" * 5_000, "-" + "9" * 5_000),
    *("nim(heaps=" + "(" * 300, "nim(heaps=(" + "1," * 5_000 + "))", "x" * 100_000, "{" * 150 + "|" * 150),
    *("nim(heaps=(3,4)) from " * 90 + "0", "1/0", "±" * 300, "nim(heaps=3)", "nim(nim=nim())", "*" * 500),
)
COMMANDS: tuple[Callable[[str], tuple[str, ...]], ...] = (
    lambda text: ("show", text),
    lambda text: ("show", "tic_tac_toe", text),
    lambda text: ("show", "nim(heaps=(3, 4))", text),
    lambda text: ("canonical", text),
    lambda text: ("sum", text),
    lambda text: ("misere", "--heaps", "3", text),
    lambda text: ("coins", "ruler x twins", text),
    lambda text: ("coins", "--columns", "9", text),
    lambda text: ("octal", "--terms", "9", "--limit", "20", text),
    lambda text: ("why", "nim(heaps=(1, 2))", "--interpreted", "--move", text),
    lambda text: ("table", "nim(heaps=(1, 2))", text),
)


def texts(seed: int, count: int) -> Iterator[str]:
    """Yield texts that are hostile, and then some of pieces that games, values and positions are written with."""
    chance = random.Random(seed)
    yield from HOSTILE
    for _ in range(count - len(HOSTILE)):
        yield "".join(chance.choices(PIECES, k=chance.randint(1, 12)))


@pytest.mark.parametrize("number", range(len(COMMANDS)))
def test_whatever_is_typed_ends_in_an_answer_or_one_line(capsys: Any, number: int) -> None:
    command = runner(capsys)
    for place, text in enumerate(texts(SEED, TEXTS)):
        if place % len(COMMANDS) not in (number, (number + 4) % len(COMMANDS)):
            continue  # each is typed to two of the commands
        ran = command(*COMMANDS[number](text))
        assert ran.status in (0, 1, 2), (text, ran)
        assert "Traceback" not in ran.err and ran.err.count("\n") == (ran.status != 0), (text, ran)
        assert len(ran.err) < 2_200 and "\x1b" not in ran.out + ran.err, (text, ran)
