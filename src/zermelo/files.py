"""Files: where solutions are kept, whose a directory holds, and outputs written whole or not at all.

`STANDARD_OUTPUT` are the names that mean standard output where a file is asked for, `MANIFEST` is the file
that says what a solution's directory holds. `read_given` and `opened_given` open a file that somebody names
only where it is a plain one of a stated size.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.core.arguments import is_url as is_url
    from zermelo.core.directories import cache_directory as cache_directory
    from zermelo.core.directories import store_directory as store_directory
    from zermelo.core.given_files import opened_given as opened_given
    from zermelo.core.given_files import read_given as read_given
    from zermelo.solution.manifest import MANIFEST as MANIFEST
    from zermelo.storage.outputs import STANDARD_OUTPUT as STANDARD_OUTPUT
    from zermelo.storage.outputs import check_output as check_output
    from zermelo.storage.outputs import write_output as write_output
    from zermelo.storage.outputs import writing_output as writing_output
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "core.arguments": ("is_url",),
            "core.directories": ("cache_directory", "store_directory"),
            "core.given_files": ("opened_given", "read_given"),
            "solution.manifest": ("MANIFEST",),
            "storage.outputs": ("STANDARD_OUTPUT", "check_output", "write_output", "writing_output"),
        },
        ("solved_game",),
    )


def solved_game(place: str | Path) -> str:
    """Return the game whose solution a directory, or a folder by its URL, holds; none of its rules is run.

    Anybody may have written that. Raises `MissingSolution`, `DamagedSolution`, and `OutdatedSolution` for one
    of an incompatible version.
    """
    from zermelo.solution.manifest import read_manifest
    from zermelo.storage.places import as_place

    return str(read_manifest(as_place(place))["game"])
