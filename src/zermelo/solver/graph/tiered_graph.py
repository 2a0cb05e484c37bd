"""The graph that every solver works on: all positions, in tiers, in an array store."""

from dataclasses import dataclass, field

from zermelo.compiler.kernel_binders import Program
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore


@dataclass
class TieredGraph:
    """Every position, in tiers. Moves lead to the next tier, or (ordered) to any later one.

    Tier t's keys, sorted by `mix`, are in the array store as `keys-t`. An ordered graph keeps all keys
    together as `keys`, sorted too, and each tier's indexes into them as `members-t`.
    """

    program: Program
    array_store: ArrayStore
    sizes: list[int] = field(default_factory=list)  # positions in each tier
    ordered: bool = False

    @property
    def position_count(self) -> int:
        """Number of positions, one for each symmetry class."""
        return sum(self.sizes)

    def get_keys_of_tier(self, tier: int) -> Keys:
        """Return tier `tier`'s positions, sorted by `mix`."""
        if self.ordered:
            everything: Keys = self.array_store.get("keys")
            return everything[self.get_key_indices_of_tier(tier)]
        return self.array_store.get(f"keys-{tier}")

    def get_key_indices_of_tier(self, tier: int) -> Keys:
        """Return an ordered graph's tier as indexes into all keys."""
        return self.array_store.get(f"members-{tier}")
