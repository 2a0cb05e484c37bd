"""Boards that fill a position's 63 bits: no rule of the catalogue may need a 65th bit on the way.

The rules are lowered, and what they are lowered to runs as Python with integers that end where a machine's do.
"""

import inspect
import operator
import random
from itertools import groupby, islice

import pytest
from support.marks import long_unless

import zermelo
from zermelo import games
from zermelo.compiler.kernel_kinds import ALWAYS, WHERE_DEFINED
from zermelo.compiler.kernels.sum_splits import ASKED
from zermelo.compiler.lowering.lowered_rules import INTERPRETED, execute_lowered_source
from zermelo.compiler.lowering.rules_lowering import lower_methods
from zermelo.core.errors import ZermeloError
from zermelo.core.game import has
from zermelo.core.values import UNDECIDED

SIZES = ((9, 7), (7, 9), (8, 8), (31, 2), (6, 5), (5, 6))
FOR_THE_INTERPRETER = ("cram(columns=8, rows=8",)  # a word a row
ENDS = 1 << 63
EXACT = ("add", "sub", "mul", "shl", "shr", "floordiv", "mod", "power", "neg", "absolute")
MASKED = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "shl": operator.lshift}


def exact(function):
    def checked(*arguments):
        found = function(*arguments)
        if isinstance(found, int) and not -ENDS <= found < ENDS:
            raise OverflowError(f"{function.__name__}{arguments}")
        return found

    return checked


def masked(function):
    def checked(left, right, mask):
        found = function(left, right)
        if not -ENDS <= found < ENDS and mask < 0:
            raise OverflowError(f"{function.__name__}{left, right} under {mask}")
        return (found + ENDS) % (2 * ENDS) - ENDS

    return checked


MACHINE = {
    **INTERPRETED,
    **{name: exact(INTERPRETED[name]) for name in EXACT},
    **{f"{name}_masked": masked(function) for name, function in MASKED.items()},
}


def boards():
    for name in games.catalogue():
        for columns, rows in SIZES:
            try:
                game = zermelo.game(f"{name}(columns={columns}, rows={rows})")
            except ZermeloError:
                continue
            if not repr(game).startswith(FOR_THE_INTERPRETER):
                yield game


BOARDS = list(boards())


def play_out(game, chance):
    """Ask the lowered rules about every position of one random play."""
    asked = [
        name for name in dict.fromkeys((*ALWAYS, *WHERE_DEFINED, *ASKED)) if name in ALWAYS or has(game, name)
    ]
    rules = execute_lowered_source(
        lower_methods(game, asked), lambda function, _: function, MACHINE, plain_tables=True
    )

    def ask(name, *arguments):
        found = rules[name](*arguments)
        return list(islice(found, 5000)) if inspect.isgenerator(found) else found

    position = next(iter(game.starts()))
    for _ in range(10):
        for name in ("mover", "tier", "symmetries", "rank"):
            if name in rules:
                ask(name, position)
        for player in (0, 1) if "options" in rules else ():
            ask("options", position, player)
        if ask("outcome", position) != UNDECIDED:
            return
        if "parts" in rules:
            ask("parts", position)
        moves = ask("moves", position)
        if not moves:
            ask("stuck", position)
            return
        position = ask("play", position, chance.choice(moves))


@pytest.mark.parametrize(
    "game",
    long_unless(BOARDS, [next(group) for _, group in groupby(BOARDS, type)][::2].__contains__),
    ids=repr,
)
def test_no_rule_leaves_a_machine_word(game):
    play_out(game, random.Random(63))


def test_a_rule_that_does_is_found():
    class Leaving(games.find_game_class("cram")):
        def moves(self, position):
            yield (position | 1 << 62) << 1

    with pytest.raises(OverflowError):
        play_out(Leaving(columns=9, rows=7), random.Random(63))
