"""The origin of a module or class: Python's own, an installed package's, or the user's."""

import functools
import sys
import sysconfig
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.rules_memory import register_forget_callback

PACKAGES: Final = ("site-packages", "dist-packages")  # also where a .pth file leads to those of another place
PLACES: Final = frozenset(
    Path(place).resolve()
    for place in (
        *(sysconfig.get_paths().get(name) for name in ("purelib", "platlib")),
        *(place for place in sys.path if Path(place).name in PACKAGES),
    )
    if place
)
HEAP: Final = 1 << 9  # a class that was made while Python ran


def find_stated_module_name(thing: object) -> str:
    """Return the name of the module that an object states as its own, nothing where it states none."""
    found = getattr(thing, "__module__", None)
    return found if isinstance(found, str) else ""


def find_class_origin(kind: type) -> str | None:
    """Return the origin of a class; one that is not found in the module it states is the user's."""
    found: Any = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return (
        find_module_origin(kind.__module__)
        if found is kind or kind.__module__ in ("builtins", "types")
        else (None if kind.__flags__ & HEAP else "c")
    )


VOCABULARY = ("zermelo.core.game", "zermelo.core.errors", "zermelo.core.capabilities")
SELF_HASHED = (
    "zermelo.formats.open_spiel.spiel_states",
)  # what holds all that it has met, and says by a hash what it is


@functools.cache
def find_module_origin(module: str) -> str | None:
    """Return whose a module is: Python's or an installed package's, with its version; None of the user's own.

    Rules of the catalogue count as one's own, so that a change of them is seen in a source tree. What a class
    of rules is held against where it is made says nothing of positions: it is zermelo's.
    """
    root = module.partition(".")[0]
    if root == "zermelo":
        return "zermelo" if module in VOCABULARY or module in SELF_HASHED else None
    if root in sys.stdlib_module_names and root != "__main__":
        return f"python {sys.version_info.major}.{sys.version_info.minor}"
    file = getattr(sys.modules.get(root), "__file__", None)
    if file is None or PLACES.isdisjoint(Path(file).resolve().parents):
        return None
    return f"{root} {find_package_version(root)}"


register_forget_callback(find_module_origin.cache_clear)


def find_package_version(root: str) -> str:
    """Return the version of the installed package that a module belongs to."""
    said = getattr(sys.modules[root], "__version__", None)
    if isinstance(said, str):
        return said
    import importlib.metadata  # heavy, and asked of few

    try:
        return importlib.metadata.version(root)
    except importlib.metadata.PackageNotFoundError:
        owners = importlib.metadata.packages_distributions().get(root, [])
        return ",".join(f"{owner} {importlib.metadata.version(owner)}" for owner in owners)
