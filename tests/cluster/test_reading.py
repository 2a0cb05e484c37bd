"""Solutions in a store by URL: answered as from a directory, with few requests, and refused in a line."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made.random_games import RandomDag, RandomIndex
from support.commands import check_refusal, runner
from support.marks import few
from support.tables import table_of

import zermelo
from zermelo.core.errors import (
    BadParameter,
    DamagedSolution,
    MissingExtra,
    MissingSolution,
    OutdatedSolution,
    StorageFailed,
)
from zermelo.core.game import Game
from zermelo.query.solution import Solution
from zermelo.solution import files
from zermelo.solution.checked import BLOCK
from zermelo.solution.manifest import MANIFEST
from zermelo.solution.parquet import ROW_GROUP, Recent, columns_weight
from zermelo.storage.objects import Objects, objects_at
from zermelo.storage.places import ObjectPath, as_place
from zermelo.storage.sealed import seal, unseal

GAMES = {
    "keyed": "mnk(columns=3, rows=3)",
    "round": "three_mens_morris",
    "ranked": "chess_endgame(material='KQvK')",
    "text": "clobber('xoxoxo')",
    "dice": "pig(target=5)",
    "tuples": "nim(heaps=(1, 2, 3))",
    "scored": "dots_and_boxes(columns=2, rows=1)",
}


class Counted:
    """A store that notes what is read of it, and refuses each call whose number `refuses`."""

    def __init__(self, objects: Objects, refuses: Callable[[int], bool] = lambda _: False) -> None:
        self.objects, self.url, self.refuses = objects, objects.url, refuses
        self.asked: list[tuple[str, int, int | None]] = []
        self.bytes = self.calls = 0

    def get(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        self.calls += 1
        if self.refuses(self.calls):
            raise StorageFailed(f"{self.url} is busy")
        content = self.objects.get(name, begin, end)
        self.asked.append((name, begin, end))
        self.bytes += len(content)
        return content

    def put(self, name: str, content: bytes) -> bool:
        raise AssertionError("nothing is written")

    def names(self, prefix: str) -> Any:
        raise AssertionError("nothing is listed")

    def drop(self, *names: str) -> None:
        raise AssertionError("nothing is removed")

    @property
    def read(self) -> list[str]:
        return [name for name, _, _ in self.asked]


def put_at(url: str, directory: Path | None) -> str:
    """Put a solution's files into a store, and return its URL there."""
    assert directory is not None
    objects = objects_at(url)
    for path in directory.iterdir():
        if path.suffix == ".parquet" or path.name == MANIFEST:
            objects.drop(f"{directory.name}/{path.name}")
            assert objects.put(f"{directory.name}/{path.name}", path.read_bytes())
    return f"{url}/{directory.name}"


def counting(
    monkeypatch: pytest.MonkeyPatch, refuses: Callable[[int], bool] = lambda _: False
) -> list[Counted]:
    """Count what is read by URL from now on, a counter each time that a store is opened."""
    counters: list[Counted] = []

    def counted(url: str, **how: Any) -> Counted:
        counters.append(Counted(objects_at(url, **how), refuses))
        return counters[-1]

    monkeypatch.setattr("zermelo.storage.places.objects_at", counted)
    monkeypatch.setattr("zermelo.storage.objects.time.sleep", lambda _: None)
    return counters


@pytest.fixture
def url(bucket: str, tmp_path: Path) -> str:
    return f"{bucket}/{tmp_path.name}"


def check_same(by_url: Solution, filed: Solution) -> None:
    """Every position is answered as from the directory, one by one, together, and gone through."""
    assert by_url.directory is None and str(by_url.place).startswith("s3://")
    assert by_url.summary.answer == filed.summary.answer and repr(by_url) == repr(filed)
    untimed = filed.summary.values_only
    if untimed:
        game: Any = filed.game
        wheres = [where for where in map(game.unrank, range(game.size)) if where >= 0]
    else:
        assert table_of(by_url) == table_of(filed)
        wheres = list(table_of(filed))
        words = filed.records.words
        wheres = wheres if words is None else [words.unpack(key) for key in wheres]
    random.Random(1).shuffle(wheres)
    for where in wheres[:2_000]:
        assert by_url.find(where) == filed.find(where) is not None
    found, wanted = (each.lookup(wheres, moves=not untimed) for each in (by_url, filed))
    assert (found.values == wanted.values).all() and (found.remoteness == wanted.remoteness).all()
    assert found.known.all()
    if not untimed:
        assert str(found.moves.best) == str(wanted.moves.best)
    for where in wheres[:20]:
        assert [str(move) for move in by_url.moves(where)] == [str(move) for move in filed.moves(where)]
    start = next(iter(filed.game.starts()))
    assert by_url.value() == filed.value(start)
    assert by_url.verify().records == filed.verify().records


