"""Definitions that several schemas share, in the words of docs/words.md: answers, lines of play, counts."""

from typing import Final

from zermelo.results.json_schema import (
    Schema,
    any_of,
    array,
    boolean,
    count,
    fields,
    integer,
    names,
    nullable,
    number,
    optional,
    reference,
    text,
)

# Fields.
GAME: Final = text("the game, as every command reads it")
POSITION: Final = reference("position", "the position, as its game encodes it")
SHOWN: Final = text("the position as the game shows it, which every command reads")
MOVE: Final = text("the move's name, meaningful in its position")
MOVER: Final = integer("the player about to move, numbered from 1", 1)
PAYOFFS: Final = reference("payoffs", "what each player gets, in their order")
EVERY_PAYOFFS: Final = array("what subgame-perfect play can bring, each way", PAYOFFS)
LINE: Final = names("the moves of a line of perfect play, by name")
LINE_ENDS: Final = boolean("whether that line ends; else it repeats from there")

TO_COME: Final = optional(
    number("where moves bring points: the value again, which counts those still to come, and no others")
)
PAIR_OF_POINTS: Final = array("first's points and second's", {"type": "integer"}, length=2)
ANSWER: Final[dict[str, Schema]] = {
    "value": number(
        "what best play gives, as the mover sees it: 1 win, 0 draw, -1 loss, else points or a mean"
    ),
    "outcome": text(
        "the value's sign in a word, draw where rounding could have made it", "win", "draw", "loss"
    ),
    "remoteness": nullable(
        count("plies to the end under best play; null where play need not end, or where it is not known")
    ),
    "win_probability": optional(number("with dice, without draws: how probable it is that the mover wins")),
    "to_come": TO_COME,
}
PLAYED: Final[dict[str, Schema]] = {
    "won": count("lines of play, or games, that are won"),
    "drawn": count("those that are drawn"),
    "lost": count("those that are lost"),
}
OF_LINES: Final[dict[str, Schema]] = {
    name: nullable(form | {"description": f"{form['description']}; null where a line can cycle"})
    for name, form in PLAYED.items()
}
SIDES: Final = {"first": "as the player who begins", "second": "as the other player"}

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
    "answer": fields("what best play gives at a position", **ANSWER),
    "move": fields("a move with what it is worth to the player who makes it", move=MOVE, **ANSWER),
    "chance": fields(
        "what dice can bring at a position, and how probable that is",
        probability=number("of this throw"),
        position=POSITION,
        **ANSWER,
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
    "payoff_line": fields(
        "a line of subgame-perfect play",
        moves=names("its moves, by name"),
        end=reference("position", "where it ends"),
        payoffs=PAYOFFS,
    ),
    "indifference": fields(
        "a position whose mover gets as much by each of these moves, and no more by another",
        position=POSITION,
        player=integer("the mover, numbered from 1", 1),
        payoff={"type": ["number", "string"], "description": "what the player gets; a fraction as text"},
        moves=names("the moves, by name"),
    ),
    "played": fields("how many lines of play, or games, ended how", **PLAYED),
    "curiosity": fields(
        "a position worth looking at",
        position=POSITION,
        **ANSWER,
        move_count=count("moves that it has"),
    ),
}
