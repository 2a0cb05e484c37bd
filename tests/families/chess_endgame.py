"""Chess endgames: known facts, and what is no position.

The program that made most of these figures counts each material for itself, one position for each class of
symmetric ones, and gives White's and Black's separately. A game here holds all that its material becomes, so
the figures of those materials are added. Two men alike are two men there, and positions that differ by their
exchange are two: KBBvK has half as many wins and losses here. (Draws are not exactly half, where both kings
stand on the diagonal; two bishops of one colour win nothing.) Mates are given in moves: mate in n by White is
2 n - 1 plies, and Black, to move, holds out for 2 n.
"""

from collections.abc import Iterator

from families import BOTH, Family, facts_of
from families._text_boards import AROUND, DIAGONAL, STRAIGHT, Text, cells_of
from zermelo import DRAW, LOSS
from zermelo.games.chess.chess_endgame import ChessEndgame

SYZYGY = "syzygy1/tb, rtbgen -s: statistics generated"
NALIMOV = "tables of Nalimov and Thompson"
# White's wins, draws, losses to move, then Black's
KQVK = (18_081, 0, 0, 0, 2_896, 25_160)
KRVK = (21_959, 0, 0, 0, 2_796, 25_260)
KBVK = (0, 24_178, 0, 0, 28_056, 0)  # White's and Black's legal positions, counted: all are drawn
KNVK = (0, 25_750, 0, 0, 28_056, 0)
KVK = (0, 462, 0, 0, 462, 0)
TABLES = (  # material, its own figures, those of what it becomes; moves to the longest mate
    ("KQvK", KQVK, (KVK,), 10),
    ("KRvK", KRVK, (KVK,), 16),
    ("KBNvK", (1_352_913, 6_665, 0, 0, 309_147, 1_398_741), (KBVK, KNVK, KVK), 33),
    ("KQvKR", (1_108_111, 8_963, 2_142, 386_313, 78_518, 883_075), (KQVK, KRVK, KVK), 35),
    ("KRvKB", (473_447, 874_459, 0, 0, 1_431_462, 47_736), (KRVK, KBVK, KVK), 29),
    ("KRvKN", (651_492, 696_413, 1, 4, 1_396_546, 170_672), (KRVK, KNVK, KVK), 40),
    ("KQvKB", (1_115_754, 3_462, 0, 0, 342_019, 1_137_179), (KQVK, KBVK, KVK), 17),
)


