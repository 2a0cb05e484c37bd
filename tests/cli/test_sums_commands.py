"""`canonical`, `thermograph`, `sum`, `octal`, `strategy`, `misere`: what people and programs read, and refusals."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.commands import Command, answer, check_refusal, text

import zermelo
from zermelo.cgt.disjunctive_sum import list_named_options
from zermelo.core.game import has
from zermelo.games import catalogue

OWN = """
from zermelo import Game

class Coins(Game):
    "Left takes one coin, or three; Right takes one, or two. Who cannot loses."
    coins: int = 4
    takes = ((1, 3), (1, 2))
    def start(self):
        return 2 * self.coins
    def mover(self, position):
        return position & 1
    def moves(self, position):
        for take in self.takes[position & 1]:
            if take <= position >> 1:
                yield take
    def play(self, position, take):
        return position - 2 * take ^ 1
    def with_mover(self, position, player):
        return position & ~1 | player
    def options(self, position, player):
        for take in self.moves(self.with_mover(position, player)):
            yield position - 2 * take

class Round(Coins):
    "Both may step round a ring for ever."
    def moves(self, position):
        yield 1
    def play(self, position, move):
        return ((position >> 1) + 1) % 5 << 1 | 1 - (position & 1)
    def options(self, position, player):
        yield ((position >> 1) + 1) % 5 << 1

class Stop(Coins):
    "Coins in which the rules say at two coins that the mover has won."
    def outcome(self, position):
        return 1 if position >> 1 == 2 else super().outcome(position)
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return str(file)


def test_a_value_and_what_is_read_off_it(command: Command) -> None:
    assert text(command("canonical", "domineering(columns=3, rows=3)")).splitlines() == [
        "value       +-1",
        "class       N: the player who starts wins",
        "meaning     hot: moving first gains 1",
        "mean        0",
        "temperature 1",
        "stops       1 and -1",
        "birthday    2",
    ]
    found = answer(command("canonical", "{3||2*|1*}", "--json"))
    said = {"value": "{3||2*|1*}", "outcome_class": "L", "mean": "9/4", "temperature": "3/4"}
    assert found == said | {"left_stop": "3", "right_stop": "2", "birthday": 5}
    rows = "..##/..##/####/####"  # a position of either player has one value
    told = [
        command("canonical", "domineering", f"{rows}/{starter} to move").out
        for starter in ("vertical", "horizontal")
    ]
    assert told[0] == told[1] and told[0].startswith("value       +-1\n")


TYPED = {
    "-1": "-1",
    "-{1|2}": "-3/2",
    "-clobber('xo') - 1": "-1*",
    "+-1": "+-1",
    "nim(heaps=(1, 2)) + 1": "1*3",
    "clobber from 'xoxo/..../..../x to move'": "+-{*,^}",
    'clobber from "xoxo/..../..../o to move"': "+-{*,^}",
    "domineering(columns=2, rows=2) from 0 + 0": "+-1",
}


def test_values_as_they_are_typed(command: Command) -> None:
    """Those that begin with a minus too: it begins no option."""
    for typed, value in TYPED.items():
        assert answer(command("canonical", typed, "--json"))["value"] == value, typed
        assert answer(command("sum", typed, "--json"))["value"] == value, typed
        (graph,) = answer(command("thermograph", typed, "--json"))["thermographs"]
        assert graph["value"] == value, typed


APPROACH = "a:{15|b:{14|c:{b|-12}},{a|c}}"


def test_thermographs_and_that_of_a_ko_by_komaster(command: Command, tmp_path: Path) -> None:
    file = str(tmp_path / "ko.svg")
    given = (APPROACH, "{3||2*|1*}", "1/2", "--komaster", "right", "--output", file)
    printed = command("thermograph", *given).out.splitlines()
    assert printed[-1] == f"figure: {file}"
    assert printed[:17] == [
        f"{APPROACH}, Right komaster",
        "mean        33/4",
        "temperature 27/4",
        "left  wall  15 at 0, 33/4 at 27/4",
        "right wall  -12 at 0, 33/4 at 27/4",
        "",
        "{3||2*|1*}",
        "mean        9/4",
        "temperature 3/4",
        "left  wall  3 at 0, 9/4 at 3/4",
        "right wall  2 at 0, 2 at 1/2, 9/4 at 3/4",
        "",
        "1/2",
        "mean        1/2",
        "temperature -1/2",
        "left  wall  1/2 at 0",
        "right wall  1/2 at 0",
    ]
    picture = Path(file).read_text()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "Right komaster" in picture and "33/4" in picture
    told = answer(command("thermograph", "nanoko", "{3|1}", "--json", "--output", file, "--force"))
    said = [(graph["value"], graph["komaster"], graph["mean"]) for graph in told["thermographs"]]
    assert said == [("nanoko", "neither", said[0][2]), ("{3|1}", None, "2")]


