"""Random games of the board kit, as the long attack draws them: a few, interpreted."""

from attacks import kits


def test_a_few_games_are_as_the_rules_on_dictionaries() -> None:
    report = kits.attack(12, 7)
    assert report.tried == 12 and not report.wrong, report.wrong
