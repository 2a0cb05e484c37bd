from collections.abc import Iterable
from itertools import combinations

from families import BOTH, Family, bounds, counted, facts_of
from families._text_boards import Puzzle
from zermelo import UNDECIDED, WIN, Game
from zermelo.games.puzzles.river_crossing import (
    BOAT,
    JealousHusbands,
    MissionariesAndCannibals,
    RiverCrossing,
)

ALCUIN = "Alcuin, Propositiones ad acuendos juvenes 18 (about 800): seven crossings"
PRESSMAN = 'I. Pressman and D. Singmaster, "The jealous husbands" and "The missionaries and cannibals" (1989)'
SAME = ((1, 2, 1), (2, 2, 5), (3, 2, 11), (4, 3, 9), (5, 3, 11))  # couples or pairs, the boat, crossings
NEVER = ((4, 2), (6, 3))


class TextBanks(Puzzle):
    """Every load is tried, and both banks are read for who comes to harm."""

    def outcome(self, position: str) -> int:
        return WIN if position.startswith((". |", f"{BOAT} |")) else UNDECIDED

    def moves(self, position: str) -> list[tuple[str, ...]]:
        here = next(bank for bank in position.split("|") if BOAT in bank)
        names = [name for name in here.split() if name not in (BOAT, ".")]
        return [
            load
            for count in range(self.game.room + 1)
            for load in combinations(names, count)
            if self.may_row(load) and not self.harmed(self.play(position, load))
        ]

    def may_row(self, load: tuple[str, ...]) -> bool:
        return True

    def play(self, position: str, move: tuple[str, ...]) -> str:
        order = [name for name in self.start().replace("|", " ").split() if name not in (BOAT, ".")]
        near, far = (set(bank.split()) - {"."} for bank in position.split("|"))
        for name in (*move, BOAT):
            here, there = (near, far) if name in near else (far, near)
            here.remove(name)
            there.add(name)
        banks = [[name for name in [*order, BOAT] if name in bank] for bank in (near, far)]
        return " | ".join(" ".join(bank) or "." for bank in banks)


class TextFerry(TextBanks):
    def harmed(self, position: str) -> bool:
        left = next(bank for bank in position.split("|") if BOAT not in bank).split()
        pairs = [pair.split() for pair in self.game.eats.split(", ")]
        return any(eater in left and eaten in left for eater, eaten in pairs)


class TextCouples(TextBanks):
    def is_fit(self, names: Iterable[str]) -> bool:
        men = [name for name in names if name.isupper()]
        return not men or all(name.upper() in men for name in names if name.islower())

    def may_row(self, load: tuple[str, ...]) -> bool:
        return bool(load) and self.is_fit(load)

    def harmed(self, position: str) -> bool:
        return not all(self.is_fit(set(bank.split()) - {BOAT, "."}) for bank in position.split("|"))


class TextCounts(Puzzle):
    def numbers(self, position: str) -> list[int]:
        return [int(word[:-1]) for word in position.replace(BOAT, "").replace("|", "").split()]

    def moves(self, position: str) -> list[tuple[int, int]]:
        loads = [
            (good, bad) for good in range(self.game.boat + 1) for bad in range(self.game.boat + 1 - good)
        ]
        return [load for load in loads[1:] if self.is_fit(self.numbers(self.play(position, load)))]

    def is_fit(self, numbers: list[int]) -> bool:
        return min(numbers) >= 0 and all(good == 0 or good >= bad for good, bad in (numbers[:2], numbers[2:]))

    def play(self, position: str, move: tuple[int, int]) -> str:
        good, bad, others, eaters = self.numbers(position)
        way = 1 if BOAT in position.split("|")[1] else -1
        good, bad = good + way * move[0], bad + way * move[1]
        others, eaters = others - way * move[0], eaters - way * move[1]
        banks = [f"{good}M {bad}C", f"{others}M {eaters}C"]
        banks[way < 0] += f" {BOAT}"
        return " | ".join(banks)

    def outcome(self, position: str) -> int:
        return WIN if self.numbers(position)[:2] == [0, 0] else UNDECIDED


TEXTS = {RiverCrossing: TextFerry, JealousHusbands: TextCouples, MissionariesAndCannibals: TextCounts}


def both(count: int, boat: int) -> tuple[Game, Game]:
    return MissionariesAndCannibals(count, count, boat), JealousHusbands(count, boat)


FAMILY = Family(
    small=(RiverCrossing(), MissionariesAndCannibals(), JealousHusbands()),
    larger=(
        MissionariesAndCannibals(missionaries=40, cannibals=30, boat=5),
        JealousHusbands(couples=6, room=4),
    ),
    facts=(
        # The fewest crossings, of couples as of pairs, and where there is no way.
        *facts_of(RiverCrossing(), ALCUIN, BOTH, remoteness=7, positions=10),
        *counted("value", "by hand: two are left together at once")(
            (RiverCrossing("wolf goat, goat cabbage, wolf cabbage"), 0)
        ),
        *counted("remoteness", PRESSMAN, BOTH)(
            *((game, crossings) for count, boat, crossings in SAME for game in both(count, boat))
        ),
        *counted("value", PRESSMAN, BOTH)(*((game, 0) for never in NEVER for game in both(*never))),
    ),
    twin=lambda game: TEXTS[type(game)](game),
    refused=(
        *bounds(RiverCrossing, room=(1, 12)),
        *bounds(MissionariesAndCannibals, boat=(1, 1_000)),
        *bounds(JealousHusbands, couples=(1, 6), room=(1, 12)),
        (RiverCrossing, {"eats": "wolf goat, goat"}, "is not pairs of words"),
        (MissionariesAndCannibals, {"missionaries": 0, "cannibals": 0}, "is nobody"),
    ),
    unreadable=(
        (RiverCrossing(), "wolf goat cabbage boat", "it has 1 banks"),
        (RiverCrossing(), "wolf goat boat | .", "not everybody is there once"),
        (RiverCrossing(), "wolf goat | cabbage boat", "somebody comes to harm there"),
        (MissionariesAndCannibals(), "3M 3C | 0M 0C", "it has not two banks and one boat"),
        (MissionariesAndCannibals(), "3M 3D | 0M 0C boat", "it has not the numbers of both"),
        (MissionariesAndCannibals(), "3M 3C boat | 1M 0C", "it has other numbers of people"),
        (MissionariesAndCannibals(), "1M 2C boat | 2M 1C", "somebody comes to harm there"),
    ),
    written=(
        (RiverCrossing(), "wolf cabbage | goat boat", "alone goat"),
        (MissionariesAndCannibals(), "3M 1C | 0M 2C boat", "1C 2C"),
        (JealousHusbands(couples=2), "A B a b boat | .", "A+B a A+a b B+b a+b"),
    ),
)
