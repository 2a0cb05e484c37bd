"""A lesson: the rules of a list taught one by one, with positions that each rule decides, and questions.

A rule decides a position under three conditions. It is the first rule that fires, all moves that it allows
keep what the list is for, and some other move does not. The rules before it say nothing there: that is why it
is needed. An exception decides where the rules alone would go wrong.

The positions are those at which a followed list is asked, the nearest to the start first, symmetric ones
once. Nothing is chosen at random. The loss of a move is given as a change of outcome, unless every value is
to be kept: a list that never loses may give back a win that an error gave it.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar, Final, NamedTuple

import msgspec
import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.result import AnswerFields, Count, Names, PositionJson, Result, ShownText, about
from zermelo.core.notation.wording import capitalize, format_count
from zermelo.core.requirements import check_question
from zermelo.core.rule_queries import answer_from_record
from zermelo.core.values import NO_END, UNTIMED, Answer
from zermelo.explain.rule_lists.game_decisions import SIDES, Decisions
from zermelo.explain.rule_lists.payoff_decisions import build_decisions_of_any_game
from zermelo.explain.rule_lists.rule_glossary import list_glossary_terms
from zermelo.explain.rule_lists.rule_list import EXCEPTION, RuleList, RuleListAnswer, SideName
from zermelo.explain.rule_lists.rule_predicates import GlossaryTerm

QUESTIONS: Final = 3  # of each rule, at most
OWN: Final = 2  # of these, which the rule itself decides; the others those before it
KEPT: Final = 8  # positions that a rule decides, before no more are looked for
SHOWN: Final = 6  # moves of a line of play
NAMED: Final = 8  # moves in a row
BY_RULES, AS_GOOD, GAVE_AWAY, SKIPPED = "by the rules", "as good", "gave away", "skipped"
KINDS: Final = (BY_RULES, AS_GOOD, GAVE_AWAY, SKIPPED)


class LessonMove(AnswerFields, frozen=True, kw_only=True):
    """Move of an example: what it is worth to its player, and whether the rules allow it."""

    name: Annotated[str, about("the move's name, meaningful in its position")] = msgspec.field(name="move")
    allowed: Annotated[bool, about("whether the rules allow it")]
    gives_away: Annotated[bool, about("whether it gives away what the list is to keep")]
    line: Annotated[Names, about("where it does: the move with best play after it, six moves at most")]
    move: Move = msgspec.field(name="_move")

    @property
    def loss_text(self) -> str:
        """Result in words, with the best play after it where it gives something away."""
        plies, line = self.answer.remoteness, " ".join(self.line[1:])
        goes_on = " ..." if plies is None or plies > len(self.line) else ""
        return f"{self.answer}: {line}{goes_on}" if line else str(self.answer)


class LessonExample(Result, frozen=True, kw_only=True):
    """Position of a lesson, with the rule that fires there and all moves."""

    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    shown: ShownText
    side: Annotated[SideName, about("who moves there, and follows the list")]
    plies: Annotated[Count, about("from the start, the fewest when the list is followed")]
    number: Annotated[
        Count | None, about("the rule that fires, 0 for the exceptions; null where none does")
    ] = msgspec.field(name="rule")
    choices: Annotated[tuple[LessonMove, ...], about("its moves")] = msgspec.field(name="moves")
    game: Game

    @property
    def allowed_moves(self) -> list[LessonMove]:
        """Moves that the rules allow."""
        return [choice for choice in self.choices if choice.allowed]

    @property
    def wrong_moves(self) -> list[LessonMove]:
        """Moves that give something away, the worst first, and of these what ends soonest."""
        wrong = [choice for choice in self.choices if choice.gives_away]
        return sorted(wrong, key=lambda choice: (choice.answer.value, choice.answer.remoteness or NO_END))

    @property
    def is_decided_by_rules(self) -> bool:
        """Whether some move is allowed, none that is gives anything away, and some other does."""
        allowed = self.allowed_moves
        return bool(allowed and self.wrong_moves) and not any(choice.gives_away for choice in allowed)

    @property
    def are_rules_insufficient(self) -> bool:
        """Whether the rules are not enough: they allow nothing, or a move that gives something away."""
        allowed = self.allowed_moves
        return not allowed or any(choice.gives_away for choice in allowed)

    @property
    def mover_text(self) -> str:
        """Player to move, as a sentence begins."""
        return "Here" if self.game.players == 1 else f"The {self.side} player moves"

    @property
    def prompt(self) -> str:
        """Text that asks for a move."""
        return "> " if self.game.players == 1 else f"{self.side}> "

    @property
    def allowed_text(self) -> str:
        """Rule that fires and what it allows, in words."""
        if self.number is None:
            return "no rule fires"
        names = [choice.name for choice in self.allowed_moves]
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        called = f"rule {self.number}" if self.number else "the table of exceptions"
        return f"{called} allows {', '.join(names[:NAMED])}{more}"

    @staticmethod
    def losing_text(choices: Sequence[LessonMove]) -> str:
        """Return what is said before moves that give something away.

        Parameters
        ----------
        choices : sequence of LessonMove
            The moves.

        Returns
        -------
        str
            The end of a sentence.
        """
        if not choices:
            return "no move gives anything away."
        return f"{'these give' if len(choices) > 1 else 'this gives'} something away:"

    @property
    def sentence(self) -> str:
        """Player to move, the rule that fires and what it allows."""
        return f"{self.mover_text}: {self.allowed_text}."

    def find_move(self, move: Move) -> LessonMove:
        """Return what the lesson knows of a move.

        Parameters
        ----------
        move : move
            A move of the position.

        Returns
        -------
        LessonMove
            The move with its result.
        """
        return next(choice for choice in self.choices if choice.move == move)


class LessonStep(Result, frozen=True, kw_only=True):
    """Step of a lesson: one rule, or the table of exceptions, which comes last."""

    number: Annotated[Count, about("the rule's place in the list; 0 for the table of exceptions")]
    words: Annotated[str, about("the rule")]
    terms: Annotated[tuple[GlossaryTerm, ...], about("its terms that a beginner has not met before")]
    decides: Annotated[bool, about("whether at the example it allows no move that gives away, and some do")]
    example: Annotated[LessonExample | None, about("where it fires; null where it is never asked")]
    needed: Annotated[LessonExample | None, about("where the rules up to here are not enough; else null")]
    questions: Annotated[tuple[LessonExample, ...], about("what is asked, decided by a rule up to here")]

    @property
    def question_titles(self) -> list[str]:
        """Heading of each question, for example "Question 2 of 3"."""
        return [f"Question {number} of {len(self.questions)}" for number in range(1, len(self.questions) + 1)]

    @property
    def needed_moves(self) -> list[LessonMove]:
        """Moves that give something away where the rules are not enough, as far as these allow them."""
        assert self.needed is not None
        return [each for each in self.needed.wrong_moves if each.allowed or self.needed.number is None]


class AnswerVerdict(NamedTuple):
    """What is said of an answer; `kind` is one of `KINDS`."""

    kind: str
    words: str


class Lesson(RuleListAnswer, frozen=True, kw_only=True, eq=False):
    """Lesson that teaches a list of rules step by step; made by `teach_list`."""

    steps: Annotated[tuple[LessonStep, ...], about("its steps, one a rule, and one for the exceptions")] = (
        msgspec.field(name="lesson")
    )

    NEVER_ASKED: ClassVar = "A player who follows the rules above never comes to where it fires."
    QUESTION: ClassVar = "what do the rules say?"

    def step_label(self, step: LessonStep) -> str:
        """Return which rule a step teaches.

        Parameters
        ----------
        step : LessonStep
            The step.

        Returns
        -------
        str
            For example "Rule 2 of 4".
        """
        return f"Rule {step.number} of {len(self.rules.rules)}" if step.number else "The table of exceptions"

    def step_title(self, step: LessonStep) -> str:
        """Return which rule a step teaches, and the rule.

        Parameters
        ----------
        step : LessonStep
            The step.

        Returns
        -------
        str
            Label and words of the rule.
        """
        return f"{self.step_label(step)}: {step.words}" if step.number else step.words

    def not_enough_text(self, step: LessonStep) -> str:
        """Return the sentence that the rules up to a step are not enough.

        Parameters
        ----------
        step : LessonStep
            The step.

        Returns
        -------
        str
            The sentence, without a full stop.
        """
        return f"{'Rule 1 alone is' if step.number == 1 else f'Rules 1 to {step.number} are'} not enough"

    def needed_text(self, step: LessonStep) -> str:
        """Return the sentence that the rules up to a step need the next one.

        Parameters
        ----------
        step : LessonStep
            The step.

        Returns
        -------
        str
            The sentence with its full stop.
        """
        last = step.number == len(self.rules.rules)
        return f"Here {'the table of exceptions' if last else f'rule {step.number + 1}'} is needed."

    def judge_answer(self, question: LessonExample, move: LessonMove | None) -> AnswerVerdict:
        """Return the verdict on an answer to a question.

        Parameters
        ----------
        question : LessonExample
            Position that was asked about.
        move : LessonMove or None
            The answer; None where the question was skipped.

        Returns
        -------
        AnswerVerdict
            `kind` ("by the rules", "as good", "gave away" or "skipped"), and the verdict in words.
        """
        assert question.number is not None
        words = f" ({self.rules.list_rule_sentences()[question.number - 1]})" if question.number else ""
        allows = question.allowed_text + words
        if move is None:
            return AnswerVerdict(SKIPPED, f"{capitalize(allows)}.")
        if move.allowed:
            return AnswerVerdict(BY_RULES, f"Yes, {move.answer}: {allows}.")
        if move.gives_away:
            lost = f"No, {move.name} gives away what has to be kept, {move.loss_text}"
            return AnswerVerdict(GAVE_AWAY, f"{lost}. Here {allows}.")
        said = f"{move.name} gives nothing away, {move.answer}, but is not by the rules"
        return AnswerVerdict(AS_GOOD, f"{said}: {allows}.")

    @staticmethod
    def summarize_answers(kinds: Sequence[str]) -> str:
        """Return how questions were answered, in words.

        Parameters
        ----------
        kinds : sequence of str
            Kind of the verdict on each answer: "by the rules", "as good", "gave away" or "skipped".

        Returns
        -------
        str
            The number of questions and of each kind.

        Examples
        --------
        >>> Lesson.summarize_answers(["by the rules", "skipped"])
        '2 questions: 1 answered by the rules, 0 as well, 0 gave something away, 1 skipped'
        """
        if not kinds:
            return "the lesson ends; no question was answered"
        by_rules, as_good, gave_away, skipped = map(kinds.count, KINDS)
        count = format_count(len(kinds), "question")
        answers = f"{by_rules} answered by the rules, {as_good} as well, {gave_away} gave something away"
        return f"{count}: {answers}, {skipped} skipped"


def teach_list(rules: RuleList, budget: Budget | None = None) -> Lesson:
    """Return a list of rules as a lesson; the game is solved for it.

    The list is not certified here.

    Parameters
    ----------
    rules : RuleList
        The list.
    budget : Budget, optional
        Limits of time and memory; by default there are none.

    Returns
    -------
    Lesson
        Rules one by one, with examples and questions.

    Raises
    ------
    MissingCapability
        For games with dice or more than two players.
    OutOfBudget
        If the game is too large.

    Examples
    --------
    >>> from zermelo.explain.rule_lists.rule_predicates import read_conjunction
    >>> from zermelo.explain.features.feature_families import build_game_features
    >>> from zermelo.games import Nim
    >>> nim = Nim((1, 2, 4))
    >>> rules = [read_conjunction(key, build_game_features(nim)) for key in ("nim_sum==0", "any")]
    >>> lesson = teach_list(RuleList(nim, rules))
    >>> example = lesson.steps[0].example
    >>> [each.name for each in example.allowed_moves], example.wrong_moves[0].answer
    (['1 from heap 3'], loss in 4)
    """
    check_question(rules.game, "lesson")
    made = _LessonBuilder(rules, build_decisions_of_any_game(rules.game, budget), budget or Budget())
    return Lesson(rules=rules, steps=made.build_steps())


class _LessonBuilder:
    """A lesson being made: examples of each rule, and which of them have been shown."""

    def __init__(self, rules: RuleList, decisions: Decisions, budget: Budget) -> None:
        self.rules, self.decisions, self.budget = rules, decisions, budget
        self.game = rules.game
        self.bare = replace(rules, exceptions={}, otherwise=False)
        self.numbers = [*range(1, len(rules.rules) + 1), *([EXCEPTION] if rules.exceptions else [])]
        self.decided: dict[int, list[LessonExample]] = {number: [] for number in self.numbers}
        self.fired: dict[int, LessonExample] = {}
        self.shown: set[Position] = set()
        self._store_examples()

    def _store_examples(self) -> None:
        """Keep examples of each rule, until there are enough of each or play has been gone through."""
        for seen_position in _yield_positions_to_decide(self.rules, self.decisions, self.budget):
            number = seen_position.number
            if number is None or (number in self.fired and len(self.decided[number]) >= KEPT):
                continue
            example = self._make_example(seen_position)
            self.fired.setdefault(number, example)
            if example.is_decided_by_rules and (
                number != EXCEPTION
                or self._add_verdicts_of_other_rules(example, self.bare).are_rules_insufficient
            ):
                self.decided[number].append(example)
            if all(len(found) >= KEPT for found in self.decided.values()):
                return

    def _make_example(self, seen_position: "_SeenPosition") -> LessonExample:
        position, choices = seen_position.position, []
        before = self._find_value_to_keep(self.decisions.look_up_value(position))
        for move, edge in self._make_lesson_moves(position):
            wrong = self._find_value_to_keep(self.decisions.find_kept_value(edge)) < before
            line = tuple(self._yield_best_play_names(position, move)) if wrong else ()
            name = self.game.name(position, move)
            choices.append(
                LessonMove.of(
                    self._find_move_result(edge),
                    name=name,
                    allowed=move in seen_position.allowed,
                    gives_away=wrong,
                    line=line,
                    move=move,
                )
            )
        return LessonExample(
            position=position,
            shown=self.game.show(position),
            side=seen_position.side,
            plies=seen_position.plies,
            number=seen_position.number,
            choices=tuple(choices),
            game=self.game,
        )

    def _add_verdicts_of_other_rules(self, example: LessonExample, rules: RuleList) -> LessonExample:
        """Return the example with what other rules say of it."""
        number, allowed = rules.find_firing_rule(example.position)
        choices = tuple(
            msgspec.structs.replace(choice, allowed=choice.move in allowed) for choice in example.choices
        )
        return msgspec.structs.replace(example, number=number, choices=choices)

    # Values of moves.

    def _find_value_to_keep(self, value: int) -> int:
        """Return what the list has to keep of a value."""
        return value if self.rules.goal == "always" else int(np.sign(value))

    def _make_lesson_moves(self, position: Position) -> list[tuple[Move, int]]:
        """Return the moves with their numbers; none where play is over."""
        edges = self.decisions.list_edges(self.decisions.arena.find_number(position))
        return list(zip(self.game.moves(position), edges, strict=True)) if edges else []

    def _find_move_result(self, edge: int) -> Answer:
        """Return the result of a move for its player; for a draw without plies, where play may cycle."""
        plies = int(self.decisions.plies[int(self.decisions.arena.children[edge]) >> 1])
        remoteness = UNTIMED if plies < 0 else plies + (plies < NO_END)
        return answer_from_record(self.game, self.decisions.find_kept_value(edge), remoteness)

    def _yield_best_play_names(self, position: Position, move: Move) -> Iterator[str]:
        """Yield a move and best play after it, by name."""
        for _ in range(SHOWN):
            yield self.game.name(position, move)
            position = self.game.play(position, move)
            following = self._make_lesson_moves(position)
            if not following:
                return
            move, _ = min(following, key=lambda each: self._rank_move(each[1]))

    def _rank_move(self, edge: int) -> tuple[int, int]:
        """Return how good a move is, the least best: by value, and then sooner, or later where it is lost."""
        answer = self._find_move_result(edge)
        plies = NO_END if answer.remoteness is None else answer.remoteness
        return -answer.value, -plies if answer.value < 0 else plies

    # Steps.

    def build_steps(self) -> tuple[LessonStep, ...]:
        """Return the steps; no position is shown twice while there are others."""
        steps = []
        for place, number in enumerate(self.numbers):
            example = self._choose_next_example(self.decided[number]) or self.fired.get(number)
            following = self.numbers[place + 1 : place + 2]
            needed = self._choose_next_example(self.decided[following[0]]) if following else None
            if needed is not None:
                needed = self._add_verdicts_of_other_rules(needed, self._make_list_up_to_rule(number))
            words = (
                self.rules.list_rule_sentences()[number - 1]
                if number
                else "at exceptional positions, what the table says"
            )
            steps.append(
                LessonStep(
                    number=number,
                    words=words,
                    terms=self._list_new_terms(number),
                    decides=example is not None and example.is_decided_by_rules,
                    example=example,
                    needed=needed,
                    questions=self._make_questions(place),
                )
            )
        return tuple(steps)

    def _list_new_terms(self, number: int) -> tuple[GlossaryTerm, ...]:
        """Return the terms of a rule that no rule before it uses."""
        if number == EXCEPTION:
            return ()
        before = list_glossary_terms(self.rules.rules[: number - 1])
        return tuple(term for term in list_glossary_terms(self.rules.rules[:number]) if term not in before)

    def _make_list_up_to_rule(self, number: int) -> RuleList:
        """Return the rules up to a number, alone."""
        return replace(self.bare, rules=tuple(self.rules.rules)[:number])

    def _make_questions(self, place: int) -> tuple[LessonExample, ...]:
        """Return questions of a step: its own rule's, then those of rules before it, the last first."""
        found: list[LessonExample] = []
        for number in reversed(self.numbers[: place + 1]):
            most = OWN if number == self.numbers[place] and place else QUESTIONS
            found += self._select_unshown_examples(self.decided[number])[: min(most, QUESTIONS - len(found))]
        self.shown.update(example.position for example in found)
        return tuple(found)

    def _select_unshown_examples(self, examples: Sequence[LessonExample]) -> list[LessonExample]:
        return [example for example in examples if example.position not in self.shown]

    def _choose_next_example(self, examples: Sequence[LessonExample]) -> LessonExample | None:
        """Return the first that has not been shown, else the last that was; None where there is none."""
        found = next(iter(self._select_unshown_examples(examples)), examples[-1] if examples else None)
        if found is not None:
            self.shown.add(found.position)
        return found


