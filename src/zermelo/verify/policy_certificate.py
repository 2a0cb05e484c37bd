"""The checker: every move that a policy allows, against every reply, all the way to the end.

A policy is a function from a position to the moves that its player may choose there. Several moves are ties,
and all of them are played. The checker does not depend on how a policy was made. Its report is exhaustive, so
"never loses" is proven. Where play may cycle, the number of lines is infinite. Then the checker reports
whether one is lost, and shows one that cycles.
"""

import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from typing import Annotated, Any

from zermelo.compiler.guards.checked_rules import CheckedMove, CheckedRules
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import IllegalMove, LoopFound, quote
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.evidence import Evidence
from zermelo.core.notation.result import Count, PositionJson, Result, about
from zermelo.core.requirements import check_question
from zermelo.core.values import LARGEST_VALUE
from zermelo.solver.graph.discovery import Discovery
from zermelo.solver.graph.loop_detection import find_loop
from zermelo.solver.graph.postorder import CycleFound, walk_postorder
from zermelo.verify.line_counts import PolicyLines

Policy = Callable[[Position], Iterable[Move]]
Valuer = Callable[[Position], int]

MOST_SHOWN = 1000  # positions listed where the policy gives away value


class PolicyMistake(Result, frozen=True):
    """A position where the policy allows a move that gives away value."""

    position: Annotated[PositionJson, about("the position")]
    move: Annotated[PositionJson, about("the move, as the game encodes it")]
    value: Annotated[int, about("the position's value to its mover")]
    kept: Annotated[int, about("what the move keeps of it")]


class SideCertificate(Result, frozen=True, kw_only=True):
    """How a policy fares as one player, against every reply: exact counts of complete lines of play."""

    won: Annotated[Count | None, about("lines that the policy wins; null where a line can cycle")]
    drawn: Annotated[Count | None, about("lines that are drawn; null where a line can cycle")]
    lost: Annotated[Count | None, about("lines that are lost; null where a line can cycle")]
    positions: Annotated[Count, about("positions that were seen, all that can come about")]
    can_lose: Annotated[bool, about("whether some line is lost")]
    losing_line: Annotated[tuple[str, ...], about("moves of a shortest one that is; else none")] = ()
    endless_line: Annotated[
        tuple[str, ...], about("a line that cycles, up to where a position is repeated with the same mover")
    ] = ()
    can_wait: Annotated[
        bool, about("whether lines can cycle for ever where this player has won, if values are known")
    ] = False
    longest: Annotated[
        Count | None, about("plies of the longest line, however it ends; null where a line can cycle")
    ] = None
    given_away_count: Annotated[
        Count | None, about("moves that give away value; null where they were not judged")
    ] = None
    given_away: Annotated[
        tuple[PolicyMistake, ...] | None, about("the first of these; null where they were not judged")
    ] = None

    @property
    def never_loses(self) -> bool:
        """Whether no line at all is lost: proven, as every position was seen that can come about."""
        return not self.can_lose

    @property
    def has_endless_line(self) -> bool:
        """Whether some line never ends."""
        return bool(self.endless_line)

    def __str__(self) -> str:
        if self.won is None:
            lost = f"can lose, in {len(self.losing_line)} plies" if self.can_lose else "never loses"
            waits = ", where it has won" if self.can_wait else ""
            return f"{lost}; lines can cycle{waits}, and are not counted"
        return f"{self.won:,} won, {self.drawn:,} drawn, {self.lost:,} lost"


class Certificate(Evidence, frozen=True, kw_only=True):
    """Evidence from playing a policy exhaustively, as the first player and as the second."""

    first: Annotated[SideCertificate, about("as the player who begins")]
    second: Annotated[SideCertificate, about("as the other player")]

    @property
    def never_loses(self) -> bool:
        """Whether the policy loses no line as either player."""
        return self.first.never_loses and self.second.never_loses

    def _list_text_rows(self) -> list[tuple[str, list[str]]]:
        *rows, trusted = super()._list_text_rows()
        sides = (("first", self.first), ("second", self.second))
        return [*rows, *((name, _list_side_report_lines(side)) for name, side in sides), trusted]


