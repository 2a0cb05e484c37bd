"""Random games whose moves bring points, asked in every way that names points, held against a brute force.

Each game is a small graph without loops: who moves at each vertex (by turns, or as the game says), what each
move brings its mover (less than nothing, too), and what an end is worth. The brute force knows no value of a
position: it follows every line of play to its end, with the points of both, and finds the final result that
best play comes to from there. What is printed is read again by its words, and never is one number another:
so far and to come are the final result at each step, the last entry is the game's real result, and of a
position without its history nobody is told who wins.
"""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from attacks.report import Report, Say

import zermelo
from zermelo.cli.players.play_texts import format_points
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.play.matches.match import Match
from zermelo.play.notebook.notebook_view import make_widget_view
from zermelo.play.reports.game_report import GameReport as DesignersReport
from zermelo.play.reports.game_report import describe_perfect_result, make_report

SIDES = ("first", "second")
LINES = 3  # of play in each game: perfect, and at random
MOST_POINTS = 4


class ByTurns(Game):
    """A graph without loops: vertex v leads to the vertices `ahead[v]`, each move with its points.

    Both players may stand at a vertex, so its value is that of whoever moves there.
    """

    ahead: tuple[tuple[tuple[int, int], ...], ...] = ()
    ends: tuple[int, ...] = ()
    scored = True

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        yield from range(len(self.ahead[position]))

    def play(self, position: int, move: int) -> int:
        return self.ahead[position][move][0]

    def gain(self, position: int, move: int) -> int:
        return self.ahead[position][move][1]

    def outcome(self, position: int) -> int:
        return UNDECIDED if self.ahead[position] else self.ends[position]

    def name(self, position: int, move: int) -> str:
        return "abcdefgh"[move]


class ByVertex(ByTurns):
    """The same, but the vertex says who moves there."""

    players_at: tuple[int, ...] = ()

    def mover(self, position: int) -> int:
        return self.players_at[position]


def random_game(chance: random.Random) -> Game:
    """Write a game."""
    size = chance.randrange(4, 12)
    ahead: list[tuple[tuple[int, int], ...]] = []
    for vertex in range(size):
        later = range(vertex + 1, size)
        count = 0 if vertex and chance.random() < 0.15 else min(len(later), chance.randrange(1, 4))
        gains = chance.choice(((0, 1, 2), (0, 0, 3), tuple(range(-MOST_POINTS, MOST_POINTS + 1))))
        ahead.append(tuple((child, chance.choice(gains)) for child in chance.sample(later, count)))
    ends = tuple(chance.choice((0, 0, chance.randint(-3, 3))) for _ in range(size))
    if chance.random() < 0.5:
        return ByTurns(tuple(ahead), ends)
    return ByVertex(tuple(ahead), ends, tuple(chance.randrange(2) for _ in range(size)))


def brute(game: Any) -> Any:
    """A function that returns first's points less second's in the end, of best play from somewhere on a line."""

    @cache
    def final(vertex: int, mover: int, lead: int) -> int:
        sign = (1, -1)[mover]
        if not game.ahead[vertex]:
            return lead + sign * int(game.ends[vertex])
        found = []
        for child, points in game.ahead[vertex]:
            after = 1 - mover
            if isinstance(game, ByVertex):
                after = int(game.players_at[child] != game.players_at[0])
            found.append(final(child, after, lead + sign * points))
        return max(found) if mover == 0 else min(found)

    return final


# What is printed, read again.


def of_side(text: str) -> int:
    """Points of one side, as first's less second's."""
    if text == "both the same":
        return 0
    side, _, points = text.partition(" +")
    return (1, -1)[SIDES.index(side)] * int(points)


def of_result(text: str) -> int:
    """A final result, as first's points less second's."""
    if text == "a draw":
        return 0
    side, _, points = text.partition(" wins by ")
    return (1, -1)[SIDES.index(side.removeprefix("the ").removesuffix(" player"))] * int(points)


