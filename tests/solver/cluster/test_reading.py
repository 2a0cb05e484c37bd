"""Solutions in a store by URL: answered as from a directory, with few requests, and refused in a line."""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from made.random_games import RandomDag, RandomIndex, RandomLayers
from support.commands import check_refusal, runner
from support.marks import few
from support.places import HASHABLE_GAMES
from support.tables import everywhere, table_of

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
from zermelo.solution.solution import Solution
from zermelo.solver.solution_files import file_records, parquet_tables
from zermelo.solver.solution_files.checked_file import BLOCK
from zermelo.solver.solution_files.parquet_tables import count_column_bytes
from zermelo.solver.solution_files.solution_manifest import MANIFEST
from zermelo.solver.storage.file_locations import ObjectPath, parse_location
from zermelo.solver.storage.object_store import ObjectStore, open_object_store
from zermelo.solver.storage.sealed_json import seal_json_object, unseal_json_object

GAMES = {
    "keyed": "mnk(columns=3, rows=2)",
    "round": "sliding_tiles(columns=3, rows=2)",
    "text": "clobber('xoxoxo')",
    "dice": "pig(target=5)",
    "tuples": "nim(heaps=(1, 2, 3))",
    "scored": "dots_and_boxes(columns=2, rows=1)",
    "tiers": "mnk(columns=3, rows=3)",
}
INDEX = RandomIndex(seed=3, size=151)
CASES: list[tuple[Game | str, bool]] = [
    *((GAMES[kind], False) for kind in ("keyed", "round", "text", "dice")),
    *((INDEX, False), (INDEX, True), (RandomDag(seed=0), False)),
    *((GAMES[kind], False) for kind in ("tuples", "scored", "tiers")),
]
LAYERS = RandomLayers(seed=3, width=600, depth=4, most=5, begins=300)
GROUP = 128  # records of a row group of its files
Solve = Callable[..., Solution]


@pytest.fixture(scope="module")
def solve(tmp_path_factory: pytest.TempPathFactory) -> Solve:
    """Return solutions in directories, each game's solved once."""

    @cache
    def solved(game: Game | str, **options: Any) -> Solution:
        return zermelo.solve(game, store=tmp_path_factory.mktemp("filed"), **options)

    return solved


@pytest.fixture
def large(solve: Solve, monkeypatch: pytest.MonkeyPatch) -> Solution:
    """A solution in files of which some have several row groups."""
    everywhere(monkeypatch, "ROW_GROUP", parquet_tables.ROW_GROUP, GROUP)
    return solve(LAYERS, interpreted=False)


pytestmark = pytest.mark.usefixtures("plain")


class Counted:
    """A store that can only be read; it notes what is, and refuses each call whose number `refuses`."""

    def __init__(self, objects: ObjectStore, refuses: Callable[[int], bool] = lambda _: False) -> None:
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

    @property
    def read(self) -> list[str]:
        return [name for name, _, _ in self.asked]


def put_at(url: str, directory: Path | None) -> str:
    """Put a solution's files into a store, and return its URL there."""
    assert directory is not None
    objects = open_object_store(url)
    for path in directory.iterdir():
        if path.suffix == ".parquet" or path.name == MANIFEST:
            objects.remove(f"{directory.name}/{path.name}")
            assert objects.put(f"{directory.name}/{path.name}", path.read_bytes())
    return f"{url}/{directory.name}"


def counting(
    monkeypatch: pytest.MonkeyPatch, refuses: Callable[[int], bool] = lambda _: False
) -> list[Counted]:
    """Count what is read by URL from now on, a counter each time that a store is opened."""
    counters: list[Counted] = []

    def counted(url: str, **how: Any) -> Counted:
        counters.append(Counted(open_object_store(url, **how), refuses))
        return counters[-1]

    monkeypatch.setattr("zermelo.solver.storage.file_locations.open_object_store", counted)
    monkeypatch.setattr("zermelo.solver.storage.object_store.time.sleep", lambda _: None)
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
        assert by_url.find_record(where) == filed.find_record(where) is not None
    found, wanted = (each.lookup(wheres, moves=not untimed) for each in (by_url, filed))
    assert (found.values == wanted.values).all() and (found.remoteness == wanted.remoteness).all()
    assert found.known.all()
    if not untimed:
        assert str(found.moves.best) == str(wanted.moves.best)
    for where in wheres[:20]:
        assert [str(move) for move in by_url.moves(where)] == [str(move) for move in filed.moves(where)]
    start = next(iter(filed.game.starts()))
    assert by_url.value() == filed.value(start)
    assert by_url.verify().checked == filed.verify().checked


