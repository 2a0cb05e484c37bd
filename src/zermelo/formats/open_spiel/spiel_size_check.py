"""Check whether an OpenSpiel game is too large to be known whole, by the growth of its first layers.

Its positions are objects met one by one, so nothing can be planned from samples as for games whose rules are
compiled. Layers of a breadth-first walk are counted until there are some ten thousand positions, and their
growth slows down as it has so far (`solver.plans.size_gate.extrapolate_tier_sizes`). That is no plan, and
mostly too little: of connect four it says some ten millions. So what does not fit by it is refused, and
`anyway` begins all the same.
"""

import shlex
from typing import Any, Final

from zermelo.core.budget import Budget
from zermelo.core.errors import TooLarge
from zermelo.core.game import Game
from zermelo.core.game_kind import ByKind
from zermelo.core.requirements import can_ask
from zermelo.formats.open_spiel.spiel_import import PREFIX, OpenSpiel
from zermelo.solver.plans.size_gate import extrapolate_tier_sizes

POSITIONS_COUNTED: Final = 40_000  # positions that are counted: about a second
A_POSITION: Final = 1_400  # bytes, of the table and of the graph
LONG: Final = 2_000_000  # positions from which their likely number is reported
A_SECOND: Final = 30_000  # positions that are met and solved
PLIES_COMPARED: Final = ByKind(
    "plies between tiers that grow alike", 1, payoffs=1, dice=2
)  # throws and moves grow differently


def check_fits(game: Game, budget: Budget | None = None) -> None:
    """Refuse an imported game that seems to have more positions than fit in memory.

    Other games pass, and all games with `budget.anyway`.

    Parameters
    ----------
    game : Game
        Game to be solved or checked.
    budget : Budget, optional
        Memory that may be used; `budget.notice` is called for a game that may take minutes.

    Raises
    ------
    TooLarge
        With ways that work instead.
    """
    budget = Budget() if budget is None else budget
    if budget.anyway or not isinstance(game, OpenSpiel):
        return
    sizes, is_whole = count_positions_by_ply(game)
    if is_whole:
        return
    _, likely = extrapolate_tier_sizes(sizes[:: PLIES_COMPARED.choose(game)])
    room = budget.array_memory // A_POSITION
    if likely > room:
        works = "; ".join(_list_remedies(game))
        raise TooLarge(
            f"{game!r} is too large to be known: {sizes[-1]:,} positions are first met after "
            f"{len(sizes) - 1} plies, {_describe_growth(sizes)}, and memory holds some {room:,}; "
            f"what works: {works}"
        )
    if likely > LONG and budget.notice is not None:
        refused = budget.notice(
            f"{game!r}: by its first plies perhaps {likely:.1g} positions, or far more; some {A_SECOND:,} a "
            "second are met",
            likely / A_SECOND,
        )
        if refused:
            raise TooLarge(refused)


def count_positions_by_ply(game: OpenSpiel, max_positions: int = POSITIONS_COUNTED) -> tuple[list[int], bool]:
    """Return how many positions are first met after 0, 1, 2, ... plies, and whether those are all.

    Only whole layers are counted; the walk ends where more than `max_positions` positions are known.

    >>> from zermelo.formats.open_spiel.spiel_import import import_spiel_game
    >>> count_positions_by_ply(import_spiel_game("tic_tac_toe"))
    ([1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78], True)
    """
    start: Any = game.start()
    seen, layer, sizes = {start}, [start], [1]
    while True:
        following: list[Any] = []
        for spot in layer:
            for child in game.state_table.find_children(spot) if game.state_table.list_actions(spot) else ():
                if child not in seen:
                    seen.add(child)
                    following.append(child)
            if len(seen) > max_positions:
                return sizes, False
        if not following:
            return sizes, True
        sizes.append(len(following))
        layer = following


def _describe_growth(sizes: list[int]) -> str:
    return f"{sizes[-1] / sizes[-2]:.2g} times as many as a ply before" if len(sizes) > 1 else "and then more"


def _list_remedies(game: OpenSpiel) -> list[str]:
    """Return what can be done instead."""
    called = shlex.quote(f"{PREFIX}{game.game}")
    works = []
    if can_ask(game, "timed_search"):
        works.append(f"`zermelo play {called} --time 2s` plays against a search")
    kind = game.state_table.game.get_type()
    sizes = [name for name, usual in kind.parameter_specification.items() if type(usual) is int and usual > 2]
    if sizes:
        works.append(f"a smaller one, as in `{PREFIX}{kind.short_name}({sizes[0]}=...)`")
    works.append(f"`zermelo solve {called} --anyway` begins all the same")
    return works
