from collections.abc import Iterator
from typing import Any

from families import SEPARATE, Family, counted
from families._text_boards import Text, cells_of, has_line, replaced
from zermelo import LOSS, UNDECIDED
from zermelo.core.game import beginning_at
from zermelo.games.morris.chung_toi import ChungToi

STANDING = ChungToi(turning=False, passing=False)


class TextChungToi(Text):
    def start(self) -> str:
        return self.game.show(self.game.start())

    def moves(self, position: str) -> Iterator[Any]:
        free = [place for place, sign in enumerate(position) if sign == "."]
        mine = [place for place, sign in enumerate(position) if sign in "Xx"]
        if len(mine) < 3:
            yield from ((None, place, sign) for place in free for sign in "Xx")
            return
        for man in mine:
            for place in free:
                down, right = abs(man // 4 - place // 4), abs(man % 4 - place % 4)
                if (down == right) if position[man] == "x" else (0 in (down, right)):
                    for sign in "Xx" if self.game.turning else position[man]:
                        yield man, place, sign
            if self.game.turning:
                yield man, man, position[man].swapcase()
        if self.game.passing:
            yield None

    def play(self, position: str, move: tuple[int | None, int, str] | None) -> str:
        if move is not None:
            source, target, sign = move
            lifted = position if source is None else replaced(position, source, ".")
            position = replaced(lifted, target, sign)
        return position.translate(str.maketrans("XOxo", "OXox"))

    def outcome(self, position: str) -> int:
        return LOSS if has_line(cells_of(position.lower()), "o", 3) else UNDECIDED


FAMILY = Family(
    small=(beginning_at(STANDING, STANDING.parse("X.O/Oo./xX.")),),
    larger=(ChungToi(), ChungToi(turning=False)),
    # Nobody wins, and play goes on for ever. No figures of it are published that we know of.
    facts=counted("value remoteness positions totals edges finished longest", SEPARATE)(
        (ChungToi(), 0, None, 152_019, (81_240, 38_531, 32_248), 1_409_778, 13_312, 15),
        (ChungToi(passing=False), 0, None, 152_019, (81_240, 38_531, 32_248), 1_321_970, 13_312, 15),
        (ChungToi(turning=False), 0, None, 152_019, (73_548, 47_779, 30_692), 837_746, 13_312, 16),
        (
            ChungToi(turning=False, passing=False),
            0,
            None,
            152_019,
            (83_956, 28_895, 39_168),
            749_938,
            14_048,
            22,
        ),
    ),
    twin=TextChungToi,
    unreadable=(
        (ChungToi(), "X../.../+..", "'[+]' is no cell"),
        (ChungToi(), "X../.../...", "the mover has 1 pieces and the opponent 0"),
        (ChungToi(), "oo./.../...", "the mover has 0 pieces and the opponent 2"),
        (ChungToi(), "XxO/oO./oXo", "the mover has 3 pieces and the opponent 5: leave each at most 3"),
        (ChungToi(), "XxX/oO./..o", "play had ended before: break the line"),
    ),
    written=(
        (
            ChungToi(),
            "OXx/oX./..o",
            "b1-b3+ b1-b3x b1x c1-a3+ c1-a3x c1+ b2-c2+ b2-c2x b2-b3+ b2-b3x b2x pass",
        ),
        (STANDING, "OXx/oX./..o", "b1-b3+ c1-a3x b2-c2+ b2-b3+"),
    ),
)
