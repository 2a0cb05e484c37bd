"""Readers of printed sentences that know the words alone, and the rules of the game.

`read_condition` takes what `explain` prints of a move, and returns which moves it is true of. It never sees a
feature's key or asks its measure: it asks the rules for moves, and reads positions as they are printed.
`read_lost` takes the sentences of a strategy, and returns which numbers they say to leave.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from support import literal_boards, literal_chess, literal_texts

from zermelo.core.values import UNDECIDED

Move = Any
Amount = Callable[[Any, Any, Move], int]  # (game, position, move)
Numbers = tuple[int, ...]


# What the rules say of a position.


def moves_of(game: Any, position: Any) -> list[Move]:
    """Return the moves, none where play is over."""
    return [] if game.outcome(position) != UNDECIDED else list(game.moves(position))


def stays(game: Any, position: Any, child: Any) -> bool:
    return hasattr(game, "mover") and game.mover(position) == game.mover(child)


def won_by(game: Any, position: Any, move: Move) -> bool:
    """Return whether a move ends the game, and its player has won."""
    child = game.play(position, move)
    if moves_of(game, child):
        return False
    value = game.outcome(child)
    value = game.stuck(child) if value == UNDECIDED else value
    return (value if stays(game, position, child) else -value) > 0


def forces(game: Any, position: Any, move: Move, plies: int, mine: bool) -> bool:
    """Return whether who moves (`mine`), or the other, has won after so many plies, `move` the first."""
    child = game.play(position, move)
    if not moves_of(game, child):
        value = game.outcome(child)
        value = game.stuck(child) if value == UNDECIDED else value
        value = value if stays(game, position, child) else -value
        return value > 0 if mine else value < 0
    if plies == 1:
        return False
    turn = mine if stays(game, position, child) else not mine  # whether the one asked about moves next
    ways = [forces(game, child, each, plies - 1, turn) for each in moves_of(game, child)]
    return any(ways) if turn else all(ways)


def printed(game: Any, position: Any) -> list[int]:
    """Return the numbers of a position as it is written."""
    return [int(each) for each in re.findall(r"\d+", game.show(position))]


def positive(game: Any, position: Any) -> list[int]:
    return [each for each in printed(game, position) if each]


def nim_sum(numbers: Sequence[int]) -> int:
    """Return the sum of the powers of two that are left after striking out pairs, as the term says."""
    left: set[int] = set()
    for number in numbers:
        left ^= {1 << place for place in range(number.bit_length()) if number >> place & 1}
    return sum(left)


def options(game: Any, position: Any, player: int) -> list[Any]:
    return list(game.options(position, player))


def worst(game: Any, position: Any, player: int) -> int:
    """Return how many moves a player has left after the other's move that leaves the fewest."""
    after = [len(options(game, reply, player)) for reply in options(game, position, 1 - player)]
    return min(after) if after else len(options(game, position, player))


def _of_mine(count: Callable[[Any, Any, int], int]) -> Amount:
    return lambda game, position, move: count(game, game.play(position, move), game.mover(position))


def _of_the_opponent(count: Callable[[Any, Any, int], int]) -> Amount:
    return lambda game, position, move: count(game, game.play(position, move), 1 - game.mover(position))


def _free(game: Any, position: Any, player: int) -> int:
    return len(options(game, position, player))


def _left(count: Callable[[Any, Any], int]) -> Amount:
    return lambda game, position, move: count(game, game.play(position, move))


def _less(one: Amount, other: Amount) -> Amount:
    return lambda *asked: one(*asked) - other(*asked)


MY_WORST = "the opponent's reply that leaves me the fewest"
THEIR_WORST = "the one more move of mine at once that leaves the fewest"
KEPT, LOST = f"moves left to me after {MY_WORST}", f"moves left to the opponent after {THEIR_WORST}"
EACH = "each player's counted after the other's move that leaves the fewest"

