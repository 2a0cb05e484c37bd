"""Names and words: each file and class means one thing, folders are small, and texts are in plain English."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from support.places import HOUSE

pytestmark = pytest.mark.quick

SOURCES = HOUSE / "src" / "zermelo"
FILES = sorted(SOURCES.rglob("*.py"))
MOST_ENTRIES = 18  # of the package: fifteen public packages, two programs, `__init__`
MOST_FILES = 15  # of a folder


@cache
def classes() -> dict[str, list[str]]:
    """Return the files of each public class at the top of a file, by its name."""
    found = defaultdict(list)
    for file in FILES:
        for statement in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
                found[statement.name].append(file.relative_to(SOURCES).as_posix())
    return found


def test_the_package_has_few_entries() -> None:
    entries = [each for each in SOURCES.iterdir() if each.suffix == ".py" or (each / "__init__.py").is_file()]
    assert len(entries) <= MOST_ENTRIES


def test_a_folder_is_small() -> None:
    counts = Counter(file.parent for file in FILES if file.name != "__init__.py")
    large = {folder: count for folder, count in counts.items() if count > MOST_FILES}
    assert large == {}


def test_no_two_files_have_one_name() -> None:
    counts = Counter(file.name for file in FILES if not file.name.startswith("__"))
    assert len(counts) > 900 and [name for name, count in counts.items() if count > 1] == []


def test_no_two_classes_have_one_name() -> None:
    assert len(classes()) > 900
    assert {name: files for name, files in classes().items() if len(files) > 1} == {}


def test_files_that_docstrings_name_are_there() -> None:
    """A docstring that sends a reader to a file that was renamed sends them nowhere."""
    there = {
        file.name for folder in ("src", "tests", "benchmarks") for file in (HOUSE / folder).rglob("*.py")
    }
    made_up = {"NAME.py", "my_game.py", "stones.py"}
    named = {
        (file.name, found.rpartition("/")[2])
        for file in FILES
        for found in re.findall(r"`([\w/]+\.py)`", file.read_text(encoding="utf-8"))
    }
    assert len(named) > 50 and {pair for pair in named if pair[1] not in there | made_up} == set()


# First words: they tell the form of what a function returns, as docs/extending.md lists them.

FORMS = {  # first words: what annotations of results must match
    "is are has have can does do was": r"bool( \| None)?|TypeGuard\[.*|Any",
    "check": r"None|Any",
    "yield iterate": r"(Iterator|Iterable|Generator)\[.*|Any",
    "describe format": r"str( \| None)?",
    "count": r"(?!None|str\b|bool|Iterator).*",
    "list": r"(?!None|str\b|bool|int\b|dict\[|Iterator).*",
    "write save print": r"(?!str\b|Iterator).*",
    "find make build compute measure convert read": r"(?!Iterator).*",
    "find make build compute measure convert": r"(?!None).*",
}
PARTS = re.compile(r"_(lines|rows|cells|names|texts|paragraphs)(_|$)")  # of a text, in a list of texts


def functions(node: ast.AST, place: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield each function with the names of what it stands in; a kernel writes into arrays and is left out."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield f"{place}{child.name}", child
            if not re.match("_?build_", child.name):
                yield from functions(child, f"{place}{child.name}.")
        else:
            yield from functions(child, f"{place}{child.name}." if isinstance(child, ast.ClassDef) else place)


def has_form_of_its_name(function: ast.FunctionDef) -> bool:
    """Return whether the result is of the form that the first word tells; a name with "and" tells two."""
    name = function.name.lstrip("_")
    first = name.partition("_")[0]
    forms = [form for words, form in FORMS.items() if first in words.split()]
    if not forms or "_" not in name or "_and_" in name:
        return True
    if re.search("property|contextmanager|setter", " ".join(map(ast.unparse, function.decorator_list))):
        return True
    result = ast.unparse(function.returns or ast.Constant(None)).strip("'")
    if first in ("describe", "format") and PARTS.search(name) and re.match(r"(list|tuple)\[str", result):
        return True
    return all(re.fullmatch(form, result) for form in forms)


def test_the_first_word_of_a_name_tells_the_form_of_the_result() -> None:
    trees = ((file, ast.parse(file.read_text(encoding="utf-8"))) for file in FILES)
    found = [
        (f"{file.stem}: {place}", function) for file, tree in trees for place, function in functions(tree)
    ]
    allowed = {"command_groups: CommandGroups.format_commands"}  # a method of Click
    assert len(found) > 10_000
    assert {place for place, each in found if not has_form_of_its_name(each)} == allowed


# Words: what people read is in plain English. The table is that of the style guide, which says what to write.

FORBIDDEN = {
    "man": r"man|men",  # piece
    "he": r"he|his|him|himself",  # the player, the opponent, they
    "whoever": r"whoever",  # the player who
    "by lot": r"by lot",  # at random
    "reckon": r"reckon\w*",  # compute
    "mended": r"mend(s|ed|ing)?",  # fixed
    "told": r"told",  # reported, printed
    "comes round": r"(go|goes|going|went|come|comes|coming|came) round",  # cycles, repeats
    "shelf": r"shelf|shelves",  # array store
    "patience": r"patience",  # timeout
    "twin": r"twins?",  # reference implementation
    "house": r"houses?|rooms?",  # package, architecture
    "sit down": r"(sits?|sat) down|seen by",  # play, side to view from
    "worth": r"what (the )?moves are worth",  # move values
}
PATTERNS = {
    word: re.compile(rf"(?<![\w'])({pattern})(?![\w'])", re.IGNORECASE) for word, pattern in FORBIDDEN.items()
}
ANY = re.compile("|".join(f"({pattern})" for pattern in FORBIDDEN.values()), re.IGNORECASE)
ALLOWED = {  # file or folder, word: reason
    ("src/zermelo/games/sowing/", "house"): "a house is a pit of these games",
    ("src/zermelo/games/derived/with_points.py", "house"): "the pits of kalah",
    ("src/zermelo/games/draughts/", "man"): "a man is no king",
    ("src/zermelo/games/morris/", "man"): "the name of the game",
    ("src/zermelo/games/game_aliases.py", "man"): "the name of the game",
    (
        "src/zermelo/explain/features/board_games/chess_ending_features.py",
        "house",
    ): "the room of the bare king",
    ("src/zermelo/explain/rule_lists/known_rule_lists.py", "house"): "the room of the bare king",
    ("src/zermelo/play/engine/engine_player.py", "patience"): "a parameter",
    ("src/zermelo/solver/forecast/cluster_plan.py", "house"): "a parameter",
    ("src/zermelo/solver/kernels/buckets/", "told"): "an array of kernels",
    ("src/zermelo/web/pages/game_variants.py", "house"): "a house is a pit of sowing games",
    ("docs/boards.md", "sit down"): "waits to be rewritten",
    ("docs/catalogue.md", "house"): "a house is a pit of sowing games",
    ("docs/catalogue.md", "man"): "men of draughts and of morris",
    ("docs/commands.md", "man"): "waits to be rewritten: the family is called placement",
    ("docs/explained-strategies.md", "house"): "the room of the bare king",
    ("docs/explained.md", "he"): "waits for its generator to run",
    ("docs/explained.md", "mended"): "waits for its generator to run",
    ("docs/look.md", "man"): "men of draughts",
    ("docs/teaching.md", "comes round"): "waits to be rewritten",
    ("docs/teaching.md", "he"): "a quotation",
    ("docs/teaching.md", "man"): "the name of morris, and its men",
    ("docs/measured.md", "man"): "men of morris, Ur and backgammon",
}
CODE = re.compile(r"`[^`\n]*`|\w+\([^()]*\)|\[[^\]\n]*\]|^ *(>>>|\.\.\.) .*$", re.MULTILINE)


def python_texts(file: Path) -> Iterator[str]:
    """Yield a file's public docstrings, and its other texts of more than one word."""
    docstrings = set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(first.value)
                if isinstance(node, ast.Module) or not node.name.startswith("_"):
                    yield ast.get_docstring(node, clean=False) or ""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            yield node.value if " " in node.value.strip() else ""


def readable_texts() -> Iterator[tuple[str, str]]:
    """Yield what people read, with its file: docstrings, messages, help texts, pages, documents."""
    for file in FILES:
        for text in python_texts(file):
            yield file.relative_to(HOUSE).as_posix(), text
    pages = [file for kind in ("html", "js", "toml") for file in SOURCES.rglob(f"*.{kind}")]
    for file in (*pages, HOUSE / "README.md", *(HOUSE / "docs").glob("*.md")):
        text = file.read_text(encoding="utf-8")
        yield file.relative_to(HOUSE).as_posix(), re.sub(r"(?ms)^ *```.*?^ *```", "", text)


@pytest.mark.slow("no other test reads all texts for the words of the table")
def test_what_people_read_has_no_word_of_the_forbidden_table() -> None:
    found = [
        f"{file}: {word}: {line.strip()[:120]}"
        for file, text in readable_texts()
        if ANY.search(text)
        for line in CODE.sub("", text).splitlines()
        for word, pattern in PATTERNS.items()
        if pattern.search(line)
        and not any(file.startswith(place) and word == allowed for place, allowed in ALLOWED)
    ]
    assert not found, "\n".join(found)
