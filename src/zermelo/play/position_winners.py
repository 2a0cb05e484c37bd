"""The winners of many positions at once, line by line, in the format of programming contests.

A line is a position, read by the game. Or the game is a text with blanks, such as `stripes(length={})`, and a
line is the words that fill them: then every line is a separate game. Impartial games of normal play are
answered by their nimbers, any other game is solved, once. `derive_outcome` answers for one position, with the
reason.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from msgspec import UNSET, UnsetType

from zermelo.cgt.impartial.impartial_check import check_impartial
from zermelo.cgt.impartial.nimber_finder import find_position_nimber
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter, BadRules, ZermeloError, quote
from zermelo.core.game import Game, Position
from zermelo.core.notation.game_text import OPEN_SPIEL, GameText
from zermelo.core.notation.player_view import format_position_in_one_line
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.result import Count, GameInput, Names, NextOrPrevious, Result, ShownText, about
from zermelo.core.requirements import check_question, refuse_games_with_dice, refuse_games_with_gains
from zermelo.core.rule_queries import moves_at
from zermelo.core.values import outcome_word
from zermelo.games.game_lookup import (
    GameAccess,
    GivenFiles,
    game,
    parse_position,
    read_game,
    resolve_given_position,
)
from zermelo.solution.solution import Solution
from zermelo.solver.runs.solve_game import solve_game

BLANK = "{}"
WORD = re.compile(r"[\w.#/+-]+")  # numbers, and letters of boards


class PositionWinner(Result, frozen=True, kw_only=True):
    """The winner of a position. It has a nimber, or a value where the game was solved."""

    text: Annotated[str, about("the line that was given")]
    winner: Annotated[str, about("what the winner is called, or draw")]
    nimber: Annotated[Count | None, about("the nimber, of impartial games in normal play")] = None
    value: Annotated[int | UnsetType, about("what best play gives, as the mover sees it")] = UNSET
    outcome: Annotated[Literal["win", "draw", "loss"] | UnsetType, about("the value's sign in a word")] = (
        UNSET
    )
    remoteness: Annotated[
        Count | UnsetType | None, about("plies to the end under best play; null where play need not end")
    ] = UNSET


class WinnerTable(Result, frozen=True, kw_only=True):
    """The winners of many positions, in the order of their lines."""

    game: Annotated[str, about("the game, or the text whose blanks the lines fill")]
    winners: Annotated[tuple[PositionWinner, ...], about("a position each")]


def yield_winners(
    game_or_text: Game | str,
    lines: Iterable[str],
    *,
    names: tuple[str, str] = ("first", "second"),
    counted: bool = False,
    budget: Budget | None = None,
) -> Iterator[PositionWinner]:
    """Yield who wins each of many positions, read line by line.

    Parameters
    ----------
    game_or_text : Game or str
        The game; or a text with blanks, such as "stripes(length={})", which the words of each line fill.
    lines : iterable of str
        Texts of positions, or words for the blanks; read one by one, empty lines are skipped.
    names : tuple of str
        What the player to move and the opponent are called.
    counted : bool, default False
        Whether the first line is the number of lines that follow.
    budget : Budget, optional
        Memory and time that may be used.

    Yields
    ------
    PositionWinner
        `winner` is one of the names, or "draw".

    Raises
    ------
    BadParameter
        For a line that cannot be read or a wrong number of lines, with the number of the line.

    Examples
    --------
    >>> for verdict in yield_winners("nukit", ["0 2 0 2", "1 3 1 3"]): print(verdict.winner, verdict.nimber)
    second 0
    first 2
    >>> stripes = yield_winners("stripes(length={}, strips=(1, 5, 1))", ["1", "5", "6"], names=("A", "B"))
    >>> [verdict.winner for verdict in stripes]
    ['A', 'A', 'B']
    """
    limits = as_budget(budget)
    template = game_or_text if isinstance(game_or_text, str) and BLANK in game_or_text else None
    judge = None if template is not None else _WinnerLookup(game(game_or_text), limits, names)
    for number, line in _iterate_numbered_lines(lines, counted=counted):
        try:
            if judge is None:
                filled = _fill_template(str(template), line)
                which = read_game(filled, _make_template_access(str(template), filled))
                yield _WinnerLookup(which, limits, names).find_winner(line, None)
            else:
                yield judge.find_winner(line, line)
        except ZermeloError as error:
            raise type(error)(f"line {number:,}: {error}") from error


class OutcomeOption(Result, frozen=True, kw_only=True):
    """Moves that lead to positions of one class, and an example of these positions."""

    moves: Annotated[Names, about("the moves that lead there")]
    text: ShownText
    outcome_class: NextOrPrevious


class OutcomeDerivation(Result, frozen=True, kw_only=True):
    """Why a position is an N-position, won by the next player, or a P-position, won by the previous one."""

    game: GameInput
    text: ShownText
    outcome_class: NextOrPrevious
    options: Annotated[tuple[OutcomeOption, ...], about("positions that moves lead to, each class once")]

    def __str__(self) -> str:
        """Return the derivation as text, a line for each option."""
        rows = [(", ".join(each.moves), each.text, each.outcome_class) for each in self.options]
        width, wide = (max((len(row[column]) for row in rows), default=0) for column in range(2))
        lines = [f"{name:<{width}}  leaves {text:<{wide}}  {letter}" for name, text, letter in rows]
        best = next((each for each in self.options if each.outcome_class == "P"), None)
        if not rows:
            said = "no move, and the player to move has " + ("won" if self.outcome_class == "N" else "lost")
        elif best is None:
            said = "every option is an N-position"
        else:
            said = f"{best.moves[0]} leaves {best.text}, a P-position"
        return "\n".join(
            [self.text, *(f"  {each}" for each in lines), f"{self.outcome_class}-position: {said}"]
        )


def derive_outcome(
    game_or_text: Game | str, where: Position = START, *, budget: Budget | None = None
) -> OutcomeDerivation:
    """Derive whether a position of an impartial game is an N- or a P-position, from its options.

    If every option is an N-position it is a P-position; if one is a P-position, an N-position. This holds in
    misere play too. Options that are equal by the game's symmetries are listed once.

    Parameters
    ----------
    game_or_text : Game or str
        Impartial game.
    where : position, optional
        Position; default: the game's start.
    budget : Budget, optional
        Memory and time that may be used.

    Returns
    -------
    OutcomeDerivation
        The class, and each option with its class; `str` gives a text.

    Raises
    ------
    MissingCapability
        Where the game is not impartial.
    BadRules
        Where a position is neither won nor lost.

    Examples
    --------
    >>> print(derive_outcome("nim(heaps=(2,), misere=True)"))
    2
      1 from heap 1  leaves 1  P
      2 from heap 1  leaves 0  N
    N-position: 1 from heap 1 leaves 1, a P-position
    """
    which = game(game_or_text)
    check_impartial(which, "N- and P-positions")
    judge, place = _WinnerLookup(which, as_budget(budget)), resolve_given_position(which, where)
    least = build_representative_function(which)
    moves: dict[Any, list[str]] = {}
    children: dict[Any, Any] = {}
    for move in moves_at(which, place):
        child = which.play(place, move)
        moves.setdefault(least(child), []).append(which.name(place, move))
        children.setdefault(least(child), child)
    options = tuple(
        OutcomeOption(
            moves=tuple(moves[key]),
            text=format_position_in_one_line(which, child),
            outcome_class=judge.find_outcome_class(child),
        )
        for key, child in children.items()
    )
    return OutcomeDerivation(
        game=repr(which),
        text=format_position_in_one_line(which, place),
        outcome_class=judge.find_outcome_class(place),
        options=options,
    )


def _iterate_numbered_lines(lines: Iterable[str], *, counted: bool) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not empty, with their numbers; where counted, those after the first."""
    left: int | None = None
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text:
            continue
        if counted and left is None:
            if re.fullmatch(r"[0-9]{1,18}", text) is None:
                raise BadParameter(f"line {number:,}: {quote(text)} does not say how many lines follow")
            left = int(text)
            continue
        if left == 0:
            raise BadParameter(f"line {number:,}: {quote(text)} is one line more than the first line says")
        if left is not None:
            left -= 1
        yield number, text
    if left:
        raise BadParameter(f"the lines end too soon: {left:,} of those that the first one says are missing")
    if counted and left is None:
        raise BadParameter("there is no line, and the first is to say how many follow")


