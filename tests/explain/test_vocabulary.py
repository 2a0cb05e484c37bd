"""The words of rules: pools of them, keys, and the user's own predicates. That words are true: `test_literal_words`."""

import random
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from reference import naive_rule_lists as twin
from support.marks import few, long_unless

import zermelo
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position
from zermelo.explain.features.feature_families import build_all_features, build_game_features
from zermelo.explain.features.user_features import build_user_features, read_feature_functions
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.list_search.rule_pool import RulePool, check_features_are_symmetric, make_rule_pool
from zermelo.explain.rule_lists.game_decisions import Decisions, build_decisions
from zermelo.explain.rule_lists.rule_predicates import EQUAL, Predicate, read_conjunction
from zermelo.games.cakes.chomp import Chomp
from zermelo.games.capture.clobber import Clobber
from zermelo.games.chess.hexapawn import Hexapawn
from zermelo.games.dominoes.cram import Cram
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.heaps.wythoff import Wythoff
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.games.lines.torus import Torus

known = lru_cache(16)(build_all_features)  # of a game


def test_where_a_line_loses_nobody_forks_but_stones_may_stand_opposite() -> None:
    """The first player's rule for misere tic-tac-toe, which is old: the centre, and then opposite each stone."""
    game = TicTacToe(misere=True)
    keys = [feature.key for feature in build_game_features(game)]
    assert [key for key in keys if not key.startswith("lines")] == ["mirrored"]
    [mirrored] = [feature for feature in build_game_features(game) if feature.key == "mirrored"]
    assert mirrored.measure(0, list(range(9))) == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    after_corner = game.parse("O../.X./...")
    assert mirrored.measure(after_corner, [1, 2, 3, 5, 6, 7, 8]) == [0, 0, 0, 0, 0, 0, 1]
    found = find_rules(game, side="first")
    assert [rule.key for rule in found.rules.rules] == ["mirrored"] and found.minimal
    assert "mirrored" not in {feature.key for feature in build_game_features(Mnk(2, 3, 2, misere=False))}


# Pools of all families: rows, order, conjunctions, keys and words.

GAMES: tuple[Game, ...] = (
    TicTacToe(),
    Mnk(columns=3, rows=2, line=2),
    Torus(columns=3, rows=3, line=3),
    ConnectFour(columns=3, rows=3, line=3),
    Nim(heaps=(2, 2, 3)),
    Nim(heaps=(1, 2, 3), misere=True),
    Subtraction(heap=9),
    Wythoff(a=3, b=4),
    Domineering(columns=3, rows=3),
    Cram(columns=3, rows=3),
    Chomp(columns=3, rows=3),
    Clobber(columns=3, rows=2),
)
by_game = pytest.mark.parametrize(
    "game",
    long_unless(GAMES, lambda game: isinstance(game, (Nim, Wythoff, Clobber)) or game == GAMES[1]),
    ids=repr,
)


@cache
def pool_of(game: Game) -> tuple[Decisions, RulePool]:
    """Return the pool of all families that fit, over all unfinished positions or the first 200 of them."""
    decisions = build_decisions(game)
    return decisions, make_rule_pool(decisions, decisions.unfinished_places[:200], known(game))


@by_game
def test_a_row_is_what_the_rule_allows(game: Game) -> None:
    decisions, pool = pool_of(game)
    chosen = random.Random(3).sample(range(len(pool.rules)), min(40, len(pool.rules)))
    rows = {
        rule: (pool.mark_moves_allowed_by_rule(rule), pool.mark_decisions_where_rule_fires(rule))
        for rule in chosen
    }
    for number, place in enumerate(pool.places.tolist()):
        position, moves = decisions.get_representative_position(place), decisions.list_moves(place)
        columns = slice(pool.bounds[number], pool.bounds[number + 1])
        assert pool.edges[columns].tolist() == list(decisions.list_edges(place))
        for rule in chosen:
            allowed = [move for move, holds in zip(moves, rows[rule][0][columns], strict=True) if holds]
            assert pool.rules[rule].list_allowed_moves(position, moves) == allowed, pool.rules[rule].key
            assert rows[rule][1][number] == bool(allowed)


