"""A strategy in words: rules that a person can follow, and why they hold.

A rule defines a set of positions to leave to the opponent. They are lost for the opponent if three conditions
hold, by induction on the length of play:

    a position of the set in which play is over is lost by the rules
    from a position of the set, no move leads to another one of the set
    from every other position some move leads to the set, or play is over and not lost

A strategy for one player alone (copying the other's moves) leaves some of the lost positions, and asks for
less: after any move of the opponent from one of them, a move leads to one of them again.

A rule is "proven" if it is proven for every position it covers, and "observed" if it was only seen to hold.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import CheckFailed, IllegalMove
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import list_moves, moves_again, terminal_value
from zermelo.core.values import UNDECIDED

MOST_TRIED = 20_000  # moves of the start that are tried for saying how to begin
MOST_NAMED = 4


class UnsoundStrategy(CheckFailed):
    """No rule in words is sound: a player moves twice in a row, or declared parts are not independent."""


@dataclass(frozen=True)
class Strategy:
    """Rules in words, and the policy that follows them.

    `leaves(position)` is whether the rule is to leave this position to the opponent. If the strategy is
    `whole`, these are all lost positions; otherwise those of one player's plan: who `begins`, or the other.
    `positions(size)` yields every position up to a size, for replaying. `observed_to` is None where the rule
    is proven.
    """

    game: Game
    kind: str
    rules: tuple[str, ...]
    proof: str
    leaves: Callable[[Position], bool] = field(repr=False)
    positions: Callable[[int | None], Iterator[Position]] = field(repr=False)
    whole: bool = True
    begins: bool | None = None
    observed_to: str | None = None

    @property
    def proven(self) -> bool:
        """Whether the rule is proven for every position of the game."""
        return self.observed_to is None

    @property
    def status(self) -> str:
        """Return "proven", or "observed to" what was seen."""
        return "proven" if self.observed_to is None else f"observed to {self.observed_to}"

    @property
    def starter_wins(self) -> bool:
        """Whether the player who begins wins by the rule (at the first start)."""
        return not self.leaves(self._start) if self.begins is None else self.begins

    @property
    def who_wins(self) -> str:
        """Return the winner from the start, and the winning move, as text.

        >>> from zermelo.cgt.strategies.strategy_finder import find_strategy
        >>> from zermelo.games.heaps.subtraction import Subtraction
        >>> find_strategy(Subtraction(heap=99)).who_wins
        'the player who begins, with 3'
        """
        if not self.starter_wins:
            return "the second player"
        if self._is_over(self._start):
            return "the player who begins"
        tried = list(islice(self.game.moves(self._start), MOST_TRIED + 1))
        winning = [move for move in tried[:MOST_TRIED] if self.leaves(self.game.play(self._start, move))]
        if not winning:
            return "the player who begins"
        names = [self.game.name(self._start, move) for move in winning]
        several = f"{len(names) - MOST_NAMED:,} other move{'s' if len(names) > MOST_NAMED + 1 else ''}"
        if len(tried) > MOST_TRIED:
            several = "another"  # how many there are was not looked at
        more = f" or {several}" if len(names) > MOST_NAMED else ""
        return f"the player who begins, with {' or '.join(names[:MOST_NAMED])}{more}"

    @property
    def _start(self) -> Position:
        return next(iter(self.game.starts()))

    def _is_over(self, position: Position) -> bool:
        if self.game.outcome(position) != UNDECIDED:
            return True
        return not any(True for _ in self.game.moves(position))

    def is_lost(self, position: Position) -> bool | None:
        """Return whether the mover is lost by the rule; None where a plan for one player does not say."""
        if self.leaves(position):
            return True
        return False if self.whole or self._is_over(position) or self._ways(position) else None

    def _ways(self, position: Position) -> list[Move]:
        play, leaves = self.game.play, self.leaves
        return [move for move in list_moves(self.game, position) if leaves(play(position, move))]

    def moves(self, position: Position) -> list[Move]:
        """Return the moves by the rule; where none wins, every move, as the rule knows no better.

        A policy for `certify`. Raises `IllegalMove` where play is over.
        """
        position = as_position(self.game, position)
        if self._is_over(position):
            raise IllegalMove(f"{self.game!r}: play is over at {self.game.show(position)}: ask earlier")
        return self._ways(position) or list_moves(self.game, position)

    def replayed_whole(self, positions: int) -> "Strategy":
        """Return the strategy as a proven one: every position of its game, so many, was replayed."""
        proof = f"all {positions:,} positions that the rule speaks of were replayed, against every answer"
        return replace(self, proof=proof, observed_to=None)

    def __str__(self) -> str:
        lines = [f"{self.game!r}: {self.who_wins}"]
        lines += [f"  {place}. {rule}" for place, rule in enumerate(self.rules, 1)]
        return "\n".join([*lines, f"{self.status}: {self.proof}"])

    def as_json(self) -> dict[str, Any]:
        """Return what `zermelo strategy --json` prints."""
        return {
            "game": repr(self.game),
            "kind": self.kind,
            "rules": list(self.rules),
            "who_wins": self.who_wins,
            "starter_wins": self.starter_wins,
            "proven": self.proven,
            "status": self.status,
            "proof": self.proof,
        }


def reachable_from_starts(game: Game, most: int | None = None) -> Iterator[Position]:
    """Yield every position that play reaches, each once; raises `IndexError` after `most` of them."""
    found = dict.fromkeys(game.starts())
    waiting = list(found)
    while waiting:
        position = waiting.pop()
        yield position
        if game.outcome(position) != UNDECIDED:
            continue
        for move in game.moves(position):
            child = game.play(position, move)
            if child not in found:
                if most is not None and len(found) >= most:
                    raise IndexError(f"more than {most} positions")
                found[child] = None
                waiting.append(child)


def followers(game: Game, position: Position, most: int | None = None) -> list[Position]:
    """Return the positions that a move leads to, `most` of them at most; none where play is over.

    Raises `UnsoundStrategy` where the player who moved is to move again: rules in words are for alternate
    play.
    """
    if game.outcome(position) != UNDECIDED:
        return []
    after = [game.play(position, move) for move in islice(game.moves(position), most)]
    if has(game, "mover") and any(moves_again(game, position, child) for child in after):
        raise UnsoundStrategy(
            f"{game!r}: the same player moves again after {describe_position(game, position)}"
        )
    return after


def end_value(game: Game, position: Position, children: Collection[Position]) -> int | None:
    """Return the mover's value where play is over, as there are no children; else None."""
    return None if children else terminal_value(game, position)
