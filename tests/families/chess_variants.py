"""Antichess, atomic chess and racing kings: known facts, the rules again on text, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.chess_variants import Antichess, Atomic, RacingKings

COUNTED = "moves by python-chess 1.11 (chess.variant), and retrograde analysis in dictionaries"
ANTICHESS = (  # material, what stalemate is; wins, draws, losses; the longest win
    ("KvK", "wins", (1_472, 5_880, 840), 2),
    ("QvR", "wins", (5_840, 0, 2_352), 2),
    ("RvN", "wins", (5_564, 0, 2_628), 5),
    ("BvN", "wins", (5_008, 0, 3_184), 7),
    ("KvN", "wins", (5_212, 0, 2_980), 19),
    ("BvB", "fewer", (2_976, 4_096, 1_120), 2),
)


def facts() -> Iterator[Fact]:
    """Every placing of the men, of those who are left, and of both movers counts; no symmetries are folded."""
    for material, stalemate, totals, longest in ANTICHESS:
        game = repr(Antichess(material, stalemate))
        yield Fact(game, "totals", totals, COUNTED, "recomputed", "medium")
        yield Fact(game, "longest", longest, COUNTED, "recomputed", "medium")
    for other, totals in (
        (Atomic("KvK"), (0, 8_064, 128)),
        (Atomic(), (132_704, 134_436, 169_648)),
        (RacingKings("KvK"), (3_144, 630, 2_982)),
    ):
        yield Fact(repr(other), "totals", totals, COUNTED, "recomputed", "medium")


def twin(game: Antichess | Atomic | RacingKings) -> Game:
    """Return the game on text: rays are walked, and each move is tried."""
    begin = game.show(game.start())
    if isinstance(game, Antichess):
        return TextAntichess(begin, game.stalemate)
    return TextAtomic(begin) if isinstance(game, Atomic) else TextRacing(begin, game.equalise)


Place = tuple[int, int]  # (file, rank), both from 0
Board = dict[Place, str]
ROOK = ((1, 0), (-1, 0), (0, 1), (0, -1))
BISHOP = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
GAITS = {"R": ROOK, "B": BISHOP, "Q": ROOK + BISHOP, "K": ROOK + BISHOP, "N": KNIGHT}


def taken_apart(position: str) -> tuple[Board, bool]:
    """Return who stands where, and whether White moves."""
    *rows, last = position.split("\n")
    board = {
        (file, 7 - line): sign
        for line, row in enumerate(rows)
        for file, sign in enumerate(row)
        if sign != "."
    }
    return board, last.startswith("white")


def written(board: Board, white: bool) -> str:
    rows = ["".join(board.get((file, rank), ".") for file in range(8)) for rank in range(7, -1, -1)]
    return "\n".join([*rows, f"{'white' if white else 'black'} to move"])


def reached(board: Board, white: bool) -> Iterator[tuple[Place, Place]]:
    """Yield where each man of one side may go, whatever else is asked."""
    for (file, rank), sign in board.items():
        if sign.isupper() != white:
            continue
        for right, up in GAITS[sign.upper()]:
            for distance in range(1, 2 if sign in "KkNn" else 8):
                target = file + distance * right, rank + distance * up
                if not (0 <= target[0] < 8 and 0 <= target[1] < 8):
                    break
                if target not in board or board[target].isupper() != white:
                    yield (file, rank), target
                if target in board:
                    break


def king_of(board: Board, white: bool) -> Place | None:
    return next((place for place, sign in board.items() if sign == ("K" if white else "k")), None)


def is_attacked(board: Board, white: bool) -> bool:
    """Return whether somebody may go to the square of this side's king."""
    return any(target == king_of(board, white) for _, target in reached(board, not white))


class TextVariant(Game):
    begin: str

    def start(self) -> str:
        return self.begin

    def play(self, position: str, move: tuple[Place, Place]) -> str:
        board, white = taken_apart(position)
        board[move[1]] = board.pop(move[0])
        return written(board, not white)


class TextAntichess(TextVariant):
    stalemate: str = "wins"

    def moves(self, position: str) -> list[tuple[Place, Place]]:
        board, white = taken_apart(position)
        found = list(reached(board, white))
        return [move for move in found if move[1] in board] or found

    def outcome(self, position: str) -> int:
        board, white = taken_apart(position)
        return UNDECIDED if any(sign.isupper() == white for sign in board.values()) else WIN

    def stuck(self, position: str) -> int:
        board, white = taken_apart(position)
        mine = sum(sign.isupper() == white for sign in board.values())
        if self.stalemate == "wins" or 2 * mine < len(board):
            return WIN
        return DRAW if 2 * mine == len(board) else LOSS


