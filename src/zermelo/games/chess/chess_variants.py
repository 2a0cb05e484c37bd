"""Endgames of antichess, atomic chess and racing kings: few pieces, none of them pawns.

A position is a word with seven bits for each piece, in the order of the material: its square, and above it
whether the piece is still there. A piece that is gone is 0. Bit 30 is the side to move:

    bit 30      27 .. 21   20 .. 14   13 .. 7    6 .. 0
        mover   slot 3     slot 2     slot 1     there, square (a1 is 0, h8 63)

Each slot keeps its kind, as there are no promotions. The tables of `_chess_step_tables` give the moves of the
pieces and the steps that they block. The index runs through the sets of pieces that are left, the largest
sets first, and in each through the mover and the squares.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.mix_ins import PerfectIndex
from zermelo.core.parameters import choice
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.chess import _chess_step_tables, _chess_text
from zermelo.games.chess._chess_pieces import BLACK, SQUARES
from zermelo.games.chess._chess_step_tables import BISHOP, KING, KNIGHT, OWN, QUEEN, ROOK

KINDS = {"K": KING, "Q": QUEEN, "R": ROOK, "B": BISHOP, "N": KNIGHT}
MOST_MEN = 4
THERE = 64
SLOT_BITS = 7
FIRST_OF_LAST_RANK = 56


class _ChessVariant(Game, PerfectIndex):
    """Pieces of fixed kinds on a chess board; a subclass defines captures and who has won."""

    material: str = "KQvK"

    def __post_init__(self) -> None:
        sides = self.material.split("v")
        if len(sides) != 2 or not all(side and set(side) <= set(KINDS) for side in sides):
            raise BadParameter(
                f"material={self.material!r} is no material: write White's pieces, a v and Black's, of "
                "KQRBN, as in KQvK"
            )
        if len(sides[0] + sides[1]) > MOST_MEN:
            raise BadParameter(
                f"material={self.material!r} has {len(sides[0] + sides[1])} pieces: give at most {MOST_MEN}"
            )

    # The pieces and their squares.

    @cached_property
    def piece_letters(self) -> str:
        """The signs of all pieces, White's as capitals."""
        white, black = self.material.split("v")
        return white + black.lower()

    @cached_property
    def slot_count(self) -> int:
        return len(self.piece_letters)

    @cached_property
    def piece_kind_by_slot(self) -> tuple[int, ...]:
        """The kind of each slot."""
        return tuple(KINDS[letter.upper()] for letter in self.piece_letters)

    @cached_property
    def first_slot_by_side(self) -> tuple[int, int, int]:
        """The first slots of White and Black, and the end."""
        return 0, self.material.index("v"), self.slot_count

    def piece_in_slot(self, position: int, slot: int) -> int:
        return position >> SLOT_BITS * slot & 127

    def side_to_move(self, position: int) -> int:
        return position >> 30

    def count_pieces(self, position: int, side: int) -> int:
        """Return how many pieces a side has."""
        count = 0
        for slot in range(self.first_slot_by_side[side], self.first_slot_by_side[side + 1]):
            count += position >> SLOT_BITS * slot + 6 & 1
        return count

    def unblocked_steps(self, position: int, side: int, slot: int) -> int:
        """Return the steps of a piece that are not blocked, as a set of their numbers."""
        here = self.piece_kind_by_slot[slot] << 6 | position >> SLOT_BITS * slot & 63
        free = self.step_sets[here]
        for other in range(self.slot_count):
            man = self.piece_in_slot(position, other)
            if man:
                blocked = self.blocked_step_table[here << 6 | man & 63]
                own = self.first_slot_by_side[side] <= other < self.first_slot_by_side[side + 1]
                free &= ~(blocked >> OWN if own else blocked)
        return free & (1 << OWN) - 1

    def occupied_squares(self, position: int) -> int:
        found = 0
        for slot in range(self.slot_count):
            man = self.piece_in_slot(position, slot)
            if man:
                found |= SQUARES[man & 63]
        return found

    def is_square_attacked(self, position: int, square: int, side: int) -> bool:
        """Return whether a piece of `side` could capture on `square`."""
        occupied = self.occupied_squares(position)
        for slot in range(self.first_slot_by_side[side], self.first_slot_by_side[side + 1]):
            man = self.piece_in_slot(position, slot)
            if (
                man
                and self.path_masks[(self.piece_kind_by_slot[slot] << 6 | man & 63) << 6 | square] & occupied
                == 0
            ):
                return True
        return False

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

    # Play: a move is the slot, and the square above it.

    def start(self) -> int:
        """Return the pieces of each side in a row, White's on rank 2 and Black's on rank 7, White to move."""
        position = 0
        for slot in range(self.slot_count):
            number = slot - (self.first_slot_by_side[1] if slot >= self.first_slot_by_side[1] else 0)
            rank = 6 if slot >= self.first_slot_by_side[1] else 1
            position |= (THERE | 8 * rank + 2 * number + rank % 3 % 2) << SLOT_BITS * slot
        return position

    def yield_unblocked_moves(self, position: int) -> Iterator[int]:
        """Yield the moves that are not blocked, legal or not."""
        side = self.side_to_move(position)
        for slot in range(self.first_slot_by_side[side], self.first_slot_by_side[side + 1]):
            if self.piece_in_slot(position, slot):
                here = self.piece_kind_by_slot[slot] << 6 | position >> SLOT_BITS * slot & 63
                free = self.unblocked_steps(position, side, slot)
                while free:
                    yield slot | (self.step_table[here << 5 | ((free & -free) - 1).bit_count()] & 63) << 3
                    free &= free - 1

    def slot_on_square(self, position: int, square: int) -> int:
        """Return the slot of the piece on a square, -1 if the square is empty."""
        for slot in range(self.slot_count):
            if self.piece_in_slot(position, slot) == square | THERE:
                return slot
        return -1

    def play(self, position: int, move: int) -> int:
        slot, target = move & 7, move >> 3
        victim = self.slot_on_square(position, target)
        if victim >= 0:
            position &= ~(127 << SLOT_BITS * victim)
        return (position & ~(127 << SLOT_BITS * slot) | (THERE | target) << SLOT_BITS * slot) ^ BLACK

    # The index.

    @cached_property
    def piece_sets(self) -> tuple[int, ...]:
        """The sets of pieces that may be left, the largest first."""
        return tuple(sorted(range(1 << self.slot_count), key=lambda men: (-men.bit_count(), men)))

    @cached_property
    def index_ends_by_piece_set(self) -> tuple[int, ...]:
        """The index after the last of each set, in their order."""
        return tuple(accumulate(2 << 6 * men.bit_count() for men in self.piece_sets))

    @cached_property
    def index_begins_by_piece_set(self) -> tuple[int, ...]:
        """The first index of each set, by set."""
        first = dict(zip(self.piece_sets, (0, *self.index_ends_by_piece_set), strict=False))
        return tuple(first[men] for men in range(1 << self.slot_count))

    @cached_property
    def size(self) -> int:
        return self.index_ends_by_piece_set[-1]

    def tier(self, position: int) -> int:
        return self.slot_count - self.count_pieces(position, 0) - self.count_pieces(position, 1)

    def rank(self, position: int) -> int:
        left = 0
        number = self.side_to_move(position)
        if number > 1:
            return -1
        for slot in range(self.slot_count):
            man = self.piece_in_slot(position, slot)
            if man:
                if man < THERE:  # a square of a piece that is gone
                    return -1
                left |= 1 << slot
                number = number << 6 | man & 63
        return self.index_begins_by_piece_set[left] + number

    def unrank(self, index: int) -> int:
        which = 0
        while index >= self.index_ends_by_piece_set[which]:
            which += 1
        left = self.piece_sets[which]
        number = index - self.index_begins_by_piece_set[left]
        position = 0
        for slot in range(self.slot_count - 1, -1, -1):
            if left >> slot & 1:
                position |= (THERE | number & 63) << SLOT_BITS * slot
                number >>= 6
        position |= number << 30
        return position if self.has_distinct_squares(position) and self.is_legal_position(position) else -1

    def has_distinct_squares(self, position: int) -> bool:
        """Return whether no two pieces share a square."""
        occupied = 0
        for slot in range(self.slot_count):
            man = self.piece_in_slot(position, slot)
            if man:
                if occupied >> (man & 63) & 1:
                    return False
                occupied |= SQUARES[man & 63]
        return True

    def is_legal_position(self, position: int) -> bool:
        """Return whether the position is legal."""
        raise NotImplementedError

    # What a person reads: eight rows from Black's side, and who is to move.

    player_names = ("white", "black")

    def show(self, position: int) -> str:
        signs = {self.piece_in_slot(position, slot): sign for slot, sign in enumerate(self.piece_letters)}
        rows = [
            "".join(signs.get(THERE | 8 * rank + file, ".") for file in range(8)) for rank in range(7, -1, -1)
        ]
        return "\n".join([*rows, f"{_chess_text.SIDES[self.side_to_move(position)]} to move"])

    def parse(self, text: str) -> int:
        """Read a board of eight rows and `white to move`, or FEN; rows may be separated by `/`.

        Raises `UnreadablePosition`, also for pieces that are not of this game.
        """
        rows, side, _ = _chess_text.split_position_text(self, text)
        position = side << 30
        for sign, square in _chess_text.read_piece_rows(self, text, rows):
            free = [
                slot
                for slot, each in enumerate(self.piece_letters)
                if each == sign and not self.piece_in_slot(position, slot)
            ]
            if not free:
                raise unreadable(
                    self, text, f"there are more of {sign} than in {self.material}", "take it off"
                )
            position |= (THERE | square) << SLOT_BITS * free[0]
        if not self.is_legal_position(position):
            raise unreadable(self, text, "play cannot stand so", "change a piece or the mover")
        return position

    def name(self, position: int, move: int) -> str:
        here, target = self.piece_in_slot(position, move & 7) & 63, move >> 3
        takes = "x" if self.slot_on_square(position, target) >= 0 else "-"
        letter = self.piece_letters[move & 7].upper()
        return f"{letter}{_chess_text.square_name(here)}{takes}{_chess_text.square_name(target)}"

    def depict(self, position: int) -> Picture:
        men = [(sign, self.piece_in_slot(position, slot)) for slot, sign in enumerate(self.piece_letters)]
        side = self.side_to_move(position)
        there = [(sign, man & 63) for sign, man in men if man]
        return _chess_text.depict_pieces(there, side, f"{_chess_text.SIDES[side]} to move")


