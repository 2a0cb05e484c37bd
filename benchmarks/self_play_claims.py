"""What the self-play paper says, sentence by sentence, judged by what comes of running it.

Sundar, Vasam and Joseph, *Monotonic Model Improvement Self-play Algorithm for Adversarial Games*. Their side
alone is data, told in our words; all of ours is computed. Where the paper counts iterations of model
improvement, one of them comes after the first policy, or the first policy is one: both are tried.

There is one function for each sentence, so the file is as long as the list of them.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from self_play_study import (
    ALPHAS,
    DRAWN,
    EARLY_DRAWS,
    GAMMAS,
    LARGE,
    TITLES,
    Run,
    Study,
    most_losses,
)
from self_play_tables import deep_losses, listed, said

import zermelo
from zermelo.learn import SelfPlayParameters

HEADS = ("where", "the paper says", "ours", "holds?")


class Claim(NamedTuple):
    """A row of the table; `holds` begins with yes, no, in part or cannot be said."""

    where: str
    said: str
    ours: str
    holds: str


@dataclass(frozen=True)
class Size:
    """What the paper says of a game's size: its states and actions, and what we count for them."""

    states: int
    actions: int
    counted: str


SIZES = {
    "ttt3": Size(5_479, 10, "all positions that play reaches, finished ones too"),
    "ttt4": Size(9_722_012, 17, "the same"),
    "dom4": Size(3_121, 13, "with each covered cell labelled V or H, one player always beginning"),
    "dom5": Size(723_997, 21, "the same"),
    "cram4": Size(5_700, 25, "sets of covered cells"),
    "dots": Size(5_286, 13, "edges, owner of each box and mover"),
}
VALUES = {1: "the first player wins", 0: "a draw", -1: "the second player wins"}
MANY_SEEDS = range(100)
ATOMS = 10**80  # in the universe, as is often said


def claims(study: Study, deep: Sequence[Any] = ()) -> list[Claim]:
    """Return the table: every sentence of the paper that these games can judge, in its order."""
    found = [_monotone(study), _no_losses(study), _fewest_moves(study), _atoms()]
    if study.has_large:
        found.append(_games(study))
    found += [_alpha_beta(), _minimax(study), _flip(), _advantage(study), _fewest(study)]
    found += [_size(study, "ttt3"), _four_iterations(study), _each_further(study), _deep(deep)]
    if study.has_large:
        found += [_size(study, LARGE), _eleven_million(study), _large(study)]
    found += [_nobody_never_loses(study), _no_draws(study)]
    found += [_size(study, "dom4"), _agent_first(study), _nine_six(study)]
    if "dom5" in study.names:
        found += [_size(study, "dom5"), _steps(study, "dom5", 2)]
    found += [_size(study, "cram4"), _cram(study), _steps(study, "cram4", 3)]
    return [*found, _size(study, "dots"), _dots(study), _dots_won(study)]


def _monotone(study: Study) -> Claim:
    runs = list(study.all_runs())
    worse = [(name, run) for name, run in runs if _rises(run.losses)]
    ours = f"more lines lost than the iteration before, somewhere, in {len(worse)} of {len(runs)} runs"
    if worse:
        name, run = max(worse, key=lambda found: max(_changes(found[1].losses)))
        ours += f"; {TITLES[name]}, {said(run.parameters)}: {listed(run.losses)}"
    return Claim(
        "title, abstract", "the sequence of policies improves monotonically", ours, answer(not worse)
    )


def _no_losses(study: Study) -> Claim:
    failing: dict[Any, list[tuple[float, int]]] = {}  # alpha and lines lost, by all that is the same besides
    tried = 0
    for name in study.names:
        least = study.least(name)
        for parameters in _grid(name):
            found = study.limit_lines(name, parameters)
            for side, best, lines in zip(("first", "second"), least, found, strict=True):
                tried += best.lost == 0
                if best.lost == 0 < lines.lost:
                    case = name, parameters.gamma, parameters.rewards, side
                    failing.setdefault(case, []).append((parameters.alpha, lines.lost))
    number = sum(map(len, failing.values()))
    ours = f"lines are lost at the limit in {number} of {tried} cases where some policy loses none"
    for (name, gamma, rewards, side), cases in failing.items():
        alphas = ", ".join(f"{alpha:g} ({lost:,})" for alpha, lost in cases)
        ours += f"; {TITLES[name]}, {side}, gamma {gamma:g}, rewards {rewards}: alpha {alphas}"
    return Claim(
        "abstract, IV",
        "what comes out never loses, for any alpha in (0.5, 1], where that can be",
        ours,
        answer(not failing),
    )


