"""Players of games in which each gets a payoff, and what comes where they sit down together.

What a player does there depends on what he takes the others to do. The *sincere* one does not ask what they
want: he takes the rest of play to be left to chance, every move as likely as another, and makes the move
after which his own payoff is then the largest in the mean. In a quiz where everybody strikes a subject in
turn, that is the one he likes least. The *perfect* one reckons backwards: everybody, himself included, will
make a move that is best for himself in what follows, and draws lots where several are. Both are one fold over
all positions, of the payoffs expected there; they differ in which moves they take to be played.
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

Mean = tuple[Fraction, ...]  # what each player expects
Picks = Callable[
    [Sequence[Mean], int], Sequence[Mean]
]  # of what moves bring, by the mover: those to be played
FEW_LINES = 20  # of subgame-perfect play, listed beside what was played


def sincere_player(game: Game, budget: Budget | None = None) -> Player:
    """Return the player who makes the move that is best for him were the rest left to chance; ties by lot.

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
    """Return the player of subgame-perfect play, in which whoever does not care draws lots.

    That is one of the equilibria of `solution.subgame_perfect_play`, or where lots are drawn a mixture of
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
    """Return the player who makes a move that is best by the payoffs expected where `picks` are played."""
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
    """Return the payoffs expected at every position where of its moves those of `picks` are played."""
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
    """A line that was played: the moves by name, the position at its end as text, and what it brought."""

    names: tuple[str, ...]
    end: str
    payoffs: Payoffs | None  # None where it went round in a circle and was broken off

    def __str__(self) -> str:
        brought = "broken off" if self.payoffs is None else format_payoffs(self.payoffs)
        return f"{', '.join(self.names)} → {self.end}  {brought}".strip()


class SubgamePerfectPlay(NamedTuple):
    """What subgame-perfect play gives, to be told beside what was played.

    `lines` are left out where there are more than 20, and so is who is `indifferent` where on them.
    """

    payoffs: tuple[Payoffs, ...]
    line_count: int
    lines: tuple[SeatedLine, ...]
    indifferent: tuple[Indifference, ...]


@dataclass(frozen=True)
class SeatedContest:
    """Games of players who keep their seats: what was played how often, and beside it subgame-perfect play.

    `lines` come the most frequent first; `perfect` is None where play may go round.
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
        """What each player got in the mean, of the games that came to an end; None where none did."""
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
    """Play `games` games, player i always in seat i, and return what came, beside subgame-perfect play.

    `names` are what the players are called. Raises `BadParameter` for no games or another number of players
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

    Where a position has come again, it is broken off after `longest` plies.
    """
    while not match.is_over() and not (match.times() > 1 and len(match.made) >= longest):
        match.play(sample_move(players[match.mover], match.position, chance))


def describe_played_line(match: Match) -> SeatedLine:
    """Return the line that a match has come to: with payoffs where it is over."""
    game = match.game
    names = tuple(
        game.name(where, move) for where, move in zip(match.positions[:-1], match.made, strict=True)
    )
    return SeatedLine(names, _format_line(game, match.position), match.payoffs())


def find_subgame_perfect_play(game: Game, start: Position = START) -> SubgamePerfectPlay | None:
    """Return what subgame-perfect play gives from a position on (the start), None where it may go round.

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
