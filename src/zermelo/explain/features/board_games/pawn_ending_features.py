"""Features of the chess endgame of king and pawn against a bare king.

The *attacker* is the side with the pawn. The features are those that teachers name: a pawn that queens by
itself, and the *key squares*. An attacking king on a key square wins, nearly always, whichever side is to
move. The key squares of a pawn in the middle are those two rows before it, on its own and the neighbouring
files. From the fifth row on, those one row before it are key squares, too. On the seventh row they are the
squares beside the pawn and before it. The key squares of a rook's pawn are the last two of the neighbouring
file. The features give how near the attacking king is to them after the move, and after some more moves
against any reply.

All features describe the position after a move, from the attacker's view. Where the bare king can take the
pawn, or is stalemated, the key squares count as farthest away. For moves of the bare king, without the pawn,
and where the pawn becomes another piece than a queen, flags and the row are 0. Every other number is then
`FAR`.

Squares are numbers by ranks from a1, 0, to h8, 63; steps are a king's. Key squares: from memory, for example
J. Nunn, *Understanding Chess Endgames*, on king and pawn against king; the rules of our list are others.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_queries import moves_at
from zermelo.explain.features.board_games import chess_ending_features
from zermelo.explain.features.board_games.chess_ending_features import (
    BOARD,
    KEPT,
    QUEEN,
    WIDTH,
    identify_attacking_piece,
)
from zermelo.explain.rule_lists.rule_glossary import add_glossary_terms
from zermelo.explain.rule_lists.rule_predicates import (
    AT_MOST,
    EQUAL,
    LEAST,
    MOST,
    Feature,
    GlossaryTerm,
    Measure,
)

PAWN: Final = 1  # its kind, as the game numbers kinds
FAR: Final = 9  # steps: more than there are
AHEAD: Final = (3, 4, 7)  # moves of the attacker after the one that is measured
LAST: Final = BOARD - WIDTH  # the first square of the last row
SECOND: Final = 2 * WIDTH  # the first square of the third row: pawns below it may go two
NEAR: Final = tuple(
    tuple(
        y * WIDTH + x
        for x, y in product(range(WIDTH), repeat=2)
        if max(abs(x - square % WIDTH), abs(y - square // WIDTH)) == 1
    )
    for square in range(BOARD)
)
TERMS: Final = {
    "steps": chess_ending_features.TERMS["steps"],
    "key square": GlossaryTerm(
        "key square",
        "a square two rows before the pawn, on its file or a file beside it; from its fifth row on also one "
        "row before it, on its seventh beside it and before it; of a pawn on a file at the rim just the last "
        "two squares of the next file",
    ),
    "more moves of mine": GlossaryTerm(
        "more moves of mine",
        "the best ones, against the best answers; counted is just after the last of them, to the key squares "
        "of the pawn as it stands then; 0 steps once it is a queen or it is mate, 9 once the opponent can "
        "take it or is stalemated",
    ),
    "the bare king": chess_ending_features.TERMS["bare king"],
    "some key square": GlossaryTerm(
        "the way to a key square",
        "counted in steps, whatever stands in the way; of a new queen the squares that the pawn had before",
    ),
    "the pawn run": GlossaryTerm(
        "to run",
        "the opponent has answers, and after each of them the pawn can go on; the queen counts only if the "
        "opponent cannot take it at once, and one made by this move only if it leaves no stalemate",
    ),
    "the pawn": GlossaryTerm(
        "the pawn",
        "mine, or the queen that it becomes by this move; at moves of the bare king, without it, and where "
        "it becomes another piece, its row counts as 0, every other number as 9, and nothing else that "
        "is said holds",
    ),
}


class PawnEndingPieces(NamedTuple):
    """The squares of the pieces, and what the pawn has become: a pawn, a queen, or something else."""

    king: int
    pawn: int
    other_king: int
    kind: int


def applies_to_game(game: Game) -> bool:
    """Return whether a king and a pawn play on a chess board against a bare king."""
    return identify_attacking_piece(game) == "pawn"


def measure_king_distance_by_index(one: int, other: int) -> int:
    """Return how many steps a king takes from one square to the other."""
    return max(abs(one % WIDTH - other % WIDTH), abs(one // WIDTH - other // WIDTH))


def does_pawn_attack_square(pawn: int, square: int) -> bool:
    """Return whether a pawn attacks a square."""
    return square // WIDTH == pawn // WIDTH + 1 and abs(square % WIDTH - pawn % WIDTH) == 1


@lru_cache(maxsize=BOARD)
def find_key_squares(pawn: int) -> tuple[int, ...]:
    """Return the key squares of a pawn."""
    file, row = pawn % WIDTH, pawn // WIDTH
    if file in (0, WIDTH - 1):
        beside = 1 if file == 0 else WIDTH - 2
        return (6 * WIDTH + beside, 7 * WIDTH + beside)
    rows = (row + 2,) if row < 4 else (row + 1, row + 2) if row < 6 else (6, 7)
    return tuple(
        y * WIDTH + x for y in rows for x in (file - 1, file, file + 1) if y * WIDTH + x != pawn and y < WIDTH
    )


def count_king_steps_to_key_square(pieces: PawnEndingPieces) -> int:
    """Return the attacking king's steps to the nearest key square."""
    return min(
        measure_king_distance_by_index(pieces.king, square) for square in find_key_squares(pieces.pawn)
    )


