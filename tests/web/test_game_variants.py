"""Variants that are offered: each can be read, is another game than the usual one, and says what it is."""

import dataclasses

from zermelo.games import catalogue, read_game
from zermelo.web.pages.game_variants import FAMOUS, LABELS, MOST_VARIANTS, list_variants


def test_every_famous_variant_can_be_read_and_is_another_game() -> None:
    for name, variants in FAMOUS.items():
        games = [read_game(f"{name}({given})") for given in variants.values()]
        texts = {repr(game) for game in games}
        assert len(texts) == len(games) and repr(read_game(name)) not in texts, name


def test_games_with_rules_or_sizes_that_may_be_others_offer_variants() -> None:
    """None twice under one name, the usual game first; a rule that is off as a rule is one that is on."""
    for name, kind in catalogue().items():
        variants = list_variants(name)
        names = [each.name for each in variants]
        assert len(set(names)) == len(names) <= 1 + MOST_VARIANTS and len(names) != 1
        assert not variants or (variants[0].text == name and names[0] == "the usual game")
        if any(field.name == "misere" for field in dataclasses.fields(kind)):  # type: ignore[arg-type]
            assert read_game(variants[-1].text).misere or len(names) > MOST_VARIANTS, name
    assert list_variants("no_such_game") == ()
    sizes = {each.name: each.text for each in list_variants("eatcake")}
    assert sizes["5 x 4"] == "eatcake(columns=5, rows=4)"


def test_labels_are_of_parameters() -> None:
    fields = {field.name for kind in catalogue().values() for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    assert LABELS.keys() <= fields
    assert len(set(LABELS.values())) >= len(LABELS) - 1  # `men` and `men_each` are the same