# What is counted, in words; {} stands for "exactly 2", "at least 2", "the most", "the fewest" and so on.
AMOUNTS: tuple[tuple[str, Amount], ...] = (
    (r"leaves {} heaps?", _left(lambda game, child: len(positive(game, child)))),
    (r"leaves {} heaps? of one", _left(lambda game, child: positive(game, child).count(1))),
    (r"leaves {} heaps? of two or more", _left(lambda game, c: sum(n > 1 for n in printed(game, c)))),
    (r"leaves {} numbers? above 0", _left(lambda game, child: len(positive(game, child)))),
    (r"leaves {} numbers? above 0 of one", _left(lambda game, child: printed(game, child).count(1))),
    (r"leaves {} numbers? above 0 of two or more", _left(lambda g, c: sum(n > 1 for n in printed(g, c)))),
    (r"leaves the largest (?:heap|number above 0) as {} as can be", _left(lambda g, c: max(printed(g, c)))),
    (r"leaves {} stones", _left(lambda game, child: sum(printed(game, child)))),
    (r"leaves {} sum of the numbers shown", _left(lambda game, child: sum(printed(game, child)))),
    (r"(?:leaves|the) nim-sum (?:it leaves: )?{}", _left(lambda g, c: nim_sum(printed(g, c)))),
    (r"leaves (?:the opponent |the next player )?{} moves?", _left(lambda g, c: len(moves_of(g, c)))),
    (r"moves that it leaves (?:the opponent|the next player): {}", _left(lambda g, c: len(moves_of(g, c)))),
    (r"leaves me {} moves?", _of_mine(_free)),
    (r"leaves me {} lead in moves", _less(_of_mine(_free), _of_the_opponent(_free))),
    (
        "moves that it leaves me, less those that it leaves the opponent: {}",
        _less(_of_mine(_free), _of_the_opponent(_free)),
    ),
    (f"leaves me {{}} moves after {MY_WORST}", _of_mine(worst)),
    (f"{KEPT}: {{}}", _of_mine(worst)),
    (f"leaves the opponent {{}} moves after {THEIR_WORST}", _of_the_opponent(worst)),
    (f"{LOST}: {{}}", _of_the_opponent(worst)),
    (f"leaves me {{}} lead in moves, {EACH}", _less(_of_mine(worst), _of_the_opponent(worst))),
    (f"{KEPT}, less {LOST}: {{}}", _less(_of_mine(worst), _of_the_opponent(worst))),
)
BOUND = (
    r"(?:(?P<how>exactly|at least|at most) (?P<number>-?\d+)|(?P<most>the most(?: of all moves)?|the largest|the greatest|large)"
    r"|(?P<least>the fewest|the smallest|the least(?: of all moves)?|small)|(?P<none>no|nothing|0))"
)
BOUND_GROUPS = ("how", "number", "most", "least", "none")
NOT_BY = "opponent cannot win by"
REMAINDERS: tuple[tuple[str, Amount], ...] = tuple(
    (words, amount)
    for words, amount in (
        (r"number of heaps", AMOUNTS[0][1]),
        (r"number of heaps of one", AMOUNTS[1][1]),
        (r"number of numbers above 0", AMOUNTS[0][1]),
        (r"number of numbers above 0 of one", AMOUNTS[1][1]),
        (r"number of stones", AMOUNTS[7][1]),
        (r"sum of the numbers shown", AMOUNTS[7][1]),
    )
)
FLAGS: tuple[tuple[str, Callable[[Any, Any, Move], bool]], ...] = (
    ("wins at once", won_by),
    (
        "after it the opponent can win at once",
        lambda game, position, move: (
            not stays(game, position, child := game.play(position, move))
            and any(won_by(game, child, each) for each in moves_of(game, child))
        ),
    ),
    ("wins by force within 3 plies", lambda *asked: forces(*asked, 3, True)),
    ("after it the opponent wins by force within 3 plies", lambda *asked: forces(*asked, 4, False)),
)


