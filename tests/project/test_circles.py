"""Which files import each other: none when they are loaded, and few at all, which say why."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx

import zermelo

SOURCES = Path(zermelo.__file__).parents[1]
FILES = {
    ".".join(file.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__"): file
    for file in SOURCES.rglob("*.py")
}
SAYING_WHY = {
    "core.notation.identity": "so it asks for games when it is called",
    "solver.plans.size_gate": "imported only when it is needed",
    "cgt.partizan.short_game_form": "it imports them when it is asked",
    "solution.methods.solution_methods": "imports what answers it when it is called",
    "formats.open_spiel.spiel_registration": "the game is imported when one is made",
    "solution.game_trees.tree_description": "its type is named for the reader alone",
    "cgt.sum_summary": "its types are named for the reader alone",
    "cgt.misere.quotients.misere_quotient": "its type is named for the reader alone",
    "explain.derivation.derivation_text": "its types are named for the reader alone",
    "verify.search_proof": "files of proofs are imported when one is saved or loaded",
    "learn.monotonic.self_play_iteration": "the chart is imported when one is drawn",
    "play.matches.match": "its type is named for the reader alone",
    "cli.explanations.terminal_reading": "which is imported when one is run",
    "search.depth_by_depth": "its type is named for the reader alone",
    "games.chess._chess_text": "its type is named for the reader alone",
}


def imports_of(body: list[ast.stmt], *, late: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports that run when a file is loaded; with `late`, every other one too."""
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif late:
            yield from (each for inner in bodies_of(statement) for each in imports_of(inner, late=True))
        elif isinstance(statement, ast.If):
            for_types = isinstance(statement.test, ast.Name) and statement.test.id == "TYPE_CHECKING"
            yield from imports_of(statement.orelse, late=False)
            yield from () if for_types else imports_of(statement.body, late=False)
        elif isinstance(statement, ast.Try):
            yield from imports_of(statement.body, late=False)


def bodies_of(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements within one, without looking into its expressions."""
    for part in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield from (getattr(part, name, []) for name in ("body", "orelse", "finalbody"))


@cache
def parsed() -> dict[str, list[ast.stmt]]:
    """Return the statements of every file."""
    return {name: ast.parse(file.read_text()).body for name, file in FILES.items()}


def circles(*, late: bool) -> list[set[str]]:
    """Return the groups of files that import each other."""
    graph = networkx.DiGraph()
    for name, body in parsed().items():
        for statement in imports_of(body, late=late):
            if isinstance(statement, ast.Import):
                graph.add_edges_from((name, each.name) for each in statement.names if each.name in FILES)
                continue
            for each in statement.names:
                inner = f"{statement.module}.{each.name}"
                target = inner if inner in FILES else str(statement.module)
                if target in FILES:
                    graph.add_edge(name, target)
    return [group for group in networkx.strongly_connected_components(graph) if len(group) > 1]


def test_files_that_import_each_other_are_found() -> None:
    assert len(FILES) > 300
    written = "import a\nif TYPE_CHECKING:\n    import b\nelse:\n    import c\ndef f():\n    import d\n"
    body = ast.parse(written).body
    assert [each.names[0].name for each in imports_of(body, late=False) if isinstance(each, ast.Import)] == [
        "a",
        "c",
    ]
    assert len(list(imports_of(body, late=True))) == 4


def test_no_files_import_each_other_when_they_are_loaded() -> None:
    assert circles(late=False) == []


def test_files_that_import_each_other_later_say_why() -> None:
    found = circles(late=True)
    said = {f"zermelo.{name}": words for name, words in SAYING_WHY.items()}
    assert len(found) == len(said)
    for group in found:
        (name,) = group & said.keys()
        assert said[name] in " ".join(FILES[name].read_text().split())
