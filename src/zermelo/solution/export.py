"""A solution as comma-separated text, for spreadsheets and whatever reads nothing better.

One line a record, in the order of the files: position, value, remoteness, and the position as text where
that is asked for. The remoteness is left empty where play need not end, where only values were kept, and
with dice, where values are floats.
Written under a fresh name and renamed.
"""

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from zermelo.core.values import NO_END, UNTIMED
from zermelo.solution.ranked import RankedRecords
from zermelo.solution.records import Records
from zermelo.storage.whole import replacing

COLUMNS = ("position", "value", "remoteness")


def write_csv(records: Records, out: TextIO, show: Callable[[Any], str] | None = None) -> int:
    """Write every record to an open file; return how many.

    `show` makes the text of a position, on one line, as a fourth column.
    """
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*COLUMNS, "text") if show else COLUMNS)
    count = 0
    for row in _rows(records):
        writer.writerow((*row, show(row[0])) if show else row)
        count += 1
    return count


def export_csv(records: Records, path: Path, show: Callable[[Any], str] | None = None) -> int:
    """Write every record to the file `path`, whole or not at all; return how many."""
    with (
        replacing(path, instead="give another file") as temporary,
        temporary.open("w", encoding="utf-8", newline="") as out,
    ):
        return write_csv(records, out, show)


def _rows(records: Records) -> Iterator[tuple[Any, float, int | None]]:
    for tier in range(records.tiers):
        if isinstance(records, RankedRecords) and records.answers.values_only:
            columns = (column.tolist() for column in records.valued(tier))
            yield from ((*pair, None) for pair in zip(*columns, strict=True))
            continue
        block = records.block(tier)
        for key, value, remoteness in zip(*(column.tolist() for column in block), strict=True):
            position = key if records.words is None else records.words.unpack(key)
            yield position, value, None if remoteness in (NO_END, UNTIMED) else remoteness
