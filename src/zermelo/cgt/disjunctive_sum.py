"""Sums of different games: the winner, and the winning moves of both players.

In a sum a player moves in one game and leaves the others as they are. A player who cannot move in any of them
loses. The value of a sum is the sum of the canonical forms of its games, so only the games themselves are
searched: a partizan game by its components, an impartial one by its nimber.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from zermelo.cgt.form_theory import default_theory
from zermelo.cgt.impartial.nimber_derivation import NimberDerivation
from zermelo.cgt.impartial.nimber_finder import find_position_nimber
from zermelo.cgt.loopy.loopy_positions import position_value
from zermelo.cgt.loopy.loopy_sums import sum_values
from zermelo.cgt.loopy.loopy_value import AnyForm, Loopy
from zermelo.cgt.partizan.short_game_form import Form, Value, convert_to_form, make_nimber_form
from zermelo.cgt.partizan.temperature.sentestrat import SentestratComparison, compare_sentestrat
from zermelo.cgt.sum_summary import LoopySum, ShortSum, summarize_sum
from zermelo.cgt.sum_verdict import SumTermVerdict, SumVerdict, judge_sum, judge_terms
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, LoopFound
from zermelo.core.game import Game, Position, has
from zermelo.core.rule_queries import list_moves


@dataclass(frozen=True)
class SumTerm:
    """One term of a sum: a position of a game, its negative, or a value.

    Parameters
    ----------
    game : Game or None
        The game; None where the term is a value.
    position : position, default None
        Position of the game.
    is_negative : bool, default False
        Whether the players change places in this term.
    value : Form or Loopy, optional
        Value of the term. A sum computes it for a game.
    """

    game: Game | None
    position: Position = None
    is_negative: bool = False
    value: AnyForm | None = None

    def moves(self, player: str) -> list[tuple[str, Any]]:
        """Return a player's moves in this term, also out of turn.

        The game's own names are used where `moves` lists this player's moves. Otherwise a move is named by
        the position it leads to.

        Parameters
        ----------
        player : str
            "Left" or "Right".

        Returns
        -------
        list of (str, position or value)
            Name of each move and what it leads to, before a negative is taken.

        Raises
        ------
        BadParameter
            If there is no such player.
        """
        number = _parse_player_number(player)
        if self.game is not None:
            return list_named_options(self.game, self.position, 1 - number if self.is_negative else number)
        assert self.value is not None
        options = self.value.left if number == 0 else self.value.right
        return [(f"{self} to {option}", option) for option in options]

    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same moves."""
        if self.game is not None:
            return bool(self.game.impartial)
        return isinstance(self.value, Form) and self.value.is_nimber

    def check_lists_moves_of_both(self) -> None:
        """Raise `BadParameter` where the rules do not list the moves of each player, also out of turn."""
        if self.game is not None and not self.game.impartial and not has(self.game, "options"):
            raise BadParameter(
                f"{self.game!r} cannot be part of a sum: its rules do not say what each player could move to "
                "out of turn"
            )

    def find_moves_and_results(self, player: str) -> "dict[str, SumTerm]":
        """Return a player's moves by name, and the term after each.

        Parameters
        ----------
        player : str
            "Left" or "Right".

        Returns
        -------
        dict of str to SumTerm
            Term after each move.

        Raises
        ------
        BadParameter
            If the rules do not list the moves of each player.
        """
        self.check_lists_moves_of_both()
        changed = "value" if self.game is None else "position"
        return {name: replace(self, **{changed: result}) for name, result in reversed(self.moves(player))}

    def __str__(self) -> str:
        """Return the game, or the value, as text."""
        if self.game is None:
            return str(self.value)
        return f"-{self.game!r}" if self.is_negative else repr(self.game)


@dataclass(frozen=True)
class SumMove:
    """A move in a sum: the term, counted from 0, the move's name there, and the value of the sum after it."""

    term: int
    name: str
    value: AnyForm
    wins: bool
    best: bool  # no other move makes the sum worth more to the player
    draws: bool = False  # neither player can make the last move after it

    def __str__(self) -> str:
        """Return the move and the value that it leaves, as text."""
        return f"{self.name}: {self.value}{' wins' if self.wins else ' draws' if self.draws else ''}"


