"""Chomp on bars of all sizes: the first player wins; on squares and on two rows it is known how.

**Stealing** (Gale 1974). Every other first bite also takes the corner opposite the poison. So if the second
player had a winning bite after this corner, the first player could begin with that bite, and leave the same
position. Hence the first player wins, but the proof gives no strategy.

**Squares**. After the bite at the second square of the second row two arms of equal length are left, and a
bite shortens one of them: two equal heaps of nim, which the second player to move makes equal again.

**Two rows**, of a and b squares, a >= b. Lost are those with a = b + 1: a bite in the lower row leaves a less
than b; one in the upper row at column c leaves c and min(b, c), equal where c <= b. From any other, if
a = b > 0 bite one square off the lower row, and if a > b + 1 bite the upper row down to b + 1.

The machine checks each claim at every bar up to some size, by the rules. For stealing it checks that a bite
leaves the same position if the corner was bitten off before.
"""

from collections.abc import Iterator

from zermelo.cgt.sizes.size_claims import FIRST, OUTCOME_TEXT, SECOND, THEOREM, Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_winner, make_rectangle_lister
from zermelo.core.errors import CheckFailed
from zermelo.core.rule_queries import moves_at
from zermelo.games.cakes.chomp import Chomp

STOLEN = 12  # squares a side, up to which stealing is checked: not more than a word holds
SQUARES, LONG = 12, 200


def make_game(columns: int, rows: int) -> Chomp:
    """Return chomp on a bar of this size."""
    return Chomp(columns=columns, rows=rows)


def verify_strategy_stealing(side: int) -> int:
    """Check at every bar of so many squares a side that every reply to the corner is a first bite too."""
    checked = 0
    for columns in range(1, side + 1):
        for rows in range(1, side + 1):
            game = make_game(columns, rows)
            start, corner = game.start(), columns * rows - 1
            left = game.play(start, corner) if corner else start
            if any(game.play(left, bite) != game.play(start, bite) for bite in moves_at(game, left)):
                raise CheckFailed(f"{game!r}: a reply to the corner is no first bite")
            checked += 1
    return checked


def verify_bite_shortens_one_arm(side: int) -> int:
    """Check on squares up to this side that a bite shortens one of two arms, by the rules."""
    for size in range(2, side + 1):
        game = make_game(size, size)
        left = game.play(game.start(), size + 1)
        for first in range(size):
            for second in range(size):
                place = game.pack_position([first + 1] + [1] * second + [0] * (size - 1 - second))
                if (first, second) == (size - 1, size - 1) and place != left:
                    raise CheckFailed(f"{game!r}: the first bite leaves other arms")
                after = {game.play(place, bite) for bite in moves_at(game, place)}
                shorter = [(arm, second) for arm in range(first)] + [(first, arm) for arm in range(second)]
                if after != {
                    game.pack_position([a + 1] + [1] * b + [0] * (size - 1 - b)) for a, b in shorter
                }:
                    raise CheckFailed(f"{game!r}: a bite does not shorten one arm")
    return side - 1


def verify_two_row_induction(columns: int) -> int:
    """Check the induction at every position of two rows up to this length, by the rules."""
    game, checked = make_game(columns, 2), 0
    for upper in range(1, columns + 1):
        for lower in range(upper + 1):
            place = game.pack_position([upper, lower])
            after = [game.play(place, bite) for bite in moves_at(game, place)]
            to_lost = any(game.row_length(each, 0) == game.row_length(each, 1) + 1 for each in after)
            if to_lost == (upper == lower + 1):
                raise CheckFailed(f"{game!r}: the induction fails at {upper} and {lower}")
            checked += 1
    return checked


def yield_sizes_up_to(squares: int) -> Iterator[Size]:
    """Yield bars of so many squares at most."""
    return make_rectangle_lister()(squares)


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of chomp."""
    bars, squares, pairs = (
        verify_strategy_stealing(STOLEN),
        verify_bite_shortens_one_arm(SQUARES),
        verify_two_row_induction(LONG),
    )

    def find_winner_after_bite(size: Size, bite: int) -> str:
        """Return who wins after a first bite: "first" where it wins."""
        game = make_game(*size)
        after = type(game).beginning_at(game, game.play(game.start(), bite))
        return FIRST if find_winner(after) == SECOND else SECOND

    return (
        SizeClaim(
            "every bar but a single square",
            OUTCOME_TEXT[FIRST],
            "",
            THEOREM,
            f"stealing: a reply to the far corner is a first bite too; checked at {bars:,} bars up to "
            f"{STOLEN} x {STOLEN}; it does not say how to play",
            lambda size: size != (1, 1),
            lambda _: frozenset({FIRST}),
            lambda size: find_winner(make_game(*size)),
            yield_sizes_up_to,
        ),
        SizeClaim(
            "square bars, of side 2 or more",
            "the bite at the second square of the second row wins",
            "then answer each bite by its image at the diagonal",
            THEOREM,
            f"it leaves two equal heaps of nim; checked at {squares} squares up to {SQUARES} x {SQUARES}",
            lambda size: size[0] == size[1] > 1,
            lambda _: frozenset({FIRST}),
            lambda size: find_winner_after_bite(size, size[0] + 1),
            yield_sizes_up_to,
        ),
        SizeClaim(
            "bars of two rows",
            "the bite at the last square of the second row wins",
            "leave one square less in the second row than in the first",
            THEOREM,
            f"induction on the rows' lengths; its step checked at {pairs:,} positions, rows up to {LONG}",
            lambda size: size[1] == 2,
            lambda _: frozenset({FIRST}),
            lambda size: find_winner_after_bite(size, 2 * size[0] - 1),
            yield_sizes_up_to,
        ),
    )


FAMILY = SizeFamily("chomp", ("columns", "rows"), make_game, make_claims, 25, "squares")
