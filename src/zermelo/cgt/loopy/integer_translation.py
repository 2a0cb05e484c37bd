"""Sums of a stopper and an integer: its loop-free followers move along, and nothing else changes.

For a canonical stopper G that is worth no game that ends, G + 1 = {GL + 1 | GR + 1}, and this is canonical if
options are; so G + n has the graph of G, in which n is added to the loop-free followers' forms.

Proof. Let K be the right side. G + 1 >= K: Left, moving second, mirrors each move. K >= G + 1: Left mirrors
each move but Right's move from -1 to 0. After that move Left moves first in K - G and has to survive. Write
W(A, B) where Right, moving second, wins A - B; then B >= A. From W(A, B) and W(B, C) follows W(A, C), with B
and -B as a swivel chair: play on neither chair goes on for ever, as Right wins. Not W(A + k, A) for k > 0, as
Left moves to k - 1 and mirrors each move from there.

* G has left options. If each move to GL + 1 - G lost, Right would win by a move there. A move to GLR makes
  it W(GLR + 1, G), and G >= GLR + 1 >= GLR, so that GL would be reversible; Right has no move in 1. So it is
  a move from -G, and W(GL + 1, GL') for another left option; as there are finitely many, W(A + k, A) for one
  of them.
* G has no left option. Then K >= G, as Left may answer GR + 1 by -GR. G has right options, or it would be 0.
  If each move to K - GR lost, Right would win by a move there: W(K, GRL), so that GRL >= K >= G and GR would
  be reversible; or W(GR' + 1, GR) for another right option, and again W(A + k, A) for one of them.

K is canonical: adding 1 changes no comparison, and answers to its options are those in G plus 1, or fewer,
where an option is an integer.

For numbers that are no integers it is not proven here: their fractions are added position by position.
"""

from zermelo.cgt.form_theory import Theory
from zermelo.cgt.loopy.graphs.form_graphs import convert_form_to_graph, find_forms_of_loop_free_positions
from zermelo.cgt.loopy.graphs.loopy_graph import (
    LoopyGraph,
    build_disjoint_union,
    find_loopy_positions,
    make_loopy_graph,
    merge_equivalent_positions,
)
from zermelo.cgt.partizan.short_game_form import Form


def find_integer_part(form: Form) -> int:
    """Return the integer of a form that is a number, ups and a nimber, rounded to 0; of others, 0.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> find_integer_part(form("-7/2^*")), find_integer_part(form("{5|3}"))
    (-3, 0)
    """
    return int(form.ups[0]) if form.ups is not None else 0


def add_integer_to_stopper(graph: LoopyGraph, count: int, theory: Theory) -> LoopyGraph:
    """Return the canonical form of a stopper plus an integer. The stopper has a cycle and is canonical.

    Raises `OutOfBudget` if a follower gets too many positions.

    >>> from zermelo.cgt.form_theory import default_theory
    >>> add_integer_to_stopper(make_loopy_graph([[], [0]], [[], [1]], 1), 2, default_theory())  # over
    LoopyGraph(lefts=((), (0,), (1,), (2,)), rights=((), (), (), (3,)), root=3)
    """
    if not count:
        return graph
    forms = find_loop_free_exits(graph, theory)
    is_round = find_loopy_positions(graph)
    kept = [position for position, comes_round in enumerate(is_round) if comes_round]
    ends, roots = build_disjoint_union([convert_form_to_graph(form + count) for form in forms.values()])
    number = {position: n for n, position in enumerate(kept)} | {
        option: len(kept) + root for option, root in zip(forms, roots, strict=True)
    }
    lefts, rights = (
        [[number[option] for option in side[position]] for position in kept]
        + [[len(kept) + option for option in options] for options in more]
        for side, more in zip(graph.options_by_player, ends.options_by_player, strict=True)
    )
    return merge_equivalent_positions(make_loopy_graph(lefts, rights, number[graph.root]))


def find_loop_free_exits(graph: LoopyGraph, theory: Theory) -> dict[int, Form]:
    """Return the forms of the positions after which play ends and to which others lead, by position."""
    is_round = find_loopy_positions(graph)
    exits = {
        option
        for side in graph.options_by_player
        for position, options in enumerate(side)
        for option in options
        if is_round[position] and not is_round[option]
    }
    forms = find_forms_of_loop_free_positions(graph, theory)
    return {option: forms[option] for option in sorted(exits)}


def find_exit_integer_nearest_zero(graph: LoopyGraph, theory: Theory) -> int:
    """Return the integer part of an exit that is nearest to 0; 0 without exits.

    >>> from zermelo.cgt.form_theory import default_theory
    >>> graph = make_loopy_graph([[], [0], [1], [2, 3]], [[], [], [], [3]], 3)
    >>> find_exit_integer_nearest_zero(graph, default_theory())
    2
    """
    return min(
        (find_integer_part(form) for form in find_loop_free_exits(graph, theory).values()), key=abs, default=0
    )
