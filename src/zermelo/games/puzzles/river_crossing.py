"""River crossings: a group must cross a river in a small boat, and some may not be left together.

Three tasks, each with a bit or a number for who is on the far bank, and above them the boat's bank:

* `RiverCrossing`: a ferryman, and things that eat each other where the ferryman is absent: Alcuin's wolf,
  goat and cabbage (*Propositiones ad acuendos juvenes*, about 800).
* `MissionariesAndCannibals`: on no bank may missionaries be outnumbered by cannibals.
* `JealousHusbands`: no wife may be with other husbands, on a bank or in the boat, where her own is not.

For couples and equal numbers: I. Pressman and D. Singmaster, *The jealous husbands and The missionaries and
cannibals*, The Mathematical Gazette 73 (1989).
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import ANIMALS, Mark, Picture, Place, Thing
from zermelo.core.errors import BadParameter
from zermelo.core.notation.wording import format_count, join_names
from zermelo.core.parameters import whole
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.core.values import UNDECIDED, WIN

BOAT = "boat"
ALONE = "alone"  # the move of a boat without passengers
RIVER = 3.2  # its width in a picture, in cells
MOST_DRAWN = 8  # people of a kind who are drawn one by one
COUPLES = (0, 1, 4, 5, None)  # sides of couples; blue and red are values
BOTH_COUNTS = (1 << 20) - 1  # of missionaries and cannibals


class Spot(NamedTuple):
    """A passenger in a picture: the shape, its side and text, and where on a bank."""

    shape: str
    side: int | None
    text: str
    column: int
    row: int


def depict_banks(
    columns: int, rows: int, near: Sequence[Spot], far: Sequence[Spot], boat: int, *, named: bool = False
) -> Picture:
    """Return both banks of so many columns and rows with who is there, the river and the boat.

    Where passengers are `named`, the boat and those who are beside it are places that moves name.
    """
    rows = max(2, rows)
    bank = max([1.1 * columns + 0.3, *(0.2 * len(spot.text) + 0.3 for spot in (*near, *far))])
    height, middle = 1.2 * rows + 0.3, 0.6 * (rows - 1)
    things = [Thing("water", bank + RIVER / 2, middle, None, "", RIVER, height)]
    marks, places = [], []
    for number, (name, left, spots) in enumerate((("near", 0.0, near), ("far", bank + RIVER, far))):
        centre = left + bank / 2
        things.append(Thing("bank", centre, middle, None, "", bank, height))
        marks.append(Mark(name, centre, middle - height / 2 - 0.3))
        for shape, side, text, column, row in spots:
            x, y = centre + 1.1 * (column - (columns - 1) / 2), 1.2 * row
            if named and number == boat:
                places.append(Place(text, x, y, "point"))
            is_written = shape == "text" or len(text) < 2
            things.append(Thing(shape, x, y if is_written else y - 0.1, side, text if is_written else ""))
            if not is_written:
                marks.append(Mark(text, x, y + 0.46))
    x = bank + (RIVER - 1.0 if boat else 1.0)
    things += [Thing("person", x, middle - 0.42), Thing("boat", x, middle, None, "", 1.7, 1.0)]
    if named:
        places.append(Place(ALONE, x, middle, "point"))
    return Picture(tuple(places), (), tuple(things), tuple(marks))


class _CrossingPuzzle(PuzzleForOne):
    """Passengers, of whom some are alike, on two banks: what the three tasks share."""

    move_word = "crossing"

    @property
    def passengers(self) -> tuple[str, ...]:
        """The name of each, one word; bit i of a position is set where i is on the far bank."""
        raise NotImplementedError

    @cached_property
    def all_passengers(self) -> int:
        return (1 << len(self.passengers)) - 1

    @cached_property
    def boat_loads(self) -> tuple[int, ...]:
        """Who may be in the boat together, as sets."""
        raise NotImplementedError

    def is_safe(self, near: int, far: int, boat: int) -> bool:
        """Return whether nobody comes to harm with these on the banks, the boat being at bank 0 or 1."""
        raise NotImplementedError

    @cached_property
    def safe_positions(self) -> tuple[bool, ...]:
        """Whether each position is one: who is on the far bank, and above it the boat."""
        return tuple(
            self.is_safe(self.all_passengers & ~far, far, boat)
            for boat in (0, 1)
            for far in range(self.all_passengers + 1)
        )

    def start(self) -> int:
        return 0

    def boat_bank(self, position: int) -> int:
        return position >> len(self.passengers)

    def moves(self, position: int) -> Iterator[int]:
        far = position & self.all_passengers
        here = far if self.boat_bank(position) else self.all_passengers & ~far
        for load in self.boat_loads:
            if load & here == load and self.safe_positions[self.play(position, load)]:
                yield load

    def play(self, position: int, load: int) -> int:
        return position ^ load ^ 1 << len(self.passengers)

    def outcome(self, position: int) -> int:
        return WIN if position & self.all_passengers == self.all_passengers else UNDECIDED

    # Text format: who is on the near bank, and who on the far one, the boat among them.

    def passenger_names(self, who: int) -> list[str]:
        return [name for bit, name in enumerate(self.passengers) if who >> bit & 1]

    def show(self, position: int) -> str:
        far = position & self.all_passengers
        banks = [self.passenger_names(self.all_passengers & ~far), self.passenger_names(far)]
        banks[self.boat_bank(position)].append(BOAT)
        return " | ".join(" ".join(bank) or "." for bank in banks)

    def parse(self, text: str) -> int:
        """Read who is on each bank, as in `wolf cabbage | goat boat`. Raises `UnreadablePosition`."""
        banks = [[word for word in bank.split() if word != "."] for bank in text.split("|")]
        remedy = f"write both banks, as in {self.show(self.start())!r}"
        if len(banks) != 2:
            raise unreadable(self, text, f"it has {len(banks)} banks", remedy)
        if sorted(banks[0] + banks[1]) != sorted((*self.passengers, BOAT)):
            raise unreadable(self, text, "not everybody is there once", remedy)
        far = sum(1 << self.passengers.index(name) for name in banks[1] if name != BOAT)
        position = far | (BOAT in banks[1]) << len(self.passengers)
        if not self.safe_positions[position]:
            raise unreadable(self, text, "somebody comes to harm there", "write who may be together")
        return position

    def name(self, position: int, move: int) -> str:
        return "+".join(self.passenger_names(move)) or ALONE

    def passenger_spot(self, bit: int) -> Spot:
        """Return the shape of a passenger, its side and text, and its column and row on a bank."""
        raise NotImplementedError

    def depict(self, position: int) -> Picture:
        """Return the two banks with the river between them, and who is where."""
        spots = [self.passenger_spot(bit) for bit in range(len(self.passengers))]
        far = [spot for bit, spot in enumerate(spots) if position >> bit & 1]
        near = [spot for bit, spot in enumerate(spots) if not position >> bit & 1]
        columns, rows = 1 + max(spot.column for spot in spots), 1 + max(spot.row for spot in spots)
        return depict_banks(columns, rows, near, far, self.boat_bank(position), named=True)


class RiverCrossing(_CrossingPuzzle):
    """A ferryman brings everything over, at most `room` things at a time; of each pair, one eats the other.

    `eats` is pairs of words with commas between, the eater first. A pair is safe where the ferryman is with
    them.
    """

    eats: str = "wolf goat, goat cabbage"
    room: int = whole(1, 1, 12)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        eats = join_names([f"the {eater} eats the {eaten}" for eater, eaten in self.eating_pairs], "and")
        return (
            "Bring everything across without anything being eaten.",
            f"The ferryman takes at most {format_count(self.room, 'thing')} across at a time. "
            f"Left alone on a bank, {eats}.",
            "It is solved when everything is on the far bank; the fewer crossings, the better.",
        )

    def __post_init__(self) -> None:
        pairs = [tuple(pair.split()) for pair in self.eats.split(",")]
        is_odd = any(len(pair) != 2 for pair in pairs) or any(each in self.eats for each in (BOAT, *"{}"))
        if is_odd:
            raise BadParameter(
                f"eats={self.eats!r} is not pairs of words: write as 'wolf goat, goat cabbage'"
            )
        object.__setattr__(self, "eats", ", ".join(" ".join(pair) for pair in pairs))
        if len(self.passengers) > 12:
            raise BadParameter(f"eats={self.eats!r} has {len(self.passengers)} things: write 12 at most")

    @cached_property
    def eating_pairs(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(pair.split()) for pair in self.eats.split(","))

    @cached_property
    def passengers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for pair in self.eating_pairs for word in pair))

    @cached_property
    def boat_loads(self) -> tuple[int, ...]:
        return tuple(load for load in range(self.all_passengers + 1) if load.bit_count() <= self.room)

    def passenger_spot(self, bit: int) -> Spot:
        name = self.passengers[bit]
        is_eaten = any(name == eaten for _, eaten in self.eating_pairs)
        return Spot(name if name in (*ANIMALS, "cabbage") else "text", int(not is_eaten), name, 0, bit)

    def is_safe(self, near: int, far: int, boat: int) -> bool:
        left = self.passenger_names(near if boat else far)  # where the ferryman is not
        return not any(set(pair) <= set(left) for pair in self.eating_pairs)


class MissionariesAndCannibals(PuzzleForOne):
    """Bring all over in a boat for `boat`, one of whom rows; cannibals must not outnumber missionaries.

    A bank without missionaries is safe. A person who crosses counts on the bank of arrival.
    """

    missionaries: int = whole(3, 0, 1000)
    cannibals: int = whole(3, 0, 1000)
    boat: int = whole(2, 1, 1000)

    how_to_play = (
        "Bring everybody to the far bank, and nobody eaten.",
        "The boat holds at most {boat} and never crosses empty. Cannibals may not outnumber the "
        "missionaries on a bank, unless it has no missionaries.",
        "It is solved when everybody is on the far bank; the fewer crossings, the better.",
    )

    def __post_init__(self) -> None:
        if not self.missionaries and not self.cannibals:
            raise BadParameter("missionaries=0 and cannibals=0 is nobody: give at least one")

    # A position: cannibals on the near bank, missionaries there (10 bits each), and the boat above them.

    def start(self) -> int:
        return self.missionaries << 10 | self.cannibals

    def is_safe(self, missionaries: int, cannibals: int) -> bool:
        """Return whether nobody comes to harm with so many on the near bank."""
        others, eaters = self.missionaries - missionaries, self.cannibals - cannibals
        return (missionaries == 0 or missionaries >= cannibals) and (others == 0 or others >= eaters)

    def moves(self, position: int) -> Iterator[int]:
        missionaries, cannibals = position >> 10 & 1023, position & 1023
        there = position >> 20
        for rowing in range(1, self.boat + 1):
            for crossing in range(rowing + 1):
                eaters = rowing - crossing
                if there == 0:
                    left, hungry = missionaries - crossing, cannibals - eaters
                else:
                    left, hungry = missionaries + crossing, cannibals + eaters
                there_are = 0 <= left <= self.missionaries and 0 <= hungry <= self.cannibals
                if there_are and self.is_safe(left, hungry):
                    yield crossing << 10 | eaters

    def play(self, position: int, move: int) -> int:
        return position - move + (1 << 20) if position >> 20 == 0 else position + move - (1 << 20)

    def outcome(self, position: int) -> int:
        return WIN if position == 1 << 20 else UNDECIDED

    # Text format: how many missionaries and cannibals are on each bank, and where the boat is.

    def show(self, position: int) -> str:
        missionaries, cannibals = position >> 10 & 1023, position & 1023
        banks = [
            f"{missionaries}M {cannibals}C",
            f"{self.missionaries - missionaries}M {self.cannibals - cannibals}C",
        ]
        banks[position >> 20] += f" {BOAT}"
        return " | ".join(banks)

    def parse(self, text: str) -> int:
        """Read how many are on each bank, as in `3M 1C | 0M 2C boat`. Raises `UnreadablePosition`."""
        banks = [bank.split() for bank in text.split("|")]
        remedy = f"write both banks, as in {self.show(self.start())!r}"
        boats = [bank[2:] == [BOAT] for bank in banks]
        if (
            len(banks) != 2
            or sum(boats) != 1
            or any(len(bank) != 2 + at for bank, at in zip(banks, boats, strict=True))
        ):
            raise unreadable(self, text, "it has not two banks and one boat", remedy)
        numbers = [word[:-1] for bank in banks for word in bank[:2]]
        kinds = [word[-1] for bank in banks for word in bank[:2]]
        if kinds != ["M", "C", "M", "C"] or not all(each.isascii() and each.isdigit() for each in numbers):
            raise unreadable(self, text, "it has not the numbers of both", remedy)
        missionaries, cannibals, others, eaters = map(int, numbers)
        if (missionaries + others, cannibals + eaters) != (self.missionaries, self.cannibals):
            raise unreadable(self, text, "it has other numbers of people", remedy)
        if not self.is_safe(missionaries, cannibals):
            raise unreadable(self, text, "somebody comes to harm there", "write who may be together")
        return boats.index(True) << 20 | missionaries << 10 | cannibals

    def name(self, position: int, move: int) -> str:
        crossing, eaters = move >> 10, move & 1023
        return "+".join(f"{count}{kind}" for count, kind in ((crossing, "M"), (eaters, "C")) if count)

    def depict(self, position: int) -> Picture:
        """Return both banks and the river between; of more than `MOST_DRAWN` one, and their number."""
        kinds = (("missionary", self.missionaries), ("cannibal", self.cannibals))
        near, far = (
            [
                Spot(shape, side, "" if most <= MOST_DRAWN else str(count), side, row)
                for side, (shape, most) in enumerate(kinds)
                for count in (bank >> 10 - 10 * side & 1023,)
                for row in range(count if most <= MOST_DRAWN else min(1, count))
            ]
            for bank in (position, self.start() - (position & BOTH_COUNTS))
        )
        rows = [min(most, MOST_DRAWN) for _, most in kinds]
        return depict_banks(2, max(rows), near, far, position >> 20)


class JealousHusbands(_CrossingPuzzle):
    """Bring all `couples` over in a boat for `room`: no wife with other husbands where her own is not."""

    couples: int = whole(3, 1, 6)
    room: int = whole(2, 1, 12)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        return (
            "Bring all husbands (A, B, ...) and their wives (a, b, ...) to the far bank.",
            f"The boat holds at most {self.room} and never crosses empty. Ashore or aboard, no wife may be "
            "with other husbands unless her own is there.",
            "It is solved when everybody is on the far bank; the fewer crossings, the better.",
        )

    @cached_property
    def passengers(self) -> tuple[str, ...]:
        letters = "abcdef"[: self.couples]
        return (*letters.upper(), *letters)  # husbands, then wives

    def passenger_spot(self, bit: int) -> Spot:
        wife, couple = divmod(bit, self.couples)
        return Spot("person", COUPLES[couple % len(COUPLES)], self.passengers[bit], wife, couple)

    def has_no_jealous_husband(self, together: int) -> bool:
        """Return whether each wife among these has her husband there, or no husband is there."""
        men, wives = together & (1 << self.couples) - 1, together >> self.couples
        return men == 0 or wives & ~men == 0

    @cached_property
    def boat_loads(self) -> tuple[int, ...]:
        return tuple(
            load
            for load in range(1, self.all_passengers + 1)
            if load.bit_count() <= self.room and self.has_no_jealous_husband(load)
        )

    def is_safe(self, near: int, far: int, boat: int) -> bool:
        return self.has_no_jealous_husband(near) and self.has_no_jealous_husband(far)
