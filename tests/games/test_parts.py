"""Parts: that a position is their sum, for every family, and that the check sees it where it is not."""

import random
from collections.abc import Iterator

import pytest
from families import collected

from zermelo.core.errors import CheckFailed
from zermelo.core.game import Game, has
from zermelo.core.values import UNDECIDED
from zermelo.games import Cram, DawsonsKayles, Domineering, GrundysGame, Kayles, Nim, Notakto, Stripes
from zermelo.verify.conformance.conformance_suite import verify_game
from zermelo.verify.conformance.sum_checks import SPLIT, find_options_fault, list_part_faults


def played(game: Game, seed: int, plies: int = 12, plays: int = 4) -> list[object]:
    """Positions of random play."""
    chance, found = random.Random(seed), dict.fromkeys(game.starts())
    for _ in range(plays):
        position = next(iter(game.starts()))
        for _ in range(chance.randrange(plies)):
            moves = list(game.moves(position)) if game.outcome(position) == UNDECIDED else []
            if not moves:
                break
            position = game.play(position, chance.choice(moves))
            found[position] = None
    return list(found)


WITH_PARTS = list({type(game): game for game in collected("small")[::-1] if has(game, "parts")}.values())


@pytest.mark.parametrize("game", WITH_PARTS, ids=repr)
def test_every_family_is_the_sum_of_its_parts(game):
    assert list_part_faults(game, played(game, 1))[0].startswith(SPLIT)


def test_what_parts_are():
    """Runs, regions, heaps and boards, moved to where all of their kind lie."""
    assert list(Kayles(pins=8).parts(0b11011101)) == [1, 0b111, 0b11]
    assert list(Kayles(pins=63).parts((1 << 63) - 1)) == [(1 << 63) - 1]
    assert list(Kayles(pins=3).parts(0)) == []
    assert list(DawsonsKayles(pins=8).parts(0b10011101)) == [0b111]
    assert list(DawsonsKayles(pins=63).parts((1 << 63) - 1)) == [(1 << 63) - 1]
    stripes = Stripes(length=9, strips=(2, 3))
    assert list(stripes.parts(stripes.parse("..#.#...#"))) == [0b11, 0b111]
    assert list(Nim(heaps=(1, 3, 5)).parts(0b101_000_001)) == [1, 5]
    grundy = GrundysGame(heap=12)
    assert list(grundy.parts(grundy.parse("2 3 7"))) == [1 << 2, 1 << 6]
    notakto = Notakto(boards=2)
    assert list(notakto.parts(notakto.parse("XXX X../... .../... ..."))) == [0b1 | 0o777 << 9]
    cram = Cram(columns=5, rows=3)
    lying = cram.parse("##.../##.##/#####")
    corner = cram.parse("#####/#...#/###.#")
    assert list(cram.parts(lying)) == list(cram.parts(corner))
    one, other = cram.parts(cram.parse(".#..#/..#.#/##..."))
    assert cram.show(other).count(".") == 6
    assert cram.show(one).count(".") == 3


# What the check must see. Each is Kayles or another game with one thing wrong.


class Forgotten(Kayles):
    """A part is forgotten."""

    def parts(self, position: int) -> Iterator[int]:
        yield from list(self.yield_runs(position))[:2]


class Doubled(Kayles):
    """A part is counted twice."""

    def parts(self, position: int) -> Iterator[int]:
        found = list(self.yield_runs(position))
        yield from [*found, *found[:1]] if len(found) > 1 else found


class Interacting(Kayles):
    """Rows of pins that are no neighbours are split, and a throw knocks down two with a gap between."""

    def yield_adjacent_pins(self, position: int) -> Iterator[int]:
        yield from super().yield_adjacent_pins(position)
        lefts = position & (position >> 2) & ~(position >> 1)
        while lefts:
            yield 5 * (lefts & -lefts)
            lefts &= lefts - 1


class Growing(Kayles):
    """The parts of a part are others: the representation goes round."""

    def parts(self, position: int) -> Iterator[int]:
        for run in self.yield_runs(position):
            yield run << 1 if position & 1 and run < 32 else run


