"""Notation of misere forms, after Conway: 0, *, *2, *2_2, *2_#, *[2_2 2 1].

    0   *   *2          Nim heaps
    *[a b c]            the game with the options a, b and c; a bare number is a Nim heap
    *a_#                the game whose only option is a
    *a_2                the sum a + *2
    (a b c)             an option that is a set of options itself

So *[(2_2 2 1)_2 2 0] has the options X + *2, *2 and 0, where X has the options *2 + *2, *2 and *. Marks may
follow each other, read from the left: 2_#_1 is {*2} + *.
"""

from typing import TYPE_CHECKING, Final

from zermelo.cgt.form_theory import Theory, default_theory
from zermelo.cgt.grammar_reader import MOST_DIGITS, Grammar, GrammarReader
from zermelo.cgt.misere.misere_forms import (
    MisereForm,
)
from zermelo.core.errors import UnreadablePosition

if TYPE_CHECKING:
    from lark import Token

MISERE_FORMS: Final = Grammar(
    "misere form",
    advice="write one as 0, *, *3, *2_2, *2_# or *[2_2 2 1]",
    error=UnreadablePosition,
    file="misere_forms.lark",
    part="an option",
    part_sign="LPAR",
    missing_after={"START": "it does not begin with *"},
    expected={"": "an end is missing"},
    nesting=frozenset({"options"}),
)
LARGEST_HEAP: Final = 255


def show_misere_form(game: MisereForm) -> str:
    """Return the form as text that `parse_misere_form` reads back.

    >>> two = MisereForm.nim_heap(2)
    >>> [show_misere_form(game) for game in (MisereForm.nim_heap(0), MisereForm.nim_heap(1), two + two)]
    ['0', '*', '*2_2']
    """
    return _show_form_within_limit(game, None)


def find_short_misere_text(game: MisereForm, most: int) -> str | None:
    """Return the form as text, or None where that has more than about so many signs.

    An option is written out wherever it occurs, so texts of wild games have more signs than there is memory.

    >>> (
    ...     find_short_misere_text(MisereForm.nim_heap(2), 10),
    ...     find_short_misere_text(parse_misere_form("*[2_2 3 2 1]"), 20),
    ... )
    ('*2', '*[2_2 3 2 1]')
    >>> find_short_misere_text(parse_misere_form("*[2_2 3 2 1]"), 5) is None
    True
    """
    try:
        return _show_form_within_limit(game, most)
    except _TextTooLong:
        return None


class _TextTooLong(Exception):
    """A text passes the limit."""


def _show_form_within_limit(game: MisereForm, most: int | None) -> str:
    heap = game.heap
    if heap is not None:
        return "0" if heap == 0 else "*" if heap == 1 else f"*{heap}"
    written = _show_option(game, {}, most)
    if written[0] == "(" and _find_closing_bracket(written) == len(written) - 1:
        return f"*[{written[1:-1]}]"
    return f"*{written}"


def _find_closing_bracket(text: str) -> int:
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place
    return -1


def _show_option(game: MisereForm, computed: dict[MisereForm, str], most: int | None) -> str:
    written = computed.get(game)
    if written is None:
        written = computed[game] = _format_form(game, computed, most)
        if most is not None and len(written) > most:
            raise _TextTooLong
    return written


def _format_form(game: MisereForm, computed: dict[MisereForm, str], most: int | None) -> str:
    if game.heap is not None:
        return str(game.heap)
    if len(game.options) == 1:
        return f"{_show_option(next(iter(game.options)), computed, most)}_#"
    # Where G = H + *n, H is an option of G, and its tree is lower by n at most.
    for part in reversed(game.sorted_options):
        for size in range(1, game.birthday - part.birthday + 1):
            if size <= part.birthday and part + MisereForm.nim_heap(size, game.theory) is game:
                return f"{_show_option(part, computed, most)}_{size}"
    return "(" + " ".join(_show_option(option, computed, most) for option in game.sorted_options) + ")"


def parse_misere_form(text: str) -> MisereForm:
    """Return the misere form that a text names, simplified.

    Parameters
    ----------
    text : str
        A form in Conway's notation, such as "*3" or "*[2_2 3 2 1]".

    Returns
    -------
    MisereForm
        The form.

    Raises
    ------
    UnreadablePosition
        If the text is no form.

    Examples
    --------
    >>> parse_misere_form("*[2 1 0]"), parse_misere_form("*[(2_2 2 1)_2 2 0]"), parse_misere_form("*2_#_1")
    (*3, *[(2_2 2 1)_2 2 0], *2_#_1)
    """
    return _MisereReader(text, default_theory()).read_whole_text()


class _MisereReader(GrammarReader[MisereForm]):
    """The forms of the rules of `misere_forms.lark`."""

    grammar = MISERE_FORMS

    def __init__(self, text: str, theory: Theory) -> None:
        super().__init__(text)
        self.theory = theory

    def evaluate_star(self) -> MisereForm:
        return MisereForm.nim_heap(1, self.theory)

    def evaluate_heap(self, number: "Token") -> MisereForm:
        digits = number.removeprefix("_")
        if len(digits) > MOST_DIGITS or int(digits) > LARGEST_HEAP:
            raise self.make_error(f"a heap of {digits[:MOST_DIGITS]} is too large", number.start_pos)
        return MisereForm.nim_heap(int(digits), self.theory)

    def evaluate_options(self, *options: MisereForm) -> MisereForm:
        return MisereForm.from_options(options, self.theory)

    def evaluate_only_option(self, option: MisereForm) -> MisereForm:
        return MisereForm.from_options([option])

    def evaluate_with_heap(self, game: MisereForm, mark: "Token") -> MisereForm:
        return game + self.evaluate_heap(mark)
