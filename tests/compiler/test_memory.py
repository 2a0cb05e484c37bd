"""What a process remembers of rules: made once, whoever asks; bounded; and forgotten together."""

import subprocess
import sys
import threading
import time

import pytest

from zermelo.compiler import rules_memory
from zermelo.compiler.game_compiler import compile_game
from zermelo.compiler.kernel_kinds import EVERY_POSITION, HOOKED, SPLIT
from zermelo.compiler.machine_code import llvm_interrupts
from zermelo.compiler.rules_cache import current_dependencies
from zermelo.compiler.rules_memory import Memoized
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction

pytestmark = pytest.mark.quick


def test_what_two_threads_ask_for_is_made_once() -> None:
    made: list[int] = []
    held: Memoized[str, object] = Memoized()
    begin = threading.Barrier(4)

    def make() -> object:
        made.append(1)
        time.sleep(0.01)  # so that the others come meanwhile
        return object()

    found: list[object] = []

    def ask() -> None:
        begin.wait()
        found.append(held.get("it", make))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1 and len(found) == 4 and len(set(map(id, found))) == 1


def test_what_was_asked_for_longest_ago_goes() -> None:
    made: list[int] = []
    held: Memoized[int, int] = Memoized(2)

    def ask(number: int) -> int:
        return held.get(number, lambda: made.append(number) or number)

    for number in (1, 2, 1, 3, 1, 2):
        assert ask(number) == number
    assert made == [1, 2, 3, 2]
    held.clear()
    ask(1)
    assert made == [1, 2, 3, 2, 1]


def test_what_fails_to_be_made_is_not_held() -> None:
    held: Memoized[int, int] = Memoized()

    def fail() -> int:
        raise ValueError

    for _ in range(2):
        with pytest.raises(ValueError):
            held.get(1, fail)
    assert held.get(1, lambda: 5) == 5


def test_everything_is_forgotten_together() -> None:
    game = Subtraction(heap=9, take=(1, 2))
    rules, program = current_dependencies(game), compile_game(game)
    assert current_dependencies(game) is rules and compile_game(game)._kernels is program._kernels
    rules_memory.forget_rules()
    assert current_dependencies(game) is not rules and compile_game(game)._kernels is not program._kernels
    assert compile_game(game).digest == program.digest


def test_kinds_that_say_the_same_share_their_kernels() -> None:
    """Rules without symmetries are the same whether or not classes are asked for; hooks and splits never are."""
    game = Subtraction(heap=9, take=(1, 3))
    by_class, each = compile_game(game), compile_game(game, EVERY_POSITION)
    assert (
        by_class._kernels is each._kernels
        and by_class.uses_symmetry_classes
        and not each.uses_symmetry_classes
    )
    kinds = [compile_game(Nim(), kind).digest for kind in (EVERY_POSITION, HOOKED, SPLIT)]
    assert len({*kinds, compile_game(Nim()).digest}) == 4


FORKED = """
import os
from zermelo.compiler.machine_code import llvm_interrupts
llvm_interrupts.record_thread_compiling(True)
child = os.fork()
if child == 0:
    os._exit(int(llvm_interrupts.is_compiling()))
assert os.waitpid(child, 0)[1] == 0 and llvm_interrupts.is_compiling()
"""


def test_a_forked_process_compiles_nothing() -> None:
    """In a process of its own, as one with threads is not to be forked."""
    subprocess.run([sys.executable, "-c", FORKED], check=True)


def test_who_is_stopped_before_compiling_has_not_begun() -> None:
    llvm_interrupts.record_thread_compiling(False)
    assert not llvm_interrupts.is_compiling()
    llvm_interrupts.record_thread_compiling(True)
    assert llvm_interrupts.is_compiling()
    llvm_interrupts.record_thread_compiling(False)
    assert not llvm_interrupts.is_compiling()
