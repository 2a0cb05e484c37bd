"""`reference`: all that is public in Python on one page, made from docstrings, with an index and a filter.

Every module of `zermelo.__all__`, every name of its `__all__`: classes with their public methods, signatures
with types, docstrings as they are written. What is public is a link in backquotes and in signatures.
"""

import dataclasses
import importlib
import inspect
import re
from collections import Counter
from collections.abc import Container, Iterator
from contextvars import ContextVar
from functools import cache
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Final, NamedTuple

import typer

import zermelo
from zermelo import Game
from zermelo.cli.console.command_options import Force, check_outputs, is_standard_output, write_output
from zermelo.draw import element, page

LONG: Final = re.compile(r"[A-Z_.]")  # a name that no word of a sentence is
WORD: Final = re.compile(r"[A-Za-z_][\w.]*")
QUOTED: Final = re.compile(r"`([^`\n]+)`")
HOME: Final = re.compile(
    r"\b(?:zermelo|collections|typing|pathlib|fractions|numpy|threading|random|types)\.(?:\w+\.)*(?=\w)"
)
MADE: Final = re.compile(r"<factory>|<function <lambda> at \w+>")
ADDRESS: Final = re.compile(r"<(?:function|class|built-in function) '?(?:[\w.]*\.)?([\w]+)[^>]*>")
BULLET: Final = re.compile(r"[*-] ")
TERM: Final = re.compile(r"\S+  +\S")
_given: ContextVar[Container[str]] = ContextVar("given", default=())  # names of parameters
STYLE: Final = """
h2, h3 { scroll-margin-top: 1rem; }
h3 { font-size: 1rem; margin: 2rem 0 0.3rem; overflow-wrap: anywhere; }
h4 { font-size: 1rem; margin: 1.2rem 0 0.2rem; overflow-wrap: anywhere; font-weight: 400; }
h3 code, h4 code { font-weight: 600; }
h3 code span, h4 code span { font-weight: 400; }
.members { border-left: 2px solid var(--z-rule); padding-left: 1rem; }
pre { font-size: 0.9rem; line-height: 1.4; overflow-x: auto; background: none; }
nav ul { columns: 14rem; padding: 0; list-style: none; margin: 0.3rem 0; }
input { font: inherit; color: inherit; background: var(--z-paper); border: 1px solid var(--z-soft);
  padding: 0.3rem 0.6rem; width: 20rem; max-width: 100%; box-sizing: border-box; }
a, code, p, li { overflow-wrap: anywhere; }
a { color: inherit; }
[hidden] { display: none; }
"""
SCRIPT: Final = """
const wanted = document.getElementById("wanted");
const told = document.getElementById("told");
wanted.addEventListener("input", () => {
  const word = wanted.value.trim().toLowerCase();
  let count = 0;
  for (const each of document.querySelectorAll("article[data-names], nav li")) {
    each.hidden = word !== "" && !each.dataset.names.includes(word);
    count += each.localName === "article" && !each.hidden;
  }
  for (const each of document.querySelectorAll("main > section, nav div")) {
    const rows = each.querySelectorAll("article, li");
    each.hidden = word !== "" && rows.length > 0 && [...rows].every((row) => row.hidden);
  }
  told.textContent = word === "" ? "" : `${count} names`;
});
"""
Shown = Annotated[Path, typer.Option("--output", metavar="FILE.html", help="write it there")]


class ReferenceEntry(NamedTuple):
    """A public name: where it is public, the thing, and its anchor."""

    module: ModuleType
    name: str
    thing: Any

    @property
    def anchor(self) -> str:
        """The anchor, which is the name as Python has it."""
        return f"{self.module.__name__}.{self.name}"


def reference(output: Shown, force: Force = False) -> None:
    """Write the reference of everything public in Python as one HTML page."""
    check_outputs(output, force=force)
    text = reference_page()
    write_output(text, output, force=force)
    if not is_standard_output(output):
        print(f"{len(entries()):,} names, {len(text.encode()):,} bytes written to {output}")


