"""GamesmanUni's URLs as its site asks them: what they answer, and who may read it."""

from pathlib import Path

import pytest
from support.asking import Asked, asked

import zermelo
from zermelo.web import shelf, uwapi

BASE = "/-/uwapi/"


def test_the_site_finds_its_way_from_the_list_to_every_move(explorer: Asked) -> None:
    games = explorer.get_json(BASE)
    (game,) = [each for each in games if each["id"] == "zermelo_tic_tac_toe"]
    variants = explorer.get_json(f"{BASE}{game['id']}/")["variants"]
    variant = explorer.get_json(f"{BASE}{game['id']}/{variants[0]['id']}/")
    where = variant["startPosition"]
    plies = 0
    while True:
        said = explorer.get_json(f"{BASE}{game['id']}/{variant['id']}/positions/?p={where}")
        assert said["position"] == where
        assert said["remoteness"] == 9 - plies and said["positionValue"] == "tie"
        if not said["moves"]:
            break
        where, plies = said["moves"][0]["position"], plies + 1
    assert plies == 9
    assert "instructions" in explorer.get_json(f"{BASE}{game['id']}/{variant['id']}/instructions/?locale=en")


def test_what_is_not_there_is_said_in_its_field(explorer: Asked) -> None:
    for path in ("nope/", "zermelo_tic_tac_toe/nope/", "zermelo_tic_tac_toe/x/y/z/", "%2e%2e/"):
        found = explorer.get(BASE + path)
        assert found.status == 404 and found.json["error"]


def test_only_this_machine_and_sites_that_were_named_may_read(explorer: Asked) -> None:
    near, far, allowed = "http://localhost:3000", "https://evil.example", "access-control-allow-origin"
    cross = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "cors"}
    found = explorer.get(BASE, Origin=near, **cross)
    assert found.status == 200 and found.headers[allowed] == near
    assert explorer.get(BASE, Origin=far, **cross).status == 403
    assert allowed not in explorer.get(BASE, Origin=far).headers
    assert allowed not in explorer.get("/tic_tac_toe", Origin=near).headers


def test_boards_are_found_once_however_many_solutions_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More are solved than are kept open: no game is played anew for its board at each request."""
    monkeypatch.setattr(shelf, "MOST_OPEN", 2)
    drawn: list[str] = []
    monkeypatch.setattr(uwapi, "autogui_of", lambda game, folder, **how: drawn.append(folder))
    names = [f"nim(heaps=({heap}, 1, 1, 1))" for heap in range(11, 15)]
    for name in names:
        zermelo.solve(name, store=tmp_path)
    with asked(tmp_path) as found:
        for _ in range(3):
            assert len(found.get_json(f"{BASE}zermelo_nim/")["variants"]) == len(names)
    assert len(drawn) == len(names)
