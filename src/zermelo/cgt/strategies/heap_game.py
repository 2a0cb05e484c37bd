"""Heaps of one rule as a game, and which texts name such a rule and not a game of the catalogue.

A position is the sizes of its heaps, in rising order. The rule defines the moves in one heap; the others
stay. So the strategies found for a rule are policies of this game, which can be replayed and certified.
"""

import re
from collections.abc import Iterator
from functools import cached_property

from zermelo.cgt.heaps.heap_rules import NAMED_RULES, SUBTRACTION_RULES, AnyRule, HeapMove, parse_heap_rule
from zermelo.core.errors import BadParameter, UnknownGame, UnreadablePosition, quote
from zermelo.core.game import Game
from zermelo.core.parameters import whole
from zermelo.core.values import LOSS, WIN
from zermelo.games.game_search import find_game_class

LARGEST = 10**18

Position = tuple[int, ...]
Move = tuple[int, HeapMove]


class HeapGame(Game):
    """Game of several heaps that are played by one rule; a move is made in one heap.

    A player who cannot move loses, or wins in misere play.

    Parameters
    ----------
    rule : str, default "0.77"
        Rule of one heap, as `parse_heap_rule` reads it.
    heaps : tuple of int, default ()
        Sizes of the heaps to begin with.
    misere : bool, default False
        Whether the player who takes last loses.

    Examples
    --------
    >>> game = HeapGame(rule="0.77", heaps=(7, 4))
    >>> game, game.start(), game.name((4, 7), (7, HeapMove(2, (1, 4))))
    (0.77 from 4 7, (4, 7), 'heap 7: take 2, leave 1 and 4')
    """

    rule: str = "0.77"
    heaps: tuple[int, ...] = whole((), 0, LARGEST)
    misere: bool = False

    impartial = True

    def __post_init__(self) -> None:
        _ = self.heap_rule

    @cached_property
    def heap_rule(self) -> AnyRule:
        """Rule of one heap."""
        return parse_heap_rule(self.rule)

    @classmethod
    def from_text(cls, text: str, position: str | None = None, *, misere: bool = False) -> "HeapGame | None":
        """Return the game of heaps of a rule, if a text names one and no game of the catalogue.

        Parameters
        ----------
        text : str
            A code such as "0.77", numbers such as "subtraction(1, 2)", or a name such as "grundy".
        position : str, optional
            Sizes of the heaps to begin with; none by default.
        misere : bool, default False
            Whether the player who takes last loses.

        Returns
        -------
        HeapGame or None
            The game; None where the text may name a game of the catalogue, such as "kayles".

        Raises
        ------
        BadParameter
            If a code or its numbers are wrong.
        UnreadablePosition
            If the heaps cannot be read.
        """
        rule = find_heap_rule(text)
        if rule is None:
            return None
        game = cls(rule=str(rule), misere=misere)
        return game if position is None else cls(rule=str(rule), heaps=game.parse(position), misere=misere)

    def start(self) -> Position:
        """Return the heaps to begin with.

        Returns
        -------
        tuple of int
            Sizes in rising order.
        """
        return tuple(sorted(heap for heap in self.heaps if heap))

    def moves(self, position: Position) -> Iterator[Move]:
        """Yield the moves; heaps of one size have the same moves.

        Parameters
        ----------
        position : tuple of int
            Sizes of the heaps.

        Yields
        ------
        (int, HeapMove)
            Size of the heap, and the move in it.
        """
        for heap in dict.fromkeys(position):
            for move in self.heap_rule.moves(heap):
                yield heap, move

    def play(self, position: Position, move: Move) -> Position:
        """Return the heaps after a move.

        Parameters
        ----------
        position : tuple of int
            Sizes of the heaps.
        move : (int, HeapMove)
            Size of the heap, and the move in it.

        Returns
        -------
        tuple of int
            Sizes in rising order.
        """
        heaps = list(position)
        heaps.remove(move[0])
        return tuple(sorted([*heaps, *(heap for heap in move[1].left if heap)]))

    def stuck(self, position: Position) -> int:
        """Return the value for a player who cannot move.

        Parameters
        ----------
        position : tuple of int
            Sizes of the heaps.

        Returns
        -------
        int
            LOSS, or WIN in misere play.
        """
        return WIN if self.misere else LOSS

    def parts(self, position: Position) -> Iterator[Position]:
        """Yield each heap by itself.

        Parameters
        ----------
        position : tuple of int
            Sizes of the heaps.

        Yields
        ------
        tuple of int
            One heap.
        """
        for heap in position:
            if heap:
                yield (heap,)

    def show(self, position: Position) -> str:
        """Return the heaps as text.

        Parameters
        ----------
        position : tuple of int
            Sizes of the heaps.

        Returns
        -------
        str
            The sizes, or "no heap".
        """
        return " ".join(map(str, position)) or "no heap"

    def parse(self, text: str) -> Position:
        """Read the sizes of heaps from text.

        Parameters
        ----------
        text : str
            Sizes with spaces or commas between them.

        Returns
        -------
        tuple of int
            Sizes in rising order.

        Raises
        ------
        UnreadablePosition
            If the text has other signs.
        """
        words = [] if text.strip() == "no heap" else re.split(r"[\s,]+", text.strip(" \t\n()[],"))
        if not all(word.isdecimal() for word in words):
            raise UnreadablePosition(f"{quote(text)} is no row of heaps: write their sizes, such as 3 5 7")
        return tuple(sorted(int(word) for word in words if int(word)))

    def name(self, position: Position, move: Move) -> str:
        """Return a move as text.

        Parameters
        ----------
        position : tuple of int
            Sizes of the heaps.
        move : (int, HeapMove)
            Size of the heap, and the move in it.

        Returns
        -------
        str
            The heap and the move.
        """
        return f"heap {move[0]}: {move[1]}"

    def __repr__(self) -> str:
        begun = self.__dict__.get("begun_at", self.start())
        misere = ", misere" if self.misere else ""
        return f"{self.rule}{misere}{f' from {self.show(begun)}' if begun else ''}"


