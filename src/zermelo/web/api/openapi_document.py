"""The OpenAPI document of the explorer, at `/-/openapi.json`; tests check answers against it.

Its version is in `info.version` and, as a header `zermelo-api`, in every answer. It is not in addresses,
because a page and its JSON share one. Adding a field keeps the version, because readers ignore unknown
fields. Removing a field, renaming it or changing its meaning raises the version.
"""

import json
from typing import Annotated, Any, Final

from zermelo.core import Result, about
from zermelo.explain import Reading
from zermelo.results import component_schemas
from zermelo.web.api.lookup_request import MOST, LookupAnswer
from zermelo.web.api.position_answer import PositionAnswer
from zermelo.web.pages.sum_page import SumAnswer
from zermelo.web.panels import PANEL_ANSWERS
from zermelo.web.practice.training_page import TrainingAnswer, TrainingTasks
from zermelo.web.services.worker_reports import RequestedSolves

VERSION: Final = "1"
HERE: Final = "#/components/schemas/"
JSON: Final = "application/json"
THERE: Final = "#/$defs/"

PATH_GAME: Final = ("game", "the game with its parameters, as in `connect_four(columns=5,rows=4)`")
GAME_ASKED: Final = ("game", "the game with its parameters")
SUM_ASKED: Final = (
    ("game", "a game of it; may be repeated"),
    ("move", "a move made: the place of its game, from 1, and its name, as `1:a1`; may be repeated"),
)
LESSON_ASKED: Final = (
    ("list", "a file of rules that the server was given; the shortest list where it is left out"),
    ("stage", "which page, from 0"),
    ("moves", "the move that is given as an answer"),
    ("went", "how the questions went: r, g, a or s for each"),
)
BACK: Final = ("back", "the page of this server to go back to")
VIEW: Final = (
    ("from", "a position that was set up, as the game shows it"),
    ("turn", "`second`: the player who did not begin is to move there"),
    ("as", "whose values are given: first, second ...; without it those of the player about to move"),
    ("panel", "what is asked besides: why, nimber, value, tree, table, statistics, report, kind, rules"),
)


class Refusal(Result, frozen=True, kw_only=True):
    """What is wrong, in a sentence."""

    error: Annotated[str, about("what, and what to do")]
    kind: Annotated[str, about("the name of the error")]


ANSWERS: Final = (
    PositionAnswer,
    LookupAnswer,
    RequestedSolves,
    SumAnswer,
    TrainingTasks,
    TrainingAnswer,
    Reading,
    Refusal,
    *PANEL_ANSWERS,
)
POSITIONS: Final = {
    "type": "array",
    "items": {},
    "maxItems": MOST,
    "description": "positions: numbers, texts as the game shows them, or lists where positions are tuples",
}


def build_openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "The explorer of zermelo",
            "version": VERSION,
            "description": "Solved games on this machine. The header `zermelo-api` has the version, too.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "http://127.0.0.1:8913"}],
        "security": [{"token": []}, {"cookie": []}],
        "paths": PATHS,
        "components": {
            "schemas": json.loads(json.dumps(component_schemas(ANSWERS)).replace(THERE, HERE)),
            "securitySchemes": SECURITY,
        },
    }


def _make_parameter_object(
    name: str, about: str, where: str = "query", *, needed: bool = False
) -> dict[str, Any]:
    form = {"name": name, "in": where, "description": about, "schema": {"type": "string"}}
    return form | ({"required": True} if needed or where == "path" else {})


def _make_content(*answers: type[Result]) -> dict[str, Any]:
    """Return the content of JSON that is one of these answers."""
    forms = [{"$ref": HERE + answer.__name__} for answer in answers]
    return {JSON: {"schema": forms[0] if len(forms) == 1 else {"anyOf": forms}}}


def _make_responses_object(about: str, kind: str, *answers: type[Result]) -> dict[str, Any]:
    content = _make_content(*answers) if answers else {kind: {}}
    refused = _make_content(Refusal) if answers else {"text/html": {}}
    wrong = {
        "description": "what is wrong: 404 for what is not there, 403 without the token, "
        "and 400, 413, 421 and 431 for a request that is not one for this server"
    }
    return {
        "200": {"description": about, "content": content},
        "4XX": wrong | {"content": refused},
        "5XX": {"description": "rules have failed, or the queue is full", "content": refused},
    }


def _make_get_operation(
    about: str,
    *asked: tuple[str, str],
    path: tuple[str, str] | None = None,
    kind: str = "text/html",
    answers: tuple[type[Result], ...] = (),
) -> dict[str, Any]:
    """Return the description of a GET."""
    given = [_make_parameter_object(*path, "path")] if path else []
    return {
        "summary": about,
        "parameters": [*given, *(_make_parameter_object(*each) for each in asked)],
        "responses": _make_responses_object(about, kind, *answers),
    }


