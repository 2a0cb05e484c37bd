"""Kayles and Dawson's Kayles: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN
from zermelo.games.kayles import DawsonsKayles, Kayles

# Nimbers of a row of 0, 1, 2, ... pins; and rows whose mover loses under misere play, of all that are asked
# about. A row of n pins has 2 ** n positions in Kayles and about 1.62 ** n in Dawson's.
KAYLES = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1)
KAYLES_MISERE = (1, 4, 9, 12, 20)
DAWSONS = (0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5)
DAWSONS_MISERE = (2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31)
KAYLES_ROWS = (*range(12), 16, 20)  # those asked about
DAWSONS_ROWS = (*range(17), 26, 31)


def facts() -> Iterator[Fact]:
    """Rows of one game each."""
    for name, nimbers, rows, lost, small in (
        ("kayles", KAYLES, KAYLES_ROWS, KAYLES_MISERE, 12),
        ("dawsons_kayles", DAWSONS, DAWSONS_ROWS, DAWSONS_MISERE, 17),
    ):
        for pins in rows:
            size = "small" if pins < small else "medium"
            game = f"{name}(pins={pins}, misere=False)"
            yield Fact(game, "nimber", nimbers[pins], BRUTE_FORCE, "recomputed", size)
            game = f"{name}(pins={pins}, misere=True)"
            yield Fact(game, "value", -1 if pins in lost else 1, BRUTE_FORCE, "recomputed", size)
    for pins in (1, 5, 12):
        source = "classical: by symmetry the first player wins every row"
        yield Fact(f"kayles(pins={pins}, misere=False)", "value", 1, source, "literature", "small")


def twin(game: Kayles) -> Game:
    """Return the game on text: which pins may fall is looked up at every place."""
    throws = ("ii",) if isinstance(game, DawsonsKayles) else ("i", "ii")
    return TextKayles(pins=game.pins, throws=throws, misere=game.misere)


class TextKayles(Game):
    pins: int
    throws: tuple[str, ...]
    misere: bool

    def start(self) -> str:
        return "i" * self.pins

    def moves(self, position: str) -> list[tuple[int, str]]:
        places = range(len(position))
        return [
            (place, pins) for pins in self.throws for place in places if position[place:].startswith(pins)
        ]

    def play(self, position: str, move: tuple[int, str]) -> str:
        place, pins = move
        return position[:place] + "." * len(pins) + position[place + len(pins) :]

    def stuck(self, position: str) -> int:
        return WIN if self.misere else LOSS


FAMILY = Family(
    small=(Kayles(pins=9), DawsonsKayles(pins=13, misere=True)),
    larger=(Kayles(pins=63, misere=True), DawsonsKayles(pins=40)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Kayles, {"pins": -1}, "pins=-1 is too small"),
        (Kayles, {"pins": 64}, "pins=64 is too large"),
        (Kayles, {"misere": 0}, "misere=0 is not a yes or no"),
        (DawsonsKayles, {"pins": "12"}, "pins='12' is not a whole number"),
    ),
    unreadable=(
        (Kayles(pins=5), "", "its row has length 0: write 5 characters"),
        (Kayles(pins=5), "iiiiii", "its row has length 6"),
        (Kayles(pins=5), "iiXii", "'X' is no cell: write i or ."),
        (DawsonsKayles(pins=5), "i.iii", "1 pins side by side have fallen"),
        (DawsonsKayles(pins=5), "i...i", "3 pins side by side have fallen"),
    ),
    written=(
        (Kayles(pins=7), " ii.ii.i", "1 2 4 5 7 1-2 4-5"),
        (DawsonsKayles(pins=7), "iii..ii", "1-2 2-3 6-7"),
    ),
)
