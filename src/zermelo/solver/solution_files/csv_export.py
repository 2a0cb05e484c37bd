"""A solution as comma-separated text, for spreadsheets and similar programs.

Each record is a line, in the order of the files: position, value, remoteness, and optional columns, such as
the position as text, or its moves with their values. The remoteness is left empty where play need not end,
where only values were kept, and with dice, where values are floats.

A position that is no integer is written as a Python literal, which begins with a quotation mark or a bracket:
so nothing in a stranger's solution is taken for a formula. The text column is the unchanged output of the
game's rules; opening it in a spreadsheet requires trust in these rules, which have been run.
"""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final, TextIO

from zermelo.core.values import NO_END, UNTIMED
from zermelo.solver.records.record_batches import iterate_record_batches
from zermelo.solver.records.solution_records import Records
from zermelo.solver.storage.output_files import OutputFile

COLUMNS = ("position", "value", "remoteness")
NO_COLUMNS: Final[Mapping[str, Callable[[Any], str]]] = {}
TOGETHER = 1 << 10  # records that are passed on at once


Columns = Mapping[str, Callable[[Any], str]]  # further ones: what each is called, and says of a position


Report = Callable[[int], object]  # is given how many records are written


def write_csv(records: Records, out: TextIO, further: Columns = NO_COLUMNS, *, report: Report = int) -> int:
    """Write every record to an open file; return how many. Texts of `further` columns are on one line."""
    return _write_rows(records, out.write, further, report)


def export_csv(
    records: Records,
    path: Path,
    further: Columns = NO_COLUMNS,
    *,
    replace: bool = False,
    report: Report = int,
) -> int:
    """Write every record to the file `path`, whole or not at all; return how many."""
    with OutputFile(path, replace=replace).open() as out:
        return _write_rows(records, lambda text: out.write(text.encode()), further, report)


def _write_rows(records: Records, write: Callable[[str], object], further: Columns, report: Report) -> int:
    count, rows = 0, _iterate_sorted_rows(records)
    lines = list(islice(rows, TOGETHER))  # what cannot be exported is refused before anything is written
    write(",".join((*COLUMNS, *further)) + "\n")
    while lines:
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerows(
            (*_convert_to_plain_numbers(row), *(say(row[0]) for say in further.values())) for row in lines
        )
        write(text.getvalue())
        count += len(lines)
        report(count)
        lines = list(islice(rows, TOGETHER))
    return count


def _convert_to_plain_numbers(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row if isinstance(row[0], int) else (repr(row[0]), *row[1:])


def _iterate_sorted_rows(records: Records) -> Iterator[tuple[Any, float, int | None]]:
    for part in iterate_record_batches(records):
        block = part.read()
        for key, value, remoteness in zip(*(column.tolist() for column in block), strict=True):
            position = key if records.words is None else records.words.unpack(key)
            yield position, value, None if remoteness in (NO_END, UNTIMED) else remoteness
