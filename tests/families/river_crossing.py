"""River crossings: known facts, and what is no position."""

from collections.abc import Iterator
from itertools import combinations

from families import BOTH, Fact, Family
from zermelo import UNDECIDED, WIN, Game, PuzzleForOne
from zermelo.games.river_crossing import BOAT, JealousHusbands, MissionariesAndCannibals, RiverCrossing

ALCUIN = "Alcuin, Propositiones ad acuendos juvenes 18 (about 800): seven crossings"
PRESSMAN = 'I. Pressman and D. Singmaster, "The jealous husbands" and "The missionaries and cannibals" (1989)'
SAME = ((1, 2, 1), (2, 2, 5), (3, 2, 11), (4, 3, 9), (5, 3, 11))  # couples or pairs, the boat, crossings
NEVER = ((4, 2), (6, 3))


def facts() -> Iterator[Fact]:
    """The fewest crossings, of couples as of pairs, and where there is no way."""
    yield Fact(repr(RiverCrossing()), "remoteness", 7, ALCUIN, BOTH, "small")
    yield Fact(repr(RiverCrossing()), "positions", 10, ALCUIN, BOTH, "small")
    alone = repr(RiverCrossing(eats="wolf goat, goat cabbage, wolf cabbage"))
    yield Fact(alone, "value", 0, "by hand: two are left together at once", "recomputed", "small")
    for count, boat, crossings in SAME:
        pairs = repr(MissionariesAndCannibals(missionaries=count, cannibals=count, boat=boat))
        couples = repr(JealousHusbands(couples=count, room=boat))
        for game in (pairs, couples):
            yield Fact(game, "remoteness", crossings, PRESSMAN, BOTH, "small")
    for count, boat in NEVER:
        pairs = repr(MissionariesAndCannibals(missionaries=count, cannibals=count, boat=boat))
        for game in (pairs, repr(JealousHusbands(couples=count, room=boat))):
            yield Fact(game, "value", 0, PRESSMAN, BOTH, "small")


def twin(game: Game) -> PuzzleForOne:
    """Return the game on text: every load is tried, and both banks are read for who comes to harm."""
    if isinstance(game, MissionariesAndCannibals):
        return TextCounts(begun=game.show(game.start()), boat=game.boat)
    if isinstance(game, RiverCrossing):
        return TextFerry(begun=game.show(game.start()), room=game.room, eats=game.eats)
    assert isinstance(game, JealousHusbands)
    return TextCouples(begun=game.show(game.start()), room=game.room)


class TextBanks(PuzzleForOne):
    begun: str
    room: int

    def start(self) -> str:
        return self.begun

    def outcome(self, position: str) -> int:
        return WIN if position.startswith((". |", f"{BOAT} |")) else UNDECIDED

    def moves(self, position: str) -> list[tuple[str, ...]]:
        here = next(bank for bank in position.split("|") if BOAT in bank)
        names = [name for name in here.split() if name not in (BOAT, ".")]
        return [
            load
            for count in range(self.room + 1)
            for load in combinations(names, count)
            if self.may_row(load) and not self.harmed(self.play(position, load))
        ]

    def may_row(self, load: tuple[str, ...]) -> bool:
        raise NotImplementedError

    def harmed(self, position: str) -> bool:
        raise NotImplementedError

    def play(self, position: str, move: tuple[str, ...]) -> str:
        order = [name for name in self.begun.replace("|", " ").split() if name not in (BOAT, ".")]
        near, far = (set(bank.split()) - {"."} for bank in position.split("|"))
        for name in (*move, BOAT):
            here, there = (near, far) if name in near else (far, near)
            here.remove(name)
            there.add(name)
        banks = [[name for name in [*order, BOAT] if name in bank] for bank in (near, far)]
        return " | ".join(" ".join(bank) or "." for bank in banks)


class TextFerry(TextBanks):
    eats: str = ""

    def may_row(self, load: tuple[str, ...]) -> bool:
        return True

    def harmed(self, position: str) -> bool:
        left = next(bank for bank in position.split("|") if BOAT not in bank).split()
        pairs = [pair.split() for pair in self.eats.split(", ")]
        return any(eater in left and eaten in left for eater, eaten in pairs)


class TextCouples(TextBanks):
    def is_fit(self, names: list[str]) -> bool:
        men = [name for name in names if name.isupper()]
        return not men or all(name.upper() in men for name in names if name.islower())

    def may_row(self, load: tuple[str, ...]) -> bool:
        return bool(load) and self.is_fit(list(load))

    def harmed(self, position: str) -> bool:
        banks = [set(bank.split()) - {BOAT, "."} for bank in position.split("|")]
        return not all(self.is_fit(list(bank)) for bank in banks)


class TextCounts(PuzzleForOne):
    begun: str
    boat: int

    def start(self) -> str:
        return self.begun

    def numbers(self, position: str) -> list[int]:
        return [int(word[:-1]) for word in position.replace(BOAT, "").replace("|", "").split()]

    def moves(self, position: str) -> list[tuple[int, int]]:
        loads = [(good, bad) for good in range(self.boat + 1) for bad in range(self.boat + 1 - good)]
        return [
            load for load in loads if load != (0, 0) and self.is_fit(self.numbers(self.play(position, load)))
        ]

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


FAMILY = Family(
    small=(RiverCrossing(), MissionariesAndCannibals(), JealousHusbands()),
    larger=(
        MissionariesAndCannibals(missionaries=40, cannibals=30, boat=5),
        JealousHusbands(couples=6, room=4),
    ),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (RiverCrossing, {"eats": "wolf goat, goat"}, "is not pairs of words"),
        (RiverCrossing, {"room": 0}, "room=0 is too small"),
        (MissionariesAndCannibals, {"boat": 0}, "boat=0 is too small"),
        (MissionariesAndCannibals, {"missionaries": 0, "cannibals": 0}, "is nobody"),
        (JealousHusbands, {"couples": 7}, "couples=7 is too large"),
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
