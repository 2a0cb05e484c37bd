"""The parts of a file: its board, pieces, regions, phases of play and ends."""

from dataclasses import dataclass, field
from typing import Final

from zermelo.elsewhere.forms import Form, Source, Word
from zermelo.elsewhere.ludax.layout import TURNED, Layout

MOST_CELLS: Final = 400
MOST_PIECES: Final = 10  # each has a letter
SHAPES: Final = {"square": 1, "rectangle": 2, "hexagon": 1, "hex_rectangle": 2}


@dataclass
class Phase:
    """A part of play: who moves in which order, once or for ever, and what a move is."""

    once: bool
    order: tuple[int, ...]
    mechanic: Form
    force_pass: bool
    groups: list[list[int]] = field(default_factory=list)  # moves by priority, as their writer numbers them


@dataclass
class File:
    """A file as it is read; what stands in forms is understood by the writer."""

    source: Source
    board: Layout
    pieces: tuple[str, ...] = ()
    regions: dict[str, Form] = field(default_factory=dict)
    forward: tuple[str, ...] = ()
    starts: tuple[Form, ...] = ()
    phases: tuple[Phase, ...] = ()
    ends: tuple[Form, ...] = ()

    @property
    def pass_move(self) -> int:
        """The number of a pass: none that a cell has."""
        return self.board.cells

    def clock(self) -> tuple[tuple[int, ...], ...]:
        """Return for each turn of all phases: who moves, its phase, the next turn."""
        turns: list[int] = []
        phases: list[int] = []
        following: list[int] = []
        for number, phase in enumerate(self.phases):
            first = len(turns)
            for step, player in enumerate(phase.order):
                turns.append(player)
                phases.append(number)
                ends = step == len(phase.order) - 1
                following.append(first if ends and not phase.once else len(turns))
        return tuple(turns), tuple(phases), tuple(following)


def read_file(source: Source, sizes: tuple[int, ...] = ()) -> File:
    """Return what a file says, on a board of other sizes where some are given.

    Raises `BadRules` naming the line where it is not understood.
    """
    forms = list(source.forms())
    if len(forms) != 1 or not isinstance(forms[0], Form) or forms[0].head != "game":
        raise source.refused(
            forms[0] if forms else 1, 'a file is one game: write (game "Name" (players 2) ...)'
        )
    parts = _parts(
        source, forms[0], 2, ("players", "equipment", "rules", "rendering"), ("players", "equipment", "rules")
    )
    equipment = _parts(source, parts["equipment"], 1, ("board", "pieces", "regions"), ("board", "pieces"))
    rules = _parts(source, parts["rules"], 1, ("start", "play", "end"), ("play", "end"))
    if not isinstance(forms[0][1], Word) or not forms[0][1].startswith('"'):
        raise source.refused(forms[0][1], 'a game has a name: write (game "Name" ...)')
    file = File(source, _board(source, equipment["board"], sizes))
    file.forward = _forward(source, parts["players"])
    file.pieces = _pieces(source, equipment["pieces"])
    for each in equipment["regions"][1:] if "regions" in equipment else ():
        name = _named(source, each, "a region")
        assert isinstance(each, Form)
        if not isinstance(each[1], Form):
            raise source.refused(each, f"the region {name} is of no cells")
        if name in file.regions:
            raise source.refused(each, f"two regions are called {name}")
        file.regions[name] = each[1]
    file.starts = _forms(source, rules["start"]) if "start" in rules else ()
    file.phases = tuple(_phase(source, each) for each in _forms(source, rules["play"]))
    if not file.phases or file.phases[-1].once:
        raise source.refused(rules["play"], "the last phase of play has to be a (repeat ...)")
    if any(not phase.once for phase in file.phases[:-1]):
        raise source.refused(rules["play"], "what stands after a (repeat ...) is never played")
    file.ends = _forms(source, rules["end"])
    if not file.ends:
        raise source.refused(
            rules["end"], "no rule says when play ends: write (end (if (full_board) (draw)))"
        )
    if sizes:
        _refuse_numbers(source, forms[0], file.board)
    return file


def _parts(
    source: Source, form: Form, begin: int, known: tuple[str, ...], needed: tuple[str, ...]
) -> dict[str, Form]:
    """Return the parts of a form by their first words, each at most once."""
    found: dict[str, Form] = {}
    for part in form[begin:]:
        word = part if isinstance(part, Word) else part.head
        if not isinstance(part, Form) or word not in known or word in found:
            raise source.refused(part, f"{word or '(...)'} is not understood in ({form.head} ...)")
        found[word] = part
    missing = [name for name in needed if name not in found]
    if missing:
        raise source.refused(form, f"({form.head} ...) has no ({missing[0]} ...)")
    return found


