"""The families of which something is known for all sizes, found by looking into their folder."""

import importlib
import pkgutil
from typing import Final

from zermelo.core.errors import BadParameter, quoted
from zermelo.theory.sizes import families
from zermelo.theory.sizes.claim import AllSizes, Family

FOLDER: Final = "zermelo.theory.sizes.families"


def families_known() -> tuple[str, ...]:
    """Return the names of the families, in alphabetical order.

    >>> "cram" in families_known()
    True
    """
    return tuple(sorted(module.name for module in pkgutil.iter_modules(families.__path__)))


def all_sizes(name: str) -> AllSizes:
    """Return what is proven of all sizes of a game, and what was only observed; its proofs are checked now.

    `name` is a game's in the catalogue, without parameters: all of its sizes are meant. Raises `BadParameter`
    where nothing is known of it, `CheckFailed` where its rules are not those that a proof speaks of.

    >>> wythoff = all_sizes("wythoff")
    >>> [(claim.sizes, claim.status) for claim in wythoff.claims], wythoff.check(6).total
    ([('any two heaps', 'theorem')], 49)
    """
    known = families_known()
    if not isinstance(name, str) or name not in known:
        plain = name.split("(")[0].strip() if isinstance(name, str) else ""
        remedy = f"give the name alone, {plain}" if plain in known else f"known are {', '.join(known)}"
        reason = "all sizes are meant" if plain in known else "nothing is known of all its sizes"
        raise BadParameter(f"{quoted(name)} is no family here, as {reason}: {remedy}")
    family: Family = importlib.import_module(f"{FOLDER}.{name}").FAMILY
    return family.asked()
