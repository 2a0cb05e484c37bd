"""What `solve`, `book` and `value` print with `--json`."""

from typing import Final

from zermelo.results.json_schema import (
    NULL,
    Schema,
    any_of,
    array,
    boolean,
    constant,
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
from zermelo.results.schema_definitions import ANSWER, EVERY_PAYOFFS, GAME, POSITION, TO_COME

WIN_PROBABILITY: Final = nullable(
    number("with dice, without draws: how probable it is that the first to move wins")
)
COUNTS: Final[dict[str, Schema]] = {
    "positions": nullable(
        count("what the game's own encoding distinguishes; null where only classes are counted")
    ),
    "solved": nullable(count("classes of positions that were solved, symmetric ones as one")),
    "wins": nullable(count("positions that their movers win")),
    "draws": nullable(count("positions that are drawn")),
    "losses": nullable(count("positions that their movers lose")),
}
RUN: Final[dict[str, Schema]] = {
    "nodes": nullable(count("positions that a search has visited; null where every position was solved")),
    "seconds": number("that solving took"),
    "seconds_writing": number("that writing the solution took"),
    "peak_memory": count("bytes that the process held at most"),
    "solution": nullable(text("the solution's directory; null where nothing is kept")),
}
START: Final = {name: form for name, form in ANSWER.items() if name != "win_probability"}

SOLVED: Final = fields(
    "a solved game: the answer of its start, and counts",
    game=GAME,
    method=text("how it was solved"),
    **START,
    domain=text(
        "what was solved: positions reachable from the start, or all that an index holds",
        "reachable",
        "index",
    ),
    **COUNTS,
    win_probability=WIN_PROBABILITY,
    **RUN,
    values_only=optional(boolean("there and true where no remoteness was kept")),
    lean=optional(boolean("there and true where nothing is kept that one ply decides")),
    error_bound=optional(number("with dice: how far values may be off, at most, besides rounding")),
)
SEARCHED: Final = fields(
    "one position, by a search; nothing is known of others",
    game=GAME,
    method=text("the search"),
    **START,
    domain=constant("what was solved", "position"),
    **{name: NULL | {"description": "of other positions a search knows nothing"} for name in COUNTS},
    win_probability=WIN_PROBABILITY,
    **RUN,
    tree=optional(nullable(count("with dice: positions of the whole tree, where that is known"))),
    guessed=optional(count("with dice: positions whose values are estimates, as the depth ended there")),
    proof=optional(text("the file of the proof")),
)
SEVERAL: Final = fields(
    "a solved game in which each player gets a payoff: what subgame-perfect play gives",
    game=GAME,
    method=text("how it was solved"),
    players=integer("how many there are", 1),
    payoffs=EVERY_PAYOFFS,
    line_count=count("lines of subgame-perfect play"),
    lines=nullable(array("these lines; null where they are too many", reference("payoff_line", "a line"))),
    indifferent_by_player=array(
        "at how many positions each player may choose freely", {"type": "integer", "minimum": 0}
    ),
    indifferent=nullable(
        array(
            "where somebody may choose freely; null where too many", reference("indifference", "a position")
        )
    ),
    positions=count("positions"),
    solution={"type": "null", "description": "nothing is kept of such games"},
)
SOLVE: Final = any_of("a game solved, or one position of it", SOLVED, SEARCHED, SEVERAL)


BOOK: Final = fields(
    "a book of a game's first plies: every position's value, and the length of wins and losses",
    game=GAME,
    plies=count("of play that it covers"),
    positions=count("in it, symmetric ones as one"),
    wins=count("of these, won by their movers"),
    draws=count("drawn"),
    losses=count("lost"),
    book=text("its file"),
)

VALUE_OF_TWO: Final = fields(
    "a position's answer, and every move's, best first",
    game=GAME,
    position=POSITION,
    **ANSWER,
    moves=array("its moves, best first", reference("move", "a move")),
    chances=optional(array("in games with dice: what is thrown here", reference("chance", "a throw"))),
    values_only=optional(boolean("there and true where no remoteness was kept")),
    searched=optional(
        boolean(
            "there and true where the game is not solved: from a book and by search, draws without remoteness"
        )
    ),
    points=optional(
        reference("points", "so far, to come and final, of the position; so far at a start alone")
    ),
    line=optional(names("with --line: the moves of a line of perfect play")),
    line_points=optional(
        array("with --line: the points at each position of it", reference("points", "so far, to come, final"))
    ),
    line_ends=optional(boolean("with --line: whether it ends; else it repeats from there")),
    chain=optional(
        array(
            "with --chain: the positions of a line of perfect play",
            fields(
                "a position of the line",
                position=POSITION,
                outcome=text("what its mover gets", "win", "draw", "loss"),
                to_come=TO_COME,
                free=boolean("whether every move is as good as another"),
            ),
        )
    ),
)
VALUE_OF_SEVERAL: Final = fields(
    "what subgame-perfect play gives from a position on, and after every move",
    game=GAME,
    position=POSITION,
    mover=nullable(integer("the player about to move, numbered from 1; null where play is over", 1)),
    payoffs=EVERY_PAYOFFS,
    line_count=count("lines of subgame-perfect play"),
    lines=optional(
        nullable(array("with --line: these lines; null where too many", reference("payoff_line", "a line")))
    ),
    indifferent=optional(
        nullable(
            array(
                "with --line: where somebody on them may choose freely; null where too many",
                reference("indifference", "a position"),
            )
        )
    ),
    moves=array(
        "its moves",
        fields(
            "a move, and what play can bring after it",
            move=text("its name"),
            payoffs=EVERY_PAYOFFS,
            perfect=array(
                "those payoffs with which the move is one of subgame-perfect play",
                reference("payoffs", "what each player gets"),
            ),
        ),
    ),
)
VALUE: Final = any_of("what a position is worth", VALUE_OF_TWO, VALUE_OF_SEVERAL, SEARCHED)