class Antichess(_ChessVariant):
    """Lose all pieces, or be unable to move, to win; captures are compulsory, and kings are ordinary pieces.

    All positions of the pieces of `material`, as in QvKN, without pawns. A player without a move wins. With
    stalemate="fewer" the player with fewer pieces wins then, and equal numbers are a draw, as on FICS. Play
    without end is a draw. Values are win, draw, loss.
    """

    material: str = "KvK"
    stalemate: str = choice("wins", "fewer")

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        end = "A player who has no pieces or cannot move wins; endless play is a draw."
        if not self.does_stuck_player_win:
            end = "A player without pieces wins. If you cannot move, the player with fewer pieces wins. "
            end += "Equal numbers and endless play are draws."
        return (
            "Get rid of all your pieces.",
            "Move as in chess, but you must take if you can. The king is a piece like any other.",
            end,
        )

    def moves(self, position: int) -> Iterator[int]:
        takes = 0
        for move in self.yield_unblocked_moves(position):
            if self.slot_on_square(position, move >> 3) >= 0:
                takes += 1
        for move in self.yield_unblocked_moves(position):
            if takes == 0 or self.slot_on_square(position, move >> 3) >= 0:
                yield move

    def outcome(self, position: int) -> int:
        return WIN if self.count_pieces(position, self.side_to_move(position)) == 0 else UNDECIDED

    def stuck(self, position: int) -> int:
        if self.does_stuck_player_win:
            return WIN
        side = self.side_to_move(position)
        mine, theirs = self.count_pieces(position, side), self.count_pieces(position, 1 - side)
        if mine == theirs:
            return DRAW
        return WIN if mine < theirs else LOSS

    @cached_property
    def does_stuck_player_win(self) -> bool:
        return self.stalemate == "wins"

    def is_legal_position(self, position: int) -> bool:
        return self.count_pieces(position, 1 - self.side_to_move(position)) > 0