TABLES = (literal_texts, literal_boards, literal_chess)
NAMED_FLAGS: tuple[tuple[str, Callable[..., Any]], ...] = (
    (
        r"leaves what the [\w -]+ rule leaves \((?P<told>.+)\)",
        lambda *asked, told: leaves_by_rule(*asked, told),
    ),
    (r"plays (?P<called>.+)", lambda *asked, called: _plays(*asked, called)),
    (r"moves (?P<thing>\w+)", lambda *asked, thing: _moves_thing(*asked, thing)),
)
_FLAGS = [
    (re.compile(pattern), wanted, flag)
    for words, flag in FLAGS
    for pattern, wanted in (
        (words, True),
        (words.replace("opponent can win", "opponent cannot win").replace("opponent wins by", NOT_BY), False),
    )
    if wanted or pattern != words
] + [
    (re.compile(pattern), True, flag)
    for table in (*(each.FLAGS for each in TABLES), NAMED_FLAGS)
    for pattern, flag in table
]
_EXTREMES = [
    (re.compile(pattern), extreme, amount) for each in TABLES for pattern, extreme, amount in each.EXTREMES
]
_AMOUNTS = [
    (re.compile(words.replace("{}", BOUND)), amount)
    for table in (AMOUNTS, *(each.AMOUNTS for each in TABLES))
    for words, amount in table
]


def read_condition(sentence: str) -> Callable[[Any, Any], list[bool]]:
    """Return which of a position's moves a sentence is true of; raises `LookupError` for other words."""
    if sentence.startswith("not: "):
        holds = read_condition(sentence.removeprefix("not: "))
        return lambda game, position: [not each for each in holds(game, position)]
    for pattern, wanted, flag in _FLAGS:
        if match := pattern.fullmatch(sentence):
            return _flag(flag, wanted, match.groupdict())
    for words, amount in REMAINDERS:
        if match := re.fullmatch(rf"leaves an (even|odd) {words}", sentence):
            return _remainder(amount, 2, int(match[1] == "odd"))
    if match := re.fullmatch(
        r"leaves (?:(\d+) stones? more than )?a multiple of (\d+)(?: stones)?", sentence
    ):
        return _remainder(AMOUNTS[7][1], int(match[2]), int(match[1] or 0))
    shown = r"leaves a sum of the numbers shown that is (?:(\d+) more than )?a multiple of (\d+)"
    if match := re.fullmatch(shown, sentence):
        return _remainder(AMOUNTS[7][1], int(match[2]), int(match[1] or 0))
    numbers = (
        r"(number|my number|the opponent's number|a?\s?common number)(?: (\d+))?, (before|after) it: (.+)"
    )
    if match := re.fullmatch(numbers, sentence):
        return _number_shown(match[1], int(match[2] or 1) - 1, match[3] == "before", match[4])
    for pattern, extreme, counted in _EXTREMES:
        if match := pattern.fullmatch(sentence):
            return _extreme(_with(counted, match.groupdict()), extreme)
    for pattern, counted in _AMOUNTS:
        if match := pattern.fullmatch(sentence):
            told = match.groupdict()
            bound = {key: told.pop(key) for key in BOUND_GROUPS}
            return _compared(_with(counted, told), bound)
    raise LookupError(sentence)


def _with(amount: Callable[..., int], named: dict[str, str]) -> Amount:
    return _counted_once(amount, tuple(named.items()))


@lru_cache(maxsize=1 << 10)
def _counted_once(amount: Callable[..., int], named: tuple[tuple[str, str], ...]) -> Amount:
    """Return an amount that is counted once for each move, however many sentences speak of it."""
    return lru_cache(maxsize=1 << 10)(lambda *asked: amount(*asked, **dict(named)))


def _flag(flag: Callable[..., Any], wanted: bool, named: dict[str, str]) -> Callable[[Any, Any], list[bool]]:
    return lambda game, position: [
        bool(flag(game, position, move, **named)) == wanted for move in moves_of(game, position)
    ]


