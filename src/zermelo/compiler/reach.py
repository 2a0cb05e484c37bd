"""What a game's rules reach: all that can decide what they say, wherever it stands.

The walk begins at the game's parameters and at everything that its classes define but what only people read,
and follows names: helpers, tables, modules, classes, defaults, closures, decorators, data. Functions count by
their trees, so that comments and layout do not, where the source is provably the loaded code, else by their
bytecode; what Python or an installed package brings counts by its name and version. What cannot be followed
(`eval`, files, chance, the machine) is said in words, and whoever keeps anything of such rules may not take
it for theirs later.

`Reached.is_current` asks again whether all that was met is still the same, in microseconds: names are
compared by what they stand for, and only what can change in place is read again. What caches of functools
hold was made from the rules as they once were, so a walk empties those that it meets.
"""

import builtins
import dataclasses
import dis
import enum
import functools
import hashlib
import importlib.util
import sys
import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from zermelo.compiler.bytecode import import_level, is_global, is_loose, nested
from zermelo.compiler.origins import class_origin, module_of, origin_of
from zermelo.compiler.reach_names import (
    MACHINE,
    OF_A_NAMED_TUPLE,
    OF_AN_ENUM,
    OF_EVERY_CLASS,
    OF_NUMPY,
    OF_SYS,
    READ_BY_PEOPLE,
    REFLECTION,
    UNSEEN,
)
from zermelo.compiler.written import code_text, function_text
from zermelo.core.errors import said_by
from zermelo.core.game import Game
from zermelo.core.identity import ATOMS, Encoder, Identity, identity, name_of

MISSING: Final = object()


class Reached:
    """What the rules of a game were found to reach, at one moment."""

    def __init__(self) -> None:
        self.parts: list[
            str | FunctionType | CodeType
        ] = []  # in the order of the walk, which is always the same
        self.obstacles: list[str] = []  # in words: what, and where
        self.derived: list[tuple[Any, str]] = []  # what properties keep
        self.made: dict[Any, Any] = {}  # what others keep of these very rules
        self._named: list[tuple[Mapping[str, Any], str, object]] = []
        self._sized: list[tuple[Mapping[str, Any], int]] = []
        self._functions: list[tuple[FunctionType, CodeType, object, object]] = []
        self._cells: list[tuple[types.CellType, object]] = []
        self._data: list[tuple[object, Identity]] = []

    @property
    def is_followed(self) -> bool:
        """Whether all that the rules reach was seen."""
        return not self.obstacles

    @functools.cached_property
    def digest(self) -> str:
        """A hash of everything: the same in every process, whatever its hash seed and addresses."""
        texts = (
            part
            if isinstance(part, str)
            else code_text(part)
            if isinstance(part, CodeType)
            else function_text(part)
            for part in self.parts
        )
        return hashlib.sha256("\n".join(texts).encode("utf-8", "surrogatepass")).hexdigest()

    def is_current(self) -> bool:
        """Return whether a walk made now would find the same; never so where something cannot be followed."""
        if self.obstacles:
            return False
        return (
            all(held.get(name, MISSING) is value for held, name, value in self._named)
            and all(len(held) == size for held, size in self._sized)
            and all(
                function.__code__ is code
                and function.__defaults__ is defaults
                and function.__kwdefaults__ is keywords
                for function, code, defaults, keywords in self._functions
            )
            and all(_inside(cell) is value for cell, value in self._cells)
            and all(identity(value, strict=True).is_same(was) for value, was in self._data)
        )


def reach(game: Game) -> Reached:
    """Return what the rules of `game` reach now."""
    walk = _Walk()
    walk.begin(game)
    for held, name in walk.reached.derived:  # made from the rules as they once were
        getattr(held, "__dict__", {}).pop(name, None)
    return walk.reached