def read_points(text: str) -> dict[str, Any]:
    """The numbers of a line such as "so far first 1 : 0 second; to come second +2; final second wins by 1"."""
    found: dict[str, Any] = {}
    for part in text.split("; "):
        gained = re.fullmatch(r"(so far|since this line began) first (-?\d+) : (-?\d+) second", part)
        if gained:
            found[gained[1]] = int(gained[2]), int(gained[3])
        elif part.startswith("to come "):
            found["to come"] = of_side(part.removeprefix("to come "))
        elif part.startswith("final "):
            found["final"] = of_result(part.removeprefix("final "))
    return found


def from_answer(text: str) -> int:
    """What an answer in words gives whoever it is for: of a final result, "win by 2 in 5"."""
    found = re.fullmatch(r"(win|loss) by (\d+) in \d+|draw in \d+", text)
    assert found, text
    return 0 if found[1] is None else (1 if found[1] == "win" else -1) * int(found[2])


# The attack.


def attack(count: int, seed: int, say: Say) -> Report:
    """Ask so many games."""
    made = Report()
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        game = random_game(chance)
        try:
            _ask(game, chance)
        except AssertionError as error:
            made.wrong.append(f"game {number}: {game!r}: {' '.join(str(error).split())}")
        else:
            made.tally["right"] += 1
        if (number + 1) % 200 == 0:
            say(f"{number + 1:,} games, {len(made.wrong)} wrong")
    return made


def _ask(game: Game, chance: random.Random) -> None:
    solution = zermelo.solve(game, interpreted=True)
    best = brute(game)
    start = best(0, 0, 0)
    assert solution.summary.answer.value == start, "the start's final result"
    for number in range(LINES):
        match = Match(game)
        while True:
            _check_step(match, solution, best)
            if match.is_over():
                break
            moves = solution.best(match.position) if number == 0 else solution.moves(match.position)
            match.play(chance.choice(moves).move)
        _check_end(match, solution, best)
        if number == 0:
            assert match.result() == start, "perfect play ends as the start says"
    _check_line(solution, best)
    _check_middle(game, solution, chance)
    _check_report(solution, start)


def _lead(match: Match, ply: int) -> int:
    """First's points less second's after so many plies, from the graph."""
    game: Any = match.game
    steps = zip(match.positions[:ply], match.movers[:ply], match.played[:ply], strict=True)
    return sum((1, -1)[mover] * game.ahead[where][move][1] for where, mover, move in steps)


def _check_step(match: Match, solution: Any, best: Any) -> None:
    """One position of a line from the start: match, page, hints and text name each number rightly."""
    ply, where, sign = len(match.played), match.position, (1, -1)[match.mover]
    lead = _lead(match, ply)
    final = best(where, match.mover, lead)
    answer = solution.value(where)
    assert answer.is_to_come and "to come" in str(answer) and sign * answer.value == final - lead, "to come"
    score = match.score(answer)
    assert score is not None and score.gained[0] - score.gained[1] == lead, "so far"
    assert (score.to_come, score.final) == (final - lead, final), "to come, final"
    assert score.gained[0] - score.gained[1] + score.to_come == score.final
    assert from_answer(str(match.final_answer(answer))) == sign * final
    view, _ = make_widget_view(match, solution)
    shown = read_points(view["points"])
    assert shown == {"so far": score.gained, "to come": final - lead, "final": final}, view["points"]
    if not match.is_over():
        found = re.search(r"[Tt]he (first|second) player to move: (\S+)(?: by (\d+))? with", view["headline"])
        assert found is not None and found[1] == SIDES[match.mover], view["headline"]
        worth = {"wins": 1, "draw": 0, "loses": -1}[found[2]] * int(found[3] or 0)
        assert worth == sign * final, "the page's answer, as the player to move sees it"
    game: Any = match.game
    for move in view["moves"]:
        child, points = game.ahead[where]["abcdefgh".index(move["name"])]
        after = match.mover_after(child)
        result = best(child, after, lead + sign * points)
        assert from_answer(move["words"]) == sign * result, f"move {move['name']}"


