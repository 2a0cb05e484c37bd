"""Thermographs: the result of play if every move costs t, for all t at once.

J. H. Conway, *On numbers and games* (1976), chapter 9; E. Berlekamp, J. Conway and R. Guy, *Winning ways*
(1982), chapter 6; A. N. Siegel, *Combinatorial game theory* (2013), section II.5. With L and R for the walls
of a game G,

    L(t) = max of R_GL(t) - t over Left's options GL
    R(t) = min of L_GR(t) + t over Right's options GR

until they meet, at the temperature of G; from there on both are the mast, which stands at the mean. An
integer is a mast from t = -1. So a number with denominator 2**k has temperature -1/2**k, and infinitesimals
have 0. All is exact: corners are fractions.
"""

from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import field

from zermelo.cgt.form_theory import Theory, TheoryMemo
from zermelo.cgt.partizan.form_followers import is_integer, yield_followers_options_first
from zermelo.cgt.partizan.short_game_form import Form, make_ups_form
from zermelo.cgt.partizan.temperature.trajectories import (
    COLDEST,
    Corner,
    Trajectory,
    compute_maximum_of_trajectories,
    compute_minimum_of_trajectories,
    find_meeting_temperature,
    make_constant_trajectory,
)
from zermelo.cgt.value_summary import truncate_long_text
from zermelo.core.notation.result import Result, about, as_text, in_json

Komaster = Annotated[Literal["Left", "Right", "neither"], about("who has the ko threats")]
Wall = tuple[tuple[str, str], ...]


class Thermograph(Result, frozen=True):
    """Thermograph of a game: the result of play if every move costs t, for all t.

    Examples
    --------
    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> hot = form("{3||2*|1*}").thermograph
    >>> hot
    mean 9/4, temperature 3/4
    >>> [(str(temperature), str(value)) for temperature, value in hot.right_corners]
    [('0', '2'), ('1/2', '2'), ('3/4', '9/4')]
    """

    form: Any  # a form, a loopy value or a game with kos
    mean: Annotated[Fraction, as_text("the mean, a fraction as text")]  # where the mast stands
    temperature: Annotated[Fraction, as_text("the temperature, a fraction as text")]  # where the walls meet
    left_wall: Trajectory = field(name="_left_wall")  # functions of the temperature, from -1 on
    right_wall: Trajectory = field(name="_right_wall")
    komaster: Annotated[Komaster | None, about("where kos repeat: who has the ko threats")] = None

    @property
    def game(self) -> Annotated[str, in_json("value")]:
        """What it is of: a value or, where kos repeat, a game."""
        return str(self.form) if isinstance(self.form, Form) else self.form.game

    @property
    def komaster_text(self) -> str:
        """Komaster in words, for games with kos; empty for others."""
        if self.komaster is None:
            return ""
        return "no komaster" if self.komaster == "neither" else f"{self.komaster} komaster"

    @property
    def title(self) -> str:
        """Text of the game and, where it has kos, the komaster."""
        return f"{self.game}, {self.komaster_text}" if self.komaster_text else self.game

    @property
    def left_stop(self) -> Fraction:
        """Left wall at temperature 0."""
        return self.left_wall(0)

    @property
    def right_stop(self) -> Fraction:
        """Right wall at temperature 0."""
        return self.right_wall(0)

    @property
    def left_wall_corners(self) -> Annotated[Wall, in_json("left_wall")]:
        """Corners from temperature 0 on: temperature and value, as texts."""
        return tuple((str(at), str(value)) for at, value in self.left_corners)

    @property
    def right_wall_corners(self) -> Annotated[Wall, in_json("right_wall")]:
        """Corners from temperature 0 on: temperature and value, as texts."""
        return tuple((str(at), str(value)) for at, value in self.right_corners)

    @property
    def left_corners(self) -> tuple[Corner, ...]:
        """Corners of the left wall as (temperature, value), from temperature 0 to the foot of the mast."""
        return self._list_corners_up_to_mast(self.left_wall)

    @property
    def right_corners(self) -> tuple[Corner, ...]:
        """Corners of the right wall as (temperature, value), from temperature 0 to the foot of the mast."""
        return self._list_corners_up_to_mast(self.right_wall)

    def _list_corners_up_to_mast(self, wall: Trajectory) -> tuple[Corner, ...]:
        corners = wall.list_corners_from(0)
        is_short = corners[-1][0] < self.temperature  # where a wall goes straight on into the mast
        return (*corners, (self.temperature, self.mean)) if is_short else corners

    def __repr__(self) -> str:
        return f"mean {self.mean}, temperature {self.temperature}"

    def __str__(self) -> str:
        walls = (("left ", self.left_corners), ("right", self.right_corners))
        lines = [f"{side} wall  " + ", ".join(f"{value} at {t}" for t, value in wall) for side, wall in walls]
        head = (truncate_long_text(self.title), f"mean        {self.mean}", f"temperature {self.temperature}")
        return "\n".join((*head, *lines))

    def as_result(self, *others: "Thermograph") -> "Thermographs":
        """Return it with other thermographs, as `zermelo thermograph` prints them.

        Parameters
        ----------
        *others : Thermograph
            The others.

        Returns
        -------
        Thermographs
            The thermographs in their order.
        """
        return Thermographs((self, *others))

    def svg(self, *others: "Thermograph") -> str:
        """Return a picture, with other thermographs beside it to the same scale.

        Parameters
        ----------
        *others : Thermograph
            The others.

        Returns
        -------
        str
            SVG.
        """
        from zermelo.draw.charts.thermograph_svg import ThermographOutline, thermographs_svg

        return thermographs_svg(
            [
                ThermographOutline(
                    title=each.game,
                    threats=each.komaster_text,
                    mean=each.mean,
                    temperature=each.temperature,
                    left=each.left_corners,
                    right=each.right_corners,
                )
                for each in (self, *others)
            ]
        )

    def _repr_svg_(self) -> str:
        return self.svg()


