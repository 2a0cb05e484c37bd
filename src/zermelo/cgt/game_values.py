"""Values of games and positions: nimbers, canonical forms, thermographs, sums, and compounds.

Forms are numbered once in a process and shared by all threads; what is found of them is kept until
`clear_forms` is called.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, quote
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import START
from zermelo.games.game_lookup import game, resolve_given_position

if TYPE_CHECKING:
    from zermelo.cgt.disjunctive_sum import Sum, SumTerm
    from zermelo.cgt.loopy.braced_games import BracedGame
    from zermelo.cgt.loopy.loopy_value import Loopy
    from zermelo.cgt.partizan.compounds.game_compounds import CompoundGame
    from zermelo.cgt.partizan.compounds.literal_games import LiteralGame, Playable
    from zermelo.cgt.partizan.short_game_form import Form
    from zermelo.cgt.partizan.temperature.thermograph import Thermograph


def canonical(
    game_or_text: "Game | Form | Loopy | str",
    where: Position = START,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
) -> "Form | Loopy":
    """Return the canonical form of a position, of a written value, or of a sum of both.

    The result does not depend on the player to move. A form made before `clear_forms` is converted.

    Parameters
    ----------
    game_or_text : Game, Form, Loopy or str
        A game, a value, or text of a game, a value or a sum.
    where : position, optional
        Position, also as text; by default the start.
    budget : Budget, optional
        Limits of time and memory; by default there are none.
    interpreted : bool, default False
        Whether the rules are run as Python instead of compiled.

    Returns
    -------
    Form or Loopy
        The value; a `Loopy` value where play may cycle and no form is equal to it.

    Raises
    ------
    MissingCapability
        If the game has no `options`.
    OutOfBudget
        If play may cycle and there are too many positions.

    Examples
    --------
    >>> canonical("domineering(columns=2, rows=2)"), canonical("{1|*} + *"), canonical("clobber('xoxo') - 1")
    (+-1, {1*|0}, {-1*,-1^|-1*,-1v})
    """
    from zermelo.cgt.loopy.loopy_positions import position_value
    from zermelo.cgt.loopy.loopy_value import Loopy, convert_loopy_to_theory
    from zermelo.cgt.partizan.form_followers import convert_form_to_theory
    from zermelo.cgt.partizan.short_game_form import Form

    if isinstance(game_or_text, Form):
        return convert_form_to_theory(game_or_text)
    if isinstance(game_or_text, Loopy):
        return convert_loopy_to_theory(game_or_text)
    if isinstance(game_or_text, str) and where is START:
        return sum_of(game_or_text, budget=budget, interpreted=interpreted).value
    which = game(game_or_text)
    return position_value(which, resolve_given_position(which, where), budget=budget, interpreted=interpreted)


def thermograph(
    game_or_text: "Game | Form | Loopy | str",
    where: Position = START,
    *,
    komaster: str | None = None,
    budget: Budget | None = None,
    interpreted: bool = False,
) -> "Thermograph":
    """Return the thermograph of a position, of a written value, or of a sum of both.

    Where play cycles it is the thermograph of the game itself, not of its value, since the game may have a ko
    that its value has not. Without a komaster kos have to be *placid*: their mean and temperature are the
    same for each komaster.

    Parameters
    ----------
    game_or_text : Game, Form, Loopy or str
        Anything that `canonical` takes.
    where : position, optional
        Position, also as text; by default the start.
    komaster : str, optional
        Player who can win every ko fight: "Left", "Right" or "neither".
    budget : Budget, optional
        Limits of time and memory; by default there are none.
    interpreted : bool, default False
        Whether the rules are run as Python instead of compiled.

    Returns
    -------
    Thermograph
        The thermograph.

    Raises
    ------
    BadParameter
        If kos are not placid and no komaster is given, for cycles that are not kos, and for sums with such
        games.

    Examples
    --------
    >>> thermograph("{3||2*|1*}"), thermograph("a:{1||a|0}", komaster="Left"), canonical("a:{2||6,a|-2}")
    (mean 9/4, temperature 3/4, mean 2/3, temperature 1/3, 3)
    """
    from zermelo.cgt.loopy.ko_thermograph import loopy_thermograph

    played = _read_value_or_game(game_or_text, where, budget, interpreted=interpreted)
    return loopy_thermograph(played, komaster)


def _read_value_or_game(
    game_or_text: "Game | Form | Loopy | str",
    where: Position,
    budget: Budget | None,
    *,
    interpreted: bool,
) -> "Form | Loopy | BracedGame":
    """Return a value or, where play cycles, the game itself.

    Raises `BadParameter` for sums with such games.
    """
    from zermelo.cgt.disjunctive_sum import SumTerm
    from zermelo.cgt.loopy.loopy_positions import find_form_or_game_of_position
    from zermelo.cgt.loopy.loopy_value import Loopy
    from zermelo.cgt.partizan.notation.form_parser import parse_game_as_written
    from zermelo.cgt.partizan.short_game_form import Form
    from zermelo.cgt.sum_expression import parse_sum_terms

    if isinstance(game_or_text, (Form, Loopy)):
        return game_or_text
    if isinstance(game_or_text, Game) or where is not START:
        which = game(game_or_text)
        return find_form_or_game_of_position(
            which, resolve_given_position(which, where), budget=budget, interpreted=interpreted
        )
    written = parse_sum_terms(game_or_text)
    if not any(term.is_game for term in written):
        return parse_game_as_written(written[0].text if len(written) == 1 else game_or_text)
    for term in (terms := _read_sum_terms(game_or_text)):
        if isinstance(term, SumTerm) and term.game is not None:
            played = find_form_or_game_of_position(
                term.game, term.position, budget=budget, interpreted=interpreted
            )
            if len(terms) == 1 and not term.is_negative:
                return played
            if not isinstance(played, Form):
                raise BadParameter(f"{term.game!r} stands alone here, as what is asked is not of its value")
    return canonical(game_or_text, budget=budget, interpreted=interpreted)


def sum_of(text: str, *, budget: Budget | None = None, interpreted: bool = False) -> "Sum":
    """Return a sum of games and values, read from text.

    Parameters
    ----------
    text : str
        Games and values with + and - between them.
    budget : Budget, optional
        Limits of time and memory; by default there are none.
    interpreted : bool, default False
        Whether the rules are run as Python instead of compiled.

    Returns
    -------
    Sum
        The sum; it gives the winner and both players' moves.

    Raises
    ------
    BadParameter
        If the text cannot be read.

    Examples
    --------
    >>> sum_of("domineering(columns=4, rows=2) + clobber('xoxo') + *2").outcome_class
    'N'
    """
    from zermelo.cgt.disjunctive_sum import Sum

    return Sum(*_read_sum_terms(text), budget=budget, interpreted=interpreted)


def _read_sum_terms(text: str) -> "list[SumTerm | Form | Loopy]":
    """Return the terms of a sum read from text: games that have no value yet, and values."""
    from zermelo.cgt.disjunctive_sum import SumTerm
    from zermelo.cgt.form_theory import default_theory
    from zermelo.cgt.partizan.notation.form_parser import parse_form_terms
    from zermelo.cgt.sum_expression import parse_sum_terms

    theory = default_theory()  # another thread may clear it meanwhile
    terms: list[SumTerm | Form | Loopy] = []
    for written in parse_sum_terms(text):
        if not written.is_game:
            terms.extend(parse_form_terms(written.text, theory))
            continue
        which = game(written.text)
        start = next(iter(which.starts()))
        terms.append(SumTerm(which, start, written.is_negative))
    return terms


def literal(game_or_text: "Playable") -> "LiteralGame":
    """Return a game, or a sum of several, in the form in which it is played or written.

    Parameters
    ----------
    game_or_text : Game, Form, LiteralGame, int, Fraction or str
        A text is a game, a value or a sum of both, as `sum_of` reads it. A value gives its canonical form.

    Returns
    -------
    LiteralGame
        The game, for compounds.

    Raises
    ------
    MissingCapability
        If a game has no `options`.

    Examples
    --------
    >>> literal("clobber('xox')").value, literal("*2").remoteness, literal("*2").suspense
    (*, (1, 1), (1, 1))
    """
    from zermelo.cgt.loopy.loopy_value import Loopy
    from zermelo.cgt.partizan.compounds.game_compounds import make_compound, negate_literal_game
    from zermelo.cgt.partizan.compounds.literal_games import CanonicalGame, LiteralGame, PositionGame
    from zermelo.cgt.partizan.position_forms import check_last_mover_wins
    from zermelo.cgt.partizan.short_game_form import Form, convert_to_form

    if isinstance(game_or_text, LiteralGame):
        return game_or_text
    if isinstance(game_or_text, Game):
        check_last_mover_wins(game_or_text)
        return PositionGame(game_or_text, next(iter(game_or_text.starts())))
    if not isinstance(game_or_text, str):
        return CanonicalGame(convert_to_form(game_or_text))
    parts: list[LiteralGame] = []
    for term in _read_sum_terms(game_or_text):
        if isinstance(term, (Form, Loopy)):
            parts.append(CanonicalGame(convert_to_form(term)))
        else:
            assert term.game is not None
            check_last_mover_wins(term.game)
            played = PositionGame(term.game, term.position)
            parts.append(negate_literal_game(played) if term.is_negative else played)
    return parts[0] if len(parts) == 1 else make_compound("disjunctive", parts)


def braces(lefts: "Iterable[Playable]", rights: "Iterable[Playable]") -> "LiteralGame":
    """Return the literal game with exactly these options.

    Parameters
    ----------
    lefts : iterable
        Left's options, each as for `literal`.
    rights : iterable
        Right's options.

    Returns
    -------
    LiteralGame
        The game; nothing is simplified.

    Examples
    --------
    >>> zero = braces(["*"], ["*"])
    >>> zero.value, compound("ordinal", zero, 3).value, canonical("^[3]").subordinate(zero)
    (0, ^[3], 3)
    """
    from zermelo.cgt.partizan.compounds.literal_games import OptionsGame

    for side in (lefts, rights):
        if isinstance(side, (str, bytes)) or not isinstance(side, Iterable):
            raise BadParameter(f"{quote(side)} is no list of options: give one, as in braces(['*'], [0, 1])")
    return OptionsGame(tuple(map(literal, lefts)), tuple(map(literal, rights)))


def compound(kind: str, *components: "Playable") -> "CompoundGame":
    """Return a compound of games, played at once by one of eight rules.

    Parameters
    ----------
    kind : str
        "disjunctive" (the sum), "conjunctive" (a move in all), "selective" (in one or more), "diminished" and
        "shortened" (until one is over for the mover), "continued" (in all that are not over), "sequential"
        (one after the other) or "ordinal" (a move in one removes those behind it).
    *components : Game, Form, LiteralGame, int, Fraction or str
        The games, each as for `literal`.

    Returns
    -------
    CompoundGame
        The compound, a `LiteralGame`.

    Raises
    ------
    BadParameter
        If there is no such kind.

    Examples
    --------
    >>> both = compound("conjunctive", "nim(heaps=(2,))", "*3")
    >>> both.value, both.outcome_class, both.remoteness, compound("selective", "*2", "*3").value
    (*2, 'N', (1, 1), *5)
    """
    from zermelo.cgt.partizan.compounds.game_compounds import make_compound

    return make_compound(kind, map(literal, components))


def game_variant(kind: str, game_or_text: "Playable") -> "LiteralGame":
    """Return a game with changed rules.

    Parameters
    ----------
    kind : str
        "dicotic" (it ends where either player has no move), "impartial" (either may make the moves of both)
        or "twisted" (the players change places after every move).
    game_or_text : Game, Form, LiteralGame, int, Fraction or str
        The game, as for `literal`.

    Returns
    -------
    LiteralGame
        The variant.

    Raises
    ------
    BadParameter
        If there is no such kind.

    Examples
    --------
    >>> [game_variant(kind, "{2|*}").value for kind in ("dicotic", "impartial", "twisted")]
    [^, *2, ^]
    """
    from zermelo.cgt.partizan.compounds.game_compounds import make_variant

    return make_variant(kind, literal(game_or_text))


def conway_product(first: "Playable", second: "Playable") -> "Form":
    """Return the Conway product of two games; for numbers it is the usual product.

    Parameters
    ----------
    first : Game, Form, LiteralGame, int, Fraction or str
        First factor, as for `literal`.
    second : Game, Form, LiteralGame, int, Fraction or str
        Second factor.

    Returns
    -------
    Form
        The product.

    Examples
    --------
    >>> conway_product("1/2", "1/4"), conway_product("*4", "*3"), conway_product("+-1", "^2")
    (1/8, *12, +-^2)
    """
    from zermelo.cgt.partizan.compounds.game_compounds import compute_conway_product

    return compute_conway_product(literal(first), literal(second))


def ordinal_product(first: "Playable", second: "Playable") -> "Form":
    """Return the ordinal product of two games.

    Each edge of a stalk of the second is replaced by the first.

    Parameters
    ----------
    first : Game, Form, LiteralGame, int, Fraction or str
        First factor, as for `literal`.
    second : Game, Form, LiteralGame, int, Fraction or str
        Second factor.

    Returns
    -------
    Form
        The product.

    Examples
    --------
    >>> ordinal_product("1/2", "1/4"), ordinal_product("*2", "*3"), ordinal_product("+-1", "^2")
    (11/32, *6, +-1)
    """
    from zermelo.cgt.partizan.compounds.game_compounds import compute_ordinal_product

    return compute_ordinal_product(literal(first), literal(second))
