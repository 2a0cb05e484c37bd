"""The pages of the trainer: all puzzles of a game with how they went, and one puzzle being done.

Viewing a page changes nothing. A form posts what is to be remembered: the person continues from a finished
puzzle, tries a failed one again, or has the answer shown.
"""

import hashlib
from dataclasses import replace
from datetime import date
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from zermelo import Game
from zermelo.core import (
    BadParameter,
    Count,
    MissingCapability,
    Result,
    about,
    capitalize,
    check_question,
)
from zermelo.games import format_game_name, read_game
from zermelo.play import Match, PuzzleRecord, Scene, TrainingRecords, value_sign_html
from zermelo.solution import Puzzle
from zermelo.web.pages.home_page import draw_bare_board
from zermelo.web.pages.line_cache import LineCache
from zermelo.web.pages.line_history import explain_best_move, join_wrapped_lines, list_best_line_moves
from zermelo.web.pages.position_view import (
    PositionView,
    build_board_script_values,
    list_clickable_board_places,
    list_move_choices,
)
from zermelo.web.practice.training_puzzles import (
    PuzzleFinder,
    PuzzleState,
    TrainingPuzzle,
    TrainingUrl,
    find_puzzle_by_name,
    find_puzzle_state,
    find_refutation,
)
from zermelo.web.requests.position_url import PositionUrl
from zermelo.web.requests.timeouts import RuleTimeLimit
from zermelo.web.services.solution_cache import GameStatus, SolutionCache

# Games of the puzzles of the day: of every group, each solved in seconds, with several puzzles.
DAILY: Final = (
    "connect_four(columns=5,rows=4)",
    "chess_endgame(material='KQvK')",
    "chess_endgame(material='KRvK')",
    "tic_tac_toe",
    "wild_tic_tac_toe",
    "three_mens_morris",
    "picaria",
    "achi",
    "hexapawn",
    "dodgem",
    "mu_torere",
    "hare_and_hounds",
    "bagh_chal",
    "hex",
    "clobber",
    "domineering",
    "dots_and_boxes",
    "kalah",
    "oware",
    "chomp",
    "nim",
    "kayles",
    "rush_hour",
    "lights_out",
    "sokoban",
    "hanoi",
)
TRAINED: Final = "connect_four(columns=5,rows=4)", "chess_endgame(material='KQvK')", "three_mens_morris"
ORDERS: Final = ("again", "hint", "answer", "next", "list")  # what a form may want
PlayerToMove = Annotated[
    Annotated[int, Meta(ge=1)] | None,
    about("the player about to move, numbered from 1; null where play is over"),
]


class TrainingTask(Result, frozen=True, kw_only=True):
    """A puzzle, and how it went so far."""

    puzzle: Annotated[str, about("its name, as addresses have it")]
    kind: Annotated[Literal["longest", "single", "zugzwang"], about("what it is")]
    task: Annotated[str, about("what is to be done")]
    url: Annotated[str, about("where the JSON of what follows is")]
    text: Annotated[str, about("the position as the game shows it")]
    box: Annotated[Count, about("how surely it is known: it comes back the later")]
    found: Annotated[Count, about("times that it was found at once")]
    missed: Annotated[Count, about("times that it was not")]
    last: Annotated[str | None, about("when it was done last")]


class TrainingTasks(Result, frozen=True, kw_only=True):
    """The puzzles of a game."""

    game: Annotated[str, about("the game, as every command reads it")]
    solved: Annotated[bool, about("whether the game is")]
    searching: Annotated[bool, about("whether puzzles are being looked for")]
    answered: Annotated[Count, about("how often somebody has answered one")]
    next: Annotated[str | None, about("the puzzle to be done next")]
    puzzles: Annotated[tuple[TrainingTask, ...], about("the puzzles")]


class PuzzleMove(Result, frozen=True, kw_only=True):
    """A move that may be tried."""

    move: Annotated[str, about("its name")]
    cells: Annotated[tuple[str, ...], about("the cells of the board that it is of")]
    url: Annotated[str, about("where the JSON of what follows is")]


class ZugzwangPartner(Result, frozen=True, kw_only=True):
    """The other position of a zugzwang, in which the player to move has passed."""

    text: Annotated[str, about("the position as the game shows it")]
    mover: PlayerToMove


class PuzzleSolution(Result, frozen=True, kw_only=True):
    """What is right, and why."""

    said: Annotated[list[str], about("what is right, in sentences")]
    why: Annotated[list[str], about("the reasons, in sentences")]
    line: Annotated[list[dict[str, str]], about("a line of perfect play: `name` and `url` of each move")]


