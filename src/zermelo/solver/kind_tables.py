"""What solvers do differently for games with dice, whose values are expectations between two bounds."""

from typing import Final

from zermelo.core.game_kind import ByKind

HAS_EXPECTATIONS: Final = ByKind(default=False, dice=True)  # else values are integers, with remoteness
FOLDS_TIERS: Final = ByKind(default=True, dice=False)  # one pass over a tier finds its answers
RANKS_EVERY_POSITION: Final = ByKind(default=True, dice=False)  # a perfect index has none after a throw
IS_ESTIMATED: Final = ByKind(default=True, dice=False)  # its size is, while positions are found; else edges
# are all held in memory, and it ends by itself where they no longer fit
