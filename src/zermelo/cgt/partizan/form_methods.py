"""Properties and methods of forms: temperature, weight, compounds, shape.

Each is worked out in a file of its own, which is made of forms: it imports them, and is imported here when it
is asked.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.cgt.partizan.compounds.literal_games import LiteralGame
    from zermelo.cgt.partizan.short_game_form import Form, Value
    from zermelo.cgt.partizan.temperature.thermograph import Thermograph
    from zermelo.cgt.partizan.uptimals import Uptimal
    from zermelo.cgt.value_summary import ShortGameValue


class FormMethods:
    """Mixin with these properties and methods; only `Form` inherits it."""

    __slots__ = ()

    def as_result(self: Any) -> "ShortGameValue":
        """Return its value and properties, as `zermelo canonical` prints them."""
        from zermelo.cgt.value_summary import ShortGameValue

        return ShortGameValue(
            value=str(self),
            outcome_class=self.outcome_class,
            mean=str(self.mean),
            temperature=str(self.temperature),
            left_stop=str(self.left_stop),
            right_stop=str(self.right_stop),
            birthday=self.birthday,
        )

    # Temperature.

    @property
    def thermograph(self: Any) -> "Thermograph":
        """Thermograph; a notebook draws it."""
        from zermelo.cgt.partizan.temperature.thermograph import thermograph

        return thermograph(self)

    @property
    def mean(self: Any) -> Fraction:
        """Mean: value of n copies divided by n, as n grows; it is where the mast stands."""
        return self.thermograph.mean  # type: ignore[no-any-return]  # of a form

    @property
    def temperature(self: Any) -> Fraction:
        """Temperature, the urgency of moves: 0 for infinitesimals, negative for numbers (-1 for integers)."""
        return self.thermograph.temperature  # type: ignore[no-any-return]  # of a form

    @property
    def stops(self: Any) -> tuple[Fraction, Fraction]:
        """Numbers that play reaches if Left begins, and if Right begins."""
        return self.left_stop, self.right_stop

    def cool(self: Any, temperature: "Value | str") -> "Form":
        """Return the game cooled by a number, which each move costs.

        Parameters
        ----------
        temperature : Form, int, Fraction or str
            The number, at least -1.

        Returns
        -------
        Form
            The cooled game.
        """
        from zermelo.cgt.partizan.short_game_form import convert_to_form
        from zermelo.cgt.partizan.temperature.cooling import cool

        return cool(self, convert_to_form(temperature).number)

    @property
    def frozen(self: Any) -> "Form":
        """Game cooled by its own temperature: a number plus an infinitesimal."""
        from zermelo.cgt.partizan.temperature.cooling import freeze

        return freeze(self)

    def heat(self: Any, temperature: "Value") -> "Form":
        """Return the heated game: each move gains an amount, until a number is reached.

        Parameters
        ----------
        temperature : Form, int or Fraction
            The amount.

        Returns
        -------
        Form
            The heated game.
        """
        from zermelo.cgt.partizan.temperature.cooling import heat

        return heat(self, temperature)

    def overheat(self: Any, unit: "Value", temperature: "Value") -> "Form":
        """Return the overheated game: each move gains an amount, and an integer n is worth n units.

        Parameters
        ----------
        unit : Form, int or Fraction
            Value of the integer 1.
        temperature : Form, int or Fraction
            The amount.

        Returns
        -------
        Form
            The overheated game.
        """
        from zermelo.cgt.partizan.temperature.cooling import overheat

        return overheat(self, unit, temperature)

    @property
    def reduced(self: Any) -> "Form":
        """Simplest game that differs from the form by an infinitesimal."""
        from zermelo.cgt.partizan.reduced_form import compute_reduced_form

        return compute_reduced_form(self)

    # Small games.

    @property
    def atomic_weight(self: Any) -> "Form":
        """Atomic weight of an all-small game, its number of ups; `BadParameter` for others."""
        from zermelo.cgt.partizan.atomic_weight import atomic_weight

        return atomic_weight(self)

    @property
    def is_all_small(self: Any) -> bool:
        """Whether in all positions both players can move, or neither."""
        from zermelo.cgt.partizan.atomic_weight import is_all_small

        return is_all_small(self)

    @property
    def uptimal(self: Any) -> "Uptimal | None":
        """Number, nimber and powers of up whose sum the form is; None where it is no such sum."""
        from zermelo.cgt.partizan.uptimals import find_uptimal

        return find_uptimal(self)

    @property
    def companion(self: Any) -> "Form":
        """Image under the one symmetry of the order of games born by a day; it exchanges 0 and *."""
        from zermelo.cgt.partizan.born_by_day.companions import companion

        return companion(self)

    @property
    def is_number_tiny(self: Any) -> bool:
        """Whether the form is a number, or a number plus a tiny or a miny."""
        from zermelo.cgt.partizan.form_shape import is_number_tiny

        return is_number_tiny(self)

    # Incentives.

    @property
    def incentives(self: Any) -> tuple["Form", ...]:
        """Incentives of both players: the gains of undominated moves for the player who makes them."""
        from zermelo.cgt.partizan.temperature.incentives import incentives

        return incentives(self)

    @property
    def left_incentives(self: Any) -> tuple["Form", ...]:
        """Left's incentives: options minus the game, undominated."""
        from zermelo.cgt.partizan.temperature.incentives import left_incentives

        return left_incentives(self)

    @property
    def right_incentives(self: Any) -> tuple["Form", ...]:
        """Right's incentives: the game minus options, undominated."""
        from zermelo.cgt.partizan.temperature.incentives import right_incentives

        return right_incentives(self)

    # Ordinal sums.

    def ordinal_sum(self: Any, subordinate: "Value") -> "Form":
        """Return the ordinal sum G:H of canonical forms, where a move in G removes H.

        Parameters
        ----------
        subordinate : Form, int or Fraction
            The game H.

        Returns
        -------
        Form
            The sum; it depends on the form of G.
        """
        from zermelo.cgt.partizan.compounds.ordinal_sums import compute_ordinal_sum

        return compute_ordinal_sum(self, subordinate)

    def subordinate(self: Any, base: "Value | LiteralGame") -> "Form":
        """Return the game H of which this form is the ordinal sum base:H.

        Parameters
        ----------
        base : Form, LiteralGame, int or Fraction
            The game that H stands on.

        Returns
        -------
        Form
            The game H.

        Raises
        ------
        BadParameter
            If there is none.
        """
        from zermelo.cgt.partizan.compounds.literal_games import LiteralGame
        from zermelo.cgt.partizan.compounds.ordinal_sums import find_subordinate, find_subordinate_to_options

        if not isinstance(base, LiteralGame):
            return find_subordinate(self, base)
        sides = [option.value for option in base.left], [option.value for option in base.right]
        return find_subordinate_to_options(self, sides, str(base))

    def power_sum(self: Any, exponent: int | Fraction) -> "Form":
        """Return the sum of the powers of the form up to an exponent.

        Parameters
        ----------
        exponent : int or Fraction
            The exponent.

        Returns
        -------
        Form
            The sum.

        Raises
        ------
        BadParameter
            If the form is not {0|H}.
        """
        from zermelo.cgt.partizan.compounds.ordinal_sums import compute_power_sum

        return compute_power_sum(self, exponent)

    def __pow__(self: Any, exponent: int | Fraction) -> "Form":
        """Return its power, of a {0|H}; of up they are ^, ^<2>, ^<3>. Raises `BadParameter` of others."""
        from zermelo.cgt.partizan.compounds.ordinal_sums import compute_power

        return compute_power(self, exponent)

    def norton_product(self: Any, unit: "Value") -> "Form":
        """Return the Norton product of the form, which need not be a number, and a unit.

        Parameters
        ----------
        unit : Form, int or Fraction
            A positive game.

        Returns
        -------
        Form
            The product.
        """
        from zermelo.cgt.partizan.compounds.norton_product import compute_norton_product

        return compute_norton_product(self, unit)

    # Its tree.

    @property
    def followers(self: Any) -> tuple["Form", ...]:
        """Positions of the canonical form, itself among them, each after its options."""
        from zermelo.cgt.partizan.form_shape import list_followers_options_first

        return list_followers_options_first(self)

    @property
    def stop_count(self: Any) -> int:
        """Number of paths in the tree that end at a number."""
        from zermelo.cgt.partizan.form_shape import count_paths_to_numbers

        return count_paths_to_numbers(self)

    @property
    def is_even(self: Any) -> bool:
        """Whether the form is 0, or all its options are odd."""
        from zermelo.cgt.partizan.form_shape import find_form_parity

        return find_form_parity(self) == 0

    @property
    def is_odd(self: Any) -> bool:
        """Whether the form has options, and all of them are even."""
        from zermelo.cgt.partizan.form_shape import find_form_parity

        return find_form_parity(self) == 1

    @property
    def is_even_tempered(self: Any) -> bool:
        """Whether the form is a number, or all its options are odd-tempered."""
        from zermelo.cgt.partizan.form_shape import find_form_parity

        return find_form_parity(self, tempered=True) == 0

    @property
    def is_odd_tempered(self: Any) -> bool:
        """Whether the form is no number, and all its options are even-tempered."""
        from zermelo.cgt.partizan.form_shape import find_form_parity

        return find_form_parity(self, tempered=True) == 1
