"""Every error zermelo raises on purpose.

One line each: it names the value, the reason and the remedy. Each is also the built-in exception
it resembles, so that ordinary `except` clauses work. `exit_status` is what the command line ends
with: 2 for bad input, 1 for a failed check.
"""

import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, ClassVar

PACKAGE_ROOT = Path(__file__).parent.parent


LONGEST_MESSAGE = 2_000  # characters; a message may repeat texts from a stranger, of any length
MOST_QUOTED = 200  # characters of a given text


def quote(given: object, most: int = MOST_QUOTED) -> str:
    """Return a given value as errors quote it: its repr, or the beginning and length of a long one.

    >>> quote("a" * 1_000, 10)
    "'aaaaaaaaa... (1,002 characters)"
    """
    try:
        text = repr(given)
    except Exception:  # Python writes no integer of more than 4,300 digits, and a repr may be anybody's
        if isinstance(given, int):
            return f"an integer of {given.bit_length():,} bits"
        return object.__repr__(given)
    return text if len(text) <= most else f"{text[:most]}... ({len(text):,} characters)"


def abridge_message(message: str) -> str:
    """Return a message without its middle where that is long: what began it, the reason and the remedy stay.

    >>> abridge_message("a" * 100_000).strip("a")
    '... (98,000 characters left out) ...'
    """
    if len(message) <= LONGEST_MESSAGE:
        return message
    side = LONGEST_MESSAGE // 2
    return f"{message[:side]}... ({len(message) - 2 * side:,} characters left out) ...{message[-side:]}"


HINTS = {  # what lies behind some errors of Python
    "ValueError: negative shift count": ", as by -1 where there is no cell: ask before shifting"
}


def describe_error(error: BaseException) -> str:
    """Return the message of an error in a game's rules, and its place: the method, the file and the line.

    Parameters
    ----------
    error : BaseException
        What the rules raised.

    Returns
    -------
    str
        One line; the place is left out if no frame of the traceback is the user's.

    Examples
    --------
    >>> try:
    ...     raise ValueError("negative shift count")
    ... except ValueError as error:
    ...     describe_error(error).partition(" (in")[0]
    'ValueError: negative shift count, as by -1 where there is no cell: ask before shifting'
    """
    try:
        text = " ".join(str(error).split())
    except Exception:  # of a class of errors of theirs
        text = ""
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    said += HINTS.get(said, "")
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not (is_file_of_zermelo(frame.filename) or frame.filename.startswith("<frozen "))
    ]
    if not frames:
        return said
    last = frames[-1]
    return f"{said} (in {last.name}, {Path(last.filename).name} line {last.lineno})"


def is_file_of_zermelo(filename: str) -> bool:
    """Return whether a file is zermelo's own, its catalogue of games excepted."""
    path = Path(filename)
    return PACKAGE_ROOT in path.parents and PACKAGE_ROOT / "games" not in path.parents[1:]


class ZermeloError(Exception):
    """The base class of all errors of zermelo."""

    exit_status: ClassVar[int] = 2

    def __str__(self) -> str:  # KeyError would print the repr of its message
        return abridge_message(str(self.args[0])) if self.args else ""


class UnknownGame(ZermeloError, LookupError):
    """No game has this name, or the file does not hold it."""


class BadParameter(ZermeloError, ValueError):
    """A game or a command was given a parameter it cannot take."""


class ColoursExchanged(UserWarning):
    """A position was read with the players' colours exchanged, as the game that was asked has them."""

    _collected: ClassVar[ContextVar[list[str] | None]] = ContextVar("collected", default=None)

    @classmethod
    @contextmanager
    def collect_messages(cls) -> Iterator[list[str]]:
        """Collect these messages in a block of code, in place of warnings.

        A server needs this: `warnings.catch_warnings` catches warnings of all threads.

        Yields
        ------
        list of str
            Messages reported so far in the block.
        """
        messages: list[str] = []
        token = cls._collected.set(messages)
        try:
            yield messages
        finally:
            cls._collected.reset(token)

    @classmethod
    def warn_or_collect(cls, message: str) -> None:
        """Warn that a text was read with the colours exchanged, or add the message to those collected.

        Parameters
        ----------
        message : str
            What was read, and how.
        """
        messages = cls._collected.get()
        if messages is None:
            warnings.warn(message, cls, stacklevel=3)
        else:
            messages.append(message)


