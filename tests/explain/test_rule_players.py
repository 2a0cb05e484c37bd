"""Players by rules: what the one checker makes of them, and whether the compiled one is the one that is told."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.naive_rule_players import (
    Naive,
    Walked,
    cells_of,
    images,
    least_image,
    rectangle,
    unfinished,
    value,
    walk,
)
from support.marks import few

from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.plain_jit import interpreted_kernel
from zermelo.core.errors import BadParameter, MissingCapability
from zermelo.core.game import Game, Position
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.derivation.derived_rules import RuleDerivation
from zermelo.explain.kernels.threat_player import build_find_allowed_cells
from zermelo.explain.positional_game import yield_set_bits
from zermelo.explain.rule_players.corrected_player import CorrectedPlayer
from zermelo.explain.rule_players.newell_simon import NewellSimon
from zermelo.explain.rule_players.rule_player import RulePlayer
from zermelo.explain.rule_players.rule_reason import RuleReason
from zermelo.games import ConnectFour, Mnk, TicTacToe
from zermelo.verify.policy_certificate import Certificate, SideCertificate, certify_policy

GAME = TicTacToe()
FULL = 0o777
LINES = tuple(sum(1 << cell for cell in line) for line in rectangle(3, 3, 3))


@cache
def derivation() -> RuleDerivation:
    return derive_rules(GAME, literal=True)


def worth(position: Position) -> int:
    return value(LINES, FULL, *GAME.boards(position))


def perfect(position: Position) -> list[int]:
    """Allow every move that keeps the value."""
    return [move for move in GAME.moves(position) if -worth(GAME.play(position, move)) == worth(position)]


def side(said: SideCertificate) -> tuple[int | None, int | None, int | None]:
    return said.won, said.drawn, said.lost


def sides(said: Certificate) -> tuple[Any, Any]:
    return side(said.first), side(said.second)


def is_lost(game: Game, policy: Callable[[Position], list[int]], line: tuple[str, ...], first: bool) -> bool:
    """Return whether a line is legal, allowed by the policy on its side, and lost by it."""
    position, own = next(iter(game.starts())), first
    for name in line:
        assert game.outcome(position) == UNDECIDED
        (move,) = (move for move in game.moves(position) if game.name(position, move) == name)
        assert not own or move in policy(position)
        position, own = game.play(position, move), not own
    return game.outcome(position) == LOSS and own


# The thesis's player. Specification, section 2: won, drawn and lost, first and second.


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ((6856, 2808, 160), (4960, 5696, 1168))),
        ({"rules": 6}, ((5960, 2576, 32), (2640, 3840, 528))),
        ({"otherwise": perfect}, ((6136, 2608, 32), (1352, 1904, 48))),
        # The attacks before the defences: ours, computed here and nowhere else.
        ({"order": "attacks"}, ((7176, 2168, 760), (6560, 4816, 1296))),
        ({"order": "attacks", "rules": 6}, ((6264, 2080, 480), (3824, 3464, 784))),
    ],
)
def test_the_thesis_s_rules_lose(options: dict[str, Any], expected: Any) -> None:
    player = RulePlayer(GAME, derivation=derivation(), **options)
    found = certify_policy(player, GAME, values=worth)
    assert sides(found) == expected
    assert found.first.given_away_count > 0
    assert is_lost(GAME, player, found.first.losing_line, True)
    assert is_lost(GAME, player, found.second.losing_line, False)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [(5, ((7888, 3848, 128), (6128, 7344, 576))), (6, ((7056, 3584, 0), (2672, 3632, 96)))],
)
def test_sound_rules_lose_fewer_games(rules: int, expected: Any) -> None:
    """No claim of theirs is wrong; what they lose is lost where none of them applies, or to a longer attack."""
    assert sides(certify_policy(RulePlayer(GAME, rules), GAME)) == expected


@pytest.mark.parametrize("order", ["ascending", "attacks"])
def test_rule_4_allows_only_the_two_losing_corners(order: str) -> None:
    player = RulePlayer(GAME, derivation=derivation(), order=order)
    position = GAME.parse("X../.O./..X")
    assert player.explain(position) == RuleReason(
        "4", "defence 4: prevent what the opponent threatens by 3", (2, 6)
    )
    assert player(position) == [2, 6]
    assert worth(position) == 0
    assert [worth(GAME.play(position, move)) for move in player(position)] == [1, 1]


@pytest.mark.parametrize("order", ["ascending", "attacks"])
@pytest.mark.parametrize("rules", [5, 6])
def test_the_second_player_loses_whichever_ties_he_takes(order: str, rules: int) -> None:
    player = RulePlayer(GAME, derivation=derivation(), order=order, rules=rules)

    @cache
    def loses(position: Position, own: bool) -> bool:
        """Return whether the other can win against every choice of ties."""
        if GAME.outcome(position) != UNDECIDED:
            return GAME.outcome(position) == LOSS and own
        moves = player(position) if own else list(GAME.moves(position))
        after = [loses(GAME.play(position, move), not own) for move in moves]
        return all(after) if own else any(after)

    assert loses(GAME.start(), False)
    assert not loses(GAME.start(), True)


def test_a_player_says_what_it_cannot_be() -> None:
    for make, words in (
        (lambda: RulePlayer(GAME, derivation=derivation(), order="backwards"), "order 'backwards' is none"),
        (lambda: RulePlayer(GAME, derivation=derivation(), rules=7), "rules 7 were not derived: give 1 to 6"),
        (lambda: CorrectedPlayer(GAME, threats=-1), "threats -1 is less than none"),
        (lambda: CorrectedPlayer(GAME, own_attacks="guessed"), "attacks 'guessed' is no reading"),
    ):
        with pytest.raises(BadParameter, match=words):
            make()
    with pytest.raises(MissingCapability, match="know no gravity"):
        CorrectedPlayer(ConnectFour(columns=4, rows=4))
    with pytest.raises(MissingCapability, match="is not tic-tac-toe"):
        NewellSimon(Mnk(4, 3, 3))
    with pytest.raises(MissingCapability, match="leaves something out"):
        CorrectedPlayer(GAME, tempo=False).find_allowed_cells(np.zeros(1, np.int64), np.zeros(1, np.int64))


# Newell and Simon.


def test_newell_and_simon_never_lose() -> None:
    found = certify_policy(NewellSimon(GAME), GAME, values=worth)
    assert sides(found) == ((392, 16, 0), (992, 320, 0))
    assert found.never_loses
    assert found.first.given_away_count == found.second.given_away_count == 0


@dataclass(frozen=True)
class WithoutRuleFour(NewellSimon):
    """Newell and Simon's list, a rule forgotten."""

    def _find_fork_blocking_cells(self, mine: int, theirs: int) -> int:
        return 0


