"""Features of chess endgames of king and rook, or king and queen, against a bare king; also of a pawn's.

The *attacker* is the side with the rook or queen, called *the piece*. The features are those that teachers
name: the box in which the lines of the piece confine the bare king, the squares left to it, and how the kings
stand. All of them describe the position after a move, from the attacker's view. Where a move lets the piece
be taken, or gives stalemate, the box and the free squares count as the whole board. For moves of the bare
king, and without the piece, every feature is 0.

The *grip* is the sum of three numbers: the squares left to the bare king, and the attacking king's steps to
the gate and to the piece. The smaller the sum, the tighter the bare king is held. Two features give the best
grip that can be reached two and three moves ahead.

Squares are (column, row), from a1; steps are a king's. The *gate* is the square beside the piece on the
diagonal towards the bare king, where the attacking king helps most. Where the bare king stands on a line of
the piece there are two boxes and two gates. The bare king may then choose the larger box, and the attacker
the nearer gate. Box and gate follow, from memory, I. Bratko's advice for king and rook (*Prolog Programming
for Artificial Intelligence*, on an advice language for chess endgames). The rules of our lists are different.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.rule_queries import moves_at, terminal_value
from zermelo.explain.rule_lists.rule_glossary import add_glossary_terms
from zermelo.explain.rule_lists.rule_predicates import (
    AT_LEAST,
    EQUAL,
    LEAST,
    MOST,
    Feature,
    GlossaryTerm,
    Measure,
)

Square = tuple[int, int]
COMPARED: Final = (MOST, LEAST, EQUAL, AT_LEAST)
BOARD: Final = 64  # squares
WIDTH: Final = 8
ROOK, QUEEN = 4, 5  # kinds, as the game counts them
AROUND: Final = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))
LOOSE: Final = 127  # the grip where the bare king is free: more than any
AHEAD: Final = (2, 3)  # moves of the attacker, this one included
KEPT: Final = 1 << 19  # positions remembered: all of an endgame of three pieces


class ChessEndingPieces(NamedTuple):
    """The squares of the three pieces; `diagonal` is whether the piece moves along diagonals too."""

    king: Square
    piece: Square
    other_king: Square
    diagonal: bool


def identify_attacking_piece(game: Game) -> str:
    """Return which piece White's king has against a bare king on a chess board; "" in other games."""
    offered = all(hasattr(game, what) for what in ("piece_in_slot", "slots_by_side", "king_square"))
    if not offered or not has(game, "depict"):
        return ""
    asked: Any = game
    picture = asked.depict(game.start())
    mine, theirs = (sorted(thing.shape for thing in picture.things if thing.side == side) for side in (0, 1))
    alone = len(picture.places) == BOARD and theirs == ["king"] and len(mine) == 2 and mine[0] == "king"
    return mine[1] if alone else ""


def applies_to_game(game: Game) -> bool:
    """Return whether a king and a rook, a queen, or a pawn play on a chess board against a bare king."""
    return identify_attacking_piece(game) in ("pawn", "queen", "rook")


def measure_king_distance(one: Square, other: Square) -> int:
    """Return how many steps a king takes from one square to the other."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def measure_manhattan_distance(one: Square, other: Square) -> int:
    """Return how many steps it is along rows and columns."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def does_piece_attack_square(pieces: ChessEndingPieces, square: Square) -> bool:
    """Return whether the piece attacks a square; the bare king, which moves off the line, is no obstacle."""
    across, up = square[0] - pieces.piece[0], square[1] - pieces.piece[1]
    if (across, up) == (0, 0) or not (across == 0 or up == 0 or (pieces.diagonal and abs(across) == abs(up))):
        return False
    step = (across > 0) - (across < 0), (up > 0) - (up < 0)
    between = pieces.piece
    while (between := (between[0] + step[0], between[1] + step[1])) != square:
        if between == pieces.king:
            return False
    return True


def measure_box_sides(pieces: ChessEndingPieces) -> tuple[int, int]:
    """Return the sides of the box in which the lines of the piece confine the bare king."""

    def measure_box_side(theirs: int, line: int) -> int:
        before, behind = line, WIDTH - 1 - line
        return max(before, behind) if theirs == line else before if theirs < line else behind

    return measure_box_side(pieces.other_king[0], pieces.piece[0]), measure_box_side(
        pieces.other_king[1], pieces.piece[1]
    )


def is_bare_king_on_piece_line(pieces: ChessEndingPieces) -> bool:
    """Return whether the bare king stands on the piece's row or column, so that no box is closed."""
    return pieces.other_king[0] == pieces.piece[0] or pieces.other_king[1] == pieces.piece[1]


