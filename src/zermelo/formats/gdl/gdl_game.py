"""Games of GDL files: what all of them have, positions as text, and reading one.

Text is the facts that hold, one a line. Where facts describe cells, `(cell 1 2 x)`, these are rows of signs
instead: the first word is the row, from the top; where the first words are letters they are columns, and
the rows go up.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from zermelo.core.errors import UnreadablePosition, quote
from zermelo.core.game import Game, Position
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.formats.gdl.gdl_conditions import WORD
from zermelo.formats.gdl.gdl_grounding import ground_rules
from zermelo.formats.gdl.gdl_program import CHANCE, GdlProgram, compile_gdl_program
from zermelo.formats.gdl.gdl_rules import GdlRules, format_term, read_rules, yield_variables
from zermelo.formats.gdl.gdl_writer import GdlToPythonWriter
from zermelo.formats.s_expression import SourceText

BLANK: Final = ("b", "blank", "empty", "e", "none", "dirt")  # marks that are shown as a dot
CELL: Final = re.compile(r"\((\w+) (\w+) (\w+) (\w+)\)")
FILE_HEADER: Final = (
    "from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN\n"
    "from zermelo.formats.gdl.gdl_game import CellGrid, GdlPayoffGame, GdlPuzzle, GdlZeroSumGame\n\n"
)
MOST_CELLS: Final = 40  # rows, or columns, of a board that is shown


@dataclass(frozen=True)
class CellGrid:
    """Cells of a board in text: the facts of each, and their signs."""

    rows: tuple[tuple[tuple[int, ...], ...], ...]  # the facts of each cell
    signs: dict[int, str]  # of each fact

    @cached_property
    def all_facts(self) -> frozenset[int]:
        """All facts of cells."""
        return frozenset(self.signs)


class GdlGame:
    """What every game of a GDL file has beside its rules: facts and moves as the file calls them."""

    fact_texts: ClassVar[tuple[str, ...]] = ()
    move_texts: ClassVar[tuple[str, ...]] = ()
    cell_grid: ClassVar[CellGrid | None] = None

    def show(self, position: Position) -> str:
        """Return the cells as rows, where there are any, and all other facts."""
        held = set(yield_true_facts(position))
        lines = []
        grid = self.cell_grid
        if grid is not None:
            rows = [[[fact for fact in cell if fact in held] for cell in row] for row in grid.rows]
            if all(len(cell) <= 1 for row in rows for cell in row):
                width = max(len(sign) for sign in grid.signs.values())
                lines = [
                    " ".join((grid.signs[cell[0]] if cell else "-").ljust(width) for cell in row).rstrip()
                    for row in rows
                ]
                held -= grid.all_facts
        return "\n".join([*lines, *(self.fact_texts[fact] for fact in sorted(held))])

    def parse(self, text: str) -> Position:
        """Read a position from the text that `show` prints; `/` may stand for a new line."""
        numbers = {fact: number for number, fact in enumerate(self.fact_texts)}
        rows, held = [], []
        for part in _yield_facts_and_rows(text):
            fact = " ".join(part.lower().split())
            if fact in numbers:
                held.append(numbers[fact])
            elif part.startswith("("):
                raise UnreadablePosition(
                    f"{quote(fact)} is no fact of {self!r}: write {describe_position_format(self)}"
                )
            else:
                rows.append(part.split())
        held += self._yield_cell_facts(rows, text)
        return pack_facts(held, len(self.fact_texts))

    def _yield_cell_facts(self, rows: list[list[str]], text: str) -> Iterator[int]:
        grid = self.cell_grid
        known = grid.rows if grid is not None and rows else ()
        if [len(row) for row in rows] != [len(row) for row in known]:
            raise UnreadablePosition(
                f"{quote(text)} is no position of {self!r}: write {describe_position_format(self)}"
            )
        for row, cells in zip(rows, known, strict=True):
            for sign, cell in zip(row, cells, strict=True):
                assert grid is not None
                found = [fact for fact in cell if grid.signs[fact] == sign]
                if not found and sign != "-":
                    raise UnreadablePosition(
                        f"{quote(sign)} stands in no such cell: write {describe_position_format(self)}"
                    )
                yield from found

    def name(self, position: Position, move: int) -> str:
        """Return the action, without brackets around it."""
        return self.move_texts[move]


def describe_position_format(game: object) -> str:
    """Return how positions of a game are written: its start, as an example."""
    start = game.start()  # type: ignore[attr-defined]  # a game
    return "it as " + "/".join(game.show(start).splitlines())  # type: ignore[attr-defined]  # a game


class GdlZeroSumGame(GdlGame, Game):
    """A game of two roles, one's goal being 100 less the other's: won, drawn or lost, or with points."""


class GdlPayoffGame(GdlGame, Game):
    """A game in which each role gets its goal, whatever that is together."""


class GdlPuzzle(GdlGame, PuzzleForOne):
    """A game of one role, which is solved where its goal is 100."""


def yield_true_facts(position: Position) -> Iterator[int]:
    """Yield the facts that hold at a position.

    >>> list(yield_true_facts(5)), list(yield_true_facts((1, 2)))
    ([0, 2], [0, 63])
    """
    for word, bits in enumerate(position if isinstance(position, tuple) else (position,)):
        rest = int(bits)
        while rest:
            lowest = rest & -rest
            yield word * WORD + lowest.bit_length() - 1
            rest ^= lowest


def pack_facts(facts: list[int], count: int) -> Position:
    """Return the position at which some facts hold, of so many that there are."""
    words = [0] * max(1, -(-count // WORD))
    for fact in facts:
        words[fact // WORD] |= 1 << fact % WORD
    return words[0] if len(words) == 1 else tuple(words)


def _yield_facts_and_rows(text: str) -> Iterator[str]:
    """Yield the facts and rows of a text: facts in their brackets, all else between strokes and line ends."""
    depth, part = 0, ""
    for sign in f"{text}/":
        if depth == 0 and (sign in "/\n(" or part.endswith(")")):
            if part.strip():
                yield part.strip()
            part = ""
        depth += (sign == "(") - (sign == ")")
        part += "" if depth == 0 and sign in "/\n" else sign
    if part.strip():
        yield part.strip()


def translate_gdl(text: str, file_name: str, class_name: str) -> str:
    """Return the Python source of a file's classes; see `make_gdl_class_sources`."""
    return FILE_HEADER + "\n\n".join(make_gdl_class_sources(SourceText(text, file_name), class_name).values())


