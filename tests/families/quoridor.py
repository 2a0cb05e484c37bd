from families import DEFINITIONS, Family, bounds, counted
from families._text_boards import STRAIGHT, Cell, Turns, beside, blank, cells_of, text_of
from zermelo import LOSS, UNDECIDED
from zermelo.games.race.quoridor import Quoridor

SLATTON = "G. Slatton, Solving Quoridor (grantslatton.com/solving-quoridor), and its table on GitHub"
WINNERS = {  # columns, rows: who wins with 0, 1, 2 ... walls each, the player who begins being 1
    (2, 3): "21111",
    (3, 3): "22222",
    (4, 3): "2221",
    (5, 3): "2221",
    (3, 5): "2221",
}


class TextQuoridor(Turns):
    """Walls are sets of closed steps, and ways are walked cell by cell."""

    names = ("X", "O")

    def start(self) -> str:
        pawns = {"O": (0, self.game.columns // 2), "X": (self.game.rows - 1, self.game.columns // 2)}
        return f"{self.write(pawns, [], [self.game.walls] * 2)}\nX to move"

    def write(self, pawns: dict[str, Cell], walls: list[str], left: list[int]) -> str:
        board = cells_of(blank(self.game.columns, self.game.rows)) | {
            cell: sign for sign, cell in pawns.items()
        }
        shown = " ".join(sorted(walls, key=lambda wall: (wall[0], int(wall[2:]), wall[1]))) or "-"
        return f"{text_of(board)}\nwalls {shown}\nleft {left[0]} {left[1]}"

    def read(self, position: str) -> tuple[dict[str, Cell], list[str], list[int]]:
        *rows, walls, left, _ = position.split("\n")
        pawns = {sign: cell for cell, sign in cells_of("\n".join(rows)).items() if sign != "."}
        named = [word for word in walls.split(" ")[1:] if word != "-"]
        return pawns, named, [int(word) for word in left.split(" ")[1:]]

    def middle(self, wall: str) -> Cell:
        return int(wall[2:]) - 1, ord(wall[1]) - ord("a")

    def closed(self, walls: list[str]) -> set[frozenset[Cell]]:
        """Return the pairs of cells between which a wall is."""
        found = set()
        for wall in walls:
            row, column = self.middle(wall)
            for other in (0, 1):
                one = (row, column + other) if wall[0] == "H" else (row + other, column)
                two = (one[0] + 1, one[1]) if wall[0] == "H" else (one[0], one[1] + 1)
                found.add(frozenset((one, two)))
        return found

    def is_open(self, one: Cell, two: Cell, walls: list[str]) -> bool:
        row, column = two
        inside = 0 <= row < self.game.rows and 0 <= column < self.game.columns
        return inside and frozenset((one, two)) not in self.closed(walls)

    def crosses(self, cell: Cell, goal: int, walls: list[str]) -> bool:
        seen, waiting = {cell}, [cell]
        while waiting:
            here = waiting.pop()
            ends = [end for end in beside(here) if end not in seen and self.is_open(here, end, walls)]
            seen.update(ends)
            waiting += ends
        return any(row == goal for row, _ in seen)

    def may_stand(self, wall: str, walls: list[str], pawns: dict[str, Cell]) -> bool:
        """Whether a wall crosses and covers no other, and leaves both pawns a way."""
        is_free = all(
            self.middle(other) != self.middle(wall) and not self.closed([other]) & self.closed([wall])
            for other in walls
        )
        goals = {"X": 0, "O": self.game.rows - 1}
        return is_free and all(self.crosses(pawns[sign], goals[sign], [*walls, wall]) for sign in "XO")

    def moves(self, position: str) -> list[Cell | str]:
        pawns, walls, left = self.read(position)
        mover = self.mover(position)
        mine, theirs = pawns["XO"[mover]], pawns["OX"[mover]]
        found: list[Cell | str] = []
        for down, right in STRAIGHT:
            end = mine[0] + down, mine[1] + right
            if not self.is_open(mine, end, walls):
                continue
            behind = end[0] + down, end[1] + right
            if end != theirs:
                found.append(end)
            elif self.is_open(end, behind, walls):
                found.append(behind)
            else:
                sides = ((end[0] + right, end[1] + down), (end[0] - right, end[1] - down))
                found += [side for side in sides if self.is_open(end, side, walls)]
        if left[mover]:
            names = [
                f"{'abcdef'[x]}{y + 1}"
                for y in range(self.game.rows - 1)
                for x in range(self.game.columns - 1)
            ]
            every = [kind + name for kind in "HV" for name in names]
            found += [wall for wall in every if self.may_stand(wall, walls, pawns)]
        return found

    def play(self, position: str, move: Cell | str) -> str:
        pawns, walls, left = self.read(position)
        mover = self.mover(position)
        if isinstance(move, str):
            walls = [*walls, move]
            left[mover] -= 1
        else:
            pawns["XO"[mover]] = move
        return self.next_turn(position, self.write(pawns, walls, left))

    def outcome(self, position: str) -> int:
        pawns, _, _ = self.read(position)
        return LOSS if pawns["X"][0] == 0 or pawns["O"][0] == self.game.rows - 1 else UNDECIDED


FAMILY = Family(
    small=(Quoridor(walls=1), Quoridor(columns=2, rows=3, walls=1)),
    larger=(Quoridor(), Quoridor(columns=5, rows=5, walls=4), Quoridor(columns=4, rows=3, walls=3)),
    facts=(
        # Positions tell who is to move. The rim behind a pawn counts as a wall, as in Slatton's table.
        *counted("value size", SLATTON, "literature")(
            *(
                (
                    Quoridor(columns, rows, walls),
                    1 if winner == "1" else -1,
                    "small" if walls == 0 or columns == 2 else "medium",
                )
                for (columns, rows), winners in WINNERS.items()
                for walls, winner in enumerate(winners)
            )
        ),
        *counted("remoteness positions totals longest edges finished", DEFINITIONS, size="medium")(
            (Quoridor(3, 3, 1), 8, 2_856, (1_420, 0, 1_436), 13, 6_910, 778)
        ),
    ),
    twin=TextQuoridor,
    refused=(
        *bounds(Quoridor, columns=(2, 12), rows=(2, 12), walls=(0, 15)),
        (Quoridor, {"columns": 6, "rows": 5}, "rows=30 is too large"),
    ),
    unreadable=(
        (Quoridor(), ".O./.../.X.", "its last lines are not the walls and the turn"),
        (Quoridor(), "OO./.../.X./walls -/left 2 2/X to move", "it has not one pawn of each player"),
        (Quoridor(), ".O./.../.X./walls Hc1/left 2 1/X to move", "'Hc1' is no wall"),
        (Quoridor(), ".O./.../.X./walls Ha3/left 2 1/X to move", "'Ha3' is no wall: name them as in 'Ha1'"),
        (
            Quoridor(),
            ".O./.../.X./walls -/left 2/X to move",
            "it does not say what is left: write two numbers to 2",
        ),
        (
            Quoridor(),
            ".O./.../.X./walls Ha1/left 2 2/X to move",
            "1 walls stand and 4 are left: give 4 together",
        ),
    ),
    written=(
        (Quoridor(), ".O./.X./.../walls Ha1 Va2/left 1 1/O to move", "c1 a1"),
        (Quoridor(walls=0), ".O./.X./.../walls -/left 0 0/X to move", "c2 b3 a2 a1 c1"),
    ),
)
