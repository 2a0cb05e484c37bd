from collections.abc import Iterator

from families import Family, counted
from families._text_boards import Text
from families.chess_endgame import Board, Place, is_attacked, king_of, reached, taken_apart, written
from zermelo import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.chess.chess_variants import Antichess, Atomic, RacingKings

COUNTED = "moves by python-chess 1.11 (chess.variant), and retrograde analysis in dictionaries"


class TextVariant(Text):
    def start(self) -> str:
        return self.game.show(self.game.start())

    def play(self, position: str, move: tuple[Place, Place]) -> str:
        board, white, _ = taken_apart(position)
        board[move[1]] = board.pop(move[0])
        return written(board, not white)


class TextAntichess(TextVariant):
    def moves(self, position: str) -> list[tuple[Place, Place]]:
        board, white, _ = taken_apart(position)
        found = list(reached(board, white))
        return [move for move in found if move[1] in board] or found

    def mine(self, position: str) -> int:
        board, white, _ = taken_apart(position)
        return sum(sign.isupper() == white for sign in board.values())

    def outcome(self, position: str) -> int:
        return UNDECIDED if self.mine(position) else WIN

    def stuck(self, position: str) -> int:
        mine, pieces = self.mine(position), len(taken_apart(position)[0])
        if self.game.stalemate == "wins" or 2 * mine < pieces:
            return WIN
        return DRAW if 2 * mine == pieces else LOSS


def touches(one: Place, other: Place) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


class TextAtomic(TextVariant):
    def moves(self, position: str) -> Iterator[tuple[Place, Place]]:
        board, white, _ = taken_apart(position)
        for move in list(reached(board, white)):
            after, _, _ = taken_apart(self.play(position, move))
            if king_of(after, white) and (not king_of(after, not white) or not is_checked(after, white)):
                yield move

    def play(self, position: str, move: tuple[Place, Place]) -> str:
        board, white, _ = taken_apart(position)
        if move[1] not in board:
            return super().play(position, move)
        left = {
            place: sign for place, sign in board.items() if not touches(place, move[1]) and place != move[0]
        }
        return written(left, not white)

    def outcome(self, position: str) -> int:
        board, white, _ = taken_apart(position)
        return UNDECIDED if king_of(board, white) else LOSS

    def stuck(self, position: str) -> int:
        board, white, _ = taken_apart(position)
        return LOSS if is_checked(board, white) else DRAW


def is_checked(board: Board, white: bool) -> bool:
    """Return whether a king may be exploded without the other one."""
    mine, theirs = king_of(board, white), king_of(board, not white)
    assert mine and theirs
    return not touches(mine, theirs) and is_attacked(board, white)


class TextRacing(TextVariant):
    def moves(self, position: str) -> Iterator[tuple[Place, Place]]:
        board, white, _ = taken_apart(position)
        for move in list(reached(board, white)):
            after, _, _ = taken_apart(self.play(position, move))
            if all(king_of(after, side) and not is_attacked(after, side) for side in (True, False)):
                yield move

    def outcome(self, position: str) -> int:
        board, white, _ = taken_apart(position)
        home = [(king_of(board, side) or (0, 0))[1] == 7 for side in (True, False)]
        if white and home == [True, True]:
            return DRAW
        if white and home[0]:
            return WIN
        if white and home[1]:
            return LOSS
        return LOSS if home[0] and not self.game.equalise else UNDECIDED

    def stuck(self, position: str) -> int:
        king = king_of(taken_apart(position)[0], True)
        return LOSS if king and king[1] == 7 else DRAW


TEXTS = {Antichess: TextAntichess, Atomic: TextAtomic, RacingKings: TextRacing}


FAMILY = Family(
    small=(Antichess("BvN", "fewer"), Antichess("KvK"), RacingKings("KvK")),
    larger=(
        Atomic("KQvKR"),
        Atomic("KvK"),
        RacingKings("KRvKN"),
        Antichess("QvKN"),
        RacingKings("KQvKB", equalise=False),
    ),
    # Every placing of the men, of those who are left, and of both movers counts; no symmetries are folded.
    facts=(
        *counted("totals longest", COUNTED, size="medium")(
            (Antichess(), (1_472, 5_880, 840), 2),
            (Antichess("QvR"), (5_840, 0, 2_352), 2),
            (Antichess("RvN"), (5_564, 0, 2_628), 5),
            (Antichess("BvN"), (5_008, 0, 3_184), 7),
            (Antichess("KvN"), (5_212, 0, 2_980), 19),
            (Antichess("BvB", "fewer"), (2_976, 4_096, 1_120), 2),
        ),
        *counted("totals size", COUNTED)(
            (Atomic("KvK"), (0, 8_064, 128), "medium"),
            (Atomic(), (132_704, 134_436, 169_648), "medium"),
            (RacingKings("KvK"), (3_144, 630, 2_982), "medium"),
        ),
    ),
    twin=lambda game: TEXTS[type(game)](game),
    slow_facts=("racing_kings(", "atomic("),
    refused=(
        (Antichess, {"material": "KPvK"}, "material='KPvK' is no material"),
        (Antichess, {"material": "KvKQRB"}, "has 5 pieces: give at most 4"),
        (Antichess, {"stalemate": "draws"}, "stalemate='draws' is unknown: give 'wins' or 'fewer'"),
        (Atomic, {"material": "QvK"}, "has not one king a side"),
        (RacingKings, {"material": "KvQK"}, "has not one king a side, named first"),
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
