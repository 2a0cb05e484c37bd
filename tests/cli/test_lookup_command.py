"""Many positions from a pipe or a file: each is answered as alone, in its place."""

import csv
import io
import subprocess
import sys
import warnings
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.commands import Command, check_refusal

import zermelo

pytestmark = pytest.mark.usefixtures("kept")
LOOKING_UP = [sys.executable, "-m", "zermelo.cli", "lookup", "tic_tac_toe"]
GIVEN = ["0", "X../.O./..X", "no board", "", "5", "512", "1.5", " 8 "]


def expected(texts: list[str]) -> list[tuple[str, str, str]]:
    """The rows that single answers give."""
    solution = zermelo.solve("tic_tac_toe")
    rows = []
    for text in texts:
        try:
            answer = solution.value(text.strip()) if text.strip() else None
        except zermelo.ZermeloError:
            answer = None
        said = ("", "") if answer is None else (str(answer.value), str(answer.remoteness))
        rows.append((text.strip(), *said))
    return rows


def rows_of(text: str) -> list[tuple[str, ...]]:
    heading, *rows = map(tuple, csv.reader(io.StringIO(text)))
    assert heading[:3] == ("position", "value", "remoteness")
    return rows


def test_lines_of_a_file(command: Command, tmp_path: Path) -> None:
    source, output = tmp_path / "positions.txt", tmp_path / "answers.csv"
    source.write_text("\n".join(GIVEN))  # the last line does not end
    where = ["tic_tac_toe", "--input", str(source)]
    ran = command("lookup", *where, "--output", str(output))
    assert ran.status == 0 and ran.out == f"8 positions looked up, answers written to {output}\n"
    assert rows_of(output.read_text()) == expected(GIVEN)
    check_refusal(command("lookup", *where, "--output", str(output)), 2, "--force")
    assert command("lookup", *where, "--output", str(output), "--force", "--best").status == 0
    assert rows_of(output.read_text())[1][3] == "b1; a2; c2; b3"


def test_a_parquet_file_keeps_its_columns(command: Command, tmp_path: Path) -> None:
    source, output = tmp_path / "positions.parquet", tmp_path / "answers.parquet"
    pq.write_table(pa.table({"name": ["a", "b", "c", "d"], "place": [0, 512, None, 1]}), source)
    where = ["tic_tac_toe", "--input", str(source), "--output", str(output)]
    check_refusal(command("lookup", *where), 2, "'position'", "name, place")
    assert command("lookup", *where, "--column", "place").status == 0
    assert pq.read_table(output).to_pydict() == {
        "name": ["a", "b", "c", "d"],
        "place": [0, 512, None, 1],
        "value": [0, 0, None, None],
        "remoteness": [9, 8, None, None],
    }
    taken = ["--input", str(output), "--output", str(tmp_path / "more.parquet"), "--column", "place"]
    check_refusal(command("lookup", *where[:1], *taken), 2, "'value'")


@pytest.mark.parametrize("text", ["tic_tac_toe", "pig(target=4)"])
def test_no_rows_have_the_columns_and_types_of_some(command: Command, text: str, tmp_path: Path) -> None:
    schemas = []
    for name, positions in (("none", []), ("some", [0, 1])):
        source, output = tmp_path / f"{name}.parquet", tmp_path / f"{name}-answers.parquet"
        pq.write_table(pa.table({"position": pa.array(positions, pa.int64())}), source)
        files = ["--input", str(source), "--output", str(output), "--best"]
        assert command("lookup", text, *files).status == 0
        schemas.append(pq.read_schema(output))
    assert schemas[0] == schemas[1]
    assert text != "tic_tac_toe" or schemas[0].names == ["position", "value", "remoteness", "best"]


def broken_off() -> bytes:
    """Return a file of Parquet whose pages are lost."""
    buffer = io.BytesIO()
    pq.write_table(pa.table({"position": list(range(5000))}), buffer, compression="none")
    return buffer.getvalue()[:4] + bytes(396) + buffer.getvalue()[400:]


UNREAD: tuple[tuple[pa.Table | bytes, str], ...] = (
    (pa.table([pa.array([0]), pa.array([1])], names=["position", "position"]), "several columns"),
    (pa.table({"position": [0.0, 1.0]}), "an array of double holds no positions"),
    (pa.table({"position": [True]}), "an array of bool holds no positions"),
    (b"no file of Arrow's", "no Parquet file"),
    (broken_off(), "cannot be read whole"),
)


