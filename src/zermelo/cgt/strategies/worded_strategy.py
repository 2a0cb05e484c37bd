"""A strategy in words: rules that a person can follow, and why they hold.

A rule defines a set of positions to leave to the opponent. They are lost for the opponent if three conditions
hold, by induction on the length of play:

    a position of the set in which play is over is lost by the rules
    from a position of the set, no move leads to another one of the set
    from every other position some move leads to the set, or play is over and not lost

A strategy for one player alone (copying the other's moves) leaves some of the lost positions, and asks for
less: after any move of the opponent from one of them, a move leads to one of them again.

`Strategy.replay` checks the three conditions at every position up to a size, each position by itself: so a
rule that is wrong anywhere is rejected at the first wrong position.

A rule is "proven" if it is proven for every position it covers, and "observed" if it was only seen to hold.
"""

import graphlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Literal

from msgspec.structs import replace

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import CheckFailed, IllegalMove, LoopFound
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.position_input import as_position
from zermelo.core.notation.result import Count, InJson, Names, PlayedGame, Result, about, in_json
from zermelo.core.rule_queries import keeps_turn, list_moves, terminal_value
from zermelo.core.values import LOSS, UNDECIDED, WIN

MOST_TRIED = 20_000  # moves of the start that are tried for saying how to begin
MOST_NAMED = 4


class UnsoundStrategy(CheckFailed):
    """No rule in words is sound: a player moves twice in a row, or declared parts are not independent."""


@dataclass(frozen=True)
class StrategyReplay:
    """What was replayed without a fault: positions, and how many of them the rule leaves to the opponent."""

    game: str
    positions: int
    left: int

    def __str__(self) -> str:
        held = f"the rule holds at all {self.positions:,} positions"
        return f"{self.game}: {held}, {self.left:,} of them to be left"