AT_ONCE = (
    *(
        "mnk(columns=3, rows=2, line=2)",
        "nim(heaps=(1, 2, 3), misere=True)",
        "domineering(columns=3, rows=3)",
    ),
    *("dodgem(size=2)", "hanoi(discs=3)", "lights_out(columns=2, rows=2)", "chomp(columns=3, rows=3)"),
    *("jealous_husbands", "triangle_solitaire(side=4, empty='b2')", "sokoban"),
    "with_points(game=dots_and_boxes(columns=2, rows=1))",
    *(*map(repr, GAMES), "achi", "dodgem", "hare_and_hounds", "konane", "rush_hour", "lights_out", "hanoi"),
)


@pytest.mark.parametrize("name", few(AT_ONCE, 11))
def test_what_is_measured_at_once_is_what_the_rules_give(name: str) -> None:
    """All moves of a hundred positions: by arrays over the arena, and asked one by one."""
    decisions = build_decisions(zermelo.game(name))
    places = decisions.unfinished_places[:: max(1, len(decisions.unfinished_places) // 100)]
    edges = np.concatenate([np.array(decisions.list_edges(place)) for place in places.tolist()])
    features = [feature for feature in known(decisions.game) if feature.at_once is not None]
    assert {"wins", "his_moves"} <= {feature.key for feature in features} or decisions.game.players == 1
    assert len(features) >= 3
    for feature in features:
        asked: list[int] = []
        for place in places.tolist():
            asked += feature.measure(
                decisions.get_representative_position(place), decisions.list_moves(place)
            )
        assert feature.at_once is not None
        assert feature.at_once(decisions, edges).tolist() == asked, feature.key


@by_game
def test_rules_that_behave_alike_are_there_once_and_the_simplest(game: Game) -> None:
    _, pool = pool_of(game)
    rows = np.array([pool.mark_moves_allowed_by_rule(rule) for rule in range(len(pool.rules))])
    assert len(np.unique(rows, axis=0)) == len(pool.rules)
    assert rows.any(axis=1).all()
    for column in range(0, rows.shape[1], 7):
        assert (
            pool.list_predicate_values_of_move(column)
            == rows[: pool.single_predicate_rule_count, column].tolist()
        )
    pairs = list(combinations(range(pool.single_predicate_rule_count), 2))
    for one, other in random.Random(5).sample(pairs, min(len(pairs), 60)):
        together = rows[one] & rows[other]
        features = {predicate.feature for rule in (one, other) for predicate in pool.rules[rule].predicates}
        assert (pool.mark_moves_allowed_by_predicates((one, other)) == together).all()
        if one and len(features) == 2 and together.any():
            found = pool.find_equivalent_rule((one, other))
            assert found is not None and (rows[found] == together).all()
            assert not (rows[:found] == together).all(axis=1).any()
    assert [pool.find_equivalent_rule(()), pool.find_equivalent_rule((1,))] == [0, 1]
    literals = [rule.literal_count for rule in pool.rules]
    assert literals == sorted(literals), "a conjunction stands after all that are simpler"
    assert literals[0] == 0
    assert pool.single_predicate_rule_count == sum(count <= 1 for count in literals)


@by_game
def test_pairs_are_conjunctions_and_all_of_them_are_there(game: Game) -> None:
    _, pool = pool_of(game)
    allows = [pool.mark_moves_allowed_by_rule(rule) for rule in range(len(pool.rules))]
    rows = {row.tobytes() for row in allows}
    singles = {rule.key: row for rule, row in zip(pool.rules, allows, strict=True) if rule.literal_count == 1}
    for rule, row in zip(pool.rules, allows, strict=True):
        if rule.literal_count == 2:
            one, other = rule.key.split(" & ")
            assert (row == (singles[one] & singles[other])).all()
    features = {key: read_conjunction(key, known(game)).predicates[0].feature.key for key in singles}
    for one, row in singles.items():
        for other, more in singles.items():
            if features[one] != features[other] and (row & more).any():
                assert (row & more).tobytes() in rows


@by_game
def test_words_and_keys_tell_rules_apart(game: Game) -> None:
    _, pool = pool_of(game)
    predicates = [
        Predicate(feature, relation, number if relation in (">=", "==") else 0)
        for feature in known(game)
        for relation in feature.compared
        for number in range(-2, 12)
        if not feature.is_flag
    ]
    words: dict[str, str] = {}
    for each in (*pool.rules, *predicates):
        assert words.setdefault(str(each), each.key) == each.key, str(each)
        assert "most largest" not in str(each) and "\n" not in str(each)
    assert len({rule.key for rule in pool.rules}) == len(pool.rules)
    assert all(read_conjunction(rule.key, known(game)) == rule for rule in pool.rules)


@pytest.mark.parametrize("game", few([*GAMES[1:2], *GAMES[4:], *GAMES, Mnk(4, 3, 3)], 9), ids=repr)
def test_features_of_a_games_structure_are_the_same_on_symmetric_positions(game: Game) -> None:
    decisions = build_decisions(game)
    step = max(1, len(decisions.unfinished_places) // 30)
    check_features_are_symmetric(decisions, known(game), decisions.unfinished_places[::step])


# Keys that are written wrongly.


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("lines(9,9)>=1", "'lines\\(9,9\\)>=1' is no predicate of this game: use its features"),
        ("lines(2,0)", "compares lines\\(2,0\\) with nothing: write lines\\(2,0\\)>=1"),
        ("lines(2,0)>1", "is no predicate"),
        ("lines(2,0)>=1 & ", "'' is no predicate"),
        ("unforkable>=2", "is yes or no: write unforkable, or unforkable==0"),
        ("unforkable most", "is yes or no"),
    ],
)
def test_a_key_that_says_nothing_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadParameter, match=reason):
        read_conjunction(text, build_game_features(TicTacToe()))