def find_gate_squares(pieces: ChessEndingPieces) -> list[Square]:
    """Return the squares on the board diagonally beside the piece, towards the bare king."""

    def list_lines_towards_king(theirs: int, line: int) -> list[int]:
        return [line - 1, line + 1] if theirs == line else [line - 1] if theirs < line else [line + 1]

    found = product(
        list_lines_towards_king(pieces.other_king[0], pieces.piece[0]),
        list_lines_towards_king(pieces.other_king[1], pieces.piece[1]),
    )
    return [(x, y) for x, y in found if 0 <= x < WIDTH and 0 <= y < WIDTH]


def count_bare_king_moves(pieces: ChessEndingPieces) -> int:
    """Return how many squares the bare king could reach if nothing else moved."""
    seen, left = {pieces.other_king}, [pieces.other_king]
    while left:
        x, y = left.pop()
        for across, up in AROUND:
            there = x + across, y + up
            if there in seen or not (0 <= there[0] < WIDTH and 0 <= there[1] < WIDTH):
                continue
            if (
                there != pieces.piece
                and measure_king_distance(there, pieces.king) > 1
                and not does_piece_attack_square(pieces, there)
            ):
                seen.add(there)
                left.append(there)
    return len(seen)


def are_kings_in_opposition(pieces: ChessEndingPieces) -> bool:
    """Return whether the kings face each other with one square between them."""
    return sorted(
        (abs(pieces.king[0] - pieces.other_king[0]), abs(pieces.king[1] - pieces.other_king[1]))
    ) == [0, 2]


def count_king_steps_to_opposition(pieces: ChessEndingPieces) -> int:
    """Return the attacking king's steps to the nearest square that faces the bare king."""
    x, y = pieces.other_king
    squares = [(x + 2, y), (x - 2, y), (x, y + 2), (x, y - 2)]
    return min(
        measure_king_distance(pieces.king, (a, b)) for a, b in squares if 0 <= a < WIDTH and 0 <= b < WIDTH
    )


class ChessEndingMove(NamedTuple):
    """A move: the pieces before and after it, whether it is safe, and the position that it leads to.

    A move is safe if the piece cannot be taken and it gives no stalemate.
    """

    was: ChessEndingPieces
    pieces: ChessEndingPieces
    safe: bool
    child: Position


Count = Callable[[ChessEndingMove], int]


def count_box_squares(pieces: ChessEndingPieces) -> int:
    """Return the squares of the box; of the larger box where the bare king stands on a line."""
    across, up = measure_box_sides(pieces)
    return across * up


def count_closed_box_squares(pieces: ChessEndingPieces) -> int:
    """Return the squares of the box; of the whole board where the bare king stands on a line."""
    return BOARD if is_bare_king_on_piece_line(pieces) else count_box_squares(pieces)


def count_king_steps_to_gate(pieces: ChessEndingPieces) -> int:
    """Return the attacking king's steps along rows and columns to the nearest gate."""
    return min(measure_manhattan_distance(pieces.king, gate) for gate in find_gate_squares(pieces))


def does_king_protect_piece(pieces: ChessEndingPieces) -> bool:
    """Return whether the attacking king is at least as near to the piece as the bare king, so protects it."""
    return measure_king_distance(pieces.king, pieces.piece) <= measure_king_distance(
        pieces.other_king, pieces.piece
    )


def measure_bare_king_looseness(pieces: ChessEndingPieces) -> int:
    """Return how loosely the bare king is held: its free squares plus two distances of the attacking king.

    The distances are those to the gate and to the piece.
    """
    return (
        count_bare_king_moves(pieces)
        + count_king_steps_to_gate(pieces)
        + measure_king_distance(pieces.king, pieces.piece)
    )


def measure_distance_from_middle(square: Square) -> int:
    """Return how many rings a square is from the four in the middle."""
    return max(max(3 - place, place - 4) for place in square)


