"""Errors of rules beyond exceptions: they end the process, raise what is no `Exception`, return no text.

`except Exception` lets `SystemExit` through, so rules that call `sys.exit()` would end the program that asks
them, with status 0 and without an answer. Code that catches errors of rules therefore catches `BaseException`
and asks `must_propagate` which of them are not the rules': our own errors, and Ctrl-C.
"""

import functools
import inspect
import opcode
import sys
import sysconfig
import traceback
import types
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, Final, TypeVar

from zermelo.core.capabilities import CAPABILITIES
from zermelo.core.errors import (
    PACKAGE_ROOT,
    BadRules,
    ZermeloError,
    describe_error,
    is_file_of_zermelo,
    quote,
)
from zermelo.core.registry import is_plugin_module

TEXTS: Final = {"show": "a text that parse() reads", "name": "the move as text"}  # what each is to return
RULE_METHODS: Final = {*CAPABILITIES, "start", "starts", "moves", "play", "outcome", "stuck", "parse", *TEXTS}
PATHS: Final = sysconfig.get_paths()
LIBRARIES: Final = (  # where files are no user's own
    str(PACKAGE_ROOT),
    "<",
    *(PATHS[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")),
    *(path for path in sys.path if path.endswith(("site-packages", "dist-packages"))),
)

Function = TypeVar("Function", bound=Callable[..., Any])


def must_propagate(error: BaseException) -> bool:
    """Return whether an error that came from where rules are asked is not theirs: ours, or a real Ctrl-C."""
    return isinstance(error, ZermeloError) or does_error_end_process(error)


def does_error_end_process(error: BaseException) -> bool:
    """Return whether an error ends what runs: a real Ctrl-C, or another that zermelo sends to a thread.

    A `KeyboardInterrupt` is the rules' where a `raise` of theirs has raised it; what a signal raises comes
    between two other instructions. So does the `GeneratorExit` of a generator that is closed.
    """
    if isinstance(error, Exception):
        return False
    if type(error).__module__.startswith("zermelo."):
        return True
    return isinstance(error, KeyboardInterrupt | GeneratorExit) and not _is_raised_by_rules(error)


def _is_raised_by_rules(error: BaseException) -> bool:
    """Return whether a `raise` statement outside zermelo has raised an error."""
    trace = error.__traceback__
    if trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    return code.co_code[trace.tb_lasti] == opcode.opmap["RAISE_VARARGS"] and not is_file_of_zermelo(
        code.co_filename
    )


def find_rule_error(error: BaseException) -> BadRules | None:
    """Return a `BadRules` for what a game's rules raised, which names the rule and the position.

    The rule is found in the traceback: the outermost method of a game that something asks for.

    Parameters
    ----------
    error : BaseException
        Any error.

    Returns
    -------
    BadRules or None
        None if no rule raised it: an error of zermelo, or Ctrl-C.
    """
    if must_propagate(error):
        return None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if (game := _find_game_of_frame(frame)) is not None and not is_file_of_zermelo(
            frame.f_code.co_filename
        ):
            code = frame.f_code
            asked = [frame.f_locals.get(name) for name in code.co_varnames[1 : code.co_argcount]]
            where = f" at position {quote(asked[0])}" if asked and code.co_name != "parse" else ""
            return BadRules(f"{game!r}: the rules raise {describe_error(error)} in {code.co_name}(){where}")
    return None


def is_rule_frame(frame: FrameType) -> bool:
    """Return whether a frame runs a game's rules, or anything else of a user's own.

    Parameters
    ----------
    frame : FrameType
        A frame of the stack, as `sys._getframe` returns it.

    Returns
    -------
    bool
        False for files of zermelo, of plug-ins and of installed libraries, unless they are asked as rules.
    """
    is_library = frame.f_code.co_filename.startswith(LIBRARIES) or is_plugin_module(
        frame.f_globals.get("__name__", "")
    )
    return not is_library or _find_game_of_frame(frame) is not None


def _find_game_of_frame(frame: FrameType) -> Any:
    """Return the game of which a frame runs a method that something asks for, None for any other frame."""
    from zermelo.core.game import Game

    code = frame.f_code
    if not code.co_argcount or code.co_name not in RULE_METHODS:
        return None
    owner = frame.f_locals.get(code.co_varnames[0])
    return owner if isinstance(owner, Game) else None


def with_rule_errors(function: Function) -> Function:
    """Return the function, which raises `BadRules` for whatever the rules raise that it asks."""
    wrapped: Function = _wrap_rule_function(function, _call_rule)
    return wrapped


def with_rule_errors_in_methods(cls: type[Any]) -> Any:
    """Have every public method that a class defines be `with_rule_errors`."""
    for name, value in list(vars(cls).items()):
        if inspect.isfunction(value) and not name.startswith("_"):
            setattr(cls, name, with_rule_errors(value))
    return cls


def require_texts_of_rules(cls: type, root: type) -> None:
    """Have a class's `show` and `name` raise `BadRules` wherever they return no text."""
    for name in TEXTS:
        function = inspect.getattr_static(cls, name, None)
        own = next(base for base in cls.__mro__ if name in base.__dict__)
        if inspect.isfunction(function) and (own is cls or not issubclass(own, root)):
            setattr(cls, name, _wrap_rule_function(function, partial(_call_text_rule, name)))


def unwrap_rule(function: Any) -> Any:
    """Return the function that one stands for: what a class has written, not how zermelo calls it.

    A decorator of somebody's own copies `stands_for` with all other attributes, and stands for nothing.
    """
    wrapped = getattr(function, "__wrapped__", None)
    return wrapped if wrapped is not None and getattr(function, "stands_for", None) is wrapped else function


def _call_rule(function: Callable[..., Any], *asked: Any, **named: Any) -> Any:
    try:
        return function(*asked, **named)
    except BaseException as error:
        if (fault := find_rule_error(error)) is None:
            raise
        raise fault from error


def _call_text_rule(name: str, function: Callable[..., Any], game: Any, *asked: Any, **named: Any) -> str:
    where = f" at position {quote(asked[0])}" if asked else ""
    try:
        text = function(game, *asked, **named)
    except Exception:  # who asks knows the position
        raise
    except BaseException as error:
        if must_propagate(error):
            raise
        raise BadRules(f"{game!r}: the rules raise {describe_error(error)} in {name}(){where}") from error
    if isinstance(text, str):
        return text
    raise BadRules(f"{game!r}: {name}() returns {quote(text)}{where}: return {TEXTS[name]}")


def _wrap_rule_function(function: Any, answer: Callable[..., Any]) -> Any:
    """Return a function that is asked by way of `answer`.

    Its globals are those of what it wraps: doctest looks for examples in no function of another module.
    """

    def call_by_answer(*arguments: Any, **named: Any) -> Any:
        return answer(function, *arguments, **named)

    wrapper = types.FunctionType(
        call_by_answer.__code__, function.__globals__, closure=call_by_answer.__closure__
    )
    functools.update_wrapper(wrapper, function)
    wrapper.stands_for = function  # type: ignore[attr-defined]
    return wrapper
