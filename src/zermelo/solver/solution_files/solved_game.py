"""Find the game of a solution."""

from pathlib import Path


def solved_game(place: str | Path) -> str:
    """Return the name of the game that a stored solution solves; no rules are run.

    The name is not trusted: anybody may have written it.

    Parameters
    ----------
    place : str or Path
        Directory, or URL of a folder.

    Returns
    -------
    str
        Name of the game.

    Raises
    ------
    MissingSolution
        There is no solution.
    DamagedSolution
        It does not match its seal.
    OutdatedSolution
        It is of an incompatible version.
    """
    from zermelo.solver.solution_files.solution_manifest import read_manifest
    from zermelo.solver.storage.file_locations import parse_location

    return str(read_manifest(parse_location(place))["game"])
