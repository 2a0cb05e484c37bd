"""What every part of the writer asks: words of the file, players and directions, tables, helpers.

Whatever is not understood is refused with its line.
"""

from collections.abc import Callable
from typing import Final

from zermelo.core.errors import BadRules
from zermelo.elsewhere.forms import Form, Source, Word
from zermelo.elsewhere.ludax.layout import FROM_FORWARD, SEVERAL, SQUARE_WAYS, Layout, turned
from zermelo.elsewhere.ludax.reading import File, Phase

PARTS: Final = {  # how many parts follow a word, where they are not optional ones: the fewest and the most
    "not": (1, 1),
    "center": (0, 0),
    "column": (1, 1),
    "row": (1, 1),
    "edge": (1, 1),
    "empty": (0, 0),
    "occupied": (0, 1),
    "region": (1, 1),
    "prev_move": (1, 1),
    "captured": (0, 0),
    "promoted": (0, 0),
    "corners": (0, 0),
    "edges": (0, 0),
    "edgesNoCorners": (0, 0),
    "subtract": (2, 2),
    "count": (1, 1),
    "score": (1, 1),
    "=": (2, 99),
    ">=": (2, 2),
    "<=": (2, 2),
    "exists": (1, 1),
    "full_board": (0, 0),
    "last_move_in": (1, 1),
    "mover_is": (1, 1),
    "no_legal_actions": (0, 0),
    "passed": (1, 1),
    "action_was": (2, 2),
    "can_move_again": (1, 1),
    "set_score": (2, 2),
    "increment_score": (2, 2),
    "result": (1, 1),
    "effects": (1, 99),
    "adjacent": (1, 99),
    "capture": (1, 99),
    "flip": (1, 99),
    "promote": (3, 99),
    "line": (2, 99),  # and more follow a word whose options are told apart by their names
    "custodial": (2, 99),
    "corner_custodial": (1, 99),
    "connected": (2, 99),
    "pattern": (2, 99),
    "extra_turn": (1, 99),
}


class Words:
    """A writer's memory, and how it reads words."""

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
        self.is_looking_ahead = False  # whether that is a move which is only thought of
        self.within: set[str] = set()  # regions that are being worked out
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

    def sized(self, form: Form) -> Form:
        """Return a form; raises the error where it has fewer parts than its word wants, or more."""
        least, most = PARTS.get(form.head, (1, len(form)))
        if not least <= len(form) - 1 <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            raise self.refused(form, f"({form.head} ...) has {len(form) - 1} parts, and {wanted} are wanted")
        return form

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
            if not colon or name not in known or name in found:
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
            found.append(self._ways_there(word, names))
        return tuple(found)

    def _ways_there(self, where: Word | Form, names: list[str]) -> tuple[str, ...]:
        """Return the ways that names stand for; raises the error where one is no way of the board at all."""
        for name in names:
            if not self.board.named_ways([name]):
                raise self.refused(where, f"{name} is no way of a {self.board.shape}")
        return self.board.named_ways(names)

    def orientation(self, options: dict[str, Word | Form]) -> tuple[str, ...]:
        """Return the ways that `orientation:` names."""
        word = options.get("orientation", Word("any", 1))
        if not isinstance(word, Word) or word not in SEVERAL:
            raise self._unknown(word, "an orientation")
        return self._ways_there(word, [str(word)])

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
