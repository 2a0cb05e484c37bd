"""Arenas: every position of a game with its moves in arrays, to ask many questions of, or of policies.

>>> import zermelo
>>> from zermelo.arenas import arena_of, worth_of
>>> arena = arena_of(zermelo.game("tic_tac_toe"))
>>> arena.positions, int(worth_of(arena).values[0])
(5478, 0)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.explain.players.over_arena import allowed_over as allowed_over
    from zermelo.graph.arena import Arena as Arena
    from zermelo.policy.choices import Allowed as Allowed
    from zermelo.policy.choices import Choices as Choices
    from zermelo.policy.choices import LineCounter as LineCounter
    from zermelo.policy.lines import Lines as Lines
    from zermelo.solvers.arena import Worth as Worth
    from zermelo.solvers.arena import fewest_losses as fewest_losses
    from zermelo.solvers.arena import quickest as quickest
    from zermelo.solvers.arena import worth_of as worth_of
    from zermelo.work.arenas import arena_of as arena_of
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "explain.players.over_arena": ("allowed_over",),
            "graph.arena": ("Arena",),
            "policy.choices": ("Allowed", "Choices", "LineCounter"),
            "policy.lines": ("Lines",),
            "solvers.arena": ("Worth", "fewest_losses", "quickest", "worth_of"),
            "work.arenas": ("arena_of",),
        },
    )
