"""A plain game at the prompt: the board, the moves, your answer, the reply of perfect play."""

import sys
from typing import Any

from zermelo.cli.answers import PLAYERS
from zermelo.core.errors import IllegalMove
from zermelo.play.match import Match
from zermelo.query.solution import Solution

SIDES: dict[str, tuple[int, ...]] = {"first": (0,), "second": (1,), "both": (0, 1), "none": ()}
HELP = "a move's name; ? every move's value; u undo; q quit"


def sit_down(solution: Solution, position: Any, yours: tuple[int, ...]) -> None:
    """Play from `position`; you are the players in `yours`, perfect play is the others."""
    solution.value(position)
    match = Match(solution.game, [position])
    print(HELP)
    while match.result() is None:
        print(f"\n{solution.game.show(match.position)}")
        if match.mover not in yours:
            best = solution.best(match.position)[0]
            print(f"{PLAYERS[match.mover]} plays {best.name}")
            match.play(best.move)
        elif not _turn(solution, match, yours):
            return
    print(f"\n{solution.game.show(match.position)}\n{_verdict(match, solution)}")


def _turn(solution: Solution, match: Match, yours: tuple[int, ...]) -> bool:
    """Let the person move; return False where he leaves."""
    names = [solution.game.name(match.position, move) for move in match.moves()]
    print(f"moves: {' '.join(names)}")
    while True:
        print(f"{PLAYERS[match.mover]}> ", end="", flush=True)
        line = sys.stdin.readline()
        text = line.strip()
        if not line or text in ("q", "quit"):
            print()
            return False
        if text == "?":
            for move in solution.moves(match.position):
                print(f"  {move}")
        elif text == "u":
            while match.undo() and match.mover not in yours:
                pass
            return True
        elif text:
            try:
                match.play(match.find_move(text))
                return True
            except IllegalMove as error:
                print(error)


def _verdict(match: Match, solution: Solution) -> str:
    result = match.result()
    assert result is not None
    if result == 0:
        return "a draw"
    by = f" by {abs(result)}" if solution.game.scored else ""
    return f"{PLAYERS[0 if result > 0 else 1]} wins{by}"
