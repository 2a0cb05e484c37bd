"""Games as they are written, brace by brace: a brace that has a name may be an option inside itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from zermelo.theory.loopy.graph import Graph, Side, folded, graph_of, joined
from zermelo.theory.loopy.notation import written_game
from zermelo.theory.loopy.short import form_graph
from zermelo.theory.loopy.value import AnyForm, assembled
from zermelo.theory.partizan.form import Form
from zermelo.theory.theory import Theory


class WrittenGame(NamedTuple):
    """A game as it is written, whatever it is worth; what ends in it is canonical."""

    graph: Graph
    theory: Theory

    @property
    def game(self) -> str:
        """The game, as it is read."""
        return written_game(self.graph, self.theory)


@dataclass(eq=False)
class Braces:
    """A game in braces: options that are values, or braces again, this one too."""

    lefts: list["AnyForm | Braces"] = field(default_factory=list)
    rights: list["AnyForm | Braces"] = field(default_factory=list)

    @property
    def games(self) -> list["Braces"]:
        """The game itself, and those in braces that may be reached from it."""
        found = {self: None}
        waiting = [self]
        while waiting:
            for option in waiting.pop().options:
                if isinstance(option, Braces) and option not in found:
                    found[option] = None
                    waiting.append(option)
        return list(found)

    @property
    def options(self) -> list["AnyForm | Braces"]:
        """Both players' options."""
        return self.lefts + self.rights

    @property
    def parts(self) -> list[AnyForm]:
        """The values that its games may move to."""
        return [option for game in self.games for option in game.options if not isinstance(option, Braces)]

    def value(self, theory: Theory) -> AnyForm:
        """Return what the game is worth. Raises `OutOfBudget` where it has too many positions."""
        return assembled(self.parts, self.graph, theory)

    def as_written(self, theory: Theory) -> WrittenGame:
        """Return the game itself. Raises `BadParameter` where no game of a part is known."""
        graphs = [form_graph(part) if isinstance(part, Form) else part.graph for part in self.parts]
        return WrittenGame(folded(self.graph(graphs)), theory)

    def graph(self, graphs: Sequence[Graph]) -> Graph:
        """Return the graph in which the parts are these, in the order of `parts`."""
        games, parts = self.games, self.parts
        nothing: list[Side] = [()] * len(games)
        whole, roots = joined([graph_of(nothing, nothing), *graphs])
        places = dict(zip(map(id, parts), roots[1:], strict=True)) | {
            id(game): n for n, game in enumerate(games)
        }
        sides = [list(whole.lefts), list(whole.rights)]
        for n, game in enumerate(games):
            for side, options in zip(sides, (game.lefts, game.rights), strict=True):
                side[n] = tuple(places[id(option)] for option in options)
        return graph_of(sides[0], sides[1])


def options_value(lefts: Iterable[AnyForm], rights: Iterable[AnyForm], theory: Theory) -> AnyForm:
    """Return the value of the game in which Left may move to `lefts` and Right to `rights`.

    >>> from zermelo.theory.loopy.named import named
    >>> from zermelo.theory.theory import the_theory
    >>> options_value([named("on")], [named("off")], the_theory())
    +-on
    """
    return Braces(list(lefts), list(rights)).value(theory)
