"""Panels, the board's page and pages of practice lay out what answers say: they write no sentences, plurals and percentages themselves."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src/zermelo/web"
PAGES = ("line_cache", "line_history", "position_page", "position_view", "sum_page", "work_status")
MODULES = sorted(
    [
        *(WEB / "panels").glob("*.py"),
        *(WEB / "practice").glob("*.py"),
        *(WEB / f"pages/{name}.py" for name in PAGES),
    ]
)
TEMPLATES = sorted(
    [
        *(WEB / "templates/panels").glob("*.html"),
        *(WEB / "templates" / name for name in ("lesson.html", "puzzle.html", "sums.html", "train.html")),
    ]
)
NAVIGATION = {  # words of links, buttons and places, and why a page itself does not answer
    "Value as a game", "Rules to remember", "See the answer", "This takes longer than the seconds that a page waits",
    "its answer is no PanelAnswer but", "the template raises",
    "Play it beside other games", "Learn them one by one", "Where it decides", "The whole report a page with charts",
    "Play the computer", "Computer moves first", "Values in symbols", "Show winning moves", "Other player turn", "What the words mean",
    "Moves so far", "Your own sum", "Game or value", "Sums of games", "Line of play", "Add a game",
    "not from here", "Back to the game", "How far the lesson is", "See it in the explorer", "What to do",
    "How to play", "What it allows", "Solve it yourself", "of the player to move",
}  # fmt: skip
REFUSALS = (
    "TooMuchForPage",
    "Error",
)  # names of what is raised end so: errors are worded where they are found
PROSE = re.compile(r"[^\W\d_]{2,}|\ba\b|\bI\b")
CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)  # of a template


def words_of(text: str) -> str:
    """Return the words of a text, without signs and names in code."""
    return " ".join(PROSE.findall(text))


def sentences_of_code(source: str) -> Iterator[str]:
    """Yield the words of each text with a blank in it, but for docstrings, descriptions of fields and errors."""
    left_out: set[int] = set()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) or (
            isinstance(node, ast.Call)
            and ast.unparse(node.func).endswith(("about", "Meta", "limit_time_of_rules", *REFUSALS))
        ):
            left_out |= {id(each) for each in ast.walk(node)}
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(id(node.value))
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.JoinedStr):
            left_out |= {id(each) for each in node.values}
            parts = [each.value for each in node.values if isinstance(each, ast.Constant)]
            yield " ".join(map(str, parts))
            for each in node.values:
                if isinstance(each, ast.FormattedValue) and each.format_spec is not None:
                    left_out |= {id(part) for part in ast.walk(each.format_spec)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value


def plurals_and_percentages_of_code(source: str) -> Iterator[str]:
    """Yield what chooses a plural, or formats a share in per cent."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.IfExp):
            choices = [each.value for each in (node.body, node.orelse) if isinstance(each, ast.Constant)]
            if choices == ["", "s"] or choices == ["s", ""]:
                yield ast.unparse(node)
        if isinstance(node, ast.JoinedStr):
            parts = [str(each.value) for each in node.values[1:] if isinstance(each, ast.Constant)]
            if any(each.lstrip().startswith("%") for each in parts):
                yield ast.unparse(node)


def texts_of_template(source: str) -> Iterator[str]:
    """Yield the words of each text node, each label, and each text that a template chooses or formats."""
    yield from re.findall(r'aria-label="([^"{]*)"', source)
    for code in re.findall(CODE, source):
        yield from (text for text in re.findall(r'"([^"]*)"', code) if " " in text)
    yield from re.sub(r"<[^>]*>", "\n", re.sub(CODE, "\n", source)).split("\n")


def formats_of_template(source: str) -> Iterator[str]:
    """Yield what a template formats or declines by itself."""
    yield from (code for code in re.findall(CODE, source) if re.search(r'\|\s*format|\{:,|"s"|\[:1\]', code))


def long_ones(texts: Iterator[str], most: int) -> set[str]:
    """Return the texts with more words than so many that are no words of navigation."""
    return {said for text in texts if len((said := words_of(text)).split()) > most} - NAVIGATION


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.name)
def test_modules_of_panels_and_practice_write_no_sentences(file: Path) -> None:
    source = file.read_text()
    assert long_ones(sentences_of_code(source), 2) == set()
    assert list(plurals_and_percentages_of_code(source)) == []


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_templates_of_panels_and_practice_write_no_sentences(file: Path) -> None:
    source = file.read_text()
    assert long_ones(texts_of_template(source), 2) == set()
    assert list(formats_of_template(source)) == []


def test_every_word_of_navigation_is_used() -> None:
    code = [text for file in MODULES for text in sentences_of_code(file.read_text())]
    pages = [text for file in TEMPLATES for text in texts_of_template(file.read_text())]
    assert {words_of(text) for text in [*code, *pages]} >= NAVIGATION


@pytest.mark.parametrize(
    "code",
    ['x = f"{n} moves are left here"', 'x = "there is no move"', 'f(finding=f"Nimber {n}: the player wins")'],
)
def test_a_sentence_in_code_is_noticed(code: str) -> None:
    assert long_ones(sentences_of_code(code), 2)
    told = f"'A docstring tells of a thing.'\nraise ValueError({ast.unparse(ast.parse(code))!r})"
    assert not long_ones(sentences_of_code(told), 2)


@pytest.mark.parametrize("code", ["f\"move{'' if n == 1 else 's'}\"", 'f"{100 * share:.1f}% of all"'])
def test_a_plural_and_a_percentage_in_code_are_noticed(code: str) -> None:
    assert list(plurals_and_percentages_of_code(code))


@pytest.mark.parametrize(
    "page",
    [
        "<p>There is no move</p>",
        "{% if x %}Every other move loses{% endif %}",
        '{{ "all others lose" if x }}',
    ],
)
def test_a_sentence_in_a_template_is_noticed(page: str) -> None:
    assert long_ones(texts_of_template(page), 2)


@pytest.mark.parametrize(
    "page", ['move{{ "" if n == 1 else "s" }}', '{{ "%.1f"|format(x) }}%', "{{ x[:1]|upper }}"]
)
def test_formats_in_a_template_are_noticed(page: str) -> None:
    assert list(formats_of_template(page))
