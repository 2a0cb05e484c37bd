"""What tests of play share: the command line inside this process."""

from collections.abc import Callable
from typing import Any

import pytest
from support.commands import Ran, runner


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)
