"""Games that decompose into groups described by a count: give each group a number by its size, then play Nim.

A game that defines `parts` declares that a position is the disjunctive sum of its parts. Under normal play it
is lost exactly where the exclusive or of their nimbers is 0 (Sprague 1935, Grundy 1939), and the nimber of a
part is the least that no move from it leads to. If a part's nimber depends only on a count, such as the pins
of a row or the stones of a heap, the rule can be put into words: a number for each size. Kayles is such a
game. Cram is not, as its parts have shapes.
"""

import random
from collections.abc import Callable, Iterator
from functools import reduce
from operator import xor

from zermelo.cgt.impartial.mex import mex
from zermelo.cgt.strategies.nimber_rule import NimberRule, describe_nimber_rule, find_nimber_rule
from zermelo.cgt.strategies.outcome_table import build_whole_outcome_table
from zermelo.cgt.strategies.position_counts import NUMBER, count_each_sign
from zermelo.cgt.strategies.strategy_wording import find_counted_noun
from zermelo.cgt.strategies.worded_strategy import (
    Strategy,
    UnsoundStrategy,
    get_value_where_play_ends,
    list_child_positions,
    yield_reachable_positions,
)
from zermelo.core.game import Game, Position, has
from zermelo.core.values import LOSS, UNDECIDED

MOST_PARTS = 3_000
MOST_MOVES = 300_000
LINES = 10  # of random play along which declared parts are tried
MOST_PLIES = 40

FEW_SIZES = 7  # up to this size the sentences list sizes one by one
Count = Callable[[Position], int]


def find_component_strategy(game: Game) -> Strategy | None:
    """Return the rule of nim-sums on the sizes of a position's parts, or None where there is none."""
    if not (has(game, "parts") and game.impartial) or has(game, "mover"):
        return None
    nimbers = compute_nimbers_of_parts(game)
    if nimbers is None:
        return None
    for unit, count in _yield_part_counters(game):
        by_size: dict[int, int] = {0: 0}
        if len(nimbers) > 1 and all(
            by_size.setdefault(count(part), nimber) == nimber for part, nimber in nimbers.items()
        ):
            known = len(by_size) > max(by_size)
            return _make_strategy(game, unit, count, find_nimber_rule(by_size, few=FEW_SIZES), nimbers, known)
    return None


def compute_nimbers_of_parts(game: Game) -> dict[Position, int] | None:
    """Return the nimber of every part that play leads to; None where they are too many, or end otherwise."""
    nimbers: dict[Position, int] = {}
    after: dict[Position, list[list[Position]]] = {}
    moves = 0
    for start in game.starts():
        stack = list(_list_parts_of_position(game, start))
        while stack:
            part = stack[-1]
            if part in nimbers:
                stack.pop()
                continue
            if part not in after:
                children = list_child_positions(game, part, MOST_MOVES + 1)
                moves += len(children)
                if game.outcome(part) != UNDECIDED or len(after) >= MOST_PARTS or moves > MOST_MOVES:
                    return None
                if not children and not _is_over_and_lost(game, part):
                    return None
                after[part] = [_list_parts_of_position(game, child) for child in children]
                if any(
                    not parts and not _is_over_and_lost(game, each)
                    for parts, each in zip(after[part], children, strict=True)
                ):
                    return None
                waiting = [each for several in after[part] for each in several if each not in nimbers]
                if any(each in after for each in waiting):  # asked about and not yet known: play cycles
                    return None
                stack.extend(waiting)
                continue
            stack.pop()
            reached = {reduce(xor, (nimbers[each] for each in several), 0) for several in after[part]}
            nimbers[part] = mex(reached)
    return nimbers


def _is_over_and_lost(game: Game, position: Position) -> bool:
    """Return whether play is over here for want of a move, and lost by that: normal play."""
    return get_value_where_play_ends(game, position, list_child_positions(game, position)) == LOSS


def _list_parts_of_position(game: Game, position: Position) -> list[Position]:
    return list(game.parts(position))  # type: ignore[attr-defined]  # asked for before


def _are_independent_parts(game: Game, nimbers: dict[Position, int]) -> bool:
    """Return whether the moves of a position are those of its parts, by their nimbers, in random play."""
    chance = random.Random(1913)

    def sum_part_nimbers(position: Position) -> int:
        return reduce(xor, (nimbers[part] for part in _list_parts_of_position(game, position)), 0)

    for _ in range(LINES):
        position = next(iter(game.starts()))
        for _ in range(MOST_PLIES):
            children = list_child_positions(game, position)
            here = sum_part_nimbers(position)
            expected = {
                here ^ nimbers[part] ^ sum_part_nimbers(child)
                for part in _list_parts_of_position(game, position)
                for child in list_child_positions(game, part)
            }
            if expected != set(map(sum_part_nimbers, children)):
                return False
            if not children:
                break
            position = chance.choice(children)
    return True


def _yield_part_counters(game: Game) -> Iterator[tuple[str, Count]]:
    """Yield what may be counted in a part's text: its numbers, or one of its signs."""
    start = next(iter(game.starts()))
    if NUMBER.search(game.show(start)):
        yield find_counted_noun(game), lambda part: sum(int(each) for each in NUMBER.findall(game.show(part)))
    for sign in count_each_sign(game, start):
        yield find_counted_noun(game) or repr(sign), _make_sign_counter(game, sign)


def _make_sign_counter(game: Game, sign: str) -> Count:
    return lambda part: count_each_sign(game, part)[sign]


def _make_strategy(
    game: Game, unit: str, count: Count, rule: NimberRule, nimbers: dict[Position, int], is_known: bool
) -> Strategy | None:
    """Return the rule in words; `is_known` is whether every size up to the largest was met."""

    def is_position_to_leave(position: Position) -> bool:
        return (
            reduce(
                xor,
                (rule.get_number_of_heap(count(part)) for part in _list_parts_of_position(game, position)),
                0,
            )
            == 0
        )

    table = build_whole_outcome_table(game)
    if table is not None and any(
        is_position_to_leave(position) != lost for position, lost in table.lost.items()
    ):
        return None  # the promise of independent parts is not kept
    if table is None and not _are_independent_parts(game, nimbers):
        raise UnsoundStrategy(f"{game!r}: parts() promises independent parts, and they are not")
    checked = "" if table is None else f" The rule agrees with all {len(table.lost):,} positions"
    sizes = f"how many {unit} it has" if unit else "its size"
    still = (
        "" if is_known else "; a group without a move has 0"
    )  # such as one free cell: games leave them out
    return Strategy(
        game,
        "nim-sum of parts",
        (
            "The position falls apart into groups. "
            f"Give each a number by {sizes}: {describe_nimber_rule(rule)}{still}.",
            "Write these numbers in binary, one below the other.",
            "Leave an even number of ones in every column.",
            "If it is so already, good play beats you: make a small move and hope for a mistake.",
        ),
        f"the game declares its groups to be independent parts, so a position is lost exactly where the "
        f"exclusive or of their nimbers is 0 (Sprague and Grundy); all {len(nimbers):,} parts that play "
        f"leads to were looked at, and their nimbers depend on nothing but the size.{checked}",
        is_position_to_leave,
        lambda _: yield_reachable_positions(game),
    )
