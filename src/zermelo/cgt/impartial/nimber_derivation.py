"""Derivations of nimbers: the mex of the options' nimbers, or the exclusive or of the parts' nimbers.

A position is worth the mex of its options' nimbers, and a sum of positions the exclusive or of theirs
(Sprague 1935, Grundy 1939). With the nimber goes who wins: where some option is a P-position, of nimber 0,
the position is an N-position, and the next player wins by it; where every option is an N-position, it is a
P-position, and the previous player wins.

Positions that are alike (by the game's symmetries, and in the order of their parts) are one class, which is
said once, and so are the moves that lead to it.
"""

from collections import deque
from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from zermelo.cgt.impartial.mex import mex
from zermelo.cgt.impartial.nimber_finder import NimberFinder, find_nimber_finder, list_moves_to_nimber
from zermelo.cgt.impartial.nimber_sums import Term, find_winning_moves_of_sum, read_sum_term
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.player_view import format_position_in_one_line
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.notation.result import Count, GameInput, Names, NextOrPrevious, Nimber, Result, about
from zermelo.core.rule_queries import is_finished, moves_at
from zermelo.games.game_lookup import start_game_at_position


class PositionNimber(Result, frozen=True, kw_only=True):
    """The nimber of a position, or of a game of a sum."""

    text: Annotated[str, about("a position, or a game of a sum, in one line")]
    nimber: Nimber
    parts: Annotated[tuple[Count, ...], about("the nimbers of its parts, where it has several")] = ()
    outcome_class: NextOrPrevious

    @property
    def title(self) -> str:
        """The nimber, and who wins, in words."""
        return format_nimber_result(self.nimber)


class NimberOption(PositionNimber, frozen=True, kw_only=True):
    """The moves that lead to positions of one class, and the nimber of these positions."""

    moves: Annotated[Names, about("the moves that lead there")]


class NimberDerivation(PositionNimber, frozen=True, kw_only=True):
    """Why a position has its nimber: by its terms, where it is a sum, else by its options.

    Made by `derive_nimber` and `derive_sum`.
    """

    terms: Annotated[tuple[PositionNimber, ...], about("the games of the sum")] = ()
    options: Annotated[tuple[NimberOption, ...], about("positions that moves lead to, each class once")] = ()
    winning_moves: Annotated[Names, about("the moves that leave nimber 0")]

    def __str__(self) -> str:
        """Write the derivation out, a line for each option or term."""
        head = f"{self.text or 'nothing'}: nimber {self.nimber}"
        lines = self._format_nim_sum_lines() if self.terms else self._format_option_lines()
        return "\n".join([head, *(f"  {line}" for line in lines)])

    def _format_nim_sum_lines(self) -> list[str]:
        texts = [term.text for term in self.terms]
        digits = self.binary_digits
        width = max(map(len, [*texts, "exclusive or"]))
        most = max(len(str(term.nimber)) for term in (*self.terms, self))
        rows = [
            f"{text:<{width}}  nimber {term.nimber:>{most}}  {term.nimber:0{digits}b}"
            for text, term in zip(texts, self.terms, strict=True)
        ]
        total = f"{'exclusive or':<{width}}  nimber {self.nimber:>{most}}  {self.nimber:0{digits}b}"
        return [*rows, total, self.winner_text]

    def _format_option_lines(self) -> list[str]:
        names = [", ".join(option.moves) for option in self.options]
        texts = [option.text for option in self.options]
        width, wide = max(map(len, names), default=0), max(map(len, texts), default=0)
        rows = [
            f"{name:<{width}}  leaves {text:<{wide}}  nimber {_format_nimber_sum(option)}"
            for name, text, option in zip(names, texts, self.options, strict=True)
        ]
        return [*rows, self.mex_text, self.winner_text]

    @property
    def binary_digits(self) -> int:
        """How many digits the nimbers of the terms have in binary, at most."""
        return max([1, *(term.nimber.bit_length() for term in self.terms)])

    @property
    def mex_text(self) -> str:
        """The nimbers of the options, and the least that none of them has."""
        met = ", ".join(map(str, sorted({option.nimber for option in self.options})))
        return f"{f'options have {met}' if met else 'no move'}; the least that is missing is {self.nimber}"

    @property
    def winner_text(self) -> str:
        """Why the next player wins, or the previous one."""
        if self.terms and self.nimber:
            return f"N-position: {self.winning_moves[0]} leaves nimber 0, a P-position"
        if self.terms:
            return "P-position: the nimber is 0, and every move changes it"
        if self.nimber:
            best = next(option for option in self.options if option.nimber == 0)
            return f"N-position: {best.moves[0]} leaves {best.text}, a P-position"
        every = "every option is an N-position" if self.options else "the player to move has lost"
        return f"P-position: {every}"


