"""Games of the kit: one set of rules in every encoding, with the same values, texts and moves."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import zermelo
from zermelo import LOSS, UNDECIDED
from zermelo.boards import Board, BoardGame, FixedGame, each, graph, hexagon, points, ring, squares
from zermelo.core.capabilities import is_near
from zermelo.core.game import Position
from zermelo.errors import BadRules, CheckFailed, UnreadablePosition
from zermelo.tabletop.declared import ATTRIBUTES


class Rules(BoardGame):
    """Step to a free cell beside; men of the other's between two of yours are taken. Down to one loses."""

    setup = "OO./.../.XX"

    def moves(self, position: Position) -> Iterator[int]:
        mine, _ = self.men(position)
        yield from self.steps(mine, self.free(position), self.board.sides)

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.men(position)
        end = 1 << self.end_of(move)
        mine ^= 1 << self.start_of(move) | end
        return self.then(position, mine, theirs & ~self.board.custody(end, mine, theirs))

    def outcome(self, position: Position) -> int:
        mine, _ = self.men(position)
        return LOSS if mine.bit_count() < 2 else UNDECIDED


class Fixed(Rules, FixedGame):
    fixed = True


class Wide(Rules):
    """The same in two words, whatever the board."""

    wide = True


class WideFixed(Fixed):
    wide = True


def reached(game: BoardGame, interpreted: bool) -> dict[str, str]:
    """Return what play reaches as text, the mover's men written X, with its value."""
    solution = zermelo.solve(game, interpreted=interpreted)
    found: dict[str, str] = {}
    seen = set(game.starts())
    waiting = list(seen)
    while waiting:
        position = waiting.pop()
        mine, theirs = game.men(position)
        text = "".join("X" if mine >> c & 1 else "O" if theirs >> c & 1 else "." for c in range(game.cells))
        answer = str(solution.value(position))
        assert found.setdefault(text, answer) == answer
        if game.outcome(position) == UNDECIDED:
            after = {game.play(position, move) for move in game.moves(position)}
            waiting += after - seen
            seen |= after
    return found


def test_an_encoding_changes_no_value() -> None:
    plain = reached(Rules(), interpreted=True)
    assert len(plain) > 700 and {"win in 1", "loss in 2"} < set(plain.values())
    assert reached(Wide(), interpreted=True) == plain
    fixed = reached(Fixed(), interpreted=True)  # which begins on one side only
    assert len(fixed) > 300 and fixed.items() <= plain.items()
    assert reached(WideFixed(), interpreted=True) == fixed


@pytest.mark.parametrize("kind", [Rules, Fixed])
def test_machine_code_says_the_same(kind: type[BoardGame]) -> None:
    assert reached(kind(), interpreted=False) == reached(kind(), interpreted=True)


class Slides(BoardGame):
    """Men that go far: every kind of move that the kit yields, to be counted one by one."""

    setup = "X..O/..X./O.../...X"

    def moves(self, position: Position) -> Iterator[int]:
        yield 0

    def play(self, position: Position, move: int) -> Position:
        return position


@pytest.mark.parametrize("around", [False, True])
def test_far_moves_end_where_a_finger_on_the_board_ends(around: bool) -> None:
    class Far(Slides):
        @property
        def board(self) -> Board:  # type: ignore[override]
            return squares(4, 4, around=around)

    game = Far()
    board = game.board
    chance = random.Random(3)
    for _ in range(60):
        mine = chance.getrandbits(16) & chance.getrandbits(16)
        theirs = chance.getrandbits(16) & ~mine & chance.getrandbits(16)
        free = game.full & ~(mine | theirs)
        slides, runs, jumps = set(), set(), set()
        for start in each(mine):
            for way in board.all_ways:
                path = []
                end = board.ways[way][start]
                while end >= 0 and free >> end & 1:
                    path.append(end)
                    end = board.ways[way][end]
                slides |= {(start, cell) for cell in path}
                runs |= {(start, path[-1])} if path else set()
                over = board.ways[way][start]
                behind = board.ways[way][over] if over >= 0 else -1
                if over >= 0 and theirs >> over & 1 and behind >= 0 and free >> behind & 1:
                    jumps.add((start, behind))

        def pairs(moves: Iterator[int]) -> set[tuple[int, int]]:
            return {(game.start_of(move), game.end_of(move)) for move in moves}

        assert pairs(game.slides(mine, free, board.all_ways)) == slides
        assert pairs(game.runs(mine, free, board.all_ways)) == runs
        assert pairs(game.jumps(mine, theirs, free, board.all_ways)) == jumps


