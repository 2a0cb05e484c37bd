"""Rules that do not end are ended, and the process is as it was before."""

import sys
import threading

import pytest

from zermelo.core import BadRules
from zermelo.web.requests.timeouts import RuleTimeLimit


def loop() -> None:
    """Rules of this folder, which is nobody's but a person's own."""
    while True:
        pass


def test_what_ends_rules_leaves_nothing_that_python_looks_for() -> None:
    """Else a thread with a profiler never gets past its first call in Python 3.11."""
    with pytest.raises(BadRules, match="was asked for more"), RuleTimeLimit(0.01).limit_time_of_rules("it"):
        loop()
    heard: list[str] = []

    def watched() -> None:
        sys.setprofile(lambda _frame, event, _: heard.append(event))
        threading.get_ident()
        (lambda: None)()
        sys.setprofile(None)

    thread = threading.Thread(target=watched, daemon=True)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    assert heard.count("call") == 1
