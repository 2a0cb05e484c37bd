"""What machine code is known by besides the rules: every source that ends up in it."""

import hashlib
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import zermelo.core.values
import zermelo.kernels
from zermelo.compiler.reach.written import code_text


def _digest_of_kernels() -> str:
    digest = hashlib.sha256()
    folders = (Path(zermelo.kernels.__file__).parent, Path(__file__).parent)
    files = [path for folder in folders for path in sorted(folder.glob("*.py"))]
    for path in [*files, Path(zermelo.core.values.__file__)]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:32]


# A hash of every source that ends up in machine code besides the rules, as it was when it was imported: a
# later edit must not lend it its name.
KERNELS_DIGEST: Final = _digest_of_kernels()


def tag_of(build: Callable[..., Any], *options: Any) -> str:
    """Return what the entries of a kernel are called: its builder, its options, what of them is foreign."""
    names = [build.__name__, *(getattr(option, "name", "") for option in options)]
    return "-".join([*names, *_foreign_digest(build, *options)])


def _foreign_digest(build: Callable[..., Any], *options: Any) -> list[str]:
    """Return a hash of what a kernel takes from outside `zermelo.kernels`: builder, fold."""
    parts = [build, *(getattr(option, name, None) for option in options for name in ("leaf", "combine"))]
    foreign = [
        part for part in parts if part is not None and not part.__module__.startswith("zermelo.kernels")
    ]
    if not foreign:
        return []
    digest = hashlib.sha256()
    for part in foreign:
        module = inspect.getmodule(part)
        file = getattr(module, "__file__", None)
        digest.update(Path(file).read_bytes() if file and Path(file).is_file() else b"")
        digest.update(repr((part.__qualname__, code_text(part.__code__), _read_by(part))).encode())
    return [digest.hexdigest()[:16]]


def _read_by(function: Callable[..., Any]) -> list[Any]:
    """Return the values that a function finds outside itself: of its module, of what encloses it."""
    outside = inspect.getclosurevars(function)
    values = sorted({**outside.globals, **outside.nonlocals}.items())
    return [
        (name, code_text(value.__code__) if inspect.isfunction(value) else value) for name, value in values
    ]
