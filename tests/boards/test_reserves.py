"""Men in hand: rules of the kit beside a twin on text that counts signs, at every position."""

from collections.abc import Iterator
from typing import Any

import pytest
from boards.walking import check_machine_code, every_position
from support.marks import few

from zermelo import LOSS, UNDECIDED
from zermelo.boards import BoardGame, FixedGame, Reserves
from zermelo.core import UnreadablePosition
from zermelo.core.game import Position


class Drops(Reserves, BoardGame):
    """Step to a cell beside and take who stands there into your hand, or drop; without men on the board one loses.

    Men are of two kinds: K steps down and up, P to the sides.
    """

    setup = "KP./..k"
    signs = "KPkp"
    most_in_hand = (2, 2)
    hand_at_start = (0, 1)

    def moves(self, position: Position) -> Iterator[int]:
        mine, _ = self.pieces(position)
        marks = self.marks(position)
        yield from self.steps(mine & ~marks, self.full & ~mine, (1, 3))
        yield from self.steps(mine & marks, self.full & ~mine, (0, 2))
        yield from self.drops(position, self.empty_cells(position))

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        own, other = self.hands(position)
        marks = self.marks(position)
        end = 1 << self.end_of(move)
        if self.start_of(move) < 0:
            kind = self.dropped_kind(move)
            own -= self.one_in_hand(kind)
            return self.next_position_with_hands(position, mine | end, theirs, marks | end * kind, own, other)
        start = 1 << self.start_of(move)
        kind = int(marks & start != 0)
        if theirs & end:
            taken = int(marks & end != 0)
            own += self.one_in_hand(taken) if self.count_in_hand(own, taken) < 2 else 0
        marks = marks & ~(start | end) | end * kind
        return self.next_position_with_hands(position, mine ^ (start | end), theirs & ~end, marks, own, other)

    def outcome(self, position: Position) -> int:
        mine, _ = self.pieces(position)
        return LOSS if mine == 0 else UNDECIDED


class FixedDrops(Drops, FixedGame):
    pass


class WideDrops(Drops):
    wide = True


def after_moves(text: str) -> dict[str, str]:
    """Return what each move leads to, of the game on text in which K and P are the mover's."""
    *rows, hand = text.split("\n")
    held = hand.removeprefix("in hand:").strip()
    cells = [(y, x) for y in range(2) for x in range(3)]

    def told(board: dict[tuple[int, int], str], pieces: str) -> str:
        """The text for the other player, who is K and P then."""
        lines = ["".join(board[y, x] for x in range(3)).swapcase() for y in range(2)]
        signs = pieces.swapcase()
        ordered = "".join(sign * min(2, signs.count(sign)) for sign in "KPkp")
        return "\n".join([*lines, f"in hand: {ordered}".rstrip()])

    found = {}
    board = {(y, x): rows[y][x] for y, x in cells}
    names = {(y, x): f"{'abc'[x]}{y + 1}" for y, x in cells}
    for (y, x), sign in board.items():
        if sign in "KP":
            for down, right in ((1, 0), (-1, 0)) if sign == "K" else ((0, 1), (0, -1)):
                end = (y + down, x + right)
                if end in board and board[end] not in "KP":
                    pieces = held + board[end].upper() if board[end] != "." else held
                    found[f"{names[y, x]}-{names[end]}"] = told({**board, (y, x): ".", end: sign}, pieces)
    for sign in "KP":
        for cell in cells:
            if sign in held and board[cell] == ".":
                found[f"{sign}@{names[cell]}"] = told({**board, cell: sign}, held.replace(sign, "", 1))
    return found


@pytest.mark.parametrize("kind", [Drops, WideDrops])
def test_every_move_is_that_of_the_twin(kind: type[Drops]) -> None:
    game = kind()
    everywhere = every_position(game)
    for position in sorted(everywhere)[::9]:
        text = game.show(position)
        assert game.parse(text) == position
        if game.outcome(position) == UNDECIDED:
            after = {move: game.play(position, move) for move in game.moves(position)}
            named = {game.name(position, move): game.show(child) for move, child in after.items()}
            assert len(named) == len(after) and named == after_moves(text), text
    assert len(everywhere) > 1_000


def test_an_encoding_changes_no_rule() -> None:
    known, fixed = Drops(), FixedDrops()
    assert fixed.show(fixed.start()) == "KP.\n..k\nin hand: Pp\nX to move"
    pairs = {(known.start(), fixed.start())}
    waiting: list[Any] = list(pairs)
    while waiting:
        position, other = waiting.pop()
        assert known.outcome(position) == fixed.outcome(other)
        assert known.hands(position) == fixed.hands(other) and known.pieces(position) == fixed.pieces(other)
        if known.outcome(position) == UNDECIDED:
            moves = list(known.moves(position))
            assert moves == list(fixed.moves(other))
            after = {(known.play(position, move), fixed.play(other, move)) for move in moves} - pairs
            pairs |= after
            waiting += after
    assert len({fixed.side_to_move(other) for _, other in pairs}) == 2


@pytest.mark.parametrize("whole", few([False, True], 0))
def test_the_contract_is_kept_and_machine_code_says_the_same(whole: bool) -> None:
    check_machine_code(Drops(), whole=whole)


def test_what_is_refused() -> None:
    for text, reason in (
        ("KP./..k", "it does not say who holds what"),
        ("KP./..k/in hand: x", "nobody holds 1 of 'x'"),
        ("KP./..k/in hand: KKK", "nobody holds 3 of 'K'"),
    ):
        with pytest.raises(UnreadablePosition, match=reason):
            Drops().parse(text)
