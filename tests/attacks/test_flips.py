"""The short form of `flips.py`: some hundred damaged files, of every kind, and what is then answered."""

import pytest
from attacks.flips import attack
from attacks.report import quiet


@pytest.mark.long
def test_damaged_files_are_refused_or_answered_rightly() -> None:
    report = attack(300, 7, quiet)
    assert not report.wrong, report.wrong
    assert report.tried == 300 and report.tally["refused"] > 30 and report.tally["right"] > 30, report
