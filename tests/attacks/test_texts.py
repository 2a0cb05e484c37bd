"""The short form of `texts.py`: some hundred texts that hide a file, through every reader of strangers' texts."""

from attacks.report import quiet
from attacks.texts import attack


def test_no_text_of_a_stranger_opens_a_file_of_rules() -> None:
    report = attack(60, 7, quiet)
    assert not report.wrong, report.wrong[:5]
    assert report.tally["refused"] > 300 and report.tally["opened as the user's own"] > 0, report
