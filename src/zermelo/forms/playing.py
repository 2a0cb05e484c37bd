"""What `match`, `certify`, `why`, `explain`, `strategy` and `selfplay` print with `--json`."""

from typing import Final

from zermelo.forms.shared import (
    ANSWER,
    EVERY_PAYOFFS,
    GAME,
    MOVE,
    OF_LINES,
    PAYOFFS,
    PLAYED,
    POSITION,
    SIDES,
)
from zermelo.forms.writing import (
    Form,
    constant,
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

# Matches.
STANDING: Final = fields(
    "how a player fared",
    player=text("who he is"),
    **PLAYED,
    as_first=shared("played", "the games that he began"),
    as_second=shared("played", "the others"),
    score=number("his share of the points: a win is 1, a draw a half"),
    interval=listed("limits of the score, with 95 per cent confidence", {"type": "number"}, length=2),
    move_count=or_null(count("moves that he made where a solution tells their worth; null without one")),
    given_away_count=or_null(count("of these, moves that gave away value; null without a solution")),
    given_away=or_null(
        listed(
            "where value was given away, most often first; null without a solution",
            fields("a move", position=POSITION, move=MOVE, times=count("how often")),
        )
    ),
    failure_count=count("games that he lost as a program that failed to move"),
    failed=or_null(text("how it failed first; null where it did not")),
)
MATCH_OF_TWO: Final = fields(
    "games between two players",
    game=GAME,
    games=count("how many"),
    seed=whole("of what is drawn"),
    first=STANDING,
    second=STANDING,
    mean_plies=number("of a game"),
    broken_off=count("games that went round in a circle"),
)
PLAYED_LINE: Final[dict[str, Form]] = {
    "moves": names("its moves, by name"),
    "text": text("the position at its end, in one line"),
}
MATCH_OF_SEVERAL: Final = fields(
    "games in which each player gets a payoff",
    game=GAME,
    games=count("how many"),
    seed=whole("of what is drawn"),
    players=names("who sits where"),
    mean_payoffs=listed(
        "what each got in the mean; null where no game came to an end", {"type": ["number", "null"]}
    ),
    lines=listed(
        "what was played",
        fields(
            "a line of play",
            **PLAYED_LINE,
            payoffs=or_null(shared("payoffs", "what each got; null where it was broken off")),
            times=count("how often"),
        ),
    ),
    subgame_perfect=or_null(
        fields(
            "what subgame-perfect play gives beside that; null where play may go round",
            payoffs=EVERY_PAYOFFS,
            line_count=count("its lines"),
            lines=listed(
                "these lines; none where they are too many", fields("a line", **PLAYED_LINE, payoffs=PAYOFFS)
            ),
            indifferent=listed("where somebody may choose freely", shared("indifference", "a position")),
        )
    ),
)
PLACE: Final = fields(
    "how a player fared against all others",
    player=text("who he is"),
    **PLAYED,
    score=number("his share of the points: a win is 1, a draw a half"),
    interval=listed("limits of the score, with 95 per cent confidence", {"type": "number"}, length=2),
    move_count=or_null(count("moves that he made where a solution tells their worth; null without one")),
    given_away_count=or_null(count("of these, moves that gave away value; null without a solution")),
    failure_count=count("games that he lost as a program that failed to move"),
)
ROUND_ROBIN: Final = fields(
    "each of three players or more against each other",
    game=GAME,
    seed=whole("of what is drawn"),
    places=listed("the players, the best score first", PLACE),
    contests=listed("the games of each pair", MATCH_OF_TWO),
)
MATCH: Final = one_of("games that were played", MATCH_OF_TWO, MATCH_OF_SEVERAL, ROUND_ROBIN)

SIDE: Final = fields(
    "how a policy fares as one player, against every reply",
    **OF_LINES,
    positions=count("that were seen, all that can come about"),
    can_lose=truth("whether some line is lost"),
    losing_line=names("a shortest one that is"),
    endless_line=names("one that goes round, up to where a position comes again"),
    given_away_count=or_null(count("moves that give away value; null where nobody judged them")),
    given_away=or_null(
        listed(
            "the first of these; null where nobody judged them",
            fields(
                "a position where such a move is allowed",
                position=POSITION,
                value=number("the position's"),
                kept=number("what the move keeps of it"),
            ),
        )
    ),
)
CERTIFY: Final = fields(
    "a policy checked against every reply",
    game=GAME,
    first=SIDE,
    second=SIDE,
    never_loses=truth("whether no line at all is lost: proven"),
)

# Explanations.
REASONS: Final = listed(
    "facts about the move, the strongest first",
    fields(
        "a fact", kind=text("of what kind"), words=text("in words"), cells=names("the cells it speaks of")
    ),
)
LINE_OF_PLAY: Final = fields(
    "a line of best play",
    moves=listed(
        "its moves",
        fields(
            "a move",
            move=MOVE,
            own=truth("whether the player who is explained makes it"),
            move_count=count("moves that there are"),
            forced=or_null(text("why no other will do")),
        ),
    ),
    plies_left=or_null(count("plies still to come after them; null where play need not end")),
)
WHY: Final = fields(
    "why a move is played",
    game=GAME,
    position=POSITION,
    move=MOVE,
    **ANSWER,
    reasons=REASONS,
    line=LINE_OF_PLAY,
    rule=or_null(
        fields(
            "the rule of a list that fires there",
            number=count("its place in the list"),
            words=text("the rule"),
            moves=names("the moves that it allows"),
            agrees=truth("whether the move is one of them"),
        )
    ),
    strategy=or_null(text("the strategy in words that it follows")),
    others=listed(
        "the other moves",
        fields(
            "one of them",
            move=MOVE,
            **ANSWER,
            standing=text("beside the move that is explained", "as good", "slower", "worse"),
            reply=or_null(text("the best reply; null where the move ends the game, or is as good")),
            reasons=REASONS,
            line=LINE_OF_PLAY,
        ),
    ),
)

GAMES_OF_SIDES: Final = fields(
    "how the rules fare against every reply",
    **{side: optional(fields(about, **OF_LINES)) for side, about in SIDES.items()},
)
CERTIFIED: Final[dict[str, Form]] = {
    "game": GAME,
    "side": text("for whom the rules are", "first", "second", "both"),
    "goal": text("what they keep: the start's outcome, or every value", "start", "always"),
    "rules": names("the rules in words, in order"),
    "keys": names("the rules as files have them"),
    "literals": count("predicates in them"),
    "exceptions": count("positions that are looked up before"),
    "everywhere": or_null(
        count("positions at which the list was found right, wherever play stands; null where not claimed")
    ),
    "lost_from_the_start": listed("sides that are lost whatever they play", text("a side", *SIDES)),
    "certificate": GAMES_OF_SIDES,
}
FOUND_RULES: Final = fields(
    "a list of rules that was found, and how",
    **CERTIFIED,
    method=text("how it was found", "sat", "list", "greedy"),
    minimal=truth("whether no shorter list is right: proven"),
    uncovered=names("positions, as the game shows them, at which no rule is right"),
    decisions=count("positions that the list was made for, symmetric ones as one"),
    pool=count("rules that were chosen from"),
    unsatisfiable=listed(
        "lengths of which no list is right: proven",
        fields(
            "a length",
            rules=count("so many rules"),
            literals=or_null(count("with so many predicates")),
            decisions=count("how many positions it takes to see it"),
        ),
    ),
)
CHECKED_RULES: Final = fields("with --check: a list of rules, certified", **CERTIFIED)
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
    sound=truth("whether the sound reading was taken"),
    against=text("what inputs are put beside", "first", "any"),
    rules=listed(
        "the rules, in order",
        fields(
            "a rule",
            number=count("its number"),
            kind=text("whose it is", "attack", "defence"),
            instances=INSTANCES,
            structures=listed(
                "its structures",
                fields(
                    "a structure",
                    name=text("its name"),
                    input=text("the graph that is looked for"),
                    output=text("the graph that it makes"),
                    instances=INSTANCES,
                    parents=names("the structures that it comes from"),
                    glued=or_null(text("the graph of these, glued")),
                ),
            ),
        ),
    ),
    layers=listed(
        "as they were derived",
        fields(
            "a layer",
            number=count("its number"),
            structures=count("that it kept"),
            instances=INSTANCES,
            explained=or_null(count("won positions in which an attack's move wins, up to here")),
            dropped=listed(
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
    explained=or_null(count("won positions in which an attack's move wins")),
    won=or_null(count("positions that are won")),
)
BACKWARD: Final = fields(
    "with --method backward: rules derived, and played out",
    game=GAME,
    method=constant("how", "backward"),
    rules=names("the rules, in order"),
    literals={"type": "null", "description": "they have none"},
    minimal=constant("nothing is said of shorter ones", False),
    exceptions=constant("there are none", 0),
    certificate=or_null(GAMES_OF_SIDES),
    rule_by_rule=or_null(
        fields(
            "how often each rule is right",
            positions=count("unfinished positions"),
            rules=listed(
                "the rules in order, and any move where none is found",
                fields(
                    "a rule",
                    number=or_null(count("its number; null for any move")),
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
    with_one_rule_more=or_null(GAMES_OF_SIDES),
    by_results=or_null(GAMES_OF_SIDES),
    derivation=DERIVATION,
)
EXPLAIN: Final = one_of("rules that a person can remember", FOUND_RULES, CHECKED_RULES, BACKWARD)

STRATEGY: Final[Form] = fields(
    "how to win, as rules in words; null where none is known",
    game=GAME,
    kind=or_null(text("what kind of strategy it is")),
    rules=or_null(names("the rules, in order")),
    who_wins=or_null(text("who wins from the start, and how")),
    starter_wins=or_null(truth("whether the player who begins wins; null where the start is left open")),
    proven=truth("whether it is proven for every position of the game"),
    status=text("proven, observed to some size, or unknown"),
    proof=or_null(text("the proof")),
    replayed=or_null(count("with --to: positions at which the rule was replayed")),
)
STRATEGIES: Final = fields(
    "with --all: every one that is known",
    game=GAME,
    strategies=listed("strategies", shared("strategy", "one of them")),
)
STRATEGY_FORM: Final = one_of(
    "a strategy in words", shared("strategy", "the first that is known"), STRATEGIES
)

# Self-play.
ITERATION: Final[dict[str, Form]] = {
    "number": count("from 1"),
    "changed": count("positions whose move is another than in the iteration before"),
    **{side: shared("counted_lines", about) for side, about in SIDES.items()},
}
LIMIT: Final = or_null(
    shared("lines_of_sides", "of the policy that changes no more; null where it still changed")
)
PARAMETERS: Final = fields(
    "what was learned by",
    alpha=number("how surely the model takes the opponent to play the last policy's move"),
    gamma=number("what a reward is worth a decision later"),
    rewards=listed("of a win, a draw, a loss", {"type": "number"}, length=3),
    model=text("what the first opponent is"),
    ties=text("which of equally good moves is taken"),
    tolerance=number("moves whose worths differ by no more are equally good"),
    seed=whole("of what is drawn"),
)
RUN: Final[dict[str, Form]] = {
    "game": GAME,
    "side": text("whose best policy was asked for", "first", "second", "both"),
    "best": fields("the iteration with that side's fewest lines lost", **ITERATION),
    "parameters": PARAMETERS,
}
ITERATIONS: Final = listed("in order", fields("an iteration", **ITERATION))
SELF_PLAY: Final = fields(
    "self-play, every line counted after each iteration",
    **RUN,
    positions=count("positions"),
    converged=truth("whether the last iteration changed nothing"),
    iterations=ITERATIONS,
    limit=LIMIT,
    value_losing=count("positions at which the last policy gives away value"),
    slow_wins=count("positions at which it wins slower than it could"),
    condition=fields(
        "is the limit sure to give away nothing",
        replies=count("replies still to come, at most"),
        decisions=count("decisions still to come, at most"),
        holds=truth("whether these parameters are enough"),
        least_alpha=or_null(number("every alpha above is enough; null where none is")),
    ),
    last_phase=optional(shared("lines_of_sides", "of learning in the last phase of play alone")),
    fewest_losses=optional(shared("lines_of_sides", "of the best reply to an opponent who loses least")),
    fewest_moves=optional(shared("lines_of_sides", "of perfect play that leaves the fewest moves")),
)
LITERAL: Final = fields(
    "with --literal: Algorithm 1 as printed",
    **RUN,
    converged=truth("whether the last iteration changed nothing"),
    iterations=listed(
        "in order",
        fields(
            "an iteration",
            **ITERATION,
            improvements=count("how often the policy was improved"),
            sweeps=count("of policy evaluation, all together"),
        ),
    ),
    epsilon=number("when an evaluation ends"),
    spread=text("over what 1 - alpha is spread", "replies", "states"),
    limit=LIMIT,
)
DEEP: Final = fields(
    "with --deep: by a network",
    **RUN,
    optimiser=text("by which it learns"),
    steps=count("decisions of the agent in each iteration, at least"),
    reduced=truth("whether it saw symmetric positions as one"),
    iterations=ITERATIONS,
)
SELFPLAY: Final = one_of("what self-play has learned", SELF_PLAY, LITERAL, DEEP)
DEFINITIONS: Final[dict[str, Form]] = {"strategy": STRATEGY}
