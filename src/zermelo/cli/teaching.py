"""A lesson at the terminal: rules one by one, each with a position that it decides, and then it asks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from zermelo.cli.labels import Labels, Names, find_labels
from zermelo.cli.paint import Paint, drawn
from zermelo.cli.prompt import sit_at_prompt, typed
from zermelo.cli.wording import in_columns, moves_text, wrapped
from zermelo.errors import IllegalMove
from zermelo.matches import Match
from zermelo.rules import is_for_one
from zermelo.showing import scene_of

if TYPE_CHECKING:
    from zermelo.explaining import Choice, Example, Lesson, Step

ROWS: Final = 3  # moves of which it is said what they give away
NAMED: Final = 8  # moves in a row
ALLOWED, WRONG = "*", "?"
SIGNS: Final = {ALLOWED: f"{ALLOWED} is what the rule allows", WRONG: f"{WRONG} gives something away"}
LEAVING: Final = ("q", "quit")
HELP: Final = (
    'Read from the top: the first rule that fires says what to play. In rules "it" is the move, "I" who '
    'makes it and "he" the other player. You are asked after each rule: give a move by its name or its '
    "number; Enter skips a question, q ends."
)


@dataclass
class Count:
    """How questions were answered."""

    by_rules: int = 0
    as_good: int = 0
    gave_away: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        asked = self.by_rules + self.as_good + self.gave_away + self.skipped
        return (
            f"{asked} question{'s' * (asked != 1)}: {self.by_rules} answered by the rules, {self.as_good} "
            f"as well, {self.gave_away} gave something away, {self.skipped} skipped"
        )


@dataclass
class Class:
    """A lesson being held."""

    lesson: "Lesson"
    paint: Paint = field(default_factory=Paint)
    count: Count = field(default_factory=Count)
    labels: Labels | Names | None = None
    left: bool = False  # the person has gone
    alone: bool = False  # nothing more can be typed: it is told on without questions


def hold(lesson: "Lesson") -> None:
    """Tell a lesson and ask its questions, to its end or until the person leaves."""
    held = Class(lesson, labels=find_labels(lesson.rules.game))
    sit_at_prompt()
    print()
    _say(held, HELP)
    for step in lesson.steps:
        _tell(held, step)
        for number, question in enumerate(step.questions, start=1):
            if not held.left and not held.alone:
                _ask(held, question, f"Question {number} of {len(step.questions)}")
        if held.left:
            break
    if not held.left or held.count != Count():
        print(f"\n{_ended(held)}")


def _ended(held: Class) -> str:
    return str(held.count) if held.count != Count() else "the lesson ends; no question was answered"


def _say(held: Class, text: str) -> None:
    print(wrapped(text, held.paint.width))


def _tell(held: Class, step: "Step") -> None:
    """Tell a rule, show where it decides, and where the rules up to it are not enough."""
    rules = held.lesson.rules
    print()
    _say(held, f"{_called(step.number)} of {len(rules.rules)}: {step.words}" if step.number else step.words)
    for term in step.terms:
        _say(held, f"  {term}")
    if step.example is None:
        _say(held, "Whoever follows the rules above never comes to where it fires.")
    else:
        _show(held, step.example)
        _say(held, f"{_moves(step.example)}: {_allows(step.example)}{_wrong_follow(step.example.wrong)}")
        _wrong(step.example.wrong)
    if step.needed is None:
        return
    before = "Rule 1 alone is" if step.number == 1 else f"Rules 1 to {step.number} are"
    print()
    _say(held, f"{before} not enough:")
    _show(held, step.needed)
    fired = _allows(step.needed) if step.needed.number is not None else "no rule fires"
    wrong = [choice for choice in step.needed.wrong if choice.allowed or step.needed.number is None]
    _say(held, f"{_moves(step.needed)}: {fired}{_wrong_follow(wrong)}")
    _wrong(wrong)
    following = "the table of exceptions" if step.number == len(rules.rules) else f"rule {step.number + 1}"
    _say(held, f"Here {following} is needed.")


def _called(number: int | None) -> str:
    return f"Rule {number}" if number else "The table of exceptions"


def _moves(example: "Example") -> str:
    """Return who moves."""
    return "Here" if is_for_one(example.game) else f"The {example.side} player moves"


def _allows(example: "Example") -> str:
    called = _called(example.number)
    return f"{called[0].lower()}{called[1:]} allows {_named([choice.name for choice in example.allowed])}"


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def _wrong_follow(choices: Sequence["Choice"]) -> str:
    """Return how a sentence ends before the moves that give something away."""
    if not choices:
        return ", and no move gives anything away."
    return ", and these give something away:" if len(choices) > 1 else ", and this gives something away:"


def _wrong(choices: Sequence["Choice"]) -> None:
    """Print what some moves lose to, the worst first."""
    wide = max((len(choice.name) for choice in choices[:ROWS]), default=0)
    for choice in choices[:ROWS]:
        print(f"  {choice.name:<{wide}}  {_lost(choice)}")
    if len(choices) > ROWS:
        print(f"  and {len(choices) - ROWS} more")


def _lost(choice: "Choice") -> str:
    """Return what a move gives, and best play after it."""
    plies = choice.answer.remoteness
    goes_on = " ..." if plies is None or plies > len(choice.line) else ""
    line = " ".join(choice.line[1:])
    return f"{choice.answer}: {line}{goes_on}" if line else str(choice.answer)


def _show(held: Class, example: "Example", *, told: bool = True) -> None:
    """Print the board; where it is `told` what to play, empty cells that moves go to are marked."""
    match = Match(example.game, [example.position])
    shown, signs = match.shown(), _signs(example) if told else {}
    board = drawn(held.paint, match.depicted(), signs)
    if not board:
        board = held.labels.write(shown, signs) if held.labels else shown
    print(f"\n{board}\n")
    legend = [words for sign, words in SIGNS.items() if sign in board and sign in signs.values()]
    if legend:
        _say(held, "  ".join(legend))


def _signs(example: "Example") -> dict[str, str]:
    """Return the sign of each place that a man comes to: of what is allowed, of what gives something away.

    None where a move takes several places, or one that is allowed goes to where something stands: then words
    have to do.
    """
    scene = scene_of(Match(example.game, [example.position]), example.choices)
    right = [choice.move for choice in example.allowed if not choice.gives_away]
    if example.number is None:
        right = []
    for choice in scene.choices:
        if len(choice.cells) != 1 and not scene.moves_a_man(choice):
            return {}
        if choice.move in right and scene.is_taken(choice.target):
            return {}
    marking = scene.told(right, [choice.move for choice in example.wrong])
    return {worth.place: ALLOWED if worth.place in marking.chosen else WRONG for worth in marking.worths}


def _ask(held: Class, question: "Example", title: str) -> None:
    """Ask what to play, until a move is given, the question is skipped or the person leaves."""
    match = Match(question.game, [question.position])
    print()
    _say(held, title)
    _show(held, question, told=False)
    print(in_columns(moves_text(match), held.paint.width, "moves: "))
    prompt = "> " if is_for_one(question.game) else f"{question.side}> "
    while True:
        line = typed(prompt)
        if line is None:
            held.alone = True
            return
        try:
            move = match.find_move(line, whole=line in LEAVING) if line else None
        except IllegalMove as error:
            if line in LEAVING:
                held.left = True
                return
            _say(held, " ".join(str(error).split()))
            continue
        _judge(held, question, None if move is None else question.choice(move))
        return


def _judge(held: Class, question: "Example", given: "Choice | None") -> None:
    """Say whether the rules allow a move, which of them fires, and what the move costs."""
    assert question.number is not None
    words = f" ({held.lesson.rules.words()[question.number - 1]})" if question.number else ""
    allows = _allows(question) + words
    if given is None:
        held.count.skipped += 1
        _say(held, f"{allows[0].upper()}{allows[1:]}.")
    elif given.allowed:
        held.count.by_rules += 1
        _say(held, f"Yes, {given.answer}: {allows}.")
    elif given.gives_away:
        held.count.gave_away += 1
        _say(held, f"No, {given.name} gives away what has to be kept, {_lost(given)}. Here {allows}.")
    else:
        held.count.as_good += 1
        _say(held, f"{given.name} gives nothing away, {given.answer}, but is not by the rules: {allows}.")
