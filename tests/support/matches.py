"""What a match comes to, from the naive twin's values and the definitions; and games played at random."""

import random
import re
from functools import cache
from typing import Any

from reference import naive

import zermelo
from zermelo.core.game import Game
from zermelo.core.values import Answer
from zermelo.play.matches.match import Match

NAMES = {"tic_tac_toe": ("X", "O"), "mnk": ("X", "O")}  # of players; else the first player and the second


class Told:
    """What a list of moves comes to, from the naive twin's values and the definitions."""

    def __init__(self, game: Game, moves: list[Any]) -> None:
        self.game, self.names = game, NAMES.get(game.family_name(), ("the first player", "the second player"))
        self.values = naive.solve(game)
        self.points = [0, 0]
        self.count = [0, 0]
        self.mistakes: list[tuple[int, int, str, str, str]] = []  # player, ply, given away, move, its answer
        self.position, self.player = game.start(), 0
        for ply, move in enumerate(moves, 1):
            self.make(ply, move)
        left = self.values[self.position][0]
        self.result = self.points[0] - self.points[1] + (left if self.player == 0 else -left)

    def make(self, ply: int, move: Any) -> None:
        best, child = self.values[self.position][0], self.game.play(self.position, move)
        worth = naive.worth(self.game, self.position, move, self.values[child][0])
        if worth < best:
            lost = f"a {'win' if best > 0 else 'draw'}"
            if self.game.scored:
                lost = f"{best - worth} point{'s' if best - worth > 1 else ''}"
            answer = Answer(worth, self.values[child][1] + 1, self.game.scored)
            self.mistakes.append((self.player, ply, lost, self.game.name(self.position, move), str(answer)))
        self.points[self.player] += naive.points(self.game, self.position, move)
        self.count[self.player] += 1
        if naive.is_flipped(self.game, self.position, child):
            self.player = 1 - self.player
        self.position = child

    def verdict(self) -> str:
        by = f" by {abs(self.result)}" if self.game.scored else ""
        return f"{self.names[0 if self.result > 0 else 1]} wins{by}" if self.result else "a draw"

    def review(self) -> list[str]:
        lines = [self.verdict()]
        for player, name in enumerate(self.names):
            own = [mistake for mistake in self.mistakes if mistake[0] == player]
            moves = f"{self.count[player]} move{'' if self.count[player] == 1 else 's'}"
            lines.append(f"{name}: {moves}, {len(own) or 'none'} gave away value")
            for _, ply, lost, move, answer in own:
                lines.append(f"  ply {ply}: {move} gave away {lost} ({answer}); better:")
        return lines


@cache
def solved(game: Game | str) -> Any:
    """The solution of a game, interpreted; of equal games one."""
    return zermelo.solve(game, interpreted=True)


def reached(game: Game) -> set[Any]:
    """All positions that play can come to from the starts, and no other of a perfect index."""
    found = set(game.starts())
    waiting = list(found)
    while waiting:
        new = set(naive.children(game, waiting.pop())) - found
        found |= new
        waiting += new
    return found


def random_moves(game: Game, seed: int) -> list[Any]:
    """The moves of a game played at random to its end."""
    chance, match = random.Random(seed), Match(game)
    while match.result() is None:
        match.play(chance.choice(match.moves()))
    return match.played


def typed_names(game: Game, moves: list[Any]) -> str:
    match, lines = Match(game), ""
    for move in moves:
        lines += game.name(match.position, move) + "\n"
        match.play(move)
    return lines


def unfolded(lines: list[str]) -> list[str]:
    """A review's lines, each mistake on one line again and without the better move."""
    text = "\n".join(lines).replace("\n    ", " ")
    return re.sub(r"(better:).*", r"\1", text).splitlines()
