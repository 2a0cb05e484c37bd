"""The comparison of compiled searches with the interpreter's, made before they are trusted.

The comparison is no proof, but a difference in a rule or a hook soon shows in what a search notes. A kernel
that passed is recorded beside its machine code, under the kernel's own name. Another kernel of the same rules
(with plies to the end, say) is other machine code. The same kernel is recognized in every process.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.kernel_binders import Binder
from zermelo.compiler.kernel_digests import compute_kernel_cache_tag
from zermelo.core.errors import BadRules
from zermelo.core.game import Game, Position
from zermelo.core.rule_queries import moves_at

TRIED = 6  # positions


def yield_trial_positions(game: Game) -> Iterator[Position]:
    """Yield the start and positions of random play, the same every time."""
    chance, position = random.Random(1913), next(iter(game.starts()))
    for _ in range(TRIED):
        yield position
        for _ in range(chance.randrange(2, 12)):
            moves = moves_at(game, position)
            position = game.play(position, chance.choice(moves)) if moves else next(iter(game.starts()))


def compare_searches(
    searcher: Binder[Any],
    kernel: tuple[Any, ...],
    compiled: Callable[[Position], object],
    make_own: Callable[[], Callable[[Position], object]],
    also: Iterable[Position] = (),
) -> bool:
    """Compare what a kernel notes with the interpreter's notes, unless it passed before; return whether.

    `kernel` is its builder and its options, as `searcher` was asked for it; `make_own` makes the same search
    interpreted, which goes first: what it refuses is not compiled. Positions are those of
    `yield_trial_positions` and `also` others. Raises `BadRules` at the first from which the two differ.
    """
    if has_passed_comparison(searcher, kernel):
        return False
    game, own = searcher.game, make_own()
    for position in (*yield_trial_positions(game), *also):
        noted = own(position)
        if compiled(position) != noted:
            raise BadRules(
                f"{game!r}: the compiled search from {describe_position(game, position)} differs from the "
                "interpreter's: integers beyond 63 bits? run `zermelo check`, or use --interpreted"
            )
    searcher.store_fact(_make_comparison_fact_name(kernel))
    return True


def has_passed_comparison(searcher: Binder[Any], kernel: tuple[Any, ...]) -> bool:
    """Return whether a kernel was compared before, in this process or an earlier one."""
    return searcher.has_fact(_make_comparison_fact_name(kernel))


def _make_comparison_fact_name(kernel: tuple[Any, ...]) -> str:
    return f"searched-{compute_kernel_cache_tag(*kernel)}"
