"""Everything that is registered is there, and the methods are those that the stubs of their classes declare."""

import inspect

import pytest

import zermelo
from zermelo.core import registry
from zermelo.core.registry import find_registered
from zermelo.solution import Equilibria

REGISTERED = [(group, name) for group, places in registry._places.items() for name in places]


@pytest.mark.parametrize(("group", "name"), REGISTERED, ids=".".join)
def test_what_is_registered_is_there(group: str, name: str) -> None:
    found = find_registered(group, name)
    if group.startswith("Upper"):
        assert inspect.isfunction(getattr(found, name)) and inspect.getdoc(getattr(found, name))


@pytest.mark.parametrize(
    ("kind", "group"),
    [
        (zermelo.Game, "UpperGameMethods"),
        (zermelo.Solution, "UpperSolutionMethods"),
        (Equilibria, "UpperEquilibriaMethods"),
    ],
)
def test_no_method_of_a_registered_class_is_forgotten(kind: type, group: str) -> None:
    """A method that the class defines and nobody registers would be typed, and not there."""
    places = {find_registered(group, name) for name in registry._places[group]}
    defined = {name for place in places for name, value in vars(place).items() if inspect.isfunction(value)}
    assert defined == set(registry._places[group])
    assert all(inspect.isfunction(getattr(kind, name)) for name in defined)


def test_what_nobody_registered_is_an_error() -> None:
    with pytest.raises(KeyError):
        find_registered("readers", "nothing_like_it")
