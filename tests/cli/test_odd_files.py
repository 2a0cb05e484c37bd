"""Files that are none: every option that names a file to read refuses a pipe, a device, a folder and a huge file."""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
from support.commands import Command, check_refusal

from zermelo.core.system.input_files import LARGEST_STREAM

READERS = (  # each command that reads a file, with {} for it
    ("lookup", "nim", "--input", "{}"),
    ("lookup", "nim", "--input", "{}.parquet", "--output", "other.parquet"),
    ("winners", "nim", "{}"),
    ("certify", "nim", "--policy", "{}"),
    ("explain", "nim", "--check", "{}"),
    ("explain", "nim", "--predicates", "{}"),
    ("why", "nim", "--rules", "{}"),
    ("play", "nim", "--load", "{}"),
    ("play", "nim", "--rules", "{}"),
    ("play", "nim", "--opponent", "{}"),
    ("page", "nim", "--output", "other.html", "--rules", "{}"),
    ("match", "nim", "--player", "{}", "--player", "random"),
    ("explore", "nim", "--player", "{}"),
    ("value", "{}.gdl"),
    ("value", "{}.py:Game"),
    ("verify", "{}"),
    ("plan", "nim", "--cluster", "--known", "{}"),
)


@contextmanager
def _socket(path: Path) -> Iterator[None]:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(str(path))
        yield


def _huge(path: Path) -> None:
    with path.open("wb") as out:
        out.truncate(LARGEST_STREAM + 1)  # a hole: it takes no room


MADE: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a socket": _socket,
    "a link to a pipe": lambda path: (os.mkfifo(f"{path}.pipe"), path.symlink_to(f"{path}.pipe")),
    "a huge file": _huge,
}


@pytest.mark.parametrize("arguments", READERS, ids=lambda words: " ".join(words).replace("{}", "FILE"))
def test_what_is_no_plain_file_is_refused_in_one_line(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    suffix = next(word.partition("{}")[2].partition(":")[0] for word in arguments if "{}" in word)
    for name, make in MADE.items():
        base = tmp_path / name.replace(" ", "_")
        made = make(Path(f"{base}{suffix}"))
        with made if name == "a socket" else nullcontext():  # type: ignore[attr-defined]
            ran = command(*(word.replace("{}", str(base)) for word in arguments))
        check_refusal(ran, ran.status)
        assert ran.status in (1, 2), (name, ran)
