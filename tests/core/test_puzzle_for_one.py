"""Puzzles for one: every position's fewest moves are those of a search by hand, and what is refused."""

from typing import Any

import pytest
from made.puzzles_for_one import Jugs, Stairs, Trap

import zermelo
from zermelo import DRAW, UNDECIDED, WIN, Game, PuzzleForOne
from zermelo.core import BadRules, CheckFailed
from zermelo.core.puzzle_for_one import TAKEN

PUZZLES = (Jugs(), Jugs(small=4, large=6, wanted=3), Stairs(), Stairs(steps=1), Stairs(steps=12), Trap())


def fewest_moves(game: Game) -> dict[Any, int | None]:
    """Return for every position the fewest moves that solve it, None where none do: by trying all, by hand."""
    positions, children = [game.start()], {}
    for position in positions:
        over = game.outcome(position) != UNDECIDED
        children[position] = [] if over else [game.play(position, move) for move in game.moves(position)]
        positions += [child for child in dict.fromkeys(children[position]) if child not in positions]
    found: dict[Any, int | None] = {
        position: 0 if game.outcome(position) == WIN else None for position in positions
    }
    for count in range(1, len(positions)):
        for position in positions:
            if found[position] is None and any(found[child] == count - 1 for child in children[position]):
                found[position] = count
    return found


@pytest.mark.parametrize("game", PUZZLES, ids=repr)
@pytest.mark.parametrize("interpreted", [True, False])
def test_every_position_has_its_fewest_moves_or_none(game: Game, interpreted: bool) -> None:
    solution = zermelo.solve(game, interpreted=interpreted or None)
    known = fewest_moves(game)
    assert solution.summary.positions == len(known)
    assert "every stored answer" in str(solution.verify())
    for position, count in known.items():
        answer = solution.value(position)
        assert answer.alone
        assert (answer.remoteness if answer.value == WIN else None) == count
        assert (answer.value == DRAW) == (count is None)
        said = (
            "cannot be solved" if count is None else "solved" if count == 0 else f"solvable in {count} move"
        )
        assert str(answer).startswith(said)


@pytest.mark.parametrize("game", PUZZLES, ids=repr)
def test_searches_say_whether_it_can_be_solved(game: Game) -> None:
    solvable = fewest_moves(game)[game.start()] is not None
    found = zermelo.solve_position(game, method="df_pn", interpreted=True)
    assert str(found.answer) == ("solvable" if solvable else "cannot be solved")
    assert found.value == int(solvable)


def test_a_search_finds_the_fewest_moves_where_play_ends() -> None:
    for method in ("minimax", "alpha_beta"):
        found = zermelo.solve_position(Stairs(), method=method, timed=True, interpreted=True)
        assert str(found.answer) == "solvable in 3 moves"


def test_a_puzzle_is_known_as_one() -> None:
    class Single(Game):
        players = 1

        def payoffs(self, position: int) -> tuple[int]:
            return (position,)

    assert Jugs().is_puzzle
    assert not Single().is_puzzle and not Game().is_puzzle


@pytest.mark.parametrize("name", TAKEN)
def test_what_is_of_two_players_is_refused(name: str) -> None:
    with pytest.raises(BadRules, match=f"defines {name}, and a puzzle for one is solved or not"):
        type("Wrong", (PuzzleForOne,), {name: None})


def test_an_outcome_that_is_neither_solved_nor_open_is_refused() -> None:
    class Lost(Stairs):
        def outcome(self, position: int) -> int:
            return DRAW if position == 1 else super().outcome(position)

    with pytest.raises(CheckFailed, match="return WIN where it is solved, or yield no move there"):
        zermelo.check(Lost())
