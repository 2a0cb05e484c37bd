"""Tables of the moves of chess pieces, by kind and square.

A kind is a number of three bits. Pawns of the two sides move differently and are two kinds. The steps of a
kind from a square are numbered. There are at most 27 (a queen's), so a set of steps is a small word:

    steps    the square that a step leads to, with what a pawn becomes in the three bits above
    blocks   the steps that a piece on some square blocks. The low 32 bits are for a piece of the other side,
             which can be taken and blocks the squares behind it. The high bits are for a piece of the same
             side, which blocks its own square too
    ways     the squares that must be empty for a piece to attack another square; all where it never does

The free steps are all steps without those found by a few look-ups, one for each piece on the board. Whether
a piece attacks a square is one look-up and one `and`. No ray is walked.
"""

from functools import cache
from typing import Final

NOBODY: Final = 0
PAWN: Final = 1  # White's, which goes up
KNIGHT: Final = 2
BISHOP: Final = 3
ROOK: Final = 4
QUEEN: Final = 5
KING: Final = 6
BLACK_PAWN: Final = 7

NO_PATH: Final = -1  # all squares
EVERY_STEP: Final = (1 << 28) - 1
OWN: Final = 32  # where the second half of `build_blocked_step_table` begins
PROMOTIONS: Final = (QUEEN, ROOK, BISHOP, KNIGHT)
STRAIGHT: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL_STEPS: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
FORWARD: Final = {PAWN: 1, BLACK_PAWN: -1}
HOME: Final = {PAWN: 1, BLACK_PAWN: 6}  # the ranks from which a double step begins
DIRECTIONS: Final = {
    PAWN: (((-1, 1), (1, 1)), 1),
    BLACK_PAWN: (((-1, -1), (1, -1)), 1),
    KNIGHT: (JUMPS, 1),
    BISHOP: (DIAGONAL_STEPS, 7),
    ROOK: (STRAIGHT, 7),
    QUEEN: (STRAIGHT + DIAGONAL_STEPS, 7),
    KING: (STRAIGHT + DIAGONAL_STEPS, 1),
}  # with the most steps in each direction


Steps = list[tuple[int, list[int]]]  # targets, each with the squares that must be empty


@cache
def build_path_masks() -> tuple[int, ...]:
    """Return the squares that must be empty, by kind << 12 | origin << 6 | target; never a corner."""
    table = [NO_PATH] * (8 << 12)
    for here in range(8 << 6):
        for target, between in _list_capture_steps(here >> 6, here & 63):
            table[here << 6 | target] = sum(1 << square for square in between)
    return tuple(table)


@cache
def build_step_table() -> tuple[int, ...]:
    """Return the steps, by kind << 11 | origin << 5 | number."""
    table = [0] * (8 << 11)
    for here in range(8 << 6):
        for number, (target, become, _) in enumerate(_list_numbered_steps(here)):
            table[here << 5 | number] = target | become << 6
    return tuple(table)


@cache
def build_step_sets() -> tuple[int, ...]:
    """Return the set of all steps, by kind << 6 | origin."""
    return tuple((1 << len(_list_numbered_steps(here))) - 1 for here in range(8 << 6))


@cache
def build_blocked_step_table() -> tuple[int, ...]:
    """Return the steps that a piece on a square blocks, by kind << 12 | origin << 6 | its square."""
    table = [0] * (8 << 12)
    for here in range(8 << 6):
        for number, (target, _, between) in enumerate(_list_numbered_steps(here)):
            for square in between:
                table[here << 6 | square] |= 1 << number | 1 << number + OWN
            table[here << 6 | target] |= 1 << number + OWN
    return tuple(table)


@cache
def build_steps_next_to_king_table() -> tuple[int, ...]:
    """Return the steps that bring a king next to the other king, by square << 6 | the other king's."""
    table = [0] * (1 << 12)
    for here in range(64):
        for number, (target, _, _) in enumerate(_list_numbered_steps(KING << 6 | here)):
            for other in range(64):
                if max(abs((target & 7) - (other & 7)), abs((target >> 3) - (other >> 3))) <= 1:
                    table[here << 6 | other] |= 1 << number
    return tuple(table)


@cache
def build_attack_table() -> tuple[int, ...]:
    """Return the squares that a piece attacks on an empty board, by kind << 6 | origin."""
    return tuple(
        to_signed_word(sum(1 << target for target, _ in _list_capture_steps(here >> 6, here & 63)))
        for here in range(8 << 6)
    )


@cache
def build_squares_behind_blocker_table() -> tuple[int, ...]:
    """Return the squares that a blocker hides from a piece, by kind << 12 | origin << 6 | its square."""
    table = [0] * (8 << 12)
    for here in range(8 << 6):
        for target, between in _list_capture_steps(here >> 6, here & 63):
            for square in between:
                table[here << 6 | square] |= 1 << target
    return tuple(map(to_signed_word, table))


def to_signed_word(squares: int) -> int:
    """Return a set of squares as a word of 64 bits, whose sign is h8."""
    return squares - (1 << 64) if squares >> 63 else squares


@cache
def _list_numbered_steps(here: int) -> list[tuple[int, int, list[int]]]:
    """Return (target, what a pawn becomes, squares that must be empty) of each step of kind << 6 | origin."""
    kind, origin = here >> 6, here & 63
    found = _list_capture_steps(kind, origin) + (
        _list_pawn_push_steps(kind, origin) if kind in FORWARD else []
    )
    return [
        (target, become, empty)
        for target, empty in found
        for become in (PROMOTIONS if kind in FORWARD and target >> 3 in (0, 7) else (NOBODY,))
    ]


def _list_capture_steps(kind: int, origin: int) -> Steps:
    """Return the steps by which a piece captures, with the squares between."""
    found: Steps = []
    directions, most = DIRECTIONS.get(kind, ((), 0))
    for right, up in directions:
        between: list[int] = []
        file, rank = (origin & 7) + right, (origin >> 3) + up
        while 0 <= file < 8 and 0 <= rank < 8 and len(between) < most:
            found.append((rank << 3 | file, between.copy()))
            between.append(rank << 3 | file)
            file, rank = file + right, rank + up
    return found if kind not in FORWARD or origin >> 3 not in (0, 7) else []


def _list_pawn_push_steps(kind: int, origin: int) -> Steps:
    """Return a pawn's steps straight ahead; the target must be empty as well."""
    ahead = [origin + 8 * FORWARD[kind], origin + 16 * FORWARD[kind]]
    if origin >> 3 in (0, 7):
        return []
    once = [(ahead[0], ahead[:1])]
    return [*once, (ahead[1], ahead)] if origin >> 3 == HOME[kind] else once
