"""`zermelo plan --cluster`: its options, and the text that it prints."""

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo import Budget
from zermelo.core import BadParameter, open_input_file

if TYPE_CHECKING:
    from zermelo.solver import CloudPrices


def parse_node_memory(text: str) -> int:
    """Return the bytes of a node."""
    return Budget.parse_memory(text)


def read_tier_sizes(path: Path) -> list[int]:
    """Read how many positions tiers have: a line for each, its number and the count; `#` begins a remark."""
    try:
        with open_input_file(path, "give a file of lines as `3 238`", 1 << 20) as opened:
            lines = opened.read().decode().splitlines()
    except UnicodeDecodeError as error:
        raise BadParameter(f"{path} cannot be read ({error}): give a file of lines as `3 238`") from None
    known: list[int] = []
    for line in lines:
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or words[0] != str(len(known)) or not words[1].isdecimal() or int(words[1]) < 1:
            raise BadParameter(f"{path}: {line!r} does not say how many positions tier {len(known)} has")
        known.append(int(words[1]))
    if not known:
        raise BadParameter(f"{path} says nothing: give a line for each tier, as `3 238`")
    return known


def parse_cloud_prices(price_texts: list[str]) -> "CloudPrices":
    """Return prices, those that somebody gave among the usual ones."""
    from zermelo.solver import CloudPrices

    names = [field.name for field in dataclasses.fields(CloudPrices)]
    given: dict[str, float] = {}
    for text in price_texts:
        name, _, amount = text.partition("=")
        try:
            given[name] = float(amount)
        except ValueError:
            raise BadParameter(f"--price {text!r} is none: write {names[0]}=0.03") from None
        if name not in names or not 0 <= given[name] < 1e9:
            raise BadParameter(f"--price {text!r} is none of {', '.join(names)}, or no price")
    return CloudPrices(**given)
