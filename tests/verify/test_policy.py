"""Policies and their certificates, against every line of play enumerated one by one."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.hashable_games import Coins, Word
from made.lively_games import lively_games, lively_ponds
from made.random_games import RandomLoop
from reference import naive
from support.tables import compiled

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import Cancelled, IllegalMove, LoopFound
from zermelo.core.game import Game, has
from zermelo.verify import policy_certificate
from zermelo.verify.policy_certificate import PolicyMistake, SideCertificate, certify_policy

Policy = Callable[[Any], Any]
TIC_TAC_TOE = zermelo.game("tic_tac_toe")


# Every line, one by one


class Line(NamedTuple):
    """A complete line of play: who won what, as the policy's player sees it, and the way there."""

    total: int
    names: tuple[str, ...]


def play_out(
    policy: Policy, game: Game, position: Any, own: bool, seen: set[Any], total: int = 0, names: Any = ()
) -> Iterator[Line]:
    """Yield every line from here in which the policy's player does as he is told."""
    seen.add((position, own))
    sign = 1 if own else -1
    if naive.is_finished(game, position):
        yield Line(total + sign * game.outcome(position), names)
        return
    moves = list(game.moves(position))
    if not moves:
        yield Line(total + sign * game.stuck(position), names)
        return
    for move in policy(position) if own else moves:
        child = game.play(position, move)
        passes = naive.is_flipped(game, position, child)
        after = total + sign * naive.points(game, position, move)
        said = (*names, game.name(position, move))
        yield from play_out(policy, game, child, own != passes, seen, after, said)


def check_side(side: SideCertificate, policy: Policy, game: Game, first: bool) -> list[Line]:
    """Compare everything that a certificate says of one player with all his lines."""
    seen: set[Any] = set()
    lines = [line for start in game.starts() for line in play_out(policy, game, start, first, seen)]
    signs = Counter((line.total > 0) - (line.total < 0) for line in lines)
    assert (side.won, side.drawn, side.lost) == (signs[1], signs[0], signs[-1])
    assert side.never_loses == (signs[-1] == 0)
    assert side.positions == len({position for position, _ in seen})
    lost = [line.names for line in lines if line.total < 0]
    if lost:
        assert side.losing_line in lost  # it can be played, and it is lost
        assert len(side.losing_line) == min(map(len, lost))
    else:
        assert side.losing_line == ()
    given: set[PolicyMistake] = set()
    values = {position: value for position, (value, _) in naive.solve(game).items()}
    for position, own in seen:
        if own and naive.children(game, position):
            for move in policy(position):
                kept = naive.worth(game, position, move, values[game.play(position, move)])
                if kept < values[position]:
                    given.add(PolicyMistake(position, move, values[position], kept))
    assert set(side.given_away) == given
    assert side.given_away_count == len(side.given_away) == len(given)
    return lines


def check_policy(policy: Policy, game: Game) -> None:
    values = {position: value for position, (value, _) in naive.solve(game).items()}
    found = certify_policy(policy, game, values=values.__getitem__)
    assert found.game == repr(game)
    check_side(found.first, policy, game, True)
    check_side(found.second, policy, game, False)
    assert found.never_loses == (found.first.lost + found.second.lost == 0)
    plain = certify_policy(policy, game)
    assert (plain.first.won, plain.first.losing_line) == (found.first.won, found.first.losing_line)
    assert plain.first.given_away is plain.second.given_away is None


# Small enough that every line can be walked
SMALL = st.one_of(
    lively_games(small=True),
    lively_games(small=True),
    st.builds(Word, word=st.text("abx", min_size=2, max_size=5)),
    st.builds(Coins, row=st.lists(st.integers(-3, 9), min_size=2, max_size=6).map(tuple)),
)


@pytest.mark.quick
@settings(max_examples=50)
@given(SMALL, st.integers(0, 1000))
def test_policies_drawn_by_lot(game: Game, lot: int) -> None:
    def policy(position: Any) -> list[Any]:
        moves = list(game.moves(position))
        some = [move for number, move in enumerate(moves) if (hash(repr(position)) ^ lot) >> number & 1]
        return some or moves[lot % len(moves) :]

    def settled(position: Any) -> list[Any]:
        return decisions.setdefault(position, policy(position))

    decisions: dict[Any, list[Any]] = {}
    check_policy(settled, game)


@settings(max_examples=50)
@given(SMALL)
def test_a_solution_gives_nothing_away(game: Game) -> None:
    solution = zermelo.solve(game, interpreted=True)
    found = solution.certify()
    for side, first in ((found.first, True), (found.second, False)):
        lines = check_side(side, solution.policy, game, first)
        assert side.given_away == ()
        worst = min(
            solution.value(start).value if first else -solution.value(start).value for start in game.starts()
        )
        assert min(line.total for line in lines) == worst  # the promise is kept, and not surpassed everywhere


