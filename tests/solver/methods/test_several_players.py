"""Several players and any payoffs: the quiz, the definition word for word, and what the commands say."""

import itertools
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from families import collected, twin
from hypothesis import given, settings
from hypothesis import strategies as st
from made.kinds import RandomPayoffs
from reference import naive
from support.commands import Ran, check_refusal, runner
from support.together import starts_together, step_together

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    Cancelled,
    CheckFailed,
    LoopFound,
    MissingCapability,
    OutOfBudget,
    UnknownPosition,
)
from zermelo.core.game import Game
from zermelo.games.payoffs.centipede import Centipede
from zermelo.games.payoffs.nim_of_several import NimOfSeveral
from zermelo.games.payoffs.strike import Strike
from zermelo.solution.game_trees.game_tree import draw_tree
from zermelo.solution.subgame_perfect_play import Equilibria
from zermelo.verify.conformance.conformance_suite import verify_game

Line = tuple[Any, ...]
Tie = tuple[Any, Any, frozenset[Any]]  # a position, what its mover gets, and the moves that bring it


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


# The definition, word for word


class Tree:
    """The whole tree of a small game; a vertex is the moves that lead there."""

    def __init__(self, game: Any, root: Any) -> None:
        self.game = game
        self.positions: dict[Line, Any] = {(): root}
        self.moves: dict[Line, list[Any]] = {}
        for line in self.positions_in_order():
            here = self.positions[line]
            self.moves[line] = [] if naive.is_finished(game, here) else list(game.moves(here))
            self.positions |= {(*line, move): game.play(here, move) for move in self.moves[line]}

    def positions_in_order(self) -> Iterator[Line]:
        waiting: list[Line] = [()]
        for line in waiting:  # grows while it is walked
            yield line
            waiting += [(*line, move) for move in self.moves[line]]

    @property
    def choices(self) -> list[Line]:
        return [line for line, moves in self.moves.items() if moves]

    def mover(self, line: Line) -> int:
        return self.game.mover(self.positions[line])

    def played(self, strategies: dict[Line, Any], line: Line) -> Line:
        """Return the whole line of play from a vertex on."""
        while self.moves[line]:
            line = (*line, strategies[line])
        return line

    def payoffs(self, line: Line) -> tuple[Any, ...]:
        return tuple(self.game.payoffs(self.positions[line]))

    def most(self, strategies: dict[Line, Any], line: Line, player: int) -> Any:
        """Return the most that a player can get from a vertex on by any strategy, the others' being fixed."""
        if not self.moves[line]:
            return self.payoffs(line)[player]
        own = self.mover(line) == player
        moves = self.moves[line] if own else [strategies[line]]
        return max(self.most(strategies, (*line, move), player) for move in moves)

    def equilibria(self) -> Iterator[dict[Line, Any]]:
        """Yield every choice of strategies from which nobody gains by departing, in any subgame."""
        choices = self.choices
        for made in itertools.product(*(self.moves[line] for line in choices)):
            strategies = dict(zip(choices, made, strict=True))
            if all(
                self.most(strategies, line, player) == self.payoffs(self.played(strategies, line))[player]
                for line in choices
                for player in range(self.game.players)
            ):
                yield strategies


def by_definition(game: Any, root: Any) -> tuple[set[Line], set[Tie]]:
    """Return the lines of all subgame-perfect equilibria, and all ties of moves in them."""
    whole = Tree(game, root)
    lines: set[Line] = set()
    tied: dict[tuple[Any, Any], set[Any]] = {}
    for strategies in whole.equilibria():
        lines.add(whole.played(strategies, ()))
        for line in whole.choices:
            gets = {
                move: whole.payoffs(whole.played(strategies, (*line, move)))[whole.mover(line)]
                for move in whole.moves[line]
            }
            best = {move for move, payoff in gets.items() if payoff == max(gets.values())}
            if len(best) > 1:
                tied.setdefault((whole.positions[line], max(gets.values())), set()).update(best)
    return lines, {(position, payoff, frozenset(moves)) for (position, payoff), moves in tied.items()}


def profiles(game: Any, root: Any) -> int:
    """Return how many choices of strategies there are."""
    whole, count = Tree(game, root), 1
    for line in whole.choices:
        count *= len(whole.moves[line])
    return count