def test_the_checker_catches_a_planted_fault() -> None:
    player = WithoutRuleFour(GAME)
    found = certify_policy(player, GAME, values=worth)
    assert sides(found) == ((392, 16, 0), (912, 408, 32))
    assert found.second.given_away_count > 0
    assert is_lost(GAME, player, found.second.losing_line, False)


# The repaired player. Specification, section 2; `ahead` came later and is not in those figures.


def test_the_repaired_player_never_loses_tic_tac_toe() -> None:
    for ahead in (True, False):
        for threats in (1, None):
            found = certify_policy(CorrectedPlayer(GAME, threats=threats, ahead=ahead), GAME, values=worth)
            assert sides(found) == ((7136, 3584, 0), (2528, 3584, 0))
            assert found.never_loses
            assert found.first.given_away_count == found.second.given_away_count == 0


@pytest.mark.parametrize(
    ("left_out", "lost"),
    [
        ({"tempo": False}, (0, 64)),
        ({"their_attacks": "seen"}, (0, 80)),
        ({"own_attacks": "seen"}, (112, 112)),
        ({"threats": 0}, (192, 352)),
    ],
)
def test_each_part_of_the_repair_is_needed(left_out: dict[str, Any], lost: tuple[int, int]) -> None:
    player = CorrectedPlayer(GAME, ahead=False, **({"threats": 1} | left_out))
    found = certify_policy(player, GAME)
    assert (found.first.lost, found.second.lost) == lost
    for said, first in ((found.first, True), (found.second, False)):
        assert not said.lost or is_lost(GAME, player, said.losing_line, first)


