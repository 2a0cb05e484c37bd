"""What `match` prints with `--json`."""

from typing import Final

from zermelo.results.json_schema import (
    Schema,
    any_of,
    array,
    count,
    fields,
    integer,
    names,
    nullable,
    number,
    reference,
    text,
)
from zermelo.results.schema_definitions import EVERY_PAYOFFS, GAME, MOVE, PAYOFFS, PLAYED, POSITION

STANDING: Final = fields(
    "how a player fared",
    player=text("the player's name"),
    **PLAYED,
    as_first=reference("played", "the games that the player began"),
    as_second=reference("played", "the others"),
    score=number("the player's share of the points: a win is 1, a draw a half"),
    interval=array("limits of the score, with 95 per cent confidence", {"type": "number"}, length=2),
    move_count=nullable(
        count("moves that the player made where a solution gives their values; null without one")
    ),
    given_away_count=nullable(count("of these, moves that gave away value; null without a solution")),
    given_away=nullable(
        array(
            "where value was given away, most often first; null without a solution",
            fields("a move", position=POSITION, move=MOVE, times=count("how often")),
        )
    ),
    failure_count=count("games that the player lost as a program that failed to move"),
    failed=nullable(text("how it failed first; null where it did not")),
)
MATCH_OF_TWO: Final = fields(
    "games between two players",
    game=GAME,
    games=count("how many"),
    seed=integer("of what is drawn"),
    first=STANDING,
    second=STANDING,
    mean_plies=number("of a game"),
    broken_off=count("games that repeated positions and were stopped"),
)
PLAYED_LINE: Final[dict[str, Schema]] = {
    "moves": names("its moves, by name"),
    "text": text("the position at its end, in one line"),
}
MATCH_OF_SEVERAL: Final = fields(
    "games in which each player gets a payoff",
    game=GAME,
    games=count("how many"),
    seed=integer("of what is drawn"),
    players=names("who sits where"),
    mean_payoffs=array(
        "what each got in the mean; null where no game came to an end", {"type": ["number", "null"]}
    ),
    lines=array(
        "what was played",
        fields(
            "a line of play",
            **PLAYED_LINE,
            payoffs=nullable(reference("payoffs", "what each got; null where it was broken off")),
            times=count("how often"),
        ),
    ),
    subgame_perfect=nullable(
        fields(
            "what subgame-perfect play gives beside that; null where play may cycle",
            payoffs=EVERY_PAYOFFS,
            line_count=count("its lines"),
            lines=array(
                "these lines; none where they are too many", fields("a line", **PLAYED_LINE, payoffs=PAYOFFS)
            ),
            indifferent=array("where somebody may choose freely", reference("indifference", "a position")),
        )
    ),
)
PLACE: Final = fields(
    "how a player fared against all others",
    player=text("the player's name"),
    **PLAYED,
    score=number("the player's share of the points: a win is 1, a draw a half"),
    interval=array("limits of the score, with 95 per cent confidence", {"type": "number"}, length=2),
    move_count=nullable(
        count("moves that the player made where a solution gives their values; null without one")
    ),
    given_away_count=nullable(count("of these, moves that gave away value; null without a solution")),
    failure_count=count("games that the player lost as a program that failed to move"),
)
ROUND_ROBIN: Final = fields(
    "each of three players or more against each other",
    game=GAME,
    seed=integer("of what is drawn"),
    places=array("the players, the best score first", PLACE),
    contests=array("the games of each pair", MATCH_OF_TWO),
)
MATCH: Final = any_of("games that were played", MATCH_OF_TWO, MATCH_OF_SEVERAL, ROUND_ROBIN)
