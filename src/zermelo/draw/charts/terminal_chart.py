"""Small charts in text: a row for each curve, a block for each of its values; plain ASCII where blocks lack.

They are shown beside a figure in a file, so they are as high as a letter, and say their first and last value.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from zermelo.core.notation.wording import format_table_lines

BLOCKS: Final = "·▁▂▃▄▅▆▇█"  # the first is that of 0
LETTERS: Final = "_.:-=+*#@"
MOST_VALUES: Final = 60  # of a curve; of longer ones some are left out
FEW_VALUES: Final = 20  # which are two letters wide


def draw_terminal_chart(
    title: str,
    under: str,
    numbers: Sequence[int],
    curves: Mapping[str, Sequence[float]],
    *,
    across: str,
    show: Callable[[float], str],
    blocks: bool = True,
    by_powers: bool = False,
) -> str:
    """Return curves over some numbers as lines of text; `show` returns a value as text.

    Without `blocks` it is ASCII. Heights are to scale from 0, or by powers of ten.

    >>> counts = {"won": [7, 9, 9], "lost": [1_000, 10, 0]}
    >>> print(draw_terminal_chart("A title", "", [1, 2, 3], counts, across="round", show=str, by_powers=True))
    A title
    won   ▃▃▃▃▃▃  7 to 9
    lost  ██▃▃··  1000 to 0
    round 1 to 3; heights by powers of ten, up to 1000
    >>> costs = {"costs": [0.5, 0]}
    >>> print(draw_terminal_chart("", "", [1, 2], costs, across="rules", show=str, blocks=False))
    costs  @@__  0.5 to 0
    rules 1 to 2; heights up to 0.5
    """
    signs = BLOCKS if blocks else LETTERS
    step = max(1, -(-len(numbers) // MOST_VALUES))
    highest = max((value for each in curves.values() for value in each), default=0)

    def find_sign(value: float) -> str:
        share = math.log(1 + value) / math.log(1 + highest) if by_powers else value / highest
        return signs[math.ceil(round(share * (len(signs) - 1), 6))]

    rows = []
    for name, each in curves.items():
        drawn = "".join(find_sign(value) if value > 0 else signs[0] for value in each[::step])
        wide = "".join(2 * sign for sign in drawn) if len(drawn) <= FEW_VALUES else drawn
        rows.append((name, wide, f"{show(each[0])} to {show(each[-1])}" if each else ""))
    how = "heights by powers of ten, up to" if by_powers else "heights up to"
    ends = f"{numbers[0]} to {numbers[-1]}" if numbers else "none"
    foot = f"{across} {ends}; {how} {show(highest)}"
    return "\n".join([*filter(None, (title, under)), *format_table_lines(rows, left=[0, 1, 2]), foot])
