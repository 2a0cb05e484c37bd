"""Summaries of sums, as `sum` prints them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from zermelo.cgt.impartial.nimber_derivation import NimberDerivation
from zermelo.cgt.value_summary import LoopyGameValue, ShortGameValue, ValueText
from zermelo.core.notation.result import Count, Result, about

if TYPE_CHECKING:
    from zermelo.cgt.disjunctive_sum import Sum, SumMove  # its types are named for the reader alone
    from zermelo.cgt.partizan.temperature.sentestrat import SentestratComparison


class SumTermValue(Result, frozen=True, kw_only=True):
    """A game of a sum, and its value."""

    term: Annotated[str, about("as it was given")]
    value: ValueText


class SumMoveValue(Result, frozen=True, kw_only=True):
    """A move in one of the terms of a sum, and the value that it leaves."""

    term: Annotated[Count, about("the place of the term that it is made in, from 0")]
    move: Annotated[str, about("the move's name, meaningful in its position")]
    value: Annotated[str, about("the canonical form of what is left")]
    wins: Annotated[bool, about("whether the player who makes it wins")]
    draws: Annotated[bool, about("whether play goes on for ever after it")]
    best: Annotated[bool, about("whether no other move is better for the player")]


PlayerMoves = Annotated[tuple[SumMoveValue, ...] | UnsetType, about("a player's moves, the best first")]


class SumMovesByPlayer(Result, frozen=True, kw_only=True, rename="pascal"):
    """The moves in a sum of both players, or of one."""

    left: PlayerMoves = UNSET
    right: PlayerMoves = UNSET


SumTerms = Annotated[tuple[SumTermValue, ...], about("the games of the sum")]
SumMoves = Annotated[SumMovesByPlayer, about("of both players, or of one")]
SumDerivation = Annotated[
    NimberDerivation | UnsetType, about("with --derivation: the nimber, by those of the terms")
]


class ShortSum(ShortGameValue, frozen=True, kw_only=True):
    """A sum of games whose play ends, and the moves in it."""

    terms: SumTerms
    moves: SumMoves
    derivation: SumDerivation = UNSET
    stop: Annotated[
        str | UnsetType, about("with --sentestrat: what Left, beginning, comes to by best play")
    ] = UNSET
    sentestrat_stop: Annotated[
        str | UnsetType, about("with --sentestrat: what the player comes to by that strategy")
    ] = UNSET


class LoopySum(LoopyGameValue, frozen=True, kw_only=True):
    """A sum of games whose play may cycle, and the moves in it."""

    terms: SumTerms
    moves: SumMoves
    derivation: SumDerivation = UNSET


def summarize_sum(
    whole: "Sum",
    moves: "Mapping[str, Sequence[SumMove]]",
    derivation: NimberDerivation | None,
    stops: "SentestratComparison | None",
) -> ShortSum | LoopySum:
    """Return what a sum is worth, and the moves in it."""
    value = whole.value.summary
    more: dict[str, Any] = {} if derivation is None else {"derivation": derivation}
    if stops is not None:
        more |= {"stop": str(stops.best), "sentestrat_stop": str(stops.sentestrat)}
    by_player = {
        player.lower(): tuple(
            SumMoveValue(
                term=move.term,
                move=move.name,
                value=str(move.value),
                wins=move.wins,
                draws=move.draws,
                best=move.best,
            )
            for move in found
        )
        for player, found in moves.items()
    }
    return (ShortSum if isinstance(value, ShortGameValue) else LoopySum)(
        **asdict(value),
        terms=tuple(SumTermValue(term=str(term), value=str(term.value)) for term in whole.terms),
        moves=SumMovesByPlayer(**by_player),
        **more,
    )
