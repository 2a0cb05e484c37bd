"""Families of words: which games have them, which are tried first, and the lists that are found with them."""

from typing import Any

import pytest
from support.marks import few

import zermelo
from zermelo.explain.features.feature_families import FAMILIES, build_game_features, list_family_stages
from zermelo.explain.list_search.rule_finder import find_rules

MATERIALS = ("KRvK", "KQvK", "KPvK", "KRvKR", "KBNvK", "KPvKP", "KPPvK")
CHESS = {material: f"chess_endgame(material={material!r})" for material in MATERIALS}
FITS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {  # by family: games with its words, and without
    "placement": (
        ("achi", "dao", "dodgem", "hare_and_hounds", "hexapawn", "konane", "teeko"),
        ("tic_tac_toe", "nim", "domineering", "kalah", "pig", "hex(size=3)", "chomp"),
    ),
    "chains": (("dots_and_boxes",), ("tic_tac_toe", "nim", "domineering", "sim", "kayles", "lights_out")),
    "bars": (("chomp",), ("tic_tac_toe", "nim", "domineering", "sim", "kayles", "cram", "lights_out")),
    "neutral": (
        ("wild_tic_tac_toe", "impartial_nogo"),
        ("tic_tac_toe", "achi", "kalah", "l_game", "lights_out", "pig", "centipede"),
    ),
    "places": (("hanoi", "river_crossing"), ("tic_tac_toe", "nim", "missionaries_and_cannibals", "pancakes")),
    "pieces": (("peg_solitaire", "rush_hour"), ("tic_tac_toe", "nim", "dots_and_boxes", "pancakes")),
    "chess": (
        tuple(CHESS[each] for each in ("KRvK", "KQvK", "KPvK")),
        (CHESS["KRvKR"], CHESS["KBNvK"], "tic_tac_toe", "nim", "dodgem"),
    ),
    "pawn": (
        (CHESS["KPvK"],),
        (*(each for name, each in CHESS.items() if name != "KPvK"), "tic_tac_toe", "nim", "dodgem"),
    ),
}


@pytest.mark.parametrize("family", FITS)
def test_which_games_have_words_of_a_family(family: str) -> None:
    fits, _ = FAMILIES[family]
    there, absent = FITS[family]
    assert [name for name in (*there, *absent) if fits(zermelo.game(name))] == list(there)


@pytest.mark.parametrize(
    ("name", "family", "prefixes"),
    [
        ("achi", "placement", ("right", "up")),
        ("peg_solitaire", "pieces", ("had(first", "had(last")),
        ("dots_and_boxes", "numbers", ("move(",)),
        ("chomp(columns=3, rows=3)", "bars", ("wider",)),
    ],
)
def test_words_that_differ_on_symmetric_positions_are_left_out(
    name: str, family: str, prefixes: tuple[str, ...]
) -> None:
    """No row of a board that is turned is the first; edges of dots and boxes have names, which turning exchanges."""
    keys = {feature.key for feature in build_game_features(zermelo.game(name), families=[family])}
    assert not any(key.startswith(prefixes) for key in keys)


@pytest.mark.parametrize(
    ("name", "usual", "more"),
    [
        ("tic_tac_toe", {"lines"}, {"mobility", "ahead", "landing"}),
        ("nim", {"heaps"}, {"mobility", "theory", "ahead"}),
        ("achi", {"mobility", "placement"}, {"landing", "ahead"}),
        ("kalah", {"mobility"}, {"points"}),
        ("pig", {"numbers"}, {"mobility"}),
        ("chomp", {"mobility", "bars"}, set()),
        ("dots_and_boxes", {"mobility"}, {"chains"}),
        ("wild_tic_tac_toe", set(), {"neutral"}),
    ],
)
def test_which_words_are_tried(name: str, usual: set[str], more: set[str]) -> None:
    first, *_, last = list_family_stages(zermelo.game(name))
    assert usual <= set(first) and set(first) <= set(last) and more <= set(last) - set(first)
    assert set(last) <= set(FAMILIES)
    if "neutral" in more:  # those come last of all
        assert last[-1] == "neutral" and "neutral" not in list_family_stages(zermelo.game(name))[1]


LISTS: tuple[tuple[str, dict[str, Any], tuple[int, int | None]], ...] = (  # rules and literals, no exceptions
    ("river_crossing", {}, (2, 3)),
    ("peg_solitaire", {}, (2, 2)),
    ("sokoban", {}, (3, 3)),
    ("hanoi(discs=3)", {}, (2, None)),
    ("mu_torere", {"side": "both"}, (1, None)),
    ("chomp(columns=4, rows=3)", {"method": "greedy"}, (4, None)),
    ("jealous_husbands", {}, (2, 3)),
    ("rush_hour", {}, (2, None)),
    ("lights_out", {}, (2, None)),
    ("dots_and_boxes", {"method": "greedy"}, (9, None)),
    ("with_points", {"method": "greedy"}, (8, None)),
)


@pytest.mark.parametrize(("name", "options", "length"), few(LISTS, 6))
def test_lists_without_exceptions(name: str, options: dict[str, Any], length: tuple[int, int | None]) -> None:
    if "method" in options:
        options = {**options, "families": list_family_stages(zermelo.game(name))[1]}
    found = find_rules(zermelo.game(name), **options)
    rules, literals = length
    assert (len(found.rules.rules), dict(found.rules.exceptions)) == (rules, {})
    assert literals is None or (found.rules.literal_count, found.minimal) == (literals, True)
    if "method" not in options:
        assert all(side.never_loses for side in found.certificate.values())
        assert literals is None or found.certificate["first"].drawn == 0


def test_achi_in_four_rules() -> None:
    """As short as can be with these words, and as quick as best play."""
    found = find_rules(zermelo.game("achi"), side="first")
    assert (len(found.rules.rules), found.rules.literal_count, found.minimal) == (4, 5, True)
    side = found.certificate["first"]
    assert (side.drawn, side.lost, side.longest, found.plies) == (0, 0, 11, 11)


@pytest.mark.long
def test_wild_tic_tac_toe_without_exceptions() -> None:
    found = find_rules(zermelo.game("wild_tic_tac_toe"))
    assert not found.rules.exceptions
    assert found.certificate["first"].lost == 0