def reference_page() -> str:
    """Return the page."""
    search = element(
        "p",
        element("label", "Names that contain ", for_="wanted"),
        element("input", type="search", id="wanted", autocomplete="off"),
        " ",
        element("output", " ", id="told", for_="wanted"),
    )
    return page(
        f"zermelo {zermelo.__version__}: the reference",
        element("p", "All that is public in Python, module by module, from the docstrings."),
        search,
        element("nav", *map(_listed, modules()), aria_label="modules"),
        *map(_section, modules()),
        element("script", SCRIPT),
        head=element("style", STYLE),
    )


@cache
def modules() -> tuple[ModuleType, ...]:
    """Return the public modules, the top first."""
    public = [name for name in zermelo.__all__ if isinstance(getattr(zermelo, name), ModuleType)]
    return (zermelo, *(importlib.import_module(f"zermelo.{name}") for name in public))


@cache
def entries() -> tuple[ReferenceEntry, ...]:
    """Return every public name of every module, in the order of the modules."""
    return tuple(
        ReferenceEntry(module, name, getattr(module, name))
        for module in modules()
        for name in sorted(module.__all__, key=lambda name: (name.casefold(), name))
        if not inspect.ismodule(getattr(module, name))
    )


def _listed(module: ModuleType) -> str:
    rows = [
        element("li", element("a", escape(each.name), href=f"#{each.anchor}"), data_names=each.name.lower())
        for each in entries()
        if each.module is module
    ]
    heading = element("a", escape(module.__name__), href=f"#{module.__name__}")
    return element("div", element("p", element("strong", heading)), element("ul", *rows))


def _section(module: ModuleType) -> str:
    """Return a module with its names."""
    return element(
        "section",
        element("h2", escape(module.__name__), id=module.__name__),
        docstring_html(module.__doc__ or "", module, None),
        *(_article(each) for each in entries() if each.module is module),
    )


def _article(entry: ReferenceEntry) -> str:
    """Return a name: its signature, what its docstring says, and its members."""
    thing, first = entry.thing, _first(entry)
    if first is not entry:
        link = element("a", escape(first.anchor), href=f"#{first.anchor}")
        content = element("p", "The same as ", element("code", link), ".")
    elif inspect.isclass(thing) or inspect.isfunction(thing):
        own = thing if inspect.isclass(thing) else None
        content = docstring_html(inspect.getdoc(thing) or "", entry.module, own, _names(thing)) + _members(
            entry
        )
    else:
        content = docstring_html(_mentioned(entry), entry.module, None)
    head = element("h3", element("code", _signature(entry.name, thing, entry.module)), id=entry.anchor)
    return element("article", head, content, data_names=_searched(entry))


def _searched(entry: ReferenceEntry) -> str:
    names = (
        [entry.name, *(name for name, _ in members(entry.thing))] if _first(entry) is entry else [entry.name]
    )
    return " ".join(names).lower()


@cache
def _first_entries() -> dict[int, ReferenceEntry]:
    """Return the entry that describes each function and class: its first one."""
    found: dict[int, ReferenceEntry] = {}
    for each in entries():
        if inspect.isclass(each.thing) or inspect.isfunction(each.thing):
            found.setdefault(id(each.thing), each)
    return found


def _first(entry: ReferenceEntry) -> ReferenceEntry:
    return _first_entries().get(id(entry.thing), entry)


# Members of classes.


def members(thing: Any) -> list[tuple[str, Any]]:
    """Return the public methods and properties of a class, those of its bases that are not public too.

    The attributes of games are described where `Game` declares them.
    """
    if not inspect.isclass(thing) or (issubclass(thing, Game) and thing is not Game):
        return []
    found: dict[str, Any] = {}
    for base in thing.__mro__:
        is_told = base is not thing and id(base) in _first_entries()
        if not base.__module__.startswith("zermelo.") or is_told:
            continue
        for name, member in vars(base).items():
            if not name.startswith("_") and _is_documented(member) and name not in found:
                found[name] = member
    return sorted((name, member) for name, member in found.items() if _doc(thing, name, member))


def _is_documented(member: Any) -> bool:
    inner = _inner(member)
    return inspect.isfunction(inner) and str(inner.__module__).startswith("zermelo.")


def _inner(member: Any) -> Any:
    inner = getattr(member, "fget", None) or getattr(member, "func", None)
    return inner or getattr(member, "__func__", member)


