"""What is printed with `--json` of whole games and their trees, and by `page` and `cache`."""

from typing import Final

from zermelo.results.json_schema import (
    any_of,
    array,
    count,
    fields,
    nullable,
    number,
    reference,
    text,
)
from zermelo.results.schema_definitions import (
    GAME,
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
