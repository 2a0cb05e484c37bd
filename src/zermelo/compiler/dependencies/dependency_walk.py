"""A walk over everything that rules reach: in which order, and how each thing is described.

Functions, classes and modules are numbered as they are met, and named by their numbers; each is described in
its turn, by what `describers` finds for its kind.
"""

import types
from collections import deque
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

from zermelo.compiler.dependencies.module_origins import find_stated_module_name
from zermelo.compiler.dependencies.rule_dependencies import RuleDependencies
from zermelo.compiler.dependencies.special_names import MACHINE, OF_NUMPY
from zermelo.core.game import Game
from zermelo.core.notation.identity import ATOMS, IdentityEncoder, compute_identity, qualified_name_of

Describe = Callable[["DependencyWalk", Any], None]


class DependencyWalk:
    """One walk. `find_dependency_describer` gives what describes a thing that is no data, else None."""

    def __init__(self, find_dependency_describer: Callable[[object], Describe | None]) -> None:
        self.find_dependency_describer = find_dependency_describer
        self.reached = RuleDependencies()
        self.encoder = IdentityEncoder(self.number_dependency, strict=True)
        self.encoder.derived = self.reached.derived
        self.where = ""
        self.names: set[str] = set()  # every name in code that was met
        self.passed_over: list[tuple[type, str, object]] = []  # what only people read
        self._numbers: dict[int, int] = {}
        self._kept: list[object] = []  # so that no number's address is given to another
        self._waiting: deque[object] = deque()
        self._told: set[tuple[int, str]] = set()  # names of modules that were followed

    def follow_game(self, game: Game) -> None:
        """Follow everything."""
        self.where = type(game).__name__
        self.add_description(self.encoder.encode_value(game))
        self._follow_waiting_dependencies()
        while shown := [
            entry for entry in self.passed_over if entry[1] in self.names or "getattr" in self.names
        ]:
            self.passed_over = [entry for entry in self.passed_over if entry not in shown]
            for _, name, value in shown:
                self.add_description(f"shown {name} {self.describe_value(value)}")
            self._follow_waiting_dependencies()

    def _follow_waiting_dependencies(self) -> None:
        while self._waiting:
            thing = self._waiting.popleft()
            self.add_description(f"#{self._numbers[id(thing)]}:")
            self.where = getattr(thing, "__qualname__", type(thing).__name__)
            self._add_dependency_description(thing)

    def add_description(self, *parts: str | FunctionType | CodeType) -> None:
        """Note a part of the text."""
        self.reached.parts.extend(parts)

    def record_unfollowable(self, what: str) -> None:
        """Note what cannot be followed."""
        said = f"{what} in {self.where}"
        if said not in self.reached.obstacles:
            self.reached.obstacles.append(said)
            self.add_description(f"stop {said}")

    def number_dependency(self, thing: object) -> str:
        """Return the number that stands for a thing, which is described in its turn."""
        if isinstance(thing, types.MethodType):  # made anew at every access
            return f"method({self.number_dependency(thing.__func__)},{self.describe_value(thing.__self__)})"
        if id(thing) not in self._numbers:
            self._numbers[id(thing)] = len(self._numbers)
            self._kept.append(thing)
            self._waiting.append(thing)
        return f"#{self._numbers[id(thing)]}"

    def describe_value(self, value: object) -> str:
        """Return the text of a value, and watch it where it can change in place."""
        if type(value) in ATOMS:
            return self.encoder.encode_value(value)
        if self.find_dependency_describer(value) is not None:
            return self.number_dependency(value)
        try:
            text = self.encoder.encode_value(value)
        except RecursionError:
            self.record_unfollowable(f"a value of {qualified_name_of(value)} that is nested too deeply")
            return "nested"
        if not _is_deeply_immutable(value):
            self.reached.data.append((value, compute_identity(value, strict=True)))
        return text

    def record_name_value(self, held: Mapping[str, Any], name: str, value: object) -> None:
        """Note what a name stands for."""
        self.reached.named.append((held, name, value))

    def was_name_followed_before(self, module: ModuleType, name: str) -> bool:
        """Return whether a name of a module was followed before; from now on it was."""
        if (id(module), name) in self._told:
            return True
        self._told.add((id(module), name))
        self._kept.append(module)
        return False

    def add_library_dependency(self, module: str, name: str, origin: str) -> None:
        """Describe what Python or an installed package brings."""
        root = module.partition(".")[0]
        self.add_description(f"{origin} {module}.{name}")
        if root in MACHINE or module.startswith("numpy.random") or (root == "numpy" and name in OF_NUMPY):
            self.record_unfollowable(f"{module}.{name}")

    def _add_dependency_description(self, thing: Any) -> None:
        describe = self.find_dependency_describer(thing)
        if describe is not None:
            return describe(self, thing)
        if find_stated_module_name(type(thing)) in (
            "random",
            "numpy.random._generator",
            "numpy.random.mtrand",
        ):
            return self.record_unfollowable(f"{qualified_name_of(thing)}, which draws at random,")
        if type(thing) is object:
            return self.add_description("a mark")
        return self.record_unfollowable(f"{qualified_name_of(thing)}, whose state cannot be read,")


def _is_deeply_immutable(value: object) -> bool:
    """Return whether a value cannot change in place."""
    if type(value) in (tuple, frozenset):
        return all(type(item) in ATOMS or _is_deeply_immutable(item) for item in value)  # type: ignore[attr-defined]  # either
    return type(value) in ATOMS or type(value) is range
