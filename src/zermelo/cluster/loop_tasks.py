"""The tasks of a game in which play comes round: positions are found and solved by the game's own tiers.

Moves lead from a tier to the same one or to later ones; where the game has no `tier`, all is one.

    reach    a tier's positions, and those of later tiers that its moves lead to: from what the tiers before
             lead to, and on within it until nothing is new
    unwind   a tier's answers, by retrograde analysis: from those of the tiers that it leads to
    gather   the file of the solution, of all tiers

A tier is known by the number that the game gives it.
"""

import json
import tempfile
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.cluster.job import ANSWERS, KEYS, LATER, At, Job
from zermelo.cluster.work import Work
from zermelo.core.arguments import is_count
from zermelo.core.errors import BadRules, DamagedScratch, MissingCapability
from zermelo.core.game import has
from zermelo.graph.enumeration import start_keys
from zermelo.graph.expansion import Expansion
from zermelo.graph.places import places_of_keys
from zermelo.graph.runs import Mixes, merged, without
from zermelo.graph.sorting import sort_together
from zermelo.kernels.folds import LONG_VALUE, NARROW, VALUE, WIDE
from zermelo.kernels.hashing import mixed, unmixed
from zermelo.kernels.tiers import build_read_tiers
from zermelo.solution.manifest import tier_file
from zermelo.solution.records import Block, split
from zermelo.solution.writing import as_column, write_block
from zermelo.solvers.backward_induction import Question
from zermelo.solvers.retrograde import TooFar, new_answers, solve_places
from zermelo.trust.faults import say_position
from zermelo.trust.whereabouts import at_work
from zermelo.work.tallies import Tally, tally_tier

Column = npt.NDArray[Any]
MOST_TIER: Final = 10**6 - 1  # as names of objects have room for it
WIDTHS: Final = {2: Question(VALUE, NARROW), 4: Question(LONG_VALUE, WIDE)}  # by the bytes of an answer


def reached_name(job: Job, tier: int) -> str:
    """Return the name of the note which tiers a tier leads to, made after its positions."""
    return f"{job.folder}/tier-{tier:04d}/reached"


def read_reached(at: At, job: Job, tier: int) -> list[int]:
    """Return the later tiers that a tier leads to; raises `FileNotFoundError`, `DamagedScratch`."""
    name = reached_name(job, tier)
    try:
        note = json.loads(at.objects.get(name))
    except ValueError:
        note = None
    if not isinstance(note, list) or not all(is_count(each, tier + 1) and each <= MOST_TIER for each in note):
        raise DamagedScratch(f"{at.objects.url}/{name} is damaged: remove it and go on")
    return note


def tiers_of(at: At, positions: Column) -> Column:
    """Return the tier of each position; raises `MissingCapability` for numbers that there is no room for."""
    found: Column = np.zeros(len(positions), np.int64)
    if has(at.game, "tier") and len(positions):
        with at_work(at.program, positions):
            at.program.kernel(build_read_tiers)(positions, 0, len(positions), found)
        if int(found.min()) < 0 or int(found.max()) > MOST_TIER:
            raise MissingCapability(
                f"{at.game!r}: tier() goes from {found.min()} to {found.max()}, and clusters have room for 0 "
                f"to {MOST_TIER:,}: number the tiers so, or leave out --cluster"
            )
    return found


def starting(at: At) -> dict[int, Mixes]:
    """Return the starts of each tier that has some."""
    keys = start_keys(at.program)
    tiers = tiers_of(at, keys)
    return {int(tier): np.sort(mixed(keys[tiers == tier])) for tier in np.unique(tiers)}


