"""The notation of values whose play may cycle: on, a:{0||*|a}, 1 & 0.

    on, over, -upon      values with names, as in `named_loopy_values.py`
    a:{a|*}              a game that is called a, in its own braces and after them: upon
    {0||a:{*|0,a}|1}     what ends in it is written as forms are, and more bars part first
    Tiny(on), +-on       the same signs as of forms
    1 & 0                the onside and the offside, of what is worth no stopper

Names are letters other than v, which is down. Only games that play can return to have a name. The text is
read back by `form_parser`, unless the game has over 250 names or is too deep: then only its size is
written. Where a side was not found, the game itself is written, and that side of it is meant.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from zermelo.cgt.form_theory import Theory
from zermelo.cgt.loopy.graphs.form_graphs import convert_graph_to_form
from zermelo.cgt.loopy.graphs.loopy_graph import (
    LoopyGraph,
    find_loopy_positions,
    merge_equivalent_positions,
    negate_graph,
)
from zermelo.cgt.loopy.loopy_value import Loopy
from zermelo.cgt.loopy.named_loopy_values import GAME_NAMES, get_names_of_stoppers
from zermelo.cgt.partizan.notation import form_notation as forms
from zermelo.cgt.partizan.notation import form_print_order
from zermelo.cgt.partizan.short_game_form import Form

LETTERS: Final = "abcdefghijklmnopqrstuwxyz"
LABELS: Final = [letter + digit for digit in ("", *"123456789") for letter in LETTERS]


def show_loopy_value(value: Loopy, unicode: bool = False) -> str:
    """Return a value in the usual notation; arrows in the forms inside, where `unicode` is true.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> form("{on|0||off}"), form("a:{a|*}"), form("a:{0||||0|||a|*||*}"), form("dud"), form("{0||0|off}")
    ({on|0||off}, upon, a:{0||||0|||a|*||*}, dud, Tiny(on))
    """
    signs = forms.UNICODE if unicode else forms.ASCII
    onside, offside = value.sides
    first = _GraphWriter(onside, value.theory, signs)
    if onside == offside:
        return first.format_whole_graph()
    second = _GraphWriter(offside, value.theory, signs, first.labels)
    texts = [first.format_whole_graph(), second.format_whole_graph()]
    return "dud" if texts == ["on", "off"] else " & ".join(texts)


def show_loopy_game(graph: LoopyGraph, theory: Theory) -> str:
    """Return a game in the usual notation, not simplified, and by its name where it has one.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> nanoko = form("a:{1||a|0}")
    >>> nanoko, show_loopy_game(nanoko.graph, nanoko.theory)
    (2 & +-1, 'nanoko')
    """
    return _GraphWriter(
        graph, theory, forms.ASCII, names=get_names_of_stoppers() | GAME_NAMES
    ).format_whole_graph()


def sort_loopy_values(values: Iterable[Form | Loopy]) -> list[Form | Loopy]:
    """Return values in the order in which they are written: forms first, then by their sides."""
    each = list(dict.fromkeys(values))
    short = [value for value in each if isinstance(value, Form)]
    loopy = [value for value in each if isinstance(value, Loopy)]
    return [
        *form_print_order.sort_forms(short),
        *sorted(loopy, key=lambda value: (value.sides[0].size, value.sides)),
    ]


class _GraphWriter:
    """The text of one graph from its root: first the positions that play returns to, then their texts."""

    def __init__(
        self,
        graph: LoopyGraph,
        theory: Theory,
        signs: forms.NotationSigns,
        taken: Mapping[int, str] | None = None,
        names: Mapping[LoopyGraph, str] | None = None,
    ) -> None:
        self.graph, self.theory, self.signs = graph, theory, signs
        self.rounds = find_loopy_positions(graph)  # by position
        self.short: dict[int, Form] = {}
        self.closed: dict[int, forms.FormText | None] = {}  # texts that name no position outside them
        self.again: set[int] = set()
        self.labels: dict[int, str] = {}
        self.taken: Mapping[int, str] = {} if taken is None else taken  # of a game before in the same text
        self.names = get_names_of_stoppers() if names is None else names

    def format_whole_graph(self) -> str:
        try:
            self.collect_repeated_positions(self.graph.root, set())
            return self.build_position_text(self.graph.root).text
        except (RecursionError, IndexError):  # too deep, or too many positions that are come back to
            return f"a game of {self.graph.size:,} positions"

    def collect_repeated_positions(self, position: int, seen: set[int]) -> None:
        """Find the positions that are reached more than once, in the order in which they are written."""
        if self.find_form_or_name_text(position) is not None:
            return
        if position in seen:
            self.again.add(position)
            return
        seen.add(position)
        for side in self.sort_options(position):
            for option in side:
                self.collect_repeated_positions(option, seen)

    def build_position_text(self, position: int) -> forms.FormText:
        closed = self.find_form_or_name_text(position)
        if closed is not None:
            return closed
        if position in self.labels:
            label = self.labels[position]
            return forms.FormText(label, 0, label)
        if position in self.again:
            self.labels[position] = LABELS[len(self.labels) + len(self.taken)]
        found = self.build_braced_text(position)
        if position in self.again:
            named = f"{self.labels[position]}:{found.text}"
            return forms.FormText(named, 0, named)
        return found

    def build_braced_text(self, position: int) -> forms.FormText:
        sides = [
            [self.build_position_text(option) for option in side] for side in self.sort_options(position)
        ]
        alone = [side[0] for side in sides if len(side) == 1]
        bars = 1 + max((option.bars for option in alone), default=0)
        halves = [
            side[0].bare if len(side) == 1 else ",".join(option.text for option in side) for side in sides
        ]
        bare = halves[0] + self.signs.bar * bars + halves[1]
        return forms.FormText(self.signs.opening + bare + self.signs.closing, bars, bare)

    def sort_options(self, position: int) -> list[list[int]]:
        """Return both players' options in the order in which they are written: what ends first."""
        found = []
        for side in (self.graph.lefts[position], self.graph.rights[position]):
            ending = {self.form_at_position(option): option for option in side if not self.rounds[option]}
            found.append(
                [ending[form] for form in form_print_order.sort_forms(ending)]
                + [option for option in side if self.rounds[option]]
            )
        return found

    def form_at_position(self, position: int) -> Form:
        if position not in self.short:
            self.short[position] = convert_graph_to_form(
                merge_equivalent_positions(self.graph._replace(root=position)), self.theory
            )
        return self.short[position]

    def find_form_or_name_text(self, position: int) -> forms.FormText | None:
        """Return the text of a position that ends, or has a name; None of others."""
        if position not in self.closed:
            if not self.rounds[position]:
                self.closed[position] = forms.show_form_in_signs(self.form_at_position(position), self.signs)
            else:
                name = self.find_name(position)
                self.closed[position] = None if name is None else forms.FormText(name, 0, name)
        return self.closed[position]

    def find_name(self, position: int) -> str | None:
        graph = merge_equivalent_positions(self.graph._replace(root=position))
        if graph in self.names:
            return self.names[graph]
        for sign, template in ((1, self.signs.tiny), (-1, self.signs.miny)):
            threat = _find_threat_of_tiny(graph if sign == 1 else negate_graph(graph))
            if threat in get_names_of_stoppers():
                return template.format(get_names_of_stoppers()[threat])
        hot = graph.lefts[graph.root], graph.rights[graph.root]
        if len(hot[0]) == len(hot[1]) == 1:
            left = merge_equivalent_positions(graph._replace(root=hot[0][0]))
            if left in get_names_of_stoppers() and left == merge_equivalent_positions(
                negate_graph(graph._replace(root=hot[1][0]))
            ):
                return self.signs.switch + get_names_of_stoppers()[left]
        return None


def _find_threat_of_tiny(graph: LoopyGraph) -> LoopyGraph | None:
    """Return G where a game is {0||0|-G}; None where it is none."""
    first = _find_right_option_beside_zero(graph, graph.root)
    second = None if first is None else _find_right_option_beside_zero(graph, first)
    return None if second is None else merge_equivalent_positions(negate_graph(graph._replace(root=second)))


def _find_right_option_beside_zero(graph: LoopyGraph, position: int) -> int | None:
    """Return Right's option of a position in which Left's is 0, where both have but one."""
    left, right = graph.lefts[position], graph.rights[position]
    if len(left) != 1 or len(right) != 1 or graph.lefts[left[0]] or graph.rights[left[0]]:
        return None
    return right[0]
