"""What a killed run has left beside its output is removed by the next run that writes there."""

import subprocess
import sys
from pathlib import Path

from zermelo.core.system import where_processes_are
from zermelo.storage.outputs import write_output

KILLED = """
import os, sys
from pathlib import Path
from zermelo.storage.outputs import writing_output
with writing_output(Path(sys.argv[1])) as out:
    out.write(b"half")
    out.flush()
    os.kill(os.getpid(), 9)
"""


def test_what_a_killed_process_has_left_goes_and_what_is_another_s_stays(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "a")], check=False)
    left = list(tmp_path.iterdir())
    assert len(left) == 1 and left[0].name.endswith(".tmp")
    theirs = tmp_path / f".zermelo-{'0' * 8}-1-{'0' * 16}.tmp"  # of another machine
    ours = tmp_path / f".zermelo-{where_processes_are()}-1-{'0' * 15}.tmp"  # no name of ours
    for file in (theirs, ours):
        file.touch()
    write_output(b"whole", tmp_path / "b")
    assert {file.name for file in tmp_path.iterdir()} == {"b", theirs.name, ours.name}
