"""The long check that the lowest versions which pyproject.toml declares work: a fresh environment of them.

    python tests/lowest.py [TEST ...]

It is made for the running Python, so that it answers for each Python that is installed. Where no test is
named, some that touch every dependency are run: six minutes of a core. What old versions make of new ones of their
own dependencies, such as typer of click, may warn of what will go.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

HOUSE = Path(__file__).parent.parent
TESTS = (
    "tests/compiler/test_numba_changes.py",
    "tests/solver/solution_files/test_solutions.py",
    "tests/cli/test_stopping.py",
    "tests/cli/test_cli.py",
    "tests/solver/storage/test_outputs.py",
)
NEEDED = ("pytest", "pytest-xdist", "hypothesis", "networkx", "duckdb")


def lowest() -> list[str]:
    """Return the declared dependencies, and what the tests need, each at its lowest version."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]
    test = [each for each in project["optional-dependencies"]["test"] if re.split("[>=]", each)[0] in NEEDED]
    extras = [each for name in ("plots", "explain") for each in project["optional-dependencies"][name]]
    declared = [*project["dependencies"], *extras, *test]
    return [each.replace(">=", "==") for each in declared]


def main(tests: list[str]) -> int:
    """Make the environment, run the tests in it, and return their exit status."""
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        python = str(Path(place) / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", *lowest()], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", "-e", str(HOUSE)], check=True)
        command = [python, "-m", "pytest", "-W", "default::DeprecationWarning", *(tests or TESTS)]
        return subprocess.run(command, cwd=HOUSE, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