class Kings(FixedGame):
    """Two kinds of men each, a number beside them, and cells that are gone."""

    setup = "k.p/.#./P.K"
    signs = "KPkp"
    gone = "#"
    more_bits = 2
    called = ("white", "black")

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.men(position)
        yield from self.steps(mine & ~theirs, self.free(position), self.board.all_ways)

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.men(position)
        start, end = 1 << self.start_of(move), 1 << self.end_of(move)
        marks = self.marks(position)
        marks = marks & ~start | (end if marks & start else 0)
        return self.then_all(position, mine ^ start ^ end, theirs, marks, (self.more(position) + 1) % 4)


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
        assert game.more(position) == plies % 4
        read = game.parse(text)
        assert game.show(read) == text and game.men(read) == game.men(position)
        shapes = {thing.shape for thing in game.depict(position).things}
        assert shapes == {"disc", "crowned", "block"}
        moves = list(game.moves(position))
        signs = game.signs_on(position)
        move = chance.choice(moves)
        after = game.play(position, move)
        moved = game.signs_on(after)
        assert moved[game.end_of(move)] == signs[game.start_of(move)]
        assert game.start_of(move) not in moved
        assert game.name(position, move).count("-") == 1
        position = after


def test_a_hexagon_is_read_as_it_is_shown() -> None:
    class Comb(Slides):
        setup = ""

        @property
        def board(self) -> Board:  # type: ignore[override]
            return hexagon(2)

    game = Comb()
    position = game.joined(game.board.named("a1", "b2"), game.board.named("c2"), 0, 0)
    assert game.show(position).split("\n") == [" X .", ". X .", " . O"]
    assert game.parse(game.show(position)) == position
    assert game.parse("X ./. X ./. O") == position


def on(given: Board) -> BoardGame:
    class Some(Slides):
        setup = ""
        board = given

    return Some()


LIKE = {  # a board, the men on it cell by cell, and texts of it
    "hexagon": (hexagon(2), "X.OO.X.", ("X ./O O ./X .", "X./OO./X.", " X .\n O O .\n X .", "X.OO.X.")),
    "graph": (graph([("a", "b"), ("b", "c"), ("c", "d")]), "XO..", ("XO..", "X O . .", "XO/..", "X/O/././")),
    "ring": (ring(5), "X...O", ("X . . . O", "X../.O")),
    "points": (
        points(".   .", "|\\ /|", "| . |", "|/ \\|", ".---."),
        "XX.OO",
        ("X   X/| . |/O---O", "X X/./O O", "XX/./OO", "X-X/|./OO", "XX.OO"),
    ),
    "holes": (
        squares(3, 2, holes=("b1",)),
        "XO...",
        ("X_O/...", "XO/. . .", "X _ O/...", "X O/...", "XO..."),
    ),
    "squares": (squares(3, 2), "X.O..X", ("X . O/. . X", "X|.|O/.|.|X", "X.O..X")),
}


@pytest.mark.parametrize("name", LIKE)
def test_blanks_and_lines_may_be_written_or_left_out(name: str) -> None:
    board, signs, texts = LIKE[name]
    game = on(board)
    men = {cell: sign for cell, sign in enumerate(signs) if sign != "."}
    for text in (game.show(game.parse(texts[0])), *texts):
        assert game.signs_on(game.parse(text)) == men


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("hexagon", "X./OO/X.", "rows have lengths 2 2 2: write rows like . ./. . ./. ."),
        ("hexagon", "X./O../X./", None),
        ("hexagon", "X./Ob./X.", "'b' is no cell: write X, O or . for each"),
        ("hexagon", "X.O/OX/..", "rows have lengths"),  # as many in all, but not in each row
        ("graph", "XO...", "write 1 row of 4 characters"),
        ("points", "X   X/|X. |/O---O", "'X' stands where no cell is"),
        ("holes", "_X./...", "'_' is no cell|'X' stands where no cell is"),
        ("squares", "XX/O.X.", "rows have lengths 2 4"),
    ],
)
def test_other_rows_are_refused(name: str, text: str, reason: str | None) -> None:
    game = on(LIKE[name][0])
    if reason is None:
        assert game.parse(text) is not None
        return
    with pytest.raises(UnreadablePosition, match=reason):
        game.parse(text)


