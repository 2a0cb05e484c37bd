"""Many positions from a pipe or a file: `zermelo lookup`."""

import contextlib
import csv
import dataclasses
import io
import select
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import typer

import zermelo
from zermelo import ZermeloError
from zermelo.cli.console.command_options import (
    Force,
    GameText,
    Memory,
    Output,
    Store,
    Threads,
    check_output_files_are_writable,
    find_game,
    is_standard_output,
    make_budget_with_progress,
    open_or_solve,
    parse_store_location,
)
from zermelo.cli.console.progress_meter import find_meter
from zermelo.core import BadParameter, StorageFailed, open_input_file

BATCH_SIZE: Final = (
    1 << 24
)  # bytes of lines that are looked up together, as a lookup may read the whole solution
WAIT: Final = 0.002  # seconds for more lines to come, before those that are there are answered
ROWS: Final = 1 << 20  # of a Parquet file, likewise
COLUMNS: Final = ("position", "value", "remoteness")


def look_up_many_positions(
    game: GameText,
    source: Annotated[
        Path | None,
        typer.Option(
            "--input",
            metavar="FILE",
            help="file with lines of text, or a Parquet file; default: standard input",
        ),
    ] = None,
    output: Output = None,
    force: Force = False,
    column: Annotated[
        str, typer.Option("--column", metavar="NAME", help="column of a Parquet file that has positions")
    ] = "position",
    best: Annotated[bool, typer.Option("--best", help="add the moves of perfect play, by name")] = False,
    store: Store = None,
    memory: Memory = None,
    threads: Threads = None,
) -> None:
    """Print value and remoteness of many positions, which are read one per line.

    Positions are numbers, or text with / between rows. Each answer is one line of comma-separated text:
    position,value,remoteness. Value and remoteness are empty for text that is no position and for positions
    that play does not reach; the remoteness also where play need not end. Each answer is written at once, so
    another program may ask and wait. Columns of a Parquet file are copied, and answers added. A file may
    contain endgames of several materials: each is answered from its own solution, if it is in the store.
    """
    check_output_files_are_writable(output, force=force)
    to_parquet = output is not None and output.suffix == ".parquet"
    from_parquet = source is not None and source.suffix == ".parquet"
    if from_parquet != to_parquet:
        raise BadParameter(
            "lines give lines, and a Parquet file gives one: --input X.parquet --output Y.parquet"
        )
    solution = open_or_solve(find_game(game), store, None)
    with make_budget_with_progress(memory, threads) as budget:
        if source is not None and output is not None and to_parquet:
            count = _look_up_parquet_file(
                solution, source, output, column, best=best, budget=budget, force=force
            )
        else:
            others = _find_other_material_solutions(solution, store)
            how = {"other_solutions": others, "best": best, "budget": budget}
            count = _look_up_text_lines(solution, source, output, force=force, **how)
    if output is not None and not is_standard_output(output):
        print(f"{count:,} positions looked up, answers written to {output}")


def _find_other_material_solutions(
    solution: "zermelo.Solution", store: str | None
) -> list["zermelo.Solution"]:
    """Return the solutions of a store that have other material of the same game, if it has any."""
    own = solution.game
    folder = parse_store_location(store)
    parameters = [field.name for field in dataclasses.fields(own)]  # type: ignore[arg-type]
    if parameters != ["material"] or isinstance(folder, str):
        return []
    begins, found = repr(own).partition("(")[0], []
    for place in sorted(folder.glob(f"{begins}*")):
        with contextlib.suppress(ZermeloError):
            other = zermelo.open(place)
            if type(other.game) is type(own) and other.game != own:
                found.append(other)
    return found


def _look_up_text_lines(
    solution: "zermelo.Solution", input_file: Path | None, output: Path | None, *, force: bool, **how: Any
) -> int:
    from zermelo.solver import OutputFile

    if input_file is None and sys.stdin is None:
        raise BadParameter("standard input is closed: send lines, or give --input FILE")
    if input_file is None:
        find_meter().pause()  # somebody may type
    given = (
        nullcontext(sys.stdin.buffer)
        if input_file is None
        else open_input_file(input_file, "give a file, or send lines to standard input")
    )
    with given as lines:
        if output is None or is_standard_output(output):
            return sum(
                _write_answers_as_csv(solution, part, sys.stdout.buffer, **how)
                for part in _yield_line_batches(lines)
            )
        with OutputFile(output, replace=force).open() as out:
            return sum(
                _write_answers_as_csv(solution, part, out, **how) for part in _yield_line_batches(lines)
            )


