"""Which files of tests a change can break: those that import a changed module, however indirectly."""

import ast
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).resolve().parents[2]
TESTS: Final = ROOT / "tests"


def tests_of_change(since: str) -> list[Path]:
    """Return the files of tests to run for what differs from a commit, files that are not tracked among it.

    A test that imports `zermelo` alone may use all that `zermelo` offers.
    """
    files = {
        ROOT / name
        for name in (*_git("diff", "--name-only", since), *_git("ls-files", "-o", "--exclude-standard"))
    }
    changed = {name for path in files if (name := source_name(path)) is not None}
    graph = grimp.build_graph("zermelo")
    for package, modules in offered().items():
        for module in modules:
            graph.add_import(importer=package, imported=module)
    affected = changed | files
    for name in changed & set(graph.modules):
        affected |= graph.find_downstream_modules(name)
    if files & {ROOT / "pyproject.toml", TESTS / "conftest.py"}:
        return sorted(TESTS.rglob("test_*.py"))
    return sorted(path for path in TESTS.rglob("test_*.py") if reached(path) & affected)


def offered() -> dict[str, set[str]]:
    """Return the modules whose names each public package offers: its stub has them, which loads them when asked."""
    found = {}
    for stub in (ROOT / "src" / "zermelo").glob("*/__init__.pyi"):
        package = f"zermelo.{stub.parent.name}"
        lines = [line for line in ast.parse(stub.read_text()).body if isinstance(line, ast.ImportFrom)]
        found[package] = {f"{package}.{line.module}" for line in lines if line.module}
    return found


def _git(*command: str) -> list[str]:
    return subprocess.run(
        ["git", *command], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()


def source_name(path: Path) -> str | None:
    """Return the name of a module of the package, None where the file is none."""
    sources = ROOT / "src"
    if path.suffix != ".py" or not path.is_relative_to(sources):
        return None
    parts = path.relative_to(sources).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> frozenset[str | Path]:
    """Return what a file of tests imports itself: modules of the package by name, those of tests by file."""
    found: set[str | Path] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            if name.split(".")[0] == "zermelo":
                found.add(name)
            for file in (
                TESTS / f"{name.replace('.', '/')}.py",
                TESTS / name.replace(".", "/") / "__init__.py",
            ):
                if file.is_file():
                    found.add(file)
    return frozenset(found)


def reached(path: Path) -> set[str | Path]:
    """Return a file of tests and all that it imports, through other files of tests too."""
    met: set[str | Path] = {path}
    waiting = [path]
    while waiting:
        new = imports(waiting.pop()) - met
        met |= new
        waiting += [each for each in new if isinstance(each, Path)]
    return met