class Strategy(Result, frozen=True):
    """Rules in words for winning a game, and the policy that follows them."""

    game: PlayedGame
    kind: Annotated[str, about("what kind of strategy it is")]
    rules: Annotated[Names, about("the rules, in order")]
    proof: Annotated[str, about("the proof")]
    leaves: Callable[[Position], bool]  # whether the rules say to leave this position to the opponent
    positions: Callable[[int | None], Iterator[Position]]  # yields every position up to a size, for replaying
    whole: bool = True  # the positions to leave are all lost positions, not only those of one player's plan
    begins: bool | None = None  # the plan is that of the player who begins
    observed_to: str | None = None  # up to which size the rules were only observed; None: proven
    replayed: StrategyReplay | None = None

    @property
    def proven(self) -> InJson[bool]:
        """Whether it is proven for every position of the game."""
        return self.observed_to is None

    @property
    def status(self) -> InJson[str]:
        """Proven, observed to some size, or unknown."""
        return "proven" if self.observed_to is None else f"observed to {self.observed_to}"

    @property
    def replayed_positions(self) -> Annotated[Count | None, in_json("replayed")]:
        """With --to: positions at which the rule was replayed."""
        return None if self.replayed is None else self.replayed.positions

    @property
    def starter_wins(self) -> InJson[bool | None]:
        """Whether the player who begins wins; null without a start."""
        return not self.leaves(self._start_position) if self.begins is None else self.begins

    @property
    def who_wins(self) -> InJson[str]:
        """Who wins from the start, and how.

        Examples
        --------
        >>> from zermelo.cgt.strategies.strategy_finder import find_strategy
        >>> from zermelo.games.heaps.subtraction import Subtraction
        >>> find_strategy(Subtraction(heap=99)).who_wins
        'the player who begins, with 3'
        """
        if not self.starter_wins:
            return "the second player"
        if self._is_over(self._start_position):
            return "the player who begins"
        tried = list(islice(self.game.moves(self._start_position), MOST_TRIED + 1))
        winning = [
            move for move in tried[:MOST_TRIED] if self.leaves(self.game.play(self._start_position, move))
        ]
        if not winning:
            return "the player who begins"
        names = [self.game.name(self._start_position, move) for move in winning]
        several = f"{len(names) - MOST_NAMED:,} other move{'s' if len(names) > MOST_NAMED + 1 else ''}"
        if len(tried) > MOST_TRIED:
            several = "another"  # how many there are was not looked at
        more = f" or {several}" if len(names) > MOST_NAMED else ""
        return f"the player who begins, with {' or '.join(names[:MOST_NAMED])}{more}"

    @property
    def _start_position(self) -> Position:
        return next(iter(self.game.starts()))

    def _is_over(self, position: Position) -> bool:
        if self.game.outcome(position) != UNDECIDED:
            return True
        return not any(True for _ in self.game.moves(position))

    def is_lost(self, position: Position) -> bool | None:
        """Return whether the player to move loses by the rules.

        Parameters
        ----------
        position : position
            The position.

        Returns
        -------
        bool or None
            None where a plan for one player does not tell.
        """
        if self.leaves(position):
            return True
        return False if self.whole or self._is_over(position) or self._winning_moves(position) else None

    def _winning_moves(self, position: Position) -> list[Move]:
        play, leaves = self.game.play, self.leaves
        return [move for move in list_moves(self.game, position) if leaves(play(position, move))]

    def moves(self, position: Position) -> list[Move]:
        """Return the moves by the rules; all moves where none of them wins.

        It can be given to `certify_policy`.

        Parameters
        ----------
        position : position
            The position, also as text.

        Returns
        -------
        list
            The moves.

        Raises
        ------
        IllegalMove
            If play is over.
        """
        position = as_position(self.game, position)
        if self._is_over(position):
            raise IllegalMove(f"{self.game!r}: play is over at {self.game.show(position)}: ask earlier")
        return self._winning_moves(position) or list_moves(self.game, position)

    def replay(self, to: int | None = None, budget: Budget | None = None) -> StrategyReplay:
        """Check the rule at every position up to a size, against every reply.

        Of a plan for one player, the positions that it leads to are checked.

        Parameters
        ----------
        to : int, optional
            Largest size; by default every position of the game is checked.
        budget : Budget, optional
            Limits of time; it can be cancelled.

        Returns
        -------
        StrategyReplay
            Number of positions that were checked (`positions`), and of those that the rule leaves to the
            opponent (`left`).

        Raises
        ------
        CheckFailed
            If the rule is wrong at a position, which is named.
        LoopFound
            If play may cycle.

        Examples
        --------
        >>> from zermelo.cgt.strategies.strategy_finder import find_strategy
        >>> from zermelo.games.heaps.subtraction import Subtraction
        >>> find_strategy(Subtraction(heap=99)).replay(to=1000).positions
        1001
        """
        budget = budget or Budget()
        seen = left = 0
        play: dict[Position, list[Position]] = {}
        known: dict[Position, bool] = {}

        def is_position_to_leave(position: Position) -> bool:
            if position not in known:
                known[position] = self.leaves(position)
            return known[position]

        for position in self.positions(to):
            seen += 1
            left += is_position_to_leave(position)
            fault = _describe_rule_fault(self, position, is_position_to_leave)
            if fault:
                where = describe_position(self.game, position)
                raise CheckFailed(f"{self.game!r}: the rule is wrong at {where}: {fault}")
            play[position] = list_child_positions(self.game, position)
            if seen % 4096 == 1:
                budget.report("replay", seen)
        if to is None and self.whole:
            _check_all_reachable_were_replayed(self.game, play)
        _check_play_never_cycles(self.game, play)
        return StrategyReplay(repr(self.game), seen, left)

    def with_replay(self, to: int | None = None, budget: Budget | None = None) -> "Strategy":
        """Replay the rule as `replay` does, and return the strategy with what was replayed.

        Parameters
        ----------
        to : int, optional
            Largest size.
        budget : Budget, optional
            Limits of time.

        Returns
        -------
        Strategy
            The strategy; its JSON has the number of positions.
        """
        return replace(self, replayed=self.replay(to, budget))

    @staticmethod
    def make_results(game: Game, strategies: Sequence["Strategy"]) -> "Strategies":
        """Return the strategies that were found for a game, as `zermelo strategy --all` prints them.

        Parameters
        ----------
        game : Game
            The game.
        strategies : sequence of Strategy
            What was found for it.

        Returns
        -------
        Strategies
            The strategies, and the first of them.
        """
        return Strategies(game, tuple(strategies))

    def prove(self, budget: Budget | None = None) -> "Strategy":
        """Replay every position of the game, and return the strategy as a proven one.

        Parameters
        ----------
        budget : Budget, optional
            Limits of time; it can be cancelled.

        Returns
        -------
        Strategy
            The strategy, proven; itself if it was proven already.

        Raises
        ------
        CheckFailed
            If the rule is wrong at a position, which is named.
        """
        return self if self.proven else self._make_proven_copy(self.replay(budget=budget).positions)

    def _make_proven_copy(self, positions: int) -> "Strategy":
        """Return the strategy as a proven one: every position of its game, so many, was replayed."""
        proof = f"all {positions:,} positions that the rule speaks of were replayed, against every answer"
        return replace(self, proof=proof, observed_to=None)

    def __str__(self) -> str:
        lines = [f"{self.game!r}: {self.who_wins}"]
        lines += [f"  {place}. {rule}" for place, rule in enumerate(self.rules, 1)]
        return "\n".join([*lines, f"{self.status}: {self.proof}"])