class NimberAnswer(Result, frozen=True, kw_only=True):
    """The nimber of a position of an impartial game, as `zermelo nimber` prints it."""

    game: GameInput
    nimber: Nimber
    outcome_class: NextOrPrevious
    winning_moves: Annotated[Names | UnsetType, about("with --moves: the moves that win")] = UNSET
    derivation: Annotated[
        tuple[NimberDerivation, ...] | UnsetType, about("with --derivation: how it comes about")
    ] = UNSET

    def __str__(self) -> str:
        lines = [format_nimber_result(self.nimber)]
        if self.winning_moves:
            lines.append(f"winning moves: {', '.join(self.winning_moves)}")
        return "\n".join([*lines, *(f"\n{step}" for step in self.derivation or ())])


def find_nimber_outcome_class(nimber: int) -> NextOrPrevious:
    """Return the winner: "N" the next player, or "P" the previous one if the nimber is 0."""
    return "N" if nimber else "P"


def format_nimber_result(nimber: int) -> str:
    """Return a nimber, and who wins, in words."""
    who = "the mover wins" if nimber else "the mover loses"
    return f"nimber {nimber}: {who} ({find_nimber_outcome_class(nimber)}-position)"


def _format_nimber_sum(worth: PositionNimber) -> str:
    if not worth.parts:
        return str(worth.nimber)
    return f"{' xor '.join(map(str, worth.parts))} = {worth.nimber}"