@pytest.mark.parametrize("kind", few(GAMES, 3))
def test_every_position_has_the_answer_of_the_directory(kind: str, url: str, tmp_path: Path) -> None:
    filed = zermelo.solve(GAMES[kind], store=tmp_path)
    place = put_at(url, filed.directory)
    check_same(zermelo.open(place), zermelo.open(GAMES[kind], tmp_path))
    check_same(zermelo.open(GAMES[kind], store=url), filed)


@pytest.mark.parametrize("values_only", [False, True])
def test_random_indexes(values_only: bool, url: str, tmp_path: Path) -> None:
    game = RandomIndex(seed=3)
    filed = zermelo.solve(game, store=tmp_path, values_only=values_only)
    put_at(url, filed.directory)
    check_same(zermelo.open(game, store=url), zermelo.open(game, tmp_path))


@pytest.mark.parametrize("seed", range(3))
def test_random_games(seed: int, url: str, tmp_path: Path) -> None:
    game = RandomDag(seed=seed)
    filed = zermelo.solve(game, store=tmp_path)
    put_at(url, filed.directory)
    check_same(zermelo.open(game, store=url), zermelo.open(game, tmp_path))


def test_what_a_cluster_has_solved_is_opened_where_it_stands(url: str, tmp_path: Path) -> None:
    game = GAMES["keyed"]
    solved = zermelo.clusters.solve_on(game, url, "threads", workers=2)
    assert str(zermelo.open(solved.place).place) == solved.place
    check_same(zermelo.open(f"{solved.place}/"), zermelo.solve(game, store=tmp_path, interpreted=False))
    assert zermelo.open(solved.place).stats() == zermelo.open(game, tmp_path).stats()


# How much is read


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Solution]:
    """A game and its solution in files, of which some have several row groups."""
    game = zermelo.game("connect_four(columns=5, rows=4)")
    return game, zermelo.solve(game, store=tmp_path_factory.mktemp("large"), interpreted=False)


