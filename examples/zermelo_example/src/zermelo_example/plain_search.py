"""A search method: minimax with a dictionary, for games that are won, lost or drawn, and must end."""

from collections.abc import Hashable

from zermelo import UNDECIDED, Answer, Budget, Game
from zermelo.search import SearchMethod


class PlainSearch:
    """A search of one game's positions."""

    def __init__(self, game: Game, budget: Budget, *, interpreted: bool) -> None:
        self.game = game
        self.nodes = 0  # positions visited until now
        self._answers: dict[Hashable, Answer] = {}

    def answer(self, position: Hashable) -> Answer:
        """Return the value and the plies to the end at a position."""
        if position not in self._answers:
            self.nodes += 1
            self._answers[position] = self._search(position)
        return self._answers[position]

    def line(self, position: Hashable, answer: Answer) -> tuple[Hashable, ...]:
        """Return best play, as far as it is known: this method keeps none."""
        return ()

    def _search(self, position: Hashable) -> Answer:
        outcome = self.game.outcome(position)
        if outcome != UNDECIDED:
            return Answer(outcome, 0)
        after = [self.answer(self.game.play(position, move)) for move in self.game.moves(position)]
        if not after:
            return Answer(self.game.stuck(position), 0)
        # The lowest value for the opponent; the fewest plies of a win, the most of a loss.
        best = min(after, key=lambda each: (each.value, -each.value * (each.remoteness or 0)))
        return Answer(-best.value, 1 + (best.remoteness or 0))


PLAIN = SearchMethod(
    name="plain",
    about="minimax with a dictionary",
    when="small games that must end",
    search="zermelo_example.plain_search.PlainSearch",
    plies="always",
)
