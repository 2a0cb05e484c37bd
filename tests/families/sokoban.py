from families import BRUTE_FORCE, Family, counted, facts_of
from families._text_boards import STRAIGHT, Cell, Puzzle, cells_of, text_of
from zermelo import UNDECIDED, WIN
from zermelo.games.puzzles.sokoban import Sokoban

CORRIDOR = Sokoban(level="#######/#@-$-.#/#######")
CORNER = Sokoban(level="#####/#@--#/#-$-#/#--.#/#####")
TURN = Sokoban(level="######/#--.-#/#-$$-#/#-.@-#/######")
STUCK = Sokoban(level="#####/#$-.#/#-@-#/#####")
HAND = "by hand: the corridor is pushed through, a box in a corner stays there"
# What a step makes of the keeper's sign, of the next one and of the one behind that.
LEFT_BEHIND = {"@": "-", "+": "."}
STEPPED_ON = {"-": "@", ".": "+", "$": "@", "*": "+"}
PUSHED_ON = {"-": "$", ".": "*"}


class TextSokoban(Puzzle):
    """The three signs ahead of the keeper say what a step does."""

    def moves(self, position: str) -> list[Cell]:
        return [step for step in STRAIGHT if self.play(position, step) != position]

    def play(self, position: str, move: Cell) -> str:
        cells = cells_of(position)
        keeper = next(cell for cell, sign in cells.items() if sign in "@+")
        ahead, behind = ((keeper[0] + far * move[0], keeper[1] + far * move[1]) for far in (1, 2))
        if cells[ahead] == "#" or (cells[ahead] in "$*" and cells[behind] not in PUSHED_ON):
            return position
        if cells[ahead] in "$*":
            cells[behind] = PUSHED_ON[cells[behind]]
        return text_of(cells | {ahead: STEPPED_ON[cells[ahead]], keeper: LEFT_BEHIND[cells[keeper]]})

    def outcome(self, position: str) -> int:
        return UNDECIDED if "$" in position else WIN


FAMILY = Family(
    small=(Sokoban(), CORNER, STUCK),
    larger=(TURN,),
    # What is seen at once, and what trying everything on text has found.
    facts=(
        *facts_of(CORRIDOR, HAND, remoteness=3),
        *facts_of(STUCK, HAND, value=0),
        *counted("remoteness", BRUTE_FORCE)((CORNER, 5), (TURN, 8), (Sokoban(), 5)),
    ),
    twin=TextSokoban,
    refused=(
        (Sokoban, {"level": 5}, "level=5 is no text"),
        (Sokoban, {"level": "###/#@X/###"}, "has the sign 'X'"),
        (Sokoban, {"level": "####/#--#/####"}, "has not one keeper"),
        (Sokoban, {"level": "#####/#@$-#/#####"}, "has 1 boxes and 0 goals"),
        (Sokoban, {"level": "####/#@$./####"}, "is open at its rim"),
        (Sokoban, {"level": "#######/#@#$.-#/#######"}, "has a box or goal out of reach"),
    ),
    unreadable=(
        (CORRIDOR, "#######/#@-$.-#/#######", "'.' is not what stands there"),
        (CORRIDOR, "#######/#@-@$.#/#######", "it has 2 keepers and 1 boxes"),
    ),
    written=(
        (CORRIDOR, "#######\n# @$ .#\n#######", "l R"),
        (CORNER, "#####|#-@-#|#-$-#|#--.#|#####", "D l r"),
    ),
)
