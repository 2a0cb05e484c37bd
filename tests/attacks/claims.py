"""Rules of one number written at random, that look at it in every way: is what `strategy` says proven true?

Each game takes away small numbers. Some rules are honest: they compare the number, add to it, or ask for a
remainder. Others are tricky: from some numbers on, or at a single one, one taking is missing, and the rule
finds out by text, float, hash, table, bits, class, identity, or an exception that it swallows. Who loses is
found number by number, far past every number that the claim speaks of. Honest rules have to stay proven, so
that refusing all does not pass.
"""

import random
from collections.abc import Callable
from typing import Any

from attacks.report import Report, Say, quiet

from zermelo.cgt import find_strategies
from zermelo.core.game import Game
from zermelo.core.values import LOSS

BEYOND = 3_000  # numbers past the farthest exception that a claim is compared at
SEPARATE = 1_500  # numbers from which an exception may lie

HEADER = """
import contextlib, copy, json, math, operator, pickle
from zermelo import Game

TABLE = [False] * {length}
for _at in {bad}:
    TABLE[_at] = True
SET = frozenset({bad})
DICT = dict.fromkeys({bad}, True)
LIMIT = {first}


class Raises:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return True


class Counting(Game):
    '''Take some of the stones.'''

    heap: int = {start}
    cells = ({first}, 7)

    def start(self):
        return self.heap

    def few(self, n):
{few}

    def moves(self, n):
        few = self.few(n)
        for take in {takes}:
            if take <= n and not (few and take == {missing}):
                yield take

    def play(self, n, take):
        return n - take

    def stuck(self, n):
        return {stuck}
"""

# Ways to find that n is the number K, or ends with its digits, that have to be refused or seen.
TRICKS = (
    "return str(n).endswith('{k}')",
    "return str(n) == '{k}'",
    "return f'{{n}}' == '{k}'",
    "return '{{}}'.format(n) == '{k}'",
    "return '%d' % n == '{k}'",
    "return repr(n) == '{k}'",
    "return format(n, 'x') == format({k}, 'x')",
    "return hex(n)[2:] == '{h}'",
    "return float(n) == {k}.0",
    "return n == {k}.0",
    "return n / 2 == {k} / 2",
    "return n // 7 == {k} // 7 and n % 7 == {k} % 7",
    "return divmod(n, 7) == divmod({k}, 7)",
    "return n * 3 == {k} * 3",
    "return n ** 2 == {k} ** 2",
    "return hash(n) == {k}",
    "return n in SET",
    "return n < len(TABLE) and TABLE[n]",
    "return TABLE[n:n + 1] == [True]",
    "return DICT.get(n, False)",
    "return n in DICT",
    "return n ^ {k} == 0",
    "return n >> 1 == {k} >> 1 and n & 1 == {k} & 1",
    "return (n | 1) == ({k} | 1) and n % 2 == {k} % 2",
    "return n & {k} == {k} and n | {k} == {k}",
    "return n.bit_length() == 11 and n == {k}",
    "return n.bit_count() == {ones} and n.__index__() == {k}",
    "return len(range(n)) == {k}",
    "return sum(1 for _ in range(n)) == {k} if n < 9000 else False",
    "return math.isqrt(n) ** 2 == n and n >= LIMIT",
    "return math.floor(n) == {k}",
    "return math.gcd(n, {k}) == {k} and n == {k}",
    "return int(n) == {k}",
    "return operator.index(n) == {k}",
    "return round(n) == {k}",
    "return complex(n) == {k}",
    "return ~n == ~{k}",
    "return -n == -{k}",
    "return abs(-n) == {k}",
    "return isinstance(n, int) and n == {k}",
    "return type(n) is int and n == {k}",
    "return type(n) == int and n == {k}",
    "return type(n).__name__ == 'int' and n == {k}",
    "return n.__class__ is int and n == {k}",
    "return issubclass(type(n), int) and n == {k}",
    "return hasattr(n, 'bit_length') and n.real == {k}",
    "return copy.copy(n) * 1 == {k}",
    "return copy.deepcopy(n) * 1 == {k}",
    "return pickle.loads(pickle.dumps(n)) == {k}",
    "return json.dumps(n) == '{k}'",
    "return n.__str__() == '{k}'",
    "return int.__eq__(n, {k}) is True",
    "return (n is not self) and ('0' * 9 + str(n)).endswith('{k}')",
    "return n.to_bytes(8, 'big') == ({k}).to_bytes(8, 'big')",
    "return ('x' * n).count('x') == {k} if n < 9000 else False",
    "return [*map(str, (n,))] == ['{k}']",
    "return bytes(str(n), 'ascii') == b'{k}'",
    "return bin(n).count('1') == {ones} and n % 1000 == {k} % 1000",
    "match n:\n    case int() if n == {k}:\n        return True\nreturn False",
    "try:\n    return n == {k}\nexcept Exception:\n    return False",
    "try:\n    return n == {k}\nexcept BaseException:\n    return False",
    "try:\n    return n == {k}\nexcept:\n    return False",
    "try:\n    return str(n) == '{k}'\nfinally:\n    return str(n) == '{k}' if type(n) is int else False",
    "few = False\ntry:\n    few = n == {k}\nfinally:\n    return few",
    "few = False\nwith contextlib.suppress(Exception, BaseException):\n    few = n == {k}\nreturn few",
    "few = False\nwith Raises():\n    few = n == {k}\nreturn few",
    "few = False\nwith contextlib.suppress(TypeError):\n    few = SET.__contains__(n)\nreturn few",
    "try:\n    return TABLE[n]\nexcept (IndexError, TypeError):\n    return False",
    "try:\n    return [1][n - {k}] == 1 and n == {k}\nexcept Exception:\n    return False",
    "try:\n    return 1 // (n - {k}) > 99\nexcept ZeroDivisionError:\n    return True\nexcept BaseException:\n    return False",
)

