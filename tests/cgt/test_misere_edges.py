"""What a hostile reading of impartial and misere play found, each with the fault that it had."""

import json
from itertools import combinations_with_replacement

import pytest
from made.broken_games import Countdown
from reference.naive_misere import Twin, octal_moves, subtraction_moves

import zermelo
from zermelo import DRAW, LOSS, Game
from zermelo.cgt.impartial.nimber_finder import find_position_nimber
from zermelo.cgt.impartial.nimber_recursion import NimberRecursion
from zermelo.cgt.impartial.nimber_search import NimberSearch
from zermelo.cgt.impartial.nimber_sums import compute_term_nimbers
from zermelo.cgt.impartial.nimber_table import find_nimbers, nimber
from zermelo.cgt.misere.misere_positions import misere_form
from zermelo.cgt.misere.partizan.partizan_misere_sum import PartizanMisereSum
from zermelo.cgt.misere.quotients.misere_quotient import misere_quotient
from zermelo.cgt.misere.quotients.quotient_rule import find_misere_rule
from zermelo.cli.positions.position_commands import print_nimber_of_position
from zermelo.compiler.game_compiler import compile_game
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    CannotCompile,
    LoopFound,
    MissingCapability,
    UnreadablePosition,
)
from zermelo.games.cakes.chomp import Chomp
from zermelo.games.dominoes.cram import Cram
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.notakto import Notakto
from zermelo.games.rows.kayles import Kayles

pytestmark = pytest.mark.quick

# Equal components cancel, so no search comes to the end of play. Each had nimber 0, "the mover loses"; of
# the two boards of Notakto, of i.i and of *1 + *1 the mover wins.
ALL_CANCEL = [
    (Notakto(columns=2, rows=2, line=2, boards=2), None),
    (Notakto(boards=2), None),
    (Notakto(), None),
    (Cram(columns=3, rows=3, misere=True), None),
    (Nim(misere=True), None),
    (Nim(heaps=(1, 1), misere=True), None),
    (Kayles(pins=3, misere=True), 0b101),
    (Cram(columns=5, rows=2, misere=True), 0b00100_00100),
]


@pytest.mark.parametrize(("game", "position"), ALL_CANCEL)
def test_misere_play_is_refused_where_all_components_cancel(game, position):
    start = next(iter(game.starts())) if position is None else position
    for ask in (
        NimberRecursion(game).nimber,
        NimberSearch(game, interpreted=True).nimber,
        lambda where: NimberSearch(game, interpreted=True).has_nimber(where, 0),
        lambda where: find_position_nimber(game, where),
        lambda where: compute_term_nimbers([(game, where), 2]),
    ):
        with pytest.raises(BadRules, match="nimbers are of normal play, where having no move loses"):
            ask(start)


@pytest.mark.parametrize("game", [Nim(misere=True), Kayles(pins=5, misere=True), Notakto()])
def test_a_table_of_nimbers_is_of_normal_play(game):
    with pytest.raises(BadRules, match="nimbers are of normal play"):
        find_nimbers(game, interpreted=True)


class Swing(Game):
    """Tokens that are taken away, or swing to and fro for ever; equal ones cancel."""

    impartial = True

    def start(self):
        return (1, 1)

    def moves(self, position):
        yield from range(2 * len(position))

    def play(self, position, move):
        place, taken = divmod(move, 2)
        left = position[:place] + position[place + 1 :]
        return left if taken else tuple(sorted((*left, 3 - position[place])))

    def parts(self, position):
        for token in position:
            yield (token,)


def test_play_that_never_ends_is_seen_where_all_components_cancel():
    with pytest.raises(LoopFound):
        NimberRecursion(Swing()).nimber((1, 1))
    with pytest.raises(LoopFound):
        nimber(Swing())


class Shorter(Game):
    """Nim with heaps in a tuple that grows shorter: it was a ValueError of the compiler's."""

    heaps: tuple = (1, 2, 4)
    impartial = True

    def start(self):
        return self.heaps

    def moves(self, position):
        for place, heap in enumerate(position):
            for left in range(heap):
                yield 16 * place + left

    def play(self, position, move):
        place, left = divmod(move, 16)
        return position[:place] + ((left,) if left else ()) + position[place + 1 :]


class ShortParts(Shorter):
    """Its positions are tuples of one length, and its parts are not."""

    def play(self, position, move):
        return tuple(sorted((*super().play(position, move), 0, 0, 0)))[-3:]

    def parts(self, position):
        for size in position:
            if size:
                yield (size,)