class _Walk:
    """One walk. Functions, classes and modules are numbered as they are met, and named by their numbers."""

    def __init__(self) -> None:
        self.reached = Reached()
        self.encoder = Encoder(self.number, strict=True)
        self.encoder.derived = self.reached.derived
        self.where = ""
        self.names: set[str] = set()  # every name in code that was met
        self._numbers: dict[int, int] = {}
        self._kept: list[object] = []  # so that no number's address is given to another
        self._waiting: deque[object] = deque()
        self._modules: dict[int, tuple[ModuleType, set[str] | None]] = {}
        self._told: set[tuple[int, str]] = set()  # names of modules that were followed
        self._passed_over: list[tuple[type, str, object]] = []

    def begin(self, game: Game) -> None:
        """Follow everything."""
        self.where = type(game).__name__
        self.say(self.encoder.text(game))
        self._follow()
        while shown := [
            entry for entry in self._passed_over if entry[1] in self.names or "getattr" in self.names
        ]:
            self._passed_over = [entry for entry in self._passed_over if entry not in shown]
            for _, name, value in shown:
                self.say(f"shown {name} {self.value(value)}")
            self._follow()

    def _follow(self) -> None:
        while self._waiting:
            thing = self._waiting.popleft()
            self.say(f"#{self._numbers[id(thing)]}:")
            self.where = getattr(thing, "__qualname__", type(thing).__name__)
            self._describe(thing)

    def say(self, *parts: str | FunctionType | CodeType) -> None:
        """Note a part of the text."""
        self.reached.parts.extend(parts)

    def stop(self, what: str) -> None:
        """Note what cannot be followed."""
        said = f"{what} in {self.where}"
        if said not in self.reached.obstacles:
            self.reached.obstacles.append(said)
            self.say(f"stop {said}")

    def number(self, thing: object) -> str:
        """Return the number that stands for a thing, which is described in its turn."""
        if isinstance(thing, types.MethodType):  # made anew at every access
            return f"method({self.number(thing.__func__)},{self.value(thing.__self__)})"
        if id(thing) not in self._numbers:
            self._numbers[id(thing)] = len(self._numbers)
            self._kept.append(thing)
            self._waiting.append(thing)
        return f"#{self._numbers[id(thing)]}"

    def value(self, value: object) -> str:
        """Return the text of a value, and watch it where it can change in place."""
        if type(value) in ATOMS:
            return self.encoder.text(value)
        if _describer(value) is not None:
            return self.number(value)
        try:
            text = self.encoder.text(value)
        except RecursionError:
            self.stop(f"a value of {name_of(value)} that is nested too deeply")
            return "nested"
        if not _is_fixed(value):
            self.reached._data.append((value, identity(value, strict=True)))
        return text

    def _named(self, held: Mapping[str, Any], name: str, value: object) -> None:
        self.reached._named.append((held, name, value))

    def _describe(self, thing: Any) -> None:
        describe = _describer(thing)
        if describe is not None:
            return describe(self, thing)
        if module_of(type(thing)) in ("random", "numpy.random._generator", "numpy.random.mtrand"):
            return self.stop(f"{name_of(thing)}, which draws at random,")
        if type(thing) is object:
            return self.say("a mark")
        return self.stop(f"{name_of(thing)}, whose state cannot be read,")

    # Functions

    def function(self, function: FunctionType) -> None:
        """Describe a function: its code, what it was given, and what its names stand for."""
        module = function.__globals__.get("__name__", "")
        vars_of = getattr(sys.modules.get(module), "__dict__", None)
        origin = origin_of(module) if vars_of is function.__globals__ else None
        if origin is not None and function.__closure__ is None:
            return self._foreign(module, function.__qualname__, origin)
        code = function.__code__
        self.reached._functions.append((function, code, function.__defaults__, function.__kwdefaults__))
        self.say(function if origin is None else f"{origin} {function.__qualname__}")
        if _is_single_dispatch(function):
            return self.say(self.value(dict(function.registry.items())))  # type: ignore[attr-defined]  # what it is
        for given in (
            function.__defaults__,
            function.__kwdefaults__,
            *([function.__dict__] if function.__dict__ else []),
        ):
            if given:
                self.say(self.value(given))
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            inside = _inside(cell)
            self.reached._cells.append((cell, inside))
            self.say(f"{name} is {'empty' if inside is MISSING else self.value(inside)}")
        if origin is None:
            self.code(code, function.__globals__)
        return None

    def code(self, code: CodeType, outside: dict[str, Any]) -> None:
        """Follow the names in a piece of code, and in those nested in it."""
        line = f"{self.where} ({Path(code.co_filename).name}, line {code.co_firstlineno})"
        before, self.where = self.where, line
        for each in nested(code):
            self._names(each, outside)
        self.where = before

    def _names(self, code: CodeType, outside: dict[str, Any]) -> None:
        self.names.update(code.co_names)
        operations = set(code.co_code[::2])
        if operations & CHANGING and any(step.opname in CHANGES for step in dis.get_instructions(code)):
            self.stop("a global name that the rules change,")
        if operations & IMPORTING:
            self._imports(code, outside)
        for name in code.co_names:
            if name in REFLECTION:
                self.stop(name)
            if name in outside:
                self._global(code, name, outside)
            elif (name in vars(builtins) and not name.startswith("__")) or name == "__import__":
                self._builtin(code, name, outside)

    def _global(self, code: CodeType, name: str, outside: dict[str, Any]) -> None:
        value = outside[name]
        if name.startswith("__") and name.endswith("__"):
            return
        self._named(outside, name, value)
        if isinstance(value, ModuleType):
            self._module_named(code, name, value)
        elif _describer(value) is None and type(value) not in ATOMS and not is_global(code, name):
            return  # an attribute of the same name was meant
        else:
            self.say(f"{name} = {self.value(value)}")

    def _builtin(self, code: CodeType, name: str, outside: dict[str, Any]) -> None:
        value = vars(builtins)[name]
        self._named(outside, name, MISSING)
        self._named(vars(builtins), name, value)
        if name in UNSEEN and is_global(code, name):
            self.stop(f"{name}()")
        elif isinstance(value, FunctionType):  # not Python's own
            self.say(f"{name} = {self.value(value)}")

    # Modules

    def _module_named(self, code: CodeType, name: str, module: ModuleType) -> None:
        """Follow the attributes of a module that a piece of code names, all where it does more with it."""
        loose = origin_of(module.__name__) is None and is_loose(code, name)
        self.say(f"{name} is a module")
        self._attributes(module, None if loose else code.co_names)

    def _attributes(self, module: ModuleType, names: Iterable[str] | None) -> None:
        origin, held = origin_of(module.__name__), vars(module)
        if origin is not None:
            return self._foreign_names(module, origin, names or ())
        if names is None:
            self.reached._sized.append((held, len(held)))
        for name in sorted(held) if names is None else names:
            if (id(module), name) in self._told or name.startswith("__"):
                continue
            self._told.add((id(module), name))
            self._kept.append(module)
            if name not in held:
                self._named(held, name, MISSING)
                if "__getattr__" in held:
                    self.say(self.value(held["__getattr__"]))
                continue
            self._named(held, name, held[name])
            if isinstance(held[name], ModuleType):
                self.say(f"{name} is a module")
                self._attributes(held[name], names)
            else:
                self.say(f"{name} = {self.value(held[name])}")
        return None

    def _foreign_names(self, module: ModuleType, origin: str, names: Iterable[str]) -> None:
        """Note what a piece of code takes from a module of Python's or of an installed package."""
        root = module.__name__.partition(".")[0]
        self.say(f"{origin} {module.__name__}")
        for name in names:
            held = vars(module).get(name, MISSING)
            if held is MISSING or (id(module), name) in self._told:
                continue
            self._told.add((id(module), name))
            self._kept.append(module)
            self._named(vars(module), name, held)
            if (root == "sys" and name not in OF_SYS) or (root == "numpy" and name in OF_NUMPY):
                self.stop(f"{module.__name__}.{name}")
            elif isinstance(held, ModuleType):
                self._attributes(held, names)
            else:
                self.say(f"{name} = {self.value(held)}")
        if root in MACHINE:
            self.stop(f"the module {module.__name__}")

    def _imports(self, code: CodeType, outside: dict[str, Any]) -> None:
        """Follow the imports that a function makes whenever it runs."""
        for step in dis.get_instructions(code):
            if step.opname != "IMPORT_NAME":
                continue
            try:
                level = import_level(code, step.offset)
                __import__(step.argval, outside, {}, list(code.co_names), level)
                package = str(outside.get("__package__") or "")
                base = importlib.util.resolve_name("." * level + step.argval, package)
            except Exception as error:
                self.stop(f"the import of {step.argval} ({said_by(error)})")
                continue
            parts = base.split(".")
            for count in range(1, len(parts) + 1):
                module = sys.modules.get(".".join(parts[:count]))
                if module is not None:
                    self._named(sys.modules, module.__name__, module)
                    self._attributes(module, None if origin_of(module.__name__) is None else code.co_names)

    # Classes

    def kind(self, kind: type) -> None:
        """Describe a class: its bases, and all that it and they define."""
        origin = class_origin(kind)
        if origin is not None:
            return self._foreign(kind.__module__, kind.__qualname__, origin)
        self.say(f"class {kind.__name__}")
        if type(kind) is not type:
            self.say(f"made by {self.value(type(kind))}")
        for base in kind.__mro__:
            if base in Game.__mro__ or base is kind:
                continue
            self.say(f"base {self.number(base)}")
        members = self._members(kind)
        self.reached._sized.append((vars(kind), len(vars(kind))))
        if isinstance(kind, enum.EnumType):
            members_of: Any = kind.__members__
            for name, member in members_of.items():
                self.say(f"{name} = {self.value(member._value_)}")
        for field in vars(kind).get("__dataclass_fields__", {}).values():
            self.field(field)
        self.say(repr(vars(kind).get("__dataclass_params__")))
        for name, value in members:
            self._named(vars(kind), name, value)
            if issubclass(kind, Game) and name in READ_BY_PEOPLE:
                self._passed_over.append((kind, name, value))
            else:
                self.say(f"{name} = {self.value(value)}")
        return None

    def _members(self, kind: type) -> Iterator[tuple[str, object]]:
        """Yield what a class defines, in the order of names, without what Python adds to every class."""
        is_dataclass, is_enum = "__dataclass_fields__" in vars(kind), isinstance(kind, enum.EnumType)
        is_named_tuple = issubclass(kind, tuple) and hasattr(kind, "_field_defaults")
        for name in sorted(vars(kind)):
            value = vars(kind)[name]
            code = getattr(value, "__code__", None)
            written_by_python = is_dataclass and code is not None and code.co_filename == "<string>"
            recursive = (
                is_dataclass
                and name == "__repr__"
                and not issubclass(kind, Game)
                and hasattr(value, "__wrapped__")
            )
            if name in OF_EVERY_CLASS or written_by_python or recursive:
                continue
            if is_enum and (name in OF_AN_ENUM or name in kind.__members__):  # type: ignore[attr-defined]  # an enum
                continue
            if is_named_tuple and (
                name in OF_A_NAMED_TUPLE or ("__new__" in vars(kind) and name == "__repr__")
            ):
                continue
            yield name, value

    # All else that is no data

    def _foreign(self, module: str, name: str, origin: str) -> None:
        root = module.partition(".")[0]
        self.say(f"{origin} {module}.{name}")
        if root in MACHINE or module.startswith("numpy.random") or (root == "numpy" and name in OF_NUMPY):
            self.stop(f"{module}.{name}")

    def builtin(self, thing: Any) -> None:
        """Describe a function or a method that is written in C."""
        owner = getattr(thing, "__self__", None)
        module = module_of(thing) or module_of(getattr(thing, "__objclass__", None)) or "builtins"
        self.say(f"c {module}.{thing.__qualname__}")
        if owner is not None and not isinstance(owner, ModuleType):
            self.say(f"of {self.value(owner)}")
        if module == "builtins" and thing.__name__ in UNSEEN:
            self.stop(f"{thing.__name__}()")
        elif origin := origin_of(module):
            self._foreign(module, thing.__qualname__, origin)

    def module(self, module: ModuleType) -> None:
        """Describe a module that was met as a value: all of it counts."""
        self._attributes(module, None)

    def wrapper(self, method: Any) -> None:
        """Describe a static or class method."""
        self.say(f"{type(method).__name__} {self.value(method.__func__)}")

    def property(self, held: property) -> None:
        """Describe a property by its functions."""
        self.say(f"property {' '.join(self.value(each) for each in (held.fget, held.fset, held.fdel))}")

    def cached(self, held: Any) -> None:
        """Describe a property that is computed once."""
        self.say(f"cached {self.value(held.func)}")

    def remembered(self, held: Any) -> None:
        """Describe a function behind a cache, which is emptied: what it holds was made earlier."""
        held.cache_clear()
        self.say(f"remembered {self.value(held.cache_parameters())} {self.value(held.__wrapped__)}")
        self._named(vars(held), "__wrapped__", held.__wrapped__)

    def partial(self, held: Any) -> None:
        """Describe a function of which some arguments are given."""
        self.say(f"partial {self.value(held.func)} {self.value(held.args)} {self.value(held.keywords)}")

    def slot(self, held: Any) -> None:
        """Describe a slot or an attribute of a class that is written in C."""
        self.say(f"slot {held.__name__}")

    def field(self, held: Any) -> None:
        """Describe a dataclass's field."""
        made = [each for each in (held.default, held.default_factory) if each is not dataclasses.MISSING]
        self.say(f"field {held.name} {' '.join(map(self.value, made))}")
        self.say(repr((held.init, held.compare, held.hash, held.kw_only is True, len(made))))

    def typing(self, held: Any) -> None:
        """Describe what is said for readers of annotations."""
        self.say(f"typing {getattr(held, '__name__', type(held).__name__)}")


