"""A symbolic number for reading rules: it answers what holds for a whole stretch, and refuses all else.

Rules are run on an `SymbolicNumber`, which stands for every number of a stretch (`StretchBounds`). Adding,
subtracting, comparing with integers and remainders are answered exactly. Everything else that Python can do
with an integer (text, float, division, hash, index, bits, copies, its class) raises `SymbolicRefusal`. Where
an answer differs within the stretch, `StretchDivided` gives the place to split it.

Both are no `Exception`, so `except Exception` does not catch them, and the reading remembers that one was
raised: rules that swallow it by a bare `except`, by `contextlib.suppress` or by `finally: return` are not
read. Some code can distinguish the number from an integer without asking it: `is`, `id`, and C functions that
raise if they get no integer. So every function that runs is inspected too. It may have no `except`, `with` or
`finally`, and `is` only with None. It may call only C functions that are known to ask.
"""

import builtins
import dis
import functools
import inspect
import math
import os
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

Answer = TypeVar("Answer")
Ran = dict[types.CodeType, Mapping[str, Any]]  # functions that ran, with their global names

MOST_QUESTIONS: Final = 100_000  # asked of one number in one run
MOST_VALUES: Final = 20_000  # looked into for constants
KNOWN_MODULES: Final = frozenset({"math", "itertools", "functools", "bisect"})
KNOWN_FUNCTIONS: Final = frozenset(
    getattr(builtins, name)
    for name in (
        *("abs", "all", "any", "bin", "chr", "divmod", "format", "hash", "hex", "isinstance", "iter", "len"),
        *("max", "min", "next", "oct", "ord", "pow", "print", "repr", "round", "sorted", "sum"),
    )
)
C_MODULES: Final = frozenset({"math", "itertools", "_functools", "_bisect"})
CONTAINERS: Final[tuple[type, ...]] = (
    list,
    tuple,
    dict,
    set,
    frozenset,
    str,
    bytes,
    int,
    float,
    range,
    type(iter({})),
)
OWN_FOLDER: Final = str(Path(__file__).parent) + os.sep
LONGEST: Final = 10.0  # seconds of a reading that is watched
FUNCTOOLS_FILE: Final = functools.__file__  # cached properties take a lock


class SymbolicRefusal(BaseException):
    """The number was asked for what differs from number to number."""


class StretchDivided(BaseException):
    """The numbers of a stretch fare differently: those below `at`, or those of another remainder."""

    def __init__(self, at: int = 0, modulus: int = 0) -> None:
        super().__init__(at, modulus)
        self.at, self.modulus = at, modulus


@dataclass
class SymbolicRun:
    """One run of rules on a symbolic number: what was raised, and which code ran with which names."""

    raised: BaseException | None = None
    questions: int = 0
    ran: Ran = field(default_factory=dict)

    def record_and_return_error(self, error: BaseException) -> BaseException:
        """Return the error to raise, and remember it: rules cannot hide it."""
        self.raised = self.raised or error
        return error

    def trace_call(self, frame: types.FrameType, event: str, argument: Any) -> None:
        """Note a call, as the profiler of this thread."""
        where = frame.f_code.co_filename
        if where == FUNCTOOLS_FILE or where.startswith(OWN_FOLDER):
            return
        if event == "call":
            self.ran.setdefault(frame.f_code, frame.f_globals)
        elif event == "c_call" and not _is_safe_builtin(argument):
            self.record_and_return_error(SymbolicRefusal(f"{argument!r} was called"))


class _CurrentRun(threading.local):
    """The run in progress in this thread."""

    reading: SymbolicRun | None = None


_now = _CurrentRun()


def _find_current_run() -> SymbolicRun:
    return _now.reading or SymbolicRun()


def _refuse_operation(*_: Any, **__: Any) -> Any:
    raise _find_current_run().record_and_return_error(SymbolicRefusal("this differs from number to number"))


class _SymbolicNumberType(type):
    """The class of `SymbolicNumber`: comparing or hashing it would distinguish the number from an integer."""

    def __eq__(cls, other: object) -> bool:
        return _refuse_operation() if _now.reading else type.__eq__(cls, other)

    def __hash__(cls) -> int:
        return _refuse_operation() if _now.reading else type.__hash__(cls)


