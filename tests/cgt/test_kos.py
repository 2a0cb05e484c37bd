"""Temperature where kos come round: known values, play at taxes and beside coupons, laws, refusals."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest
from reference import naive_kos
from support.ko_graphs import random_kos
from support.loopy_graphs import table
from support.marks import few

from zermelo.cgt import canonical, thermograph
from zermelo.cgt.form_theory import default_theory
from zermelo.cgt.loopy.graphs.form_graphs import find_forms_of_loop_free_positions
from zermelo.cgt.loopy.graphs.loopy_graph import LoopyGraph, make_loopy_graph
from zermelo.cgt.loopy.ko_rows import find_rows_of_kos
from zermelo.cgt.loopy.ko_thermograph import (
    KOMASTERS,
    LEFT,
    RIGHT,
    KoWalls,
    _find_highest_known_scaffold,
    _find_lowest_known_scaffold,
    compute_walls_from_scaffolds,
    compute_walls_of_positions,
    loopy_thermograph,
)
from zermelo.cgt.loopy.loopy_value import Loopy, compute_value_of_graph
from zermelo.cgt.partizan.born_by_day.random_forms import random_form
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game

NEITHER = "neither"
NUMBERS = {LEFT: naive_kos.LEFT, RIGHT: naive_kos.RIGHT, NEITHER: None}
APPROACH = "a:{15|b:{14|c:{b|-12}},{a|c}}"

# Where W. Spight wrote them, each at Sensei's Library: what is counted there are points, and moves between them.
COUNTS = [  # game, mean, temperature
    ("nanoko", "2/3", "1/3"),  # Half-point ko; Real half point ko / Discussion
    ("b:{nanoko|0}", "1/3", "1/3"),
    ("a:{3||a|-18}", "-4", "7"),  # Placid
    ("b:{a:{3|b}|-18}", "-11", "7"),
    ("a:{3|b:{a|c:{b|d:{c|-4}}}}", "8/5", "7/5"),  # Three step ko
]


@pytest.mark.parametrize(("game", "mean", "temperature"), COUNTS)
def test_placid_kos_have_the_known_mean_and_temperature_whoever_is_komaster(
    game: str, mean: str, temperature: str
) -> None:
    value = form(game)
    for graph in (value.thermograph, *(loopy_thermograph(value, who) for who in KOMASTERS)):
        assert (graph.mean, graph.temperature) == (Fraction(mean), Fraction(temperature))
    assert (value.mean, value.temperature) == (Fraction(mean), Fraction(temperature))


def test_a_hyperactive_ko_has_the_known_ones_by_komaster() -> None:
    """Komaster: White's sente."""
    for who, known in ((LEFT, (14, 1)), (RIGHT, (Fraction(33, 4), Fraction(27, 4)))):
        graph = loopy_thermograph(form(APPROACH), who)
        assert (graph.mean, graph.temperature) == known


def test_the_walls_of_the_nanoko() -> None:
    """Both walls are one where Left is komaster: Right's take is answered, and he has moved for nothing."""
    third, two_thirds = Fraction(1, 3), Fraction(2, 3)
    for who, right in ((LEFT, 1), (RIGHT, 0), (NEITHER, 0)):
        graph = loopy_thermograph(form("nanoko"), who)
        assert graph.left_corners == ((0, 1), (third, two_thirds))
        assert graph.right_corners == ((0, right), (third, two_thirds))
        assert graph.title == "nanoko, " + {NEITHER: "no"}.get(who, who) + " komaster"
    assert form("nanoko").thermograph == loopy_thermograph(form("nanoko"), "NEITHER")


# Play at taxes.


def test_walls_with_a_komaster_are_those_of_all_lines_of_play() -> None:
    """At all positions of 30 games, for either komaster."""
    for graph in random_kos(30, seed=1):
        for who in (LEFT, RIGHT):
            walls = compute_walls_of_positions(graph, default_theory(), who)
            taxes = _taxes(walls)
            for tax, known in zip(taxes, _played(graph, who, taxes), strict=True):
                assert known == {place: (each.left(tax), each.right(tax)) for place, each in walls.items()}


