"""Two rows of pits around which seeds are sown, as in awari and oware: their fields, text and picture.

Pits are numbered round the board from the mover's left: the mover's houses, then the opponent's. Each has a
field of bits wide enough for all seeds and one more. Then 2 ** width leaves 1 in a division by the largest
number of a field, and the remainder of a row, or of a board, is the number of its seeds.
"""

from collections.abc import Sequence
from functools import cached_property

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.game_pictures import depict_row_edges, depict_seeds, depict_stores, mark_houses
from zermelo.boards.pictures.picture import Picture, Place
from zermelo.core.game import Game


class TwoRowBoard:
    """Two rows of `houses`, around which a house's seeds are sown, leaving it out.

    A game inherits it besides `Game`. Its parameter `stones` is the number of stones, unless the game
    overrides it.
    """

    move_word = "pit"

    stones: int
    houses: int
    turned_by_moves = True
    seeds_called = "stones"  # in messages about a text

    @cached_property
    def largest_seed_total(self) -> int:
        """The largest number of seeds on the board."""
        return self.stones

    @cached_property
    def pit_count(self) -> int:
        return 2 * self.houses

    @cached_property
    def bits_per_pit(self) -> int:
        return (self.largest_seed_total + 1).bit_length()

    @cached_property
    def first_pit_mask(self) -> int:
        """All bits of the first pit."""
        return (1 << self.bits_per_pit) - 1

    @cached_property
    def bits_per_side(self) -> int:
        return self.houses * self.bits_per_pit

    @cached_property
    def side_mask(self) -> int:
        return (1 << self.bits_per_side) - 1

    def list_sown_pits(self, house: int, stones: int) -> list[int]:
        """Return the pits that so many stones of a house fall into, in turn."""
        others = [(house + step) % self.pit_count for step in range(1, self.pit_count)]
        return [others[stone % len(others)] for stone in range(stones)]

    @cached_property
    def stones_added_by_sowing(self) -> tuple[tuple[int, ...], ...]:
        """The stones that sowing adds to the pits, [house][stones]."""
        return tuple(
            tuple(
                sum(1 << pit * self.bits_per_pit for pit in self.list_sown_pits(house, stones))
                for stones in range(self.first_pit_mask)
            )
            for house in range(self.houses)
        )

    @cached_property
    def last_pit_sown_table(self) -> tuple[tuple[int, ...], ...]:
        """The pit where the last stone falls, [house][stones]."""
        return tuple(
            tuple([house, *self.list_sown_pits(house, stones)][-1] for stones in range(self.first_pit_mask))
            for house in range(self.houses)
        )

    # Text format: the mover's houses below from left to right, the opponent's above from right to
    # left.

    def rows_text(self, pits: Sequence[int]) -> list[str]:
        """Return the two rows of text."""
        mine, theirs = pits[: self.houses], pits[self.houses :]
        return [" ".join(str(stones) for stones in row) for row in (theirs[::-1], mine)]

    def read_pits(self, game: Game, text: str, lines: Sequence[str]) -> list[int]:
        """Return what lies in each pit, from the two rows of `text`; raises `UnreadablePosition`."""
        rows = [row.split() for row in lines]
        if [len(row) for row in rows] != [self.houses, self.houses]:
            raise unreadable(
                game, text, "its size is another", f"write two rows of {self.houses} houses, blanks between"
            )
        for word in (*rows[0], *rows[1]):
            if not (word.isascii() and word.isdigit()):
                raise unreadable(game, text, f"{word!r} is no number of {self.seeds_called}", "write digits")
        pits = [int(word) for word in (*rows[1], *rows[0][::-1])]
        if sum(pits) > self.largest_seed_total:
            reason = f"it has {sum(pits)} {self.seeds_called}"
            raise unreadable(game, text, reason, f"the game has at most {self.largest_seed_total}")
        return pits

    def depict_pits(self, pits: Sequence[int], *more: str) -> Picture:
        """Return the houses, the mover's below from left to right, the other's above."""
        places, things = [], []
        for pit, stones in enumerate(pits):
            house = pit % self.houses
            mine = pit < self.houses
            x, y = (house if mine else self.houses - 1 - house), 1.0 if mine else 0.0
            places.append(Place(str(house + 1) if mine else "", x, y, "hollow"))
            things += depict_seeds(stones, x, y)
        edges, stores = depict_row_edges(self.houses), depict_stores(self.houses)
        return Picture(tuple(places), edges, (*things, *stores), mark_houses(self.houses), more)
