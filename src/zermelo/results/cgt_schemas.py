"""What `show`, `count`, `nimber`, `classify`, `winners`, and the sums of games print with `--json`."""

from typing import Final

from zermelo.results.json_schema import (
    OptionalSchema,
    Schema,
    any_of,
    array,
    boolean,
    count,
    fields,
    names,
    nullable,
    optional,
    reference,
    text,
)
from zermelo.results.schema_definitions import (
    GAME,
    MOVE,
    NEXT_OR_PREVIOUS,
    NIMBER,
    OUTCOME_CLASS,
)

GAME_VALUE: Final[dict[str, Schema]] = {
    "text": text("a position, or a game of a sum, in one line"),
    "nimber": NIMBER,
    "parts": array("the nimbers of its parts, where it has several", {"type": "integer", "minimum": 0}),
    "outcome_class": NEXT_OR_PREVIOUS,
}
NIMBER_DEFINITIONS: Final[dict[str, Schema]] = {
    "nimber_derivation": fields(
        "why a position has its nimber: by its terms, where it is a sum, else by its options",
        **GAME_VALUE,
        terms=array("the games of the sum", fields("one of them", **GAME_VALUE)),
        options=array(
            "positions that moves lead to, each class once",
            fields("one of them", moves=names("the moves that lead there"), **GAME_VALUE),
        ),
        winning_moves=names("the moves that leave nimber 0"),
    )
}
VALUE_OF_FORM: Final = text("the canonical form, as every command reads it")
FORM: Final[dict[str, Schema]] = {
    "value": VALUE_OF_FORM,
    "outcome_class": OUTCOME_CLASS,
    "mean": text("the mean, a fraction as text"),
    "temperature": text("the temperature, a fraction as text"),
    "left_stop": text("the number play stops at if Left begins, as text"),
    "right_stop": text("the number play stops at if Right begins, as text"),
    "birthday": count("how many moves deep the canonical form is"),
}
OUTCOME_OF: Final[Schema] = {"enum": ["Left", "Right", "draw"], "description": "who wins, or draw"}
LOOPY: Final[dict[str, Schema]] = {
    "value": text("the value, as every command reads it: a stopper, or its onside & its offside"),
    "outcome_class": text(
        "L, R, N, P, or D for a draw; else two letters: where Left begins, and where Right does"
    ),
    "outcomes": fields("by who begins", Left=OUTCOME_OF, Right=OUTCOME_OF),
    "stopper": boolean("whether it is worth a stopper: play in turns ends"),
    "plumtree": boolean("whether it is a stopper in which only passes cycle"),
    "onside": nullable(
        text("what it is worth where Left wins infinite play; null where no stopper was found")
    ),
    "offside": nullable(text("what it is worth where Right wins it; null where no stopper was found")),
    "positions": nullable(count("positions of its canonical form; null of what is no stopper")),
}
CANONICAL: Final = any_of(
    "what a partizan position is worth",
    fields("of a value that ends", **FORM),
    fields("of a value whose play may cycle", **LOOPY),
)

WALL: Final = array(
    "corners from temperature 0 on: temperature and value, as texts",
    array("a corner", {"type": "string"}, length=2),
)
THERMOGRAPH: Final = fields(
    "thermographs, in the order asked for",
    thermographs=array(
        "a position each",
        fields(
            "a thermograph",
            value=text("what it is of: a value or, where kos repeat, a game"),
            komaster=nullable(
                text("where kos repeat: who has the ko threats", "Left", "Right", "neither"),
            ),
            mean=FORM["mean"],
            temperature=FORM["temperature"],
            left_wall=WALL,
            right_wall=WALL,
        ),
    ),
)

MOVES_OF_A_PLAYER: Final = array(
    "a player's moves, the best first",
    fields(
        "a move in one of the terms",
        term=count("the place of the term that it is made in, from 0"),
        move=MOVE,
        value=text("the canonical form of what is left"),
        wins=boolean("whether the player who makes it wins"),
        draws=boolean("whether play goes on for ever after it"),
        best=boolean("whether no other move is better for the player"),
    ),
)
SUM_BESIDE_VALUE: Final[dict[str, Schema | OptionalSchema]] = {
    "terms": array(
        "the games of the sum", fields("one of them", term=text("as it was given"), value=VALUE_OF_FORM)
    ),
    "moves": fields(
        "of both players, or of one", Left=optional(MOVES_OF_A_PLAYER), Right=optional(MOVES_OF_A_PLAYER)
    ),
    "derivation": optional(
        reference("nimber_derivation", "with --derivation: the nimber, by those of the terms")
    ),
}
SUM: Final = any_of(
    "a sum of games: what it is worth, and the moves in it",
    fields(
        "of a value that ends",
        **FORM,
        **SUM_BESIDE_VALUE,
        stop=optional(text("with --sentestrat: what Left, beginning, comes to by best play")),
        sentestrat_stop=optional(text("with --sentestrat: what the player comes to by that strategy")),
    ),
    fields("of a value whose play may cycle", **LOOPY, **SUM_BESIDE_VALUE),
)

OF_BOTH: Final = {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}

COMPOUND: Final = fields(
    "games that are played at once",
    kind=text("which compound"),
    components=names("the games, as they were given"),
    value=text("the canonical form of the compound"),
    outcome_class=text("who wins where the player who cannot move loses: L, R, N or P"),
    misere_outcome_class=text("who wins where the player who cannot move wins"),
    remoteness=OF_BOTH | {"description": "moves where the winner hurries: Left begins, Right begins"},
    suspense=OF_BOTH | {"description": "moves where the loser hurries: Left begins, Right begins"},
    positions=count("all that play can reach"),
)

