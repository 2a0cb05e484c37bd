"""Compounds of two games other than the sum, products of games, and variants of one game.

C. A. B. Smith, *Graphs and composite games* (1966); J. H. Conway, *On numbers and games* (1976), chapter 14;
E. Berlekamp, J. Conway and R. Guy, *Winning ways* (1982), chapters 9 and 10; W. Stromquist and D. Ullman,
*Sequential compounds of combinatorial games* (1993). The kinds differ in where the mover moves:

    disjunctive   in one component: the sum
    conjunctive   in all; a mover without a move in one component has no move
    selective     in one or more
    diminished    in one; a mover without a move in one component has no move
    shortened     in one or more; a mover without a move in one component has no move
    continued     in all that allow a move; a component in which the mover has no move is over
    sequential    in the first while either player has a move there, then in the second
    ordinal       in the first, which removes the second, or in the second

The remoteness of a conjunctive compound is the least of its components', and the suspense of a continued one
the greatest. The player who begins loses a selective compound of impartial games if the beginner loses each
component alone. Whether equal components may be exchanged depends on the kind: that is why components are
literal games.

Products are given as values only, as options of the Conway product are sums of products:

    G.H = {GL.H + G.HL - GL.HL, GR.H + G.HR - GR.HR | GL.H + G.HR - GL.HR, GR.H + G.HL - GR.HL}
    G@H = {G@HL:GL, G@HR:-GR | G@HL:GR, G@HR:-GL}      the ordinal product
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Final

from zermelo.cgt.form_theory import default_theory
from zermelo.cgt.partizan.compounds.literal_games import LiteralGame
from zermelo.cgt.partizan.compounds.ordinal_sums import compute_ordinal_sum_from_options
from zermelo.cgt.partizan.short_game_form import Form, options_form
from zermelo.cgt.value_summary import WINNERS, truncate_long_text
from zermelo.core.errors import BadParameter
from zermelo.core.notation.result import Count, Names, Result, about

Options = list[LiteralGame]


Remotenesses = tuple[Count, Count]  # where Left begins, and where Right does


class CompoundSummary(Result, frozen=True, kw_only=True):
    """Games that are played at once."""

    kind: Annotated[str, about("which compound")]
    components: Annotated[Names, about("the games, as they were given")]
    value: Annotated[str, about("the canonical form of the compound")]
    outcome_class: Annotated[str, about("who wins where the player who cannot move loses: L, R, N or P")]
    misere_outcome_class: Annotated[str, about("who wins where the player who cannot move wins")]
    remoteness: Annotated[Remotenesses, about("moves where the winner hurries: Left begins, Right begins")]
    suspense: Annotated[Remotenesses, about("moves where the loser hurries: Left begins, Right begins")]
    positions: Annotated[Count, about("all that play can reach")]

    def __str__(self) -> str:
        normal, misere = self.outcome_class, self.misere_outcome_class
        where = "{} where Left begins, {} where Right does"
        return "\n".join(
            (
                f"value       {truncate_long_text(self.value)}",
                f"class       {normal}: {WINNERS[normal]}",
                f"misere      {misere}: {WINNERS[misere]}",
                f"remoteness  {where.format(*self.remoteness)}",
                f"suspense    {where.format(*self.suspense)}",
                f"positions   {self.positions:,}",
            )
        )


@dataclass(frozen=True)
class CompoundGame(LiteralGame):
    """A compound of two literal games; made by `compound`."""

    kind: str
    first: LiteralGame
    second: LiteralGame

    def options(self, player: int) -> Options:
        """Return a player's options."""
        return list(dict.fromkeys(KINDS[self.kind](self, player)))

    @property
    def value(self) -> Form:
        """Its canonical form; of a sum, and of an ordinal sum, from those of its components."""
        if self.kind == "disjunctive":
            return self.first.value + self.second.value
        if self.kind == "ordinal":
            lefts, rights = ([each.value for each in self.first.options(player)] for player in (0, 1))
            return compute_ordinal_sum_from_options((lefts, rights), self.second.value)
        return super().value

    def as_result(self, components: Iterable[str]) -> CompoundSummary:
        """Return its value and lengths, as `zermelo compound` prints them."""
        return CompoundSummary(
            kind=self.kind,
            components=tuple(components),
            value=str(self.value),
            outcome_class=self.outcome_class,
            misere_outcome_class=self.misere_outcome_class,
            remoteness=self.remoteness,
            suspense=self.suspense,
            positions=len(self.positions),
        )

    def __str__(self) -> str:
        return f"{self.kind}({self.first}, {self.second})"

    def _replace_component(
        self, first: LiteralGame | None = None, second: LiteralGame | None = None
    ) -> "CompoundGame":
        return CompoundGame(self.kind, first or self.first, second or self.second)


def _list_disjunctive_options(game: CompoundGame, player: int) -> Options:
    in_second: Options = [game._replace_component(second=each) for each in game.second.options(player)]
    return [*(game._replace_component(first=each) for each in game.first.options(player)), *in_second]


def _list_conjunctive_options(game: CompoundGame, player: int) -> Options:
    seconds = game.second.options(player)
    return [game._replace_component(one, other) for one in game.first.options(player) for other in seconds]


def _list_selective_options(game: CompoundGame, player: int) -> Options:
    return _list_disjunctive_options(game, player) + _list_conjunctive_options(game, player)


