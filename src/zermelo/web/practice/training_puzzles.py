"""Training: the puzzles of a solved game, the state of a puzzle, and whether the moves made are right.

Each state has an address of its own: the puzzle and the moves made since. A right move keeps the value of the
position; in a long win, and in a puzzle for one player, it must also shorten the way to the end. With dice a
puzzle ends with its one move, before anything is thrown.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final
from urllib.parse import parse_qsl, quote

from zermelo import Solution, ZermeloError
from zermelo.core import BadParameter, MissingCapability, UnknownGame, capitalize, describe_error
from zermelo.play import Match
from zermelo.solution import MoveAnswer, Puzzle
from zermelo.web.pages.line_cache import LineCache, PlayedLine
from zermelo.web.requests.position_url import (
    IN_QUERY,
    LONGEST,
    PositionUrl,
    ViewOptions,
    check_page_link_count,
    escape_url_part,
    parse_touched_places,
    split_url_path,
)
from zermelo.web.requests.timeouts import RuleTimeLimit
from zermelo.web.services.solution_cache import GameStatus

COUNT: Final = 8  # puzzles of each kind
MOST_FOUND: Final = 50  # games whose puzzles are kept
AT_ONCE: Final = 1.0  # seconds that a page waits for them


# Addresses.


@dataclass(frozen=True)
class TrainingUrl(PositionUrl):
    """The address of a training state: the puzzle ("": the list), the moves since, and earlier results.

    `missed` says that something was wrong already, `opened` that the answer is looked at, and `said` who is
    held to win a zugzwang's two positions. Whatever `PositionUrl` makes of one is one of these.
    """

    puzzle: str = ""
    missed: bool = False
    opened: bool = False
    said: tuple[str, str] = ("", "")

    @cached_property
    def path(self) -> str:
        """The path of the game's trainer."""
        return f"/-/train/{escape_url_part(self.game)}"

    def url_after_move(self, move: str, *, suffix: str = "") -> str:
        """Return the URL of where a move leads, which is no part of the path here."""
        return self.after_moves(move).url(suffix=suffix)

    def list_query_fields(self) -> Iterable[tuple[str, str]]:
        """Return the fields of the query, those that say what is usual left out."""
        rows = {
            "puzzle": self.puzzle,
            "moves": "/".join(map(escape_url_part, self.moves)),
            "here": self.said[0],
            "passed": self.said[1],
            "missed": "1" if self.missed else "",
            "answer": "1" if self.opened else "",
            "touch": ",".join(self.view.touched),
            "turned": "1" if self.view.turned else "",
        }
        return ((name, value) for name, value in rows.items() if value)

    def url_with_next_action(self, what: str) -> str:
        """Return the URL of a form that says what comes next."""
        url = self.url()
        return f"{url}{'&' if '?' in url else '?'}then={quote(what, safe=IN_QUERY)}"


def parse_training_url(game: str, query: str) -> tuple[TrainingUrl, str]:
    """Return what an address says, and what a form wants next. Raises `BadParameter`.

    >>> parse_training_url("tic_tac_toe", "puzzle=single-1&moves=b2/a1&missed=1")[0].moves
    ('b2', 'a1')
    """
    if len(game) + len(query) > LONGEST:
        raise BadParameter(f"the address is too long: {LONGEST:,} characters are read")
    said = dict(parse_qsl(query))
    held = said.get("here", ""), said.get("passed", "")
    for each in held:
        if each and each not in Puzzle.WINNERS:
            raise BadParameter(f"{each!r} wins nothing: write {', '.join(Puzzle.WINNERS)}")
    address = TrainingUrl(
        game,
        tuple(split_url_path(said.get("moves", ""))),
        view=ViewOptions(
            hints="off",
            turned="turned" in said,
            touched=parse_touched_places(said.get("touch", "")),
        ),
        puzzle=said.get("puzzle", ""),
        missed="missed" in said,
        opened="answer" in said,
        said=held,
    )
    check_page_link_count(len(address.moves), game + query)
    return address, said.get("then", "")


# The puzzles of a game.


