"""Jumps that go on: rules of the kit beside a twin on text that knows no bits, at every position."""

from collections.abc import Iterator

import pytest
from boards.walking import check_machine_code, every_position
from support.marks import few

from zermelo import UNDECIDED
from zermelo.boards import JumpingGame
from zermelo.core import UnreadablePosition
from zermelo.core.game import Position


class Chase(JumpingGame):
    """Step to a free cell beside, or jump over men of the other's and take them, on and on; no move loses."""

    setup = "XX.O/..../X.OO"

    def moves(self, position: Position) -> Iterator[int]:
        _, theirs = self.pieces(position)
        pieces, free = self.jumping_pieces(position), self.empty_cells(position)
        yield from self.jumps(pieces, theirs, free, self.board.side_directions)
        if self.continuing_piece(position) == 0:
            yield from self.steps(pieces, free, self.ahead[self.side_to_move(position)])

    def play(self, position: Position, move: int) -> Position:
        if self.is_jump(move):
            return self.position_after_jump(position, move, self.board.side_directions)
        mine, theirs = self.pieces(position)
        return self.next_position(
            position, mine ^ (1 << self.start_of(move) | 1 << self.end_of(move)), theirs
        )

    @property
    def ahead(self) -> tuple[tuple[int, ...], ...]:
        return (0, 1), (2, 3)


class WideChase(Chase):
    wide = True


def after_moves(text: str) -> dict[str, str]:
    """Return what each move of the game on text leads to."""
    *rows, last = text.split("\n")
    piece = rows.pop().removeprefix("jumps on: ") if rows[-1].startswith("jumps on") else ""
    mover, other = ("X", "O") if last.startswith("X") else ("O", "X")
    cells = {f"{'abcd'[x]}{y + 1}": (y, x) for y in range(3) for x in range(4)}
    names = {place: name for name, place in cells.items()}

    def jumps(board: list[str], y: int, x: int) -> list[tuple[int, int]]:
        found = []
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            over, end = (y + down, x + right), (y + 2 * down, x + 2 * right)
            if end in names and board[over[0]][over[1]] == other and board[end[0]][end[1]] == ".":
                found.append(end)
        return found

    def moved(board: list[str], start: tuple[int, int], end: tuple[int, int]) -> list[str]:
        signs = [list(row) for row in board]
        signs[start[0]][start[1]] = "."
        signs[(start[0] + end[0]) // 2][(start[1] + end[1]) // 2] = "."
        signs[end[0]][end[1]] = mover
        return ["".join(row) for row in signs]

    found = {}
    for start, (y, x) in cells.items():
        if rows[y][x] != mover or (piece and start != piece):
            continue
        for end in jumps(rows, y, x):
            board = moved(rows, (y, x), end)
            goes_on = [f"jumps on: {names[end]}"] if jumps(board, *end) else []
            turn = mover if goes_on else other
            found[f"{start}-{names[end]}"] = "\n".join([*board, *goes_on, f"{turn} to move"])
        for down, right in () if piece else ((0, 1), (1, 0)) if mover == "X" else ((0, -1), (-1, 0)):
            end = (y + down, x + right)
            if end in names and rows[end[0]][end[1]] == ".":
                board = moved(rows, (y, x), end)
                found[f"{start}-{names[end]}"] = "\n".join([*board, f"{other} to move"])
    return found


@pytest.mark.parametrize("kind", [Chase, WideChase])
def test_every_jump_is_that_of_the_twin(kind: type[Chase]) -> None:
    game = kind()
    everywhere = every_position(game)
    going_on = 0
    for position in sorted(everywhere)[::9]:
        text = game.show(position)
        assert game.parse(text) == position and game.outcome(position) == UNDECIDED
        after = {move: game.play(position, move) for move in game.moves(position)}
        named = {game.name(position, move): game.show(child) for move, child in after.items()}
        assert len(named) == len(after) and named == after_moves(text), text
        going_on += game.continuing_piece(position) != 0
    assert going_on > 2 and len(everywhere) > 1_000


@pytest.mark.parametrize("whole", few([False, True], 0))
def test_the_contract_is_kept_and_machine_code_says_the_same(whole: bool) -> None:
    check_machine_code(Chase(), whole=whole)


class Crowned(JumpingGame):
    setup = "Xo../o.../.o../...."
    signs = "XKox"


def test_marks_go_with_the_man_that_jumps_and_leave_with_those_taken() -> None:
    game = Crowned()
    position = game.parse("K.../x.../..../..../X to move")
    after = game.position_after_jump(position, game.encode_move(0, 8), game.board.side_directions)
    assert game.show(after) == "....\n....\nK...\n....\nO to move"
    there = game.parse("K.../x.../..../Xo../X to move")
    goes_on = game.position_after_jump(there, game.encode_move(0, 8), (0,))
    assert game.side_to_move(goes_on) == 1
    twice = game.parse("K.../x.../.x../..../X to move")
    kept = game.position_after_jump(twice, game.encode_move(0, 8), game.board.side_directions)
    assert game.show(kept) == "....\n....\nKx..\n....\njumps on: a3\nX to move"
    assert game.parse(game.show(kept)) == kept and game.pieces(kept) == (1 << 8, 1 << 9)
    assert (
        game.pieces(game.passed(kept)) == (1 << 9, 1 << 8) and game.continuing_piece(game.passed(kept)) == 0
    )


def test_what_is_refused() -> None:
    for line in ("jumps on: b1", "jumps on: d1", "jumps on: z9"):
        with pytest.raises(UnreadablePosition, match="names no piece of the player to move"):
            Chase().parse(f"X..O/..../..../{line}/X to move")
