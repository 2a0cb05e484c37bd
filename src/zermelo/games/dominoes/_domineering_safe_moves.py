"""Prove who has the last move of domineering without looking ahead.

A player's dominoes span two lines, rows for who lays upright and columns for who lays level, and the other's
lie along one. Cells that no domino of the other reaches are shut, the rest open, and what a player can surely
lay is counted in regions that have no cell in common:

    safe     two shut cells: theirs at any time
    double   two by two open cells beside two that are covered: one domino makes the other safe
    single   two cells, both open or one of them shut: safe once taken
    option   an open cell in line with a safe domino, which can be laid one cell on so as to cover it

A move of the other spoils one double, or two singles, or one region that stands alone, with nothing beside it
where the counting player could lay. (Across a double and a single, it leaves a single of the double.) So a
player who answers every move by taking the best region left gets every second double, every third single and
every second region that stands alone.

The opponent's dominoes are bounded twice, and either bound suffices. First, the opponent lays at most half as
many dominoes as there are cells which they reach and nobody takes. There regions are weighed in half moves: a
move gained is two, and so are two cells taken (`gained`). Second, the opponent lays at most half of each run,
rounded down. There only moves count, since a cell taken may be the spare one of a run of odd length. But a
double takes two cells side by side from either of two lines, and so one of the opponent's dominoes from each
(`ahead`). On 8 x 9, whose rows are odd, moves gained by singles in the second bound halve the positions: 2.4
to 1.3 million.

After N. Bullock, *Domineering: solving large combinatorial search spaces* (2002). Options count most: to know
who wins on 8 x 8, a search looks at 2.4 million positions with them and at 5.5 million without. Measured and
left out: corridors three cells wide, cells that a single leaves without another, runs of odd length (together
they save a fiftieth of the positions), and covering the cells that nobody can use (nothing).
"""

from dataclasses import dataclass
from functools import cached_property

from zermelo.core.game import Position
from zermelo.games.dominoes._domineering_boards import DomineeringBoard

DOUBLE, SINGLE, HALF_SHUT = 8, 4, 3  # in half moves; what an option is worth are the cells it takes, 1 to 3
COUNT_BITS = 6  # regions that stand alone are counted by their worth, all in one word


