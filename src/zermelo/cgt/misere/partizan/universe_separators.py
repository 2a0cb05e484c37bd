"""Games that show an order modulo a universe: beside them Left wins one of two games, and not the other.

Where G is not at least H, there is one in the universe beside which Left wins H and not G, and the proof
builds it (A. N. Siegel, *On the general dead-ending universe of partizan games*, 2023). If the proviso
fails, it is an end. If an option H^L has neither a G^L >= H^L nor an H^LR <= G, it is a T beside which Left,
beginning, moves from H to H^L:

    T = {S for each H^LR, {0|adj G}  |  R for each G^L, {adj H^L|0}}

Beside S Left wins H^LR moving second, and not G; beside R Left wins H^L moving first, and not G^L. So Right,
moving first, loses H^L + T, and Left, moving first, loses G + T. The *adjoint* adj G is a dicot beside which
the player who begins loses G: {adj G^R | adj G^L}, with 0 where there is no such option, and * for 0. A game
T that separates for one beginner only gives one for the other: in {T | 0, adj G^L} Left moves to T.
"""

import itertools

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.misere.partizan.misere_trees import (
    MisereTree,
    add_trees,
    exchange_players,
    make_integer_tree,
    make_nim_heap_tree,
    make_tree_of_options,
)
from zermelo.cgt.misere.partizan.universe_order import UniverseOrder

_ADJOINTS: TheoryMemo[MisereTree, MisereTree] = TheoryMemo()


def make_adjoint(tree: MisereTree) -> MisereTree:
    """Return a dicot beside which the player who begins loses the game.

    >>> from zermelo.cgt.misere.partizan.misere_trees import make_integer_tree
    >>> [make_adjoint(make_integer_tree(number)) for number in (0, 1, -1)]
    [*, {0|*}, {*|0}]
    """
    known = _ADJOINTS.get_answers_in_theory(tree.theory)
    if tree not in known:
        zero = make_nim_heap_tree(0, tree.theory)
        lefts, rights = ([make_adjoint(each) for each in tree.sides[player]] or [zero] for player in (1, 0))
        known[tree] = (
            make_tree_of_options(lefts, rights) if tree is not zero else make_nim_heap_tree(1, tree.theory)
        )
    return known[tree]


def find_small_separator(universe: UniverseOrder, first: MisereTree, second: MisereTree) -> MisereTree | None:
    """Return what separates two games among sums of at most two of *, 1 and -1; or None."""
    theory = first.theory
    ones = [
        make_nim_heap_tree(0, theory),
        make_nim_heap_tree(1, theory),
        make_integer_tree(1, theory),
        make_integer_tree(-1, theory),
    ]
    for one, other in itertools.combinations_with_replacement(ones, 2):
        beside = add_trees(one, other)
        if universe.contains(beside):
            better, worse = add_trees(second, beside).wins, add_trees(first, beside).wins
            if better[0] > worse[0] or better[1] < worse[1]:
                return beside
    return None


def build_separator(universe: UniverseOrder, first: MisereTree, second: MisereTree) -> MisereTree:
    """Return a game of the universe beside which Left wins the second and not the first, not at least it."""
    for player, mine, other in ((0, first, second), (1, second, first)):
        if not other.sides[player]:
            for end in universe.list_least_left_ends(mine.birthday, mine.theory):
                found = exchange_players(end) if player else end
                if not add_trees(mine, found).wins[player]:
                    return found
    for option in second.options(0):
        if not any(universe.is_at_least_unsimplified(own, option) for own in first.sides[0]) and not any(
            universe.is_at_least_unsimplified(first, reply) for reply in option.sides[1]
        ):
            return _find_downlinking_game(universe, first, option)
    for option in first.options(1):
        if not any(universe.is_at_least_unsimplified(option, own) for own in second.sides[1]) and not any(
            universe.is_at_least_unsimplified(reply, second) for reply in option.sides[0]
        ):
            return _find_downlinking_game(universe, option, second)
    raise AssertionError(f"{first} is at least {second}")


def _find_downlinking_game(universe: UniverseOrder, first: MisereTree, second: MisereTree) -> MisereTree:
    """Return a T such that Left, beginning, loses the first beside it, and Right, beginning, the second."""
    zero = make_nim_heap_tree(0, first.theory)
    lefts = [_build_separator_right_begins(universe, first, reply) for reply in second.options(1)]
    rights = [_build_separator_left_begins(universe, own, second) for own in first.options(0)]
    return make_tree_of_options(
        [*lefts, make_tree_of_options([zero], [make_adjoint(first)])],
        [*rights, make_tree_of_options([make_adjoint(second)], [zero])],
    )


def _build_separator_left_begins(
    universe: UniverseOrder, first: MisereTree, second: MisereTree
) -> MisereTree:
    found = build_separator(universe, first, second)
    if add_trees(second, found).wins[0] and not add_trees(first, found).wins[0]:
        return found
    return make_tree_of_options(
        [found], [make_nim_heap_tree(0, first.theory), *map(make_adjoint, first.options(0))]
    )


def _build_separator_right_begins(
    universe: UniverseOrder, first: MisereTree, second: MisereTree
) -> MisereTree:
    found = build_separator(universe, first, second)
    if add_trees(first, found).wins[1] and not add_trees(second, found).wins[1]:
        return found
    return make_tree_of_options(
        [make_nim_heap_tree(0, first.theory), *map(make_adjoint, second.options(1))], [found]
    )
