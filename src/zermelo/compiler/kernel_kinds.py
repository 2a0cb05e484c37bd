"""The kinds of kernels that rules are bound into: the one table of what each kind asks of a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.complete_rules import KernelRules, complete_rules
from zermelo.compiler.kernels.layer_planes import LayerRules
from zermelo.compiler.kernels.search_hooks import HOOKS, PositionShape, SearchHooks, complete_search_hooks
from zermelo.compiler.kernels.sum_splits import ASKED, Splits, complete_split_rules
from zermelo.core.game import Game, has

ALWAYS: Final = ("moves", "play", "outcome", "stuck")
WHERE_DEFINED: Final = (
    "gain",
    "mover",
    "symmetries",
    "tier",
    "rank",
    "unrank",
    "parents",
    "moves_to_later_tiers",
    "neighbour_indexes_in_tier",
    "indexes_in_later_tiers",
    "is_row_of_indexes",
    "row_places_with_position",
    "row_places_handled_singly",
    "row_moves_to_later_tiers",
    "row_moves_within_tier",
    "row_neighbours_of_place",
    "chances",
)

Asked = TypeVar("Asked")  # what kernels call: `KernelRules`, `SearchHooks`, `Splits` or `LayerRules`
Methods = Mapping[str, Callable[..., Any]]  # of a game, by name


@dataclass(frozen=True, eq=False)
class KernelKind(Generic[Asked]):
    """A kind of kernels.

    `over_keys`: each position reaches them as one integer, however many words the game writes it with; else
    positions are what they are, of one shape. `closed`: what hangs on the game's parameters is written out,
    as its rules go into kernels of another game, whose cells (`given`) hold that one's parameters.
    """

    name: str
    where_defined: tuple[str, ...]  # what they ask of a game that defines it, besides `ALWAYS`
    over_keys: bool
    complete: Callable[
        [Methods, PositionShape | None, Jit], Asked
    ]  # what the game does not define is filled in
    closed: bool = False

    def methods(self, game: Game) -> list[str]:
        """Return the names of the game's methods that end up in these kernels."""
        return [*ALWAYS, *(name for name in self.where_defined if has(game, name))]


def _complete_search_hooks(own: Methods, shape: PositionShape | None, jit: Jit) -> SearchHooks:
    assert shape is not None
    return complete_search_hooks(own, shape, jit)


RULES: Final = KernelKind[KernelRules](
    "rules", WHERE_DEFINED, True, lambda own, _, jit: complete_rules(own, jit)
)
# Rules that look at every position, and know of no symmetries. Where there are none, they are the same rules.
EVERY_POSITION: Final = KernelKind[KernelRules](
    "rules", tuple(name for name in WHERE_DEFINED if name != "symmetries"), True, RULES.complete
)
# Rules within the kernels of another game.
NESTED_RULES: Final = KernelKind[KernelRules]("within", WHERE_DEFINED, True, RULES.complete, closed=True)
HOOKED: Final = KernelKind[SearchHooks](
    "hooks", ("gain", "mover", "symmetries", "tier", *HOOKS), False, _complete_search_hooks
)
SPLIT: Final = KernelKind[Splits]("splits", ASKED, True, lambda own, _, jit: complete_split_rules(own, jit))
# For learners, of a game that has layers.
LAYERED: Final = KernelKind[LayerRules](
    "layers", ("layers",), True, lambda own, *_: LayerRules(own["layers"])
)
