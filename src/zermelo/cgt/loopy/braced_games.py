"""Games as they are written, brace by brace: a brace that has a name may be an option inside itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from zermelo.cgt.form_theory import Theory
from zermelo.cgt.loopy.graphs.form_graphs import convert_form_to_graph
from zermelo.cgt.loopy.graphs.loopy_graph import (
    LoopyGraph,
    Side,
    build_disjoint_union,
    make_loopy_graph,
    merge_equivalent_positions,
)
from zermelo.cgt.loopy.loopy_notation import show_loopy_game
from zermelo.cgt.loopy.loopy_value import AnyForm, compute_value_of_built_game
from zermelo.cgt.partizan.short_game_form import Form


class BracedGame(NamedTuple):
    """A game as it is written, not simplified; its parts that end are canonical."""

    graph: LoopyGraph
    theory: Theory

    @property
    def game(self) -> str:
        """The game, as it is read."""
        return show_loopy_game(self.graph, self.theory)


@dataclass(eq=False)
class NamedBraces:
    """A game in braces: options that are values, or braces again, this one too."""

    lefts: list["AnyForm | NamedBraces"] = field(default_factory=list)
    rights: list["AnyForm | NamedBraces"] = field(default_factory=list)

    @property
    def reachable_games(self) -> list["NamedBraces"]:
        """The game itself, and those in braces that may be reached from it."""
        found = {self: None}
        waiting = [self]
        while waiting:
            for option in waiting.pop().options:
                if isinstance(option, NamedBraces) and option not in found:
                    found[option] = None
                    waiting.append(option)
        return list(found)

    @property
    def options(self) -> list["AnyForm | NamedBraces"]:
        """Both players' options."""
        return self.lefts + self.rights

    @property
    def option_values(self) -> list[AnyForm]:
        """The values that its games may move to."""
        return [
            option
            for game in self.reachable_games
            for option in game.options
            if not isinstance(option, NamedBraces)
        ]

    def value(self, theory: Theory) -> AnyForm:
        """Return what the game is worth. Raises `OutOfBudget` where it has too many positions."""
        return compute_value_of_built_game(self.option_values, self.graph, theory)

    def as_written(self, theory: Theory) -> BracedGame:
        """Return the game itself. Raises `BadParameter` where no game of a part is known."""
        graphs = [
            convert_form_to_graph(part) if isinstance(part, Form) else part.graph
            for part in self.option_values
        ]
        return BracedGame(merge_equivalent_positions(self.graph(graphs)), theory)

    def graph(self, graphs: Sequence[LoopyGraph]) -> LoopyGraph:
        """Return the graph in which the parts are these, in the order of `parts`."""
        games, parts = self.reachable_games, self.option_values
        nothing: list[Side] = [()] * len(games)
        whole, roots = build_disjoint_union([make_loopy_graph(nothing, nothing), *graphs])
        places = dict(zip(map(id, parts), roots[1:], strict=True)) | {
            id(game): n for n, game in enumerate(games)
        }
        sides = [list(whole.lefts), list(whole.rights)]
        for n, game in enumerate(games):
            for side, options in zip(sides, (game.lefts, game.rights), strict=True):
                side[n] = tuple(places[id(option)] for option in options)
        return make_loopy_graph(sides[0], sides[1])


def compute_value_of_options(lefts: Iterable[AnyForm], rights: Iterable[AnyForm], theory: Theory) -> AnyForm:
    """Return the value of the game in which Left may move to `lefts` and Right to `rights`.

    >>> from zermelo.cgt.loopy.named_loopy_values import find_loopy_value_by_name as named
    >>> from zermelo.cgt.form_theory import default_theory
    >>> compute_value_of_options([named("on")], [named("off")], default_theory())
    +-on
    """
    return NamedBraces(list(lefts), list(rights)).value(theory)
