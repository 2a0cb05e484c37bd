"""Onitama: every move uses one of two cards in hand and then exchanges it for the card that lies aside.

Shimpei Sato (2014); rules: Arcane Wonders' rule book, and boardgamearena.com's page of the game. A player
wins in one of two ways: by taking the opponent's master (the way of the stone), or by bringing their own
master to the opponent's temple (the way of the stream). A temple is the cell where a master began. The start
on 3 x 3, with tiger and crab in hand:

    p m p     aside boar; the second player has monkey and crane
    . . .
    P M P

A position is stored from the mover's side: the board is rotated after every move, so that both players play
upwards. A word holds the pieces of both players. Above them, three bits for each player number the master
among the player's pieces, counted from the lowest cell. Then come the deal of the five cards, one of 30, and
the player to move, which only people need: the board that they see is not rotated.

    player (1 bit) | deal (5) | the masters' numbers (3 + 3) | the opponent's pieces | the mover's

That is 62 bits on 5 x 5. With a cell for each master it would be 66.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from zermelo.boards.board import Board, lowest
from zermelo.boards.board_constructors import squares
from zermelo.boards.board_games.board_game import BoardGame, PieceStyle
from zermelo.boards.board_symmetries import Permutation, find_delta_swaps
from zermelo.boards.notation.board_text import read_pieces, split_rows_and_mover, unreadable
from zermelo.boards.pictures.picture import Picture, Place, Stroke, Thing
from zermelo.core.errors import BadParameter
from zermelo.core.game import Position
from zermelo.core.parameters import check_whole, whole
from zermelo.core.values import LOSS, UNDECIDED

CARDS = {  # steps of a piece, as columns to the right and rows up
    "tiger": ((0, 2), (0, -1)),
    "dragon": ((-2, 1), (2, 1), (-1, -1), (1, -1)),
    "frog": ((-2, 0), (-1, 1), (1, -1)),
    "rabbit": ((2, 0), (1, 1), (-1, -1)),
    "crab": ((-2, 0), (0, 1), (2, 0)),
    "elephant": ((-1, 1), (-1, 0), (1, 1), (1, 0)),
    "goose": ((-1, 1), (-1, 0), (1, 0), (1, -1)),
    "rooster": ((1, 1), (1, 0), (-1, 0), (-1, -1)),
    "monkey": ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    "mantis": ((-1, 1), (1, 1), (0, -1)),
    "horse": ((0, 1), (-1, 0), (0, -1)),
    "ox": ((0, 1), (1, 0), (0, -1)),
    "crane": ((0, 1), (-1, -1), (1, -1)),
    "boar": ((0, 1), (-1, 0), (1, 0)),
    "eel": ((-1, 1), (-1, -1), (1, 0)),
    "cobra": ((1, 1), (1, -1), (-1, 0)),
}
IN_PLAY = 5
TAKEN = 7  # in place of a master's number
OTHERS_MASTER, DEAL, MOVER = 3, 6, 11  # where these begin among the bits above the pieces
DEALS = 31  # the bits of a deal
PLAYERS = ("first", "second")
LINES = (*PLAYERS, "aside")  # of cards, below the board
CARD = 1.67  # cells: from one card of a picture to the next


class Onitama(BoardGame):
    """Move a piece by one of your cards and exchange it; take the master, or bring yours to its temple.

    `cards` are the first player's two, the second's two and the one aside, by name. Masters begin in the
    middle of their rows, with `pupils` beside them. In an even row they begin right of the middle, from their
    owner's side. A player who cannot move still exchanges a card. Play may cycle. Values are win, draw, loss.
    """

    cards: str = "tiger crab monkey crane boar"
    columns: int = whole(5, 1, 5)
    rows: int = whole(5, 2, 5)
    pupils: int = whole(4, 0, 4)

    signs: ClassVar[str] = "PMpm"
    seen_by_mover: ClassVar[bool] = False
    player_names: ClassVar[tuple[str, str]] = PLAYERS
    extra_bits: ClassVar[int] = 12
    extra_label: ClassVar[str] = ""  # written in words
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {
        "P": ("pawn", 0, ""),
        "M": ("king", 0, ""),
        "p": ("pawn", 1, ""),
        "m": ("king", 1, ""),
    }

    how_to_play = (
        "Take your opponent's master, or bring yours to the square where theirs began.",
        "Move a piece as one of your two cards allows, then exchange that card for the one aside. "
        "If nothing can move, only exchange.",
        "The first player to do either wins; endless play is a draw.",
    )

    def __post_init__(self) -> None:
        names = self.cards.split()
        if len(set(names)) != IN_PLAY or len(names) != IN_PLAY or not set(names) <= set(CARDS):
            raise BadParameter(f"cards={self.cards!r} are not five cards: name five of {' '.join(CARDS)}")
        check_whole("pupils", self.pupils, 0, self.columns - 1)

    @cached_property
    def board(self) -> Board:
        return squares(self.columns, self.rows, from_below=True)

    @cached_property
    def bits_per_cell(self) -> int:
        """The bits of a cell; the bits above the cells name the masters."""
        return 2

    @cached_property
    def own_temple_cell(self) -> int:
        """The cell where the mover's master began."""
        return 1 << self.cells - self.columns + self.columns // 2

    def start(self) -> Position:
        first = self.cells - self.columns
        middle = self.columns // 2
        places = sorted(range(self.columns), key=lambda column: (abs(column - middle), -column))
        mine = sum(1 << first + column for column in places[: self.pupils + 1])
        return self.pack_position(
            mine,
            self.rotate_half_turn(mine),
            self.own_temple_cell,
            self.rotate_half_turn(self.own_temple_cell),
            0,
            0,
        )

    def pack_position(self, mine: int, theirs: int, master: int, other: int, deal: int, mover: int) -> int:
        """Return the position with these pieces, cells of the masters (0 for none), deal and mover."""
        number = (mine & master - 1).bit_count() if master > 0 else TAKEN
        others = (theirs & other - 1).bit_count() if other > 0 else TAKEN
        above = number | others << OTHERS_MASTER | deal << DEAL | mover << MOVER
        return mine | theirs << self.cells | above << self.piece_bits

    def deal_number(self, position: int) -> int:
        """Return the number of the deal, from the mover's side."""
        return self.extra_number(position) >> DEAL & DEALS

    def mover(self, position: Position) -> int:
        return self.extra_number(position) >> MOVER

    def master_cells(self, position: int) -> tuple[int, int]:
        """Return the cells of the mover's and the opponent's master, 0 for one that was taken."""
        mine, theirs = self.pieces(position)
        number = self.extra_number(position) & 7
        while number > 0 and mine > 0:
            mine &= mine - 1
            number -= 1
        number = self.extra_number(position) >> OTHERS_MASTER & 7
        while number > 0 and theirs > 0:
            theirs &= theirs - 1
            number -= 1
        return mine & -mine, theirs & -theirs

    def moves(self, position: int) -> Iterator[int]:
        mine, _ = self.pieces(position)
        hand = self.all_card_deals[self.deal_number(position)][0]
        is_stuck = True
        for card in range(IN_PLAY):
            if hand >> card & 1:
                for leaving, distance in self.steps_by_card[card]:
                    starts = mine & leaving
                    ends = (starts << distance if distance > 0 else starts >> -distance) & ~mine
                    while ends:
                        end = ((ends & -ends) - 1).bit_count()
                        ends &= ends - 1
                        is_stuck = False
                        yield card << 2 * self.cell_number_bits | self.encode_move(end - distance, end)
        if is_stuck:
            for card in range(IN_PLAY):
                if hand >> card & 1:
                    yield card << 2 * self.cell_number_bits | self.pass_move

    def play(self, position: int, move: int) -> int:
        mine, theirs = self.pieces(position)
        master, other = self.master_cells(position)
        card = move >> 2 * self.cell_number_bits
        if move & (1 << 2 * self.cell_number_bits) - 1 != self.pass_move:
            start, end = 1 << self.start_of(move), 1 << self.end_of(move)
            mine ^= start | end
            theirs &= ~end
            other &= ~end
            if master == start:
                master = end
        deal = self.deal_after_using_card[IN_PLAY * self.deal_number(position) + card]
        return self.pack_position(
            self.rotate_half_turn(theirs),
            self.rotate_half_turn(mine),
            self.rotate_half_turn(other),
            self.rotate_half_turn(master),
            deal,
            1 - self.mover(position),
        )

    def outcome(self, position: int) -> int:
        master, other = self.master_cells(position)
        return LOSS if master == 0 or other == self.own_temple_cell else UNDECIDED

    def tier(self, position: int) -> int:
        """Return how many pieces were taken."""
        mine, theirs = self.pieces(position)
        return 2 * (self.pupils + 1) - mine.bit_count() - theirs.bit_count()

    def starts(self) -> Iterator[Position]:
        yield from dict.fromkeys(self.symmetries(self.start()))

    def symmetries(self, position: int) -> Iterator[int]:
        """Yield the position for both players, and its mirror image if it exists; see `mirrored_deals`."""
        other_mover = 1 << self.piece_bits + MOVER
        yield position
        yield position ^ other_mover
        if len(self.mirrored_deals) > 0:
            mine, theirs = self.pieces(position)
            master, other = self.master_cells(position)
            image = self.pack_position(
                self.apply_cell_swaps(mine, self.mirror_swaps),
                self.apply_cell_swaps(theirs, self.mirror_swaps),
                self.apply_cell_swaps(master, self.mirror_swaps),
                self.apply_cell_swaps(other, self.mirror_swaps),
                self.mirrored_deals[self.deal_number(position)],
                self.mover(position),
            )
            yield image
            yield image ^ other_mover

    # Reflections and rotations of the board.

    def rotate_half_turn(self, cells: int) -> int:
        """Return the cells after a rotation of the board by 180 degrees."""
        return self.apply_cell_swaps(cells, self.half_turn_swaps)

    def apply_cell_swaps(self, cells: int, exchanges: tuple[tuple[int, int], ...]) -> int:
        """Return the cells after exchanges, each of a mask with the cells a distance above it."""
        for mask, distance in exchanges:
            changed = (cells ^ cells >> distance) & mask
            cells ^= changed | changed << distance
        return cells

    @cached_property
    def mirror_swaps(self) -> tuple[tuple[int, int], ...]:
        """The exchanges that mirror the board from left to right."""
        return find_delta_swaps(self._image_cells_when_reversed(True, False))

    @cached_property
    def half_turn_swaps(self) -> tuple[tuple[int, int], ...]:
        """The exchanges that rotate the board by 180 degrees: those of two reflections, which are few."""
        return self.mirror_swaps + find_delta_swaps(self._image_cells_when_reversed(False, True))

    def _image_cells_when_reversed(self, across: bool, down: bool) -> Permutation:
        """Return the cell to which every cell moves when columns or rows are reversed."""
        last, lowest = self.columns - 1, self.rows - 1
        return tuple(
            (lowest - row if down else row) * self.columns + (last - column if across else column)
            for row in range(self.rows)
            for column in range(self.columns)
        )

    # The cards.

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """The cards in play."""
        return tuple(self.cards.split())

    @cached_property
    def steps_by_card(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each card, its steps: the cells from which a step stays on the board, and its distance."""
        found = []
        for name in self.card_names:
            directions = []
            for right, up in CARDS[name]:
                leaving = 0
                for cell in range(self.cells):
                    row, column = divmod(cell, self.columns)
                    if 0 <= column + right < self.columns and 0 <= row - up < self.rows:
                        leaving |= 1 << cell
                directions.append((leaving, right - up * self.columns))
            found.append(tuple(directions))
        return tuple(found)

    @cached_property
    def all_card_deals(self) -> tuple[tuple[int, int], ...]:
        """Every deal: the mover's and the opponent's cards, as sets; the deal of the start is the first."""
        pairs = [1 << one | 1 << two for one, two in combinations(range(IN_PLAY), 2)]
        return tuple((mine, theirs) for mine in pairs for theirs in pairs if mine & theirs == 0)

    @cached_property
    def deal_after_using_card(self) -> tuple[int, ...]:
        """For each deal and card, the opponent's deal after the card is exchanged, -1 if not in hand."""
        found = []
        for mine, theirs in self.all_card_deals:
            aside = (1 << IN_PLAY) - 1 & ~(mine | theirs)
            for card in range(IN_PLAY):
                after = theirs, mine & ~(1 << card) | aside
                found.append(self.all_card_deals.index(after) if mine >> card & 1 else -1)
        return tuple(found)

    @cached_property
    def mirrored_deals(self) -> tuple[int, ...]:
        """For each deal, its mirror image; empty if that needs other cards or moves the temples."""
        directions = [set(CARDS[name]) for name in self.card_names]
        images = [{(-right, up) for right, up in each} for each in directions]
        if self.columns % 2 == 0 or any(image not in directions for image in images):
            return ()
        place = [directions.index(image) for image in images]

        def mirror_deal(hand: int) -> int:
            return sum(1 << place[card] for card in range(IN_PLAY) if hand >> card & 1)

        return tuple(
            self.all_card_deals.index((mirror_deal(mine), mirror_deal(theirs)))
            for mine, theirs in self.all_card_deals
        )

    # What a person reads: the board from the first player's side, whose pieces are capitals, and the cards.

    def card_names_of_deal(self, deal: int) -> tuple[str, str, str]:
        """Return the cards of a deal by name: the mover's, the opponent's and the one aside."""
        mine, theirs = self.all_card_deals[deal]
        sets = mine, theirs, (1 << IN_PLAY) - 1 & ~(mine | theirs)
        mine_text, theirs_text, aside_text = (
            " ".join(name for card, name in enumerate(self.card_names) if cards >> card & 1) for cards in sets
        )
        return mine_text, theirs_text, aside_text

    def hands(self, position: Position) -> tuple[str, str, str]:
        """Return the cards by name: the first player's, the second's and the one aside."""
        mine, theirs, aside = self.card_names_of_deal(self.deal_number(position))
        return (theirs, mine, aside) if self.mover(position) else (mine, theirs, aside)

    def notes(self, position: Position) -> list[str]:
        cards = [f"{line} {hand}" for line, hand in zip(LINES, self.hands(position), strict=True)]
        return [*cards, f"{PLAYERS[self.mover(position)]} to move"]

    def cell_on_board(self, position: Position, cell: int) -> int:
        """Return a cell on the board that people see, which is not rotated; the same from there."""
        return self.cells - 1 - cell if self.mover(position) else cell

    def cell_signs(self, position: Position) -> dict[int, str]:
        mine, theirs = self.pieces(position)
        masters = sum(self.master_cells(position))
        is_second = self.mover(position) == 1
        found = {}
        for cell in range(self.cells):
            if (mine | theirs) >> cell & 1:
                sign = "M" if masters >> cell & 1 else "P"
                is_first_players = mine >> cell & 1 != is_second
                found[self.cell_on_board(position, cell)] = sign if is_first_players else sign.lower()
        return found

    def layers(self, position: int) -> Iterator[int]:
        """Yield the pupils of the mover and of the opponent, their masters, and the player to move."""
        mine, theirs = self.pieces(position)
        master, other = self.master_cells(position)
        for cells in (mine & ~master, theirs & ~other, master, other):
            yield self.rotate_half_turn(cells) if self.mover(position) else cells
        yield self.mover(position)

    def parse(self, text: str) -> Position:
        """Read rows of M, P, small for the second player's pieces, and `.`; then cards and who is to move.

        The lines are like `first tiger crab`, `second monkey crane`, `aside boar` and `first to move`. Raises
        `UnreadablePosition`. The number of pieces is checked, but not whether play can lead there.
        """
        rows, mover = split_rows_and_mover(self, text, PLAYERS, -1)
        words = [row.split() for row in rows[-len(LINES) :]]
        if tuple(row[0] for row in words) != LINES:
            remedy = f"write {'/'.join(self.notes(self.start())[:-1])}"
            raise unreadable(self, text, "its last lines are not the cards", remedy)
        hands = [set(row[1:]) for row in words]
        if mover:
            hands[:2] = hands[1::-1]
        known = [
            tuple(set(hand.split()) for hand in self.card_names_of_deal(deal))
            for deal in range(len(self.all_card_deals))
        ]
        if tuple(hands) not in known:
            raise unreadable(self, text, "its cards are not dealt so", f"deal {self.cards}: two, two and one")
        signs = read_pieces(self, text, rows[: -len(LINES)], self.board.text, self.board.spots, self.signs)
        found = {sign: [cell for cell, each in signs.items() if each == sign] for sign in self.signs}
        for sign in "Pp":
            if len(found[sign]) > self.pupils:
                reason = f"{sign} stands on {len(found[sign])} cells"
                raise unreadable(self, text, reason, f"write at most {self.pupils}")
        own, opposite = "mM" if mover else "Mm"
        if len(found[own]) > 1 or len(found[opposite]) != 1:
            raise unreadable(self, text, "a player has no master, or two", "write one M and one m")
        bits = {sign: sum(1 << cell for cell in cells) for sign, cells in found.items()}
        first, second = ((bits[pupil] | bits[master], bits[master]) for pupil, master in ("PM", "pm"))
        if mover:
            first, second = (
                (self.rotate_half_turn(pieces), self.rotate_half_turn(master))
                for pieces, master in (second, first)
            )
        return self.pack_position(first[0], second[0], first[1], second[1], known.index(tuple(hands)), mover)

    def name(self, position: Position, move: int) -> str:
        card = self.card_names[move >> 2 * self.cell_number_bits]
        step = move & (1 << 2 * self.cell_number_bits) - 1
        if step != self.pass_move:
            ends = (self.cell_on_board(position, each) for each in (self.start_of(step), self.end_of(step)))
            step = self.encode_move(*ends)
        return f"{card} {super().name(position, step)}"

    def depict(self, position: Position) -> Picture:
        """Return the board, a line behind each temple, each player's cards, and aside the next one."""
        picture = super().depict(position)
        right, low = lowest(self.own_temple_cell) % self.columns, self.rows - 0.5
        left = self.columns - 1 - right
        temples = (
            Stroke(right - 0.5, low, right + 0.5, low, "goal", 0),
            Stroke(left - 0.5, -0.5, left + 0.5, -0.5, "goal", 1),
        )
        x = (self.columns - 1) / 2
        places, things = list(picture.places), list(picture.things)
        first, second, aside = self.hands(position)
        above, below = -1.32, self.rows + 0.62
        ends = [(round(x + CARD, 2), below), (round(x - CARD, 2), above)]  # of the next card, by who takes it
        next_end, free_end = ends[:: -1 if self.mover(position) else 1]
        places.append(Place("", *free_end, "card"))
        for hand, side, begin, high in (
            (second, 1, x, above),
            (aside, None, *next_end),
            (first, 0, x - CARD, below),
        ):
            for number, card in enumerate(hand.split()):
                at = round(begin + CARD * number, 2)
                places.append(Place(card, at, high, "card"))
                things.append(Thing("pattern", at, high, side, draw_steps(card, turned=side == 1)))
        return replace(
            picture,
            places=tuple(places),
            strokes=temples,
            things=tuple(things),
            notes=("to move",),
            mover=self.mover(position),
        )


def draw_steps(card: str, *, turned: bool) -> str:
    """Return a card's name and its steps, as a picture has them; `turned` for who sits opposite.

    >>> draw_steps("tiger", turned=False)
    'tiger|..o..............o.......'
    """
    cells = ["."] * 25
    for right, up in CARDS[card]:
        cells[12 + (right - 5 * up) * (-1 if turned else 1)] = "o"
    return f"{card}|{''.join(cells)}"