def make_gdl_class_sources(source: SourceText, name: str) -> dict[str, str]:
    """Return the classes of a file by their names, as Python: the game, and that by goals or by points.

    Raises `BadRules` that names the line where the language is broken, or the game is none for us.
    """
    rules = read_rules(source)
    refuse_hidden_information(rules)
    made = compile_gdl_program(ground_rules(rules))
    refuse_unsupported_goals(made)
    has_adversaries = len(made.players) == 2
    if has_adversaries and (made.has_win_loss_goals or made.has_dice):
        base = "GdlZeroSumGame"
    else:
        refuse_dice_without_adversaries(made)
        alone = len(made.players) == 1 and made.has_win_loss_goals
        base = "GdlPuzzle" if alone else "GdlPayoffGame"
    bases = {name: base}
    if has_adversaries and not made.has_dice:
        points = {f"{name}ByPoints": "GdlZeroSumGame"}
        bases |= {f"{name}ByGoals": "GdlPayoffGame"} if made.has_win_loss_goals else points
    found = {key: GdlToPythonWriter(made, key, base).make_class_source() for key, base in bases.items()}
    moves = tuple(strip_brackets(format_term(action)) for _, action in made.moves)
    told = (
        f"    fact_texts = {made.facts!r}\n"
        f"    move_texts = {moves!r}\n"
        f"    cell_grid = {find_cell_grid(made.facts)!r}\n"
    )
    return {key: text + told for key, text in found.items()}


def strip_brackets(text: str) -> str:
    """Return a text without its outer brackets, which alone distinguish `(x)` from `x`."""
    return text[1:-1] if text.startswith("(") and " " in text else text