def _list_diminished_disjunctive_options(game: CompoundGame, player: int) -> Options:
    return _list_disjunctive_options(game, player) if _list_conjunctive_options(game, player) else []


def _list_shortened_selective_options(game: CompoundGame, player: int) -> Options:
    return _list_selective_options(game, player) if _list_conjunctive_options(game, player) else []


def _list_continued_conjunctive_options(game: CompoundGame, player: int) -> Options:
    return _list_conjunctive_options(game, player) or game.first.options(player) + game.second.options(player)


def _list_sequential_options(game: CompoundGame, player: int) -> Options:
    if game.first.left or game.first.right:
        return [game._replace_component(first=each) for each in game.first.options(player)]
    return game.second.options(player)


def _list_ordinal_sum_options(game: CompoundGame, player: int) -> Options:
    return game.first.options(player) + [
        game._replace_component(second=each) for each in game.second.options(player)
    ]


KINDS: Final[dict[str, Callable[[CompoundGame, int], Options]]] = {
    "disjunctive": _list_disjunctive_options,
    "conjunctive": _list_conjunctive_options,
    "selective": _list_selective_options,
    "diminished": _list_diminished_disjunctive_options,
    "shortened": _list_shortened_selective_options,
    "continued": _list_continued_conjunctive_options,
    "sequential": _list_sequential_options,
    "ordinal": _list_ordinal_sum_options,
}


def make_compound(kind: str, components: Iterable[LiteralGame]) -> CompoundGame:
    """Return the compound of literal games, two or more, put together from the right.

    >>> from zermelo.cgt.partizan.compounds.literal_games import CanonicalGame
    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> both = [CanonicalGame(form("*5")), CanonicalGame(form("*6"))]
    >>> [make_compound(kind, both).value for kind in KINDS]
    [*3, *5, *11, *2, *10, *6, *4, *11]
    """
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadParameter(f"{kind!r} is no kind of compound: take one of {', '.join(KINDS)}")
    games = list(components)
    if len(games) < 2:
        raise BadParameter(f"a compound of {len(games)} games: give two or more")
    whole = CompoundGame(kind, games[-2], games[-1])
    for game in reversed(games[:-2]):
        whole = CompoundGame(kind, game, whole)
    return whole


# Products.


def compute_conway_product(first: LiteralGame, second: LiteralGame) -> Form:
    """Return the Conway product of two games; for numbers it is the usual product."""
    theory = default_theory()
    known: dict[tuple[LiteralGame, LiteralGame], Form] = {}
    for one in first.positions:
        for other in second.positions:
            sides: tuple[list[Form], list[Form]] = [], []
            for player in (0, 1):
                for reply in (0, 1):
                    sides[player ^ reply].extend(
                        known[option, other] + known[one, answer] - known[option, answer]
                        for option in one.options(player)
                        for answer in other.options(reply)
                    )
            known[one, other] = options_form(sides[0], sides[1], theory)
    return known[first, second]


def compute_ordinal_product(first: LiteralGame, second: LiteralGame) -> Form:
    """Return the ordinal product of two games: in the second, each edge of a stalk is a first."""
    theory = default_theory()
    values = [[option.value for option in first.options(player)] for player in (0, 1)]
    known: dict[LiteralGame, tuple[list[Form], list[Form]]] = {}
    for each in second.positions:
        sides: tuple[list[Form], list[Form]] = [], []
        for player in (0, 1):
            for option in each.options(player):
                for own in (0, 1):
                    subordinates = values[own] if player == 0 else [-value for value in values[own]]
                    sides[own ^ player].extend(
                        compute_ordinal_sum_from_options(known[option], value) for value in subordinates
                    )
        known[each] = sides
    return options_form(known[second][0], known[second][1], theory)


# Variants.


@dataclass(frozen=True)
class NegativeGame(LiteralGame):
    """A game with the players exchanged."""

    game: LiteralGame

    def options(self, player: int) -> Options:
        """Return a player's options."""
        return [negate_literal_game(each) for each in self.game.options(1 - player)]

    def __str__(self) -> str:
        return f"-{self.game}"


def negate_literal_game(game: LiteralGame) -> LiteralGame:
    """Return a game with the players exchanged; exchanged twice, the game itself."""
    return game.game if isinstance(game, NegativeGame) else NegativeGame(game)


@dataclass(frozen=True)
class VariantGame(LiteralGame):
    """A game whose rules are changed throughout; see `VARIANTS`."""

    kind: str
    game: LiteralGame

    def options(self, player: int) -> Options:
        """Return a player's options."""
        own = [VariantGame(self.kind, each) for each in self.game.options(player)]
        if self.kind == "dicotic":
            return list(own) if self.game.left and self.game.right else []
        if self.kind == "twisted":
            return [negate_literal_game(each) for each in own]
        return [*own, *(VariantGame(self.kind, each) for each in self.game.options(1 - player))]

    def __str__(self) -> str:
        return f"{self.kind}({self.game})"


VARIANTS: Final = {
    "dicotic": "it ends where either player has no move",
    "impartial": "either player may make the moves of both",
    "twisted": "the players change places after every move",
}


def make_variant(kind: str, game: LiteralGame) -> LiteralGame:
    """Return a variant of a game. Raises `BadParameter` for other kinds."""
    if not isinstance(kind, str) or kind not in VARIANTS:
        raise BadParameter(f"{kind!r} is no kind of variant: take one of {', '.join(VARIANTS)}")
    return VariantGame(kind, game)