class SymbolicNumber(metaclass=_SymbolicNumberType):
    """Any number n of a stretch, with `more` added: what is answered holds for all of them."""

    __slots__ = ("more", "stretch")

    def __init__(self, stretch: "StretchBounds", more: int = 0) -> None:
        _STRETCH.__set__(self, stretch)
        _MORE.__set__(self, more)

    def __add__(self, other: Any) -> "SymbolicNumber":
        return SymbolicNumber(
            _STRETCH.__get__(self), read_offset_of_number(self) + _require_plain_integer(other)
        )

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if type(other) is SymbolicNumber:
            return read_offset_of_number(self) - read_offset_of_number(other)
        return SymbolicNumber(
            _STRETCH.__get__(self), read_offset_of_number(self) - _require_plain_integer(other)
        )

    def __lt__(self, other: Any) -> bool:
        return _is_below(self, other, 0)

    def __le__(self, other: Any) -> bool:
        return _is_below(self, other, 1)

    def __gt__(self, other: Any) -> bool:
        return not _is_below(self, other, 1)

    def __ge__(self, other: Any) -> bool:
        return not _is_below(self, other, 0)

    def __eq__(self, other: object) -> bool:
        return not _is_below(self, other, 0) and _is_below(self, other, 1)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    def __pos__(self) -> "SymbolicNumber":
        return self

    def __mod__(self, modulus: Any) -> int:
        if _require_plain_integer(modulus) <= 0:
            _refuse_operation()
        stretch = _STRETCH.__get__(self)
        if stretch.modulus % modulus:
            raise _find_current_run().record_and_return_error(StretchDivided(modulus=modulus))
        return int((stretch.remainder + read_offset_of_number(self)) % modulus)

    def __and__(self, mask: Any) -> int:
        """Return the lowest bits: `n & 1` asks for a remainder."""
        if _require_plain_integer(mask) < 0 or mask & (mask + 1):
            _refuse_operation()
        return int(self % (mask + 1))

    __rand__ = __and__

    def __getattribute__(self, name: str) -> Any:
        return _refuse_operation()

    def __setattr__(self, name: str, value: Any) -> None:
        _refuse_operation()


_MORE, _STRETCH = vars(SymbolicNumber)["more"], vars(SymbolicNumber)["stretch"]
_ANSWERED: Final = frozenset(vars(SymbolicNumber)) - {"__hash__", "__doc__", "__module__"}
_OF_OBJECTS: Final = frozenset({"__class__", "__doc__", "__init_subclass__", "__new__", "__subclasshook__"})
for _name in (frozenset(dir(int)) | {"__copy__", "__deepcopy__"}) - _ANSWERED - _OF_OBJECTS:
    setattr(SymbolicNumber, _name, _refuse_operation)


def read_offset_of_number(number: SymbolicNumber) -> int:
    """Return what was added to the number."""
    return int(_MORE.__get__(number))


def _require_plain_integer(other: Any) -> int:
    """Return a plain integer; what else would be compared or added is refused."""
    return int(other) if type(other) in (int, bool) else int(_refuse_operation())


def _is_below(number: SymbolicNumber, other: Any, more: int) -> bool:
    """Return whether it is less than `other + more`, for all numbers of the stretch alike."""
    reading = _find_current_run()
    reading.questions += 1
    if reading.questions > MOST_QUESTIONS:
        _refuse_operation()
    if type(other) is SymbolicNumber:
        return read_offset_of_number(number) < read_offset_of_number(other) + more
    stretch, at = (
        _STRETCH.__get__(number),
        _require_plain_integer(other) + more - read_offset_of_number(number),
    )
    if stretch.high is not None and stretch.high < at:
        return True
    if stretch.low >= at:
        return False
    raise reading.record_and_return_error(StretchDivided(at))


@dataclass(frozen=True)
class StretchBounds:
    """The numbers from `low` to `high` (None: no end) that leave `remainder` when divided by `modulus`."""

    low: int
    high: int | None
    modulus: int = 1
    remainder: int = 0

    def yield_stretches_split_at_division(self, where: StretchDivided) -> Iterator["StretchBounds"]:
        """Yield the stretches that this one falls into."""
        if where.modulus:
            modulus = math.lcm(self.modulus, where.modulus)
            for remainder in range(self.remainder, modulus, self.modulus):
                yield StretchBounds(self.low, self.high, modulus, remainder)
            return
        yield StretchBounds(self.low, where.at - 1, self.modulus, self.remainder)
        yield StretchBounds(where.at, self.high, self.modulus, self.remainder)

    def __contains__(self, number: int) -> bool:
        inside = self.low <= number and (self.high is None or number <= self.high)
        return inside and number % self.modulus == self.remainder


