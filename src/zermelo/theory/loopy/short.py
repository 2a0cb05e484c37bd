"""Forms as graphs, and loop-free graphs as forms."""

from zermelo.theory.loopy.graph import MOST_POSITIONS, Graph, graph_of, reached, too_large
from zermelo.theory.partizan.followers import options_first
from zermelo.theory.partizan.form import Form, options_form
from zermelo.theory.theory import Theory


def form_graph(form: Form) -> Graph:
    """Return the graph of a form: a position for each of its own. Raises `OutOfBudget` for too many.

    >>> from zermelo.theory.partizan.named import up
    >>> form_graph(up())
    Graph(lefts=((), (0,), (0,)), rights=((), (0,), (1,)), root=2)
    """
    _check_small(form)
    places: dict[Form, int] = {}
    lefts, rights = [], []
    for each in options_first(form, places.__contains__, lambda _: False):
        if len(places) > MOST_POSITIONS:
            raise too_large("a sum with a game", MOST_POSITIONS)
        places[each] = len(places)
        lefts.append([places[option] for option in each.left])
        rights.append([places[option] for option in each.right])
    return graph_of(lefts, rights, places[form])


def _check_small(form: Form) -> None:
    """Raise `OutOfBudget` for a form with more days than positions are looked at: one on each of them."""
    if form.birthday > MOST_POSITIONS:
        raise too_large("a sum with a game", MOST_POSITIONS)


def graph_form(graph: Graph, theory: Theory) -> Form:
    """Return the form of a game that ends, by its options' forms."""
    return graph_forms(graph, theory)[graph.root]


def graph_forms(graph: Graph, theory: Theory) -> dict[int, Form]:
    """Return the forms of all positions of a graph after which play ends whoever moves."""
    before: dict[int, list[int]] = {position: [] for position in range(graph.size)}
    waits = {}
    for position in reached(graph, range(graph.size)):
        options = set(graph.lefts[position] + graph.rights[position])
        waits[position] = len(options)
        for option in options:
            before[option].append(position)
    ready = [position for position, count in waits.items() if not count]
    found: dict[int, Form] = {}
    for position in ready:  # it grows on the way
        lefts, rights = ([found[option] for option in side[position]] for side in graph.sides)
        found[position] = options_form(lefts, rights, theory)
        for earlier in before[position]:
            waits[earlier] -= 1
            if not waits[earlier]:
                ready.append(earlier)
    return found
