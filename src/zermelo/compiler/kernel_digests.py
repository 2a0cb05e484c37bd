"""Digests that identify machine code besides its rules, made from every source that is compiled into it."""

import hashlib
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.dependencies.function_text import format_bytecode

PACKAGE_ROOT: Final = Path(__file__).parents[1]


def _compute_kernels_digest() -> str:
    digest = hashlib.sha256()
    compiler = [PACKAGE_ROOT / "compiler", PACKAGE_ROOT / "compiler" / "machine_code"]
    files = [path for folder in compiler for path in folder.glob("*.py")]
    files += PACKAGE_ROOT.glob("*/kernels/**/*.py")
    for path in [*sorted(files), PACKAGE_ROOT / "core" / "values.py"]:
        digest.update(path.relative_to(PACKAGE_ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:32]


# A hash of every source that ends up in machine code besides the rules, as it was when it was imported: a
# later edit must not lend it its name.
KERNELS_DIGEST: Final = _compute_kernels_digest()


def is_kernel_module(name: str) -> bool:
    """Return whether a module is one of ours that hold kernels.

    >>> is_kernel_module("zermelo.solver.kernels.position_folds"), is_kernel_module("my.kernels")
    (True, False)
    """
    return name.startswith("zermelo.") and "kernels" in name.split(".")


def compute_kernel_cache_tag(build: Callable[..., Any], *options: Any) -> str:
    """Return what the entries of a kernel are called: its builder, its options, what of them is foreign."""
    names = [build.__name__, *(getattr(option, "name", "") for option in options)]
    return "-".join([*names, *_digest_foreign_parts(build, *options)])


def _digest_foreign_parts(build: Callable[..., Any], *options: Any) -> list[str]:
    """Return a hash of what a kernel takes from outside our kernels: builder, fold."""
    parts = [build, *(getattr(option, name, None) for option in options for name in ("leaf", "combine"))]
    foreign = [part for part in parts if part is not None and not is_kernel_module(part.__module__)]
    if not foreign:
        return []
    digest = hashlib.sha256()
    for part in foreign:
        module = inspect.getmodule(part)
        file = getattr(module, "__file__", None)
        digest.update(Path(file).read_bytes() if file and Path(file).is_file() else b"")
        digest.update(
            repr(
                (part.__qualname__, format_bytecode(part.__code__), _list_values_outside_function(part))
            ).encode()
        )
    return [digest.hexdigest()[:16]]


def _list_values_outside_function(function: Callable[..., Any]) -> list[Any]:
    """Return the values that a function finds outside itself: of its module, of what encloses it."""
    outside = inspect.getclosurevars(function)
    values = sorted({**outside.globals, **outside.nonlocals}.items())
    return [
        (name, format_bytecode(value.__code__) if inspect.isfunction(value) else value)
        for name, value in values
    ]
