"""Subgame-perfect play as a result: payoffs, lines of play, and where players are indifferent."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import UNSET, UnsetType, field

from zermelo.compiler.guards.checked_rules import CheckedRules, rule_errors_at
from zermelo.compiler.guards.error_reports import describe_position, make_lookup_error
from zermelo.compiler.guards.symmetry_classes import make_checked_representative_function
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, UnknownPosition
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.player_view import format_position_in_one_line
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.notation.result import Count, GameInput, Names, PlayerNumber, PositionJson, Result, about
from zermelo.core.notation.wording import format_count
from zermelo.solution.methods.upper_methods import UpperEquilibriaMethods
from zermelo.solution.position_description import format_payoffs
from zermelo.solver.graph.hashable_graph import build_hashable_graph
from zermelo.solver.methods.subgame_perfect import (
    PayoffLineCounts,
    Payoffs,
    check_has_payoffs,
    find_least_acceptable_payoff,
    find_subgame_perfect_payoffs,
    read_mover,
)

LINES = 1_000  # given out, unless more are asked for
FEW_LINES = 20  # in a summary


PayoffNumbers = Annotated[tuple[float | str, ...], about("what each player gets, in their order")]
EveryPayoffs = Annotated[tuple[PayoffNumbers, ...], about("what subgame-perfect play can bring, each way")]
LineCount = Annotated[Count, about("lines of subgame-perfect play")]


class PayoffLine(Result, frozen=True, kw_only=True):
    """A line of subgame-perfect play."""

    moves: Annotated[Names, about("its moves, by name")]
    end: Annotated[PositionJson, about("where it ends")]
    payoffs: Annotated[PayoffNumbers | None, about("what each player gets, in their order")]
    _moves: tuple[Move, ...]

    def text(self, game: Game) -> str:
        """Return the line in words; without payoffs it was broken off."""
        payoffs = "broken off" if self.payoffs is None else format_payoffs(self.payoffs)
        return f"{', '.join(self.moves)} → {format_position_in_one_line(game, self.end)}  {payoffs}".strip()


class Indifference(Result, frozen=True, kw_only=True):
    """A position whose mover gets as much by each of these moves, and no more by another."""

    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    player: Annotated[PlayerNumber, about("the mover, numbered from 1")]
    payoff: Annotated[float | str, about("what the player gets; a fraction as text")]
    moves: Annotated[Names, about("the moves, by name")]

    def text(self, game: Game) -> str:
        """Return the choice in words."""
        where, names = format_position_in_one_line(game, self.position), " or ".join(self.moves)
        return f"player {self.player} at {where}: {names}, {self.payoff} either way"


class SolvedPayoffs(Result, frozen=True, kw_only=True):
    """A solved game in which each player gets a payoff: what subgame-perfect play gives."""

    game: GameInput
    method: Annotated[str, about("how it was solved")] = "backward induction for several players"
    players: Annotated[PlayerNumber, about("how many there are")]
    payoffs: EveryPayoffs
    line_count: LineCount
    lines: Annotated[tuple[PayoffLine, ...] | None, about("these lines; null where they are too many")]
    indifferent_by_player: Annotated[
        tuple[Count, ...], about("at how many positions each player may choose freely")
    ]
    indifferent: Annotated[
        tuple[Indifference, ...] | None, about("where somebody may choose freely; null where too many")
    ]
    positions: Annotated[Count, about("positions")]
    solution: Annotated[None, about("nothing is kept of such games")] = None
    free: tuple[Indifference, ...]
    rules: Game

    def __str__(self) -> str:
        lines = [
            f"lines       {self.line_count}",
            *(f"  {each.text(self.rules)}" for each in self.lines or ()),
        ]
        if self.line_count > FEW_LINES:
            too_many = "too many to list: see `zermelo value GAME POSITION --line`"
            lines = [f"lines       {self.line_count:,}, {too_many}"]
        free = _list_indifference_rows(self.rules, self.free)
        return "\n".join(
            [
                f"{self.game}: subgame-perfect play of {format_count(self.players, 'player')}",
                f"payoffs     {format_every_payoffs(self.payoffs)}",
                *lines,
                *(free or ["indifferent nobody"]),
                f"positions   {self.positions:,}",
            ]
        )


class PayoffMove(Result, frozen=True, kw_only=True):
    """A move, where it leads, and what subgame-perfect play brings there."""

    name: Annotated[str, about("its name")] = field(name="move")
    move: Move = field(name="_move")
    child: Position
    payoffs: EveryPayoffs
    perfect: Annotated[
        tuple[PayoffNumbers, ...],
        about("those payoffs with which the move is one of subgame-perfect play"),
    ]


class PositionPayoffs(Result, frozen=True, kw_only=True):
    """What subgame-perfect play gives from a position on, and after every move."""

    game: GameInput
    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    mover: Annotated[
        PlayerNumber | None,
        about("the player about to move, numbered from 1; null where play is over"),
    ]
    payoffs: EveryPayoffs
    line_count: LineCount
    lines: Annotated[
        tuple[PayoffLine, ...] | UnsetType | None,
        about("with --line: these lines; null where too many"),
    ] = UNSET
    indifferent: Annotated[
        tuple[Indifference, ...] | UnsetType | None,
        about("with --line: where somebody on them may choose freely; null where too many"),
    ] = UNSET
    moves: Annotated[tuple[PayoffMove, ...], about("its moves")]
    free: tuple[Indifference, ...]
    rules: Game

    def __str__(self) -> str:
        if self.lines is not UNSET:
            free = self.indifferent or ()
            rows = [each.text(self.rules) for each in self.lines or ()]
            return "\n".join([*rows, *_list_indifference_rows(self.rules, free)])
        who = "over" if self.mover is None else f"player {self.mover} to move"
        said = f"{who}: {format_every_payoffs(self.payoffs)}"
        return "\n".join([self.rules.show(self.position), said, *self.list_move_rows()])

    def list_move_rows(self) -> list[str]:
        """Return the payoffs of each move, * at perfect ones, and whether the mover has a free choice."""
        if not self.moves:
            return []
        width = max(len(move.name) for move in self.moves)
        rows = [
            f"  {'*' if move.perfect else ' '} {move.name:<{width}}  {format_every_payoffs(move.payoffs)}"
            for move in self.moves
        ]
        free = [f"indifferent {each.text(self.rules)}" for each in self.free]
        return [*rows, "* a move of subgame-perfect play", *free]


@dataclass(frozen=True)
class SubgamePerfectPlay:
    """Subgame-perfect play from one position, as it is printed beside lines that were played.

    `lines` are left out where there are more than 20, and so are the players who are `indifferent` on them.
    """

    game: Game
    payoffs: tuple[Payoffs, ...]
    line_count: int
    lines: list[PayoffLine]
    indifferent: list[Indifference]

    def __str__(self) -> str:
        payoffs = " or ".join(format_payoffs(each) for each in self.payoffs[:4])
        more = " or more" if len(self.payoffs) > 4 else ""
        many = "1 line" if self.line_count == 1 else f"{self.line_count:,} lines"
        rows = [f"subgame-perfect play: {payoffs}{more}, {many}"]
        rows += [f"{'':>17}{line.text(self.game)}" for line in self.lines]
        rows += [f"{'indifferent':<17}{each.text(self.game)}" for each in self.indifferent]
        return "\n".join(rows)


class Equilibria(UpperEquilibriaMethods):
    """All that subgame-perfect play can give, in pure strategies, at every position that play reaches.

    Players are numbered from 0 where they are looked up and from 1 in texts. A strategy may play a position
    differently on each line of play that leads there.

    Parameters
    ----------
    game : Game
        Game with payoffs, without cycles.
    budget : Budget, optional
        Memory and time that may be used.

    Examples
    --------
    >>> import zermelo
    >>> quiz = zermelo.solve("strike")
    >>> quiz.payoffs()
    ((2, 1, 2),)
    >>> ["-".join(line.moves) for line in quiz.lines()]
    ['A-D-C', 'C-D-A']
    """

    def __init__(self, game: Game, budget: Budget | None = None) -> None:
        check_has_payoffs(game)
        budget = budget or Budget()
        self.game, self._rules = game, CheckedRules(game)
        self._representative = make_checked_representative_function(game)
        self.graph = build_hashable_graph(game, budget)
        self._ways = find_subgame_perfect_payoffs(self.graph, game, budget)

    @property
    def positions(self) -> int:
        """How many positions were solved, one of every symmetry class."""
        return len(self._ways)

    def payoffs(self, position: Position = START) -> tuple[Payoffs, ...]:
        """Return all payoffs that subgame-perfect play can give from a position on.

        Parameters
        ----------
        position : position, optional
            Default: the start.

        Returns
        -------
        tuple of tuple
            Payoffs of all players, the largest first.

        Raises
        ------
        UnknownPosition
            Where the position is not reachable from the starts.
        """
        return _sort_payoffs(self._find_line_counts(self._as_solved_position(position)))

    def mover(self, position: Position = START) -> int | None:
        """Return who moves at a position.

        Parameters
        ----------
        position : position, optional
            Default: the start.

        Returns
        -------
        int or None
            Number of the player, None where play is over.
        """
        where = self._as_solved_position(position)
        return read_mover(self.game, where) if self._list_named_children(where) else None

    def moves(self, position: Position = START) -> list[PayoffMove]:
        """Return every move with the payoffs that may follow.

        Parameters
        ----------
        position : position, optional
            Default: the start.

        Returns
        -------
        list of PayoffMove
            In the order of the rules; empty where play is over.
        """
        where = self._as_solved_position(position)
        children = self._list_named_children(where)
        if not children:
            return []
        mover = read_mover(self.game, where)
        ways = [self._find_line_counts(child) for _, _, child in children]
        enough = find_least_acceptable_payoff(ways, mover)
        return [
            PayoffMove(
                name=name,
                move=move,
                child=child,
                payoffs=_sort_payoffs(found),
                perfect=tuple(payoffs for payoffs in _sort_payoffs(found) if payoffs[mover] >= enough),
            )
            for (move, name, child), found in zip(children, ways, strict=True)
        ]

    def line_count(self, position: Position = START) -> int:
        """Return how many lines of subgame-perfect play there are from a position on.

        Parameters
        ----------
        position : position, optional
            Default: the start.

        Returns
        -------
        int
            Number of lines.
        """
        return sum(self._find_line_counts(self._as_solved_position(position)).values())

    def lines(self, position: Position = START, *, limit: int = LINES) -> list[PayoffLine]:
        """Return all lines of subgame-perfect play from a position on.

        Parameters
        ----------
        position : position, optional
            Default: the start.
        limit : int, default 1000
            Largest number of lines.

        Returns
        -------
        list of PayoffLine
            Lines by payoffs, the largest first.

        Raises
        ------
        BadParameter
            Where there are more lines than `limit`.
        """
        where = self._as_solved_position(position)
        count = self.line_count(where)
        if count > limit:
            raise BadParameter(
                f"{self.game!r} has {count:,} subgame-perfect lines from "
                f"{describe_position(self.game, where)}, "
                f"more than {limit:,}: begin at a later position, or give a larger limit"
            )
        return [
            line for payoffs in self.payoffs(where) for line in self._yield_lines_with_payoffs(where, payoffs)
        ]

    def summary(self, position: Position = START) -> SubgamePerfectPlay:
        """Summarize subgame-perfect play from a position on.

        Parameters
        ----------
        position : position, optional
            Default: the start.

        Returns
        -------
        SubgamePerfectPlay
            Payoffs and number of lines; at most 20 lines, with the free choices on them. `str` gives a text.
        """
        count = self.line_count(position)
        lines = self.lines(position) if count <= FEW_LINES else []
        free = list(self.indifferences_along(lines, position))
        return SubgamePerfectPlay(self.game, self.payoffs(position), count, lines, free)

    def as_result(self) -> SolvedPayoffs:
        """Return what `zermelo solve --json` prints.

        Returns
        -------
        SolvedPayoffs
            Payoffs, and at most 1,000 lines and free choices.
        """
        count, free = self.line_count(), list(self.indifferences())
        by_player = Counter(each.player for each in free)
        return SolvedPayoffs(
            game=repr(self.game),
            players=self.game.players,
            payoffs=self.payoffs(),
            line_count=count,
            lines=tuple(self.lines()) if count <= LINES else None,
            indifferent_by_player=tuple(by_player[player + 1] for player in range(self.game.players)),
            indifferent=tuple(free) if len(free) <= LINES else None,
            positions=self.positions,
            free=tuple(free),
            rules=self.game,
        )

    def find_position_payoffs(self, position: Position = START, *, line: bool = False) -> PositionPayoffs:
        """Return what `zermelo value --json` prints.

        Parameters
        ----------
        position : position, optional
            Default: the start.
        line : bool, default False
            Whether to list lines and the free choices on them, at most 1,000 lines.

        Returns
        -------
        PositionPayoffs
            Payoffs of the position and of each move.
        """
        mover, count = self.mover(position), self.line_count(position)
        lines = self.lines(position) if line and count <= LINES else None
        found: tuple[Any, Any] = (None, None) if line else (UNSET, UNSET)
        if lines is not None:
            found = tuple(lines), tuple(self.indifferences_along(lines, position))
        return PositionPayoffs(
            game=repr(self.game),
            position=position,
            mover=None if mover is None else mover + 1,
            payoffs=self.payoffs(position),
            line_count=count,
            lines=found[0],
            indifferent=found[1],
            moves=tuple(self.moves(position)),
            free=tuple(self.indifferences_at(position)),
            rules=self.game,
        )

    def indifferences(self) -> Iterator[Indifference]:
        """Yield every position where several moves may give the mover as much, and none more.

        Of symmetric positions one is looked at. Where later choices decide how much that is, a position comes
        once for each amount.

        Yields
        ------
        Indifference
            A position with the moves.
        """
        for position in self.graph.positions:
            yield from self.indifferences_at(position)

    def indifferences_along(
        self, lines: Iterable[PayoffLine], position: Position = START
    ) -> Iterator[Indifference]:
        """Yield the free choices at the positions of some lines, each position once.

        Parameters
        ----------
        lines : iterable of PayoffLine
            Lines from the position.
        position : position, optional
            Default: the start.

        Yields
        ------
        Indifference
            A position with the moves.
        """
        met: dict[Position, None] = {}
        for line in lines:
            here = self._as_solved_position(position)
            for move in line._moves:
                met[here] = None
                here = self.game.play(here, move)
        for each in met:
            yield from self.indifferences_at(each)

    def indifferences_at(self, position: Position = START) -> Iterator[Indifference]:
        """Yield the choices that are all the same to the mover of one position.

        Parameters
        ----------
        position : position, optional
            Default: the start.

        Yields
        ------
        Indifference
            The position with the moves, once for each amount.
        """
        where = self._as_solved_position(position)
        mover = self.mover(where)
        if mover is None:
            return
        moves = self.moves(where)
        amounts = {payoffs[mover] for move in moves for payoffs in move.perfect}
        for amount in sorted(amounts, reverse=True):
            tied = [move.name for move in moves if any(each[mover] == amount for each in move.perfect)]
            if len(tied) > 1:
                yield Indifference(position=where, player=mover + 1, payoff=amount, moves=tuple(tied))

    def _yield_lines_with_payoffs(self, position: Position, payoffs: Payoffs) -> Iterator[PayoffLine]:
        """Yield the lines that bring these payoffs, from left to right."""
        waiting: list[tuple[Position, Any]] = [(position, None)]
        while waiting:
            here, way = waiting.pop()
            moves = self.moves(here)
            for each in reversed(moves):
                if payoffs in each.perfect:
                    waiting.append((each.child, (way, each)))
            if not moves:
                made = []
                while way is not None:
                    way, each = way
                    made.append(each)
                made.reverse()
                names, played = tuple(each.name for each in made), tuple(each.move for each in made)
                yield PayoffLine(moves=names, end=here, payoffs=payoffs, _moves=played)

    def _list_named_children(self, position: Position) -> list[tuple[Move, str, Position]]:
        with rule_errors_at(self.game, position):
            return [
                (branch.move, self.game.name(position, branch.move), branch.child)
                for branch in self._rules.yield_branches(position)
            ]

    def _as_solved_position(self, position: Position) -> Position:
        where = as_position(self.game, position)
        self._find_line_counts(where)
        return where

    def _find_line_counts(self, position: Position) -> PayoffLineCounts:
        try:
            place = self.graph.index.get(self._representative(position))
        except Exception as error:
            raise make_lookup_error(self.game, position, error) from error
        if place is None:
            raise UnknownPosition(
                f"position {describe_position(self.game, position)} is not reachable in {self.game!r}: "
                "`zermelo show GAME` prints how positions are written"
            )
        return self._ways[place]

    def __repr__(self) -> str:
        lines = self.line_count()
        said = " or ".join(format_payoffs(payoffs) for payoffs in self.payoffs()[:3])
        more = " or ..." if len(self.payoffs()) > 3 else ""
        return f"{self.game!r}: {said}{more}, {format_line_count(lines)}, {self.positions:,} positions"


def format_every_payoffs(several: tuple[Payoffs, ...]) -> str:
    """Return what play can bring each way, some of many."""
    said = " or ".join(format_payoffs(payoffs) for payoffs in several[:FEW_LINES])
    return said + (f" or {len(several) - FEW_LINES:,} more" if len(several) > FEW_LINES else "")


def _list_indifference_rows(game: Game, several: Sequence[Indifference]) -> list[str]:
    if len(several) > FEW_LINES:
        counts = sorted(Counter(each.player for each in several).items())
        said = ", ".join(f"player {player} at {count:,}" for player, count in counts)
        return [f"indifferent {said} positions"]
    rows = [each.text(game) for each in several]
    return [f"{'indifferent' if not place else '':<12}{row}" for place, row in enumerate(rows)]


def format_line_count(count: int) -> str:
    """Return so many lines in words."""
    return "1 subgame-perfect line" if count == 1 else f"{count:,} subgame-perfect lines"


def _sort_payoffs(ways: PayoffLineCounts) -> tuple[Payoffs, ...]:
    return tuple(sorted(ways, reverse=True))
