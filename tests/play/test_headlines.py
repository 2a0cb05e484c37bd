"""Headlines: every number in the sentence is that of a plain reference, at whole games of each kind."""

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from reference import naive, naive_dice

import zermelo
from zermelo.core.game import Game
from zermelo.games import catalogue
from zermelo.play.matches.headline import Headline
from zermelo.play.matches.match import ChanceOutcome, Match

COUNT = re.compile(
    r"; (?:only (?P<one>.+) (?:\w+s)(?: it| to it)?|(?P<some>\d+) of (?P<all>\d+) moves \w+(?: it| to it)?"
    r"|(?P<every>every move) .+|(?P<single>.+) is the only move)$"
)


def walk(game: Any, games: int = 6) -> Iterator[Match]:
    """Yield the match at every ply of some games at random."""
    chance = random.Random(repr(game))
    for _ in range(games):
        match = Match(game)
        yield match
        while not match.is_over() and len(match.played) < 40:
            throws = match.throws()
            match.play(ChanceOutcome(chance.choice(throws)[1]) if throws else chance.choice(match.moves()))
            yield match


def read_count(text: str, match: Match) -> int:
    """Return how many moves keep the value by the end of a headline, of a name whether it is a move's."""
    found = COUNT.search(text)
    assert found, text
    names = match.move_names()
    if found["some"]:
        assert int(found["all"]) == len(names)
        return int(found["some"])
    assert found["every"] or (found["one"] or found["single"]) in map(match.describe_move, names)
    assert not found["single"] or len(names) == 1
    return len(names) if found["every"] else 1


def headline(solution: Any, match: Match, viewer: int | None = None) -> Headline:
    where = match.position
    return Headline.from_answer(match, solution.value(where), solution.moves(where), viewer)


@pytest.mark.parametrize("name", ["tic_tac_toe", "toads_and_frogs", "nim(heaps=(1,2,3))", "hexapawn"])
def test_wins_draws_and_losses(name: str) -> None:
    solution = zermelo.solve(name)
    game, values = solution.game, naive.solve(solution.game)
    for match in walk(game):
        found, text = headline(solution, match), str(headline(solution, match))
        first, second = match.player_name(0), match.player_name(1)
        assert text[0].isupper() or not text[0].isalpha()
        value, plies = values[match.position]
        if match.is_over():
            result = match.result()
            said = "a draw" if not result else (first if result > 0 else second)
            assert text.startswith(f"The game is over: {said}") and found.share == (result + 1) / 2
            continue
        mover = match.player_name(match.mover)
        assert found.turn == f"{mover} to move" and text[1:].startswith(f"{mover} to move: "[1:])
        assert found.tone == ("loss", "draw", "win")[value + 1]
        assert found.share == ((value if match.mover == 0 else -value) + 1) / 2
        keep = sum(
            naive.worth(game, match.position, move, values[game.play(match.position, move)][0]) == value
            for move in match.moves()
        )
        if value:
            assert re.search(rf": (?:wins?|loses?) in {plies}\b", text), text
        if value >= 0:
            assert read_count(text, match) == keep
        else:
            assert text.endswith(" against best play")
        for viewer in (0, 1):
            fixed = headline(solution, match, viewer)
            own = value if viewer == match.mover else -value
            assert fixed.tone == ("loss", "draw", "win")[own + 1] and fixed.share == found.share
            assert viewer == match.mover or f": {match.player_name(viewer)} " in str(fixed)


