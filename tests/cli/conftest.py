"""Commands that run inside this process, and a store that the tests of a file share."""

from pathlib import Path

import pytest
from support.commands import Command, runner


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """A function that runs one command and gives its status and what it printed."""
    return runner(capsys)


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that the tests of a file share, so that each game is solved once."""
    return tmp_path_factory.mktemp("solved")


@pytest.fixture
def kept(store: Path, solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let that store be the default one."""
    monkeypatch.setenv("ZERMELO_STORE", str(solved))
