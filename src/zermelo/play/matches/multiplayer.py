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
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from zermelo.compiler.guards.symmetry_classes import representative
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, LoopFound
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position, position_to_json
from zermelo.play.matches.contest import LONGEST
from zermelo.play.matches.match import Match
from zermelo.play.players.basic_players import Player, sample_move
from zermelo.solution.subgame_perfect_play import Equilibria, Indifference, format_payoffs
from zermelo.solver.graph.hashable_graph import explore_hashable
from zermelo.solver.graph.loop_detection import loop_error
from zermelo.solver.methods.subgame_perfect import Payoffs, check_has_payoffs, mover_at, payoffs_at

Mean = tuple[Fraction, ...]  # each player's expected payoff
Picks = Callable[
    [Sequence[Mean], int], Sequence[Mean]
]  # from the payoffs of the moves and the mover, selects the moves that are played
FEW_LINES = 20  # of subgame-perfect play, listed beside the played ones


def sincere_player(game: Game, budget: Budget | None = None) -> Player:
    """Return the player who makes the best move if the rest of play were left to chance; ties at random.

    Raises `MissingCapability` where the game has no payoffs, `LoopFound`, `BadRules`, `OutOfBudget`.

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
    return _expectation_player(game, _all, budget)


def backward_induction_player(game: Game, budget: Budget | None = None) -> Player:
    """Return the player of subgame-perfect play, who chooses at random between equally good moves.

    That is one of the equilibria of `solution.subgame_perfect_play`. With random choices it is a mixture of
    moves that are equally good to their mover. Raises what `sincere_player` raises.

    >>> from zermelo.games import Strike
    >>> sorted(Strike().name(15, move) for move in backward_induction_player(Strike())(15))
    ['A', 'C']
    """
    return _expectation_player(game, _best, budget)


def _all(brought: Sequence[Mean], _: int) -> Sequence[Mean]:
    return brought


def _best(brought: Sequence[Mean], mover: int) -> Sequence[Mean]:
    most = max(each[mover] for each in brought)
    return [each for each in brought if each[mover] == most]


def _expectation_player(game: Game, picks: Picks, budget: Budget | None) -> Player:
    """Return the player who makes a best move by expected payoffs, if the moves of `picks` are played."""
    means = _expected_payoffs(game, picks, budget or Budget())
    known_as = representative(game)

    def shares(position: Position) -> dict[Move, float]:
        mover = mover_at(game, position)
        brought = {move: means[known_as(game.play(position, move))][mover] for move in game.moves(position)}
        most = max(brought.values())
        best = [move for move, mean in brought.items() if mean == most]
        return dict.fromkeys(best, 1 / len(best))

    return shares


def _expected_payoffs(game: Game, picks: Picks, budget: Budget) -> dict[Position, Mean]:
    """Return the expected payoffs at every position, if the moves of `picks` are played."""
    check_has_payoffs(game)
    graph = explore_hashable(game, budget)
    if graph.loop:
        raise loop_error(game, [graph.positions[place] for place in graph.loop])
    means: list[Mean] = [()] * len(graph.positions)
    for place in reversed(graph.order):
        position = graph.positions[place]
        if place in graph.ends:
            means[place] = tuple(Fraction(payoff) for payoff in payoffs_at(game, position))
        else:
            picked = picks([means[child] for child in graph.children[place]], mover_at(game, position))
            means[place] = tuple(sum(each) / len(picked) for each in zip(*picked, strict=True))
    return dict(zip(graph.positions, means, strict=True))


@dataclass(frozen=True)
class SeatedLine:
    """A played line: the moves by name, the last position as text, and the payoffs."""

    names: tuple[str, ...]
    end: str
    payoffs: Payoffs | None  # None where play repeated positions and was stopped

    def __str__(self) -> str:
        brought = "broken off" if self.payoffs is None else format_payoffs(self.payoffs)
        return f"{', '.join(self.names)} → {self.end}  {brought}".strip()


class SubgamePerfectPlay(NamedTuple):
    """The result of subgame-perfect play, printed beside the played lines.

    `lines` are left out where there are more than 20, and so are the players who are `indifferent` on them.
    """

    payoffs: tuple[Payoffs, ...]
    line_count: int
    lines: tuple[SeatedLine, ...]
    indifferent: tuple[Indifference, ...]


@dataclass(frozen=True)
class SeatedContest:
    """Games of players who keep their seats: how often each line was played, and subgame-perfect play.

    `lines` are in order of frequency, the most frequent first; `perfect` is None where play may cycle.
    """

    game: str
    seed: int
    players: tuple[str, ...]
    lines: tuple[tuple[SeatedLine, int], ...]
    perfect: SubgamePerfectPlay | None

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(count for _, count in self.lines)

    @property
    def means(self) -> tuple[Any, ...]:
        """Each player's mean payoff in the games that ended; None where none did."""
        ended = [(line.payoffs, count) for line, count in self.lines if line.payoffs is not None]
        total = sum(count for _, count in ended)
        return tuple(
            sum(Fraction(payoffs[seat]) * count for payoffs, count in ended) / total if total else None
            for seat in range(len(self.players))
        )

    def as_json(self) -> dict[str, Any]:
        """Return what `zermelo match --json` prints; payoffs are in the order of the seats."""
        return {
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "players": list(self.players),
            "mean_payoffs": [None if mean is None else float(mean) for mean in self.means],
            "lines": [{**_line_json(line), "times": count} for line, count in self.lines],
            "subgame_perfect": None if self.perfect is None else _beside_json(self.perfect),
        }