def _size(study: Study, name: str) -> Claim:
    size, positions = SIZES[name], study.arena(name).positions
    game = study.arena(name).game
    actions = len(list(game.moves(next(iter(game.starts()))))) + 1
    holds = "no: the mover belongs to the position"
    if positions + 1 == size.states:
        holds = "yes: and one more state, which follows the end"
    elif positions == size.states:
        holds = "yes: without a state for what follows the end"
    if actions != size.actions:
        holds = "no"
    return Claim(
        f"IV, {TITLES[name]}",
        f"{size.states:,} states and {size.actions} actions",
        f"{positions:,} positions: {size.counted}; {actions - 1} moves, and one for what follows the end",
        holds,
    )


def _fewest_moves(study: Study) -> Claim:
    told, slow = [], 0
    for name in study.names:
        worth, run = study.worth(name), study.run(name, DRAWN)
        start = study.arena(name).starts[0]
        value, plies = int(worth.values[start]), int(worth.remoteness[start])
        if value:
            longest = run.last.longest[0 if value > 0 else 1]
            told.append(f"{TITLES[name]} {longest} ({plies})")
        slow += run.faults.slow_wins
    ours = (
        "plies of the longest line of the side that wins, at the limit, and of perfect play: "
        f"{', '.join(told)}; "
        f"of all positions that are wins, {slow:,} take longer than they need with gamma 0.9"
    )
    return Claim("abstract, V", "its wins take the fewest moves", ours, answer(slow == 0))


def _atoms() -> Claim:
    ways = {
        "Othello": 3**64,
        "backgammon": 31**26,
        "chess": 13**64,
    }  # to fill a board
    few = ", ".join(f"{name} {count:.0e}" for name, count in ways.items())
    assert max(ways.values()) < ATOMS < 3**361
    return Claim(
        "I",
        "chess, backgammon, Go and Othello have as many boards as the universe has atoms",
        f"at most {few}, of Go {3**361:.0e}; atoms are reckoned {ATOMS:.0e}",
        "no: of Go more, of the others fewer",
    )


def _games(study: Study) -> Claim:
    counts = study.counts(LARGE)
    filled = 2 * math.factorial(16)
    ours = (
        f"{counts.games:,}; the tree has {counts.nodes:,} nodes, and 2 x 16! = {filled:,} is for either "
        "player "
        "beginning and a board that is always filled"
    )
    holds = 3.5e13 <= counts.games <= 4.5e13
    return Claim("I", "4e13 games of tic-tac-toe 4x4", ours, answer(holds))


def _alpha_beta() -> Claim:
    whole = zermelo.count("tic_tac_toe").nodes
    cut = zermelo.solve_position("tic_tac_toe", interpreted=True).nodes
    ours = (
        f"tic-tac-toe 3x3: {cut:,} positions with alpha-beta and a table, {whole:,} without. With the best "
        "move "
        "first b^d leaves become b^ceil(d/2) + b^floor(d/2) - 1 (Knuth and Moore, which the paper cites): "
        "the "
        "exponent is halved"
    )
    return Claim("I", "alpha-beta at most halves the work", ours, answer(2 * cut >= whole))


def _minimax(study: Study) -> Claim:
    slow, quick = (study.run("ttt3", SelfPlayParameters(1.0, gamma)).faults for gamma in (1.0, 0.9))
    ours = (
        f"values alone do: at {slow.slow_wins:,} of {slow.wins:,} won positions of 3x3 (alpha 1, gamma 1); "
        "with a "
        f"discount at {quick.slow_wins}, and minimax by remoteness nowhere"
    )
    return Claim(
        "I", "minimax may take longer to win than it needs", ours, "yes, of values without distances"
    )


def _flip() -> Claim:
    game = zermelo.game("domineering(columns=5, rows=4)")
    run = zermelo.learn.self_play(game)
    ours = (
        "it always is, as the policy speaks for whoever is to move: on domineering 5x4, which no turn of the "
        f"board makes the other player's, the limit wins {run.last.first.won:,} lines as first player, loses "
        f"{run.last.first.lost:,}"
    )
    return Claim("I, III", "turning the board needs a game that is alike for both players", ours, "no")


def _advantage(study: Study) -> Claim:
    values = {name: int(study.worth(name).values[study.arena(name).starts[0]]) for name in study.names}
    ours = "; ".join(f"{TITLES[name]}: {VALUES[value]}" for name, value in values.items())
    holds = all((values[name] == 0) == name.startswith("ttt") for name in study.names)
    return Claim("IV", "all games but tic-tac-toe have an advantage for one player", ours, answer(holds))


