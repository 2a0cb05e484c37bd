"""The versions that the tests run with: pyproject.toml allows them, and the environment has them."""

import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCKED = {
    canonicalize_name(each.name): each
    for line in (ROOT / "tests/requirements.txt").read_text().splitlines()
    if not line.lstrip().startswith("#")
    for each in [Requirement(line)]
    if each.marker is None or each.marker.evaluate()  # of this system and this Python
}


def asked() -> list[Requirement]:
    """What the tests' command asks for: the dependencies, and those of the extras that `test` names."""
    extras = PROJECT["optional-dependencies"]
    found = list(map(Requirement, PROJECT["dependencies"]))
    for each in map(Requirement, extras["test"]):
        names = each.extras if each.name == "zermelo" else ()
        found += [Requirement(text) for name in names for text in extras[name]] if names else [each]
    return found


def test_what_is_asked_for_is_locked() -> None:
    assert len(asked()) > 30
    for requirement in asked():
        locked = LOCKED[canonicalize_name(requirement.name)]
        (exact,) = locked.specifier
        assert exact.operator == "=="
        assert requirement.specifier.contains(exact.version, prereleases=True), f"{requirement} and {locked}"


def test_the_environment_is_the_locked_one() -> None:
    """Else the list in tests/requirements.txt would say nothing about what has been tested."""
    for name, requirement in LOCKED.items():
        try:
            installed = version(name)
        except PackageNotFoundError:
            continue  # of torch for graphics cards
        assert requirement.specifier.contains(installed, prereleases=True), (
            f"{name} {installed} is installed, {requirement} is locked: run the tests' command of the README"
        )
    assert version("numba") and version("pytest")
