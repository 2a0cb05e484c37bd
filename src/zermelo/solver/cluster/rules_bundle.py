"""The user's own rules files, carried by the store: put by the driver, fetched by workers that lack them.

A file, with the modules beside it that it imports, is one object, named by the hash in the job. So a worker
runs the file that the user of the driver named, whatever else is in the store, and whatever is at that path
on the worker's machine.
"""

import base64
import binascii
import re
import shutil
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from zermelo.core.errors import BadRules, DamagedScratch, OutdatedSolution
from zermelo.core.game import Game
from zermelo.core.system.source_files import hash_found_sources, read_sources_with_imports
from zermelo.games.game_lookup import RecordedAccess
from zermelo.solver.storage.atomic_files import explain_write_errors, write_atomically
from zermelo.solver.storage.object_store import ObjectStore
from zermelo.solver.storage.sealed_json import seal_json_object, unseal_json_object
from zermelo.solver.storage.temporary_folders import make_temporary_folder

MODULE: Final = re.compile(r"(\w+/)*\w+\.py")  # a module beside the file, by its path from there
FILES: Final = "files"  # of the object: what each is called, the first one nothing; in base 64


class RulesBundle(NamedTuple):
    """Source of a game: the text that names it, and hashes of the files named there."""

    source: str
    files: Mapping[str, str]


def write_rules_bundle(objects: ObjectStore, folder: str, rules: RulesBundle) -> None:
    """Put files of rules into a folder of a store; raises `BadRules` where they change meanwhile.

    Raises `DamagedScratch` where something else is there by their hash.
    """
    for file, digest in rules.files.items():
        sources = read_sources_with_imports(Path(file))
        if hash_found_sources(sources) != digest:
            raise BadRules(f"{rules.source}: {file} was changed just now: begin again")
        content = seal_json_object(
            {FILES: {name: base64.b64encode(each).decode() for name, each in sources.items()}}
        )
        name = f"{folder}/{digest}"
        if not objects.put(name, content) and objects.get(name) != content:
            raise _make_damage_error(objects, name)


def load_game_from_bundle(objects: ObjectStore, folder: str, rules: RulesBundle) -> Game:
    """Return the game by its rules: the file at its path where that is the same, else the one in the store.

    What the store has is written into a private folder, which goes with the game's class. Raises what making
    the game raises, `OutdatedSolution` where neither has the file, `DamagedScratch` where it is another.
    """
    folders, copies = list[Path](), dict[str, Path]()
    for file, digest in rules.files.items():
        here = Path(file)
        if not here.is_file() or hash_found_sources(read_sources_with_imports(here)) != digest:
            copies[file] = _unpack_rules_file(objects, f"{folder}/{digest}", Path(file), digest)
            folders.append(copies[file].parent)
    try:
        where, remedy = Path(objects.url), "begin again"
        game = RecordedAccess(
            where, rules.source, rules.files, OutdatedSolution, remedy, copies, run_rules=True
        ).read_recorded_game()
    except BaseException:
        _remove_unpacked_folders(folders)
        raise
    weakref.finalize(type(game), _remove_unpacked_folders, folders)
    return game


def _unpack_rules_file(objects: ObjectStore, name: str, file: Path, digest: str) -> Path:
    """Write what an object has of a file into a folder of its own, when it is known to be that."""
    try:
        content = objects.get(name)
    except FileNotFoundError:
        raise OutdatedSolution(
            f"{file} is another one here, or none, and {objects.url}/{name} is not there: begin again"
        ) from None
    try:
        found = unseal_json_object(content)[FILES]
        sources = {str(each): base64.b64decode(text, validate=True) for each, text in found.items()}
    except (ValueError, KeyError, AttributeError, TypeError, binascii.Error):
        raise _make_damage_error(objects, name) from None
    if hash_found_sources(sources) != digest or not all(
        each == "" or MODULE.fullmatch(each) for each in sources
    ):
        raise _make_damage_error(objects, name)
    folder = make_temporary_folder()
    with explain_write_errors(folder):
        for each, source in sources.items():
            path = folder / (each or file.name)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, source, synced=False)
    return folder / file.name


def _make_damage_error(objects: ObjectStore, name: str) -> DamagedScratch:
    return DamagedScratch(
        f"{objects.url}/{name} is not the file that the solve began with: remove it and go on"
    )


def _remove_unpacked_folders(folders: list[Path]) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