def found_by(game: Game) -> tuple[set[Line], set[Tie]]:
    """Return the same by backward induction."""
    solved = Equilibria(game)
    lines = solved.lines(limit=10**6)
    assert len({line.moves for line in lines}) == len(lines) == solved.line_count()
    assert {line.payoffs for line in lines} == set(solved.payoffs())
    ties = {(each.position, each.payoff, frozenset(map(int, each.moves))) for each in solved.indifferences()}
    return {tuple(map(int, line.moves)) for line in lines}, ties


random_payoffs = st.builds(
    RandomPayoffs,
    seed=st.integers(0, 10_000),
    players_drawn=st.integers(1, 4),
    width=st.integers(2, 4),
    depth=st.integers(1, 3),
    most=st.integers(2, 3),
    spread=st.integers(0, 3),
)


def test_small_trees_by_the_definition() -> None:
    """Also a choice that matters to others only, and what each first move may bring, and does where it is best."""
    met: list[tuple[int, int, int]] = []

    @settings(max_examples=200)
    @given(random_payoffs)
    def run(game: RandomPayoffs) -> None:
        if profiles(game, 0) <= 600:
            lines, ties = by_definition(game, 0)
            assert found_by(game) == (lines, ties)
            brought = {line: Tree(game, 0).payoffs(line) for line in lines}
            for move in Equilibria(game).moves():
                after = game.play(0, move.move)
                below, _ = by_definition(game, after)
                assert set(move.payoffs) == {Tree(game, after).payoffs(line) for line in below}
                assert set(move.perfect) == {brought[line] for line in lines if line[0] == move.move}
            met.append((len(lines), len(ties), len(set(brought.values()))))

    run()
    assert sum(lines > 1 for lines, _, _ in met) > 10 and sum(payoffs > 1 for _, _, payoffs in met) > 5
    assert sum(ties > 0 for _, ties, _ in met) > 10


# The families


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nim_of_several_is_lost_where_digits_add_up_to_multiples(seats: int) -> None:
    """Li's theorem: the mover is last in rank where each binary digit is in a multiple of `seats` of the heaps."""
    game = NimOfSeveral((3, 3, 2, 1) if seats < 4 else (1,) * (seats - 1) + (3, 2), seats)
    solved, last = Equilibria(game), 0
    for position in naive.positions(game):
        (payoffs,) = solved.payoffs(position)
        sums = [sum(heap >> digit & 1 for heap in game.heap_sizes(position)) for digit in range(2)]
        assert (payoffs[game.mover(position)] == 0) == all(total % seats == 0 for total in sums)
        last += payoffs[game.mover(position)] == 0
    assert last > 3


def test_the_centipede() -> None:
    for passes in (4, 6):  # as in the laboratory: nobody passes
        (line,) = Equilibria(Centipede(passes=passes)).lines()
        assert (line.moves, line.payoffs) == (("take",), (40, 10))
    even = Equilibria(Centipede(small=20))  # as much by taking as by passing to somebody who takes
    assert even.line_count() == 5 and len(list(even.indifferences())) == 4
    (patient,) = Equilibria(Centipede(passes=5, large=3, small=2)).lines()
    assert patient.moves == ("pass",) * 5 and patient.payoffs == (64, 96)


@pytest.mark.parametrize("game", collected("several"), ids=repr)
def test_the_families_keep_the_contract(game: Any) -> None:
    compiled = game == Strike()
    report = verify_game(game, compiled=compiled)
    assert report.details["exhaustive"] and report.checked == len(naive.positions(game))
    assert ("compiled rules answer as the interpreter's" in report.details["passed"]) == compiled
    assert {"payoffs are one number a player", "play ends: no loops"} < set(report.details["passed"])
    assert "subgame-perfect play is found at every position" in report.details["passed"]


@pytest.mark.parametrize("game", collected("several"), ids=repr)
def test_the_families_are_those_of_their_twins(game: Any) -> None:
    other = twin(game)
    waiting = starts_together(game, other)
    met = dict(waiting)
    while waiting:
        waiting += step_together(game, other, *waiting.pop(), met)
    for position, text in met.items():
        if not naive.children(game, position):
            assert tuple(game.payoffs(position)) == tuple(other.payoffs(text))
    solved, again = Equilibria(game), Equilibria(other)
    assert solved.positions == again.positions == len(met)
    for position, text in met.items():
        assert solved.payoffs(position) == again.payoffs(text)
        assert solved.line_count(position) == again.line_count(text)