def reach(work: Work) -> None:
    """Find a tier's positions; `sources` are the tiers that lead to it."""
    job, at, tier = work.job, work.at, work.task.tier
    runs = [work.whole(source, LATER, tier) for source in work.task.sources]
    fresh = merged([*runs, *[run for number, run in starting(at).items() if number == tier]])
    expansion = Expansion(at.program, work.shelf, work.workers)
    known: list[Mixes] = []
    later: dict[int, list[Mixes]] = {}
    while len(fresh):
        known = [merged([*known, fresh])]
        sizes = [1 + len(fresh) // 4] * 2 + [len(fresh)]
        children = expansion.next_tier(unmixed(fresh), sizes)
        tiers = tiers_of(at, children)
        if len(children) and int(tiers.min()) < tier:
            where = say_position(at.game, at.program.position(children[int(tiers.argmin())]))
            raise BadRules(
                f"{at.game!r}: a move leads from tier {tier} back to {where} in tier {tiers.min()}: moves "
                "lead to the same tier or to later ones"
            )
        for number in np.unique(tiers).tolist():
            if number != tier:
                later.setdefault(number, []).append(mixed(children[tiers == number]))
        fresh = without(mixed(children[tiers == tier]), known[0])
    for number, found in later.items():
        work.put(tier, LATER, number, [merged(found)], np.uint64)
    keys = merged(known)
    work.put(tier, KEYS, 0, [keys], np.uint64)
    work.report.positions = len(keys)
    work.report.made = at.objects.put(reached_name(job, tier), json.dumps(sorted(later)).encode())


def unwind(work: Work) -> None:
    """Find a tier's answers."""
    tier = work.task.tier
    tiers = [tier, *read_reached(work.at, work.job, tier)]
    keys = [work.whole(each, KEYS, 0) for each in tiers]
    told = [work.whole(each, ANSWERS, 0) for each in tiers[1:]]
    together = unmixed(merged(keys))
    places = places_of_keys(work.at.program, together, work.workers)
    if np.diff(places.bounds).tolist() != [len(each) for each in keys]:
        raise DamagedScratch(f"{work.at.objects.url}: tiers have other positions than were found: begin anew")
    width = max((each.dtype.itemsize for each in told), default=min(WIDTHS))
    while True:
        question = WIDTHS[width]
        answers = new_answers(places, question.fold.column)
        for number, each in enumerate(told, 1):
            answers[places.bounds[number] : places.bounds[number + 1]] = widened(each, width)
        try:
            for _ in solve_places(places, question, work.workers, work.shelf, answers, 1):
                pass
            break
        except TooFar:
            if width == max(WIDTHS):
                raise BadRules(
                    f"{work.at.game!r}: a remoteness is too long: there is no room for it"
                ) from None
            width = max(WIDTHS)
    work.report.positions = len(keys[0])
    work.put(tier, ANSWERS, 0, [answers[: places.bounds[1]]], question.fold.column)


def widened(answers: Column, width: int) -> Column:
    """Return packed answers as so many bytes hold them."""
    if answers.dtype.itemsize == width:
        return answers
    shift, wide = WIDTHS[answers.dtype.itemsize].parameter, WIDTHS[width].parameter
    larger = answers.astype(np.int64)
    rest = larger & ((1 << shift) - 1)
    rest[rest == (1 << shift) - 1] = (1 << wide) - 1
    found: Column = ((larger >> shift) << wide) + rest
    return found.astype(WIDTHS[width].fold.column)


def gather(work: Work) -> None:
    """Write the solution's file, and note what it holds; `sources` are all tiers."""
    tiers = work.task.sources
    keys = [unmixed(work.whole(each, KEYS, 0)) for each in tiers]
    told = [work.whole(each, ANSWERS, 0) for each in tiers]
    width = max(each.dtype.itemsize for each in told)
    shift = WIDTHS[width].parameter
    told = [widened(each, width) for each in told]
    pairs = zip(keys, told, strict=True)
    tally = sum((tally_tier(work.at.program, *pair, shift, work.workers) for pair in pairs), Tally())
    positions, answers = sort_together(np.concatenate(keys), np.concatenate(told), work.workers)
    values, remoteness = split(answers, shift)
    block = Block(positions, as_column(values, scored=False), remoteness)
    with tempfile.TemporaryDirectory(prefix="zermelo-") as folder:
        path = Path(folder) / tier_file(0)
        entry = write_block(path, block)
        content = path.read_bytes()
    work.report.positions = len(positions)
    work.publish(0, content, {"entry": entry, "tally": list(tally)})
