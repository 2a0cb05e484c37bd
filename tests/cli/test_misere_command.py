"""`zermelo misere`: what it prints, as text and as JSON."""

import json

import pytest

from zermelo.cli.misere import misere
from zermelo.core.errors import BadParameter


def test_kayles(capsys: pytest.CaptureFixture[str]) -> None:
    misere("kayles", heaps=30)
    assert capsys.readouterr().out.splitlines() == [
        "0.77: take 1 or 2 and leave nothing, one heap or two heaps; whoever cannot move wins",
        "genera      0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 ...",
        "  generators: a = heap 1, b = heap 2, c = heap 5, d = heap 9, e = heap 12, f = heap 25, g = heap 27",
        "  relations:  a^2 = 1, b d = b c, b e = b c, b f = a b, c d = b^2, c e = b^2, d g = c g, e^2 = d e, "
        "e g = c g, f^2 = b^2, f g = a g, g^2 = b^2, b^3 = b, b^2 c = a c f, b^2 g = g, b c^2 = b, c^3 = c, "
        "c^2 f = a b^2, c^2 g = g, d^3 = d, d^2 f = f",
        "  P-portion:  a, b^2, d, e, a c^2, a c, a d f, a d e, a d^2",
        "  order:      40, proven for heaps to 30 by 231 pairs",
        "  elements:   1, a, b, a b, a, c, a b, b, a b^2, d, b, b c, e ...",
    ]


def test_nim_as_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    misere("nim", heaps=3, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert said == {
        "code": "all_but()",
        "rule": "take any number",
        "genera_to": 3,
        "genera": ["0", "1", "2", "3"],
        "misere_nim_values": [1, 0, 2, 3],
        "largest": 3,
        "order": 6,
        "generators": [1, 2],
        "relations": ["a^2 = 1", "b^3 = b"],
        "elements": ["1", "a", "b", "a b"],
        "p_portion": ["a", "b^2"],
        "period": None,
        "preperiod": None,
        "proven": True,
        "unknown": None,
        "strategy": "As long as you leave a heap other than 1, play as in normal play: leave a nim-sum of 0. "
        "Where you leave only heaps of 1, leave an odd number of them.",
    }


def test_the_rule_and_what_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    misere("subtraction(1, 2)", heaps=20)
    assert "Proven for all heaps, any number of them." in capsys.readouterr().out
    misere("kayles", heaps=30, most_elements=20)
    assert "  unknown:    heap 12 (more than 20 elements" in capsys.readouterr().out
    with pytest.raises(BadParameter, match="is no heap game"):
        misere("checkers")


def test_every_heap_that_was_asked_for_has_its_row(capsys: pytest.CaptureFixture[str]) -> None:
    misere("0.137", heaps=27, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert said["largest"] == said["genera_to"] == 27
    assert [len(said[name]) for name in ("genera", "misere_nim_values", "elements")] == [28, 28, 28]
    assert None not in said["genera"]


def test_heaps_whose_genera_were_not_looked_for_have_rows_that_say_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    misere("nim", heaps=40, most_elements=1_000, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert len(said["genera"]) == len(said["misere_nim_values"]) == 41
    assert said["genera_to"] == 30 and said["genera"][30] == "30" and said["genera"][31:] == [None] * 10
