"""An engine's process: started without a shell, asked in lines, never waited for without end, always ended.

What it is told is written with a time limit too, as a process that does not read would have us wait when the
pipe is full. Two threads read what the process says, so it can neither block us nor fill our memory: what
nobody has asked for yet waits in a queue that holds so many lines, and then the process has to wait. It is
the leader of a group of its own, and all of the group is ended with it: when it is closed, when nobody holds
it any more, and at the end of ours. Should ours be killed, its input ends, which tells an engine to go.
"""

import contextlib
import os
import queue
import select
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO

from zermelo.core.errors import BadParameter, EngineFailed, quote

LONGEST_LINE = 1 << 16  # bytes that are taken for one line
MOST_WAITING = 256  # lines that nobody has asked for
MOST_QUOTED = 200  # characters of a line that are told again
GRACE = 0.5  # seconds that a process has to end by itself, once it was told to
PAUSE = 0.1  # seconds between two tries to put a line into a full queue


class EngineProcess:
    """A program that runs, and is spoken to in lines; a context manager that ends it.

    `command` is a program and its arguments, as a text or in a sequence; no shell reads it. Raises
    `EngineFailed` where it cannot be started, `BadParameter` where there is no command.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        words = _words(command)
        self.command = command if isinstance(command, str) else shlex.join(words)
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise EngineFailed(
                f"the engine {quote(self.command)} cannot be started ({reason}): give a program and its "
                "arguments"
            ) from error
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        self._process, self._input = process, process.stdin
        os.set_blocking(self._input.fileno(), False)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._last: deque[str] = deque(maxlen=1)
        self._errors: deque[str] = deque(maxlen=1)
        closed = threading.Event()
        readers = [
            threading.Thread(target=_read, args=(process.stdout, self._lines, closed), daemon=True),
            threading.Thread(target=_note, args=(process.stderr, self._errors), daemon=True),
        ]
        for reader in readers:
            reader.start()
        self._end = weakref.finalize(self, _end, process, closed, readers, os.getpid())

    def send(self, line: str, until: float) -> None:
        """Send a line; raises `EngineFailed` where nobody listens any more, or does not by `until`."""
        left = line.encode() + b"\n"
        while left:
            try:
                written = self._written(left, until)
            except (OSError, ValueError):
                raise self.failed("listens no more", gone=True) from None
            if not written:
                raise self.failed("does not read what it is told")
            left = left[written:]

    def _written(self, content: bytes, until: float) -> int:
        """Return how many bytes the process could be sent, 0 where there was no room for any in time."""
        room = select.poll()
        room.register(self._input, select.POLLOUT)
        while room.poll(1000 * max(0.0, until - time.monotonic())):
            with contextlib.suppress(BlockingIOError):
                return os.write(self._input.fileno(), content)
        return 0

    def _is_heard(self) -> bool:
        """Whether the process still has its input open: what it has not read by its end, it never will."""
        end = select.poll()
        end.register(self._input, 0)  # an error is told of without being asked for
        return not end.poll(0)

    def expect(self, words: Sequence[str], until: float) -> list[str]:
        """Return the next line that begins with one of `words`, split; whatever comes before is passed over.

        `until` is when to give up, by `time.monotonic`. Raises `EngineFailed` where no such line comes, and
        soon where the process has closed its input and says nothing.
        """
        wanted = " or ".join(words)
        passed = 0
        while (left := until - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=min(left, GRACE))
            except queue.Empty:
                if self._is_heard():
                    continue
                raise self.failed("listens no more", gone=True) from None
            if line is None:
                raise self.failed(f"ended before it said {wanted}", gone=True)
            parts = line.split()
            if parts:
                self._last.append(line)
            if parts and parts[0] in words:
                return parts
            passed += 1
        said = "and nothing else" if passed == 0 else f"but {passed:,} other line{'s' * (passed > 1)}"
        raise self.failed(f"did not say {wanted} in time, {said}")

    def failed(self, what: str, *, gone: bool = False) -> EngineFailed:
        """Return the error that says what went wrong, and what the engine said last; it is ended at once."""
        status = _ended(self._process, GRACE) if gone and self.is_open else None
        self.close(at_once=True)
        parts = [f"the engine {quote(self.command)} {what}"]
        if status is not None:
            parts.append(f"exit status {status}")
        parts += [f"it said last {quote(line, MOST_QUOTED)}" for line in self._last]
        parts += [f"and on standard error {quote(line, MOST_QUOTED)}" for line in self._errors]
        return EngineFailed("; ".join(parts))

    def close(self, *, at_once: bool = False) -> None:
        """End the process and all of its group, which is asked to go unless `at_once`."""
        if not self.is_open:
            return
        if at_once:
            _kill(self._process)
        else:
            with contextlib.suppress(OSError, ValueError):
                os.write(self._input.fileno(), b"quit\n")
        self._end()

    @property
    def is_open(self) -> bool:
        """Whether it has not been ended by us."""
        return self._end.alive

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _words(command: str | Sequence[str]) -> list[str]:
    try:
        words = shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
    except ValueError as error:
        raise BadParameter(
            f"the command {quote(command)} cannot be read ({error}): close each quotation"
        ) from error
    if not words:
        raise BadParameter("an engine of no command cannot be started: write for example engine:./my_engine")
    return words


def _read(stream: IO[bytes], lines: "queue.Queue[str | None]", closed: threading.Event) -> None:
    """Put what a stream says into a queue, line by line, and None at its end."""
    line: str | None = ""
    while line is not None and not closed.is_set():
        try:
            found = stream.readline(LONGEST_LINE)
        except (OSError, ValueError):
            found = b""
        line = found.decode(errors="replace").rstrip("\r\n") if found else None
        while not closed.is_set():
            with contextlib.suppress(queue.Full):
                lines.put(line, timeout=PAUSE)
                break


def _note(stream: IO[bytes], lines: "deque[str]") -> None:
    """Keep the last line that is not empty."""
    with contextlib.suppress(OSError, ValueError):
        while found := stream.readline(LONGEST_LINE):
            line = found.decode(errors="replace").strip()
            if line:
                lines.append(line)


def _end(
    process: "subprocess.Popen[bytes]", closed: threading.Event, readers: list[threading.Thread], owner: int
) -> None:
    """End a process, its group and what reads from it; a process that was forked from ours ends nothing."""
    if os.getpid() != owner:
        return
    closed.set()
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    with contextlib.suppress(OSError, ValueError):
        process.stdin.close()
    _ended(process, GRACE)
    _kill(process)
    process.wait()
    for reader, stream in zip(readers, (process.stdout, process.stderr), strict=True):
        reader.join(GRACE)  # it ends with the stream, unless somebody outside the group has that too
        if not reader.is_alive():
            stream.close()


def _ended(process: "subprocess.Popen[bytes]", patience: float) -> int | None:
    """Return the status of a process that ends within so many seconds, None of one that goes on.

    It stays a zombie, so that its number is nobody else's until its group has been ended.
    """
    if process.returncode is not None:
        return process.returncode
    until = time.monotonic() + patience
    while True:
        found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is not None:
            return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        if time.monotonic() >= until:
            return None
        time.sleep(0.005)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill the group of a process whose number nobody else can have."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