def test_columns_that_hold_no_positions(command: Command, tmp_path: Path) -> None:
    source, output = tmp_path / "a.parquet", tmp_path / "b.parquet"
    for content, said in UNREAD:
        if isinstance(content, bytes):
            source.write_bytes(content)
        else:
            pq.write_table(content, source)
        files = ["--input", str(source), "--output", str(output)]
        ran = command("lookup", "tic_tac_toe", *files)
        assert ran.status in (1, 2), ran
        check_refusal(ran, ran.status, said)
        assert not output.exists()
    for name, other in (("a.txt", "b.parquet"), ("a.parquet", "b.csv")):  # lines and columns are not mixed
        (tmp_path / name).write_text("no file of Arrow's")
        files = ["--input", str(tmp_path / name), "--output", str(tmp_path / other)]
        check_refusal(command("lookup", "tic_tac_toe", *files), 2, "Parquet")


def test_lines_of_other_systems(command: Command, solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks at the beginning, line ends of two signs, bytes that are no text; and no input at all."""
    zermelo.solve("tic_tac_toe", store=solved, interpreted=True)
    lines = b"\xef\xbb\xbf0\r\n512\r\n\xff\xfe\r\n\r\n\xef\xbb\xbf0\n512"
    ran = subprocess.run(LOOKING_UP, input=lines, capture_output=True, check=True)
    rows = rows_of(ran.stdout.decode())
    assert [row[1:] for row in rows] == [("0", "9"), ("0", "8"), ("", ""), ("", ""), ("", ""), ("0", "8")]
    assert rows[0][0] == "0"
    monkeypatch.setattr("sys.stdin", None)  # as Python has it where the shell has closed it
    check_refusal(command("lookup", "tic_tac_toe"), 2, "standard input is closed")


def test_another_program_asks_and_waits(solved: Path) -> None:
    """Answers come before the pipe is closed."""
    zermelo.solve("tic_tac_toe", store=solved, interpreted=True)
    with subprocess.Popen(LOOKING_UP, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == b"position,value,remoteness\n"
        for line, answer in ((b"0\n", b"0,0,9\n"), (b"what\n", b"what,,\n"), (b"512\n", b"512,0,8\n")):
            process.stdin.write(line)
            process.stdin.flush()
            assert process.stdout.readline() == answer
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.long  # kernels of two materials
def test_a_file_of_mixed_endgames_is_answered_by_material(command: Command, tmp_path: Path) -> None:
    """Each line by the solution of its own material where the store has one, else by none."""
    store = tmp_path / "store"
    rook = zermelo.solve("chess_endgame(material='KRvK')", store=store)
    zermelo.solve("chess_endgame(material='KvK')", store=store)
    zermelo.solve("tic_tac_toe", store=store)
    bare, with_rook = "8/8/8/1k6/8/8/K7/8 w - -", "8/8/8/1k6/8/8/K5R1/8 w - - bm Rg5+;"
    with_queen, by_black = "8/8/8/1k6/8/8/K5Q1/8 w - -", "8/8/8/1k6/8/8/K5r1/8 w - -"
    source = tmp_path / "mixed.epd"
    source.write_text("\n".join([with_rook, bare, with_queen, "no board", by_black, with_rook]))
    expected = {text: rook.value(text) for text in (bare, with_rook)}
    with pytest.warns(zermelo.core.ColoursExchanged):
        expected[by_black] = rook.value(by_black)
    assert expected[with_rook].value == 1 and expected[by_black].value == -1 and not expected[bare].value
    for material in ("KvK", "KRvK"):  # whichever is named, the others are found
        where = [f"chess_endgame(material={material!r})", "--store", str(store), "--input", str(source)]
        with warnings.catch_warnings():
            warnings.simplefilter("always")  # as at a prompt: here they are errors
            ran = command("lookup", *where)
        assert ran.status == 0 and "colours exchanged, as KRvK has them" in ran.err
        for text, *said in rows_of(ran.out):
            answer = expected.get(text)
            plies = None if answer is None or not answer.is_timed else answer.remoteness
            assert said == ["" if answer is None else str(answer.value), "" if plies is None else str(plies)]
        assert [row[0] for row in rows_of(ran.out)] == source.read_text().split("\n")
