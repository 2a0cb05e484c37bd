"""Random programs, lowered and run as ordinary Python: do they say the same as they are written?

The machine code of such programs is compared by the long check alone, as each takes seconds to compile.
"""

from pathlib import Path

import pytest
from attacks.programs import load, program

from zermelo.compiler.game_compiler import lower_game
from zermelo.compiler.lowering.lowered_rules import execute_lowered_source
from zermelo.core.errors import CannotCompile

POSITIONS = (*range(9), 63, 64, 1000, 2**40, 2**62, 2**63 - 1)
MOVES = (0, 3, -1)


def said(function, *arguments):
    """What a rule answers, as a list where it yields, or that it raises: which of two errors comes first may differ."""
    try:
        answer = function(*arguments)
        return answer if isinstance(answer, int) else list(answer)
    except Exception:
        return "an error"


@pytest.mark.filterwarnings("ignore")  # of overflowing NumPy scalars, and of odd Python
def test_lowered_programs_say_what_they_are_written_to_say(tmp_path: Path) -> None:
    compared = 0
    for number in range(12):
        game = load(program(50, number), tmp_path, number)
        try:
            lowered = execute_lowered_source(
                lower_game(game), lambda function, _: function, plain_tables=True
            )
        except CannotCompile:
            continue
        for position in POSITIONS:
            for method in ("outcome", "stuck", "moves"):
                wanted = said(getattr(game, method), position)
                assert said(lowered[method], position) == wanted, (number, method, position)
            for move in MOVES:
                wanted = said(game.play, position, move)
                assert said(lowered["play"], position, move) == wanted, (number, position, move)
        compared += 1
    assert compared > 5
