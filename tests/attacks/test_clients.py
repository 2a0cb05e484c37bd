"""The short form of `clients.py`: some dozens of hostile clients of a real server."""

import pytest
from attacks.clients import attack
from attacks.report import quiet


@pytest.mark.slow("hostile clients ask a real server, which is a process")
def test_the_server_lives_stays_small_and_answers_a_good_client() -> None:
    report = attack(40, 7, quiet)
    assert not report.wrong, report.wrong
    assert report.tally["good requests answered"] and report.tally["answered 403"] > 5, report