# Explanations of the terms that the words of the features use.
TERMS: Final = {
    "the piece": GlossaryTerm(
        "the piece",
        "my rook or queen; at moves of the bare king, and while I have neither, each number counts as 0, and "
        "nothing else that is said holds",
    ),
    "closed box": GlossaryTerm(
        "the closed box",
        "the box; where the bare king stands on row or column of the piece, the whole board",
    ),
    "box": GlossaryTerm(
        "the box",
        "the rectangle in which row and column of the piece shut the bare king in; where it stands on one of "
        "them, the larger of the two beside it",
    ),
    "makes the box": GlossaryTerm(
        "as small as can be", "a box after a move that is not safe counts as 64 squares"
    ),
    "gate": GlossaryTerm(
        "the gate",
        "the square diagonally beside the piece, towards the bare king; of two the one nearer to my king",
    ),
    "room": GlossaryTerm(
        "the room",
        "the squares that the bare king could walk to if nothing else moved, its own among them: over none "
        "that is attacked once it has left its own, and without taking the piece; all 64 squares after a "
        "move that is not safe",
    ),
    "tight": GlossaryTerm(
        "tight",
        "the fewer squares of the room, steps of my king to the gate, along rows and columns, and steps to "
        "the piece, all added up, the tighter the bare king is held; 127 after a move that is not safe",
    ),
    "can hold": GlossaryTerm(
        "can hold",
        "by my best moves against the best answers; 0 once it is mate, 127 after a stalemate or without the "
        "piece",
    ),
    "bare king": GlossaryTerm("the bare king", "the opponent's, which has no other piece beside it"),
    "safe": GlossaryTerm("safe", "the opponent cannot take the piece, and it is no stalemate"),
    "to the middle": GlossaryTerm("the middle", "the four squares in the middle of the board"),
    "faces": GlossaryTerm("to face", "to stand on one row or column, with one square between"),
    "steps": GlossaryTerm("steps", "those of a king, along diagonals too unless rows and columns are said"),
    "beside": GlossaryTerm("beside", "one step away, along diagonals too"),
}

# Flags that are measured for a move.
FLAGS: Final[tuple[tuple[str, str, Count], ...]] = (
    ("safe", "leaves the piece where the opponent cannot take it, and no stalemate", lambda made: made.safe),
    (
        "holds",
        "is safe, and my king is no farther from the piece than the bare king",
        lambda made: made.safe and does_king_protect_piece(made.pieces),
    ),
    (
        "keeps_box",
        "is safe, and does not make the closed box larger",
        lambda made: (
            made.safe and count_closed_box_squares(made.pieces) <= count_closed_box_squares(made.was)
        ),
    ),
    (
        "wide_box",
        "leaves the closed box more than two squares",
        lambda made: count_closed_box_squares(made.pieces) > 2,
    ),
    (
        "opposition",
        "puts the kings face to face, with a square between",
        lambda made: are_kings_in_opposition(made.pieces),
    ),
    (
        "wedged",
        "puts the kings face to face, with a square between, and the piece beside mine",
        lambda made: (
            are_kings_in_opposition(made.pieces)
            and measure_king_distance(made.pieces.king, made.pieces.piece) == 1
        ),
    ),
    ("checks", "gives check", lambda made: does_piece_attack_square(made.pieces, made.pieces.other_king)),
    (
        "knights_move",
        "puts the kings a knight's move apart",
        lambda made: (
            measure_king_distance(made.pieces.king, made.pieces.other_king) == 2
            and measure_manhattan_distance(made.pieces.king, made.pieces.other_king) == 3
        ),
    ),
    (
        "stays_near",
        "my king is no farther from the piece than before",
        lambda made: (
            measure_king_distance(made.pieces.king, made.pieces.piece)
            <= measure_king_distance(made.was.king, made.was.piece)
        ),
    ),
)
NUMBERS: Final[tuple[tuple[str, str, str, str, Count], ...]] = (
    (
        "box",
        "squares of the box after it",
        "makes the box as small as can be",
        "makes the box as large as can be",
        lambda made: count_box_squares(made.pieces) if made.safe else BOARD,
    ),
    (
        "room",
        "squares of the room after it",
        "leaves the bare king the least room",
        "leaves the bare king the most room",
        lambda made: count_bare_king_moves(made.pieces) if made.safe else BOARD,
    ),
    (
        "kings",
        "steps between the kings",
        "brings the kings as near as can be",
        "keeps the kings as far apart as can be",
        lambda made: measure_king_distance(made.pieces.king, made.pieces.other_king),
    ),
    (
        "kings_along",
        "steps between the kings along rows and columns",
        "brings the kings as near as can be, along rows and columns",
        "keeps the kings as far apart as can be, along rows and columns",
        lambda made: measure_manhattan_distance(made.pieces.king, made.pieces.other_king),
    ),
    (
        "to_piece",
        "steps from my king to the piece",
        "has the piece as near to my king as can be",
        "has the piece as far from my king as can be",
        lambda made: measure_king_distance(made.pieces.king, made.pieces.piece),
    ),
    (
        "piece_to_him",
        "steps from the piece to the bare king",
        "has the piece as near to the bare king as can be",
        "has the piece as far from the bare king as can be",
        lambda made: measure_king_distance(made.pieces.piece, made.pieces.other_king),
    ),
    (
        "gate",
        "steps of my king to the gate",
        "has my king as near to the gate as can be",
        "has my king as far from the gate as can be",
        lambda made: min(
            measure_king_distance(made.pieces.king, gate) for gate in find_gate_squares(made.pieces)
        ),
    ),
    (
        "gate_along",
        "steps of my king to the gate, along rows and columns",
        "has my king as near to the gate as can be, along rows and columns",
        "has my king as far from the gate as can be, along rows and columns",
        lambda made: count_king_steps_to_gate(made.pieces),
    ),
    (
        "grip",
        "sum that says how tight the bare king is held",
        "holds the bare king as tight as can be",
        "holds the bare king as loosely as can be",
        lambda made: measure_bare_king_looseness(made.pieces) if made.safe else LOOSE,
    ),
    (
        "middle",
        "steps from my king to the middle of the board",
        "has my king as near to the middle as can be",
        "has my king as far from the middle as can be",
        lambda made: measure_distance_from_middle(made.pieces.king),
    ),
    (
        "to_facing",
        "steps of my king to the nearest square from which it faces the bare king",
        "has my king as near as can be to where it faces the bare king",
        "has my king as far as can be from where it faces the bare king",
        lambda made: count_king_steps_to_opposition(made.pieces),
    ),
)


