"""Words for pieces that belong to nobody: counted once more on the text of every position."""

from typing import Any

import pytest
from support.marks import few
from twins import naive

import zermelo
from zermelo.core.game import Position
from zermelo.explain.lists.finding import find_rules
from zermelo.explain.lists.vocabulary import FAMILIES, features_of, tried

Rows = list[str]
Cell = tuple[int, int]  # column, row from the top
RINGS = ("111", "101", "111")  # steps to the middle of 3 x 3, and so 1 less the steps to the rim


def pieces(rows: Rows) -> dict[Cell, str]:
    return {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."}


def beside(at: Cell) -> list[Cell]:
    x, y = at
    four = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return [(a, b) for a, b in four if a in range(3) and b in range(3)]


def counted(old: dict[Cell, str], new: dict[Cell, str]) -> dict[str, int]:
    """Return words for one move on 3 x 3, which puts a piece on an empty cell."""
    ((at, sign),) = [each for each in new.items() if each[0] not in old]
    pairs = [(one, other) for one in new for other in new if one < other and other in beside(one)]
    far = [int(RINGS[y][x]) for x, y in new]
    across = (2 - at[0], 2 - at[1])
    return {
        "left(pieces)": len(new),
        "had(pieces)": len(old),
        "left(alike)": sum(new[one] == new[other] for one, other in pairs),
        "left(unlike)": sum(new[one] != new[other] for one, other in pairs),
        "left(alone)": sum(not any(each in pair for pair in pairs) for each in new),
        "left(middle)": sum(far),
        "left(rim)": far.count(0),
        "left(corner)": sum(1 in each for each in new),
        "turned": int(all(new.get((2 - x, 2 - y)) == each for (x, y), each in new.items())),
        "come(beside)": sum(each in new for each in beside(at)),
        "come(like)": sum(new.get(each) == sign for each in beside(at)),
        "come(free)": sum(each not in new for each in beside(at)),
        "come(opposite)": int(across in old),
        "come(same)": int(old.get(across) == sign),
        "come(rim)": int(at == (1, 1)),
        "come(corner)": int(1 in at),
        "come(middle)": int(at != (1, 1)),
    }


@pytest.mark.parametrize("name", ["wild_tic_tac_toe", "impartial_nogo"])
@pytest.mark.parametrize("step", few([4, 1], 1))
def test_pieces_put_on_a_board(name: str, step: int) -> None:
    """One position of some classes: `naive` has them all, and the words are the same on images."""
    game: Any = zermelo.game(name)
    known = {feature.key: feature for feature in features_of(game, families=["neutral"])}

    def on(position: Position) -> dict[Cell, str]:
        return pieces(game.show(position).split("\n")[:3])

    compared = 0
    for position in sorted({min(game.symmetries(each)) for each in naive.positions(game)})[::step]:
        moves = list(game.moves(position)) if naive.children(game, position) else []
        measured = {key: feature.measure(position, moves) for key, feature in known.items()}
        for number, move in enumerate(moves):
            for key, count in counted(on(position), on(game.play(position, move))).items():
                assert measured[key][number] == count, (key, game.show(position), game.name(position, move))
                compared += 1
    assert compared > 20_000 / step


@pytest.mark.parametrize("name", ["tic_tac_toe", "achi", "kalah", "l_game", "lights_out", "pig", "centipede"])
def test_games_whose_pieces_are_somebodys(name: str) -> None:
    assert not FAMILIES["neutral"][0](zermelo.game(name))


def test_they_are_tried_last() -> None:
    usual, more, last = tried(zermelo.game("wild_tic_tac_toe"))
    assert "neutral" not in more
    assert last == (*usual, *more[len(usual) :], "neutral")


@pytest.mark.long
def test_wild_tic_tac_toe_without_exceptions() -> None:
    found = find_rules(zermelo.game("wild_tic_tac_toe"))
    assert not found.rules.exceptions
    assert found.certificate["first"].lost == 0
