"""JSON Schemas of the explorer's answers, as its OpenAPI document has them."""

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

GAME: Final = text("the game, as every command reads it")
MOVE_VALUE: Final[dict[str, Schema]] = {
    "value": nullable(number("what best play gives, as the mover sees it: 1, 0, -1, points, or a mean")),
    "outcome": nullable(text("its sign in a word", "win", "draw", "loss")),
    "remoteness": nullable(count("plies to the end under best play; null where it need not end")),
    "answer": nullable(text("the same in words")),
    "win_probability": optional(number("with dice, without draws: how probable it is that the mover wins")),
    "to_come": optional(
        number("where moves bring points: the value again, which counts those still to come")
    ),
    "final": optional(nullable(number("where moves bring points: the final result for the mover, or null"))),
}
MOVER: Final = nullable(integer("the player about to move, numbered from 1; null where play is over", 1))
URL_OF_JSON: Final = text("where the JSON of what follows is")
CELLS: Final = names("the cells of the board that it is of")

WORK: Final = fields(
    "the work on a game that is not solved",
    state=text("how it stands", "waiting", "planning", "large", "solving", "solved", "failed", "stopped"),
    plan=nullable(reference("plan", "what it will take")),
    progress=nullable(
        fields(
            "how far it is",
            phase=text("what is being done"),
            done=count("so much of it"),
            total=nullable(count("of so much; null where nobody knows")),
            left=nullable(number("seconds still to come; null where nobody knows")),
        )
    ),
    error=nullable(text("why it failed")),
)
SEARCH: Final = fields(
    "a search of a position whose game is not solved",
    going=boolean("whether more may come"),
    exact=count("moves that are known exactly"),
    moves=count("moves that there are"),
    nodes=count("positions that it has visited"),
    error=nullable(text("why it ended")),
)
SEEN: Final = fields(
    "a position of a line of play",
    game=GAME,
    url=text("the address of its page"),
    position=reference("position", "the position, as its game encodes it"),
    text=text("the position as the game shows it"),
    mover=MOVER,
    over=boolean("whether play has ended"),
    solved=boolean("whether the game is"),
    **MOVE_VALUE,
    moves=array(
        "its moves, best first",
        fields(
            "a move",
            move=text("its name"),
            cells=CELLS,
            url=URL_OF_JSON,
            **MOVE_VALUE,
            found=nullable(text("what a search has found of it")),
        ),
    ),
    throws=array(
        "where dice are thrown: what they can show",
        fields("a throw", url=URL_OF_JSON, probability=number("how probable it is")),
    ),
    made=array(
        "the moves made so far",
        fields(
            "a move",
            ply=integer("which it was, from 1", 1),
            move=text("its name"),
            who=integer("the player who made it, or threw, numbered from 1", 1),
        ),
    ),
    search=nullable(reference("search", "where the game is not solved: a search")),
    work=nullable(reference("work", "where the game is not solved: the work on it")),
    note=nullable(text("why nothing is known, where the game is solved")),
    exchange=nullable(text("where the position was read with the colours exchanged: what is said of that")),
    payoffs=optional(nullable(reference("payoffs", "what each player gets; null where play goes on"))),
    result=optional(
        nullable(number("where play is over: what the line has brought the first player, in points the lead"))
    ),
    points=optional(reference("points", "so far, to come, final")),
    panel=optional(
        {
            "type": "object",
            "description": "with `panel=` in the query: what that panel says, by its own names",
            "properties": {"name": text("which panel")},
            "required": ["name"],
            "additionalProperties": True,
        }
    ),
)
RECORD: Final[dict[str, Schema]] = {
    "box": count("how surely it is known: it comes back the later"),
    "found": count("times that it was found at once"),
    "missed": count("times that it was not"),
    "last": nullable({"description": "when it was done last"}),
}
TASK: Final[dict[str, Schema]] = {
    "puzzle": text("its name, as addresses have it"),
    "kind": text("what it is", "longest", "single", "zugzwang"),
    "task": text("what is to be done"),
    "url": URL_OF_JSON,
    "text": text("the position as the game shows it"),
}
TRAINER: Final = any_of(
    "the puzzles of a game, or one of them being done",
    fields(
        "the puzzles of a game",
        game=GAME,
        solved=boolean("whether the game is"),
        searching=boolean("whether puzzles are being looked for"),
        answered=count("how often somebody has answered one"),
        next=nullable(text("the puzzle to be done next")),
        puzzles=array("the puzzles", fields("one of them", **TASK, **RECORD)),
    ),
    fields(
        "a puzzle being done",
        game=GAME,
        **TASK,
        mover=MOVER,
        made=names("moves made so far"),
        verdict=nullable(text("how it went: done, wrong and others; null where it goes on")),
        words=text("the same in words"),
        moves=array(
            "moves that may be tried", fields("a move", move=text("its name"), cells=CELLS, url=URL_OF_JSON)
        ),
        tell={
            "type": "object",
            "description": "addresses to post to, by what they report",
            "additionalProperties": {"type": "string"},
        },
        **RECORD,
        passed=optional(
            fields("of a zugzwang: the other position", text=text("as the game shows it"), mover=MOVER)
        ),
        choices=optional(names("of a zugzwang: what may be said")),
        answer=optional({"description": "where it was asked for: the solution"}),
    ),
)
SUM: Final[Schema] = {
    "type": "object",
    "description": "a sum of games: who wins, and by which moves",
    "properties": {
        "url": text("the address of its page"),
        "player": text("who is to move"),
        "players": names("what both are called"),
        "impartial": boolean("whether all games are"),
        "finding": text("who wins, in words"),
        "worth": {"description": "the canonical form in words; null where it is not known"},
        "nimber": nullable(count("the nimber, where all games are impartial")),
        "wins": nullable(boolean("whether the player to move wins")),
        "refused": text("why nothing is known"),
        "parts": array("the games, with moves and their values", {"type": "object"}),
        "made": array("moves made so far", {"type": "object"}),
    },
    "required": [
        "url",
        "player",
        "players",
        "impartial",
        "finding",
        "nimber",
        "wins",
        "refused",
        "parts",
        "made",
    ],
    "additionalProperties": True,
}
LOOKED_UP: Final = fields(
    "answers by the places of the positions that were sent",
    game=GAME,
    count=count("positions"),
    known=array("whether the solution has the position", {"type": "boolean"}),
    values=array("the mover's value; null where not known", {"type": ["number", "null"]}),
    remoteness=array(
        "plies to the end; null where play need not end, or nobody knows", {"type": ["integer", "null"]}
    ),
    best=array("the best moves by name; none where play is over, or not known", names("moves")),
    exchanges=array(
        "what is said of a text that was read with the colours exchanged; else null",
        {"type": ["string", "null"]},
    ),
    values_only=boolean("whether the solution has no remoteness at all"),
)
POSITIONS: Final[Schema] = {
    "type": "array",
    "items": {},
    "maxItems": 10_000,
    "description": "positions: numbers, texts as the game shows them, or lists where positions are tuples",
}
WORKS: Final = fields(
    "what is being planned and solved",
    work=array(
        "games",
        fields("a game", source=text("the game"), **WORK["properties"]),
    ),
)
REFUSED: Final = fields(
    "what is wrong, in a sentence", error=text("what, and what to do"), kind=text("the name of the error")
)
EXPLORER_SCHEMAS: Final[dict[str, Schema]] = {
    "seen": SEEN,
    "work": WORK,
    "search": SEARCH,
    "trainer": TRAINER,
    "sum": SUM,
    "looked_up": LOOKED_UP,
    "positions": POSITIONS,
    "works": WORKS,
    "refused": REFUSED,
}
