"""Which game a solution is of."""

from pathlib import Path


def solved_game(place: str | Path) -> str:
    """Return the game whose solution a directory, or a folder by its URL, holds; none of its rules is run.

    Anybody may have written that. Raises `MissingSolution`, `DamagedSolution`, and `OutdatedSolution` for one
    of an incompatible version.
    """
    from zermelo.solver.solution_files.solution_manifest import read_manifest
    from zermelo.solver.storage.file_locations import as_location

    return str(read_manifest(as_location(place))["game"])
