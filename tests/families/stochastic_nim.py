from collections.abc import Iterator

from families import BRUTE_FORCE, Family, bounds, counted
from families._text_boards import Rolling
from zermelo import LOSS, UNDECIDED
from zermelo.games.dice.stochastic_nim import StochasticNim


class TextNim(Rolling):
    def start(self) -> str:
        return f"{' '.join(map(str, self.game.heaps))}, first to roll"

    def outcome(self, position: str) -> int:
        return LOSS if set(position.split(",")[0].split()) == {"0"} else UNDECIDED

    def chances(self, position: str) -> Iterator[tuple[float, str]]:
        if "to roll" in position:
            for face in range(self.game.faces):
                yield 1 / self.game.faces, position.replace("to roll", f"rolled {face + 1}")

    def moves(self, position: str) -> Iterator[tuple[int, int]]:
        if "rolled" not in position:
            return
        die = int(position.split()[-1])
        for index, heap in enumerate(position.split(",")[0].split()):
            for stones in range(1, int(heap) + 1):
                if stones <= die:
                    yield index, stones

    def play(self, position: str, move: tuple[int, int]) -> str:
        heaps = [int(heap) for heap in position.split(",")[0].split()]
        heaps[move[0]] -= move[1]
        return f"{' '.join(map(str, heaps))}, {'second' if 'first' in position else 'first'} to roll"


FAMILY = Family(
    dice=(StochasticNim(heaps=(2, 1, 2), faces=2), StochasticNim(heaps=(3, 4), faces=4)),
    facts=(
        # One heap, by hand: of two stones the die's 2 takes both, and its 1 leaves the other a stone. Of
        # three, whatever the die says, one takes one: of two stones the other wins half.
        *counted("win_probability", "by hand", size="dice")(
            (StochasticNim(heaps=(1,), faces=2), 1.0),
            (StochasticNim(heaps=(2,), faces=2), 1 / 2),
            (StochasticNim(heaps=(2,), faces=3), 2 / 3),
            (StochasticNim(heaps=(4,), faces=2), 1 / 2),
            (StochasticNim(heaps=(3,), faces=2), 1 / 2),
        ),
        *counted("win_probability", BRUTE_FORCE, size="dice")((StochasticNim(heaps=(0, 0)), 0.0)),
    ),
    twin=TextNim,
    refused=(
        *bounds(StochasticNim, faces=(1, 1_000)),
        (StochasticNim, {"heaps": (3, -1)}, "is too small"),
        (StochasticNim, {"heaps": (9,) * 15, "faces": 6}, "needs 64 bits"),
    ),
    unreadable=(
        (StochasticNim(), "3 4, first to roll", "it has not 3 heaps"),
        (StochasticNim(), "3 4 5", "it does not say who is to roll"),
        (StochasticNim(), "3 4 5, third to roll", "it does not say who is to roll"),
        (StochasticNim(), "3 4 6, first to roll", "a heap is larger than at the start"),
        (StochasticNim(), "3 4 5, first rolled 7", "the die has 6 faces"),
        (StochasticNim(), "3 4 5, first to rock", "the die has 6 faces"),
        (StochasticNim(), "0 0 0, first rolled 1", "the game is over and nobody rolls"),
    ),
    written=(
        (StochasticNim(), "3 1 0, second rolled 2", "1 from heap 1 2 from heap 1 1 from heap 2"),
        (StochasticNim(), " 3 1 0, first to roll ", ""),
    ),
)
