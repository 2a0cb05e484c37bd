"""From a game's rules to kernels: the only importer of Numba.

`compile_game` lowers a game's methods to plain functions (see `lowering`), completes them to what a kind of
kernels asks (see `kinds`), and returns what binds them into such kernels on demand. `interpret_game` returns
the same over the game's own methods, in which every kernel is ordinary Python.
"""

from zermelo.compiler.binders import Binder, Program, Searcher, Splitter, shared_kernel
from zermelo.compiler.compiling import compile_game, interpret_game, lower_game, runnable
from zermelo.compiler.digests import KERNELS_DIGEST
from zermelo.compiler.fingerprints import refusal, rules_fingerprint
from zermelo.compiler.kinds import EVERY_POSITION, HOOKED, LAYERED, RULES, SPLIT, WITHIN
from zermelo.compiler.plain import PlainJit, interpreted_kernel

__all__ = [
    "EVERY_POSITION",
    "HOOKED",
    "KERNELS_DIGEST",
    "LAYERED",
    "RULES",
    "SPLIT",
    "WITHIN",
    "Binder",
    "PlainJit",
    "Program",
    "Searcher",
    "Splitter",
    "compile_game",
    "interpret_game",
    "interpreted_kernel",
    "lower_game",
    "refusal",
    "rules_fingerprint",
    "runnable",
    "shared_kernel",
]