def totals(*materials: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the sums of some figures, White's and Black's together."""
    wins, draws, losses, *others = map(sum, zip(*materials, strict=True))
    return wins + others[0], draws + others[1], losses + others[2]


Place = tuple[int, int]  # (file, rank), both from 0
Board = dict[Place, str]
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
GAITS = {"R": STRAIGHT, "B": DIAGONAL, "Q": AROUND, "K": AROUND, "N": KNIGHT}
HOMES = {"K": ["e1"], "Q": ["d1"], "R": ["a1", "h1"], "B": ["c1", "f1"], "N": ["b1", "g1"], "P": ["e2", "d2"]}
FILES = "abcdefgh"


class TextChess(Text):
    """Rays are walked, and a move is legal where no reply takes the king."""

    def start(self) -> str:
        board: Board = {}
        for side, letters in zip((1, -1), self.game.material.split("v"), strict=True):
            for number, letter in enumerate(letters):
                file, rank = HOMES[letter][letters[:number].count(letter)]
                row = int(rank) - 1 if side > 0 else 8 - int(rank)
                board[FILES.index(file), row] = letter if side > 0 else letter.lower()
        return written(board, True)

    def moves(self, position: str) -> Iterator[tuple[Place, Place, str]]:
        board, white, passing = taken_apart(position)
        for origin, target in reached(board, white, passing):
            if not is_attacked(after(board, origin, target, board[origin], passing), white):
                last = board[origin] in "Pp" and target[1] in (0, 7)
                for become in "QRBN" if last else " ":
                    yield origin, target, become

    def play(self, position: str, move: tuple[Place, Place, str]) -> str:
        board, white, passing = taken_apart(position)
        origin, target, become = move
        sign = board[origin] if become == " " else become if white else become.lower()
        board = after(board, origin, target, sign, passing)
        if sign in "Pp" and abs(target[1] - origin[1]) == 2:
            passed = target[0], (origin[1] + target[1]) // 2
            text = written(board, not white, passed)
            if any(end == passed and board[begin] in "Pp" for begin, end, _ in self.moves(text)):
                return text
        return written(board, not white)

    def stuck(self, position: str) -> int:
        board, white, _ = taken_apart(position)
        return LOSS if is_attacked(board, white) else DRAW


def taken_apart(text: str) -> tuple[Board, bool, Place | None]:
    """Return who stands where, whether White moves, and the square that a pawn has just passed."""
    *rows, last = text.split("\n")
    cells = cells_of("\n".join(rows))
    board = {(file, 7 - line): sign for (line, file), sign in cells.items() if sign != "."}
    words = last.replace(",", "").split()
    passing = (FILES.index(words[-1][0]), int(words[-1][1]) - 1) if "passant" in words else None
    return board, words[0] == "white", passing


def written(board: Board, white: bool, passing: Place | None = None) -> str:
    rows = ["".join(board.get((file, rank), ".") for file in range(8)) for rank in range(7, -1, -1)]
    last = f", en passant {FILES[passing[0]]}{passing[1] + 1}" if passing else ""
    return "\n".join([*rows, f"{'white' if white else 'black'} to move{last}"])


def after(board: Board, origin: Place, target: Place, sign: str, passing: Place | None) -> Board:
    left = {place: each for place, each in board.items() if place not in (origin, target)}
    if sign in "Pp" and target == passing:
        del left[target[0], origin[1]]
    return left | {target: sign}


def reached(board: Board, white: bool, passing: Place | None = None) -> Iterator[tuple[Place, Place]]:
    """Yield the moves of one side whether or not its king is attacked after them."""
    for (file, rank), sign in board.items():
        if sign.isupper() != white:
            continue
        if sign in "Pp":
            yield from pawn_moves(board, (file, rank), passing)
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


def pawn_moves(board: Board, place: Place, passing: Place | None) -> Iterator[tuple[Place, Place]]:
    file, rank = place
    forward, home = (1, 1) if board[place] == "P" else (-1, 6)
    for side in (file - 1, file + 1):
        target = side, rank + forward
        if target == passing or (target in board and board[target].isupper() != board[place].isupper()):
            yield place, target
    if (file, rank + forward) not in board:
        yield place, (file, rank + forward)
        if rank == home and (file, rank + 2 * forward) not in board:
            yield place, (file, rank + 2 * forward)


def king_of(board: Board, white: bool) -> Place | None:
    return next((place for place, sign in board.items() if sign == ("K" if white else "k")), None)


def is_attacked(board: Board, white: bool) -> bool:
    """Whether an opponent's piece may go to the square of this side's king."""
    king = king_of(board, white)
    return any(target == king for _, target in reached(board, not white))


KQK, PAWNS = ChessEndgame("KQvK"), ChessEndgame("KPvKP")
KQK, PAWNS = ChessEndgame("KQvK"), ChessEndgame("KPvKP")


FAMILY = Family(
    small=(ChessEndgame("KvK"),),
    larger=(ChessEndgame("KPvKP"), ChessEndgame("KRPvKR"), ChessEndgame("KBBvKN")),
    facts=(
        # Endgames without pawns; 'medium' even where classes are few, as the definitions fold no symmetries.
        *(
            fact
            for material, own, others, mate in TABLES
            for game in [ChessEndgame(material)]
            for fact in (
                *facts_of(
                    game,
                    SYZYGY,
                    size="medium",
                    totals=totals(own, *others),
                    positions=sum(totals(own, *others)),
                ),
                *facts_of(game, NALIMOV, BOTH if mate < 30 else "literature", "medium", longest=2 * mate),
            )
        ),
        *facts_of(ChessEndgame("KBBvK"), SYZYGY, size="medium", wins=312_951),
        *facts_of(ChessEndgame("KBBvK"), NALIMOV, BOTH, "medium", longest=38),
        # Either side may win: mate in 13 is 25 plies, and nobody holds out for longer than the 24 that
        # follow.
        *facts_of(ChessEndgame("KQvKQ"), NALIMOV, BOTH, "medium", longest=25),
        *facts_of(ChessEndgame("KPvK"), "mate in 28, Thompson", "literature", "medium", longest=56),
        *facts_of(ChessEndgame("KvK"), "the rules", "literature", value=0),
    ),
    twin=TextChess,
    refused=(
        (ChessEndgame, {"material": "KNBvK"}, "material='KNBvK' is not in the usual order: write KBNvK"),
        (ChessEndgame, {"material": "KBN"}, "material='KBN' is no material: write White's pieces"),
        (ChessEndgame, {"material": "KBvKX"}, "is no material"),
        (ChessEndgame, {"material": "QvK"}, "is no material"),
        (ChessEndgame, {"material": "KKvK"}, "is no material"),
        (ChessEndgame, {"material": "kqvk"}, "is no material"),
        (ChessEndgame, {"material": ""}, "material='' is no material"),
        (ChessEndgame, {"material": 4}, "material=4 is no text: give one like material='KQvK'"),
        (
            ChessEndgame,
            {"material": "KQRBvKR"},
            "material='KQRBvKR' has 6 pieces: give at most five, kings included",
        ),
        (ChessEndgame, {"material": "KPPvKR"}, "has 5,912,672,220 indexes with what its pawns can become"),
    ),
    unreadable=(
        (KQK, "", "it has 0 parts: write 8 rows and who moves"),
        (KQK, "8/8/8/8/8/8/8/KQ5k", "it has 8 parts"),
        (KQK, "8/8/8/8/8/8/8/KQ5k/white", "'white' does not say who moves"),
        (KQK, "8/8/8/8/8/8/8/KQ6k w - -", "'KQ6k' is no row"),
        (KQK, "8/8/8/8/8/8/8/KX5k w - -", "'KX5k' is no row"),
        (KQK, "4k3/8/8/8/8/8/8/R3K2Q w K - 0 1", "'K' allows castling: endgames have none"),
        (KQK, "8/8/8/8/8/8/8/KQ6 w - -", "it has 1 white kings and 0 black ones"),
        (KQK, "8/8/8/8/8/8/8/KR5k b - -", "KRvK does not come of KQvK"),
        (KQK, "8/8/8/8/8/8/8/KQQ4k b - -", "KQQvK does not come of KQvK"),
        (KQK, "8/8/8/8/8/8/8/Kr5k w - -", "KvKR does not come of KQvK"),
        (KQK, "8/8/8/8/8/8/8/KQ5k w - -", "black is in check and white is to move"),
        (KQK, "8/8/8/8/8/8/Q7/Kk6 w - -", "black is in check and white is to move"),
        (KQK, "8/8/8/8/8/Q7/8/Kk6 w - -", "black is in check and white is to move"),
        (PAWNS, "4k3/8/8/8/8/8/8/P3K3 w - -", "a pawn stands on a1"),
        (PAWNS, "4k3/8/8/3pP3/8/8/8/4K3 w - c6", "no pawn has just passed c6"),
        (PAWNS, "4k3/8/8/3pP3/8/8/8/4K3 b - e3", "no pawn has just passed e3"),
    ),
    written=(
        (KQK, "......../......../......../......../......../.....K../......../Q.....k./black to move", "Kh2"),
        (PAWNS, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e6 Ke2 Kf1 Kd1 Kf2 Kd2"),
        (PAWNS, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e6 Ke2 Kf1 Kd1 Kf2 Kd2"),
        (PAWNS, "8/P6k/8/8/8/8/7K/8 w", "a8=Q a8=R a8=B a8=N Kh3 Kh1 Kg2 Kg1 Kg3"),
    ),
)