# Tic-tac-toe


def test_tic_tac_toe_all_ties_both_sides() -> None:
    found = compiled(TIC_TAC_TOE).certify()
    assert (found.first.won, found.first.drawn, found.first.lost) == (7056, 3584, 0)
    assert (found.second.won, found.second.drawn, found.second.lost) == (2528, 3584, 0)
    assert found.never_loses
    assert found.first.losing_line == found.second.losing_line == ()
    assert found.first.given_away_count == found.second.given_away_count == 0
    assert str(found.first) == "7,056 won, 3,584 drawn, 0 lost"
    assert str(found.second) == "2,528 won, 3,584 drawn, 0 lost"
    assert found.counterexample is None


def any_move(position: int) -> list[int]:
    return list(TIC_TAC_TOE.moves(position))


def first_move(position: int) -> list[int]:
    return any_move(position)[:1]


def test_anything_against_anything_is_every_game() -> None:
    """And a policy is never asked where the game is over."""
    asked: set[int] = set()

    def policy(position: int) -> list[int]:
        asked.add(position)
        return any_move(position)

    side = certify_policy(policy, TIC_TAC_TOE).first
    assert (side.won, side.drawn, side.lost) == (131_184, 46_080, 77_904)
    assert side.positions == 5478
    assert len(side.losing_line) == 6  # o cannot win before his third stone
    assert len(asked) == 5478 - 958 and all(naive.children(TIC_TAC_TOE, position) for position in asked)


def test_a_bad_policy_is_shown_a_shortest_way_to_lose() -> None:
    found = certify_policy(first_move, TIC_TAC_TOE)
    assert found.first.lost and found.second.lost and not found.never_loses
    check_policy(first_move, TIC_TAC_TOE)  # its lines can be played, are lost, and no shorter one exists
    twice = certify_policy(lambda position: 2 * first_move(position), TIC_TAC_TOE)
    assert (twice.first, twice.second) == (found.first, found.second), "named twice, one move"


@cache
def value_of(position: int) -> int:
    return compiled(TIC_TAC_TOE).value(position).value


def test_positions_given_away_are_counted_where_they_are_too_many_to_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(certify_policy(any_move, TIC_TAC_TOE, values=value_of).first.given_away) == 1000
    whole = certify_policy(first_move, TIC_TAC_TOE, values=value_of).first
    assert whole.given_away_count == len(whole.given_away) > 10
    judged = zermelo.play.certify(first_move, "tic_tac_toe", solution=compiled(TIC_TAC_TOE))
    assert judged.first.given_away == whole.given_away  # by a solution; without one nobody is judged
    assert zermelo.play.certify(first_move, "tic_tac_toe").first.given_away is None
    monkeypatch.setattr(policy_certificate, "MOST_SHOWN", 10)
    short = certify_policy(first_move, TIC_TAC_TOE, values=value_of).first
    assert short.given_away == whole.given_away[:10]
    assert short.given_away_count == whole.given_away_count


# Points


class Boxes(type(zermelo.game("dots_and_boxes"))):  # type: ignore[misc]  # a class found by its name
    """The same from several starts: some edges are drawn already, and the other may begin."""

    def starts(self) -> Iterator[int]:
        yield 0
        yield 0b11
        yield 0b11 | 1 << self.edge_count


def test_points_from_several_starts() -> None:
    game = Boxes(columns=2, rows=1)
    solution = zermelo.solve(game, interpreted=True)
    for policy in (solution.policy, lambda position: list(game.moves(position))[-2:]):
        check_policy(policy, game)


# Refused


def test_policies_that_break_the_rules_are_refused() -> None:
    """At the start and deep in the game: the position is named."""
    seen: list[int] = []

    def deep(position: int) -> list[int]:
        moves = any_move(position)
        if len(moves) > 2:
            return moves
        seen.append(position)
        return [*moves, 9]

    for policy, move, at in (
        (lambda _: [9], "allows 9, which is no move", "0"),
        (lambda _: [4, 4, -1], "allows -1, which is no move", "0"),
        (lambda _: [], "allows no move", "0"),
        (deep, "allows 9, which is no move", None),
    ):
        with pytest.raises(IllegalMove) as caught:
            certify_policy(policy, TIC_TAC_TOE)
        said = str(caught.value)
        assert f"{move} at {at or seen[-1]} (" in said and "\n" not in said and repr(TIC_TAC_TOE) in said


