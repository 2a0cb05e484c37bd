"""Who wins a sum and why, in words: the value of each game, the total, and what the player to move can do."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

import msgspec

from zermelo.cgt.sum_examples import SUM_EXAMPLES, VALUE_WORDS, SumExample
from zermelo.cgt.value_summary import ShortGameValue, truncate_long_text
from zermelo.core.notation.result import Count, Result, about
from zermelo.core.notation.wording import capitalize, format_count, join_names

if TYPE_CHECKING:
    from zermelo.cgt.disjunctive_sum import Sum, SumMove

PLAYERS: Final = ("Left", "Right")


class SumTermVerdict(Result, frozen=True, kw_only=True):
    """What a game of a sum is worth."""

    value: Annotated[str | None, about("its canonical form; null where not known")] = None
    mean: Annotated[str | None, about("the mean, a fraction as text")] = None
    temperature: Annotated[str | None, about("the temperature, a fraction as text")] = None
    nimber: Annotated[Count | None, about("its nimber, where it is impartial and known")] = None
    binary: Annotated[str, about("the nimber in binary, where the sum has one")] = ""
    meaning: Annotated[str, about("the value in plain words")] = ""


class SumVerdict(Result, frozen=True, kw_only=True):
    """Who wins a sum, and why; nothing is known where it has no `worth`."""

    RULES: ClassVar[str] = (
        "On your turn, move on one of the boards; the others stay as they are. "
        "A player who cannot move anywhere loses."
    )
    EXAMPLES: ClassVar[tuple[SumExample, ...]] = SUM_EXAMPLES
    WORDS: ClassVar[tuple[tuple[str, str], ...]] = VALUE_WORDS

    player: Annotated[str, about("who is to move")]
    other: Annotated[str, about("who is not")]
    players: Annotated[tuple[str, ...], about("what both are called")]
    impartial: Annotated[bool, about("whether all games are")]
    wins: Annotated[bool | None, about("whether the player to move wins")] = None
    finding: Annotated[str, about("who wins, in words")] = ""
    reason: Annotated[str, about("why, in words")] = ""
    worth: Annotated[ShortGameValue | None, about("the value of the sum; null where not known")] = None
    nimber: Annotated[Count | None, about("the nimber, where all games are impartial")] = None
    binary: Annotated[str, about("the nimber in binary, where there is one")] = ""
    meaning: Annotated[str, about("the value in plain words")] = ""

    @classmethod
    def of_unknown_value(cls, player: int, names: tuple[str, str] | None, *, impartial: bool) -> "SumVerdict":
        """Return the verdict on a sum of which no value is known.

        Parameters
        ----------
        player : int
            The player to move: 0 is Left.
        names : tuple of str or None
            What Left and Right are called; None: as usual.
        impartial : bool
            Whether all games are.

        Returns
        -------
        SumVerdict
            It says who is to move, and no more.
        """
        called = names or name_players(impartial=impartial)
        return cls(player=called[player], other=called[1 - player], players=called, impartial=impartial)

    def describe_turn(self, side: str = "") -> str:
        """Return whose turn it is, without saying who wins.

        Parameters
        ----------
        side : str, default ""
            Side of the player, where that is not their name.

        Returns
        -------
        str
            Such as "You to move, as Left".
        """
        return f"{capitalize(self.player)} to move{f', as {side}' if side else ''}"


def name_players(*, impartial: bool) -> tuple[str, str]:
    """Return what the players of a sum are called."""
    return ("first player", "second player") if impartial else PLAYERS


def judge_sum(whole: "Sum", player: str, names: tuple[str, str] | None) -> SumVerdict:
    """Return who wins a sum where a player, "Left" or "Right", is to move, and why."""
    impartial, number = all(term.is_impartial for term in whole.terms), PLAYERS.index(player)
    called = names or name_players(impartial=impartial)
    worth, terms, moves = whole.form.as_result(), judge_terms(whole), whole.moves(player)
    nimber = worth.nimber if impartial else None
    return SumVerdict(
        player=called[number],
        other=called[1 - number],
        players=called,
        impartial=impartial,
        wins=any(move.wins for move in moves),
        finding=describe_winner(called[number], called[1 - number], moves),
        reason=_describe_nimbers(terms, nimber) if nimber is not None else _describe_worth(whole, worth),
        worth=msgspec.structs.replace(worth, value=truncate_long_text(worth.value)),
        nimber=nimber,
        binary="" if nimber is None else f"{nimber:0{_count_binary_digits(terms)}b}",
        meaning=worth.meaning,
    )


def judge_terms(whole: "Sum") -> tuple[SumTermVerdict, ...]:
    """Return what each game of a sum is worth."""
    found = [
        SumTermVerdict(
            value=truncate_long_text(worth.value),
            mean=worth.mean,
            temperature=worth.temperature,
            nimber=worth.nimber if term.is_impartial else None,
            meaning=worth.meaning,
        )
        for term, form in zip(whole.terms, whole.forms, strict=True)
        for worth in [form.as_result()]
    ]
    if any(each.nimber is None for each in found):
        return tuple(found)
    digits = _count_binary_digits(found)
    return tuple(msgspec.structs.replace(each, binary=f"{each.nimber:0{digits}b}") for each in found)


def describe_winner(player: str, other: str, moves: "Sequence[SumMove]") -> str:
    """Return who wins, in words; the player is to move, by one of these."""
    who, count, winning = capitalize(player), format_count(len(moves), "move"), sum(m.wins for m in moves)
    if not moves:
        return f"{who} cannot move anywhere: a win for {other}"
    result = f"a win, with {winning:,} of {count}" if winning else "a loss, whatever the move"
    return f"{who} to move: {result}"


def _count_binary_digits(terms: Sequence[SumTermVerdict]) -> int:
    return max(1, *((term.nimber or 0).bit_length() for term in terms))


def _describe_nimbers(terms: Sequence[SumTermVerdict], nimber: int) -> str:
    """Return why the player to move wins or loses where all games are impartial."""
    numbers = join_names([term.nimber for term in terms], "and")
    several = f"The nimbers {numbers} combine to {nimber} by exclusive or"
    begun = several if len(terms) > 1 else f"The nimber is {nimber}"
    if nimber:
        return f"{begun}. A move that makes it 0 wins: every reply makes it something else again."
    return f"{begun}. Every move makes it something else, and a reply makes it 0 again."


def _describe_worth(whole: "Sum", worth: ShortGameValue) -> str:
    """Return why a player wins by the value of the sum, and where most is at stake."""
    text = f"{'Together they are' if len(whole.terms) > 1 else 'The game is'} {worth.meaning}."
    if worth.winner_text not in text:
        text += f" {capitalize(worth.winner_text)}."
    stakes = [form.temperature for form in whole.forms]
    if len(stakes) > 1 and max(stakes) > 0 and stakes.count(max(stakes)) == 1:
        text += f" Most is at stake in game {stakes.index(max(stakes)) + 1}."
    return text
