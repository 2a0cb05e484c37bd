"""Every claim of every derived rule of twenty-three declared games, against perfect play at every position.

An attack claims that the moves it allows win within as many plies as its number, a defence that all moves but those
it allows lose. Who wins is counted by the definition, in dictionaries (`attacks.derived`).
"""

from typing import NamedTuple

import pytest
from attacks.derived import all_positions, faults
from families.declared import HEX, SHAPES, SLIDING, TAKING
from support.marks import few

from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.rule_players.rule_accuracy import measure_rule_accuracy
from zermelo.games.derived.declared import Declared

PUT = "action put a*"
THREE, FOUR = "wins {a=A b=A c=A}", "wins {a=A b=A c=A d=A}"


class Row(NamedTuple):
    """A game, the last attack derived, its unfinished positions, and the claims of all rules."""

    rules: str
    last: int
    positions: int
    claims: int


GAMES = {
    "hex on 2 x 2": Row(HEX, 7, 23, 42),
    "the seven lines of the Fano plane": Row(
        f"cells a b c d e f g; line a b c, a d e, a f g, b d f, b e g, c d g, c e f; {PUT}; {THREE}", 7, 617, 1_386
    ),
    "stones that fall": Row(
        "cells 3 x 3; line straight 3; floor a3, b3, c3; on a3 a2, a2 a1, b3 b2, b2 b1, c3 c2, c2 c1; "
        f"action first floor{{a*}}; action own on{{a* b=A}}; action other on{{a* b=D}}; {THREE}", 3, 505, 443
    ),
    "slide and capture": Row(
        "cells 3 x 2; line straight 3; step orthogonal 2; start first a1 b2; start second c1 a2; "
        "action move step{a=A>. b>A}; action take step{a=A>. b=D>A}; wins {a=A b=A c}; stuck loses", 3, 278, 220
    ),
    "tic-tac-toe": Row(f"cells 3 x 3; line straight 3; {PUT}; {THREE}", 9, 4_520, 13_846),
    "tic-tac-toe without diagonals": Row(f"cells 3 x 3; line orthogonal 3; {PUT}; {THREE}", 9, 4_900, 8_199),
    "three in a row on 4 x 3": Row(f"cells 4 x 3; line straight 3; {PUT}; {THREE}", 7, 79_563, 579_438),
    "two in a row on 3 x 3": Row(f"cells 3 x 3; line straight 2; {PUT}; wins {{a=A b=A}}", 5, 374, 3_901),
    "four in a row on 4 x 3": Row(f"cells 4 x 3; line straight 4; {PUT}; {FOUR}", 5, 139_339, 45_168),
    "three in a row of ten": Row(f"cells 10 x 1; line straight 3; {PUT}; {THREE}", 7, 13_255, 31_878),
    "three in a row, on a board with holes": Row(
        f"cells a1 b1 c1 d1 / a2 - - d2 / a3 b3 c3 d3; line straight 3; {PUT}; {THREE}", 7, 13_953, 24_600
    ),
    "a square of four": Row(f"cells 3 x 3; square block 2; {PUT}; wins square{{a=A b=A c=A d=A}}", 5, 5_840, 1_536),
    "a line or a square": Row(SHAPES, 5, 4_480, 16_302),
    "a triangle on five points": Row(
        "cells ab ac ad ae bc bd be cd ce de; triangle ab ac bc, ab ad bd, ab ae be, ac ad cd, ac ae ce, ad ae de, "
        f"bc bd cd, bc be ce, bd be de, cd ce de; {PUT}; wins triangle{{a=A b=A c=A}}", 5, 11_781, 51_080
    ),
    "a star on five points": Row(
        "cells ab ac ad ae bc bd be cd ce de; star ab ac ad ae, ab bc bd be, ac bc cd ce, ad bd cd de, ae be ce de; "
        f"{PUT}; wins star{{a=A b=A c=A d}}; wins star{{a=A b=A c=A d=D}}", 5, 9_041, 44_070
    ),
    "lines of one's own": Row(
        f"cells 3 x 3; row first a1 b1 c1, a2 b2 c2, a3 b3 c3; row second a1 a2 a3, b1 b2 b3, c1 c2 c3; {PUT}; "
        "wins row{a=A b=A c=A}", 7, 5_350, 5_256
    ),
    "a row beside a sign of the opponent's": Row(
        f"cells 4 x 2; line straight 3; {PUT}; wins {{a=A b=A c=D}}", 5, 909, 2_244
    ),
    "two lines that cross": Row(
        f"cells 3 x 3; line orthogonal 3; {PUT}; wins {{a=A b=A c=A}}{{a=A d=A e}}", 5, 5_704, 2_250
    ),
    "only next to a sign": Row(
        "cells 3 x 3; line straight 3; step orthogonal 2; start first b2; start second a1; "
        f"action beside step{{a* b=A}}; action far step{{a* b=D}}; {THREE}", 3, 305, 586
    ),
    "sliding pieces": Row(SLIDING, 3, 1_372, 840),
    "capture or reach the corner": Row(TAKING, 5, 20, 14),
    "steps in one direction": Row(
        "cells a1 b1 c1 d1 / am bm cm - / a2 b2 c2 d2 / an bn cn -; "
        "tail first a1 am, b1 bm, c1 cm; head first am b1, bm c1, cm d1; goal first d1; "
        "tail second a2 an, b2 bn, c2 cn; head second an b2, bn c2, cn d2; goal second d2; "
        "start first a1 b1; start second a2; action go tail{a=A>. m}head{m b>A}; wins goal{a=A}; stuck loses", 3, 5, 2
    ),
    "a sign that turns its neighbour": Row(
        "cells 3 x 2; line straight 3; step orthogonal 2; start second b1; "
        f"action put a*; action turn step{{a* b=D>A}}; {THREE}", 3, 243, 290
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", few(list(GAMES), 4))
def test_every_claim_is_right(name: str) -> None:
    row = GAMES[name]
    game = Declared(row.rules)
    positions = all_positions(game, 300_000)
    assert positions is not None
    derivation = derive_rules(game, last=row.last)
    assert list(faults(derivation, positions)) == []
    table = measure_rule_accuracy(derivation, len(derivation.rules))
    assert sum(rule.claims[1] for rule in table.rules) == 0
    assert (table.positions, sum(rule.claims[0] for rule in table.rules)) == (row.positions, row.claims)
