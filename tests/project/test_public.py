"""The public packages: each name is there, in one package, documented and typed, and none imports anything heavy."""

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

PACKAGES = [getattr(zermelo, name) for name in zermelo.__all__ if inspect.ismodule(getattr(zermelo, name))]
MODULES = [zermelo, *PACKAGES]
ARRAY = re.compile(r"(u?int|float)\d+ \[")  # says of what type and shape it is: numpy's types do not
UNTYPED = {  # whose methods take or return what is Any, and why
    "MultiAgentEnvironment": "spaces are gymnasium's, which need not be installed",
    "ExactSearch": "what a kernel is given, and what it gives",
}


def public_of(module: ModuleType) -> dict[str, Any]:
    """Return what a module offers, but for modules."""
    offered = {name: getattr(module, name) for name in module.__all__}
    return {name: thing for name, thing in offered.items() if not inspect.ismodule(thing)}


@cache
def homes_of(module: ModuleType) -> dict[str, str]:
    """Return the module that each name of a public package is from, as its stub says."""
    stub = Path(str(module.__file__)).with_suffix(".pyi")
    found: dict[str, str] = {}
    for line in ast.parse(stub.read_text()).body:
        if isinstance(line, ast.ImportFrom) and line.module:
            found |= {each.name: f"{module.__name__}.{line.module}" for each in line.names}
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
def test_a_package_shows_what_is_public_and_nothing_else(module: ModuleType) -> None:
    assert dir(module) == sorted(module.__all__)
    assert len(set(module.__all__)) == len(module.__all__)
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = module.no_such_name


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_public_names_are_those_of_their_modules(module: ModuleType) -> None:
    """No module of the same name hides one, now or once it is imported."""
    for name, home in homes_of(module).items():
        there = importlib.import_module(home)
        assert getattr(module, name) is getattr(there, name), f"{module.__name__}.{name}"
        assert not Path(str(module.__file__)).with_name(f"{name}.py").exists()
        assert not Path(str(module.__file__)).with_name(name).exists()


def test_a_name_is_public_in_one_package() -> None:
    homes = Counter((home, name) for module in MODULES for name, home in homes_of(module).items())
    assert [each for each, times in homes.items() if times > 1] == []


def test_packages_and_public_names_are_few() -> None:
    """Today's numbers: no change adds a name or a package without another one going.

    The last is `find_proven_rule`, which the command `value` asks. Two are a guided reading and its steps. Nine are classes of answers that the explorer shows as they are, `capitalize`, and
    `check_rules_at`, by which its pages name mistakes in rules.
    """
    assert len(PACKAGES) == 15
    assert len(homes_of(zermelo)) == 17
    assert sum(len(homes_of(module)) for module in MODULES) <= 377


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_public_names_are_documented(module: ModuleType) -> None:
    for name, thing in public_of(module).items():
        if not (inspect.isfunction(thing) or inspect.isclass(thing)):
            homes = [importlib.import_module(home) for home in [homes_of(module).get(name)] if home]
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


def test_the_programs_may_import_public_packages_alone() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][1]
    assert contract["source_modules"] == ["zermelo.cli", "zermelo.web"] and contract["allow_indirect_imports"]
    assert contract["forbidden_modules"] == [f"{module.__name__}.*" for module in PACKAGES]


def test_to_import_the_face_is_to_import_nothing_heavy() -> None:
    names = ", ".join(module.__name__ for module in PACKAGES)
    heavy = ("numba", "numpy", "pyarrow", "matplotlib", "gymnasium")
    code = f"import sys, zermelo.cli.command_app, {names}; print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
