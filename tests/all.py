"""Every check, in one command: formatting, lint, types, layers, doctests and tests.

    python tests/all.py                   every check, and the default tests
    python tests/all.py --long            the tests marked `long` in place of the default ones
    python tests/all.py --long 1/8        the first of eight shares of them
    python tests/all.py --long --changed  those that what differs from `main` can break, by the import graph

Machine code of an earlier run is used again where nothing that decides it has changed; with `--cold` it is not.
Stops at nothing: each tool runs, and all must pass. The last line is pytest's own.
"""

import argparse
import subprocess
import sys
import sysconfig
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parent.parent
SCRIPTS = Path(sysconfig.get_path("scripts"))
READING = (  # what reads the sources without running them: side by side, told in this order
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
    ("lint-imports",),
)
RUNNING = ("pytest", "-n", "2")  # on two cores three processes took longer


def begin(check: tuple[str, ...], file: IO[str] | None = None) -> subprocess.Popen[str]:
    """Start a check; what it says goes into a file, or else to the terminal."""
    return subprocess.Popen(
        [str(SCRIPTS / check[0]), *check[1:]], cwd=ROOT, stdout=file, stderr=file, text=True
    )


def asked() -> tuple[str, ...]:
    """Return the command of the tests that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "--long", nargs="?", const="1/1", metavar="K/N", help="the K-th of N shares of the long tests"
    )
    parser.add_argument(
        "--changed",
        nargs="?",
        const="main",
        metavar="COMMIT",
        help="only what differs from a commit can break",
    )
    parser.add_argument("--cold", action="store_true", help="compile everything anew")
    options = parser.parse_args()
    command = [*RUNNING, *(["--cold"] if options.cold else [])]
    if options.long:
        command += ["-m", "long", "--shard", options.long]
    if options.changed:
        from support.changed import tests_of_change

        found = tests_of_change(options.changed)
        if not found:
            parser.exit(0, f"no test imports what differs from {options.changed}\n")
        command += map(str, found)
    return tuple(command)


def main() -> int:
    """Run every check and return 0 where all passed."""
    tests = asked()
    is_well = True
    with ExitStack() as files:
        said = [files.enter_context(tempfile.TemporaryFile("w+")) for _ in READING]
        begun = [begin(check, file) for check, file in zip(READING, said, strict=True)]
        running = begin(tests)  # which finds its tests meanwhile, and says little
        for check, process, file in zip(READING, begun, said, strict=True):
            status = process.wait()
            file.seek(0)
            print(f"--- {' '.join(check)}\n{file.read()}", end="", flush=True)
            if status:
                print(f"--- {check[0]} failed with status {status}", flush=True)
                is_well = False
        print(f"--- {' '.join(RUNNING)}", flush=True)
        return 0 if running.wait() == 0 and is_well else 1


if __name__ == "__main__":
    sys.exit(main())
