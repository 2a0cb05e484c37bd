"""Find the game of a solution."""

from pathlib import Path


def solved_game(place: str | Path) -> str:
    """Return the game whose solution a directory, or a folder by its URL, holds; none of its rules is run.

    The text is not trusted: anybody may have written it. Raises `MissingSolution`, `DamagedSolution`, and
    `OutdatedSolution` for one of an incompatible version.
    """
    from zermelo.solver.solution_files.solution_manifest import read_manifest
    from zermelo.solver.storage.file_locations import as_location

    return str(read_manifest(as_location(place))["game"])
