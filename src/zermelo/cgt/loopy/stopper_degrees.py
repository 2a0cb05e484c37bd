"""Upsums and downsums of stoppers, the degree of one, and its variety.

The sum of two stoppers is S & T for two stoppers, where these were found: S, its onside, is the *upsum*, and
T, its offside, the *downsum*. The *degree* of G is the upsum of G and -G: 0 where G ends, over for over, on
for on. It measures how far G is from being undone by its negative. A degree D is most often idempotent,
D + D = D, and then G has two varieties of that degree,

    G downsum (-G upsum D)        the downsum variety
    G upsum (-G downsum -D)       the upsum variety

which are G with everything neglected that is worth no more than D. G is *stable* where both are equal; the
common value is its variety. Not every G whose degree is idempotent is stable (I. Grenville, 2022).

*Winning ways*, chapter 11; A. N. Siegel, *Combinatorial game theory* (2013), chapter VI.
"""

from zermelo.cgt.loopy.loopy_value import AnyForm, Loopy
from zermelo.cgt.partizan.short_game_form import Form
from zermelo.core.errors import BadParameter


def upsum(first: AnyForm, second: AnyForm) -> AnyForm:
    """Return the upsum of two stoppers: the onside of their sum.

    Parameters
    ----------
    first : Form or Loopy
        A stopper.
    second : Form or Loopy
        Another.

    Returns
    -------
    Form or Loopy
        The value of the sum where Left wins infinite play.

    Raises
    ------
    BadParameter
        If one is no stopper, or no stopper was found for the sum.

    Examples
    --------
    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> upsum(form("over"), form("under")), downsum(form("over"), form("under")), upsum(form("1"), form("on"))
    (over, under, on)
    """
    return _find_side_of_sum(first, second, is_upper=True)


def downsum(first: AnyForm, second: AnyForm) -> AnyForm:
    """Return the downsum of two stoppers: the offside of their sum.

    Parameters
    ----------
    first : Form or Loopy
        A stopper.
    second : Form or Loopy
        Another.

    Returns
    -------
    Form or Loopy
        The value of the sum where Right wins infinite play.

    Raises
    ------
    BadParameter
        If one is no stopper, or no stopper was found for the sum.
    """
    return _find_side_of_sum(first, second, is_upper=False)


def stopper_degree(game: AnyForm) -> AnyForm:
    """Return the degree of a stopper: the upsum of it and its negative.

    Parameters
    ----------
    game : Form or Loopy
        A stopper.

    Returns
    -------
    Form or Loopy
        The degree; 0 where play ends.

    Examples
    --------
    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> (
    ...     stopper_degree(form("^*")),
    ...     stopper_degree(form("off")),
    ...     stopper_degree(form("3/2 + under")),
    ...     stopper_degree(form("Miny(on)")),
    ... )
    (0, on, over, Tiny(on))
    """
    return upsum(game, -game)


def find_upsum_variety(game: AnyForm, of_degree: AnyForm) -> AnyForm:
    """Return the upsum variety of a stopper, of an idempotent degree. Raises `BadParameter` of others."""
    _check_idempotent(of_degree)
    return upsum(game, downsum(-game, -of_degree))


def find_downsum_variety(game: AnyForm, of_degree: AnyForm) -> AnyForm:
    """Return the downsum variety of a stopper, of an idempotent degree. Raises as `find_upsum_variety` does.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> over = form("over")
    >>> find_downsum_variety(form("3/2 + under"), over), find_upsum_variety(form("3/2 + under"), over)
    (under, under)
    """
    _check_idempotent(of_degree)
    return downsum(game, upsum(-game, of_degree))


def is_stable_stopper(game: AnyForm) -> bool:
    """Return whether both varieties of a stopper, of its own degree, are equal.

    Raises `BadParameter` where the degree is not idempotent: the varieties are not defined.
    """
    own = stopper_degree(game)
    return find_upsum_variety(game, own) == find_downsum_variety(game, own)


def stopper_variety(game: AnyForm) -> AnyForm:
    """Return the variety of a stable stopper.

    Parameters
    ----------
    game : Form or Loopy
        A stopper.

    Returns
    -------
    Form or Loopy
        The game without everything that is worth no more than its degree.

    Raises
    ------
    BadParameter
        If the stopper is not stable: its upsum variety and its downsum variety differ.

    Examples
    --------
    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> stopper_variety(form("+-over")), stopper_variety(form("on")), stopper_variety(form("{2|*}"))
    (+-over, on, 0)
    """
    if not is_stable_stopper(game):
        raise BadParameter(f"{game} is not stable: its upsum variety and its downsum variety are different")
    return find_upsum_variety(game, stopper_degree(game))


def _find_side_of_sum(first: AnyForm, second: AnyForm, *, is_upper: bool) -> AnyForm:
    for each in (first, second):
        if isinstance(each, Loopy) and not each.is_stopper:
            raise BadParameter(f"{each} is no stopper: upsums and downsums are of stoppers")
    total = first + second if isinstance(first, Loopy) else second + first
    if isinstance(total, Form):
        return total
    found = total.onside if is_upper else total.offside
    if found is None:
        raise BadParameter(f"{first} + {second} has a side that was not found: no stopper is known for it")
    return found


def _check_idempotent(of_degree: AnyForm) -> None:
    if upsum(of_degree, of_degree) != of_degree:
        raise BadParameter(f"{of_degree} is no degree of varieties: added to itself it is not itself again")