LATTICE: Final = fields(
    "the games born by a day, in their order",
    day=count("the day"),
    games=array(
        "from the bottom up",
        fields(
            "one of them",
            value=VALUE_OF_FORM,
            rank=count("how many steps it is above the bottom"),
            covered_by=names("the games next above"),
        ),
    ),
)

OCTAL: Final = fields(
    "a game of heaps: its nimbers, and their period",
    code=text("the octal code, or the rule as it is written"),
    rule=text("the rule in words"),
    period=nullable(count("after so many heaps nimbers come again; null where none was found")),
    preperiod=nullable(count("heaps before that")),
    saltus=nullable(count("what nimbers grow by in each period")),
    proven=boolean("whether the period is proven for all heaps"),
    theorem=nullable(text("by which theorem")),
    checked_to=count("the largest heap whose nimber was found"),
    nimbers_to=count("the last heap of those that follow"),
    nimbers=array("of heaps 0, 1, 2 ...", {"type": "integer", "minimum": 0}),
)

COINS: Final = fields(
    "a game of turning coins: nimbers of single coins, and of a position",
    game=text("the game, or the product of two"),
    rule=text("what a move turns, in words"),
    nimbers=array("by rows, from the first", array("of the coins of a row", count("of one coin"))),
    position=optional(text("the position asked for")),
    nimber=optional(count("of the position")),
    winning_moves=optional(nullable(names("the coins that each turns; null where moves are too many"))),
)

FIELD: Final = fields(
    "an expression of nimbers, computed in their field",
    expression=text("as it was given"),
    value=text("the nimber: an integer in digits, of any size"),
    field_bits=count("b where the nimbers below 2^b are the smallest field that it is in"),
)

MISERE_HEAPS: Final = fields(
    "a game of heaps in misere play: the player who takes last loses",
    code=text("the octal code, or the rule as it is written"),
    rule=text("the rule in words"),
    genera_to=count("the last heap whose genus was looked for"),
    genera=array("of heaps 0, 1, 2 ...; null beyond", {"type": ["string", "null"]}),
    misere_nim_values=array(
        "the nim heap that replaces a heap in misere play; null where none does, or nobody looked",
        {"type": ["integer", "null"]},
    ),
    forms=optional(
        array(
            "with --forms: canonical forms; null beyond, and where one has over 10,000 signs",
            {"type": ["string", "null"]},
        )
    ),
    largest=count("the largest heap that the quotient is of"),
    order=count("elements of the quotient"),
    generators=array("heaps that generate it", {"type": "integer"}),
    relations=names("between them"),
    elements=names("of the quotient, in words of a, b, c ..."),
    p_portion=names("the elements that are lost for the player to move"),
    period=nullable(count("after so many heaps their elements come again; null where none was found")),
    preperiod=nullable(count("heaps before that")),
    proven=boolean("whether the quotient is proven"),
    unknown=nullable(text("what is not known, and why")),
    strategy=nullable(names("the rule by which a person wins, in words")),
)
MISERE_IMPARTIAL: Final = fields(
    "an impartial position in misere play",
    game=GAME,
    outcome_class=NEXT_OR_PREVIOUS,
    misere_nim_value=count("the least number missing among the options', and 1 where there is no option"),
    nimber=NIMBER,
    genus=text("its nimber, and raised the misere nim values beside heaps of two, with all digits"),
    kind=text("of the genus", "heap", "tame", "wild"),
    form=nullable(text("the misere canonical form; null where it has over 10,000 signs")),
    winning_moves=names("the moves that win; none where there is no move, which wins"),
)
MISERE_PARTIZAN: Final = fields(
    "a partizan position in misere play",
    game=GAME,
    outcome_class=OUTCOME_CLASS,
    winning_moves=fields(
        "of both players; a player who has no move has none that wins, and has won",
        Left=names("Left's moves that win"),
        Right=names("Right's moves that win"),
    ),
)
MISERE_UNIVERSE: Final = fields(
    "a partizan game in misere play, modulo a universe",
    game=text("the game, tree or sum, as it was given"),
    outcome_class=OUTCOME_CLASS,
    universe=text("beside whose games it is looked at", "dicot", "dead-ending"),
    is_in_universe=boolean("whether the game is of the universe itself"),
    form=nullable(text("the canonical form; null where it is of none, or has over 10,000 signs")),
    birthday=nullable(count("the height of that form's tree")),
    is_undone_by_conjugate=nullable(boolean("whether the game and its conjugate are together equal to 0")),
    **{"with": optional(text("with --with: the other game"))},
    order=optional(
        text(
            "with --with: the game beside the other; || where neither is at least the other",
            "=",
            ">",
            "<",
            "||",
        )
    ),
    better_beside=optional(
        nullable(
            text("with --with: beside what it is better for Left than the other; null where beside nothing")
        )
    ),
    worse_beside=optional(
        nullable(text("with --with: beside what the other is better for Left; null where beside nothing"))
    ),
)
MISERE: Final = any_of(
    "a game of heaps in misere play, or a position, or a game modulo a universe",
    MISERE_HEAPS,
    MISERE_IMPARTIAL,
    MISERE_PARTIZAN,
    MISERE_UNIVERSE,
)
