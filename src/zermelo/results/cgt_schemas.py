"""What `show`, `count`, `nimber`, `classify`, `winners`, and the sums of games print with `--json`."""

from typing import Final

from zermelo.results.json_schema import (
    any_of,
    array,
    boolean,
    count,
    fields,
    names,
    nullable,
    optional,
    text,
)
from zermelo.results.schema_definitions import (
    GAME,
    NEXT_OR_PREVIOUS,
    NIMBER,
    OUTCOME_CLASS,
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