@lru_cache(maxsize=1 << 16)
def is_lost(game: Any, position: Any) -> bool:
    """Return whether good play beats the player to move, by the rules alone."""
    moves = moves_of(game, position)
    if moves:
        return not any(is_lost(game, game.play(position, move)) for move in moves)
    value = game.outcome(position)
    return (game.stuck(position) if value == UNDECIDED else value) < 0


def is_kept(game: Any, position: Any, how: str) -> bool:
    """Return whether a text stays as it is when it is mirrored, or turned by half a turn; signs are alike."""
    if how == "on the other heap":
        heaps = positive(game, position)
        return not heaps or (len(heaps) == 2 and heaps[0] == heaps[1])
    rows = [re.sub(r"[^. ]", "#", row) for row in game.show(position).split("\n")]
    image = [row[::-1] for row in rows]
    return (image if how == "mirrored from left to right" else image[::-1]) == rows


@lru_cache(maxsize=1 << 16)
def is_answered(game: Any, position: Any, how: str) -> bool:
    """Return whether a position looks like its image, and after every move some answer restores that."""
    replies = [game.play(position, move) for move in moves_of(game, position)]
    return is_kept(game, position, how) and all(
        any(is_answered(game, game.play(reply, move), how) for move in moves_of(game, reply))
        for reply in replies
    )


def leaves_by_rule(game: Any, position: Any, move: Move, told: str) -> bool:
    """Return whether a move leaves what a strategy's sentences say to leave."""
    child = game.play(position, move)
    emptied = re.match(r"Begin with \d+ from heap (\d+)\.", told)
    if emptied and printed(game, child)[int(emptied[1]) - 1]:
        return False
    if match := re.search(
        r"with the same move (mirrored from left to right|turned by half a turn|on the other heap)", told
    ):
        return is_answered(game, child, match[1])
    if match := re.match(r"Leave a multiple of (\d+) \w+\.", told):
        return sum(printed(game, child)) % int(match[1]) == 0
    if told.startswith(
        "Write the heaps in binary, one below the other. Leave an even number of ones in every"
    ):
        return nim_sum(printed(game, child)) == 0
    leave = read_pair(re.split(r"(?<=\.) ", told.replace("13 ... ", "13 .... ")))
    if leave is not None:
        return leave(tuple(printed(game, child)))
    if "good play beats you" in told or "you lose with" in told:
        return is_lost(game, child)
    raise LookupError(told)


def _plays(game: Any, position: Any, move: Move, called: str) -> bool:
    return bool(game.name(position, move) == called)


def _moves_thing(game: Any, position: Any, move: Move, thing: str) -> bool:
    """Return whether what is called so moves: it stands in a text of places, or on a board."""
    if "|" in game.show(position):
        return thing in literal_texts.moved_things(game, position, move)
    return thing in literal_boards.moved_pieces(game, position, move)


def _amounts(game: Any, position: Any, amount: Amount) -> list[int]:
    return [amount(game, position, move) for move in moves_of(game, position)]


def _remainder(amount: Amount, modulus: int, rest: int) -> Callable[[Any, Any], list[bool]]:
    return lambda game, position: [each % modulus == rest for each in _amounts(game, position, amount)]


def _extreme(amount: Amount, extreme: Callable[[list[int]], int]) -> Callable[[Any, Any], list[bool]]:
    def read(game: Any, position: Any) -> list[bool]:
        amounts = _amounts(game, position, amount)
        return [each == extreme(amounts) for each in amounts]

    return read


def _compared(amount: Amount, match: Mapping[str, str | None]) -> Callable[[Any, Any], list[bool]]:
    if match["most"] or match["least"]:
        return _extreme(amount, max if match["most"] else min)
    number = int(match["number"] or 0)
    holds = {
        "at least": lambda each: each >= number,
        "at most": lambda each: each <= number,
    }.get(match["how"] or "", lambda each: each == number)
    return lambda game, position: [holds(each) for each in _amounts(game, position, amount)]


