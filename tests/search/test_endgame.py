"""Searches into an endgame: what they find is what solving the whole game finds, and other rules are refused."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.commands import runner
from support.marks import few
from support.tables import one_thread

import zermelo
from zermelo.core.errors import BadParameter, BadRules, MissingCapability
from zermelo.core.values import UNDECIDED
from zermelo.games.morris.morris_endgame import MorrisEndgame
from zermelo.games.morris.nine_mens_morris import NineMensMorris
from zermelo.search.exact.alpha_beta import ExactSearch
from zermelo.search.timed_search import ClockSearch
from zermelo.solution.in_memory import load_endgame
from zermelo.solution.solution import Solution

SMALL = [NineMensMorris(4, 1), NineMensMorris(3, 1, flying=False), NineMensMorris(3, 2)]


@cache
def solved(game: Any, *, values_only: bool = False) -> Solution:
    is_small = game.point_count <= 8 if isinstance(game, NineMensMorris | MorrisEndgame) else True
    return zermelo.solve(game, budget=one_thread(), values_only=values_only, interpreted=is_small or None)


def endgame_for(game: Any, **how: Any) -> Any:
    ending = MorrisEndgame(men=game.men, rings=game.rings, flying=game.flying)
    return load_endgame(solved(ending, **how), **({"values_only": True} if how else {}))


def placing(game: Any) -> Iterator[int]:
    """Yield one position of each class in which men are placed."""
    for tier in range(solved(game).records.tier_count):
        for position in solved(game).records.read_tier_block(tier).positions.tolist():
            if position >> 2 * game.point_count > 0:
                yield position


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize("interpreted", few([True, False], 1))
@pytest.mark.parametrize("game", few(SMALL, 1), ids=repr)
def test_every_position_has_the_answer_of_the_whole_game(game: Any, interpreted: bool, timed: bool) -> None:
    ending = endgame_for(game) if timed else endgame_for(game, values_only=True)
    search = ExactSearch(game, one_thread(), timed=timed, endgame=ending, interpreted=interpreted)
    asked = 0
    for position in placing(game):
        if game.outcome(position) == UNDECIDED:
            found, known = search.answer(position), solved(game).value(position)
            assert found.value == known.value, game.show(position)
            assert not timed or found.remoteness == known.remoteness
            asked += 1
    assert asked > 150


def test_values_alone_of_a_solution_with_plies_are_pairs_of_bits() -> None:
    ending = solved(MorrisEndgame(4, 1))
    whole, values = load_endgame(ending), load_endgame(ending, values_only=True)
    assert whole.shift > 0 and values.shift == 0
    assert values.answers.nbytes == -(-ending.records.size // 4)  # type: ignore[attr-defined]


class Mirrored(NineMensMorris):
    """It takes the other's men for the mover's when it comes to the endgame."""

    def endgame(self, position: int) -> int:
        return self.swap_boards(position) if position >> 2 * self.point_count == 0 else -1


class Late(NineMensMorris):
    """Its last man of all is put back in hand, and so the endgame would begin with another player."""

    def endgame(self, position: int) -> int:
        return position & self.both_boards_mask


@pytest.mark.parametrize(
    "game",
    [NineMensMorris(4, 1, flying=False), Mirrored(4, 1), Late(4, 1)],
    ids=["other rules", "mirrored", "late"],
)
def test_an_endgame_by_other_rules_is_refused(game: Any) -> None:
    ending = load_endgame(solved(MorrisEndgame(4, 1)))
    for search in (ExactSearch, ClockSearch):
        with pytest.raises((BadParameter, BadRules), match="have other rules for"):
            search(game, endgame=ending)  # type: ignore[operator]


def test_plies_want_an_endgame_with_plies() -> None:
    game = NineMensMorris(4, 1)
    with pytest.raises(MissingCapability, match="a search for plies into the endgame needs the remoteness"):
        ExactSearch(game, timed=True, endgame=endgame_for(game, values_only=True))


def test_an_endgame_of_an_unrelated_game_is_refused() -> None:
    ending = load_endgame(solved(MorrisEndgame(4, 1)))
    words = r"has no endgame\(position\) that leads to positions of morris"
    for search, name in ((ExactSearch, "tic_tac_toe"), (ClockSearch, "english_draughts")):
        with pytest.raises(MissingCapability, match=words):
            search(zermelo.game(name), endgame=ending)  # type: ignore[operator]


def test_methods_without_endgames_say_so() -> None:
    ending = solved(zermelo.game("tic_tac_toe"))
    with pytest.raises(BadParameter, match="df_pn asks no solution on its way: use alpha_beta"):
        zermelo.solve_position("tic_tac_toe", endgame=ending, method="df_pn")
    with pytest.raises(BadParameter, match="a proof rests on the rules alone"):
        zermelo.solve_position("tic_tac_toe", endgame=ending, proof=True)


def test_commands_take_a_solution(tmp_path: Path, capsys: Any) -> None:
    game, zermelo_command = NineMensMorris(4, 1), runner(capsys)
    text, store = "nine_mens_morris(men=4, rings=1)", ("--store", str(tmp_path))
    known = solved(game).value(game.start())
    one = ("--method", "alpha_beta", "--endgame")
    for ending in ("morris_endgame(men=4, rings=1)", None):  # solved on the way, and then read from disk
        solution = ending or str(next(tmp_path.iterdir()))
        ran = zermelo_command("solve", text, *one, solution, "--plies", *store)
        assert ran.status == 0 and ran.out.splitlines()[0] == f"{game!r}: {known}"
        middle = game.play(game.start(), next(iter(game.moves(game.start()))))
        ran = zermelo_command("value", text, game.show(middle), *one, solution, *store)
        assert ran.status == 0 and ran.out.splitlines()[0].endswith(": win")
