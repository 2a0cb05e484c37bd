"""What kind of game it is: the catalogue's answers to "which of these are ...?", held against the definitions."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from families import collected
from reference import naive
from support.commands import Ran, check_refusal
from support.matches import reached

import zermelo
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, has
from zermelo.play.reports.classification import MOORE, GameProperty

YES, NO, NOT_TOLD = True, False, None
TERMS = (*MOORE, "play must end", "impartial", "normal play", "misere play")

# In the order of TERMS. "Which of these are: 2-player zero-sum discrete finite deterministic games of perfect
# information" (Moore's slides; the pictures of his games are lost, but for "one player" and "not finite").
WHICH: list[tuple[str, tuple[bool | None, ...]]] = [
    ("tic_tac_toe", (YES, YES, YES, YES, YES, YES, YES, NO, NO, NO)),
    ("nim(heaps=(2, 2), misere=True)", (YES, YES, YES, YES, YES, YES, YES, YES, NO, YES)),
    ("nim(heaps=(2, 2))", (YES, YES, YES, YES, YES, YES, YES, YES, YES, NO)),
    ("domineering(columns=3, rows=2)", (YES, YES, YES, YES, YES, YES, YES, NO, YES, NO)),
    ("subtraction(heap=9, stop=3)", (YES, YES, YES, YES, YES, YES, YES, YES, NO, NO)),
    ("dots_and_boxes(columns=1, rows=1)", (YES, YES, YES, YES, YES, YES, YES, NO, NO, NO)),
    ("pong_hau_ki", (YES, YES, YES, YES, YES, YES, NO, NO, YES, NO)),
    ("dodgem", (YES, YES, YES, YES, YES, YES, NO, NO, NO, NO)),
    ("wild_tic_tac_toe(columns=2, rows=2, line=2)", (YES, YES, YES, YES, YES, YES, YES, NOT_TOLD, NO, NO)),
    ("pig(target=4)", (YES, YES, YES, YES, NO, YES, NO, NO, NO, NO)),
    ("stochastic_nim(heaps=(2,), faces=2)", (YES, YES, YES, YES, NO, YES, YES, NO, NO, NO)),
    ("centipede", (YES, NO, YES, YES, YES, YES, YES, NO, NO, NO)),
    ("strike", (NO, NO, YES, YES, YES, YES, YES, NO, NO, NO)),
    ("bear_off_alone(checkers=2, points=2)", (NO, YES, YES, YES, NO, YES, YES, NO, NO, NO)),
]


@pytest.mark.parametrize(("text", "holds"), WHICH, ids=[text for text, _ in WHICH])
def test_which_of_these_are(text: str, holds: tuple[bool | None, ...]) -> None:
    found = zermelo.game(text).classify()
    assert found.whole
    assert {name: found[name].holds for name in TERMS} == dict(zip(TERMS, holds, strict=True))
    assert found.missing_terms == tuple(name for name, held in zip(MOORE, holds, strict=False) if not held)
    assert len({each.name for each in found.properties}) == len(found.properties)


SMALL = [game for game in collected("small") if not has(game, "chances") and not game.has_payoffs]


def test_what_is_proven_of_small_games_is_what_the_definitions_say() -> None:
    """Positions, circles and ends of every family, one by one."""
    looked = 0
    for game in SMALL[::6]:
        found = game.classify(positions=150)
        if not found.whole:  # it has too many positions to go through by the definitions
            continue
        looked += 1
        everywhere = reached(game)
        assert found.positions == len(everywhere), game
        assert found["play must end"].holds == (not goes_round(game, everywhere)), game
        values = {game.stuck(where) for where in everywhere if is_stuck(game, where)}
        decided = any(game.outcome(where) != zermelo.UNDECIDED for where in everywhere)
        if not game.scored:
            assert bool(found["normal play"].holds) == (values == {zermelo.LOSS} and not decided), game
            assert bool(found["misere play"].holds) == (values == {zermelo.WIN} and not decided), game
        if game.impartial:
            assert found["impartial"].holds, game
    assert looked > 10


def is_stuck(game: Game, position: Any) -> bool:
    return game.outcome(position) == zermelo.UNDECIDED and not list(game.moves(position))


def goes_round(game: Game, everywhere: Any) -> bool:
    """Take away what leads to nothing that is left, again and again: what stays leads round."""
    left = {where: set(naive.children(game, where)) for where in everywhere}
    while dead := {where for where, children in left.items() if not children & left.keys()}:
        left = {where: children for where, children in left.items() if where not in dead}
    return bool(left)


def held(row: GameProperty) -> tuple[bool | None, str]:
    return row.holds, row.grounds


class Stones(Game):
    """Take some of the stones; who moves is written, and makes no difference."""

    stones: int = 3
    most: int = 3

    def start(self) -> int:
        return 2 * self.stones

    def mover(self, position: int) -> int:
        return position % 2

    def moves(self, position: int) -> list[int]:
        return list(range(1, min(self.most, position // 2) + 1))

    def play(self, position: int, move: int) -> int:
        return (position - 2 * move) ^ 1


class Alike(Stones):
    def with_mover(self, position: int, player: int) -> int:
        return position & ~1 | player

    def options(self, position: int, player: int) -> list[int]:
        mover = self.mover(position)
        return [self.with_mover(self.play(position, move), mover) for move in self.moves(position)]


class Unlike(Alike):
    def options(self, position: int, player: int) -> list[int]:
        found = super().options(position, player)
        return found if player == 0 or len(found) < 3 else found[:1]


class Shared(Stones):
    def show(self, position: int) -> str:
        return f"{position >> 1}\n{'XO'[position & 1]} to move"

    def parse(self, text: str) -> int:
        rows = text.split("\n")
        return int(rows[0]) << 1 | "XO".index(rows[1][0])


def test_players_with_the_same_options_are_found_out() -> None:
    """Where both players' moves can be asked for, or read, impartial is looked at, not believed."""
    found = Alike().classify()["impartial"]
    assert (found.holds, found.grounds) == (True, "proven") and "all" in found.reason
    found = Unlike().classify()["impartial"]
    assert (found.holds, found.grounds) == (False, "proven") and found.reason.endswith("differ at 6")
    shared = Shared(stones=5, most=2).classify()
    assert shared["impartial"].holds and not shared["partizan"].holds
    assert shared["impartial"].grounds == "proven"
    for text in ("hexapawn(columns=3, rows=3)", "breakthrough(columns=2, rows=4)"):
        found = zermelo.game(text).classify()  # the same text with the other to move has other moves
        assert held(found["impartial"]) == (False, "proven") and found["partizan"].holds


