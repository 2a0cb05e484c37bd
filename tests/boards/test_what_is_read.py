"""What the kit reads and what it refuses: texts, names that are nearly right, values that are of no use."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from boards.walking import Rules, Slides

import zermelo
from zermelo import LOSS, UNDECIDED
from zermelo.boards import (
    Board,
    BoardGame,
    FixedGame,
    IndexedPieces,
    JumpingGame,
    PlacingGame,
    Reserves,
    each,
    graph,
    hexagon,
    points,
    rhombus,
    ring,
    squares,
)
from zermelo.boards.board_games.board_game_checks import ATTRIBUTES, FREE, HOOKS
from zermelo.boards.board_games.piece_moves import MovingPieces
from zermelo.core import BadRules, CheckFailed, UnreadablePosition
from zermelo.core.capabilities import CAPABILITIES, is_near_capability_name
from zermelo.core.game import Position


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
        assert game.cell_signs(game.parse(text)) == men
    apart = type("Apart", (Slides,), {"setup": "X . O/. . .", "__module__": __name__})()
    assert (apart.board.cells, apart.show(apart.start())) == (6, "X.O\n...")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("hexagon", "X./OO/X.", "rows have lengths 2 2 2: write rows like . ./. . ./. ."),
        ("hexagon", "X./Ob./X.", "'b' is no cell: write X, O or . for each"),
        ("hexagon", "X.O/OX/..", "rows have lengths"),  # as many in all, but not in each row
        ("graph", "XO...", "write 1 row of 4 characters"),
        ("points", "X   X/|X. |/O---O", "'X' stands where no cell is"),
        ("holes", "_X./...", "'_' is no cell|'X' stands where no cell is"),
        ("squares", "XX/O.X.", "rows have lengths 2 4"),
    ],
)
def test_other_rows_are_refused(name: str, text: str, reason: str) -> None:
    with pytest.raises(UnreadablePosition, match=reason):
        on(LIKE[name][0]).parse(text)


@pytest.mark.parametrize(
    "name",
    ["set_up", "setUp", "zone", "zoens", "sign", "extra_bit", "symmetries_kept_by_rule", "bits_per_cells"],
)
def test_a_misspelled_name_of_the_kit_is_refused(name: str) -> None:
    meant = next(each for each in ATTRIBUTES if is_near_capability_name(name, each.name)).name
    for base in (Rules, BoardGame, FixedGame):
        with pytest.raises(BadRules, match=f"Wrong defines {name}, .* did you mean {meant}\\?"):
            type("Wrong", (base,), {name: "XO.", "__module__": __name__})
    with pytest.raises(BadRules, match=r"Wrong defines note, .* did you mean notes\(position\)\?"):
        type("Wrong", (Slides,), {"note": lambda self, position: [], "__module__": __name__})


def test_names_that_the_rules_use_are_nobodys_business() -> None:
    class Own(Rules):
        zone: int = 7
        look: int = 1

        def moves(self, position: Position) -> Iterator[int]:
            mine, _ = self.pieces(position)
            yield from self.steps(
                mine, self.empty_cells(position) & self.zone, self.board.side_directions[: self.look]
            )

    assert len(list(Own().moves(Own().start()))) == 0


def test_names_that_are_held_against_misspelling_are_the_kits() -> None:
    kinds = {"most_in_hand": Reserves, "hand_at_start": Reserves, "counts": IndexedPieces}
    declared = (*ATTRIBUTES, *HOOKS)
    assert all(hasattr(kinds.get(each.name, BoardGame), each.name) for each in declared)
    near = [
        (a.name, b.name)
        for a in declared
        for b in declared
        if a != b and is_near_capability_name(a.name, b.name)
    ]
    assert not near


@pytest.mark.parametrize(
    ("bases", "name", "meant"),
    [
        ((Reserves, BoardGame), "most_in_hands", "most_in_hand"),
        ((Reserves, FixedGame), "hands_at_start", "hand_at_start"),
        ((IndexedPieces, BoardGame), "count", "counts"),
    ],
)
def test_a_misspelled_name_of_a_part_of_the_kit_is_refused_where_that_is_mixed_in(
    bases: tuple[type, ...], name: str, meant: str
) -> None:
    with pytest.raises(BadRules, match=f"Wrong defines {name}, .* did you mean {meant}\\?"):
        type("Wrong", bases, {name: (1,), "__module__": __name__})
    assert type("Right", bases[1:], {name: (1,), "__module__": __name__})


@pytest.mark.parametrize(
    ("most", "begin", "reason"),
    [
        (
            2,
            (2,),
            r"Wrong.most_in_hand=2 is no tuple of numbers: write one for each kind of piece, as in most_in_hand = \(",
        ),
        ((2,), 2, "Wrong.hand_at_start=2 is no tuple of numbers"),
        (("2",), (2,), "Wrong.most_in_hand=.* is no tuple of numbers"),
        (
            (2,),
            (3,),
            r"Wrong.hand_at_start=\(3,\) gives each player 3 pieces of kind 0, and most_in_hand=\(2,\) lets a player hold 2",
        ),
        ((2,), (2, 1), "gives each player 1 pieces of kind 1, and .* lets a player hold 0: raise that"),
    ],
)
def test_hands_that_cannot_be_are_refused(most: Any, begin: Any, reason: str) -> None:
    with pytest.raises(BadRules, match=reason):
        type(
            "Wrong",
            (Reserves, BoardGame),
            {"most_in_hand": most, "hand_at_start": begin, "__module__": __name__},
        )


def own_names(kind: type) -> list[str]:
    """Return the names that the kit's classes below `Game` have, and no game may say."""
    kit = [base for base in kind.__mro__ if issubclass(base, MovingPieces)]
    return sorted({name for base in kit for name in base.__dict__ if not name.startswith("__")} - FREE)