@dataclass(frozen=True)
class TrainingPuzzle:
    """A puzzle as the trainer has it: `name` in addresses, and its position as text.

    `passed` is the text of a zugzwang's position with the other player to move.
    """

    name: str
    puzzle: Puzzle
    text: str
    passed: str = ""

    @property
    def record_key(self) -> str:
        """Its name in the memory, the same whatever else is found."""
        return f"{self.puzzle.kind} {self.text}"

    def make_explorer_url(
        self, game: str, moves: tuple[str, ...] = (), *, passed: bool = False
    ) -> PositionUrl:
        """Return the address of its position in the explorer, or of what moves lead to."""
        return PositionUrl(game, moves, self.passed if passed else self.text, passed)


@dataclass
class PuzzleSearch:
    """A search for puzzles of a solution: the puzzles found, or why there are none."""

    solution: Solution
    tasks: list[TrainingPuzzle] = field(default_factory=list)
    error: str = ""
    ended: threading.Event = field(default_factory=threading.Event)


class PuzzleFinder:
    """Looks for puzzles, one game at a time and beside the request, and keeps them."""

    def __init__(self, time_limit: RuleTimeLimit) -> None:
        self.time_limit = time_limit
        self._found: OrderedDict[str, PuzzleSearch] = OrderedDict()
        self._lock, self._busy = threading.Lock(), threading.Lock()

    def find_puzzles(self, status: GameStatus, wait: float = AT_ONCE) -> PuzzleSearch:
        """Return the puzzles of a solved game, still being looked for where that takes long."""
        assert status.solution is not None
        with self._lock:
            search = self._found.get(status.source)
            if search is None or search.solution is not status.solution:
                search = self._found[status.source] = PuzzleSearch(status.solution)
                threading.Thread(target=self._search_puzzles, args=(search,), daemon=True).start()
                while len(self._found) > MOST_FOUND:
                    self._found.popitem(last=False)
            self._found.move_to_end(status.source)
        search.ended.wait(wait)
        return search

    def _search_puzzles(self, search: PuzzleSearch) -> None:
        with self._busy:
            try:
                found = search.solution.puzzles(
                    count=2 * COUNT
                )  # which takes as long as the solution is large
                with self.time_limit.limit_time_of_rules(f"the puzzles of {search.solution.game!r}"):
                    search.tasks = number_puzzles(search.solution, found)
                if not search.tasks:
                    raise MissingCapability("there is no position with a puzzle in it")
            except ZermeloError as error:
                search.error = str(error)
            except Exception as error:  # rules may raise anything
                search.error = describe_error(error)
            finally:
                search.ended.set()


def number_puzzles(solution: Solution, puzzles: Sequence[Puzzle]) -> list[TrainingPuzzle]:
    """Return puzzles as the trainer has them, numbered within their kind, each position once."""
    found: list[TrainingPuzzle] = []
    counts: dict[str, int] = {}
    seen: set[Any] = set()
    for puzzle in puzzles:
        if puzzle.position in seen or counts.get(puzzle.kind) == COUNT:
            continue
        seen.add(puzzle.position)
        counts[puzzle.kind] = counts.get(puzzle.kind, 0) + 1
        name, show = f"{puzzle.kind}-{counts[puzzle.kind]}", solution.game.show
        passed = show(puzzle.passed.position) if puzzle.passed else ""
        found.append(TrainingPuzzle(name, puzzle, show(puzzle.position), passed))
    return found


def find_puzzle_by_name(tasks: list[TrainingPuzzle], name: str) -> TrainingPuzzle:
    """Return the puzzle that an address names; raises `UnknownGame` where there is none."""
    for task in tasks:
        if task.name == name:
            return task
    raise UnknownGame(f"there is no puzzle {name!r}: there are {', '.join(task.name for task in tasks)}")


# The state of a puzzle.


