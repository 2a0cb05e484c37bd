"""The misere game tree of a position of a partizan game."""

from fractions import Fraction
from typing import TYPE_CHECKING

from zermelo.core.errors import BadParameter, quote
from zermelo.core.game import Game
from zermelo.games.game_lookup import game

if TYPE_CHECKING:
    from zermelo.cgt.misere.partizan.misere_trees import MisereTree
    from zermelo.cgt.partizan.compounds.literal_games import LiteralGame
    from zermelo.cgt.partizan.short_game_form import Form


def misere_tree(
    game_or_text: "Game | Form | LiteralGame | MisereTree | int | Fraction | str",
) -> "MisereTree":
    """Return a partizan game, or a sum of several, as the tree of its moves, for misere play.

    Nothing is simplified. A form of normal play becomes the tree of its canonical form.

    Parameters
    ----------
    game_or_text : Game, Form, LiteralGame, MisereTree, int, Fraction or str
        A text is a game, a written tree, or a sum of both: "domineering(columns=2, rows=2) + {*|*}".

    Returns
    -------
    MisereTree
        The tree.

    Raises
    ------
    MissingCapability
        If a game has no `options`.
    BadParameter
        If the text cannot be read, or play reaches more than 50,000 positions.
    LoopFound
        If play may cycle.

    Examples
    --------
    >>> misere_tree("domineering(columns=2, rows=2)"), misere_tree("{*|*}"), misere_tree("1 + *")
    ({1|-1}, {*|*}, {*,1|1})
    >>> from zermelo.cgt import DEAD_ENDING
    >>> DEAD_ENDING.canonical(misere_tree("domineering(columns=2, rows=2) + 1 - {0|}"))
    {1|-1}
    """
    from zermelo.cgt.form_theory import default_theory
    from zermelo.cgt.misere.partizan.misere_tree_notation import parse_tree
    from zermelo.cgt.misere.partizan.misere_trees import MisereTree, make_tree_of_options
    from zermelo.cgt.partizan.compounds.literal_games import CanonicalGame, LiteralGame, PositionGame
    from zermelo.cgt.partizan.position_forms import check_last_mover_wins
    from zermelo.cgt.partizan.short_game_form import Form
    from zermelo.cgt.sum_expression import parse_sum_terms

    if isinstance(game_or_text, MisereTree):
        return game_or_text
    theory = default_theory()
    if isinstance(game_or_text, (int, Fraction)) and not isinstance(game_or_text, bool):
        return parse_tree(str(game_or_text), theory)
    if isinstance(game_or_text, Game):
        check_last_mover_wins(game_or_text, "tree of misere play")
        game_or_text = PositionGame(game_or_text, next(iter(game_or_text.starts())))
    if isinstance(game_or_text, Form):
        game_or_text = CanonicalGame(game_or_text)
    if isinstance(game_or_text, LiteralGame):
        return game_or_text.fold(lambda options: make_tree_of_options(options[0], options[1], theory))
    if not isinstance(game_or_text, str):
        raise BadParameter(f"{quote(game_or_text)} is no game: give one, a tree, a literal game, or a text")
    total = make_tree_of_options([], [], theory)
    for written in parse_sum_terms(game_or_text):
        if not written.is_game:
            total += parse_tree(written.text, theory)
            continue
        which = game(written.text)
        total = total - misere_tree(which) if written.is_negative else total + misere_tree(which)
    return total
