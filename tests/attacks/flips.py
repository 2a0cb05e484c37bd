"""Damage to every kind of file that zermelo writes, and what is then answered: the right thing, or a refusal.

    python tests/hostile.py --flips 10000

Small solutions of every kind, runs that were stopped, policies, proofs and lists of rules are made once. Every
attempt copies one, damages it, and asks. Half of the attempts flip a bit of one byte, evenly spaced over all
bytes of all files; the others flip several, cut, lengthen, blank, exchange, remove and link. Wrong is an answer
that differs from the undamaged one, a position that is there called unreachable, an exception that is no
`ZermeloError`, and the end of the process: so attempts are made in processes of their own. A list of rules is a
text that people edit: one that is read as another list is counted as that, as its reader certifies it again.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attacks.report import Report, Say
from made.dice_games import RandomDice
from made.hashable_games import Coins, SymmetricNim, Word
from made.random_games import RandomMirror, RandomScores
from msgspec import UNSET
from support.places import finding_tests
from support.tables import expected

import zermelo
from zermelo.compiler import fingerprints
from zermelo.compiler.game_compiler import interpret_game
from zermelo.core.budget import Budget
from zermelo.core.errors import StorageFailed, UnknownPosition, ZermeloError
from zermelo.core.game import Game
from zermelo.core.mix_ins import PerfectIndex
from zermelo.explain.rule_lists import rule_list_file
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.mnk import Mnk
from zermelo.solver.runs import solve_game
from zermelo.solver.solution_files import checked_file, file_records, parquet_tables, tier_file_writer
from zermelo.solver.storage import sealed_table as tables
from zermelo.verify import Proof

BATCH = 500  # attempts of one process
SECONDS = 600  # that a batch may take
ASKED = 12  # positions of a solution


class Ranked(Subtraction, PerfectIndex):
    """A perfect index: the heap is its own rank."""

    heap: int = 90
    take: tuple[int, ...] = (1, 2, 3, 5)

    @property
    def size(self) -> int:
        return self.heap + 1

    def rank(self, position: int) -> int:
        return position

    def unrank(self, index: int) -> int:
        return index


TIERED = RandomMirror(seed=31, bits=4, depth=7, most=4)
LOOPED = zermelo.game("pong_hau_ki")
SOLVED: dict[str, tuple[Game, dict[str, Any]]] = {
    "tiers": (TIERED, {}),
    "scores": (RandomScores(seed=23, size=50, most=4), {}),
    "loops": (LOOPED, {}),
    "ranked": (Ranked(), {}),
    "values only": (Ranked(heap=301), {"values_only": True}),
    "lean": (TIERED, {"lean": True}),
    "lean values": (Mnk(columns=3, rows=3), {"values_only": True}),
    "words": (SymmetricNim(heaps=(1, 2, 3)), {}),
    "text": (Word(word="abbxa"), {"interpreted": True}),
    "tuples": (Coins(), {"interpreted": True}),
    "dice": (RandomDice(seed=3, size=40), {"interpreted": True}),
}
STOPPED = {"tiers stopped": TIERED, "loops stopped": LOOPED, "ranked stopped": Ranked(heap=400)}
SMALL = Mnk(columns=2, rows=2, line=2)
SINGLE = ("policy", "proof", "list")


def one_thread() -> Budget:
    return Budget(threads=1)


def made_small() -> None:
    """Let files have several blocks and row groups at a few hundred bytes; solve by the interpreter.

    No rules change here: the fingerprint of each game's is found once, as that takes longer than all the rest.
    """
    fingerprint = cache(fingerprints.rules_fingerprint)
    for module in (fingerprints, solve_game, tables, rule_list_file):
        module.rules_fingerprint = fingerprint
    checked_file.BLOCK = 512
    parquet_tables.ROW_GROUP = file_records.ROW_GROUP = 64
    own = solve_game.compile_guarded_program
    solve_game.compile_guarded_program = lambda game: (
        own(game) if isinstance(game, SymmetricNim) else interpret_game(game)
    )


def build(base: Path) -> None:
    """Make one of everything, each in a directory of its own."""
    for name, (game, options) in SOLVED.items():
        zermelo.solve(game, store=base / name, budget=one_thread(), **options)
    for name, game in STOPPED.items():
        _stop(game, base / name, at_once=name.startswith("loops"))
    (base / "policy").mkdir()
    zermelo.solve(SMALL, interpreted=True).save_policy(base / "policy" / "file.policy")
    (base / "proof").mkdir()
    found = zermelo.solve_position(SMALL, proof=True, interpreted=True)
    found.proof.save(base / "proof" / "file.proof")
    (base / "list").mkdir()
    rule_list_file.save_list(
        zermelo.explain.find_rules("nim(heaps=(1, 2, 3))").rules, base / "list" / "file.json"
    )


def _stop(game: Game, store: Path, *, at_once: bool) -> None:
    """Leave what a run leaves that is stopped when its disk is full: tiers at the fourth, others at the end."""
    write_block, write_slice = tier_file_writer.write_record_block, tier_file_writer.write_answer_slice
    written = []

    def write(path: Path, block: Any, *kept: Any) -> Any:
        if len(written) == 3 or at_once:
            raise StorageFailed("stopped here")
        written.append(path)
        return write_block(path, block, *kept)

    def refuse(*_: Any) -> Any:
        raise StorageFailed("stopped here")

    try:
        tier_file_writer.write_record_block, tier_file_writer.write_answer_slice = write, refuse
        zermelo.solve(game, store=store, budget=one_thread())
    except StorageFailed:
        return
    finally:
        tier_file_writer.write_record_block, tier_file_writer.write_answer_slice = write_block, write_slice
    raise AssertionError(f"{game!r} was not stopped")


# What is right


class Truth:
    """The answers of what is undamaged."""

    def __init__(self, base: Path) -> None:
        self.base = base

    @cache  # noqa: B019  # one for each process
    def solution(self, name: str) -> Any:
        game, options = self.game(name)
        if name == "lean values":
            return zermelo.open(game, self.base / name)
        return zermelo.solve(game, budget=one_thread(), **({} if name == "lean" else options))

    @cache  # noqa: B019  # one for each process
    def answers(self, name: str, position: Any) -> tuple[Any, ...]:
        return answers(self.solution(name), position)

    @cache  # noqa: B019  # one for each process
    def positions(self, name: str) -> list[Any]:
        """Return every position, one of each symmetry class."""
        game, options = self.game(name)
        if name.startswith("lean"):
            return list(expected(game))
        records = self.solution(name).records
        positions = []
        for tier in range(records.tier_count):
            keys = (
                records.read_positions_and_values(tier)[0]
                if options.get("values_only")
                else records.read_tier_block(tier).positions
            )
            positions += [records.words.unpack(int(key)) if records.words else key for key in keys.tolist()]
        return positions

    @cache  # noqa: B019  # one for each process
    def certificate(self, name: str) -> str:
        return str(self.solution(name).certify())

    @cache  # noqa: B019  # one for each process
    def single(self, name: str) -> Any:
        (file,) = (self.base / name).iterdir()
        return SINGLE_ANSWERS[name](file)

    @staticmethod
    def game(name: str) -> tuple[Game, dict[str, Any]]:
        return SOLVED[name] if name in SOLVED else (STOPPED[name], {})


def answers(solution: Any, position: Any) -> tuple[Any, ...]:
    best = [] if solution.summary.error_bound is not UNSET else solution.best(position)
    return tuple(solution.value(position)), [(answer.name, tuple(answer.answer)) for answer in best]


def policy_answer(file: Path) -> Any:
    return dict(zermelo.play.load_policy(file, SMALL).moves)


def proof_answer(file: Path) -> Any:
    return str(Proof.load(file, SMALL).check())


def list_answer(file: Path) -> Any:
    rules = rule_list_file.load_list(file, zermelo.game("nim(heaps=(1, 2, 3))"))
    return [rule.key for rule in rules.rules], rules.exceptions, rules.side, rules.goal, rules.otherwise


SINGLE_ANSWERS: dict[str, Callable[[Path], Any]] = {
    "policy": policy_answer,
    "proof": proof_answer,
    "list": list_answer,
}


# Damage


def damage(where: Path, base: Path, chance: random.Random) -> str:
    """Damage one file below `where` in some way; return what was done."""
    path = chance.choice(sorted(path for path in where.rglob("*") if path.is_file()))
    content = bytearray(path.read_bytes())
    kind = chance.choice(("bits", "cut", "longer", "zeros", "noise", "exchange", "foreign", "gone", "link"))
    if kind == "bits" and content:
        for _ in range(chance.randint(1, 8)):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    elif kind == "cut":
        del content[chance.randrange(len(content) + 1) :]
    elif kind == "longer":
        content += chance.randbytes(chance.randint(1, 600))
    elif kind in ("zeros", "noise") and content:
        begin = chance.randrange(len(content))
        size = min(chance.choice((1, 8, 64, 512)), len(content) - begin)
        content[begin : begin + size] = bytes(size) if kind == "zeros" else chance.randbytes(size)
    elif kind in ("exchange", "foreign"):
        among = where if kind == "exchange" else base
        other = chance.choice(sorted(each for each in among.rglob("*") if each.is_file()))
        content = bytearray(other.read_bytes())
        if kind == "exchange":
            other.write_bytes(path.read_bytes())
    if kind in ("gone", "link"):
        path.unlink()
    if kind == "link":
        path.symlink_to(chance.choice(sorted(each for each in base.rglob("*") if each.is_file())))
    elif kind != "gone":
        path.write_bytes(content)
    return f"{kind} in {path.relative_to(where)}"


def flip(where: Path, path: str, place: int, bit: int) -> str:
    content = bytearray((where / path).read_bytes())
    content[place] ^= 1 << bit
    (where / path).write_bytes(content)
    return f"bit {bit} of byte {place} in {path}"


def places_of(base: Path) -> list[tuple[str, str, int]]:
    """Return every file with its kind, its path there and its length."""
    found = []
    for kind in sorted(base.iterdir()):
        for path in sorted(path for path in kind.rglob("*") if path.is_file()):
            found.append((kind.name, str(path.relative_to(kind)), path.stat().st_size))
    return found


# Asking


def ask(name: str, where: Path, truth: Truth, question: str, chance: random.Random) -> str:
    """Return what came of asking about what was damaged; raises `AssertionError` where it is wrong."""
    if name in SINGLE:
        (file,) = (truth.base / name).iterdir()
        found = SINGLE_ANSWERS[name](where / file.name)
        if name == "list" and found != truth.single(name):
            return "read as another list"
        assert found == truth.single(name), f"{found} and not {truth.single(name)}"
        return "right"
    game, options = truth.game(name)
    if question == "solve" or name in STOPPED:
        solution = zermelo.solve(game, store=where, budget=one_thread(), **options)
        assert solution.summary.value == truth.solution(name).summary.value, "another value at the start"
    else:
        solution = zermelo.open(game, where)
    if question == "verify":
        solution.verify(budget=one_thread(), interpreted=True)
    if question == "certify" and name not in ("values only", "lean values", "dice"):
        assert str(solution.certify()) == truth.certificate(name), "another certificate"
        return "right"
    positions = truth.positions(name)
    refused = 0
    if question == "play":
        positions = list(line(solution, chance.choice(positions), chance))
    elif name not in STOPPED:
        positions = chance.sample(positions, min(ASKED, len(positions)))
    for position in positions:
        try:
            found = answers(solution, position)
        except UnknownPosition as error:
            raise AssertionError(str(error)) from error
        except ZermeloError:
            refused += 1
            continue
        right = truth.answers(name, position)
        assert found == right, f"{position!r} is {found} and not {right}"
    assert not (refused and name in STOPPED), "solved, and refuses to answer"
    return "refused in part" if refused else "right"


def line(solution: Any, position: Any, chance: random.Random) -> Iterator[Any]:
    """Yield the positions of a game in which only best moves are made, from `position` on."""
    for _ in range(ASKED):
        yield position
        best = solution.best(position)
        if not best:
            return
        position = solution.play(position, chance.choice(best).move)


def attempt(number: int, count: int, seed: int, base: Path, truth: Truth, room: Path) -> tuple[str, str]:
    """Return what was done, and what came of it: an outcome, or `WRONG` and why."""
    chance = random.Random(f"{seed}/{number}")
    question = chance.choice(("value", "value", "play", "certify", "solve", "verify"))
    everything = places_of(base)
    total = sum(size for _, _, size in everything)
    flat = chance.randrange(total) if count < 3000 else (number // 2) * total // (count // 2) % total
    name = chance.choice(sorted({kind for kind, _, _ in everything}))
    where = room / "copy"
    shutil.rmtree(where, ignore_errors=True)
    if number % 2:
        shutil.copytree(base / name, where)
        done = damage(where, base, chance)
    else:
        for name, path, size in everything:  # noqa: B007  # the one that the byte is of
            if flat < size:
                break
            flat -= size
        shutil.copytree(base / name, where)
        done = flip(where, path, flat, chance.randrange(8))
    try:
        outcome = ask(name, where, truth, question, chance)
    except ZermeloError as error:
        outcome = "refused"
        if isinstance(error, UnknownPosition) or "\n" in str(error):
            outcome = f"WRONG {type(error).__name__}: {error}"
    except BaseException as error:  # whatever else is a traceback on somebody's screen
        outcome = f"WRONG {type(error).__name__}: {error}"
    return f"{name}, {question}: {done}", " ".join(outcome.split())


def child(base: Path, begin: int, end: int, count: int, seed: int) -> None:
    """Make the attempts from `begin` to `end` - 1, and print a line for each."""
    made_small()
    truth = Truth(base)
    room = Path(tempfile.mkdtemp(prefix="zermelo-flips-"))
    try:
        for number in range(begin, end):
            done, outcome = attempt(number, count, seed, base, truth, room)
            print(json.dumps([number, done, outcome]), flush=True)
    finally:
        shutil.rmtree(room, ignore_errors=True)


def attack(count: int, seed: int, say: Say) -> Report:
    """Make `count` attempts in processes of their own."""
    report = Report()
    base = Path(tempfile.mkdtemp(prefix="zermelo-flips-"))
    try:
        _run("--build", str(base)).check_returncode()
        begin = 0
        while begin < count:
            end = min(begin + BATCH, count)
            ran = _run("--child", str(base), str(begin), str(end), str(count), str(seed))
            lines = [json.loads(line) for line in ran.stdout.splitlines() if line.endswith("]")]
            for number, done, outcome in lines:
                begin = number + 1
                if outcome.startswith("WRONG"):
                    report.wrong.append(f"{number}: {done}: {outcome}")
                else:
                    report.tally[outcome] += 1
            if begin < end:
                report.wrong.append(
                    f"{begin}: the process ended with {ran.returncode}: {ran.stderr[-300:]!r}"
                )
                begin += 1
            say(f"{begin:,} of {count:,} flips, {len(report.wrong)} wrong")
    finally:
        shutil.rmtree(base, ignore_errors=True)
    return report


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, __file__, *arguments]
    try:
        return subprocess.run(
            program, capture_output=True, text=True, timeout=SECONDS, env=finding_tests(), check=False
        )
    except subprocess.TimeoutExpired as error:
        said = error.stdout or b""
        text = said.decode() if isinstance(said, bytes) else said
        return subprocess.CompletedProcess(program, -1, text, f"it took {SECONDS} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--build", type=Path)
    parser.add_argument("--child", nargs=5)
    options = parser.parse_args()
    if options.build:
        made_small()
        build(options.build)
    if options.child:
        child(Path(options.child[0]), *map(int, options.child[1:]))


if __name__ == "__main__":
    main()