def _doc(thing: type, name: str, member: Any) -> str:
    return inspect.getdoc(getattr(thing, name, None)) or inspect.getdoc(_inner(member)) or ""


def _members(entry: ReferenceEntry) -> str:
    """Return the markup of a class's members."""
    parts = []
    for name, member in members(entry.thing):
        function = _inner(member)
        is_read = function is not member and not isinstance(member, staticmethod | classmethod)
        shown = escape(name) + (_returned(function, entry.module) if is_read else "")
        head = shown if is_read else _signature(name, function, entry.module, skipped=_bound(member))
        parts.append(element("h4", element("code", head), id=f"{entry.anchor}.{name}"))
        parts.append(
            docstring_html(_doc(entry.thing, name, member), entry.module, entry.thing, _names(function))
        )
    bases = [
        element("code", element("a", escape(home.anchor), href=f"#{home.anchor}"))
        for base in (entry.thing.__mro__[1:] if inspect.isclass(entry.thing) else ())
        if (home := _first_entries().get(id(base))) is not None
    ]
    kin = element("p", "It is a ", ", ".join(bases), ".") if bases else ""
    return kin + (element("div", *parts, class_="members") if parts else "")


def _bound(member: Any) -> int:
    return 0 if isinstance(member, staticmethod) else 1


# Signatures.


def _signature(name: str, thing: Any, module: ModuleType, *, skipped: int = 0) -> str:
    """Return a name with its parameters and types as markup."""
    if not callable(thing):
        return (
            escape(name)
            if len(repr(thing)) > 60 or " at 0x" in repr(thing)
            else escape(f"{name} = {thing!r}")
        )
    rest = element("span", _linked(parameters(thing, skipped), module))
    return escape(name) + rest if parameters(thing, skipped) else escape(name)


def parameters(thing: Any, skipped: int = 0) -> str:
    """Return the parameters of something that can be called, "" where it has none that are said.

    >>> parameters(zermelo.core.family_name)
    '(kind: type[Game]) -> str'
    """
    is_record = dataclasses.is_dataclass(thing) or hasattr(thing, "_fields")
    if inspect.isclass(thing) and not is_record and _has_no_constructor(thing):
        return ""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    rows = list(found.parameters.values())[skipped:]
    returned = inspect.Signature.empty if inspect.isclass(thing) else found.return_annotation
    text = str(found.replace(parameters=rows, return_annotation=returned))
    return ADDRESS.sub(r"\1", HOME.sub("", MADE.sub("...", text)))


def _names(thing: Any) -> frozenset[str]:
    """Return the names of a callable's parameters."""
    try:
        return frozenset(inspect.signature(thing).parameters)
    except (TypeError, ValueError):
        return frozenset()


def _has_no_constructor(thing: type) -> bool:
    """Return whether no class of zermelo defines its constructor, as in errors and enumerations."""
    makers = (vars(base).get(way) for base in thing.__mro__ for way in ("__init__", "__new__"))
    return not any(str(getattr(maker, "__module__", "")).startswith("zermelo.") for maker in makers if maker)


def _returned(function: Any, module: ModuleType) -> str:
    given = getattr(function, "__annotations__", {}).get("return")
    if given is None:
        return ""
    text = given if isinstance(given, str) else HOME.sub("", inspect.formatannotation(given))
    return element("span", ": ", _linked(text, module))


def _linked(text: str, module: ModuleType) -> str:
    """Return a signature in which public names are links; annotations that are texts lose their quotes."""
    bare = re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)
    bare = re.sub(r'(: |-> )"([^"]*)"', r"\1\2", bare)
    parts, end = [], 0
    for found in WORD.finditer(bare):
        target = find_anchor(found[0], module, None) if found[0][:1].isupper() else None
        if target is not None:
            parts += [escape(bare[end : found.start()]), element("a", escape(found[0]), href=f"#{target}")]
            end = found.end()
    return "".join([*parts, escape(bare[end:])])


# Docstrings.


def docstring_html(text: str, module: ModuleType, own: type | None, given: Container[str] = ()) -> str:
    """Return a docstring as markup: paragraphs, lists, tables, examples; what is `given` is no link."""
    before = _given.set(given)
    try:
        return "".join(_block(lines, module, own) for lines in blocks(inspect.cleandoc(text)))
    finally:
        _given.reset(before)