class UnknownStrategy(Result, frozen=True, kw_only=True):
    """No rule in words is known for a game."""

    game: PlayedGame
    kind: Annotated[None, about("of no kind")] = None
    rules: Annotated[None, about("there are none")] = None
    who_wins: Annotated[None, about("not known")] = None
    starter_wins: Annotated[None, about("not known")] = None
    proven: Annotated[Literal[False], about("nothing is proven")] = False
    status: Annotated[Literal["unknown"], about("not known")] = "unknown"
    proof: Annotated[None, about("there is none")] = None
    replayed: Annotated[None, about("nothing was replayed")] = None

    def __str__(self) -> str:
        return f"{self.game!r}: no rule in words is known: see `zermelo solve`"


class Strategies(Result, frozen=True):
    """With --all: every strategy that is known."""

    game: PlayedGame
    strategies: Annotated[tuple[Strategy, ...], about("strategies")]

    @property
    def first(self) -> Strategy | UnknownStrategy:
        """The first strategy, or the statement that none is known."""
        return self.strategies[0] if self.strategies else UnknownStrategy(game=self.game)

    def __str__(self) -> str:
        replays = (str(each.replayed) for each in self.strategies if each.replayed is not None)
        return "\n".join([*map(str, self.strategies), *replays]) or str(self.first)


def yield_reachable_positions(game: Game, most: int | None = None) -> Iterator[Position]:
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


def list_child_positions(game: Game, position: Position, most: int | None = None) -> list[Position]:
    """Return the positions that a move leads to, `most` of them at most; none where play is over.

    Raises `UnsoundStrategy` where the player who moved is to move again: rules in words are for alternate
    play.
    """
    if game.outcome(position) != UNDECIDED:
        return []
    after = [game.play(position, move) for move in islice(game.moves(position), most)]
    if has(game, "mover") and any(keeps_turn(game, position, child) for child in after):
        raise UnsoundStrategy(
            f"{game!r}: the same player moves again after {describe_position(game, position)}"
        )
    return after


def get_value_where_play_ends(game: Game, position: Position, children: Collection[Position]) -> int | None:
    """Return the mover's value where play is over, as there are no children; else None."""
    return None if children else terminal_value(game, position)


def _check_all_reachable_were_replayed(game: Game, play: dict[Position, list[Position]]) -> None:
    """Raise `CheckFailed` where play from a start leads to a position that was not replayed."""
    for several in (game.starts(), *play.values()):
        for position in several:
            if position not in play:
                where = describe_position(game, position)
                raise CheckFailed(f"{game!r}: the rule does not speak of {where}, so not all was replayed")


def _check_play_never_cycles(game: Game, play: dict[Position, list[Position]]) -> None:
    """Raise `LoopFound` if play can cycle, as the induction needs play that ends."""
    try:
        graphlib.TopologicalSorter(play).prepare()
    except graphlib.CycleError as error:
        where = describe_position(game, error.args[1][0])
        raise LoopFound(
            f"{game!r}: play can return to {where}: a rule for endless play is not checked"
        ) from error


def _describe_rule_fault(strategy: Strategy, position: Position, leaves: Callable[[Position], bool]) -> str:
    """Say what is wrong with the rule at a position; an empty text where nothing is."""
    game = strategy.game
    children = list_child_positions(game, position)
    end = get_value_where_play_ends(game, position, children)
    to_leave = leaves(position)
    if end is not None:
        if to_leave and end != LOSS:
            return "it is to be left, and play is over there without being lost"
        missed = strategy.whole and end == LOSS and not to_leave
        return "play is over there and lost, and it is not to be left" if missed else ""
    if not to_leave:
        wins = not strategy.whole or any(leaves(child) for child in children)
        return "" if wins else "no move leaves what is to be left"
    if any(leaves(child) for child in children):
        return "it is to be left, and a move leads from there to another one that is"
    unanswered = not strategy.whole and not all(
        _has_winning_answer(game, child, leaves) for child in children
    )
    return "it is to be left, and a move from there has no answer" if unanswered else ""


def _has_winning_answer(game: Game, position: Position, leaves: Callable[[Position], bool]) -> bool:
    """Return whether the mover has won, or can leave what is to be left."""
    children = list_child_positions(game, position)
    end = get_value_where_play_ends(game, position, children)
    return end == WIN if end is not None else any(leaves(child) for child in children)
