"""Planes made of layers are the planes of each picture, at positions that they were not laid out by too."""

from collections.abc import Iterator

import numpy as np
import pytest
from support.marks import few

import zermelo
from zermelo.boards import Picture, PlacingGame
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.games import catalogue
from zermelo.learn.encoding.board_planes import PlaneObserver
from zermelo.learn.encoding.game_encoding import make_encoding
from zermelo.learn.encoding.plane_layers import find_plane_layers
from zermelo.learn.environments.gymnasium_vector import VectorGameEnvironment

LIT = (  # games whose layers say all that their pictures do
    "tic_tac_toe",
    "dodgem",  # men of two looks
    "mnk(columns=4, rows=4, line=4)",
    "connect_four(columns=5, rows=5)",
    "breakthrough",
    "clobber",
    "dao",
    "hex(size=4)",
    "onitama",
    "quixo",
    "gobblet_gobblers",
    "go(columns=3, rows=3)",
    "sim",
    "fox_and_hounds",
    "nine_mens_morris",
    "othello",
    "domineering",
)


def played(vectors: VectorGameEnvironment, steps: int, seed: int) -> Iterator[np.ndarray]:
    """Yield what is seen at random play, with the positions and who looks."""
    lots = np.random.default_rng(seed)
    _, info = vectors.reset(seed=seed)
    for _ in range(steps):
        masks = info["action_mask"]
        seen, _, _, _, info = vectors.step((lots.random(masks.shape) * masks).argmax(1))
        yield seen


@pytest.mark.parametrize("text", few(LIT, 3))
def test_layers_light_what_pictures_show(text: str) -> None:
    game = zermelo.game(text)
    encoding = make_encoding(game, planes=True)
    observer = encoding.observer
    assert isinstance(observer, PlaneObserver)
    assert observer.layer_map is not None
    vectors = VectorGameEnvironment(game, 24, encoding=encoding, autoreset_mode="SameStep", interpreted=True)
    for seen in played(vectors, 12, 7):
        moving = vectors.table.games.players == vectors._agents
        for position, mover, planes in zip(vectors.table.positions(), moving, seen, strict=True):
            assert np.array_equal(encoding.observe(position, bool(mover)), planes)


@pytest.mark.slow("the one place where machine code reads layers")
@pytest.mark.parametrize(
    "text", few(["tic_tac_toe", "connect_four(columns=5, rows=5)", "breakthrough", "onitama"], 1)
)
def test_the_kernel_reads_the_same_layers(text: str) -> None:
    game = zermelo.game(text)
    encoding = make_encoding(game, planes=True)
    compiled, plain = (
        VectorGameEnvironment(game, 16, encoding=encoding, autoreset_mode="SameStep", interpreted=interpreted)
        for interpreted in (False, True)
    )
    assert compiled.table._plane_kernel is not None
    for fast, slow in zip(played(compiled, 20, 3), played(plain, 20, 3), strict=True):
        assert np.array_equal(fast, slow)


class Told(PlacingGame):
    """Stones on three cells."""

    columns: int = 3
    rows: int = 1

    def outcome(self, position: int) -> int:
        return UNDECIDED


class Untold(Told):
    """The same, and what stands in the middle is not drawn once the first cell is taken."""

    def depict(self, position: int) -> Picture:
        picture = super().depict(position)
        taken = {thing.x for thing in picture.things}
        shown = tuple(thing for thing in picture.things if thing.x != 1 or 0 not in taken)
        return Picture(picture.places, picture.strokes, shown, picture.marks, (), picture.mover)


def lit(game: Game, positions: list[int]) -> bool:
    observer = make_encoding(game, planes=True).observer
    assert isinstance(observer, PlaneObserver)
    return find_plane_layers(game, positions, observer.make_planes_from_picture) is not None


def test_layers_that_do_not_say_all_are_not_used() -> None:
    for game, said in ((Told(), True), (Untold(), False)):
        positions = [game.start()]
        for position in positions:
            positions += [game.play(position, move) for move in game.moves(position)]
        assert lit(game, positions) is said


def test_bits_that_were_not_met_are_drawn() -> None:
    """A layout that knows only two positions does not guess what the bits of a third mean."""
    game = zermelo.game("breakthrough(columns=3, rows=4)")
    encoding = make_encoding(game, planes=True)
    observer = encoding.observer
    assert isinstance(observer, PlaneObserver)
    start = game.start()
    after = game.play(start, next(iter(game.moves(start))))
    few = find_plane_layers(game, [start], observer.make_planes_from_picture)
    assert few is not None
    layers = np.array([list(game.layers(each)) for each in (start, after)], np.int64)
    planes, strange = few.make_planes(layers)
    assert strange.tolist() == [False, True]
    assert np.array_equal(planes[0], observer.make_planes_from_picture(start))


def test_a_game_without_layers_is_drawn() -> None:
    observer = make_encoding(zermelo.game("pancakes(pancakes=4)"), planes=True).observer
    assert isinstance(observer, PlaneObserver)
    assert observer.layer_map is None


@pytest.mark.long  # the games of LIT every time
def test_every_game_with_layers_says_it_of_its_pictures() -> None:
    """Whoever gives layers in the catalogue gives those that its pictures show."""
    giving = [name for name, cls in catalogue().items() if hasattr(cls, "layers")]
    assert len(giving) > 20
    without = []
    for name in giving:
        observer = make_encoding(zermelo.game(name), planes=True).observer
        assert isinstance(observer, PlaneObserver)
        if observer.layer_map is None:
            without.append(name)
    assert without == []
