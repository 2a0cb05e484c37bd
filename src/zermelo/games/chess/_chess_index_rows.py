"""Rows of a chess index: the 64 squares of the first piece, with all others fixed, as one set.

Facts that hold for a whole row are looked up once. A step of another piece leads from a row to a row, except
where the first piece blocks it. A king's step may turn the board, and so the row. Steps of the first piece
lead to other places of one row, that of the other mover.

There are no rows in three cases: the first piece is a pawn or is gone; two pieces are equal, so that their
order counts; both kings stand on the diagonal, so that only one of two images has an index. A step may lead
to such a pair of kings: then it is yielded twice, once for each image.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from zermelo.boards.indexes.index_rows import ALL_TO_ONE, PLACE_BY_PLACE
from zermelo.boards.indexes.king_pair_index import (
    DIAGONAL,
    EXCHANGED,
    PAIR,
    apply_fold_to_squares,
    transpose_squares,
)
from zermelo.games.chess import _chess_step_tables
from zermelo.games.chess._chess_index import BOTH_KINGS, MEN, ChessIndex
from zermelo.games.chess._chess_material import MATERIALS, MOST_INDEXES
from zermelo.games.chess._chess_pieces import BLACK_KING, KINDS, PAIRS, SQUARES, WHITE_KING
from zermelo.games.chess._chess_step_tables import BLACK_PAWN, EVERY_STEP, NOBODY, PAWN

INDEXES: Final = MOST_INDEXES - 1
EVERY_FOLD: Final = (1 << 13) - 1
OTHER_MEN: Final = (1 << 18) - (1 << 6)  # the squares of the pieces between the first one and the kings
EVERYWHERE: Final = -1


class ChessIndexRows(ChessIndex):
    """Sets of 64 positions; a subclass defines the moves of pawns."""

    def quiet_steps(self, position: int, slot: int, back: bool) -> int:
        """Return a piece's steps, or steps back, that take nothing, promote no pawn and approach no king."""
        raise NotImplementedError

    def target_of_quiet_step(self, man: int, number: int, back: bool) -> int:
        """Return the square to which the quiet step with this number leads."""
        raise NotImplementedError

    def is_row_of_indexes(self, index: int) -> bool:
        """Return whether the 64 indexes from this one, a multiple of 64, are a row."""
        if self.can_have_equal_pieces:
            return False
        tier = 0
        while index >= self.index_end_by_tier[tier]:
            tier += 1
        material = self.materials_in_tier_order[tier]
        first, number = material & 7, index - self.index_begin_by_tier[material]
        if first in (NOBODY, PAWN, BLACK_PAWN) or self.index_begin_by_tier[material] & 63:
            return False
        pair = (
            number
            % self.indexes_per_mover_by_material[material]
            // self.arrangement_count_by_material[material]
        )
        kings = self.king_pair_tables[self.has_pawns_by_material[material]][pair]
        return self.king_fold_table[self.has_pawns_by_material[material] << 12 | kings] & DIAGONAL == 0

    def row_places_with_position(self, index: int) -> int:
        """Return the places of a row that have a position."""
        position = self.pieces_at_index(index)
        mover = position >> 30 & 1
        king = self.king_square(position, 1 - mover)
        occupied = 0
        for slot in range(1, BLACK_KING + 1):
            if position >> KINDS + 3 * slot & 7:
                square = position >> 6 * slot & 63
                if occupied >> square & 1:
                    return 0
                occupied |= SQUARES[square]
        taken = occupied  # also the squares from which the first piece would give check
        for slot in self.slots_by_side[mover]:
            man = self.piece_in_slot(position, slot)
            if slot == 0:
                taken |= self.squares_attacked_without_first_piece(position, man >> 6 << 6 | king)
            elif self.path_masks[man << 6 | king] & occupied == 0:
                taken |= ~self.path_masks[man << 6 | king]
        return ~taken

    def row_places_handled_singly(self, index: int) -> int:
        """Return the places of a row where a pawn may be promoted or may take the first piece."""
        position = self.pieces_at_index(index)
        mover = position >> 30 & 1
        found = 0
        if self.can_have_pawns:
            for slot in self.slots_by_side[mover]:
                man = self.piece_in_slot(position, slot)
                if self.is_pawn_before_promotion(man):
                    found = EVERYWHERE
                elif self.is_pawn(man) and self.first_slot_by_side[1 - mover] == 0:
                    found |= self.squares_attacked_without_first_piece(position, man)
        return found

    def row_moves_to_later_tiers(self, index: int) -> Iterator[tuple[int, int, int]]:
        """Yield (where, places, turn): captures, legal or not, lead there from these places of a row.

        `where` begins a row. If the turn is `ALL_TO_ONE`, all places lead to the one index `where`.
        """
        position = self.pieces_at_index(index)
        mover = position >> 30 & 1
        occupied = self.occupied_squares_without_first_piece(position)
        for slot in self.slots_by_side[mover]:
            man = self.piece_in_slot(position, slot)
            for other in range(self.first_slot_by_side[1 - mover], self.first_slot_by_side[2 - mover]):
                square = position >> 6 * other & 63
                places = targets = 0  # as many targets as ones
                if man >> 6 and position >> KINDS + 3 * other & 7:
                    if other == 0:
                        targets = 0 if self.is_pawn(man) else self.row_quiet_steps(position, slot, False)
                    elif slot == 0:
                        targets, places = (
                            1,
                            self.squares_attacked_without_first_piece(position, man >> 6 << 6 | square),
                        )
                    elif self.path_masks[
                        man << 6 | square
                    ] & occupied == 0 and not self.is_pawn_before_promotion(man):
                        targets, places = 1, ~self.path_masks[man << 6 | square]
                again = 0
                while targets:
                    if other == 0:
                        square = self.origin_of_backward_step(
                            man, ((targets & -targets) - 1 & EVERY_STEP).bit_count()
                        )
                        places = SQUARES[square]
                    child = self.sort_slots(self.position_after_capture(position, slot, square, other))
                    material = child >> KINDS & MATERIALS - 1
                    fold = self.king_fold_table[
                        self.has_pawns_by_material[material] << 12 | child >> 6 * WHITE_KING & BOTH_KINGS
                    ]
                    men, turn = apply_fold_to_squares(child & MEN, fold), fold & (EXCHANGED * 2 - 1)
                    if again:
                        men, turn = transpose_squares(men), turn ^ EXCHANGED
                    if slot == 0 or other == 0:
                        turn = ALL_TO_ONE
                    else:
                        men &= OTHER_MEN
                    where = self.row_start_index(men, material, 1 - mover, fold >> PAIR)
                    again = 0 if again or fold & DIAGONAL == 0 else 1
                    if again == 0:
                        targets &= targets - 1
                    yield where & INDEXES, places if fold >= 0 else 0, turn

    def position_after_capture(self, position: int, slot: int, square: int, other: int) -> int:
        """Return the position with a piece moved to a square and another one removed."""
        moved = position & ~(63 << 6 * slot) | square << 6 * slot
        return moved & ~(63 << 6 * other | 7 << KINDS + 3 * other)

    def is_pawn_before_promotion(self, man: int) -> bool:
        """Return whether a piece is a pawn whose next step promotes it."""
        kind, row = man >> 6, (man & 63) >> 3
        return (kind == PAWN and row == 6) or (kind == BLACK_PAWN and row == 1)

    def row_moves_within_tier(self, index: int, back: bool) -> Iterator[tuple[int, int, int]]:
        """Yield (another row, places, turn): quiet moves lead from these places there, or, `back`, from it.

        If the turn is `PLACE_BY_PLACE`, `row_neighbours_of_place` gives the places to which each place leads.
        """
        position = self.pieces_at_index(index)
        material = position >> KINDS & MATERIALS - 1
        mover = position >> 30 & 1
        turned = index + self.indexes_per_mover_by_material[material] * (1 - 2 * mover)
        for slot in self.slots_by_side[1 - mover if back else mover]:
            man = self.piece_in_slot(position, slot)
            weight = self.index_stride_by_material_and_slot[material << 2 | slot]
            free = 1 if slot == 0 else self.row_quiet_steps(position, slot, back)
            again = 0  # a row of kings on the diagonal is yielded a second time
            while free:
                number = ((free & -free) - 1 & EVERY_STEP).bit_count()
                row, places, turn = turned, EVERYWHERE, PLACE_BY_PLACE
                if slot:
                    target = self.target_of_quiet_step(man, number, back)
                    places = ~(self.squares_between(man, target, number) | SQUARES[target])
                    row, turn = turned + (target - (man & 63)) * weight, 0
                    if slot >= WHITE_KING:
                        kings = position >> 6 * WHITE_KING & BOTH_KINGS & ~(63 << 6 * (slot - WHITE_KING))
                        kings |= target << 6 * (slot - WHITE_KING)
                        fold = self.king_fold_table[
                            (self.has_pawns_by_material[material] << 12 | kings) & EVERY_FOLD
                        ]
                        men = apply_fold_to_squares(position & OTHER_MEN, fold) & OTHER_MEN
                        turn = fold & (EXCHANGED * 2 - 1)
                        if again:
                            men, turn = transpose_squares(men) & OTHER_MEN, turn ^ EXCHANGED
                        row = self.row_start_index(men, material, 1 - mover, fold >> PAIR)
                        again = 0 if again or fold & DIAGONAL == 0 else 1
                if again == 0:
                    free &= free - 1
                yield row & INDEXES, places, turn

    def row_neighbours_of_place(self, index: int, place: int, back: bool) -> int:
        """Return the places of the other mover's row to or from which the first piece moves quietly."""
        position = self.pieces_at_index(index)
        man = self.piece_in_slot(position, 0)
        return self.squares_attacked_without_first_piece(
            position, (man >> 6 << 6 | place) & 511
        ) & ~self.occupied_squares_without_first_piece(position)

    def row_start_index(self, men: int, material: int, mover: int, pair: int) -> int:
        """Return the index with these pieces; without the first piece, the first index of its row."""
        place = -self.lowest_index_offset_by_material[material]
        for slot in range(self.materials.slot_count):
            place += (men >> 6 * slot & 63) * self.index_stride_by_material_and_slot[material << 2 | slot]
        return (
            self.index_begin_by_tier[material]
            + self.indexes_per_mover_by_material[material] * mover
            + pair * self.arrangement_count_by_material[material]
            + place
        )

    def row_quiet_steps(self, position: int, slot: int, back: bool) -> int:
        """Return a piece's quiet steps if the first piece is not on the board."""
        return self.quiet_steps(position & ~(63 | 7 << KINDS), slot, back)

    def squares_between(self, man: int, target: int, number: int) -> int:
        """Return the squares between a piece and the target of its step."""
        if self.can_have_pawns and self.is_pawn(man):
            return SQUARES[(man & 63) + target >> 1] if number else 0
        return self.path_masks[(man << 6 | target) & PAIRS]

    def occupied_squares_without_first_piece(self, position: int) -> int:
        """Return the squares of all pieces but the first."""
        occupied = 0
        for slot in range(1, BLACK_KING + 1):
            if position >> KINDS + 3 * slot & 7:
                occupied |= SQUARES[position >> 6 * slot & 63]
        return occupied

    def squares_attacked_without_first_piece(self, position: int, man: int) -> int:
        """Return the squares that a piece attacks if the first piece is not on the board."""
        hidden = 0
        for slot in range(1, BLACK_KING + 1):
            if position >> KINDS + 3 * slot & 7:
                hidden |= self.squares_behind_blocker_table[(man << 6 | position >> 6 * slot & 63) & PAIRS]
        return self.attack_table[man] & ~hidden

    @cached_property
    def attack_table(self) -> tuple[int, ...]:
        return _chess_step_tables.build_attack_table()

    @cached_property
    def squares_behind_blocker_table(self) -> tuple[int, ...]:
        return _chess_step_tables.build_squares_behind_blocker_table()
