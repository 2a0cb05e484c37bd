"""What `why`, `explain` and `strategy` print with `--json`."""

from typing import Final

from zermelo.results.json_schema import (
    Schema,
    any_of,
    array,
    boolean,
    constant,
    count,
    fields,
    names,
    nullable,
    number,
    optional,
    proportion,
    reference,
    text,
)
from zermelo.results.schema_definitions import ANSWER, GAME, MOVE, OF_LINES, POSITION, SHOWN, SIDES

REASONS: Final = array(
    "facts about the move, the strongest first",
    fields(
        "a fact", kind=text("of what kind"), words=text("in words"), cells=names("the cells it speaks of")
    ),
)
LINE_OF_PLAY: Final = fields(
    "a line of best play",
    moves=array(
        "its moves",
        fields(
            "a move",
            move=MOVE,
            own=boolean("whether the player who is explained makes it"),
            move_count=count("moves that there are"),
            forced=nullable(text("why no other will do")),
        ),
    ),
    plies_left=nullable(count("plies still to come after them; null where play need not end")),
)
WHY: Final = fields(
    "why a move is played",
    game=GAME,
    position=POSITION,
    move=MOVE,
    **ANSWER,
    reasons=REASONS,
    line=LINE_OF_PLAY,
    rule=nullable(
        fields(
            "the rule of a list that fires there",
            number=count("its place in the list"),
            words=text("the rule"),
            moves=names("the moves that it allows"),
            agrees=boolean("whether the move is one of them"),
            silent=names("the rules above it, none of which fires there"),
        )
    ),
    strategy=nullable(text("the strategy in words that it follows")),
    others=array(
        "the other moves",
        fields(
            "one of them",
            move=MOVE,
            **ANSWER,
            standing=text("beside the move that is explained", "as good", "slower", "worse"),
            reply=nullable(text("the best reply; null where the move ends the game, or is as good")),
            reasons=REASONS,
            line=LINE_OF_PLAY,
        ),
    ),
)

