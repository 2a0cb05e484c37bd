"""What programs are told: the OpenAPI document, real answers held against it, and many positions in one request."""

import json
import random
import re
from typing import Any

import jsonschema
import pytest
from reference import naive
from starlette.routing import Route
from support.asking import Answer, Asked

import zermelo
from zermelo.results import close_schema
from zermelo.results.result_schema import DIALECT
from zermelo.web.api import lookup_request, openapi_document
from zermelo.web.explorer_app import make_web_app
from zermelo.web.requests.position_url import SUFFIXES
from zermelo.web.requests.request_guard import LONGEST_LIST

JSON_TOO = {
    "/{path:path}",
    "/-/train/{game:path}",
    "/-/read/{name}",
}  # these answer with JSON where `.json` ends the address


def hold(schema: str, answer: Any) -> None:
    """Assert that an answer is as the document says, and has no field that it does not name."""
    document = close_schema(openapi_document.build_openapi_document()["components"])
    whole = {"$schema": DIALECT, "$ref": f"#/components/schemas/{schema}", "components": document}
    worst = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(whole).iter_errors(answer))
    assert worst is None, f"{schema}: {worst.json_path}: {worst.message[:300]}"


def send(explorer: Asked, game: str, body: bytes) -> Answer:
    return explorer.get(f"/-/lookup/{game}", "POST", body=body)


def look_up(explorer: Asked, game: str, positions: Any) -> Any:
    found = send(explorer, game, json.dumps(positions).encode())
    assert found.status == 200, found.text
    hold("LookupAnswer", found.json)
    return found.json


# The document.


def test_every_route_is_in_the_document(explorer: Asked) -> None:
    told = {(path, method.upper()) for path, ways in openapi_document.PATHS.items() for method in ways}
    expected = set()
    for route in make_web_app(explorer.explorer_state).routes:
        assert isinstance(route, Route)
        path = route.path.replace(":path", "")
        expected |= {(path, method) for method in (route.methods or ()) if method != "HEAD"}
        if route.path in JSON_TOO and "GET" in (route.methods or ()):
            expected.add((f"{path}.json", "GET"))
    expected |= {(f"/{{path}}{suffix}", "GET") for suffix in SUFFIXES}
    assert told == expected


def test_the_document_is_one_and_served(explorer: Asked) -> None:
    answer = explorer.get("/-/openapi.json")
    document = answer.json
    assert document == json.loads(json.dumps(openapi_document.build_openapi_document()))
    assert document["openapi"].startswith("3.1") and document["info"]["version"] == openapi_document.VERSION
    assert answer.headers["zermelo-api"] == openapi_document.VERSION
    for name, form in document["components"]["schemas"].items():
        jsonschema.Draft202012Validator.check_schema(form)
        assert form.get("description"), name
    named = set(document["components"]["schemas"])
    references = set(re.findall(r'"\$ref": "([^"]*)"', json.dumps(document)))
    assert all(each.startswith(openapi_document.HERE) for each in references)
    assert {each.rpartition("/")[2] for each in references} == named
    for path, ways in document["paths"].items():
        for way in ways.values():
            assert (way["summary"] and "200" in way["responses"]) or "303" in way["responses"], path
            own = {each["name"] for each in way["parameters"] if each["in"] == "path"}
            assert own == {part.partition("}")[0] for part in path.split("{")[1:]}, path


# Real answers.

GAMES = (
    "tic_tac_toe",
    "dots_and_boxes(columns=1,rows=1)",
    "pig(target=3)",
    "strike",
    "sliding_tiles(columns=2,rows=2)",
    "mu_torere",
    "connect_four",
)


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_as_the_document_says(explorer: Asked, game: str) -> None:
    chance = random.Random(1913)
    url = f"/{game}.json"
    for _ in range(12):
        answer = explorer.get(url)
        assert answer.status == 200 and answer.headers["zermelo-api"] == openapi_document.VERSION
        hold("PositionAnswer", answer.json)
        following = answer.json["moves"] or answer.json["throws"]
        if not following:
            assert answer.json["over"] and answer.json["mover"] is None
            break
        url = chance.choice(following)["url"]


