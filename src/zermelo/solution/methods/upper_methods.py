"""Methods of solutions that packages above this one define, typed in the stub."""

from zermelo.core.registry import with_registered_methods


@with_registered_methods
class UpperSolutionMethods:
    """Base of `Solution`."""


@with_registered_methods
class UpperEquilibriaMethods:
    """Base of `Equilibria`."""
