"""Thermographs of games with kos: the result of play at each tax, by komaster.

E. Berlekamp, "The economist's view of combinatorial games" (*Games of no chance*, 1996), plays a game at a
tax t. The player who moves pays t, and either player may pass. After two passes in a row play goes on at a
lower tax, down to -1. The walls L and R are the results where Left, or Right, begins at t. The *scaffold* of
a player is the result of the player's best move; without an option there is none:

    l(t) = max of R_GL(t) - t over Left's options GL
    r(t) = min of L_GR(t) + t over Right's options GR

Where l >= r, both want to move: L = l and R = r. Where l < r, both pass, and L = R keeps its value from lower
taxes, as long as that lies between l and r; a scaffold that meets this value carries it along. At -1 it
begins with the integer from l to r that is nearest to 0. Above the *temperature* nothing changes any more,
and the value there is the *mean*. For games that end, in whatever form, these are the thermographs of
`partizan/thermograph.py`.

In a ko (`ko_rows.py`) the *ban* holds: what is taken is not taken back by the next move, unless a threat
elsewhere comes between. The *komaster* is the player who has all threats that are needed:

    Left     Left may take back at once. After a take Left moves on, in the same turn and at the same tax,
             until Left has left the ko. So l(t) is at least l at the next position, minus t.
             Right takes by moving as in any other game. The rule is Berlekamp's.
    Right    The same, with the players exchanged.
    neither  Neither player has threats. After a take the opponent may leave the ko or pass, and then the
             player who took may move again. So Left's take is worth the lesser of Right's best exit and the
             left wall there, minus t.

A ko is *placid* if neither mean nor temperature depends on the komaster, *active* if only the temperature
does, *hyperactive* if the mean does: words of Berlekamp and W. Spight. All this applies to the game as it is
given, as the ban is a rule of play, which the values of `loopy_value.py` do not know.

Threats of given sizes, several kos at once (W. Spight, "Extended thermography for multiple kos in Go", 1998)
and passes are left out: those games are refused.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from zermelo.cgt.form_theory import RecentMemo, Theory
from zermelo.cgt.loopy.braced_games import BracedGame
from zermelo.cgt.loopy.graphs.form_graphs import find_forms_of_loop_free_positions
from zermelo.cgt.loopy.graphs.loopy_graph import LoopyGraph, negate_graph
from zermelo.cgt.loopy.ko_rows import find_rows_of_kos
from zermelo.cgt.loopy.loopy_value import AnyForm, Loopy
from zermelo.cgt.partizan.short_game_form import Form
from zermelo.cgt.partizan.temperature.thermograph import Komaster, Thermograph, thermograph
from zermelo.cgt.partizan.temperature.trajectories import (
    COLDEST,
    Corner,
    Trajectory,
    compute_maximum_of_trajectories,
    compute_minimum_of_trajectories,
    find_slope_after_temperature,
    make_constant_trajectory,
    make_trajectory_through_corners,
)
from zermelo.core.errors import BadParameter, quote

LEFT: Final = "Left"
RIGHT: Final = "Right"
KOMASTERS: Final[tuple[Komaster, ...]] = (LEFT, RIGHT, "neither")
MOST_ROUNDS: Final = 100

Scaffold = Trajectory | None  # None where there is no option
_KEPT: RecentMemo[Thermograph] = RecentMemo(256)


def loopy_thermograph(value: AnyForm | BracedGame, komaster: str | None = None) -> Thermograph:
    """Return the thermograph of a value or, where play cycles, of the game that has this value.

    For a game as it is written the result is that of the game, which may have a ko where its value has none.

    `komaster` is "Left", "Right" or "neither", and makes no difference to games that end. Where it is None
    the kos have to be placid, and the thermograph is that without threats. Raises `BadParameter` for kos that
    are not placid, and for cycles that are not kos.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> form("nanoko").thermograph
    mean 2/3, temperature 1/3
    >>> approach = form("a:{15|b:{14|c:{b|-12}},{a|c}}")  # Right takes, and takes again before winning
    >>> loopy_thermograph(approach, "Left").mean, loopy_thermograph(approach, "Right").mean
    (Fraction(14, 1), Fraction(33, 4))
    """
    who = None if komaster is None else parse_komaster(komaster)
    if isinstance(value, Form):
        return thermograph(value)
    if who is not None:
        return _find_cached_thermograph_of_game(value, who)
    each = [_find_cached_thermograph_of_game(value, who) for who in KOMASTERS]
    for what, kind in (("mean", "hyperactive"), ("temperature", "active")):
        found = [getattr(graph, what) for graph in each]
        if len(set(found)) > 1:
            raise BadParameter(
                f"{value.game} is {kind}: its {what} is {found[0]} where Left is komaster, {found[1]} where "
                f"Right is, and {found[2]} where neither is; say which komaster is meant"
            )
    return each[-1]


def parse_komaster(text: str) -> Komaster:
    """Return a komaster by name, in any case of letters. Raises `BadParameter` for other names."""
    for each in KOMASTERS:
        if text.lower() == each.lower():
            return each
    raise BadParameter(f"{quote(text)} is no komaster: say Left, Right or neither")


def _find_cached_thermograph_of_game(value: Loopy | BracedGame, komaster: Komaster) -> Thermograph:
    """Return the thermograph of the game of a value, which is kept."""
    return _KEPT.get_or_make(
        value.theory, (value.graph, komaster), lambda: _compute_thermograph(value, komaster)
    )


def _compute_thermograph(value: Loopy | BracedGame, komaster: Komaster) -> Thermograph:
    try:
        left, right = compute_walls_of_positions(value.graph, value.theory, komaster)[value.graph.root]
    except BadParameter as refused:
        raise BadParameter(f"{value.game} has no thermograph here: {refused}") from None
    temperature = max(left.corners[-1][0], right.corners[-1][0])
    return Thermograph(value, left(temperature), temperature, left, right, komaster)


class KoWalls(NamedTuple):
    """Both walls of a position."""

    left: Trajectory
    right: Trajectory

    def negated(self) -> "KoWalls":
        """Return those of the negative."""
        return KoWalls(self.right.negated(), self.left.negated())


def compute_walls_from_scaffolds(left: Scaffold, right: Scaffold) -> KoWalls:
    """Return the walls of a position that has these scaffolds."""
    if left is None:
        left = make_constant_trajectory(_choose_value_below_scaffold(right))
    if right is None:
        right = make_constant_trajectory(-_choose_value_below_scaffold(left.negated()))
    value = min(max(Fraction(0), left(COLDEST)), right(COLDEST))  # of a cave that is there from -1 on
    corners: tuple[list[Corner], list[Corner]] = ([], [])
    times = _find_corner_and_crossing_temperatures(left, right)
    for begin, end in zip(times, [*times[1:], times[-1] + 1], strict=True):
        middle = (begin + end) / 2
        if left(middle) >= right(middle):
            corners[0].append((begin, left(begin)))
            corners[1].append((begin, right(begin)))
            value = left(end)
        else:
            for side in corners:
                side += [(begin, value), *_find_meeting_corner(value, begin, end, left, right)]
            value = min(max(value, left(end)), right(end))
    return KoWalls(
        make_trajectory_through_corners(corners[0], 0), make_trajectory_through_corners(corners[1], 0)
    )


def _find_meeting_corner(
    value: Fraction, begin: Fraction, end: Fraction, left: Trajectory, right: Trajectory
) -> list[Corner]:
    """Return the corner at which a scaffold comes to a value at rest; both are straight from begin to end."""
    times = []
    for scaffold, sign in ((left, 1), (right, -1)):
        speed = find_slope_after_temperature(scaffold, begin)
        if sign * speed > 0:
            times.append(begin + (value - scaffold(begin)) / speed)
    return [(time, value) for time in sorted(times)[:1] if begin < time < end]


def _find_corner_and_crossing_temperatures(left: Trajectory, right: Trajectory) -> list[Fraction]:
    """Return the temperatures between which both are straight and do not cross."""
    times = sorted({corner[0] for corner in left.corners + right.corners})
    crossings = []
    for begin, end in zip(times, [*times[1:], None], strict=True):
        gap, speed = (
            left(begin) - right(begin),
            find_slope_after_temperature(left, begin) - find_slope_after_temperature(right, begin),
        )
        if gap * speed < 0 and (end is None or -gap / speed < end - begin):
            crossings.append(begin - gap / speed)
    return sorted([*times, *crossings])


def _choose_value_below_scaffold(scaffold: Scaffold) -> Fraction:
    """Return a value that is below 0, and below a scaffold at all temperatures."""
    values = [] if scaffold is None else [value for _, value in scaffold.corners]
    return min([Fraction(0), *values]) - 1


def compute_walls_of_positions(graph: LoopyGraph, theory: Theory, komaster: str) -> dict[int, KoWalls]:
    """Return the walls of all positions that play reaches.

    Raises `BadParameter` if a cycle is not a ko, and if a wall is not determined.
    """
    if komaster == RIGHT:
        mirror = compute_walls_of_positions(negate_graph(graph), theory, LEFT)
        return {place: walls.negated() for place, walls in mirror.items()}
    forms = find_forms_of_loop_free_positions(graph, theory)
    known: dict[int, KoWalls] = {}
    for row in find_rows_of_kos(graph):
        if row.positions[0] in forms:
            drawn = thermograph(forms[row.positions[0]])
            known[row.positions[0]] = KoWalls(drawn.left_wall, drawn.right_wall)
            continue
        exits = (
            [
                _find_highest_known_scaffold([known[option].right.add_slope(-1) for option in each])
                for each in row.left_exits
            ],
            [
                _find_lowest_known_scaffold([known[option].left.add_slope(1) for option in each])
                for each in row.right_exits
            ],
        )
        found = (
            _compute_row_walls_with_komaster(*exits)
            if komaster == LEFT
            else _compute_row_walls_without_komaster(*exits)
        )
        known |= zip(row.positions, found, strict=True)
    return known


def _compute_row_walls_with_komaster(
    left_exits: Sequence[Scaffold], right_exits: Sequence[Scaffold]
) -> list[KoWalls]:
    """Return the walls along a row of which Left is komaster."""
    found: list[KoWalls] = []
    for left, right in zip(_compute_left_scaffolds_along_row(left_exits), right_exits, strict=True):
        taken = found[-1].left.add_slope(1) if found else None
        found.append(compute_walls_from_scaffolds(left, _find_lowest_known_scaffold([right, taken])))
    return found


def _compute_row_walls_without_komaster(
    left_exits: Sequence[Scaffold], right_exits: Sequence[Scaffold]
) -> list[KoWalls]:
    """Return the walls along a row in which neither has threats.

    What a take is worth rests on the walls of the next position, and these on the walls of this one: walls
    are a fixed point. None of them falls where one that it rests on rises, so all fixed points lie between
    those that are come to from far above and from far below. Where these two are one, it is the only one;
    where they are not, nobody has to move in the ko at -1, and what it is worth there is not determined.
    """
    exits = [each for each in (*left_exits, *right_exits) if each is not None]
    far = max(abs(value) for each in exits for _, value in each.corners) + len(left_exits) + 1
    found = [
        _find_settled_walls(left_exits, right_exits, [make_constant_trajectory(sign * far)] * len(left_exits))
        for sign in (1, -1)
    ]
    if found[0] is None or found[0] != found[1]:
        raise BadParameter(
            "where neither is komaster, both may leave a ko alone, and what it is worth is not determined"
        )
    return found[0]


def _find_settled_walls(
    left_exits: Sequence[Scaffold], right_exits: Sequence[Scaffold], begin: Sequence[Trajectory]
) -> list[KoWalls] | None:
    """Return the walls that come about from some on; None where they never settle."""
    found = [KoWalls(each, each) for each in begin]
    for _ in range(MOST_ROUNDS):
        before = found
        left_takes = [
            _find_lowest_known_scaffold([right_exits[n], before[n].left]) for n in range(1, len(before))
        ]
        right_takes = [
            _find_highest_known_scaffold([left_exits[n], before[n].right]) for n in range(len(before) - 1)
        ]
        found = [
            compute_walls_from_scaffolds(
                _find_highest_known_scaffold([left, _tilt_scaffold_if_known(take, -1)]),
                _find_lowest_known_scaffold([right, _tilt_scaffold_if_known(back, 1)]),
            )
            for left, take, right, back in zip(
                left_exits, [*left_takes, None], right_exits, [None, *right_takes], strict=True
            )
        ]
        if found == before:
            return found
    return None


def _compute_left_scaffolds_along_row(left_exits: Sequence[Scaffold]) -> list[Scaffold]:
    """Return Left's scaffolds along a row in which nothing is taken back."""
    found: list[Scaffold] = []
    for each in reversed(left_exits):
        found.insert(
            0, _find_highest_known_scaffold([each, _tilt_scaffold_if_known(found[0], -1) if found else None])
        )
    return found


def _find_highest_known_scaffold(scaffolds: Iterable[Scaffold]) -> Scaffold:
    known = [each for each in scaffolds if each is not None]
    return compute_maximum_of_trajectories(known) if known else None


def _find_lowest_known_scaffold(scaffolds: Iterable[Scaffold]) -> Scaffold:
    known = [each for each in scaffolds if each is not None]
    return compute_minimum_of_trajectories(known) if known else None


def _tilt_scaffold_if_known(scaffold: Scaffold, slope: int) -> Scaffold:
    return None if scaffold is None else scaffold.add_slope(slope)