def yield_heap_positions_up_to(counters: int) -> Iterator[Position]:
    """Yield every position with so many counters in all, or fewer.

    >>> list(yield_heap_positions_up_to(3))
    [(), (1,), (1, 1), (2,), (1, 1, 1), (1, 2), (3,)]
    """
    for total in range(counters + 1):
        yield from _yield_partitions(total, 1)


def _yield_partitions(total: int, least: int) -> Iterator[Position]:
    if total == 0:
        yield ()
    for first in range(least, total + 1):
        if first == total or 2 * first <= total:
            for rest in _yield_partitions(total - first, first):
                yield (first, *rest)


def find_heap_rule(text: str) -> AnyRule | None:
    """Return the rule of heaps that a text names, or None where it is to name a game of the catalogue.

    A code has a point, and no game's name has one. Numbers alone in brackets are a rule's, as a game names
    its parameters. Of names alone those are rules that are no game's: `kayles` is the game with its pins, and
    0.77 the rule. Raises `BadParameter` for a code or numbers that are wrong.

    >>> print(find_heap_rule("0.77"), find_heap_rule("subtraction(1, 2)"), find_heap_rule("grundy"))
    0.77 subtraction(1, 2) grundy
    >>> print(find_heap_rule("kayles"), find_heap_rule("subtraction"), find_heap_rule("subtraction(heap=5)"))
    None None None
    """
    name = text.strip().lower()
    if re.fullmatch(r"[\w.]*\.[\w.]*", name) and not name.endswith(".py"):
        return parse_heap_rule(name)
    called = re.fullmatch(r"(\w+)\s*\(([\d,\s-]*)\)", name)
    if (
        called is not None
        and called[1] in SUBTRACTION_RULES
        and (called[2].strip() or not _is_catalogue_game(called[1]))
    ):
        return parse_heap_rule(name)
    return parse_heap_rule(name) if name in NAMED_RULES and not _is_catalogue_game(name) else None


def read_heap_rule(text: str) -> AnyRule:
    """Return the rule of heaps that a text names; raises `BadParameter` where it names none."""
    rule = find_heap_rule(text)
    if rule is not None:
        return rule
    name = text.strip().lower()
    if name in NAMED_RULES:
        raise BadParameter(
            f"{text!r} is a game of the catalogue: give zermelo.game({text!r}), or write {NAMED_RULES[name]} "
            "for heaps of any size"
        )
    names = ", ".join(
        [
            *(each for each in NAMED_RULES if not _is_catalogue_game(each)),
            *(f"{each}(1, 2)" for each in SUBTRACTION_RULES),
        ]
    )
    raise BadParameter(
        f"{quote(text)} is no rule of heaps: write a code such as 0.77, or {names}; a game is given by "
        f"zermelo.game({quote(text)})"
    )


def _is_catalogue_game(name: str) -> bool:
    try:
        find_game_class(name)
    except UnknownGame:
        return False
    return True
