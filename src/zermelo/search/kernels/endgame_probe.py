"""The probe of a solution that ends lines of a search: of this game, or of the one `endgame` leads to."""

from dataclasses import dataclass
from typing import Any

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.search_hooks import SearchHooks
from zermelo.solver.kernels.slot_lookup import SlotLookup
from zermelo.solver.kernels.solution_probe import UNKNOWN_HERE, build_probe_solution_kernel


@dataclass(frozen=True)
class EndgameProbe:
    """What a kernel has to know of a solution that ends lines of play."""

    rules: KernelRules  # of the solution's game
    lookup: SlotLookup
    shift: int  # of its answers; 0 where they are values alone
    digest: str  # of the rules

    @property
    def name(self) -> str:
        """The part of a kernel's name that says so."""
        return f"{self.lookup.name}{self.shift}-{self.digest}"


def build_endgame_score_kernel(
    hooks: SearchHooks, ending: EndgameProbe | None, score_of: Any, jit: Jit
) -> Any:
    """Return find_endgame_score(position, held) -> the score that the solution gives, or UNKNOWN_HERE.

    `score_of(value, plies)` makes it; `plies` to the end are -1 where the solution does not say, and of a
    draw. `held` are the solution's tables and answers, anything where there is none.
    """
    if ending is None:

        def return_unknown(position: Any, held: Any) -> int:
            return UNKNOWN_HERE

        return jit.inline(return_unknown)
    ask = build_probe_solution_kernel(ending.rules, ending.lookup, jit)
    endgame, shift = hooks.endgame, ending.shift
    rest = (1 << shift) - 1

    def find_endgame_score(position: Any, held: Any) -> int:
        answer = int(ask(held[0], held[1], endgame(position)))
        if answer == UNKNOWN_HERE:
            return answer
        value = answer >> shift
        plies = answer & rest if shift > 0 and value != 0 else -1
        return int(score_of(value, plies))

    return jit.inline(find_endgame_score)
