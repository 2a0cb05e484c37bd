"""All games born by day n, and the lattice of their order.

D. Calistrate, M. Paulhus and D. Wolfe, *On the lattice structure of finite games* (More games of no chance,
2002); W. Fraser, S. Hirshberg and D. Wolfe, *The structure of the distributive lattice of games born by day
n* (Integers 5(2), 2005). 1, 4, 22 and 1,474 games are born by days 0, 1, 2 and 3; nobody has counted day 4.

Of two games X and Y born by day n, X is at most Y where for each H born the day before

    X >= H only where Y >= H     and     X <= H wherever Y <= H

as the options of both are such games. So a game is a set of marks, two for each game born before, and the
order is that of sets. It is a distributive lattice in which every way from the bottom to the top takes on
the marks one by one (Fraser, Hirshberg and Wolfe): what covers a game has one more.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Final

from msgspec import field

from zermelo.cgt.form_theory import Theory, TheoryMemo, default_theory
from zermelo.cgt.partizan.notation.form_notation import show_form
from zermelo.cgt.partizan.notation.form_print_order import sort_forms
from zermelo.cgt.partizan.short_game_form import Form, Value, convert_to_form, make_number_form, options_form
from zermelo.cgt.value_summary import ValueText
from zermelo.core.errors import BadParameter
from zermelo.core.notation.result import Count, Names, Result, about, in_json
from zermelo.core.notation.wording import format_count

LAST_DAY: Final = 3

_BY_DAY: TheoryMemo[int, tuple[Form, ...]] = TheoryMemo()


def games_by_day(day: int, theory: Theory | None = None) -> tuple[Form, ...]:
    """Return all games born by a day, in the order of print.

    Parameters
    ----------
    day : int
        The day, 0 to 3.
    theory : Theory, optional
        Owner of the forms; by default the current one.

    Returns
    -------
    tuple of Form
        The 1, 4, 22 or 1,474 games.

    Raises
    ------
    BadParameter
        If the day is later.

    Examples
    --------
    >>> games_by_day(1), [len(games_by_day(day)) for day in range(3)]
    ((-1, 0, *, 1), [1, 4, 22])
    """
    if not isinstance(day, int) or isinstance(day, bool) or not 0 <= day <= LAST_DAY:
        raise BadParameter(
            f"day {day!r}: games are listed by days 0 to {LAST_DAY}; by day 4 there are more than can be"
        )
    owner = theory or default_theory()
    known = _BY_DAY.get_answers_in_theory(owner)
    if day not in known:
        if day == 0:
            known[0] = (make_number_form(0, owner),)
        else:
            sides = list(yield_antichains(games_by_day(day - 1, owner)))
            made = {options_form(lefts, rights, owner) for lefts in sides for rights in sides}
            known[day] = tuple(sort_forms(made))
    return known[day]


def yield_antichains(games: tuple[Form, ...]) -> Iterator[tuple[Form, ...]]:
    """Yield all antichains of games, which are the possible options of a player.

    >>> [len(each) for each in yield_antichains(games_by_day(1))]
    [0, 1, 1, 1, 2, 1]
    """
    clear = [
        [earlier for earlier in range(place) if game.is_confused_with(games[earlier])]
        for place, game in enumerate(games)
    ]
    chosen: list[list[int]] = [[]]
    for place in range(len(games)):
        free = set(clear[place])
        chosen += [[*each, place] for each in chosen if free.issuperset(each)]
    yield from (tuple(games[place] for place in each) for each in chosen)


class LatticeGame(Result, frozen=True, kw_only=True):
    """A game of a lattice."""

    value: ValueText
    rank: Annotated[Count, about("how many steps it is above the bottom")]
    covered_by: Annotated[Names, about("the games next above")]


class Lattice(Result, frozen=True, dict=True):
    """Lattice of the games born by a day, ordered by value; made by `lattice_of_day`."""

    day: Annotated[Count, about("the day")]
    games: tuple[Form, ...] = field(name="_games")  # by rank and in the order of print within a rank
    marks: tuple[int, ...]  # of each game, as bits; the order of games is that of sets

    @property
    def covered_games(self) -> Annotated[tuple[LatticeGame, ...], in_json("games")]:
        """From the bottom up."""
        return tuple(
            LatticeGame(
                value=str(game), rank=self.rank(game), covered_by=tuple(map(str, self.upper_covers(game)))
            )
            for game in self.games
        )

    def rank(self, game: Value | str) -> int:
        """Return the number of steps from the bottom of the lattice, minus the day, to a game.

        Parameters
        ----------
        game : Form, int, Fraction or str
            A game of the lattice.

        Returns
        -------
        int
            The rank.
        """
        return self.marks[self._find_place_of_game(game)].bit_count()

    @cached_property
    def rows(self) -> tuple[tuple[Form, ...], ...]:
        """Games of each rank, from the bottom up."""
        rows: list[list[Form]] = [[] for _ in range(max(self.marks).bit_count() + 1)]
        for game, marks in zip(self.games, self.marks, strict=True):
            rows[marks.bit_count()].append(game)
        return tuple(map(tuple, rows))

    def upper_covers(self, game: Value | str) -> tuple[Form, ...]:
        """Return the games next above one, those with nothing between.

        Parameters
        ----------
        game : Form, int, Fraction or str
            A game of the lattice.

        Returns
        -------
        tuple of Form
            Games that cover it, in the order of print.

        Examples
        --------
        >>> lattice_of_day(2).upper_covers("*2")
        (^, ^*, {1|0,*})
        """
        marks = self.marks[self._find_place_of_game(game)]
        above = (marks | 1 << bit for bit in range(max(self.marks).bit_length()) if not marks >> bit & 1)
        return tuple(sort_forms(self._game_by_marks[each] for each in above if each in self._game_by_marks))

    @cached_property
    def covering_pairs(self) -> tuple[tuple[Form, Form], ...]:
        """All pairs of a game and one that covers it."""
        return tuple((game, above) for game in self.games for above in self.upper_covers(game))

    def join(self, one: Value | str, other: Value | str) -> Form:
        """Return the least game of the lattice that is at least both.

        Parameters
        ----------
        one : Form, int, Fraction or str
            A game of the lattice.
        other : Form, int, Fraction or str
            Another.

        Returns
        -------
        Form
            The join.
        """
        return self._game_by_marks[
            self.marks[self._find_place_of_game(one)] | self.marks[self._find_place_of_game(other)]
        ]

    def meet(self, one: Value | str, other: Value | str) -> Form:
        """Return the greatest game of the lattice that is at most both.

        Parameters
        ----------
        one : Form, int, Fraction or str
            A game of the lattice.
        other : Form, int, Fraction or str
            Another.

        Returns
        -------
        Form
            The meet.
        """
        return self._game_by_marks[
            self.marks[self._find_place_of_game(one)] & self.marks[self._find_place_of_game(other)]
        ]

    def svg(self) -> str:
        """Return a picture of the lattice.

        Returns
        -------
        str
            SVG.

        Raises
        ------
        BadParameter
            By day 3, whose 1,474 games do not fit in a picture.
        """
        from zermelo.draw.charts.lattice_svg import LONGEST_ROW, LatticeElement, lattice_svg

        if max(map(len, self.rows)) > LONGEST_ROW:
            raise BadParameter(
                f"the {len(self.games):,} games born by day {self.day} do not fit in a picture: take the text"
            )
        rows = []
        for rank, row in enumerate(self.rows):
            above = self.rows[rank + 1] if rank + 1 < len(self.rows) else ()
            rows.append(
                [
                    LatticeElement(
                        show_form(game, unicode=True),
                        game.outcome_class,
                        tuple(above.index(each) for each in self.upper_covers(game)),
                    )
                    for game in row
                ]
            )
        title = f"The {len(self.games)} games born by day {self.day}: higher is better for Left"
        return lattice_svg(title, rows)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """Write each rank on a line, the top first, and under it each game and what covers it."""
        lines = [f"{len(self.games):,} games born by day {self.day}, of {len(self.rows)} ranks"]
        for rank in range(len(self.rows) - 1, -1, -1):
            row = self.rows[rank]
            lines.append(f"rank {rank}: {format_count(len(row), 'game')}")
            for game in row:
                above = "; ".join(map(str, self.upper_covers(game)))
                lines.append(f"  {game}" + (f"  below  {above}" if above else ""))
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Return the size of the lattice as text."""
        return f"lattice of the {len(self.games):,} games born by day {self.day}"

    @cached_property
    def _game_by_marks(self) -> dict[int, Form]:
        return dict(zip(self.marks, self.games, strict=True))

    @cached_property
    def _place_by_game(self) -> dict[Form, int]:
        return {game: place for place, game in enumerate(self.games)}

    def _find_place_of_game(self, game: Value | str) -> int:
        which = convert_to_form(game, self.games[0].theory)
        if which not in self._place_by_game:
            raise BadParameter(f"{which} is not born by day {self.day}: its birthday is {which.birthday}")
        return self._place_by_game[which]


