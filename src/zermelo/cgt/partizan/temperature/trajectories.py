"""Trajectories: the value of a game as the temperature rises, piecewise linear and exact.

A trajectory begins at temperature -1, where even integers are decided, and is kept as its corners,
(temperature, value), with the slope behind the last one. Slopes are integers: how many more moves a player
makes than the opponent. They are -1, 0 or 1 without cycles, and may be other integers in kos.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from zermelo.core.errors import BadParameter

COLDEST: Final = Fraction(-1)

Corner = tuple[Fraction, Fraction]  # temperature, value


@dataclass(frozen=True)
class Trajectory:
    """A function of temperature, from -1 up; `corners` are where its slope changes, the first at -1.

    >>> falling = Trajectory(((Fraction(-1), Fraction(5)),), -1)
    >>> falling(0), falling(Fraction(5, 2))
    (Fraction(4, 1), Fraction(3, 2))
    """

    corners: tuple[Corner, ...]
    slope: int = 0

    def __call__(self, temperature: Fraction | int) -> Fraction:
        """Return the value at a temperature of at least -1. Raises `BadParameter` below."""
        if temperature < COLDEST:
            raise BadParameter(f"no wall is known at temperature {temperature}: walls begin at -1")
        place = max(bisect_right(self.corners, temperature, key=lambda corner: corner[0]) - 1, 0)
        begin, value = self.corners[place]
        return value + self.get_slope_after_corner(place) * (temperature - begin)

    def get_slope_after_corner(self, place: int) -> int:
        """Return the slope behind a corner."""
        if place + 1 == len(self.corners):
            return self.slope
        (begin, value), (end, later) = self.corners[place : place + 2]
        return 0 if later == value else int((later - value) / (end - begin))

    def add_slope(self, slope: int) -> "Trajectory":
        """Return the trajectory plus `slope` times the temperature."""
        return Trajectory(
            tuple((begin, value + slope * begin) for begin, value in self.corners), self.slope + slope
        )

    def negated(self) -> "Trajectory":
        """Return the negative."""
        return Trajectory(tuple((begin, -value) for begin, value in self.corners), -self.slope)

    def hold_constant_from(self, temperature: Fraction) -> "Trajectory":
        """Return the trajectory that keeps, from a temperature on, the value that it has there."""
        before = [corner for corner in self.corners if corner[0] < temperature]
        return make_trajectory_through_corners([*before, (temperature, self(temperature))], 0)

    def list_corners_from(self, temperature: Fraction | int) -> tuple[Corner, ...]:
        """Return the corners from a temperature on; the first lies at it."""
        begin = Fraction(temperature)
        return ((begin, self(begin)), *(corner for corner in self.corners if corner[0] > begin))


def make_constant_trajectory(value: Fraction) -> Trajectory:
    """Return the trajectory that never moves."""
    return Trajectory(((COLDEST, value),))


def compute_maximum_of_trajectories(trajectories: Sequence[Trajectory]) -> Trajectory:
    """Return the greatest of trajectories, at every temperature."""
    best = trajectories[0]
    for other in trajectories[1:]:
        best = _compute_pointwise_maximum(best, other)
    return best


def compute_minimum_of_trajectories(trajectories: Sequence[Trajectory]) -> Trajectory:
    """Return the least of trajectories, at every temperature."""
    return compute_maximum_of_trajectories([trajectory.negated() for trajectory in trajectories]).negated()


def find_meeting_temperature(falling: Trajectory, rising: Trajectory) -> Fraction:
    """Return the least temperature at which the first is no longer above the second.

    The first must fall or rest, the second rise or rest, and one of them must move in the end.
    """
    times = sorted({corner[0] for corner in falling.corners + rising.corners})
    for begin, end in zip(times, [*times[1:], None], strict=True):
        gap, speed = (
            falling(begin) - rising(begin),
            find_slope_after_temperature(rising, begin) - find_slope_after_temperature(falling, begin),
        )
        if gap <= 0:
            return begin
        if speed > 0 and (end is None or gap <= speed * (end - begin)):
            return begin + gap / speed
    raise AssertionError("these never meet")


def find_slope_after_temperature(trajectory: Trajectory, temperature: Fraction) -> int:
    """Return the slope behind a temperature."""
    return trajectory.get_slope_after_corner(
        bisect_right(trajectory.corners, temperature, key=lambda corner: corner[0]) - 1
    )


def _compute_pointwise_maximum(one: Trajectory, other: Trajectory) -> Trajectory:
    times = sorted({corner[0] for corner in one.corners + other.corners})
    corners: list[Corner] = []
    for begin, end in zip(times, [*times[1:], None], strict=True):
        above = one(begin) - other(begin)
        corners.append((begin, max(one(begin), other(begin))))
        speed = find_slope_after_temperature(one, begin) - find_slope_after_temperature(other, begin)
        crossing = begin - above / speed if speed and above else begin
        if crossing > begin and (end is None or crossing < end):
            corners.append((crossing, one(crossing)))
    last = corners[-1][0]
    is_one = (one(last), find_slope_after_temperature(one, last)) >= (
        other(last),
        find_slope_after_temperature(other, last),
    )
    return make_trajectory_through_corners(corners, (one if is_one else other).slope)


def make_trajectory_through_corners(corners: Sequence[Corner], slope: int) -> Trajectory:
    """Return the trajectory through these corners, without those where the slope stays the same."""
    drawn = Trajectory(tuple(corners), slope)
    kept = [
        corner
        for place, corner in enumerate(corners)
        if place == 0 or drawn.get_slope_after_corner(place - 1) != drawn.get_slope_after_corner(place)
    ]
    return Trajectory(tuple(kept), slope)
