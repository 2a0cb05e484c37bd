"""A guided reading of a document on games, in the document's own order.

Each step states in our words what the document says at one place, shows a board or a tree, names one command,
and says what it finds. A question follows, with its answer. `zermelo read`, the explorer and any other page
lay out the same file, `NAME.toml` beside this one.

Nothing is claimed that the command does not print: `shows` are lines of its output, parts of lines where they
are long, and the numbers of `finding` stand in the output too. Tests run every command and look.
"""

import functools
import math
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, NamedTuple

from msgspec import Meta, ValidationError, convert

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.notation.result import InJson, Result, about
from zermelo.core.notation.wording import format_count
from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.derivation.derivation_figures import draw_derivation

READINGS: Final = ("blog", "pegwiki", "moore", "thesis", "selfplay")  # names of documents, the easiest first
FEWEST, MOST = 12, 25  # steps
LONGEST: Final = 700  # characters of a text
WIDE: Final = 72  # characters of a line that has no place beside a board
OMITTED: Final = "[...]"  # a line of `shows` for lines that are left out
WORDS_A_MINUTE: Final = 120  # read with a board beside them
MINUTES_A_STEP: Final = 1.0  # to run a command and to think about a question
FLAGS: Final = ("--alpha-beta", "--fold", "--shared", "--merged", "--steps")  # of `tree`
VALUED: Final[dict[str, Callable[[str], object]]] = {
    "--depth": int,
    "--order": str,
    "--outcomes": lambda text: tuple(map(int, text.split(","))),
}

Text = Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class BoardPlace(NamedTuple):
    """A board that a step shows: the game, and the position that is set up, "" for its start."""

    game: str
    position: str


