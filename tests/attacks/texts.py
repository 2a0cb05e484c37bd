"""Random texts of games that hide the name of a file: does any reader of strangers' texts run or open it?

A grammar writes each text: a path to a file of rules in one of three languages, or a game of OpenSpiel's, in
letters, escapes and joined strings, alone or within other games, at a position, in odd brackets, with Unicode
that looks alike, cut and doubled at random. Each goes through every reader of texts that anybody may have
written. Python reports each file that it opens; one that holds rules is wrong, whatever the answer was.

To see that the texts are dangerous at all, each is read as the user's own too, which opens the files of many.
"""

import json
import os
import random
import string
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import quote

from attacks.report import Report, Say, quiet
from support.forging import forge

import zermelo
from zermelo.core.errors import OutdatedPolicy, ZermeloError
from zermelo.games import GivenFiles, game_lookup, read_game
from zermelo.games.game_lookup import ANYTHING, CATALOGUE, RecordedAccess
from zermelo.play import yield_winners
from zermelo.play.engine.ugi_engine import Engine
from zermelo.play.matches.match_file import read_match
from zermelo.solver.solution_files.solution_manifest import MANIFEST, read_manifest
from zermelo.solver.storage.sealed_json import seal_json_object
from zermelo.verify.policy_files import POLICY, PROOF
from zermelo.verify.search_proof import Proof, ProofClaim
from zermelo.web.explorer_app import ExplorerState
from zermelo.web.pages.sum_page import parse_sum_part
from zermelo.web.requests.position_url import parse_position_url
from zermelo.web.services.explorer_games import ExplorerGames
from zermelo.web.services.explorer_jobs import NOTES
from zermelo.web.services.explorer_opponents import check_opponent_is_allowed
from zermelo.web.services.worker_process import load_task_game

RULES = "from zermelo import Game\n\n\nclass Game(Game):\n    def start(self):\n        return 0\n"
FOREIGN = "(role a)\n(role b)\n(terminal)\n(<= (goal a 0) terminal)\n"
FOLDERS = ("", "old (1)/", "games from me/", "it's/", "a=b/", "[x]/")
ALIKE = {
    ".": "\uff0e\u2024\u3002",
    "p": "\uff50\u0440",
    "y": "\uff59\u0443",
    ":": "\uff1a\ua789",
    "/": "\u2044\uff0f",
}
BLANKS = (" ", "\t", "\n", "\u00a0", "\u200b", "\ufeff", "\x0b")
WRAPPERS = ("swap", "with_points")
EVERY = 50  # texts between two that go through readers of whole files