def test_the_repaired_player_keeps_the_value_everywhere() -> None:
    player = CorrectedPlayer(GAME)
    positions = [mine | theirs << 9 for mine, theirs in unfinished(3, 3, 3)]
    assert len(positions) == 4520
    assert len({min(GAME.symmetries(position)) for position in positions}) == 627
    for position in positions:
        for move in player(position):
            assert -worth(GAME.play(position, move)) == worth(position)


def test_the_rules_of_a_position_in_words() -> None:
    player = CorrectedPlayer(GAME)
    for text, rule, cells in (
        ("XX./OO./...", "complete", (2,)),
        ("XX./O../...", "stop", (2,)),
        ("X../.O./..X", "safe", (1, 3, 5, 7)),
        ("X../.../.O.", "attack", (2, 4, 6)),
    ):
        said = player.explain(GAME.parse(text))
        assert (said.rule, said.cells) == (rule, cells)


@pytest.mark.parametrize(("columns", "rows"), few([(3, 3), (4, 3)], 1))
def test_an_attack_that_was_played_out_wins(columns: int, rows: int) -> None:
    """It is only ever said of won positions, and each of its cells wins."""
    player = CorrectedPlayer(Mnk(columns, rows, 3))
    lines, full = player.positional_game.lines, player.positional_game.all_cells_mask
    found = 0
    for mine, theirs in unfinished(columns, rows, 3):
        if any((line & ~mine).bit_count() == 1 and not line & theirs for line in lines):
            continue
        for cell in yield_set_bits(player.find_attacking_cells(mine, theirs)):
            assert value(lines, full, theirs, mine | 1 << cell) == -1
            found += 1
    assert found == {9: 656, 12: 10280}[columns * rows]


# The compiled player.


def boards_of(positions: list[tuple[int, int]]) -> tuple[Any, Any]:
    mine, theirs = np.array(positions, np.int64).T
    return mine, theirs


def positions_of(columns: int) -> list[tuple[int, int]]:
    """Return the unfinished positions of a board of 3 rows; of 4 columns one of each class."""
    positions = unfinished(columns, 3, 3)
    if columns == 3:
        return positions
    mine, theirs = boards_of(positions)
    words = np.unique(least_image(mine | theirs << 12, 4, 3))
    assert len(words) == 20_088
    return [(int(word) & 0xFFF, int(word) >> 12) for word in words]


@pytest.mark.parametrize(
    ("columns", "step", "ahead"), few([(3, 6, True), (3, 6, False), (4, 40, True), (4, 1, True)], 3)
)
def test_the_naive_player_allows_the_same(columns: int, step: int, ahead: bool) -> None:
    naive = Naive(frozenset(range(columns * 3)), rectangle(columns, 3, 3), ahead=ahead)
    positions = positions_of(columns)[::step]
    found = CorrectedPlayer(Mnk(columns, 3, 3), ahead=ahead).find_allowed_cells(*boards_of(positions))
    for (mine, theirs), cells in zip(positions, found, strict=True):
        assert naive.allowed(cells_of(mine), cells_of(theirs)) == cells_of(int(cells)), (mine, theirs)


OPTIONS = ({}, {"one": True}, {"threats": 1}, {"threats": 0, "ahead": False}, {"ahead": False})
BOARDS = [(3, 3, each) for each in OPTIONS] + [(4, 3, each) for each in OPTIONS]


@pytest.mark.parametrize(("columns", "rows", "options"), few(BOARDS, 5))
def test_the_kernel_is_the_player(columns: int, rows: int, options: dict[str, Any]) -> None:
    player = CorrectedPlayer(Mnk(columns, rows, 3), **options)
    positions = unfinished(columns, rows, 3)
    found = player.find_allowed_cells(*boards_of(positions))
    for (mine, theirs), cells in zip(positions, found, strict=True):
        assert player.find_reason(mine, theirs).cells == tuple(yield_set_bits(int(cells)))
    if player.one:
        several = CorrectedPlayer(Mnk(columns, rows, 3)).find_allowed_cells(*boards_of(positions))
        assert (found & several == found).all()


@st.composite
def played(draw: Any, columns: int, rows: int, line: int, most: int) -> tuple[int, int]:
    """Draw an unfinished position: some moves played."""
    game = Mnk(columns, rows, line)
    position = game.start()
    for cell in draw(st.permutations(range(columns * rows)))[: draw(st.integers(0, most))]:
        after = game.play(position, cell)
        if game.outcome(after) != UNDECIDED:
            break
        position = after
    mine, theirs = game.boards(position)
    return int(mine), int(theirs)


