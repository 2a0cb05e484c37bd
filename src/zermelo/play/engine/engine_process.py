"""An engine's process: started without a shell, spoken to in lines, with a time limit on each wait.

Writing has a time limit too, because a process that does not read blocks the writer when the pipe is full.
Two threads read the process's output, so the process can neither block us nor fill our memory. Lines that
nobody has asked for wait in a queue of limited length; when the queue is full, the process waits. The process
leads its own group, and the whole group is ended with it: on `close`, when the object is collected, and when
our process ends. If our process is killed, the engine's input ends, which is a signal for an engine to exit.
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

LONGEST_LINE = 1 << 16  # bytes: a longer line is cut into several
MOST_WAITING = 256  # lines in the queue
MOST_QUOTED = 200  # characters of a line in an error
GRACE = 0.5  # seconds for a process to end by itself, once asked to
PAUSE = 0.1  # seconds between two tries to put a line into a full queue


class EngineProcess:
    """A running program that exchanges lines with us; a context manager that ends it.

    `command` is a program and its arguments, as a text or in a sequence; no shell reads it. Raises
    `EngineFailed` where the program cannot be started, `BadParameter` where there is no command.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        words = _split_command(command)
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
            threading.Thread(
                target=_queue_stream_lines, args=(process.stdout, self._lines, closed), daemon=True
            ),
            threading.Thread(target=_keep_last_line, args=(process.stderr, self._errors), daemon=True),
        ]
        for reader in readers:
            reader.start()
        self._end_process = weakref.finalize(self, _end_process, process, closed, readers, os.getpid())

    def send(self, line: str, deadline: float) -> None:
        """Send a line; raises `EngineFailed` where the process has closed its input or does not read in time.

        The time limit is `deadline`, by `time.monotonic`.
        """
        left = line.encode() + b"\n"
        while left:
            try:
                written = self._write_some_bytes(left, deadline)
            except (OSError, ValueError):
                raise self.end_and_make_error("listens no more", has_exited=True) from None
            if not written:
                raise self.end_and_make_error("does not read its input")
            left = left[written:]

    def _write_some_bytes(self, content: bytes, deadline: float) -> int:
        """Return how many bytes were written, 0 where the pipe took none in time."""
        room = select.poll()
        room.register(self._input, select.POLLOUT)
        while room.poll(1000 * max(0.0, deadline - time.monotonic())):
            with contextlib.suppress(BlockingIOError):
                return os.write(self._input.fileno(), content)
        return 0

    def _is_input_open(self) -> bool:
        """Whether the process still has its input open; once closed, it stays closed."""
        end = select.poll()
        end.register(self._input, 0)  # errors are reported without being requested
        return not end.poll(0)

    def wait_for_line(self, words: Sequence[str], deadline: float) -> list[str]:
        """Return the next line that begins with one of `words`, split; other lines before it are ignored.

        `deadline` is by `time.monotonic`. Raises `EngineFailed` where no such line arrives, and
        early where the process has closed its input and is silent.
        """
        wanted = " or ".join(words)
        passed = 0
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=min(left, GRACE))
            except queue.Empty:
                if self._is_input_open():
                    continue
                raise self.end_and_make_error("listens no more", has_exited=True) from None
            if line is None:
                raise self.end_and_make_error(f"ended before it said {wanted}", has_exited=True)
            parts = line.split()
            if parts:
                self._last.append(line)
            if parts and parts[0] in words:
                return parts
            passed += 1
        said = "and nothing else" if passed == 0 else f"but {passed:,} other line{'s' * (passed > 1)}"
        raise self.end_and_make_error(f"did not say {wanted} in time, {said}")

    def end_and_make_error(self, reason: str, *, has_exited: bool = False) -> EngineFailed:
        """End the process at once; return the error with the reason and the engine's last output."""
        status = _wait_for_exit(self._process, GRACE) if has_exited and self.is_open else None
        self.close(at_once=True)
        parts = [f"the engine {quote(self.command)} {reason}"]
        if status is not None:
            parts.append(f"exit status {status}")
        parts += [f"it said last {quote(line, MOST_QUOTED)}" for line in self._last]
        parts += [f"and on standard error {quote(line, MOST_QUOTED)}" for line in self._errors]
        return EngineFailed("; ".join(parts))

    def close(self, *, at_once: bool = False) -> None:
        """End the process and all of its group, with a request to exit first unless `at_once`."""
        if not self.is_open:
            return
        if at_once:
            _kill_process_group(self._process)
        else:
            with contextlib.suppress(OSError, ValueError):
                os.write(self._input.fileno(), b"quit\n")
        self._end_process()

    @property
    def is_open(self) -> bool:
        """Whether we have not ended the process."""
        return self._end_process.alive

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _split_command(command: str | Sequence[str]) -> list[str]:
    try:
        words = shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
    except ValueError as error:
        raise BadParameter(
            f"the command {quote(command)} cannot be read ({error}): close each quotation"
        ) from error
    if not words:
        raise BadParameter("an engine of no command cannot be started: write for example engine:./my_engine")
    return words


def _queue_stream_lines(stream: IO[bytes], lines: "queue.Queue[str | None]", closed: threading.Event) -> None:
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


def _keep_last_line(stream: IO[bytes], lines: "deque[str]") -> None:
    """Keep the last line that is not empty."""
    with contextlib.suppress(OSError, ValueError):
        while found := stream.readline(LONGEST_LINE):
            line = found.decode(errors="replace").strip()
            if line:
                lines.append(line)


def _end_process(
    process: "subprocess.Popen[bytes]", closed: threading.Event, readers: list[threading.Thread], owner: int
) -> None:
    """End a process, its group and its readers; a process that was forked from ours ends nothing."""
    if os.getpid() != owner:
        return
    closed.set()
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    with contextlib.suppress(OSError, ValueError):
        process.stdin.close()
    _wait_for_exit(process, GRACE)
    _kill_process_group(process)
    process.wait()
    for reader, stream in zip(readers, (process.stdout, process.stderr), strict=True):
        reader.join(GRACE)  # ends with the stream, unless a process outside the group holds it open
        if not reader.is_alive():
            stream.close()


def _wait_for_exit(process: "subprocess.Popen[bytes]", timeout: float) -> int | None:
    """Return the exit status of a process that ends within so many seconds, None of one that still runs.

    The process stays a zombie, so its number is not reused before its group has been ended.
    """
    if process.returncode is not None:
        return process.returncode
    until = time.monotonic() + timeout
    while True:
        found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is not None:
            return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        if time.monotonic() >= until:
            return None
        time.sleep(0.005)


def _kill_process_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill the group of a process; its number must not have been released."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
