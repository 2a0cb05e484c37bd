"""Definitions that several schemas share, in the words of docs/words.md: answers, lines of play, counts."""

from typing import Final

from zermelo.results.json_schema import (
    Schema,
    any_of,
    array,
    fields,
    nullable,
    number,
)

PAIR_OF_POINTS: Final = array("first's points and second's", {"type": "integer"}, length=2)
DEFINITIONS: Final[dict[str, Schema]] = {
    "position": any_of(
        "a position as its game encodes it: an integer, a text, or a list of such things",
        {"type": "integer"},
        {"type": "string"},
        {"type": "array", "items": {"type": ["integer", "string", "array", "number", "boolean", "null"]}},
    ),
    "payoffs": array(
        "a number for each player, in their order; a fraction as text",
        {"type": ["number", "string"]},
    ),
    "points": fields(
        "where moves bring points: those of a line of play; a single number is first's minus second's",
        gained=PAIR_OF_POINTS | {"description": "first's points and second's since the line began"},
        so_far=nullable(
            PAIR_OF_POINTS | {"description": "the same, where the line began at the game's start; else null"}
        ),
        to_come=nullable(number("what best play still brings; null where unknown")),
        final=nullable(number("the final result, so far and to come; null where either is not known")),
    ),
}