class Watch:
    """Notes each file below a folder that this process opens, and each game that OpenSpiel is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.seen, self.is_on = str(folder), list[str](), False
        sys.addaudithook(self._hear)  # for good: Python takes none back

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.is_on and event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
            path = os.fsdecode(arguments[0])
            if os.path.abspath(path).startswith(self.folder):  # noqa: PTH100  # no file is asked
                self.seen.append(path)

    @contextmanager
    def watching(self) -> Iterator[list[str]]:
        """Watch, and give what was opened."""
        self.seen.clear()
        self.is_on = True
        try:
            with mock.patch.object(game_lookup, "_build_open_spiel_game", self._spiel):
                yield self.seen
        finally:
            self.is_on = False

    def _spiel(self, text: str, *_: Any) -> Any:
        self.seen.append(text)
        raise zermelo.core.UnknownGame("a game of OpenSpiel's was about to be loaded")


class Grammar:
    """Writes texts, each with a file's name or OpenSpiel's in it."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed, self.folder = seed, folder
        self.chance = random.Random(seed)

    def text(self, number: int) -> str:
        """Return one text, drawn from its number alone: names of folders differ in length and draw more or less."""
        chance = self.chance = random.Random(f"{self.seed} {number}")
        found = self.target()
        for _ in range(chance.choice((0, 0, 1, 1, 1, 2, 3))):
            found = self.within(found)
        if chance.random() < 0.15:
            found += f"{chance.choice(BLANKS)}from{chance.choice(BLANKS)}{chance.choice(('0', '1 2', self.target()))}"
        if chance.random() < 0.15:
            found = self.mangled(found)
        return found

    def target(self) -> str:
        """Return the text of a game that opens something."""
        chance = self.chance
        if chance.random() < 0.15:
            return chance.choice(
                (
                    "open_spiel:tic_tac_toe",
                    "open_spiel(game='tic_tac_toe')",
                    "open_spiel('tic_tac_toe', key='text')",
                )
            )
        places = (
            str(self.folder) + "/",
            "./",
            "",
            f"{self.folder}/../{self.folder.name}/",
            "//" + str(self.folder) + "/",
        )
        path = chance.choice(places) + chance.choice(FOLDERS)
        behind = chance.choice(("", "", "()", "(x=1)", "(game=nim)", " ( )", "('a')"))
        return path + chance.choice(("evil.py:Game", "evil.kif", "evil.kif:Evil", "evil.PY:Game")) + behind

    def within(self, inner: str) -> str:
        """Return the text of a game with another among its fields, written in one of many ways."""
        chance = self.chance
        name, blank = chance.choice(WRAPPERS), chance.choice(("", "", "", *BLANKS))
        written = chance.choice((self.quoted, self.escaped, self.joined, self.prefixed, str))(inner)
        form = chance.choice(
            (
                "{name}({blank}game={blank}{written})",
                "{name}(game={written},)",
                "{name}({written})",
                "{name}(x=1, game={written})",
                "{name}(game=({written}))",
                "{name}(game=[{written}])",
                "{name}(game={written})({written})",
                "{name}(**{{'game': {written}}})",
                "{name}(game={written} or nim)",
                "nim(heaps={written})",
                "[{written}, 3]",
                "{{1/2: {written}, 1/2: 0}}",
            )
        )
        return form.format(name=name, blank=blank, written=written)

    def quoted(self, text: str) -> str:
        """Return a string literal."""
        return repr(text)

    def escaped(self, text: str) -> str:
        """Return a string literal in which letters are written by their numbers or names."""
        names = {".": "\\N{FULL STOP}", ":": "\\N{COLON}", "/": "\\N{SOLIDUS}", "_": "\\N{LOW LINE}"}
        forms: tuple[Callable[[str], str], ...] = (
            lambda sign: f"\\x{ord(sign):02x}" if ord(sign) < 256 else sign,
            lambda sign: f"\\u{ord(sign):04x}",
            lambda sign: f"\\U{ord(sign):08x}",
            lambda sign: f"\\{ord(sign):03o}" if ord(sign) < 256 else sign,
            lambda sign: names.get(sign, sign),
        )
        share = self.chance.choice((0.1, 0.5, 1.0))
        signs = (
            self.chance.choice(forms)(sign)
            if sign in ".:py_" or self.chance.random() < share
            else repr(sign)[1:-1]
            for sign in text
        )
        return "'" + "".join(signs).replace("'", "\\'").replace("\\\\'", "\\'") + "'"

    def joined(self, text: str) -> str:
        """Return string literals side by side, or added up."""
        parts = []
        while text:
            size = self.chance.randint(1, 9)
            parts.append(self.chance.choice((self.quoted, self.escaped))(text[:size]))
            text = text[size:]
        return self.chance.choice((" ", "", "\n", " + ")).join(parts)

    def prefixed(self, text: str) -> str:
        """Return a literal with letters or three marks before it."""
        chance = self.chance
        mark = chance.choice(("'", '"', "'''", '"""'))
        return chance.choice(("r", "b", "f", "u", "R", "rb", "")) + mark + text + mark

    def mangled(self, text: str) -> str:
        """Return the text with some signs changed: for others alike, cut, doubled, or written as URLs do."""
        chance, signs = self.chance, list(text)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(signs))
            sign = signs[place]
            signs[place] = chance.choice(
                (
                    "",
                    sign * 2,
                    chance.choice(ALIKE.get(sign, sign or " ")),
                    quote(sign, safe=""),
                    sign.swapcase(),
                    chance.choice(string.punctuation),
                    chance.choice(BLANKS),
                )
            )
        return "".join(signs)


class FilesAlone(RecordedAccess):
    """What a file says of its game, whose rules may be run where their hash is right, but no OpenSpiel."""

    def check_open_spiel_allowed(self, text: str) -> None:
        CATALOGUE.check_open_spiel_allowed(text)