GAMES_OF_SIDES: Final = fields(
    "how the rules fare against every reply",
    **{side: optional(fields(about, **OF_LINES)) for side, about in SIDES.items()},
)
TERM: Final = fields("a term", word=text("as rules use it"), meaning=text("what is counted by it"))
CERTIFIED: Final[dict[str, Schema]] = {
    "game": GAME,
    "side": text("for whom the rules are", "first", "second", "both"),
    "goal": text("what they keep: the start's outcome, or every value", "start", "always"),
    "rules": names("the rules in words, in order"),
    "keys": names("the rules as files have them"),
    "terms": array("terms that a beginner needs to understand the rules", TERM),
    "literals": count("predicates in them"),
    "exceptions": count("positions that are looked up before"),
    "exception_groups": array(
        "these, by what the right moves there have in common; the largest group first",
        fields(
            "a group",
            words=nullable(text("what is right at all of them; null of those that share nothing")),
            key=nullable(text("the same, as files write it")),
            count=count("how many there are"),
            position=text("one of them, as the game shows it"),
            moves=names("what to play there"),
        ),
    ),
    "everywhere": nullable(
        count("positions at which the list was found right, wherever play stands; null where not claimed")
    ),
    "where": text("the rule that fires at these, besides what the list makes of won ones; any: all of them"),
    "most_moves": nullable(
        count("moves that a win takes at most, wherever play stands; null where play ends of itself")
    ),
    "lost_from_the_start": array("sides that are lost whatever they play", text("a side", *SIDES)),
    "certificate": GAMES_OF_SIDES,
}
FOUND_RULES: Final = fields(
    "a list of rules that was found, and how",
    **CERTIFIED,
    method=text("how it was found", "sat", "list", "greedy"),
    minimal=boolean("whether no shorter list is right: proven"),
    length=count("rules and exceptions together"),
    least_length=nullable(count("how many of these a right list has at least: proven; null: not asked")),
    uncovered=names("positions, as the game shows them, at which no rule is right"),
    decisions=count("positions that the list was made for, symmetric ones as one"),
    words=names("families of features that rules could speak of"),
    pool=count("rules that were chosen from"),
    unsatisfiable=array(
        "lengths of which no list is right: proven",
        fields(
            "a length",
            rules=count("so many rules"),
            literals=nullable(count("with so many predicates")),
            exceptions=boolean("whether exceptions, whatever is played there, are counted as rules"),
            decisions=count("how many positions it takes to see it"),
            words=names("families of features that it is said of"),
        ),
    ),
)
CHECKED_RULES: Final = fields("with --check: a list of rules, certified", **CERTIFIED)
EXAMPLE: Final = fields(
    "a position at which the list is asked when it is followed",
    position=POSITION,
    shown=SHOWN,
    side=text("who moves there, and follows the list", *SIDES),
    plies=count("from the start, the fewest when the list is followed"),
    rule=nullable(count("the rule that fires, 0 for the table of exceptions; null where none does")),
    moves=array(
        "its moves",
        fields(
            "one of them",
            move=MOVE,
            **ANSWER,
            allowed=boolean("whether the rules allow it"),
            gives_away=boolean("whether it gives away what the list is to keep"),
            line=names("where it does: the move with best play after it, six moves at most"),
        ),
    ),
)
LESSON: Final = fields(
    "with --teach: a lesson",
    game=GAME,
    side=CERTIFIED["side"],
    goal=CERTIFIED["goal"],
    rules=CERTIFIED["rules"],
    lesson=array(
        "its steps, one a rule, and one for the exceptions",
        fields(
            "a step",
            number=count("the rule's place in the list; 0 for the table of exceptions"),
            words=text("the rule"),
            terms=array("terms that a beginner needs to understand it, and has not met before", TERM),
            decides=boolean("whether it allows only moves that keep at the example, and others do not"),
            example=nullable(reference("example", "where it fires; null where it is never asked")),
            needed=nullable(
                reference(
                    "example", "where the rules up to here are not enough; null where no next one decides"
                )
            ),
            questions=array("what is asked", reference("example", "what a rule up to here decides")),
        ),
    ),
)
RIGHT: Final = fields(
    "at how many positions allowed moves are right",
    positions=count("positions"),
    every=count("where every allowed move is"),
    some=count("where some is"),
    every_wins=count("where every allowed move wins"),
    some_wins=count("where some does"),
)
PAIR: Final = {"items": {"type": "integer"}, "type": "array", "minItems": 2, "maxItems": 2}
INSTANCES: Final = count("ways to lay it on the board")
DERIVATION: Final = fields(
    "rules derived backwards",
    game=GAME,
    method=constant("how", "backward"),
    sound=boolean("whether the sound reading was taken; false with --literal"),
    against=text("what inputs are put beside", "first", "any"),
    rules=array(
        "the rules, in order",
        fields(
            "a rule",
            number=count("its number"),
            kind=text("whose it is", "attack", "defence"),
            instances=INSTANCES,
            structures=array(
                "its structures",
                fields(
                    "a structure",
                    name=text("its name"),
                    input=text("the graph that is looked for"),
                    output=text("the graph that it makes"),
                    instances=INSTANCES,
                    parents=names("the structures that it comes from"),
                    one_reply=boolean("of an attack: whether one reply stops both threats that it makes"),
                    glued=nullable(text("the graph of these, glued")),
                ),
            ),
        ),
    ),
    layers=array(
        "as they were derived",
        fields(
            "a layer",
            number=count("its number"),
            structures=count("that it kept"),
            instances=INSTANCES,
            explained=nullable(count("won positions in which an attack's move wins, up to here")),
            dropped=array(
                "candidates that were dropped",
                fields(
                    "a candidate",
                    graph=text("its graph"),
                    parents=names("the structures that it comes from"),
                    glued=text("the graph of these, glued"),
                    ways=count("how many ways led to it"),
                    reason=text("why it was dropped"),
                ),
            ),
        ),
    ),
    ended=text("why it ended"),
    candidates=count("all of them"),
    instances=INSTANCES,
    explained=nullable(count("won positions in which an attack's move wins")),
    won=nullable(count("positions that are won")),
)
BACKWARD: Final = fields(
    "with --method backward: rules derived, and played out",
    game=GAME,
    method=constant("how", "backward"),
    rules=names("the rules, in order"),
    literals={"type": "null", "description": "they have none"},
    minimal=constant("nothing is said of shorter ones", False),
    exceptions=constant("there are none", 0),
    certificate=nullable(GAMES_OF_SIDES),
    rule_by_rule=nullable(
        fields(
            "how often each rule is right",
            positions=count("unfinished positions"),
            rules=array(
                "the rules in order, and any move where none is found",
                fields(
                    "a rule",
                    number=nullable(count("its number; null for any move")),
                    kind=text("whose it is"),
                    first=RIGHT,
                    present=RIGHT,
                    ignoring=PAIR
                    | {"description": "moves that ignore it, and those of them that do not lose"},
                    ignoring_first=PAIR | {"description": "the same where it is the first to be found"},
                ),
            ),
        )
    ),
    with_one_rule_more=nullable(GAMES_OF_SIDES),
    by_results=nullable(GAMES_OF_SIDES),
    derivation=DERIVATION,
)
ODDS: Final = fields(
    "how likely each outcome is", won=proportion("won"), drawn=proportion("drawn"), lost=proportion("lost")
)
PRICED: Final = fields(
    "how a list fares as one side",
    random=ODDS | {"description": "against an opponent who makes any move, each as likely"},
    perfect=ODDS | {"description": "against one who knows the list and makes the least of its expectation"},
    short=nullable(
        proportion(
            "how likely less than the start is worth, at worst; null of a side that is lost from the start"
        )
    ),
    decisions=count("that it comes to, symmetric ones as one"),
    wrong=count("of these, at how many it gives away an outcome"),
    can_lose=boolean("whether it can lose at all"),
    lines=fields("lines of play, by the checker", **OF_LINES),
    error=number("error bound of the shares where play may cycle, besides rounding"),
)
PRICE: Final = fields(
    "with --price: the best lists found of 0, 1, 2, ... rules",
    game=GAME,
    side=text("for whom they are", "first", "second", "both"),
    words=names("the families that rules speak of"),
    pool=count("rules that were chosen from"),
    decisions=count("unfinished positions, symmetric ones as one"),
    whole=boolean("whether all of these rules were tried everywhere"),
    within=number("how often a list may fall short: with the first that is found there are no longer ones"),
    perfect=boolean("whether the last list never falls short, with probability 1"),
    minimal=boolean(
        "whether the last list is perfect, never cycles where it has to win, and is shortest: proven"
    ),
    least=count("fewest rules of a perfect list that never cycles where it has to win: proven"),
    lists=array(
        "the lists, each the best found of so many rules or fewer; where no rule fires any move is made",
        fields(
            "a list",
            most=count("rules that it may have"),
            rules=names("its rules in words"),
            keys=names("its rules as files write them"),
            literals=count("predicates of all rules together"),
            sides=fields(
                "the sides that it is for",
                first=optional(PRICED),
                second=optional(PRICED),
            ),
        ),
    ),
    terms=array("terms that a beginner needs to understand the rules of all of them", TERM),
)
EXPECTED_LOSS: Final = fields(
    "what a list is expected to bring as one side",
    value=number("what the start is worth"),
    perfect=number("against an opponent who knows the list and minimises its result"),
    best_play=number("against an opponent who makes each best move equally often"),
    random=number("against an opponent who makes each move equally often"),
    itself=number("against an opponent who plays by the same list"),
    cost=number("how much less than the value it brings against the perfect opponent"),
)
COSTS: Final = fields(
    "with --price, with dice or points on the way: the best lists found of 0, 1, 2, ... rules",
    game=GAME,
    side=text("for whom they are", "first", "second", "both"),
    words=names("the families that rules speak of"),
    pool=count("rules that were chosen from"),
    decisions=count("unfinished positions, symmetric ones as one"),
    whole=boolean("whether all of these rules were tried everywhere"),
    of=text("of what all numbers are: shares of games, a draw a half, or points", "games", "points"),
    within=number("what a list may cost"),
    reached=boolean("whether the last list costs no more"),
    perfect=boolean("whether the last list costs nothing"),
    minimal=boolean("whether no shorter list costs as little: all of them were priced"),
    least=count("rules that a list which costs so little has at least, as all shorter ones were priced"),
    lists=array(
        "the lists, each the best found of so many rules or fewer; where no rule fires any move is made",
        fields(
            "a list",
            most=count("rules that it may have"),
            rules=names("its rules in words"),
            keys=names("its rules as files write them"),
            literals=count("predicates of all rules together"),
            cost=number("from the start, the mean of its sides"),
            worst=number("from the position from which it costs most"),
            worst_at=text("such a position"),
            decisions=count("positions at which it may be asked, symmetric ones as one"),
            wrong=count("of these, at how many it gives something away"),
            error=number("how far expectations may be off, besides rounding"),
            sides=fields(
                "the sides that it is for",
                first=optional(EXPECTED_LOSS),
                second=optional(EXPECTED_LOSS),
            ),
        ),
    ),
    terms=array("terms that a beginner needs to understand the rules of all of them", TERM),
)
ALL_SIZES: Final = fields(
    "with --all-sizes: what is claimed of all sizes of a game",
    game=GAME,
    parameters=names("the numbers that say a size"),
    claims=array(
        "the claims",
        fields(
            "a claim",
            sizes=text("for which sizes"),
            says=text("what is claimed of them"),
            how=text("how to play; empty where nothing is known of that"),
            status=text("how sure it is", "proven", "theorem", "observed"),
            proof=text("the proof, and what the machine checked of it"),
            seen=array(
                "sizes that it was seen at",
                fields(
                    "a size",
                    size=array("its numbers, or texts", {"type": ["integer", "string"]}),
                    answer=text("who wins it, or its value"),
                ),
            ),
            agrees=nullable(count("other sizes that were solved, and agree; null where none was asked")),
        ),
    ),
    upto=count("up to which measure sizes were solved"),
    measure=text("what is measured"),
)
EXPLAIN: Final = any_of(
    "rules that a person can remember", FOUND_RULES, CHECKED_RULES, LESSON, BACKWARD, PRICE, COSTS, ALL_SIZES
)

STRATEGY: Final[Schema] = fields(
    "how to win, as rules in words; null where none is known",
    game=GAME,
    kind=nullable(text("what kind of strategy it is")),
    rules=nullable(names("the rules, in order")),
    who_wins=nullable(text("who wins from the start, and how")),
    starter_wins=nullable(boolean("whether the player who begins wins; null where the start is left open")),
    proven=boolean("whether it is proven for every position of the game"),
    status=text("proven, observed to some size, or unknown"),
    proof=nullable(text("the proof")),
    replayed=nullable(count("with --to: positions at which the rule was replayed")),
)
STRATEGIES: Final = fields(
    "with --all: every one that is known",
    game=GAME,
    strategies=array("strategies", reference("strategy", "one of them")),
)
STRATEGY_FORM: Final = any_of(
    "a strategy in words", reference("strategy", "the first that is known"), STRATEGIES
)

DEFINITIONS: Final[dict[str, Schema]] = {"strategy": STRATEGY, "example": EXAMPLE}
