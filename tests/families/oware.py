from families import DEFINITIONS, Family, bounds, counted
from families._text_boards import Text
from zermelo import UNDECIDED
from zermelo.games.sowing.oware import GRAND_SLAMS, Oware


class TextOware(Text):
    patience: int
    scored = True

    def start(self) -> str:
        return self.text([self.game.seeds] * self.game.houses, [self.game.seeds] * self.game.houses, 0)

    def text(self, mine: list[int], theirs: list[int], quiet: int) -> str:
        rows = [" ".join(map(str, row)) for row in (theirs[::-1], mine)]
        return "\n".join(rows + [f"{quiet} moves without a capture"] * (self.patience > 0))

    def rows(self, position: str) -> tuple[list[int], list[int]]:
        """Return the mover's row and the other's, each from its owner's left."""
        theirs, mine = ([int(word) for word in row.split()] for row in position.split("\n")[:2])
        return mine, theirs[::-1]

    def quiet(self, position: str) -> int:
        return int(position.split("\n")[2].split()[0]) if self.patience else 0

    def after(self, position: str, move: int) -> tuple[list[int], list[int], int, bool]:
        """Return both rows after a move, what it brings its mover, and whether it is a grand slam."""
        mine, theirs = self.rows(position)
        ring = mine + theirs
        hand, ring[move] = ring[move], 0
        pit = move
        while hand > 0:
            pit = (pit + 1) % len(ring)
            if pit != move:
                ring[pit] += 1
                hand -= 1
        mine, theirs = ring[: self.game.houses], ring[self.game.houses :]
        emptied = []
        while pit >= self.game.houses and ring[pit] in (2, 3):
            emptied.append(pit - self.game.houses)
            pit -= 1
        is_slam = bool(emptied) and sum(theirs[house] for house in emptied) == sum(theirs)
        if is_slam and self.game.grand_slam == "nothing":
            emptied = []
        if is_slam and self.game.grand_slam == "spares_first":
            emptied.remove(min(emptied))
        if is_slam and self.game.grand_slam == "spares_last":
            emptied.remove(max(emptied))
        won = sum(theirs[house] for house in emptied)
        for house in emptied:
            theirs[house] = 0
        if is_slam and self.game.grand_slam == "gives":
            won -= sum(mine)
            mine = [0] * self.game.houses
        return mine, theirs, won, is_slam

    def moves(self, position: str) -> list[int]:
        mine, theirs = self.rows(position)
        every = [house for house in range(self.game.houses) if mine[house] > 0]
        if self.game.feed and not any(theirs):
            return [house for house in every if any(self.after(position, house)[1])]
        if self.game.grand_slam == "barred":
            return [house for house in every if not self.after(position, house)[3]] or every
        return every

    def play(self, position: str, move: int) -> str:
        mine, theirs, _, _ = self.after(position, move)
        is_quiet = sum(mine + theirs) == sum(map(sum, self.rows(position)))
        return self.text(theirs, mine, self.quiet(position) + 1 if is_quiet else 0)

    def gain(self, position: str, move: int) -> int:
        return self.after(position, move)[2]

    def outcome(self, position: str) -> int:
        return self.stuck(position) if self.patience and self.quiet(position) == self.patience else UNDECIDED

    def stuck(self, position: str) -> int:
        mine, theirs = self.rows(position)
        return sum(mine) - sum(theirs)

    def tier(self, position: str) -> int:
        return -sum(map(sum, self.rows(position))) * (self.patience + 1) + self.quiet(position)


FAMILY = Family(
    small=(
        *(Oware(houses=2, seeds=3, grand_slam=slam) for slam in GRAND_SLAMS),
        Oware(houses=3, seeds=1),
        Oware(houses=2, seeds=3, feed=False),
        Oware(patience=4),
    ),
    larger=(
        Oware(houses=6, seeds=4),
        Oware(houses=4, grand_slam="gives"),
        Oware(houses=4, grand_slam="takes", feed=False),
    ),
    # Rules are those of the Oware Society (oware.org) and of Wikipedia's page. Loops are slow for the
    # definitions.
    facts=(
        *counted("value remoteness positions totals size", DEFINITIONS)(
            (Oware(2, 3), 0, 25, 406, (143, 178, 85), "small"),
            (Oware(2, 3, grand_slam="takes"), 0, 8, 347, (161, 68, 118), "small"),
            (Oware(2, 3, grand_slam="spares_first"), 0, 25, 398, (150, 155, 93), "small"),
            (Oware(2, 3, grand_slam="spares_last"), 0, 25, 398, (165, 126, 107), "small"),
            (Oware(2, 3, feed=False), -4, 12, 417, (219, 33, 165), "small"),
            (Oware(3, 1), 0, 4, 424, (139, 218, 67), "small"),
            (Oware(patience=4), 8, 5, 1_019, (502, 153, 364), "small"),
            (Oware(), 6, 19, 8_266, (4_318, 1_630, 2_318), "medium"),
        ),
        *counted("value positions totals", DEFINITIONS)(
            (Oware(2, 3, grand_slam="barred"), 1, 337, (144, 100, 93)),
            (Oware(2, 3, grand_slam="gives"), 1, 330, (146, 99, 85)),
        ),
    ),
    twin=lambda game: TextOware(game, game.patience),
    refused=(
        *bounds(Oware, houses=(1, 31), seeds=(1, 1_000_000), patience=(0, 1_000)),
        (Oware, {"grand_slam": "all"}, "grand_slam='all' is unknown: give 'nothing', 'barred'"),
        (Oware, {"houses": 8, "seeds": 8}, "houses=8 with seeds=8 needs 64 bits a row, more than a word"),
    ),
    unreadable=(
        (Oware(), "1 1 1/1 1 x", "'x' is no number of seeds"),
        (Oware(), "2 2 2/2 2 3", "it has 13 seeds: the game has at most 12"),
        (Oware(patience=4), "1 1 1/1 1 1", "it does not say how long nothing was taken: write 0 moves"),
        (Oware(patience=4), "1 1 1/1 1 1/5 moves without a capture", "or up to 4"),
    ),
    written=(
        (Oware(), "0 0 1 / 1 0 2", "1 3"),
        (Oware(), "0 0 0/1 1 1", "3"),  # the others feed nobody
        (Oware(), "0 0 0/1 1 0", ""),  # nobody is fed: play is over
        (Oware(feed=False), "0 0 0/1 1 0", "1 2"),
        (Oware(), "0 0 1/1 0 1", "1 3"),
        (Oware(grand_slam="barred"), "0 0 1/1 0 1", "1"),  # the third would take the other's last seeds
        (Oware(grand_slam="barred"), "0 0 1/0 0 1", "3"),  # and may, where it is the only one
        (Oware(patience=4), "0 0 1/1 0 1/3 moves without a capture", "1 3"),
    ),
)
