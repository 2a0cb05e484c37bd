"""Universes of partizan games in misere play: the dicots and the dead-ending games.

Games of a universe are compared modulo it (`universe_order.py`), and each has one canonical form there
(`universe_canonical_forms`). A few ends of Left decide if Left wins beside all of them: 0 alone for dicots,
and 0 and the perfect murders for dead-ending games.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final, Literal

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from zermelo.cgt.form_theory import Theory, TheoryMemo, make_different_theories_error
from zermelo.cgt.misere.partizan.misere_trees import (
    LONGEST,
    MisereTree,
    make_nim_heap_tree,
    make_tree_of_options,
)
from zermelo.cgt.misere.partizan.universe_canonical_forms import store_canonical_trees
from zermelo.cgt.misere.partizan.universe_order import UniverseOrder
from zermelo.cgt.misere.partizan.universe_separators import build_separator, find_small_separator
from zermelo.cgt.value_summary import WINNERS, truncate_long_text
from zermelo.core.errors import BadParameter, OutOfBudget
from zermelo.core.notation.result import Count, OutcomeClass, Result, about

ORDERS: Final = {
    "=": "equal beside every game of the universe",
    ">": "better for Left, or the same, beside every game of the universe",
    "<": "better for Right, or the same, beside every game of the universe",
    "||": "now better for Left, now for Right: it depends on what is beside",
}


class GameInUniverse(Result, frozen=True, kw_only=True):
    """A partizan game in misere play, modulo a universe."""

    game: Annotated[str, about("the game, tree or sum, as it was given")]
    outcome_class: OutcomeClass
    universe: Annotated[Literal["dicot", "dead-ending"], about("beside whose games it is looked at")]
    is_in_universe: Annotated[bool, about("whether the game is of the universe itself")]
    form: Annotated[
        str | None, about("the canonical form; null where it is of none, or has over 10,000 signs")
    ] = None
    birthday: Annotated[Count | None, about("the height of that form's tree")] = None
    is_undone_by_conjugate: Annotated[
        bool | None, about("whether the game and its conjugate are together equal to 0")
    ] = None
    other: Annotated[str | UnsetType, about("with --with: the other game")] = field(
        default=UNSET, name="with"
    )
    order: Annotated[
        str | UnsetType,
        about("with --with: the game beside the other, = > < or ||, where neither is at least the other"),
    ] = UNSET
    better_beside: Annotated[
        str | UnsetType | None,
        about("with --with: beside what it is better for Left than the other; null where beside nothing"),
    ] = UNSET
    worse_beside: Annotated[
        str | UnsetType | None,
        about("with --with: beside what the other is better for Left; null where beside nothing"),
    ] = UNSET

    why: str  # what the universe's games have to be, in words

    def __str__(self) -> str:
        lines = [
            f"{self.game}: the player who cannot move wins",
            f"class       {self.outcome_class}: {WINNERS[self.outcome_class]}",
            f"{self.universe:11} {'yes' if self.is_in_universe else f'no: {self.why}'}",
        ]
        if self.is_in_universe:
            undone = "0: adding it undoes the game" if self.is_undone_by_conjugate else "not 0"
            lines.append(f"form        {_format_canonical_form(self.form)}")
            lines.append(f"conjugate   the game and its conjugate are together {undone}")
        if self.order is not UNSET:
            lines.append(f"order       {self.order} {self.other}: {ORDERS[str(self.order)]}")
            for word, form, orders in (
                ("better", self.better_beside, (">", "||")),
                ("worse", self.worse_beside, ("<", "||")),
            ):
                if self.order in orders:
                    lines.append(f"{word:11} for Left beside {_format_canonical_form(form)}")
        return "\n".join(lines)


def _format_canonical_form(form: str | UnsetType | None) -> str:
    """Return a canonical form, or what is known of one that is too long to be written."""
    return truncate_long_text(form) if isinstance(form, str) else f"more than {LONGEST:,} signs"


class Universe(UniverseOrder):
    """A class of games, and the order of its games modulo itself; `DICOT` and `DEAD_ENDING` are two.

    Games that are not of the universe raise `BadParameter`, and those of two theories too.

    >>> from zermelo.cgt.misere.partizan.misere_tree_notation import parse_tree
    >>> zero, star, both = parse_tree("0"), parse_tree("*"), parse_tree("{*|*}")
    >>> DICOT.compare(both, zero), DICOT.compare(star, zero), DEAD_ENDING.compare(both, zero)
    ('=', '||', '||')
    >>> DEAD_ENDING.compare(parse_tree("1 - 1"), zero), DEAD_ENDING.compare(parse_tree("{0,1|}"), star - star)
    ('=', '||')
    """

    def __init__(self, name: Literal["dicot", "dead-ending"], why: str) -> None:
        super().__init__()
        self.name: Final = name
        self.why: Final = why  # what its games have to be, in words
        self._canonical: TheoryMemo[MisereTree, MisereTree] = TheoryMemo()

    def __repr__(self) -> str:
        return f"universe of {self.name} games"

    def is_at_least(self, first: MisereTree, second: MisereTree) -> bool:
        """Return whether the first is at least the second for Left beside every game of the universe."""
        if first.theory is not second.theory:
            raise make_different_theories_error()
        simplest = self.canonical(first), self.canonical(second)
        with _convert_recursion_error(first):
            return self.is_at_least_unsimplified(*simplest)

    def compare(self, first: MisereTree, second: MisereTree) -> str:
        """Return "=", ">", "<", or "||" where neither is at least the other."""
        above, below = self.is_at_least(first, second), self.is_at_least(second, first)
        return {(True, True): "=", (True, False): ">", (False, True): "<", (False, False): "||"}[above, below]

    def find_separator(self, first: MisereTree, second: MisereTree) -> MisereTree | None:
        """Return a game beside which Left wins the second and not the first, for some choice of who begins.

        The game belongs to the universe. None if the first is at least the second.

        >>> from zermelo.cgt.misere.partizan.misere_tree_notation import parse_tree
        >>> zero, both = parse_tree("0"), parse_tree("{*|*}")
        >>> DEAD_ENDING.find_separator(zero, both), DEAD_ENDING.find_separator(both, both)
        (1, None)
        >>> (both + parse_tree("1")).outcome_class, (zero + parse_tree("1")).outcome_class
        ('P', 'R')
        """
        if self.is_at_least(first, second):
            return None
        one, other = self.canonical(first), self.canonical(second)
        with _convert_recursion_error(first):
            found = find_small_separator(self, one, other) or build_separator(self, one, other)
        return self.canonical(found)

    def canonical(self, tree: MisereTree) -> MisereTree:
        """Return the simplest game of the universe that is equal to it; see `universe_canonical_forms.py`.

        >>> from zermelo.cgt.misere.partizan.misere_tree_notation import parse_tree
        >>> DICOT.canonical(parse_tree("* + *")), DEAD_ENDING.canonical(parse_tree("1/2 - 1/2"))
        (0, 0)
        """
        if not self.contains(tree):
            raise BadParameter(f"{tree} is not {self.name}: {self.why}")
        known = self._canonical.get_answers_in_theory(tree.theory)
        if tree not in known:
            with _convert_recursion_error(tree):
                store_canonical_trees(self, tree, known)
        return known[tree]

    def is_invertible(self, tree: MisereTree) -> bool:
        """Return whether a game and its conjugate are together equal to 0, so that adding -G undoes adding G.

        Where -G does not undo G, nothing does (Larsson, Milley, Nowakowski, Renault and Santos, 2018, of both
        universes); that is not asked here.

        >>> from zermelo.cgt.misere.partizan.misere_tree_notation import parse_tree
        >>> [DEAD_ENDING.is_invertible(parse_tree(text)) for text in ("2", "1/2", "*", "{1|-1}")]
        [True, True, False, False]
        """
        simplest = self.canonical(tree)  # G - G is its own conjugate: it is at most 0 where it is at least 0
        with _convert_recursion_error(tree):
            return self.is_at_least_unsimplified(simplest - simplest, make_nim_heap_tree(0, tree.theory))

    def as_result(
        self, text: str, tree: MisereTree, other_text: str | None, other: MisereTree | None
    ) -> GameInUniverse:
        """Return what a game is modulo the universe, and beside another, as `zermelo misere` prints it."""
        found = GameInUniverse(
            game=text,
            outcome_class=tree.outcome_class,
            universe=self.name,
            is_in_universe=self.contains(tree),
            why=self.why,
        )
        if found.is_in_universe:
            form = self.canonical(tree)
            found = replace(
                found,
                form=form.short_text(LONGEST),
                birthday=form.birthday,
                is_undone_by_conjugate=self.is_invertible(tree),
            )
        if other_text is None or other is None:
            return found
        better, worse = self.find_separator(other, tree), self.find_separator(tree, other)
        return replace(
            found,
            other=other_text,
            order=self.compare(tree, other),
            better_beside=None if better is None else better.short_text(LONGEST),
            worse_beside=None if worse is None else worse.short_text(LONGEST),
        )


@contextmanager
def _convert_recursion_error(tree: MisereTree) -> Iterator[None]:
    try:
        yield
    except RecursionError:
        raise OutOfBudget(f"{tree}: play is too long: ask for a smaller game") from None


class _Dicot(Universe):
    """Games in which either player can move, or neither, throughout."""

    def contains(self, tree: MisereTree) -> bool:
        return tree.is_dicot

    def does_player_win_beside_ends(self, tree: MisereTree, player: int) -> bool:
        return tree.wins[player]

    def list_least_left_ends(self, most: int, theory: Theory) -> list[MisereTree]:
        return [make_nim_heap_tree(0, theory)]

    def make_least_game_reversible_to_end(self, end: MisereTree) -> MisereTree:
        return make_tree_of_options([end], [end])


class _DeadEnding(Universe):
    """Games in which a player who has no move never has one again."""

    def contains(self, tree: MisereTree) -> bool:
        return tree.is_dead_ending

    def does_player_win_beside_ends(self, tree: MisereTree, player: int) -> bool:
        if not tree.sides[player]:
            return True
        return tree.wins[player] and _does_player_win_beside_perfect_murder(
            tree, player, player, tree.birthday
        )

    def list_least_left_ends(self, most: int, theory: Theory) -> list[MisereTree]:
        return list_perfect_murders(most, theory)

    def make_least_game_reversible_to_end(self, end: MisereTree) -> MisereTree:
        return make_tree_of_options([], [end])


def list_perfect_murders(most: int, theory: Theory) -> list[MisereTree]:
    """Return the perfect murders M_0 = 0, M_1 = {|0}, M_2 = {|0,M_1}, ..., so many beyond the first."""
    zero = make_tree_of_options([], [], theory)
    found = [zero]
    for _ in range(most):
        found.append(make_tree_of_options([], [zero, found[-1]]))
    return found


_MURDERED: TheoryMemo[tuple[MisereTree, int, int, int], bool] = TheoryMemo()


def _does_player_win_beside_perfect_murder(tree: MisereTree, player: int, mover: int, left: int) -> bool:
    """Return whether a player wins the game beside the opponent's perfect murder of `left` moves.

    With M_n itself, n passes of the opponent, who may throw away all that are left with one of them.
    """
    known = _MURDERED.get_answers_in_theory(tree.theory)
    key = tree, player, mover, left
    found = known.get(key)
    if found is None:
        options = tree.sides[mover]
        others = 1 - mover
        if mover == player:
            found = not options or any(
                _does_player_win_beside_perfect_murder(each, player, others, left) for each in options
            )
        else:
            passes = {0, left - 1} if left else set()
            found = (
                bool(options or passes)
                and all(
                    _does_player_win_beside_perfect_murder(each, player, others, left) for each in options
                )
                and all(_does_player_win_beside_perfect_murder(tree, player, others, each) for each in passes)
            )
        known[key] = found
    return found


DICOT: Final[Universe] = _Dicot("dicot", "in each position either player can move, or neither")
DEAD_ENDING: Final[Universe] = _DeadEnding(
    "dead-ending", "a player who has no move in a position may never have one again"
)
UNIVERSES: Final = {universe.name: universe for universe in (DICOT, DEAD_ENDING)}


def universe_named(name: str) -> Universe:
    """Return the universe of games with a name.

    Parameters
    ----------
    name : str
        "dicot" or "dead-ending".

    Returns
    -------
    Universe
        `DICOT` or `DEAD_ENDING`.

    Raises
    ------
    BadParameter
        If there is none.
    """
    if name not in UNIVERSES:
        raise BadParameter(f"{name!r} is no universe: take one of {', '.join(UNIVERSES)}")
    return UNIVERSES[name]
