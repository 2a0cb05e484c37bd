"""The codec of positions: which Python values may be positions, their text, and positions read from text.

A position is None, a truth value, a number, a text, bytes, a member of an enumeration, or a tuple, a
frozenset, a NamedTuple or a frozen dataclass of such. `encode` writes one as text: as Python would,
frozensets in the order of their items' texts, so that a position has the same text in every process.
Solutions, policies, proofs, books and journals keep that text, and shells and JSON carry it.

A text may come from a stranger. `decode` parses it, and makes nothing but the types that the game's own rules
make: a `PositionTypes` collects these by walking from the game's starts.
"""

import ast
import dataclasses
import enum
import random
import weakref
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from numbers import Integral
from typing import Any, Final

from zermelo.core.errors import BadRules, quote
from zermelo.core.notation.literals import DEEPEST, LONGEST, parse_expression
from zermelo.core.values import UNDECIDED

LARGEST: Final = 1 << 63  # what a position that is an integer stays below
MOST_DIGITS: Final = 1 << 13  # bits of an integer: Python writes no more than 4,300 digits
PLAYS: Final = 50  # random plays in which the types of positions are met
PLIES: Final = 100
SAMPLED: Final = 1 << 12  # positions after which such play ends
WALKED: Final = 1 << 17  # positions after which a type that was not met counts as none of the game's
MOST_MOVES: Final = 4096  # of a position, followed in that walk
ATOMS: Final = (int, str, bool, type(None), bytes, float)
REMEDY: Final = "use None, integers, texts, and tuples, frozensets, NamedTuples or frozen dataclasses of them"


class FirstStart:
    """The marker of an omitted position, meaning the first start; None itself may be a position."""

    def __repr__(self) -> str:
        return "the start"


START: Final = FirstStart()


class UnsupportedPosition(ValueError):
    """A value cannot be a position; the message states why."""


def encode(position: Any) -> str:
    """Return a position as text. Raises `UnsupportedPosition` where it has none.

    >>> encode((1, frozenset({"b", "a"}), None))
    "(1, frozenset({'a', 'b'}), None)"
    """
    kind = type(position)
    if kind is int:
        if position.bit_length() > MOST_DIGITS:
            raise UnsupportedPosition(f"an integer of {position.bit_length():,} bits has no text")
        return str(position)
    if kind is str or kind is bool or position is None or kind is bytes:
        return repr(position)
    if kind is tuple:
        inside = ", ".join(map(encode, position))
        return f"({inside},)" if len(position) == 1 else f"({inside})"
    if kind is frozenset:
        inside = ", ".join(sorted(map(encode, position)))
        return f"frozenset({{{inside}}})" if position else "frozenset()"
    if kind is float:
        return repr(position).replace("inf", "1e999")
    if isinstance(position, enum.Enum):
        return f"{kind.__name__}.{position.name}"
    if (names := constructor_field_names(kind)) is not None:
        inside = ", ".join(f"{name}={encode(getattr(position, name))}" for name in names)
        return f"{kind.__name__}({inside})"
    if isinstance(position, Integral):  # as NumPy has them
        return encode(int(position))
    raise UnsupportedPosition(_explain_invalid_position(position))


