"""The public modules: they show what is public and nothing else, mypy sees what there is, and all of it is told."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
import textwrap
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import zermelo

MODULES = [zermelo, *(importlib.import_module(f"zermelo.{name}") for name in zermelo.MODULES)]
LAZY = [module for module in MODULES if module is not zermelo.games]  # the catalogue is what its folder holds
ARRAY = re.compile(r"(u?int|float)\d+ \[")  # says of what type and shape it is: numpy's types do not
UNTYPED = {  # whose methods take or return what is Any, and why
    "GameTurns": "spaces are gymnasium's, which need not be installed",
    "ExactSearch": "what a kernel is given, and what it gives",
}


def public_of(module: ModuleType) -> dict[str, Any]:
    """Return what a module offers, but for modules."""
    offered = {name: getattr(module, name) for name in module.__all__}
    return {name: thing for name, thing in offered.items() if not inspect.ismodule(thing)}


@cache
def offered_to_mypy(module: ModuleType) -> dict[str, str]:
    """The names that a module imports under `TYPE_CHECKING` as public ones, and where from."""
    found: dict[str, str] = {}
    for block in ast.parse(inspect.getsource(module)).body:
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            for line in block.body:
                assert isinstance(line, ast.ImportFrom)
                found |= {each.name: str(line.module) for each in line.names if each.asname == each.name}
    return found


def functions_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """A function, or the public methods and properties that a class of the house has."""
    if inspect.isfunction(thing):
        yield thing.__name__, thing
    for each in reversed(thing.__mro__) if inspect.isclass(thing) else ():
        for name, member in vars(each).items() if each.__module__.startswith("zermelo.") else ():
            inner = getattr(member, "fget", None) or getattr(member, "func", None)
            inner = inner or getattr(member, "__func__", member)
            made = not hasattr(inner, "__module__") or not str(inner.__module__).startswith("zermelo.")
            if not name.startswith("_") and inspect.isfunction(inner) and not made:
                yield f"{thing.__name__}.{name}", inner


def untyped(function: Any) -> list[str]:
    """The parameters of a function, and its `return`, that say of themselves Any or nothing."""
    (written,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    if not isinstance(written, ast.FunctionDef):  # such as a lambda
        return []
    given = [*written.args.posonlyargs, *written.args.args, *written.args.kwonlyargs]
    said = {each.arg: each.annotation for each in given if each.arg not in ("self", "cls")}
    said["return"] = written.returns
    return [name for name, each in said.items() if each is None or ast.unparse(each) in ("Any", "'Any'")]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_module_shows_what_is_public_and_nothing_else(module: ModuleType) -> None:
    version = ["__version__"] if module is zermelo else []
    assert dir(module) == sorted([*module.__all__, *version])
    assert len(set(module.__all__)) == len(module.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'no_such_name'"):
        _ = module.no_such_name


@pytest.mark.parametrize("module", LAZY, ids=lambda module: module.__name__)
def test_mypy_sees_what_there_is(module: ModuleType) -> None:
    seen = offered_to_mypy(module)
    own = {name for name in module.__all__ if name not in seen}
    assert own <= {name for name, each in vars(module).items() if inspect.isfunction(each)}
    assert set(seen) <= {*module.__all__, "__version__"}
    for name, home in seen.items():
        there = importlib.import_module(home)
        expected = getattr(there, name) if hasattr(there, name) else importlib.import_module(f"{home}.{name}")
        assert getattr(module, name) is expected, f"{module.__name__}.{name}"


def test_a_name_is_public_in_one_module() -> None:
    """The top alone repeats what begins most work."""
    homes = Counter((home, name) for module in LAZY[1:] for name, home in offered_to_mypy(module).items())
    assert [each for each, times in homes.items() if times > 1] == []


def test_the_top_is_short() -> None:
    assert len(zermelo.__all__) - len(zermelo.MODULES) == 17


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_public_names_are_told(module: ModuleType) -> None:
    for name, thing in public_of(module).items():
        if not (inspect.isfunction(thing) or inspect.isclass(thing)):
            homes = [importlib.import_module(home) for home in [offered_to_mypy(module).get(name)] if home]
            docs = [each.__doc__ or "" for each in (module, *homes)]
            assert any(re.search(rf"`{name}`|\b{name}\b", each) for each in docs), name
            continue
        told = inspect.getdoc(thing)
        assert told and not told.startswith(f"{thing.__name__}("), f"{name}: a dataclass's own says nothing"
        assert told.splitlines()[0].endswith((".", ":", ";")), told.splitlines()[0]
        is_game = inspect.isclass(thing) and issubclass(thing, zermelo.Game) and thing is not zermelo.Game
        functions = () if is_game else functions_of(thing)  # rules are told where Game declares them
        for said, function in functions:
            assert inspect.getdoc(function) or inspect.getdoc(getattr(thing, function.__name__)), said


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_public_names_are_typed(module: ModuleType) -> None:
    for name, thing in public_of(module).items():
        if module is zermelo.games and name[:1].isupper():  # rules: what Game declares
            continue
        for said, function in functions_of(thing):
            missing = untyped(function)
            if missing == ["return"] and ARRAY.search(function.__doc__ or ""):
                continue
            assert not missing or said.split(".")[0] in UNTYPED, f"{said}: {missing}"


def test_the_command_line_may_import_no_room() -> None:
    """Whatever stands beside the public modules is forbidden: a new room takes its place in that list."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][1]
    rooms = {
        each.stem for each in Path(zermelo.__file__).parent.iterdir() if each.suffix == ".py" or each.is_dir()
    }
    public = {*zermelo.MODULES, "__init__", "__main__", "__pycache__", "cli", "web"}
    assert contract["source_modules"] == ["zermelo.cli", "zermelo.web"] and contract["allow_indirect_imports"]
    assert set(contract["forbidden_modules"]) == {f"zermelo.{room}" for room in rooms - public}


def test_to_import_the_face_is_to_import_nothing_heavy() -> None:
    names = ", ".join(f"zermelo.{name}" for name in zermelo.MODULES)
    heavy = ("numba", "numpy", "pyarrow", "matplotlib", "gymnasium")
    code = f"import sys, zermelo.cli.app, {names}; print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
