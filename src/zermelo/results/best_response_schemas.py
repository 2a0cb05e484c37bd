"""What `exploit` and `ladder` print with `--json`."""

from typing import Final

from zermelo.results.json_schema import (
    Schema,
    array,
    boolean,
    count,
    fields,
    integer,
    names,
    nullable,
    number,
    text,
)
from zermelo.results.schema_definitions import GAME, POSITION

REPLY: Final = fields(
    "what the best reply makes of a player",
    value=nullable(number("what the player could have, from their side; null where the game was not solved")),
    worth=number("what the player gets, from their side, in the mean over the starts"),
    short=nullable(number("how much less that is; null where the game was not solved")),
    error=number("by how much `worth` may be wrong"),
    line=names("the moves of a line of play under the best reply"),
    probability=number("how likely the player's moves and the throws in that line are"),
    endless=boolean("whether that line repeats from its end"),
    positions=count("at which the player was asked"),
)
EXPLOIT: Final = fields(
    "the best response to a fixed policy",
    game=GAME,
    first=REPLY | {"description": "against the player as the one who begins"},
    second=REPLY | {"description": "against the player as the other one"},
    exploitability=number(
        "what the best replies win in the mean of both sides, for play from the start alone"
    ),
    perfect=nullable(
        boolean("whether it gets what it could have from the start; null where the game was not solved")
    ),
)

RUNG: Final[dict[str, Schema]] = {
    "remoteness": nullable(count("plies to the end; null where play need not end, or of all together")),
    "positions": count("that were looked at"),
    "decisions": count("of these, where some move gives away value"),
    "error_rate": number("the share of decisions at which the player gives some away"),
    "mean_given_away": number("how much, in the mean of all decisions: 2 from a win to a loss, else points"),
    "slow": number("positions where the player keeps the value and loses time, as expected"),
    "chance_rate": number("the error rate of a player who makes each move equally often"),
}
LADDER: Final = fields(
    "how a player's mistakes go with the distance to the end",
    game=GAME,
    player=text("the player's name"),
    sampled=boolean("whether only positions that random play meets were looked at; else all"),
    seed=nullable(integer("of that play; null where all were looked at")),
    rungs=array("by plies to the end", fields("so many plies from it", **RUNG)),
    all=fields("all rungs together", **RUNG),
    worst=array(
        "where most is given away",
        fields(
            "a position",
            position=POSITION,
            given_away=number("as expected"),
            remoteness=nullable(count("plies to the end; null where play need not end")),
            kept_by=names("the moves that give away nothing"),
        ),
    ),
)
