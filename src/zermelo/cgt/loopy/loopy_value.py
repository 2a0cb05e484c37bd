"""A value of games whose play may cycle; it adds, compares and prints like a `Form`.

A game has two sides: its *onside* is its value if Left wins all infinite play, and its *offside* is its value
if Right wins it. The game is written onside & offside. Both sides of a stopper are the stopper itself. Values
that turn out to be loop-free are returned as a `Form`. Values add side by side, and G >= H if this holds for
both sides.

*Winning ways*, chapter 11; A. N. Siegel, *Combinatorial game theory* (2013), chapter VI.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from zermelo.cgt.form_theory import Theory, default_theory, make_different_theories_error
from zermelo.cgt.loopy.graphs.form_graphs import convert_form_to_graph, convert_graph_to_form
from zermelo.cgt.loopy.graphs.loopy_graph import (
    MOST_POSITIONS,
    LoopyGraph,
    is_ender,
    is_plumtree,
    is_stopper,
    make_loopy_graph,
    merge_equivalent_positions,
    negate_graph,
)
from zermelo.cgt.loopy.graphs.onsides import find_onsides
from zermelo.cgt.loopy.graphs.stopper_canonical_form import find_stopper_canonical_forms
from zermelo.cgt.loopy.graphs.survival_order import does_left_survive_difference, is_at_least
from zermelo.cgt.loopy.integer_translation import add_integer_to_stopper, find_integer_part
from zermelo.cgt.partizan.short_game_form import Form, make_number_form
from zermelo.cgt.value_summary import LoopyGameValue, Winner
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter

if TYPE_CHECKING:
    from zermelo.cgt.partizan.temperature.thermograph import Thermograph


class Loopy:
    """Value of a game whose play may cycle.

    It adds, compares and prints like a `Form`. Comparisons are exact, whether sides were found or not. Values
    of two theories are neither compared nor added. Made by `canonical` and `form`.

    Parameters
    ----------
    onside_graph : LoopyGraph
        Game with the value of the onside, where Left wins infinite play.
    offside_graph : LoopyGraph
        Game with the value of the offside, where Right wins infinite play.
    graph : LoopyGraph or None
        A game of this value, if one is known that is not too large.
    theory : Theory
        Owner of its loop-free followers.

    Examples
    --------
    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> on, over, upon = form("on"), form("over"), form("upon")
    >>> on - 100, on + over, on - on, over - over, upon > over, 0 < over < form("1/1024")
    (on, on, dud, over & under, False, True)
    """

    __slots__ = ("_graph", "_offside", "_onside", "_theory")

    def __init__(
        self, onside_graph: LoopyGraph, offside_graph: LoopyGraph, graph: LoopyGraph | None, theory: Theory
    ) -> None:
        self._onside, self._offside = onside_graph, offside_graph  # canonical stoppers, where they were found
        self._graph = graph  # a game of this value, if one is known that is not too large
        self._theory = theory

    @property
    def theory(self) -> Theory:
        """Theory that owns the loop-free followers."""
        return self._theory

    # Sides and kinds.

    @property
    def onside(self) -> "AnyForm | None":
        """Onside, a stopper: the value if Left wins infinite play; None if none was found."""
        return _get_value_if_stopper(self._onside, self._theory)

    @property
    def offside(self) -> "AnyForm | None":
        """Offside, a stopper: the value if Right wins infinite play; None if none was found."""
        return _get_value_if_stopper(self._offside, self._theory)

    @property
    def sides(self) -> tuple[LoopyGraph, LoopyGraph]:
        """Graphs of both sides, canonical where they are stoppers."""
        return self._onside, self._offside

    @property
    def is_stopper(self) -> bool:
        """Whether the value is a stopper: alternating play in it never cycles."""
        return self._onside == self._offside and is_stopper(self._onside)

    @property
    def is_sided(self) -> bool:
        """Whether both sides were found to be stoppers; then they are the value's canonical form."""
        return is_stopper(self._onside) and is_stopper(self._offside)

    @property
    def is_plumtree(self) -> bool:
        """Whether the value is a stopper whose canonical form has no cycles but passes."""
        return self.is_stopper and is_plumtree(self._onside)

    @property
    def has_game(self) -> bool:
        """Whether a game of this value is known, and not its sides alone."""
        return self._graph is not None

    @property
    def graph(self) -> LoopyGraph:
        """A game of this value, of stoppers the canonical form; `BadParameter` where none is known."""
        if self._graph is None:
            raise BadParameter(
                f"{self} is known by its sides alone: it has no options, and a game of it is not known"
            )
        return self._graph

    @property
    def left(self) -> "tuple[AnyForm, ...]":
        """Left's options: of a stopper in canonical form, else in the game it was read or made from."""
        return self._options(self.graph.lefts)

    @property
    def right(self) -> "tuple[AnyForm, ...]":
        """Right's options."""
        return self._options(self.graph.rights)

    @property
    def is_number(self) -> bool:
        """False: values equal to a number are forms."""
        return False

    @property
    def is_nimber(self) -> bool:
        """False: values equal to a nim heap are forms."""
        return False

    @property
    def outcomes(self) -> tuple[Winner, Winner]:
        """Winners if Left begins and if Right begins: "Left", "Right", or "draw" for infinite play."""
        zero = _ZERO
        left_second = is_at_least(self._offside, zero, False)
        left_survives_second = is_at_least(self._onside, zero, True)
        right_second = is_at_least(zero, self._onside, True)
        right_survives_second = is_at_least(zero, self._offside, False)
        left_begins: Winner = "Right" if right_second else "draw" if right_survives_second else "Left"
        right_begins: Winner = "Left" if left_second else "draw" if left_survives_second else "Right"
        return left_begins, right_begins

    @property
    def outcome_class(self) -> str:
        """Winner: "L", "R", "N", "P" as for forms, "D" for a draw; else one letter for each beginner.

        "LD" is won by Left if Left begins, and drawn if Right begins.
        """
        return outcome_class_from_outcomes(self.outcomes)

    @property
    def game(self) -> str:
        """The game of this value that is known, as text that can be read: a:{1||a|0}, not 2 & +-1."""
        from zermelo.cgt.loopy.loopy_notation import show_loopy_game

        return show_loopy_game(self.graph, self._theory)

    @property
    def thermograph(self) -> "Thermograph":
        """Thermograph of its game; `BadParameter` if the game has cycles other than placid kos."""
        from zermelo.cgt.loopy.ko_thermograph import loopy_thermograph

        return loopy_thermograph(self)

    @property
    def mean(self) -> Fraction:
        """Mean: the number at the mast of the thermograph."""
        return self.thermograph.mean

    @property
    def temperature(self) -> Fraction:
        """Temperature: how urgent it is to move."""
        return self.thermograph.temperature

    def as_result(self) -> "LoopyGameValue":
        """Return its value and properties, as `zermelo canonical` prints them.

        Returns
        -------
        LoopyGameValue
            The fields of the JSON object; as text with `str`.
        """
        from zermelo.cgt.value_summary import LoopyGameValue, OutcomesByStarter

        left, right = self.outcomes
        return LoopyGameValue(
            value=str(self),
            outcome_class=self.outcome_class,
            outcomes=OutcomesByStarter(left=left, right=right),
            stopper=self.is_stopper,
            plumtree=self.is_plumtree,
            onside=None if self.onside is None else str(self.onside),
            offside=None if self.offside is None else str(self.offside),
            positions=self.graph.size if self.is_stopper else None,
        )

    # Arithmetic and order.

    def __add__(self, other: "AnyForm | int | Fraction") -> "AnyForm":
        if not _is_value_or_number(other):
            return NotImplemented
        other = self._convert_to_own_theory(other)
        from zermelo.cgt.loopy.loopy_sums import add_values

        return add_values(self, other)

    __radd__ = __add__

    def translate(self, count: int) -> "Loopy":
        """Return the sum of this stopper and an integer.

        Parameters
        ----------
        count : int
            The integer.

        Returns
        -------
        Loopy
            The sum.

        Raises
        ------
        OutOfBudget
            If it has too many positions.
        """
        graph = add_integer_to_stopper(self.graph, count, self._theory)
        return Loopy(graph, graph, graph, self._theory)

    def _is_at_least(self, other: "AnyForm", *, is_reversed: bool = False) -> bool:
        """Return whether this value is at least another, or the other at least this one."""
        mine: Loopy = self
        if isinstance(other, Form) and self.is_stopper and (count := find_integer_part(other)):
            mine, other = self.translate(-count), other - count
        pair = mine.sides, get_side_graphs_of_value(other)
        return _are_sides_at_least(*reversed(pair)) if is_reversed else _are_sides_at_least(*pair)

    def __neg__(self) -> "Loopy":
        return Loopy(
            _sort_positions_canonically(negate_graph(self._offside)),
            _sort_positions_canonically(negate_graph(self._onside)),
            None if self._graph is None else _sort_positions_canonically(negate_graph(self._graph)),
            self._theory,
        )

    def __sub__(self, other: "AnyForm | int | Fraction") -> "AnyForm":
        if not _is_value_or_number(other):
            return NotImplemented
        return self + -self._convert_to_own_theory(other)

    def __rsub__(self, other: "Form | int | Fraction") -> "AnyForm":
        if not _is_value_or_number(other):
            return NotImplemented
        return -self + self._convert_to_own_theory(other)

    def __mul__(self, count: int) -> "AnyForm":
        """Return the sum of `count` copies; of negatives if `count` is below 0."""
        if not isinstance(count, int) or isinstance(count, bool):
            return NotImplemented
        total: AnyForm = make_number_form(0, self._theory)
        copies: AnyForm = self if count >= 0 else -self
        left = abs(count)
        while left:
            if left & 1:
                total = total + copies if isinstance(total, Loopy) else copies + total
            left >>= 1
            if left:
                copies = copies + copies
        return total

    __rmul__ = __mul__

    def __ge__(self, other: "AnyForm | int | Fraction") -> bool:
        if not _is_value_or_number(other):
            return NotImplemented
        return self._is_at_least(self._convert_to_own_theory(other))

    def __le__(self, other: "AnyForm | int | Fraction") -> bool:
        if not _is_value_or_number(other):
            return NotImplemented
        return self._is_at_least(self._convert_to_own_theory(other), is_reversed=True)

    def __gt__(self, other: "AnyForm | int | Fraction") -> bool:
        if not _is_value_or_number(other):
            return NotImplemented
        return self >= other and not self <= other

    def __lt__(self, other: "AnyForm | int | Fraction") -> bool:
        if not _is_value_or_number(other):
            return NotImplemented
        return self <= other and not self >= other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Form, Loopy, int, Fraction)) or isinstance(other, bool):
            return NotImplemented
        if isinstance(other, Fraction) and other.denominator & (other.denominator - 1):
            return False
        theirs = self._convert_to_own_theory(other)
        if isinstance(theirs, Loopy) and self.sides == theirs.sides:
            return True
        return self >= theirs and self <= theirs

    def __hash__(self) -> int:
        return hash((Loopy, self.outcomes))  # equal values may have sides in different words, if not found

    def is_confused_with(self, other: "AnyForm | int | Fraction") -> bool:
        """Return whether neither value is at least the other.

        Parameters
        ----------
        other : Form, Loopy, int or Fraction
            Value to compare with.

        Returns
        -------
        bool
            Whether the two are confused.
        """
        return not self <= other and not self >= other

    # As text.

    def __str__(self) -> str:
        from zermelo.cgt.loopy.loopy_notation import show_loopy_value

        return show_loopy_value(self)

    __repr__ = __str__

    def __copy__(self) -> "Loopy":
        return self

    def __deepcopy__(self, memo: object) -> "Loopy":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Return how it is made again, in the default theory, as forms are."""
        return _make_loopy, (*self.sides, self._graph)

    def _options(self, sides: Sequence[tuple[int, ...]]) -> "tuple[AnyForm, ...]":
        from zermelo.cgt.loopy.loopy_notation import sort_loopy_values

        graph = self.graph
        found = {
            option: compute_value_of_graph(graph._replace(root=option), self._theory)
            for option in sides[graph.root]
        }
        return tuple(sort_loopy_values(found.values()))

    def _convert_to_own_theory(self, value: "AnyForm | int | Fraction") -> "AnyForm":
        if not isinstance(value, (Form, Loopy)):
            return make_number_form(value, self._theory)
        if value.theory is not self._theory:
            raise make_different_theories_error()
        return value


AnyForm = Form | Loopy
MOST_KEPT: Final = 2_000  # positions of a game beside a value whose sides say all
_ZERO = make_loopy_graph([[]], [[]])


def compute_value_of_graph(
    graph: LoopyGraph, theory: Theory | None = None, budget: Budget | None = None
) -> AnyForm:
    """Return the value of a game: a `Form` if it is equal to a game that ends, else a `Loopy` value.

    Raises `OutOfBudget` for graphs of more than `MOST_POSITIONS`, and `Cancelled`.

    >>> compute_value_of_graph(make_loopy_graph([[0], []], [[1], []]))  # {pass|0}
    under
    """
    owner = theory or default_theory()
    graph = merge_equivalent_positions(graph, budget)
    if is_ender(graph):
        return convert_graph_to_form(graph, owner)
    if is_stopper(graph):
        (whole,) = find_stopper_canonical_forms(graph, [graph.root], budget)
        return make_value_of_sides(whole, whole, whole, owner)
    return make_value_of_sides(
        compute_onside_graph(graph, budget),
        compute_offside_graph(graph, budget),
        get_graph_if_small_enough(graph),
        owner,
    )


def combine_onside_and_offside(first: AnyForm, second: AnyForm, graph: LoopyGraph | None = None) -> AnyForm:
    """Return onside & offside: the value with the onside of one and the offside of the other.

    A game worth as much may be given.

    Raises `BadParameter` where the onside is not at least the offside, as of every game it is.
    """
    if first.theory is not second.theory:
        raise make_different_theories_error()
    sides = (
        _sort_positions_canonically(get_side_graphs_of_value(first)[0]),
        _sort_positions_canonically(get_side_graphs_of_value(second)[1]),
    )
    if not does_left_survive_difference(*sides):
        raise BadParameter(f"{first} & {second} is no value: {first} is not at least {second}")
    return make_value_of_sides(*sides, graph, first.theory)


def compute_value_of_built_game(
    parts: Sequence[AnyForm], build: Callable[[Sequence[LoopyGraph]], LoopyGraph], theory: Theory
) -> AnyForm:
    """Return the value of the game that `build` makes of games of these values, given in this order.

    Where no game of some part is known, both sides are made of the parts' sides.
    """
    for part in parts:
        if part.theory is not theory:
            raise make_different_theories_error()
    graphs = [find_graph_of_value(part) for part in parts]
    known = [graph for graph in graphs if graph is not None]
    if len(known) == len(graphs):
        return compute_value_of_graph(build(known), theory)
    above, below = ([get_side_graphs_of_value(part)[n] for part in parts] for n in (0, 1))
    return make_value_of_sides(
        compute_onside_graph(build(above)), compute_offside_graph(build(below)), None, theory
    )


def make_value_of_sides(
    first: LoopyGraph, second: LoopyGraph, graph: LoopyGraph | None, theory: Theory
) -> AnyForm:
    """Return the value of an onside and an offside, and of a game worth as much, where one is known.

    Both are in the order of `merge_equivalent_positions`, as values are compared by them.
    """
    if first != second or not is_stopper(first):
        return Loopy(first, second, graph, theory)
    return convert_graph_to_form(first, theory) if is_ender(first) else Loopy(first, first, first, theory)


def get_side_graphs_of_value(value: AnyForm) -> tuple[LoopyGraph, LoopyGraph]:
    """Return the graphs of a value's sides; of a form both are its own."""
    if isinstance(value, Loopy):
        return value.sides
    graph = convert_form_to_graph(value)
    return graph, graph


