"""The short form of `scores.py`: some games with points, and what every way of asking says of them."""

from attacks.report import quiet
from attacks.scores import attack


def test_no_number_of_points_is_said_for_another() -> None:
    report = attack(25, 5, quiet)
    assert not report.wrong, report.wrong
    assert report.tally["right"] == report.tried == 25