class TrainingAnswer(TrainingTask, frozen=True, kw_only=True):
    """A puzzle being done."""

    game: Annotated[str, about("the game, as every command reads it")]
    mover: PlayerToMove
    made: Annotated[tuple[str, ...], about("moves made so far")]
    verdict: Annotated[str | None, about("how it went: done, wrong and others; null where it goes on")]
    words: Annotated[str, about("the same in words")]
    moves: Annotated[tuple[PuzzleMove, ...], about("moves that may be tried")]
    tell: Annotated[dict[str, str], about("addresses to post to, by what they report")]
    passed: Annotated[ZugzwangPartner | UnsetType, about("of a zugzwang: the other position")] = UNSET
    choices: Annotated[tuple[str, ...] | UnsetType, about("of a zugzwang: what may be said")] = UNSET
    answer: Annotated[PuzzleSolution | UnsetType, about("where it was asked for: the solution")] = UNSET


def list_training_games() -> list[dict[str, str]]:
    """Return the games that the first page offers for training: title and address."""
    return [
        {"title": format_game_name(name.partition("(")[0]), "url": TrainingUrl(name).url()}
        for name in TRAINED
    ]


class TrainingPages:
    """Answers the addresses of training."""

    def __init__(self, lines: LineCache, solution_cache: SolutionCache, time_limit: RuleTimeLimit) -> None:
        self.lines, self.solution_cache, self.time_limit = lines, solution_cache, time_limit
        self.memory, self.finder = TrainingRecords(solution_cache.store), PuzzleFinder(time_limit)
        self._daily: tuple[str, dict[str, str]] = "", {}  # the day, and its puzzle

    def build_page_or_redirect(self, address: TrainingUrl, game: Game) -> tuple[str, dict[str, Any]] | str:
        """Return a template with its values, or another address to go to."""
        known, tasks = self._find_puzzles(game)
        if tasks is None or not address.puzzle:
            return "train.html", self._build_puzzle_list_values(address, known, tasks)
        task = find_puzzle_by_name(tasks, address.puzzle)
        stand = self._find_puzzle_state(known, task, address)
        if stand.address != address:
            return stand.address.url()
        return "puzzle.html", self._build_puzzle_values(stand, known, tasks)

    def find_daily_puzzle(self, day: date) -> dict[str, str]:
        """Return the puzzle of a day, the same on every server; without a board until it has been found.

        Nothing is waited for: what takes long is found beside the request.
        """
        said = day.isoformat()
        if self._daily[0] == said:
            return self._daily[1]
        name = min(DAILY, key=lambda name: _make_shuffle_key(f"{said} {name}"))
        known, bare = self.solution_cache.find_game_status(read_game(name), wait=0), TrainingUrl(name)
        row = {
            "title": format_game_name(name.partition("(")[0]),
            "url": bare.url(),
            "list": bare.url(),
            "board": "",
            "task": "",
        }
        search = None if known.solution is None else self.finder.find_puzzles(known, wait=0)
        if search is not None and search.ended.is_set() and search.tasks:
            task = min(search.tasks, key=lambda task: _make_shuffle_key(f"{said} {task.name}"))
            row |= {"url": replace(bare, puzzle=task.name).url(), "task": task.puzzle.title}
            row["board"] = draw_bare_board(Scene.from_match(Match(known.game, [task.puzzle.position])))
            self._daily = said, row
        return row

    def answer_training_request(self, address: TrainingUrl, game: Game) -> TrainingTasks | TrainingAnswer:
        """Return the same for programs."""
        known, tasks = self._find_puzzles(game)
        if tasks is None or not address.puzzle:
            return self._make_training_tasks(address, known, tasks)
        return self._answer_puzzle(
            self._find_puzzle_state(known, find_puzzle_by_name(tasks, address.puzzle), address), known
        )

    def record_answer_and_follow_button(self, address: TrainingUrl, game: Game, order: str) -> str:
        """Record what a form reports, and return where to go on. Raises `StorageFailed`, `BadParameter`."""
        known, tasks = self._find_puzzles(game)
        if order not in ORDERS:
            raise BadParameter(f"then={order!r} is none: write {', '.join(ORDERS)}")
        if tasks is None:
            return replace(address, puzzle="").url()
        task = find_puzzle_by_name(tasks, address.puzzle)
        stand = self._find_puzzle_state(known, task, address)
        went = find_result_to_record(stand, order)
        if went is not None:
            self.memory.record_puzzle_answer(known.source, task.record_key, right=went)
        if order in ("again", "answer"):
            return replace(stand.url_before_mistake, missed=True, opened=order == "answer").url()
        if order == "hint":
            return self._find_hint_url(stand, known).url()
        bare = TrainingUrl(address.game, view=address.view.options_for_next_position)
        if order == "list":
            return bare.url()
        if not stand.verdict and not stand.address.opened:  # left unfinished, it would be chosen again
            return replace(bare, puzzle=tasks[(tasks.index(task) + 1) % len(tasks)].name).url()
        following = self.memory.read_game_progress(known.source).choose_next_puzzle(
            [each.record_key for each in tasks]
        )
        return replace(bare, puzzle=next(each.name for each in tasks if each.record_key == following)).url()

    def _find_hint_url(self, puzzle_state: PuzzleState, status: GameStatus) -> TrainingUrl:
        """Return the address where the place is touched at which a best move begins; a hint is no success."""
        match = puzzle_state.line.match
        if status.solution is None or puzzle_state.verdict or puzzle_state.other is not None:
            return puzzle_state.address
        with self.time_limit.limit_time_of_rules(f"a hint for {puzzle_state.task.name} of {status.game!r}"):
            best = status.solution.moves(match.position)[:1]
            choices = Scene.from_match(match, best, puzzle_state.person_side).choices
        view = replace(puzzle_state.address.view, touched=choices[0].cells[:1])
        return replace(puzzle_state.address, missed=True, view=view)

    def _find_puzzles(self, game: Game) -> tuple[GameStatus, list[TrainingPuzzle] | None]:
        """Return the puzzles of a game, None where it is not solved, or they are being looked for."""
        check_question(game, "puzzles")
        known = self.solution_cache.find_game_status(game)
        if known.solution is None:
            return known, None
        search = self.finder.find_puzzles(known)
        if search.error:
            raise MissingCapability(f"{game!r} has no puzzles to train: {search.error}")
        return known, search.tasks if search.ended.is_set() else None

    def _find_puzzle_state(
        self, status: GameStatus, task: TrainingPuzzle, address: TrainingUrl
    ) -> PuzzleState:
        assert status.solution is not None
        return find_puzzle_state(self.lines, status.solution, task, address)

    # The list.

    def _build_puzzle_list_values(
        self, address: TrainingUrl, status: GameStatus, tasks: list[TrainingPuzzle] | None
    ) -> dict[str, Any]:
        bare = TrainingUrl(address.game)
        base = {
            "title": format_game_name(address.game.partition("(")[0]),
            "position": PositionUrl(address.game).url(),
            "solved": status.solution is not None,
            "going": tasks is None
            and (status.solution is not None or (status.job and status.job.is_running_or_waiting)),
        }
        if tasks is None:
            why = TrainingRecords.NO_PUZZLES[status.solution is not None, bool(base["going"])]
            waiting = TrainingRecords.WAITING
            return base | {
                "groups": [],
                "said": capitalize(why),
                "next": "",
                "begun": False,
                "waiting": waiting,
            }
        progress = self.memory.read_game_progress(status.source)
        following = progress.choose_next_puzzle([task.record_key for task in tasks])
        rows: list[dict[str, Any]] = [
            {
                "kind": task.puzzle.kind,
                "url": replace(bare, puzzle=task.name).url(),
                "task": task.puzzle.title,
                "board": draw_bare_board(Scene.from_match(match)),
                "mover": f"{capitalize(match.player_name(match.mover))} to move"
                if status.game.players > 1
                else "",
                "record": record,
                "sign": value_sign_html(record.tone),
                "next": task.record_key == following,
            }
            for task in tasks
            for record in [progress.find_puzzle_record(task.record_key)]
            for match in [Match(status.game, [task.puzzle.position], by_pieces=True)]
        ]
        titles = {task.puzzle.kind: task.puzzle.heading for task in tasks}
        return base | {
            "groups": [
                (capitalize(title), [row for row in rows if row["kind"] == kind])
                for kind, title in titles.items()
            ],
            "said": progress.title([task.record_key for task in tasks]),
            "begun": any(row["record"].box for row in rows),
            "found": sum(row["record"].tone == "win" for row in rows),
            "total": len(rows),
            "next": next(row["url"] for row in rows if row["next"]),
            "boxes": TrainingRecords.BOXES,
            "what_to_do": TrainingRecords.TASK,
            "order": TrainingRecords.ORDER,
        }

    def _make_training_tasks(
        self, address: TrainingUrl, status: GameStatus, tasks: list[TrainingPuzzle] | None
    ) -> TrainingTasks:
        progress = self.memory.read_game_progress(status.source)
        following = progress.choose_next_puzzle([task.record_key for task in tasks]) if tasks else None
        return TrainingTasks(
            game=repr(status.game),
            solved=status.solution is not None,
            searching=status.solution is not None and tasks is None,
            answered=progress.answered,
            next=next((task.name for task in tasks or [] if task.record_key == following), None),
            puzzles=tuple(
                TrainingTask(
                    url=replace(TrainingUrl(address.game), puzzle=task.name).url(suffix=".json"),
                    text=task.text,
                    **_make_task_fields(task, progress.find_puzzle_record(task.record_key)),
                )
                for task in tasks or []
            ),
        )

    # One puzzle.

    def _build_puzzle_values(
        self, puzzle_state: PuzzleState, status: GameStatus, tasks: list[TrainingPuzzle]
    ) -> dict[str, Any]:
        address, task, line = puzzle_state.address, puzzle_state.task, puzzle_state.line
        opened = address.opened and not puzzle_state.verdict
        names = zip(line.match.positions, line.match.played, strict=False)
        progress = self.memory.read_game_progress(status.source)
        return {
            **self._build_board_values(
                puzzle_state,
                status,
                answers=not puzzle_state.verdict and not opened and puzzle_state.other is None,
            ),
            "title": format_game_name(address.game.partition("(")[0]),
            "list": TrainingUrl(address.game).url(),
            "number": f"puzzle {tasks.index(task) + 1} of {len(tasks)}",
            "task": task.puzzle.title,
            "plan": describe_plan(line.game, task.puzzle),
            "how": line.match.how_to_play,
            "went": progress.find_puzzle_record(task.record_key),
            "strip": [
                {
                    "url": TrainingUrl(address.game, puzzle=each.name).url(),
                    "said": f"puzzle {number}: {record}",
                    "sign": value_sign_html(record.tone, str(number)),
                    "now": each is task,
                }
                for number, each in enumerate(tasks, 1)
                for record in [progress.find_puzzle_record(each.record_key)]
            ],
            "side": task.puzzle.side_text(line.match.player_name(puzzle_state.person_side)),
            "verdict": puzzle_state.verdict,
            "said": puzzle_state.text,
            "sign": value_sign_html({"done": "win", "wrong": "loss"}.get(puzzle_state.verdict, "draw")),
            "made": [line.game.name(*pair) for pair in names],
            "explored": task.make_explorer_url(address.game, address.moves).url(),
            "orders": [
                {"url": address.url_with_next_action(order), "words": words}
                for order, words in puzzle_state.buttons
            ],
            "start": replace(address, moves=(), opened=False, said=("", ""), missed=True).url(),
            "opened": opened,
            "between": self._build_zugzwang_values(puzzle_state) if puzzle_state.other is not None else None,
            "hidden": [pair for pair in address.list_query_fields() if pair[0] not in ("here", "passed")],
            "path": address.path,
            "answer": self._find_puzzle_solution(puzzle_state, status)
            if opened or puzzle_state.verdict == "done"
            else None,
        }

    def _build_board_values(
        self, puzzle_state: PuzzleState, status: GameStatus, *, answers: bool
    ) -> dict[str, Any]:
        """Return the board and the moves; where it does not answer there are none."""
        address, view = puzzle_state.address, puzzle_state.address.view
        match = puzzle_state.line.match
        if puzzle_state.verdict == "wrong" and puzzle_state.other is None and status.solution is not None:
            match = match.copy()
            for reply in find_refutation(match, status.solution):
                match.play(reply.move)
        scene = Scene.from_match(match, None, puzzle_state.person_side)  # not judged: the order is no hint
        seen = PositionView(address, puzzle_state.line, status, scene, None)
        moves = list_move_choices(seen) if answers else []
        touched = view.touched if moves else ()
        touches = list_clickable_board_places(seen) if moves else ()
        if not moves:
            scene = replace(scene, choices=())  # nothing is marked but the last move
        return {
            "board": scene.board_html(targets=touches, touched=touched, turned=view.turned),
            "moves": moves,
            "touched": touched,
            "untouched": address.with_view_options().url(),
            "turned": address.with_view_options(turned=not view.turned).url(),
            "data": build_board_script_values(seen) if moves else {"moves": []},
        }

    def _build_zugzwang_values(self, puzzle_state: PuzzleState) -> dict[str, Any]:
        """Return a zugzwang's two positions, each with a board and what is said of it."""
        assert puzzle_state.other is not None
        rows = []
        for name, said, line in zip(
            ("here", "passed"),
            puzzle_state.address.said,
            (puzzle_state.line, puzzle_state.other),
            strict=True,
        ):
            board = Scene.from_match(line.match, None).board_html(turned=puzzle_state.address.view.turned)
            choices = [{"value": each, "now": each == said} for each in Puzzle.WINNERS]
            mover = f"{line.match.player_name(line.match.mover)} to move"
            rows.append({"name": name, "board": board, "mover": mover, "choices": choices})
        return {"rows": rows}

    def _find_puzzle_solution(self, puzzle_state: PuzzleState, status: GameStatus) -> PuzzleSolution:
        """Return the answer: what is right, why, and a line of perfect play that leads to the explorer."""
        assert status.solution is not None
        task, solution, game = puzzle_state.task, status.solution, puzzle_state.address.game
        with self.time_limit.limit_time_of_rules(f"the answer of {task.name} of {status.game!r}"):
            if puzzle_state.other is not None and task.puzzle.passed:
                why = [
                    explain_best_move(solution, line.match.position)
                    for line in (puzzle_state.line, puzzle_state.other)
                ]
                return PuzzleSolution(
                    said=task.puzzle.winner_sentences(puzzle_state.line.match.mover),
                    why=[row for each in why for row in join_wrapped_lines(each)],
                    line=[],
                )
            place = 0 if puzzle_state.verdict else len(puzzle_state.line.match.played)
            where = puzzle_state.line.match.positions[place]
            seen = PositionView(
                task.make_explorer_url(game, puzzle_state.address.moves),
                puzzle_state.line,
                status,
                Scene.from_match(puzzle_state.line.match),
                None,
            )
            return PuzzleSolution(
                said=[task.puzzle.right_text(solution.moves(where))],
                why=join_wrapped_lines(explain_best_move(solution, where)),
                line=list_best_line_moves(seen, solution, place),
            )

    def _answer_puzzle(self, puzzle_state: PuzzleState, status: GameStatus) -> TrainingAnswer:
        address, task, match = puzzle_state.address, puzzle_state.task, puzzle_state.line.match
        other = puzzle_state.other
        is_open = not puzzle_state.verdict and other is None
        choices = Scene.from_match(match, None, puzzle_state.person_side).choices if is_open else ()
        record = self.memory.read_game_progress(status.source).find_puzzle_record(task.record_key)
        return TrainingAnswer(
            game=repr(status.game),
            url=address.url(suffix=".json"),
            text=status.game.show(match.position),
            **_make_task_fields(task, record),
            mover=None if match.is_over() else match.mover + 1,
            made=address.moves,
            verdict=puzzle_state.verdict or None,
            words=puzzle_state.text,
            moves=tuple(
                PuzzleMove(
                    move=each.name, cells=each.cells, url=address.after_moves(each.name).url(suffix=".json")
                )
                for each in choices
            ),
            tell={order: address.url_with_next_action(order) for order, _ in puzzle_state.buttons},
            passed=UNSET
            if other is None
            else ZugzwangPartner(text=status.game.show(other.match.position), mover=other.match.mover + 1),
            choices=UNSET if other is None else Puzzle.WINNERS,
            answer=self._find_puzzle_solution(puzzle_state, status) if address.opened else UNSET,
        )