def test_symmetries_count_classes_and_change_no_answer() -> None:
    class Mirrored(NimOfSeveral):
        def symmetries(self, position: int) -> Iterator[int]:
            sizes = self.heap_sizes(position)
            yield self.pack_position(sizes, self.mover(position))
            yield self.pack_position(sizes[::-1], self.mover(position))

    plain, mirrored = NimOfSeveral((2, 1, 2)), Mirrored((2, 1, 2))
    solved, classes = Equilibria(plain), Equilibria(mirrored)
    assert classes.positions < solved.positions
    for position in naive.positions(plain):
        assert solved.payoffs(position) == classes.payoffs(position)
        assert solved.line_count(position) == classes.line_count(position)
    assert {line.moves for line in solved.lines()} == {line.moves for line in classes.lines()}


# What is refused


class Walk(Game):
    """Two steps of three players; a test says what goes wrong."""

    fault: str = ""

    players = 3

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> list[int]:
        return [1, 2] if position < 2 else []

    def play(self, position: int, move: int) -> int:
        return 0 if self.fault == "loop" and position == 1 and move == 1 else position + move

    def mover(self, position: int) -> int:
        return 3 if self.fault == "mover" and position == 1 else position % 3

    def payoffs(self, position: int) -> Any:
        if self.fault == "raises":
            return (1 // (position - 2),) * 3
        found: dict[str, Any] = {
            "short": (1, 2),
            "one": 7,
            "nan": (1.0, float("nan"), 0.0),
            "text": ("a", "b", "c"),
            "exact": (Fraction(1, 3), 0.5, position),
        }
        return found.get(self.fault, (0, 1, 2))


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("loop", LoopFound, "return to an earlier position"),
        ("mover", BadRules, r"mover\(\) returns 3 at position 1: players are 0 to 2"),
        ("raises", BadRules, "ZeroDivisionError.* at position 2"),
        ("short", BadRules, r"payoffs\(\) returns \(1, 2\) at position .*: return a tuple of 3 numbers"),
        ("one", BadRules, r"payoffs\(\) returns 7"),
        ("nan", BadRules, r"payoffs\(\) returns \(1.0, nan, 0.0\)"),
        ("text", BadRules, r"payoffs\(\) returns \('a', 'b', 'c'\)"),
    ],
)
def test_broken_rules_are_named(fault: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as raised:
        Equilibria(Walk(fault))
    assert "\n" not in str(raised.value)
    if fault != "loop":
        with pytest.raises(CheckFailed):
            verify_game(Walk(fault))
    else:
        assert any("play may cycle" in note for note in verify_game(Walk(fault)).details["notes"])


def test_payoffs_may_be_fractions() -> None:
    assert set(Equilibria(Walk("exact")).payoffs()) == {(Fraction(1, 3), 0.5, end) for end in (2, 3)}


def test_what_is_missing_is_named() -> None:
    class NoPayoffs(Game):
        players = 3

        def start(self) -> int:
            return 0

    class NoMover(NoPayoffs):
        def payoffs(self, position: int) -> tuple[int, ...]:
            return 0, 0, 0

    class Nobody(Walk):
        players = 0

    for game, error, words in (
        (NoPayoffs(), MissingCapability, r"does not define payoffs\(position\): it is one of 3 players"),
        (NoMover(), MissingCapability, r"does not define mover\(position\): who of several players moves"),
        (Nobody(), BadRules, "players is 0"),
    ):
        with pytest.raises(error, match=words) as raised:
            zermelo.solve(game)
        assert "\n" not in str(raised.value)
        with pytest.raises(CheckFailed, match=words):
            verify_game(game)


def test_limits_are_said() -> None:
    solved = Equilibria(NimOfSeveral())
    assert solved.line_count() == 12
    with pytest.raises(BadParameter, match=r"has 12 subgame-perfect lines from .*, more than 11: begin"):
        solved.lines(limit=11)
    assert len(solved.lines(limit=12)) == 12
    many = Equilibria(NimOfSeveral((1,) * 12, seats=2))
    assert many.line_count() == 479_001_600, "every order of the heaps, and none is listed"
    with pytest.raises(UnknownPosition, match="position 999"):
        solved.payoffs(999)
    with pytest.raises(OutOfBudget, match="memory"):
        Equilibria(NimOfSeveral(), Budget(memory=1))
    budget = Budget()
    budget.stop.set()
    with pytest.raises(Cancelled):
        Equilibria(NimOfSeveral(), budget)


# At the prompt and on the command line


SOLVED = """\
strike(preferences=('ABCD', 'CABD', 'DBCA'), rounds=1): subgame-perfect play of 3 players
payoffs     (2, 1, 2)
lines       2
  A, D, C → B  (2, 1, 2)
  C, D, A → B  (2, 1, 2)
indifferent player 1 at ABCD: A or C, 2 either way
positions   15
"""

VALUED = """\
ABCD
player 1 to move: (2, 1, 2)
  * A  (2, 1, 2)
    B  (1, 3, 1)
  * C  (2, 1, 2)
    D  (1, 3, 1)
* a move of subgame-perfect play
indifferent player 1 at ABCD: A or C, 2 either way
"""


def test_who_is_indifferent_is_said_in_trees() -> None:
    quiz = zermelo.game("strike")
    whole = draw_tree(quiz, 15)
    assert whole.root.ties == (("A", "C"),) and whole.undecided == 1
    assert "leaves B  A or C: the same to them" in str(whole) and "indifferent at 1 vertex" in str(whole)
    assert "A or C: the same to them" in quiz.tree(fold=True).svg().replace("&#160;", " ")
    assert not list(quiz.equilibria().indifferences_along(quiz.equilibria().lines(14), 14))


def test_python() -> None:
    solved = zermelo.solve("strike")
    assert isinstance(solved, Equilibria) and isinstance(zermelo.game("strike").equilibria(), Equilibria)
    assert repr(solved).endswith("(2, 1, 2), 2 subgame-perfect lines, 15 positions")
    assert solved.mover() == 0 and solved.mover(2) is None and solved.moves(2) == []


def test_the_commands_print(command: Callable[..., Ran]) -> None:
    assert command("solve", "strike") == Ran(0, SOLVED, "")
    assert command("value", "strike") == Ran(0, VALUED, "")
    assert command("value", "strike", "BCD", "--line").out == "D, C → B  (2, 1, 2)\n"
    shown = ("  A, D, C → B  (2, 1, 2)", "  C, D, A → B  (2, 1, 2)", "indifferent player 1 at ABCD")
    assert all(line.strip() in command("value", "strike", "--line").out for line in shown)
    assert command("value", "strike", "B").out == "B\nover: (2, 1, 2)\n"
    assert command("show", "strike", "B").out == "B\nposition 2\nover: (2, 1, 2)\n"
    folded = command("tree", "strike", "BCD", "--fold").out
    assert "step 0 of 2: only the ends have values\nBCD  player 2\n├── B → CD  player 3\n" in folded
    assert "step 1 of 2: player 3 has chosen\nBCD  player 2\n├── B → CD  player 3: (0, 0, 3)  lea" in folded
    assert folded.endswith("step 2 of 2: player 2 has chosen\nBCD  player 2: (2, 1, 2)  leaves B\n")
    assert command("count", "strike").out.split() == ["positions", "15", "games", "24", "nodes", "41"]
    assert "subgame-perfect play is found at every position" in command("check", "strike").out
    many = command("solve", "nim_of_several(heaps=(1, 1, 1, 1, 1), seats=2)").out
    assert "lines       120, too many to list" in many and "indifferent player 1 at " in many
    nobody = command("solve", "centipede").out
    assert "indifferent nobody\n" in nobody and "take → 0 passes taken  (40, 10)" in nobody


def test_the_commands_print_objects(command: Callable[..., Ran]) -> None:
    solved = json.loads(command("solve", "strike", "--json").out)
    assert solved["payoffs"] == [[2, 1, 2]] and solved["line_count"] == 2 and solved["players"] == 3
    assert solved["lines"][0] == {"moves": ["A", "D", "C"], "end": 2, "payoffs": [2, 1, 2]}
    assert solved["indifferent_by_player"] == [1, 0, 0]
    assert solved["indifferent"] == [{"position": 15, "player": 1, "payoff": 2, "moves": ["A", "C"]}]
    valued = json.loads(command("value", "strike", "BCD", "--json").out)
    assert (valued["mover"], valued["payoffs"], valued["line_count"]) == (2, [[2, 1, 2]], 1)
    assert valued["moves"][2] == {"move": "D", "payoffs": [[2, 1, 2]], "perfect": [[2, 1, 2]]}
    assert "lines" not in valued
    lined = json.loads(command("value", "strike", "B", "--json", "--line").out)
    assert (lined["mover"], lined["moves"]) == (None, [])
    assert lined["lines"] == [{"moves": [], "end": 2, "payoffs": [2, 1, 2]}]
    assert json.loads(command("show", "strike", "B", "--json").out)["payoffs"] == [2, 1, 2]
    many = command("solve", "nim_of_several(heaps=(1, 1, 1, 1, 1, 1, 1), seats=2)", "--json").out
    assert json.loads(many)["lines"] is None


@pytest.mark.parametrize("name", ["plan", "stats", "puzzles", "export", "verify", "compare", "table", "tree"])
def test_commands_that_cannot_serve_them_refuse(command: Callable[..., Ran], name: str) -> None:
    options = {"tree": ["--alpha-beta"], "compare": ["strike"]}.get(name, [])
    check_refusal(command(name, "strike", *options), 2, "3 players")


def test_options_that_cannot_serve_them_refuse(command: Callable[..., Ran]) -> None:
    check_refusal(command("solve", "strike", "--values-only"), 2, "payoffs", "--values-only")
    check_refusal(command("value", "strike", "ABE"), 2, "E is no subject")
    check_refusal(command("value", "strike", "77"), 2, "77 is not a position of strike")
    check_refusal(
        command("value", "nim_of_several(heaps=(1, 1, 1, 1, 1, 1, 1), seats=2)", "--line"), 2, "5,040"
    )
    check_refusal(command("nimber", "strike"), 2, "impartial")
    with pytest.raises(MissingCapability, match="payoffs of any sum"):
        zermelo.open("centipede")
    strike = zermelo.game("strike")
    for asked in (strike.plan, strike.table):
        with pytest.raises(MissingCapability, match="3 players"):
            asked()


# Trees


TREES = (Strike(), Strike(("ABC", "CBA")), Centipede(small=20), NimOfSeveral((1, 1, 1), 3))


@pytest.mark.quick
@pytest.mark.parametrize("game", TREES, ids=repr)
@pytest.mark.parametrize("shared", [False, True])
def test_trees_have_the_payoffs_ends_and_ties_at_their_vertices(game: Any, shared: bool) -> None:
    solved = Equilibria(game)
    found = draw_tree(game, game.start(), shared=shared)
    for vertex in found.root.walk():
        assert vertex.payoffs == solved.payoffs(vertex.position) and vertex.value is None
        assert vertex.mover == game.mover(vertex.position)
        assert vertex.is_finished == (solved.mover(vertex.position) is None)
        perfect = [bool(move.perfect) for move in solved.moves(vertex.position)]
        if vertex.children:
            assert [child.is_best for child in vertex.children] == perfect
        lines = solved.lines(vertex.position)
        assert set(vertex.ends) == {line.end for line in lines}
        own = [each.moves for each in solved.indifferences() if each.position == vertex.position]
        assert list(vertex.ties) == own
        if vertex.children:
            along = solved.indifferences_along(lines, vertex.position)
            assert set(vertex.ties) <= {each.moves for each in along}
    assert "?" not in str(found)
    for picture in (found.mermaid(), found.svg()):
        assert all(str(number) in picture for payoffs in solved.payoffs() for number in payoffs)


def test_a_depth_shows_what_lies_below() -> None:
    shallow = draw_tree(Strike(), 15, depth=1)
    assert [vertex.payoffs[0] for vertex in shallow.root.walk()] == [(2, 1, 2), *[(2, 1, 2), (1, 3, 1)] * 2]
    large = draw_tree(NimOfSeveral((2,) * 10), NimOfSeveral((2,) * 10).start(), depth=1)
    assert "?: not known" in str(large) and large.root.payoffs is None


def test_a_circle_is_drawn_and_not_folded() -> None:
    assert "player 1: ?" in str(draw_tree(Walk("loop"), 0)) and "as #1 above" in str(
        draw_tree(Walk("loop"), 0)
    )
    with pytest.raises(LoopFound):
        draw_tree(Walk("loop"), 0, fold=True)
    with pytest.raises(MissingCapability, match="alpha-beta is for two players"):
        draw_tree(Walk(), 0, alpha_beta=True)
