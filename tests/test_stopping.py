"""Ctrl-C ends a command also where machine code never comes back."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from zermelo.cli.stopping import ending_in_time

ENDLESS = Path(__file__).with_name("endless.py")


def test_rules_that_loop_for_ever_can_be_stopped(tmp_path: Path) -> None:
    command = [sys.executable, str(ENDLESS), "--store", str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 130 and ran.stdout == ""
    assert ran.stderr.startswith("zermelo: stopped") and ran.stderr.count("\n") == 1


def test_what_answers_is_left_alone() -> None:
    """What was set before is set again, and the signal reaches the block."""
    before = signal.set_wakeup_fd(-1)
    signal.set_wakeup_fd(before)
    threads = threading.active_count()
    try:
        with ending_in_time():
            os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        pass
    assert signal.set_wakeup_fd(before) == before
    assert threading.active_count() <= threads + 1