def test_a_setup_with_blanks_says_how_many_squares() -> None:
    class Apart(Slides):
        setup = "X . O/. . ."

    assert (Apart().board.cells, Apart().show(Apart().start())) == (6, "X.O\n...")


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


NAMES = ["set_up", "setups", "setUp", "zone", "zoens", "sign", "more_bit", "look", "kept_turn", "bord"]


@pytest.mark.parametrize("name", NAMES)
def test_a_misspelled_name_of_the_kit_is_refused(name: str) -> None:
    meant = next(each for each in ATTRIBUTES if is_near(name, each.name)).name
    for base in (Rules, BoardGame, FixedGame):
        with pytest.raises(BadRules, match=f"Wrong defines {name}, .* did you mean {meant}\\?"):
            type("Wrong", (base,), {name: "XO.", "__module__": __name__})


def test_names_that_the_rules_use_are_nobodys_business() -> None:
    class Own(Rules):
        zone: int = 7
        look: int = 1

        def moves(self, position: Position) -> Iterator[int]:
            mine, _ = self.men(position)
            yield from self.steps(mine, self.free(position) & self.zone, self.board.sides[: self.look])

    assert len(list(Own().moves(Own().start()))) == 0


def test_names_that_are_held_against_misspelling_are_the_kits() -> None:
    assert all(hasattr(BoardGame, each.name) for each in ATTRIBUTES)
    near = [(a.name, b.name) for a in ATTRIBUTES for b in ATTRIBUTES if a != b and is_near(a.name, b.name)]
    assert not near


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("board", None, "Wrong.board=None is no board: make one with squares()"),
        ("board", ["..."], r"Wrong.board=\['...'\] is no board"),
        ("setup", ("X..", "..O"), r"Wrong.setup=\('X..', '..O'\) is no text: write rows with / between"),
    ],
)
def test_what_a_game_of_the_kit_says_is_looked_at(name: str, value: Any, reason: str) -> None:
    with pytest.raises(BadRules, match=reason):
        type("Wrong", (Rules,), {name: value, "__module__": __name__})


def test_a_game_without_a_board_says_how_to_give_one() -> None:
    class Bare(BoardGame):
        pass

    with pytest.raises(BadRules, match="has no board: give it a setup, a board, or parameters columns and"):
        Bare().start()


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("far",), "zones has 'far', which is no set of cells of its board: write"),
        ((1 << 9,), "zones has 512, which is no set"),
        (7, "zones is 7, which is not several"),
        ("a1", "zones is 'a1', which is not several"),
    ],
)
def test_zones_are_sets_of_cells(given: Any, reason: str) -> None:
    class Wrong(Rules):
        zones = given

    with pytest.raises(BadRules, match=reason):
        list(Wrong().symmetries(Wrong().start()))


def test_two_men_on_one_cell_are_named() -> None:
    with pytest.raises(BadRules, match="X and O both stand on c3: take one off"):
        Rules().show(Rules().joined(1 << 8 | 1, 1 << 8, 0, 0))


def test_what_stands_in_no_start_is_noted() -> None:
    class Nothing(Rules):
        setup = ".../..."

        def outcome(self, position: Position) -> int:
            return UNDECIDED

    assert "no start has a move: nothing is played" in zermelo.check(Nothing()).notes
    assert not any("no start has" in note for note in zermelo.check(Rules()).notes)


def test_a_shift_by_no_cell_is_told() -> None:
    class Beyond(Rules):
        def moves(self, position: Position) -> Iterator[int]:
            mine, _ = self.men(position)
            for cell in each(mine):
                end = self.board.ways[3][cell]
                if not mine >> end & 1:
                    yield self.go(cell, end)

    with pytest.raises(
        CheckFailed, match="negative shift count, as by -1 where there is no cell: ask before"
    ):
        zermelo.check(Beyond())


def test_zones_choose_the_symmetries() -> None:
    class Goal(Rules):
        @property
        def zones(self) -> tuple[int, ...]:  # type: ignore[override]
            return (self.board.named("a1", "b1", "c1"),)

    assert len(set(Rules().symmetries(Rules().start()))) == 8
    assert len(set(Goal().symmetries(Goal().start()))) == 2
    begun = Fixed().first_and_second(Fixed().start())
    kept = [turn for turn in squares(3, 3).turns if all(image_of(men, turn) == men for men in begun)]
    assert kept and set(Fixed().kept_turns) == set(kept)


def image_of(men: int, turn: tuple[int, ...]) -> int:
    return sum(1 << turn[cell] for cell in each(men))