class Sum:
    """Sum of games: a player moves in one of them and leaves the others as they are.

    Also read from text by `sum_of`.

    Parameters
    ----------
    *terms : SumTerm, Game, (Game, position), Form, Loopy, int or Fraction
        Terms of the sum; a game stands for its start.
    budget : Budget, optional
        Limits of memory and time.
    interpreted : bool, default False
        Whether the rules are run as Python instead of compiled.

    Attributes
    ----------
    terms : tuple of SumTerm
        The terms, each with its value.

    Examples
    --------
    >>> from zermelo.games.dominoes.domineering import Domineering
    >>> both = Sum(Domineering(columns=2, rows=2), make_nimber_form(1))
    >>> both, both.outcome_class
    (domineering(columns=2, rows=2, starter='vertical', misere=False) + * = +-1*, 'N')
    >>> [str(move) for move in both.moves("Left") if move.wins]
    ['a1-a2: 1* wins', 'b1-b2: 1* wins']
    """

    PLAYERS: ClassVar = ("Left", "Right")

    def __init__(
        self,
        *terms: "SumTerm | Game | tuple[Game, Position] | Value | Loopy",
        budget: Budget | None = None,
        interpreted: bool = False,
    ) -> None:
        self._budget, self._interpreted = budget, interpreted
        values = (term.value if isinstance(term, SumTerm) else term for term in terms)
        self.theory = next((each.theory for each in values if isinstance(each, AnyForm)), default_theory())
        self.terms = tuple(self._make_term(term) for term in terms)

    @property
    def values(self) -> list[AnyForm]:
        """Value of each term, in their order."""
        return [term.value for term in self.terms if term.value is not None]

    @cached_property
    def value(self) -> AnyForm:
        """Value of the sum: a form, or a loopy value where play may cycle."""
        return self._add_term_values(self.values)

    @property
    def form(self) -> Form:
        """Canonical form of the sum; `BadParameter` if the sum is not equal to a game that ends."""
        return require_short_form(self.value)

    @property
    def forms(self) -> list[Form]:
        """Canonical form of each term; `BadParameter` if a term is not equal to a game that ends."""
        return [require_short_form(value) for value in self.values]

    @property
    def nimber_terms(self) -> "list[Game | int | tuple[Game, Position]]":
        """Terms for `derive_sum`: impartial games, which are their own negatives, and heaps of Nim.

        Raises `BadParameter` where a term is of neither kind.
        """
        terms: list[Game | int | tuple[Game, Position]] = []
        for term in self.terms:
            if term.game is not None and term.game.impartial:
                terms.append((term.game, term.position))
            elif term.game is None and isinstance(term.value, Form) and term.value.is_nimber:
                terms.append(term.value.ups[2] if term.value.ups else 0)
            else:
                raise BadParameter(
                    f"{term} has no nimber: a sum of nimbers is one of impartial games and heaps"
                )
        return terms

    @property
    def outcome_class(self) -> str:
        """Winner: "L" Left, "R" Right, "N" the next player, "P" the previous one; others as in `Loopy`."""
        return self.value.outcome_class

    def moves(self, player: str) -> list[SumMove]:
        """Return every move of a player, the best first.

        Parameters
        ----------
        player : str
            "Left" or "Right".

        Returns
        -------
        list of SumMove
            Moves that win, then moves that draw, then those that lose; the undominated first among each. A
            move has the fields `term` (number of the term, from 0), `name`, `value` (of the sum after it),
            `wins`, `draws` and `best` (undominated).

        Raises
        ------
        BadParameter
            If there is no such player.
        """
        number = _parse_player_number(player)
        found = []
        for place, term in enumerate(self.terms):
            rest = self._compute_value_without_term(place)
            for name, value in self._list_named_option_values(term, player):
                total = self._add_term_values((value, rest))
                found.append((place, name, total, total >= 0 if number == 0 else total <= 0))
        totals = {total for _, _, total, _ in found}
        if number == 0:
            best = {total for total in totals if not any(total < other for other in totals)}
        else:
            best = {total for total in totals if not any(total > other for other in totals)}
        moves = [
            SumMove(place, name, total, wins, total in best, not wins and does_play_never_end(total, number))
            for place, name, total, wins in found
        ]
        return sorted(moves, key=lambda move: (not move.wins, not move.draws, not move.best))

    def judge(self, player: str, names: tuple[str, str] | None = None) -> SumVerdict:
        """Return who wins and why, in words.

        Parameters
        ----------
        player : str
            "Left" or "Right", the player to move.
        names : tuple of str, optional
            What Left and Right are called; default: their names, or first and second player.

        Returns
        -------
        SumVerdict
            The verdict, with what each term is worth.

        Raises
        ------
        BadParameter
            If there is no such player, or play may cycle.
        """
        return judge_sum(self, player, names)

    def judge_terms(self) -> tuple[SumTermVerdict, ...]:
        """Return what each term is worth, in words too.

        Returns
        -------
        tuple of SumTermVerdict
            A verdict for each term.

        Raises
        ------
        BadParameter
            If play may cycle in a term.
        """
        return judge_terms(self)

    def compare_sentestrat(self) -> SentestratComparison:
        """Compare sentestrat, play by thermographs alone, with best play; Left begins.

        Returns
        -------
        SentestratComparison
            Left's stop by best play (`best`), by sentestrat against every reply (`sentestrat`), and the
            difference (`largest_loss`).
        """
        return compare_sentestrat(self.forms)

    def as_result(
        self,
        moves: Mapping[str, Sequence[SumMove]],
        derivation: NimberDerivation | None = None,
        stops: SentestratComparison | None = None,
        *,
        every: bool = False,
    ) -> ShortSum | LoopySum:
        """Return the sum as `zermelo sum` prints it.

        Parameters
        ----------
        moves : mapping of str to sequence of SumMove
            Moves of "Left", of "Right", or of both, as found by `moves`.
        derivation : NimberDerivation, optional
            Derivation of the sum's nimber.
        stops : SentestratComparison, optional
            Result of `compare_sentestrat`.
        every : bool, default False
            Whether the text has losing moves, too.

        Returns
        -------
        ShortSum or LoopySum
            The value, the terms and the moves.
        """
        return summarize_sum(self, moves, derivation, stops, every)

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(*self.terms, *other.terms, budget=self._budget, interpreted=self._interpreted)

    def __repr__(self) -> str:
        """Return the terms and the value of their sum, as text."""
        return f"{' + '.join(map(str, self.terms)) or '0'} = {self.value}"

    def _make_term(self, term: "SumTerm | Game | tuple[Game, Position] | Value | Loopy") -> SumTerm:
        if isinstance(term, Game):
            term = term, next(iter(term.starts()))
        if isinstance(term, tuple) and len(term) == 2 and isinstance(term[0], Game):
            term = SumTerm(*term)
        if not isinstance(term, SumTerm):
            return SumTerm(
                None, value=term if isinstance(term, Loopy) else convert_to_form(term, self.theory)
            )
        if term.game is None or term.value is not None:
            return term
        value = self._compute_position_value(term.game, term.position)
        return replace(term, value=-value if term.is_negative else value)

    def _compute_position_value(self, game: Game, position: Position) -> AnyForm:
        if game.impartial and not has(game, "options"):
            try:
                found = find_position_nimber(
                    game, position, budget=self._budget, interpreted=self._interpreted
                )
                return make_nimber_form(found, self.theory)
            except LoopFound:
                pass  # it has no nimber, but a value
        return position_value(
            game, position, budget=self._budget, interpreted=self._interpreted, theory=self.theory
        )

    def _compute_value_without_term(self, place: int) -> AnyForm:
        others = (term.value for n, term in enumerate(self.terms) if n != place)
        return self._add_term_values(other for other in others if other is not None)

    def _add_term_values(self, values: Iterable[AnyForm]) -> AnyForm:
        return sum_values(values, self.theory, self._budget)

    def _list_named_option_values(self, term: SumTerm, player: str) -> list[tuple[str, AnyForm]]:
        """Return the names of a player's moves in a term, and the values of what they leave."""
        if term.game is None:
            return term.moves(player)
        found = []
        for name, position in term.moves(player):
            value = self._compute_position_value(term.game, position)
            found.append((name, -value if term.is_negative else value))
        return found


