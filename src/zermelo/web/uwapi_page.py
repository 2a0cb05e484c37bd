"""The URLs of GamesmanUni's server below `/-/uwapi/`, for games solved in the store or given at the start."""

from typing import Any
from urllib.parse import unquote

from zermelo.errors import UnknownGame, ZermeloError
from zermelo.web.games import Games
from zermelo.web.home import solved_in
from zermelo.web.shelf import Shelf
from zermelo.web.uwapi import (
    Variant,
    find_variant,
    game_id_of,
    game_json,
    games_json,
    instructions_json,
    is_answered,
    position_json,
    variant_json,
    variant_of,
)

MOST = 300  # variants


def answer(path: str, position: str, games: Games, shelf: Shelf) -> Any:
    """Return what a path says; `position` is the query's `p`. Raises `ZermeloError`s."""
    parts = [unquote(part) for part in path.split("/") if part]
    variants = _variants(games, shelf, parts[0] if parts else "")
    if not parts:
        return games_json(variants)
    if len(parts) == 1:
        return game_json(variants, parts[0])
    variant = find_variant(variants, parts[0], parts[1])
    match parts[2:]:
        case []:
            return variant_json(variant)
        case ["positions"]:
            return position_json(variant, position)
        case ["instructions"]:
            return instructions_json(variant)
    raise UnknownGame(f"there is no {'/'.join(parts)!r} here")


def _variants(games: Games, shelf: Shelf, game_id: str = "") -> list[Variant]:
    """Return the games that are answered: those given on the command line, and those solved in the store.

    With a `game_id` only those of this one, so that no other solution need be opened.
    """
    found: dict[str, Variant] = {}
    for text in [*games.first, *sorted(solved_in(shelf.store))]:
        if len(found) >= MOST:
            break
        try:
            game = games.game(text)
            is_wanted = is_answered(game) and game_id in ("", game_id_of(game))
            if is_wanted and repr(game) not in found:
                found[repr(game)] = variant_of(game, shelf.find(game, begin=False).solution)
        except ZermeloError:
            continue  # of a file that was not given, or of another version
    return list(found.values())
