"""Sokoban: levels made for this, solved by the twin, and what is no level or position."""

from collections import deque
from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family
from zermelo import UNDECIDED, WIN, PuzzleForOne
from zermelo.games.sokoban import Sokoban

CORRIDOR = Sokoban(level="#######/#@-$-.#/#######")
CORNER = Sokoban(level="#####/#@--#/#-$-#/#--.#/#####")
TURN = Sokoban(level="######/#--.-#/#-$$-#/#-.@-#/######")
STUCK = Sokoban(level="#####/#$-.#/#-@-#/#####")
HAND = "by hand: the corridor is pushed through, a box in a corner stays there"


def facts() -> Iterator[Fact]:
    """What is seen at once, and what trying everything on text has found."""
    yield Fact(repr(CORRIDOR), "remoteness", 3, HAND, "recomputed", "small")
    yield Fact(repr(STUCK), "value", 0, HAND, "recomputed", "small")
    for game in (CORNER, TURN, Sokoban()):
        fewest = fewest_steps(twin(game))
        assert fewest is not None
        yield Fact(repr(game), "remoteness", fewest, BRUTE_FORCE, "recomputed", "small")


def fewest_steps(game: PuzzleForOne) -> int | None:
    """Return the fewest steps by going through all positions, the nearest first."""
    met, queue = {game.start()}, deque([(game.start(), 0)])
    while queue:
        position, steps = queue.popleft()
        if game.outcome(position) == WIN:
            return steps
        for move in game.moves(position):
            child = game.play(position, move)
            if child not in met:
                met.add(child)
                queue.append((child, steps + 1))
    return None


def twin(game: Sokoban) -> PuzzleForOne:
    """Return the game on text: the three signs ahead of the keeper say what a step does."""
    return TextSokoban(level=game.show(game.start()))


# What a step makes of the keeper's sign, of the next one and of the one behind that.
LEFT_BEHIND = {"@": "-", "+": "."}
STEPPED_ON = {"-": "@", ".": "+", "$": "@", "*": "+"}
PUSHED_ON = {"-": "$", ".": "*"}


class TextSokoban(PuzzleForOne):
    level: str

    def start(self) -> str:
        return self.level

    def moves(self, position: str) -> list[tuple[int, int]]:
        return [step for step in ((-1, 0), (1, 0), (0, -1), (0, 1)) if self.play(position, step) != position]

    def play(self, position: str, move: tuple[int, int]) -> str:
        rows = [list(row) for row in position.splitlines()]
        row, column = next(
            (row, column)
            for row, signs in enumerate(rows)
            for column, sign in enumerate(signs)
            if sign in "@+"
        )
        y, x = row + move[0], column + move[1]
        ahead = rows[y][x]
        if ahead == "#":
            return position
        if ahead in "$*":
            behind = rows[y + move[0]][x + move[1]]
            if behind not in PUSHED_ON:
                return position
            rows[y + move[0]][x + move[1]] = PUSHED_ON[behind]
        rows[y][x] = STEPPED_ON[ahead]
        rows[row][column] = LEFT_BEHIND[rows[row][column]]
        return "\n".join("".join(signs) for signs in rows)

    def outcome(self, position: str) -> int:
        return UNDECIDED if "$" in position else WIN


FAMILY = Family(
    small=(Sokoban(), CORNER, STUCK),
    larger=(TURN,),
    facts=facts,
    twin=twin,
    refused=(
        (Sokoban, {"level": 5}, "level=5 is no text"),
        (Sokoban, {"level": "###/#@X/###"}, "has the sign 'X'"),
        (Sokoban, {"level": "####/#--#/####"}, "has not one keeper"),
        (Sokoban, {"level": "#####/#@$-#/#####"}, "has 1 boxes and 0 goals"),
        (Sokoban, {"level": "####/#@$./####"}, "is open at its rim"),
        (Sokoban, {"level": "#######/#@#$.-#/#######"}, "has a box or goal out of reach"),
    ),
    unreadable=(
        (CORRIDOR, "#####/#@$.#/#####", "its rows have lengths 5 5 5"),
        (CORRIDOR, "#######/#@-$.-#/#######", "'.' is not what stands there"),
        (CORRIDOR, "#######/#@-@$.#/#######", "it has 2 keepers and 1 boxes"),
    ),
    written=(
        (CORRIDOR, "#######\n# @$ .#\n#######", "l R"),
        (CORNER, "#####|#-@-#|#-$-#|#--.#|#####", "D l r"),
    ),
)
