"""Delay or trap? What a lost (or drawn) position still brings against an opponent who errs.

    python benchmarks/traps.py                        # a minute or two
    python benchmarks/traps.py "hexapawn(columns=4, rows=4)"      # one game

Players who never give away value meet fallible ones. The delaying one plays perfectly: the longest way to
lose. One moves at random among all moves that keep the value. The trapper takes those that are worth most
against this very opponent, by expectation to the end; the last one supposes an opponent who plays anything,
against every opponent. An opponent plays anything, or sees wins and losses so many plies ahead and plays a
move as likely as exp(value / temperature) says. Each figure is the percentage of games won + drawn, and
exact: a mean over all positions of a value that play can come to and where the mover has more than one move
that keeps it. Where play may go round in a circle, and in larger games, games are played instead, from
positions that random play has come to; a trap there looks 6 plies ahead, or fewer.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import zermelo
from zermelo.core.game import Game, beginning_at
from zermelo.core.values import outcome_word
from zermelo.play.matches.match import Match
from zermelo.play.players.basic_players import (
    Player,
    perfect_player,
    random_player,
    shallow_player,
    value_keeping_player,
)
from zermelo.play.players.trap_players import TrapPlayer, trap_player
from zermelo.solution.solution import MoveAnswer, Solution

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from reference.outcome_expectation import (  # found by the line above
    DRAW_RATE,
    WIN_RATE,
    compute_outcome_rates,
    make_move_probability_function,
)

EXACT = (
    "tic_tac_toe",
    "tic_tac_toe(misere=True)",
    "connect_four(columns=4, rows=3, line=3)",
    "hexapawn(columns=3, rows=3)",
    "hexapawn(columns=4, rows=4)",
    "nim(heaps=(1, 3, 5, 7))",
    "nim(heaps=(2, 3, 4, 5), misere=True)",
)
SAMPLED = ("dodgem(size=3)", "connect_four(columns=4, rows=4)")
POSITIONS = 60  # drawn at random in a sampled game
GAMES = 10  # from each
OPPONENTS: dict[str, Callable[[Game], Player]] = {
    "plays anything": random_player,
    "2 plies, temperature 0.5": lambda game: shallow_player(game, 2, 0.5, guess=False),
    "2 plies, temperature 0.2": lambda game: shallow_player(game, 2, 0.2, guess=False),
}
NAMES = ("delay", "at random", "trap", "trap for anything")


class Remembering(Solution):
    """A solution that looks up each position's moves once: every player asks for the same ones."""

    def moves(self, position: Any = None) -> list[MoveAnswer]:
        known = self.__dict__.setdefault("known", {})
        if position not in known:
            known[position] = super().moves(position)
        return list(known[position])


def solved(name: str) -> Solution:
    found = zermelo.solve(name)
    return Remembering(found.game, found.summary, found.records, found.directory)


Row = tuple[str, int, list[tuple[float, float]]]  # value, positions, (won, drawn) of each player


def exact_rows(solution: Any, model: Player) -> list[Row]:
    """Return the mean rates over all lost and over all drawn positions with a choice."""
    game = solution.game
    mistaken = TrapPlayer(solution, random_player(game))
    players = [
        perfect_player(solution),
        value_keeping_player(solution),
        TrapPlayer(solution, model),
        mistaken,
        model,
    ]
    rates = compute_outcome_rates(
        game, make_move_probability_function(game, players), next(iter(game.starts()))
    )
    found: dict[str, list[Any]] = {"loss": [], "draw": []}
    for position, table in rates.items():
        word, choice = choice_at(solution, position)
        if word in found and choice:
            found[word].append(table)
    return [
        (word, len(tables), [mean_rates(tables, player) for player in range(len(NAMES))])
        for word, tables in found.items()
        if tables
    ]


def choice_at(solution: Any, position: Any) -> tuple[str, bool]:
    """Return the outcome of a position, and whether several moves keep it."""
    answers = solution.moves(position)
    kept = [answer for answer in answers if answer.answer.value == answers[0].answer.value]
    return outcome_word(solution.value(position).value), len(kept) > 1


def mean_rates(tables: Sequence[Any], player: int) -> tuple[float, float]:
    """Return the mean shares of games won and drawn of a player against the last."""
    won, drawn = (sum(table[player, -1, place] for table in tables) for place in (WIN_RATE, DRAW_RATE))
    return won / len(tables), drawn / len(tables)


def sampled_rows(solution: Any, model: Player, chance: random.Random) -> list[Row]:
    """Return the shares of games won and drawn from positions that random play has come to."""
    game = solution.game
    trappers = [trap_player(solution, each) for each in (model, random_player(game))]
    players = [perfect_player(solution), value_keeping_player(solution), *trappers]
    rows = []
    for word in ("loss", "draw"):
        positions = drawn_positions(solution, word, chance)
        if positions:
            shares = [played(game, positions, player, model) for player in players]
            rows.append((word, len(positions), shares))
    return rows


def drawn_positions(solution: Any, word: str, chance: random.Random) -> list[Any]:
    """Return positions of this outcome with a choice, as random play comes to them, none twice."""
    found: dict[Any, None] = {}
    for _ in range(20 * POSITIONS):
        match = Match(solution.game)
        while match.result() is None and len(match.played) < 40:
            if len(found) < POSITIONS and choice_at(solution, match.position) == (word, True):
                found[match.position] = None
            match.play(chance.choice(match.moves()))
        if len(found) == POSITIONS:
            break
    return list(found)


def played(game: Game, positions: Sequence[Any], player: Player, model: Player) -> tuple[float, float]:
    """Return the shares of games won and drawn by the player who moves first from each position."""
    chance, won, drawn = random.Random(1913), 0, 0
    for position in positions:
        begun = beginning_at(game, position)
        for _ in range(GAMES):
            match = Match(begun)
            match.play_out((player, model), chance)
            won, drawn = won + ((match.result() or 0) > 0), drawn + ((match.result() or 0) == 0)
    return won / len(positions) / GAMES, drawn / len(positions) / GAMES


def main() -> None:
    """Measure, and print a table."""
    print("| game | positions | opponent | " + " | ".join(NAMES) + " | seconds |")
    print("| --- " * (4 + len(NAMES)) + "|")
    for name in sys.argv[1:] or (*EXACT, *SAMPLED):
        solution = solved(name)
        for opponent, build in OPPONENTS.items():
            began = time.perf_counter()
            model = build(solution.game)
            if name not in SAMPLED:
                rows = exact_rows(solution, model)
            else:
                rows = sampled_rows(solution, model, random.Random(1913))
            seconds = time.perf_counter() - began
            for word, positions, shares in rows:
                cells = [f"{100 * won:.1f} + {100 * drawn:.1f}" for won, drawn in shares]
                kind = f"{positions:,} {word}" + (f", {GAMES} games each" if name in SAMPLED else "")
                print(f"| {name} | {kind} | {opponent} | {' | '.join(cells)} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
