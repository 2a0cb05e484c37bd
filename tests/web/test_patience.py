"""Rules that do not end are ended, and the process is as it was before; a busy machine ends none."""

import itertools
import sys
import threading
from collections.abc import Callable

import pytest

from zermelo.core import BadRules
from zermelo.web.requests.timeouts import RuleTimeLimit, RuleTookTooLong


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


def read_counting_clock(step: float) -> Callable[[], float]:
    """Return a clock that has gone on by `step` seconds each time it is read."""
    counted = itertools.count()
    return lambda: next(counted) * step


def test_processor_time_counts_and_a_busy_machine_ends_no_rules() -> None:
    """Ten times the limit goes by on the wall at three looks, as where a machine has other things to do."""
    looks: list[float] = []

    def read_wall() -> float:
        looks.append(100.0 * bool(looks))
        return looks[-1]

    limit = RuleTimeLimit(10.0, lambda: lambda: 3.0, read_wall)  # the thread gets no processor time
    with limit.limit_time_of_rules("it"):
        while len(looks) < 4:  # rules of this folder, at which it is looked three times
            pass
    spent = RuleTimeLimit(10.0, lambda: read_counting_clock(6.0), lambda: 0.0)
    with (
        pytest.raises(RuleTookTooLong, match="more than 10 seconds of processor time"),
        spent.limit_time_of_rules("it"),
    ):
        loop()


def test_rules_that_wait_are_ended_and_not_blamed() -> None:
    waiting = RuleTimeLimit(10.0, lambda: lambda: 3.0, read_counting_clock(3600.0))
    with pytest.raises(RuleTookTooLong) as said, waiting.limit_time_of_rules("it"):
        loop()
    assert "the machine is busy" in str(said.value) and "loop" not in str(said.value)


def test_a_limit_within_a_limit_prolongs_nothing() -> None:
    limit = RuleTimeLimit(10.0, lambda: read_counting_clock(6.0), lambda: 0.0)
    with (
        pytest.raises(RuleTookTooLong),
        limit.limit_time_of_rules("outer"),
        limit.limit_time_of_rules("inner", 1e9),
    ):
        loop()
