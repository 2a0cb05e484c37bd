"""The layers of pieces of a position, read from compiled rules; the planes of many games are made of them."""

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.compiler.kernels import DONE, MANY, MISSING, Jit


class LayerRules(NamedTuple):
    """What the kernel calls."""

    layers: Callable[[int], Any]  # layers(position) yields numbers, always as many


def build_fill_layers_kernel(rules: LayerRules, jit: Jit) -> Any:
    """Return fill_layers(positions, found) -> (place, status).

    `found` [positions, layers] int64 receives the layers of each position. MANY and MISSING say that the one
    at `place` has more of them, or fewer.
    """
    layers = rules.layers

    def fill_layers(positions: Any, found: Any) -> tuple[int, int]:
        for place in range(len(positions)):
            number = 0
            for layer in layers(int(positions[place])):
                if number == found.shape[1]:
                    return place, MANY
                found[place, number] = layer
                number += 1
            if number < found.shape[1]:
                return place, MISSING
        return len(positions), DONE

    return jit.kernel(fill_layers)
