"""What the parameters of a game may be, declared at its fields."""

import dataclasses
import pickle
from typing import Any

import pytest

import zermelo
from zermelo import Game
from zermelo.core import BadParameter, BadRules, choice, list_parameters, whole
from zermelo.games.typed_tree import TypedTree


class Heaps(Game):
    """A game of every kind of parameter; its own check comes after the declared ones."""

    size: int = whole(3, 1, 9)
    taken: tuple[int, ...] = whole((1, 2), 0)
    kept: tuple[int, ...] = whole((), 0, 5)
    starter: str = choice("left", "right", default="right")
    misere: "bool" = False
    text: str = "ab"
    inner: Game = zermelo.game("nim")
    free: int = 0

    def __post_init__(self) -> None:
        if self.size % 2 == 0:  # fails for what is no number
            raise BadParameter("size is even")


class Larger(Heaps):
    """The same with another usual size, which may be as large as before."""

    size: int = 5


REFUSED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"size": "x"}, "size='x' is not a whole number: give one from 1 to 9"),
    ({"size": True}, "size=True is not a whole number: give one from 1 to 9"),
    ({"size": 0}, "size=0 is too small: give a whole number from 1 to 9"),
    ({"size": 10}, "size=10 is too large: give a whole number from 1 to 9"),
    ({"size": 4}, "size is even"),
    ({"taken": ()}, "taken=() is not a tuple of whole numbers: write for example (1, 2, 3)"),
    ({"taken": (3, -1)}, "taken[1]=-1 is too small: give a whole number of at least 0"),
    ({"kept": 1}, "kept=1 is not a tuple of whole numbers: write for example (1, 2, 3)"),
    ({"starter": "nobody"}, "starter='nobody' is unknown: give 'left' or 'right'"),
    ({"starter": 0}, "starter=0 is unknown: give 'left' or 'right'"),
    ({"misere": 1}, "misere=1 is no yes or no: give True or False"),
    ({"text": 5}, "text=5 is no text: give one like text='ab'"),
    ({"inner": "nim"}, "inner='nim' is no game: give one like inner=nim(heaps=(1, 3, 5, 7), misere=False)"),
)


@pytest.mark.parametrize("kind", [Heaps, Larger])
@pytest.mark.parametrize(("given", "words"), REFUSED, ids=str)
def test_what_is_given_is_checked_before_the_games_own_checks(
    kind: type[Game], given: dict[str, Any], words: str
) -> None:
    placed = [field.default for field in dataclasses.fields(kind)]  # type: ignore[arg-type]  # a dataclass
    (place,) = (place for place, each in enumerate(list_parameters(kind)) if each.name in given)
    placed[place] = given[list_parameters(kind)[place].name]
    for make in (lambda: kind(**given), lambda: kind(*placed), lambda: dataclasses.replace(kind(), **given)):  # type: ignore[type-var]
        with pytest.raises(BadParameter) as error:
            make()
        assert str(error.value) == words


def test_what_is_allowed_is_kept() -> None:
    given = {"size": 9, "taken": (0,), "kept": (), "starter": "left", "misere": True, "text": "", "free": "x"}
    game = Heaps(**given)  # type: ignore[arg-type]  # of which `free` is no number: nothing was declared
    assert {name: getattr(game, name) for name in given} == given
    assert (Heaps.size, Larger.size, Heaps.starter, Larger().size) == (3, 5, "right", 5)
    with pytest.raises(BadParameter, match=r"text=5 is no text: give one$"):
        TypedTree(text=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword argument 'sise'"):
        Heaps(sise=1)  # type: ignore[call-arg]
    assert pickle.loads(pickle.dumps(zermelo.game("hex(size=4)"))) == zermelo.game("hex(size=4)")


def test_parameters_are_listed() -> None:
    found = {each.name: tuple(each)[1:] for each in list_parameters(Larger)}
    assert found == {
        "size": (int, 5, 1, 9, ()),
        "taken": (tuple, (1, 2), 0, None, ()),
        "kept": (tuple, (), 0, 5, ()),
        "starter": (str, "right", None, None, ("left", "right")),
        "misere": (bool, False, None, None, ()),
        "text": (str, "ab", None, None, ()),
        "inner": (Game, zermelo.game("nim"), None, None, ()),
        "free": (int, 0, None, None, ()),
    }
    assert [each.label for each in list_parameters(zermelo.game("pentago"))] == [
        "columns",
        "rows",
        "quadrant",
        "line",
    ]


def test_a_usual_value_is_one_that_may_be_given() -> None:
    with pytest.raises(BadRules, match="Wrong has a usual value that may not be given: size=10 is too large"):

        class Wrong(Heaps):
            size: int = 10
