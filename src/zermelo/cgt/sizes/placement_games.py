"""Placement games on rectangles of any size, and who wins them by copying, decided for all sizes at once.

**The model.** Each player has a set of cells open to that player; at first all cells are open. A pattern has
three sets of offsets. A pattern placed at a cell v *needs* the cells v + o to be open to the mover and on the
board. It then shuts the cells of `mine` to the mover and those of `theirs` to the opponent, where they are on
the board. A player who cannot place anything loses. In impartial games both players have the same open cells.
Cram has two patterns, which need, and shut to both, two cells side by side. Snort has one, which needs a cell
and shuts it to the mover, and shuts the cell and its neighbours to the opponent.

**Theorem.** Let s be a turn of the board with s(s(v)) = v, and let the images of one player's patterns under
it be the other's. Call a placement of a pattern *bad* if s(v + needs) meets v + theirs. Let A be what is open
to the player to move, B to the other, and s(A) a subset of B. If no bad placement is possible, then or
later, the player to move loses.

Proof. The player to move plays a pattern at v. The opponent may answer with its image: it needs s(v + needs),
which is within s(A), so within B, and no part of it was shut just now, as the placement is not bad. After
both, A has lost v + mine and s(v + theirs), and B v + theirs and s(v + mine): so s(A) is within B again. Each
move of the player has such an answer and play ends, so this player is the first who cannot move. (In the
impartial case s(A) = A = B.)

**All sizes at once.** The half turn of m x n takes v to c - v with c = (m - 1, n - 1); so a placement is bad
if and only if 2v = c - p - q for some p of `theirs` and q of `needs`. That has a solution in whole numbers
if and only if both coordinates of c - p - q are even: the parities of m and n decide, and finitely many
offsets. A mirror leaves one coordinate as it is: there p and q have to agree. Where no pair of offsets gives
a bad placement, the second player wins on every board of these parities. Seen from the centre of the board,
bad placements of the half turn lie at -(p + q)/2 whatever the size, so a first move after which s(A) is
within B, and which takes a cell that each bad placement needs, is found the same way: then the first player
wins on every board of these parities that it fits on. It is looked for among Left's moves; if Right begins,
its image is a move of Right's.
(Tweedledum and Tweedledee: Berlekamp, Conway and Guy, *Winning Ways*, chapter 1.)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

Offset = tuple[int, int]  # columns to the right, rows down
Offsets = frozenset[Offset]
Open = tuple[frozenset[Offset], frozenset[Offset]]  # cells open to the first of the two players, to the other

EVEN, ODD = 0, 1
PARITIES: Final[tuple[Offset, ...]] = ((EVEN, EVEN), (EVEN, ODD), (ODD, EVEN), (ODD, ODD))  # columns, rows
TURNS: Final = {  # what a turn does to both coordinates, seen from the centre
    "half turn": (-1, -1),
    "mirror from left to right": (-1, 1),
    "mirror from top to bottom": (1, -1),
}


@dataclass(frozen=True)
class PlacementPattern:
    """The offsets of cells that a move needs open to the mover, and that it shuts to each player."""

    needs: Offsets
    mine: Offsets
    theirs: Offsets

    def make_image_under_turn(self, turn: Offset) -> "PlacementPattern":
        """Return the pattern that is its image, moved so that both of one shape are equal."""
        turned = [
            frozenset((x * turn[0], y * turn[1]) for x, y in part)
            for part in (self.needs, self.mine, self.theirs)
        ]
        least = min(turned[0])
        return PlacementPattern(
            *(frozenset((x - least[0], y - least[1]) for x, y in part) for part in turned)
        )

    def move_to_origin(self) -> "PlacementPattern":
        """Return the pattern moved so that the least cell it needs is (0, 0)."""
        return self.make_image_under_turn((1, 1))


def make_covering_pattern(*cells: Offset) -> PlacementPattern:
    """Return a pattern that needs these cells and shuts them to both: a piece of this shape."""
    shape = frozenset(cells)
    return PlacementPattern(shape, shape, shape)


@dataclass(frozen=True)
class PlacementGame:
    """A game of placements: the patterns of Left and of Right; `impartial` where one set of cells is open."""

    left: tuple[PlacementPattern, ...]
    right: tuple[PlacementPattern, ...]
    impartial: bool

    def __post_init__(self) -> None:
        if self.impartial:
            assert self.left == self.right
            assert all(pattern.mine == pattern.theirs for pattern in self.left)

    def get_patterns_of_player(self, player: int) -> tuple[PlacementPattern, ...]:
        """Return a player's patterns, 0 for Left."""
        return self.right if player else self.left

    def yield_open_cells_after_moves(
        self, open_to: Open, player: int, columns: int, rows: int
    ) -> Iterator[Open]:
        """Yield what a player can make of what is open, placement by placement."""
        mine, theirs = open_to[player], open_to[1 - player]
        for pattern, x, y in product(self.get_patterns_of_player(player), range(columns), range(rows)):
            if all((x + right, y + down) in mine for right, down in pattern.needs):
                own = mine - {(x + right, y + down) for right, down in pattern.mine}
                other = theirs - {(x + right, y + down) for right, down in pattern.theirs}
                yield (other, own) if player else (own, other)


