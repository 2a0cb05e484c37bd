"""Games with kos at taxes, by the definition: the slow twin of their thermographs.

At each tax of a grid, from -1 up, all lines of play are gone through: whoever moves pays, anybody may pass, and
after two passes it is worth what it was at the tax before. The ban is remembered with the position. No fast code
is imported.
"""

from fractions import Fraction

from reference.naive_loopy import Table

Place = int
LEFT, RIGHT = 0, 1


class Tax:
    """Play at one tax. `resting` is what positions are worth after two passes."""

    def __init__(
        self, table: Table, tax: Fraction, komaster: int | None, resting: dict[Place, Fraction]
    ) -> None:
        self.table, self.tax, self.komaster, self.resting = table, tax, komaster, resting
        self.known: dict[tuple[object, ...], Fraction | None] = {}

    def is_take(self, place: Place, option: Place, player: int) -> bool:
        """Whether the other player may move back."""
        return place in self.table[option][1 - player]

    def after_move(self, place: Place, option: Place, player: int) -> Fraction | None:
        """What a move comes to, the tax paid; None where it cannot be ended by a komaster."""
        take = self.is_take(place, option, player)
        if take and player == self.komaster:
            worth = self.going_on(option, place, player)
        else:
            worth = self.worth(option, 1 - player, place if take else None, False)
        return None if worth is None else worth - self.tax if player == LEFT else worth + self.tax

    def going_on(self, place: Place, before: Place, player: int) -> Fraction | None:
        """What a komaster who has just taken comes to, as he is to move on."""
        found = [
            self.after_move(place, option, player) for option in self.table[place][player] if option != before
        ]
        worth = [each for each in found if each is not None]
        return (max(worth) if player == LEFT else min(worth)) if worth else None

    def moves(self, place: Place, player: int, ban: Place | None) -> list[Fraction]:
        """What a player's moves come to; `ban` is the position from which the other has just taken."""
        found = [
            self.after_move(place, option, player)
            for option in self.table[place][player]
            if option != ban or player == self.komaster
        ]
        return [each for each in found if each is not None]

    def worth(self, place: Place, player: int, ban: Place | None, passed: bool) -> Fraction:
        """What it comes to where a player is to move."""
        key = place, player, ban, passed
        if key not in self.known:
            rest = self.resting[place] if passed else self.worth(place, 1 - player, None, True)
            found = [*self.moves(place, player, ban), rest]
            self.known[key] = max(found) if player == LEFT else min(found)
        return self.known[key]  # type: ignore[return-value]


def walls(
    table: Table, komaster: int | None, taxes: list[Fraction], start: dict[Place, Fraction]
) -> list[dict[Place, tuple[Fraction, Fraction]]]:
    """Both walls of all positions at each tax; `start` has what is left alone at -1 already.

    Taxes have to hold all at which a wall turns, as what happens between two of them is not seen.
    """
    resting, found = start, []
    for tax in taxes:
        play = Tax(table, tax, komaster, resting)
        found.append(
            {
                each: (play.worth(each, LEFT, None, False), play.worth(each, RIGHT, None, False))
                for each in table
            }
        )
        resting = {each: left for each, (left, _) in found[-1].items()}
    return found


def left_alone(table: Table, komaster: int | None) -> dict[Place, Fraction]:
    """The integer nearest to 0 between what both players' moves come to at -1, asked till nothing changes."""
    resting = dict.fromkeys(table, Fraction(0))
    for _ in range(1_000):
        play = Tax(table, Fraction(-1), komaster, resting)
        found = {}
        for place in table:
            least, most = play.moves(place, LEFT, None), play.moves(place, RIGHT, None)
            found[place] = min([max([Fraction(0), *least]), *most])
        if found == resting:
            return found
        resting = found
    raise AssertionError("it never settles")


class Coupons:
    """Play beside coupons, worth `step`, 2 `step`, 3 `step` and so on to whoever takes them instead of moving.

    A komaster who takes in a ko has a threat for each move that follows there, so the other takes a coupon
    between two of them. Without coupons it is worth what it is at tax 0.
    """

    def __init__(self, table: Table, step: Fraction, komaster: int | None, last: Tax) -> None:
        self.table, self.step, self.komaster, self.last = table, step, komaster, last
        self.known: dict[tuple[object, ...], Fraction] = {}

    def coupon(self, player: int, left: int) -> Fraction:
        """What the best of the coupons left brings Left, where a player takes it."""
        return left * self.step if player == LEFT else -left * self.step

    def moves(self, place: Place, player: int, ban: Place | None, left: int) -> list[Fraction]:
        """What a player's moves come to beside so many coupons."""
        found = []
        for option in self.table[place][player]:
            take = place in self.table[option][1 - player]
            if take and player == self.komaster:
                found += [
                    each + self.coupon(1 - player, left)
                    for each in self.going_on(option, place, player, left - 1)
                ]
            elif option != ban or player == self.komaster:
                found.append(self.worth(option, 1 - player, place if take else None, left))
        return found

    def going_on(self, place: Place, before: Place, player: int, left: int) -> list[Fraction]:
        """What the moves of a komaster come to who has just taken."""
        found = []
        for option in self.table[place][player]:
            if option == before:
                continue
            if place in self.table[option][1 - player]:
                found += [
                    each + self.coupon(1 - player, left)
                    for each in self.going_on(option, place, player, left - 1)
                ]
            else:
                found.append(self.worth(option, 1 - player, None, left))
        return found

    def worth(self, place: Place, player: int, ban: Place | None, left: int) -> Fraction:
        """What it comes to, coupons and all, where a player is to move."""
        if left <= 0:
            return self.last.worth(place, player, ban, False)
        key = place, player, ban, left
        if key not in self.known:
            waiting = self.coupon(player, left) + self.worth(place, 1 - player, None, left - 1)
            found = [*self.moves(place, player, ban, left), waiting]
            self.known[key] = max(found) if player == LEFT else min(found)
        return self.known[key]

    def wants_to_move(self, place: Place, player: int, left: int) -> bool:
        """Whether a move is worth as much to a player as the best coupon."""
        waiting = self.coupon(player, left) + self.worth(place, 1 - player, None, left - 1)
        sign = 1 if player == LEFT else -1
        return any(sign * each >= sign * waiting for each in self.moves(place, player, None, left))