def run_symbolically(rules: Callable[[], Answer], *, watched: bool) -> tuple[Answer, Ran]:
    """Run rules that ask a symbolic number; return their answer, and the functions that ran if `watched`.

    Raises `StretchDivided` where the stretch is to be split, `SymbolicRefusal` where the rules cannot be
    read, or take longer than `LONGEST`. An answer is only to be believed of a run that was watched: that has
    a thread of its own, as a profiler is of a thread, and takes five times as long.
    """
    reading, answers = SymbolicRun(), list[Answer]()
    if watched:
        thread = threading.Thread(
            target=_run_traced, args=(rules, reading, answers, reading.trace_call), daemon=True
        )
        thread.start()
        thread.join(LONGEST)
        if thread.is_alive():
            raise SymbolicRefusal(f"the rules take longer than {LONGEST:g} s")
    else:
        _run_traced(rules, reading, answers, None)
    if reading.raised is not None:
        raise reading.raised
    for code, known in reading.ran.items():
        if not _is_code_readable(code, known):
            raise SymbolicRefusal(f"{code.co_qualname} cannot be read")
    if not answers:
        raise SymbolicRefusal("the rules ended what asked them")
    return answers[0], reading.ran


def _run_traced(
    rules: Callable[[], Answer], reading: SymbolicRun, answers: list[Answer], profiler: Any
) -> None:
    """Run rules; note their answer, or in the reading why there is none."""
    _now.reading = reading
    if profiler is not None:
        sys.setprofile(profiler)
    try:
        answers.append(rules())
    except Exception as error:  # whatever rules raise when they are given no plain number
        reading.record_and_return_error(SymbolicRefusal(str(error)))
    except (SymbolicRefusal, StretchDivided):
        pass  # the first one counts, which the reading remembers
    finally:
        if profiler is not None:
            sys.setprofile(None)
        _now.reading = None


def _is_safe_builtin(function: Any) -> bool:
    """Return whether a C function distinguishes a symbolic number from an integer only by asking it."""
    if isinstance(function, types.BuiltinFunctionType) and isinstance(function.__self__, types.ModuleType):
        return function in KNOWN_FUNCTIONS or function.__module__ in C_MODULES
    owner = getattr(function, "__objclass__", None) or type(getattr(function, "__self__", None))
    return owner in CONTAINERS or owner.__module__ in C_MODULES or owner is types.GeneratorType


def _inspect_code(code: types.CodeType) -> tuple[bool, tuple[str, ...]]:
    """Return whether a function handles no error and compares no identity, and the global names it loads."""
    before, names = None, []
    for each in dis.get_instructions(code):
        by_identity = each.opname == "IS_OP" and not (
            before is not None and before.opname == "LOAD_CONST" and before.argval is None
        )
        if by_identity or each.opname in ("PUSH_EXC_INFO", "IMPORT_NAME"):
            return False, ()
        if each.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            names.append(each.argval)
        before = each
    return True, tuple(names)


def _is_code_readable(code: types.CodeType, known: Mapping[str, Any]) -> bool:
    plain, names = _inspect_code(code)
    return plain and all(_is_global_harmless(name, known) for name in names)


def _is_global_harmless(name: str, known: Mapping[str, Any]) -> bool:
    """Return whether the object of a global name cannot distinguish a symbolic number from an integer."""
    if name.startswith("__"):
        return False
    value = known.get(name, vars(builtins).get(name))
    if isinstance(value, types.ModuleType):
        return value.__name__ in KNOWN_MODULES
    if isinstance(value, type):
        return not issubclass(value, type)
    if isinstance(value, types.BuiltinFunctionType):
        return _is_safe_builtin(value)
    return not callable(value) or inspect.isfunction(value) or inspect.isfunction(type(value).__call__)


def collect_integer_constants(*values: Any) -> set[int]:
    """Return the integers in these values: in containers, functions, closures, and the state of objects.

    >>> sorted(collect_integer_constants({"least": 3, "takes": (1, [7])}, lambda number: number % 12 == 5))
    [1, 3, 5, 7, 12]
    """
    found: set[int] = set()
    seen: dict[int, Any] = {}
    waiting = list(values)
    while waiting and len(seen) < MOST_VALUES:
        value = waiting.pop()
        if isinstance(value, int):
            found.add(int(value))
        elif id(value) not in seen and not isinstance(value, types.ModuleType):
            seen[id(value)] = value
            waiting += _list_inner_values(value)
    return found


def _list_inner_values(value: Any) -> list[Any]:
    """Return the values that one value holds."""
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    if isinstance(value, range | slice):
        return [value.start, value.stop]
    if isinstance(value, types.CodeType):
        return list(value.co_consts)
    if isinstance(value, types.FunctionType):
        inside = inspect.getclosurevars(value)
        return [value.__code__, value.__defaults__, value.__kwdefaults__, inside.nonlocals, inside.globals]
    if hasattr(type(value), "tolist"):
        return [value.tolist()]
    if isinstance(value, type) and value.__module__ == "builtins":
        return []
    return [held for name, held in getattr(value, "__dict__", {}).items() if not name.startswith("__")]
