"""A search shown depth by depth: with and without quiescence, up to the depth that finds the end."""

from typing import Any

import pytest
from support.commands import answer, check_refusal, runner, text

import zermelo
from zermelo.search import ClockSearch, SearchLimit

QUIET = ("breakthrough(columns=3, rows=5)", "O.O/OOO/OXX/XX./X.X/O to move")
HORIZON = ("connect_four(columns=5, rows=4)", "...../.XX../.XO../OOXXO")
BLUNT = [  # depth, move, score, line
    "1 c4xb3 +80 c4xb3",
    "2 c4xb3 +72 c4xb3 c3-c4",
    "3 c4xb3 +152 c4xb3 c3-c4 b3xa2",
    "4 a3xb2 +56 a3xb2 c1xb2 c4xb3 c3-c4",
]


def rows(printed: str) -> list[str]:
    """Return the rows of a table without the positions visited, which depend on the size of a table."""
    lines = [line.split() for line in printed.splitlines() if line.startswith("    ")]
    return [" ".join(words[:3] + words[4:]) for words in lines]


def by_depth(what: tuple[str, str], plies: int, *, quiescence: bool = True) -> Any:
    game = zermelo.game(what[0])
    search = ClockSearch(game, interpreted=True, memory=1 << 20, quiescence=quiescence)
    return search.choose_by_depth(game.parse(what[1]), plies)


def test_without_quiescence_a_search_takes_what_loses() -> None:
    """One move wins, which quiescence finds at depth 1; without it another is taken."""
    whole, blunt = by_depth(QUIET, 4), by_depth(QUIET, 4, quiescence=False)
    assert [(each.move, each.score_text) for each in whole.depths] == 4 * [("a4xb3", "win within 7")]
    assert "quiescence off" in str(blunt) and rows(str(blunt)) == BLUNT
    assert "quiescence on" in str(whole) and "but not yet with the plies" in str(whole)


def test_each_depth_is_the_search_to_it_alone() -> None:
    game = zermelo.game(QUIET[0])
    for quiescence in (True, False):
        found = by_depth(QUIET, 3, quiescence=quiescence)
        for each in found.depths:
            fresh = ClockSearch(game, interpreted=True, memory=1 << 20, quiescence=quiescence)
            alone = fresh.choose(game.parse(QUIET[1]), SearchLimit(plies=each.depth))
            assert (each.score, each.positions) == (alone.score, alone.positions)
            assert each.move == game.name(game.parse(QUIET[1]), alone.move) == each.line[0]


@pytest.mark.long
def test_by_the_solution_one_move_wins() -> None:
    solution = zermelo.solve(QUIET[0])
    moves = solution.moves(solution.game.parse(QUIET[1]))
    assert [(move.name, str(move.answer)) for move in moves if move.answer.value > 0] == [
        ("a4xb3", "win in 7")
    ]


@pytest.mark.long
def test_the_horizon_hides_a_loss_behind_delaying_moves() -> None:
    found = ClockSearch(zermelo.game(HORIZON[0]), memory=1 << 20)
    depths = found.choose_by_depth(found.game.parse(HORIZON[1]), 12).depths
    assert [each.score_text for each in depths] == [*7 * ["0"], "loss", "loss", "loss in 10"]
    assert len(depths) == 10 and depths[-1].proven


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    printed = text(command("value", *QUIET, "--by-depth", "4", "--quiescence", "off", "--interpreted"))
    assert rows(printed) == BLUNT and printed.startswith("O.O\nOOO\n")
    found = answer(command("value", *QUIET, "--by-depth", "2", "--interpreted", "--json"))
    assert found["quiescence"] is True and [each["depth"] for each in found["depths"]] == [1, 2]
    heap = text(command("value", "subtraction(heap=8)", "--by-depth", "9", "--interpreted"))
    assert "without effect, as the game defines no quiet(position)" in heap
    assert "    4  1     loss in 4" in heap and "proven at depth 4: nothing deeper" in heap
    told = text(
        command(
            *(
                "match",
                QUIET[0],
                "--first",
                "search(plies=1, quiescence=False)",
                "--second",
                "search(plies=1)",
            ),
            *("--games", "2", "--interpreted"),
        )
    )
    assert "search(plies=1, quiescence=False)" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--by-depth", "0"), "plies 0 cannot be searched"),
        (("--by-depth", "2", "--line"), "leave out all options but --quiescence"),
        (("--by-depth", "2", "--quiescence", "no"), "choose on or off"),
        (("--quiescence", "off"), "give --by-depth N too"),
    ],
)
def test_options_that_do_not_go_together(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_refusal(runner(capsys)("value", "tic_tac_toe", *arguments, "--interpreted"), 2, words)