def derive_nimber(
    game_or_text: Game | str,
    where: Position = START,
    depth: int = 1,
    *,
    whole: bool = False,
    budget: Budget | None = None,
    interpreted: bool | None = None,
) -> list[NimberDerivation]:
    """Derive the nimber of a position from its options or from its parts.

    Parameters
    ----------
    game_or_text : Game or str
        The game, or its name.
    where : position, optional
        Position, also as text; by default the start.
    depth : int, default 1
        With 2 or more the options or parts are derived too, each class of positions once.
    whole : bool, default False
        Whether the options are listed even where the position falls into parts.
    budget : Budget, optional
        Limits of time and memory; by default there are none.
    interpreted : bool, optional
        Whether the rules are run as Python instead of compiled.

    Returns
    -------
    list of NimberDerivation
        Derivation of the position, then of those it depends on.

    Examples
    --------
    >>> print(derive_nimber("nim(heaps=(2,))")[0])
    2: nimber 2
      1 from heap 1  leaves 1  nimber 1
      2 from heap 1  leaves 0  nimber 0
      options have 0, 1; the least that is missing is 2
      N-position: 2 from heap 1 leaves 0, a P-position
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 1:
        raise BadParameter(f"depth={depth!r} is none: give 1 or more")
    which = start_game_at_position(game_or_text, where)
    finder = find_nimber_finder(which, as_budget(budget), interpreted=bool(interpreted))
    return _NimberDeriver(which, finder, whole=whole).derive_followers(as_position(which, START), depth)


def derive_sum(
    terms: Sequence[Term], *, budget: Budget | None = None, interpreted: bool = False
) -> NimberDerivation:
    """Derive the nimber of a sum of impartial games: each game's nimber, and their exclusive or.

    Parameters
    ----------
    terms : sequence of Game, (Game, position) or int
        Games from their starts or from a position; a number is a heap of Nim.
    budget : Budget, optional
        Limits of time and memory; by default there are none.
    interpreted : bool, default False
        Whether the rules are run as Python instead of compiled.

    Returns
    -------
    NimberDerivation
        The nimber, those of the terms, and the winning moves.

    Raises
    ------
    MissingCapability
        If a game is not impartial.
    BadParameter
        If a term is something else.

    Examples
    --------
    >>> from zermelo.games.rows.kayles import Kayles
    >>> print(derive_sum([Kayles(pins=4), 3]))
    kayles(pins=4, misere=False) + *3: nimber 2
      kayles(pins=4, misere=False)  nimber 1  01
      *3                            nimber 3  11
      exclusive or                  nimber 2  10
      N-position: 1 in kayles(pins=4, misere=False) (game 1) leaves nimber 0, a P-position
    """
    parts = []
    for term in map(read_sum_term, terms):
        nimber, text = term.nimber, f"*{term.nimber}"
        if term.game is not None:
            nimber = find_nimber_finder(term.game, budget, interpreted=interpreted).nimber(term.position)
            begun = term.position != next(iter(term.game.starts()))
            text = (
                f"{term.game!r} from {format_position_in_one_line(term.game, term.position)}"
                if begun
                else repr(term.game)
            )
        parts.append(
            PositionNimber(text=text, nimber=nimber, outcome_class=find_nimber_outcome_class(nimber))
        )
    total = 0
    for part in parts:
        total ^= part.nimber
    winning = find_winning_moves_of_sum(terms, budget=budget, interpreted=interpreted)
    return NimberDerivation(
        text=" + ".join(part.text for part in parts) or "nothing",
        nimber=total,
        parts=tuple(part.nimber for part in parts),
        outcome_class=find_nimber_outcome_class(total),
        terms=tuple(parts),
        winning_moves=tuple(map(str, winning)),
    )


class _NimberDeriver:
    """One game's derivations; `texts` are the classes that were met, each with the one text that it gets."""

    def __init__(self, game: Game, finder: NimberFinder, *, whole: bool) -> None:
        self.game, self.finder, self.whole = game, finder, whole
        self.least = build_representative_function(game)
        self.texts: dict[Any, str] = {}

    def derive_followers(self, position: Position, depth: int) -> list[NimberDerivation]:
        found = []
        waiting = deque([(position, depth)])
        seen = {self.make_equivalence_key(position)}
        self.format_position_text(position)
        while waiting:
            here, left = waiting.popleft()
            derivation, below = self.derive_position(here)
            found.append(derivation)
            if left == 1:
                continue
            for each in below:
                key = self.make_equivalence_key(each)
                if key not in seen:
                    seen.add(key)
                    waiting.append((each, left - 1))
        return found

    def derive_position(self, position: Position) -> tuple[NimberDerivation, list[Position]]:
        """Return one position's derivation, and the positions that it rests on."""
        game = self.game
        parts = self.split_position(position)
        if len(parts) > 1 and not self.whole:
            won = list_moves_to_nimber(game, position, 0) if self.finder.nimber(position) else []
            derived = NimberDerivation(
                **asdict(self.find_position_nimber(position)),
                terms=tuple(self.find_position_nimber(part) for part in parts),
                winning_moves=tuple(move.name for move in won),
            )
            return derived, parts
        moves: dict[Any, list[str]] = {}
        leads: dict[Any, Position] = {}
        for move in moves_at(game, position):
            child = game.play(position, move)
            key = self.make_equivalence_key(child)
            leads.setdefault(key, child)
            moves.setdefault(key, []).append(game.name(position, move))
        options = tuple(
            NimberOption(moves=tuple(moves[key]), **asdict(self.find_position_nimber(child)))
            for key, child in leads.items()
        )
        nimber = mex(option.nimber for option in options)
        derived = NimberDerivation(
            text=self.format_position_text(position),
            nimber=nimber,
            outcome_class=find_nimber_outcome_class(nimber),
            options=options,
            winning_moves=tuple(name for option in options if not option.nimber for name in option.moves),
        )
        return derived, list(leads.values())

    def find_position_nimber(self, position: Position) -> PositionNimber:
        parts = [] if self.whole else self.split_position(position)
        nimber = self.finder.nimber(position)
        return PositionNimber(
            text=self.format_position_text(position),
            nimber=nimber,
            parts=tuple(self.finder.nimber(part) for part in parts) if len(parts) > 1 else (),
            outcome_class=find_nimber_outcome_class(nimber),
        )

    def format_position_text(self, position: Position) -> str:
        return self.texts.setdefault(
            self.make_equivalence_key(position), format_position_in_one_line(self.game, position)
        )

    def split_position(self, position: Position) -> list[Position]:
        game: Any = self.game
        if not has(game, "parts") or is_finished(game, position):
            return []
        return list(game.parts(position))

    def make_equivalence_key(self, position: Position) -> Any:
        """Return the key of a class of equivalent positions: their parts, each as its least image."""
        if not has(self.game, "parts"):
            return self.least(position)
        return tuple(sorted(map(self.least, self.split_position(position)), key=repr))
