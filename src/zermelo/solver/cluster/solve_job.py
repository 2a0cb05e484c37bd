"""The job of a solve, shared by all its tasks: the game, its rules, and where its objects are.

A job travels to other machines. Each of them finds the game again, and refuses if its rules, or its version
of zermelo, are not those that the solve began with.
"""

import hashlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.fingerprints import explain_fingerprint_mismatch, rules_fingerprint
from zermelo.compiler.game_compiler import compile_game
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernel_digests import KERNELS_DIGEST
from zermelo.core.errors import BadRules, DamagedScratch, OutdatedSolution
from zermelo.core.game import Game
from zermelo.solver.cluster.rules_bundle import RulesBundle, load_game_from_bundle
from zermelo.solver.kernels.position_folds import LONG_VALUE, NARROW, SCORE, VALUE, WIDE
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.records.compact_records import FULL_STORAGE, StorageMode
from zermelo.solver.storage.disk_quota import DiskQuota
from zermelo.solver.storage.object_store import ObjectStore, RetryingObjectStore, open_object_store

KEYS: Final = "keys"  # positions of a bucket, as mixes, ascending
FROM: Final = "from"  # the children of a bucket's positions, each once, a section for each bucket of theirs
RUN: Final = "run"  # and a number: positions of a bucket that a round has found, and what they lead to
ASKED: Final = "asked"  # what a bucket's positions lead to in later tiers, in runs by these
SENT_ANSWERS: Final = (
    "told"  # answers of a bucket's positions for the buckets that have them as children, a section for each
)
MOST_BITS: Final = 16  # of a mix that say the bucket
MOST_KNOWN: Final = 8  # games of jobs that a process remembers
ANSWERS: Final = "answers"  # of a bucket's positions, in the order of the keys
ORDERED: Final = (
    "ordered"  # a bucket's positions, ascending, a section for each range of positions of its tier
)
TOGETHER: Final = "together"  # their answers, in the same order and sections
SORTED: Final = "sorted"  # all positions of a range, ascending
ANSWERED: Final = "answered"  # their answers
TALLY: Final = "tally"  # what a bucket's records count
FILED: Final = "filed"  # what files of a tier of the solution hold
LOOPS: Final = "loops"  # the folder of a solve by the game's own tiers, in that of the solve
RULES: Final = "rules"  # that of files of rules
CODES: Final = "codes"  # of a part of a tier of a perfect index, a section for each slice of it


@cache
def hash_package_sources() -> str:
    """Return a hash of all of zermelo's own sources, as they are when it is asked first."""
    folder, digest = Path(__file__).parents[2], hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:32]


@dataclass(frozen=True)
class SolveJob:
    """A solve: `source` names the game, with the hashes of its files; `rules` and `engine` are fingerprints.

    `url` is the store's, `folder` what all names in it begin with. `package` is a hash of zermelo's sources.
    """

    source: str
    rules_files: Mapping[str, str]
    rules: str
    engine: str
    url: str
    folder: str
    narrow: bool = True
    kept: StorageMode = FULL_STORAGE
    package: str = field(default_factory=hash_package_sources)

    @property
    def owner(self) -> str:
        """Owner of the objects: the rules and the engine that made them."""
        return f"{self.rules}/{self.engine}"

    def object_name(self, tier: int, kind: str, bucket: int) -> str:
        """Return the name of a bucket's object."""
        return f"{self.folder}/tier-{tier:04d}/{kind}/{bucket:06d}"

    @property
    def rules_folder_and_bundle(self) -> tuple[str, RulesBundle]:
        """The folder of the store in which the files of the rules are, and which they are."""
        folder = f"{self.folder.removesuffix(f'/{LOOPS}')}/{RULES}"
        return folder, RulesBundle(self.source, self.rules_files)

    def choose_answer_fold(self, game: Game) -> FoldQuestion:
        """Return the fold that is asked for."""
        if game.scored:
            return FoldQuestion(SCORE, WIDE)
        return FoldQuestion(VALUE, NARROW) if self.narrow else FoldQuestion(LONG_VALUE, WIDE)


@dataclass(frozen=True)
class OpenedJob:
    """A job's game and store, as this process has them."""

    program: Program
    objects: ObjectStore
    remembered: dict[str, Any] = field(default_factory=dict)  # what is the same for all tasks of the job
    stop: threading.Event = field(default_factory=threading.Event)  # set: tasks of this process end soon

    @property
    def game(self) -> Game:
        """The game."""
        return self.program.game


_known: Final[dict[str, OpenedJob]] = {}  # by whose the objects are, and where


def register_game_of_job(
    job: SolveJob, game: Game, *, synced: bool = True, disk: DiskQuota | None = None
) -> OpenedJob:
    """Register the game of a job for tasks of this process, which then need not find it by its name.

    `synced` is whether the disk has an object before others see it, `disk` counts what this solve makes; see
    `solver.storage.object_store`.
    """
    objects = RetryingObjectStore(open_object_store(job.url, synced=synced, disk=disk))
    at = _known.get(_format_job_key(job))
    at = (
        OpenedJob(compile_game(game), objects)
        if at is None
        else replace(at, objects=objects, stop=threading.Event())
    )
    _known[_format_job_key(job)] = at
    while len(_known) > MOST_KNOWN:
        del _known[next(iter(_known))]
    return at


def open_job(job: SolveJob) -> OpenedJob:
    """Return the game, compiled, and the store; raises `OutdatedSolution` or `BadRules` where it differs."""
    at = _known.get(_format_job_key(job))
    if at is not None:
        return at
    if job.engine != KERNELS_DIGEST or job.package != hash_package_sources():
        raise OutdatedSolution(
            f"{job.source}: this machine has another zermelo than the one where the solve began: install that"
        )
    game = load_game_from_bundle(
        RetryingObjectStore(open_object_store(job.url)), *job.rules_folder_and_bundle
    )
    if explain_fingerprint_mismatch(job.rules, rules_fingerprint(game)) is not None:
        raise BadRules(
            f"{job.source}: this machine has other rules than the one where the solve began, from the same "
            "files: have the same Python, and the same of what they import, everywhere"
        )
    return register_game_of_job(job, game)


def make_lost_object_error(job: SolveJob, name: object) -> DamagedScratch:
    """Return the error for an object that was made and is missing.

    Either another driver is done and has dropped it, or the store has lost it. In the second case objects
    made with it may still exist, so that no task makes it anew.
    """
    return DamagedScratch(
        f"{name} went away: run again; where it is lacking then too, remove {job.url}/{job.folder}"
    )


def _format_job_key(job: SolveJob) -> str:
    return f"{job.owner} {job.url}"


def format_object_owner(job: SolveJob, name: str) -> str:
    """Return the owner of an object of this name."""
    return f"{job.owner}/{name}"