class _SeenPosition(NamedTuple):
    """Where a list is asked: who moves, plies from the start, the rule that fires and what it allows."""

    position: Position
    side: SideName
    plies: int
    number: int | None
    allowed: list[Move]


def _yield_positions_to_decide(
    rules: RuleList, decisions: Decisions, budget: Budget
) -> Iterator[_SeenPosition]:
    """Yield where a list is asked when it is followed, against any play, the nearest first.

    Of symmetric positions one is yielded, and one that both sides come to once.
    """
    waiting: deque[tuple[int, bool, SideName, int]] = deque()
    for start in decisions.arena.starts:
        for role in SIDES[rules.side]:
            side: SideName = "second" if role else "first"
            waiting.append((int(decisions.classes[start]), role == 0, side, 0))
    seen = {(place, own) for place, own, _, _ in waiting}
    while waiting:
        place, own, side, plies = waiting.popleft()
        edges: Sequence[int] = decisions.list_edges(place)
        if own and edges:
            position = decisions.get_representative_position(place)
            seen_position = _SeenPosition(position, side, plies, *rules.find_firing_rule(position))
            yield seen_position
            moves = decisions.list_moves(place)
            edges = [edge for edge, move in zip(edges, moves, strict=True) if move in seen_position.allowed]
        for edge in edges:
            stays = bool(decisions.arena.children[edge] & 1)
            child = int(decisions.child_places[edge]), own == stays
            if child not in seen:
                seen.add(child)
                waiting.append((*child, side, plies + 1))
                if len(seen) % 4096 == 0:
                    budget.report("teach", len(seen), decisions.arena.positions)