def test_a_sum_and_its_moves(command: Command) -> None:
    ran = command("sum", "domineering(columns=2, rows=2) + clobber('xo') - 1")
    assert ran.out.splitlines()[:11] == [
        "1. domineering(columns=2, rows=2, starter='vertical', misere=False) = +-1",
        "2. clobber(setup='xo', columns=2, rows=1, starter='left', piece='wazir') = *",
        "3. -1 = -1",
        "",
        "value       {*|-2*}",
        "class       R: Right wins, no matter who starts",
        "meaning     hot: moving first gains 1; on average worth 1 move to Right",
        "mean        -1",
        "temperature 1",
        "stops       0 and -2",
        "birthday    4",
    ]
    assert "Left, to move, loses: 3 moves, none of which wins." in ran.out


def test_the_moves_of_one_player(command: Command) -> None:
    ran = command("sum", "domineering(columns=2, rows=2) + clobber('xo')", "--player", "left", "--all")
    assert ran.out.endswith(
        "\nLeft, to move, wins: 2 of 3 moves.\n* in 1: a1-a2, then 1*\n* in 1: b1-b2, then 1*\n"
        "The others lose:\n  in 2: a1-b1, then +-1\n\n* no other move leaves the player more\n"
    )


def test_the_json_of_a_sum(command: Command) -> None:
    found = answer(command("sum", "kayles(pins=3) + nim(heaps=(3,)) + *", "--json"))
    assert [term["value"] for term in found["terms"]] == ["*3", "*3", "*"]
    assert (found["value"], found["outcome_class"]) == ("*", "N")
    winning = [(move["term"], move["move"]) for move in found["moves"]["Right"] if move["wins"]]
    assert winning == [(0, "1"), (0, "3"), (1, "1 from heap 1"), (2, "* to 0")]
    assert found["moves"]["Left"] == found["moves"]["Right"]


PARTIZAN = [game for _, kind in sorted(catalogue().items()) if has(game := kind(), "options")]


@pytest.mark.parametrize("game", PARTIZAN, ids=repr)
def test_moves_of_partizan_games_have_the_games_own_names(game: Any) -> None:
    """In either player's turn, and they lead where `options` do."""
    start = game.start()
    for position in [start, *game.options(start, 0), *game.options(start, 1)]:
        for player in (0, 1):
            turned = game.with_mover(position, player)
            assert game.mover(turned) == player
            assert game.with_mover(turned, game.mover(position)) == position
            found = list_named_options(game, position, player)
            assert [label for label, _ in found] == [game.name(turned, move) for move in game.moves(turned)]
            after = {game.with_mover(option, 0) for _, option in found}
            assert after == {game.with_mover(option, 0) for option in game.options(position, player)}
            assert all(
                game.mover(option) == game.mover(position) for option in game.options(position, player)
            )


def test_a_game_of_your_own(command: Command, own: str) -> None:
    for coins in range(6):
        found = answer(command("canonical", f"{own}:Coins(coins={coins})", "--json"))
        assert found["value"] == str(zermelo.cgt.canonical(coins_written_out(coins)))
    ran = command("sum", f"{own}:Coins(coins=3) - {own}:Coins + *2", "--player", "Right")
    assert ran.status == 0 and ran.out.startswith("1. coins(coins=3) = ")
    assert "in 2: 3, then" in ran.out  # Left's move there is Right's in the negative


def coins_written_out(coins: int) -> str:
    sides = [
        ",".join(coins_written_out(coins - take) for take in takes if take <= coins)
        for takes in ((1, 3), (1, 2))
    ]
    return "{" + "|".join(sides) + "}"


def test_octal_codes_and_names(command: Command) -> None:
    found = answer(command("octal", "kayles", "--json", "--terms", "4"))
    assert found["code"] == "0.77" and found["nimbers"] == [0, 1, 2, 3]
    assert (found["period"], found["preperiod"], found["proven"]) == (12, 71, True)
    assert answer(command("misere", "0.77", "--json"))["order"] == 24


def test_a_strategy_in_words(command: Command) -> None:
    ran = command("strategy", "subtraction(heap=21)")
    assert ran.status == 0 and "1. Leave a multiple of 4 stones." in ran.out and "\nproven: " in ran.out
    found = answer(command("strategy", "subtraction(heap=21)", "--json"))
    assert found["rules"][0] == "Leave a multiple of 4 stones." and found["proven"] is True
    ran = command("strategy", "hexapawn")
    assert ran.status == 0 and "no rule in words is known" in ran.out


def test_games_that_go_round_and_games_with_an_end_of_their_own(command: Command, own: str) -> None:
    assert command("canonical", f"{own}:Round").out.startswith("value       dud\nclass       D: a draw")
    words = "the game does not end by the loss of who cannot move"
    check_refusal(command("sum", f"{own}:Stop + 1"), 2, words)
    check_refusal(command("canonical", f"{own}:Missing"), 2, "Missing")


def test_sum_tells_what_sentestrat_gives_away(command: Command) -> None:
    sum_of_games = "{4||2|0} + +-1 + domineering(columns=3, rows=3)"
    told = command("sum", sum_of_games, "--sentestrat").out
    assert "comes to 4 by best play, and to 4 by sentestrat against every reply: it gives away 0" in told
    found = answer(command("sum", sum_of_games, "--sentestrat", "--json"))
    assert (found["stop"], found["sentestrat_stop"]) == ("4", "4")
