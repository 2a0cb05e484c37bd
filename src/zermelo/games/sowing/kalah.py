"""Kalah: sow a house's seeds one by one; those that reach your store are yours. William Champion (1940).

A position is the houses and, above them, the mover. The stores are not part of the position: they do not
matter for what is still to come. Each house has a field wide enough for all seeds; 3 houses a side with 3
seeds each need 5 bits a house:

    second    bits  25  20  15  <-        sowing order: 0 5 10, the first's store,
    first        -> 0   5   10            15 20 25, the second's store (only the second sows there)
                                          bit 30 is the mover

Where that is more than a word, as with 6 houses of 4 seeds, the second's houses and the mover have a word of
their own. As the mover sees the board, the mover's side comes first. Then the houses and the mover's store
are one ring of pits, and a seed falls into the pit (house + 1) % pits, and so on. The gain of a move is the
number of seeds missing afterwards.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.game_pictures import depict_row_edges, depict_seeds, depict_stores, mark_houses
from zermelo.boards.pictures.picture import Picture, Place
from zermelo.core.game import Game, Position
from zermelo.core.parameters import WORD_BITS, check_bits, choice, whole
from zermelo.core.values import UNDECIDED

MOVERS = ("first", "second")


class Kalah(Game):
    """Sow the seeds of a house around the board; most seeds in the store win.

    The last seed in one's own store gives another turn; in one's own empty house it is captured with
    those across, if there are any or `empty_capture` is on. Play ends as soon as a side is empty: the
    seeds left go to the side they lie on, or to the other with `leftover="finisher"`.

    Values are scores: the seeds still to come, the mover's minus the other's.
    """

    move_word = "pit"

    houses: int = whole(3, 1, WORD_BITS // 2)
    seeds: int = whole(3, 1, 1_000_000)
    empty_capture: bool = False
    leftover: str = choice("owner", "finisher")

    scored = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        capture = ", take it and the one across" if self.empty_capture else " with seeds across, take both"
        rest = "on whose side they lie" if self.owner_keeps_leftover else "whose side is empty"
        return (
            "Sow seeds counterclockwise and bring more into your store than the opponent.",
            "Sow a pit of yours, into your store but not the opponent's. If you end in your store, move "
            f"again; if in your empty pit{capture}.",
            f"When a side is empty, seeds left go to the player {rest}. "
            "More seeds win, equal numbers are a draw.",
        )

    def __post_init__(self) -> None:
        check_bits(f"a side of houses={self.houses!r} with seeds={self.seeds!r}", self.bits_per_side + 1)

    @cached_property
    def largest_seed_total(self) -> int:
        return 2 * self.houses * self.seeds

    @cached_property
    def bits_per_pit(self) -> int:
        return self.largest_seed_total.bit_length()

    @cached_property
    def first_house_mask(self) -> int:
        return (1 << self.bits_per_pit) - 1

    @cached_property
    def bits_per_side(self) -> int:
        return self.houses * self.bits_per_pit

    @cached_property
    def side_mask(self) -> int:
        return (1 << self.bits_per_side) - 1

    @cached_property
    def needs_two_words(self) -> bool:
        """Whether each side has a word of its own."""
        return 2 * self.bits_per_side + 1 > WORD_BITS

    @cached_property
    def pit_count(self) -> int:
        """All houses and the mover's store, which has the number of the houses on a side."""
        return 2 * self.houses + 1

    @cached_property
    def owner_keeps_leftover(self) -> bool:
        return self.leftover == "owner"

    def start(self) -> Position:
        side = sum(self.seeds << house * self.bits_per_pit for house in range(self.houses))
        return self.pack_position(side, side, 0)

    def sides_and_mover(self, position: Position) -> tuple[int, int, int]:
        """Return the first's houses, the second's, and the mover."""
        if self.needs_two_words:
            return position[0], position[1] & self.side_mask, position[1] >> self.bits_per_side
        above = position >> self.bits_per_side
        return position & self.side_mask, above & self.side_mask, above >> self.bits_per_side

    def pack_position(self, first: int, second: int, mover: int) -> Position:
        """Return the position of these houses and mover."""
        above = second | mover << self.bits_per_side
        return (first, above) if self.needs_two_words else first | above << self.bits_per_side

    def moves(self, position: Position) -> Iterator[int]:
        mine, _ = self.house_rows(position)
        for house in range(self.houses):
            if self.seeds_in_house(mine, house):
                yield house

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.house_rows(position)
        seeds = self.seeds_in_house(mine, move)
        mine -= seeds << move * self.bits_per_pit
        for seed in range(1, seeds + 1):
            pit = (move + seed) % self.pit_count
            if pit < self.houses:
                mine += 1 << pit * self.bits_per_pit
            elif pit > self.houses:
                theirs += 1 << (pit - self.houses - 1) * self.bits_per_pit
        last = (move + seeds) % self.pit_count
        if last < self.houses and self.seeds_in_house(mine, last) == 1:
            across = self.first_house_mask << (self.houses - 1 - last) * self.bits_per_pit
            if theirs & across or self.empty_capture:
                mine -= 1 << last * self.bits_per_pit
                theirs &= ~across
        mover = self.mover(position)
        first, second = (theirs, mine) if mover else (mine, theirs)
        following = mover if last == self.houses else 1 - mover
        return self.pack_position(first, second, following)

    def mover(self, position: Position) -> int:
        return self.sides_and_mover(position)[2]

    def gain(self, position: Position, move: int) -> int:
        return self.count_all_seeds(position) - self.count_all_seeds(self.play(position, move))

    def outcome(self, position: Position) -> int:
        mine, theirs = self.house_rows(position)
        if mine and theirs:
            return UNDECIDED
        left = self.count_seeds(mine) - self.count_seeds(theirs)
        return left if self.owner_keeps_leftover else -left

    def house_rows(self, position: Position) -> tuple[int, int]:
        """Return the mover's houses and the other's."""
        first, second, mover = self.sides_and_mover(position)
        return (second, first) if mover else (first, second)

    def seeds_in_house(self, side: int, house: int) -> int:
        return (side >> house * self.bits_per_pit) & self.first_house_mask

    def count_seeds(self, side: int) -> int:
        """Return the seeds in all houses of a side."""
        return sum(self.seeds_in_house(side, house) for house in range(self.houses))

    def count_all_seeds(self, position: Position) -> int:
        """Return the seeds in all houses."""
        first, second, _ = self.sides_and_mover(position)
        return self.count_seeds(first) + self.count_seeds(second)

    # Text format: the board as the first player sees it, the second's houses above from right
    # to left. A move is a house, numbered from its owner's left.

    def show(self, position: Position) -> str:
        *sides, mover = self.sides_and_mover(position)
        first, second = ([self.seeds_in_house(side, house) for house in range(self.houses)] for side in sides)
        rows = [" ".join(str(seeds) for seeds in row) for row in (second[::-1], first)]
        return "\n".join([*rows, f"{MOVERS[mover]} to move"])

    def parse(self, text: str) -> Position:
        """Read the second's houses from right to left, the first's, and `first to move` or `second ...`.

        Raises `UnreadablePosition`. Only the number of seeds is checked, not whether play can reach it.
        """
        rows = split_rows(text)
        turns = [f"{mover} to move" for mover in MOVERS]
        if not rows or rows[-1] not in turns:
            raise unreadable(
                self, text, "it does not say who moves", f"write {' or '.join(turns)} in the last line"
            )
        mover = turns.index(rows.pop())
        words = [row.split() for row in rows]
        if [len(row) for row in words] != [self.houses, self.houses]:
            raise unreadable(
                self, text, "its size is another", f"write two rows of {self.houses} houses, blanks between"
            )
        for word in (*words[0], *words[1]):
            if not (word.isascii() and word.isdigit()):
                raise unreadable(self, text, f"{word!r} is no number of seeds", "write digits")
        houses = [int(word) for word in (*words[1], *words[0][::-1])]
        if sum(houses) > self.largest_seed_total:
            raise unreadable(
                self, text, f"it has {sum(houses)} seeds", f"play began with {self.largest_seed_total}"
            )
        fields = sum(seeds << house * self.bits_per_pit for house, seeds in enumerate(houses))
        return self.pack_position(fields & self.side_mask, fields >> self.bits_per_side, mover)

    def name(self, position: Position, move: int) -> str:
        return str(move + 1)

    def depict(self, position: Position) -> Picture:
        """Return the houses, the first player's below from left to right, the second's above."""
        *sides, mover = self.sides_and_mover(position)
        places, things = [], []
        for player, y in ((0, 1.0), (1, 0.0)):
            for house in range(self.houses):
                x = float(house if player == 0 else self.houses - 1 - house)
                seeds = self.seeds_in_house(sides[player], house)
                places.append(Place(str(house + 1) if player == mover else "", x, y, "hollow"))
                things += depict_seeds(seeds, x, y)
        notes = (f"{MOVERS[mover]} to move",)
        edges, stores = depict_row_edges(self.houses), depict_stores(self.houses)
        return Picture(tuple(places), edges, (*things, *stores), mark_houses(self.houses), notes)
