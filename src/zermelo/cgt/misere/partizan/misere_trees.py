"""Partizan games in misere play as trees: what Left and what Right may move to, with nothing left out.

Values of normal play do not apply here: {*|*} is 0 in normal play, and another game in misere play. So a game
is the tree that it is written as, with options as sets. Trees are kept once each in a theory
(`cgt.form_theory`), and two are one object if they are written the same. Which of them are *equal* depends on
the games they are added to, and is decided by a universe (`misere_universes`). The conjugate of G, -G, is
G with the players exchanged, and G - G is seldom 0.

A Left end is a game in which Left has no move. It is dead where no follower has one either. A game is a dicot
where either player can move in each follower, or neither can, and dead-ending where each end among its
followers, itself counted, is dead (R. Milley and G. Renault, *Dead ends in misere play: the misere monoid of
canonical numbers*, 2013).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from zermelo.cgt.form_theory import Theory, TheoryMemo, default_theory, make_different_theories_error
from zermelo.core.errors import BadParameter
from zermelo.core.notation.result import OutcomeClass

Sides = tuple[frozenset["MisereTree"], frozenset["MisereTree"]]
CLASSES: Final[dict[tuple[bool, bool], OutcomeClass]] = {
    (True, True): "N",
    (True, False): "L",
    (False, True): "R",
    (False, False): "P",
}


class MisereTree:
    """Partizan game in misere play, as the tree of its moves; made by `misere_tree`.

    Trees that are written the same are one object. Which trees are equal depends on the games they are added
    to: ask `DICOT` or `DEAD_ENDING`.

    Parameters
    ----------
    theory : Theory
        Owner of the tree.
    sides : pair of frozenset of MisereTree
        Left's options and Right's options.
    number : int
        Number of the tree in its theory; options come before the trees that have them.

    Attributes
    ----------
    birthday : int
        Height of the tree.
    wins : pair of bool
        Whether Left wins if Left begins, and whether Right wins if Right begins.
    dead : pair of bool
        Whether Left, and Right, never has a move.
    is_dicot : bool
        Whether in all positions both players can move, or neither.
    is_dead_ending : bool
        Whether a player who has no move never has one again.

    Examples
    --------
    >>> zero = make_tree_of_options([], [])
    >>> star = make_tree_of_options([zero], [zero])
    >>> star, star + star, star + star == zero, star.outcome_class, (star + star).outcome_class
    (*, {*|*}, False, 'P', 'N')
    """

    __slots__ = ("birthday", "dead", "is_dead_ending", "is_dicot", "number", "sides", "theory", "wins")

    def __init__(self, theory: Theory, sides: Sides, number: int) -> None:
        self.theory, self.sides, self.number = theory, sides, number
        every = sides[0] | sides[1]
        self.birthday: int = 1 + max((option.birthday for option in every), default=-1)
        self.wins: tuple[bool, bool] = (
            not sides[0] or not all(option.wins[1] for option in sides[0]),
            not sides[1] or not all(option.wins[0] for option in sides[1]),
        )
        self.dead: tuple[bool, bool] = (
            not sides[0] and all(option.dead[0] for option in sides[1]),
            not sides[1] and all(option.dead[1] for option in sides[0]),
        )
        self.is_dicot: bool = (not sides[0]) == (not sides[1]) and all(option.is_dicot for option in every)
        self.is_dead_ending: bool = all(
            bool(sides[player]) or self.dead[player] for player in (0, 1)
        ) and all(option.is_dead_ending for option in every)

    def options(self, player: int) -> tuple["MisereTree", ...]:
        """Return the options of a player.

        Parameters
        ----------
        player : int
            0 for Left and 1 for Right.

        Returns
        -------
        tuple of MisereTree
            The options, in the order in which they were made.
        """
        return tuple(sorted(self.sides[player], key=lambda option: option.number))

    @property
    def left(self) -> tuple["MisereTree", ...]:
        """Left's options."""
        return self.options(0)

    @property
    def right(self) -> tuple["MisereTree", ...]:
        """Right's options."""
        return self.options(1)

    @property
    def outcome_class(self) -> OutcomeClass:
        """Winner in misere play: "L" Left, "R" Right, "N" the next player, "P" the previous one."""
        return CLASSES[self.wins]

    def short_text(self, most: int) -> str | None:
        """Return the tree as text, unless the text is too long.

        Options are in the order of their texts, the shorter first, whichever was made first.

        Parameters
        ----------
        most : int
            Largest number of characters.

        Returns
        -------
        str or None
            The text; None where it would be longer.
        """
        computed: dict[MisereTree, str] = {}
        for each in yield_subtrees_options_first(self):
            name = _find_tree_name(each, computed)
            if name is None:
                sides = [
                    sorted((computed[option] for option in side), key=_make_print_order_key)
                    for side in each.sides
                ]
                name = "{" + "|".join(map(",".join, sides)) + "}"
            computed[each] = name
            if len(name) > most:
                return None
        return computed[self]

    def __add__(self, other: "MisereTree") -> "MisereTree":
        return add_trees(self, other) if isinstance(other, MisereTree) else NotImplemented

    def __neg__(self) -> "MisereTree":
        return exchange_players(self)

    def __sub__(self, other: "MisereTree") -> "MisereTree":
        return add_trees(self, exchange_players(other)) if isinstance(other, MisereTree) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MisereTree) and other.theory is not self.theory:
            raise make_different_theories_error()
        return self is other

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return show_tree(self)

    def __reduce__(self) -> tuple[object, ...]:
        return make_tree_of_options, (self.left, self.right)


