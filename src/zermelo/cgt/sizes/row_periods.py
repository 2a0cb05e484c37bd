"""Partizan games of rows that a move splits in two: values that repeat for ever.

**The model.** A row has a kind, of finitely many, and a length. A split takes `taken` cells from a row of one
kind and leaves two rows of given kinds beside each other, of any lengths a and b with a + b + taken as long
as the row, a >= `least[0]` and b >= `least[1]`. Each player has some splits, rows are played as a sum, and
who cannot move loses.

**Theorem.** Let t be the greatest `taken`. If v(kind, n + p) = v(kind, n) for the values of every kind, and
all n with

    n0 <= n < 2 n0 + p + t,  where n0 >= 1 and no least length is greater than n0,

then for all n >= n0. Proof, by induction: let n be at least that bound. Of what a split leaves of n + p the
longer row has (n + p - t) / 2 >= n0 + p cells or more. Take p away from it: it has the same value, and is
long enough, so this is what a split leaves of n. Of what a split leaves of n the longer row has
(n - t) / 2 >= n0 or more, and adding p goes back. So both have options of the same values, Left's and
Right's, and are worth the same. (For impartial games with one kind: Guy and Smith 1956, `heap_periods.py`.)
"""

from collections.abc import Mapping
from dataclasses import dataclass

from zermelo.cgt.partizan.short_game_form import Form, make_number_form, options_form

Kind = str


@dataclass(frozen=True)
class RowSplit:
    """What a player (0 for Left) may make of a row of a kind: two rows, with these lengths at least."""

    player: int
    of: Kind
    into: tuple[Kind, Kind]
    taken: int = 1
    least: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class RowPeriod:
    """That every kind's values repeat from length `preperiod` on, proven by lengths up to `checked_to`."""

    period: int
    preperiod: int
    checked_to: int
    values: Mapping[Kind, tuple[Form, ...]]

    def value(self, kind: Kind, length: int) -> Form:
        """Return the value of a row of any length."""
        if length > self.checked_to:
            length = self.preperiod + (length - self.preperiod) % self.period
        return self.values[kind][length]


def find_row_period(splits: tuple[RowSplit, ...], limit: int = 40) -> RowPeriod | None:
    """Return the least period that lengths up to `limit` prove, None where they prove none.

    Rows in which nobody may move but Left, cell by cell, are worth their lengths, and never repeat:

    >>> find_row_period((RowSplit(0, "row", ("row", "row")),), 12) is None
    True
    >>> both = (RowSplit(0, "row", ("row", "row")), RowSplit(1, "row", ("row", "row")))
    >>> found = find_row_period(both)
    >>> found.period, [found.value("row", length) for length in (0, 1, 2, 1000, 1001)]
    (2, [0, *, 0, 0, *])
    """
    kinds = tuple(dict.fromkeys(kind for split in splits for kind in (split.of, *split.into)))
    values: dict[Kind, list[Form]] = {kind: [] for kind in kinds}
    taken = max(split.taken for split in splits)
    least = max(1, *(length for split in splits for length in split.least))
    for length in range(limit + 1):
        made = {kind: _compute_row_value(kind, length, splits, values) for kind in kinds}
        for kind, form in made.items():
            values[kind].append(form)
        found = _find_proven_period(values, least, taken)
        if found is not None:
            return RowPeriod(*found, length, {kind: tuple(forms) for kind, forms in values.items()})
    return None


def _compute_row_value(
    kind: Kind, length: int, splits: tuple[RowSplit, ...], values: Mapping[Kind, list[Form]]
) -> Form:
    options: tuple[list[Form], list[Form]] = ([], [])
    for split in splits:
        rest = length - split.taken
        if split.of == kind:
            for left in range(split.least[0], rest - split.least[1] + 1):
                first, second = values[split.into[0]][left], values[split.into[1]][rest - left]
                options[split.player].append(first + second)
    if not options[0] and not options[1]:
        return make_number_form(0)
    return options_form(options[0], options[1])


def _find_proven_period(values: Mapping[Kind, list[Form]], least: int, taken: int) -> tuple[int, int] | None:
    """Return a period and where it begins, if the theorem makes it follow from these values."""
    count = len(next(iter(values.values())))
    for period in range(1, count // 2 + 1):
        for first in range(least, count - period):
            end = 2 * first + period + taken  # up to which, it not included, n + period is asked
            if end + period > count:
                break
            if all(
                forms[length + period] == forms[length]
                for forms in values.values()
                for length in range(first, end)
            ):
                return period, first
    return None
