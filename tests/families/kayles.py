from families import BRUTE_FORCE, Family, bounds, counted
from families._text_boards import Misere
from zermelo import Game
from zermelo.games.rows.kayles import DawsonsKayles, Kayles

# Nimbers of a row of 0, 1, 2, ... pins; and rows whose mover loses under misere play, of all that are asked
# about. A row of n pins has 2 ** n positions in Kayles and about 1.62 ** n in Dawson's.
KAYLES = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1)
KAYLES_MISERE = (1, 4, 9, 12, 20)
DAWSONS = (0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5)
DAWSONS_MISERE = (2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31)
GAMES = (  # nimbers, rows lost under misere play, rows asked about, the first that is no longer small
    (Kayles, KAYLES, KAYLES_MISERE, (*range(12), 16, 20), 12),
    (DawsonsKayles, DAWSONS, DAWSONS_MISERE, (*range(17), 26, 31), 17),
)


class TextRow(Misere):
    """A row in which certain runs of signs may be rubbed out: they are looked for at every place."""

    row: str
    taken: tuple[str, ...]
    gone: str

    def start(self) -> str:
        return self.row

    def moves(self, position: str) -> list[tuple[int, str]]:
        places = range(len(position))
        return [
            (place, run) for run in set(self.taken) for place in places if position[place:].startswith(run)
        ]

    def play(self, position: str, move: tuple[int, str]) -> str:
        place, run = move
        return position[:place] + self.gone * len(run) + position[place + len(run) :]


def twin(game: Kayles) -> Game:
    taken = ("ii",) if isinstance(game, DawsonsKayles) else ("i", "ii")
    return TextRow(game, "i" * game.pins, taken, gone=".")


FAMILY = Family(
    small=(Kayles(pins=9), DawsonsKayles(pins=13, misere=True)),
    larger=(Kayles(pins=63, misere=True), DawsonsKayles(pins=40)),
    facts=(
        *counted("nimber size", BRUTE_FORCE)(
            *(
                (kind(pins), nimbers[pins], "small" if pins < medium else "medium")
                for kind, nimbers, _, rows, medium in GAMES
                for pins in rows
            )
        ),
        *counted("value size", BRUTE_FORCE)(
            *(
                (kind(pins, misere=True), -1 if pins in lost else 1, "small" if pins < medium else "medium")
                for kind, _, lost, rows, medium in GAMES
                for pins in rows
            )
        ),
        *counted("value", "classical: by symmetry the first player wins every row", "literature")(
            *((Kayles(pins), 1) for pins in (1, 5, 12))
        ),
    ),
    twin=twin,
    refused=(*bounds(Kayles, pins=(0, 63)),),
    unreadable=(
        (Kayles(pins=5), "iiXii", "'X' is no cell: write i or ."),
        (DawsonsKayles(pins=5), "i.iii", "1 pins side by side have fallen"),
        (DawsonsKayles(pins=5), "i...i", "3 pins side by side have fallen"),
    ),
    written=(
        (Kayles(pins=7), " ii.ii.i", "1 2 4 5 7 1-2 4-5"),
        (DawsonsKayles(pins=7), "iii..ii", "1-2 2-3 6-7"),
    ),
)
