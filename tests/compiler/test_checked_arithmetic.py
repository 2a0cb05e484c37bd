"""Compiled rules answer as Python does at every position, or raise: where random play never comes, too."""

import numba
import numpy as np
import pytest
from attacks import programs
from attacks.report import Report
from numba.extending import register_jitable
from support.commands import check_refusal, runner

from zermelo import Game, solve
from zermelo.compiler.lowering.lowered_rules import execute_lowered_source
from zermelo.compiler.lowering.rules_lowering import lower_methods
from zermelo.compiler.machine_code.intrinsics import NATIVE
from zermelo.core.errors import BadRules, CannotCompile
from zermelo.core.values import LOSS, UNDECIDED

EDGES = (*range(-9, 10), 31, 32, *range(61, 67), 127, 128, 255, 2**31, 2**62 - 1, 2**62, 2**63 - 2, 2**63 - 1)
EDGES += (-(2**31), -(2**62), -(2**63) + 1, -(2**63))
ROWS = ((0,), (), (1, 2))
NUMBERS = (3, -1, 4, 1, 5)
BYTES = np.array([1, 200, 255], np.uint8)
FLAGS = np.array([[True, False], [False, True]])


class Exact(Game):
    """Answers that 64 bits always hold, whatever is lost on the way."""

    board: int = (1 << 49) - 1

    def shifted_right(self, x):
        return 5 >> (x & 255)

    def sign_shifted_right(self, x):
        return x >> (x & 127)

    def masked_shift(self, x):
        return (x << 7) & self.board

    def masked_shift_by_any(self, x):
        return 255 & (x << (x & 127))

    def masked_sum(self, x):
        return (x + x + 1 - (x * 3)) & 1023

    def masked_by_what_is_not_negative(self, x):
        mask = x & 7
        return ((x << 3) + ~(x * x)) & mask

    def lowest(self, x):
        return x & self.board & -(x & self.board)

    def row_is_true(self, x):
        row = ROWS[x % 3]
        return 1 if row else 2

    def row_is_false(self, x):
        return 1 if not ROWS[x % 3] else len(ROWS[x % 3])

    def row_or_number(self, x):
        return (x & 7) or 9

    def number_and_number(self, x):
        return ((x & 7) and (x & 3)) or 5

    def indexed_by_truth(self, x):
        return (5, 7)[x > 1] + NUMBERS[x == 3]

    def least_pair(self, x):
        return min((x & 3, 1), (1, x & 1))[0] + max((2, 1), (x & 3, 5))[1]

    def least_generated_pair(self, x):
        return min((abs((x & 7) - cell), cell) for cell in range(1, 4))[1]

    def walrus_before_in(self, x):
        return 1 if (y := x & 3) in (y, 9) else 2

    def walrus_inside_in(self, x):
        return 1 if x & 3 in ((y := x & 1), y + 1) else y

    def truths_added(self, x):
        return (x > 1) + (x > 2) * 3 - (x == 5) + ~(x > 0)

    def byte(self, x):
        return int(BYTES[x % 3]) + 100

    def flag(self, x):
        return int(FLAGS[x % 2][x % 2]) + int(FLAGS[x & 1, 0])

    def negative_power_of_truth(self, x):
        return 2 ** (x > 3) + (x & 7) ** 3

    def divided(self, x):
        return divmod(x >> 1, 7)[0] + (x >> 1) % -7


class Edged(Game):
    """Answers that 64 bits need not hold, and questions that have none."""

    def added(self, x):
        return x + 1

    def subtracted(self, x):
        return -2 - x

    def multiplied(self, x):
        return x * 3

    def shifted(self, x):
        return 1 << x if x < 200 else 0

    def shifted_left(self, x):
        return x << 3

    def negated(self, x):
        return -x

    def absolute(self, x):
        return abs(x)

    def raised(self, x):
        return 3**x if 0 <= x < 200 else 0

    def divided(self, x):
        return x // -1

    def rest(self, x):
        return 7 % x

    def summed(self, x):
        return sum(x for _ in range(3))

    def item(self, x):
        return NUMBERS[x]

    def item_of_a_tuple(self, x):
        three = (x, 5, 6)
        return three[x]

    def item_of_rows(self, x):
        return ROWS[x][0]

    def item_of_bytes(self, x):
        return int(BYTES[x])

    def unpacked(self, x):
        one, other = ROWS[x % 3]
        return one + other

    def masked_by_what_is_negative(self, x):
        return (x << 3) & (x | -8)


def methods_of(kind):
    return [name for name in vars(kind) if not name.startswith("_") and name != "board"]


def compiled(game, names):
    """Return ask(number of a method, x), machine code in one piece."""
    functions = execute_lowered_source(
        lower_methods(game, names), lambda function, _: register_jitable(function), NATIVE
    )
    lines = ["def ask(which, x):"]
    lines += [f"    if which == {number}:\n        return f_{name}(x)" for number, name in enumerate(names)]
    namespace = {f"f_{name}": functions[name] for name in names}
    exec("\n".join([*lines, "    return 0"]), namespace)
    return numba.njit(namespace["ask"])


