"""Games as they are written, brace by brace: a brace that has a name may be an option inside itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from zermelo.theory.loopy.graph import Graph, Side, graph_of, joined
from zermelo.theory.loopy.value import AnyForm, assembled
from zermelo.theory.theory import Theory


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

    def value(self, theory: Theory) -> AnyForm:
        """Return what the game is worth. Raises `OutOfBudget` where it has too many positions."""
        games = self.games
        parts = [option for game in games for option in game.options if not isinstance(option, Braces)]
        places: dict[int, int] = {id(game): n for n, game in enumerate(games)}

        def build(graphs: Sequence[Graph]) -> Graph:
            nothing: list[Side] = [()] * len(games)
            whole, roots = joined([graph_of(nothing, nothing), *graphs])
            places.update(zip(map(id, parts), roots[1:], strict=True))
            sides = [list(whole.lefts), list(whole.rights)]
            for n, game in enumerate(games):
                for side, options in zip(sides, (game.lefts, game.rights), strict=True):
                    side[n] = tuple(places[id(option)] for option in options)
            return graph_of(sides[0], sides[1])

        return assembled(parts, build, theory)


def options_value(lefts: Iterable[AnyForm], rights: Iterable[AnyForm], theory: Theory) -> AnyForm:
    """Return the value of the game in which Left may move to `lefts` and Right to `rights`.

    >>> from zermelo.theory.loopy.named import named
    >>> from zermelo.theory.theory import the_theory
    >>> options_value([named("on")], [named("off")], the_theory())
    +-on
    """
    return Braces(list(lefts), list(rights)).value(theory)
