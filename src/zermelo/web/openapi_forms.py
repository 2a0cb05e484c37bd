"""What the explorer's answers look like to programs: JSON Schemas, as its OpenAPI document has them."""

from typing import Final

from zermelo.schemas import (
    Form,
    count,
    fields,
    listed,
    names,
    number,
    one_of,
    optional,
    or_null,
    shared,
    text,
    truth,
    whole,
)

GAME: Final = text("the game, as every command reads it")
WORTH: Final[dict[str, Form]] = {
    "value": or_null(number("what best play gives, as the mover sees it: 1, 0, -1, points, or a mean")),
    "outcome": or_null(text("its sign in a word", "win", "draw", "loss")),
    "remoteness": or_null(count("plies to the end under best play; null where it need not end")),
    "answer": or_null(text("the same in words")),
    "win_probability": optional(number("with dice, without draws: how probable it is that the mover wins")),
    "to_come": optional(
        number("where moves bring points: the value again, which counts those still to come")
    ),
    "final": optional(or_null(number("where moves bring points: the final result for the mover, or null"))),
}
MOVER: Final = or_null(whole("the player about to move, numbered from 1; null where play is over", 1))
URL_OF_JSON: Final = text("where the JSON of what follows is")
CELLS: Final = names("the cells of the board that it is of")

WORK: Final = fields(
    "the work on a game that is not solved",
    state=text("how it stands", "waiting", "planning", "large", "solving", "solved", "failed", "stopped"),
    plan=or_null(shared("plan", "what it will take")),
    progress=or_null(
        fields(
            "how far it is",
            phase=text("what is being done"),
            done=count("so much of it"),
            total=or_null(count("of so much; null where nobody knows")),
            left=or_null(number("seconds still to come; null where nobody knows")),
        )
    ),
    error=or_null(text("why it failed")),
)
SEARCH: Final = fields(
    "a search of a position whose game is not solved",
    going=truth("whether more may come"),
    exact=count("moves that are known exactly"),
    moves=count("moves that there are"),
    nodes=count("positions that it has visited"),
    error=or_null(text("why it ended")),
)
SEEN: Final = fields(
    "a position of a line of play",
    game=GAME,
    url=text("the address of its page"),
    position=shared("position", "the position, as its game encodes it"),
    text=text("the position as the game shows it"),
    mover=MOVER,
    over=truth("whether play has ended"),
    solved=truth("whether the game is"),
    **WORTH,
    moves=listed(
        "its moves, best first",
        fields(
            "a move",
            move=text("its name"),
            cells=CELLS,
            url=URL_OF_JSON,
            **WORTH,
            found=or_null(text("what a search has found of it")),
        ),
    ),
    throws=listed(
        "where dice are thrown: what they can show",
        fields("a throw", url=URL_OF_JSON, probability=number("how probable it is")),
    ),
    made=listed(
        "the moves made so far",
        fields(
            "a move",
            ply=whole("which it was, from 1", 1),
            move=text("its name"),
            who=whole("the player who made it, or threw, numbered from 1", 1),
        ),
    ),
    search=or_null(shared("search", "where the game is not solved: a search")),
    work=or_null(shared("work", "where the game is not solved: the work on it")),
    note=or_null(text("why nothing is known, where the game is solved")),
    exchange=or_null(text("where the position was read with the colours exchanged: what is said of that")),
    payoffs=optional(or_null(shared("payoffs", "what each player gets; null where play goes on"))),
    result=optional(
        or_null(number("where play is over: what the line has brought the first player, in points the lead"))
    ),
    points=optional(shared("points", "so far, to come, final")),
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
RECORD: Final[dict[str, Form]] = {
    "box": count("how surely it is known: it comes back the later"),
    "found": count("times that it was found at once"),
    "missed": count("times that it was not"),
    "last": or_null({"description": "when it was done last"}),
}
TASK: Final[dict[str, Form]] = {
    "puzzle": text("its name, as addresses have it"),
    "kind": text("what it is", "longest", "single", "zugzwang"),
    "task": text("what is to be done"),
    "url": URL_OF_JSON,
    "text": text("the position as the game shows it"),
}
TRAINER: Final = one_of(
    "the puzzles of a game, or one of them being done",
    fields(
        "the puzzles of a game",
        game=GAME,
        solved=truth("whether the game is"),
        searching=truth("whether puzzles are being looked for"),
        answered=count("how often somebody has answered one"),
        next=or_null(text("the puzzle to be done next")),
        puzzles=listed("the puzzles", fields("one of them", **TASK, **RECORD)),
    ),
    fields(
        "a puzzle being done",
        game=GAME,
        **TASK,
        mover=MOVER,
        made=names("moves made so far"),
        verdict=or_null(text("how it went: done, wrong and others; null where it goes on")),
        words=text("the same in words"),
        moves=listed(
            "moves that may be tried", fields("a move", move=text("its name"), cells=CELLS, url=URL_OF_JSON)
        ),
        tell={
            "type": "object",
            "description": "addresses to be posted to, by what they tell",
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
SUM: Final[Form] = {
    "type": "object",
    "description": "a sum of games: who wins, and by which moves",
    "properties": {
        "url": text("the address of its page"),
        "player": text("who is to move"),
        "players": names("what both are called"),
        "impartial": truth("whether all games are"),
        "finding": text("who wins, in words"),
        "worth": {"description": "the canonical form in words; null where it is not known"},
        "nimber": or_null(count("the nimber, where all games are impartial")),
        "wins": or_null(truth("whether whoever is to move wins")),
        "refused": text("why nothing is known"),
        "parts": listed("the games, with moves and what they are worth", {"type": "object"}),
        "made": listed("moves made so far", {"type": "object"}),
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
    known=listed("whether the solution has the position", {"type": "boolean"}),
    values=listed("the mover's value; null where not known", {"type": ["number", "null"]}),
    remoteness=listed(
        "plies to the end; null where play need not end, or nobody knows", {"type": ["integer", "null"]}
    ),
    best=listed("the best moves by name; none where play is over, or not known", names("moves")),
    exchanges=listed(
        "what is said of a text that was read with the colours exchanged; else null",
        {"type": ["string", "null"]},
    ),
    values_only=truth("whether the solution has no remoteness at all"),
)
POSITIONS: Final[Form] = {
    "type": "array",
    "items": {},
    "maxItems": 10_000,
    "description": "positions: numbers, texts as the game shows them, or lists where positions are tuples",
}
WORKS: Final = fields(
    "what is being planned and solved",
    work=listed(
        "games",
        fields("a game", source=text("the game"), **WORK["properties"]),
    ),
)
REFUSED: Final = fields(
    "what is wrong, in a sentence", error=text("what, and what to do"), kind=text("the name of the error")
)
FORMS: Final[dict[str, Form]] = {
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
