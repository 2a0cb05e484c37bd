"""The perfect index of a chess endgame.

The index runs through the materials, most pieces first, and in each through (mover, pair of kings, other
pieces). The first slot is lowest: it holds pieces of long range, so that their moves end near by in the
index. Pawns have 48 squares, others 64; an index that puts two pieces on one square has no position. The
kings fold away symmetries (`zermelo.boards.indexes.king_pair_index`). If both kings stand on the diagonal,
the position takes the lesser number of its two images. Equal pieces are indexed in one order only.

In the material of one pawn on each side, the positions with an en passant capture come last: (pair of kings,
files of the two pawns, mover), 14 pairs of files.
"""

from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Final

from zermelo.boards.indexes.king_pair_index import DIAGONAL, PAIR, apply_fold_to_squares, transpose_squares
from zermelo.games.chess._chess_material import (
    MATERIALS,
    PASSING_PAIRS,
    PLACES,
    TWO_PAWNS,
    WITH_PAWNS,
    WITHOUT_PAWNS,
    has_pawns,
    unpack_material,
)
from zermelo.games.chess._chess_pieces import BLACK, KINDS, PASSING, WHITE_KING, ChessPieces
from zermelo.games.chess._chess_step_tables import BLACK_PAWN, NOBODY, PAWN

MEN: Final = (1 << 18) - 1  # the squares of the first three slots
BOTH_KINGS: Final = 4095