@pytest.mark.parametrize(("game", "values_only"), few(CASES, 7), ids=str)
def test_every_position_has_the_answer_of_the_directory(
    game: Game | str, values_only: bool, url: str, solve: Solve
) -> None:
    filed = solve(game, values_only=values_only)
    place = put_at(url, filed.directory)
    check_same(zermelo.open(game, store=url), filed)
    if isinstance(game, str):
        check_same(zermelo.open(place), filed)


def test_what_a_cluster_has_solved_is_opened_where_it_stands(url: str, solve: Solve) -> None:
    game = GAMES["keyed"]
    solved = zermelo.solution.solve_on(game, url, "threads", workers=2)
    assert str(zermelo.open(solved.place).place) == solved.place
    check_same(zermelo.open(f"{solved.place}/"), solve(game))
    assert zermelo.open(solved.place).stats() == solve(game).stats()


# How much is read


def test_a_question_reads_the_manifest_the_end_and_one_row_group(
    large: Solution, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a file has several row groups: the second question in a row group reads nothing."""
    place = put_at(url, large.directory)
    counters = counting(monkeypatch)
    tier = max(range(large.records.tier_count), key=large.records.count_tier_records)
    keys = large.records.read_tier_block(tier).positions.tolist()
    assert len(keys) > 2 * GROUP
    by_url, name = zermelo.open(place, game_or_text=LAYERS), f"tier-{tier:04d}.parquet"
    assert counters[-1].read == [MANIFEST]
    bounds = large.records.get_row_group_key_bounds(tier)  # type: ignore[attr-defined]
    least, most = bounds[0]
    inside = [key for key in keys if least <= key <= most]
    size = large.directory.joinpath(name).stat().st_size  # type: ignore[union-attr]
    for where in random.Random(1).sample(inside, 50):
        assert by_url.find_record(where) == large.find_record(where)
    assert counters[-1].read == [MANIFEST, name, name]
    assert counters[-1].bytes <= size + 4 * BLOCK
    for where in random.Random(2).sample(keys, 100):
        assert by_url.find_record(where) == large.find_record(where)
    assert counters[-1].read == [MANIFEST, name, *[name] * len(bounds)]
    assert len(counters) == 1


@pytest.mark.parametrize("values_only", [False, True])
def test_so_does_a_question_over_an_index(
    values_only: bool, solve: Solve, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    everywhere(monkeypatch, "ROW_GROUP", parquet_tables.ROW_GROUP, 16)
    game = RandomIndex(seed=6, size=301)
    filed = solve(game, values_only=values_only)
    place = put_at(url, filed.directory)
    counters = counting(monkeypatch)
    by_url = zermelo.open(place, game_or_text=game)
    grain = filed.records.answers.grain  # type: ignore[attr-defined]
    ranks = [rank for rank in range(game.size) if game.unrank(rank) >= 0]
    first = [rank for rank in ranks if rank < grain]
    assert 5 < len(first) < len(ranks)
    for rank in first:
        assert by_url.find_record(game.unrank(rank)) == filed.find_record(game.unrank(rank))
    assert len(counters[0].asked) == 3
    for rank in ranks:
        assert by_url.find_record(game.unrank(rank)) == filed.find_record(game.unrank(rank))
    assert len(counters[0].asked) == 2 + len({rank // grain for rank in ranks})


def test_many_positions_are_looked_up_by_row_groups(
    large: Solution, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put_at(url, large.directory)
    counters = counting(monkeypatch)
    tier, records = 3, large.records
    keys = records.read_tier_block(tier).positions.tolist()
    by_url = zermelo.open(place, game_or_text=LAYERS)
    groups = [len(records.get_row_group_key_bounds(each)) for each in range(records.tier_count)]  # type: ignore[attr-defined]
    for count in (1, 5, 200, 200):  # few keys: what is read is kept
        asked = random.Random(count).sample(keys, count)
        assert (by_url.lookup(asked).values == large.lookup(asked).values).all()
    assert set(counters[0].read) == {MANIFEST, f"tier-{tier:04d}.parquet"}
    assert len(counters[0].asked) <= 2 + groups[tier]
    counters[0].asked.clear()
    assert (by_url.lookup(keys).values == large.lookup(keys).values).all()
    every = sum(1 + each for each in groups)
    assert len(counters[0].asked) <= every < len(keys) / 10  # ends, and each row group at most once


@pytest.mark.quick
def test_row_groups_are_kept_by_their_bytes(url: str, solve: Solve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_records, "KEPT", 1_000)
    filed = solve(GAMES["keyed"])
    by_url = zermelo.open(put_at(url, filed.directory))
    for where in table_of(filed):
        assert by_url.find_record(where) == filed.find_record(where)
        assert by_url.records._groups.weight <= 1_000  # type: ignore[attr-defined]
    texts = filed.records.read_tier_block(0).positions.astype(object)
    assert count_column_bytes((texts,)) > texts.nbytes


# What goes wrong


def test_a_store_that_refuses_every_third_call(
    url: str, solve: Solve, monkeypatch: pytest.MonkeyPatch
) -> None:
    filed = solve(GAMES["keyed"])
    place = put_at(url, filed.directory)
    counters = counting(monkeypatch, lambda call: call % 3 == 0)
    check_same(zermelo.open(place), filed)
    assert sum(counter.calls for counter in counters) > 15


def test_a_store_that_does_not_answer_is_said_in_a_line(
    url: str, solve: Solve, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put_at(url, solve(GAMES["keyed"]).directory)
    counting(monkeypatch, lambda call: call > 1)
    by_url = zermelo.open(place)
    with pytest.raises(StorageFailed, match="is busy"):
        by_url.value()
    counting(monkeypatch, lambda _: True)
    for ask in (lambda: zermelo.open(place), lambda: zermelo.solver.solved_game(place)):
        with pytest.raises(StorageFailed, match="is busy"):
            ask()


def test_what_is_not_there_or_needs_a_directory_is_said(url: str) -> None:
    missing = r"holds no solution: run `zermelo solve` with --cluster"
    directory = "is the URL of a store of objects, and this needs a directory"
    asks: tuple[tuple[Callable[[], object], type[Exception], str], ...] = (
        (lambda: zermelo.open(f"{url}/none"), MissingSolution, missing),
        (lambda: zermelo.open("kayles", store=url), MissingSolution, missing),
        (lambda: zermelo.open("s3://no-such-bucket/kayles"), MissingSolution, "holds no solution"),
        (lambda: zermelo.solve("kayles", store=url), BadParameter, directory),
        (lambda: zermelo.search.make_book("kayles", 1, store=url), BadParameter, directory),
        (lambda: zermelo.solution.open_on_demand("kayles", store=url), BadParameter, directory),
    )
    for ask, error, words in asks:
        with pytest.raises(error, match=words):
            ask()


def put(objects: ObjectStore, name: str, content: bytes) -> None:
    """Put an object in place of another."""
    objects.remove(name)
    assert objects.put(name, content)


def test_part_of_an_object_is_damaged(url: str, solve: Solve) -> None:
    place = put_at(url, solve(GAMES["round"]).directory)
    objects, name = open_object_store(place), "tier-0000.parquet"
    content = objects.get(name)
    for length in (0, 10, len(content) // 2, len(content) - 1):
        put(objects, name, content[:length])
        with pytest.raises(
            DamagedSolution, match=f"{name} is damaged: .*remove that solution from the store"
        ):
            zermelo.open(place).value()
        with pytest.raises(DamagedSolution, match=name):
            zermelo.open(place).verify()
    objects.remove(name)
    with pytest.raises(DamagedSolution, match=f"{name} is missing: remove that solution"):
        zermelo.open(place).value()


def test_no_changed_byte_gives_another_answer(url: str, solve: Solve) -> None:
    filed = solve(GAMES["tuples"])
    place, known = put_at(url, filed.directory), table_of(filed)
    objects, chance = open_object_store(place), random.Random(1)
    names = sorted(objects.yield_object_names(""))
    for _ in range(14):
        name = chance.choice(names)
        content = objects.get(name)
        damaged = bytearray(content)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        put(objects, name, bytes(damaged))
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
        put(objects, name, content)


def test_objects_that_changed_since_are_refused(url: str, solve: Solve) -> None:
    """A solution that is open keeps what it has read, and takes nothing of what stands there now."""
    filed = solve(GAMES["round"])
    place = put_at(url, filed.directory)
    by_url, opened = zermelo.open(place), zermelo.open(place)
    start = next(iter(filed.game.starts()))
    assert by_url.find_record(start) == filed.find_record(start)
    objects = open_object_store(place)
    for name in ("tier-0000.parquet", MANIFEST):
        put(objects, name, objects.get(name)[:-300] + bytes(300))
    assert by_url.find_record(start) == filed.find_record(start)
    with pytest.raises(DamagedSolution, match="its bytes have changed"):
        opened.value()
    with pytest.raises(DamagedSolution, match=r"_solution\.json is damaged: its checksum is wrong"):
        zermelo.open(place)


def test_other_rules_are_refused(url: str, solve: Solve) -> None:
    place = put_at(url, solve(GAMES["keyed"]).directory)
    objects = open_object_store(place)
    put(objects, MANIFEST, seal_json_object(unseal_json_object(objects.get(MANIFEST)) | {"rules": "other"}))
    with pytest.raises(OutdatedSolution, match=r"s3://.* is not used"):
        zermelo.open(place)
    with pytest.raises(BadParameter, match="is a solution of mnk"):
        zermelo.open(place, game_or_text="kayles")


def test_a_strangers_file_is_not_run(url: str, tmp_path: Path) -> None:
    own = f"{HASHABLE_GAMES}:Coins"
    filed = zermelo.solve(own, store=tmp_path, interpreted=True)
    place = put_at(url, filed.directory)
    with pytest.raises(BadParameter, match="which are not run unasked"):
        zermelo.open(place)
    for by_url in (zermelo.open(place, run_rules=True), zermelo.open(place, game_or_text=own)):
        assert table_of(by_url) == table_of(filed)


def test_the_library_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(MissingExtra, match=r"which needs obstore: pip install 'zermelo\[cluster\]'"):
        zermelo.open("s3://games/solved/kayles")


def test_places() -> None:
    place = parse_location("memory:///solved/")
    assert isinstance(place, ObjectPath) and str(place) == "memory:///solved"
    inside = place / "kayles" / MANIFEST
    assert str(inside) == f"memory:///solved/kayles/{MANIFEST}" and parse_location(inside) is inside
    assert inside == place / f"kayles/{MANIFEST}" and len({inside, place, place / "kayles"}) == 3
    assert parse_location("solved/kayles") == Path("solved/kayles")


# The command line


@pytest.mark.long
def test_commands_read_by_url(
    url: str, solve: Solve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, game = runner(capsys), GAMES["tiers"]
    directory = solve(game).directory
    place, here = put_at(url, directory), str(directory)
    store = str(directory.parent)  # type: ignore[union-attr]
    lines = tmp_path / "lines"
    lines.write_text("X../.O./..X\n.../.../...\nnone\n")
    for words in (
        *(("value", game, "X../.O./..X", "--store", "STORE"), ("value", game, "--line", "--store", "STORE")),
        *(("stats", "PLACE", "--json"), ("stats", game, "--json", "--store", "STORE"), ("verify", "PLACE")),
        *(("verify", game, "--store", "STORE"), ("export", "PLACE"), ("puzzles", "PLACE", "--json")),
        *(("compare", here, "PLACE"), ("why", game, "--store", "STORE")),
        ("match", game, "--games", "4", "--store", "STORE"),
        ("lookup", game, "--input", str(lines), "--store", "STORE"),
    ):
        one, other = (
            command(*({"STORE": at, "PLACE": solution}.get(word, word) for word in words))
            for at, solution in ((store, here), (url, place))
        )
        assert one.out == other.out != "" and one.status == other.status, words
        assert words[0] == "lookup" or (one == other and one.status == 0), words


def test_commands_say_what_is_wrong_in_a_line(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    missing = "holds no solution: run `zermelo solve` with --cluster"
    for word, said in (
        *(("value", missing), ("play", missing), ("stats", missing)),
        ("solve", "this needs a directory"),
    ):
        check_refusal(command(word, "kayles", "--store", url), 2, said)
    check_refusal(command("verify", f"{url}/kayles"), 2, "holds no solution")


def test_the_explorer_reads_by_url_and_solves_here(
    url: str, solve: Solve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from zermelo.web.services.solution_cache import SolutionCache

    game, other = zermelo.game(GAMES["keyed"]), zermelo.game("kayles(pins=4)")
    put_at(url, solve(game).directory)
    cache = SolutionCache(tmp_path / "here", url)
    try:
        found = cache.find_game_status(game).solution
        assert (
            found is not None
            and str(found.place).startswith(url)
            and cache.find_game_status(game).solution is found
        )
        zermelo.solve(other, store=tmp_path / "here")
        found = cache.find_game_status(other).solution
        assert found is not None and found.place == found.directory
        counting(monkeypatch, lambda _: True)
        known = cache.find_game_status(zermelo.game("nim(heaps=(1, 2))"))
        assert known.solution is known.job is None and "is busy" in known.refused
    finally:
        cache.jobs.stop_all_work()
