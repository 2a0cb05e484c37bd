"""Games of OpenSpiel's that are too large to be known: told within seconds, and what is small is never refused."""

from pathlib import Path

import pytest
from support.commands import check_refusal, runner
from support.marks import few

import zermelo
import zermelo.formats.open_spiel.spiel_games
from zermelo.core.errors import TooLarge
from zermelo.formats.open_spiel.spiel_import import OpenSpiel, import_spiel_game
from zermelo.formats.open_spiel.spiel_size_check import count_positions_by_ply


def by_hand(game: OpenSpiel) -> list[int]:
    """Layers as the states themselves have them, one position for each key and player to move."""
    seen, layer, sizes = set(), [game.state_table.root], []
    while layer:
        fresh = {}
        for state in layer:
            spot = str(state), -9 if state.is_terminal() else state.current_player()
            if spot not in seen:
                seen.add(spot)
                fresh[spot] = state
        if fresh:
            sizes.append(len(fresh))
        layer = [state.child(action) for state in fresh.values() for action in state.legal_actions()]
    return sizes


@pytest.mark.parametrize("text", ["tic_tac_toe", "breakthrough(rows=4,columns=2)", "hex(board_size=2)"])
def test_layers_are_counted(text: str) -> None:
    game = import_spiel_game(text, "text")
    sizes, is_whole = count_positions_by_ply(game)
    assert is_whole and sizes == by_hand(game)
    part, is_whole = count_positions_by_ply(game, max_positions=30)
    assert not is_whole and part == sizes[: len(part)] and sum(part) <= 30


@pytest.mark.parametrize("text", few(["backgammon", "connect_four", "chess", "othello"], 1))
def test_what_is_too_large_is_said_with_what_works(text: str) -> None:
    with pytest.raises(TooLarge, match=r"is too large to be known.*what works: .*--anyway") as caught:
        zermelo.formats.check_fits(import_spiel_game(text, "text"), zermelo.Budget(memory=16 << 30))
    assert ("zermelo play" in str(caught.value)) == (text != "backgammon")
    assert ("open_spiel:connect_four(columns=...)" in str(caught.value)) == (text == "connect_four")
    zermelo.formats.check_fits(import_spiel_game(text, "text"), zermelo.Budget(anyway=True))


FITTING = (
    "tic_tac_toe",
    "hex(board_size=4)",
    "breakthrough(rows=5,columns=3)",
    "connect_four(rows=4,columns=4)",
)


@pytest.mark.parametrize("text", few(FITTING, 2))
def test_what_may_fit_is_not_refused(text: str) -> None:
    told: list[str] = []
    zermelo.formats.check_fits(
        import_spiel_game(text, "text"),
        zermelo.Budget(memory=64 << 30, notice=lambda said, _: told.append(said)),
    )
    assert bool(told) == (text == "hex(board_size=4)"), told


def test_where_play_begins_is_what_counts() -> None:
    game = zermelo.game("open_spiel:othello")
    start = game.start()
    while game.outcome(start) == zermelo.UNDECIDED:
        last, start = start, game.play(start, list(game.moves(start))[-1])
    zermelo.formats.check_fits(zermelo.Game.beginning_at(game, last))
    zermelo.formats.check_fits(zermelo.game("connect_four"))  # ours are left to their plans


@pytest.mark.parametrize("command", few(["solve", "value"], 1))
def test_the_command_line_says_so(tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = runner(capsys)(command, "open_spiel:connect_four", "--store", str(tmp_path))
    check_refusal(ran, 2, "is too large to be known", "zermelo play")