def _fewest(study: Study) -> Claim:
    told = []
    least_everywhere = True
    for name in study.names:
        for side, best in zip(("first", "second"), study.least(name), strict=True):
            if best.lost:
                lost = sorted({getattr(run.last, side).lost for run in study.runs_of(name)})
                told.append(f"{TITLES[name]}, {side}: {listed(lost)}, the fewest {best.lost}")
                least_everywhere = least_everywhere and lost == [best.lost]
    return Claim(
        "IV",
        "where it must lose, it loses as little as can be",
        f"limits lose {'; '.join(told)}",
        answer(least_everywhere),
    )


def _four_iterations(study: Study) -> Claim:
    runs = _fitting(study, "ttt3")
    settled = Counter(_settled(run.losses) for run in runs)
    first = ", ".join(f"{number} ({times} seeds)" for number, times in sorted(settled.items()))
    others = sorted({_settled(run.losses) for run in study.runs_of("ttt3")})
    ours = (
        f"{_fits()}: none lost on either side from iteration {first} on; from {min(others)} to "
        f"{max(others)} with all "
        "that was tried"
    )
    near = sum(times for number, times in settled.items() if number in (4, 5))
    return Claim(
        "IV, tic-tac-toe 3x3",
        "after 4 iterations of model improvement it loses no game",
        ours,
        f"with some draws of P_0: in {near} of {len(runs)}, the first policy counted or not",
    )


def _each_further(study: Study) -> Claim:
    runs = _fitting(study, "ttt3")
    first = sorted(run.losses[0] for run in runs)
    falling = sum(not _rises(run.losses) for run in runs)
    ours = (
        f"{_fits()}: {first[0]} to {first[-1]} lost after the first, with a uniform P_0 "
        f"{study.run('ttt3', SelfPlayParameters(0.6, 0.9)).losses[0]}; then never more than "
        f"before in {falling} of "
        f"{len(runs)} runs, for example {listed(next(run.losses for run in runs if _rises(run.losses)))}"
    )
    return Claim(
        "IV, tic-tac-toe 3x3",
        "after the first it still loses many, and each further iteration loses fewer",
        ours,
        f"yes of the first; of the others in {falling} of {len(runs)} runs",
    )


def _deep(deep: Sequence[Any]) -> Claim:
    ours = "; ".join(
        f"{run['optimiser']}, {run['steps']:,} decisions an iteration: {listed(deep_losses(run))} lost, "
        f"{listed(each['changed'] for each in run['iterations'])} moves changed"
        for run in deep
    )
    some = all(min(deep_losses(run)) > 0 for run in deep)
    return Claim(
        "IV, deep",
        "of A2C, PPO and DQN only A2C converges, with 10^6 steps an iteration, and some losses stay",
        ours,
        f"{'yes' if some else 'no'} of the losses; one run each, with settings of ours, says nothing of "
        "who converges",
    )


def _eleven_million(study: Study) -> Claim:
    run = study.run(LARGE, DRAWN)
    lines = [sum(each.first.line_counts) + sum(each.second.line_counts) for each in run.iterations]
    most = math.prod(range(15, 0, -2)) + math.prod(range(16, 0, -2))
    ours = (
        f"of complete games there are {study.games(LARGE):,}; against every reply the policies play "
        f"{min(lines):,} to "
        f"{max(lines):,} lines, both sides ({_fits()}), and none can play more than {most:,}"
    )
    return Claim(
        "IV, tic-tac-toe 4x4", "eleven million possible games", ours, "no count that was tried gives it"
    )


def _large(study: Study) -> Claim:
    runs = _fitting(study, LARGE)
    series = "; ".join(
        f"{listed(each.second.lost for each in run.iterations[:6])} (seed {run.parameters.seed})"
        for run in runs
    )
    near = all(abs(run.iterations[0].second.lost - 1.4e5) < 1e4 and run.losses[-1] == 0 for run in runs)
    return Claim(
        "IV, tic-tac-toe 4x4",
        "about 1.4e5 losses after the first iteration, and soon none",
        f"{_fits()}, as second player: {series}",
        "yes" if near else "no",
    )


def _nobody_never_loses(study: Study) -> Claim:
    told, holds = [], True
    for name in study.names:
        value = int(study.worth(name).values[study.arena(name).starts[0]])
        if value:
            side = 1 if value > 0 else 0
            lost = study.least(name)[side].lost
            told.append(f"{TITLES[name]}, {('first', 'second')[side]}: {lost}")
            holds = holds and lost > 0 == study.least(name)[1 - side].lost
    ours = f"the fewest lines that a policy of the other side loses: {', '.join(told)}"
    return Claim(
        "IV, B", "with the advantage one can always win, without it nobody never loses", ours, answer(holds)
    )


def _no_draws(study: Study) -> Claim:
    drawn = sum(
        each.first.drawn + each.second.drawn
        for name in study.names
        if name not in ("ttt3", LARGE, "dots")
        for run in study.runs_of(name)
        for each in run.iterations
    )
    return Claim(
        "IV, C and D",
        "domineering and cram are never drawn",
        f"{drawn} lines drawn in all runs",
        answer(not drawn),
    )