_TREES: TheoryMemo[Sides, MisereTree] = TheoryMemo()
_SUMS: TheoryMemo[tuple[MisereTree, MisereTree], MisereTree] = TheoryMemo()  # the smaller number first
_CONJUGATES: TheoryMemo[MisereTree, MisereTree] = TheoryMemo()
MOST: Final = 1_000_000  # trees of a theory: each sum makes its own
LONGEST: Final = 10_000  # signs that are printed of a tree


def make_tree_of_options(
    lefts: Iterable[MisereTree], rights: Iterable[MisereTree], theory: Theory | None = None
) -> MisereTree:
    """Return the game in which Left may move to `lefts` and Right to `rights`, as it is written.

    It is of the options' theory; of none, of the one given. Raises `BadParameter` for options of two
    theories, and past a million trees of one.
    """
    sides = frozenset(lefts), frozenset(rights)
    owner = next((option.theory for side in sides for option in side), theory or default_theory())
    trees = _TREES.get_answers_in_theory(owner)
    computed = trees.get(sides)
    if computed is not None:
        return computed
    if any(option.theory is not owner for side in sides for option in side):
        raise make_different_theories_error()
    with owner.lock:
        if len(trees) >= MOST:
            raise BadParameter(f"more than {MOST:,} trees: take smaller games, or zermelo.cgt.clear_forms()")
        return trees.setdefault(sides, MisereTree(owner, sides, len(trees)))


def yield_subtrees_options_first(tree: MisereTree) -> Iterator[MisereTree]:
    """Yield all that play can reach, each after its options, and the tree itself last."""
    done: set[MisereTree] = set()
    waiting = [tree]
    while waiting:
        last = waiting[-1]
        missing = [option for player in (0, 1) for option in last.options(player) if option not in done]
        if last in done:
            waiting.pop()
        elif missing:
            waiting.extend(missing)
        else:
            done.add(waiting.pop())
            yield last


def add_trees(first: MisereTree, second: MisereTree) -> MisereTree:
    """Return the sum: a move is a move in one of the two."""
    if first.theory is not second.theory:
        raise make_different_theories_error()
    sums = _SUMS.get_answers_in_theory(first.theory)
    for one in yield_subtrees_options_first(first):
        for other in yield_subtrees_options_first(second):
            pair = _sort_pair_by_number(one, other)
            if pair not in sums:
                lefts, rights = (
                    [sums[_sort_pair_by_number(option, other)] for option in one.sides[player]]
                    + [sums[_sort_pair_by_number(one, option)] for option in other.sides[player]]
                    for player in (0, 1)
                )
                sums[pair] = make_tree_of_options(lefts, rights, first.theory)
    return sums[_sort_pair_by_number(first, second)]


def _sort_pair_by_number(first: MisereTree, second: MisereTree) -> tuple[MisereTree, MisereTree]:
    return (first, second) if first.number <= second.number else (second, first)


def exchange_players(tree: MisereTree) -> MisereTree:
    """Return the game with the players exchanged."""
    computed = _CONJUGATES.get_answers_in_theory(tree.theory)
    if tree not in computed:
        for each in yield_subtrees_options_first(tree):
            lefts, rights = ([computed[option] for option in each.sides[player]] for player in (1, 0))
            computed[each] = make_tree_of_options(lefts, rights, tree.theory)
    return computed[tree]


def make_integer_tree(number: int, theory: Theory | None = None) -> MisereTree:
    """Return the tree of an integer: n free moves for Left, or -n for Right: {n-1|}, {|1-n}.

    >>> make_integer_tree(2).left, make_integer_tree(-2).right, make_integer_tree(2).outcome_class
    ((1,), (-1,), 'R')
    """
    tree = make_tree_of_options([], [], theory)
    for _ in range(abs(number)):
        tree = make_tree_of_options([tree], []) if number > 0 else make_tree_of_options([], [tree])
    return tree


def make_nim_heap_tree(size: int, theory: Theory | None = None) -> MisereTree:
    """Return a heap of Nim, as a tree."""
    heaps: list[MisereTree] = []
    for _ in range(size + 1):
        heaps.append(make_tree_of_options(heaps, heaps, theory))
    return heaps[-1]


# As text.


def show_tree(tree: MisereTree) -> str:
    """Return a tree as text; a tree of over 10,000 signs is only described.

    >>> one, star = make_integer_tree(1), make_nim_heap_tree(1)
    >>> show_tree(make_tree_of_options([make_nim_heap_tree(2), one], [star + one])), show_tree(one - one)
    ('{1,*2|{*,1|1}}', '{-1|1}')
    """
    text = tree.short_text(LONGEST)
    if text is not None:
        return text
    options = len(tree.left), len(tree.right)
    return f"a game with {options[0]} and {options[1]} options, born on day {tree.birthday}"


def _make_print_order_key(text: str) -> tuple[int, str]:
    return len(text), text


def _find_tree_name(tree: MisereTree, computed: dict[MisereTree, str]) -> str | None:
    """Return the name of an integer or a heap of Nim, by those of its options; None for other trees."""
    lefts, rights, days = *tree.sides, tree.birthday
    if days == 0:
        return "0"
    for sign, own, other in ((1, lefts, rights), (-1, rights, lefts)):
        if not other and [computed[option] for option in own] == [str(sign * (days - 1))]:
            return str(sign * days)
    if (
        lefts == rights
        and len(lefts) == days
        and all(computed[each] == _format_nim_heap(each.birthday) for each in lefts)
    ):
        return _format_nim_heap(days)
    return None


def _format_nim_heap(size: int) -> str:
    return ("0", "*")[size] if size < 2 else f"*{size}"
