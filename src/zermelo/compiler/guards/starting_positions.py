"""The starting positions of a game, checked."""

from typing import Any, Final

from zermelo.compiler.guards.error_reports import list_yielded_items
from zermelo.core.errors import BadRules, describe_error
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.position_codec import get_position_types
from zermelo.core.rule_errors import must_propagate

_FAULT: Final = "gain() brings points, and scored is False: add scored = True to the class"
UNSCORED_FAULTS: Final = ByKind(
    "fault of rules without a score", "", payoffs="", dice_gains=_FAULT, gains=_FAULT
)


def list_checked_starts(game: Game) -> list[Any]:
    """Return the starting positions; raises `BadRules` where there is none or one leaves the range."""
    if not game.scored and (fault := UNSCORED_FAULTS.choose(game)):
        raise BadRules(f"{game!r}: {fault}")
    try:
        starts = list_yielded_items(game, "starts", game.starts())
        if starts and has(game, "symmetries"):  # which are asked for before any guard
            list_yielded_items(game, "symmetries", game.symmetries(starts[0]), starts[0])  # type: ignore[attr-defined]
    except BaseException as error:
        if must_propagate(error):
            raise
        raise BadRules(f"{game!r}: start() or starts() raises {describe_error(error)}") from error
    if not starts:
        raise BadRules(f"{game!r}: starts() yields nothing: a game needs a position to begin with")
    for start in starts:
        if isinstance(start, int) and not 0 <= start < 1 << 63:
            raise BadRules(
                f"{game!r}: start {start} leaves the range: positions are integers, 0 <= p < 2**63"
            )
        get_position_types(game).check_and_record_types(start)
    return starts