_CALLS: Final[dict[Any, Callable[[_Walk, Any], None]]] = {
    FunctionType: _Walk.function,
    type: _Walk.kind,
    ModuleType: _Walk.module,
    types.BuiltinFunctionType: _Walk.builtin,
    types.MethodDescriptorType: _Walk.builtin,
    types.WrapperDescriptorType: _Walk.builtin,
    types.MethodWrapperType: _Walk.builtin,
    types.ClassMethodDescriptorType: _Walk.builtin,
    types.MemberDescriptorType: _Walk.slot,
    types.GetSetDescriptorType: _Walk.slot,
    staticmethod: _Walk.wrapper,
    classmethod: _Walk.wrapper,
    property: _Walk.property,
    functools.cached_property: _Walk.cached,
    functools._lru_cache_wrapper: _Walk.remembered,
    functools.partial: _Walk.partial,
    functools.partialmethod: _Walk.partial,
}
CHANGES: Final = ("STORE_GLOBAL", "DELETE_GLOBAL")
CHANGING: Final = {dis.opmap[name] for name in CHANGES}
IMPORTING: Final = {dis.opmap["IMPORT_NAME"]}


def _describer(thing: object) -> Callable[[_Walk, Any], None] | None:
    """Return what describes a thing that is no data; None of data, and of what is unknown."""
    found = _CALLS.get(type(thing))
    if found is not None:
        return found
    if isinstance(thing, type):
        return _Walk.kind
    kind = type(thing)
    if kind.__module__ == "dataclasses" and kind.__name__ == "Field":
        return _Walk.field
    if kind.__module__ in ("typing", "_typing") or kind is types.GenericAlias or kind is types.UnionType:
        return _Walk.typing
    if kind.__module__ == "collections" and kind.__name__ == "_tuplegetter":
        return lambda walk, held: walk.say(f"slot {held.__reduce__()[1][0]}")
    if kind.__module__ == "numpy" and kind.__name__ in ("ufunc", "_ArrayFunctionDispatcher"):
        return lambda walk, held: walk._foreign("numpy", held.__name__, origin_of("numpy") or "")
    if kind.__module__ == "functools" and kind.__name__ == "singledispatchmethod":
        return lambda walk, held: walk.say(walk.value(held.dispatcher))
    if kind.__module__ == "operator" and hasattr(thing, "__reduce__"):
        return lambda walk, held: walk.say(f"{name_of(held)} {walk.value(held.__reduce__()[1])}")
    return None


def _is_fixed(value: object) -> bool:
    """Return whether a value cannot change in place."""
    if type(value) in (tuple, frozenset):
        return all(type(item) in ATOMS or _is_fixed(item) for item in value)  # type: ignore[attr-defined]  # either
    return type(value) in ATOMS or type(value) is range


def _inside(cell: types.CellType) -> object:
    """Return what a closure's variable holds, `MISSING` where it has no value yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


def _is_single_dispatch(function: FunctionType) -> bool:
    return function.__code__.co_filename == functools.singledispatch.__code__.co_filename and hasattr(
        function, "registry"
    )