def test_tuples_and_parts_that_grow_shorter_are_left_to_the_interpreter():
    assert zermelo.cgt.nimber(Shorter()) == 7
    assert zermelo.solve(Shorter(heaps=(1, 2, 3))).value((1, 2, 3)).value == LOSS
    with pytest.raises(CannotCompile, match="no tuple of 3 integers"):
        compile_game(ShortParts())
    assert zermelo.cgt.nimber(ShortParts()) == 7


def test_positions_by_number_and_by_text_and_numbers_that_no_position_has(capsys):
    for position in ("3", "ii.", "6"):
        print_nimber_of_position("kayles(pins=3)", position, as_json=True)
        assert json.loads(capsys.readouterr().out)["nimber"] == 2
    for game, position, shown in (
        ("kayles(pins=3)", "9", "i.."),
        ("cram(columns=3, rows=2)", "100", "..#/..#"),
    ):
        words = f"^{position} is not a position of .* show as {shown}: write"
        with pytest.raises(UnreadablePosition, match=words):
            print_nimber_of_position(game, position)


# The words named the heaps with nimber 1 one by one, and a heap in which nobody can move was "a heap other
# than 2 and 3": of 1, 2 and 2 in all_but(1) they said to leave them, and that loses.
DEAD = [
    ("subtraction(2, 3)", 3, subtraction_moves(2, 3)),
    ("subtraction(2, 5)", 4, subtraction_moves(2, 5)),
    ("all_but(1)", 7, lambda heap: [(heap - taken,) for taken in range(2, heap + 1)]),
    ("0.03", 3, octal_moves("03")),
    ("nim", 4, lambda heap: [(left,) for left in range(heap)]),
    ("0.3", 3, octal_moves("3")),
]


@pytest.mark.parametrize(("code", "largest", "moves"), DEAD)
def test_a_rule_in_words_is_right_beside_heaps_without_a_move(code, largest, moves):
    rule = find_misere_rule(misere_quotient(code, largest))
    assert rule is not None
    words, twin = rule.describe(), Twin(moves)
    for count in range(1, 5):
        for left in combinations_with_replacement(range(1, largest + 1), count):
            assert followed(words, left, rule.nimbers) == twin.is_p(left), (words, left)


def followed(words, left, nimbers):
    """Is this what a person who reads the words would leave? He knows the nimbers, and nothing else."""
    total = 0
    for heap in left:
        total ^= nimbers[heap]
    first, second = words.split(". ")
    if "a heap other than" in first:
        named = first.split("a heap other than ")[1].split(", play")[0].replace(" and ", ", ").split(", ")
        is_large = any(str(heap) not in named for heap in left)
    else:
        assert "a heap whose nimber is above 1" in first
        is_large = any(nimbers[heap] > 1 for heap in left)
    if is_large:
        return total == 0
    assert "leave an odd number" in second
    return sum(nimbers[heap] == 1 for heap in left) % 2 == 1


@pytest.mark.parametrize(("code", "largest"), [("0.0", 4), ("kayles", 0), ("subtraction(5)", 4)])
def test_where_nobody_can_move_it_is_not_as_in_normal_play(code, largest):
    rule = find_misere_rule(misere_quotient(code, largest))
    assert rule is not None
    assert not rule.is_p([largest])  # who is to move has won; in normal play he has lost
    assert rule.describe() == "There is no move in any heap: the player to move has won."


class Steps(Countdown):
    """Take one or two; what having no move is worth may be asked only where there is none."""

    heap: int = 5
    impartial = True

    def stuck(self, position):
        return DRAW if position else LOSS


class Three(Steps):
    players = 3


def test_stuck_is_asked_only_where_there_is_no_move():
    assert misere_form(Steps()) is misere_form(Nim(heaps=(2,)))
    with pytest.raises(MissingCapability, match="has 3 players"):
        misere_form(Three())


def test_a_partizan_sum_takes_one_position_of_each_game_and_two_players():
    both = PartizanMisereSum([Domineering(columns=2, rows=2), Domineering(columns=1, rows=2)])
    with pytest.raises(BadParameter, match="1 positions for 2 games"):
        both.outcome_class([0])
    with pytest.raises(BadParameter, match="player=2 is nobody"):
        both.winning_moves(2)
    with pytest.raises(MissingCapability, match="define options"):
        PartizanMisereSum([Chomp()])


@pytest.mark.parametrize("most", range(42, 60, 3))
def test_a_proof_that_was_given_up_leaves_what_was_proven(most):
    limited = misere_quotient("kayles", 12, most_pairs=most)
    assert limited.unknown
    whole = misere_quotient("kayles", limited.largest)
    assert (limited.pairs, limited.elements) == (whole.pairs, whole.elements)
