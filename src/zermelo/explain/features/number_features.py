"""Features of games of numbers: those that a position shows, and the few moves by their names.

A rule of pig is "hold, with 20 or more this turn". What it asks of the position is the same for all moves,
and the move's name tells which move it is. Numbers are read off the picture that the game draws. There each
number belongs to the mover, to the opponent, or to nobody. Without a picture they are read off the position's
text, in its order.
"""

import random
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.rule_queries import keeps_turn, moves_at
from zermelo.explain.features.symmetric_features import select_symmetric_features
from zermelo.explain.rule_lists.rule_predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature, GlossaryTerm

WALKS: Final = 20  # random walks, to find the moves and numbers
STEPS: Final = 60  # of each walk
MOST_NAMES: Final = 12
LOOKED_AT: Final = 60  # positions whose images are looked at
MOST_NUMBERS: Final = 8
WHOLE: Final = re.compile(r"[-+]?\d+")
WHOSE: Final = ("my", "his", "common")
DRAWN: Final = GlossaryTerm(
    "my number, the opponent's number, a common number",
    "what the board shows for me, for the opponent, for nobody",
)
WRITTEN: Final = GlossaryTerm(
    "number 1, number 2 ...", "the numbers of the position as it is written, in reading order"
)


class NumberSurvey(NamedTuple):
    """What random walks found: the names of moves, and the names of a position's numbers."""

    names: tuple[str, ...]
    numbers: tuple[str, ...]
    drawn: bool  # whether the numbers are read off pictures
    positions: tuple[Position, ...]  # some unfinished ones


def applies_to_game(game: Game) -> bool:
    """Return whether there are few moves with names, or always as many numbers."""
    told = _survey_numbers(game)
    return bool(told.numbers) or 1 < len(told.names) <= MOST_NAMES


def build_features(game: Game) -> list[Feature]:
    """Return which move it is, and the numbers of the position before it and after it."""
    told = _survey_numbers(game)
    found = []
    if 1 < len(told.names) <= MOST_NAMES:
        for name in told.names:

            def measure_name_matches(
                position: Position, moves: Sequence[Move], name: str = name
            ) -> list[int]:
                return [int(game.name(position, move) == name) for move in moves]

            found.append(Feature(f"move({name})", f"plays {name}", measure_name_matches, is_flag=True))

    @lru_cache(maxsize=1 << 16)
    def read_numbers(position: Position, moves_next: bool) -> list[int]:
        """Return the numbers from the view of the player who moves next, or of the other player."""
        return (
            _read_numbers_in_picture(game, position, moves_next)[1]
            if told.drawn
            else _read_numbers_in_text(game, position)
        )

    for place, called in enumerate(told.numbers):

        def measure_number_before_move(
            position: Position, moves: Sequence[Move], place: int = place
        ) -> list[int]:
            return [read_numbers(position, True)[place]] * len(moves)

        def measure_number_after_move(
            position: Position, moves: Sequence[Move], place: int = place
        ) -> list[int]:
            children = (game.play(position, move) for move in moves)
            after = (read_numbers(child, keeps_turn(game, position, child)) for child in children)
            return [row[place] if place < len(row) else 0 for row in after]

        terms = (DRAWN if told.drawn else WRITTEN,)
        words = called.replace("his ", "the opponent's ")
        found += [
            Feature(
                f"has({called})",
                f"{words}, before it",
                measure_number_before_move,
                compared=(AT_LEAST, EQUAL),
                terms=terms,
            ),
            Feature(
                f"leaves({called})",
                f"{words}, after it",
                measure_number_after_move,
                compared=(MOST, LEAST, AT_LEAST, EQUAL),
                said={
                    " most": f"{words}, after it: the largest of all moves",
                    " least": f"{words}, after it: the smallest of all moves",
                },
                terms=terms,
            ),
        ]
    return select_symmetric_features(game, found, told.positions)


def _read_numbers_in_text(game: Game, position: Position) -> list[int]:
    """Return the numbers of a position's text."""
    return [int(each) for each in WHOLE.findall(game.show(position))]


def _read_numbers_in_picture(game: Any, position: Position, moves_next: bool) -> tuple[list[str], list[int]]:
    """Return the names of the numbers in a picture, from one player's view, and the numbers."""
    found: dict[str, list[int]] = {whose: [] for whose in WHOSE}
    picture = game.depict(position)
    for thing in picture.things:
        if WHOLE.fullmatch(thing.text):
            mine = (thing.side == picture.mover) == moves_next
            whose = "common" if thing.side is None else "my" if mine else "his"
            found[whose].append(int(thing.text))
    called = [
        f"{whose} number{f' {count + 1}' if len(found[whose]) > 1 else ''}"
        for whose in WHOSE
        for count in range(len(found[whose]))
    ]
    return called, [number for whose in WHOSE for number in found[whose]]


@lru_cache(maxsize=16)
def _survey_numbers(game: Game) -> NumberSurvey:
    chance = random.Random(1913)
    starts = list(game.starts())
    names: dict[str, None] = {}
    written: set[int] = set()
    met: dict[Position, None] = {}
    drawn: set[tuple[str, ...]] = set()
    for _ in range(WALKS):
        position = chance.choice(starts)
        for _ in range(STEPS):
            thrown = list(game.chances(position))
            if thrown:
                position = chance.choice(thrown)[1]
                continue
            moves = moves_at(game, position)
            if not moves:
                break
            met[position] = None
            written.add(len(_read_numbers_in_text(game, position)))
            if has(game, "depict"):
                drawn.add(tuple(_read_numbers_in_picture(game, position, True)[0]))
            names.update(dict.fromkeys(game.name(position, move) for move in moves))
            position = game.play(position, chance.choice(list(moves)))
    called = next(iter(drawn)) if len(drawn) == 1 else ()
    looked_at = tuple(met)[:LOOKED_AT]
    if 0 < len(called) <= MOST_NUMBERS:
        return NumberSurvey(tuple(sorted(names)), called, True, looked_at)
    count = written.pop() if len(written) == 1 else 0
    numbered = tuple(f"number {place + 1}" for place in range(count)) if count <= MOST_NUMBERS else ()
    return NumberSurvey(tuple(sorted(names)), numbered, False, looked_at)