KINDS = {
    "board game": (BoardGame,),
    "fixed game": (FixedGame,),
    "placing game": (PlacingGame,),
    "jumping game": (JumpingGame,),
    "reserves": (Reserves, BoardGame),
    "index": (IndexedPieces, FixedGame),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_name_that_the_kit_asks_for_itself_is_refused(kind: str) -> None:
    bases = KINDS[kind]
    taken = own_names(type("Whole", bases, {"__module__": __name__}))
    assert {"empty_cells", "cells", "pieces", "next_position", "side_to_move", "_bits_above_pieces"} <= set(
        taken
    )
    for name in set(taken) - CAPABILITIES.keys():  # an index's must be what they are, which is asked first
        reason = (
            rf"(Wrong|Beside) defines {name}, and \w+ has {name}(\(\))? for itself: give yours another name"
        )
        for said in (list, property(len), 7):
            with pytest.raises(BadRules, match=reason):
                type("Wrong", bases, {name: said, "__module__": __name__})
        with pytest.raises(BadRules, match=reason):  # a parameter
            type("Wrong", bases, {"__annotations__": {name: int}, "__module__": __name__})
        beside = type("Beside", (), {name: 7, "__module__": __name__})
        for order in ((beside, *bases), (*bases, beside)):
            with pytest.raises(BadRules, match=reason):
                type("Wrong", order, {"__module__": __name__})


def test_a_name_that_is_refused_comes_with_those_that_are_free() -> None:
    with pytest.raises(
        BadRules, match="Wrong defines pieces, and PiecesGame has pieces\\(\\) for itself"
    ) as raised:

        class Wrong(BoardGame):
            def pieces(self, position: Position) -> tuple[int, int]:
                return 0, 0

    free = str(raised.value).rpartition("that are free are ")[2].split(", ")
    assert {"setup", "zones", "notes", "cell_signs", "parse", "passed"} <= set(free)
    assert not set(free) & set(own_names(BoardGame)) and all(hasattr(BoardGame, name) for name in free)


def test_a_size_of_ones_own_does_not_replace_that_of_an_index() -> None:
    class Sized(Rules):
        size: int = 3

    assert Sized(size=4).size == 4
    with pytest.raises(BadRules, match="Sized defines size, and IndexedPieces has size for itself"):
        type("Numbered", (IndexedPieces, Sized), {"__module__": __name__})
    with pytest.raises(BadRules, match="Ranked defines rank, and IndexedPieces has rank"):

        class Ranked(IndexedPieces, Rules):
            def rank(self, position: Position) -> int:
                return 0


def test_hooks_are_asked() -> None:
    class Noted(FixedGame):
        setup = "X.O"

        def notes(self, position: Position) -> list[str]:
            return ["a line", *super().notes(position)]

        def cell_signs(self, position: Position) -> dict[int, str]:
            return super().cell_signs(position) | {1: "?"}

    assert Noted().show(Noted().start()) == "X?O\na line\nX to move"


def test_a_tier_of_ones_own_changes_no_turn() -> None:
    class Put(PlacingGame):
        columns: int = 3
        rows: int = 1

        def tier(self, position: Position) -> int:
            return 2 * super().tier(position)

    game = Put()
    position = game.start()
    for move in range(3):
        assert game.side_to_move(position) == move % 2
        position = game.play(position, move)
    assert game.show(position) == "XOX"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
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
        Rules().show(Rules().join_boards(1 << 8 | 1, 1 << 8, 0, 0))


def test_what_stands_in_no_start_is_noted() -> None:
    class Nothing(Rules):
        setup = ".../..."

        def outcome(self, position: Position) -> int:
            return UNDECIDED

    assert "no start has a move: nothing is played" in zermelo.check(Nothing()).details["notes"]
    assert not any("no start has" in note for note in zermelo.check(Rules()).details["notes"])


def test_a_shift_by_no_cell_is_told() -> None:
    class Beyond(Rules):
        def moves(self, position: Position) -> Iterator[int]:
            mine, _ = self.pieces(position)
            for cell in each(mine):
                end = self.board.next_cells[3][cell]
                if not mine >> end & 1:
                    yield self.encode_move(cell, end)

    with pytest.raises(
        CheckFailed, match="negative shift count, as by -1 where there is no cell: ask before"
    ):
        zermelo.check(Beyond())


class Hand(Rules):
    """Put a man of your two or step; the mover's hand is the lower two bits of the number."""

    setup = ".../.../.../more 10"
    extra_bits = 4

    def moves(self, position: Position) -> Iterator[int]:
        mine, _ = self.pieces(position)
        if self.extra_number(position) & 3:
            for cell in each(self.empty_cells(position)):
                yield self.encode_move(-1, cell)
        yield from self.steps(mine, self.empty_cells(position), self.board.side_directions)

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        own, other = self.extra_number(position) & 3, self.extra_number(position) >> 2
        start, end = self.start_of(move), 1 << self.end_of(move)
        if start < 0:
            own -= 1
        else:
            mine ^= 1 << start
        mine |= end
        theirs &= ~self.board.custodial_captures(end, mine, theirs)
        return self.next_position_with(position, mine, theirs, 0, other | own << 2)

    def outcome(self, position: Position) -> int:
        mine, _ = self.pieces(position)
        return LOSS if mine.bit_count() + (self.extra_number(position) & 3) < 2 else UNDECIDED


class FixedHand(Hand, FixedGame):
    pass


class InWords(Hand):
    extra_label = "men in hand"
    setup = ".../.../.../men in hand 10"


@pytest.mark.parametrize("kind", [Hand, FixedHand, InWords])
def test_a_number_beside_the_men_is_written_and_read(kind: type[Hand]) -> None:
    game = kind()
    word = game.extra_label
    last = ["X to move"] if game.fixed else []
    assert game.show(game.start()).split("\n") == ["...", "...", "...", f"{word} 10", *last]
    assert f"{word} 10" in game.depict(game.start()).notes
    seen = set()
    chance = random.Random(2)
    for _ in range(20):
        position = game.start()
        while game.outcome(position) == UNDECIDED and len(seen) < 40:
            assert game.parse(game.show(position)) == position
            seen.add(position)
            position = game.play(position, chance.choice(list(game.moves(position))))
    assert {10, 6, 5} <= {game.extra_number(each) for each in seen}
    for number in range(16):
        text = "/".join(["X..", "...", "..O", f"{word} {number}", *last])
        assert game.extra_number(game.parse(text)) == number
    assert game.extra_number(game.parse("/".join(["X..", "...", "..O", *last]))) == 0
    for wrong in ("16", "-1", "x", "1.0"):
        with pytest.raises(UnreadablePosition, match=rf"write {word} and a number from 0 to 15"):
            game.parse("/".join(["X..", "...", "..O", f"{word} {wrong}", *last]))


def test_a_game_with_a_hand_keeps_the_contract() -> None:
    report = zermelo.check(Hand(), limit=500)
    assert {"parse reads what show prints", "symmetries keep moves and outcomes"} <= set(
        report.details["passed"]
    )


@pytest.mark.parametrize(
    ("board", "signs", "is_fixed", "wide"),
    [
        (hexagon(3), "XO", False, False),
        (ring(31), "XO", True, False),
        (ring(32), "XO", False, True),
        (rhombus(6), "XO", False, True),
        (ring(21), "KPkp", False, False),
        (ring(22), "KPkp", False, True),
        (ring(20), "KPkp", True, False),
        (ring(21), "KPkp", True, True),
        (ring(15), "ABCDabcd", True, False),
        (ring(16), "ABCDabcd", False, True),
    ],
)
def test_how_many_cells_fit_a_word(board: Board, signs: str, is_fixed: bool, wide: bool) -> None:
    base = FixedGame if is_fixed else BoardGame
    kind = type("Some", (base,), {"board": board, "signs": signs, "__module__": __name__})
    assert kind().wide == wide


def test_kinds_of_men_are_numbers_in_the_marks() -> None:
    class Four(Slides):
        signs = "ABCDabcd"
        setup = "ABCD/abcd"

    game = Four()
    marks = game.marks(game.start())
    assert (marks & game.full, marks >> game.cells) == (0b10101010, 0b11001100)
    mine, theirs = game.pieces(game.start())
    after = game.next_position_with(game.start(), mine, theirs, marks, 0)
    assert game.pieces(after) == (theirs, mine) and game.marks(after) == marks
    assert game.show(after) == "abcd\nABCD"
