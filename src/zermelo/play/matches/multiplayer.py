"""Players of games in which each player gets a payoff, and the results of games between them.

Such a player's moves depend on what it expects of the others. The *sincere* one ignores what the others want:
it treats the rest of play as chance, with all moves equally likely. It makes the move after which its own
mean payoff is then the largest. In a quiz where each player strikes a subject in turn, it strikes the subject
that it likes least. The *perfect* one uses backward induction: each player, itself included, makes a move
that is best for that player, chosen at random where several are. Both compute expected payoffs in one pass
over all positions. They differ in which moves they assume to be played.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Annotated, Any

from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, LoopFound
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.player_view import format_position_in_one_line
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.notation.result import Count, GameInput, Names, Result, about
from zermelo.play.matches.match import Match
from zermelo.play.players.basic_players import Player
from zermelo.solution.position_description import format_payoffs
from zermelo.solution.subgame_perfect_play import (
    Equilibria,
    EveryPayoffs,
    Indifference,
    LineCount,
    PayoffLine,
    PayoffNumbers,
    SubgamePerfectPlay,
)
from zermelo.solver.graph.hashable_graph import HashableGraph, build_hashable_graph
from zermelo.solver.graph.loop_detection import make_loop_error
from zermelo.solver.methods.subgame_perfect import check_has_payoffs, read_mover, read_payoffs_at_end

MOST_LINES = 20  # in a text
NO_EQUILIBRIUM = "subgame-perfect play: none is known, because play may cycle"
Mean = tuple[Fraction, ...]  # each player's expected payoff
Picks = Callable[
    [Sequence[Mean], int], Sequence[Mean]
]  # from the payoffs of the moves and the mover, selects the moves that are played


def sincere_player(game: Game, budget: Budget | None = None) -> Player:
    """Return the player who makes the best move if the rest of play were left to chance; ties at random.

    Parameters
    ----------
    game : Game
        Game with payoffs, without cycles.
    budget : Budget, optional
        Memory and time that may be used.

    Returns
    -------
    Player
        The player.

    Raises
    ------
    MissingCapability
        Where the game has no payoffs.
    LoopFound
        Where play can cycle.

    Examples
    --------
    >>> from zermelo.games import Strike
    >>> quiz, position = Strike(), Strike().start()
    >>> for _ in range(3):
    ...     (move,) = sincere_player(quiz)(position)
    ...     print(quiz.name(position, move))
    ...     position = quiz.play(position, move)
    D
    B
    A
    >>> quiz.show(position), quiz.payoffs(position)
    ('C', (1, 3, 1))
    """
    return _make_expectation_player(game, _keep_all_payoffs, budget)


def backward_induction_player(game: Game, budget: Budget | None = None) -> Player:
    """Return the player of subgame-perfect play, who chooses at random between equally good moves.

    That is one of the equilibria of `Equilibria`: a mixture of moves that are equally good to their mover.

    Parameters
    ----------
    game : Game
        Game with payoffs, without cycles.
    budget : Budget, optional
        Memory and time that may be used.

    Returns
    -------
    Player
        The player.

    Raises
    ------
    MissingCapability
        Where the game has no payoffs.
    LoopFound
        Where play can cycle.

    Examples
    --------
    >>> from zermelo.games import Strike
    >>> sorted(Strike().name(15, move) for move in backward_induction_player(Strike())(15))
    ['A', 'C']
    """
    return _make_expectation_player(game, keep_best_payoffs_for_mover, budget)


def _keep_all_payoffs(payoffs: Sequence[Mean], _: int) -> Sequence[Mean]:
    return payoffs


def keep_best_payoffs_for_mover(payoffs: Sequence[Mean], mover: int) -> Sequence[Mean]:
    """Return the payoffs of the moves that are best for the mover."""
    most = max(each[mover] for each in payoffs)
    return [each for each in payoffs if each[mover] == most]


def _make_expectation_player(game: Game, picks: Picks, budget: Budget | None) -> Player:
    """Return the player who makes a best move by expected payoffs, if the moves of `picks` are played."""
    check_has_payoffs(game)
    graph = build_hashable_graph(game, budget or Budget())
    means = dict(zip(graph.positions, compute_expected_payoffs(game, graph, picks), strict=True))
    known_as = build_representative_function(game)

    def compute_move_probabilities(position: Position) -> dict[Move, float]:
        mover = read_mover(game, position)
        brought = {move: means[known_as(game.play(position, move))][mover] for move in game.moves(position)}
        most = max(brought.values())
        best = [move for move, mean in brought.items() if mean == most]
        return dict.fromkeys(best, 1 / len(best))

    return compute_move_probabilities


def compute_expected_payoffs(game: Game, graph: HashableGraph, picks: Picks) -> list[Mean]:
    """Return the expected payoffs at every place of a graph, if the moves of `picks` are played."""
    if graph.loop:
        raise make_loop_error(game, [graph.positions[place] for place in graph.loop])
    means: list[Mean] = [()] * len(graph.positions)
    for place in reversed(graph.order):
        position = graph.positions[place]
        if place in graph.ends:
            means[place] = tuple(Fraction(payoff) for payoff in read_payoffs_at_end(game, position))
        else:
            picked = picks([means[child] for child in graph.children[place]], read_mover(game, position))
            means[place] = tuple(sum(each) / len(picked) for each in zip(*picked, strict=True))
    return means


class ShownPayoffLine(Result, frozen=True, kw_only=True):
    """A line of subgame-perfect play."""

    moves: Annotated[Names, about("its moves, by name")]
    text: Annotated[str, about("the position at its end, in one line")]
    payoffs: PayoffNumbers


class PlayedPayoffLine(Result, frozen=True, kw_only=True):
    """A line of play."""

    moves: Annotated[Names, about("its moves, by name")]
    text: Annotated[str, about("the position at its end, in one line")]
    payoffs: Annotated[PayoffNumbers | None, about("what each got; null where it was broken off")]
    times: Annotated[Count, about("how often")]

    def __str__(self) -> str:
        payoffs = "broken off" if self.payoffs is None else format_payoffs(self.payoffs)
        return f"{', '.join(self.moves)} → {self.text}  {payoffs}".strip()


class PerfectPayoffs(Result, frozen=True, kw_only=True):
    """What subgame-perfect play gives beside what was played."""

    payoffs: EveryPayoffs
    line_count: LineCount
    lines: Annotated[tuple[ShownPayoffLine, ...], about("these lines; none where they are too many")]
    indifferent: Annotated[tuple[Indifference, ...], about("where somebody may choose freely")]


class SeatedContest(Result, frozen=True, kw_only=True):
    """Games in which each player gets a payoff, and keeps their seat."""

    game: GameInput
    games: Annotated[Count, about("how many")]
    seed: Annotated[int, about("of what is drawn")]
    players: Annotated[Names, about("who sits where")]
    mean_payoffs: Annotated[
        tuple[float | None, ...], about("what each got in the mean; null where no game came to an end")
    ]
    lines: Annotated[tuple[PlayedPayoffLine, ...], about("what was played, the most frequent first")]
    subgame_perfect: Annotated[
        PerfectPayoffs | None,
        about("what subgame-perfect play gives beside that; null where play may cycle"),
    ]
    _perfect: SubgamePerfectPlay | None

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        wide = max(map(len, self.players))
        lines = [f"{self.game}: {games}, seed {self.seed}"]
        for number, (name, mean) in enumerate(zip(self.players, self.mean_payoffs, strict=True), 1):
            payoff = "no game ended" if mean is None else f"{mean:.6g} in the mean"
            lines.append(f"player {number}  {name:<{wide}}  {payoff}")
        lines += [f"{line.times:>9,} times  {line}" for line in self.lines[:MOST_LINES]]
        if len(self.lines) > MOST_LINES:
            lines.append(f"{'':>9} and {len(self.lines) - MOST_LINES:,} other lines")
        return "\n".join([*lines, str(self._perfect or NO_EQUILIBRIUM)])


def play_seated_beside_perfect_play(
    game: Game,
    players: Sequence[Player],
    *,
    games: int,
    seed: int,
    names: Sequence[str] = (),
    start: Position = START,
) -> SeatedContest:
    """Play games in which each player gets a payoff and keeps the same seat.

    Parameters
    ----------
    game : Game
        Game with payoffs.
    players : sequence of Player
        One player for each seat.
    games : int
        Number of games.
    seed : int
        Seed of the players' random numbers.
    names : sequence of str, optional
        Names of the players.
    start : position, optional
        First position; default: the game's start.

    Returns
    -------
    SeatedContest
        How often each line was played, mean payoffs, and subgame-perfect play beside them.

    Raises
    ------
    BadParameter
        For fewer than one game, or another number of players than seats.
    MissingCapability
        Where the game has no payoffs.
    """
    check_has_payoffs(game)
    if games < 1:
        raise BadParameter(f"{games} games are no match: play at least 1")
    if len(players) != game.players:
        raise BadParameter(f"{game!r} has {game.players} seats: give as many players, not {len(players)}")
    chance = random.Random(seed)
    counted: Counter[PayoffLine] = Counter()
    for _ in range(games):
        match = Match(game, [as_position(game, start)])
        match.play_out(players, chance)
        counted[match.payoff_line()] += 1
    called = tuple(names) or tuple(f"player {seat + 1}" for seat in range(game.players))
    try:
        perfect = Equilibria(game).summary(start)
    except LoopFound:
        perfect = None
    return SeatedContest(
        game=repr(game),
        games=games,
        seed=seed,
        players=called,
        mean_payoffs=_compute_mean_payoffs(counted, game.players),
        lines=tuple(
            PlayedPayoffLine(**_make_line_fields(game, line), times=times)
            for line, times in counted.most_common()
        ),
        subgame_perfect=None
        if perfect is None
        else PerfectPayoffs(
            payoffs=perfect.payoffs,
            line_count=perfect.line_count,
            lines=tuple(ShownPayoffLine(**_make_line_fields(game, line)) for line in perfect.lines),
            indifferent=tuple(perfect.indifferent),
        ),
        _perfect=perfect,
    )


def _make_line_fields(game: Game, line: PayoffLine) -> dict[str, Any]:
    text = format_position_in_one_line(game, line.end)
    return {"moves": line.moves, "text": text, "payoffs": line.payoffs}


def _compute_mean_payoffs(counted: Counter[PayoffLine], seats: int) -> tuple[float | None, ...]:
    """Return each player's mean payoff in the games that ended; None where none did."""
    ended = [(line.payoffs, count) for line, count in counted.items() if line.payoffs is not None]
    total = sum(count for _, count in ended)
    if not total:
        return (None,) * seats
    return tuple(
        float(sum(Fraction(payoffs[seat]) * count for payoffs, count in ended) / total)
        for seat in range(seats)
    )
