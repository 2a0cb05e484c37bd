"""Every error that zermelo raises on purpose, to be caught; all are `ZermeloError`.

Each is also the built-in exception it resembles. Its text is one line, with the value, the reason and the
remedy; `exit_status` is what a command ends with.

>>> import zermelo
>>> try:
...     zermelo.game("conect_four")
... except zermelo.errors.UnknownGame as error:
...     print(error)
'conect_four' is not a game of the catalogue: did you mean connect_four?
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.core.errors import BadParameter as BadParameter
    from zermelo.core.errors import BadRules as BadRules
    from zermelo.core.errors import Cancelled as Cancelled
    from zermelo.core.errors import CannotCompile as CannotCompile
    from zermelo.core.errors import CheckFailed as CheckFailed
    from zermelo.core.errors import ColoursExchanged as ColoursExchanged
    from zermelo.core.errors import DamagedBook as DamagedBook
    from zermelo.core.errors import DamagedPolicy as DamagedPolicy
    from zermelo.core.errors import DamagedProof as DamagedProof
    from zermelo.core.errors import DamagedScratch as DamagedScratch
    from zermelo.core.errors import DamagedSolution as DamagedSolution
    from zermelo.core.errors import EngineFailed as EngineFailed
    from zermelo.core.errors import IllegalMove as IllegalMove
    from zermelo.core.errors import KeyTooCoarse as KeyTooCoarse
    from zermelo.core.errors import LoopFound as LoopFound
    from zermelo.core.errors import MissingCapability as MissingCapability
    from zermelo.core.errors import MissingExtra as MissingExtra
    from zermelo.core.errors import MissingSolution as MissingSolution
    from zermelo.core.errors import OutdatedBook as OutdatedBook
    from zermelo.core.errors import OutdatedPolicy as OutdatedPolicy
    from zermelo.core.errors import OutdatedProof as OutdatedProof
    from zermelo.core.errors import OutdatedSolution as OutdatedSolution
    from zermelo.core.errors import OutOfBudget as OutOfBudget
    from zermelo.core.errors import StorageFailed as StorageFailed
    from zermelo.core.errors import TooLarge as TooLarge
    from zermelo.core.errors import UnfollowedRules as UnfollowedRules
    from zermelo.core.errors import UnknownGame as UnknownGame
    from zermelo.core.errors import UnknownPosition as UnknownPosition
    from zermelo.core.errors import UnreadablePosition as UnreadablePosition
    from zermelo.core.errors import ZermeloError as ZermeloError
    from zermelo.core.errors import abridged as abridged
    from zermelo.core.errors import said_by as said_by
    from zermelo.core.misbehaviour import fault_of as fault_of
    from zermelo.core.misbehaviour import is_of_rules as is_of_rules
    from zermelo.core.misbehaviour import not_ignoring as not_ignoring
    from zermelo.core.misbehaviour import passes as passes
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "core.errors": (
                "BadParameter",
                "BadRules",
                "Cancelled",
                "CannotCompile",
                "CheckFailed",
                "DamagedBook",
                "DamagedPolicy",
                "DamagedProof",
                "DamagedScratch",
                "DamagedSolution",
                "EngineFailed",
                "IllegalMove",
                "KeyTooCoarse",
                "LoopFound",
                "MissingCapability",
                "MissingExtra",
                "MissingSolution",
                "OutOfBudget",
                "OutdatedBook",
                "OutdatedPolicy",
                "OutdatedProof",
                "OutdatedSolution",
                "StorageFailed",
                "TooLarge",
                "UnfollowedRules",
                "UnknownGame",
                "UnknownPosition",
                "ColoursExchanged",
                "UnreadablePosition",
                "ZermeloError",
                "abridged",
                "said_by",
            ),
            "core.misbehaviour": ("fault_of", "is_of_rules", "not_ignoring", "passes"),
        },
    )