def _number_shown(whose: str, place: int, before: bool, told: str) -> Callable[[Any, Any], list[bool]]:
    """Return the reading of one number: of the text, or of the picture, where it belongs to somebody."""

    def amount(game: Any, position: Any, move: Move) -> int:
        at = position if before else game.play(position, move)
        if whose == "number":
            shown = [int(each) for each in re.findall(r"[-+]?\d+", game.show(at))]
            return shown[place] if place < len(shown) else 0
        me = game.depict(position).mover
        mine = {"my number": True, "the opponent's number": False}.get(whose)
        drawn = [each for each in game.depict(at).things if re.fullmatch(r"[-+]?\d+", each.text)]
        of_it = [each for each in drawn if (None if each.side is None else each.side == me) is mine]
        return int(of_it[place].text)

    if told in ("the largest of all moves", "the smallest of all moves"):
        return _extreme(amount, max if "largest" in told else min)
    match = re.fullmatch(BOUND, told)
    assert match is not None, told
    return _compared(amount, match.groupdict())


# The sentences of strategies.


def golden_pairs(misere: bool, most: int) -> Iterator[Numbers]:
    """Yield the pairs as the sentence tells how to go on: the least number that is in no pair yet."""
    if misere:
        pairs, used = [(0, 1), (2, 2)], {0, 1, 2}
        apart = 2
    else:
        pairs, used, apart = [(0, 0)], {0}, 1
    while len(pairs) < most:
        smaller = next(number for number in range(most**2) if number not in used)
        pairs.append((smaller, smaller + apart))
        used |= {smaller, smaller + apart}
        apart += 1
    yield from pairs


def read_pair(sentences: Sequence[str]) -> Callable[[Numbers], bool] | None:
    """Return which pairs of numbers the sentences say to leave; None where they are of another kind."""
    first = sentences[0]
    if first.startswith("Leave a golden pair: 0 and 0, 1 and 2, 3 and 5, 4 and 7, 6 and 10, 8 and 13 ..."):
        pairs = set(golden_pairs(False, 60))
        return lambda pair: tuple(sorted(pair)) in pairs
    if first.startswith("Leave a golden pair: 3 and 5,") and "near the end 0 and 1, or 2 and 2" in first:
        misere_pairs = set(golden_pairs(True, 60))
        return lambda pair: tuple(sorted(pair)) in misere_pairs
    if first == "If you can make a zero, do so: you have won.":
        ratio = re.fullmatch(
            r"Else leave two different numbers, the larger less than the golden ratio, \(1 \+ sqrt\(5\)\) / 2, "
            r"times the smaller: the larger times itself is less than the smaller times the sum of both\.",
            sentences[1],
        )
        assert ratio is not None, sentences[1]

        def within(pair: Numbers) -> bool:
            """Both halves of the sentence: 2 larger - smaller < sqrt(5) smaller, and the products."""
            smaller, larger = sorted(pair)
            if smaller == 0:
                return True
            twice = 2 * larger - smaller
            by_ratio = smaller != larger and twice * twice < 5 * smaller * smaller
            assert by_ratio == (smaller != larger and larger * larger < smaller * (smaller + larger))
            return by_ratio

        return within
    if re.fullmatch(r"Leave the two \w+s equal\.", first):
        return lambda pair: pair[0] == pair[1]
    if match := re.fullmatch(
        r"Leave the (first|second) \w+ just one (?:larger|longer) than the \w+\.", first
    ):
        sign = 1 if match[1] == "first" else -1
        return lambda pair: sign * (pair[0] - pair[1]) == 1
    if first.startswith("Write the number as a sum of Fibonacci numbers") and "largest that fits" in first:
        assert sentences[1] == "Take the smallest of them."
        return lambda pair: pair[0] == 0 or smallest_part(pair[0]) > pair[1]
    return None


def smallest_part(number: int) -> int:
    """Return the last of the Fibonacci numbers taken off greedily, the largest that fits first."""
    part = 0
    while number:
        numbers = [1, 2]
        while numbers[-1] + numbers[-2] <= number:
            numbers.append(numbers[-1] + numbers[-2])
        part = max(each for each in numbers if each <= number)
        number -= part
    return part