def play_seated(
    game: Game,
    players: Sequence[Player],
    *,
    games: int,
    seed: int,
    names: Sequence[str] = (),
    start: Position = START,
) -> SeatedContest:
    """Play `games` games, player i always in seat i; return the lines, and subgame-perfect play beside them.

    `names` are the players' names. Raises `BadParameter` for fewer than one game or another number of players
    than there are seats, `MissingCapability` where the game has no payoffs, `BadRules`.
    """
    check_has_payoffs(game)
    if games < 1:
        raise BadParameter(f"{games} games are no match: play at least 1")
    if len(players) != game.players:
        raise BadParameter(f"{game!r} has {game.players} seats: give as many players, not {len(players)}")
    chance = random.Random(seed)
    counted: Counter[SeatedLine] = Counter()
    for _ in range(games):
        match = Match(game, [as_position(game, start)])
        play_out_seated(match, players, chance)
        counted[describe_played_line(match)] += 1
    called = tuple(names) or tuple(f"player {seat + 1}" for seat in range(game.players))
    return SeatedContest(
        repr(game), seed, called, tuple(counted.most_common()), find_subgame_perfect_play(game, start)
    )


def play_out_seated(
    match: Match, players: Sequence[Player], chance: random.Random, longest: int = LONGEST
) -> None:
    """Play a match to its end, each move drawn with the probabilities of the player in the mover's seat.

    A match that has repeated a position is stopped after `longest` plies.
    """
    while not match.is_over() and not (match.times() > 1 and len(match.made) >= longest):
        match.play(sample_move(players[match.mover], match.position, chance))


def describe_played_line(match: Match) -> SeatedLine:
    """Return a match as a line, with payoffs where it is over."""
    game = match.game
    names = tuple(
        game.name(where, move) for where, move in zip(match.positions[:-1], match.made, strict=True)
    )
    return SeatedLine(names, _format_line(game, match.position), match.payoffs())


def find_subgame_perfect_play(game: Game, start: Position = START) -> SubgamePerfectPlay | None:
    """Return subgame-perfect play from a position (default: the start), None where play may cycle.

    Raises `MissingCapability`, `BadRules`, `OutOfBudget`.
    """
    try:
        found = Equilibria(game)
    except LoopFound:
        return None
    count = found.line_count(start)
    lines = found.lines(start) if count <= FEW_LINES else []
    played = tuple(SeatedLine(line.names, _format_line(game, line.end), line.payoffs) for line in lines)
    return SubgamePerfectPlay(
        found.payoffs(start), count, played, tuple(found.indifferences_along(lines, start))
    )


def _format_line(game: Game, position: Position) -> str:
    return "/".join(row.strip() for row in game.show(position).strip().splitlines())


def _line_json(line: SeatedLine) -> dict[str, Any]:
    payoffs = None if line.payoffs is None else position_to_json(line.payoffs)
    return {"moves": list(line.names), "text": line.end, "payoffs": payoffs}


def _beside_json(beside: SubgamePerfectPlay) -> dict[str, Any]:
    return {
        "payoffs": [position_to_json(each) for each in beside.payoffs],
        "line_count": beside.line_count,
        "lines": [_line_json(line) for line in beside.lines],
        "indifferent": [each.as_json() for each in beside.indifferent],
    }
