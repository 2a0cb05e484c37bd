"""Games of the kit: one set of rules in every encoding, with the same values, texts and moves."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from boards.walking import Rules, Slides, check_machine_code, every_position
from support.marks import few

import zermelo
from zermelo import DRAW, LOSS, UNDECIDED
from zermelo.boards import BoardGame, FixedGame, PlacingGame, each, hexagon, squares
from zermelo.core import BadRules, UnreadablePosition
from zermelo.core.game import Position, has


class Fixed(Rules, FixedGame):
    pass


class Wide(Rules):
    """The same in two words, whatever the board."""

    wide = True


class WideFixed(Fixed):
    wide = True


def reached(game: BoardGame) -> dict[str, str]:
    """Return what play reaches as text, the mover's men written X, with its value."""
    solution = zermelo.solve(game, interpreted=True)
    found: dict[str, str] = {}
    for position in every_position(game):
        mine, theirs = game.pieces(position)
        text = "".join("X" if mine >> c & 1 else "O" if theirs >> c & 1 else "." for c in range(game.cells))
        answer = str(solution.value(position))
        assert found.setdefault(text, answer) == answer
    return found


def test_an_encoding_changes_no_value() -> None:
    plain = reached(Rules())
    assert len(plain) > 700 and {"win in 1", "loss in 2"} < set(plain.values())
    assert reached(Wide()) == plain
    fixed = reached(Fixed())  # which begins on one side only
    assert len(fixed) > 300 and fixed.items() <= plain.items()
    assert reached(WideFixed()) == fixed


@pytest.mark.parametrize(("kind", "whole"), few([(Fixed, False), (Rules, True), (Fixed, True)], 1))
def test_machine_code_says_the_same(kind: type[BoardGame], whole: bool) -> None:
    check_machine_code(kind(), whole=whole)


@pytest.mark.parametrize("around", [False, True])
def test_far_moves_end_where_a_finger_on_the_board_ends(around: bool) -> None:
    """Every kind of move that the kit yields for men that go far, counted one by one."""

    board = squares(4, 4, around=around)
    game = type("Far", (Slides,), {"setup": "", "board": board, "__module__": __name__})()
    chance = random.Random(3)
    for _ in range(20):
        mine = chance.getrandbits(16) & chance.getrandbits(16)
        theirs = chance.getrandbits(16) & ~mine & chance.getrandbits(16)
        free = game.full & ~(mine | theirs)
        slides, runs, jumps, strikes, chains = set(), set(), set(), set(), set()
        for start in each(mine):
            for direction in board.all_directions:
                path = []
                end = board.next_cells[direction][start]
                while end >= 0 and free >> end & 1:
                    path.append(end)
                    end = board.next_cells[direction][end]
                slides |= {(start, cell) for cell in path}
                runs |= {(start, path[-1])} if path else set()
                over = board.next_cells[direction][start]
                behind = board.next_cells[direction][over] if over >= 0 else -1
                if over >= 0 and theirs >> over & 1 and behind >= 0 and free >> behind & 1:
                    jumps.add((start, behind))
                strikes |= {(start, end)} if end >= 0 and theirs >> end & 1 else set()
                here = start
                while over >= 0 and theirs >> over & 1 and behind >= 0 and free >> behind & 1:
                    chains.add((start, behind))
                    here = behind
                    over = board.next_cells[direction][here]
                    behind = board.next_cells[direction][over] if over >= 0 else -1

        def pairs(moves: Iterator[int]) -> set[tuple[int, int]]:
            return {(game.start_of(move), game.end_of(move)) for move in moves}

        assert pairs(game.slides(mine, free, board.all_directions)) == slides
        assert pairs(game.full_slides(mine, free, board.all_directions)) == runs
        assert pairs(game.jumps(mine, theirs, free, board.all_directions)) == jumps
        assert pairs(game.straight_jumps(mine, theirs, free, board.all_directions)) == chains
        assert pairs(game.slide_captures(mine, free, theirs, board.all_directions)) == strikes


class Kings(FixedGame):
    """Two kinds of men each, a number beside them, and cells that are gone."""

    setup = "k.p/.#./P.K"
    signs = "KPkp"
    removed_sign = "#"
    extra_bits = 2
    player_names = ("white", "black")

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        yield from self.steps(mine & ~theirs, self.empty_cells(position), self.board.all_directions)

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        start, end = 1 << self.start_of(move), 1 << self.end_of(move)
        marks = self.marks(position)
        marks = marks & ~start | (end if marks & start else 0)
        return self.next_position_with(
            position, mine ^ start ^ end, theirs, marks, (self.extra_number(position) + 1) % 4
        )


