"""Search to a depth and against the clock: a plain minimax beside it, solutions, and what comes at the last moment."""

import itertools
import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings, strategies
from made.hashable_games import NodeKayles, SymmetricNim, TupleNim, Word
from made.random_games import ponds, random_games
from reference import naive
from support.marks import few

import zermelo
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.kernel_kinds import HOOKED
from zermelo.compiler.kernels.kernel_records import record_to_bytes
from zermelo.compiler.kernels.transposition_table import NO_MOVE, NONE, new_transposition_table
from zermelo.core.errors import BadParameter, BadRules, MissingCapability, UnknownPosition
from zermelo.core.game import Game, has
from zermelo.core.values import UNDECIDED
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.play.matches.contest import play_contest
from zermelo.play.matches.match import Match
from zermelo.play.players.basic_players import random_player, shallow_player
from zermelo.play.players.search_player import search_player
from zermelo.search.books.opening_book import opening_book
from zermelo.search.kernels import depth_search_kernel
from zermelo.search.kernels.depth_search_kernel import (
    FARTHEST,
    LARGEST_GUESS,
    LEAST_WIN,
    NO_REMOTENESS,
    QUIET_BITS,
    DepthSearchTerms,
    build_depth_search_kernel,
)
from zermelo.search.kernels.depth_search_line import SearchNotes, make_search_line_buffers, make_search_notes
from zermelo.search.kernels.score_arithmetic import MOST
from zermelo.search.timed_search import ClockMove, ClockSearch, SearchLimit
from zermelo.solution.in_memory import load_endgame

MOST_MOVES = 64


class Twin:
    """Minimax to a depth as the kernel's docstring says it: no window, no table, no order."""

    def __init__(self, game: Game, *, quiescence: bool = True) -> None:
        self.game: Any = game
        self.points = game.scored or has(game, "gain")
        self.quiescence = quiescence

    def score(self, position: Any, depth: int, line: tuple[Any, ...] = ()) -> int:
        """The score of a position with `depth` plies left; below 0 it counts what was looked into further."""
        game = self.game
        value = game.outcome(position)
        if value != UNDECIDED:
            return self.end(value)
        least = min(game.symmetries(position)) if has(game, "symmetries") and line else position
        if least in line:
            return 0
        position = least
        low, high = self.sure(position) if line else (-MOST, MOST)
        if line and low == high:
            return low
        moves = list(self.choices(position))
        if not moves:
            return self.end(game.stuck(position))
        further = depth - 1
        if depth <= 0:
            further = depth - (len(moves) - 1).bit_length()
            is_quiet = not (self.quiescence and has(game, "quiet")) or game.quiet(position)
            if is_quiet or -further > QUIET_BITS:
                guess = int(game.estimate(position)) if has(game, "estimate") else 0
                if not self.points:
                    guess = max(-LARGEST_GUESS, min(LARGEST_GUESS, guess))
                return max(low, min(high, guess))
        best = max(self.after(position, move, further, line) for move in moves)
        return max(low, min(high, best))

    def after(self, position: Any, move: Any, depth: int, line: tuple[Any, ...]) -> int:
        child = self.game.play(position, move)
        score = self.score(child, depth, (*line, position))
        if not (has(self.game, "mover") and self.game.mover(position) == self.game.mover(child)):
            score = -score
        if not self.points and abs(score) > LARGEST_GUESS:
            score -= 1 if score > 0 else -1
        return score + (self.game.gain(position, move) if has(self.game, "gain") else 0)

    def choices(self, position: Any) -> Iterator[Any]:
        return self.game.candidates(position) if has(self.game, "candidates") else self.game.moves(position)

    def end(self, value: int) -> int:
        return int(value) if self.points else MOST * int(value)

    def sure(self, position: Any) -> tuple[int, int]:
        low, high = self.game.bounds(position) if has(self.game, "bounds") else (-MOST, MOST)
        if self.points:
            return low, high
        return {-1: -MOST, 0: 0, 1: NO_REMOTENESS}[max(-1, low)], {-1: -NO_REMOTENESS, 0: 0, 1: MOST}[
            min(1, high)
        ]