@pytest.mark.parametrize(("columns", "rows", "line"), few([(4, 4, 3), (4, 4, 4), (5, 5, 4)], 1))
def test_the_kernel_is_the_player_on_larger_boards(columns: int, rows: int, line: int) -> None:
    player = CorrectedPlayer(Mnk(columns, rows, line), threats=2, ahead=False)
    masks = np.array(player.positional_game.lines, np.int64)
    kernels = shared_kernel(build_find_allowed_cells), interpreted_kernel(build_find_allowed_cells)
    moves = images(columns, rows)

    @settings(max_examples=25)
    @given(played(columns, rows, line, columns * rows - 1), st.sampled_from(range(len(moves))))
    def check(boards: tuple[int, int], image: int) -> None:
        cells = player.find_reason(*boards).cells
        for allowed in kernels:
            assert (
                tuple(
                    yield_set_bits(int(allowed(*boards, masks, player.positional_game.all_cells_mask, 2, 0)))
                )
                == cells
            )
        turned = [sum(1 << int(moves[image][cell]) for cell in yield_set_bits(board)) for board in boards]
        expected = tuple(sorted(int(moves[image][cell]) for cell in cells))
        assert player.find_reason(*turned).cells == expected

    check()


# Exhaustively, symmetric positions once: met, won, drawn, lost. The specification counts 254 positions fewer
# on either side of 4 x 4. One cell of several: positions apart, as its image need not be the image's first.

WALKS = (  # the board, its line, whether it begins, options
    (3, 3, 3, True, {}, Walked(469, 84, 3, 0)),
    (3, 3, 3, False, {}, Walked(261, 41, 3, 0)),
    (4, 3, 3, True, {}, Walked(3278, 1222, 0, 0)),
    (4, 4, 3, True, {}, Walked(8705, 3935, 0, 0)),
    (5, 5, 4, True, {"one": True, "ahead": False}, Walked(196_383, 33_440, 9_827, 1)),
    (5, 5, 4, True, {"one": True}, Walked(192_226, 32_538, 9_621, 0)),
    (4, 4, 4, True, {}, Walked(1_020_878, 49_398, 688, 0)),
    (4, 4, 4, False, {}, Walked(907_812, 31_118, 688, 0)),
)


@pytest.mark.parametrize(("columns", "rows", "line", "first", "options", "expected"), few(WALKS, 5))
def test_the_repaired_player_exhaustively(
    columns: int, rows: int, line: int, first: bool, options: dict[str, Any], expected: Walked
) -> None:
    player = CorrectedPlayer(Mnk(columns, rows, line), **options)
    assert walk(columns, rows, line, player.find_allowed_cells, first, fold=not options) == expected


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "first", "one"),
    [
        ([6, 5, 11, 4, 16, 21, 1], False, False),
        ([10, 17, 14, 12, 11, 7, 22, 2], True, False),
        ([13, 12, 9, 7, 17, 21, 18, 6, 16, 15, 19], False, True),
    ],
)
def test_on_5_by_5_it_can_lose(line: list[int], first: bool, one: bool) -> None:
    """The first two were found by playing at random, and may not be shortest; the third is."""
    game = Mnk(5, 5, 4)
    position, names = game.start(), []
    for cell in line:
        names.append(game.name(position, cell))
        position = game.play(position, cell)
    assert is_lost(game, CorrectedPlayer(game, one=one), tuple(names), first)


def test_without_looking_ahead_3_by_4_is_lost_from_two_cells() -> None:
    game = Mnk(4, 3, 3)
    player = CorrectedPlayer(game, ahead=False)
    assert walk(4, 3, 3, player.find_allowed_cells, True).lost == 185
    lines, full = player.positional_game.lines, player.positional_game.all_cells_mask
    bad = [cell for cell in range(12) if value(lines, full, 0, 1 << cell) == 1]
    assert bad == [4, 7]
    assert player(game.start()) == list(range(12))
    assert CorrectedPlayer(game)(game.start()) == [cell for cell in range(12) if cell not in bad]
