"""How each game of the catalogue is played, in words for players."""

import re

import pytest

from zermelo.core import read_how_to_play
from zermelo.core.errors import BadRules
from zermelo.core.game import Game, has
from zermelo.games.game_catalogue import catalogue

pytestmark = pytest.mark.quick

CLASSES = {kind.__name__ for kind in catalogue().values()} - {
    "Go",
    "Nim",
    "Chomp",
    "Hex",
    "Dao",
    "Col",
    "Snort",
}
NOT_FOR_PLAYERS = re.compile(
    r"`|_|\bpositions?\b|\bpl(y|ies)\b|\bmover\b|\bvertex|\bvertices\b|\b(he|his|him|whoever)\b"
    r"|\bparameters?\b|\bencod|\bbits?\b|\bclass(es)?\b|\bsymmetr",
    re.IGNORECASE,
)


def find_faults(game: Game) -> list[str]:
    """Return what is wrong with the sentences for players."""
    sentences = read_how_to_play(game)
    found = [f"{name} is empty" for name, text in zip(sentences._fields, sentences, strict=True) if not text]
    for text in sentences:
        words = set(re.findall(r"\w+", text))
        found += [f"{text!r}: {each}" for each in NOT_FOR_PLAYERS.findall(text) + sorted(words & CLASSES)]
        if text and not re.fullmatch(r"[A-Z0-9].{8,158}[.!]", text):
            found.append(
                f"{text!r}: a sentence or two, at most 160 signs, that begin large and end with a stop"
            )
    return found


@pytest.mark.parametrize("name", catalogue())
def test_games_are_described_for_players(name: str) -> None:
    game = catalogue()[name]()
    assert has(game, "how_to_play")
    assert find_faults(game) == []


@pytest.mark.parametrize(
    "texts", [("Take {stnes}.", "a", "b"), ("Take.", "a"), 3, ("Take {}.", "a", "b")], ids=str
)
def test_texts_that_cannot_be_filled_in_are_bad_rules(texts: object) -> None:
    kind = type("Stones", (Game,), {"stones": 7, "__annotations__": {"stones": int}, "how_to_play": texts})
    with pytest.raises(BadRules, match=r"how_to_play is not three texts .*: correct the texts"):
        read_how_to_play(kind())