def _check_end(match: Match, solution: Any, best: Any) -> None:
    """The history of a line, ply by ply, its last entry, its mistakes and its verdict."""
    real = match.result()
    assert real is not None and real == best(match.position, match.mover, _lead(match, len(match.played)))
    history = []
    for ply, where in enumerate(match.positions):
        answer = match.final_answer(solution.value(where), ply, partial=True)
        history.append((1, -1)[match.movers[ply]] * from_answer(str(answer)))
        assert history[-1] == best(where, match.movers[ply], _lead(match, ply)), f"the history at ply {ply}"
    assert history[-1] == real, "the history's last entry"
    wrong = [ply for ply in range(1, len(history)) if history[ply] != history[ply - 1]]
    mistakes = match.find_mistakes(solution)
    assert [each.ply for each in mistakes] == wrong, "mistakes are where the final result changes"
    for each in mistakes:
        sign = (1, -1)[each.mover]
        said = from_answer(str(each.played.answer)), from_answer(str(each.better.answer))
        assert said == (sign * history[each.ply], sign * history[each.ply - 1]), "what a mistake gave away"
    assert of_result(match.result_text()) == real == read_points(format_points(match))["final"], "the verdict"


def _check_line(solution: Any, best: Any) -> None:
    """`value` and its JSON at the start, with a line of perfect play."""
    start = best(0, 0, 0)
    found = solution.describe(0, line=True).as_json()
    assert found["points"]["final"] == start == found["to_come"]
    for points in found["line_points"]:
        first, second = points["so_far"]
        assert first - second + points["to_come"] == points["final"] == start, points
    printed = re.findall(
        r"to move: (so far .*?)(?:; (?:in|over).*)?$", str(solution.describe(0, line=True)), re.MULTILINE
    )
    assert len(printed) == len(found["line_points"])
    for text, points in zip(printed, found["line_points"], strict=True):
        expected = {"so far": tuple(points["so_far"]), "to come": points["to_come"], "final": start}
        assert read_points(text) == expected, text
    assert read_points(str(solution.describe(0)).splitlines()[1])["final"] == start


def _check_middle(game: Any, solution: Any, chance: random.Random) -> None:
    """Of a position without its history nobody is told a final result."""
    reached, new = set(), [0]
    while new:
        where = new.pop()
        reached.add(where)
        new += [child for child, _ in game.ahead[where] if child not in reached]
    for where in reached - {0}:
        match, answer = Match(game, [where]), solution.value(where)
        score = match.score(answer)
        assert score is not None and score.final is None and score.as_json()["so_far"] is None
        text = str(solution.describe(where))
        assert (
            "win" not in text
            and "loss" not in text
            and "final" not in text.replace("the final result adds", "")
        )
        assert solution.describe(where).as_json()["points"]["final"] is None
        while not match.is_over():
            match.play(chance.choice(match.moves()))
        assert "wins" not in match.result_text() and "draw" not in match.result_text(), match.result_text()


def _check_report(solution: Any, start: int) -> None:
    """The report: its verdict, and games of perfect players, which are played with points and all."""
    made = make_report(solution, games=2)
    assert isinstance(made, DesignersReport)
    assert made.tournament.points[0, 0] == start, "points of perfect players"
    assert made.tournament.results[0, 0].tolist() == [start > 0, start == 0, start < 0]
    said = describe_perfect_result(made.statistics.answer).split(", in ")[0]
    assert said == dict(made.lines())["Perfect play"].split(", in ")[0]
    expected = "A draw" if start == 0 else f"The {SIDES[start < 0]} player wins by {abs(start)}"
    assert said == expected, said
    assert "won for one side" not in str(made), "positions say nothing of who wins"