@pytest.mark.parametrize("name", ["dots_and_boxes(columns=2,rows=1)", "kalah(houses=2,seeds=2)"])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_points_so_far_to_come_and_final(name: str, viewer: int | None) -> None:
    solution = zermelo.solve(name)
    game, values = solution.game, naive.solve(solution.game)
    for match in walk(game):
        text = str(headline(solution, match, viewer))
        first, second = match.points[-1]
        if match.is_over():
            assert match.result_text() in text
            continue
        seen = match.mover if viewer is None else viewer
        value = values[match.position][0]
        to_come = value if seen == match.mover else -value
        so_far = first - second if seen == 0 else second - first
        found = re.search(
            r" to move: (.*?)(wins?|draws?|loses?)(?: by (\d+))? with best play \(so far (\S+), to come (\S+)\)",
            text,
        )
        assert found, text
        final = {"w": 1, "d": 0, "l": -1}[found[2][0]] * int(found[3] or 0)
        assert [final, int(found[4]), int(found[5])] == [so_far + to_come, so_far, to_come]
        assert found[1].strip() == ("" if seen == match.mover else match.player_name(seen)), "named once"
        score = match.score(solution.value(match.position))
        assert score is not None and score.final == (so_far + to_come) * (1 if seen == 0 else -1)
        keep = sum(
            naive.worth(game, match.position, move, values[game.play(match.position, move)][0]) == value
            for move in match.moves()
        )
        assert read_count(text, match) == keep


def test_points_of_a_line_that_began_later() -> None:
    """The points before it are not known, so no final result is claimed."""
    solution = zermelo.solve("dots_and_boxes(columns=2,rows=1)")
    chance = random.Random(5)
    match = Match(solution.game)
    for _ in range(3):
        match.play(chance.choice(match.moves()))
    text = str(headline(solution, Match(solution.game, [match.position])))
    assert "final" not in text and "to come" in text and "(0 since this line began)" in text


class LastStone(Game):
    """Take one or two of seven stones; the player who finds none pays three points."""

    scored = True

    def start(self) -> int:
        return 7

    def moves(self, position: int) -> Iterator[int]:
        yield from range(1, min(2, position) + 1)

    def play(self, position: int, move: int) -> int:
        return position - move

    def stuck(self, position: int) -> int:
        return -3


def test_points_counted_at_the_end() -> None:
    """The result is that of the end alone, and no points are so far."""
    solution = zermelo.solve(LastStone())
    values = naive.solve(solution.game)
    for match in walk(solution.game):
        value, text = values[match.position][0], str(headline(solution, match))
        if value and not match.is_over():
            assert f" by {abs(value)} {'with' if value > 0 else 'against'} best play; " in text


@pytest.mark.parametrize("name", ["stochastic_nim(heaps=(1,2),faces=2)", "pig(target=6)"])
def test_probabilities(name: str) -> None:
    solution = zermelo.solve(name)
    game = solution.game
    values: Any = naive_dice.exact(game) if name.startswith("stochastic") else None
    for match in walk(game, 3):
        found = headline(solution, match)
        text = str(found)
        if match.is_over():
            continue
        share = re.search(r"wins? (over |under )?(\d+)% of the time(;|$)", text)
        assert share, text
        exact = float(values[match.position] if values else solution.value(match.position).value)
        if not share[1]:
            assert int(share[2]) == pytest.approx(50 * (exact + 1), abs=0.51)
        assert found.share == pytest.approx(((exact if match.mover == 0 else -exact) + 1) / 2, abs=1e-6)
        assert ("to throw the dice" in found.turn) == bool(match.throws())
        best = re.search(r"; best is (.+)$", text)
        if best:
            assert best[1] in map(match.describe_move, match.move_names())


@pytest.mark.parametrize("name", ["hanoi(discs=3)", "lights_out", "peg_solitaire"])
def test_puzzles(name: str) -> None:
    solution = zermelo.solve(name)
    game = solution.game
    shortest = count_moves_to_goal(game)
    for match in walk(game):
        text = str(headline(solution, match))
        left = shortest.get(match.position)
        if match.is_over():
            assert text.startswith("Solved in" if left == 0 else "A dead end")
        elif left is None:
            assert text.startswith("Cannot be solved from here")
        else:
            assert text.startswith(f"Shortest solution: {left} move{'' if left == 1 else 's'}; ")
            after = [shortest.get(game.play(match.position, move)) for move in match.moves()]
            assert read_count(text, match) == after.count(left - 1)


