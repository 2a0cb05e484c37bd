"""Players for lost or drawn positions: delay the end, or set a trap.

Both keep the value. The delaying player (`play.players.basic_players.perfect_player`) takes the longest line.
The trapping player has a model of its opponent, a player who may err. It takes the line on which errors are
likeliest and cost most. Among all moves that never give away value, it plays the one with the greatest
expected final value against this opponent. It is an expectation over positions, computed like values: the
greatest among the player's own moves that keep the value, the mean over the opponent's. Because the player
keeps whatever the opponent gives away, the expectation is never below the position's value. The difference is
the value of the trap.

With dice the values are expectations themselves, so a move keeps the value if it loses no more than the
solver's error. The expectation is then a mean over throws too, and a throw counts as a ply.

The expectation is exact where all positions that this play can reach are few enough to be visited. Else the
player looks a number of plies ahead and assumes that the opponent makes no error after that. This is a lower
bound, which never falls as the player looks further. The same holds where play may cycle, because such lines
have no last position from which to begin.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.core.errors import LoopFound
from zermelo.core.game import Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.requirements import check_question
from zermelo.core.rule_queries import chances_at, keeps_turn, moves_at, points_of_move
from zermelo.play.players.basic_players import Player
from zermelo.solution.solution import MoveAnswer, Solution
from zermelo.solver.graph.postorder import CycleFound, walk_postorder

MOST = 20_000  # positions visited for an exact expectation: some seconds, once
AHEAD = 6  # plies to look ahead where there are more positions,
LOOKED = 5_000  # or fewer plies, so that a move at the start needs at most so many positions
EQUAL = 1e-9  # expectations that differ by less are equal: a rounding error decides nothing

Node = tuple[Position, bool, int | None]  # position, whether the trapper moves, plies to look ahead or None
Branch = tuple[float | None, float, Node]  # probability, None where the trapper chooses; points; child


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
        check_question(solution.game, "traps")
        if not solution.summary.answer.is_expected:
            solution.require_remoteness("setting traps")
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
        first = min(answer.answer.preference[1] for answer in best)
        moves = [answer.move for answer in best if answer.answer.preference[1] == first]
        return dict.fromkeys(moves, 1 / len(moves))

    def compute_expectation(self, position: Position) -> float:
        """Return the expected final value (or points to come) of a position where the trapper is to move."""
        return self._compute_node_expectations((position, True, self.plies))

    def list_moves_with_expectations(self, position: Position) -> list[tuple[MoveAnswer, float]]:
        """Return the moves that keep the value, best first, each with its expectation."""
        left = None if self.plies is None else self.plies - 1
        found = []
        for answer in self._list_value_keeping_moves(position):
            gained, node = self._make_move(position, True, answer.move, left)
            found.append((answer, gained + self._compute_node_expectations(node)))
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

    def _combine_child_expectations(self, node: Node, branches: Sequence[Branch]) -> float:
        """Return a node's expectation from those of its children, from the trapper's side."""
        position, own, _ = node
        if not branches:
            value = self.solution.value(position).value
            return float(value if own else -value)
        worths = [(share, gained + self._known[child]) for share, gained, child in branches]
        if branches[0][0] is None:
            return max(worth for _, worth in worths)
        return sum(share * worth for share, worth in worths if share is not None)

    def _list_branches(self, node: Node) -> list[Branch]:
        """Return the children with their probabilities and the trapper's points; none at the end."""
        if self.most is not None and self._begun > self.most:
            raise _TooManyPositions
        self._begun += 1
        position, own, left = node
        if left == 0:
            return []
        after = None if left is None else left - 1
        throws = chances_at(self.game, position)
        if throws or not moves_at(self.game, position):
            return [(share, 0.0, self._make_node(position, own, child, after)) for share, child in throws]
        kept = [each.move for each in self._list_value_keeping_moves(position)] if own else []
        shares: Mapping[Move, float | None] = dict.fromkeys(kept) if own else self.against(position)
        return [(share, *self._make_move(position, own, move, after)) for move, share in shares.items()]

    def _list_value_keeping_moves(self, position: Position) -> list[MoveAnswer]:
        """Return the moves that keep the value, best first."""
        answers = self.solution.moves(position)
        slack = self.solution.value_tolerance
        return [each for each in answers if each.answer.value >= answers[0].answer.value - slack]

    def _make_move(self, position: Position, own: bool, move: Move, left: int | None) -> tuple[float, Node]:
        """Return the trapper's points for a move, and where it leads, with so many plies left."""
        gain = float(points_of_move(self.game, position, move))
        return (gain if own else -gain), self._make_node(position, own, self.game.play(position, move), left)

    def _make_node(self, position: Position, own: bool, child: Position, left: int | None) -> Node:
        """Return the node of a position that follows another."""
        return child, own == keeps_turn(self.game, position, child), left


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