def test_ways_to_write_yes_or_no() -> None:
    features = build_game_features(TicTacToe())
    assert {read_conjunction(f"unforkable{end}", features).key for end in ("", ">=1", "==1")} == {
        "unforkable"
    }
    rule = read_conjunction("unforkable==0", features)
    assert (rule.key, rule.predicates[0].relation) == ("unforkable==0", EQUAL)
    assert str(rule).startswith("not: ")
    assert read_conjunction(" any ", features).predicates == ()


# The user's own.


def corner(game: Game, position: Position, move: Move) -> bool:
    """A corner of the board.

    More of it.
    """
    return move in (0, 2, 6, 8)


def neighbours(game: Game, position: Position, move: Move) -> int:
    row, column = divmod(move, 3)
    taken = twin.board_of(game, position)
    beside = ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column))
    return sum(taken.get(each, ".") != "." for each in beside)


def upper_left(game: Game, position: Position, move: Move) -> bool:
    """The upper left cell is free, or taken now."""
    return move == 0


def test_own_predicates_become_features() -> None:
    game = TicTacToe()
    flag, number = build_user_features(game, [corner, neighbours])
    assert (flag.key, flag.words, flag.is_flag) == ("corner", "A corner of the board", True)
    assert (number.key, number.words, number.is_flag) == ("neighbours", "neighbours", False)
    position = game.play(game.start(), 4)
    moves = list(game.moves(position))
    assert list(flag.measure(position, moves)) == [int(move in (0, 2, 6, 8)) for move in moves]
    assert list(number.measure(position, moves)) == [int(move % 2) for move in moves]
    rules = {rule.key for rule in pool_with(corner, neighbours).rules}
    assert {"corner", "corner==0", "neighbours>=1", "neighbours==1", "neighbours most"} <= rules
    assert "corner & neighbours>=1" in rules


def pool_with(*own: Callable[[Game, Position, Move], int]) -> RulePool:
    """Return the pool of own features alone, over all positions of tic-tac-toe."""
    game = TicTacToe()
    decisions = build_decisions(game)
    return make_rule_pool(decisions, decisions.unfinished_places, build_game_features(game, own, families=[]))


def test_own_predicates_that_know_a_corner_are_refused() -> None:
    game = TicTacToe()
    decisions = build_decisions(game)
    check_features_are_symmetric(
        decisions, build_user_features(game, [corner, neighbours]), decisions.unfinished_places
    )
    said = r"^upper_left: a predicate has to be the same on '.*' and its image '.*', .*: ask"
    with pytest.raises(BadParameter, match=said):
        check_features_are_symmetric(
            decisions, build_user_features(game, [upper_left]), decisions.unfinished_places
        )
    with pytest.raises(BadParameter, match="upper_left"):
        find_rules(game, own=[upper_left])


