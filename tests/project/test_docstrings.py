"""Docstrings of what is public are in numpydoc form: parameters, what is returned, and in which types."""

import inspect
from collections.abc import Iterator
from importlib import import_module

import pytest
from numpydoc.validate import validate

import zermelo
from zermelo import Game
from zermelo.core.notation.result import Result

PACKAGES = sorted(name for name in zermelo.__all__ if inspect.ismodule(getattr(zermelo, name)))
NOT_ASKED = {  # of numpydoc's checks, by https://numpydoc.readthedocs.io/en/latest/validation.html
    "ES01",  # a second paragraph
    "EX01",  # an example of everything
    "GL02",  # closing quotes on a line of their own, under a docstring of one line too
    "RT02",  # a name before a single value
    "SA01",  # See Also
    "SS05",  # no third person: takes every first word that ends in s for one
}


def public_objects(package: str) -> Iterator[str]:
    """Yield the dotted names of a package's functions and classes, and of the methods that these define.

    Classes of games are left out: their methods are those of the contract, which `Game` documents.
    """
    module = import_module(f"zermelo.{package}")
    for name in module.__all__:
        thing = getattr(module, name)
        if inspect.isroutine(thing):
            yield f"zermelo.{package}.{name}"
        elif inspect.isclass(thing) and (thing is Game or not issubclass(thing, Game)):
            yield f"zermelo.{package}.{name}"
            for part, defined in vars(thing).items():
                kinds = (classmethod, staticmethod, property)
                if not part.startswith("_") and (inspect.isfunction(defined) or isinstance(defined, kinds)):
                    yield f"zermelo.{package}.{name}.{part}"


def has_described_fields(name: str) -> bool:
    """Return whether a name is of a typed answer, whose fields are described in their annotations."""
    package, thing = name.rsplit(".", 1)
    kind = getattr(import_module(package), thing) if package.count(".") == 1 else None
    return inspect.isclass(kind) and issubclass(kind, Result)


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_are_in_numpydoc_form(package: str) -> None:
    """`pytest tests/project/test_docstrings.py -k NAME` lists what is missing in one package."""
    names = list(public_objects(package))
    said = [
        f"{found['file']}:{found['file_line']} {name}: {code} {words}"
        for name in names
        for found in [validate(name)]
        for code, words in found["errors"]
        if code not in NOT_ASKED and not (code == "PR01" and has_described_fields(name))
    ]
    assert names
    assert not said, "\n".join(said)
