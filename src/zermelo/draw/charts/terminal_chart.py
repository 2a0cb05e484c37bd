"""Small charts in text: a row for each curve, a block for each of its values; plain ASCII where blocks lack.

They are shown beside a figure in a file, so they are as high as a letter, and say their first and last value.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
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


WALLS: Final = "█▒│"  # of Left, of Right, and the mast
WALL_LETTERS: Final = "LR|"
HEIGHT: Final = 9  # temperatures of a thermograph
WIDTH: Final = 41
Wall = Callable[[Fraction], Fraction]  # from a temperature to a value


def draw_terminal_thermograph(
    title: str, left: Wall, right: Wall, top: Fraction, *, blocks: bool = True
) -> str:
    """Return the walls of a thermograph from temperature 0 to above `top`, positive values to the left.

    >>> hot = lambda side: lambda t: 2 + side * max(Fraction(0), 1 - t)
    >>> print(draw_terminal_thermograph("{3|1}", hot(1), hot(-1), Fraction(1), blocks=False))
    {3|1}
    1.25                      |
    1.09                      |
    0.94                     L R
    0.78                  L       R
    0.62              L               R
    0.47           L                     R
    0.31        L                           R
    0.16     L                                 R
    0.00  L                                       R
          3                                       1
    """
    signs = WALLS if blocks else WALL_LETTERS
    highest = top * Fraction(5, 4) if top > 0 else Fraction(1)
    temperatures = [highest * row / (HEIGHT - 1) for row in range(HEIGHT - 1, -1, -1)]
    greatest, least = left(Fraction(0)), right(Fraction(0))
    reach = greatest - least or Fraction(1)

    def find_column(value: Fraction) -> int:
        return min(WIDTH - 1, max(0, round((greatest - value) / reach * (WIDTH - 1))))

    lines = [title]
    margin = len(f"{float(highest):.2f}") + 2
    for temperature in temperatures:
        drawn = [" "] * WIDTH
        columns = find_column(left(temperature)), find_column(right(temperature))
        for column, sign in zip(columns, signs, strict=False):
            drawn[column] = sign if columns[0] != columns[1] else signs[2]
        lines.append(f"{float(temperature):<{margin}.2f}{''.join(drawn).rstrip()}")
    ends = f"{greatest}{least!s:>{max(1, WIDTH - len(str(greatest)))}}"
    return "\n".join([*lines, " " * margin + ends])
