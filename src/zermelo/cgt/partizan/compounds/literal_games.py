"""Literal games: games as they are played or written, where games of equal value may be different.

Compounds other than the sum depend on the form: {*|*} is 0, and {*|*}:1 is ^. A literal game holds what each
player may move to, literal games again; two are the same where they are written the same. Its value, its
winner and its length are found by visiting every position that play can reach, each once: so these games are
small. Play must end.

Remoteness is how long a game lasts if the winner hurries and the loser delays, and suspense how long if the
winner delays and the loser hurries (C. A. B. Smith, *Graphs and composite games*, 1966; J. H. Conway, *On
numbers and games*, 1976, chapter 14; E. Berlekamp, J. Conway and R. Guy, *Winning ways*, 1982, chapter 9).
Both are even where the player who begins loses.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeVar

from zermelo.cgt.form_theory import default_theory
from zermelo.cgt.partizan.position_forms import HashableFormEvaluator
from zermelo.cgt.partizan.short_game_form import Form, options_form
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter, LoopFound
from zermelo.core.game import Game, Position

MOST: Final = 50_000  # positions that are gone through

Answer = TypeVar("Answer")
Both = tuple[Answer, Answer]  # of Left, of Right, who begins


class LiteralGame(ABC):
    """Game as it is played or written, with options that are not simplified.

    Made by `literal`, `braces`, `compound` and `game_variant`. It is hashable and never changes.
    """

    @abstractmethod
    def options(self, player: int) -> "list[LiteralGame]":
        """Return the options of a player.

        Parameters
        ----------
        player : int
            0 for Left and 1 for Right.

        Returns
        -------
        list of LiteralGame
            The options.
        """

    @property
    def left(self) -> "list[LiteralGame]":
        """Left's options."""
        return self.options(0)

    @property
    def right(self) -> "list[LiteralGame]":
        """Right's options."""
        return self.options(1)

    @property
    def value(self) -> Form:
        """Canonical form in normal play, where a player who cannot move loses."""
        theory = default_theory()
        return self.fold(lambda options: options_form(options[0], options[1], theory))

    @property
    def outcome_class(self) -> str:
        """Winner in normal play: "L" Left, "R" Right, "N" the next player, "P" the previous one."""
        return _find_outcome_class_from_wins(self.fold(_compute_wins_from_options))

    @property
    def misere_outcome_class(self) -> str:
        """Winner in misere play, where a player who cannot move wins."""
        return _find_outcome_class_from_wins(self.fold(_compute_misere_wins_from_options))

    @property
    def remoteness(self) -> tuple[int, int]:
        """Number of moves if the winner hurries: where Left begins, and where Right begins."""
        return self.fold(
            lambda options: (
                _compute_remoteness_from_options(options[0], 1),
                _compute_remoteness_from_options(options[1], 0),
            )
        )

    @property
    def suspense(self) -> tuple[int, int]:
        """Number of moves if the loser hurries: where Left begins, and where Right begins."""
        return self.fold(
            lambda options: (
                _compute_suspense_from_options(options[0], 1),
                _compute_suspense_from_options(options[1], 0),
            )
        )

    @property
    def positions(self) -> "tuple[LiteralGame, ...]":
        """All positions that play can reach, each after its options; `BadParameter` past 50,000."""
        return tuple(each for each, _ in _yield_positions_options_first(self))

    def sensible_options(self, player: int) -> "list[LiteralGame]":
        """Return the options of a player that are at least as good as an option of the canonical form.

        Parameters
        ----------
        player : int
            0 for Left and 1 for Right.

        Returns
        -------
        list of LiteralGame
            The options.
        """
        best = self.value.right if player else self.value.left
        return [
            option
            for option in self.options(player)
            if any(_is_at_least_as_good(option.value, each, player) for each in best)
        ]

    def sensible_lines(self, player: int) -> "list[tuple[LiteralGame, ...]]":
        """Return a shortest line of play to each of a player's options in the canonical form.

        The player moves to positions that are at least as good as that option, until one is equal. The
        opponent always answers with a reversing move, to a position that is at least as good for the opponent
        as the whole game.

        Parameters
        ----------
        player : int
            0 for Left and 1 for Right.

        Returns
        -------
        list of tuple of LiteralGame
            The positions of each line.
        """
        whole = self.value
        return [
            self._find_shortest_line(player, best, whole) for best in (whole.right if player else whole.left)
        ]

    def _find_shortest_line(self, player: int, best: Form, whole: Form) -> "tuple[LiteralGame, ...]":
        lines: list[tuple[LiteralGame, ...]] = [()]
        for line in lines:  # the longer ones are put behind
            for option in (line[-1] if line else self).options(player):
                value = option.value
                if value == best:
                    return (*line, option)
                if _is_at_least_as_good(value, best, player):
                    lines += [
                        (*line, option, reply)
                        for reply in option.options(1 - player)
                        if _is_at_least_as_good(reply.value, whole, 1 - player)
                    ]
        raise AssertionError(f"{self} does not come to {best}, which is an option of its canonical form")

    def fold(self, answer: Callable[[Both[list[Answer]]], Answer]) -> Answer:
        """Compute an answer for the game from the answers of its options, from the ends up.

        Parameters
        ----------
        answer : callable
            Function of the pair (answers of Left's options, answers of Right's options), both lists.

        Returns
        -------
        answer
            The answer for this game.
        """
        known: dict[LiteralGame, Answer] = {}
        for each, (lefts, rights) in _yield_positions_options_first(self):
            known[each] = answer(([known[option] for option in lefts], [known[option] for option in rights]))
        return known[self]