class _ChessVariantWithKings(_ChessVariant):
    """One king a side, named first among the pieces of its side."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not all(side[0] == "K" and side.count("K") == 1 for side in self.material.split("v")):
            raise BadParameter(
                f"material={self.material!r} has not one king a side, named first: write it as in KQvKR"
            )

    def king_piece(self, position: int, side: int) -> int:
        """Return the king of a side, 0 if it is gone."""
        return self.piece_in_slot(position, self.first_slot_by_side[side])

    def is_king_in_check(self, position: int, side: int) -> bool:
        return self.is_square_attacked(position, self.king_piece(position, side) & 63, 1 - side)


class Atomic(_ChessVariantWithKings):
    """Chess in which a capture explodes: it removes both pieces and all pieces around the captured one.

    All positions of the pieces of `material`, kings first, without pawns. Exploding the opponent's king wins
    at once, in check too. Players may not explode their own king, so kings do not take. A king beside the
    other king is not in check. A player in check who cannot move loses; without check that is a draw, and so
    is play without end. The rules are those of lichess. Values are win, draw, loss.
    """

    how_to_play = (
        "Blow up your opponent's king, or checkmate it.",
        "Move as in chess. A capture removes both pieces and all next to the taken one. "
        "It must not remove your own king.",
        "Blowing up the king, even from check, or checkmate wins. Kings side by side are not in check. "
        "Stalemate and endless play are draws.",
    )

    def moves(self, position: int) -> Iterator[int]:
        side = self.side_to_move(position)
        for move in self.yield_unblocked_moves(position):
            child = self.play(position, move)
            if self.king_piece(child, side) and (
                self.king_piece(child, 1 - side) == 0 or not self.is_king_in_check(child, side)
            ):
                yield move

    def play(self, position: int, move: int) -> int:
        slot, target = move & 7, move >> 3
        if self.slot_on_square(position, target) < 0:
            return (position & ~(127 << SLOT_BITS * slot) | (THERE | target) << SLOT_BITS * slot) ^ BLACK
        after = position & ~(127 << SLOT_BITS * slot)
        for other in range(self.slot_count):
            if self.are_adjacent_or_equal(self.piece_in_slot(position, other) & 63, target):
                after &= ~(127 << SLOT_BITS * other)
        return after ^ BLACK

    def are_adjacent_or_equal(self, square: int, target: int) -> bool:
        """Return whether two squares are the same or touch."""
        return abs((square & 7) - (target & 7)) <= 1 and abs((square >> 3) - (target >> 3)) <= 1

    def is_king_in_check(self, position: int, side: int) -> bool:
        mine, theirs = self.king_piece(position, side) & 63, self.king_piece(position, 1 - side) & 63
        return not self.are_adjacent_or_equal(mine, theirs) and self.is_square_attacked(
            position, mine, 1 - side
        )

    def outcome(self, position: int) -> int:
        return LOSS if self.king_piece(position, self.side_to_move(position)) == 0 else UNDECIDED

    def stuck(self, position: int) -> int:
        return LOSS if self.is_king_in_check(position, self.side_to_move(position)) else DRAW

    def is_legal_position(self, position: int) -> bool:
        side = self.side_to_move(position)
        if self.king_piece(position, 1 - side) == 0:
            return False
        return self.king_piece(position, side) == 0 or not self.is_king_in_check(position, 1 - side)


class RacingKings(_ChessVariantWithKings):
    """Bring your king to the eighth rank first; no move may give check.

    All positions of the pieces of `material`, kings first, without pawns. If White arrives first, Black has
    one more move, and draws by arriving with it (never with `equalise=False`). A move that leaves either king
    attacked is illegal. A player without a move draws, but loses if White's king has arrived. Play without
    end is a draw. The rules are those of lichess; V. R. Parton made the game in 1961. Values are win, draw,
    loss.
    """

    equalise: bool = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        late = ", but Black draws by arriving right after White" if self.equalise else ""
        return (
            "Bring your king to the eighth rank first.",
            "Move as in chess, but no move may leave either king in check.",
            f"The first king there wins{late}. Before that, having no move is a draw, as is endless play.",
        )

    def start(self) -> int:
        """Return White's pieces from h1 to the left or up, and Black's from a1, White to move."""
        position = 0
        for slot in range(self.slot_count):
            black = slot >= self.first_slot_by_side[1]
            number = slot - (self.first_slot_by_side[1] if black else 0)
            square = (7 if number == 0 else 3 + 8 * number) - (7 if black and number == 0 else 0)
            position |= (THERE | square - (1 if black and number else 0)) << SLOT_BITS * slot
        return position

    def moves(self, position: int) -> Iterator[int]:
        for move in self.yield_unblocked_moves(position):
            child = self.play(position, move)
            if (
                self.king_piece(child, 0)
                and self.king_piece(child, 1)
                and not self.is_any_king_attacked(child)
            ):
                yield move

    def is_any_king_attacked(self, position: int) -> bool:
        """Return whether either king is attacked."""
        return self.is_king_in_check(position, 0) or self.is_king_in_check(position, 1)

    def has_king_on_last_rank(self, position: int, side: int) -> bool:
        return self.king_piece(position, side) & 63 >= FIRST_OF_LAST_RANK

    def outcome(self, position: int) -> int:
        white, black = self.has_king_on_last_rank(position, 0), self.has_king_on_last_rank(position, 1)
        if self.side_to_move(position) == 0:
            if white:
                return DRAW if black else WIN
            return LOSS if black else UNDECIDED
        return LOSS if white and not self.equalise else UNDECIDED

    def stuck(self, position: int) -> int:
        return LOSS if self.has_king_on_last_rank(position, 0) else DRAW

    def is_legal_position(self, position: int) -> bool:
        if self.king_piece(position, 0) == 0 or self.king_piece(position, 1) == 0:
            return False
        if self.side_to_move(position) == 1 and self.has_king_on_last_rank(position, 1):
            return False
        return not self.is_any_king_attacked(position)
