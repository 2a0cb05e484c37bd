"""Why this move: the rule that fires, the threat or forced line behind it, and what all others lose to.

Everything said is looked up in a solution or found on the position's lines; nothing is guessed. `why` asks,
`Why` is the answer; claims are facts about one move, and lines are best play with forced replies marked.
"""

from zermelo.explain.why.answer import Why
from zermelo.explain.why.telling import why

__all__ = ["Why", "why"]
