"""Pages in one file are held against axe's rules, wide and narrow, light and dark, and as a finished game."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from support.marks import one_in

import zermelo

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


GAMES = ("pig(target=4)", "sliding_tiles(columns=2, rows=2)", "tic_tac_toe")
CASES = [(game, *look) for look in ((360, "dark"), (1200, "light")) for game in GAMES]


@pytest.mark.parametrize(("game", "width", "scheme"), one_in(2, CASES))
def test_axe_finds_nothing(
    offline: Callable[..., Any], tmp_path: Path, game: str, width: int, scheme: str
) -> None:
    file = tmp_path / "game.html"
    zermelo.solve(game).page(file)
    page = offline(viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True)
    for ending in ("", "#b2/b1/a1/c3/a3/a2/c1") if game == "tic_tac_toe" else ("",):
        page.goto(f"{file.as_uri()}{ending}")
        page.reload()
        page.wait_for_selector("[data-cell], .z-moves button, pre")
        page.evaluate(AXE)
        found = page.evaluate("() => axe.run()")
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found["violations"]] == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