# Conditions that have to stay readable: `strategy` may say proven, and has to be right.
HONEST = (
    "return False",
    "return n == {k}",
    "return n >= {k}",
    "return n < 9",
    "return n % 2 == 1",
    "return n & 1 == 1",
    "return n % 5 == 2 and n > 30",
    "return n in (3, 5, {k})",
    "return n in self.cells",
    "return not n - {k}",
    "return n - 2 > LIMIT",
    "return 0 < n - {k} < 9",
    "return any(n == each for each in self.cells)",
    "return max(n, {k}) == {k}",
)


def rules(chance: random.Random, honest: bool) -> tuple[str, int]:
    """Return the source of a game, and the farthest number that its condition names."""
    takes = tuple(sorted(chance.sample(range(1, 8), chance.choice((2, 3, 3, 4)))))
    first = chance.randrange(SEPARATE, 9 * SEPARATE) if chance.random() < 0.7 else chance.randrange(20, 900)
    bad = sorted({first, first + chance.randrange(1, 50)})
    condition = chance.choice(HONEST if honest else TRICKS).format(
        k=first, h=f"{first:x}", ones=first.bit_count()
    )
    if not honest and chance.random() < 0.3 and condition.startswith("return "):
        condition = f"helper = lambda n: {condition[7:]}\nreturn helper(n)"
    few = "\n".join(f"        {line}" for line in condition.splitlines())
    start = chance.choice((40, first // 2, first + chance.randrange(30), 60_000, 10**9))
    text = HEADER.format(
        length=bad[-1] + 1, bad=bad, first=first, start=start, few=few, takes=takes,
        missing=chance.choice(takes), stuck=chance.choice((-1, -1, 1)),
    )  # fmt: skip
    return text, bad[-1]


def made(text: str) -> Game:
    """Return the game of a source."""
    names: dict[str, Any] = {"__name__": "counting"}
    exec(text, names)
    game: Game = names["Counting"]()
    return game


def lost_numbers(game: Any, count: int) -> list[bool]:
    """Return who loses, by nothing but the rules, asked of plain numbers."""
    lost: list[bool] = []
    for number in range(count):
        after = [lost[game.play(number, move)] for move in game.moves(number)]
        lost.append(not any(after) if after else game.stuck(number) == LOSS)
    return lost


def try_rules(text: str, farthest: int, find: Callable[..., Any] = find_strategies) -> tuple[str, str]:
    """Return what came of one game, and what is wrong with it, if anything."""
    game: Any = made(text)
    found = [each for each in find(game) if each.proven]
    if not found:
        return "not proven", ""
    lost = lost_numbers(game, farthest + BEYOND)
    outcome = "proven for the game"
    for strategy in found:
        everywhere = "however large" in strategy.proof
        outcome = "proven for all numbers" if everywhere else outcome
        last = len(lost) - 1 if everywhere else min(game.start(), len(lost) - 1)
        for number in range(last + 1):
            said = strategy.is_lost(number)
            if said is not None and bool(said) != lost[number]:
                return outcome, f"{strategy.rules[0]} is said to be proven and wrong at {number}:\n{text}"
    return outcome, ""


def attack(count: int, seed: int, say: Say = quiet) -> Report:
    """Try `count` games, one in four of them honest; fewer than half of those proven for all is wrong too."""
    report = Report()
    honest_ones = 0
    for number in range(count):
        chance = random.Random(f"{seed}-{number}")
        honest = number % 4 == 0
        outcome, wrong = try_rules(*rules(chance, honest))
        if wrong:
            report.wrong.append(wrong)
        else:
            report.tally[f"{'honest' if honest else 'tricky'}, {outcome}"] += 1
            honest_ones += honest
        if number % 100 == 99:
            say(f"{number + 1:,} of {count:,} games, {len(report.wrong)} wrong")
    if 2 * report.tally["honest, proven for all numbers"] < honest_ones:
        report.wrong.append(f"of {honest_ones} honest rules too few are proven: {report}")
    return report