def test_a_question_reads_the_manifest_the_end_and_one_row_group(
    large: tuple[Game, Solution], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a file has several row groups: the second question in a row group reads nothing."""
    game, filed = large
    place = put_at(url, filed.directory)
    counters = counting(monkeypatch)
    tier = max(range(filed.records.tiers), key=filed.records.count)
    keys = filed.records.block(tier).positions.tolist()
    assert len(keys) > 2 * ROW_GROUP
    by_url, name = zermelo.open(place), f"tier-{tier:04d}.parquet"
    assert counters[-1].read == [MANIFEST]
    filed_again = zermelo.open(game, filed.directory.parent)  # type: ignore[union-attr]
    bounds = filed_again.records.bounds(tier)  # type: ignore[attr-defined]
    least, most = bounds[0]
    inside = [key for key in keys if least <= key <= most]
    size = filed.directory.joinpath(name).stat().st_size  # type: ignore[union-attr]
    for where in random.Random(1).sample(inside, 50):
        assert by_url.find(where) == filed.find(where)
    assert counters[-1].read == [MANIFEST, name, name]
    assert counters[-1].bytes <= size + 4 * BLOCK
    for where in random.Random(2).sample(keys, 50):
        assert by_url.find(where) == filed.find(where)
    assert counters[-1].read == [MANIFEST, name, *[name] * len(bounds)]
    assert len(counters) == 1


@pytest.mark.parametrize("values_only", [False, True])
def test_so_does_a_question_over_an_index(
    values_only: bool, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Any = zermelo.game("chess_endgame(material='KQvK')")
    filed = zermelo.solve(game, store=tmp_path, values_only=values_only)
    place = put_at(url, filed.directory)
    counters = counting(monkeypatch)
    by_url = zermelo.open(place)
    grain = filed.records.answers.grain  # type: ignore[attr-defined]
    ranks = [rank for rank in range(0, game.size, 97) if game.unrank(rank) >= 0]
    ranks = [rank for rank in ranks if game.rank(game.unrank(rank)) == rank and filed.find(game.unrank(rank))]
    first = [rank for rank in ranks if rank < grain]
    assert len(first) > 20
    for rank in first:
        assert by_url.find(game.unrank(rank)) == filed.find(game.unrank(rank))
    assert len(counters[0].asked) == 3
    for rank in ranks:
        assert by_url.find(game.unrank(rank)) == filed.find(game.unrank(rank))
    groups = {rank // grain for rank in ranks}
    assert len(counters[0].asked) == 2 + len(groups)


def test_many_positions_are_looked_up_by_row_groups(
    large: tuple[Game, Solution], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, filed = large
    place = put_at(url, filed.directory)
    counters = counting(monkeypatch)
    tier = 8
    keys = filed.records.block(tier).positions.tolist()
    by_url = zermelo.open(place)
    filed_records: Any = zermelo.open(game, filed.directory.parent).records  # type: ignore[union-attr]
    groups = len(filed_records.bounds(tier))
    for count in (1, 5, 500, 500):  # few keys: what is read is kept
        asked = random.Random(count).sample(keys, count)
        assert (by_url.lookup(asked).values == filed.lookup(asked).values).all()
    assert set(counters[0].read) == {MANIFEST, f"tier-{tier:04d}.parquet"}
    assert len(counters[0].asked) <= 2 + groups
    counters[0].asked.clear()
    assert (by_url.lookup(keys).values == filed.lookup(keys).values).all()
    every = sum(1 + len(filed_records.bounds(each)) for each in range(filed_records.tiers))
    assert len(counters[0].asked) <= every < len(keys) / 10  # ends, and each row group at most once


def test_what_is_kept_has_bounds() -> None:
    kept: Recent[str] = Recent(10, len)
    assert [kept.get(each, lambda each=each: each * 4) for each in "abcab"] == [
        "aaaa",
        "bbbb",
        "cccc",
        "aaaa",
        "bbbb",
    ]  # type: ignore[misc]
    assert (
        kept.weight == 8 and kept.get("b", lambda: "other") == "bbbb" and kept.get("a", lambda: "x") == "aaaa"
    )
    assert kept.get("c", lambda: "long enough for all") == "long enough for all" and kept.weight == 19


@pytest.mark.quick
def test_row_groups_are_kept_by_their_bytes(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "KEPT", 100_000)
    filed = zermelo.solve(GAMES["keyed"], store=tmp_path)
    by_url = zermelo.open(put_at(url, filed.directory))
    for where in table_of(filed):
        assert by_url.find(where) == filed.find(where)
        assert by_url.records._groups.weight <= 100_000  # type: ignore[attr-defined]
    texts = filed.records.block(0).positions.astype(object)
    assert columns_weight((texts,)) > texts.nbytes


# What goes wrong


def test_a_store_that_refuses_every_third_call(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filed = zermelo.solve(GAMES["keyed"], store=tmp_path)
    place = put_at(url, filed.directory)
    counters = counting(monkeypatch, lambda call: call % 3 == 0)
    check_same(zermelo.open(place), filed)
    assert sum(counter.calls for counter in counters) > 20


def test_a_store_that_does_not_answer_is_said_in_a_line(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put_at(url, zermelo.solve(GAMES["keyed"], store=tmp_path).directory)
    counting(monkeypatch, lambda call: call > 1)
    by_url = zermelo.open(place)
    with pytest.raises(StorageFailed, match="is busy"):
        by_url.value()
    counting(monkeypatch, lambda _: True)
    for ask in (lambda: zermelo.open(place), lambda: zermelo.files.solved_game(place)):
        with pytest.raises(StorageFailed, match="is busy"):
            ask()


def test_what_is_not_there_is_missing(url: str) -> None:
    for ask in (lambda: zermelo.open(f"{url}/none"), lambda: zermelo.open("kayles", store=url)):
        with pytest.raises(MissingSolution, match=r"holds no solution: run `zermelo solve` with --cluster"):
            ask()
    with pytest.raises(MissingSolution, match="holds no solution"):
        zermelo.open("s3://no-such-bucket/solved/kayles")


@pytest.mark.parametrize("kept", [0, 10, 0.5, 0.999])
def test_half_an_object_is_damaged(kept: float, url: str, tmp_path: Path) -> None:
    filed = zermelo.solve(GAMES["round"], store=tmp_path)
    place = put_at(url, filed.directory)
    (name,) = {path.name for path in (filed.directory or tmp_path).glob("*.parquet")}
    objects, content = objects_at(place), (filed.directory or tmp_path).joinpath(name).read_bytes()
    objects.drop(name)
    assert objects.put(name, content[: int(kept if kept >= 1 else kept * len(content))])
    with pytest.raises(DamagedSolution, match=f"{name} is damaged: .*remove that solution from the store"):
        zermelo.open(place).value()
    with pytest.raises(DamagedSolution, match=name):
        zermelo.open(place).verify()
    objects.drop(name)
    with pytest.raises(DamagedSolution, match=f"{name} is missing: remove that solution"):
        zermelo.open(place).value()


def test_no_changed_byte_gives_another_answer(url: str, tmp_path: Path) -> None:
    filed = zermelo.solve(GAMES["scored"], store=tmp_path)
    place, known = put_at(url, filed.directory), table_of(filed)
    objects, chance = objects_at(place), random.Random(1)
    names = sorted(objects.names(""))
    for _ in range(40):
        name = chance.choice(names)
        content = objects.get(name)
        damaged = bytearray(content)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        objects.drop(name)
        objects.put(name, bytes(damaged))
        refused = 0
        try:
            by_url = zermelo.open(place)
        except (DamagedSolution, OutdatedSolution):
            by_url, refused = None, 1
        for where, answer in known.items() if by_url is not None else ():
            try:
                assert by_url.records.find(where) == answer
            except DamagedSolution:
                refused += 1
        assert refused
        objects.drop(name)
        objects.put(name, content)


def test_objects_that_changed_since_are_refused(url: str, tmp_path: Path) -> None:
    """A solution that is open keeps what it has read, and takes nothing of what stands there now."""
    filed = zermelo.solve(GAMES["round"], store=tmp_path)
    place = put_at(url, filed.directory)
    by_url, opened = zermelo.open(place), zermelo.open(place)
    start = next(iter(filed.game.starts()))
    assert by_url.find(start) == filed.find(start)
    objects = objects_at(place)
    for name in ("tier-0000.parquet", MANIFEST):
        content = objects.get(name)
        objects.drop(name)
        objects.put(name, content[:-300] + bytes(300))
    assert by_url.find(start) == filed.find(start)
    with pytest.raises(DamagedSolution, match="its bytes have changed"):
        opened.value()
    with pytest.raises(DamagedSolution, match=r"_solution\.json is damaged: its checksum is wrong"):
        zermelo.open(place)


def test_other_rules_are_refused(url: str, tmp_path: Path) -> None:
    place = put_at(url, zermelo.solve(GAMES["keyed"], store=tmp_path).directory)
    objects = objects_at(place)
    manifest = unseal(objects.get(MANIFEST))
    objects.drop(MANIFEST)
    objects.put(
        MANIFEST, seal({**{key: manifest[key] for key in manifest if key != "checksum"}, "rules": "other"})
    )
    with pytest.raises(OutdatedSolution, match=r"s3://.* is not used"):
        zermelo.open(place)
    with pytest.raises(BadParameter, match="is a solution of mnk"):
        zermelo.open(place, game_or_text="kayles")


def test_a_strangers_file_is_not_run(url: str, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from zermelo import Game\n\nclass Own(Game):\n    def start(self):\n        return 3\n\n"
        "    def moves(self, position):\n        yield from range(1, min(2, position) + 1)\n\n"
        "    def play(self, position, move):\n        return position - move\n"
    )
    filed = zermelo.solve(f"{file}:Own", store=tmp_path / "store")
    place = put_at(url, filed.directory)
    with pytest.raises(BadParameter, match="which are not run unasked"):
        zermelo.open(place)
    for by_url in (zermelo.open(place, run_rules=True), zermelo.open(place, game_or_text=f"{file}:Own")):
        assert table_of(by_url) == table_of(filed)


def test_what_needs_a_directory_says_so(url: str) -> None:
    for ask in (
        lambda: zermelo.solve("kayles", store=url),
        lambda: zermelo.searches.make_book("kayles", 1, store=url),
        lambda: zermelo.searches.searched("kayles", store=url),
    ):
        with pytest.raises(
            BadParameter, match="is the URL of a store of objects, and this needs a directory"
        ):
            ask()


def test_the_library_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(MissingExtra, match=r"which needs obstore: pip install 'zermelo\[cluster\]'"):
        zermelo.open("s3://games/solved/kayles")


def test_places() -> None:
    place = as_place("memory:///solved/")
    assert isinstance(place, ObjectPath) and str(place) == "memory:///solved"
    inside = place / "kayles" / MANIFEST
    assert str(inside) == f"memory:///solved/kayles/{MANIFEST}" and as_place(inside) is inside
    assert inside == place / f"kayles/{MANIFEST}" and len({inside, place, place / "kayles"}) == 3
    assert as_place("solved/kayles") == Path("solved/kayles")


# The command line


@pytest.mark.long
def test_commands_read_by_url(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    filed = zermelo.solve(GAMES["keyed"], store=tmp_path)
    place, game = put_at(url, filed.directory), GAMES["keyed"]
    store = str(tmp_path)
    for here, there in (
        (["value", game, "X../.O./..X", "--store", store], ["value", game, "X../.O./..X", "--store", url]),
        (["value", game, "--line", "--store", store], ["value", game, "--line", "--store", url]),
        (["stats", str(filed.directory), "--json"], ["stats", place, "--json"]),
        (["stats", game, "--json", "--store", store], ["stats", game, "--json", "--store", url]),
        (["verify", str(filed.directory)], ["verify", place]),
        (["verify", game, "--store", store], ["verify", game, "--store", url]),
        (["export", str(filed.directory)], ["export", place]),
        (["puzzles", str(filed.directory), "--json"], ["puzzles", place, "--json"]),
        (["compare", str(filed.directory), str(filed.directory)], ["compare", str(filed.directory), place]),
        (["why", game, "--store", store], ["why", game, "--store", url]),
        (["match", game, "--games", "4", "--store", store], ["match", game, "--games", "4", "--store", url]),
    ):
        one, other = command(*here), command(*there)
        assert one == other and one.out and one.status == 0, there
    lines = tmp_path / "lines"
    lines.write_text("X../.O./..X\n.../.../...\nnone\n")
    one, other = (command("lookup", game, "--input", str(lines), "--store", each) for each in (store, url))
    assert one.out == other.out != ""


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["value", "kayles", "--store", "URL"], "holds no solution: run `zermelo solve` with --cluster"),
        (["play", "kayles", "--store", "URL"], "holds no solution"),
        (["stats", "kayles", "--store", "URL"], "holds no solution"),
        (["verify", "URL/kayles"], "holds no solution"),
        (["solve", "kayles", "--store", "URL"], "this needs a directory"),
    ],
)
def test_commands_say_what_is_wrong_in_a_line(
    command: list[str], said: str, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_refusal(runner(capsys)(*[word.replace("URL", url) for word in command]), 2, said)


def test_games_are_found_by_their_names_in_a_store(url: str, tmp_path: Path) -> None:
    games: list[Game] = [zermelo.game(text) for text in (GAMES["keyed"], GAMES["tuples"])]
    for game in games:
        put_at(url, zermelo.solve(game, store=tmp_path).directory)
    assert [zermelo.open(game, store=url).game for game in games] == games


def test_the_explorer_reads_by_url_and_solves_here(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from zermelo.web.shelf import Shelf

    game, other = zermelo.game(GAMES["keyed"]), zermelo.game("kayles(pins=4)")
    put_at(url, zermelo.solve(game, store=tmp_path / "elsewhere").directory)
    shelf = Shelf(tmp_path / "here", url)
    try:
        found = shelf.find(game).solution
        assert found is not None and str(found.place).startswith(url) and shelf.find(game).solution is found
        zermelo.solve(other, store=tmp_path / "here")
        found = shelf.find(other).solution
        assert found is not None and found.place == found.directory
        counting(monkeypatch, lambda _: True)
        known = shelf.find(zermelo.game("nim(heaps=(1, 2))"))
        assert known.solution is known.job is None and "is busy" in known.refused
    finally:
        shelf.jobs.close()