def outcome(function, *arguments):
    try:
        return int(function(*arguments))
    except Exception as error:
        return type(error)


@pytest.fixture(scope="module")
def asked():
    return {kind: compiled(kind(), methods_of(kind)) for kind in (Exact, Edged)}


@pytest.mark.parametrize("name", methods_of(Exact))
def test_what_fits_is_what_python_says(asked, name):
    game, number = Exact(), methods_of(Exact).index(name)
    for x in EDGES:
        assert outcome(asked[Exact], number, x) == outcome(getattr(game, name), x), x


@pytest.mark.parametrize("name", methods_of(Edged))
def test_what_does_not_fit_raises(asked, name):
    game, number = Edged(), methods_of(Edged).index(name)
    met = set()
    for x in EDGES:
        wanted, found = outcome(getattr(game, name), x), outcome(asked[Edged], number, x)
        fits = isinstance(wanted, type) or -(1 << 63) <= wanted < 1 << 63
        assert found == (wanted if fits else OverflowError), x
        met.add(type(found))
    assert met == {int, type}  # each method was answered somewhere, and raised somewhere


class Late(Game):
    """A chain of 70 positions, wrong in machine code at the end only: random play never sees it."""

    length: int = 70

    def start(self):
        return 0

    def moves(self, position):
        if position < self.length:
            yield 1
            if position < 10:
                yield 60

    def play(self, position, move):
        return min(position + move, self.length)

    def outcome(self, position):
        return LOSS if (1 << position) % 5 == 9 else UNDECIDED


@pytest.mark.slow("the first rules of this file that are compiled")
def test_an_integer_that_is_too_large_names_the_position():
    with pytest.raises(BadRules, match=r"an integer leaves 64 bits.*at position 6[3-9]$"):
        solve(Late(), interpreted=False)
    assert solve(Late(), interpreted=True).summary.positions == 71
    assert (
        solve(Late(length=62), interpreted=False).value() == solve(Late(length=62), interpreted=True).value()
    )


HEAD = """from zermelo import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN


class Rules(Game):
    def start(self):
        return 0

    def moves(self, position):
        if position < 9:
            yield 1

    def play(self, position, move):
        return position + move

"""
ODD = {
    "a truth value": ("return position > 8", "line 17): returns a truth value", "outcome() (odd.py line 16)"),
    "of a helper": ("return self.over(position)", "line 17): returns a truth value", "returns False"),
    "now and then": ("return LOSS if position == 9 else position > 9", "line 17): returns", "returns False"),
    "a text": ("return 'win' if position == 9 else UNDECIDED", "'win' is text", "returns 'win'"),
    "nothing": ("if position < 9:\n            return UNDECIDED", "None", "returns None"),
    "two kinds": ("x = 3\n        if position > 5:\n            x = (1, 2)\n        return LOSS if x == 4 else UNDECIDED",
                  "line 20): machine code wants", ""),
}  # fmt: skip


@pytest.mark.parametrize("kind", list(ODD))
def test_answers_of_the_wrong_kind_are_refused_in_one_line(kind, tmp_path, capsys):
    """By machine code and by the interpreter, in words, with the file and the line."""
    body, compiled_says, interpreted_says = ODD[kind]
    file = tmp_path / "odd.py"
    over = "    def over(self, position):\n        return position > 8\n"
    file.write_text(f"{HEAD}    def outcome(self, position):\n        {body}\n\n{over}", encoding="utf-8")
    command = runner(capsys)
    check_refusal(command("solve", f"{file}:Rules", "--compiled"), 2, compiled_says, "odd.py")
    if interpreted_says:
        check_refusal(command("solve", f"{file}:Rules", "--interpreted"), 2, interpreted_says)
    else:
        assert command("solve", f"{file}:Rules", "--interpreted").status == 0


def test_arrays_of_numpy_are_refused_but_for_single_integers():
    class Wrapping(Late):
        def outcome(self, position):
            return LOSS if BYTES[position % 3] + 100 == 44 else UNDECIDED

    with pytest.raises(CannotCompile, match=r"uint8.*tolist"):
        solve(Wrapping(), interpreted=False)


@pytest.mark.slow("no other test compiles programs of every statement that rules may use")
def test_programs_written_by_lot_answer_as_interpreted():
    report = programs.try_programs(1913, range(4))
    assert not report.wrong
    assert sum(report.tally[name] for name in report.tally if name.startswith("the same")) >= 2


def test_a_wrong_program_would_be_found(monkeypatch):
    """The comparison itself can fail: a compiled answer that is changed by one is seen."""
    honest = programs.answer
    calls = iter(range(1 << 30))

    def lying(examine, position):
        said = honest(examine, position)
        if next(calls) % 2 and not isinstance(said, Exception) and said is not None:  # compiled comes second
            return said[0], [said[1][0] ^ 1, *said[1][1:]]
        return said

    monkeypatch.setattr(programs, "answer", lying)
    report: Report = programs.try_programs(1913, range(4))
    assert len(report.wrong) >= 2
