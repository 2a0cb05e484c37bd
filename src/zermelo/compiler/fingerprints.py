"""Fingerprints that identify rules on disk, and the check whether a file was made from these rules."""

import hashlib
from typing import Any, Final

from zermelo.compiler.game_compiler import lower_game
from zermelo.compiler.rules_cache import current_dependencies
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game, has
from zermelo.core.notation.identity import compute_identity, yield_game_parameters

UNFOLLOWED: Final = "cannot follow: "  # how the fingerprint of rules begins that cannot all be seen


def rules_fingerprint(game: Game) -> str:
    """Return 32 hexadecimal digits that change whenever the game's rules or parameters do.

    Rules that compile are known by their lowered source, in which helpers and tables are written out; others
    by all that they reach (`reach`). Where something of that cannot be followed, the fingerprint states it
    in words, and `explain_fingerprint_mismatch` refuses everything made from such rules.
    """
    rules = current_dependencies(game)
    try:
        text = lower_game(game).text
    except CannotCompile:
        if not rules.is_fully_followed:
            return f"{UNFOLLOWED}{'; '.join(rules.obstacles)}"
        text = rules.digest
    indexed: Any = game
    size = int(indexed.size) if has(game, "unrank") and hasattr(game, "size") else None
    flags = repr((game.family_name(), game.players, game.scored, game.impartial, size))
    where = compute_identity((tuple(yield_game_parameters(game)), list(game.starts()))).text
    content = "\n".join((flags, where, text))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def explain_fingerprint_mismatch(made_from: object, fingerprint: str) -> str | None:
    """Return why what was made from rules is not to be taken for these rules'; None where they are the same.

    >>> explain_fingerprint_mismatch("4f0c", "4f0c"), explain_fingerprint_mismatch("4f0c", "3d11")
    (None, 'it was made from other rules')
    """
    if fingerprint.startswith(UNFOLLOWED):
        said = fingerprint.removeprefix(UNFOLLOWED)
        return f"it is unknown whether the rules are the same: they use {said}, which cannot be followed"
    return None if made_from == fingerprint else "it was made from other rules"
