"""The rules of a file written as a class of ours: expressions of integers, sets of cells being bits.

A position is a tuple: the cells of each piece of each player, `clock` (whose turn in which phase), `over` (0, or how
play ended), and of what rules may remember only what these rules ask. In every method `own_0` and `opp_0` are the
mover's pieces of kind 0 and the other's. A move is a number: the cell of a piece that is placed; or which of the
moves in the file, from where and to where. Whatever holds "after a move" is worked out where the move is played, so
that end rules know the last cell.

Two passes: the first finds what has to be remembered.
"""

from collections.abc import Callable
from typing import Final

from zermelo.core.errors import BadRules
from zermelo.elsewhere.forms import Form, Source, Word
from zermelo.elsewhere.ludax.layout import FROM_FORWARD, SEVERAL, SQUARE_WAYS, Layout, mask_of, turned
from zermelo.elsewhere.ludax.reading import File, Phase

RESULTS: Final = {"win": 1, "lose": -1}
KINDS: Final = ("place", "hop", "slide", "step")


class Writer:
    """Writes the class of a file."""

    def __init__(self, file: File, name: str, asked: frozenset[str] = frozenset()) -> None:
        self.file, self.name = file, name
        self.source: Source = file.source
        self.board: Layout = file.board
        self.asked = asked  # what is remembered, as an earlier pass has found
        self.asks: set[str] = set()
        self.tables: dict[str, object] = {}
        self.helpers: dict[str, list[str]] = {}
        self.called: dict[object, str] = {}
        self.lines: list[str] = []
        self.after = False  # whether what is written holds after a move
        self.phase: Phase | None = None
        self.moving: list[tuple[str, int, Form]] = []  # every move of the file: kind, piece, form

    # What a position holds.

    @property
    def pieces(self) -> range:
        """The kinds of pieces, by number."""
        return range(len(self.file.pieces))

    @property
    def words(self) -> list[str]:
        """The names of what a position holds."""
        names = [f"b{piece}_{player}" for piece in self.pieces for player in (0, 1)]
        names += ["clock", "over"]
        for what in ("again", "passed", "last", "score"):
            if what in self.asked:
                names += [what] if what == "again" else [f"{what}_0", f"{what}_1"]
        return names

    def write(self) -> str:
        """Return the source of the class."""
        file = self.file
        turns, phases, following, stays = file.clock()
        self.tables |= {"turns": turns, "phases": phases, "nexts": following, "stays": stays}
        self._line(1, "def start(self):")
        start = [0] * len(self.words)
        for piece, player, cells in self._placed():
            for word in range(2 * len(file.pieces)):
                if word == 2 * piece + player:
                    start[word] |= cells
        self._line(2, f"return ({', '.join(map(str, start))})")
        self._moves()
        self._play()
        self._line(1, "def mover(self, position):")
        self._line(2, f"return self.turns[position[{self.words.index('clock')}]]")
        self._line(1, "def outcome(self, position):")
        self._line(2, f"over = position[{self.words.index('over')}]")
        self._line(2, "if over == 0:")
        self._line(3, "return UNDECIDED")
        self._line(2, "if over == 3:")
        self._line(3, "return DRAW")
        self._line(2, "return WIN if over - 1 == self.mover(position) else LOSS")
        lines = [f"class {self.name}(OnBoard):"]
        lines += [f"    {name} = {table!r}" for name, table in self.tables.items()]
        lines += [f"    told_words = {tuple(self.words)!r}", f"    told_pieces = {file.pieces!r}"]
        lines += [f"    told_layout = {self.board!r}"]
        for helper in self.helpers.values():
            lines += helper
        return "\n".join([*lines, *self.lines]) + "\n"

    def _line(self, depth: int, text: str) -> None:
        self.lines.append(" " * 4 * depth + text)

    def _begin(self, depth: int = 2) -> None:
        """Write what every method begins with."""
        self._line(depth, f"{', '.join(self.words)} = position")
        self._line(depth, "me = self.turns[clock]")
        for piece in self.pieces:
            self._line(depth, f"own_{piece} = b{piece}_0 if me == 0 else b{piece}_1")
            self._line(depth, f"opp_{piece} = b{piece}_1 if me == 0 else b{piece}_0")
        if "last" in self.asked:
            self._line(depth, "last = (last_0 if me == 0 else last_1) - 1")
            self._line(depth, "their_last = (last_1 if me == 0 else last_0) - 1")

    # Words of the file.

    def refused(self, where: Word | Form, reason: str) -> BadRules:
        """Return an error that names the line."""
        return self.source.refused(where, reason)

    def _unknown(self, form: Word | Form, what: str) -> BadRules:
        word = form if isinstance(form, Word) else form.head or "(...)"
        return self.refused(form, f"{word} is not understood as {what}")

    def _piece(self, word: Word | Form) -> int:
        name = str(word).strip('"') if isinstance(word, Word) else ""
        if name not in self.file.pieces:
            raise self.refused(word, f"{word} is no piece of the file: it has {', '.join(self.file.pieces)}")
        return self.file.pieces.index(name)

    def _number(self, word: Word | Form) -> int:
        if not isinstance(word, Word) or not word.isdecimal():
            raise self._unknown(word, "a number")
        return int(word)

    def options(self, form: Form, begin: int, known: tuple[str, ...]) -> dict[str, Word | Form]:
        """Return a form's `name:value` parts from one place on; others than the known are refused."""
        found: dict[str, Word | Form] = {}
        rest = list(form[begin:])
        while rest:
            word = rest.pop(0)
            name, colon, value = str(word).partition(":") if isinstance(word, Word) else ("", "", "")
            if not colon or name not in known:
                raise self.refused(
                    word,
                    f"{word if isinstance(word, Word) else word.head} is not understood in ({form.head} ...)",
                )
            if value:
                found[name] = Word(value, word.line)
            elif rest:
                found[name] = rest.pop(0)
            else:
                raise self.refused(word, f"{word} is given nothing")
        return found

    def _is_true(self, options: dict[str, Word | Form], name: str) -> bool:
        word = options.get(name)
        if word is not None and word not in ("true", "false"):
            raise self._unknown(word, "true or false")
        return word == "true"

    def _mover(self, options: dict[str, Word | Form], default: str) -> str:
        """Return `own` or `opp` for `mover:` of a form."""
        return self._whose(options.get("mover", Word(default, 1)))

    def _whose(self, word: Word | Form) -> str:
        if word == "mover":
            return "own"
        if word == "opponent":
            return "opp"
        raise self._unknown(word, "mover or opponent")

    def ways(self, options: dict[str, Word | Form], name: str = "direction") -> tuple[tuple[str, ...], ...]:
        """Return the ways of each player that `direction:` names."""
        word = options.get(name, Word("any", 1))
        words = [word] if isinstance(word, Word) else list(word)
        found = []
        for player in (0, 1):
            names = []
            for each in words:
                if not isinstance(each, Word):
                    raise self._unknown(each, "a direction")
                if each in FROM_FORWARD:
                    if not self.file.forward:
                        raise self.refused(each, f"{each} wants (set_forward ...) of the players")
                    names.append(turned(str(each), self.file.forward[player]))
                elif each in SQUARE_WAYS or each in SEVERAL:
                    names.append(str(each))
                else:
                    raise self._unknown(each, "a direction")
            found.append(self.board.named_ways(names))
        return tuple(found)

    def orientation(self, options: dict[str, Word | Form]) -> tuple[str, ...]:
        """Return the ways that `orientation:` names."""
        word = options.get("orientation", Word("any", 1))
        if not isinstance(word, Word) or word not in SEVERAL:
            raise self._unknown(word, "an orientation")
        return self.board.named_ways([str(word)])

    def table(self, begins: str, value: object) -> str:
        """Return the name of a table of the class that has this value."""
        for name, held in self.tables.items():
            if held == value and name.startswith(begins + "_"):
                return name
        name = f"{begins}_{sum(1 for known in self.tables if known.startswith(begins + '_'))}"
        self.tables[name] = value
        return name

    def helper(self, begins: str, write: Callable[[str], list[str]]) -> str:
        """Return the name of a method of the class that is written so, once."""
        text = "\n".join(write("NAME"))
        if text not in self.called:
            name = f"{begins}_{len(self.called)}"
            self.called[text] = name
            self.helpers[name] = write(name)
        return self.called[text]

    # Sets of cells.

    def _all(self, side: str) -> str:
        """Return all pieces of a side."""
        return "(" + " | ".join(f"{side}_{piece}" for piece in self.pieces) + ")"

    @property
    def occupied(self) -> str:
        """All cells on which something stands."""
        return f"({self._all('own')} | {self._all('opp')})"

    def cells_of(self, piece: int | None, whose: Word | Form) -> str:
        """Return the cells of a piece (None: of any) that a player has."""
        name = str(whose)
        kinds = self.pieces if piece is None else [piece]
        if name == "both":
            return "(" + " | ".join(f"own_{kind} | opp_{kind}" for kind in kinds) + ")"
        if name in ("mover", "opponent"):
            side = "own" if name == "mover" else "opp"
            return "(" + " | ".join(f"{side}_{kind}" for kind in kinds) + ")"
        if name in ("P1", "P2"):
            mine, other = ("own", "opp") if name == "P1" else ("opp", "own")
            return "(" + " | ".join(f"({mine}_{kind} if me == 0 else {other}_{kind})" for kind in kinds) + ")"
        raise self._unknown(whose, "a player")

    def fixed(self, form: Word | Form) -> list[int]:
        """Return sets of cells that never change: numbers in brackets, edges, rows, several of them."""
        if (
            isinstance(form, Form)
            and form
            and all(isinstance(part, Word) and part.isdecimal() for part in form)
        ):
            cells = [self._number(part) for part in form]
            if max(cells) >= self.board.cells:
                raise self.refused(
                    form, f"there is no cell {max(cells)}: the board has {self.board.cells}, from 0"
                )
            return [mask_of(cells)]
        found = []
        for text in self.several(form):
            if not text.isdecimal():
                raise self.refused(form, "cells that never change are wanted here")
            found.append(int(text))
        return found

    def several(self, form: Word | Form) -> list[str]:
        """Return the sets of cells that a form says: corners and edges one by one, or those in brackets."""
        if isinstance(form, Form):
            if form.head == "edges":
                return [str(self.board.edge(name)) for name in self.board.edges()]
            if form.head == "edgesNoCorners":
                corners = mask_of(self.board.corners())
                return [str(self.board.edge(name) & ~corners) for name in self.board.edges()]
            if form.head == "corners":
                return [str(1 << cell) for cell in self.board.corners()]
            if not form.head and form:
                return [self.mask(part) for part in form]
        return [self.mask(form)]

    def mask(self, form: Word | Form) -> str:
        """Return a set of cells as an expression."""
        if not isinstance(form, Form):
            raise self._unknown(form, "cells")
        method = getattr(self, f"_mask_{form.head}", None)
        if method is None:
            raise self._unknown(form, "cells")
        return str(method(form))

    def _mask_and(self, form: Form) -> str:
        return "(" + " & ".join(map(self.mask, form[1:])) + ")"

    def _mask_or(self, form: Form) -> str:
        return "(" + " | ".join(map(self.mask, form[1:])) + ")"

    def _mask_not(self, form: Form) -> str:
        return f"({self.board.full} & ~{self.mask(form[1])})"

    def _mask_adjacent(self, form: Form) -> str:
        first, second = self.ways(self.options(form, 2, ("direction",)))
        if first != second:
            raise self.refused(form, "adjacent is the same for both players: name a direction of the board")
        return self.stepped(self.mask(form[1]), first)

    def stepped(self, cells: str, ways: tuple[str, ...]) -> str:
        """Return the cells next to some in any of some ways."""

        def write(name: str) -> list[str]:
            shifted = [
                f"(cells & {mask}) {'<<' if distance > 0 else '>>'} {abs(distance)}"
                for way in ways
                for mask, distance in self.board.shifts(way)
            ]
            said = " | ".join(f"({each})" for each in shifted) or "0"
            return [f"    def {name}(self, cells):", f"        return {said}"]

        return f"self.{self.helper('stepped', write)}({cells})"

    def _mask_center(self, form: Form) -> str:
        return str(self.board.center())

    def _mask_column(self, form: Form) -> str:
        return str(self.board.column(self._number(form[1])))

    def _mask_row(self, form: Form) -> str:
        return str(self.board.row(self._number(form[1])))

    def _mask_corners(self, form: Form) -> str:
        return str(mask_of(self.board.corners()))

    def _mask_edge(self, form: Form) -> str:
        word = form[1] if len(form) == 2 else form
        if word in ("forward", "backward"):
            if not self.file.forward:
                raise self.refused(word, f"{word} wants (set_forward ...) of the players")
            sides = {"up": "top", "down": "bottom", "left": "left", "right": "right"}
            first, second = (
                self.board.edge(sides[turned(str(word), self.file.forward[player])]) for player in (0, 1)
            )
            return f"({first} if me == 0 else {second})"
        if not isinstance(word, Word) or word not in (
            "top",
            "bottom",
            "left",
            "right",
            "top_left",
            "top_right",
            "bottom_left",
            "bottom_right",
        ):
            raise self._unknown(word, "an edge")
        return str(self.board.edge(str(word)))

    def _mask_empty(self, form: Form) -> str:
        return f"({self.board.full} & ~{self.occupied})"

    def _mask_occupied(self, form: Form) -> str:
        return self.cells_of(None, form[1] if len(form) > 1 else Word("both", form.line))

    def _mask_region(self, form: Form) -> str:
        name = str(form[1]).strip('"')
        if name not in self.file.regions:
            raise self.refused(form[1], f"{form[1]} is no region of the file")
        found = 0
        for cells in self.fixed(self.file.regions[name]):
            found |= cells
        return str(found)

    def _last(self, form: Word | Form, side: str) -> str:
        """Return the cell of the last move of a side, -1 where there is none."""
        if side == "opp":
            self.asks.add("last")
            return "their_last"
        if not self.after:
            self.asks.add("last")
        return "last"

    def _mask_prev_move(self, form: Form) -> str:
        cell = self._last(form, self._whose(form[1]))
        return f"(1 << {cell} if {cell} >= 0 else 0)"

    def _mask_captured(self, form: Form) -> str:
        return self._of_this_move(form, "captured")

    def _mask_promoted(self, form: Form) -> str:
        return self._of_this_move(form, "promoted")

    def _of_this_move(self, form: Form, name: str) -> str:
        if not self.after or self.phase is None:
            raise self.refused(form, f"{name} is only known of the move that has just been made")
        return name

    def _mask_custodial(self, form: Form) -> str:
        piece = self._piece(form[1])
        options = self.options(form, 3, ("mover", "orientation"))
        length = 0 if form[2] == "any" else self._number(form[2])
        side = self._mover(options, "mover")
        ways = tuple(self.board.way(way) for way in self.orientation(options))
        rows = self.table("ways", ways)

        def write(name: str) -> list[str]:
            ends = "between" if length == 0 else f"between.bit_count() == {length}"
            return [
                f"    def {name}(self, mine, theirs, cell):",
                "        found = 0",
                "        if cell >= 0 and mine >> cell & 1:",
                f"            for way in self.{rows}:",
                "                between = 0",
                "                place = way[cell]",
                "                while place >= 0 and theirs >> place & 1:",
                "                    between |= 1 << place",
                "                    place = way[place]",
                f"                if {ends} and place >= 0 and mine >> place & 1:",
                "                    found |= between | 1 << place | 1 << cell",
                "        return found",
            ]

        other = "opp" if side == "own" else "own"
        name = self.helper("custodial", write)
        return f"self.{name}({side}_{piece}, {other}_{piece}, {self._last(form, side)})"

    def _mask_corner_custodial(self, form: Form) -> str:
        piece = self._piece(form[1])
        if self.board.is_hexagonal:
            raise self.refused(form, "corner_custodial is of squares")
        side = self._mover(self.options(form, 2, ("mover",)), "mover")
        corners = []
        for cell in self.board.corners():
            near = [self.board.next_to(cell, way) for way in ("up", "down", "left", "right")]
            corners.append((1 << cell, mask_of(each for each in near if each >= 0)))
        table = self.table("corners", tuple(corners))

        def write(name: str) -> list[str]:
            return [
                f"    def {name}(self, mine, theirs, cell):",
                "        found = 0",
                "        if cell >= 0:",
                f"            for corner, near in self.{table}:",
                "                if theirs & corner and mine & near == near and near >> cell & 1:",
                "                    found |= corner | near",
                "        return found",
            ]

        other = "opp" if side == "own" else "own"
        name = self.helper("cornered", write)
        return f"self.{name}({side}_{piece}, {other}_{piece}, {self._last(form, side)})"

    def _mask_line(self, form: Form) -> str:
        return self._lined(form, "found |= line")

    # Numbers.

    def function(self, form: Word | Form) -> str:
        """Return a number as an expression."""
        if isinstance(form, Word):
            return str(self._number(form))
        method = getattr(self, f"_function_{form.head}", None)
        if method is None:
            raise self._unknown(form, "a number")
        return str(method(form))

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
            width = self._number(form[1])
            height = self._number(form[-1])
            shape = {(row, column) for row in range(height) for column in range(width)}
        elif isinstance(form[1], Form):
            width = self._number(form[0])
            shape = {divmod(self._number(part), width) for part in form[1]}
        else:
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
            return str(method(form))
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
        if not self.after or form[1] != "mover":
            raise self.refused(form, "action_was is understood of the mover's own move, after it")
        if form[2] not in KINDS:
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

    # Moves.

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

    def _moves(self) -> None:
        phases = self.file.phases
        for phase in phases:
            self.phase = phase
            if phase.mechanic.head == "move":
                self._groups(phase)
        self._line(1, "def moves(self, position):")
        self._begin()
        for number, phase in enumerate(phases):
            self.phase = phase
            depth = 2
            if len(phases) > 1:
                self._line(2, f"if self.phases[clock] == {number}:")
                depth = 3
            if phase.force_pass:
                self._line(depth, "moved = False")
            if phase.mechanic.head == "place":
                self._placing(depth, number, phase)
            else:
                self._moving(depth, phase)
            if phase.force_pass:
                self._line(depth, "if not moved:")
                self._line(depth + 1, f"yield {self.file.pass_move}")
        self._line(1, "def can_move(self, position):")
        self._line(2, "for _ in self.moves(position):")
        self._line(3, "return True")
        self._line(2, "return False")
        self.phase = None

    def _place_parts(self, phase: Phase) -> tuple[int, str, Form, Form | None, Form | None]:
        """Return of a placing: the piece, whose it becomes, where, what must result, and the effects."""
        form = phase.mechanic
        piece = self._piece(form[1]) if len(form) > 1 else self._piece(form)
        rest = list(form[2:])
        side = "own"
        if rest and isinstance(rest[0], Word):
            side = self._whose(rest.pop(0))
        found: dict[str, Form] = {}
        for part in rest:
            if (
                not isinstance(part, Form)
                or part.head not in ("destination", "result", "effects")
                or part.head in found
            ):
                raise self._unknown(part, "a part of (place ...)")
            found[part.head] = part
        if "destination" not in found or len(found["destination"]) != 2:
            raise self.refused(form, "(place ...) wants a (destination ...)")
        return piece, side, found["destination"], found.get("result"), found.get("effects")

    def _placing(self, depth: int, number: int, phase: Phase) -> None:
        piece, side, where, result, _ = self._place_parts(phase)
        self.after = False
        self._line(depth, f"free = {self.mask(where[1])}")
        allowed = ""
        if result is not None:
            allowed = f" and self.allowed_{number}(position, cell)"
            self._allowed(number, piece, side, result)
        self._line(depth, f"for cell in range({self.board.cells}):")
        self._line(depth + 1, f"if free >> cell & 1{allowed}:")
        if phase.force_pass:
            self._line(depth + 2, "moved = True")
        self._line(depth + 2, "yield cell")

    def _allowed(self, number: int, piece: int, side: str, result: Form) -> None:
        """Write a method that says whether what results of placing a piece is allowed."""
        outer, self.lines = self.lines, []
        self._line(1, f"def allowed_{number}(self, position, cell):")
        self._begin()
        self._line(2, f"{side}_{piece} |= 1 << cell")
        self._line(2, "last = cell")
        self._scores(2)
        self.after = True
        holds = self.predicate(result[1])
        self.after = False
        self._line(2, f"return {holds}")
        self.helpers[f"allowed_{number}"] = self.lines
        self.lines = outer

    def _scores(self, depth: int) -> None:
        if "score" in self.asked:
            self._line(depth, "own_score = score_0 if me == 0 else score_1")
            self._line(depth, "opp_score = score_1 if me == 0 else score_0")

    def _groups(self, phase: Phase) -> None:
        """Write the moves of a phase, a method for each priority."""
        form = phase.mechanic
        if len(form) < 2 or not isinstance(form[1], Form):
            raise self.refused(form, "(move ...) wants a hop, a slide or a step")
        parts = list(form[1][1:]) if form[1].head == "or" else [form[1]]
        by_priority: dict[int, list[int]] = {}
        for part in parts:
            if not isinstance(part, Form) or part.head not in KINDS[1:] or len(part) < 2:
                raise self._unknown(part, "a hop, a slide or a step")
            options = self._move_options(part, part.head)
            priority = self._number(options["priority"]) if "priority" in options else 0
            by_priority.setdefault(priority, []).append(len(self.moving))
            self.moving.append((part.head, self._piece(part[1]), part))
        phase.groups = [by_priority[priority] for priority in sorted(by_priority)]
        for group in phase.groups:
            name = f"group_of_{group[0]}"
            self._line(1, f"def {name}(self, position):")
            self._begin()
            self._line(2, f"occupied = {self.occupied}")
            for number in group:
                self._generate(number)
            self._line(1, f"def has_{name}(self, position):")
            self._line(2, f"for _ in self.{name}(position):")
            self._line(3, "return True")
            self._line(2, "return False")

    def _generate(self, number: int) -> None:
        """Write the moves of one kind of a piece."""
        kind, piece, form = self.moving[number]
        ways = self._move_ways(form, kind)
        over = self._hopped_over(form) if kind == "hop" else ""
        if over:
            self._line(2, f"over_{number} = {over}")
        rows = [self.table("ways", tuple(self.board.way(way) for way in each)) for each in ways]
        players = [None] if rows[0] == rows[1] else [0, 1]
        for player in players:
            depth = 2
            if player is not None:
                self._line(2, f"if me == {player}:")
                depth = 3
            self._line(depth, f"for cell in range({self.board.cells}):")
            self._line(depth + 1, f"if own_{piece} >> cell & 1:")
            self._line(depth + 2, f"for way in self.{rows[player or 0]}:")
            inner = depth + 3
            code = f"yield ({number} * {self.board.cells} + cell) * {self.board.cells} + end"
            if kind == "hop":
                self._line(inner, "between = way[cell]")
                self._line(inner, f"if between >= 0 and over_{number} >> between & 1:")
                self._line(inner + 1, "end = way[between]")
                self._line(inner + 1, "if end >= 0 and occupied >> end & 1 == 0:")
                self._line(inner + 2, code)
            elif kind == "step":
                self._line(inner, "end = way[cell]")
                self._line(inner, "if end >= 0 and occupied >> end & 1 == 0:")
                self._line(inner + 1, code)
            else:
                self._line(inner, "end = way[cell]")
                self._line(inner, "while end >= 0 and occupied >> end & 1 == 0:")
                self._line(inner + 1, code)
                self._line(inner + 1, "end = way[end]")

    def _moving(self, depth: int, phase: Phase) -> None:
        for place, group in enumerate(phase.groups):
            name = f"group_of_{group[0]}"
            last = place == len(phase.groups) - 1
            at = depth
            if len(phase.groups) > 1:
                test = "else:" if last else f"{'if' if place == 0 else 'elif'} self.has_{name}(position):"
                self._line(depth, test)
                at = depth + 1
            self._line(at, f"for move in self.{name}(position):")
            at += 1
            if "again" in self.asked:
                self._line(
                    at, f"if again == 0 or move // {self.board.cells} % {self.board.cells} == again - 1:"
                )
                at += 1
            if phase.force_pass:
                self._line(at, "moved = True")
            self._line(at, "yield move")

    # Playing a move.

    def _play(self) -> None:
        cells = self.board.cells
        self._line(1, "def play(self, position, move):")
        self._begin()
        self._scores(2)
        self._line(2, "extra = 0")
        self._line(2, "kind = 0")
        if "last" not in self.asked:
            self._line(2, "last = -1")
        for name in ("captured", "promoted"):
            self._line(2, f"{name} = 0")
        if any(phase.force_pass for phase in self.file.phases):
            self.asks.add("passed")
        for number, phase in enumerate(self.file.phases):
            self.phase = phase
            self.after = True
            tests = [f"self.phases[clock] == {number}"] if len(self.file.phases) > 1 else []
            if phase.force_pass:
                tests.append(f"move != {self.file.pass_move}")
            self._line(2, f"if {' and '.join(tests) or 'True'}:")
            if phase.mechanic.head == "place":
                piece, side, _, _, effects = self._place_parts(phase)
                other = "opp" if side == "own" else "own"
                self._line(3, "last = move")
                self._line(3, f"{side}_{piece} |= 1 << move")
                self._line(3, f"{other}_{piece} &= ~(1 << move)")
            else:
                effects = self._play_piece(phase, cells)
            for effect in effects[1:] if effects is not None else ():
                self._effect(3, effect)
        if "passed" in self.asked:
            self._line(2, f"passing = 1 if move == {self.file.pass_move} else 0")
            for player in (0, 1):
                self._line(2, f"if me == {player}:")
                self._line(3, f"passed_{player} = passing")
        self.phase = None
        self._finish()
        self.after = False

    def _play_piece(self, phase: Phase, cells: int) -> Form | None:
        form = phase.mechanic
        self._line(3, f"begin = move // {cells} % {cells}")
        self._line(3, f"last = move % {cells}")
        for group in phase.groups:
            for number in group:
                kind, piece, part = self.moving[number]
                self._line(3, f"if move // {cells * cells} == {number}:")
                self._line(4, f"kind = {KINDS.index(kind)}")
                self._line(4, f"own_{piece} = own_{piece} & ~(1 << begin) | 1 << last")
                if kind == "hop" and self._is_true(self._move_options(part, "hop"), "capture"):
                    rows = self.table("ways", tuple(self.board.way(way) for way in self.board.vectors))
                    self._line(4, f"for way in self.{rows}:")
                    self._line(5, "between = way[begin]")
                    self._line(5, "if between >= 0 and way[between] == last:")
                    self._line(6, "captured = 1 << between")
                    for other in self.pieces:
                        self._line(4, f"own_{other} &= ~captured")
                        self._line(4, f"opp_{other} &= ~captured")
        rest = form[2:]
        if not rest:
            return None
        if len(rest) > 1 or not isinstance(rest[0], Form) or rest[0].head != "effects":
            raise self._unknown(rest[0], "a part of (move ...)")
        return rest[0]

    def _finish(self) -> None:
        """Write what follows a move: the next turn, and whether play is over."""
        self._line(2, "clock = self.stays[clock] if extra else self.nexts[clock]")
        packed = []
        for word in self.words:
            kind, _, player = word.rpartition("_")
            side = ("own", "opp") if player == "0" else ("opp", "own")
            if word.startswith("b"):
                piece = kind.removeprefix("b")
                packed.append(f"{side[0]}_{piece} if me == 0 else {side[1]}_{piece}")
            elif word == "over":
                packed.append("0")
            elif word == "again":
                packed.append("last + 1 if extra == 2 else 0")
            elif kind == "last":
                packed.append(
                    f"{'last' if player == '0' else 'their_last'} + 1 if me == 0 else {'their_last' if player == '0' else 'last'} + 1"
                )
            elif kind == "score":
                packed.append(f"{side[0]}_score if me == 0 else {side[1]}_score")
            else:
                packed.append(word)
        self._line(2, f"following = ({', '.join(f'({each})' for each in packed)})")
        self._line(2, "ended = 0")
        for rule in self.file.ends:
            if len(rule) != 3 or rule.head != "if":
                raise self._unknown(rule, "an end rule, (if condition result)")
            self._line(2, f"if ended == 0 and {self.predicate(rule[1])}:")
            self._line(3, f"ended = {self._result(rule[2])}")
        place = self.words.index("over")
        whole = [f"following[{number}]" for number in range(len(self.words))]
        whole[place] = "ended"
        self._line(2, "if ended == 0:")
        self._line(3, "return following")
        self._line(2, f"return ({', '.join(whole)})")

    def _result(self, form: Word | Form) -> str:
        """Return how play ends: 1 and 2 are who wins, 3 is a draw."""
        if isinstance(form, Form) and form.head == "draw":
            return "3"
        if isinstance(form, Form) and form.head == "by_score":
            self.asks.add("score")
            return "3 if own_score == opp_score else 1 + me if own_score > opp_score else 2 - me"
        if isinstance(form, Form) and len(form) == 2 and form[1] in RESULTS:
            if form[0] == "both":
                raise self.refused(
                    form, "both win or lose: games are read in which one wins what the other loses"
                )
            wins = (self._whose(form[0]) == "own") == (form[1] == "win")
            return "1 + me" if wins else "2 - me"
        raise self._unknown(form, "a result: win, lose, draw or by_score")

    # Effects.

    def _effect(self, depth: int, form: Word | Form) -> None:
        if not isinstance(form, Form):
            raise self._unknown(form, "an effect")
        if form.head == "if":
            if len(form) not in (3, 5) or (len(form) == 5 and form[3] != "else"):
                raise self._unknown(form, "(if condition effect) or (if condition effect else effect)")
            self._line(depth, f"if {self.predicate(form[1])}:")
            self._effect(depth + 1, form[2])
            if len(form) == 5:
                self._line(depth, "else:")
                self._effect(depth + 1, form[4])
            return
        method = getattr(self, f"_effect_{form.head}", None)
        if method is None:
            raise self._unknown(form, "an effect")
        method(depth, form)

    def _effect_capture(self, depth: int, form: Form) -> None:
        options = self.options(form, 2, ("mover", "increment_score"))
        side = self._mover(options, "opponent")
        self._line(depth, f"captured = {self.mask(form[1])} & {self._all(side)}")
        for piece in self.pieces:
            self._line(depth, f"{side}_{piece} &= ~captured")
            self._line(depth, f"{'opp' if side == 'own' else 'own'}_{piece} &= ~captured")
        if self._is_true(options, "increment_score"):
            self.asks.add("score")
            self._line(depth, "own_score += captured.bit_count()")

    def _effect_flip(self, depth: int, form: Form) -> None:
        side = self._mover(self.options(form, 2, ("mover",)), "opponent")
        other = "opp" if side == "own" else "own"
        self._line(depth, f"flipped = {self.mask(form[1])}")
        for piece in self.pieces:
            self._line(depth, f"turning = {side}_{piece} & flipped")
            self._line(depth, f"{side}_{piece} &= ~turning")
            self._line(depth, f"{other}_{piece} |= turning")

    def _effect_promote(self, depth: int, form: Form) -> None:
        side = self._mover(self.options(form, 4, ("mover",)), "mover")
        before, after = self._piece(form[1]), self._piece(form[2])
        self._line(depth, f"promoted = {side}_{before} & {self.mask(form[3])}")
        self._line(depth, f"{side}_{before} &= ~promoted")
        self._line(depth, f"{side}_{after} |= promoted")

    def _effect_increment_score(self, depth: int, form: Form) -> None:
        self.asks.add("score")
        self._line(depth, f"{self._whose(form[1])}_score += {self.function(form[2])}")

    def _effect_set_score(self, depth: int, form: Form) -> None:
        self.asks.add("score")
        self._line(depth, f"{self._whose(form[1])}_score = {self.function(form[2])}")

    def _effect_extra_turn(self, depth: int, form: Form) -> None:
        if form[1] != "mover":
            raise self.refused(form, "an extra turn is read of the mover alone")
        same = self._is_true(self.options(form, 2, ("same_piece",)), "same_piece")
        if same and self.phase is not None and self.phase.mechanic.head == "move":
            self.asks.add("again")
            self._line(depth, "extra = 2")
        else:
            self._line(depth, "extra = 1")

    # The start.

    def _placed(self) -> list[tuple[int, int, int]]:
        """Return what stands on the board at the start: piece, player, cells."""
        found = []
        for form in self.file.starts:
            if form.head != "place" or len(form) != 4:
                raise self._unknown(form, "a start, (place piece player cells)")
            if form[2] not in ("P1", "P2"):
                raise self._unknown(form[2], "P1 or P2")
            for cells in self.fixed(form[3]):
                found.append((self._piece(form[1]), 0 if form[2] == "P1" else 1, cells))
        return found
