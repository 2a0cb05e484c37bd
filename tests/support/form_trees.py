"""Games as trees, for the twins, and the forms of trees."""

from typing import Any

from reference.naive_forms import Tree, tree

from zermelo.cgt.form_theory import TheoryMemo, default_theory
from zermelo.cgt.partizan.short_game_form import Form, options_form

_MADE: TheoryMemo[Tree, Form] = TheoryMemo()


def made(game: Tree) -> Form:
    """Return the form of a tree, of the theory that is the default now."""
    known = _MADE.get_answers_in_theory(default_theory())
    if game not in known:
        known[game] = options_form(map(made, game.left), map(made, game.right))
    return known[game]


def tree_of(game: Any) -> Tree:
    """Return the tree of what has left and right options: a form, or a literal game."""
    return tree(map(tree_of, game.left), map(tree_of, game.right))
