"""Self-play on a small game compiles nothing: as it stands, compiled, or changed on the way, it is the same."""

from collections.abc import Callable
from typing import Any

import pytest
from support.marks import few

import zermelo
from zermelo.compiler import lazy_kernels
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.core.game import Game
from zermelo.learn.monotonic.model_improvement import run_self_play
from zermelo.learn.monotonic.self_play_report import make_self_play_report
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.solution.arena.arena_builder import arena_of
from zermelo.solution.arena.arena_policies import ChosenMoves
from zermelo.solver.graph import small_games

GAMES: list[Any] = [
    zermelo.game("tic_tac_toe"),
    zermelo.game("nim(heaps=(1, 2, 3), misere=True)"),
    zermelo.game("dots_and_boxes(columns=1, rows=1)"),
    zermelo.game("cutcake(columns=4, rows=3)"),  # positions of two words
]
CHOSEN = [
    SelfPlayParameters(alpha=0.6),
    SelfPlayParameters(alpha=0.7, gamma=0.5, model="random", ties="random", seed=3),
    SelfPlayParameters(alpha=0.9, model="unnormalised", ties="keep", seed=4),
]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kernels that are asked for in machine code, by their builders' names."""
    names: list[str] = []

    def asked(build: Callable[..., Any]) -> Callable[..., Any]:
        names.append(build.__name__)
        return shared_kernel(build)

    monkeypatch.setattr(lazy_kernels, "shared_kernel", asked)
    return names


@pytest.mark.slow("the first arena that machine code makes")
@pytest.mark.parametrize("game", few(GAMES, 1), ids=repr)
def test_an_arena_is_the_same_by_every_way(game: Game) -> None:
    plain, native = arena_of(game), arena_of(game, interpreted=False)
    assert plain.program is not None and not plain.program.native
    assert native.program is not None and native.program.native
    for one, other in zip((*plain.arrays, plain.keys), (*native.arrays, native.keys), strict=True):
        assert one.dtype == other.dtype and one.tobytes() == other.tobytes()
    assert (plain.starts, plain.tiers) == (native.starts, native.tiers)


@pytest.mark.slow("self-play by machine code")
@pytest.mark.parametrize("chosen", few(CHOSEN, 1), ids=lambda chosen: chosen.model)
@pytest.mark.parametrize("game", few(GAMES, 1), ids=repr)
def test_self_play_is_the_same_by_every_way(
    game: Game, chosen: SelfPlayParameters, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it stands, then with every kernel compiled after some passes, then machine code throughout."""

    def asked(interpreted: bool | None) -> tuple[object, bytes, bytes]:
        report = make_self_play_report(game, chosen, most=20, interpreted=interpreted)
        return report.as_json(), report.best_moves.tobytes(), report.last_moves.tobytes()

    monkeypatch.setattr(lazy_kernels, "STEPS", 10**9)
    plain = asked(None)
    assert not compiled
    arena = arena_of(game)
    monkeypatch.setattr(lazy_kernels, "STEPS", 2 * (arena.positions + len(arena.children)))
    assert asked(None) == plain
    assert "build_mark_chosen_moves" in compiled and "build_choose_quickest_moves" not in compiled, (
        "one is long, the other is short"
    )
    assert asked(False) == plain


def test_a_certificate_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for interpreted in (None, False):
        run = run_self_play(GAMES[0], CHOSEN[0], interpreted=interpreted)
        assert isinstance(run.policy, ChosenMoves)
        found.append(run.certificate())
    assert (found[0].first, found[0].second) == (found[1].first, found[1].second)


@pytest.mark.parametrize(("limit", "most"), [("APART", 5_477), ("LINKED", 16_166)], ids=lambda each: each)
def test_one_more_than_the_limit_is_compiled(limit: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tic-tac-toe has 5,478 positions, symmetric ones apart, and 16,167 moves."""
    for allowed, native in ((most, True), (most + 1, False)):
        monkeypatch.setattr(small_games, limit, allowed)
        program = arena_of(GAMES[0]).program
        assert program is not None and program.native is native
