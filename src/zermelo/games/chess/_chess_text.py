"""Chess positions and moves as people write them: boards, FEN, standard algebraic notation.

A board has eight rows from Black's side: capitals for White, small letters for Black, `.` for an empty
square. A last line names the side to move and, where a pawn can be taken en passant, the square it passed:

    ....k...
    ........
    ........
    ...pP...
    ........
    ........
    ........
    ....K...
    white to move, en passant d6

FEN is read as well: `4k3/8/8/3pP3/8/8/8/4K3 w - d6`, with or without the two numbers at its end.

`games.chess.chess_endgame` imports this module, so its type is imported here for type checking only.

`ChessEndgame` imports this file, so its type is named for the reader alone.
"""

import re
from typing import TYPE_CHECKING, Final

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.boards.pictures.picture_places import rectangle_cell_names
from zermelo.core.errors import BadParameter, ColoursExchanged, quote
from zermelo.core.game import Game
from zermelo.games.chess._chess_material import LETTERS as KINDS_BESIDE
from zermelo.games.chess._chess_material import pack_material
from zermelo.games.chess._chess_pieces import BLACK, BLACK_KING, KINDS, PASSING, WHITE_KING
from zermelo.games.chess._chess_step_tables import BISHOP, BLACK_PAWN, KING, KNIGHT, PAWN, QUEEN, ROOK

if TYPE_CHECKING:
    from zermelo.games.chess.chess_endgame import ChessEndgame

LETTERS: Final = KINDS_BESIDE | {KING: "K"}
SIDES: Final = ("white", "black")
LAST_LINE: Final = re.compile(r"(white|black) to move(?:, en passant ([a-h][36]))?")
FEN_FIELDS: Final = re.compile(  # counters may be left out, and operations of EPD follow
    r"([wb])(?: ([-KQkqA-Ha-h]+)(?: (-|[a-h][36])(?: \d+){0,2}(?: [A-Za-z]\w*(?:\"[^\"]*\"|[^;\"])*;)*)?)?"
)
HOMES: Final = {  # the squares of White's pieces at the start, one after the other
    QUEEN: ("d1", "d2", "d3"),
    ROOK: ("a1", "h1", "a2"),
    BISHOP: ("c1", "f1", "c2"),
    KNIGHT: ("b1", "g1", "b2"),
    PAWN: ("e2", "d2", "c2"),
    KING: ("e1",),
}

PlacedPieces = list[tuple[str, int]]  # (letter, square), capitals are White's


def square_name(square: int) -> str:
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def parse_square_name(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def start(game: "ChessEndgame") -> int:
    """Return the starting position: all pieces on their home squares, White to move."""
    men: PlacedPieces = []
    for side, letters in enumerate(game.material.split("v")):
        for letter in letters:
            sign = letter.lower() if side else letter
            kind = next(kind for kind in HOMES if LETTERS[kind] == letter)
            home = parse_square_name(HOMES[kind][sum(sign == other for other, _ in men)])
            men.append((sign, home ^ 56 if side else home))
    return build_position(game, men, 0)


def build_position(game: "ChessEndgame", men: PlacedPieces, side: int) -> int:
    """Return the position with these pieces, one king of each side among them, and `side` to move."""
    position = game.empty_position | (BLACK if side else 0)
    slots = list(game.first_slot_by_side[:2])
    kinds = {letter: kind for kind, letter in LETTERS.items() if kind != BLACK_PAWN}
    for sign, square in men:
        black = sign.islower()
        if sign in "Kk":
            position |= square << 6 * (BLACK_KING if black else WHITE_KING)
        else:
            kind = BLACK_PAWN if sign == "p" else kinds[sign.upper()]
            position |= kind << KINDS + 3 * slots[black] | square << 6 * slots[black]
            slots[black] += 1
    return game.sort_slots(position)


def list_pieces(game: "ChessEndgame", position: int) -> PlacedPieces:
    """Return the pieces on the board."""
    found: PlacedPieces = []
    for side in (0, 1):
        for man in (game.piece_in_slot(position, slot) for slot in game.slots_by_side[side]):
            if man >> 6:
                letter = LETTERS[man >> 6]
                found.append((letter.lower() if side else letter, man & 63))
    return found


def en_passant_square(game: "ChessEndgame", position: int) -> int:
    """Return the square passed by the pawn that can be taken en passant."""
    return next(square for square in range(64) if game.is_en_passant_target(position, square))


def show(game: "ChessEndgame", position: int) -> str:
    """Return the position as text."""
    signs = {square: sign for sign, square in list_pieces(game, position)}
    rows = ["".join(signs.get(8 * rank + file, ".") for file in range(8)) for rank in range(7, -1, -1)]
    last = f"{SIDES[position >> 30 & 1]} to move"
    if position & PASSING:
        last += f", en passant {square_name(en_passant_square(game, position))}"
    return "\n".join([*rows, last])


MEN = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}


