"""Games of ludax files: what all of them have, positions as text, and reading one.

Text is the board by rows from the top, X for the first player and O for the second where there is one kind
of piece, else the first letters of the pieces, the first player's as capitals; then who is to move, and
what else is remembered.
"""

import re
from typing import ClassVar, Final

from zermelo.core.errors import UnknownGame, UnreadablePosition, quoted
from zermelo.core.game import Game, Position
from zermelo.elsewhere.forms import Source
from zermelo.elsewhere.ludax.layout import Layout
from zermelo.elsewhere.ludax.reading import read_file
from zermelo.elsewhere.ludax.writing import Writer
from zermelo.tabletop.grounds import RISE
from zermelo.tabletop.picture import Picture, Place, Thing

SIZES: Final = re.compile(r"(\d+)(?:x(\d+))?")
NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
TO_MOVE: Final = ("X to move", "O to move")
OVER: Final = ("", "X has won", "O has won", "drawn")
CALLED: Final = {  # what is remembered, as text has it
    "clock": "turn",
    "again": "moves again from",
    "passed_0": "X passed",
    "passed_1": "O passed",
    "last_0": "X last",
    "last_1": "O last",
    "score_0": "X scores",
    "score_1": "O scores",
}


class OnBoard(Game):
    """A game of a ludax file."""

    told_words: ClassVar[tuple[str, ...]] = ()
    told_pieces: ClassVar[tuple[str, ...]] = ()
    told_layout: ClassVar[Layout] = Layout("square", (1,))
    told_turns: ClassVar[tuple[int, ...]] = (0,)
    told_moving: ClassVar[tuple[bool, ...]] = (False,)  # whether pieces move, at each turn

    @property
    def told_signs(self) -> tuple[str, ...]:
        """The signs of pieces, the first player's and the second's of each kind."""
        if len(self.told_pieces) == 1:
            return ("X", "O")
        letters: list[str] = []
        for name in self.told_pieces:
            free = [sign for sign in name.upper() + "ABCDEFGHIJ" if sign.isalpha() and sign not in letters]
            letters.append(free[0])
        return tuple(sign for letter in letters for sign in (letter, letter.lower()))

    def show(self, position: Position) -> str:
        """Return the board, and what is remembered beside it."""
        layout, signs = self.told_layout, self.told_signs
        lines = []
        for number, row in enumerate(layout.rows):
            found = []
            for place in row:
                cell = layout.numbers[place]
                stands = [sign for word, sign in enumerate(signs) if position[word] >> cell & 1]
                found.append("".join(stands) or ".")
            indent = ""
            if layout.shape == "hexagon":
                indent = " " * abs(number - len(layout.rows) // 2)
            elif layout.shape == "hex_rectangle":
                indent = " " * number
            lines.append(indent + " ".join(found))
        more = dict(zip(self.told_words, position, strict=True))
        player = self.told_turns[more["clock"]]
        if more["clock"] == self.told_turns.index(player):
            more["clock"] = 0
        rest = [f"{called} {more[word]}" for word, called in CALLED.items() if more.get(word)]
        rest += [OVER[more["over"]]] if more["over"] else []
        return "\n".join([*lines, ", ".join([TO_MOVE[player], *rest])])

    def parse(self, text: str) -> Position:
        """Read a position from the text that `show` prints; `/` may stand for a new line.

        Without `turn` it is the first turn of whoever is to move. Raises `UnreadablePosition`.
        """
        layout, signs = self.told_layout, self.told_signs
        lines = [line.split() for line in text.replace("/", "\n").splitlines() if line.strip()]
        example = "/".join(self.show(self.start()).splitlines())
        if len(lines) != len(layout.rows) + 1 or [len(line) for line in lines[:-1]] != [
            len(row) for row in layout.rows
        ]:
            raise UnreadablePosition(f"{quoted(text)} is no position of {self!r}: write it as {example}")
        held = dict.fromkeys(self.told_words, 0)
        for line, row in zip(lines[:-1], layout.rows, strict=True):
            for stack, place in zip(line, row, strict=True):
                for sign in stack if stack != "." else "":
                    if sign not in signs:
                        raise UnreadablePosition(
                            f"{quoted(sign)} is no sign of {self!r}: it has {' '.join(signs)}"
                        )
                    held[self.told_words[signs.index(sign)]] |= 1 << layout.numbers[place]
        first, *rest = " ".join(lines[-1]).split(", ")
        if first not in TO_MOVE:
            raise UnreadablePosition(f"{quoted(first)} does not say who is to move: write it as {example}")
        words = {called: word for word, called in CALLED.items() if word in held}
        for part in rest:
            called, _, number = part.rpartition(" ")
            if part in OVER[1:]:
                held["over"] = OVER.index(part)
                continue
            if not NUMBER.fullmatch(number) or not self._may_be(words.get(called, ""), int(number)):
                raise UnreadablePosition(
                    f"{quoted(part)} is nothing that {self!r} remembers: write it as {example}"
                )
            held[words[called]] = int(number)
        turns, player = self.told_turns, TO_MOVE.index(first)
        if held["clock"] == 0 and player in turns:
            held["clock"] = turns.index(player)
        if turns[held["clock"]] != player:
            raise UnreadablePosition(f"{quoted(text)} is no turn of {self!r}: write it as {example}")
        return tuple(held.values())

    def _may_be(self, word: str, number: int) -> bool:
        """Return whether a number may stand for what is remembered: rules look into tables by it."""
        if word.startswith("score"):
            return True
        most = {"clock": len(self.told_turns) - 1, "passed_0": 1, "passed_1": 1, "": -1}
        return 0 <= number <= most.get(word, self.told_layout.cells)

    def name(self, position: Position, move: int) -> str:
        """Return the cells of a move: letters are columns from the left of each row, and rows go up."""
        cells = self.told_layout.cells
        if not self.told_moving[position[self.told_words.index("clock")]]:
            return "pass" if move == cells else self._cell(move)
        return f"{self._cell(move // cells % cells)}-{self._cell(move % cells)}"

    def depict(self, position: Position) -> Picture:
        """Return the board: crosses and rings, or discs with the letters of their pieces."""
        layout, signs = self.told_layout, self.told_signs
        hexagonal = layout.is_hexagonal
        places = tuple(
            Place(
                self._cell(cell),
                column + row / 2 if hexagonal else column,
                row * RISE if hexagonal else row,
                "hexagon" if hexagonal else "square",
            )
            for cell, (row, column) in enumerate(layout.places)
        )
        plain = len(self.told_pieces) == 1
        men = ("cross", "ring") if plain else ("disc", "disc")
        things = tuple(
            Thing(men[word % 2], place.x, place.y, word % 2, "" if plain else sign.upper())
            for word, sign in enumerate(signs)
            for cell, place in enumerate(places)
            if position[word] >> cell & 1
        )
        said = self.show(position).splitlines()[-1]
        mover = self.told_turns[position[self.told_words.index("clock")]]
        return Picture(places, (), things, (), (said,), mover, men)

    def _cell(self, cell: int) -> str:
        layout = self.told_layout
        row, column = layout.places[cell]
        begin = layout.rows[row][0][1]
        letter = column - begin
        word = chr(97 + letter % 26) * (1 + letter // 26)
        return f"{word}{len(layout.rows) - row}"


def written(source: Source, name: str, variant: str = "") -> dict[str, str]:
    """Return the class of a file by its name, as Python; a `variant` is sizes of the board, as in `4x4`.

    Raises `BadRules` naming the line, `UnknownGame` for a variant that is no sizes.
    """
    sizes: tuple[int, ...] = ()
    if variant:
        match = SIZES.fullmatch(variant)
        if match is None:
            raise UnknownGame(
                f"{source.name} has no game {quoted(name + variant)}: it has {name}, {name}4x4 and so on"
            )
        sizes = tuple(int(each) for each in match.groups() if each)
    file = read_file(source, sizes)
    asked: frozenset[str] = frozenset()
    while True:
        writer = Writer(file, name + variant, asked)
        text = writer.write()
        if writer.asks <= asked:
            break
        asked |= writer.asks
    turns, phases, _ = file.clock()
    moving = tuple(file.phases[phase].mechanic.head == "move" for phase in phases)
    text += f"    told_turns = {turns!r}\n    told_moving = {moving!r}\n"
    return {name + variant: text}
