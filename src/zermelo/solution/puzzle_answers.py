"""Puzzles as answers: their classes, and what is printed of them."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Final, Literal, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from zermelo.core.game import Game, Position
from zermelo.core.notation.result import AnswerFields, Count, GameInput, Names, PositionJson, Result, about
from zermelo.core.notation.wording import SIDES, capitalize, format_count, join_names
from zermelo.core.rule_queries import list_future_points_note
from zermelo.core.values import Answer
from zermelo.solution.game_trees.tree_induction import find_first_mover
from zermelo.solution.solution import MoveAnswer

HEADINGS: Final = {
    "two players": {
        "longest": "the longest forced wins",
        "single": "a single move wins",
        "zugzwang": "mutual zugzwang",
    },
    "points to come": {
        "longest": "more points to come, the most plies",
        "single": "a single move gets more of the points to come",
        "zugzwang": "mutual zugzwang",
    },
    "dice": {"single": "a single move is best by a margin"},
    "one player": {"longest": "the hardest positions", "single": "every other move is a dead end"},
}


class PuzzleVerdict(NamedTuple):
    """A verdict on what was done in a puzzle, and its words."""

    kind: Literal["right", "slower", "wrong", "done"]
    words: str


class PassedPosition(AnswerFields, frozen=True, kw_only=True):
    """A position after a pass."""

    position: Annotated[PositionJson, about("the position, as its game encodes it")]


class Puzzle(AnswerFields, frozen=True, kw_only=True):
    """A position with a task, the moves that fulfil it, and a line of perfect play."""

    WINNERS: ClassVar = (*SIDES, "nobody")  # of a position of a zugzwang

    kind: Annotated[Literal["longest", "single", "zugzwang"], about("what it is")]
    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    task: Annotated[str, about("what is to be done, in words")]
    move_count: Annotated[Count, about("moves that the position has")]
    solution: Annotated[Names, about("the moves that do it")]
    line: Annotated[
        Names, about("the moves of a line of perfect play, by name; with dice the first of them alone")
    ]
    line_ends: Annotated[bool, about("whether that line ends; else it repeats from there, or dice go on")]
    passed: Annotated[
        PassedPosition | UnsetType, about("of a zugzwang: the same with the other player to move")
    ] = UNSET
    next_best: Annotated[MoveAnswer | UnsetType, about("with dice: the best of the other moves")] = UNSET
    play: Annotated[str, about("the command that plays from there")] = ""

    @property
    def heading(self) -> str:
        """What puzzles of this kind are."""
        answer = self.answer
        table = "one player" if answer.alone else "dice" if answer.is_expected else "points to come"
        return HEADINGS[table if table != "points to come" or answer.is_to_come else "two players"][self.kind]

    @property
    def title(self) -> str:
        """The task, as a heading."""
        return "Who wins in each of the two?" if self.passed else capitalize(self.task)

    def side_text(self, player: str) -> str:
        """Return whose side the person takes.

        Parameters
        ----------
        player : str
            What the game calls the player to move.

        Returns
        -------
        str
            Part of a sentence.
        """
        if self.passed:
            return "The player to move would rather pass"
        return "Your move" if self.answer.alone else f"Your move, as {player}"

    def plan_text(self, own: int) -> str:
        """Return the task with the moves that the line of perfect play takes.

        Parameters
        ----------
        own : int
            How many of its moves are those of the player to move.

        Returns
        -------
        str
            A phrase.
        """
        title = self.title.removesuffix(f" in {self.answer.remoteness}")
        plies = format_count(len(self.line), "ply", "plies")
        return f"{title} in {plies}: {format_count(own, 'move')} of yours"

    def judge_move(self, played: MoveAnswer, best: MoveAnswer) -> PuzzleVerdict:
        """Return the verdict on a move.

        Parameters
        ----------
        played, best : MoveAnswer
            The move, and a best one of its position.

        Returns
        -------
        PuzzleVerdict
            "right", "slower" or "wrong", and the same in words.
        """
        lost, alone = best.answer, best.answer.alone
        if played.answer.value < lost.value:
            if alone:
                said = f"leads into a dead end: what was {lost} cannot be solved"
            elif lost.is_expected:
                said = f"is not the best: {played.answer}, where {lost} was there"
            elif lost.is_to_come or lost.outcome == played.answer.outcome:
                said = f"gives points away: {played.answer}, where {lost} was there"
            else:
                said = f"gives the {lost.outcome} away: {lost} becomes {played.answer}"
            return PuzzleVerdict("wrong", f"{played.name} {said}")
        if self.kind == "longest" and played.answer != lost:
            said = f"leads there too, but {played.answer}: it can be done {lost}"
            if not alone:
                said = f"wins too, but takes longer: {played.answer}, not {lost}"
            return PuzzleVerdict("slower", f"{played.name} {said}")
        return PuzzleVerdict("right", f"{played.name} is right")

    def right_text(self, answers: Sequence[MoveAnswer]) -> str:
        """Return which moves are right.

        Parameters
        ----------
        answers : sequence of MoveAnswer
            The moves of a position, best first.

        Returns
        -------
        str
            A sentence.
        """
        if not answers:
            return "Nothing is left to do."
        right = [each.name for each in answers if self.judge_move(each, answers[0]).kind == "right"]
        return f"Right {'is' if len(right) == 1 else 'are'} {join_names(right, 'and')}."

    def judge_winners(self, held: Sequence[str], mover: int) -> PuzzleVerdict:
        """Return the verdict on who is held to win each position of a zugzwang.

        Parameters
        ----------
        held : sequence of str
            One of `WINNERS` for each.
        mover : int
            Who moves at the first, 0 who begins.

        Returns
        -------
        PuzzleVerdict
            "done" or "wrong", and the same in words.
        """
        wrong = [
            f"{said} wins, which is not so where {who} is to move"
            for said, (who, winner, _) in zip(held, self._yield_winners(mover), strict=True)
            if said != winner
        ]
        said = f"You say that {', and that '.join(wrong)}" if wrong else "Both are right"
        return PuzzleVerdict("wrong" if wrong else "done", said)

    def winner_sentences(self, mover: int) -> list[str]:
        """Return who wins each position of a zugzwang, and how.

        Parameters
        ----------
        mover : int
            Who moves at the first, 0 who begins.

        Returns
        -------
        list of str
            A sentence for each.
        """
        return [
            f"Where the {who} player is to move, {winner} wins: {answer} for the mover."
            for who, winner, answer in self._yield_winners(mover)
        ]

    def _yield_winners(self, mover: int) -> Iterator[tuple[str, str, Answer]]:
        """Yield who moves at each position of a zugzwang, who wins it, and the mover's answer."""
        assert self.passed
        for who, answer in ((mover, self.answer), (1 - mover, self.passed.answer)):
            outcome = answer.for_viewer(is_mover=who == 0).outcome
            yield SIDES[who], self.WINNERS[("win", "loss", "draw").index(outcome)], answer


