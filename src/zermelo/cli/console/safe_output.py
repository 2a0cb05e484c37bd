r"""Safe output at the terminal: what is printed is text, and cannot control the terminal.

Names of moves, boards, messages and names of files may come from anybody, and a terminal obeys what it is
sent: it moves the cursor, renames the window, hides or reorders what is read. So while a command runs,
standard output and standard error are screens: control characters are shown as Python writes them (`\x1b`),
all but the end of a line and the tab. Colours and the progress line are our own, sent by
`mark_own_control_sequence` with a mark that nobody else knows, as it is drawn anew for each process.
"""

import contextlib
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, Final, TextIO, cast

from zermelo.core import is_rule_frame

MARK: Final = secrets.token_hex(8)
OWN: Final = re.compile(f"\x1b{MARK}<([^>]*)>")
# C0 but tab and newline, delete, C1, what turns the direction of reading, and halves of characters.
CONTROL: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def mark_own_control_sequence(code: str) -> str:
    """Return a control sequence of ours (without its first character), to be printed among other text."""
    return f"\x1b{MARK}<{code}>"


def escape_control_characters(text: str) -> str:
    r"""Return a text with its control characters made visible; those of zermelo stay.

    >>> escape_control_characters("\x1b[31mred\r\n")
    '\\x1b[31mred\\r\n'
    """
    if CONTROL.search(text) is None:
        return text
    parts = OWN.split(text)
    parts[::2] = [CONTROL.sub(lambda found: repr(found[0])[1:-1], part) for part in parts[::2]]
    parts[1::2] = [f"\x1b{code}" if code != "\r" else "\r" for code in parts[1::2]]
    return "".join(parts)


class SafeStream:
    """A text stream that sends only text; everything else is passed to the stream below it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.before_write: Callable[[], None] = lambda: None

    def write(self, text: str) -> int:
        """Write a text; a character that the stream lacks becomes a question mark."""
        self.before_write()
        text = escape_control_characters(text)
        try:
            self._stream.write(text)
        except UnicodeEncodeError:
            encoding = getattr(self._stream, "encoding", None) or "ascii"
            self._stream.write(text.encode(encoding, "replace").decode(encoding))
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write texts one after the other."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __enter__(self) -> "SafeStream":
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()

    def __iter__(self) -> Iterator[str]:
        return iter(self._stream)


class AnswerStream(SafeStream):
    """Standard output: it takes what the command prints; what rules print goes to standard error."""

    def write(self, text: str) -> int:
        """Write a text, to standard error where rules, or anything else of a user's own, are running."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_globals.get("__name__") == "zermelo.cli.command_app":
                break  # what called the command, such as a test, is no rule
            if is_rule_frame(frame):
                return sys.stderr.write(text)
            frame = frame.f_back
        return super().write(text)


@contextlib.contextmanager
def replace_standard_streams_by_safe_ones() -> Iterator[None]:
    """Have standard output and standard error be screens while the block runs."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast("TextIO", AnswerStream(before[0])), cast("TextIO", SafeStream(before[1]))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