class Bench:
    """A bound kernel with its buffers, asked for one score at a time."""

    def __init__(self, own: Any, looking: DepthSearchTerms, memory: int = 1 << 20) -> None:
        self.shape, self.memory = own.asked.shape, memory
        self.kernel = own.kernel(build_depth_search_kernel, looking)
        self.native = own.native
        self.notes = make_search_notes(native=self.native)

    def score(self, position: Any, depth: int) -> int:
        table = new_transposition_table(self.shape, self.memory)
        line = make_search_line_buffers(400, MOST_MOVES, self.shape.words, native=self.native)
        self.notes = make_search_notes(native=self.native)
        self.notes.chosen = NO_MOVE
        return int(self.kernel(position, depth, table, line, self.notes, 0))


def looking_at(game: Game) -> DepthSearchTerms:
    return DepthSearchTerms(points=game.scored or has(game, "gain"))


def positions_of(game: Any, count: int, seed: int, least: int = 0) -> list[Any]:
    """Positions of random play that go on, at least so many plies from the start."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        match, wanted = Match(game), chance.randrange(least, least + 12)
        while len(match.played) < wanted and match.result() is None:
            match.play(chance.choice(match.moves()))
        if match.result() is None:
            found.append(match.position)
    return found


PLAIN = [  # those first whose every move leads to the next tier
    "tic_tac_toe",
    "connect_four(columns=4, rows=4)",
    "dots_and_boxes(columns=2, rows=2)",
    "connect_four(columns=5, rows=5)",
    "othello",
    "hexapawn",
    "hex(size=3)",
    "dodgem",
    "pong_hau_ki",
    "nim(heaps=(1, 3, 5))",
    "breakthrough(columns=4, rows=5)",
    "othello(columns=8, rows=8)",
]
TIERED = PLAIN[:4]  # a position has one depth in one search: the table brings no deeper knowledge


@pytest.mark.parametrize("name", few(PLAIN, 10))
def test_scores_are_plain_minimax(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a table where tiers are, and for all by kernels whose tables keep nothing."""
    game = zermelo.game(name)
    twin = Twin(game)
    for keeps in (True, False) if name in TIERED else (False,):
        with monkeypatch.context() as patch:
            if not keeps:
                patch.setattr(
                    depth_search_kernel,
                    "build_table_access_kernels",
                    lambda *_: (lambda *_: NONE, lambda *_: None),
                )
            bench = Bench(interpret_game(game, HOOKED), looking_at(game))
        for number, position in enumerate([game.start(), *positions_of(game, 9, 3 + keeps, 2 * keeps)]):
            depth = 1 + keeps + number % 3
            assert bench.score(position, depth) == twin.score(position, depth), (position, depth)


@pytest.mark.parametrize(
    "name", few(["breakthrough(columns=4, rows=5)", "mnk(columns=4, rows=4, line=3)"], 1)
)
def test_without_quiescence_the_depth_is_where_lines_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = zermelo.game(name)
    monkeypatch.setattr(
        depth_search_kernel, "build_table_access_kernels", lambda *_: (lambda *_: NONE, lambda *_: None)
    )
    blunt = Bench(interpret_game(game, HOOKED), replace(looking_at(game), quiescence=False))
    whole, twin = Bench(interpret_game(game, HOOKED), looking_at(game)), Twin(game, quiescence=False)
    differ = 0
    for number, position in enumerate(positions_of(game, 12, 5, 4)):
        depth = 1 + number % 3
        assert blunt.score(position, depth) == twin.score(position, depth), (position, depth)
        differ += whole.score(position, depth) != twin.score(position, depth)
    assert differ > 2


COMPILED = ["connect_four", "dots_and_boxes(columns=2, rows=2)", "mnk(columns=6, rows=6, line=4)"]