_LATTICES: TheoryMemo[int, Lattice] = TheoryMemo()


def lattice_of_day(day: int) -> Lattice:
    """Return the lattice of the games born by a day.

    Parameters
    ----------
    day : int
        The day, 1 to 3.

    Returns
    -------
    Lattice
        The games in their order.

    Raises
    ------
    BadParameter
        For other days.

    Examples
    --------
    >>> lattice_of_day(2), lattice_of_day(2).join("*", 0), lattice_of_day(2).meet("^", "1/2")
    (lattice of the 22 games born by day 2, 1/2, ^)
    """
    if day == 0:
        raise BadParameter("day 0: one game is born then, 0; lattices are of days 1 to 3")
    theory = default_theory()
    known = _LATTICES.get_answers_in_theory(theory)
    if day not in known:
        before = games_by_day(day - 1, theory) if day in range(1, LAST_DAY + 1) else ()
        marked = []
        for game in games_by_day(day, theory):
            bits = [game >= each for each in before] + [not game <= each for each in before]
            marked.append((sum(bit << place for place, bit in enumerate(bits)), game))
        ordered = sorted(marked, key=lambda each: each[0].bit_count())  # in the order of print within a rank
        known[day] = Lattice(day, tuple(game for _, game in ordered), tuple(marks for marks, _ in ordered))
    return known[day]
