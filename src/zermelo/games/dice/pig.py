"""Pig: throw a die as often as you dare; a 1 costs what the turn has brought so far.

Scarne, *Scarne on Dice* (1945); solved by Neller and Presser, *Optimal Play of the Dice Game Pig*, The UMAP
Journal 25 (2004). A position holds both scores, the turn's total, who moves, and whether the die is in
the air. Every number has a field of the same width; with a target of 100:

    bit   22      21 .. 15          14 .. 8         7 .. 1         0
          mover   second's score    first's score   turn's total   the die is in the air

The player who moves and the two scores change places in the only symmetry, so half of all positions are
solved. A 1 leads back to the scores as they were, with the other player to move: play has loops, which
end because nobody throws 1 for ever.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.pictures.picture import Mark, Picture, Place, Thing
from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game
from zermelo.core.parameters import whole
from zermelo.core.values import UNDECIDED, WIN

ROLL = 0
HOLD = 1
FACES = 6
NAMES = ("roll", "hold")
PLAYERS = ("first", "second")
TRACK = 3.2  # from nothing to the target in a picture, in cells


class Pig(Game):
    """Roll or hold: a 1 loses the turn's total and the turn, holding banks it; `target` points win.

    Who reaches the target wins at once, without holding. At the beginning of a turn one has to roll. Values
    are expectations of win and loss. Either player may begin; the first start is the first player's.
    """

    target: int = whole(100, 1, (1 << 20) - 1)

    how_to_play = (
        "Be the first to score {target}.",
        "Roll at least once and as often as you like, then hold to score the sum. A 1 ends your turn and "
        "scores nothing.",
        "The player whose score and sum together reach {target} wins at once; there are no draws.",
    )
    move_word = "to"

    @cached_property
    def bits_per_score(self) -> int:
        return self.target.bit_length()

    @cached_property
    def score_mask(self) -> int:
        return (1 << self.bits_per_score) - 1

    def start(self) -> int:
        return 0

    def starts(self) -> Iterator[int]:
        yield 0
        yield self.pack_position(0, 0, 0, 1)

    def pack_position(self, first: int, second: int, total: int, mover: int) -> int:
        scores = first | second << self.bits_per_score
        return ((mover << 2 * self.bits_per_score | scores) << self.bits_per_score | total) << 1

    def is_die_to_be_rolled(self, position: int) -> bool:
        return position & 1 == 1

    def turn_total(self, position: int) -> int:
        return position >> 1 & self.score_mask

    def score(self, position: int, player: int) -> int:
        return position >> 1 + (1 + player) * self.bits_per_score & self.score_mask

    def mover(self, position: int) -> int:
        return position >> 1 + 3 * self.bits_per_score

    def outcome(self, position: int) -> int:
        reached = self.score(position, self.mover(position)) + self.turn_total(position)
        return WIN if reached >= self.target else UNDECIDED

    def moves(self, position: int) -> Iterator[int]:
        if not self.is_die_to_be_rolled(position):
            yield ROLL
            if self.turn_total(position) > 0:
                yield HOLD

    def play(self, position: int, move: int) -> int:
        if move == ROLL:
            return position | 1
        return self.pass_turn(position, self.turn_total(position))

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if self.is_die_to_be_rolled(position):
            yield 1 / FACES, self.pass_turn(position, 0)
            missing = self.target - self.score(position, self.mover(position)) - self.turn_total(position)
            for face in range(2, FACES + 1):
                yield 1 / FACES, position - 1 + (min(face, missing) << 1)

    def pass_turn(self, position: int, banked: int) -> int:
        """Return the position at the beginning of the other player's turn."""
        mover = self.mover(position)
        first = self.score(position, 0) + (banked if mover == 0 else 0)
        second = self.score(position, 1) + (banked if mover == 1 else 0)
        return self.pack_position(first, second, 0, 1 - mover)

    def tier(self, position: int) -> int:
        return self.score(position, 0) + self.score(position, 1)

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        first, second = self.score(position, 0), self.score(position, 1)
        swapped = self.pack_position(second, first, self.turn_total(position), 1 - self.mover(position))
        yield swapped | position & 1

    # Text format: "40-35, second has 12", and " and rolls" where the die is in the air.

    def show(self, position: int) -> str:
        scores = f"{self.score(position, 0)}-{self.score(position, 1)}"
        rolls = " and rolls" if self.is_die_to_be_rolled(position) else ""
        return f"{scores}, {PLAYERS[self.mover(position)]} has {self.turn_total(position)}{rolls}"

    def parse(self, text: str) -> int:
        """Read scores, player and total. Raises `UnreadablePosition`."""
        words = text.replace(",", " ").replace("-", " ").split()
        rolling = words[-2:] == ["and", "rolls"]
        words = words[:-2] if rolling else words
        numbers = [words[place] for place in (0, 1, 4)] if len(words) == 5 else []
        said = len(numbers) == 3 and words[2] in PLAYERS and words[3] == "has"
        if not said or not all(word.isascii() and word.isdigit() for word in numbers):
            raise self._make_parse_error(text, "its words are others")
        first, second, total = map(int, numbers)
        mover = PLAYERS.index(words[2])
        if max(first, second) >= self.target:
            raise self._make_parse_error(text, f"a score is {self.target} or more")
        if (first, second)[mover] + total > self.target:
            raise self._make_parse_error(text, f"the turn's total is counted up to {self.target} only")
        position = self.pack_position(first, second, total, mover) | rolling
        if rolling and self.outcome(position) != UNDECIDED:
            raise self._make_parse_error(text, "the game is over and nobody rolls")
        return position

    def _make_parse_error(self, text: str, reason: str) -> UnreadablePosition:
        return UnreadablePosition(
            f"{text.strip()!r} is not a position of {self!r}: {reason}: "
            "write it like '0-0, first has 0' or '0-0, first has 0 and rolls'"
        )

    def name(self, position: int, move: int) -> str:
        return NAMES[move]

    def depict(self, position: int) -> Picture:
        """Return both scores with their tracks to the target, the mover's total this turn, and the die."""
        mover, total = self.mover(position), self.turn_total(position)
        end, low = 0.6 + TRACK, 2.75
        marks, things = [Mark(f"{self.target} wins", end - 0.3, -0.5)], []
        for player in (0, 1):
            score, y = self.score(position, player), 1.3 * player
            things.append(Thing("card", 0.0, y, player, str(score)))
            things.append(Thing("slab", 0.6 + TRACK / 2, y, None, "", TRACK, 0.5))
            for reached, high in ((score + total * (player == mover), 0.3), (score, 0.5)):
                long = TRACK * min(1.0, reached / self.target)
                things += [Thing("slab", 0.6 + long / 2, y, player, "", long, high)] if reached else []
            marks.append(Mark(f"{PLAYERS[player]} player", 0.95, y - 0.5))
        things += [Thing("die", 0.9, low, None, "?"), Thing("text", 2.9, low, None, f"+{total}")]
        places = tuple(Place(name, x, low, "button") for name, x in zip(NAMES, (0.9, 2.9), strict=True))
        marks.append(Mark("roll", 0.9, low + 0.7))
        marks.append(Mark(f"hold: score {total}" if total else "hold", 2.9, low + 0.7))
        said = f"{PLAYERS[mover]} to roll{'' if self.is_die_to_be_rolled(position) else ' or to hold'}"
        return Picture(places, (), tuple(things), tuple(marks), (said,), mover)