@pytest.mark.long
@pytest.mark.parametrize("name", few(COMPILED, 1))
def test_interpreted_and_compiled_agree_in_everything_they_note(name: str) -> None:
    game = zermelo.game(name)
    benches = [Bench(own(game, HOOKED), looking_at(game)) for own in (compile_game, interpret_game)]
    for number, position in enumerate([game.start(), *positions_of(game, 9, 1)]):
        depth = 1 + number % 3 if game.start() == 0 else 1 + number % 2
        scores = [bench.score(position, depth) for bench in benches]
        assert scores[0] == scores[1]
        assert record_to_bytes(benches[0].notes, SearchNotes) == record_to_bytes(
            benches[1].notes, SearchNotes
        )
        assert benches[0].notes.nodes > 1


# Searched to the end, a position has the value that the whole game's solution gives it.

FOUR = "connect_four(columns=4, rows=3, line=3)"
SOLVED = [
    ("tic_tac_toe", 30),
    (FOUR, 6),
    ("hexapawn", 12),
    ("dots_and_boxes(columns=2, rows=2)", 4),
    ("nim(heaps=(1, 3, 5))", 12),
    ("nim(heaps=(1, 2, 2), misere=True)", 12),
    ("subtraction(heap=30)", 12),
    ("othello", 3),
]


@cache
def solved(name: str) -> Any:
    return zermelo.solve(name, interpreted=True)


def check_against(solution: Any, position: Any, found: ClockMove) -> None:
    """What is proven is the solution's: value, remoteness where it is said, and the move keeps the value."""
    answer = solution.value(position)
    assert found.proven and found.score is not None
    if solution.game.scored:
        assert found.score == answer.value
    else:
        assert (found.score >= LEAST_WIN) - (found.score <= -LEAST_WIN) == answer.value
        if found.remoteness is not None:
            assert found.remoteness == answer.remoteness
    kept = [move.move for move in solution.moves(position) if move.answer.value == answer.value]
    assert found.move in kept
    assert_legal(solution.game, position, found)


def assert_legal(game: Any, position: Any, found: ClockMove) -> None:
    match = Match(game, [position])
    assert found.line[0] == found.move
    for move in found.line:
        assert move in match.moves()
        match.play(move)


@pytest.mark.parametrize(("name", "count"), few(SOLVED, 7))
def test_searched_to_the_end_it_is_the_solution(name: str, count: int) -> None:
    game = zermelo.game(name)
    search = ClockSearch(game, interpreted=True, memory=1 << 20)
    least = 4 if name.startswith("connect") else 5 if name.startswith("dots") else 0
    timed = 0
    for position in positions_of(game, count, 2, least):
        found = search.choose(position, SearchLimit(plies=60))
        check_against(solved(name), position, found)
        timed += found.remoteness is not None
    assert timed or game.scored


@pytest.mark.parametrize("name", ["dodgem", "pong_hau_ki", "three_mens_morris"])
def test_what_is_proven_holds_where_play_goes_round(name: str) -> None:
    """Draws by repetition are guesses; wins and losses never rest on one."""
    game = zermelo.game(name)
    solution, search = solved(name), ClockSearch(game, interpreted=True)
    proven = 0
    for position in positions_of(game, 15, 4):
        found = search.choose(position, SearchLimit(plies=7))
        assert_legal(game, position, found)
        if found.proven:
            check_against(solution, position, found)
            proven += 1
        elif solution.value(position).value != 0:
            remoteness = solution.value(position).remoteness
            assert remoteness is not None and remoteness > 7
    assert proven > 0 or name == "pong_hau_ki"


# Against the clock


class Strict:
    """A clock on which time stands still, and is over as soon as somebody waits, or only when there is an end."""

    def __init__(self, patient: bool) -> None:
        self.patient, self.waited = patient, list[float]()

    def now(self) -> float:
        return 0.0

    def wait(self, done: threading.Event, seconds: float) -> None:
        self.waited.append(seconds)
        if self.patient:
            done.wait()


@pytest.mark.parametrize("name", ["connect_four", "othello", "dodgem", "dots_and_boxes(columns=2, rows=2)"])
def test_a_legal_move_comes_whatever_the_limit(name: str) -> None:
    """Without any time it is the first candidate."""
    game: Any = zermelo.game(name)
    search = ClockSearch(game, interpreted=True, memory=1 << 20)
    for position in positions_of(game, 3, 9):
        for seconds in (0, 0.001, 0.02):
            found = search.choose(position, SearchLimit(seconds=seconds))
            assert found.move in list(game.moves(position)) and found.seconds >= 0
            assert_legal(game, position, found)
            if seconds == 0:
                assert found.move == next(Twin(game).choices(position))
                assert (found.depth, found.positions, found.score, found.proven) == (0, 0, None, False)