def test_a_large_game_is_tried_and_one_position_proves_what_does_not_hold() -> None:
    found = zermelo.game("connect_four").classify(positions=500, seconds=60)
    assert not found.whole and found.positions > 2_000
    assert {found[name].grounds for name in ("discrete", "play must end")} == {"tried"}
    assert (found["normal play"].holds, found["normal play"].grounds) == (False, "proven")
    assert (found["impartial"].holds, found["impartial"].grounds) == (False, "proven")
    assert found == zermelo.game("connect_four").classify(positions=500, seconds=60)
    round_ = zermelo.game("pong_hau_ki").classify(positions=5)
    assert not round_.whole and held(round_["play must end"]) == (False, "proven")


def test_of_a_game_without_end_of_positions_it_is_not_told_whether_it_is_finite() -> None:
    class Growing(Game):
        def start(self) -> str:
            return ""

        def moves(self, position: str) -> list[str]:
            return ["a", "b"]

        def play(self, position: str, move: str) -> str:
            return position + move

    found = Growing().classify(positions=50)
    assert (found["finite"].holds, found["finite"].grounds) == (None, "tried")
    assert found.missing_terms == () and found.class_name.endswith("unknown whether finite")
    assert held(zermelo.game("connect_four").classify(positions=50)["finite"]) == (True, "declared")


def test_payoffs_that_always_add_up_to_the_same_are_told_apart() -> None:
    class Split(Game):
        total: int = 0

        def start(self) -> int:
            return 0

        def mover(self, position: int) -> int:
            return 0

        def moves(self, position: int) -> list[int]:
            return [1, 2] if position == 0 else []

        def play(self, position: int, move: int) -> int:
            return move

        def payoffs(self, position: int) -> tuple[int, int]:
            return position, self.total - position

    assert held(Split().classify()["zero sum"]) == (True, "proven")
    row = Split(total=5).classify()["zero sum"]
    assert not row.holds and "add up to 5, always" in row.reason


def test_the_command_prints_a_row_a_property(command: Callable[..., Ran]) -> None:
    ran = command("classify", "nim(heaps=(2, 2), misere=True)")
    assert ran.status == 0 and not ran.err
    lines = ran.out.splitlines()
    assert lines[0].endswith("looked at all 9 positions")
    rows = {line[:19].rstrip(): line[19:].split()[:2] for line in lines[1:-2]}
    assert rows["two players"] == ["yes", "declared"] and rows["finite"] == ["yes", "proven"]
    assert rows["misere play"] == ["yes", "proven"] and rows["partizan"] == ["no", "declared"]
    words = "two-player zero-sum discrete finite deterministic game of perfect information"
    assert lines[-2] == f"class    a {words}"
    shown = json.loads(command("classify", "pig(target=4)", "--json").out)
    assert shown["missing"] == ["deterministic"] and shown["whole"]
    assert {row["name"] for row in shown["properties"]} == {*TERMS, "partizan"}
    assert f"no {words}: not two players, not zero sum" in command("classify", "strike").out
    check_refusal(command("classify", "nim", "--positions", "0"), 2, "0 positions are none")
    with pytest.raises(BadParameter, match="property 'fair' is unknown: choose one of two players, "):
        zermelo.game("kayles(pins=2)").classify()["fair"]