class ReadingStep(Result, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step of a guided reading."""

    place: Annotated[Text, about("the place in the document")]
    statement: Annotated[Text, about("what the document says there, in our words")]
    board: Annotated[str, about("what is shown: a game, or `GAME from POSITION`; empty for nothing")] = ""
    figure: Annotated[str, about("a figure of rules derived for tic-tac-toe, by its name")] = ""
    command: Annotated[Text, about("the command that shows it, without `zermelo`")]
    shows: Annotated[Text, about("lines of what it prints")]
    finding: Annotated[Text, about("what it shows, in a sentence")]
    question: Annotated[Text, about("a question to think about")]
    answer: Annotated[Text, about("its answer")]

    FINDING: ClassVar = "Finding"
    QUESTION: ClassVar = "Question"
    ANSWER: ClassVar = "Answer"

    @property
    def words(self) -> list[str]:
        """The words of the command, as a shell reads them."""
        return shlex.split(self.command)

    @property
    def line(self) -> str:
        """The command as it is typed."""
        return f"zermelo {self.command}"

    @property
    def board_place(self) -> BoardPlace | None:
        """The board to look at, None where there is none."""
        game, _, position = self.board.partition(" from ")
        return BoardPlace(game, position) if game else None

    @property
    def is_wide(self) -> bool:
        """Whether what is shown needs the width of a page: a tree, or long lines."""
        return self.draws_tree or max(map(len, self.shows.splitlines())) > WIDE

    @property
    def draws_tree(self) -> bool:
        """Whether the command prints a tree, which is shown in place of the board."""
        return self.words[0] == "tree"

    def draw(self) -> str:
        """Return the figure of this step, or the tree that its command prints.

        Returns
        -------
        str
            The drawing as SVG, "" where there is none.
        """
        if self.figure:
            return _draw_figures_of_tic_tac_toe()[self.figure]
        if not self.draws_tree:
            return ""
        from zermelo.games import read_game

        words = self.words[1:]
        given = zip(words, [*words[1:], ""], strict=True)
        options: dict[str, Any] = {
            word.removeprefix("--").replace("-", "_"): VALUED[word](after) if word in VALUED else True
            for word, after in given
            if word in VALUED or word in FLAGS
        }
        position = words[1] if len(words) > 1 and not words[1].startswith("-") else None
        return Game.tree(read_game(words[0]), position, **options).svg()


class Reading(Result, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guided reading of one document.

    Examples
    --------
    >>> reading = Reading.load("blog")
    >>> reading.title, len(reading.steps) > 11
    ('Finding winning strategies', True)
    >>> reading.steps[0].line
    'zermelo show "subtraction(heap=99)"'
    """

    name: Annotated[Text, about("its name, as `zermelo read` knows it")]
    title: Annotated[Text, about("the title of the document")]
    source: Annotated[Text, about("who wrote it, what it is, when and where it appeared")]
    introduction: Annotated[Text, about("what it is about, and what a reader finds out")]
    steps: Annotated[tuple[ReadingStep, ...], about("the steps, in the order of the document")]

    NAMES: ClassVar = READINGS
    WORDS: ClassVar = {  # of links and headings
        "heading": "Documents, read with boards",
        "steps": "The steps",
        "open": "Open this board",
        "finding": ReadingStep.FINDING,
        "next": "Go on",
        "back": "Back",
        "whole": "All steps on one page",
        "done": "read",
    }

    @classmethod
    def load(cls, name: str) -> "Reading":
        """Return the guided reading of a name.

        Parameters
        ----------
        name : str
            One of `Reading.NAMES`.

        Returns
        -------
        Reading
            The reading, checked.

        Raises
        ------
        BadParameter
            If there is no such reading, or its file breaks a rule of this module.
        """
        if name not in READINGS:
            raise BadParameter(f"there is no reading {name!r}: choose one of {', '.join(READINGS)}")
        return _load_reading_file(Path(__file__).with_name(f"{name}.toml"))

    @property
    def minutes(self) -> InJson[int]:
        """Minutes that it takes to read it, to run its commands and to answer its questions."""
        texts = (
            text
            for step in self.steps
            for text in (step.statement, step.shows, step.finding, step.question, step.answer)
        )
        words = sum(len(text.split()) for text in (self.introduction, *texts))
        return math.ceil(words / WORDS_A_MINUTE + MINUTES_A_STEP * len(self.steps))

    @property
    def size_text(self) -> str:
        """How many steps it has, and how long it takes."""
        return f"{format_count(len(self.steps), 'step')}, about {format_count(self.minutes, 'minute')}"

    def step_label(self, number: int) -> str:
        """Return which step it is, of how many.

        Parameters
        ----------
        number : int
            Number of the step, from 1.

        Returns
        -------
        str
            The words, such as "Step 3 of 18".
        """
        return f"Step {number} of {len(self.steps)}"

    def find_step(self, number: int) -> ReadingStep:
        """Return a step by its number.

        Parameters
        ----------
        number : int
            Number of the step, from 1.

        Returns
        -------
        ReadingStep
            The step.

        Raises
        ------
        BadParameter
            If there is no step of this number.
        """
        if not 1 <= number <= len(self.steps):
            raise BadParameter(f"there is no step {number}: {self.name} has steps 1 to {len(self.steps)}")
        return self.steps[number - 1]


@functools.cache
def _draw_figures_of_tic_tac_toe() -> dict[str, str]:
    """Return the figures of the thesis, by name: its rules, read literally, on its own board."""
    return draw_derivation(derive_rules("tic_tac_toe", last=5, literal=True))


@functools.cache
def _load_reading_file(file: Path) -> Reading:
    """Return the reading that a file describes. Raises `BadParameter` where it breaks a rule."""
    try:
        reading = convert({"name": file.stem, **tomllib.loads(file.read_text(encoding="utf-8"))}, Reading)
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise BadParameter(f"{file.name} is no guided reading: {error}") from error
    if not FEWEST <= len(reading.steps) <= MOST:
        raise BadParameter(f"{file.name} has {len(reading.steps)} steps: a sitting has {FEWEST} to {MOST}")
    for number, step in enumerate(reading.steps, 1):
        for fault, is_wrong in (
            ("the question ends with no question mark", not step.question.endswith("?")),
            ("the finding is no sentence", not step.finding.endswith(".")),
            ("the command has a line break", "\n" in step.command),
        ):
            if is_wrong:
                raise BadParameter(f"{file.name}, step {number}: {fault}")
    return reading