class ParityLost(Kayles):
    """Equal pairs are cancelled: right in normal play, wrong in misere."""

    def parts(self, position: int) -> Iterator[int]:
        found = list(self.yield_runs(position))
        yield from (run for run in dict.fromkeys(found) if found.count(run) % 2)


class Raising(Kayles):
    def parts(self, position: int) -> Iterator[int]:
        if position == 0b101:
            raise IndexError("no run")
        yield from self.yield_runs(position)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Forgotten, "no move in one of its .* parts leads to the same parts"),
        (Doubled, "parts"),
        (Interacting, "a move leads to .*, and no move in one of its 2 parts leads to the same parts"),
        (Growing, "the parts of its part .* are not that part alone"),
        (ParityLost, "leads to the same parts|is none of its own"),
        (Raising, "IndexError: no run"),
    ],
)
def test_wrong_parts_are_seen(kind, words):
    game = kind(pins=7)
    with pytest.raises(CheckFailed, match=f"{SPLIT} fails at position .*({words})"):
        list_part_faults(game, played(game, 5, plays=60))
    with pytest.raises(CheckFailed, match=SPLIT):
        verify_game(game)


def test_sound_games_pass():
    assert SPLIT in verify_game(Kayles(pins=5)).details["passed"]
    assert list_part_faults(Domineering(columns=3, rows=3), [0]) == [SPLIT]
    # too many moves: it says at how many positions
    assert list_part_faults(Kayles(pins=63), [(1 << 63) - 1]) != [SPLIT]
    assert list_part_faults(Chosen(), [5]) == []


class Chosen(Game):
    """An impartial game that says `options`, well or badly."""

    wrong: bool = False
    impartial = True

    def start(self) -> int:
        return 5

    def moves(self, position: int) -> Iterator[int]:
        yield from range(1, min(position, 2) + 1)

    def play(self, position: int, move: int) -> int:
        return position - move

    def options(self, position: int, player: int) -> Iterator[int]:
        for move in self.moves(position):
            if not (self.wrong and player == 1 and move == 2):
                yield position - move


class Blind(Domineering):
    """Its options forget the last domino; as many, and others."""

    def options(self, position: int, player: int) -> Iterator[int]:
        found = list(super().options(position, player))
        yield from [*found[:-1], position ^ (1 << 62)] if len(found) > 1 else found


class Strip(Game):
    """Left covers two cells and Right three; the mover is above them, and nothing makes him the other."""

    cells: int = 6
    wrong: bool = False

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return position >> self.cells

    def moves(self, position: int) -> Iterator[int]:
        yield from self.places(position, self.mover(position))

    def places(self, position: int, player: int) -> Iterator[int]:
        for cell in range(self.cells - 1 - player):
            if position >> cell & (7 if player else 3) == 0:
                yield cell

    def play(self, position: int, move: int) -> int:
        return (position | (7 if self.mover(position) else 3) << move) ^ 1 << self.cells

    def options(self, position: int, player: int) -> Iterator[int]:
        for cell in self.places(position, player):
            yield position | (7 if player or (self.wrong and cell == 2) else 3) << cell

    def parts(self, position: int) -> Iterator[int]:
        rest, first = ~position & (1 << self.cells) - 1, 0
        while rest:
            run = 0
            while rest >> first & 1 == 0:
                first += 1
            while rest >> first + run & 1:
                run += 1
            rest &= ~((1 << run) - 1 << first)
            if run > 1:
                yield (1 << self.cells) - (1 << run)


def test_options():
    assert find_options_fault(Chosen(), 5) == ""
    assert (
        find_options_fault(Chosen(wrong=True), 5) == "options() of player 1 are 1 and moves lead to 2 others"
    )
    with pytest.raises(CheckFailed, match=r"options\(\) of player 1 are 1"):
        verify_game(Chosen(wrong=True))
    assert find_options_fault(Domineering(columns=3, rows=2), 0) == ""
    assert (
        find_options_fault(Blind(columns=3, rows=2), 0) == "options() and moves() lead to different positions"
    )
    assert find_options_fault(Strip(), 0) == ""
    assert find_options_fault(Strip(wrong=True), 0) == "options() and moves() lead to different parts"
