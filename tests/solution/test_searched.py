"""A game that is not solved, asked as a solution is: from its book, and below it by search."""

import io
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from support.commands import answer, runner, text
from support.marks import few

import zermelo
from zermelo import search
from zermelo.core.errors import MissingCapability, MissingSolution, UnknownPosition
from zermelo.core.values import UNDECIDED
from zermelo.play import PlayerContext, make_player
from zermelo.solution import open_on_demand

LITTLE = zermelo.Budget(threads=1, memory=1 << 28)  # with more, filling the table takes longer than searching


@pytest.mark.slow("what is searched is compared with a whole solution")
@pytest.mark.parametrize(
    "name",
    few(
        [
            "connect_four(columns=4, rows=4, line=3)",
            "tic_tac_toe",
            "kalah(houses=2, seeds=2)",
            "connect_four(columns=4, rows=4)",
            "dots_and_boxes(columns=2, rows=2)",
        ],
        1,
    ),
)
def test_every_move_is_what_the_whole_solution_says(name: str, tmp_path: Path) -> None:
    solution = zermelo.solve(name)
    game: Any = solution.game
    search.make_book(game, 3, store=tmp_path, budget=LITTLE)
    found = open_on_demand(game, store=tmp_path, budget=LITTLE)
    assert found.is_searched and not solution.is_searched
    chance = random.Random(7)
    for _ in range(12):
        position = game.start()
        while game.outcome(position) == UNDECIDED and (moves := list(game.moves(position))):
            told, right = (
                sorted((each.name, *_told(each.answer, game)) for each in each_of.moves(position))
                for each_of in (found, solution)
            )
            assert told == right
            assert _told(found.value(position), game) == _told(solution.value(position), game)
            if chance.random() < 0.2:
                break
            position = game.play(position, chance.choice(moves))


def _told(answer: Any, game: Any) -> tuple[int, int | None]:
    """Return what is told of an answer: draws and points have no length."""
    return answer.value, None if game.scored or answer.value == 0 else answer.remoteness


@pytest.mark.long
def test_perfect_play_keeps_the_value(tmp_path: Path) -> None:
    """From a won start, against anything: who follows it wins, within the plies that it says."""
    game: Any = zermelo.game("connect_four(columns=4, rows=5, line=3)")
    search.make_book(game, 2, store=tmp_path, budget=LITTLE)
    found = open_on_demand(game, store=tmp_path, budget=LITTLE)
    won = found.value()
    assert won.value == 1 and won.remoteness == zermelo.solve(game).value().remoteness
    player, _ = make_player("perfect", PlayerContext(game, lambda: found))
    chance = random.Random(5)
    for _ in range(4):
        position, plies = game.start(), 0
        while game.outcome(position) == UNDECIDED:
            moves = list(player(position)) if plies % 2 == 0 else list(game.moves(position))
            position, plies = game.play(position, chance.choice(moves)), plies + 1
        assert plies % 2 == 1 and plies <= (won.remoteness or 0)
    assert len(list(found.line())) == (won.remoteness or 0) + 1


def test_what_needs_every_position_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingSolution):
        open_on_demand("nim", store=tmp_path)
    search.make_book("nim", 1, store=tmp_path, interpreted=True)
    found = open_on_demand("nim", store=tmp_path)
    assert "a book of 1 plies, and search" in repr(found)
    with pytest.raises(MissingCapability, match="needs `zermelo solve`"):
        found.stats()
    with pytest.raises(MissingCapability, match="needs `zermelo solve`"):
        found.verify()


# Whoever looks at the board of gamesolver.org sees these: 0 for a draw, else how many of the winner's discs are
# left when he has won (Pascal Pons counts so); V. Allis gives the values in *A knowledge-based approach of
# Connect-Four*, 1988.
FIRST_MOVES = {"1": -2, "2": -1, "3": 0, "4": 1, "5": 0, "6": -1, "7": -2}


def test_the_book_that_comes_with_zermelo_has_what_is_known_of_connect_four() -> None:
    solution = open_on_demand("connect_four")
    assert str(solution.value()) == "win in 41"
    for move in solution.moves():
        score = FIRST_MOVES[move.name]
        discs = 22 - abs(score)  # the winner's last
        plies = None if score == 0 else 2 * discs - 1 if score > 0 else 2 * discs
        assert _told(move.answer, solution.game) == ((score > 0) - (score < 0), plies)


