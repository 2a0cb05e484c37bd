"""Where tests find what is not imported: the house, its pages, and files of games that commands are given."""

import os
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
HOUSE = TESTS.parent
DOCS = HOUSE / "docs"
BENCHMARKS = HOUSE / "benchmarks"
MADE = TESTS / "made"
BROKEN_GAMES = MADE / "broken_games.py"
HASHABLE_GAMES = MADE / "hashable_games.py"


def finding_tests() -> dict[str, str]:
    """Return the environment of a process of its own that finds what this one does, the tests too."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *filter(None, sys.path)])}
