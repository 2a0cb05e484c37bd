"""A game's methods, ready to be bound into kernels: one class for all kinds of kernels."""

import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol

from zermelo.compiler.kernel_digests import KERNELS_DIGEST, compute_kernel_cache_tag
from zermelo.compiler.kernel_kinds import EVERY_POSITION, Asked, KernelKind
from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.search_hooks import SearchHooks
from zermelo.compiler.kernels.sum_splits import Splits
from zermelo.compiler.lowering.lowered_rules import LoweredRules
from zermelo.compiler.machine_code import kernel_cache
from zermelo.compiler.position_packing import WordPacking
from zermelo.compiler.rules_memory import Memoized, make_process_memo
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game


class TaggedJit(Jit, Protocol):
    """A `Jit` that may know kernels by a tag."""

    def with_tag(self, tag: str) -> Jit:
        """Return the same, whose kernels are known by `tag`."""


# Kernels that are the same for every game, by their builders.
_shared: Memoized[Callable[..., Any], Callable[..., Any]] = make_process_memo()


@dataclass(kw_only=True)
class Binder(Generic[Asked]):
    """A game's methods, completed to what kernels of one kind ask."""

    game: Game
    kind: KernelKind[Asked]
    asked: Asked
    jit: TaggedJit
    native: bool
    digest: str = ""  # of what was lowered, of kernels and versions: names the machine code
    lowered: LoweredRules | None = None  # what machine code is made of
    words: WordPacking | None = None  # how positions of several words are packed into keys
    _kernels: Memoized[Any, Callable[..., Any]] = field(default_factory=Memoized)
    _facts: set[str] = field(default_factory=set)

    @property
    def uses_symmetry_classes(self) -> bool:
        """Whether one position stands for all its symmetric ones."""
        return self.kind is not EVERY_POSITION

    def kernel(self, build: Callable[..., Any], *options: Any) -> Callable[..., Any]:
        """Return the kernel that `build(asked, *options, jit)` makes, once for each set of options."""

        def build_kernel() -> Callable[..., Any]:
            return build(self.asked, *options, self.jit.with_tag(compute_kernel_cache_tag(build, *options)))  # type: ignore[no-any-return]  # builders have no types

        return self._kernels.get((build, *options), build_kernel)

    def shared_kernel(self, build: Callable[..., Any]) -> Callable[..., Any]:
        """Return the kernel that `build(jit)` makes, which is the same for every game."""
        return shared_kernel(build) if self.native else self._kernels.get((build,), lambda: build(self.jit))

    def key_of_position(self, position: Any) -> int:
        """Return the integer that kernels know a position by; -1 where its words do not fit."""
        return int(position) if self.words is None else self.words.pack(position)

    def position_of_key(self, key: int) -> Any:
        """Return the position of a key."""
        return int(key) if self.words is None else self.words.unpack(int(key))

    def has_fact(self, fact: str) -> bool:
        """Return whether `store_fact` noted this fact of these very rules, in this process or an earlier."""
        if (
            fact not in self._facts
            and self.native
            and kernel_cache.load_cache_entry(self._make_fact_entry_name(fact)) is not None
        ):
            self._facts.add(fact)
        return fact in self._facts

    def store_fact(self, fact: str) -> None:
        """Note a fact of these rules beside their machine code."""
        self._facts.add(fact)
        if self.native:
            kernel_cache.save_cache_entry(self._make_fact_entry_name(fact), pickle.dumps(True))

    def _make_fact_entry_name(self, fact: str) -> str:
        return f"{self.digest}/{fact}.fact"

    def convert_numba_error(self, error: BaseException) -> CannotCompile | None:
        """Return what an error of Numba's means, None for any other: it is about types, and names a line."""
        if not type(error).__module__.startswith("numba"):
            return None
        lowered = self.lowered
        where = f"{self.game!r}"
        if lowered is not None:
            inner = re.findall(rf"{lowered.source_filename} \((\d+)\)", str(error))
            outer = re.findall(rf"{lowered.source_filename}\", line (\d+)", str(error))
            for line in [*inner[:1], *outer[-1:]][:1]:
                where = lowered.find_rules_place_of_line(int(line)) or where
        return CannotCompile(
            f"{where}: machine code wants values of one kind in each name and return, integers or tuples of "
            "one length: part them, or use --interpreted"
        )


Program = Binder[KernelRules]  # into kernels that look at many positions
Searcher = Binder[SearchHooks]  # into kernels that search one
Splitter = Binder[Splits]  # into kernels of sums


def shared_kernel(build: Callable[..., Any]) -> Callable[..., Any]:
    """Return the kernel that `build(jit)` makes in machine code, which is the same for every game."""

    def build_kernel() -> Callable[..., Any]:
        from zermelo.compiler.machine_code.numba_jit import NativeJit

        return build(NativeJit(f"shared-{KERNELS_DIGEST}", compute_kernel_cache_tag(build)))  # type: ignore[no-any-return]  # builders have no types

    return _shared.get(build, build_kernel)
