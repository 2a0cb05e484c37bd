"""Chess endgames of up to five pieces, each with all endgames that follow by captures and promotions.

A position is a word with the squares and kinds of the pieces, in fixed slots (`_chess_pieces` draws it), and
the side to move. Colours stay as they are: White is the side named first. A capture empties a slot and a
promotion changes its kind, so a position of few pieces has the same layout as one of many. The right to
capture en passant is part of the position only if such a capture is a legal move.

No ray is walked: tables (`_chess_step_tables`) give the free steps of a piece as one small set, and
whether it attacks a square with one look-up and one `and`. All legal positions have a perfect index
(`_chess_index`), which gives symmetric positions one number.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from zermelo.boards.indexes.king_pair_index import DIAGONAL, PAIR, apply_fold_to_squares, transpose_squares
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game
from zermelo.core.mix_ins import BitRows
from zermelo.core.values import DRAW, LOSS
from zermelo.games.chess import _chess_text
from zermelo.games.chess._chess_index import BOTH_KINGS, MEN
from zermelo.games.chess._chess_index_rows import EVERY_FOLD, INDEXES, ChessIndexRows
from zermelo.games.chess._chess_material import MATERIALS, TWO_PAWNS
from zermelo.games.chess._chess_pieces import BLACK, BLACK_KING, KINDS, PASSING, SQUARES, WHITE_KING
from zermelo.games.chess._chess_step_tables import BLACK_PAWN, EVERY_STEP, PAWN

CHANGES: Final = 1 << 12  # of a move: it takes a piece, or may allow an en passant capture


class ChessEndgame(ChessIndexRows, Game, BitRows):
    """Chess with the pieces of `material`, as in KBNvK, and with all that captures and promotions make of it.

    There is no castling and no fifty-move rule: play without end is a draw, also with two bare kings. En
    passant captures are exact. At most five pieces are allowed, kings included. More than one pawn among five
    is refused, as no index is large enough. Values are win, draw, loss.
    """

    material: str = "KQvK"

    piece_signs: ClassVar[str] = "KQRBNPkqrbnp"  # of all materials, for those who set up a position
    how_to_play = (
        "Checkmate your opponent's king.",
        "Move as in chess. There is no castling.",
        "Checkmate wins. Stalemate and endless play are draws; there is no fifty-move rule.",
    )

    def __post_init__(self) -> None:
        self.materials.check_material()

    def start(self) -> int:
        return _chess_text.start(self)

    # A move: the slot, the square it goes to, what a pawn becomes (3, 6 and 3 bits), and `CHANGES`.

    def moves(self, position: int) -> Iterator[int]:
        side = position >> 30 & 1
        theirs = self.occupied_squares(position, 1 - side)
        exposed = self.is_king_attacked_on_empty_board(position, side)
        for slot in self.slots_by_side[side]:
            man = self.piece_in_slot(position, slot)
            free = self.unblocked_steps(position, side, slot)
            if self.can_have_pawns and self.is_pawn(man):
                free = self.remove_empty_captures(position, man, free, theirs)
            if exposed or slot >= WHITE_KING:
                free = self.king_safe_steps(position, slot, free)
            while free:
                step = self.step_table[man << 5 | ((free & -free) - 1).bit_count()]
                free &= free - 1
                yield slot | step << 3 | self.special_move_flag(man, step & 63, theirs)

    def play(self, position: int, move: int) -> int:
        child = self.position_after_step(position, move & 7, move >> 3 & 63)
        if move >> 9:
            child = self.apply_special_move(position, child, move)
        return self.sort_slots(child) if self.can_have_equal_pieces or move >> 9 else child

    def stuck(self, position: int) -> int:
        return LOSS if self.is_king_in_check(position, position >> 30 & 1) else DRAW

    def passed(self, position: int) -> int:
        """Return the position with the other side to move, -1 if the mover is in check."""
        if self.is_king_in_check(position, position >> 30 & 1):
            return -1
        return position & ~PASSING ^ BLACK

    def tier(self, position: int) -> int:
        return self.tiers[position >> KINDS & MATERIALS - 1]

    def position_after_step(self, position: int, slot: int, target: int) -> int:
        """Return the position with the piece in `slot` on `target` and the other side to move."""
        return (position & ~(63 << 6 * slot | PASSING) | target << 6 * slot) ^ BLACK

    def apply_special_move(self, position: int, child: int, move: int) -> int:
        """Return `child` with the piece taken removed, the pawn promoted, or the en passant bit set."""
        slot, target, become = move & 7, move >> 3 & 63, move >> 9 & 7
        side = position >> 30 & 1
        taken = self.captured_square(position, slot, target)
        for other in range(self.first_slot_by_side[1 - side], self.first_slot_by_side[2 - side]):
            if child >> 6 * other & 63 == taken and child >> KINDS + 3 * other & 7:
                child &= ~(63 << 6 * other | 7 << KINDS + 3 * other)
        if become:
            child = child & ~(7 << KINDS + 3 * slot) | become << KINDS + 3 * slot
        elif (
            self.has_pawns_on_both_sides
            and self.is_double_step(self.piece_in_slot(position, slot), target)
            and self.is_en_passant_possible(child)
        ):
            child |= PASSING
        return child

    def special_move_flag(self, man: int, target: int, theirs: int) -> int:
        """Return the flag of a move that captures, also en passant, or may be a double step."""
        if theirs >> target & 1:
            return CHANGES
        if self.has_pawns_on_both_sides and self.is_pawn(man):
            return CHANGES if (target ^ man) & 7 or self.is_double_step(man, target) else 0
        return 0

    def king_safe_steps(self, position: int, slot: int, free: int) -> int:
        """Return those steps of a piece after which the mover's king is not attacked."""
        man = self.piece_in_slot(position, slot)
        occupied = self.occupied_squares(position, 0) | self.occupied_squares(position, 1)
        safe = free
        while free:
            step = self.step_table[man << 5 | ((free & -free) - 1).bit_count()]
            if not self.leaves_king_safe(position, slot, step & 63, occupied):
                safe ^= free & -free
            free &= free - 1
        return safe

    def leaves_king_safe(self, position: int, slot: int, target: int, occupied: int) -> bool:
        """Return whether the mover's king is not attacked once the piece in `slot` stands on `target`."""
        side = position >> 30 & 1
        taken = self.captured_square(position, slot, target)
        king = target if slot >= WHITE_KING else self.king_square(position, side)
        left = occupied & ~(SQUARES[position >> 6 * slot & 63] | SQUARES[taken]) | SQUARES[target]
        return not self.is_square_attacked(position, king, 1 - side, left, taken)

    # Pawns.

    def remove_empty_captures(self, position: int, man: int, free: int, theirs: int) -> int:
        """Return a pawn's steps without captures of nothing."""
        kept = free
        while free:
            target = self.step_table[man << 5 | ((free & -free) - 1).bit_count()] & 63
            if (
                (target ^ man) & 7
                and theirs >> target & 1 == 0
                and not self.is_en_passant_target(position, target)
            ):
                kept ^= free & -free
            free &= free - 1
        return kept

    def square_ahead(self, square: int, side: int) -> int:
        """Return the square in front of a square, in the direction of `side`."""
        return square + 8 - 16 * side

    def is_double_step(self, man: int, target: int) -> bool:
        return self.is_pawn(man) and abs(target - (man & 63)) == 16

    def is_en_passant_target(self, position: int, target: int) -> bool:
        """Return whether the mover may take a pawn that has just passed `target`."""
        if self.has_pawns_on_both_sides and position & PASSING:
            side = position >> 30 & 1
            return target == self.square_ahead(position >> 6 * (1 - side) & 63, side)
        return False

    def captured_square(self, position: int, slot: int, target: int) -> int:
        """Return the square of the piece that a move to `target` takes, if there is one."""
        if self.has_pawns_on_both_sides and slot < WHITE_KING:
            man = self.piece_in_slot(position, slot)
            if self.is_pawn(man) and (target ^ man) & 7 and self.is_en_passant_target(position, target):
                return self.square_ahead(target, 1 - (position >> 30 & 1))
        return target

    def is_en_passant_possible(self, position: int) -> bool:
        """Return whether the other side may just have made a double step that allows an en passant capture.

        Both the capture and the position before the double step must be legal.
        """
        side = position >> 30 & 1
        taker, taken = position >> 6 * side & 63, position >> 6 * (1 - side) & 63
        both_there = position >> KINDS & MATERIALS - 1 == TWO_PAWNS
        if not both_there or taker >> 3 != 4 - side or taken >> 3 != 4 - side or abs(taker - taken) != 1:
            return False
        passed = self.square_ahead(taken, side)
        home = self.square_ahead(passed, side)
        occupied = self.occupied_squares(position, 0) | self.occupied_squares(position, 1)
        pawn = (PAWN if side else BLACK_PAWN) << 6 | home
        if (occupied >> passed | occupied >> home) & 1 or self.path_masks[
            pawn << 6 | self.king_square(position, side)
        ] == 0:
            return False
        return self.leaves_king_safe(position | PASSING, side, passed, occupied)

    # Moves back.

    def parents(self, position: int) -> Iterator[int]:
        """Yield the legal positions of the same material from which one move leads here."""
        side = 1 - (position >> 30 & 1)
        king = self.king_square(position, 1 - side)
        occupied = self.occupied_squares(position, 0) | self.occupied_squares(position, 1)
        for slot in self.slots_by_side[side]:
            man = self.piece_in_slot(position, slot)
            free = self.backward_steps_without_capture(position, slot, occupied)
            while free:
                origin = self.origin_of_backward_step(man, ((free & -free) - 1).bit_count())
                free &= free - 1
                parent = self.position_after_step(position, slot, origin)
                if self.has_pawns_on_both_sides and not self.is_en_passant_consistent(position, man, origin):
                    continue
                if not self.is_square_attacked(
                    parent, king, side, occupied & ~SQUARES[man & 63] | SQUARES[origin], king
                ):
                    yield self.sort_slots(parent) if self.can_have_equal_pieces else parent
                    if self.has_pawns_on_both_sides and self.is_en_passant_possible(parent):
                        yield parent | PASSING

    def is_en_passant_consistent(self, position: int, man: int, origin: int) -> bool:
        """Return whether the en passant bit of `position` agrees with a piece having come from `origin`."""
        if self.is_double_step(man, origin):
            return position & PASSING != 0 or not self.is_en_passant_possible(position)
        return position & PASSING == 0

    # Moves by index alone.

    def moves_to_later_tiers(self, position: int) -> Iterator[int]:
        """Yield the moves that capture or promote a pawn."""
        side = position >> 30 & 1
        theirs = self.occupied_squares(position, 1 - side)
        occupied = theirs | self.occupied_squares(position, side)
        for slot in self.slots_by_side[side]:
            man = self.piece_in_slot(position, slot)
            if self.can_have_pawns and self.is_pawn(man):
                free = self.remove_empty_captures(
                    position, man, self.unblocked_steps(position, side, slot), theirs
                )
                while free:
                    step = self.step_table[man << 5 | ((free & -free) - 1).bit_count()]
                    free &= free - 1
                    leaves = step >> 6 != 0 or (step ^ man) & 7 != 0
                    if leaves and self.leaves_king_safe(position, slot, step & 63, occupied):
                        yield slot | step << 3 | self.special_move_flag(man, step & 63, theirs)
            else:
                for other in range(self.first_slot_by_side[1 - side], self.first_slot_by_side[2 - side]):
                    target = position >> 6 * other & 63
                    there = position >> KINDS + 3 * other & 7 != 0
                    takes = there and self.path_masks[man << 6 | target] & occupied == 0
                    if takes and self.leaves_king_safe(position, slot, target, occupied):
                        yield slot | target << 3 | CHANGES

    def neighbour_indexes_in_tier(self, index: int, back: bool) -> Iterator[int]:
        """Yield the indexes to which quiet moves lead, or, if `back`, from which they come.

        Indexes of illegal positions may be among them, which saves a test of legality.
        """
        position = self.pieces_at_index(index)
        if self.has_pawns_on_both_sides and position >> KINDS & MATERIALS - 1 == TWO_PAWNS:
            if back:
                for parent in self.parents(position):
                    yield self.rank(parent)
            else:
                for move in self.moves(position):
                    child = self.play(position, move)
                    yield self.rank(child) if (child ^ position) >> KINDS & MATERIALS - 1 == 0 else -1
        else:
            # One `yield`, no generator within, masks in place of checks: an index took 47 ns, and takes 5.
            mover = position >> 30 & 1
            turned = index + self.indexes_per_mover_by_material[position >> KINDS & MATERIALS - 1] * (
                1 - 2 * mover
            )
            for slot in self.slots_by_side[1 - mover if back else mover]:
                man, weight = self.piece_in_slot(position, slot), self.index_stride_of_slot(position, slot)
                here = turned - (man & 63) * weight
                free = self.quiet_steps(position, slot, back)
                while free:
                    target = self.target_of_quiet_step(
                        man, ((free & -free) - 1 & EVERY_STEP).bit_count(), back
                    )
                    free &= free - 1
                    if weight:
                        found = here + target * weight
                    elif self.can_have_equal_pieces or slot < WHITE_KING:
                        found = self.rank(self.position_after_step(position, slot, target))
                    else:
                        found = self.index_after_king_step(position, slot, target)
                    yield found & INDEXES

    def index_stride_of_slot(self, position: int, slot: int) -> int:
        """Return the growth of the index with the square of a slot, 0 where it is not linear."""
        material = position >> KINDS & MATERIALS - 1
        kings = self.has_pawns_by_material[material] << 12 | position >> 6 * WHITE_KING & BOTH_KINGS
        if self.can_have_equal_pieces or slot >= WHITE_KING or self.king_fold_table[kings] & DIAGONAL:
            return 0
        return self.index_stride_by_material_and_slot[material << 2 | slot]

    def index_after_king_step(self, position: int, slot: int, target: int) -> int:
        """Return the index of the position with the king of `slot` on `target` and the other side to move."""
        material = position >> KINDS & MATERIALS - 1
        kings = position >> 6 * WHITE_KING & BOTH_KINGS & ~(63 << 6 * (slot - WHITE_KING))
        fold = self.king_fold_table[
            (self.has_pawns_by_material[material] << 12 | kings | target << 6 * (slot - WHITE_KING))
            & EVERY_FOLD
        ]
        men = apply_fold_to_squares(position & MEN, fold)
        place = self.index_of_distinct_piece_placement(men, material)
        if fold & DIAGONAL:
            place = min(place, self.index_of_distinct_piece_placement(transpose_squares(men), material))
        half = self.indexes_per_mover_by_material[material] * (1 - (position >> 30 & 1))
        return (
            self.index_begin_by_tier[material]
            + half
            + (fold >> PAIR) * self.arrangement_count_by_material[material]
            + place
        )

    def index_of_distinct_piece_placement(self, men: int, material: int) -> int:
        """Return the number of the placement of the pieces other than the kings, no two of them equal."""
        place = -self.lowest_index_offset_by_material[material]
        for slot in range(self.materials.slot_count):
            place += (men >> 6 * slot & 63) * self.index_stride_by_material_and_slot[material << 2 | slot]
        return place

    def quiet_steps(self, position: int, slot: int, back: bool) -> int:
        """Return a piece's steps, or steps back, that take nothing, promote no pawn and approach no king."""
        man, occupied = self.piece_in_slot(position, slot), 0
        if self.can_have_pawns and self.is_pawn(man):
            occupied = self.occupied_squares(position, 0) | self.occupied_squares(position, 1)
            if not back:
                return self.quiet_pawn_pushes(man, occupied)
        free = self.backward_steps_without_capture(position, slot, occupied)
        if slot >= WHITE_KING:
            free &= ~self.steps_next_to_king_table[
                (man & 63) << 6 | self.king_square(position, BLACK_KING - slot)
            ]
        return free & EVERY_STEP

    def quiet_pawn_pushes(self, man: int, occupied: int) -> int:
        """Return a pawn's steps straight ahead that do not promote it: bit 0 is one square, bit 1 two."""
        one, two = self.target_of_quiet_step(man, 0, False), self.target_of_quiet_step(man, 1, False)
        if one >> 3 in (0, 7) or occupied >> one & 1:
            return 0
        return 3 if (man & 63) >> 3 == (1 if man >> 6 == PAWN else 6) and occupied >> two & 1 == 0 else 1

    def target_of_quiet_step(self, man: int, number: int, back: bool) -> int:
        """Return the square to which the quiet step with this number leads."""
        if self.can_have_pawns and self.is_pawn(man) and not back:
            return (man & 63) + (8 if man >> 6 == PAWN else -8) * (number + 1)
        return self.origin_of_backward_step(man, number)

    # What a person reads: eight rows from Black's side, and who is to move.

    def show(self, position: int) -> str:
        return _chess_text.show(self, position)

    def parse(self, text: str) -> int:
        """Read a board of eight rows, or the first four fields of FEN; rows may be separated by `/`.

        The en passant square is ignored if there is no such legal capture. Raises `UnreadablePosition`, also
        for pieces that are not of this game, and if the mover could take the king.
        """
        return _chess_text.parse(self, text)

    def name(self, position: int, move: int) -> str:
        return _chess_text.name(self, position, move)

    def depict(self, position: int) -> Picture:
        return _chess_text.depict(self, position)
