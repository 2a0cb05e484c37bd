"""Nimbers by the definition alone: no kernel, no parts, no symmetries; positions of any kind."""

from typing import Any

from zermelo.core.values import UNDECIDED


class NaiveNimbers:
    """The nimber of each position of one game, from the nimbers of all its moves."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.known: dict[Any, int] = {}

    def children(self, position: Any) -> list[Any]:
        if self.game.outcome(position) != UNDECIDED:
            return []
        return [self.game.play(position, move) for move in self.game.moves(position)]

    def __call__(self, position: Any) -> int:
        if position not in self.known:
            taken = {self(child) for child in self.children(position)}
            self.known[position] = min(set(range(len(taken) + 1)) - taken)
        return self.known[position]


def wins_sum(terms: list[tuple[Any, Any]], known: dict[Any, bool] | None = None) -> bool:
    """Does the mover win the sum of these games? By playing it, with no theory at all."""
    known = {} if known is None else known
    key = tuple(position for _, position in terms)
    if key not in known:
        known[key] = any(not wins_sum(after, known) for _, _, after in sum_moves(terms))
    return known[key]


def sum_moves(terms: list[tuple[Any, Any]]) -> list[tuple[int, Any, list[tuple[Any, Any]]]]:
    """Return the moves of a sum: the game's place, the move, and the sum after it."""
    found = []
    for place, (game, position) in enumerate(terms):
        for move in game.moves(position) if game.outcome(position) == UNDECIDED else ():
            after = [*terms[:place], (game, game.play(position, move)), *terms[place + 1 :]]
            found.append((place, move, after))
    return found