def make_certificate(
    game: Game, first: SideCertificate, second: SideCertificate, seconds: float, trusted: tuple[str, ...]
) -> Certificate:
    """Return the certificate of a policy that was played out as both players."""
    judged = first.given_away is not None
    positions = first.positions + second.positions
    return Certificate(
        claim="the policy gives away no value" if judged else "the policy never loses",
        game=repr(game),
        method="positions, with every move that the policy allows against every reply",
        checked=positions,
        total=positions,
        counterexample=_find_policy_fault(game, "first", first) or _find_policy_fault(game, "second", second),
        seconds=seconds,
        trusted=(*trusted, "the solution, for values of positions") if judged else trusted,
        details={"never_loses": first.never_loses and second.never_loses},
        first=first,
        second=second,
    )


def _list_side_report_lines(side: SideCertificate) -> list[str]:
    """Return the text of one side: counts, lines of play that show what can happen, what is given away."""
    lines = [f"{side}; {side.positions:,} positions"]
    if side.can_lose:
        lines.append(f"a shortest lost line: {' '.join(side.losing_line)}")
    if side.has_endless_line:
        lines.append(f"a line that cycles: {' '.join(side.endless_line)}")
    if (count := side.given_away_count) is not None:
        lines.append(f"moves that give away value: {count:,}" if count else "gives away nothing")
    return lines


def _find_policy_fault(game: Game, name: str, side: SideCertificate) -> str | None:
    """Return what refutes a certificate's claim on one side: a lost line, or where value is given away."""
    if side.given_away is None:
        return f"lost as {name} player: {' '.join(side.losing_line)}" if side.can_lose else None
    if side.given_away:
        worst = side.given_away[0]
        where = describe_position(game, worst.position)
        move = game.name(worst.position, worst.move)
        return f"as {name} player {move} at {where} keeps {worst.kept} of {worst.value}"
    waits = " ".join(side.endless_line)
    return f"as {name} player it can cycle where it has won: {waits}" if side.can_wait else None


def certify_policy(
    policy: Policy, game: Game, *, values: Valuer | None = None, budget: Budget | None = None
) -> Certificate:
    """Play every move that `policy` allows against every reply, as first and as second player.

    `values` gives a position's value to its mover; with it, positions where the policy gives away
    value are listed. Raises `IllegalMove` where the policy allows none, or one the rules do not, `LoopFound`
    where a line gains points without end, `MissingCapability` for games of chance or of more players.
    """
    began = time.perf_counter()
    first, second = (
        certify_side(policy, game, first, values=values, budget=budget) for first in (True, False)
    )
    return make_certificate(
        game, first, second, time.perf_counter() - began, ("the game's own Python rules",)
    )


def certify_side(
    policy: Policy,
    game: Game,
    first: bool,
    *,
    values: Valuer | None = None,
    budget: Budget | None = None,
) -> SideCertificate:
    """Play as `certify_policy` does, as the player who begins (`first`) or as the other alone."""
    check_question(game, "policy_certificate")
    return _PolicyWalk(policy, game, values, budget or Budget()).certify_player(first)


def count_policy_lines(
    policy: Policy, game: Game, budget: Budget | None = None
) -> tuple[PolicyLines, PolicyLines]:
    """Return the lines of a policy of a game without loops against every reply, first and second."""
    found = certify_policy(policy, game, budget=budget)
    first, second = (
        PolicyLines(side.won or 0, side.drawn or 0, side.lost or 0, side.longest or 0)
        for side in (found.first, found.second)
    )
    return first, second


# A node of the walk: position, is the policy's player to move, this player's points minus the other's.
Node = tuple[Hashable, bool, int]
WalkEdge = tuple[Node, Move, Node]  # a move, with its two nodes; it is named in a report only