def _yield_positions_options_first(
    game: LiteralGame,
) -> "Iterator[tuple[LiteralGame, Both[list[LiteralGame]]]]":
    """Yield what play can reach, each after its options and with them. Raises `BadParameter`, `LoopFound`."""
    done: set[LiteralGame] = set()
    opened: dict[LiteralGame, Both[list[LiteralGame]]] = {}
    waiting = [game]
    while waiting:
        last = waiting[-1]
        if last in done:
            waiting.pop()
        elif last in opened:
            waiting.pop()
            done.add(last)
            yield last, opened.pop(last)
        else:
            both = last.options(0), last.options(1)
            for option in both[0] + both[1]:
                if option in opened or option == last:
                    raise LoopFound(
                        f"{game}: play can come back to {option}: literal games are of play that ends"
                    )
            opened[last] = both
            waiting.extend(option for option in both[0] + both[1] if option not in done)
            if len(done) + len(waiting) > MOST:
                raise BadParameter(f"{game}: play reaches more than {MOST:,} positions: take smaller games")


def _is_at_least_as_good(value: Form, other: Form, player: int) -> bool:
    return value <= other if player else value >= other


def _compute_wins_from_options(options: "Both[list[Both[bool]]]") -> Both[bool]:
    return not all(option[1] for option in options[0]), not all(option[0] for option in options[1])


def _compute_misere_wins_from_options(options: "Both[list[Both[bool]]]") -> Both[bool]:
    return (
        not options[0] or not all(option[1] for option in options[0]),
        not options[1] or not all(option[0] for option in options[1]),
    )


def _find_outcome_class_from_wins(wins: Both[bool]) -> str:
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[wins]


def _compute_remoteness_from_options(options: "list[Both[int]]", reply: int) -> int:
    counts = [option[reply] for option in options]
    lost = [count for count in counts if count % 2 == 0]  # for who replies
    return 1 + min(lost) if lost else 1 + max(counts, default=-1)


def _compute_suspense_from_options(options: "list[Both[int]]", reply: int) -> int:
    counts = [option[reply] for option in options]
    lost = [count for count in counts if count % 2 == 0]
    return 1 + max(lost) if lost else 1 + min(counts, default=-1)


@dataclass(frozen=True)
class CanonicalGame(LiteralGame):
    """A canonical form as a game."""

    form: Form

    def options(self, player: int) -> list[LiteralGame]:
        """Return a player's options."""
        return [CanonicalGame(option) for option in (self.form.right if player else self.form.left)]

    def __str__(self) -> str:
        return str(self.form)


@dataclass(frozen=True)
class OptionsGame(LiteralGame):
    """A game given by its options, all of which are kept."""

    lefts: tuple[LiteralGame, ...]
    rights: tuple[LiteralGame, ...]

    def options(self, player: int) -> list[LiteralGame]:
        """Return a player's options."""
        return list(self.rights if player else self.lefts)

    def __str__(self) -> str:
        return f"'{{{','.join(map(str, self.lefts))}|{','.join(map(str, self.rights))}}}'"


Playable = Game | Form | LiteralGame | int | Fraction | str  # what `zermelo.cgt.literal` takes


@dataclass(frozen=True)
class PositionGame(LiteralGame):
    """A position of a game, with the moves that its rules give each player."""

    game: Game
    position: Position

    def options(self, player: int) -> list[LiteralGame]:
        """Return a player's options."""
        rules = HashableFormEvaluator(self.game)
        return [
            PositionGame(self.game, option) for option in dict.fromkeys(rules.options(self.position, player))
        ]

    def __str__(self) -> str:
        return f"{self.game!r} at {describe_position(self.game, self.position)}"
