"""The first page: the games with their pictures, what is solved of them, and what is being solved."""

import functools
from pathlib import Path
from typing import Any

from zermelo import Game, ZermeloError
from zermelo.boards import Mark, Picture
from zermelo.core import GameText, UnknownGame, format_count, summarize_game_class
from zermelo.draw import picture_svg
from zermelo.games import find_game_class
from zermelo.solver import solved_game
from zermelo.web.pages.work_texts import describe_solve_job
from zermelo.web.requests.position_url import make_game_path
from zermelo.web.services.explorer_games import ExplorerGames
from zermelo.web.services.game_size_notes import GameSizeNotes
from zermelo.web.services.solution_cache import SolutionCache

MOST_SOLVED = 200  # variants listed


def build_home_page_values(
    games: ExplorerGames, solution_cache: SolutionCache, search_text: str
) -> dict[str, Any]:
    """Return what the first page shows; `search_text` is part of a name, or of what is said of a game."""
    solved = find_solved_games(solution_cache.store)
    rows = [
        _build_game_row(games, name, kind, solved, solution_cache.jobs.sizes)
        for name, kind in games.load_all_game_classes().items()
    ]
    word = search_text.casefold().strip()
    found = [row for row in rows if word in f"{row['name']} {row['title']} {row['about']}".casefold()]
    names = {row["repr"] for row in rows}
    return {
        "rows": found,
        "wanted": search_text,
        "given": [{"name": name, "url": make_game_path(name)} for name in games.first],
        "variants": [
            {"name": each, "url": make_game_path(each)}
            for each in sorted(solved - names)
            if not GameText.names_file(each)
        ][:MOST_SOLVED],
        "work": build_running_solves_values(solution_cache)["rows"],
        "count": len(rows),
        "unplanned": [row["repr"] for row in found if row["repr"] and not (row["solved"] or row["own"])],
    }


def describe_game_size(size: dict[str, Any] | None) -> str:
    """Return what a badge says of a game's size, "" where nothing is known.

    >>> describe_game_size({"positions": 5478.0, "fits": True, "open": False})
    'fits: 5,478 positions'
    """
    if size is None:
        return ""
    least = "at least " if size["open"] else ""
    return f"{'fits' if size['fits'] else 'too large'}: {least}{format_count(size['positions'], 'position')}"


def find_game_url(games: ExplorerGames, search_text: str) -> str:
    """Return the URL of the one game that a text names, "" where it is no name of a game."""
    if not search_text.strip():
        return ""
    try:
        if search_text in games.own:
            return make_game_path(games.find_example_game_text(search_text))
        return make_game_path(find_game_class(search_text.strip()).family_name())
    except UnknownGame:
        return ""


def _build_game_row(
    games: ExplorerGames, name: str, kind: type[Game], solved: set[str], sizes: GameSizeNotes
) -> dict[str, Any]:
    said = _format_default_game(kind)
    shown = name if said else games.find_example_game_text(name)
    return {
        "name": name,
        "title": format_game_name(name),
        "repr": said,
        "url": make_game_path(shown),
        "picture": f"/-/picture{make_game_path(shown)}.svg",
        "about": summarize_game_class(kind),
        "solved": said in solved,
        "size": "" if said in solved else describe_game_size(sizes.find_game_size(said)),
        "own": name in games.own,
    }


def _format_default_game(kind: type[Game]) -> str:
    """Return how a game writes itself with its usual parameters, "" where it has none."""
    try:
        return repr(kind())
    except Exception:  # a class may raise anything, above all where it has no usual parameters
        return ""


def format_game_name(name: str) -> str:
    """Return a game's name as a person reads it.

    >>> format_game_name("nine_mens_morris")
    'Nine mens morris'
    """
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def find_solved_games(store: Path) -> set[str]:
    """Return the games of which a solution stands in the store, as they write themselves."""
    try:
        return set(_read_solved_games_in_store(store, store.stat().st_mtime_ns))
    except OSError:
        return set()


@functools.lru_cache(maxsize=4)
def _read_solved_games_in_store(store: Path, changed: int) -> frozenset[str]:
    found = set()
    for directory in store.iterdir():
        if directory.is_dir() and not directory.name.endswith(".partial"):
            try:
                found.add(solved_game(directory))
            except (ZermeloError, OSError):
                continue
    return frozenset(found)


def build_running_solves_values(solution_cache: SolutionCache) -> dict[str, Any]:
    """Return what is being solved on request, and what waits."""
    return {
        "rows": [
            {
                "game": job.source,
                "url": None if GameText.names_file(job.source) else make_game_path(job.source),
                "said": describe_solve_job(job),
            }
            for job in solution_cache.jobs.list_requested_solves()
        ]
    }


def draw_start_text_as_svg(game: Game) -> str:
    """Return the start's text as a picture, for a game that draws nothing."""
    lines = game.show(next(iter(game.starts()))).split("\n")[:8]
    marks = tuple(Mark(line[:24], 2.0, 0.5 * number) for number, line in enumerate(lines))
    return picture_svg(Picture(marks=marks), repr(game))