def test_no_move_reads_as_a_count() -> None:
    """A game of the catalogue whose moves are bare numbers says what they are, and so does the headline."""
    for name, kind in catalogue().items():
        with suppress(TypeError):  # some have no usual parameters
            match = Match(kind())
            names = [] if match.throws() else match.move_names()
            assert hasattr(match.game, "move_word") or not any(each.isdecimal() for each in names), name
    said = {
        "connect_four(columns=4,rows=4)": "column",
        "kalah(houses=2,seeds=2)": "pit",
        "river_crossing": "crossing",
        "subtraction(heap=7)": "taking",
    }
    for name, word in said.items():
        solution = zermelo.solve(name)
        kept = [
            re.search(r"; only (.+) \w+s", str(headline(solution, match))) for match in walk(solution.game)
        ]
        assert any(kept)
        assert all(found[1].startswith(f"{word} ") for found in kept if found)


def count_moves_to_goal(game: Any) -> dict[Any, int]:
    """Return the fewest moves from each position from which the goal is reached, by rounds."""
    everything = naive.positions(game)
    found = {each: 0 for each in everything if naive.is_finished(game, each) and game.outcome(each) != 0}
    plies, grown = 0, True
    while grown:
        plies += 1
        new = {
            each: plies
            for each in everything
            if each not in found and any(found.get(c) == plies - 1 for c in naive.children(game, each))
        }
        grown = bool(new)
        found |= new
    return found


def test_estimates_say_so() -> None:
    match = Match(zermelo.game("connect_four"))
    running = Headline.from_estimate(match, 20, 9, is_running=True)
    assert str(running) == "X to move: being searched: about +20 for X, 9 plies deep"
    assert not running.is_exact and running.share is not None and 0.5 < running.share < 1
    other = Headline.from_estimate(match, 20, 9, 1, is_running=False)
    assert str(other) == "X to move: searched: about -20 for O, 9 plies deep" and other.share == running.share


def test_several_players() -> None:
    game = zermelo.game("nim_of_several")
    match, found = Match(game), game.equilibria()
    best = [each.name for each in found.moves() if each.perfect]
    text = str(Headline.from_payoffs(match, found.payoffs(), best))
    assert (
        text
        == "Player 1 to move: best play brings (1, 2, 0); best are taking 1 from heap 2 and taking 2 from heap 3"
    )


MOVERS = {
    "chess_endgame": "white",
    "fox_and_geese": "fox",
    "hare_and_hounds": "hounds",
    "order_and_chaos": "Order",
    "domineering": "vertical",
    "nim": "the first player",
    "connect_four": "X",
}


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_names_are_those_of_texts(name: str) -> None:
    """Where a text says whose turn it is, that is the name of the player to move, along a game."""
    game = catalogue()[name]()
    chance, match = random.Random(name), Match(game)
    for _ in range(8):
        if match.is_over():
            break
        said = re.match(r"(\w+) to (?:move|roll|throw)", match.text.splitlines()[-1])
        if said and not game.has_payoffs:
            assert match.player_label(match.mover) == said[1], match.text
        if name in MOVERS and not match.played:
            assert match.player_name(0) == MOVERS[name]
        throws = match.throws()
        match.play(ChanceOutcome(chance.choice(throws)[1]) if throws else chance.choice(match.moves()))


def test_names_where_the_other_side_begins() -> None:
    """In a match from the middle, or with another starter, each player keeps their name."""
    game = zermelo.game("domineering(starter='horizontal')")
    assert [Match(game).player_name(n) for n in (0, 1)] == ["horizontal", "vertical"]
    game = zermelo.game("tic_tac_toe")
    match = Match(game, [game.parse("X../.../...")])
    assert (match.player_name(match.mover), match.player_name(1)) == ("O", "X")


def test_a_person_is_told_how_a_match_ended_and_which_moves_were_mistakes() -> None:
    match = Match(zermelo.game("tic_tac_toe"))
    for name in ("b2", "b1", "a1", "c3", "a3", "a2", "c1"):
        match.play(match.find_move(name))
    assert match.end_text([]) == "X wins"
    assert match.end_text([2], person=1) == "You lost: one mistake, move 2"
    assert match.end_text([], person=0) == "You won"
    assert match.end_text([2, 4]) == "X wins: 2 mistakes, moves 2 and 4"
    assert match.end_text([2, 4, 6, 8]) == "X wins: 4 mistakes"
