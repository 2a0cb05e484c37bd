"""Wild games that are nearly tame: restive, restless and half-tame ones.

*Winning ways*, chapter 13; J. H. Conway, *On numbers and games*, chapter 12. A game is hereditarily tame if
its genus is tame and all its options are hereditarily tame. Of games all of whose options are hereditarily
tame, but which are not tame themselves,

    restive   has the nimber 0 or 1 in normal play: beside tame games it is now one heap, now another
    restless  has the misere nim value 0 or 1

and a game that is not tame is half-tame if it is tame beside itself: G + G is tame, of genus 0^0.
"""

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.misere.genus import genus, is_genus_of_nim_position
from zermelo.cgt.misere.misere_forms import MisereForm

_TAME: TheoryMemo[MisereForm, bool] = TheoryMemo()


def is_hereditarily_tame(game: MisereForm) -> bool:
    """Return whether a form and all that play can reach have tame genera.

    >>> from zermelo.cgt.misere.misere_notation import parse_misere_form
    >>> [is_hereditarily_tame(parse_misere_form(text)) for text in ("*2_2", "*2_#", "*[2_# 0]")]
    [True, True, False]
    """
    known = _TAME.get_answers_in_theory(game.theory)
    if game not in known:
        found = genus(game)
        known[game] = is_genus_of_nim_position(found.nimber, found.digits) and all(
            map(is_hereditarily_tame, game.options)
        )
    return known[game]


def is_restive(game: MisereForm) -> bool:
    """Return whether a form is restive.

    >>> from zermelo.cgt.misere.misere_notation import parse_misere_form
    >>> [is_restive(parse_misere_form(text)) for text in ("*[2_# 0]", "*[2_# 1]", "*2_2")]
    [True, False, False]
    """
    return _is_wild_with_tame_options(game) and genus(game).nimber < 2


def is_restless(game: MisereForm) -> bool:
    """Return whether a form is restless.

    >>> from zermelo.cgt.misere.misere_notation import parse_misere_form
    >>> [is_restless(parse_misere_form(text)) for text in ("*[2_# 0]", "*[2_# 1]", "*2_2")]
    [False, True, False]
    """
    return _is_wild_with_tame_options(game) and genus(game).misere_value < 2


def is_half_tame(game: MisereForm) -> bool:
    """Return whether a form is not tame, and the sum of two of it is tame, of genus 0^0.

    >>> from zermelo.cgt.misere.misere_notation import parse_misere_form
    >>> [is_half_tame(parse_misere_form(text)) for text in ("*[2_# 0]", "*[2_# 1]", "*2_2")]
    [True, False, False]
    """
    if genus(game).kind != "wild":
        return False
    both = genus(game + game)
    return both.kind != "wild" and (both.nimber, both.misere_value) == (0, 0)


def _is_wild_with_tame_options(game: MisereForm) -> bool:
    return not is_hereditarily_tame(game) and all(map(is_hereditarily_tame, game.options))
