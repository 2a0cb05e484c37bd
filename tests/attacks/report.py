"""What an attack found: how often each thing came out, and every answer that was wrong.

An attack is a module of its own with a function
`attack(count, seed, say) -> Report`. The tests run a small one, `hostile.py` a large one.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

Say = Callable[[str], None]  # told how far an attack is


@dataclass
class Report:
    """The outcomes of an attack: `tally` counts them by name, `wrong` has a line for each wrong one."""

    tally: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def tried(self) -> int:
        """How many attempts there were."""
        return sum(self.tally.values()) + len(self.wrong)

    def __str__(self) -> str:
        named = ", ".join(f"{count:,} {name}" for name, count in self.tally.most_common())
        return f"{self.tried:,} tried: {len(self.wrong)} wrong; {named}"


def quiet(_: str) -> None:
    """Say nothing."""
