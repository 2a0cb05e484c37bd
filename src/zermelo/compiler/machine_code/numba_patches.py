"""Patches of Numba and llvmlite, for the whole process: each with what was seen without it."""

import functools
import itertools
import os
import secrets
import weakref
from ctypes import c_void_p, cast
from typing import Any

from llvmlite.binding import ExecutionEngine
from numba.core import event
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JitEngine
from numba.core.generators import GeneratorDescriptor
from numba.core.typeinfer import ConstraintNetwork, TypeInferer

from zermelo.compiler.machine_code.llvm_interrupts import defer_signals_during, record_thread_compiling


@functools.cache
def apply_patches() -> None:
    """Make all changes, once."""
    _randomize_symbol_numbers()
    os.register_at_fork(after_in_child=_randomize_symbol_numbers)
    _inline_generators()
    _defer_interrupts_in_llvm()
    _infer_recursion_once_a_round()
    _index_modules_by_address()
    _report_compiling_threads()


def _randomize_symbol_numbers() -> None:
    """Let the counter by which Numba names symbols begin at random in this process.

    It begins at 1 in each. Two kernels that two processes have cached can so have one name, and where a third
    process loads both, the linker takes the first for both: another game's answers, seen. All numbers have
    19 digits: so one can stand for another in what is kept of a kernel (`general`).
    """
    FunctionIdentity._unique_ids = itertools.count(10**18 + secrets.randbelow(10**18))


def _inline_generators() -> None:
    """Let a rule's `yield` be part of the loop that takes what it yields.

    Numba leaves a generator's steps out of line, so that its state goes through memory at each. Moves of
    chess endgames took 12.5 ns so and take 6.0, whole solves of games with many moves a third less; compiling
    takes as long.
    """
    describe = GeneratorDescriptor.from_generator_fndesc.__func__

    def build_inline_generator_descriptor(kind: Any, *arguments: Any) -> Any:
        descriptor = describe(kind, *arguments)
        descriptor.inline = True
        return descriptor

    GeneratorDescriptor.from_generator_fndesc = classmethod(build_inline_generator_descriptor)


def _defer_interrupts_in_llvm() -> None:
    """Let Ctrl-C wait for LLVM, which asks Numba for what is cached.

    Python is run for that, so Ctrl-C can come just there. LLVM has no way to hear of an exception: it reads
    an answer that was never written, and the process dies (seen).
    """
    for name in ("finalize_object", "get_function_address"):
        defer_signals_during(JitEngine, name)


def _infer_recursion_once_a_round() -> None:
    """Let Numba ask once a round of type inference what a function that calls itself returns.

    It answers by inferring the whole function anew, without those calls, and asks at each of them: 15 times
    for the search for nimbers, 3.3 s, where 0.9 do. Types only grow, and the last round changes none:
    all its calls get the answer of the first. So the types found are those that Numba finds.
    """
    infer, propagate = TypeInferer.return_types_from_partial, ConstraintNetwork.propagate
    told: Any = weakref.WeakKeyDictionary()

    def infer_once_a_round(inferer: Any) -> Any:
        if inferer not in told:
            told[inferer] = infer(inferer)
        return told[inferer]

    def begin_another_round(network: Any, inferer: Any) -> Any:
        told.pop(inferer, None)
        return propagate(network, inferer)

    TypeInferer.return_types_from_partial = infer_once_a_round
    ConstraintNetwork.propagate = begin_another_round


def _index_modules_by_address() -> None:
    """Let llvmlite know the module that LLVM asks about by its address.

    It looks through all modules of the process, twice for each function: with some thousands of them a tenth
    of the time that compiling takes.
    """
    add, look_through = ExecutionEngine.add_module, ExecutionEngine._find_module_ptr
    by_address: Any = weakref.WeakValueDictionary()

    def add_module_by_address(engine: Any, module: Any) -> None:
        add(engine, module)
        by_address[cast(module._ptr, c_void_p).value] = module

    def find_module_by_address(engine: Any, pointer: Any) -> Any:
        module = by_address.get(cast(pointer, c_void_p).value)
        return module if module in engine._modules else look_through(engine, pointer)

    ExecutionEngine.add_module = add_module_by_address
    ExecutionEngine._find_module_ptr = find_module_by_address


def _report_compiling_threads() -> None:
    """Note which threads compile, so that compiling is not mistaken for endless rules."""

    class Noting(event.Listener):  # type: ignore[misc]  # numba is untyped
        def on_start(self, event: Any) -> None:
            record_thread_compiling(True)

        def on_end(self, event: Any) -> None:
            record_thread_compiling(False)

    event.register("numba:compile", Noting())