def measure_key_square_lead(pieces: PawnEndingPieces) -> int:
    """Return, over the key squares, the least of the attacking king's steps less the bare king's."""
    pawn = pieces.pawn if pieces.kind == PAWN else pieces.pawn - WIDTH  # before it became a queen
    return min(
        measure_king_distance_by_index(pieces.king, square)
        - measure_king_distance_by_index(pieces.other_king, square)
        for square in find_key_squares(pawn)
    )


def does_queen_attack_square(pieces: PawnEndingPieces, square: int) -> bool:
    """Return whether a queen attacks a square; the bare king, which moves off the line, is no obstacle."""
    x, y = pieces.pawn % WIDTH, pieces.pawn // WIDTH
    across, up = square % WIDTH - x, square // WIDTH - y
    if (across, up) == (0, 0) or not (across == 0 or up == 0 or abs(across) == abs(up)):
        return False
    step = (across > 0) - (across < 0) + WIDTH * ((up > 0) - (up < 0))
    return all(there != pieces.king for there in range(pieces.pawn + step, square, step))


def list_bare_king_replies(pieces: PawnEndingPieces) -> list[int]:
    """Return the squares that the bare king may go to; a pawn's own square is one of them."""
    attacked = does_pawn_attack_square if pieces.kind == PAWN else None
    return [
        square
        for square in NEAR[pieces.other_king]
        if measure_king_distance_by_index(square, pieces.king) > 1
        and not (attacked(pieces.pawn, square) if attacked else does_queen_attack_square(pieces, square))
    ]


def can_bare_king_capture(pieces: PawnEndingPieces) -> bool:
    """Return whether the bare king, to move, can take the pawn or what it has become."""
    return pieces.pawn in NEAR[pieces.other_king] and pieces.pawn not in NEAR[pieces.king]


def has_attacker_lost_win(pieces: PawnEndingPieces) -> bool:
    """Return whether the attacker has lost the win, the bare king being to move.

    The win is lost if the bare king can take the pawn or queen, if it is stalemated, or if the pawn has
    become another piece than a queen.
    """
    if pieces.kind not in (PAWN, QUEEN):
        return True
    if can_bare_king_capture(pieces):
        return True
    checked = (
        does_pawn_attack_square(pieces.pawn, pieces.other_king)
        if pieces.kind == PAWN
        else does_queen_attack_square(pieces, pieces.other_king)
    )
    return not checked and not list_bare_king_replies(pieces)


def yield_attacker_moves(pieces: PawnEndingPieces) -> Iterator[PawnEndingPieces]:
    """Yield the positions after each move of the attacker; a pawn on the last row becomes a queen."""
    for square in NEAR[pieces.king]:
        if square != pieces.pawn and measure_king_distance_by_index(square, pieces.other_king) > 1:
            yield pieces._replace(king=square)
    for far in (1, 2) if pieces.pawn < SECOND else (1,):
        square = pieces.pawn + far * WIDTH
        if square in (pieces.king, pieces.other_king):
            return
        yield pieces._replace(pawn=square, kind=QUEEN if square >= LAST else PAWN)


@lru_cache(maxsize=KEPT)
def can_pawn_queen_alone(pieces: PawnEndingPieces) -> bool:
    """Return whether the pawn queens by its own moves against any reply; the bare king is to move.

    Stalemates after a later promotion are not detected.
    """
    if pieces.kind != PAWN:
        return not has_attacker_lost_win(pieces)
    answers = list_bare_king_replies(pieces)
    if not answers or has_attacker_lost_win(pieces):
        return False
    return all(
        any(
            then.king == pieces.king and then.pawn != pieces.pawn and _does_attacker_win(then)
            for then in yield_attacker_moves(pieces._replace(other_king=theirs))
        )
        for theirs in answers
    )


def _does_attacker_win(pieces: PawnEndingPieces) -> bool:
    return can_pawn_queen_alone(pieces) if pieces.kind == PAWN else not can_bare_king_capture(pieces)


@lru_cache(maxsize=4 * KEPT)
def find_guaranteed_key_square_distance(pieces: PawnEndingPieces, moves: int) -> int:
    """Return how near the attacking king can get to a key square in so many moves, against any reply.

    The bare king is to move.
    """
    if has_attacker_lost_win(pieces):
        return FAR
    answers = list_bare_king_replies(pieces) if pieces.kind == PAWN else []
    if not answers:
        return 0  # a queen, or mate
    if moves == 0:
        return count_king_steps_to_key_square(pieces)
    return max(
        min(
            (
                find_guaranteed_key_square_distance(then, moves - 1)
                for then in yield_attacker_moves(pieces._replace(other_king=theirs))
            ),
            default=FAR,
        )
        for theirs in answers
    )