def test_the_limit_is_what_the_clock_is_asked_for() -> None:
    game = zermelo.game("tic_tac_toe")
    hasty, patient = Strict(patient=False), Strict(patient=True)
    for clock in (hasty, patient):
        search = ClockSearch(game, interpreted=True, clock=clock)
        for seconds in (0.25, 3.0):
            found = search.choose(0, SearchLimit(seconds=seconds))
            assert found.move in range(9) and found.seconds == 0.0
    assert hasty.waited == patient.waited == [0.25, 3.0]
    assert found.proven and found.score == 0


class Watched(ConnectFour):
    """Connect Four whose rules call somebody when they are asked for the so-manieth time."""

    call: ClassVar[list[Callable[[], None]]] = []
    left: ClassVar[list[int]] = [0]

    def outcome(self, position: int) -> int:
        self.left[0] -= 1
        if self.left[0] == 0:
            self.call[0]()
        return super().outcome(position)


def test_a_broken_depth_counts_where_its_first_move_was_done() -> None:
    game = Watched(columns=5, rows=4)
    search, twin = ClockSearch(game, interpreted=True, memory=1 << 20), Twin(ConnectFour(columns=5, rows=4))
    search.choose(game.start(), SearchLimit(plies=1))  # nothing more is to be loaded
    (position,) = positions_of(ConnectFour(columns=5, rows=4), 1, 11, 3)
    moves, depths = list(game.candidates(position)), set()
    before = Bench(interpret_game(game, HOOKED), DepthSearchTerms())
    for stopped in range(2, 240, 17):
        search.deepening.table = new_transposition_table(search.deepening.shape, 1 << 20)
        run = search.deepening.make_run(position, 6)
        Watched.call[:], Watched.left[:] = [run.stop], [stopped]
        run.run_until_stopped()
        Watched.left[:] = [0]
        found = run.found
        assert run.error is None
        depths.add((found.depth, found.score is None))
        if found.score is None:
            assert (found.move_index, found.depth) == (0, 0)
            continue
        scores = [
            [twin.after(position, move, depth, (position,)) for move in moves]
            for depth in (found.depth - 1, found.depth)
        ]
        whole = found.depth > 0 and found.score == max(scores[0]) == scores[0][found.move_index]
        first = 0
        if found.depth > 0:
            before.score(position, found.depth)
            first = int(before.notes.chosen)
        assert whole or scores[1][found.move_index] == found.score >= scores[1][first]
    assert len(depths) > 3, "broken in the first move, and later"


# What a solution knows: the book at the beginning, the endgame at the end.


@pytest.mark.parametrize("name", [FOUR, "dots_and_boxes(columns=2, rows=2)", "dodgem"])
def test_with_an_endgame_a_short_search_is_the_solution(name: str) -> None:
    """A solution of the game ends every line at once: two plies see as much as it knows."""
    game, solution = zermelo.game(name), solved(name)
    search = ClockSearch(game, interpreted=True, endgame=load_endgame(solution), memory=1 << 20)
    for position in [game.start(), *positions_of(game, 12, 7)]:
        found = search.choose(position, SearchLimit(plies=1))
        answer = solution.value(position)
        assert found.proven and found.score is not None and found.depth == 1
        if game.scored:
            assert found.score == answer.value
        elif answer.value != 0:
            assert answer.remoteness is not None
            assert found.score == answer.value * (MOST - answer.remoteness)
        else:
            assert found.score == 0
        if answer.remoteness is not None:
            kept = [move.move for move in solution.best(position)] if answer.value else found.line
            assert found.move in kept


