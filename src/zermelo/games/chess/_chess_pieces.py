"""The pieces of a chess endgame in one word: their squares, their kinds and their attacks.

    bit 46      45 .. 31       30     29 .. 24    23 .. 18    17 .. 12  11 .. 6  5 .. 0
        passing five kinds     mover  black king  white king  slot 2    slot 1   slot 0

Squares run by ranks from a1, 0, to h8, 63. `mover` is 1 if Black moves. The kinds of the slots are the
material (see `_chess_material`); those of the last two are always kings. An empty slot is 0 throughout.
`passing` is 1 if the pawn that has just made its double step can be taken en passant.

A set of squares has one bit for each. The bit of h8 is the sign, so that a set is one machine word.
"""

from functools import cached_property
from typing import Final

from zermelo.games.chess import _chess_step_tables
from zermelo.games.chess._chess_material import ChessMaterials
from zermelo.games.chess._chess_step_tables import BLACK_PAWN, KING, OWN, PAWN

WHITE_KING: Final = 3  # slots
BLACK_KING: Final = 4
BLACK: Final = 1 << 30  # the mover
KINDS: Final = 31  # the first bit of the kinds
PASSING: Final = 1 << 46
MEN: Final = (
    1 << 9
) - 1  # of a kind and a square; a mask that changes nothing saves a bounds check of a table
PAIRS: Final = (1 << 15) - 1  # of a piece and another square
STEPS: Final = (1 << 14) - 1  # of a piece and a step's number
SQUARES: Final = (*(1 << square for square in range(63)), -1 << 63)  # as sets: h8 is the sign of a word


