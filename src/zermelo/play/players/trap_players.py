"""Players for lost or drawn positions: delay the end, or set a trap.

Both keep the value. The delaying player (`play.players.basic_players.perfect_player`) takes the longest line.
The trapping player has a model of its opponent, a player who may err. It takes the line on which errors are
likeliest and cost most. Among all moves that never give away value, it plays the one with the greatest
expected final value against this opponent. It is an expectation over positions, computed like values: the
greatest among the player's own moves that keep the value, the mean over the opponent's. Because the player
keeps whatever the opponent gives away, the expectation is never below the position's value. The difference is
the value of the trap.

The expectation is exact where all positions that this play can reach are few enough to be visited. Else the
player looks a number of plies ahead and assumes that the opponent makes no error after that. This is a lower
bound, which never falls as the player looks further. The same holds where play may cycle, because such lines
have no last position from which to begin.
"""

from collections.abc import Sequence
from typing import Any

from zermelo.core.errors import LoopFound
from zermelo.core.game import Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.requirements import check_question
from zermelo.core.rule_queries import keeps_turn, moves_at, points_of_move
from zermelo.play.players.basic_players import Player
from zermelo.solution.solution import MoveAnswer, Solution, preference_key
from zermelo.solver.graph.postorder import CycleFound, walk_postorder

MOST = 20_000  # positions visited for an exact expectation: some seconds, once
AHEAD = 6  # plies to look ahead where there are more positions,
LOOKED = 5_000  # or fewer plies, so that a move at the start needs at most so many positions
EQUAL = 1e-9  # expectations that differ by less are equal: a rounding error decides nothing

Node = tuple[Position, bool, int | None]  # position, whether the trapper moves, plies to look ahead or None


class _TooManyPositions(Exception):
    """More than `MOST` positions can be reached."""


class TrapPlayer:
    """The value of a position against a fallible opponent, for a player who never gives away value.

    >>> import zermelo
    >>> from zermelo.play.players.basic_players import random_player
    >>> solution = zermelo.solve("subtraction(heap=4)")     # lost: the opponent may take all that is left
    >>> trap = TrapPlayer(solution, random_player(solution.game))
    >>> trap(4), round(trap.compute_expectation(4), 6)      # of 3 the opponent takes all, once in three times
    ({1: 1.0}, 0.333333)
    """

    def __init__(self, solution: Solution, against: Player, plies: int | None = None) -> None:
        """Look `plies` ahead, or to the end where None; raises `LoopFound` where there may be no end."""
        solution.require_remoteness("setting traps")
        check_question(solution.game, "traps")
        self.solution, self.against, self.plies = solution, against, plies
        self.game: Any = solution.game
        self.most: int | None = None  # positions that may be visited
        self._known: dict[Node, float] = {}
        self._begun = 0  # positions visited so far

    def __call__(self, position: Position) -> dict[Move, float]:
        """Return the moves of the best trap, ties by the perfect player's preference, then at random."""
        worths = self.list_moves_with_expectations(as_position(self.game, position))
        most = max(worth for _, worth in worths)
        best = [answer for answer, worth in worths if worth > most - EQUAL]
        first = min(preference_key(answer.answer) for answer in best)
        moves = [answer.move for answer in best if preference_key(answer.answer) == first]
        return dict.fromkeys(moves, 1 / len(moves))

    def compute_expectation(self, position: Position) -> float:
        """Return the expected final value (or points to come) of a position where the trapper is to move."""
        return self._compute_node_expectations((position, True, self.plies))

    def list_moves_with_expectations(self, position: Position) -> list[tuple[MoveAnswer, float]]:
        """Return the moves that keep the value, best first, each with its expectation."""
        left = None if self.plies is None else self.plies - 1
        found = []
        for answer in self._list_value_keeping_moves(position):
            gained, child, own = self._make_move(position, True, answer.move)
            found.append((answer, gained + self._compute_node_expectations((child, own, left))))
        return found

    def _compute_node_expectations(self, root: Node) -> float:
        """Find the expectation of every node below `root`, children first; return that of `root`."""
        try:
            for node, ways in walk_postorder(root, self._list_branches, self._known):
                self._known[node] = self._combine_child_expectations(node, ways)
        except CycleFound as found:
            message = f"{self.game!r}: play can return to a position: look some plies ahead"
            raise LoopFound(message) from found
        return self._known[root]

    def _combine_child_expectations(self, node: Node, branches: Sequence[tuple[float, float, Node]]) -> float:
        """Return a node's expectation from those of its children, from the trapper's side."""
        position, own, _ = node
        if not branches:
            value = self.solution.value(position).value
            return float(value if own else -value)
        worths = [(share, gained + self._known[child]) for share, gained, child in branches]
        return max(worth for _, worth in worths) if own else sum(share * worth for share, worth in worths)

    def _list_branches(self, node: Node) -> list[tuple[float, float, Node]]:
        """Return the children with their probabilities and the trapper's points; none at the end."""
        if self.most is not None and self._begun > self.most:
            raise _TooManyPositions
        self._begun += 1
        position, own, left = node
        if left == 0 or not moves_at(self.game, position):
            return []
        kept = [each.move for each in self._list_value_keeping_moves(position)] if own else []
        shares = dict.fromkeys(kept, 1.0) if own else self.against(position)
        after = None if left is None else left - 1
        found = []
        for move, share in shares.items():
            gained, child, next_own = self._make_move(position, own, move)
            found.append((share, float(gained), (child, next_own, after)))
        return found

    def _list_value_keeping_moves(self, position: Position) -> list[MoveAnswer]:
        """Return the moves that keep the value, best first."""
        answers = self.solution.moves(position)
        return [answer for answer in answers if answer.answer.value == answers[0].answer.value]

    def _make_move(self, position: Position, own: bool, move: Move) -> tuple[int, Position, bool]:
        """Return the trapper's points for a move, the next position, and whether the trapper moves there."""
        child = self.game.play(position, move)
        gain = points_of_move(self.game, position, move)
        return (gain if own else -gain), child, own == keeps_turn(self.game, position, child)


def trap_player(solution: Solution, against: Player, plies: int | None = None) -> TrapPlayer:
    """Return the player who never gives away value and sets traps for a fallible opponent.

    Parameters
    ----------
    solution : Solution
        Solution of the game.
    against : Player
        Model of the opponent.
    plies : int, optional
        Plies to look ahead. Default: to the end where at most 20,000 positions can be reached and none
        repeats; else 6, or fewer where there are many moves.

    Returns
    -------
    TrapPlayer
        The player; its `plies` gives the number.
    """
    if plies is not None:
        return TrapPlayer(solution, against, plies)
    for ahead, most in ((None, MOST), *((ahead, LOOKED) for ahead in range(AHEAD, 2, -1))):
        trap = TrapPlayer(solution, against, ahead)
        trap.most = most
        try:
            for start in trap.game.starts():
                for own in (True, False):
                    trap._compute_node_expectations((start, own, ahead))
        except (LoopFound, _TooManyPositions):
            continue
        trap.most = None
        return trap
    return TrapPlayer(solution, against, 2)
