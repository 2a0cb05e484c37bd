"""Sets of cells, as expressions of bits: what is empty, beside, between, at an edge."""

from zermelo.elsewhere.forms import Form, Word
from zermelo.elsewhere.ludax.layout import mask_of, turned
from zermelo.elsewhere.ludax.words import Words


class Cells(Words):
    """Writes sets of cells."""

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
        return str(method(self.sized(form)))

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
        return self._there(form, self.board.column(self._number(form[1])))

    def _mask_row(self, form: Form) -> str:
        return self._there(form, self.board.row(self._number(form[1])))

    def _there(self, form: Form, cells: int) -> str:
        if not cells:
            raise self.refused(form, f"there is no {form.head} {form[1]} on a {self.board.shape}")
        return str(cells)

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
        return self._there(form, self.board.edge(str(word)))

    def _mask_empty(self, form: Form) -> str:
        return f"({self.board.full} & ~{self.occupied})"

    def _mask_occupied(self, form: Form) -> str:
        return self.cells_of(None, form[1] if len(form) > 1 else Word("both", form.line))

    def _mask_region(self, form: Form) -> str:
        name = str(form[1]).strip('"')
        if name not in self.file.regions:
            raise self.refused(form[1], f"{form[1]} is no region of the file")
        if name in self.within:
            raise self.refused(form, f"the region {name} is made of itself")
        self.within.add(name)
        found = 0
        for cells in self.fixed(self.file.regions[name]):
            found |= cells
        self.within.remove(name)
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
        """Return a name that is known among the effects of a move, and nowhere else."""
        if not self.after or self.phase is None or self.is_looking_ahead:
            raise self.refused(form, f"{form.head} is only known of the move that has just been made")
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