def blocks(text: str) -> Iterator[list[str]]:
    r"""Yield the parts of a docstring that blank lines keep apart; an example keeps those within it.

    >>> list(blocks("One.\n\n>>> 1\n1\n\n* a\n  b"))
    [['One.'], ['>>> 1', '1'], ['* a', '  b']]
    """
    for part in re.split(r"\n\s*\n", text):
        lines = part.rstrip().split("\n")
        if any(lines):
            yield lines


def _block(lines: list[str], module: ModuleType, own: type | None) -> str:
    first = lines[0]
    if first.lstrip().startswith(">>>"):
        return element("pre", escape("\n".join(lines)), tabindex=0)
    if BULLET.match(first):
        items: list[str] = []
        for line in lines:
            if BULLET.match(line):
                items.append(line[2:])
            else:
                items[-1] += f" {line.strip()}"
        return element("ul", *(element("li", _words(item, module, own)) for item in items))
    if all(line.startswith("    ") for line in lines):
        return element("pre", _words("\n".join(lines), module, own), tabindex=0)
    if len(lines) > 1 and all(TERM.match(line) or line.startswith("  ") for line in lines):
        return element("pre", _words("\n".join(lines), module, own), tabindex=0)
    plain = [place for place, line in enumerate(lines) if BULLET.match(line) or line.startswith("    ")]
    if plain and plain[0]:
        cut = plain[0]
        return _block(lines[:cut], module, own) + _block(lines[cut:], module, own)
    return element("p", _words(" ".join(line.strip() for line in lines), module, own))


def _words(text: str, module: ModuleType, own: type | None) -> str:
    """Return words in which what stands in backquotes is code, and a link where it is public."""
    parts, end = [], 0
    for found in QUOTED.finditer(text):
        name = found[1].removesuffix("()")
        target = None if name in _given.get() else find_anchor(name, module, own)
        code = escape(found[1])
        parts.append(escape(text[end : found.start()]))
        parts.append(element("code", element("a", code, href=f"#{target}") if target else code))
        end = found.end()
    return "".join([*parts, escape(text[end:])])


def find_anchor(name: str, module: ModuleType, own: type | None) -> str | None:
    """Return the anchor of a name, seen from a module or a class of it; None unless it is unique."""
    anchors = _anchors()
    home = _first_entries().get(id(own))
    for prefix in (f"{home.anchor}." if home else None, f"{module.__name__}.", "zermelo.", ""):
        if prefix is not None and f"{prefix}{name}" in anchors:
            return f"{prefix}{name}"
    return _unique_names().get(name) if LONG.search(name) else None


@cache
def _anchors() -> frozenset[str]:
    """Return all anchors of the page."""
    own = {
        f"{each.anchor}.{name}"
        for each in entries()
        if _first(each) is each
        for name, _ in members(each.thing)
    }
    return frozenset(own | {each.anchor for each in entries()} | {module.__name__ for module in modules()})


@cache
def _unique_names() -> dict[str, str]:
    """Return names that are public in one place alone, with their anchors."""
    homes = {(each.name, _first(each).anchor) for each in entries()}
    times = Counter(name for name, _ in homes)
    return {name: anchor for name, anchor in homes if times[name] == 1}


def _mentioned(entry: ReferenceEntry) -> str:
    """Return the paragraphs of docstrings that speak of a name which has none itself."""
    homes = [entry.module, *(module for module in _modules_with(entry))]
    for home in homes:
        for lines in blocks(inspect.cleandoc(home.__doc__ or "")):
            if re.search(rf"\b{entry.name}\b", "\n".join(lines)) and not lines[0].startswith(">>>"):
                return "\n".join(lines)
    return ""


def _modules_with(entry: ReferenceEntry) -> Iterator[ModuleType]:
    """Yield the modules of zermelo where a name stands."""
    import sys

    for name, module in sorted(sys.modules.items()):
        if name.startswith("zermelo.") and getattr(module, "__dict__", {}).get(entry.name) is entry.thing:
            yield module