def _parse_player_number(player: str) -> int:
    """Return 0 for "Left" and 1 for "Right", in any case of letters. Raises `BadParameter` for others."""
    if player.capitalize() not in Sum.PLAYERS:
        raise BadParameter(f"{player!r} is no player of a sum: say Left or Right")
    return Sum.PLAYERS.index(player.capitalize())


def require_short_form(value: AnyForm) -> Form:
    """Return a value that is a form. Raises `BadParameter` if its play may cycle."""
    if isinstance(value, Loopy):
        raise BadParameter(f"play may cycle in {value}; this is defined only for games that end")
    return value


def does_play_never_end(value: AnyForm, player: int) -> bool:
    """Return whether play goes on for ever in a sum of this value that a player has just moved to."""
    return isinstance(value, Loopy) and value.outcomes[1 - player] == "draw"


def list_named_options(game: Game, position: Position, player: int) -> list[tuple[str, Position]]:
    """Return a player's moves by name, and the positions they lead to.

    The game's own names are used where `moves` lists this player's moves. That holds for impartial games, and
    where `mover` or `with_mover` can make this player the mover. Otherwise a move is named by the position it
    leads to.
    """
    rules: Any = game
    if not has(game, "options") or has(game, "with_mover"):
        seen = rules.with_mover(position, player) if has(game, "with_mover") else position
        return [(game.name(seen, move), game.play(seen, move)) for move in list_moves(game, seen)]
    if has(game, "mover") and rules.mover(position) == player:
        return [(game.name(position, move), game.play(position, move)) for move in list_moves(game, position)]
    options = dict.fromkeys(rules.options(position, player))
    return [(f"to {describe_position(game, option)}", option) for option in options]
