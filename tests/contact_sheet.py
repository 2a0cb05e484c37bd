"""All boards of the catalogue on one page, to be looked at: light, dark, in grey and small.

    python tests/contact_sheet.py FOLDER [NAME ...]

writes FOLDER/contact-sheet.html with the start of every game, or of the named ones, and a position in the middle
of random play, on which the last move, the legal moves and some made-up values are marked.
"""

import random
import sys
from pathlib import Path
from typing import Any

import zermelo
from zermelo.boards.pictures.move_highlights import (
    MoveHighlights,
    ValueSign,
    find_last_move_places,
    find_move_target,
)
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.player_view import is_shown_for_mover, is_turned_by_moves
from zermelo.core.values import UNDECIDED
from zermelo.draw.pictures.colour_theme import (
    COLOURS,
    all_class_styles,
    colour_variables,
    remove_picture_style_sheets,
)
from zermelo.draw.pictures.position_picture import board_svg, depict_position
from zermelo.draw.pictures.svg_markup import element, escape
from zermelo.games import catalogue

STYLE = f"""
body {{ margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #fff; color: #1c2530; }}
h2 {{ font-size: 14px; margin: 12px 0 4px; overflow-wrap: anywhere; }}
.way {{ display: flex; gap: 16px; align-items: center; padding: 8px; flex-wrap: wrap; }}
.row {{ display: grid; grid-template-columns: 1fr 1fr; border-bottom: 1px solid #ccc; padding: 0 12px 12px; }}
.row h2 {{ grid-column: 1 / 3; }}
.way svg {{ max-width: 46%; max-height: 420px; height: auto; }}
.small svg {{ width: 200px; max-width: 200px; height: auto; }}
.grey {{ filter: grayscale(1); }}
.light .zermelo {{ {colour_variables(COLOURS)} }}
.dark {{ background: {COLOURS["paper"][1]}; }} .dark .zermelo {{ {colour_variables(COLOURS, dark=True)} }}
"""
WAYS = ("light", "dark", "light grey", "light small")
PLIES = 6


def played(game: Game, chance: random.Random, plies: int = PLIES) -> tuple[Position, Position | None, str]:
    """Return a position some plies after the start, the one before the last move, and that move's name."""
    position, before, name = game.start(), None, ""
    asked: Any = game
    for _ in range(4 * plies):
        if game.outcome(position) != UNDECIDED:
            break
        thrown = list(asked.chances(position)) if has(game, "chances") else []
        if thrown:
            position = chance.choice(thrown)[1]
            continue
        moves = list(game.moves(position))
        if not moves or plies == 0:
            break
        move = chance.choice(moves)
        before, name = position, game.name(position, move)
        position, plies = game.play(position, move), plies - 1
    return position, before, name


def marked(game: Game, position: Position, before: Position | None, name: str) -> MoveHighlights:
    """Return the last move, and values that alternate on the places where moves go."""
    picture = depict_position(game, position)
    if picture is None:
        return MoveHighlights()
    old = depict_position(game, before) if before is not None else None
    if old is not None and is_shown_for_mover(game) and old.mover == picture.mover:
        old = old.swap_sides()
    if old is not None and is_turned_by_moves(game):
        old = old.turn_to_opponent()
    last = () if old is None else find_last_move_places(old, name, picture)
    targets: list[str] = []
    if game.outcome(position) == UNDECIDED and not (has(game, "chances") and list(game.chances(position))):
        for move in game.moves(position):
            said = game.name(position, move)
            targets.append(find_move_target(picture, said))
            if len(targets) > 200:
                break
    there = [place for place in dict.fromkeys(targets) if place]
    tones = ("win", "draw", "loss", "unknown")
    worths = tuple(
        ValueSign(
            place, tones[number % 4], "+1.2" if number % 4 == 3 else str(3 + 5 * number), number % 4 == 0
        )
        for number, place in enumerate(there[:4])
    )
    return MoveHighlights(last, tuple(there), (), worths)


def row(game: Game) -> str:
    """Return one game's pictures in four ways."""
    position, before, name = played(game, random.Random(5))
    start = remove_picture_style_sheets(board_svg(game, game.start()))
    middle = remove_picture_style_sheets(
        board_svg(game, position, highlights=marked(game, position, before, name))
    )
    ways = [element("div", start, middle, class_=f"way {way}") for way in WAYS]
    return element("div", element("h2", escape(repr(game))), *ways, class_="row")


def main(folder: str, *names: str) -> None:
    """Write the sheet."""
    rows = [row(zermelo.game(name)) for name in names or catalogue()]
    page = element("style", STYLE + all_class_styles()) + "".join(rows)
    out = Path(folder) / "contact-sheet.html"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><title>Contact sheet</title>{page}', encoding="utf-8"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