ROW: Final = "row"
Count = Callable[[PawnEndingPieces], int]
FLAGS: Final[tuple[tuple[str, str, Count], ...]] = (
    (
        "runs",
        "lets the pawn run: it becomes a queen by moves of its own, whatever the opponent does",
        can_pawn_queen_alone,
    ),
)
NUMBERS: Final[tuple[tuple[str, str, str, str, Count], ...]] = (
    (
        ROW,
        "row that the pawn is on",
        "leaves the pawn as far back as can be",
        "has the pawn as far ahead as can be",
        lambda pieces: 1 + pieces.pawn // WIDTH,
    ),
    (
        "race",
        "steps of my king to some key square, less those of the bare king to it, where this is least",
        "is as much ahead of the bare king on the way to some key square as can be",
        "is as little ahead of the bare king as can be, on the way to the key square where it is most ahead",
        measure_key_square_lead,
    ),
    (
        "files",
        "files from my king to the pawn's",
        "has my king as near to the pawn's file as can be",
        "has my king as far from the pawn's file as can be",
        lambda pieces: abs(pieces.king % WIDTH - pieces.pawn % WIDTH),
    ),
    (
        "rim",
        "steps from my king to the rim",
        "has my king as near to the rim as can be",
        "has my king as far from the rim as can be",
        lambda pieces: min(
            min(place, WIDTH - 1 - place) for place in (pieces.king % WIDTH, pieces.king // WIDTH)
        ),
    ),
    (
        "queening",
        "steps from my king to the square where the pawn becomes a queen",
        "has my king as near as can be to where the pawn becomes a queen",
        "has my king as far as can be from where the pawn becomes a queen",
        lambda pieces: measure_king_distance_by_index(pieces.king, LAST + pieces.pawn % WIDTH),
    ),
)


def build_features(game: Game) -> list[Feature]:
    """Return the features of the pieces after a move."""
    asked: Any = game
    pawn, king = asked.slots_by_side[0]
    hers = asked.slots_by_side[1][0]

    def read_pieces(position: Position) -> PawnEndingPieces:
        of_pawn = asked.piece_in_slot(position, pawn)
        return PawnEndingPieces(
            asked.piece_in_slot(position, king) & 63,
            of_pawn & 63,
            asked.piece_in_slot(position, hers) & 63,
            of_pawn >> 6,
        )

    def make_measure_of_own_moves(count: Count, otherwise: int) -> Measure:
        def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
            before = read_pieces(position)
            left = [read_pieces(game.play(position, move)) for move in moves]
            is_mine = before.kind == PAWN and all(pieces.other_king == before.other_king for pieces in left)
            return [
                int(count(pieces)) if is_mine and pieces.kind in (PAWN, QUEEN) else otherwise
                for pieces in left
            ]

        return measure_moves

    def build_key_square_feature(moves: int) -> Feature:
        after = f"after {moves} more moves of mine"
        words = f"steps that my king can have to a key square {after}"
        said = {
            " least": f"can have my king as near to a key square as can be {after}",
            "==0": f"can have my king on a key square {after}",
        }
        count = make_measure_of_own_moves(
            lambda pieces: find_guaranteed_key_square_distance(pieces, moves), FAR
        )
        return Feature(
            f"key({moves})",
            words,
            count,
            compared=(MOST, LEAST, EQUAL, AT_MOST),
            said=said,
            hard=True,
        )

    def measure_absence_of_stalemate_trap(position: Position, moves: Sequence[Move]) -> list[int]:
        """Return for all moves whether there is a pawn, and no promotion to a queen gives stalemate."""
        before = read_pieces(position)
        left = [read_pieces(game.play(position, move)) for move in moves_at(game, position)]
        is_mine = before.kind == PAWN and all(pieces.other_king == before.other_king for pieces in left)
        traps = any(
            pieces.kind == QUEEN and has_attacker_lost_win(pieces) and not can_bare_king_capture(pieces)
            for pieces in left
        )
        return [int(is_mine and not traps)] * len(moves)

    there = Feature(
        "pawn",
        "is made with the pawn on the board, where no queen would leave a stalemate",
        measure_absence_of_stalemate_trap,
        is_flag=True,
    )
    flags = [there] + [
        Feature(key, words, make_measure_of_own_moves(count, 0), is_flag=True) for key, words, count in FLAGS
    ]
    numbers = [
        Feature(
            key,
            words,
            make_measure_of_own_moves(count, 0 if key == ROW else FAR),
            compared=(MOST, LEAST, EQUAL, AT_MOST),
            said={" least": least, " most": most},
        )
        for key, words, least, most, count in NUMBERS
    ]
    found = flags + numbers + [build_key_square_feature(moves) for moves in AHEAD]
    return [add_glossary_terms(feature, TERMS, always=("the pawn",)) for feature in found]