SECOND_MOVES = {  # found by making the book: the same count of each answer, by the first move
    "1": "-1 2 1 2 -1 1 -2",
    "2": "-2 0 1 0 -2 -2 -3",
    "3": "-2 -2 0 0 0 0 -3",
    "4": "-4 -2 -2 -1 -2 -2 -4",
}


@pytest.mark.parametrize("first", SECOND_MOVES)
def test_the_answers_to_each_first_move_are_what_they_were(first: str) -> None:
    """And mirrored after a mirrored move; each follows from four plies that were searched."""
    solution = open_on_demand("connect_four")
    game: Any = solution.game
    scores = SECOND_MOVES[first].split()
    for column, told in ((int(first) - 1, scores), (7 - int(first), scores[::-1])):
        found = {each.name: each.answer for each in solution.moves(game.play(game.start(), column))}
        for place, score in enumerate(map(int, told)):
            value, remoteness = _told(found[str(place + 1)], game)
            last = 22 - abs(score)  # the winner's discs: the second player's where he wins
            plies = None if score == 0 else 2 * last - 1 if score > 0 else 2 * last - 2
            assert (value, remoteness) == ((score > 0) - (score < 0), plies), (first, place)


def test_the_book_that_comes_with_zermelo_holds() -> None:
    """Its positions, and each answer by its moves'; `zermelo verify` searches some of the last ply, too."""
    checked = search.verify_book(search.open_book("connect_four"), sample=0)
    assert (checked.checked, checked.total, checked.details["plies"]) == (151, 719, 4)


def test_it_is_said_what_the_book_has(tmp_path: Path) -> None:
    """By the plies of every position: above the last ply its moves are the book's, below nothing is."""
    game: Any = zermelo.game("mnk(columns=3, rows=2, line=2)")
    search.make_book(game, 2, store=tmp_path, interpreted=True)
    found = open_on_demand(game, store=tmp_path, budget=LITTLE)
    seen: dict[str, int] = {}
    layer = {game.start()}
    for ply in range(5):
        for position in layer:
            is_over = game.outcome(position) != UNDECIDED
            children = [] if is_over else [game.play(position, move) for move in game.moves(position)]
            known = ply < 2 or all(game.outcome(child) != UNDECIDED for child in children)
            assert found.is_in_book(position) == (ply <= 2 or is_over)
            assert found.has_book_moves(position) == (known and not is_over)
            words = found.describe_source(position)
            seen[words] = seen.get(words, 0) + 1
            if known and not is_over:
                assert found.book_policy(position) == found.policy(position)
            else:
                with pytest.raises(UnknownPosition, match="covers its first 2 plies"):
                    found.book_policy(position)
        layer = {
            game.play(each, move)
            for each in layer
            if game.outcome(each) == UNDECIDED
            for move in game.moves(each)
        }
    book = "the book of the first 2 plies"
    assert set(seen) == {
        "",
        f"from {book}",
        f"the value from {book}, the moves by search",
        f"by search, past {book}",
    }
    assert zermelo.solve(game).describe_source(game.start()) == ""


def test_commands_say_that_moves_are_the_books(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    place = ("--store", str(tmp_path))
    printed = text(command("value", "connect_four", *place))
    assert printed.endswith("\nfrom the book of the first 4 plies\n")
    assert answer(command("value", "connect_four", *place, "--json"))["source"].startswith("from the book")
    assert "the book" not in text(command("value", "tic_tac_toe", "--interpreted"))
    game = "subtraction(heap=30)"  # of one's own, as it might be
    assert command("book", game, "--plies", "2", "--interpreted", *place).status == 0
    assert text(command("value", game, "29", *place)).endswith("\nfrom the book of the first 2 plies\n")
    assert text(command("value", game, "24", *place)).endswith("of the first 2 plies, the moves by search\n")


@pytest.mark.parametrize("options", [(), ("--opponent", "search(plies=1, book='GAME')")])
def test_at_the_prompt_a_move_from_the_book_says_so(
    options: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command, game = runner(capsys), "subtraction(heap=30)"
    place = ("--store", str(tmp_path), "--interpreted")
    assert command("book", game, "--plies", "3", *place).status == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n3\n1\nq\n"))
    options = tuple(option.replace("GAME", game) for option in options)
    printed = text(command("play", game, *options, *place))
    told = [line for line in printed.splitlines() if line.startswith("the second player plays")]
    assert told[1].endswith("1, from the book") and not told[2].endswith("from the book"), printed