@dataclass(frozen=True)
class CopyingStrategy:
    """Who wins all boards of these parities by copying, and with which first move.

    `start` has the first move's needs as doubled coordinates from the centre, empty where the second player
    wins; boards have at least `least` columns and rows. `pairs` of offsets were looked at.
    """

    winner: str
    turn: str
    pairs: int
    start: Offsets = frozenset()
    least: tuple[int, int] = (1, 1)


def find_copying_strategy(game: PlacementGame, parity: tuple[int, int]) -> CopyingStrategy | None:
    """Return who wins by copying on every board of these parities; None where the theorem shows nobody.

    >>> domino = (make_covering_pattern((0, 0), (1, 0)), make_covering_pattern((0, 0), (0, 1)))
    >>> cram = PlacementGame(domino, domino, impartial=True)
    >>> [found and found.winner for found in (find_copying_strategy(cram, parity) for parity in PARITIES)]
    ['second', 'first', 'first', None]
    """
    centre = (1 - parity[0], 1 - parity[1])  # c modulo 2
    for name, turn in TURNS.items():
        if not does_turn_exchange_players(game, turn):
            continue
        bad, pairs = [], 0
        for player, pattern in ((who, each) for who in (0, 1) for each in game.get_patterns_of_player(who)):
            for shut_cell, needed_cell in product(pattern.theirs, pattern.needs):
                pairs += 1
                where = _find_bad_offset(shut_cell, needed_cell, turn, centre)
                if where is not None:
                    bad.append((player, _measure_cells_from_centre(where, pattern.needs)))
        if not bad:
            return CopyingStrategy("second", name, pairs)
        if name == "half turn":
            found = _find_first_move_before_copying(game, bad, centre, pairs)
            if found is not None:
                return found
    return None


def does_turn_exchange_players(game: PlacementGame, turn: Offset) -> bool:
    """Return whether the images of each player's patterns are the other's."""
    images = (
        {each.make_image_under_turn(turn) for each in game.left},
        {each.make_image_under_turn(turn) for each in game.right},
    )
    return images == (
        {each.move_to_origin() for each in game.right},
        {each.move_to_origin() for each in game.left},
    )


def _find_bad_offset(shut_cell: Offset, needed_cell: Offset, turn: Offset, centre: Offset) -> Offset | None:
    """Return a place, doubled and from the centre, whose pattern is bad by these offsets; None if none is.

    Where a mirror leaves a coordinate as it is, any will do, and 0 or 1 is returned, as the centre asks.
    """
    place = []
    for axis in (0, 1):
        if turn[axis] == 1:
            if shut_cell[axis] != needed_cell[axis]:
                return None
            place.append(centre[axis])
            continue
        at = -(shut_cell[axis] + needed_cell[axis])
        if at % 2 != centre[axis]:
            return None
        place.append(at)
    return place[0], place[1]


def _measure_cells_from_centre(where: Offset, offsets: Offsets) -> Offsets:
    """Return cells, as doubled coordinates from the centre."""
    return frozenset((where[0] + 2 * x, where[1] + 2 * y) for x, y in offsets)


def _find_first_move_before_copying(
    game: PlacementGame, bad: list[tuple[int, Offsets]], centre: Offset, pairs: int
) -> CopyingStrategy | None:
    """Return a first move of Left after which Right's bad placements are gone, and s(A) is within B."""
    against = [needs for player, needs in bad if player == 1]
    for pattern in game.left:
        for own, other in product(pattern.mine, pattern.theirs):
            where = (-(own[0] + other[0]), -(own[1] + other[1]))
            if (where[0] % 2, where[1] % 2) != centre:
                continue
            needs, mine, theirs = (
                _measure_cells_from_centre(where, part)
                for part in (pattern.needs, pattern.mine, pattern.theirs)
            )
            if mine <= {(-x, -y) for x, y in theirs} and all(needed_cell & theirs for needed_cell in against):
                least = tuple(max(abs(cell[axis]) for cell in needs) + 1 for axis in (0, 1))
                return CopyingStrategy("first", "half turn", pairs, needs, (least[0], least[1]))
    return None
