"""Play against the clock: do moves come within their limit, how deep is the search, how well does it play?

    python benchmarks/clock.py            all, under a minute
    python benchmarks/clock.py limits     the largest overshoot over 50 moves
    python benchmarks/clock.py speed      depth and positions a second, from the start, in a second
    python benchmarks/clock.py strength   matches of a search of four plies

Kernels are loaded before anything is timed. A search is to answer within its limit and a tenth. What it
worked once the clock had woken up is said apart, in seconds of a core: other work may keep it from one.
"""

import sys
import threading
import time

import zermelo
from zermelo.play import Match, play_contest, random_player, search_player, shallow_player
from zermelo.search import ClockSearch, SearchLimit
from zermelo.search.timed_search import WallClock

GAMES = ("connect_four", "othello(columns=8, rows=8)", "english_draughts")
MOVES = 50
LIMITS = (0.1, 0.2)


def limits() -> None:
    print(f"{'over the limit,':<28} {'limit':>6}  {'largest':>8}  {'median':>8}  {'work':>8}")
    for name in GAMES:
        clock = Watched()
        search = ClockSearch(zermelo.game(name), clock=clock)
        for limit in LIMITS:
            over = sorted(overshoots(search, clock, limit))
            awake = max(after for _, after in over)
            print(
                f"{name:<28} {limit:>5}s  {over[-1][0]:>8.2%}  {over[len(over) // 2][0]:>8.2%}  {awake:>8.2%}"
            )


class Watched(WallClock):
    """The time of this machine, which notes what the process had worked when it woke up."""

    woke = 0.0

    def wait(self, done: threading.Event, seconds: float) -> None:
        super().wait(done, seconds)
        self.woke = time.process_time()


def overshoots(search: ClockSearch, clock: Watched, limit: float) -> list[tuple[float, float]]:
    """How much too long moves took, as parts of the limit, and how much work came after the clock woke up."""
    found: list[tuple[float, float]] = []
    match = Match(search.game)
    while len(found) < MOVES:
        if match.result() is not None or len(match.played) > 150:
            match = Match(search.game)
            for _ in range(1 + len(found) % 3):  # another game than before
                match.play(match.moves()[len(found) % len(match.moves())])
        begun = time.perf_counter()
        chosen = search.choose(match.position, SearchLimit(seconds=limit))
        ended, worked = time.perf_counter(), time.process_time()
        if ended - begun > limit:
            found.append(((ended - begun) / limit - 1, (worked - clock.woke) / limit))
        match.play(chosen.move)
    return found


def speed() -> None:
    print(f"{'game':<28} {'depth':>5}  {'positions a second':>18}")
    for name in GAMES:
        search = ClockSearch(zermelo.game(name))
        start = search.game.start()
        chosen = search.choose(start, SearchLimit(seconds=1.0))
        print(f"{name:<28} {chosen.depth:>5}  {chosen.positions / chosen.seconds:>18,.0f}")


def strength() -> None:
    game = zermelo.game("connect_four")
    search = search_player(ClockSearch(game), SearchLimit(plies=4))
    for name, other in (("random", random_player(game)), ("shallow(plies=1)", shallow_player(game, 1))):
        contest = play_contest(game, (search, other), games=100, seed=1913, names=("search", name))
        standing = contest.standings[0]
        won, drawn, lost = standing.won, standing.drawn, standing.lost
        print(f"connect_four: search(plies=4) against {name}: {won} won, {drawn} drawn, {lost} lost")


if __name__ == "__main__":
    parts = {"limits": limits, "speed": speed, "strength": strength}
    for part in sys.argv[1:] or parts:
        parts[part]()