class Thermographs(Result, frozen=True):
    """Thermographs, in the order asked for."""

    thermographs: Annotated[tuple[Thermograph, ...], about("a position each")]

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.thermographs))

    def text_chart(self, *, blocks: bool = True) -> str:
        """Return the walls of each in a few lines of text.

        Parameters
        ----------
        blocks : bool
            Whether they are made of block characters; else of ASCII.

        Returns
        -------
        str
            Lines of text.
        """
        from zermelo.draw.charts.terminal_chart import draw_terminal_thermograph

        return "\n\n".join(
            draw_terminal_thermograph(
                truncate_long_text(each.title),
                each.left_wall,
                each.right_wall,
                each.temperature,
                blocks=blocks,
            )
            for each in self.thermographs
        )


_THERMOGRAPHS: TheoryMemo[int, Thermograph] = TheoryMemo()  # by place


def thermograph(form: Form) -> Thermograph:
    """Return the thermograph of a form.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> thermograph(form("{4||-4|-20}"))
    mean -4, temperature 8
    """
    known = _THERMOGRAPHS.get_answers_in_theory(form.theory)
    for game in yield_followers_options_first(
        form, lambda game: game.place in known, lambda game: game.ups is not None
    ):
        known[game.place] = _compute_thermograph(game)
    return known[form.place]


def _compute_thermograph(form: Form) -> Thermograph:
    if is_integer(form):
        mast = make_constant_trajectory(form.number)
        return Thermograph(form, form.number, COLDEST, mast, mast)
    small = form if form.ups is None else _find_small_form_with_same_thermograph(form.theory, *form.ups)
    left = compute_maximum_of_trajectories(
        [thermograph(option).right_wall.add_slope(-1) for option in small.left]
    )
    right = compute_minimum_of_trajectories(
        [thermograph(option).left_wall.add_slope(1) for option in small.right]
    )
    temperature = find_meeting_temperature(left, right)
    mean = left(temperature)
    return Thermograph(
        form, mean, temperature, left.hold_constant_from(temperature), right.hold_constant_from(temperature)
    )


def _find_small_form_with_same_thermograph(theory: Theory, number: Fraction, ups: int, nimber: int) -> Form:
    """Return a small form with the same thermograph: all nimbers have one, and so have all ups but ^*."""
    if ups == 0:
        return make_ups_form(number, 0, min(nimber, 1), theory)
    sign = 1 if ups > 0 else -1
    return make_ups_form(number, sign, 1 if ups == sign and nimber == 1 else 0, theory)