def _forms(source: Source, form: Form) -> tuple[Form, ...]:
    found = []
    for part in form[1:]:
        if not isinstance(part, Form):
            raise source.refused(part, f"{part} is not understood in ({form.head} ...)")
        found.append(part)
    return tuple(found)


def _board(source: Source, form: Form, sizes: tuple[int, ...]) -> Layout:
    shape = form[1] if len(form) == 2 else form
    if not isinstance(shape, Form) or shape.head not in SHAPES or len(shape) != 1 + SHAPES.get(shape.head, 0):
        raise source.refused(form, f"a board is one of {', '.join(SHAPES)}, with its sizes")
    given = sizes
    if not sizes:
        if any(not isinstance(word, Word) or not word.isdecimal() for word in shape[1:]):
            raise source.refused(shape, "sizes are numbers")
        given = tuple(int(word) for word in shape[1:] if isinstance(word, Word))
    if len(given) != SHAPES[shape.head]:
        raise source.refused(shape, f"a {shape.head} has {SHAPES[shape.head]} sizes, not {len(given)}")
    if min(given) < 1 or (shape.head == "hexagon" and given[0] % 2 == 0):
        raise source.refused(shape, f"there is no {shape.head} of {' x '.join(map(str, given))}")
    board = Layout(shape.head, given)
    if max(given) > MOST_CELLS or board.cells > MOST_CELLS:
        raise source.refused(shape, f"boards of more than {MOST_CELLS} cells are not read")
    return board


def _forward(source: Source, form: Form) -> tuple[str, ...]:
    if len(form) < 2 or form[1] != "2":
        raise source.refused(form, "games of two players are read: write (players 2)")
    if len(form) == 2:
        return ()
    found: dict[str, str] = {}
    part = form[2]
    if isinstance(part, Form) and part.head == "set_forward" and len(form) == len(part) == 3:
        for each in part[1:]:
            if isinstance(each, Form) and len(each) == 2 and each[0] in ("P1", "P2") and each[1] in TURNED:
                found[str(each[0])] = str(each[1])
    if len(found) < 2:
        raise source.refused(part, "write (players 2 (set_forward (P1 up) (P2 down)))")
    return found["P1"], found["P2"]


def _pieces(source: Source, form: Form) -> tuple[str, ...]:
    """Return the names of pieces; whose they may be restricts nobody, in the language's program either."""
    if not 1 < len(form) <= 1 + MOST_PIECES:
        raise source.refused(form, f"a game has one to {MOST_PIECES} kinds of pieces")
    found = tuple(_named(source, each, "a piece") for each in form[1:])
    for each in form[1:]:
        if each[1] not in ("P1", "P2", "both"):
            raise source.refused(each, f"whose a piece is, is P1, P2 or both, and not {each[1]}")
    if len(set(found)) < len(found):
        raise source.refused(form, "two pieces have one name")
    return found


def _named(source: Source, form: Word | Form, what: str) -> str:
    if not isinstance(form, Form) or len(form) != 2 or not form.head.startswith('"'):
        raise source.refused(form, f'{what} is written ("name" ...)')
    return form.head.strip('"')


def _phase(source: Source, form: Form) -> Phase:
    if form.head not in ("repeat", "once_through") or len(form) not in (3, 4):
        raise source.refused(form, f"{form.head or '(...)'} is no phase of play: write (repeat (P1 P2) ...)")
    order, mechanic = form[1], form[2]
    if not isinstance(order, Form) or not order or any(word not in ("P1", "P2") for word in order):
        raise source.refused(form, "who moves is written (P1 P2)")
    if not isinstance(mechanic, Form) or mechanic.head not in ("place", "move"):
        raise source.refused(mechanic, "a move is a (place ...) or a (move ...)")
    passing = form[3] if len(form) == 4 else None
    if passing is not None and (not isinstance(passing, Form) or passing.head != "force_pass"):
        raise source.refused(passing, "only (force_pass) may follow a (place ...) or (move ...)")
    if passing is not None and mechanic.head == "move":
        raise source.refused(passing, "(force_pass) is read after a (place ...) alone")
    return Phase(
        form.head == "once_through",
        tuple(0 if word == "P1" else 1 for word in order),
        mechanic,
        passing is not None,
    )


def _refuse_numbers(source: Source, form: Form, board: Layout) -> None:
    """Refuse another size of the board where the file names cells, rows or columns by number."""
    for part in form:
        if isinstance(part, Form):
            by_number = part.head in ("row", "column") or (
                part and all(isinstance(word, Word) and word.isdecimal() for word in part)
            )
            if by_number:
                raise source.refused(
                    part,
                    "cells are named by number here, others on a board of another size: edit the file",
                )
            _refuse_numbers(source, part, board)
