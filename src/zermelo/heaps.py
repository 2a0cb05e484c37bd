"""Games of heaps: their rules by code or name, nimbers, proven periods, and sums of heaps.

>>> from zermelo.heaps import solve_heaps
>>> solve_heaps("0.77").period.period
12
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.theory.heaps.coin_games import CoinGame as CoinGame
    from zermelo.theory.heaps.coin_games import read_coin_game as read_coin_game
    from zermelo.theory.heaps.coin_turning import coin_nimbers as coin_nimbers
    from zermelo.theory.heaps.coin_turning import row_nimber as row_nimber
    from zermelo.theory.heaps.field_expression import field_value as field_value
    from zermelo.theory.heaps.heap_sums import HeapSum as HeapSum
    from zermelo.theory.heaps.heap_sums import HeapSumMove as HeapSumMove
    from zermelo.theory.heaps.nim_field import field_bits as field_bits
    from zermelo.theory.heaps.nim_field import nim_inverse as nim_inverse
    from zermelo.theory.heaps.nim_field import nim_power as nim_power
    from zermelo.theory.heaps.nim_field import nim_product as nim_product
    from zermelo.theory.heaps.nim_field import nim_quotient as nim_quotient
    from zermelo.theory.heaps.nim_field import nim_square_root as nim_square_root
    from zermelo.theory.heaps.nim_field import nim_sum as nim_sum
    from zermelo.theory.heaps.nim_field import ugly_product as ugly_product
    from zermelo.theory.heaps.periods import Period as Period
    from zermelo.theory.heaps.periods import find_period as find_period
    from zermelo.theory.heaps.rules import AllBut as AllBut
    from zermelo.theory.heaps.rules import Code as Code
    from zermelo.theory.heaps.rules import HeapMove as HeapMove
    from zermelo.theory.heaps.rules import HeapRule as HeapRule
    from zermelo.theory.heaps.rules import Subtraction as Subtraction
    from zermelo.theory.heaps.rules import Unequal as Unequal
    from zermelo.theory.heaps.rules import read_rule as read_rule
    from zermelo.theory.heaps.sequences import terms as terms
    from zermelo.theory.heaps.solved import SolvedHeaps as SolvedHeaps
    from zermelo.theory.heaps.solved import nimbers as nimbers
    from zermelo.theory.heaps.solved import solve_heaps as solve_heaps
    from zermelo.theory.heaps.tables import taking_table as taking_table
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "theory.heaps.coin_games": ("CoinGame", "read_coin_game"),
            "theory.heaps.coin_turning": ("coin_nimbers", "row_nimber"),
            "theory.heaps.field_expression": ("field_value",),
            "theory.heaps.heap_sums": ("HeapSum", "HeapSumMove"),
            "theory.heaps.nim_field": (
                "field_bits",
                "nim_inverse",
                "nim_power",
                "nim_product",
                "nim_quotient",
                "nim_square_root",
                "nim_sum",
                "ugly_product",
            ),
            "theory.heaps.periods": ("Period", "find_period"),
            "theory.heaps.rules": (
                "AllBut",
                "Code",
                "HeapMove",
                "HeapRule",
                "Subtraction",
                "Unequal",
                "read_rule",
            ),
            "theory.heaps.sequences": ("terms",),
            "theory.heaps.solved": ("SolvedHeaps", "nimbers", "solve_heaps"),
            "theory.heaps.tables": ("taking_table",),
        },
    )