class ChessPieces:
    """Pieces in slots and their attacks; a game inherits this class besides `Game`."""

    player_names = ("white", "black")

    material: str

    @cached_property
    def materials(self) -> ChessMaterials:
        return ChessMaterials(self.material)

    def piece_in_slot(self, position: int, slot: int) -> int:
        """Return kind << 6 | square."""
        return (position >> KINDS + 3 * slot & 7) << 6 | position >> 6 * slot & 63

    def king_square(self, position: int, side: int) -> int:
        """Return the square of a king."""
        return position >> 6 * (WHITE_KING + side) & 63

    def is_pawn(self, man: int) -> bool:
        return man >> 6 == PAWN or man >> 6 == BLACK_PAWN

    def occupied_squares(self, position: int, side: int) -> int:
        """Return the set of squares on which pieces of `side` stand."""
        found = SQUARES[self.king_square(position, side)]
        for slot in range(self.first_slot_by_side[side], self.first_slot_by_side[side + 1]):
            if position >> KINDS + 3 * slot & 7:
                found |= SQUARES[position >> 6 * slot & 63]
        return found

    def sort_slots(self, position: int) -> int:
        """Return the position with each side's pieces in order: greatest kind first, empty slots last."""
        for slot in self.slots_to_compare_for_sorting:
            man, other = self.piece_in_slot(position, slot), self.piece_in_slot(position, slot + 1)
            if man < other:
                change = man ^ other
                position ^= (change & 63) << 6 * slot | (change & 63) << 6 * slot + 6
                position ^= change >> 6 << KINDS + 3 * slot | change >> 6 << KINDS + 3 * slot + 3
        return position

    # Attacks.

    def is_square_attacked(self, position: int, square: int, side: int, occupied: int, taken: int) -> bool:
        """Return whether a piece of `side`, other than one on `taken`, attacks `square`."""
        for slot in self.slots_by_side[side]:
            man = self.piece_in_slot(position, slot)
            if self.path_masks[man << 6 | square] & occupied == 0 and man & 63 != taken:
                return True
        return False

    def is_king_in_check(self, position: int, side: int) -> bool:
        """Return whether the king of `side` is attacked."""
        king = self.king_square(position, side)
        occupied = self.occupied_squares(position, 0) | self.occupied_squares(position, 1)
        return self.is_square_attacked(position, king, 1 - side, occupied, king)

    def is_king_attacked_on_empty_board(self, position: int, side: int) -> bool:
        """Return whether the king of `side` would be attacked on an otherwise empty board."""
        king = self.king_square(position, side)
        return self.is_square_attacked(position, king, 1 - side, SQUARES[king], king)

    def is_legal_position(self, position: int) -> bool:
        """Return whether no two pieces share a square and the mover cannot take the king."""
        occupied = 0
        for slot in range(BLACK_KING + 1):
            if position >> KINDS + 3 * slot & 7:
                square = position >> 6 * slot & 63
                if occupied >> square & 1:
                    return False
                occupied |= SQUARES[square]
        return not self.is_king_in_check(position, 1 - (position >> 30 & 1))

    # Steps, by number, as a set.

    def unblocked_steps(self, position: int, side: int, slot: int) -> int:
        """Return the steps of a piece of `side` that are not blocked, with a pawn's captures of nothing."""
        man = self.piece_in_slot(position, slot)
        free = self.step_sets[man]
        for other in self.slots_by_side[side]:
            if position >> KINDS + 3 * other & 7:
                free &= ~(self.blocked_step_table[man << 6 | position >> 6 * other & 63] >> OWN)
        for other in self.slots_by_side[1 - side]:
            if position >> KINDS + 3 * other & 7:
                free &= ~self.blocked_step_table[man << 6 | position >> 6 * other & 63]
        return free

    def backward_steps_without_capture(self, position: int, slot: int, occupied: int) -> int:
        """Return the steps without capture by which a piece can have come; a pawn one square or two."""
        man = self.piece_in_slot(position, slot)
        if self.can_have_pawns and self.is_pawn(man):
            one, two = self.origin_of_backward_step(man, 0), self.origin_of_backward_step(man, 1)
            if one >> 3 in (0, 7) or occupied >> one & 1:
                return 0
            return 3 if two >> 3 == (1 if man >> 6 == PAWN else 6) and occupied >> two & 1 == 0 else 1
        taken = 0
        for other in range(BLACK_KING + 1):
            if position >> KINDS + 3 * other & 7:
                taken |= self.blocked_step_table[(man << 6 | position >> 6 * other & 63) & PAIRS]
        return self.step_sets[man & MEN] & ~(taken >> OWN)

    def origin_of_backward_step(self, man: int, number: int) -> int:
        """Return where a piece stood before the back step with this number."""
        if self.can_have_pawns and self.is_pawn(man):
            return (man & 63) - (8 if man >> 6 == PAWN else -8) * (number + 1)
        return self.step_table[(man << 5 | number) & STEPS]

    # What is known before play.

    @cached_property
    def first_slot_by_side(self) -> tuple[int, ...]:
        """The first slots of White and Black, and the end."""
        return 0, self.materials.white_slot_count, self.materials.slot_count

    @cached_property
    def slots_by_side(self) -> tuple[tuple[int, ...], ...]:
        """The slots of each side, its king's last."""
        whites = self.materials.white_slot_count
        return (*range(whites), WHITE_KING), (*range(whites, self.materials.slot_count), BLACK_KING)

    @cached_property
    def slots_to_compare_for_sorting(self) -> tuple[int, ...]:
        """The slots to compare with their next ones, in this order, to put both sides in order."""
        sides = (
            range(self.first_slot_by_side[side], self.first_slot_by_side[side + 1] - 1) for side in (0, 1)
        )
        return tuple(slot for side in sides for last in reversed(side) for slot in range(side[0], last + 1))

    @cached_property
    def can_have_pawns(self) -> bool:
        """Whether there can be pawns."""
        return self.materials.has_pawns

    @cached_property
    def step_table(self) -> tuple[int, ...]:
        return _chess_step_tables.build_step_table()

    @cached_property
    def step_sets(self) -> tuple[int, ...]:
        return _chess_step_tables.build_step_sets()

    @cached_property
    def blocked_step_table(self) -> tuple[int, ...]:
        return _chess_step_tables.build_blocked_step_table()

    @cached_property
    def path_masks(self) -> tuple[int, ...]:
        return _chess_step_tables.build_path_masks()

    @cached_property
    def steps_next_to_king_table(self) -> tuple[int, ...]:
        return _chess_step_tables.build_steps_next_to_king_table()

    @cached_property
    def empty_position(self) -> int:
        """Two kings without squares, White to move."""
        return KING << KINDS + 3 * WHITE_KING | KING << KINDS + 3 * BLACK_KING
