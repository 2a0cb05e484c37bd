"""Rows of an index: 64 indexes in succession, from a multiple of 64, as sets with a bit each.

A row is seen as a square of 8 x 8, place 8 r + f. By a turn f is reversed, or r, or both, and then perhaps
both are exchanged: the flags are those of `ranking.kings`. A set is one signed word: place 63 is the sign.
"""

from typing import Final

ROW: Final = 64
WITHIN: Final = 1 << 7  # in place of a turn: where one leads is said place by place
TOGETHER: Final = 1 << 8  # in place of a turn: one leads from all of them to one place
EXCHANGED: Final = 1 << 6
FILES: Final = 7
RANKS: Final = 56
