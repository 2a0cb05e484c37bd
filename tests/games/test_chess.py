"""Chess endgames against python-chess, which shares no line with them: moves, names, ends, texts; and the index."""

import itertools
import random
import re
from collections.abc import Iterator

import chess
import pytest
from support.marks import few, one_in

import zermelo
from zermelo.boards.indexes.king_pair_index import KingPairIndex
from zermelo.core.values import DRAW, LOSS
from zermelo.games.chess._chess_material import BISHOP, KNIGHT, ChessMaterials, unpack_material
from zermelo.games.chess.chess_endgame import ChessEndgame
from zermelo.verify.conformance.index_checks import ROWS, list_index_faults

MATERIALS = (
    "KvK",
    "KQvK",
    "KRvKN",
    "KBvKB",
    "KBNvK",
    "KBBvK",
    "KvKQQ",
    "KPvK",
    "KvKP",
    "KPPvK",
    "KvKNP",
    "KPvKP",
    "KPvKR",
    "KQQQvK",
    "KBBvKN",
    "KRvKRR",
    "KQRvKR",
    "KRPvKR",
    "KBvKQP",
)
SAMPLE = 40


def board_of(game: ChessEndgame, position: int) -> chess.Board:
    """Return python-chess's board of what `show` prints."""
    *rows, last = game.show(position).split("\n")
    mover, _, passing = last.partition(" to move")
    placing = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))
    board = chess.Board(f"{placing} {mover[0]} - {passing[-2:] or '-'} 0 1")
    assert not board.was_into_check()
    return board


def fen(board: chess.Board) -> str:
    """Return placing, mover, castling and a square where a capture in passing is legal."""
    return " ".join(board.fen(en_passant="legal").split()[:4])


def sample(game: ChessEndgame, seed: int, many: int = SAMPLE) -> Iterator[int]:
    """Yield random legal positions, half of them of the material with most men; some with a capture in passing."""
    chance = random.Random(f"{game!r} {seed}")
    found = 0
    while found < many:
        index = chance.randrange(game.index_end_by_tier[0] if found % 2 else game.size)
        if game.has_pawns_on_both_sides and found % 5 == 0:
            index = chance.randrange(
                2 * game.indexes_per_mover_by_material[game.materials_in_tier_order[0]],
                game.index_end_by_tier[0],
            )
        position = game.unrank(index)
        if position >= 0:
            found += 1
            yield position


@pytest.mark.parametrize("material", one_in(2, MATERIALS))
def test_moves_and_their_names_are_those_of_python_chess(material: str) -> None:
    game = ChessEndgame(material)
    for position in sample(game, 1):
        board = board_of(game, position)
        theirs = {}
        for move in board.legal_moves:
            said = board.san(move)
            board.push(move)
            theirs[said] = fen(board)
            board.pop()
        ours = {
            game.name(position, move): fen(board_of(game, game.play(position, move)))
            for move in game.moves(position)
        }
        assert ours == theirs, game.show(position)


@pytest.mark.parametrize("material", MATERIALS)
def test_no_move_is_mate_or_stalemate(material: str) -> None:
    game = ChessEndgame(material)
    for position in sample(game, 2):
        board = board_of(game, position)
        assert (game.stuck(position) == LOSS) == board.is_check()
        assert game.stuck(position) in (LOSS, DRAW)
        assert board.is_checkmate() == (not any(game.moves(position)) and game.stuck(position) == LOSS)
        assert board.is_stalemate() == (not any(game.moves(position)) and game.stuck(position) == DRAW)


@pytest.mark.parametrize("material", MATERIALS)
def test_children_are_positions_of_the_index_and_no_earlier_tier(material: str) -> None:
    game = ChessEndgame(material)
    for position in sample(game, 3):
        for child in (game.play(position, move) for move in game.moves(position)):
            index = game.rank(child)
            assert 0 <= index < game.size
            there = game.unrank(index)
            assert there >= 0
            assert game.rank(there) == index
            assert game.tier(child) == game.tier(there) >= game.tier(position)
            assert (
                game.index_end_by_tier[game.tier(child)]
                > index
                >= game.index_begin_by_tier[game.materials_in_tier_order[game.tier(child)]]
            )