def test_a_predicate_in_a_conjunction_has_to_know_which_move_it_speaks_of() -> None:
    """Two moves lead to one class. Each predicate holds of one of them: of the same one, or of different ones."""
    game = Swapped()
    decisions = build_decisions(game)
    assert len(decisions.unfinished_places) == 1
    for feature in build_user_features(game, [lower, even]):
        check_features_are_symmetric(decisions, [feature], decisions.unfinished_places)
    with pytest.raises(BadParameter, match=r"^lower, even: a predicate has to be the same"):
        check_features_are_symmetric(
            decisions, build_user_features(game, [lower, even]), decisions.unfinished_places
        )
    with pytest.raises(BadParameter, match=r"^even: a predicate has to be the same"):
        check_features_are_symmetric(
            decisions,
            build_user_features(game, [even]),
            decisions.unfinished_places,
            build_user_features(game, [lower]),
        )


class Swapped(Game):
    """Two starts, images of each other; two moves from each, to ends that are images of each other."""

    def start(self) -> int:
        return 0

    def starts(self) -> tuple[int, int]:
        return 0, 1

    def moves(self, position: int) -> tuple[int, ...]:
        return () if position > 1 else (0, 1)

    def play(self, position: int, move: int) -> int:
        return 2 + move

    def symmetries(self, position: int) -> tuple[int, int]:
        return position, position ^ 1


def lower(game: Game, position: Position, move: Move) -> bool:
    return move == 0


def even(game: Game, position: Position, move: Move) -> bool:
    return (position + move) % 2 == 0


@pytest.mark.parametrize("answer", [None, "3", 2.5, [], 1j])
def test_own_predicates_answer_with_whole_numbers_or_it_is_said_where_they_do_not(answer: object) -> None:
    def odd_one(game: Game, position: Position, move: Move) -> object:
        return {0: answer, 1: np.int64(3), 3: np.bool_(True)}[move]

    (feature,) = build_user_features(TicTacToe(), [odd_one])  # type: ignore[list-item]
    assert list(feature.measure(TicTacToe().start(), [1, 3])) == [3, 1]
    for move, told in ((0, "move a1: .*it has to return True, False or a whole"), (2, "move c1: .*KeyError")):
        with pytest.raises(BadParameter, match=rf"predicate odd_one fails at '.*', {told}"):
            feature.measure(TicTacToe().start(), [move])


def test_own_predicates_need_names_that_keys_can_hold() -> None:
    def any(game: Game, position: Position, move: Move) -> bool:  # the very name that is refused
        return True

    for own, told in (
        ([lambda *_: True], "a predicate cannot be named <lambda>: define it with def"),
        ([any], "a predicate cannot be named any"),
        ([corner, corner], "two predicates are named corner"),
    ):
        with pytest.raises(BadParameter, match=told):
            build_user_features(TicTacToe(), own)


def test_files_of_predicates(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from math import gcd\n\n\ndef _hidden(game, position, move):\n    return 1\n\n\n"
        "def leaves_four(game, position, move) -> bool:\n    '''It leaves a multiple of four.'''\n"
        "    return game.play(position, move) % 4 == 0\n"
    )
    (function,) = read_feature_functions(file)
    assert function.__name__ == "leaves_four"
    for text, reason in (
        ("x = 1\n", "defines no function: write def name"),
        ("def wrong(:\n", "cannot be run"),
        ("raise ValueError('no')\n", "cannot be run: .*no"),
        ("raise SystemExit(3)\n", "cannot be run"),
    ):
        file.write_text(text)
        with pytest.raises(BadParameter, match=reason):
            read_feature_functions(file)
    with pytest.raises(BadParameter, match="there is no file"):
        read_feature_functions(tmp_path / "none.py")


def test_numbers_are_heaps_though_nobody_says_that_the_game_is_impartial() -> None:
    """The game of the README: both families are asked, and the textbook's rule is found."""

    class Stones(Game):
        stones: int = 21
        most: int = 3

        def start(self) -> int:
            return self.stones

        def moves(self, position: int) -> Iterator[int]:
            yield from range(1, min(self.most, position) + 1)

        def play(self, position: int, move: int) -> int:
            return position - move

    assert {"left%4", "his_moves"} <= {feature.key for feature in build_game_features(Stones())}
    assert find_rules(Stones()).rules.list_rule_sentences() == ["leaves a multiple of 4 stones", "any move"]
    assert not {"left%4"} & {feature.key for feature in build_game_features(Hexapawn())}, (
        "no numbers are shown"
    )
