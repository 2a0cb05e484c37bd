"""A process beside the server: it reads and writes lines of JSON, and can be ended at any time."""

import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import zermelo
from zermelo import Game
from zermelo.games import GivenFiles, read_game

ENDING: Final = 5.0  # seconds that a process has to end itself
USUAL: Final = 4.0  # seconds that compiling the rules of a game takes for the first time
LOOKED: Final = 0.2  # seconds between two looks whether rules are compiled
CLOSING: Final = 0.7  # and where the server ends: a command that is stopped ends within two seconds


class WorkerProcess:
    """A process that runs a module of this package; its texts of games open what `access` allows."""

    def __init__(self, module: str, access: GivenFiles) -> None:
        self.access = access
        self.process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # Ctrl-C at the terminal is for the server
        )
        self._ending = threading.Lock()
        self._is_signalled = False  # whether it was sent the signal to end

    @property
    def is_running(self) -> bool:
        """Whether it can take a line: not where it is about to end."""
        return not self._is_signalled and self.process.poll() is None

    def has_exhausted_processor_time(self) -> bool:
        """Return whether it was ended because its task took more processor time than it may."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(ENDING) == -signal.SIGXCPU
        return False

    def send_message(self, **message: Any) -> None:
        """Write a line to it; raises `OSError` where it is gone."""
        assert self.process.stdin is not None
        given = {"files": sorted(self.access.files), "spiel": sorted(self.access.spiel)}
        try:
            self.process.stdin.write(json.dumps(message | given) + "\n")
            self.process.stdin.flush()
        except ValueError as error:  # closed meanwhile
            raise OSError(str(error)) from error

    def read_message(self) -> dict[str, Any] | None:
        """Return the next line, {} for what somebody's rules have printed, None where there will be none."""
        assert self.process.stdout is not None
        try:
            line = self.process.stdout.readline()
            said = json.loads(line) if line else None
        except ValueError:
            return {}
        return said if isinstance(said, dict) or said is None else {}

    def terminate_process(self) -> None:
        """Ask the process to end, and kill it where it does not; return at once."""
        self._is_signalled = True
        with contextlib.suppress(OSError):
            self.process.terminate()
        threading.Thread(target=self.end_process, daemon=True).start()

    def end_process(self, timeout: float = ENDING) -> None:
        """Give the process so many seconds to end, then kill it, and close its pipes."""
        with contextlib.suppress(OSError):
            self.process.terminate()
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        with self._ending:
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


# Within such a process.

_writing = threading.Lock()


def load_task_game(task: dict[str, Any]) -> Game:
    """Return the game that a line names, with the access of the server; raises what `read_game` raises."""
    return read_game(task["source"], GivenFiles(frozenset(task["files"]), frozenset(task["spiel"])))


def limit_process(seconds: float | None, niceness: int) -> None:
    """Have the system end this process after so many more seconds of processor time, whatever it is in.

    Its niceness becomes at least so much. Unlike a time by the clock this is the same on a busy machine.
    """
    if niceness > os.nice(0):
        os.nice(niceness - os.nice(0))
    try:
        import resource
    except ImportError:  # Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = hard if seconds is None else math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard < 0 else min(soft, hard), hard))


def start_compiling_reports(report: Callable[[float, float], None]) -> None:
    """Call `report` at intervals while rules are compiled, with the seconds spent and left."""

    def watch_compiler() -> None:
        since = 0.0
        while True:
            time.sleep(LOOKED)
            if not zermelo.compiler.is_compiling():
                since = 0.0
                continue
            since = since or time.monotonic()
            done = time.monotonic() - since
            report(done, max(0.0, USUAL - done))

    threading.Thread(target=watch_compiler, daemon=True, name="compiling").start()


def write_json_line(**message: Any) -> None:
    """Write one line to the server."""
    assert sys.__stdout__ is not None
    with _writing:
        sys.__stdout__.write(json.dumps(message) + "\n")
        sys.__stdout__.flush()


def discard_prints() -> None:
    """Discard what rules print: half a line of theirs would spoil a line of JSON."""
    sys.stdout = sys.stderr


def position_from_json(value: object) -> Any:
    """Return the position that `position_to_json` has written: lists are tuples.

    >>> position_from_json([1, [2, 3]])
    (1, (2, 3))
    """
    return tuple(map(position_from_json, value)) if isinstance(value, list) else value