@pytest.mark.parametrize("material", MATERIALS)
def test_the_start_and_texts_that_are_read_back_as_fen_too(material: str) -> None:
    game = ChessEndgame(material)
    start = game.start()  # a legal position of all men
    assert game.unrank(game.rank(start)) >= 0 and game.tier(start) == 0 and board_of(game, start).is_valid()
    for position in sample(game, 4):
        text = game.show(position)
        assert game.parse(text) == position
        assert game.parse(text.replace("\n", "/")) == position
        assert game.parse(board_of(game, position).fen()) == position
        assert game.parse(fen(board_of(game, position))) == position


@pytest.mark.parametrize("material", one_in(3, MATERIALS))
def test_symmetric_copies_have_one_index(material: str) -> None:
    game = ChessEndgame(material)
    for position in sample(game, 5, 100):
        board = board_of(game, position)
        pawns = bool(board.pawns)
        turns = (
            [chess.flip_horizontal]
            if pawns
            else [chess.flip_horizontal, chess.flip_vertical, chess.flip_diagonal]
        )
        for turn in turns:
            image = board.transform(turn)
            if board.ep_square is not None:
                image.ep_square = board.ep_square ^ 7
            assert game.rank(game.parse(image.fen())) == game.rank(position)


def classes(material: str, mover: chess.Color) -> int:
    """Count the legal positions of two kings and one white man up to symmetry, by python-chess alone."""
    piece = chess.Piece.from_symbol(material[1])
    pawn = piece.piece_type == chess.PAWN
    found = set()
    for white, black, square in itertools.permutations(range(64), 3):
        file, rank = white & 7, white >> 3
        if file > 3 or (rank > file and not pawn) or chess.square_distance(white, black) < 2:
            continue
        if pawn and square >> 3 in (0, 7):
            continue
        board = chess.Board(None)
        board.set_piece_at(square, piece)
        board.set_piece_at(white, chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(black, chess.Piece(chess.KING, chess.BLACK))
        board.turn = mover
        if not board.was_into_check():
            images = [(white, black, square)]
            if file == rank and not pawn:
                images.append((white, *((each & 7) << 3 | each >> 3 for each in (black, square))))
            found.add(min(images))
    return len(found)


@pytest.mark.parametrize("material", few(["KBvK", "KPvK"], 1))
def test_the_index_holds_each_class_of_legal_positions_once(material: str) -> None:
    game = ChessEndgame(material)
    counts = [0, 0]
    for index in range(game.index_end_by_tier[0]):
        position = game.unrank(index)
        if position >= 0:
            counts[position >> 30 & 1] += 1
            assert game.rank(position) == index
    assert counts == [classes(material, chess.WHITE), classes(material, chess.BLACK)]


@pytest.mark.parametrize("material", ["KPvKP", "KvKP", "KBBvK"])
def test_parents_are_the_moves_backwards(material: str) -> None:
    game = ChessEndgame(material)
    for position in sample(game, 6):
        index = game.rank(position)
        for parent in game.parents(game.unrank(index)):
            assert game.unrank(game.rank(parent)) >= 0 and game.tier(parent) == game.tier(position)
            assert index in {game.rank(game.play(parent, move)) for move in game.moves(parent)}
        for child in (game.play(position, move) for move in game.moves(position)):
            if game.tier(child) == game.tier(position):
                assert index in {game.rank(each) for each in game.parents(game.unrank(game.rank(child)))}


@pytest.mark.parametrize(
    "material", few(["KQvKR", "KRvKP", "KQvKBN", "KBNvK", "KvKQ", "KQRvKR", "KBNvKP"], 3)
)
def test_rows_say_of_all_their_places_what_is_said_of_each(material: str) -> None:
    """Of places in rows, drawn at random; `tests/solver/methods/test_in_place.py` has whole tables by rows."""
    game, chance = ChessEndgame(material), random.Random(11)
    indexed: dict[int, int] = {}
    while len(indexed) < 60:
        index = chance.randrange(game.size // 64 * 64)
        if game.is_row_of_indexes(index & -64) and (position := game.unrank(index)) != -1:
            indexed[index] = position
    assert ROWS in list_index_faults(game, dict(sorted(indexed.items())))


def test_a_row_that_is_none() -> None:
    """Two men alike, a pawn first, both kings on the diagonal; and what fills the last row of two pawns."""
    assert not any(ChessEndgame("KBBvK").is_row_of_indexes(index) for index in range(0, 64 * 600, 64))
    game = ChessEndgame("KPvKP")
    assert not any(game.is_row_of_indexes(index) for index in range(0, game.index_end_by_tier[0], 64 * 97))
    assert any(
        game.is_row_of_indexes(index) for index in range(game.index_end_by_tier[0], game.size - 64, 64 * 97)
    )
    assert (
        all(end % 64 == 0 for end in game.index_end_by_tier[:-1])
        and game.unrank(game.index_end_by_tier[0] - 1) == -1
    )
    game = ChessEndgame("KQvK")
    for index in range(0, game.index_end_by_tier[0], 64):
        kings = game.pieces_at_index(index) >> 18 & 4095
        on_diagonal = (kings & 63) % 9 == 0 and (kings >> 6) % 9 == 0
        assert game.is_row_of_indexes(index) != on_diagonal


@pytest.mark.parametrize(
    ("material", "mate_in"), few([("KQvK", 10), ("KRvK", 16), ("KBNvK", 33), ("KQvKR", 35)], 0)
)
def test_the_longest_mates_are_played_to_their_end(material: str, mate_in: int) -> None:
    """Move by move on python-chess's board: legal under these names, nobody mated before, mated then."""
    game = ChessEndgame(material)
    puzzles = zermelo.solve(game).puzzles(kinds=("longest",), count=3)
    assert len(puzzles) == 3 and puzzles[0].answer.remoteness == 2 * mate_in - 1
    for puzzle in puzzles:
        board = board_of(game, puzzle.position)
        for name in puzzle.line:
            assert not board.is_game_over(), "two bare kings or a stalemate"
            board.push_san(name)
        assert board.is_checkmate()
        assert len(puzzle.line) == puzzle.answer.remoteness


@pytest.mark.long
def test_a_king_and_a_pawn_win_as_often_as_stockfish_knows() -> None:
    """Its table of this endgame (`bitbase.cpp`) holds 111,282 wins of White's, whoever moves."""
    summary = zermelo.solve(ChessEndgame("KPvK")).summary
    queen, rook = (18_081, 25_160), (21_959, 25_260)  # won and lost by their movers, see `families`
    won, lost = (
        total - queen[place] - rook[place] for place, total in enumerate((summary.wins, summary.losses))
    )
    assert won + lost == 111_282


@pytest.mark.parametrize(("with_pawns", "pairs"), [(False, 462), (True, 1806)])
def test_pairs_of_kings(with_pawns: bool, pairs: int) -> None:
    kings = KingPairIndex(with_pawns=with_pawns)
    assert kings.size == pairs
    assert [kings.rank(kings.unrank(number)) for number in range(pairs)] == list(range(pairs))
    apart = [k for k in range(4096) if chess.square_distance(k & 63, k >> 6) > 1]
    assert [k for k in range(4096) if kings.rank(k) >= 0] == apart


def test_sizes_are_those_of_the_usual_index() -> None:
    game = ChessEndgame("KBNvK")
    assert game.index_end_by_tier[0] == 3_784_704
    assert ChessEndgame("KQRvKR").index_end_by_tier[0] == 242_221_056
    left = [unpack_material(material) for material in game.materials_in_tier_order]
    assert left == [(BISHOP, KNIGHT, 0), (KNIGHT, 0, 0), (BISHOP, 0, 0), (0, 0, 0)]
    assert len(ChessMaterials("KPvKP").all_materials) == 36
