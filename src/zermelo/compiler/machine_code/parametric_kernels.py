"""Kernels of any size of a game: compiled once as far as Numba goes, and finished by LLVM for each size.

Typing and lowering a kernel takes Numba a second or more, and hangs on nothing but the text of the rules;
LLVM then takes a fifth of that. So a kernel is kept as it is when all that it calls has been linked in, with
the game's cells open (`given`), and another size of the game only lays its own content in.
"""

import pickle
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
from numba.core import config, serialize
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary, _parse_refprune_flags
from numba.core.compiler import Compiler
from numba.core.environment import lookup_environment

from zermelo.compiler.machine_code.game_constants import NO_CONSTANTS, GameConstants, link_tables, link_words

EARLY_PASSES, LATE_PASSES = (
    " alwaysinline ",
    " inlinehint ",
)  # the attributes by which LLVM inlines functions into others


@dataclass(frozen=True)
class ParametricKernel:
    """A kernel with open cells: LLVM's bitcode of all that it calls, and what Numba knows of it."""

    name: str
    number: str  # by which Numba separates its symbols from others'
    own: tuple[str, ...]  # the functions that are called from outside
    bitcode: bytes
    known: bytes  # the rest of Numba's compile result, pickled

    def specialise_to_constants(self, given: GameConstants, codegen: Any) -> tuple[Any, ...]:
        """Return the compile result of one size, as Numba reduces it, under symbols of its own."""
        number = str(next(FunctionIdentity._unique_ids))
        assert len(number) == len(self.number)
        module = llvm.parse_bitcode(self.bitcode)
        for value in (*module.functions, *module.global_variables):
            if self.number in value.name:
                value.name = value.name.replace(self.number, number)
        own = [name.replace(self.number, number) for name in self.own]
        link_words(module, given, own)
        module = optimise_module(module, given, codegen)
        data = (self.name, "object", (codegen._tm.emit_object(module), module.as_bitcode()))
        return data, *pickle.loads(self.known.replace(self.number.encode(), number.encode()))


def optimise_module(module: Any, given: GameConstants, codegen: Any) -> Any:
    """Return an LLVM module optimised, its tables laid in: each function by itself first, then all as one.

    Numba says that functions of rules must become part of others, and LLVM begins with that: a function that
    is called at ten places is put in ten times, and its copies are optimised in one huge function. What is
    left of it once it has been optimised by itself is far less: for the search of Connect Four LLVM took
    2.8 s, and takes 0.7. (To put functions in from below alone took 0.4, and Othello and morris took 8 to
    10 % longer then.)
    """
    apart = llvm.parse_assembly(str(module).replace(EARLY_PASSES, LATE_PASSES))
    _run_llvm_passes(apart, codegen, threshold=0)
    together = llvm.parse_assembly(str(apart).replace(LATE_PASSES, EARLY_PASSES))
    link_tables(together, given)
    _run_llvm_passes(together, codegen)
    together.verify()
    together.name = module.name
    return together


def _run_llvm_passes(module: Any, codegen: Any, threshold: int = 225) -> None:
    """Run LLVM's passes as Numba does; `threshold`: how large functions may be that become part of others."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization = config.LOOP_VECTORIZE, config.SLP_VECTORIZE
    options.inlining_threshold = threshold
    builder = llvm.create_pass_builder(codegen._tm, options)
    passes = builder.getModulePassManager()
    if config.LLVM_REFPRUNE_PASS:
        passes.add_refprune_pass(_parse_refprune_flags())
    passes.run(module, builder)


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a function that only kernels call: it becomes part of theirs, and is optimised there."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class PartCompiler(Compiler):  # type: ignore[misc]  # Numba has no types
    """Numba's compiler, for functions that only kernels call."""

    def __init__(
        self,
        typing_context: Any,
        target: Any,
        library: Any,
        arguments: Any,
        returned: Any,
        flags: Any,
        *others: Any,
    ) -> None:
        flags.no_compile = True  # nothing is to be run
        library = PartLibrary(target.codegen(), "part")
        super().__init__(typing_context, target, library, arguments, returned, flags, *others)

    def compile_extra(self, function: Any) -> Any:
        """Compile; callers find the function by what stands where Python would have one to call."""
        result = super().compile_extra(function)._replace(entry_point=object())
        self.state.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a kernel while it is compiled: it notes what it is with open cells, and closes them."""

    _final_module: Any

    def __init__(self, codegen: Any, given: GameConstants) -> None:
        super().__init__(codegen, "kernel")
        self.given = given
        self.own: list[str] = []
        self.bitcode: bytes | None = None  # None: nothing is given, or some of it was closed before
        self.enable_object_caching()

    def add_llvm_module(self, module: Any) -> None:
        """Add code of the kernel itself."""
        self.own += [function.name for function in module.functions if not function.is_declaration]
        super().add_llvm_module(module)

    def _optimize_final_module(self) -> None:
        module: Any = self._final_module
        if self.given != NO_CONSTANTS and not any(
            isinstance(each, KernelLibrary) for each in self._linking_libraries
        ):
            self.bitcode = module.as_bitcode()
        link_words(module, self.given, self.own)
        self._final_module = optimise_module(module, self.given, self.codegen)

    def _finalize_final_module(self) -> None:
        super()._finalize_final_module()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:  # of the parts
                self.codegen.set_env(variable.name, environment)

    def make_parametric_kernel(self, result: Any) -> ParametricKernel | None:
        """Return the kernel with open cells, of Numba's compile result; None where it has none."""
        if self.bitcode is None:
            return None
        _, *known = result._reduce()
        number = str(result.fndesc.uid)
        return ParametricKernel(self.name, number, tuple(self.own), self.bitcode, serialize.dumps(known))


def make_compiler_class(given: GameConstants) -> type[Compiler]:
    """Return Numba's compiler, for kernels that read what is given."""

    class KernelCompiler(Compiler):  # type: ignore[misc]  # Numba has no types
        def __init__(self, typing_context: Any, target: Any, library: Any, *others: Any) -> None:
            assert library is None
            super().__init__(typing_context, target, KernelLibrary(target.codegen(), given), *others)

    return KernelCompiler