class Readers:
    """Every reader of texts that anybody may have written, by its name."""

    def __init__(self, folder: Path, own: Path) -> None:
        self.folder, self.own = folder, own
        self.explorer_state = ExplorerState(
            ExplorerGames((f"{own}:Given",)), folder / "store", {}, plans_aside=False
        )
        self.access = self.explorer_state.games.accessible_files
        self.nim = zermelo.game("nim(heaps=(1, 2))")
        solution = zermelo.solve(self.nim, store=folder / "store", interpreted=True)
        assert solution.directory is not None
        self.solution, self.manifest = solution.directory, read_manifest(solution.directory)
        self.policy, self.proof = folder / "a.policy", folder / "a.proof"
        zermelo.play.save_policy(lambda position: list(self.nim.moves(position)), self.nim, self.policy)
        Proof(self.nim, 0, [ProofClaim(0, 1, -1)]).save(self.proof)

    def close(self) -> None:
        """End what the server has begun."""
        self.explorer_state.solution_cache.jobs.stop_all_work()
        self.explorer_state.analyses.close()

    def of_texts(self) -> dict[str, Callable[[str], object]]:
        """Return the readers of a text alone."""
        return {
            "game": read_game,
            "address": lambda text: self.explorer_state.load_game(
                parse_position_url("/" + quote(text), "")[0].game
            ),
            "query": lambda text: self.explorer_state.games.load_game(text),
            "given name": lambda text: self.explorer_state.games.load_game(f"given(game={text!r})"),
            "sum": lambda text: parse_sum_part(text, self.explorer_state.games.load_game),
            "player": lambda text: check_opponent_is_allowed(text, {}),
            "model": lambda text: check_opponent_is_allowed(f"trapping(against={text!r})", {}),
            "record": lambda text: self.record(text).read_recorded_game(),
            "record that may run": lambda text: self.record(text, run_rules=True).read_recorded_game(),
            "worker": lambda text: load_task_game({"source": text, "files": [], "spiel": []}),
            "worker with a file": lambda text: read_game(text, GivenFiles(self.access.files)),
            "verdict": lambda text: list(yield_winners("swap(game={})", [text])),
            "engine": lambda text: Engine(self.nim, say=quiet).handle_line(f"position fen {text}"),
            "position": lambda text: game_lookup.parse_position(self.nim, text),
        }

    def record(self, text: str, *, run_rules: bool = False) -> RecordedAccess:
        """Return what a file says of its game, with a hash that is another file's."""
        files = {str(self.folder / "evil.py"): "0" * 64}
        return FilesAlone(self.folder / "any", text, files, OutdatedPolicy, "save it", run_rules=run_rules)

    def of_files(self) -> dict[str, Callable[[str], object]]:
        """Return the readers of whole files that name a game."""
        return {
            "solution": self.open_solution,
            "policy": lambda text: self.open_forged(POLICY, self.policy, text, zermelo.play.load_policy),
            "proof": lambda text: self.open_forged(PROOF, self.proof, text, Proof.load),
            "store": self.begin_with,
            "match": self.read_match,
        }

    def open_solution(self, text: str) -> None:
        """Open a solution that names a game by the text."""
        (self.solution / MANIFEST).write_bytes(
            seal_json_object(self.manifest | {"source": text, "game": text})
        )
        zermelo.open(self.solution)

    def open_forged(self, kind: Any, file: Path, text: str, read: Callable[[Path], object]) -> None:
        """Open a policy or a proof that names a game by the text."""
        forge(kind, file, lambda found: found.update(source=text))
        read(file)

    def begin_with(self, text: str) -> None:
        """Begin a server at a store that has noted the text as a game to be solved."""
        (self.folder / "store" / NOTES).write_text(json.dumps([text]))
        with (
            mock.patch.object(self.explorer_state.solution_cache.jobs, "start_solve"),
            mock.patch.object(self.explorer_state.solution_cache.jobs.small, "start_idle_process"),
            mock.patch("zermelo.web.explorer_app.home_page.build_home_page_values"),
        ):
            self.explorer_state.start_background_work()

    def read_match(self, text: str) -> None:
        """Read a saved match that names a game by the text."""
        file = self.folder / "saved.match"
        file.write_text(json.dumps({"game": text, "start": text, "moves": [text]}))
        read_match(file, self.nim)


def prepared(folder: Path) -> None:
    """Write the files that must not be opened, by every path that the grammar has."""
    for each in FOLDERS:
        (folder / each).mkdir(exist_ok=True)
        for name, content in (
            ("evil.py", RULES),
            ("evil.PY", RULES),
            ("evil.kif", FOREIGN),
        ):
            (folder / each / name).write_text(content)


def attack(count: int, seed: int, say: Say = quiet) -> Report:
    """Put random texts to every reader; wrong is each that opens a file of rules, or raises what is no error of ours."""
    report = Report()
    with tempfile.TemporaryDirectory() as below:
        folder, own = Path(below).resolve() / "theirs", Path(below).resolve() / "ours.py"
        folder.mkdir()
        prepared(folder)
        own.write_text(
            RULES.replace("class Game", "class Given").replace("def start", "game: Game = 0\n\n    def start")
        )
        work = Path(below).resolve() / "work"
        work.mkdir()
        grammar, readers, watch = Grammar(seed, folder), Readers(work, own), Watch(folder)
        try:
            with chdir(folder):
                for number in range(count):
                    text = grammar.text(number)
                    _try(report, watch, readers.of_texts(), text)
                    if number % EVERY == 0:
                        _try(report, watch, readers.of_files(), text)
                    _allow(report, watch, text)
                    if number % 1000 == 999:
                        say(f"{number + 1:,} texts: {report}")
        finally:
            readers.close()
    return report


def _try(report: Report, watch: Watch, readers: dict[str, Callable[[str], object]], text: str) -> None:
    for name, read in readers.items():
        try:
            with watch.watching() as seen:
                read(text)
            answer = "read"
        except ZermeloError:
            answer = "refused"
        except Exception as error:  # whatever it is, a person would see a traceback
            report.wrong.append(f"{name} of {text!r} raised {error!r}")
            continue
        if seen:
            report.wrong.append(f"{name} of {text!r} opened {seen[0]}")
        else:
            report.tally[answer] += 1


def _allow(report: Report, watch: Watch, text: str) -> None:
    """Read a text as the user's own, and count whether that opens what it names: else it was no danger."""
    with suppress(Exception), watch.watching() as seen:
        read_game(text, ANYTHING)
    report.tally["opened as the user's own" if seen else "names nothing that there is"] += 1