def outcome_class_from_outcomes(outcomes: tuple[str, str]) -> str:
    """Return the class of the outcomes where Left begins, and where Right does.

    >>> (
    ...     outcome_class_from_outcomes(("Left", "Right")),
    ...     outcome_class_from_outcomes(("draw", "draw")),
    ...     outcome_class_from_outcomes(("Left", "draw")),
    ... )
    ('N', 'D', 'LD')
    """
    letters = outcomes[0][0].upper() + outcomes[1][0].upper()
    return {"LL": "L", "RR": "R", "LR": "N", "RL": "P", "DD": "D"}.get(letters, letters)


def convert_loopy_to_theory(value: Loopy, theory: Theory | None = None) -> Loopy:
    """Return the value in a theory, the default where none is given; it may be itself."""
    owner = theory or default_theory()
    return value if value.theory is owner else Loopy(*value.sides, value._graph, owner)


def _make_loopy(first: LoopyGraph, second: LoopyGraph, graph: LoopyGraph | None) -> Loopy:
    return Loopy(first, second, graph, default_theory())


def compute_onside_graph(graph: LoopyGraph, budget: Budget | None = None) -> LoopyGraph:
    """Return the graph of a game's onside, as it is kept in values. Raises `OutOfBudget`, `Cancelled`."""
    return find_onsides(graph, [graph.root], budget)[0]