class PuzzleList(Result, frozen=True, kw_only=True):
    """Positions with something to be found there; `str` is the text that `zermelo puzzles` prints."""

    game: GameInput
    most_of_each_kind: Annotated[int, about("how many were asked for")]
    puzzles: Annotated[tuple[Puzzle, ...], about("by kind")]
    rules: Game
    called: str  # as the command line names the game

    @staticmethod
    def make(game: Game, called: str, count: int, puzzles: Iterable[Puzzle]) -> "PuzzleList":
        """Return puzzles with the commands that play them.

        Parameters
        ----------
        game : Game
            Rules of the game.
        called : str
            The game as the command line names it.
        count : int
            Largest number of puzzles of each kind.
        puzzles : iterable of Puzzle
            The puzzles, by kind.

        Returns
        -------
        PuzzleList
            The puzzles with the game.
        """
        rows = tuple(
            replace(each, play=_format_play_command(game, called, each.position)) for each in puzzles
        )
        return PuzzleList(game=repr(game), most_of_each_kind=count, puzzles=rows, rules=game, called=called)

    def __str__(self) -> str:
        return self.format_text(self.rules.show)

    def format_text(self, show: Callable[[Position], str]) -> str:
        """Return all puzzles as text.

        Parameters
        ----------
        show : callable
            Returns the text of a position's board.

        Returns
        -------
        str
            Each kind with its heading; of each puzzle the task, board, answer and the command to play it.
        """
        if not self.puzzles:
            return "no puzzles of this kind: no position is one"
        parts, heading = [], ""
        for number, puzzle in enumerate(self.puzzles, 1):
            if puzzle.heading != heading:
                heading = puzzle.heading
                parts.append(heading)
            parts.append("\n".join(self._list_puzzle_rows(number, puzzle, show(puzzle.position))))
        return "\n\n".join([*parts, *list_future_points_note(self.rules)])

    def _list_puzzle_rows(self, number: int, puzzle: Puzzle, board: str) -> list[str]:
        line = " ".join(puzzle.line) + ("" if puzzle.line_ends else " and so on without end")
        of = format_count(puzzle.move_count, "move")
        lines = [f"{number}. {puzzle.task}", *(f"    {row}" for row in board.split("\n"))]
        if puzzle.next_best:
            lines.append(f"    answer  {puzzle.line[0]}, of {of}: {puzzle.answer}")
            lines.append(f"    next    {puzzle.next_best.name}: {puzzle.next_best.answer}")
        elif puzzle.passed:
            lines.append(
                f"    answer  {puzzle.answer}; with the other player to move, {puzzle.passed.answer}"
            )
        else:
            lines.append(f"    answer  {', '.join(puzzle.solution)}, of {of}")
        if not puzzle.next_best:
            lines.append(f"    line    {line}")
        lines.append(f"    play    {puzzle.play}")
        if puzzle.passed:
            other = _format_play_command(self.rules, self.called, puzzle.passed.position)
            lines.append(f"    or      {other}")
        return lines


def _format_play_command(game: Game, called: str, position: Position) -> str:
    """Return the command that plays a game from a position, as the player to move."""
    said = str(position) if isinstance(position, int) else repr(position)
    if not isinstance(position, int | tuple):
        said = game.show(position)
    side = ["--side", "second"] if find_first_mover(game, position) else []
    return shlex.join(["zermelo", "play", called, said, *side])


def describe_task(kind: str, answer: Answer, next_answer: Answer | None = None) -> str:
    """Return what is to be found, in words."""
    if next_answer is not None:
        lost = answer.value - next_answer.value
        if answer.win_probability is not None:
            return f"find the best move: any other loses {50 * lost:.1f} percentage points or more"
        return f"find the best move: any other loses {lost:.3g}{' points' * answer.scored} or more"
    if kind == "zugzwang":
        return "the player who must move does worse than by passing"
    if answer.alone:
        fewest = format_count(answer.remoteness or 0, "move")
        single = "find the only move that is no dead end: solvable"
        return f"{single if kind == 'single' else 'solve it'} in {fewest}"
    if answer.is_to_come:
        more = f"more of the points still to come: {answer}"
        return f"{'find the only move that gets' if kind == 'single' else 'get'} {more}"
    only = "find the only move that wins: " if kind == "single" else ""
    return f"{only}win in {answer.remoteness}"