# Play that may go round in a circle


def naive_side(
    policy: Policy, game: Game, first: bool, won: Callable[[Any, bool], bool]
) -> tuple[set[tuple[Any, bool]], int | None, bool, bool]:
    """Return what can come about, the plies of a shortest lost line, whether play can go round, and where won."""
    ways: dict[tuple[Any, bool], list[tuple[Any, bool]]] = {}
    layer = [(start, first) for start in game.starts()]
    plies, lost = 0, None
    while layer:
        after = []
        for position, own in layer:
            if (position, own) in ways:
                continue
            finished = naive.is_finished(game, position)
            moves = [] if finished else list(game.moves(position))
            if not moves:
                value = game.outcome(position) if finished else game.stuck(position)
                if lost is None and (value if own else -value) < 0:
                    lost = plies
            children = [game.play(position, move) for move in (policy(position) if own and moves else moves)]
            ways[position, own] = [(c, own != naive.is_flipped(game, position, c)) for c in children]
            after += ways[position, own]
        layer, plies = after, plies + 1
    rounds = []
    for left in (dict(ways), {each: there for each, there in ways.items() if won(*each)}):
        while ends := [each for each, there in left.items() if not any(child in left for child in there)]:
            for each in ends:
                del left[each]
        rounds.append(bool(left))
    return set(ways), lost, rounds[0], rounds[1]


@settings(max_examples=50)
@given(lively_ponds().filter(lambda game: not has(game, "gain")), st.integers(0, 1000))
def test_policies_of_games_with_loops(game: Any, lot: int) -> None:
    def policy(position: Any) -> list[Any]:
        moves = list(game.moves(position))
        return [moves[lot % len(moves)]]

    values = {position: value for position, (value, _) in naive.solve_loops(game).items()}
    found = certify_policy(policy, game, values=values.__getitem__)

    def won(position: Any, own: bool) -> bool:
        return (values[position] if own else -values[position]) > 0

    for side, first in ((found.first, True), (found.second, False)):
        came, lost, goes_round, waits = naive_side(policy, game, first, won)
        assert side.can_wait == waits and (not waits or "lines can cycle, where it has won, and" in str(side))
        assert side.has_endless_line == goes_round == (side.won is None)
        assert side.never_loses == (lost is None)
        assert len(side.losing_line) == (lost or 0)
        assert side.positions == len({position for position, _ in came})
        given = {
            (position, move)
            for position, own in came
            if own and naive.children(game, position)
            for move in policy(position)
            if naive.worth(game, position, move, values[game.play(position, move)]) < values[position]
        }
        assert {(each.position, each.move) for each in side.given_away} == given
        if goes_round:
            check_round(side.endless_line, policy, game, first)


def check_round(line: tuple[str, ...], policy: Policy, game: Game, own: bool) -> None:
    """A line that goes round can be played, and comes back to where it has been with the same mover."""
    position = next(iter(game.starts()))
    met = [(position, own)]
    for name in line:
        moves = policy(position) if own else list(game.moves(position))
        move = next(each for each in moves if game.name(position, each) == name)
        child = game.play(position, move)
        own = own != naive.is_flipped(game, position, child)
        position = child
        met.append((position, own))
    assert met[-1] in met[:-1] and len(set(met)) == len(line)


def test_a_perfect_policy_of_a_drawn_circle() -> None:
    solution = zermelo.solve("pong_hau_ki", interpreted=True)
    found = solution.certify()
    assert found.never_loses and found.first.won is found.first.drawn is found.first.lost is None
    assert found.first.given_away == () == found.second.given_away
    said = "never loses; lines can cycle, and are not counted"
    assert str(found.first) == str(found.second) == said
    careless = zermelo.play.certify(solution.game.moves, solution.game, solution=solution)
    assert careless.first.can_lose and not careless.never_loses and careless.first.given_away_count > 0
    plies = len(careless.first.losing_line)
    assert str(careless.first).startswith(f"can lose, in {plies} plies; lines can cycle")


class Meter(RandomLoop):
    """Every step round brings a point."""

    scored = True

    def gain(self, position: int, move: int) -> int:
        return 1

    def mover(self, position: int) -> int:
        return 0


def test_points_without_end_are_refused_and_a_request_to_stop_is_heard() -> None:
    with pytest.raises(LoopFound, match="points are gained without end") as caught:
        certify_policy(lambda _: [0], Meter(seed=3, size=1, most=1))
    assert "\n" not in str(caught.value)
    budget = Budget(threads=1)
    budget.stop.set()
    with pytest.raises(Cancelled):
        certify_policy(any_move, TIC_TAC_TOE, budget=budget)