def constructor_field_names(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a NamedTuple or a dataclass that are given when one is made; None of another."""
    if issubclass(kind, tuple):
        return getattr(kind, "_fields", None)
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind) if field.init)
    return None


def decode(text: str, find_class_by_name: Callable[[str], type | None]) -> Any:
    """Return the position that a text writes; `find_class_by_name` finds the types that may be made.

    Raises `ValueError` for what `encode` never writes.

    >>> decode("(1, {2}, 'x')", {}.get)
    (1, frozenset({2}), 'x')
    """
    try:
        return _decode_node(parse_expression(text.strip()), find_class_by_name)
    except (SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise ValueError(f"it is no position: {quote(text, 60)}") from error


def _decode_node(node: ast.expr, find_class_by_name: Callable[[str], type | None]) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) in ATOMS:
        return node.value
    if isinstance(node, ast.Tuple):
        return tuple([_decode_node(item, find_class_by_name) for item in node.elts])
    if isinstance(node, ast.Set):
        return frozenset([_decode_node(item, find_class_by_name) for item in node.elts])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _decode_node(node.operand, find_class_by_name)
        if type(value) in (int, float):
            return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        kind = find_class_by_name(node.value.id)
        if kind is not None and issubclass(kind, enum.Enum) and node.attr in kind.__members__:
            return kind[node.attr]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _decode_call(node.func.id, node, find_class_by_name)
    raise ValueError(f"{quote(ast.unparse(node), 60)} is no position, nor part of one")


def _decode_call(name: str, node: ast.Call, find_class_by_name: Callable[[str], type | None]) -> Any:
    if name == "frozenset":
        items = node.args[0].elts if node.args and isinstance(node.args[0], ast.Set | ast.List) else []
        if len(node.args) > (1 if items else 0) or node.keywords:
            raise ValueError("write frozenset({item, ...})")
        return frozenset([_decode_node(item, find_class_by_name) for item in items])
    kind = find_class_by_name(name)
    if kind is None or constructor_field_names(kind) is None or issubclass(kind, enum.Enum):
        raise ValueError(f"the rules have no position {name}(...)")
    placed = [_decode_node(item, find_class_by_name) for item in node.args]
    named = {str(word.arg): _decode_node(word.value, find_class_by_name) for word in node.keywords}
    return build_value_from_fields(kind, placed, named)


def build_value_from_fields(kind: type, placed: Iterable[Any], named: dict[str, Any]) -> Any:
    """Return a value of a type of the rules, made of its fields; raises `ValueError` where it cannot be."""
    try:
        return kind(*placed, **named)
    except Exception as error:
        raise ValueError(f"no {kind.__name__} has these fields ({error})") from error


def has_same_types(one: Any, other: Any) -> bool:
    """Return whether two equal values are of the same types all through: 1, 1.0 and True are not."""
    kind = type(one)
    if kind is not type(other):
        return _is_integer(one) and _is_integer(other)
    if kind is tuple:
        return all(map(has_same_types, one, other))
    if kind in ATOMS:
        return kind is not float or repr(one) == repr(other)
    return encode(one) == encode(other)


def _is_integer(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool | enum.Enum)


def position_order_key(position: Any) -> tuple[int, Any]:
    """Return the key that positions of all shapes are sorted by: integers, tuples of them, then texts.

    >>> sorted([(2,), frozenset(), 3, (1, 5)], key=position_order_key)
    [3, (1, 5), (2,), frozenset()]
    """
    if _is_integer(position):
        return 0, position
    if type(position) is tuple and all(type(word) is int for word in position):
        return 1, position
    return 2, encode(position)


def least_position(positions: Iterable[Any]) -> Any:
    """Return the first position in the order of `position_order_key`."""
    listed = list(positions)
    return min(listed) if type(listed[0]) is int else min(listed, key=position_order_key)


def _explain_invalid_position(value: Any) -> str:
    """Return why a value can be no position, and what to do."""
    kind = type(value)
    name = f"{kind.__name__} {quote(value, 60)}"
    if isinstance(value, list | set | dict | bytearray):
        instead = {list: "a tuple", set: "a frozenset", bytearray: "bytes"}
        other = next((said for each, said in instead.items() if isinstance(value, each)), "a tuple of pairs")
        return f"the {name} can be changed, so it is not hashable: use {other}"
    if not isinstance(value, Hashable):
        frozen = ": write @dataclass(frozen=True)" if dataclasses.is_dataclass(kind) else f": {REMEDY}"
        return f"the {name} is not hashable{frozen}"
    for plain in (bool, int, float, str, bytes, tuple, frozenset):
        if isinstance(value, plain):
            return f"the {name} is of a subclass of {plain.__name__}: write {plain.__name__}(...)"
    return f"the {name} is of a type that cannot be written and read back: {REMEDY}"


def find_position_fault(value: Any, depth: int = 0) -> str:
    """Return why a value can be no position, and what to do; nothing where it can be one."""
    kind = type(value)
    if kind in (str, bool, bytes) or value is None:
        return ""
    if kind is int:
        return "" if value.bit_length() <= MOST_DIGITS else f"an integer of {value.bit_length():,} bits"
    if depth >= DEEPEST:
        return f"it is nested more than {DEEPEST} deep: {REMEDY}"
    if kind is float:
        return "" if value == value else "it holds nan, which does not equal itself: use None"
    if kind is tuple or kind is frozenset:
        return next(filter(None, (find_position_fault(item, depth + 1) for item in value)), "")
    if isinstance(value, enum.Enum):
        known = kind.__members__.get(value.name or "") is value
        return "" if known else f"{quote(value, 60)} is no single member of {kind.__name__}: use an integer"
    if isinstance(value, Integral):
        return ""
    names = constructor_field_names(kind)
    if names is None:
        return _explain_invalid_position(value)
    if dataclasses.is_dataclass(kind) and not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return f"the {kind.__name__} {quote(value, 60)} can be changed: write @dataclass(frozen=True)"
    fault = next(
        filter(None, (find_position_fault(getattr(value, name, None), depth + 1) for name in names)), ""
    )
    return fault or _find_fault_of_copy(value, kind, names)


def _find_fault_of_copy(value: Any, kind: type, names: tuple[str, ...]) -> str:
    """Return what is wrong with a value that is not the same as another made of the same fields."""
    try:
        copy = build_value_from_fields(kind, (), {name: getattr(value, name) for name in names})
        if not (copy == value and value == copy and value == value):
            return (
                f"{quote(value, 60)} does not equal another {kind.__name__} of the same fields: "
                "let eq compare the fields that are given when it is made"
            )
        if hash(copy) != hash(value):
            return (
                f"{quote(value, 60)} equals another {kind.__name__} of the same fields, and its hash "
                "differs: define __hash__ by what __eq__ compares"
            )
        if encode(copy) != encode(value):
            return f"{quote(value, 60)} is changed by being made of its own fields: use plain fields"
    except Exception as error:
        return f"{quote(value, 60)} cannot be made of its fields ({' '.join(str(error).split())})"
    return ""


class PositionTypes:
    """The types that the positions of a game have, as far as they were met.

    `kinds` has them by place: () is the whole position, (0,) its first item or field, ("*",) an item of a
    frozenset. Every walk of the game records them; otherwise a walk of this class does, begun when a type is
    asked for that is not known.
    """

    def __init__(self, game: Any) -> None:
        self._game = weakref.ref(game)
        self.classes: dict[str, type] = {}
        self.kinds: dict[tuple[Any, ...], set[type]] = {}
        self.lengths: set[int] = set()  # of the positions that are tuples
        self._rest: Iterator[Any] | None = None
        self._is_sampled = False

    def record_types(self, position: Any, place: tuple[Any, ...] = ()) -> None:
        """Take down the types of a position."""
        kind = int if _is_integer_type(type(position)) else type(position)
        self.kinds.setdefault(place, set()).add(kind)
        if kind in ATOMS:
            return
        if kind is tuple:
            if not place:
                self.lengths.add(len(position))
            for number, item in enumerate(position):
                self.record_types(item, (*place, number))
        elif kind is frozenset:
            for item in position:
                self.record_types(item, (*place, "*"))
        else:
            self._record_named_class(kind)
            for number, name in enumerate(constructor_field_names(kind) or ()):
                self.record_types(getattr(position, name), (*place, number))

    def _record_named_class(self, kind: type) -> None:
        if constructor_field_names(kind) is None and not issubclass(kind, enum.Enum):
            return
        known = self.classes.setdefault(kind.__name__, kind)
        if known is not kind:
            raise BadRules(
                f"{self._game_text()}: positions have two types {kind.__name__}: give one another name"
            )

    def check_and_record_types(self, position: Any) -> None:
        """Raise `BadRules` where a value can be no position, and take down its types."""
        if fault := self.find_fault(position):
            raise BadRules(f"{self._game_text()}: position {quote(position)} {fault}")
        kind = type(position)
        if not (kind in ATOMS and self.has_met_type(kind)):
            self.record_types(position)

    def find_fault(self, position: Any) -> str:
        """Return why a value can be no position of this game, and what to do; nothing where it can be one."""
        kind = type(position)
        if kind is int:
            inside = 0 <= position < LARGEST
            return "" if inside else "leaves the range: positions that are integers are 0 <= p < 2**63"
        if fault := find_position_fault(position):
            return f"cannot be a position: {fault}"
        if kind is float and self.has_met_type(int):
            return "cannot be a position: other positions are integers (divide with //)"
        if kind is not str and len(encode(position)) > LONGEST:
            return f"cannot be a position: its text is longer than {LONGEST:,} characters"
        return ""

    def refuse_equal_of_other_types(self, known: Any, position: Any) -> None:
        """Raise `BadRules` where an equal position is of other types than the one that is known."""
        if not has_same_types(known, position):
            raise BadRules(
                f"{self._game_text()}: positions {quote(known)} and {quote(position)} are equal and not "
                "the same: let the rules always write a position alike (1, 1.0 and True are equal in Python)"
            )

    def find_class_by_name(self, name: str) -> type | None:
        """Return the game's type of this name, None where the walk meets none."""
        if name not in self.classes:
            for _ in self._yield_while_recording_types():
                if name in self.classes:
                    break
        return self.classes.get(name)

    def has_met_type(self, kind: type) -> bool:
        """Return whether whole positions of this type were met until now."""
        return kind in self.kinds.get((), ())

    def has_type(self, kind: type) -> bool:
        """Return whether whole positions of this type were met in some random play."""
        if not self.has_met_type(kind):
            self.record_sampled_types()
        return self.has_met_type(kind)

    def have_one_shape(self) -> bool:
        """Return whether all positions that were met are integers, or tuples of as many integers."""
        self.record_sampled_types()
        if self.has_met_type(int):
            return self.has_only_type(int)
        words = [found for place, found in self.kinds.items() if len(place) == 1 and place != ("move",)]
        is_one = self.has_only_type(tuple) and len(self.lengths) == 1
        return is_one and bool(words) and all(found == {int} for found in words)

    def has_only_type(self, kind: type) -> bool:
        """Return whether all whole positions that were met in some random play are of this type."""
        self.record_sampled_types()
        return self.kinds.get((), set()) == {kind}

    def record_all_types(self) -> None:
        """Meet the types of all positions, up to `WALKED`."""
        for _ in self._yield_while_recording_types():
            pass

    def record_sampled_types(self) -> None:
        """Meet the types of positions in some random play, once."""
        if not self._is_sampled:
            self._is_sampled = True
            for _ in self._yield_while_recording_random_games():
                pass

    def decode(self, text: str) -> Any:
        """Return the position that a text writes; raises `ValueError`."""
        return decode(text, self.find_class_by_name)

    def convert_to_met_types(self, given: Any, place: tuple[Any, ...] = ()) -> Any:
        """Return a value with the types that positions have at that place, where it says as much.

        A list or an array is a tuple, a tuple a NamedTuple where there are such alone, 0 and 1 truth values
        where there are such alone. Raises `ValueError` where no position has a value of its type there.
        """
        if hasattr(given, "tolist") and not isinstance(given, tuple):
            given = given.tolist()
        kinds = self.kinds.get(place, set())
        if isinstance(given, bool | float) or _is_integer(given):
            return self._convert_number(given, kinds)
        if isinstance(given, set | frozenset):
            return frozenset([self.convert_to_met_types(item, (*place, "*")) for item in given])
        if isinstance(given, list) or type(given) is tuple:
            items = [self.convert_to_met_types(item, (*place, number)) for number, item in enumerate(given)]
            if tuple not in kinds:
                fitting = [
                    kind
                    for kind in kinds
                    if kind not in ATOMS and len(constructor_field_names(kind) or ()) == len(items)
                ]
                if len(fitting) == 1:
                    return build_value_from_fields(fitting[0], items, {})
                if place and kinds:
                    raise _make_misplaced_value_error(given, kinds)
            return tuple(items)
        known = self.classes.get(type(given).__name__)
        if (
            known is not None
            and known is not type(given)
            and known.__qualname__ == type(given).__qualname__
            and known.__module__ == type(given).__module__
        ):
            return self.decode(encode(given))  # of the same file, run once more
        if kinds and type(given) in ATOMS and type(given) not in kinds:
            raise _make_misplaced_value_error(given, kinds)
        return given

    def _convert_number(self, given: Any, kinds: set[type]) -> Any:
        numbers = {bool, int, float} & kinds
        kind = type(given) if isinstance(given, bool | float) else int
        given = given if isinstance(given, bool | float) else int(given)
        if not numbers or kind in numbers:
            return given
        if kind is int and numbers == {bool} and given in (0, 1):
            return bool(given)
        if kind is int and float in numbers and float(given) == given:
            return float(given)
        said = {bool: "truth values", int: "integers", float: "floating-point numbers"}
        raise ValueError(
            f"{given!r} stands where positions have {' or '.join(said[each] for each in numbers)}"
        )

    def _game_text(self) -> str:
        return repr(self._game())

    def _yield_while_recording_types(self) -> Iterator[None]:
        """Go on with the walk, position by position: random plays first, then all, the nearest first."""
        if not self._is_sampled:
            self.record_sampled_types()
            yield
        if self._rest is None:
            self._rest = islice(self._yield_while_recording_breadth_first(), WALKED)
        for _ in self._rest:
            yield

    def _yield_while_recording_random_games(self) -> Iterator[None]:
        game: Any = self._game()
        chance = random.Random(1913)
        try:
            starts = list(islice(game.starts(), MOST_MOVES))
        except Exception:
            return
        for position in starts:
            self._record_valid_position(position)
        met = 0
        for _ in range(PLAYS):
            position = chance.choice(starts)
            for _ in range(PLIES):
                after = self._list_successors(game, position)
                met += len(after)
                if not after or met > SAMPLED:
                    break
                for child in after:
                    self._record_valid_position(child)
                position = chance.choice(after)
                yield

    def _yield_while_recording_breadth_first(self) -> Iterator[None]:
        game: Any = self._game()
        seen = set(islice(game.starts(), MOST_MOVES))
        wave = list(seen)
        while wave:
            further = []
            for position in wave:
                for child in self._list_successors(game, position):
                    if child not in seen:
                        seen.add(child)
                        further.append(child)
                        self._record_valid_position(child)
                yield
            wave = further

    def _record_valid_position(self, position: Any) -> None:
        if not find_position_fault(position):
            self.record_types(position)

    def _list_successors(self, game: Any, position: Any) -> list[Any]:
        """Return what follows a position, nothing where the rules raise; the types of moves are met too."""
        try:
            if game.outcome(position) != UNDECIDED:
                return []
            after = [child for _, child in islice(game.chances(position), MOST_MOVES)]
            if not after:
                for move in islice(game.moves(position), MOST_MOVES):
                    after.append(game.play(position, move))
                    if type(move) not in ATOMS:
                        self.record_types(move, ("move",))
            return [child for child in after if isinstance(child, Hashable)]
        except Exception:
            return []


def _make_misplaced_value_error(given: Any, kinds: set[type]) -> ValueError:
    names = " or ".join(sorted(kind.__name__ for kind in kinds))
    return ValueError(f"{quote(given, 60)} stands where positions have {names}")


def _is_integer_type(kind: type) -> bool:
    return issubclass(kind, Integral) and not issubclass(kind, bool | enum.Enum)


_TYPES: dict[int, PositionTypes] = {}


def get_position_types(game: Any) -> PositionTypes:
    """Return the types of a game's positions, the same object as long as the game is there."""
    found = _TYPES.get(id(game))
    if found is None:
        found = _TYPES[id(game)] = PositionTypes(game)
        weakref.finalize(game, _TYPES.pop, id(game), None)
    return found