class ChessIndex(ChessPieces):
    """Numbers for the legal positions of an endgame; a subclass defines en passant captures."""

    def is_en_passant_possible(self, position: int) -> bool:
        """Return whether the last move may have been a double step that allows an en passant capture."""
        raise NotImplementedError

    @cached_property
    def size(self) -> int:
        return self.materials.size

    def rank(self, position: int) -> int:
        """Return the index of the position's class, -1 if the kings touch or it is not a position."""
        material = position >> KINDS & MATERIALS - 1
        if position & self.required_position_bits_by_material[material] != self.empty_position:
            return -1
        if self.has_pawns_by_material[material] and self.has_pawn_on_end_rank(position):
            return -1
        fold = self.king_fold_table[
            self.has_pawns_by_material[material] << 12 | position >> 6 * WHITE_KING & BOTH_KINGS
        ]
        if fold < 0:
            return -1
        side = position >> 30 & 1
        turned = position & ~MEN | apply_fold_to_squares(position & MEN, fold)
        if self.has_pawns_on_both_sides and position & PASSING:
            if not self.is_en_passant_possible(position):
                return -1
            return (
                self.index_begin_by_tier[material]
                + 2 * self.indexes_per_mover_by_material[material]
                + self.index_of_en_passant_position(turned, side, fold >> PAIR)
            )
        place = self.index_of_non_king_placement(turned)
        if fold & DIAGONAL:
            place = min(
                place, self.index_of_non_king_placement(turned & ~MEN | transpose_squares(turned & MEN))
            )
        return (
            self.index_begin_by_tier[material]
            + side * self.indexes_per_mover_by_material[material]
            + (fold >> PAIR) * self.arrangement_count_by_material[material]
            + place
        )

    def has_pawn_on_end_rank(self, position: int) -> bool:
        """Return whether a pawn stands on the first or last rank, which is impossible."""
        for slot in range(self.materials.slot_count):
            kind = position >> KINDS + 3 * slot & 7
            row = position >> 6 * slot + 3 & 7
            if kind in (PAWN, BLACK_PAWN) and row in (0, 7):
                return True
        return False

    def index_of_non_king_placement(self, position: int) -> int:
        """Return the number of the placement of the pieces other than the kings."""
        if self.can_have_equal_pieces:
            position = self.sort_slots(position)
        place = 0
        for slot in range(self.materials.slot_count - 1, -1, -1):
            kind = position >> KINDS + 3 * slot & 7
            if kind in (PAWN, BLACK_PAWN):
                place = 48 * place + (position >> 6 * slot & 63) - 8
            elif kind:
                place = place << 6 | position >> 6 * slot & 63
        return place

    def unrank(self, index: int) -> int:
        """Return the position that represents its class at this index, -1 if there is none."""
        position = self.pieces_at_index(index)
        if not self.is_legal_position(position):
            return -1
        if self.has_pawns_on_both_sides and position & PASSING:
            return position if self.is_en_passant_possible(position ^ PASSING) else -1
        kings = (
            self.has_pawns_by_material[position >> KINDS & MATERIALS - 1] << 12
            | position >> 6 * WHITE_KING & BOTH_KINGS
        )
        if (self.can_have_equal_pieces or self.king_fold_table[kings] & DIAGONAL) and self.rank(
            position
        ) != index:
            return -1  # the other image, or equal pieces in the other order
        return position

    def pieces_at_index(self, index: int) -> int:
        """Return the pieces as an index places them, whether or not they represent a class."""
        tier = 0
        while index >= self.index_end_by_tier[tier]:
            tier += 1
        material = self.materials_in_tier_order[tier]
        number = index - self.index_begin_by_tier[material]
        if (
            self.has_pawns_on_both_sides
            and material == TWO_PAWNS
            and number >= 2 * self.indexes_per_mover_by_material[material]
        ):
            return self.en_passant_position_at_index(
                number - 2 * self.indexes_per_mover_by_material[material]
            )
        position = self.empty_position | material << KINDS
        if number >= self.indexes_per_mover_by_material[material]:
            number -= self.indexes_per_mover_by_material[material]
            position |= BLACK
        for slot in range(self.materials.slot_count):
            kind = material >> 3 * slot & 7
            if kind in (PAWN, BLACK_PAWN):
                position |= number % 48 + 8 << 6 * slot
                number //= 48
            elif kind:
                position |= (number & 63) << 6 * slot
                number >>= 6
        return (
            position | self.king_pair_tables[self.has_pawns_by_material[material]][number] << 6 * WHITE_KING
        )

    def index_of_en_passant_position(self, position: int, side: int, pair: int) -> int:
        """Return the number of a folded position with an en passant capture."""
        taker, taken = position >> 6 * side & 7, position >> 6 * (1 - side) & 7
        files = 2 * min(taker, taken) + (1 if taker < taken else 0)
        return 2 * (PASSING_PAIRS * pair + files) + side

    def en_passant_position_at_index(self, number: int) -> int:
        """Return the position with this number among those with an en passant capture."""
        side = number & 1
        pair, files = divmod(number >> 1, PASSING_PAIRS)
        if pair >= len(self.king_pair_tables[1]):
            return self.empty_position  # padding that fills the last row
        taker = (files >> 1) + (1 - (files & 1)) + 8 * (4 - side)
        taken = (files >> 1) + (files & 1) + 8 * (4 - side)
        position = (
            self.empty_position
            | TWO_PAWNS << KINDS
            | side << 30
            | taker << 6 * side
            | taken << 6 * (1 - side)
        )
        return position | PASSING | self.king_pair_tables[1][pair] << 6 * WHITE_KING

    # Tables computed before play, most of them by material.

    @cached_property
    def materials_in_tier_order(self) -> tuple[int, ...]:
        return self.materials.all_materials

    @cached_property
    def can_have_equal_pieces(self) -> bool:
        """Whether a side can ever have two pieces of a kind."""
        kinds = [unpack_material(material) for material in self.materials_in_tier_order]
        return any(
            each[slot] == each[slot + 1] != NOBODY
            for each in kinds
            for slot in self.slots_to_compare_for_sorting
        )

    @cached_property
    def has_pawns_on_both_sides(self) -> bool:
        """Whether en passant captures are possible."""
        return self.materials.has_pawns_on_both_sides

    @cached_property
    def index_end_by_tier(self) -> tuple[int, ...]:
        """For each tier, the index after its last."""
        return tuple(
            accumulate(
                self.materials.index_size_of_material(material) for material in self.materials_in_tier_order
            )
        )

    @cached_property
    def index_begin_by_tier(self) -> tuple[int, ...]:
        return self.build_table_by_material((0, *self.index_end_by_tier))

    @cached_property
    def tiers(self) -> tuple[int, ...]:
        return self.build_table_by_material(range(len(self.materials_in_tier_order)))

    @cached_property
    def required_position_bits_by_material(self) -> tuple[int, ...]:
        """By material, the bits that must equal those of `bare`; all bits where there is no material."""
        known = dict.fromkeys(range(MATERIALS), (1 << 63) - 1)
        for material in self.materials_in_tier_order:
            used = BLACK | MATERIALS - 1 << KINDS | BOTH_KINGS << 6 * WHITE_KING
            for slot in range(self.materials.slot_count):
                used |= 63 << 6 * slot if material >> 3 * slot & 7 else 0
            known[material] &= ~(
                used | PASSING if self.has_pawns_on_both_sides and material == TWO_PAWNS else used
            )
        return tuple(known.values())

    @cached_property
    def has_pawns_by_material(self) -> tuple[int, ...]:
        """By material, 1 if it has pawns, else 0."""
        return self.build_table_by_material(
            int(has_pawns(material)) for material in self.materials_in_tier_order
        )

    @cached_property
    def arrangement_count_by_material(self) -> tuple[int, ...]:
        """By material, the number of arrangements of the other pieces for one pair of kings."""
        return self.build_table_by_material(
            self.materials.count_arrangements(material) for material in self.materials_in_tier_order
        )

    @cached_property
    def index_stride_by_material_and_slot(self) -> tuple[int, ...]:
        """By material << 2 | slot, the growth of the index from one square of a piece to the next."""
        return tuple(
            weight for material in range(MATERIALS) for weight in self._compute_index_strides(material)
        )

    def _compute_index_strides(self, material: int) -> tuple[int, ...]:
        kinds = unpack_material(material)
        weights = (prod(PLACES.get(kind, 1) for kind in kinds[:slot]) for slot in range(len(kinds)))
        return *(weight if kind else 0 for kind, weight in zip(kinds, weights, strict=True)), 0

    @cached_property
    def lowest_index_offset_by_material(self) -> tuple[int, ...]:
        """By material, the sum of `weights` of pieces on their first squares: a pawn's is square 8."""
        return tuple(
            sum(
                8 * weight
                for kind, weight in zip(
                    unpack_material(material), self._compute_index_strides(material), strict=False
                )
                if kind in (PAWN, BLACK_PAWN)
            )
            for material in range(MATERIALS)
        )

    @cached_property
    def indexes_per_mover_by_material(self) -> tuple[int, ...]:
        """By material, the number of indexes of one mover without en passant captures."""
        return self.build_table_by_material(
            self.materials.king_pair_index(material).size * self.arrangement_count_by_material[material]
            for material in self.materials_in_tier_order
        )

    def build_table_by_material(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return a table by material of numbers given in the order of tiers."""
        known = dict(zip(self.materials_in_tier_order, numbers, strict=False))
        return tuple(known.get(material, 0) for material in range(MATERIALS))

    @cached_property
    def king_fold_table(self) -> tuple[int, ...]:
        """The folds of the kings, by (1 if there are pawns, else 0) << 12 | the kings."""
        return WITHOUT_PAWNS.pair_and_fold_by_kings + WITH_PAWNS.pair_and_fold_by_kings

    @cached_property
    def king_pair_tables(self) -> tuple[tuple[int, ...], ...]:
        return WITHOUT_PAWNS.king_pairs, WITH_PAWNS.king_pairs