def _make_shuffle_key(text: str) -> bytes:
    """Return a key that orders texts as if at random, and always alike."""
    return hashlib.sha256(text.encode()).digest()


def describe_plan(game: Game, puzzle: Puzzle) -> str:
    """Return how long a line to the end takes, the moves of the person counted; "" where there is none."""
    if puzzle.kind != "longest" or puzzle.answer.alone or not puzzle.line_ends:
        return ""
    match = Match(game, [puzzle.position])
    for name in puzzle.line:
        match.play(match.find_move(name))
    return puzzle.plan_text(match.movers[:-1].count(match.movers[0]))


def find_result_to_record(puzzle_state: PuzzleState, order: str) -> bool | None:
    """Return the result that a form records: found at the first try or missed; None if nothing is new."""
    if puzzle_state.address.missed or puzzle_state.address.opened:
        return None
    if puzzle_state.verdict == "done":
        return True
    if puzzle_state.verdict == "wrong" or order == "answer":
        return False
    return None


def _make_task_fields(task: TrainingPuzzle, record: PuzzleRecord) -> dict[str, Any]:
    """Return the fields of `TrainingTask` that do not depend on the address."""
    return {
        "puzzle": task.name,
        "kind": task.puzzle.kind,
        "task": task.puzzle.title,
        "box": record.box,
        "found": record.right,
        "missed": record.missed,
        "last": record.last or None,
    }
