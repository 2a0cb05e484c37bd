"""N- and P-positions with their reason, in normal and in misere play, against the definitions."""

from typing import Any

import pytest
from reference import naive
from support.commands import Command, answer

import zermelo
from zermelo.core import BadRules, MissingCapability
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.play import derive_outcome

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "name", ["nim(heaps=(2, 3), {})", "nukit(a=3, b=3, c=3, d=3, {})", "kayles(pins=5, {})"]
)
def test_every_position_and_each_of_its_options(name: str, misere: bool) -> None:
    game: Any = zermelo.game(name.format(f"misere={misere}"))
    values = {position: "N" if found[0] > 0 else "P" for position, found in naive.solve(game).items()}
    for position, letter in values.items():
        found = derive_outcome(game, position)
        assert (found.text, found.outcome_class) == (game.show(position).strip(), letter)
        said = {move: option.outcome_class for option in found.options for move in option.moves}
        assert said == {
            game.name(position, move): values[game.play(position, move)] for move in game.moves(position)
        }
        last = str(found).splitlines()[-1]
        if not said:
            assert last.endswith("has won" if misere else "has lost")
        elif letter == "P":
            assert last == "P-position: every option is an N-position" and set(said.values()) == {"N"}
        else:
            name_of_move = last.removeprefix("N-position: ").split(" leaves ")[0]
            assert said[name_of_move] == "P"


def test_what_the_command_prints(command: Command) -> None:
    ran = command("nimber", "nim(heaps=(2, 1), misere=True)", "0 1", "--outcomes")
    assert ran.out == "0 1\n  1 from heap 2  leaves 0 0  N\nP-position: every option is an N-position\n"
    found = answer(command("nimber", "nukit(a=1, b=1, c=1, d=1)", "--outcomes", "--json"))
    assert found["outcome_class"] == "N"
    assert found["options"][0] == {"moves": ["ABCD"], "text": "0 0 0 0", "outcome_class": "P"}


def test_what_is_neither() -> None:
    with pytest.raises(MissingCapability):
        derive_outcome("domineering")
    with pytest.raises(BadRules, match="neither won nor lost"):
        derive_outcome(Even(heap=1))


class Even(Subtraction):
    """A player who cannot move has neither won nor lost."""

    def stuck(self, position: int) -> int:
        return 0
