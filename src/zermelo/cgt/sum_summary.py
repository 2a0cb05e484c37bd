"""Summaries of sums, as `sum` prints them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from zermelo.cgt.impartial.nimber_derivation import NimberDerivation
from zermelo.cgt.value_summary import LoopyGameValue, ShortGameValue, ValueText, truncate_long_text
from zermelo.core.notation.result import Count, Result, about
from zermelo.core.notation.wording import format_count

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

    def __str__(self) -> str:
        mark = "*" if self.best else " "
        return f"{mark} in {self.term + 1}: {self.move}, then {truncate_long_text(self.value)}"


PlayerMoves = Annotated[tuple[SumMoveValue, ...] | UnsetType, about("a player's moves, the best first")]


class SumMovesByPlayer(Result, frozen=True, kw_only=True, rename="pascal"):
    """The moves in a sum of both players, or of one."""

    left: PlayerMoves = UNSET
    right: PlayerMoves = UNSET

    def format_lines_of_player(self, player: str, *, every: bool) -> list[str]:
        """Return the lines of a player's moves: those that win, or else draw; with `every`, all."""
        moves = self.left if player == "Left" else self.right
        if isinstance(moves, UnsetType):
            return []
        winning, drawing = [each for each in moves if each.wins], [each for each in moves if each.draws]
        losing = [each for each in moves if not each.wins and not each.draws]
        shown, count = winning or drawing, format_count(len(moves), "move")
        says = f"{'wins' if winning else 'draws'}: {len(shown):,} of {count}"
        says = says if shown else f"loses: {count}, none of which wins"
        lines = ["", f"{player}, to move, {says}." if moves else f"{player} has no move."]
        lines += map(str, shown[: None if every else MOST_SHOWN])
        if every:
            lines += ["These draw:", *map(str, drawing)] if winning and drawing else []
            lines += ["The others lose:"] if shown and losing else []
            lines += map(str, losing)
        elif len(shown) > MOST_SHOWN:
            lines.append(f"  ... and {len(shown) - MOST_SHOWN:,} more; see --all")
        return lines


MOST_SHOWN: Final = 12  # of a player's moves
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
    given_away: str = ""  # by that strategy
    every: bool = False  # the text has all moves

    def __str__(self) -> str:
        text = format_sum(self, ShortGameValue.__str__(self))
        if self.stop is UNSET:
            return text
        return (
            f"{text}\n\nLeft, beginning, comes to {self.stop} by best play, and to {self.sentestrat_stop} by "
            f"sentestrat against every reply: it gives away {self.given_away}"
        )


class LoopySum(LoopyGameValue, frozen=True, kw_only=True):
    """A sum of games whose play may cycle, and the moves in it."""

    terms: SumTerms
    moves: SumMoves
    derivation: SumDerivation = UNSET
    every: bool = False  # the text has all moves

    def __str__(self) -> str:
        return format_sum(self, LoopyGameValue.__str__(self))


def format_sum(found: ShortSum | LoopySum, value: str) -> str:
    """Return a sum with its value and its moves as text."""
    lines = [
        f"{number}. {each.term} = {truncate_long_text(each.value)}"
        for number, each in enumerate(found.terms, 1)
    ]
    lines += ["", value]
    for player in ("Left", "Right"):
        lines += found.moves.format_lines_of_player(player, every=found.every)
    if any(line.startswith("* ") for line in lines):
        lines += ["", "* no other move leaves the player more"]
    return "\n".join(lines) + ("" if found.derivation is UNSET else f"\n\n{found.derivation}")


def summarize_sum(
    whole: "Sum",
    moves: "Mapping[str, Sequence[SumMove]]",
    derivation: NimberDerivation | None,
    stops: "SentestratComparison | None",
    every: bool,
) -> ShortSum | LoopySum:
    """Return what a sum is worth, and the moves in it."""
    value = whole.value.as_result()
    more: dict[str, Any] = {} if derivation is None else {"derivation": derivation}
    if stops is not None:
        more |= {"stop": str(stops.best), "sentestrat_stop": str(stops.sentestrat)}
        more["given_away"] = str(stops.largest_loss)
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
        every=every,
        **more,
    )
