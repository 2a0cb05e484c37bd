"""Only what people write is committed, and the opening book: no solution, cache or output of a program."""

import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]
WRITTEN = {
    ".py",
    ".pyi",
    ".md",
    ".html",
    ".js",
    ".css",
    ".game",
    ".gdl",
    ".kif",
    ".lark",
    ".toml",
    ".typed",
    ".txt",
    "",
}
BOOK = {"src/zermelo/search/books/connect_four-columns=7,rows=6,line=4.book.parquet"}


def test_no_file_that_a_program_wrote_is_committed() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = listed.stdout.splitlines()
    assert len(names) > 1000
    assert {name for name in names if Path(name).suffix not in WRITTEN} == BOOK


def test_no_file_names_the_folder_of_this_clone() -> None:
    """What a program wrote into a test, here, would be sought there by every other machine."""
    command = ["git", "grep", "--files-with-matches", "--fixed-strings"]
    command += ["-e", f"{ROOT}/tests/", "-e", f"{ROOT}/src/"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (1, "")