class WideKings(Kings):
    wide = True


@pytest.mark.parametrize("kind", [Kings, WideKings])
def test_kinds_numbers_and_cells_that_are_gone(kind: type[Kings]) -> None:
    game = kind()
    position: Any = game.start()
    chance = random.Random(5)
    for plies in range(60):
        text = game.show(position)
        assert text.endswith(f"{('white', 'black')[plies % 2]} to move")
        assert sorted("".join(text.split("\n")[:3])) == sorted("k.p.#.P.K")
        assert game.extra_number(position) == plies % 4
        read = game.parse(text)
        assert game.show(read) == text and game.pieces(read) == game.pieces(position)
        shapes = {thing.shape for thing in game.depict(position).things}
        assert shapes == {"disc", "crowned", "block"}
        moves = list(game.moves(position))
        signs = game.cell_signs(position)
        move = chance.choice(moves)
        after = game.play(position, move)
        moved = game.cell_signs(after)
        assert moved[game.end_of(move)] == signs[game.start_of(move)]
        assert game.start_of(move) not in moved
        assert game.name(position, move).count("-") == 1
        position = after


class Filling(PlacingGame):
    """Three men in a row win."""

    columns: int = 3
    rows: int = 3

    def outcome(self, position: Position) -> int:
        _, theirs = self.pieces(position)
        return LOSS if self.board.has_line(theirs, 3) else UNDECIDED

    def stuck(self, position: Position) -> int:
        return DRAW


class WideFilling(Filling):
    wide = True


@pytest.mark.parametrize(
    ("kind", "interpreted"), few([(Filling, True), (WideFilling, True), (Filling, False)], 2)
)
def test_men_that_are_put_by_turns_play_tic_tac_toe(kind: type[Filling], interpreted: bool) -> None:
    solution = zermelo.solve(kind(), interpreted=interpreted)
    known = zermelo.solve("tic_tac_toe", interpreted=True)
    assert solution.summary.positions == known.summary.positions == 5_478
    for text in ("X../.O./..X", "XO./.../...", "XOX/OXO/OX.", ".../.../..."):
        found = {str(move) for move in solution.moves(text)}
        assert found == {str(move) for move in known.moves(text)}
    with pytest.raises(UnreadablePosition, match="X has 0 and O has 1: X began, so X has as many"):
        kind().parse("O../.../...")
    assert not has(kind(), "passed") and not has(kind(), "mover")


def test_a_hexagon_is_read_as_it_is_shown() -> None:
    game = type("Comb", (Slides,), {"setup": "", "board": hexagon(2), "__module__": __name__})()
    position = game.join_boards(game.board.cells_named("a1", "b2"), game.board.cells_named("c2"), 0, 0)
    assert game.show(position).split("\n") == [" X .", ". X .", " . O"]
    assert game.parse(game.show(position)) == position
    assert game.parse("X ./. X ./. O") == position


def test_what_is_refused() -> None:
    with pytest.raises(UnreadablePosition, match="write 3 rows of 3"):
        Rules().parse("XX/..")
    with pytest.raises(UnreadablePosition, match="it does not say who moves"):
        Fixed().parse("OO./.../.XX")
    with pytest.raises(UnreadablePosition, match="'Y' is no cell"):
        Rules().parse("OO./.Y./.XX")
    with pytest.raises(BadRules, match="odd number of signs"):

        class Odd(BoardGame):
            signs = "XOY"


def test_zones_choose_the_symmetries() -> None:
    class Goal(Rules):
        @property
        def zones(self) -> tuple[int, ...]:  # type: ignore[override]
            return (self.board.cells_named("a1", "b1", "c1"),)

    assert len(set(Rules().symmetries(Rules().start()))) == 8
    assert len(set(Goal().symmetries(Goal().start()))) == 2
    begun = Fixed().both_boards(Fixed().start())
    kept = [
        turn for turn in squares(3, 3).symmetries if all(image_of(pieces, turn) == pieces for pieces in begun)
    ]
    assert kept and set(Fixed().symmetries_kept_by_rules) == set(kept)


def image_of(pieces: int, turn: tuple[int, ...]) -> int:
    return sum(1 << turn[cell] for cell in each(pieces))