@dataclass
class _NodeOutcome:
    """What can come of a node: lines won, drawn and lost, the longest line and a shortest lost one."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    longest: int = 0
    plies: int | None = None
    towards: WalkEdge | None = field(default=None, repr=False)

    def add_child_outcome(self, other: "_NodeOutcome", way: WalkEdge) -> None:
        self.won += other.won
        self.drawn += other.drawn
        self.lost += other.lost
        self.longest = max(self.longest, other.longest + 1)
        if other.plies is not None and (self.plies is None or other.plies + 1 < self.plies):
            self.plies = other.plies + 1
            self.towards = way


class _PolicyWalk:
    """A walk over all positions that one player can reach with the policy."""

    def __init__(self, policy: Policy, game: Game, values: Valuer | None, budget: Budget) -> None:
        self.policy, self.game, self.values, self.budget = policy, game, values, budget
        self.rules = CheckedRules(game, bounded=False)
        self.fates: dict[Node, _NodeOutcome] = {}
        self.given_away: list[PolicyMistake] = []
        self.given_away_count = 0
        self.judged: set[Hashable] = set()

    def certify_player(self, first: bool) -> SideCertificate:
        """Return how the policy fares as the player who begins, or as the other."""
        try:
            return self._count_lines(first)
        except CycleFound as found:
            endless = self._list_move_names(found.path)
        for known in (self.fates, self.given_away, self.judged):
            known.clear()
        self.given_away_count = 0
        return self._search_without_counts(first, endless)

    def _count_lines(self, first: bool) -> SideCertificate:
        """Return the side with its lines counted; raises `CycleFound` where there is no end of them."""
        total = _NodeOutcome()
        line: tuple[str, ...] = ()
        for start in self.game.starts():
            root: Node = (start, first, 0)
            self._store_fates_below(root)
            fate = self.fates[root]
            if fate.plies is not None and (total.plies is None or fate.plies < total.plies):
                total.plies, line = fate.plies, self._find_losing_line(root)
            total.won, total.drawn = total.won + fate.won, total.drawn + fate.drawn
            total.lost += fate.lost
            total.longest = max(total.longest, fate.longest)
        return SideCertificate(
            won=total.won,
            drawn=total.drawn,
            lost=total.lost,
            positions=len({position for position, _, _ in self.fates}),
            can_lose=total.lost > 0,
            losing_line=line,
            longest=total.longest,
            **self._make_mistake_fields(),
        )

    def _search_without_counts(self, first: bool, endless: tuple[str, ...]) -> SideCertificate:
        """Return the side without counts: every position that can come about, the nearest ones first."""
        walk: Discovery[Node] = Discovery((start, first, 0) for start in self.game.starts())
        came: dict[Node, WalkEdge] = {}  # by which move, from where; not the starts
        lost = None
        for _, node in walk.yield_unvisited_nodes(partial(self.budget.report, "certify")):
            children = self._list_child_edges(node)
            if not children and lost is None and self._evaluate_end(node).lost:
                lost = node
            for way in children:
                child = way[-1]
                if abs(child[2]) > LARGEST_VALUE:
                    where = describe_position(self.game, child[0])
                    raise LoopFound(f"{self.game!r}: points are gained without end, for example at {where}")
                if child not in walk.numbers:
                    came[child] = way
                    walk.number_nodes([child])
        waits = self.values is not None and bool(
            find_loop(self._find_won_nodes(walk.nodes), self._list_child_nodes)
        )
        return SideCertificate(
            won=None,
            drawn=None,
            lost=None,
            positions=len({position for position, _, _ in walk.nodes}),
            can_lose=lost is not None,
            losing_line=() if lost is None else self._list_moves_to_node(lost, came),
            endless_line=endless,
            can_wait=waits,
            **self._make_mistake_fields(),
        )

    def _make_mistake_fields(self) -> dict[str, Any]:
        """Return the fields of a certificate that are null where moves are not judged."""
        if self.values is None:
            return {}
        return {"given_away": tuple(self.given_away), "given_away_count": self.given_away_count}

    def _find_won_nodes(self, nodes: Iterable[Node]) -> set[Node]:
        """Return the nodes where the policy's player has won, or has points to come, by their values."""
        assert self.values is not None
        values = self.values
        return {node for node in nodes if (values(node[0]) if node[1] else -values(node[0])) > 0}

    def _list_child_nodes(self, node: Node) -> list[Node]:
        return [way[-1] for way in self._list_child_edges(node)]

    def _list_move_names(self, ways: Iterable[WalkEdge]) -> tuple[str, ...]:
        """Return the moves of a line by name."""
        return tuple(self.game.name(node[0], move) for node, move, _ in ways)

    def _list_moves_to_node(self, node: Node, came: dict[Node, WalkEdge]) -> tuple[str, ...]:
        """Return the moves from a start to a node."""
        ways: list[WalkEdge] = []
        while node in came:
            ways.append(came[node])
            node = ways[-1][0]
        return self._list_move_names(reversed(ways))

    def _store_fates_below(self, root: Node) -> None:
        """Find the fate of every node below `root`, children first."""
        for node, children in walk_postorder(root, self._list_child_edges, self.fates, same=itemgetter(0, 1)):
            fate = _NodeOutcome() if children else self._evaluate_end(node)
            for way in children:
                fate.add_child_outcome(self.fates[way[-1]], way)
            self.fates[node] = fate
            if len(self.fates) % 4096 == 0:
                self.budget.report("certify", len(self.fates))

    def _list_child_edges(self, node: Node) -> list[WalkEdge]:
        position, own, points = node
        legal = self.rules.moves(position)
        allowed = self._read_allowed_moves(position, legal) if own and legal else legal
        after = self.rules.expand_moves(position, allowed)
        if own and self.values is not None and position not in self.judged:
            self._record_mistakes(position, after.branches)
        return [
            (node, move, (child, own == (sign > 0), points + (gain if own else -gain)))
            for move, child, sign, gain in after.branch_rows
        ]

    def _read_allowed_moves(self, position: Position, legal: list[Move]) -> list[Move]:
        given = self.policy(position)
        try:
            allowed = list(dict.fromkeys(given or ()))
        except TypeError as error:
            where = describe_position(self.game, position)
            raise IllegalMove(
                f"{self.game!r}: the policy gives {quote(given)} at {where}, which is no list of moves"
            ) from error
        wrong = [move for move in allowed if move not in legal]
        if wrong or not allowed:
            what = f"allows {wrong[0]!r}, which is no move" if wrong else "allows no move"
            raise IllegalMove(f"{self.game!r}: the policy {what} at {describe_position(self.game, position)}")
        return allowed

    def _record_mistakes(self, position: Position, branches: list[CheckedMove]) -> None:
        assert self.values is not None
        self.judged.add(position)
        value = self.values(position)
        for branch in branches:
            kept = branch.gain + branch.sign * self.values(branch.child)
            if kept < value:
                self.given_away_count += 1
                if len(self.given_away) < MOST_SHOWN:
                    self.given_away.append(PolicyMistake(position, branch.move, value, kept))

    def _evaluate_end(self, node: Node) -> _NodeOutcome:
        position, own, points = node
        value = self.rules.end(position)
        total = points + (value if own else -value)
        if total < 0:
            return _NodeOutcome(lost=1, plies=0)
        return _NodeOutcome(won=1) if total > 0 else _NodeOutcome(drawn=1)

    def _find_losing_line(self, root: Node) -> tuple[str, ...]:
        ways = []
        way = self.fates[root].towards
        while way is not None:
            ways.append(way)
            way = self.fates[way[-1]].towards
        return self._list_move_names(ways)