def test_an_endgame_of_values_alone_tells_who_wins() -> None:
    game = zermelo.game("draughts_endgame(white_men=0, white_kings=1, black_men=0, black_kings=1)")
    solution = zermelo.solve(game, interpreted=True, values_only=True)
    assert NO_REMOTENESS == MOST - FARTHEST
    search = ClockSearch(game, interpreted=True, endgame=load_endgame(solution), memory=1 << 20)
    chance = random.Random(2)
    asked = [position for _, position in zip(range(6), legal_positions(game, chance), strict=False)]
    for position in asked:
        found = search.choose(position, SearchLimit(plies=1))
        assert found.proven and found.score is not None
        assert (found.score > 0) - (found.score < 0) == solution.value(position).value


def legal_positions(game: Any, chance: random.Random) -> Iterator[Any]:
    while True:
        position = game.unrank(chance.randrange(game.size))
        if position != -1 and game.outcome(position) == UNDECIDED and list(game.moves(position)):
            yield position


@pytest.mark.parametrize("interpreted", few([True, False], 1), ids=["interpreted", "compiled"])
def test_the_endgame_of_another_game_ends_lines(interpreted: bool) -> None:
    """Draughts with few pieces are asked of `draughts_up_to`: three against one, nobody sees the end in a ply.

    Compiled kernels once read the tables of the game that is played where those of the other were meant.
    """
    game: Any = zermelo.game("english_draughts")
    solution = zermelo.solve("draughts_up_to(pieces=2)", interpreted=interpreted)
    search = ClockSearch(game, interpreted=interpreted, endgame=load_endgame(solution), memory=1 << 20)
    assert search.deepening.native is not interpreted
    chance, met = random.Random(4), 0
    while met < 12:
        squares = chance.sample(list(game.row_masks), 2)
        mine, theirs = (1 << chance.choice([bit for bit in range(35) if row >> bit & 1]) for row in squares)
        position = mine, theirs, (mine | theirs)
        least = game.endgame(position)
        assert least != -1 and solution.value(least) is not None
        if game.outcome(position) != UNDECIDED or not list(game.moves(position)):
            continue
        found, answer = search.choose(position, SearchLimit(plies=1)), solution.value(least)
        assert found.score is not None
        assert (found.score > 0) - (found.score < 0) == answer.value
        if answer.value:
            assert answer.remoteness is not None and abs(found.score) == MOST - answer.remoteness
        met += 1


def test_a_book_is_played_at_once_and_no_further_than_it_goes() -> None:
    game = zermelo.game("dots_and_boxes(columns=1, rows=2)")
    solution = zermelo.solve(game, interpreted=True)
    book = opening_book(solution.policy, game, 3)
    search = ClockSearch(game, interpreted=True, book=book)
    plies = plies_of(game)
    known = 0
    for position, ply in plies.items():
        if position in book.moves:
            assert ply < 3 and book(position) == solution.policy(position)
            found = search.choose(position, SearchLimit(plies=1))
            assert (found.move, found.depth, found.score) == (book(position)[0], 0, None)
            known += 1
        else:
            with pytest.raises(UnknownPosition, match="not in the first 3 plies"):
                book(position)
            if game.outcome(position) == UNDECIDED:
                assert search.choose(position, SearchLimit(plies=1)).depth == 1
    assert game.start() in book.moves and 5 < known < len(plies)


def plies_of(game: Any) -> dict[Any, int]:
    """Return every position with its plies from the start: each edge drawn is one."""
    plies, tier = dict[Any, int](), {game.start()}
    for ply in itertools.count():
        plies |= dict.fromkeys(tier, ply)
        going_on = [position for position in tier if game.outcome(position) == UNDECIDED]
        tier = {game.play(position, move) for position in going_on for move in game.moves(position)}
        if not tier:
            return plies
    raise AssertionError


def test_a_book_follows_its_own_moves_and_every_reply() -> None:
    game = ConnectFour(columns=4, rows=4)
    book = opening_book(lambda position: [next(iter(game.moves(position)))], game, 4)
    own = [game.start(), game.play(game.play(game.start(), 0), 1)]
    assert all(position in book.moves for position in own)
    off = game.play(game.play(game.start(), 1), 1)  # on neither side: the book's player begins in column 0
    assert off not in book.moves
    assert game.play(game.start(), 3) in book.moves  # the other begins