def build_features(game: Game) -> list[Feature]:
    """Return the features of the pieces after a move, and of what the move changes."""
    asked: Any = game
    piece, king = asked.slots_by_side[0]

    @lru_cache(maxsize=KEPT)
    def read_pieces(position: Position) -> ChessEndingPieces | None:
        """Return the squares of the pieces, None where there is neither rook nor queen."""
        kind = asked.piece_in_slot(position, piece) >> 6
        if kind not in (ROOK, QUEEN):
            return None
        squares = [
            asked.piece_in_slot(position, slot) & 63 for slot in (king, piece, asked.slots_by_side[1][0])
        ]
        mine, of_piece, theirs = [(square % WIDTH, square // WIDTH) for square in squares]
        return ChessEndingPieces(mine, of_piece, theirs, kind == QUEEN)

    @lru_cache(maxsize=KEPT)
    def is_safe(position: Position) -> bool:
        """Return whether the mover is mated, or has moves, none of which takes the piece."""
        replies = moves_at(game, position)
        if not replies:
            return terminal_value(game, position) != 0
        return all(read_pieces(game.play(position, reply)) is not None for reply in replies)

    @lru_cache(maxsize=KEPT)
    def measure_grip(position: Position) -> int:
        """Return the grip on the bare king, which is to move."""
        pieces = read_pieces(position)
        return measure_bare_king_looseness(pieces) if pieces is not None and is_safe(position) else LOOSE

    @lru_cache(maxsize=len(AHEAD) * KEPT)
    def measure_grip_before_reply(position: Position, more: int) -> int:
        """Return the grip that the attacker can force after so many more moves; 0 for mate."""
        if more == 0:
            return measure_grip(position)
        replies = moves_at(game, position)
        if not replies:
            return 0 if terminal_value(game, position) else LOOSE
        return max(measure_best_grip_after_move(game.play(position, reply), more) for reply in replies)

    @lru_cache(maxsize=len(AHEAD) * KEPT)
    def measure_best_grip_after_move(position: Position, more: int) -> int:
        """Return the least grip that a move of the attacker leaves, with so many attacker moves to come."""
        if read_pieces(position) is None:
            return LOOSE
        return min(
            measure_grip_before_reply(game.play(position, move), more - 1)
            for move in moves_at(game, position)
        )

    def make_measure_of_own_moves(count: Count) -> Measure:
        def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
            before, found = read_pieces(position), []
            for move in moves:
                child = game.play(position, move)
                after = read_pieces(child)
                if (
                    before is None or after is None or before.other_king != after.other_king
                ):  # the bare king's move
                    found.append(0)
                else:
                    found.append(int(count(ChessEndingMove(before, after, is_safe(child), child))))
            return found

        return measure_moves

    def build_grip_feature(moves: int) -> Feature:
        others = "another move" if moves == 2 else f"{moves - 1} more moves"
        words = f"sum that says how tight I can hold the bare king after {others} of mine"
        least = f"can hold the bare king as tight as can be after {others} of mine"
        count = make_measure_of_own_moves(lambda made: measure_grip_before_reply(made.child, moves - 1))
        return Feature(f"grip({moves})", words, count, compared=COMPARED, said={" least": least}, hard=True)

    flags = [
        Feature(key, words, make_measure_of_own_moves(count), is_flag=True) for key, words, count in FLAGS
    ]
    numbers = [
        Feature(
            key,
            words,
            make_measure_of_own_moves(count),
            compared=COMPARED,
            said={" least": least, " most": most},
        )
        for key, words, least, most, count in NUMBERS
    ]
    found = flags + numbers + [build_grip_feature(moves) for moves in AHEAD]
    return [add_glossary_terms(feature, TERMS, always=("the piece",)) for feature in found]
