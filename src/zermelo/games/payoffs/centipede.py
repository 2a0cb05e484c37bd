"""The centipede: two players, two piles of money that grow. R. W. Rosenthal (1981).

A position is twice the number of passes so far, and one more where the piles were taken. The piles with which
people were asked to play, 40 cents and 10, doubling with each pass, are those of R. D. McKelvey and T. R.
Palfrey, *An experimental study of the centipede game*, Econometrica 60 (1992).
"""

from collections.abc import Iterator

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Picture, Thing
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.parameters import whole

TAKE, PASS = 0, 1
MOST_PASSES, MOST_MONEY = 1_000, 1_000_000


class Centipede(Game):
    """Take the larger of two piles and leave the other to your opponent, or pass, and both grow by `factor`.

    After `passes` passes the player who would be next gets the larger pile. Payoffs are what the players get.
    Their sum is larger the longer play lasts.
    """

    passes: int = whole(4, 1, MOST_PASSES)
    large: int = whole(40, 0, MOST_MONEY)
    small: int = whole(10, 0, MOST_MONEY)
    factor: int = whole(2, 1, 10)

    how_to_play = (
        "Get as much money as you can.",
        (
            "Take the larger pile and leave the smaller to the opponent; "
            "or pass, and both piles are multiplied by {factor}."
        ),
        (
            "Play ends when a pile is taken. "
            "After pass number {passes} the player who would be next gets the larger pile."
        ),
    )
    move_word = "to"

    def __post_init__(self) -> None:
        if self.small > self.large:
            raise BadParameter(f"small={self.small!r} is more than large={self.large!r}: exchange them")

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        if position % 2 == 0 and position // 2 < self.passes:
            yield TAKE
            yield PASS

    def play(self, position: int, move: int) -> int:
        return position + 1 if move == TAKE else position + 2

    def mover(self, position: int) -> int:
        return position // 2 % 2

    def payoffs(self, position: int) -> tuple[int, int]:
        times = self.factor ** (position // 2)
        piles = self.large * times, self.small * times
        return piles if self.mover(position) == 0 else (piles[1], piles[0])

    # Text format: the passes so far, and whether the piles are taken.

    def show(self, position: int) -> str:
        count = position // 2
        return f"{count} pass{'' if count == 1 else 'es'}{' taken' if position % 2 else ''}"

    def parse(self, text: str) -> int:
        """Read the passes, as in `2 passes` or `2 passes taken`; raises `UnreadablePosition`."""
        count, word, *rest = [*text.strip().lower().split(), "", ""][:4]
        over = [each for each in rest if each]
        if (
            not (count.isascii() and count.isdigit())
            or word not in ("pass", "passes")
            or over not in ([], ["taken"])
        ):
            raise unreadable(self, text, "it says no passes", "write it like '2 passes' or '2 passes taken'")
        most = self.passes - len(over)
        if int(count) > most:
            raise unreadable(self, text, "so many passes there are not", f"write a number from 0 to {most}")
        return 2 * int(count) + len(over)

    def name(self, position: int, move: int) -> str:
        return "take" if move == TAKE else "pass"

    def depict(self, position: int) -> Picture:
        """Return the two piles of money, and how often the players have passed."""
        count, piles = position // 2, sorted(self.payoffs(position), reverse=True)
        amounts = [text if len(text := str(pile)) < 8 else f"{text[0]}e{len(text) - 1}" for pile in piles]
        things = tuple(Thing("pile", 2.2 * x, 0.0, None, amount) for x, amount in enumerate(amounts))
        words = f"{count} of {self.passes} passes{', then taken' if position % 2 else ''}"
        return Picture(things=things, notes=(words,))