def test_walls_without_threats_are_those_of_all_lines_of_play() -> None:
    """At all positions of 30 games.

    After two passes the twin takes what it is at the tax before, where a slanted wall is higher or lower. So it
    is asked at five taxes up to each, a millionth apart, and is off by some millionths of the slopes.
    """
    refused = 0
    for graph in random_kos(30, seed=2):
        try:
            walls = compute_walls_of_positions(graph, default_theory(), NEITHER)
        except BadParameter as error:
            assert "not determined" in str(error)
            refused += 1
            continue
        taxes = [tax - lag * Fraction(1, 10**6) for tax in _taxes(walls)[1:] for lag in range(4, -1, -1)]
        played = _played(graph, NEITHER, [Fraction(-1), *taxes])[1:]
        for tax, known in list(zip(taxes, played, strict=True))[4::5]:
            for place, (left, right) in known.items():
                assert abs(left - walls[place].left(tax)) < Fraction(1, 10**4)
                assert abs(right - walls[place].right(tax)) < Fraction(1, 10**4)
    assert refused == 1


def _taxes(walls: dict[int, KoWalls]) -> list[Fraction]:
    """Taxes from -1 on: all at which walls turn, one between two of them and one beyond, and halves."""
    times = {time for each in walls.values() for wall in each for time, _ in wall.corners}
    times |= {Fraction(n, 2) for n in range(-2, int(2 * max(times)) + 4)}
    turns = sorted(times)
    return sorted(times | {(one + other) / 2 for one, other in itertools.pairwise(turns)})


def _played(
    graph: LoopyGraph, komaster: str, taxes: list[Fraction]
) -> list[dict[int, tuple[Fraction, Fraction]]]:
    moves, number = table(graph), NUMBERS[komaster]
    return naive_kos.walls(moves, number, taxes, naive_kos.left_alone(moves, number))


# Play beside coupons.

OTHERS = ["{nanoko|-6}", *(game for game, *_ in COUNTS if game not in ("nanoko", "a:{3||a|-18}"))]


@pytest.mark.parametrize("who", KOMASTERS)
@pytest.mark.parametrize(
    "game", few(["nanoko", "a:{3||a|-18}", "{4|nanoko}", "nanoko + {3|-3}", APPROACH, *OTHERS], 4)
)
def test_walls_are_what_play_beside_coupons_comes_to(game: str, who: str) -> None:
    """Beside coupons of t, t - s, ..., s a game comes to its wall at t, and half of t for who begins.

    Each move in the game changes who gets which coupons, by a step or so: what is off is a number of steps,
    however small they are.
    """
    value = form(game)
    assert isinstance(value, Loopy)
    graph, moves, number = value.graph, table(value.graph), NUMBERS[who]
    walls = loopy_thermograph(value, who)
    for step in (Fraction(1, 24), Fraction(1, 72)):
        beside = naive_kos.Coupons(moves, step, number, _at_zero(moves, step, number))
        for left in range(0, int((max(walls.temperature, Fraction(0)) + 1) / step), 5):
            tax = left * step
            begun = [beside.worth(graph.root, player, None, left) for player in (0, 1)]
            assert abs(begun[0] - tax / 2 - walls.left_wall(tax)) <= 15 * step
            assert abs(begun[1] + tax / 2 - walls.right_wall(tax)) <= 15 * step


def _at_zero(moves: naive_kos.Table, step: Fraction, number: int | None) -> naive_kos.Tax:
    resting = naive_kos.left_alone(moves, number)
    for n in range(int(1 / step) + 1):
        play = naive_kos.Tax(moves, -1 + n * step, number, resting)
        resting = {place: play.worth(place, naive_kos.LEFT, None, False) for place in moves}
    return play


# Laws.


def test_games_that_end_have_the_walls_of_their_canonical_forms_in_any_form() -> None:
    """The rule for positions that both leave alone, tried where it is known what comes out, below 0 too."""
    chance = random.Random(3)
    for _ in range(250):
        graph = _ending(chance)
        forms, walls = find_forms_of_loop_free_positions(graph, default_theory()), dict[int, KoWalls]()
        for place in range(graph.size):
            walls[place] = compute_walls_from_scaffolds(
                _find_highest_known_scaffold(
                    [walls[option].right.add_slope(-1) for option in graph.lefts[place]]
                ),
                _find_lowest_known_scaffold(
                    [walls[option].left.add_slope(1) for option in graph.rights[place]]
                ),
            )
            known = forms[place].thermograph
            assert walls[place] == (known.left_wall, known.right_wall)
            assert max(wall.corners[-1][0] for wall in walls[place]) == known.temperature


