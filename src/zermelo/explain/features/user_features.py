"""The user's own features: functions of (game, position, move) that return whether, or how many.

The function's name is the feature's key, and the first line of its docstring its words. One that says
`-> bool` is a flag; a number is compared with each number that comes about.
"""

import inspect
import runpy
from collections.abc import Callable, Sequence
from operator import index
from pathlib import Path

import numpy as np

from zermelo.core.errors import BadParameter, describe_error
from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_errors import does_error_end_process
from zermelo.explain.rule_lists.rule_predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature

FeatureFunction = Callable[[Game, Position, Move], int]


def build_user_features(game: Game, functions: Sequence[FeatureFunction]) -> list[Feature]:
    """Return the features that a user's functions measure.

    Raises `BadParameter` where a function's name cannot be a feature's key, or two have the same.
    """
    for function in functions:
        if not inspect.isfunction(function):
            raise BadParameter(
                f"the predicate {function!r} is no function: define it with def, and a docstring"
            )
    names = [function.__name__ for function in functions]
    for place, name in enumerate(names):
        if not name.isidentifier() or name == "any":
            raise BadParameter(f"a predicate cannot be named {name}: define it with def, and another name")
        if name in names[:place]:
            raise BadParameter(f"two predicates are named {name}: give one of them another name")
    return [_make_user_feature(game, function) for function in functions]


def _make_user_feature(game: Game, function: FeatureFunction) -> Feature:
    name = function.__name__
    words = (inspect.getdoc(function) or name.replace("_", " ")).splitlines()[0].rstrip(".")
    flag = inspect.signature(function).return_annotation in (bool, "bool")

    def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
        return [_call_feature_function(game, function, position, move) for move in moves]

    return Feature(
        name, words, measure_moves, is_flag=flag, compared=(AT_LEAST, EQUAL, MOST, LEAST), is_own=True
    )


def _call_feature_function(game: Game, function: FeatureFunction, position: Position, move: Move) -> int:
    try:
        answer = function(game, position, move)
        number = index(bool(answer) if isinstance(answer, np.bool_) else answer)
        return int(np.int64(number))  # raises what fits no word
    except BaseException as error:
        if does_error_end_process(error):
            raise
        where = f"{' '.join(game.show(position).split())!r}, move {game.name(position, move)}"
        raise BadParameter(
            f"the predicate {function.__name__} fails at {where}: {describe_error(error)}: it "
            "has to return True, "
            "False or a whole number for every position and move"
        ) from error


def read_feature_functions(file: Path) -> list[FeatureFunction]:
    """Return the public functions of a Python file, for use as predicates.

    Parameters
    ----------
    file : Path
        The file; it is run.

    Returns
    -------
    list of callable
        Functions that the file defines itself, in their order.

    Raises
    ------
    BadParameter
        If the file cannot be run or defines no function.
    """
    if not file.is_file():
        raise BadParameter(f"there is no file {file}: name a Python file of predicates")
    module = f"predicates_{file.stem}"
    try:
        names = runpy.run_path(str(file), run_name=module)
    except BaseException as error:
        if does_error_end_process(error):
            raise
        raise BadParameter(f"{file} cannot be run: {describe_error(error)}") from error
    found: list[FeatureFunction] = [
        each
        for name, each in names.items()
        if inspect.isfunction(each) and not name.startswith("_") and each.__module__ == module
    ]
    if not found:
        raise BadParameter(
            f"{file} defines no function: write def name(game, position, move), with a docstring"
        )
    return found
