"""Forms as graphs, and loop-free graphs as forms."""

from zermelo.cgt.form_theory import Theory
from zermelo.cgt.loopy.graphs.loopy_graph import (
    MOST_POSITIONS,
    LoopyGraph,
    list_reachable_positions,
    make_graph_too_large_error,
    make_loopy_graph,
)
from zermelo.cgt.partizan.form_followers import yield_followers_options_first
from zermelo.cgt.partizan.short_game_form import Form, options_form


def convert_form_to_graph(form: Form) -> LoopyGraph:
    """Return the graph of a form: a position for each of its own. Raises `OutOfBudget` for too many.

    >>> from zermelo.cgt.partizan.named_forms import up
    >>> convert_form_to_graph(up())
    LoopyGraph(lefts=((), (0,), (0,)), rights=((), (0,), (1,)), root=2)
    """
    _check_birthday_fits_graph(form)
    places: dict[Form, int] = {}
    lefts, rights = [], []
    for each in yield_followers_options_first(form, places.__contains__, lambda _: False):
        if len(places) > MOST_POSITIONS:
            raise make_graph_too_large_error("a sum with a game", MOST_POSITIONS)
        places[each] = len(places)
        lefts.append([places[option] for option in each.left])
        rights.append([places[option] for option in each.right])
    return make_loopy_graph(lefts, rights, places[form])


def _check_birthday_fits_graph(form: Form) -> None:
    """Raise `OutOfBudget` for a form with more days than positions are looked at: one on each of them."""
    if form.birthday > MOST_POSITIONS:
        raise make_graph_too_large_error("a sum with a game", MOST_POSITIONS)


def convert_graph_to_form(graph: LoopyGraph, theory: Theory) -> Form:
    """Return the form of a game that ends, by its options' forms."""
    return find_forms_of_loop_free_positions(graph, theory)[graph.root]


def find_forms_of_loop_free_positions(graph: LoopyGraph, theory: Theory) -> dict[int, Form]:
    """Return the forms of all positions of a graph after which play ends, in any order of players."""
    before: dict[int, list[int]] = {position: [] for position in range(graph.size)}
    waits = {}
    for position in list_reachable_positions(graph, range(graph.size)):
        options = set(graph.lefts[position] + graph.rights[position])
        waits[position] = len(options)
        for option in options:
            before[option].append(position)
    ready = [position for position, count in waits.items() if not count]
    found: dict[int, Form] = {}
    for position in ready:  # it grows on the way
        lefts, rights = ([found[option] for option in side[position]] for side in graph.options_by_player)
        found[position] = options_form(lefts, rights, theory)
        for earlier in before[position]:
            waits[earlier] -= 1
            if not waits[earlier]:
                ready.append(earlier)
    return found