def _ending(chance: random.Random) -> LoopyGraph:
    size, share = chance.randint(2, 12), chance.choice([0.7, 1.2, 2.0])
    sides = [
        [[n for n in range(place) if chance.random() < share / place] for place in range(size)]
        for _ in range(2)
    ]
    return make_loopy_graph(sides[0], sides[1], size - 1)


def test_without_threats_the_mean_lies_between_those_of_the_komasters() -> None:
    kinds = Counter[str]()
    for graph in random_kos(100, seed=4):
        found = [
            _mean_and_temperature(compute_walls_of_positions(graph, default_theory(), who)[graph.root])
            for who in (LEFT, RIGHT)
        ]
        means = sorted(mean for mean, _ in found)
        kinds["placid" if found[0] == found[1] else "active" if means[0] == means[1] else "hyperactive"] += 1
        try:
            mean, _ = _mean_and_temperature(
                compute_walls_of_positions(graph, default_theory(), NEITHER)[graph.root]
            )
        except BadParameter:
            continue
        assert means[0] <= mean <= means[1]
    assert min(kinds[kind] for kind in ("placid", "hyperactive", "active")) > 2


def _mean_and_temperature(walls: KoWalls) -> tuple[Fraction, Fraction]:
    temperature = max(wall.corners[-1][0] for wall in walls)
    assert walls.left(temperature) == walls.right(temperature)
    return walls.left(temperature), temperature


def test_the_negative_is_the_mirror_image() -> None:
    opposite = {LEFT: RIGHT, RIGHT: LEFT, NEITHER: NEITHER}
    for game in (APPROACH, *(game for game, *_ in COUNTS)):
        value = form(game)
        for who in KOMASTERS:
            graph, other = loopy_thermograph(value, who), loopy_thermograph(-value, opposite[who])
            assert (other.mean, other.temperature) == (-graph.mean, graph.temperature)
            assert other.left_wall == graph.right_wall.negated()


def test_means_of_a_placid_ko_and_a_game_that_ends_add() -> None:
    games = [form("{5||0|-9}"), form("{9|3||-1}"), *(random_form(2, seed) for seed in range(4))]
    for ko, game in itertools.product(map(form, ("nanoko", "b:{a:{3|b}|-2}")), games):
        for who in KOMASTERS:
            assert loopy_thermograph(ko + game, who).mean == ko.mean + game.mean


# Text.


def test_a_game_with_kos_is_written_as_it_is_read() -> None:
    for text in ("nanoko", "-nanoko", "{4|nanoko}", APPROACH, "{b:{a:{1|b}|-3}|{nanoko|-2}}", "tis"):
        value = form(text)
        assert isinstance(value, Loopy)
        again = form(value.game)
        assert isinstance(again, Loopy) and again.graph == value.graph
    named = form("nanoko")
    assert isinstance(named, Loopy)
    assert (named.game, str(named), form("a:{1||a|0}").graph) == ("nanoko", "2 & +-1", named.graph)


def test_a_game_with_a_ko_that_is_worth_one_that_ends_is_read_as_that_one() -> None:
    """With the ban, and Right komaster, the mean is 2/3: its graph is asked, and what the text says as written."""
    three = form("a:{2||6,a|-2}")
    assert three is form("3") and loopy_thermograph(three, RIGHT) is form("3").thermograph
    numbers = [[], *([place] for place in range(2, 8)), [], []]  # from place 2 on: 0 to 6, -1, -2
    graph = make_loopy_graph([[4], [0, 8], *numbers], [[1], [10], *[[]] * 7, [2], [9]])
    assert compute_value_of_graph(graph) is three
    drawn = compute_walls_of_positions(graph, default_theory(), RIGHT)[0]
    assert _mean_and_temperature(drawn) == (Fraction(2, 3), Fraction(4, 3))
    for who, mean in ((RIGHT, Fraction(2, 3)), (LEFT, Fraction(3)), (NEITHER, Fraction(3))):
        told = thermograph("a:{2||6,a|-2}", komaster=who)
        assert (told.mean, told.title) == (mean, f"a:{{2||6,a|-2}}, {told.komaster_text}")
        assert (
            KoWalls(told.left_wall, told.right_wall)
            == compute_walls_of_positions(graph, default_theory(), who)[0]
        )
        inside = thermograph("{a:{2||6,a|-2}|{-9|-11}}", komaster=who)  # one option of a larger game
        assert inside.left_wall(0) == told.right_wall(0)
    with pytest.raises(BadParameter, match="is hyperactive: its mean is 3 where Left"):
        thermograph("a:{2||6,a|-2}")