def depict(game: "ChessEndgame", position: int) -> Picture:
    """Return a picture of the position, with White at the bottom and in the light colour."""
    note = show(game, position).split("\n")[-1]
    return depict_pieces(list_pieces(game, position), position >> 30 & 1, note)


def depict_pieces(men: PlacedPieces, side: int, note: str) -> Picture:
    """Return a picture of the pieces on a chess board, with `side` to move."""
    signs = {(7 - square // 8) * 8 + square % 8: sign for sign, square in men}
    looks = {
        sign: (shape, side)
        for letter, shape in MEN.items()
        for side, sign in enumerate((letter.upper(), letter))
    }
    names = rectangle_cell_names(8, 8, from_bottom=True)
    return depict_signs(signs, looks, 8, 8, names=names, chequered=True, notes=(note,), mover=side)


def parse(game: "ChessEndgame", text: str) -> int:
    """Read a board, FEN or EPD; raises `UnreadablePosition`.

    If the game has this material only with the colours exchanged, the board is turned top to bottom with
    colours exchanged. A `ColoursExchanged` warning reports it. Errors describe the board as it was written.
    """
    rows, side, passing = split_position_text(game, text)
    men = read_piece_rows(game, text, rows)
    turned = [(sign.swapcase(), square ^ 56) for sign, square in men]
    is_exchanged = not _can_reach_material(game, men) and _can_reach_material(game, turned)
    _check_pieces(game, text, men, is_exchanged=is_exchanged)
    note = f" (the colours are exchanged, as {game.material} has them)" if is_exchanged else ""
    behind = {square: sign for sign, square in men}.get(
        parse_square_name(passing) + (8 if side else -8) if passing else -1
    )
    is_passed = bool(passing) and behind == ("P" if side else "p") and passing[1] == "63"[side]
    position = build_position(game, turned, 1 - side) if is_exchanged else build_position(game, men, side)
    if not game.is_legal_position(position):
        stand = f"{SIDES[1 - side]} is in check and {SIDES[side]} is to move{note}"
        remedy = "players may not leave their king attacked: change a piece or the mover"
        raise unreadable(game, text, stand, remedy)
    if passing and not is_passed:
        stand = f"no pawn has just passed {passing}{note}"
        raise unreadable(game, text, stand, "leave the square out, or put a pawn beyond it")
    if is_passed and game.has_pawns_on_both_sides and game.is_en_passant_possible(position):
        position |= PASSING
    if is_exchanged:
        ColoursExchanged.warn_or_collect(
            f"{quote(text)} is read with the colours exchanged, as {game.material} has them: "
            f"{'/'.join(show(game, position).splitlines())}: values and moves are reported for that board"
        )
    return position


def split_position_text(game: Game, text: str) -> tuple[list[str], int, str]:
    """Return the rows of the board, the side to move, and the en passant square or an empty text."""
    text = text.strip()
    if not re.search(r"\s", text):  # as links write it
        text = text.replace("_", " ")
    parts = [part.strip() for part in text.replace("\n", "/").split("/", 8)]
    parts = [part for part in parts if part]
    if len(parts) >= 8:
        parts[7:] = [*parts[7].split(maxsplit=1), *parts[8:]]
        parts[8:] = ["/".join(parts[8:])] if parts[8:] else []
    if len(parts) != 9:
        raise unreadable(
            game,
            text,
            f"it has {len(parts)} parts",
            "write 8 rows and who moves, as in 'white to move', or FEN",
        )
    last = " ".join(parts[8].split())
    said = LAST_LINE.fullmatch(last)
    if said:
        return parts[:8], SIDES.index(said[1]), said[2] or ""
    said = FEN_FIELDS.fullmatch(last)
    if not said:
        raise unreadable(
            game, text, f"{last!r} does not say who moves", "write 'white to move', or 'w - -' as in FEN"
        )
    if said[2] not in (None, "-"):
        raise unreadable(game, text, f"{said[2]!r} allows castling", "endgames have none: write -")
    return parts[:8], "wb".index(said[1]), (said[3] or "-").strip("-")


def read_piece_rows(game: Game, text: str, rows: list[str]) -> PlacedPieces:
    men: PlacedPieces = []
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        signs = re.sub("[1-8]", lambda digit: "." * int(digit[0]), row)
        if len(signs) != 8 or re.search("[^.KQRBNPkqrbnp]", signs):
            raise unreadable(
                game, text, f"{row!r} is no row", "write 8 of KQRBNPkqrbnp and '.', or digits as in FEN"
            )
        men += [(sign, 8 * rank + file) for file, sign in enumerate(signs) if sign != "."]
    return men


def _list_piece_kinds_by_side(men: PlacedPieces) -> list[list[int]]:
    """Return the kinds of the pieces other than the kings, White's and Black's, in the order of `HOMES`."""
    signs = [sign for sign, _ in men]
    numbers = {kind: (LETTERS[kind], LETTERS[kind].lower()) for kind in HOMES if kind != KING}
    return [[kind for sign in signs for kind in numbers if sign == numbers[kind][side]] for side in (0, 1)]


def _can_reach_material(game: "ChessEndgame", men: PlacedPieces) -> bool:
    """Return whether the game starts with these pieces or can come down to them."""
    whites, blacks = _list_piece_kinds_by_side(men)
    if (
        len(whites) > game.materials.white_slot_count
        or len(blacks) > game.materials.slot_count - game.materials.white_slot_count
    ):
        return False
    empty = [0] * (game.materials.white_slot_count - len(whites))
    return (
        pack_material([*whites, *empty, *blacks], game.materials.white_slot_count)
        in game.materials_in_tier_order
    )


def _check_pieces(game: "ChessEndgame", text: str, men: PlacedPieces, *, is_exchanged: bool) -> None:
    """Refuse pieces that this game cannot have, and pawns on the first or last rank."""
    signs = [sign for sign, _ in men]
    if signs.count("K") != 1 or signs.count("k") != 1:
        raise unreadable(
            game,
            text,
            f"it has {signs.count('K')} white kings and {signs.count('k')} black ones",
            "put one of each",
        )
    for sign, square in men:
        if sign in "Pp" and square >> 3 in (0, 7):
            raise unreadable(
                game, text, f"a pawn stands on {square_name(square)}", "move it to the ranks 2 to 7"
            )
    if not is_exchanged and not _can_reach_material(game, men):
        sides = _list_piece_kinds_by_side(men)
        title = "v".join(
            "K" + "".join(LETTERS[kind] for kind in sorted(side, key=list(HOMES).index)) for side in sides
        )
        other: Game | None = None
        try:
            other, remedy = type(game)(material=title), f"solve {title} for itself"
        except BadParameter as error:
            remedy = str(error)
        refused = unreadable(game, text, f"{title} does not come of {game.material}", remedy)
        refused.other = other
        raise refused


def name(game: "ChessEndgame", position: int, move: int) -> str:
    """Return a move in standard algebraic notation."""
    child = game.play(position, move)
    man, target = game.piece_in_slot(position, move & 7), move >> 3 & 63
    takes = len(list_pieces(game, child)) < len(list_pieces(game, position))
    if game.is_pawn(man):
        text = (square_name(man)[0] + "x" if takes else "") + square_name(target)
        text += f"={LETTERS[move >> 9 & 7]}" if move >> 9 & 7 else ""
    else:
        text = (
            LETTERS[man >> 6]
            + _disambiguate_origin(game, position, move)
            + ("x" if takes else "")
            + square_name(target)
        )
    if game.stuck(child) < 0:
        text += "+" if any(True for _ in game.moves(child)) else "#"
    return text


def _disambiguate_origin(game: "ChessEndgame", position: int, move: int) -> str:
    """Return the file, rank or both that distinguish a piece from others of its kind with the same target."""
    kind = game.piece_in_slot(position, move & 7) >> 6
    square = square_name(game.piece_in_slot(position, move & 7) & 63)
    others = {
        square_name(game.piece_in_slot(position, other & 7) & 63)
        for other in game.moves(position)
        if game.piece_in_slot(position, other & 7) >> 6 == kind
        and (other ^ move) >> 3 & 63 == 0
        and other & 7 != move & 7
    }
    if not others:
        return ""
    if all(other[0] != square[0] for other in others):
        return square[0]
    return square[1] if all(other[1] != square[1] for other in others) else square
