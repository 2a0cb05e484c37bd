"""Where men stand and how far apart: counted once more on the text of positions."""

import random
from itertools import combinations, product

import pytest

import zermelo
from zermelo.core.game import Game, Position
from zermelo.core.values import UNDECIDED
from zermelo.explain.lists.finding import find_rules
from zermelo.explain.lists.vocabulary import features_of, men
from zermelo.games.three_mens_morris import Achi

Cells = list[tuple[int, int]]  # column, row from the top
WITHOUT = ("tic_tac_toe", "nim", "domineering", "kalah", "pig", "hex(size=3)", "chomp")
WITH = ("achi", "dao", "dodgem", "hare_and_hounds", "hexapawn", "konane", "teeko")


def cells(game: Game, position: Position, sign: str) -> Cells:
    """Return where a sign stands in the text of a position."""
    rows = [text for text in game.show(position).split("\n") if not text.endswith("to move")]
    return [
        (column, row) for row, text in enumerate(rows) for column, each in enumerate(text) if each == sign
    ]


def apart(one: Cells, other: Cells) -> int:
    return min((max(abs(a - c), abs(b - d)) for (a, b), (c, d) in product(one, other)), default=0)


def spread(found: Cells) -> int:
    return max((max(abs(a - c), abs(b - d)) for (a, b), (c, d) in combinations(found, 2)), default=0)


def positions(game: Game, lines: int) -> list[Position]:
    """Return the unfinished positions of some lines by lot."""
    chance = random.Random(7)
    found: dict[Position, None] = {}
    for _ in range(lines):
        position = next(iter(game.starts()))
        for _ in range(30):
            moves = list(game.moves(position)) if game.outcome(position) == UNDECIDED else []
            if not moves:
                break
            found[position] = None
            position = game.play(position, chance.choice(moves))
    return list(found)


def of_achi(his: Cells, mine: Cells) -> dict[str, int]:
    """Return words of achi, on a board of 3 x 3."""
    corners = [(0, 0), (2, 0), (0, 2), (2, 2)]
    return {
        "apart(his disc,my disc)": apart(his, mine),
        "spread(my disc)": spread(mine),
        "spread(his disc)": spread(his),
        "middle(my disc)": sum(cell != (1, 1) for cell in mine),
        "middle(his disc)": sum(cell != (1, 1) for cell in his),
        "corner(my disc)": sum(cell not in corners for cell in mine),
        "rim(his disc)": sum(cell == (1, 1) for cell in his),
        "count(my disc)": len(mine),
    }


def of_chess(king: Cells, rook: Cells, his: Cells) -> dict[str, int]:
    """Return words of white's, who has king and rook; `his` is the other king."""
    return {
        "apart(his king,my king)": apart(king, his),
        "apart(his king,my rook)": apart(rook, his),
        "apart(my king,my rook)": apart(king, rook),
        "rim(his king)": sum(min(x, 7 - x, y, 7 - y) for x, y in his),
        "corner(his king)": sum(
            min(max(x, y), max(7 - x, y), max(x, 7 - y), max(7 - x, 7 - y)) for x, y in his
        ),
        "up(my rook)": sum(7 - y for _, y in rook),
        "right(my king)": sum(x for x, _ in king),
        "count(my rook)": len(rook),
    }


def test_men_of_one_kind() -> None:
    game = Achi()
    known = {feature.key: feature for feature in features_of(game, families=["men"])}
    assert not any(key.startswith(("right", "up")) for key in known), "the board is turned by its symmetries"
    looked = 0
    for position in positions(game, 20):
        moves = list(game.moves(position))
        measured = {key: feature.measure(position, moves) for key, feature in known.items()}
        for number, move in enumerate(moves):
            child = game.play(position, move)  # which shows X for who is to move there
            for key, expected in of_achi(cells(game, child, "X"), cells(game, child, "O")).items():
                assert measured[key][number] == expected, (key, game.show(child))
                looked += 1
    assert looked > 1000


def test_men_of_several_kinds() -> None:
    game = zermelo.game("chess_endgame(material='KRvK')")
    known = {feature.key: feature for feature in features_of(game, families=["men"])}
    looked = 0
    for position in positions(game, 20):
        if "white to move" not in game.show(position):
            continue
        moves = list(game.moves(position))
        measured = {key: feature.measure(position, moves) for key, feature in known.items()}
        for number, move in enumerate(moves):
            child = game.play(position, move)
            king, rook, his = (cells(game, child, sign) for sign in "KRk")
            for key, expected in of_chess(king, rook, his).items():
                assert measured[key][number] == expected, (key, game.show(child))
                looked += 1
            assert measured["moves(king)"][number] == (king != cells(game, position, "K"))
    assert looked > 1000


@pytest.mark.parametrize("name", WITHOUT)
def test_games_without_men_that_move(name: str) -> None:
    assert not men.fits(zermelo.game(name))


@pytest.mark.parametrize("name", WITH)
def test_games_of_men_that_move(name: str) -> None:
    game = zermelo.game(name)
    assert men.fits(game)
    words = [feature.words for feature in men.features_of(game)]
    assert len(words) == len(set(words)) > 5


def test_achi_in_four_rules() -> None:
    """As short as can be with these words, and as quick as best play."""
    found = find_rules(Achi(), side="first")
    assert (len(found.rules.rules), found.rules.literals, found.minimal) == (4, 5, True)
    side = found.certificate["first"]
    assert (side.drawn, side.lost, side.longest, found.plies) == (0, 0, 11, 11)


def test_mu_torere_in_one_rule() -> None:
    found = find_rules(zermelo.game("mu_torere"), side="both")
    assert found.minimal and len(found.rules.rules) == 1
    assert all(side.never_loses for side in found.certificate.values())
