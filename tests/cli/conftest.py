"""Commands that run inside this process, for all tests of this folder."""

import pytest
from support.commands import Command, runner


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """A function that runs one command and gives its status and what it printed."""
    return runner(capsys)