def refuse_hidden_information(rules: GdlRules) -> None:
    """Refuse a file in which players do not see each other's moves, or dice that they do not see."""
    seeing = [rule for rule in rules.rules if rule.head[0] == "sees"]
    if not seeing:
        return
    for rule in seeing:
        _, who, what = rule.head
        body = {atom[0]: atom for atom in rule.positive}
        plain = (
            len(rule.positive) == 2
            and body.keys() == {"role", "does"}
            and not rule.negative
            and not rule.tests
            and body["role"][1] == who
            and who not in body["does"]
            and {*yield_variables(body["does"])} <= {*yield_variables(what)}
            and len({*yield_variables(body["does"])}) == 2
        )
        if plain:
            return
    raise rules.source.make_error(
        seeing[0].line,
        "sees shows players less than every move, and only games of perfect information are read: where all "
        "is seen, write (<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m)), or leave sees out",
    )


def refuse_unsupported_goals(program: GdlProgram) -> None:
    """Refuse goals that are no numbers, and a game of dice alone."""
    source = program.grounded.rules.source
    for rule in program.grounded.rules.rules:
        if rule.head[0] == "goal":
            for goal in (rule.head[2],):
                if isinstance(goal, str) and not goal.startswith("?") and not _is_goal_value(goal):
                    raise source.make_error(
                        rule.line, f"the goal {format_term(goal)} is no number from 0 to 100"
                    )
    first = next(rule.line for rule in program.grounded.rules.rules if rule.head[0] == "role")
    for goals in program.goals:
        bad = next((goal for goal in goals if not _is_goal_value(goal)), None)
        if bad is not None:
            line = next(rule.line for rule in program.grounded.rules.rules if rule.head[0] == "goal")
            raise source.make_error(line, f"a goal may be {bad}, which is no number from 0 to 100")
    if not program.players:
        raise source.make_error(first, f"{CHANCE} is the only role: nobody plays")
    if not any(role in program.players for role, _ in program.moves):
        raise source.make_error(first, "no role ever has a legal move")


def _is_goal_value(text: object) -> bool:
    return isinstance(text, str) and text.isdecimal() and text.isascii() and int(text) <= 100


def refuse_dice_without_adversaries(program: GdlProgram) -> None:
    """Refuse dice where there are not two roles besides."""
    if program.has_dice:
        rule = next(rule for rule in program.grounded.rules.rules if rule.head == ("role", CHANCE))
        raise program.grounded.rules.source.make_error(
            rule.line, f"dice ({CHANCE}) are read in games of two roles alone"
        )


def find_cell_grid(facts: tuple[str, ...]) -> CellGrid | None:
    """Return the board that facts describe; None where they describe none."""
    found: dict[str, dict[tuple[str, str], list[tuple[int, str]]]] = {}
    for number, fact in enumerate(facts):
        parts = CELL.fullmatch(fact)
        if parts:
            kind, one, other, mark = parts.groups()
            found.setdefault(kind, {}).setdefault((one, other), []).append((number, mark))
    for cells in found.values():
        firsts = sorted({one for one, _ in cells}, key=_make_word_sort_key)
        seconds = sorted({other for _, other in cells}, key=_make_word_sort_key)
        marks = sorted({mark for held in cells.values() for _, mark in held})
        if len(marks) < 2 or not 1 < max(len(firsts), len(seconds)) <= MOST_CELLS:
            continue
        if len(cells) * 2 < len(firsts) * len(seconds):  # no board: a relation of three things
            continue
        letters = not any(one.isdecimal() for one in firsts)
        places = (
            [[(one, other) for one in firsts] for other in reversed(seconds)]
            if letters
            else [[(one, other) for other in seconds] for one in firsts]
        )
        rows = tuple(
            tuple(tuple(number for number, _ in cells.get(place, [])) for place in row) for row in places
        )
        signs = _choose_mark_symbols(marks)
        return CellGrid(rows, {number: signs[mark] for held in cells.values() for number, mark in held})
    return None


def _make_word_sort_key(word: str) -> tuple[bool, int, str]:
    return (not word.isdecimal(), int(word) if word.isdecimal() else 0, word)


def _choose_mark_symbols(marks: list[str]) -> dict[str, str]:
    """Return what each mark is shown as: a dot for one that means nothing, else one letter or the word."""
    blank = next((mark for mark in BLANK if mark in marks), None)
    others = [mark for mark in marks if mark != blank]
    short = {mark: mark[0] for mark in others}
    if len(set(short.values())) < len(others):
        short = {mark: mark for mark in others}
    return short | ({blank: "."} if blank is not None else {})