def _yield_line_batches(lines: BinaryIO) -> Iterator[list[str] | None]:
    """Yield None, for the heading, and the lines: those that are there already together."""
    yield None
    rest, begins = b"", True
    while read := _read_available_bytes(lines):
        rest += read
        if begins and (len(rest) >= len(BOM_UTF8) or not BOM_UTF8.startswith(rest)):
            rest, begins = rest.removeprefix(BOM_UTF8), False  # as spreadsheets begin a file
        whole, newline, rest = rest.rpartition(b"\n")
        if newline:
            yield whole.decode(errors="replace").split("\n")
    if rest:
        yield [rest.decode(errors="replace")]


def _read_available_bytes(lines: BinaryIO) -> bytes:
    """Return what has come by now, nothing at the end."""
    read: bytes = lines.read1(BATCH_SIZE)  # type: ignore[attr-defined]  # of buffered files
    parts, size = [read], len(read)
    while read and size < BATCH_SIZE and select.select([lines], [], [], WAIT)[0]:
        read = lines.read1(BATCH_SIZE - size)  # type: ignore[attr-defined]
        parts.append(read)
        size += len(read)
    return b"".join(parts)


def _write_answers_as_csv(
    solution: "zermelo.Solution",
    lines: list[str] | None,
    output_file: Any,
    *,
    other_solutions: list["zermelo.Solution"],
    best: bool,
    budget: "zermelo.Budget",
) -> int:
    """Write the answers of some lines, or the heading; return how many there are."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    if lines is None:
        writer.writerow([*COLUMNS, "best"] if best else COLUMNS)
    else:
        asked = [line.strip() for line in lines]
        table: dict[str, list[Any]] = {}
        for answering in (solution, *other_solutions):  # each is asked what those before it have not
            left = [n for n, value in enumerate(table.get("value", asked)) if value is None or not table]
            if not left:
                break
            texts = [asked[n] or None for n in left]
            found = answering.lookup(texts, moves=best, unknown="mark", budget=budget).to_arrow().to_pydict()
            for name, answers in found.items():
                whole = table.setdefault(name, [None] * len(asked))
                for n, answer in zip(left, answers, strict=True):
                    whole[n] = answer
        columns = [asked, table["value"], table["remoteness"]]
        if best:
            columns.append(["; ".join(names or ()) for names in table["best"]])
        writer.writerows(zip(*columns, strict=True))
    output_file.write(text.getvalue().encode())
    output_file.flush()
    return len(lines or ())


def _look_up_parquet_file(
    solution: "zermelo.Solution",
    input_file: Path,
    output: Path,
    column: str,
    *,
    best: bool,
    budget: "zermelo.Budget",
    force: bool,
) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from zermelo.solver import OutputFile

    with open_input_file(input_file, "give a Parquet file"):
        pass
    try:
        file = pq.ParquetFile(input_file)
    except (OSError, pa.ArrowException) as error:
        raise StorageFailed(f"{input_file} is no Parquet file that can be read: {error}") from error
    names = file.schema_arrow.names
    added = [*COLUMNS[1:], "best"] if best else [*COLUMNS[1:]]
    if names.count(column) != 1:
        many = "several columns" if column in names else "no column"
        raise BadParameter(f"{input_file} has {many} {column!r}: choose --column of {', '.join(names)}")
    if taken := [name for name in added if name in names]:
        raise BadParameter(
            f"{input_file} has a column {taken[0]!r} already: rename it, as answers are called so"
        )
    count, writer = 0, None
    with OutputFile(output, replace=force).open() as out:
        for table in _yield_parquet_tables(file, input_file):
            asked = table[column].combine_chunks()
            found = solution.lookup(asked, moves=best, unknown="mark", budget=budget).to_arrow()
            for name in added:
                table = table.append_column(name, found[name])
            writer = writer or pq.ParquetWriter(out, table.schema, compression="zstd")
            writer.write_table(table)
            count += len(table)
        assert writer is not None  # as a file without rows is a table, too
        writer.close()
    return count


def _yield_parquet_tables(file: Any, input_file: Path) -> Iterator[Any]:
    """Yield a Parquet file's rows, some at a time; of a file without rows one table without any."""
    import pyarrow as pa

    rows, is_empty = file.iter_batches(ROWS), True
    while True:
        try:
            batch = next(rows, None)
        except (OSError, pa.ArrowException) as error:
            raise StorageFailed(f"{input_file} cannot be read whole: {error}") from error
        if batch is None:
            break
        is_empty = False
        yield pa.Table.from_batches([batch])
    if is_empty:
        yield file.schema_arrow.empty_table()
