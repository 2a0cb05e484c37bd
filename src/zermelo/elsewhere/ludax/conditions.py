"""Numbers and conditions, as expressions: lines, groups, scores, and what has just happened."""

from collections.abc import Callable
from typing import Final

from zermelo.elsewhere.forms import Form, Word
from zermelo.elsewhere.ludax.cells import Cells
from zermelo.elsewhere.ludax.layout import mask_of

KINDS: Final = ("place", "hop", "slide", "step")


class Conditions(Cells):
    """Writes numbers, and what holds or does not."""

    def _mask_line(self, form: Form) -> str:
        return self._lined(form, "found |= line")

    def function(self, form: Word | Form) -> str:
        """Return a number as an expression."""
        if isinstance(form, Word):
            return str(self._number(form))
        method = getattr(self, f"_function_{form.head}", None)
        if method is None:
            raise self._unknown(form, "a number")
        return str(method(self.sized(form)))

    def _function_add(self, form: Form) -> str:
        return "(" + " + ".join(map(self.function, form[1:])) + ")"

    def _function_multiply(self, form: Form) -> str:
        return "(" + " * ".join(map(self.function, form[1:])) + ")"

    def _function_subtract(self, form: Form) -> str:
        return f"({self.function(form[1])} - {self.function(form[2])})"

    def _function_count(self, form: Form) -> str:
        return f"({self.mask(form[1])}).bit_count()"

    def _function_score(self, form: Form) -> str:
        self.asks.add("score")
        side = self._whose(form[1])
        return f"{side}_score"

    def _function_line(self, form: Form) -> str:
        return self._lined(form, "found += 1")

    def _lined(self, form: Form, then: str) -> str:
        """Return how many lines there are, or the cells of them."""
        piece, length = self._piece(form[1]), self._number(form[2])
        if length < 1:
            raise self.refused(form, "a line has at least one cell")
        options = self.options(form, 3, ("orientation", "exact", "player", "exclude"))
        cells = self._without(self.cells_of(piece, options.get("player", Word("mover", form.line))), options)
        lines = self.board.lines(length, self.orientation(options))
        if self._is_true(options, "exact") and length > 1:
            table = self.table("exact", tuple((mask_of(line), self.board.beyond(line)) for line in lines))
            each, test = "line, beyond", "cells & line == line and cells & beyond == 0"
        else:
            table = self.table("lines", tuple(mask_of(line) for line in lines))
            each, test = "line", "cells & line == line"
        return self._counted(table, each, test, then, cells) if lines else "0"

    def _counted(self, table: str, each: str, test: str, then: str, cells: str) -> str:
        def write(name: str) -> list[str]:
            return [
                f"    def {name}(self, cells):",
                "        found = 0",
                f"        for {each} in self.{table}:",
                f"            if {test}:",
                f"                {then}",
                "        return found",
            ]

        return f"self.{self.helper('lined', write)}({cells})"

    def _without(self, cells: str, options: dict[str, Word | Form]) -> str:
        if "exclude" not in options:
            return cells
        return f"({cells} & ~({' | '.join(self.several(options['exclude']))}))"

    def _function_pattern(self, form: Form) -> str:
        piece = self._piece(form[1])
        options = self.options(form, 3, ("rotate", "player", "exclude"))
        cells = self._without(self.cells_of(piece, options.get("player", Word("mover", form.line))), options)
        found = sorted(self._patterns(form[2], self._is_true(options, "rotate")))
        return self._counted(
            self.table("lines", tuple(found)), "line", "cells & line == line", "found += 1", cells
        )

    def _patterns(self, form: Word | Form, rotated: bool) -> set[int]:
        """Return the sets of cells at which a pattern lies on the board."""
        if self.board.is_hexagonal or not isinstance(form, Form) or len(form) < 2:
            raise self.refused(form, "a pattern is read on squares, as (width (cells...)) or (square size)")
        if form.head in ("square", "rectangle"):
            if len(form) != (2 if form.head == "square" else 3):
                raise self._unknown(form, "a pattern")
            width, height = self._number(form[1]), self._number(form[-1])
            shape = {(row, column) for row in range(height) for column in range(width)}
        elif isinstance(form[1], Form) and len(form) == 2 and self._number(form[0]):
            width = self._number(form[0])
            shape = {divmod(self._number(part), width) for part in form[1]}
        else:
            raise self._unknown(form, "a pattern")
        if not shape:
            raise self._unknown(form, "a pattern")
        shapes = [shape]
        if rotated:
            for _ in range(3):
                shapes.append({(column, -row) for row, column in shapes[-1]})
        found = set()
        for each in shapes:
            for row, column in self.board.places:
                low_row, low_column = min(r for r, _ in each), min(c for _, c in each)
                places = [(row + r - low_row, column + c - low_column) for r, c in each]
                if all(place in self.board.numbers for place in places):
                    found.add(mask_of(self.board.numbers[place] for place in places))
        return found

    def _function_connected(self, form: Form) -> str:
        piece = self._piece(form[1])
        options = self.options(form, 3, ("mover", "direction"))
        side = self._mover(options, "mover")
        if "direction" in options:
            raise self.refused(form, "direction: is not understood in (connected ...)")
        ways = self.board.named_ways(["any"])
        stepped = self.stepped("group", ways)

        masks = self.several(form[2])
        names = [f"mask_{number}" for number in range(len(masks))]

        def write(name: str) -> list[str]:
            return [
                f"    def {name}(self, {', '.join(['cells', 'cell', *names])}):",
                "        group = 0",
                "        grown = 1 << cell if cell >= 0 else 0",
                "        while grown != group:",
                "            group = grown",
                f"            grown = group | cells & {stepped}",
                "        found = 0",
                *(f"        if group & {each}:\n            found += 1" for each in names),
                "        return found",
            ]

        asked = ", ".join([f"{side}_{piece}", self._last(form, side), *masks])
        return f"self.{self.helper('connected', write)}({asked})"

    # What is true.

    def predicate(self, form: Word | Form) -> str:
        """Return what holds or not as an expression."""
        if isinstance(form, Word):
            raise self._unknown(form, "a condition")
        word = {"=": "equals", ">=": "at_least", "<=": "at_most"}.get(form.head, form.head)
        method = getattr(self, f"_predicate_{word}", None)
        if method is not None:
            return str(method(self.sized(form)))
        if hasattr(self, f"_function_{word}"):
            return f"({self.function(form)} > 0)"
        raise self._unknown(form, "a condition")

    def _predicate_and(self, form: Form) -> str:
        return "(" + " and ".join(map(self.predicate, form[1:])) + ")"

    def _predicate_or(self, form: Form) -> str:
        return "(" + " or ".join(map(self.predicate, form[1:])) + ")"

    def _predicate_not(self, form: Form) -> str:
        return f"(not {self.predicate(form[1])})"

    def _predicate_equals(self, form: Form) -> str:
        first, *others = map(self.function, form[1:])
        return "(" + " and ".join(f"{first} == {other}" for other in others) + ")"

    def _predicate_at_least(self, form: Form) -> str:
        return f"({self.function(form[1])} >= {self.function(form[2])})"

    def _predicate_at_most(self, form: Form) -> str:
        return f"({self.function(form[1])} <= {self.function(form[2])})"

    def _predicate_exists(self, form: Form) -> str:
        return f"({self.mask(form[1])} != 0)"

    def _predicate_full_board(self, form: Form) -> str:
        return f"({self.occupied} == {self.board.full})"

    def _predicate_last_move_in(self, form: Form) -> str:
        cell = self._last(form, "own")
        return f"({cell} >= 0 and {self.mask(form[1])} >> {cell} & 1 == 1)"

    def _predicate_mover_is(self, form: Form) -> str:
        if form[1] not in ("P1", "P2"):
            raise self._unknown(form[1], "P1 or P2")
        return f"(me == {0 if form[1] == 'P1' else 1})"

    def _predicate_no_legal_actions(self, form: Form) -> str:
        if not self.after or self.phase is not None:
            raise self.refused(form, "no_legal_actions is asked of end rules")
        return "(not self.can_move(following))"

    def _predicate_passed(self, form: Form) -> str:
        self.asks.add("passed")
        if form[1] == "both":
            return "(passed_0 == 1 and passed_1 == 1)"
        if form[1] in ("P1", "P2"):
            return f"(passed_{0 if form[1] == 'P1' else 1} == 1)"
        side = self._whose(form[1])
        return f"((passed_0 if (me == 0) == {side == 'own'} else passed_1) == 1)"

    def _predicate_action_was(self, form: Form) -> str:
        if not self.after or self.is_looking_ahead or form[1] != "mover":
            raise self.refused(form, "action_was is understood of the mover's own move, after it")
        if form[2] not in KINDS[1:]:
            raise self._unknown(form[2], "hop, slide or step")
        return f"(kind == {KINDS.index(str(form[2]))})"

    def _predicate_can_move_again(self, form: Form) -> str:
        if not self.after:
            raise self.refused(form, "can_move_again is asked after a move")
        names = []
        for number, (kind, piece, move) in enumerate(self.moving):
            if kind == form[1]:
                name = self._targets(number, kind, piece, move)
                names.append(f"own_{piece} >> last & 1 and {name}")
        if not names:
            raise self.refused(form, f"no piece of the file can {form[1]}")
        return "(" + " or ".join(f"({name})" for name in names) + ")"

    def _targets(self, number: int, kind: str, piece: int, move: Form) -> str:
        """Return whether a piece on the last cell could move so again."""
        ways = self._move_ways(move, kind)
        rows = [self.table("ways", tuple(self.board.way(way) for way in each)) for each in ways]
        over = self._hopped_over(move) if kind == "hop" else "0"

        def write(rows: str) -> Callable[[str], list[str]]:
            def lines(name: str) -> list[str]:
                found = [f"    def {name}(self, occupied, over, cell):", f"        for way in self.{rows}:"]
                if kind == "hop":
                    found += [
                        "            between = way[cell]",
                        "            if between >= 0 and over >> between & 1:",
                        "                end = way[between]",
                        "                if end >= 0 and occupied >> end & 1 == 0:",
                        "                    return True",
                    ]
                else:
                    found += [
                        "            end = way[cell]",
                        "            if end >= 0 and occupied >> end & 1 == 0:",
                        "                return True",
                    ]
                return [*found, "        return False"]

            return lines

        first, second = (
            f"self.{self.helper('again', write(each))}({self.occupied}, {over}, last)" for each in rows
        )
        return first if first == second else f"({first} if me == 0 else {second})"

    # What moves of a piece say.

    def _move_options(self, form: Form, kind: str) -> dict[str, Word | Form]:
        known = {
            "hop": ("direction", "piece", "hop_over", "capture", "priority"),
            "slide": ("direction", "priority", "distance"),
            "step": ("direction", "priority"),
        }[kind]
        options = self.options(form, 2, known)
        if "distance" in options:
            raise self.refused(
                options["distance"], "distance: is not read: ludax 1.0.0 counts the first cell with it"
            )
        return options

    def _move_ways(self, form: Form, kind: str) -> tuple[tuple[str, ...], ...]:
        return self.ways(self._move_options(form, kind))

    def _hopped_over(self, form: Form) -> str:
        options = self._move_options(form, "hop")
        piece = None
        if "piece" in options and options["piece"] != "any":
            piece = self._piece(options["piece"])
        return self.cells_of(piece, options.get("hop_over", Word("both", form.line)))