@dataclass(frozen=True)
class PuzzleState:
    """The state of a puzzle: the line, the verdict on the last move, and words for it.

    `verdict` is "" where something is to be done, else "done", "slower" or "wrong". `other` is the line of a
    zugzwang's second position.
    """

    address: TrainingUrl
    task: TrainingPuzzle
    line: PlayedLine
    verdict: str = ""
    words: str = ""
    other: PlayedLine | None = None

    @property
    def person_side(self) -> int:
        """The person's side: that of the player who moves first in the puzzle."""
        return self.line.match.movers[0]

    @property
    def text(self) -> str:
        """What is said of the last thing done, and what the other side answered."""
        match, words = self.line.match, self.words
        if self.verdict == "done":
            return f"Done: {words[:1].lower()}{words[1:]}" if self.other else f"Done: {words}"
        if self.verdict or not match.played or self.other is not None:
            return words
        if match.movers[-2] != self.person_side:
            words += describe_reply(
                match, match.movers[-2], match.game.name(match.positions[-2], match.played[-1])
            )
        return f"{words}. Go on"

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """What forms there are, each with the words of its button."""
        if self.verdict == "done" or self.address.opened:
            return [("next", "Next puzzle"), ("list", "All puzzles")]
        first = [("again", "Try again")] if self.verdict else [] if self.other else [("hint", "Hint")]
        return [*first, ("answer", "See the answer"), ("next", "Next puzzle")]

    @property
    def url_before_mistake(self) -> TrainingUrl:
        """The address before what was done last, where that was not right; else the same."""
        if self.verdict not in ("slower", "wrong"):
            return self.address
        return replace(self.address, moves=self.address.moves[:-1], said=("", ""))


def find_puzzle_state(
    lines: LineCache, solution: Solution, task: TrainingPuzzle, address: TrainingUrl
) -> PuzzleState:
    """Return where an address stands: its moves judged, those after a wrong one left out.

    Where the other side is to move it answers perfectly, so the address that comes back may be longer.
    Raises `IllegalMove`.
    """
    if task.puzzle.passed:
        return _find_zugzwang_state(lines, solution, task, address)
    game, names, words = solution.game, address.moves, ""
    ply = 0
    while True:
        line = lines.find_or_make_played_line(game, task.make_explorer_url(address.game, names[:ply]))
        match = line.match
        if match.is_over() or (task.puzzle.kind == "single" and bool(match.played)):
            return PuzzleState(_replace_moves_of_address(address, names[:ply]), task, line, "done", words)
        if match.mover != match.movers[0]:
            if ply == len(names):
                names = (*names, solution.moves(match.position)[0].name)
        elif ply == len(names):
            return PuzzleState(_replace_moves_of_address(address, names), task, line, "", words)
        else:
            answers = solution.moves(match.position)
            move = match.find_move(names[ply])
            played = next(each for each in answers if each.move == move)
            verdict, words = task.puzzle.judge_move(played, answers[0])
            if verdict != "right":
                line = lines.find_or_make_played_line(
                    game, task.make_explorer_url(address.game, names[: ply + 1])
                )
                if verdict == "wrong":
                    words += describe_refutation(line.match, solution)
                return PuzzleState(
                    _replace_moves_of_address(address, names[: ply + 1]), task, line, verdict, words
                )
        ply += 1


def _replace_moves_of_address(address: TrainingUrl, moves: tuple[str, ...]) -> TrainingUrl:
    """Return the address with these moves; a touch that was for other ones is forgotten."""
    same = moves == address.moves
    return replace(address, moves=moves, view=address.view if same else replace(address.view, touched=()))


def describe_refutation(match: Match, solution: Solution) -> str:
    """Return how the other side makes use of a wrong move, in words."""
    replies = find_refutation(match, solution)
    return "".join(describe_reply(match, match.mover, each.name) for each in replies)


def find_refutation(match: Match, solution: Solution) -> list[MoveAnswer]:
    """Return how the other side answers a wrong move: no answer at the end or where dice are thrown first."""
    if match.is_over() or match.mover == match.movers[0]:
        return []
    return solution.moves(match.position)[:1]


def describe_reply(match: Match, mover: int, move: str) -> str:
    """Return what the other side plays, as a sentence goes on."""
    return f". {capitalize(match.player_name(mover, 'answer'))} {move}"


# Zugzwang.


def _find_zugzwang_state(
    lines: LineCache, solution: Solution, task: TrainingPuzzle, address: TrainingUrl
) -> PuzzleState:
    """Return the state after an answer to who wins each of a zugzwang's two positions."""
    here = lines.find_or_make_played_line(solution.game, task.make_explorer_url(address.game))
    other = lines.find_or_make_played_line(solution.game, task.make_explorer_url(address.game, passed=True))
    address = _replace_moves_of_address(address, ())
    if not all(address.said):
        return PuzzleState(address, task, here, other=other)
    verdict, words = task.puzzle.judge_winners(address.said, here.match.mover)
    return PuzzleState(address, task, here, verdict, words, other)
