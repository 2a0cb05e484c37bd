"""Words of king and rook, or queen, against king: once more from the definition, on boards as text."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from support.marks import long_unless

import zermelo
from zermelo.core.errors import BadParameter, CheckFailed
from zermelo.core.game import Game, Move, Position, beginning_at
from zermelo.explain.lists.certified import certify_list
from zermelo.explain.lists.in_turn import read_rule
from zermelo.explain.lists.known_lists import QUICK, SHORT, known_list
from zermelo.explain.lists.predicates import Feature
from zermelo.explain.lists.rule_list import RuleList
from zermelo.explain.lists.vocabulary import chess, features_of

Cell = tuple[int, int]  # column, row from the top
CELLS = tuple(product(range(8), repeat=2))
MATERIALS = {"KRvK": "R", "KQvK": "Q"}
# Most moves, of the list and of best play: of the short list, or the quick one.
LISTS = {
    ("KRvK", True): (30, 16),
    ("KRvK", False): (24, 16),
    ("KQvK", True): (15, 10),
    ("KQvK", False): (13, 10),
}

PAWNS = {"a": (26, 18), "b": (34, 28), "c": (32, 26), "d": (31, 25)}


def endgame(material: str) -> Game:
    return zermelo.game(f"chess_endgame(material={material!r})")


@cache
def positions(material: str, count: int) -> tuple[Position, ...]:
    """Return legal positions by lot, White to move."""
    game, chance = endgame(material), random.Random(16)
    found: list[Position] = []
    while len(found) < count:
        king, piece, his = (divmod(cell, 8) for cell in chance.sample(range(64), 3))
        signs = {king: "K", piece: MATERIALS[material], his: "k"}
        rows = ("".join(signs.get((row, column), ".") for column in range(8)) for row in range(8))
        try:
            found.append(game.parse("\n".join([*rows, "white to move"])))
        except zermelo.errors.UnreadablePosition:
            continue
    return tuple(found)


def where(game: Game, position: Position) -> dict[str, Cell]:
    """Return where each man stands in the text of a position."""
    rows = game.show(position).split("\n")[:8]
    return {rows[y][x].replace("Q", "R"): (x, y) for x, y in CELLS if rows[y][x] != "."}


@cache
def king_steps(one: Cell, other: Cell) -> int:
    """Return how many steps, counted one by one: the rings around a square."""
    ring, reached = 0, {one}
    while other not in reached:
        reached |= {(x + a, y + b) for x, y in reached for a, b in product((-1, 0, 1), repeat=2)}
        ring += 1
    return ring


def seen_from(start: Cell, blocked: Cell, diagonal: bool) -> Iterator[Cell]:
    """Yield the cells that a piece attacks, up to the one that blocks it."""
    for step in product((-1, 0, 1), repeat=2):
        if step == (0, 0) or (0 not in step and not diagonal):
            continue
        for far in range(1, 8):
            cell = start[0] + far * step[0], start[1] + far * step[1]
            if cell not in CELLS:
                break
            yield cell
            if cell == blocked:
                break


def walked(men: dict[str, Cell], diagonal: bool) -> int:
    """Return how many cells the bare king can come to, if only he moved."""
    taboo = set(seen_from(men["R"], men["K"], diagonal)) | {men["R"]}
    taboo |= {cell for cell in CELLS if king_steps(men["K"], cell) <= 1}
    reached: set[Cell] = set()
    waiting = [men["k"]]
    while waiting:
        cell = waiting.pop()
        reached.add(cell)
        waiting += [near for near in CELLS if near not in taboo | reached and near_by(cell, near)]
    return len(reached)


def near_by(one: Cell, other: Cell) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def boxed(men: dict[str, Cell]) -> list[int]:
    """Return the sizes of the boxes: cells of one quarter around the rook that he can stand beside or in."""
    rook, his = men["R"], men["k"]
    sizes = []
    for across, up in product((-1, 1), repeat=2):
        if (his[0] - rook[0]) * across >= 0 and (his[1] - rook[1]) * up >= 0:
            quarter = [(x, y) for x, y in CELLS if (x - rook[0]) * across > 0 and (y - rook[1]) * up > 0]
            sizes.append(len(quarter))
    return sizes


def gates(men: dict[str, Cell]) -> list[Cell]:
    """Return the cells diagonally beside the rook, not away from him in either direction."""
    (x, y), his = men["R"], men["k"]
    beside = [(x + a, y + b) for a, b in product((-1, 1), repeat=2)]
    return [
        (a, b)
        for a, b in beside
        if (a, b) in CELLS and (his[0] - x) * (a - x) >= 0 and (his[1] - y) * (b - y) >= 0
    ]


def along(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def expected(game: Game, position: Position, move: Move) -> dict[str, int]:
    """Return what every word should say of a move."""
    child = game.play(position, move)
    was, men = where(game, position), where(game, child)
    king, rook, his = men["K"], men["R"], men["k"]
    diagonal = "Q" in game.show(child)
    replies = list(game.moves(child))
    taken = any("R" not in where(game, game.play(child, reply)) for reply in replies)
    safe = not taken and (bool(replies) or game.stuck(child) < 0)
    kings, protects = king_steps(king, his), king_steps(king, rook)
    opposed = kings == 2 and (king[0] == his[0] or king[1] == his[1])
    shut = [max(boxed(each)) if rook_sees_past(each) else 64 for each in (was, men)]
    to_gate = min(along(king, gate) for gate in gates(men))
    opposite = [cell for cell in CELLS if king_steps(cell, his) == 2 and along(cell, his) == 2]
    return {
        "safe": safe,
        "holds": safe and protects <= king_steps(his, rook),
        "keeps_box": safe and shut[1] <= shut[0],
        "wide_box": shut[1] > 2,
        "opposition": opposed,
        "wedged": opposed and protects == 1,
        "checks": his in seen_from(rook, king, diagonal),
        "knights_move": sorted((abs(king[0] - his[0]), abs(king[1] - his[1]))) == [1, 2],
        "stays_near": protects <= king_steps(was["K"], was["R"]),
        "grip": walked(men, diagonal) + to_gate + protects if safe else 127,
        "box": largest_box(men) if safe else 64,
        "room": walked(men, diagonal) if safe else 64,
        "kings": kings,
        "kings_along": along(king, his),
        "to_piece": protects,
        "piece_to_him": king_steps(rook, his),
        "gate": min(king_steps(king, gate) for gate in gates(men)),
        "gate_along": to_gate,
        "middle": min(king_steps(king, cell) for cell in product((3, 4), repeat=2)),
        "to_facing": min(king_steps(king, cell) for cell in opposite),
    }


def rook_sees_past(men: dict[str, Cell]) -> bool:
    """Return whether he stands on neither line of the rook."""
    return men["R"][0] != men["k"][0] and men["R"][1] != men["k"][1]


def largest_box(men: dict[str, Cell]) -> int:
    return max(boxed(men))


COUNTS = long_unless(product(MATERIALS, [30, 150]), lambda case: case[1] == 30)


@pytest.mark.parametrize(("material", "count"), COUNTS)
def test_words_say_what_they_say(material: str, count: int) -> None:
    game = endgame(material)
    words = {feature.key: feature for feature in chess.features_of(game) if "(" not in feature.key}
    met: dict[str, set[int]] = {key: set() for key in words}
    for position in positions(material, count):
        moves = list(game.moves(position))[::4]
        said = [expected(game, position, move) for move in moves]
        for key, feature in words.items():
            measured = list(feature.measure(position, moves))
            assert measured == [int(each[key]) for each in said], (key, game.show(position))
            met[key].update(measured)
    assert all(len(values) > 1 for values in met.values())
    assert all(set(values) == {0, 1} for key, values in met.items() if words[key].is_flag)


@pytest.mark.parametrize(
    ("material", "ahead", "nearer", "count"),
    [("KRvK", "grip(2)", "grip", 12), ("KQvK", "grip(2)", "grip", 4), ("KRvK", "grip(3)", "grip(2)", 2)],
)
def test_the_grip_ahead_is_the_worst_reply_to_the_best_move(
    material: str, ahead: str, nearer: str, count: int
) -> None:
    """Each look ahead from the one that is a move shorter, which looks at no position twice."""
    game = endgame(material)
    words = {feature.key: feature.measure for feature in chess.features_of(game)}
    met = set()
    for position in positions(material, count):
        moves = list(game.moves(position))[::6]
        for move, said in zip(moves, words[ahead](position, moves), strict=True):
            child = game.play(position, move)
            after = [game.play(child, reply) for reply in game.moves(child)]
            if any("R" not in where(game, then) for then in after):
                expected = 127
            elif after:
                expected = max(min(words[nearer](then, list(game.moves(then)))) for then in after)
            else:
                expected = 0 if game.stuck(child) < 0 else 127
            assert said == expected, (game.show(position), game.name(position, move))
            met.add(said)
    assert len(met) > 3


def test_the_bare_king_has_no_words() -> None:
    game = endgame("KRvK")
    for position in positions("KRvK", 20):
        child = game.play(position, next(iter(game.moves(position))))
        replies = list(game.moves(child))
        for feature in chess.features_of(game):
            assert list(feature.measure(child, replies)) == [0] * len(replies)


def test_words_are_for_one_piece_against_a_bare_king() -> None:
    fits = [name for name in ("KRvK", "KQvK", "KPvK", "KRvKR", "KBNvK") if chess.fits(endgame(name))]
    assert fits == ["KRvK", "KQvK", "KPvK"]
    assert not any(chess.fits(zermelo.game(name)) for name in ("tic_tac_toe", "nim", "dodgem"))


def test_then_asks_of_the_moves_that_are_left() -> None:
    left = Feature("left", "left", lambda _, moves: [move % 10 for move in moves])
    tens = Feature("tens", "tens", lambda _, moves: [move // 10 for move in moves])
    moves = [11, 19, 25, 27]
    assert read_rule("tens least & left least", [left, tens]).allowed(0, moves) == [11]
    assert read_rule("tens most & left least", [left, tens]).allowed(0, moves) == []
    rule = read_rule("tens most then left least", [left, tens])
    assert rule.allowed(0, moves) == [25]
    assert (rule.key, rule.literals) == ("tens most then left least", 2)
    assert read_rule(rule.key, [left, tens]) == rule
    assert read_rule("left>=20 then tens least", [left, tens]).allowed(0, moves) == []
    with pytest.raises(BadParameter, match="both by & and by then"):
        read_rule("tens most & left least then tens>=1", [left, tens])


@pytest.mark.parametrize(("material", "count"), COUNTS)
def test_short_lists_never_let_the_piece_go(material: str, count: int) -> None:
    """On some positions, by text; that all lists win everywhere is a long check."""
    game = endgame(material)
    rules = known_list(game, short=True)
    for position in positions(material, count):
        allowed = rules(position)
        assert allowed
        for move in allowed:
            said = expected(game, position, move)
            assert said["safe"], game.show(position)


def test_games_without_a_known_list_are_told_so() -> None:
    with pytest.raises(BadParameter, match="no list is known"):
        known_list(zermelo.game("nim"))
    with pytest.raises(BadParameter, match="no short list is known"):
        known_list(zermelo.game("nim"), short=True)
    with pytest.raises(BadParameter, match="no short list is known"):
        known_list(endgame("KPvK"), short=True)
    assert set(SHORT) == {repr(endgame(material)) for material in MATERIALS}
    assert set(QUICK) == set(SHORT) | {repr(endgame("KPvK"))}


@pytest.mark.long
@pytest.mark.parametrize(("material", "short"), LISTS)
def test_known_lists_win_from_everywhere(material: str, short: bool) -> None:
    """All legal positions with White to move: 8 images of 21,959 with a rook, of 18,081 with a queen, and fewer
    of those on a diagonal."""
    found = certify_list(known_list(endgame(material), short))
    assert found.everywhere is not None
    assert (found.everywhere.most_moves, found.everywhere.best) == LISTS[material, short]


@pytest.mark.long
@pytest.mark.parametrize("file", PAWNS)
def test_the_list_of_the_pawn_wins_what_is_won(file: str) -> None:
    """From a pawn on the second row: all positions with it on this file, but where a queen would be a stalemate."""
    column = "abcdefgh".index(file)
    rows = ["." * 8, "....k...", *["." * 8] * 4, "." * column + "P" + "." * (7 - column), "....K..."]
    start = endgame("KPvK").parse("\n".join([*rows, "white to move"]))
    found = certify_list(known_list(beginning_at(endgame("KPvK"), start)))
    assert found.everywhere is not None
    assert (found.everywhere.most_moves, found.everywhere.best) == PAWNS[file]


@pytest.mark.long
def test_a_spoiled_list_is_found_out() -> None:
    """Without its fourth rule the short list of the rook goes round, or lets it go."""
    rules = known_list(endgame("KRvK"), short=True)
    spoiled = RuleList(
        rules.game,
        [*rules.rules[:3], read_rule("any", features_of(rules.game))],
        side="first",
        goal="always",
        everywhere=True,
    )
    with pytest.raises(CheckFailed):
        certify_list(spoiled)