def test_a_book_that_allows_what_is_no_move_is_not_followed() -> None:
    game = zermelo.game("subtraction(heap=9)")
    search = ClockSearch(game, interpreted=True, book=lambda _: [7, 8])
    assert search.choose(9, SearchLimit(plies=8)).move == 1


# Games of any kind


@pytest.mark.parametrize("game", few([Word(), NodeKayles(), SymmetricNim(), TupleNim()], 3), ids=repr)
def test_games_that_do_not_compile_are_searched_by_numbers(game: Game) -> None:
    solution = zermelo.solve(game, interpreted=True)
    search = ClockSearch(game)
    start: Any = game.start()
    check_against(solution, start, search.choose(start, SearchLimit(plies=100)))
    for move in game.moves(start):
        child = game.play(start, move)
        if game.outcome(child) == UNDECIDED and list(game.moves(child)):
            check_against(solution, child, search.choose(child, SearchLimit(plies=100)))


class Rows(Game):
    """Take from a heap so large that its number needs more than a word, or any of a hundred small moves."""

    heap: int = 1 << 70

    def start(self) -> int:
        return self.heap

    def moves(self, position: int) -> Iterator[int]:
        if position >= 1 << 70:
            yield from range(300)

    def play(self, position: int, move: int) -> int:
        return (1 << 69) + move

    def outcome(self, position: int) -> int:
        return UNDECIDED if position >= 1 << 70 else (-1 if position % 300 == 77 else 1)


def test_more_moves_than_there_is_room_for_and_words_beyond_63_bits() -> None:
    game = Rows()
    found = ClockSearch(game).choose(game.start(), SearchLimit(plies=4))
    assert (game.play(game.start(), found.move)) % 300 == 77 and found.proven and found.remoteness == 1


class Endless(ConnectFour):
    """Rules that raise when the board has three discs."""

    def outcome(self, position: int) -> int:
        if self.occupied(position).bit_count() == 3:
            raise ZeroDivisionError("no thirds")
        return super().outcome(position)


def test_what_rules_raise_is_said_in_words() -> None:
    game = Endless(columns=4, rows=4)
    search = ClockSearch(game, interpreted=True)
    with pytest.raises(BadRules, match="the rules raise ZeroDivisionError: no thirds"):
        search.choose(game.start(), SearchLimit(plies=3))
    with pytest.raises(BadRules, match="no thirds"):
        search.choose(game.start(), SearchLimit(seconds=60.0))


def test_what_is_refused() -> None:
    for name in ("pig", "strike"):
        with pytest.raises(MissingCapability, match="searches against the clock are for two players"):
            ClockSearch(zermelo.game(name))
    search = ClockSearch(zermelo.game("tic_tac_toe"), interpreted=True)
    with pytest.raises(BadParameter, match=r"play has ended at .*XXX/OO"):
        search.choose(search.game.parse("XXX/OO./..."), SearchLimit(plies=2))
    for bad in ({}, {"seconds": -1}, {"seconds": float("nan")}, {"plies": 0}, {"plies": True}):
        with pytest.raises(BadParameter, match=r"limit|plies"):
            SearchLimit(**bad)  # type: ignore[arg-type]
    for text in ("", "2 days", "-1s", "1e3", "s", "1.2.3", "nan", "two"):
        with pytest.raises(BadParameter, match=r"is none: write for example 2s, 500ms or 1m"):
            SearchLimit.parse_time(text)
    assert SearchLimit.parse_time(" .5 s ") == 0.5 and SearchLimit.parse_time("2h") == 7200


# Strength


@pytest.mark.long
def test_a_search_of_four_plies_beats_who_does_not_look() -> None:
    game = zermelo.game("connect_four")  # compiled above
    player = search_player(ClockSearch(game), SearchLimit(plies=4))
    for other in (random_player(game), shallow_player(game, 1)):
        standing = play_contest(game, (player, other), games=30, seed=7).standings[0]
        assert standing.won >= 28 and standing.lost == 0


