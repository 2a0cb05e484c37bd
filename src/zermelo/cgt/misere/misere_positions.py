"""Misere play of impartial games by their rules: forms, misere nim values, and the moves that win.

A position is the sum of its parts, and the canonical form of a part is computed from those of the positions
that its moves lead to. Parts that are images of each other under the game's symmetries are merged. Equal
pairs stay, as in misere play only sums equal to 0 cancel. A finished position has no options, no matter how
the game scores it: these functions always assume misere play, and ignore a game's own parameter `misere`.
"""

import threading
from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, NamedTuple

from zermelo.cgt.form_theory import RecentMemo, Theory, default_theory
from zermelo.cgt.impartial.impartial_check import check_impartial
from zermelo.cgt.misere.genus import genus
from zermelo.cgt.misere.misere_forms import (
    MisereForm,
    sum_misere_forms,
)
from zermelo.cgt.value_summary import WINNERS
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.rules_cache import current_dependencies
from zermelo.core.errors import BadRules, LoopFound, OutOfBudget
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.notation.result import (
    Count,
    GameInput,
    Names,
    NextOrPrevious,
    Nimber,
    Result,
    about,
)
from zermelo.core.rule_queries import moves_at, terminal_value
from zermelo.core.values import DRAW


class MiserePositionForms:
    """The forms of one game's positions, found as they are asked for and kept."""

    def __init__(self, game: Game, theory: Theory | None = None) -> None:
        check_impartial(game, "misere form")
        self.game, self.theory = game, theory or default_theory()
        self.forms: dict[Position, MisereForm] = {}
        self._least: dict[Position, Position] = {}
        self._open: set[Position] = set()  # parts whose forms are being found, by the thread with the lock
        self._lock = threading.RLock()
        self._has_parts, self._has_symmetries = has(game, "parts"), has(game, "symmetries")

    def split_position(self, position: Position) -> list[Position]:
        """Return the parts of a position, each as its least image, as often as it occurs."""
        rules: Any = self.game
        return [
            self.find_least_image(part)
            for part in (rules.parts(position) if self._has_parts else (position,))
        ]

    def find_least_image(self, part: Position) -> Position:
        """Return the least image of a part; all its images are remembered, so each orbit is made once."""
        known = self._least.get(part)
        if known is None:
            images = {part}
            if self._has_symmetries:
                rules: Any = self.game
                images.update(rules.symmetries(part))
                if self._has_parts:
                    # An image may stand elsewhere; the one part of it stands where parts do.
                    images = {moved for image in images for moved in rules.parts(image)} | {part}
            known = min(images)
            self._least.update(dict.fromkeys(images, known))
        return known

    def form(self, position: Position) -> MisereForm:
        """Return the position's canonical form in misere play."""
        with self._lock:
            found = [self._find_part_form(part) for part in self.split_position(position)]
            return sum_misere_forms(sorted(found, key=lambda part: part.number), self.theory)

    def _find_part_form(self, part: Position) -> MisereForm:
        known = self.forms.get(part)
        if known is None:
            if part in self._open:
                where = describe_position(self.game, part)
                raise LoopFound(f"{self.game!r}: play can return to {where}, and forms are of games that end")
            self._open.add(part)
            try:
                options = {self.form(after) for _, after in self.moves(part)}
                known = self.forms[part] = MisereForm.from_options(options, self.theory)
            finally:
                self._open.discard(part)
        return known

    def moves(self, position: Position) -> Iterable[tuple[Move, Position]]:
        """Yield each move with the position it leads to; none where the rules say that play has ended."""
        moves = moves_at(self.game, position)
        for move in moves:
            yield move, self.game.play(position, move)
        if not moves and terminal_value(self.game, position) == DRAW:
            where = describe_position(self.game, position)
            raise BadRules(
                f"{self.game!r} has no misere form: {where} is drawn, and who cannot move has to win"
            )


MOST_SPLITTINGS: Final = 16  # the last ones
_SPLITTINGS: RecentMemo[MiserePositionForms] = RecentMemo(MOST_SPLITTINGS)


def get_cached_misere_position_forms(game: Game, theory: Theory | None = None) -> MiserePositionForms:
    """Return the forms of a game: the same table each time, of the last few games and their rules."""
    owner = theory or default_theory()
    return _SPLITTINGS.get_or_make(
        owner, (current_dependencies(game), game), lambda: MiserePositionForms(game, owner)
    )


def misere_form(game: Game, position: Position = START, *, theory: Theory | None = None) -> MisereForm:
    """Return the misere canonical form of a position of an impartial game.

    Parameters
    ----------
    game : Game
        Rules of the game.
    position : position, optional
        Position of the game; by default the start.
    theory : Theory, optional
        Owner of the form; by default the current one.

    Returns
    -------
    MisereForm
        The form.

    Raises
    ------
    MissingCapability
        If the game is not impartial.
    LoopFound
        If play may cycle.

    Examples
    --------
    >>> from zermelo.games.heaps.nim import Nim
    >>> misere_form(Nim(heaps=(2, 2))), misere_form(Nim(heaps=(1, 2)))
    (*2_2, *3)
    """
    owner = theory or default_theory()
    try:
        return get_cached_misere_position_forms(game, owner).form(
            _choose_given_position_or_start(game, position)
        )
    except RecursionError:
        _SPLITTINGS.forget_theory(owner)
        raise OutOfBudget(
            f"{game!r}: play is too long for forms: ask for a position nearer to its end"
        ) from None


