"""Every check, in one command: formatting, lint, types, layers, doctests and tests.

Stops at nothing: each tool runs, and the status is that of the worst. The last line is pytest's own.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parent.parent
SCRIPTS = Path(sysconfig.get_path("scripts"))
CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
    ("lint-imports",),
    (
        "pytest",
        "-n",
        "2",
    ),  # every game that was compiled stays in a process, so two need half the memory each
)


def main() -> int:
    """Run every check and return 0 where all passed."""
    failed = []
    for check in CHECKS:
        print(f"--- {' '.join(check)}", flush=True)
        status = subprocess.run([str(SCRIPTS / check[0]), *check[1:]], cwd=ROOT, check=False).returncode
        if status:
            failed.append(check[0])
            print(f"--- {check[0]} failed with status {status}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
