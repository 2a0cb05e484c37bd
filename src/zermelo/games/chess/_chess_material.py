"""The materials of an endgame: the named one, and every one that captures and promotions make of it.

The pieces other than the kings have three slots: White's fill them from below, then come Black's. A slot
keeps its side throughout. It holds a kind, which is 0 once the piece is taken. The kinds of the three slots
in nine bits, the first slot lowest, are the *material*: a number from 0 to 511. Pieces of one side are kept
in order, the greatest kind first and the empty slots last.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from zermelo.boards.indexes.index_rows import ROW
from zermelo.boards.indexes.king_pair_index import KingPairIndex
from zermelo.core.errors import BadParameter
from zermelo.games.chess._chess_step_tables import (
    BISHOP,
    BLACK_PAWN,
    KNIGHT,
    NOBODY,
    PAWN,
    PROMOTIONS,
    QUEEN,
    ROOK,
)

MOST_MEN: Final = 3  # besides the kings
MATERIALS: Final = 512
MOST_INDEXES: Final = 1 << 31
LETTERS: Final = {QUEEN: "Q", ROOK: "R", BISHOP: "B", KNIGHT: "N", PAWN: "P", BLACK_PAWN: "P"}
ORDER: Final = "QRBNP"
PLACES: Final = {NOBODY: 1, PAWN: 48, BLACK_PAWN: 48, KNIGHT: 64, BISHOP: 64, ROOK: 64, QUEEN: 64}
PASSING_PAIRS: Final = 14  # of adjacent files: the pawn that takes, the pawn that is taken
TWO_PAWNS: Final = PAWN | BLACK_PAWN << 3  # of KPvKP

WITHOUT_PAWNS: Final = KingPairIndex()
WITH_PAWNS: Final = KingPairIndex(with_pawns=True)


@dataclass(frozen=True)
class ChessMaterials:
    """The named material and all that it can become, each with its part of the index."""

    name: str

    def check_material(self) -> None:
        """Refuse a name that is not a material, and a material without an index."""
        white, black = self._split_piece_letters_by_side()
        if len(white) + len(black) > MOST_MEN:
            men = len(white) + len(black) + 2
            raise BadParameter(f"material={self.name!r} has {men} pieces: give at most five, kings included")
        if self.size >= MOST_INDEXES:
            raise BadParameter(
                f"material={self.name!r} has {self.size:,} indexes with what its pawns can become, and an "
                "index holds less than 2**31: give fewer pawns"
            )

    def _split_piece_letters_by_side(self) -> tuple[str, str]:
        """Return the letters of White's and Black's pieces without the kings."""
        sides = self.name.split("v")
        if len(sides) != 2 or not all(side[:1] == "K" and set(side[1:]) <= set(ORDER) for side in sides):
            raise BadParameter(
                f"material={self.name!r} is no material: write White's pieces, a v and Black's, as in KBNvK "
                "or KRPvKR"
            )
        white, black = (side[1:] for side in sides)
        usual = "v".join("K" + "".join(sorted(side, key=ORDER.index)) for side in (white, black))
        if usual != self.name:
            raise BadParameter(f"material={self.name!r} is not in the usual order: write {usual}")
        return white, black

    @cached_property
    def white_slot_count(self) -> int:
        """How many slots are White's."""
        return len(self._split_piece_letters_by_side()[0])

    @cached_property
    def slot_count(self) -> int:
        """How many slots there are."""
        return sum(len(side) for side in self._split_piece_letters_by_side())

    @cached_property
    def all_materials(self) -> tuple[int, ...]:
        """Every material of the game, most pieces and most pawns first: neither number can grow."""
        white, black = self._split_piece_letters_by_side()
        kinds = {letter: kind for kind, letter in LETTERS.items() if kind != BLACK_PAWN}
        first = pack_material(
            [*(kinds[each] for each in white), *(kinds[each] for each in black)], self.white_slot_count
        )
        found = {first}
        queue = [first]
        for material in queue:
            for other in self._yield_following_materials(material):
                if other not in found:
                    found.add(other)
                    queue.append(other)
        return tuple(
            sorted(found, key=lambda material: (*self._sort_key_by_piece_counts(material), material))
        )

    def _sort_key_by_piece_counts(self, material: int) -> tuple[int, int]:
        kinds = unpack_material(material)
        pawns = sum(kind in (PAWN, BLACK_PAWN) for kind in kinds)
        return -sum(kind != NOBODY for kind in kinds), -pawns

    def _yield_following_materials(self, material: int) -> Iterator[int]:
        """Yield the materials that follow from a material by one capture or one promotion."""
        for slot, kind in enumerate(unpack_material(material)[: self.slot_count]):
            becomes = PROMOTIONS if kind in (PAWN, BLACK_PAWN) else ()
            for other in (NOBODY, *becomes) if kind else ():
                kinds = list(unpack_material(material))
                kinds[slot] = other
                yield pack_material(kinds, self.white_slot_count)

    def index_size_of_material(self, material: int) -> int:
        """Return how many indexes a material has, with those of en passant captures, in whole rows."""
        passing = -(-2 * WITH_PAWNS.size * PASSING_PAIRS // ROW) * ROW if material == TWO_PAWNS else 0
        return 2 * self.king_pair_index(material).size * self.count_arrangements(material) + passing

    def king_pair_index(self, material: int) -> KingPairIndex:
        return WITH_PAWNS if has_pawns(material) else WITHOUT_PAWNS

    def count_arrangements(self, material: int) -> int:
        """Return the number of arrangements of the other pieces for one pair of kings, legal or not."""
        first, second, third = (PLACES[kind] for kind in unpack_material(material))
        return first * second * third

    @cached_property
    def has_pawns(self) -> bool:
        return any(has_pawns(material) for material in self.all_materials)

    @cached_property
    def has_pawns_on_both_sides(self) -> bool:
        """Whether there are pawns on both sides: one each, as more have no index."""
        return self.white_slot_count == 1 and TWO_PAWNS in self.all_materials

    @cached_property
    def size(self) -> int:
        return sum(self.index_size_of_material(material) for material in self.all_materials)


def unpack_material(material: int) -> tuple[int, int, int]:
    """Return the kinds in the three slots."""
    return material & 7, material >> 3 & 7, material >> 6


def has_pawns(material: int) -> bool:
    """Return whether a pawn is among the pieces."""
    return any(kind in (PAWN, BLACK_PAWN) for kind in unpack_material(material))


def pack_material(kinds: list[int], whites: int) -> int:
    """Return the material with these kinds in its slots, each side put in order."""
    black = [BLACK_PAWN if kind == PAWN else kind for kind in kinds[whites:]]
    ordered = sorted(kinds[:whites], reverse=True) + sorted(black, reverse=True)
    return sum(kind << 3 * slot for slot, kind in enumerate(ordered))