def touches(one: Place, other: Place) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


class TextAtomic(TextVariant):
    def moves(self, position: str) -> Iterator[tuple[Place, Place]]:
        board, white = taken_apart(position)
        for move in list(reached(board, white)):
            after, _ = taken_apart(self.play(position, move))
            if king_of(after, white) and (not king_of(after, not white) or not is_checked(after, white)):
                yield move

    def play(self, position: str, move: tuple[Place, Place]) -> str:
        board, white = taken_apart(position)
        if move[1] not in board:
            return super().play(position, move)
        del board[move[0]]
        return written(
            {place: sign for place, sign in board.items() if not touches(place, move[1])}, not white
        )

    def outcome(self, position: str) -> int:
        return UNDECIDED if king_of(*taken_apart(position)) else LOSS

    def stuck(self, position: str) -> int:
        return LOSS if is_checked(*taken_apart(position)) else DRAW


def is_checked(board: Board, white: bool) -> bool:
    """Return whether a king may be exploded without the other one."""
    mine, theirs = king_of(board, white), king_of(board, not white)
    assert mine and theirs
    return not touches(mine, theirs) and is_attacked(board, white)


class TextRacing(TextVariant):
    equalise: bool = True

    def moves(self, position: str) -> Iterator[tuple[Place, Place]]:
        board, white = taken_apart(position)
        for move in list(reached(board, white)):
            after, _ = taken_apart(self.play(position, move))
            kings = [king_of(after, side) for side in (True, False)]
            if None not in kings and not any(is_attacked(after, side) for side in (True, False)):
                yield move

    def outcome(self, position: str) -> int:
        board, white = taken_apart(position)
        home = [(king_of(board, side) or (0, 0))[1] == 7 for side in (True, False)]
        if white and home == [True, True]:
            return DRAW
        if white and home[0]:
            return WIN
        if white and home[1]:
            return LOSS
        return LOSS if home[0] and not self.equalise else UNDECIDED

    def stuck(self, position: str) -> int:
        king = king_of(taken_apart(position)[0], True)
        return LOSS if king and king[1] == 7 else DRAW


ENDGAME = "4k3/8/8/8/8/8/3R4/4K3"

FAMILY = Family(
    small=(Antichess("BvN", "fewer"), Antichess("KvK"), RacingKings("KvK")),
    larger=(
        Atomic("KQvKR"),
        Atomic("KvK"),
        RacingKings("KRvKN"),
        Antichess("QvKN"),
        RacingKings("KQvKB", equalise=False),
    ),
    facts=facts,
    twin=twin,
    slow_facts=("racing_kings(", "atomic("),
    refused=(
        (Antichess, {"material": "KPvK"}, "material='KPvK' is no material"),
        (Antichess, {"material": "KvKQRB"}, "has 5 men: give at most 4"),
        (Antichess, {"stalemate": "draws"}, "stalemate='draws' says not who wins"),
        (Atomic, {"material": "QvK"}, "has not one king a side"),
        (RacingKings, {"material": "KvQK"}, "has not one king a side, named first"),
        (RacingKings, {"equalise": 1}, "equalise=1 is not a yes or no"),
    ),
    unreadable=(
        (Antichess(), "8/8", "it has 2 parts"),
        (Antichess("QvN"), "8/8/8/8/8/8/8/QQ5n w", "there are more of Q than in QvN"),
        (Antichess("QvN"), "8/8/8/8/8/8/8/Q7 w", "play cannot stand so"),
        (Atomic("KRvK"), "4k3/8/8/8/8/8/4R3/K7 w", "play cannot stand so"),
        (RacingKings("KRvK"), "8/8/8/4k3/8/8/4R3/K7 w", "play cannot stand so"),
    ),
    written=(
        (Antichess("QvR"), "8/8/8/3r4/8/8/8/3Q4 w", "Qd1xd5"),
        (Antichess("BvN"), "8/8/8/8/8/8/7B/n7 b - -", "Na1-b3 Na1-c2"),
        (
            Atomic("KRvKR"),
            "8/8/8/8/8/3k4/8/KR5r w",
            "Ka1-a2 Ka1-b2 Rb1-c1 Rb1-d1 Rb1-e1 Rb1-f1 Rb1-g1 Rb1xh1",
        ),
        (RacingKings("KvK"), "8/8/8/8/8/8/8/k6K b", "Ka1-a2 Ka1-b1 Ka1-b2"),
    ),
)