@dataclass(frozen=True)
class SafeMoves:
    """What each player can lay for sure on a board of dominoes."""

    board: DomineeringBoard

    def free_cells_of_line(self, position: Position, player: int, index: int) -> int:
        """Return the free cells of a line that this player's dominoes span; none outside the board."""
        if player == 0:
            return self.board.free_cells_in_row(position, index) if 0 <= index < self.board.rows else 0
        cells = 0
        if 0 <= index < self.board.columns:
            for row in range(self.board.rows):
                cells |= (self.board.free_cells_in_row(position, row) >> index & 1) << row
        return cells

    def is_last_move_certain(self, position: Position, player: int, first: int) -> bool:
        """Return whether a player surely has the last move, being first (1) or second (0) to move."""
        safe, doubles, singles, half_shut, alone, cells, most = self.count_regions_and_mobility(
            position, player
        )
        whole = alone >> SINGLE * COUNT_BITS
        if first == 1:
            ahead = self.compute_lead_moving_first(doubles, singles + half_shut, whole)
        else:
            ahead = self.compute_lead_moving_second(doubles, singles + half_shut, whole)
        if safe + ahead >= most + first:
            return True
        if first == 1:
            gained = self.compute_gain_moving_first(doubles, singles, half_shut, alone)
        else:
            gained = self.compute_gain_moving_second(doubles, singles, half_shut, alone)
        return 2 * safe + gained - cells >= 2 * first - 1

    def compute_lead_moving_first(self, doubles: int, singles: int, alone: int) -> int:
        """Return the same as `ahead` of a player who takes a region first, and then another after each."""
        ahead = 0
        if doubles > 0:
            ahead = 4 + self.compute_lead_moving_second(doubles - 1, singles, alone)
        if singles > 0:
            ahead = max(ahead, 1 + self.compute_lead_moving_second(doubles, singles - 1, alone))
        if alone > 0:
            ahead = max(ahead, 1 + self.compute_lead_moving_second(doubles, singles, alone - 1))
        return ahead

    def compute_lead_moving_second(self, doubles: int, singles: int, alone: int) -> int:
        """Return a player's gain in dominoes, with the opponent's losses, if the opponent spoils first.

        A double is worth four, two of the player's and two of the opponent's, and any single one. `alone` are
        singles that stand alone.
        """
        if doubles % 2 == 1:
            singles += 2
        if singles % 3 > 0:
            alone += 1
        return 4 * (doubles // 2) + singles // 3 + alone // 2

    def compute_gain_moving_first(self, doubles: int, singles: int, half_shut: int, alone: int) -> int:
        """Return what a player gains who takes a region, and then another after each that is spoiled."""
        gained = 0
        if doubles > 0:
            gained = DOUBLE + self.compute_gain_moving_second(doubles - 1, singles, half_shut, alone)
        if singles > 0:
            gained = max(
                gained, SINGLE + self.compute_gain_moving_second(doubles, singles - 1, half_shut, alone)
            )
        elif half_shut > 0:
            gained = max(
                gained, HALF_SHUT + self.compute_gain_moving_second(doubles, singles, half_shut - 1, alone)
            )
        if alone > 0:
            worth = (alone.bit_length() - 1) // COUNT_BITS
            left = alone - (1 << worth * COUNT_BITS)
            gained = max(gained, worth + self.compute_gain_moving_second(doubles, singles, half_shut, left))
        return gained

    def compute_gain_moving_second(self, doubles: int, singles: int, half_shut: int, alone: int) -> int:
        """Return what a player gains, in half moves, where the other spoils first.

        The last of an odd number of doubles is worth two singles. One or two singles over are spoiled at
        once, like one that stands alone.
        """
        if doubles % 2 == 1:
            singles += 2
        threes = (singles + half_shut) // 3
        if singles + half_shut > 3 * threes:
            alone += 1 << (SINGLE if half_shut == 0 else HALF_SHUT) * COUNT_BITS
        gained = DOUBLE * (doubles // 2) + SINGLE * (singles // 3) + HALF_SHUT * (threes - singles // 3)
        mine = 0
        for worth in range(SINGLE, 0, -1):
            count = alone >> worth * COUNT_BITS & (1 << COUNT_BITS) - 1
            gained += worth * ((count + mine) // 2)
            mine = (count + mine) & 1
        return gained

    def count_regions_and_mobility(
        self, position: Position, player: int
    ) -> tuple[int, int, int, int, int, int, int]:
        """Count a player's regions and the opponent's mobility.

        The counts are: safe dominoes; doubles, singles, those half shut, and by worth the regions that stand
        alone; the cells that the opponent's dominoes reach, and the most dominoes that the opponent can lay.
        Line by line, a place waits with a shut cell, an open one, an open one and a shut one, or an open one
        and a safe domino after it.
        """
        safe = doubles = singles = half_shut = lone = cells = most = 0
        shut_waits = open_waits = both_wait = safe_waits = 0  # the places
        apart = left = right = after_safe = ended = laid = above = 0
        free = self.free_cells_of_line(position, player, 0)
        for index in range((self.board.rows if player == 0 else self.board.columns) + 1):
            below = self.free_cells_of_line(position, player, index + 1)
            usable = free & (above | below)
            sole = ~(usable << 1 | usable >> 1)
            shut = free & ~(free << 1 | free >> 1)
            cells += (free ^ shut).bit_count()
            most += self.count_dominoes_in_line(free)
            begun = self.find_double_option_cells(free, below, laid)
            doubles += begun.bit_count() // 2
            unused = free & ~(shut | laid | begun)
            whole, lower, upper = open_waits & unused, shut_waits & unused, both_wait & ~shut
            singles += (whole & ~(apart & sole)).bit_count()
            half_shut += (lower & ~sole).bit_count() + (upper & ~apart).bit_count()
            option = (safe_waits & ~shut | open_waits & after_safe & ~(shut | unused)) & apart
            lone += (whole & apart & sole).bit_count() << SINGLE * COUNT_BITS
            lone += (lower & sole | upper & apart).bit_count() << HALF_SHUT * COUNT_BITS
            lone += self.count_options_by_cells_taken(option, left, right)
            fresh = unused & ~(shut_waits | open_waits)
            apart, after_safe = apart & ~fresh | sole & fresh, after_safe & ~fresh | ended & fresh
            left = left & ~fresh | free << 1 & ~(free << 2) & fresh
            right = right & ~fresh | free >> 1 & ~(free >> 2) & fresh
            ended = shut & (shut_waits | both_wait)
            safe += ended.bit_count()
            shut_waits = shut & ~(shut_waits | open_waits | both_wait | safe_waits)
            both_wait, safe_waits = shut & (open_waits | safe_waits), shut & both_wait
            open_waits, laid, above, free = fresh, begun, free, below
        return safe, doubles, singles, half_shut, lone, cells, most

    def count_options_by_cells_taken(self, option: int, left: int, right: int) -> int:
        """Count options by the cells they take: their own, and those beside it that have no other."""
        three, one = option & left & right, option & ~(left | right)
        two = option & ~(three | one)
        return (
            (three.bit_count() << 3 * COUNT_BITS)
            + (two.bit_count() << 2 * COUNT_BITS)
            + (one.bit_count() << COUNT_BITS)
        )

    def find_double_option_cells(self, free: int, below: int, laid: int) -> int:
        """Return the cells of doubles that span two lines; none touches another, or one `laid` before."""
        begun = 0
        open_cells = free & (free << 1 | free >> 1) & below & (below << 1 | below >> 1)
        open_cells &= ~(laid | laid << 1 | laid >> 1)
        covered = ~(free | below)
        corners = open_cells & open_cells >> 1 & (covered << 1 | 1 | covered >> 2)
        while corners:
            corner = corners & -corners
            begun |= corner | corner << 1
            corners &= ~(corner | corner << 1 | corner << 2)
        return begun

    def count_dominoes_in_line(self, free: int) -> int:
        """Return how many dominoes fit along a line: half of each run of cells, rounded down.

        A run that begins on an even cell is cleared by adding its first cell; its dominoes end on odd cells.
        """
        firsts = free & ~(free << 1)
        even = free & ~(free + (firsts & self.every_second_cell_of_line))
        return (even & ~self.every_second_cell_of_line).bit_count() + (
            free & ~even & self.every_second_cell_of_line
        ).bit_count()

    @cached_property
    def every_second_cell_of_line(self) -> int:
        """Every second cell of a line, from the first."""
        return sum(1 << place for place in range(0, max(self.board.columns, self.board.rows), 2))
