"""The families of which something is known for all sizes, found by looking into their folder."""

import importlib
from functools import cache
from pathlib import Path

from zermelo.cgt.sizes.size_claims import AllSizes, SizeFamily
from zermelo.core.errors import BadParameter, quote


@cache
def map_families_to_modules() -> dict[str, str]:
    """Return the module of each family by the name of its game, without importing them."""
    files = Path(__file__).parent.glob("*_families/*_sizes.py")
    found = {
        file.stem.removesuffix("_sizes"): f"{__package__}.{file.parent.name}.{file.stem}" for file in files
    }
    return dict(sorted(found.items()))


def list_known_families() -> tuple[str, ...]:
    """Return the names of the families, in alphabetical order.

    >>> "cram" in list_known_families()
    True
    """
    return tuple(map_families_to_modules())


def all_sizes(name: str) -> AllSizes:
    """Return what is proven, and what was observed, about all sizes of a game.

    Proofs are checked by the call.

    Parameters
    ----------
    name : str
        Name of a game of the catalogue, without parameters.

    Returns
    -------
    AllSizes
        The claims.

    Raises
    ------
    BadParameter
        If nothing is known about the game.
    CheckFailed
        If the game's rules are not those of the proofs.

    Examples
    --------
    >>> wythoff = all_sizes("wythoff")
    >>> [(claim.sizes, claim.status) for claim in wythoff.claims], wythoff.check(6).total
    ([('any two heaps', 'theorem')], 49)
    """
    known = list_known_families()
    if not isinstance(name, str) or name not in known:
        plain = name.split("(")[0].strip() if isinstance(name, str) else ""
        remedy = f"give the name alone, {plain}" if plain in known else f"known are {', '.join(known)}"
        reason = "all sizes are meant" if plain in known else "nothing is known of all its sizes"
        raise BadParameter(f"{quote(name)} is no family here, as {reason}: {remedy}")
    family: SizeFamily = importlib.import_module(map_families_to_modules()[name]).FAMILY
    return family.make_claims()
