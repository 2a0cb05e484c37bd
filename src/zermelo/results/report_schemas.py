"""What is printed with `--json` of whole games and their trees, and by `page` and `cache`."""

from typing import Final

from zermelo.results.json_schema import (
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
from zermelo.results.schema_definitions import (
    ANSWER,
    EVERY_PAYOFFS,
    GAME,
    LINE,
    LINE_ENDS,
    MOVER,
    POSITION,
    SHOWN,
)

GAMES: Final = fields(
    "the catalogue",
    games=array(
        "its games, by name",
        fields(
            "a game",
            name=text("what commands call it"),
            parameters={
                "type": "object",
                "description": "its fields with their defaults; a game inside a game as text",
                "additionalProperties": True,
            },
            about=text("the rules, in a sentence"),
        ),
    ),
)

TIER: Final = fields(
    "a set of positions solved together",
    tier=count("its number"),
    positions=count("in it"),
    wins=count("that their movers win"),
    draws=count("that are drawn"),
    losses=count("that their movers lose"),
    finished=count("that are over, or have no move"),
    move_count=count("moves of all of them together"),
)
CURIOSITIES: Final = array("positions, the first of an order", reference("curiosity", "one of them"))
STATS: Final = fields(
    "what a solved game is like; counts are of positions, or of classes where `counted` says so",
    game=GAME,
    answer=reference("answer", "of the start"),
    counted=text("what is counted", "positions", "classes"),
    positions=count("all of them"),
    classes=count("classes of positions, symmetric ones as one"),
    answers=array(
        "how many positions have which answer: value, remoteness or null, positions",
        array("an answer and a count", {"type": ["integer", "null"]}, length=3),
    ),
    tiers=array("one for all where the solution has no plies", TIER),
    branching=array(
        "how many positions have how many moves, finished ones left out: moves, positions",
        array("a number of moves and a count", {"type": "integer"}, length=2),
    ),
    choices=count("positions with two moves or more"),
    matters=count("of these, where some move loses value"),
    saving=count("of these, where a single move keeps the value"),
    most_shown=count("how many positions the next two lists have at most"),
    longest=fields("the greatest remoteness", win=CURIOSITIES, draw=CURIOSITIES, loss=CURIOSITIES),
    puzzles=array(
        "a single move keeps the value, the most plies first", reference("curiosity", "one of them")
    ),
    first_moves=array("the start's moves, best first", reference("move", "a move")),
    table_hash=text("of every position with its answer, in any order"),
    finished=count("positions that are over, or have no move"),
    endless=count("positions from which play need not end"),
    move_count=count("moves of all positions together"),
    mean_branching=number("moves a position that is not finished"),
    lengths=nullable(
        array(
            "the fewest and the most plies of a game; null where the solution has no plies",
            {"type": "integer"},
            length=2,
        )
    ),
    wins=count("positions that their movers win"),
    draws=count("positions that are drawn"),
    losses=count("positions that their movers lose"),
)

PUZZLES: Final = fields(
    "positions with something to be found there",
    game=GAME,
    most_of_each_kind=integer("how many were asked for"),
    puzzles=array(
        "by kind",
        fields(
            "a puzzle",
            kind=text("what it is", "longest", "single", "zugzwang"),
            position=POSITION,
            task=text("what is to be done, in words"),
            **ANSWER,
            move_count=count("moves that the position has"),
            solution=names("the moves that do it"),
            line=LINE,
            line_ends=LINE_ENDS,
            passed=optional(
                fields("of a zugzwang: the same with the other player to move", position=POSITION, **ANSWER)
            ),
            play=text("the command that plays from there"),
        ),
    ),
)

FINDINGS: Final = array(
    "what a designer asks, in sentences", fields("one of them", heading=text("what about"), text=text("what"))
)
KINDS: Final = ("perfect", "erring", "random")
REPORT_OF_TWO: Final = fields(
    "is a game fair, does skill matter",
    game=GAME,
    findings=FINDINGS,
    pairs=array(
        "kinds of players against each other",
        fields(
            "a pair; shares are of 1",
            first=text("who begins", *KINDS),
            second=text("the other", *KINDS),
            first_wins=number("share of games"),
            draws=number("share of games"),
            second_wins=number("share of games"),
            plies=number("of a game, in the mean"),
            points=number("the first player's minus the second's, in the mean"),
            endless=number("share of games that were broken off"),
        ),
    ),
    error_rate=number("how often the erring player errs"),
    games=nullable(count("games that were sampled for each pair; null where all is exact")),
    statistics=reference("stats", "what `zermelo stats` prints"),
)
REPORT_FOR_ONE: Final = fields(
    "how hard a puzzle for one is",
    game=GAME,
    findings=FINDINGS,
    statistics=reference("stats", "what `zermelo stats` prints"),
)
REPORT: Final = any_of("a game judged for its designer", REPORT_OF_TWO, REPORT_FOR_ONE)

VALUES: Final = text("whose values they are: A's, who moves first, or the mover's", "A", "mover")
SEEN: Final = nullable(number("what it is worth to the player whose values they are; null where not known"))
TABLE: Final = fields(
    "Moore's quintuplet: positions, the start, where moves lead, ends, values",
    game=GAME,
    start=constant("the place of the start among the positions", 0),
    values=VALUES,
    positions=array(
        "every position with its mover",
        fields(
            "a row",
            position=POSITION,
            text=SHOWN,
            mover=integer("1 for A, who moves first, 2 for B", 1),
            successors=array("places of the positions that moves lead to", {"type": "integer"}),
            finished=boolean("whether play is over"),
            payoff=nullable(number("what the end gives; null where play goes on")),
            value=nullable(number("what best play gives")),
            remoteness=ANSWER["remoteness"],
            reachable=boolean("whether play can come there from the start"),
            gains=optional(array("points for each move", {"type": "number"})),
            probabilities=optional(
                nullable(array("of each successor where chance decides; null elsewhere", {"type": "number"}))
            ),
        ),
    ),
)
VERTEX: Final = fields(
    "a position as play arrives there, with what is below",
    number=nullable(count("in the order of visiting, from 1; null where a search did not go")),
    move=nullable(text("the move that led there; null at the root, and below a throw of dice")),
    position=POSITION,
    text=SHOWN,
    mover=MOVER,
    finished=boolean("whether play is over"),
    chance=boolean("whether dice decide there"),
    probability=nullable(number("of coming there, where dice decide above")),
    gain=number("points that the move brought"),
    siblings=count("how many symmetric moves it stands for"),
    value=SEEN,
    remoteness=ANSWER["remoteness"],
    payoffs=nullable(EVERY_PAYOFFS),
    bound=nullable(text("with --alpha-beta: the true value is at least, or at most, that", ">=", "<=")),
    fail_hard=nullable(number("with --alpha-beta: what a fail-hard search returns")),
    alpha=nullable(number("what the search has for sure as it comes there; null for nothing yet")),
    beta=nullable(number("what the other side has for sure; null for nothing yet")),
    best=boolean("whether the move is one of the best"),
    ties=array("moves that are equally good, and no other better", names("their names")),
    cut=nullable(text("why nothing is below, where there are moves", "depth", "shared", "loop", "bound")),
    cause=nullable(count("the number of the vertex that shows the same position, or made the cut")),
    children=array("the vertices of its moves", reference("vertex", "one of them")),
)
TREE: Final = fields(
    "a game tree",
    game=GAME,
    kind=text("how it is grown", "plain", "alpha-beta", "folded", "shared"),
    values=VALUES,
    merged=boolean("whether symmetric moves are one"),
    order=text("of the moves", "given", "best", "worst"),
    vertices=count("that were visited"),
    leaves=count("of these, with nothing below"),
    cuts=count("branches that alpha-beta did not look at"),
    undecided=count("vertices with several moves equally good, and none better"),
    savings=names("what a search left out, in sentences"),
    root=reference("vertex", "where it begins"),
)
PAGE: Final = fields(
    "a page that was written",
    game=GAME,
    positions=count("in it"),
    bytes=count("its size"),
    file=text("where it is"),
)
CACHE: Final = fields(
    "the compiled kernels",
    directory=nullable(text("where they are; null where nothing is cached")),
    entries=count("how many"),
    bytes=count("their size together"),
    writable=boolean("whether more can be kept"),
    refused=nullable(text("why nothing is cached")),
    cleared=boolean("whether they were removed"),
)
DEFINITIONS: Final[dict[str, Schema]] = {"stats": STATS, "vertex": VERTEX}