def _make_post_operation(
    about: str, *asked: tuple[str, str], path: tuple[str, str] | None = None
) -> dict[str, Any]:
    """Return the description of a POST that a form sends."""
    given = [_make_parameter_object(*path, "path")] if path else []
    return {
        "summary": about,
        "parameters": [*given, *(_make_parameter_object(*each) for each in asked)],
        "responses": {
            "303": {"description": "done: the page to go on with"},
            "4XX": {"description": "what is wrong", "content": {"text/html": {}}},
        },
    }


SECURITY: Final = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of the address that `zermelo explore` prints",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "zermelo-8913",
        "description": "The same; an address with `?token=TOKEN` sets it, and its name ends in the port",
    },
}
PATH: Final = ("path", "the game, then the moves by name, with slashes between: `tic_tac_toe/b2/a1`")
PATHS: Final[dict[str, dict[str, Any]]] = {
    "/": {"get": _make_get_operation("The games", ("q", "part of a name"))},
    "/{path}": {"get": _make_get_operation("The page of a position", *VIEW, path=PATH)},
    "/{path}.json": {
        "get": _make_get_operation(
            "A position with its moves and their values", *VIEW, path=PATH, answers=(PositionAnswer,)
        )
    },
    "/{path}.svg": {
        "get": _make_get_operation("The picture of a position", *VIEW, path=PATH, kind="image/svg+xml")
    },
    "/{path}.png": {"get": _make_get_operation("The same as PNG", *VIEW, path=PATH, kind="image/png")},
    "/-/lookup/{game}": {
        "post": {
            "summary": "Many positions of a solved game",
            "description": "10,000 positions, 1,000,000 bytes. What is not known is marked, not refused.",
            "parameters": [_make_parameter_object(*PATH_GAME, "path")],
            "requestBody": {"required": True, "content": {JSON: {"schema": POSITIONS}}},
            "responses": _make_responses_object("their answers, in arrays", JSON, LookupAnswer),
        }
    },
    "/-/openapi.json": {
        "get": {
            "summary": "This document",
            "parameters": [],
            "responses": {"200": {"description": "this document", "content": {JSON: {}}}},
        }
    },
    "/-/own": {"get": _make_get_operation("How a game of one's own is written and solved, as a page")},
    "/-/work": {"get": _make_get_operation("What is being planned and solved, as a page")},
    "/-/work.json": {
        "get": _make_get_operation("What is being planned and solved", answers=(RequestedSolves,))
    },
    "/-/solve": {"post": _make_post_operation("Solve a game", GAME_ASKED, BACK)},
    "/-/stop": {"post": _make_post_operation("Stop solving a game", GAME_ASKED, BACK)},
    "/-/sum": {"get": _make_get_operation("A sum of games, as a page", *SUM_ASKED)},
    "/-/sum.json": {"get": _make_get_operation("A sum of games", *SUM_ASKED, answers=(SumAnswer,))},
    "/-/train/{game}": {
        "get": _make_get_operation(
            "The puzzles of a game, as a page", ("puzzle", "one of them"), path=PATH_GAME
        ),
        "post": _make_post_operation(
            "Report how a puzzle went", ("puzzle", "which"), ("then", "what to do next"), path=PATH_GAME
        ),
    },
    "/-/train/{game}.json": {
        "get": _make_get_operation(
            "The puzzles of a game, or one of them",
            ("puzzle", "one of them"),
            path=PATH_GAME,
            answers=(TrainingTasks, TrainingAnswer),
        )
    },
    "/-/lesson/{game}": {
        "get": _make_get_operation(
            "The lesson of a list of rules, page by page", *LESSON_ASKED, path=PATH_GAME
        )
    },
    "/-/read/{name}": {
        "get": _make_get_operation(
            "A guided reading of a document, as a page",
            ("step", "which step, from 1; `all` for all of them"),
            path=("name", f"the document: {', '.join(Reading.NAMES)}"),
        )
    },
    "/-/read/{name}.json": {
        "get": _make_get_operation(
            "A guided reading of a document", path=("name", "the document"), answers=(Reading,)
        )
    },
    "/-/report": {"get": _make_get_operation("The report on a solved game, as a page", GAME_ASKED)},
    "/-/page": {
        "get": _make_get_operation(
            "A solved game as one file", ("at", "the address of the position at which it opens")
        )
    },
    "/-/variant/{name}": {
        "get": _make_get_operation(
            "Leads to a variant of a game; each parameter of the game is a field", path=("name", "the game")
        )
    },
    "/-/picture/{game}": {
        "get": _make_get_operation("The start of a game", path=PATH_GAME, kind="image/svg+xml")
    },
    "/-/style.css": {"get": _make_get_operation("The style sheet of all pages", kind="text/css")},
    "/-/static/{name}": {
        "get": _make_get_operation(
            "A script or style sheet of pages", path=("name", "the file"), kind="text/javascript"
        )
    },
}