class Ko(Game):
    """The same ko as positions of a game, with numbers to play down beside it."""

    setup: str = "ko"

    def start(self) -> str:
        return self.setup

    def options(self, position: str, player: int) -> Iterator[str]:
        known = {"ko": (("2",), ("taken",)), "taken": (("6", "ko"), ("-2",))}
        if position in known:
            yield from known[position][player]
        elif int(position) * (1 - 2 * player) > 0:
            yield str(int(position) - 1 + 2 * player)

    def moves(self, position: str) -> Iterator[str]:
        return self.options(position, 0)

    def play(self, position: str, move: str) -> str:
        return move


def test_a_ko_of_positions_does_not_vanish_in_their_value() -> None:
    assert canonical(Ko()) is form("3")
    for who in KOMASTERS:
        told, written = thermograph(Ko(), komaster=who), thermograph("a:{2||6,a|-2}", komaster=who)
        assert (told.left_wall, told.right_wall) == (written.left_wall, written.right_wall)
        assert told.title == written.title
        taken = thermograph(Ko(setup="taken"), komaster=who)
        assert taken.left_wall == thermograph("b:{6,{2|b}|-2}", komaster=who).left_wall
    with pytest.raises(BadParameter, match="is hyperactive: its mean is 3"):
        thermograph(Ko())
    assert thermograph(Ko(setup="-2"), komaster="Left").mean == -2


def test_a_text_without_names_is_drawn_by_its_value_and_sums_of_kos_as_written_are_refused() -> None:
    for text in ("{3|1} + *", "nanoko", "nanoko + {9|-9}", "1 & 1", "-{4||0|-2}"):
        assert thermograph(text).mean == form(text).thermograph.mean
    for text in ("a:{2||6,a|-2} + 1", "-a:{2||6,a|-2}", "2.a:{1||a|0}", "+-a:{1||a|0}", "a:{1||a|0} & 0"):
        with pytest.raises(BadParameter, match="stands alone here, as what is asked is not of its value"):
            thermograph(text)


# Refusals.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("over", "over has no thermograph here: a player may pass"),
        ("{5|upon}", "a player may pass"),
        ("tis", "tis has no thermograph here: one of the players can take, but never end it"),
        ("nanoko + nanoko", "several kos lie side by side"),
        ("nanoko - nanoko", "kos meet in a position"),
        (
            "a:{3|b:{a|c:{b|d:{c|-4}}}} + {1|0}",
            "several kos lie side by side, or one of several steps beside",
        ),
        ("a:{1||{2|{a|0}}|-1}", "more than two moves"),
        ("1 & 0", "known by its sides alone"),
        ("a:{4|1||a|0}", "is active: its temperature is"),
        (
            APPROACH,
            "is hyperactive: its mean is 14 where Left is komaster, 33/4 where Right is, and 14 where",
        ),
        # R. Criado's question at Life in 19x19, 2022: what it comes to rests on who plays on at -1
        ("k:{h:{g:{-9|9,h}|k}|9}", "both may leave a ko alone"),
    ],
)
def test_what_is_beyond_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(BadParameter) as refused:
        assert form(text).thermograph
    assert said in str(refused.value)


def test_a_komaster_is_left_right_or_neither() -> None:
    with pytest.raises(BadParameter, match="'both' is no komaster: say Left, Right or neither"):
        loopy_thermograph(form("nanoko"), "both")
    with pytest.raises(BadParameter, match="no komaster"):
        loopy_thermograph(form("{3|1}"), "")
    assert loopy_thermograph(form("{3|1}"), "left") is form("{3|1}").thermograph


def test_a_row_that_meets_itself_is_none() -> None:
    four = make_loopy_graph([[1], [2], [3], [0, 4], []], [[3, 4], [0], [1], [2], []])
    with pytest.raises(BadParameter, match="more than two moves"):
        find_rows_of_kos(four)
