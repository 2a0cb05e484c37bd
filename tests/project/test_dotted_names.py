"""Every name `zermelo.x.y` that pages, docstrings and help texts use, or a benchmark imports, is there."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.places import HOUSE

pytestmark = pytest.mark.quick

NAME = re.compile(r"(?<![\w/.@-])zermelo(?:\.[A-Za-z_]\w*)+(?![\w/])")
FILES = ("py", "md", "json", "toml", "html", "svg", "js", "csv", "txt", "efg", "rules")  # files end so
MADE_UP = {  # an example's file that is not there, names of the compiler's own values, groups of entry points
    "zermelo.games.stones", "zermelo.cell", "zermelo.place", "zermelo.table",
    "zermelo.players", "zermelo.methods", "zermelo.commands", "zermelo.panels",
}  # fmt: skip


def resolves(name: str) -> bool:
    """Return whether a dotted name is a module, or what can be reached from one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def imported_names(path: Path) -> Iterator[str]:
    """Yield the dotted names that a file takes from the package: nobody else checks those of benchmarks."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "zermelo":
            yield from (f"{node.module}.{each.name}" for each in node.names)


@pytest.mark.parametrize("folder", ["docs", "src", "benchmarks"])
def test_dotted_names_are_there(folder: str) -> None:
    wrong, met = [], 0
    for path in sorted(Path(HOUSE, folder).rglob("*.md" if folder == "docs" else "*.py")):
        imported = imported_names(path) if folder == "benchmarks" else ()
        for name in sorted({*NAME.findall(path.read_text()), *imported}):
            if name.split(".")[-1] not in FILES and name not in MADE_UP:
                met += 1
                if not resolves(name):
                    wrong.append(f"{path.relative_to(HOUSE)}: {name}")
    assert met > 50 and not wrong, "\n".join(wrong)