def _make_template_access(template: str, filled: str) -> GameAccess:
    """Return what a filled template may open: what the template names, and nothing that a line names."""
    is_open_spiel = template.strip().startswith(OPEN_SPIEL)
    return GivenFiles(
        frozenset(
            each.file for each in GameText.yield_text_and_inner_texts(template) if each.file is not None
        ),
        frozenset(
            str(each.open_spiel_text) for each in GameText.yield_text_and_inner_texts(filled) if is_open_spiel
        ),
    )


def _fill_template(template: str, line: str) -> str:
    """Return a game's text with the words of a line in its blanks."""
    blanks = template.count(BLANK)
    words = line.replace(",", " ").split()
    if len(words) != blanks:
        raise BadParameter(f"{quote(line)} has {len(words)} words, and {quote(template)} {blanks} blanks")
    for word in words:
        if WORD.fullmatch(word) is None:
            raise BadParameter(f"{quote(word)} fills no blank: give numbers, and letters of boards")
    pieces = template.split(BLANK)
    return pieces[0] + "".join(word + piece for word, piece in zip(words, pieces[1:], strict=True))


class _WinnerLookup:
    """One game, and the winners of its positions: by nimbers, else by a solution that is made once."""

    def __init__(self, which: Game, budget: Budget, names: tuple[str, str] = ("N", "P")) -> None:
        check_question(which, "winners")
        refuse_games_with_dice(which, "who wins is asked")
        refuse_games_with_gains(which, "who wins is asked of the points at the end")
        self.game, self.budget, self.names = which, budget, names
        self.solution: Solution | None = None

    def find_winner(self, line: str, text: str | None) -> PositionWinner:
        """Return the winner of the position that a text names, the start where it is None."""
        where = parse_position(self.game, text)
        return self.find_winner_at(line, where)

    def find_outcome_class(self, where: Position) -> NextOrPrevious:
        """Return "N" where the next player wins, "P" where the previous one does."""
        winner = self.find_winner_at("", where).winner
        if winner == "draw":
            raise BadRules(
                f"{self.game!r}: position {describe_position(self.game, where)} is neither won nor lost"
            )
        return winner  # type: ignore[return-value]  # of names "N" and "P"

    def find_winner_at(self, line: str, where: Position) -> PositionWinner:
        """Return the winner of a position, which `line` names."""
        if self.solution is None and self.game.impartial:
            try:
                nimber = find_position_nimber(self.game, where, budget=self.budget)
            except BadRules:  # for example misere play, which has no nimbers; solving reports any real fault
                pass
            else:
                return PositionWinner(text=line, winner=self.names[not nimber], nimber=nimber)
        if self.solution is None:
            solved = solve_game(self.game, self.budget, None)
            self.solution = Solution(self.game, solved.summary, solved.records, solved.directory)
        answer = self.solution.value(where)
        return PositionWinner(
            text=line,
            winner=self.names[answer.value < 0] if answer.value else "draw",
            value=answer.value,
            outcome=outcome_word(answer.value),
            remoteness=answer.remoteness,
        )