def compute_offside_graph(graph: LoopyGraph, budget: Budget | None = None) -> LoopyGraph:
    """Return the graph of a game's offside, as `compute_onside_graph` does."""
    return _sort_positions_canonically(negate_graph(compute_onside_graph(negate_graph(graph), budget)))


def _sort_positions_canonically(graph: LoopyGraph) -> LoopyGraph:
    """Return a graph with its positions in the one order that every graph like it has."""
    return merge_equivalent_positions(graph)


def _get_value_if_stopper(graph: LoopyGraph, theory: Theory) -> AnyForm | None:
    if not is_stopper(graph):
        return None
    return convert_graph_to_form(graph, theory) if is_ender(graph) else Loopy(graph, graph, graph, theory)


def find_graph_of_value(value: AnyForm) -> LoopyGraph | None:
    """Return a game of a value; None where none is known. Raises `OutOfBudget` for too large forms."""
    return value._graph if isinstance(value, Loopy) else convert_form_to_graph(value)


def get_graph_if_small_enough(graph: LoopyGraph) -> LoopyGraph | None:
    """Return a graph that may be compared; None for one of too many positions."""
    return graph if graph.size <= MOST_POSITIONS else None


def _are_sides_at_least(first: tuple[LoopyGraph, LoopyGraph], second: tuple[LoopyGraph, LoopyGraph]) -> bool:
    if first[0] == first[1] and second[0] == second[1] and is_stopper(first[0]) and is_stopper(second[0]):
        return is_at_least(first[0], second[0], True)
    return is_at_least(first[0], second[0], True) and is_at_least(first[1], second[1], False)


def _is_value_or_number(value: object) -> bool:
    return isinstance(value, (Form, Loopy, int, Fraction)) and not isinstance(value, bool)
