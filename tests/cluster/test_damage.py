"""Objects of a solve by tasks that are damaged or forged are noticed, or nobody reads them."""

from pathlib import Path

import pytest
from made.kinds import Pools
from made.random_games import RandomBrook, RandomLayers
from support.marks import one_in
from support.tasks import WAYS, InOrder, Killed, files_of, forge_note, in_groups_of, turn_last_bit

from zermelo.cluster.job import Job
from zermelo.cluster.solving import solve_on
from zermelo.cluster.tasks import perform
from zermelo.cluster.work import Report, Task
from zermelo.core.errors import DamagedScratch
from zermelo.core.game import Game

pytestmark = pytest.mark.usefixtures("plain")


@pytest.mark.parametrize(("game", "bucket", "share"), one_in(2, WAYS), ids=repr)
def test_a_damaged_object_is_found(
    game: Game, bucket: int, share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last bit of some object is flipped when a task has made it: the work ends, or nobody reads it."""
    monkeypatch.setattr("zermelo.cluster.solving.CODES_SHARE", share)
    in_groups_of(1, monkeypatch, sent=20)
    total = 0

    def count(job: Job, task: Task) -> Report:
        nonlocal total
        total += 1
        return perform(job, task)

    want = files_of(solve_on(game, InOrder(count), str(tmp_path / "one"), bucket=bucket).place)
    refused = spoilt = 0
    for at in sorted({max(1, total * part // 12) for part in range(1, 12)}):
        store, done = tmp_path / f"{at}", 0

        def spoil(job: Job, task: Task, at: int = at, store: Path = store) -> Report:
            nonlocal done, spoilt
            before = set(store.rglob("0*"))
            report = perform(job, task)
            done += 1
            if done == at and (fresh := sorted(set(store.rglob("0*")) - before)):
                turn_last_bit(fresh[0])
                spoilt += 1
            return report

        try:
            found = files_of(solve_on(game, InOrder(spoil), str(store), bucket=bucket).place)
        except DamagedScratch as error:
            assert "damaged" in str(error)
            refused += 1
        else:
            assert found == want != {}
    assert refused and spoilt


LAYERS, POOLS, BROOK = (
    RandomLayers(seed=5, width=12, depth=5, most=4, begins=3),
    Pools(seed=1),
    RandomBrook(seed=1, size=40, most=3),
)
NO_NOTES = (b"no JSON", b"[]", b"{}")
FORGED: list[tuple[Game, str, bytes, str]] = [  # a note, and what a stranger says there
    (
        LAYERS,
        "solution/0001.json",
        b'{"entry": {"name": "../../x", "records": 1, "bytes": 1, "blocks": ""}, "tally": [1]}',
        "damaged: remove it",
    ),
    *((LAYERS, "solution/0001.json", said, "damaged: remove it") for said in NO_NOTES),
    *((LAYERS, "tier-0002/bits", said, "damaged: remove it") for said in (b"99", b"[]")),
    *(
        (LAYERS, "tiers", said, "tiers is damaged: remove it")
        for said in (*NO_NOTES, b"[[1]]", b"[[1, 99]]", b'{"1": 2}', b"[[0, 0]]")
    ),
    *(
        (LAYERS, f"tier-0002/{name}", said, f"tier-0002/{name} is damaged: remove it")
        for name in ("ranges", "tally/000000")
        for said in (b"no JSON", b"[2, 1]", b'[1, 2, 3, "4"]', b"[-1]")
    ),
    *(
        (POOLS, "tier-0005/reached", said, "reached is damaged: remove it")
        for said in (*NO_NOTES, b"[0]", b'[9, "x"]', b"[1000000000]")
    ),
    *(
        (BROOK, "tier-0003/solved", said, "solved is damaged: remove it")
        for said in (b"no JSON", b'{"width": 9, "book": []}', b'{"width": 0, "book": [1.5]}')
    ),
    (BROOK, "tier-0003/solved", b'{"width": 0, "book": [0]}', "are not what was solved"),
]


@pytest.mark.parametrize(("game", "name", "forged", "said"), FORGED, ids=repr)
def test_what_a_stranger_wrote_is_not_believed(
    game: Game, name: str, forged: bytes, said: str, tmp_path: Path
) -> None:
    """It is there before any task and after each; what only the next run reads is there before that."""
    store = tmp_path / "store"

    def forge(job: Job, task: Task) -> Report:
        forge_note(store, f"{job.folder}/{name}", forged)
        if name == "tiers":
            raise Killed
        report = perform(job, task)
        forge_note(store, f"{job.folder}/{name}", forged)
        return report

    if name == "tiers":
        with pytest.raises(Killed):
            solve_on(game, InOrder(forge), str(store), bucket=20)
    with pytest.raises(DamagedScratch, match=said):
        solve_on(game, InOrder(forge), str(store), bucket=20)
    assert [path.name for path in tmp_path.iterdir()] == ["store"]