def misere_nim_value(game: Game, position: Position = START) -> int:
    """Return the misere nim value of a position of an impartial game.

    It is the mex of the options' values, and 1 where there is no option.

    Parameters
    ----------
    game : Game
        Rules of the game.
    position : position, optional
        Position of the game; by default the start.

    Returns
    -------
    int
        The value: 0 exactly where the player to move loses in misere play.

    Examples
    --------
    >>> from zermelo.games.dominoes.cram import Cram
    >>> misere_nim_value(Cram(columns=4, rows=1)), misere_nim_value(Cram(columns=3, rows=3))
    (2, 1)
    """
    return genus(misere_form(game, position)).misere_value


def _choose_given_position_or_start(game: Game, position: Position) -> Position:
    return as_position(game, position)


KINDS = {
    "heap": "a heap of Nim",
    "tame": "tame: in sums of tame games it is as a position of Nim",
    "wild": "wild: it does not determine how the game behaves in sums",
}


class MiserePosition(Result, frozen=True, kw_only=True):
    """An impartial position in misere play."""

    game: GameInput
    outcome_class: NextOrPrevious
    misere_nim_value: Annotated[
        Count, about("the least number missing among the options', and 1 where there is no option")
    ]
    nimber: Nimber
    genus: Annotated[
        str, about("its nimber, and raised the misere nim values beside heaps of two, with all digits")
    ]
    kind: Annotated[Literal["heap", "tame", "wild"], about("of the genus")]
    form: Annotated[str | None, about("the misere canonical form; null where it has over 10,000 signs")]
    winning_moves: Annotated[Names, about("the moves that win; none where there is no move, which wins")]
    misere_form: MisereForm

    def __str__(self) -> str:
        lines = [
            f"{self.game}: the player who cannot move wins",
            f"class       {self.outcome_class}: {WINNERS[self.outcome_class]}",
            f"nim value   {self.misere_nim_value} in misere play, {self.nimber} in normal play",
            f"genus       {self.genus}, {KINDS[self.kind]}",
            f"form        {self.misere_form.printed_text}",
        ]
        if self.outcome_class == "N":
            lines.append(f"wins        {', '.join(self.winning_moves) or 'having no move'}")
        return "\n".join(lines)


class MisereSumMove(NamedTuple):
    """A move in a sum: the game, the move, and the move's name there."""

    place: int
    move: Move
    name: str

    def __str__(self) -> str:
        return f"game {self.place + 1}: {self.name}"


class MisereSum:
    """Sum of positions of impartial games in misere play: a player who cannot move wins.

    Parameters
    ----------
    games : iterable of (Game, position)
        The games, each with a position; None is the start.

    Examples
    --------
    >>> from zermelo.games.heaps.nim import Nim
    >>> from zermelo.games.dominoes.cram import Cram
    >>> both = MisereSum([(Nim(heaps=(3,)), None), (Cram(columns=3, rows=2), None)])
    >>> both.outcome_class
    'N'
    >>> [str(move) for move in both.winning_moves()]
    ['game 1: 3 from heap 1']
    """

    def __init__(self, games: Iterable[tuple[Game, Position]]) -> None:
        self.games = [(game, _choose_given_position_or_start(game, position)) for game, position in games]
        self.theory = default_theory()
        self.forms = [misere_form(game, position, theory=self.theory) for game, position in self.games]

    @property
    def form(self) -> MisereForm:
        """Canonical form of the sum."""
        return sum_misere_forms(self.forms, self.theory)

    @property
    def outcome_class(self) -> NextOrPrevious:
        """Winner: "N" the next player, "P" the previous one."""
        return self.form.outcome_class

    def as_result(self, longest: int = 10_000) -> MiserePosition:
        """Return the sum as one position, as `zermelo misere` prints it.

        Parameters
        ----------
        longest : int, default 10_000
            Largest number of characters of the form.

        Returns
        -------
        MiserePosition
            The winner, the values and the winning moves.
        """
        form = self.form
        found = form.genus
        return MiserePosition(
            game=" + ".join(repr(game) for game, _ in self.games),
            outcome_class=form.outcome_class,
            misere_nim_value=found.misere_value,
            nimber=found.nimber,
            genus=found.full_symbol,
            kind=found.kind,
            form=form.short_text(longest),
            winning_moves=tuple(move.name for move in self.winning_moves()),
            misere_form=form,
        )

    def winning_moves(self) -> list[MisereSumMove]:
        """Return every move that wins.

        Returns
        -------
        list of MisereSumMove
            Place of the game (from 0), the move, and its name; as text with `str`.
        """
        found = []
        for place, (game, position) in enumerate(self.games):
            rest = (part for other, part in enumerate(self.forms) if other != place)
            others = sum_misere_forms(rest, self.theory)
            for move, after in get_cached_misere_position_forms(game, self.theory).moves(position):
                if (misere_form(game, after, theory=self.theory) + others).is_p:
                    found.append(MisereSumMove(place, move, game.name(position, move)))
        return found