class UnreadablePosition(ZermeloError, ValueError):
    """A text could not be read as a position of the game."""

    reason: str = ""  # why, without the text and the game
    other: Any = None  # the game of the same family that has such pieces, where there is one


class UnknownPosition(ZermeloError, KeyError):
    """The position is not among those that were solved."""

    REASON: ClassVar[str] = "this position cannot come about from the start, so the solution does not have it"


class IllegalMove(ZermeloError, ValueError):
    """The move is not allowed in the position."""


class BadRules(ZermeloError, RuntimeError):
    """A game's rules broke the contract: they raised, left the range, or never stopped."""


class KeyTooCoarse(BadRules):
    """Two different states of an imported game have one key; `pair` holds a history of each."""

    def __init__(self, message: str, pair: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())) -> None:
        super().__init__(message)
        self.pair = pair


class UnfollowedRules(UserWarning):
    """Part of a game's rules cannot be followed, so nothing on disk is taken for a solution of theirs."""


class LoopFound(BadRules):
    """Play can return to an earlier position, which the method in use does not solve."""


class MissingCapability(ZermeloError, TypeError):
    """A method needs something that the game does not define, or that the solution does not keep."""


class MissingExtra(ZermeloError, ImportError):
    """A library that this needs is not installed; the message states how to install it."""


class CannotCompile(ZermeloError, TypeError):
    """A rule is outside the compilable subset of Python; the message names method, line and remedy."""


class OutOfBudget(ZermeloError, MemoryError):
    """The memory budget is too small for the work, even with spilling."""


class TooLarge(OutOfBudget):
    """The plan of a game states that it cannot fit; with `anyway`, the work begins all the same."""


class BeyondMemory(OutOfBudget):
    """Tiers of a game do not fit into memory; bucket by bucket, on disk, they can be solved."""


class BeyondDisk(OutOfBudget):
    """A solve would take more of the disk than it may."""


class StorageFailed(ZermeloError, OSError):
    """A file could not be written or read: full disk, missing rights."""


class DamagedScratch(StorageFailed):
    """The files of an interrupted run cannot be used: the run begins again."""


class EngineFailed(ZermeloError, RuntimeError):
    """A program that plays did not start, fell silent, ended or made no move; its last output is quoted."""


class MissingSolution(ZermeloError, FileNotFoundError):
    """There is no solution where one was expected."""


class DamagedSolution(ZermeloError, ValueError):
    """A solution's files do not agree with their checksums or with the rules."""

    exit_status = 1


class OutdatedSolution(ZermeloError, ValueError):
    """A solution was made from other rules, or by an incompatible version."""


class DamagedPolicy(ZermeloError, ValueError):
    """A policy's file does not agree with its checksum."""

    exit_status = 1


class OutdatedPolicy(ZermeloError, ValueError):
    """A policy was made from other rules, or in another format."""


class DamagedProof(ZermeloError, ValueError):
    """A proof's file does not agree with its checksum."""

    exit_status = 1


class OutdatedProof(ZermeloError, ValueError):
    """A proof was made from other rules, or in another format."""


class DamagedBook(ZermeloError, ValueError):
    """A book's file does not agree with its checksum."""

    exit_status = 1


class OutdatedBook(OutdatedSolution):
    """A book was made from other rules, or in another format."""


class CheckFailed(ZermeloError, AssertionError):
    """A check found a counterexample; the message shows the first one."""

    exit_status = 1


class Cancelled(ZermeloError, RuntimeError):
    """The work was stopped on request; what was finished is kept where a store was given.

    `found` is what the work had found by then, where that is something.
    """

    exit_status = 130
    found: Any = None