def test_positions_are_pinned() -> None:
    """What orders moves and what a small table keeps changes no answer, and shows here: a change says so."""
    visited = {}
    for name, plies, memory in PINNED:
        game = zermelo.game(name)
        search = ClockSearch(game, interpreted=True, memory=memory)
        visited[name, plies, memory] = search.choose(game.start(), SearchLimit(plies=plies)).positions
    assert visited == PINNED


PINNED = {
    ("tic_tac_toe", 9, 1 << 20): 692,
    ("connect_four", 5, 1 << 20): 543,
    ("connect_four", 5, 1 << 12): 675,
    ("dots_and_boxes(columns=2, rows=2)", 6, 1 << 20): 1_104,
    ("breakthrough(columns=4, rows=5)", 4, 1 << 13): 1_263,
}


def test_a_table_that_many_searches_share_gives_no_wrong_values() -> None:
    """More searches than generations, in a table of a few slots, and what is proven is the solution's."""
    game = zermelo.game("tic_tac_toe")
    search = ClockSearch(game, interpreted=True, memory=1 << 12)
    for position in positions_of(game, 3 * depth_search_kernel.GENERATIONS // 2, 12, 3):
        check_against(solved("tic_tac_toe"), position, search.choose(position, SearchLimit(plies=9)))


# Every kind of random game: what is proven is so, and without loops everything is at the end


@settings(max_examples=20)
@given(random_games(), strategies.integers(1, 6))
def test_random_games_searched_to_the_end_are_the_twins(game: Any, plies: int) -> None:
    values = naive.solve(game)
    search = ClockSearch(game, interpreted=True, memory=1 << 14)
    for position in unfinished(game, values)[:6]:
        check_claim(game, values, position, search.choose(position, SearchLimit(plies=plies)))
        found = search.choose(position, SearchLimit(plies=100))
        assert found.proven
        check_claim(game, values, position, found)


@settings(max_examples=60)
@given(ponds(), strategies.integers(1, 12))
def test_random_games_with_loops_are_claimed_rightly(game: Any, plies: int) -> None:
    values = naive.solve(game)
    search = ClockSearch(game, interpreted=True, memory=1 << 14)
    for position in unfinished(game, values)[:6]:
        found = search.choose(position, SearchLimit(plies=plies))
        assert found.move in list(game.moves(position))
        check_claim(game, values, position, found)


def unfinished(game: Any, values: Any) -> list[Any]:
    return [position for position in sorted(values) if naive.children(game, position)]


def check_claim(game: Any, values: Any, position: Any, found: ClockMove) -> None:
    """What a search claims to have proven is what the twin says, and the move keeps the value."""
    value, remoteness = values[position]
    if not found.proven:
        assert found.remoteness is None
        return
    assert found.score is not None
    if game.scored or has(game, "gain"):
        assert found.score == value
    else:
        assert (found.score >= LEAST_WIN) - (found.score <= -LEAST_WIN) == value
    if found.remoteness is not None:
        assert found.remoteness == remoteness
    kept = naive.worth(game, position, found.move, values[game.play(position, found.move)][0])
    assert kept == value


class Shifted(ConnectFour):
    """An estimate that machine words cannot hold on the way."""

    def estimate(self, position: int) -> int:
        return (1 << 40 + self.occupied(position).bit_count() * 8) % 1_000


class Moody(ConnectFour):
    """An estimate that machine code takes for one number, and the interpreter asks anew each time."""

    asked = itertools.count(1)

    @property
    def mood(self) -> int:
        return next(self.asked)

    def estimate(self, position: int) -> int:
        return self.mood


@pytest.mark.long
def test_a_compiled_search_that_differs_from_the_rules_is_refused() -> None:
    with pytest.raises(BadRules, match=r"the compiled search from .* differs from the interpreter's"):
        ClockSearch(Moody(columns=4, rows=4))


@pytest.mark.long  # a kernel of its own
def test_an_estimate_that_leaves_64_bits_is_refused() -> None:
    with pytest.raises(BadRules, match=r"an integer leaves 64 bits.* in the search of position"):
        ClockSearch(Shifted(columns=4, rows=4))
    assert ClockSearch(Shifted(columns=4, rows=4), interpreted=True).choose(
        ConnectFour(columns=4, rows=4).start(), SearchLimit(plies=2)
    )