def test_the_rest_is_as_the_document_says(explorer: Asked) -> None:
    explorer.solved("hexapawn")
    for panel in ("why", "rules", "kind", "table", "statistics", "tree", "value", "report"):
        hold("PositionAnswer", explorer.get_json(f"/hexapawn.json?panel={panel}"))
    explorer.solved("nim(heaps=(1,2))")
    hold("PositionAnswer", explorer.get_json("/nim(heaps=(1,2)).json?panel=nimber"))
    hold("RequestedSolves", explorer.get_json("/-/work.json"))
    hold("SumAnswer", explorer.get_json("/-/sum.json?game=nim(heaps=(1,2))&game=*2"))
    hold("SumAnswer", explorer.get_json("/-/sum.json"))
    hold("Reading", explorer.get_json("/-/read/blog.json"))
    said: Any = {"puzzles": []}
    while not said["puzzles"]:
        said = explorer.get_json("/-/train/hexapawn.json")
        hold("TrainingTasks", said)
    for row in said["puzzles"][:6]:
        puzzle = explorer.get_json(row["url"])
        hold("TrainingAnswer", puzzle)
        hold("TrainingAnswer", explorer.get_json(f"{row['url']}&answer=1"))
        for move in puzzle["moves"][:2]:
            hold("TrainingAnswer", explorer.get_json(move["url"]))
    for path in ("/no_such_game.json", "/tic_tac_toe/z9.json", "/-/train/no_such_game.json"):
        answer = explorer.get(path)
        assert answer.status == 404
        hold("Refusal", answer.json)


# Many positions.


@pytest.mark.parametrize(
    "game", ["mnk(columns=3,rows=2,line=2)", "mu_torere", "dots_and_boxes(columns=2,rows=1)"]
)
def test_every_position_of_a_game_at_once(explorer: Asked, game: str) -> None:
    which = zermelo.game(game)
    table = naive.solve(which)
    positions = list(table)
    explorer.solved(game)
    found = look_up(explorer, game, positions)
    assert found["game"] == repr(which) and found["count"] == len(positions)
    assert all(found["known"]) and not found["values_only"]
    solution = zermelo.solve(which)
    for place, position in enumerate(positions):
        answer = solution.value(position)
        assert (found["values"][place], found["remoteness"][place]) == (answer.value, answer.remoteness)
        assert found["values"][place] == table[position][0]
        best = found["best"][place]
        assert set(best) == {move.name for move in solution.best(position)}
        assert bool(best) == bool(naive.children(which, position))


def test_texts_lists_and_what_is_unknown(explorer: Asked) -> None:
    given = [0, "X../.O./..X", "0", -1, 3.5, None, True, "no board", [1, 2], {"a": 1}, 1 << 70, (1 << 18) - 1]
    found = look_up(explorer, "tic_tac_toe", given)
    assert found["known"] == [True, True, True] + [False] * 9
    assert found["values"] == [0, 0, 0] + [None] * 9 and found["remoteness"] == [9, 6, 9] + [None] * 9
    assert found["best"][1] == ["b1", "a2", "c2", "b3"] and found["best"][3:] == [[]] * 9
    assert look_up(explorer, "tic_tac_toe", []) == found | {
        "count": 0,
        **{name: [] for name in ("known", "values", "remoteness", "best", "exchanges")},
    }
    found = look_up(
        explorer, "pig(target=3)", [zermelo.game("pig(target=3)").start()]
    )  # of dice: means, no plies
    value = zermelo.solve("pig(target=3)").value().value
    assert found["values"] == [value] and found["remoteness"] == [None] and found["best"] == [["roll"]]


def test_requests_are_bounded(explorer: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lookup_request.MOST == 10_000
    monkeypatch.setattr(lookup_request, "MOST", 1_000)
    whole = look_up(explorer, "tic_tac_toe", [0] * lookup_request.MOST)
    assert whole["count"] == lookup_request.MOST and set(whole["values"]) == {0}
    for body, words in (
        (json.dumps([0] * (lookup_request.MOST + 1)).encode(), "more than 1,000 positions"),
        (b"{}", "no list"),
        (b"[1, 2", "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"", "no JSON"),
    ):
        refused = send(explorer, "tic_tac_toe", body)
        assert refused.status == 400 and words in refused.json["error"]
        hold("Refusal", refused.json)
    assert send(explorer, "tic_tac_toe", b"[" + b" " * LONGEST_LIST + b"]").status == 413


def test_games_that_are_not_solved_are_refused(explorer: Asked) -> None:
    for game, status, kind in (
        ("connect_four", 400, "MissingSolution"),
        ("strike", 400, "MissingCapability"),
        ("no_such_game", 404, "UnknownGame"),
        ("stones.py:Stones", 404, "UnknownGame"),
    ):
        refused = send(explorer, game, b"[0]")
        assert (refused.status, refused.json["kind"]) == (status, kind)
        hold("Refusal", refused.json)
