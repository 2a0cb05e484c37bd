"""What `selfplay` prints with `--json`."""

from typing import Final

from zermelo.results.json_schema import (
    Schema,
    any_of,
    array,
    boolean,
    count,
    fields,
    integer,
    nullable,
    number,
    optional,
    reference,
    text,
)
from zermelo.results.schema_definitions import GAME, SIDES

ITERATION: Final[dict[str, Schema]] = {
    "number": count("from 1"),
    "changed": count("positions whose move is another than in the iteration before"),
    **{side: reference("counted_lines", about) for side, about in SIDES.items()},
}
LIMIT: Final = nullable(
    reference("lines_of_sides", "of the policy that changes no more; null where it still changed")
)
PARAMETERS: Final = fields(
    "what was learned by",
    alpha=number("how surely the model takes the opponent to play the last policy's move"),
    gamma=number("what a reward is worth a decision later"),
    rewards=array("of a win, a draw, a loss", {"type": "number"}, length=3),
    model=text("what the first opponent is"),
    ties=text("which of equally good moves is taken"),
    tolerance=number("moves whose worths differ by no more are equally good"),
    seed=integer("of what is drawn"),
)
RUN: Final[dict[str, Schema]] = {
    "game": GAME,
    "side": text("whose best policy was asked for", "first", "second", "both"),
    "best": fields("the iteration with that side's fewest lines lost", **ITERATION),
    "parameters": PARAMETERS,
}
ITERATIONS: Final = array("in order", fields("an iteration", **ITERATION))
SELF_PLAY: Final = fields(
    "self-play, every line counted after each iteration",
    **RUN,
    positions=count("positions"),
    converged=boolean("whether the last iteration changed nothing"),
    iterations=ITERATIONS,
    limit=LIMIT,
    value_losing=count("positions at which the last policy gives away value"),
    slow_wins=count("positions at which it wins slower than it could"),
    condition=fields(
        "is the limit sure to give away nothing",
        replies=count("replies still to come, at most"),
        decisions=count("decisions still to come, at most"),
        holds=boolean("whether these parameters are enough"),
        least_alpha=nullable(number("every alpha above is enough; null where none is")),
    ),
    last_phase=optional(reference("lines_of_sides", "of learning in the last phase of play alone")),
    fewest_losses=optional(reference("lines_of_sides", "of the best reply to an opponent who loses least")),
    fewest_moves=optional(reference("lines_of_sides", "of perfect play that leaves the fewest moves")),
)
LITERAL: Final = fields(
    "with --literal: Algorithm 1 as printed",
    **RUN,
    converged=boolean("whether the last iteration changed nothing"),
    iterations=array(
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
    reduced=boolean("whether it saw symmetric positions as one"),
    iterations=ITERATIONS,
)
SELFPLAY: Final = any_of("what self-play has learned", SELF_PLAY, LITERAL, DEEP)