def _agent_first(study: Study) -> Claim:
    runs = _fitting(study, "dom4")
    settled = Counter(_settled([each.first.lost for each in run.iterations]) for run in runs)
    ours = f"{_fits()}: none lost as first player from iteration {_seeds(settled)} on"
    return Claim(
        "IV, domineering 4x4",
        "no loss as first player in two iterations",
        ours,
        answer(set(settled) <= {1, 2}),
    )


def _nine_six(study: Study) -> Claim:
    series = [
        tuple(each.second.lost for each in study.run("dom4", DRAWN.replace(seed=seed)).iterations)
        for seed in MANY_SEEDS
    ]
    exact = sum(row[1:3] == (9, 6) for row in series)
    ends = sorted({row[-1] for row in series})
    least = study.least("dom4")[1].lost
    ours = (
        f"{_fits()}, {len(series)} draws: 9 in the second iteration and 6 in the third with {exact}, in "
        "the end "
        f"{listed(ends)} with all; for example {listed(series[0])}; with alpha 0.9 it stops at 9, with 1 "
        "at 41; "
        f"the fewest that a policy can lose is {least}"
    )
    return Claim(
        "IV, domineering 4x4",
        "as second player it loses 9 after the first iteration, then 6, and stays there",
        ours,
        f"yes with {exact} draws, if the first policy is not counted; 6 is not the fewest",
    )


def _steps(study: Study, name: str, said: int) -> Claim:
    runs = _fitting(study, name)
    settled = Counter(_settled([each.second.lost for each in run.iterations]) for run in runs)
    ours = f"{_fits()}: none lost as second player from iteration {_seeds(settled)} on"
    near = sum(times for number, times in settled.items() if number in (said, said + 1))
    return Claim(
        f"IV, {TITLES[name]}",
        f"the second player has the advantage, and is perfect after {said} iterations",
        ours,
        f"yes in {near} of {len(runs)} runs, the first policy counted or not",
    )


def _cram(study: Study) -> Claim:
    worst = most_losses(study.arena("cram4"))
    lines = [each.first for run in study.runs_of("cram4") for each in run.iterations]
    ours = (
        f"all policies of all runs win {min(each.won for each in lines):,} lines or more and lose "
        f"{max(each.lost for each in lines):,} at most; the policy that loses the most of all: {worst}"
    )
    return Claim(
        "IV, cram 4x4",
        "as first player it loses far more games than it wins",
        ours,
        answer(any(each.lost > each.won for each in lines)),
    )


def _dots(study: Study) -> Claim:
    runs = _fitting(study, "dots")
    lost = Counter(_settled([each.first.lost for each in run.iterations]) for run in runs)
    drawn = Counter(_settled([each.first.drawn for each in run.iterations]) for run in runs)
    ours = (
        f"{_fits()}: as first player none lost from iteration {_seeds(lost)} on, "
        f"none drawn from {_seeds(drawn)} on"
    )
    return Claim(
        "IV, dots and boxes",
        "no loss after three iterations, and no tie after five",
        ours,
        answer(set(lost) == {3} and set(drawn) == {5}),
    )


def _dots_won(study: Study) -> Claim:
    first = study.least("dots")[0]
    return Claim(
        "IV, dots and boxes",
        "who begins can win for sure",
        f"some policy: {first}",
        answer(first.drawn + first.lost == 0),
    )


def _fitting(study: Study, name: str) -> list[Run]:
    """Return the runs that fit what the paper tells of its curves, one for each seed."""
    return [run for run in study.drawn_runs(name) if run.parameters.replace(seed=0) == DRAWN]


def _fits() -> str:
    return "P_0 drawn and not normalised, alpha 0.6"


def _seeds(settled: "Counter[int]") -> str:
    return ", ".join(f"{number} ({times} seeds)" for number, times in sorted(settled.items()))


def _grid(name: str) -> Iterator[SelfPlayParameters]:
    for alpha in ALPHAS:
        for gamma in GAMMAS:
            yield SelfPlayParameters(alpha, gamma)
            if name == "ttt3":
                yield SelfPlayParameters(alpha, gamma, EARLY_DRAWS)


def _changes(numbers: Sequence[int]) -> list[int]:
    return [after - before for before, after in pairwise(numbers)]


def _rises(numbers: Sequence[int]) -> bool:
    return any(step > 0 for step in _changes(numbers))


def _settled(losses: Sequence[int]) -> int:
    """Return the iteration from which on no line is lost; one past the last where there is none."""
    return 1 + max((place for place, lost in enumerate(losses, 1) if lost), default=0)


def answer(holds: bool) -> str:
    return "yes" if holds else "no"
