"""Depth-first proof-number search of one question, whether a position is worth so much to the prover.

The prover is who moves at the root. Each position has two numbers: how many unsettled positions below it must
at least turn out well to prove the claim, and how many to disprove it. The search goes where either is least,
and comes back when another place has become better (A. Nagai, *Df-pn algorithm for searching AND/OR trees*,
2002). Where all moves must be looked at, their largest number counts, and one for each other (T. Ueda et al.,
*Weak proof-number search*, 2008): positions that are met on several ways are not counted several times.

Play that comes back to a position of its own line is worth 0 from there. What rests on that holds for this
line only: such a verdict is kept under the line's signature, unless the position that it comes back to is the
one in question or stands below it (the *graph history interaction* problem; A. Kishimoto and M. Müller,
2004). All else is kept for every line.

A claim is the position, how many points the prover still needs, and whether he is the mover.
"""

from typing import Any, Final

import numpy as np

from zermelo.core.values import UNDECIDED
from zermelo.kernels import FAR, MANY, Jit
from zermelo.kernels.hashing import FIRST
from zermelo.kernels.hooks import Hooks, Shape, build_scatter
from zermelo.kernels.negamax import LIMIT, NODES, STATUS, STOP
from zermelo.kernels.transposition import EFFORT_AT, build_table

INFINITE: Final = (1 << 24) - 1
NUMBER_BITS: Final = 24
STOPPED: Final = -1  # neither proven nor disproven
NEEDED_AT: Final = 1 << 20  # added to what is needed, so that a claim is no negative number
NOWHERE: Final = 1 << 30  # deeper than any line: a verdict that rests on no repetition
SIGNED: Final = 1 << 62
# Of a row of `lines`: the position's words, then these, then four columns for each move.
CLAIM, SIGNATURE, TIER, HEAD = 0, 1, 2, 3
MOVE, PROOF, DISPROOF, ANCHOR, PER_MOVE = 0, 1, 2, 3, 4


def claim_of(needed: int, mover: bool) -> int:
    """Return the claim that the prover, who is the mover or not, gets at least `needed` points from here."""
    return (needed + NEEDED_AT) << 1 | int(mover)


def claim_shape(shape: Shape) -> Shape:
    """Return the shape of what the table keeps: a position and one word more."""
    return Shape(shape.words + 1)


def build_proof_number(hooks: Hooks, jit: Jit) -> Any:
    """Return prove(position, claim, table, lines, counters) -> 1 proven, 0 disproven, or STOPPED.

    `lines` is [plies, words + HEAD + PER_MOVE * most moves] int64; `counters` as in `kernels.negamax`.
    """
    candidates, play, outcome, stuck = hooks.candidates, hooks.play, hooks.outcome, hooks.stuck
    gain, flips, bounds, canonical = hooks.gain, hooks.flips, hooks.bounds, hooks.canonical
    tier_of = hooks.tier
    shape = hooks.shape
    words, width = shape.words, shape.width
    probe, store = build_table(claim_shape(shape), jit)
    scatter = build_scatter(claim_shape(shape), jit)
    first_move = words + HEAD
    effort_at = np.uint64(EFFORT_AT)

    def key_one(position: Any, last: int) -> Any:
        return position, last

    def key_many(position: Any, last: int) -> Any:
        return position + (last,)  # noqa: RUF005  # Numba knows no unpacking

    key = jit.inline(key_many if width else key_one)

    def keep_one(row: Any, position: Any) -> None:
        row[0] = position

    def keep_many(row: Any, position: Any) -> None:
        for word in range(width):
            row[word] = position[word]

    keep = jit.inline(keep_many if width else keep_one)

    def is_kept_one(row: Any, position: Any) -> bool:
        return bool(row[0] == position)

    def is_kept_many(row: Any, position: Any) -> bool:
        for word in range(width):  # noqa: SIM110  # compiled as it stands
            if row[word] != position[word]:
                return False
        return True

    is_kept = jit.inline(is_kept_many if width else is_kept_one)

    def pack(proof: int, disproof: int, spent: int) -> Any:
        effort = 0
        while spent > 0:
            spent >>= 1
            effort += 1
        return np.uint64(proof | disproof << NUMBER_BITS) | np.uint64(effort) << effort_at

    packed = jit.inline(pack)

    def settle(position: Any, claim: int) -> int:
        """Return 1 or 0 where the rules or the game's bounds settle a claim, else -1."""
        needed = (claim >> 1) - NEEDED_AT
        value = outcome(position)
        low = high = value
        if value == UNDECIDED:
            low, high = bounds(position)
        if claim & 1 == 0:
            low, high = -high, -low
        if low >= needed:
            return 1
        return 0 if high < needed else -1

    settled = jit.inline(settle)

    def find_above(lines: Any, depth: int, position: Any, claim: int, tier: int) -> int:
        """Return the depth at which the line had this very claim, -1 where it had not."""
        for above in range(depth, -1, -1):
            row = lines[above]
            if row[words + TIER] != tier:
                return -1
            if row[words + CLAIM] == claim and is_kept(row, position):
                return above
        return -1

    above = jit.inline(find_above)

    def look(position: Any, claim: int, depth: int, table: Any, lines: Any) -> tuple[Any, Any, Any]:
        """Return the numbers of a claim that follows the position at `depth`, and what a verdict rests on."""
        verdict = settled(position, claim)
        if verdict >= 0:
            return (0, INFINITE, NOWHERE) if verdict == 1 else (INFINITE, 0, NOWHERE)
        repeated = above(lines, depth, position, claim, tier_of(position))
        if repeated >= 0:
            if (claim >> 1) - NEEDED_AT <= 0:
                return 0, INFINITE, repeated
            return INFINITE, 0, repeated
        data = np.int64(probe(table, key(position, claim)))
        known = data & INFINITE, data >> NUMBER_BITS & INFINITE
        if data != 0 and (known[0] == 0 or known[1] == 0):
            return known[0], known[1], NOWHERE
        signature = signed(lines[depth, words + SIGNATURE], position, claim)
        own = np.int64(probe(table, key(position, signature)))
        if own != 0:  # before the numbers for all lines, which an earlier visit left unsettled
            proof, disproof = own & INFINITE, own >> NUMBER_BITS & INFINITE
            return (0, INFINITE, disproof) if proof == 0 else (INFINITE, 0, proof - 1)
        return (known[0], known[1], NOWHERE) if data != 0 else (1, 1, NOWHERE)

    def sign(signature: int, position: Any, claim: int) -> Any:
        mixed = np.uint64(signature) * FIRST ^ scatter(key(position, claim))
        return np.int64(mixed >> np.uint64(2)) | SIGNED

    signed = jit.inline(sign)
    look = jit.inline(look)

    def visit(
        position: Any,
        claim: int,
        proof_limit: int,
        disproof_limit: int,
        depth: int,
        table: Any,
        lines: Any,
        counters: Any,
    ) -> tuple[int, int, int]:
        """Search until a number reaches its limit; return the numbers, and what a verdict rests on."""
        counters[NODES] += 1
        before = counters[NODES]
        if counters[LIMIT] > 0 and before > counters[LIMIT]:
            counters[STOP] = 1
        if depth + 1 >= lines.shape[0]:
            counters[STATUS] = FAR
            counters[STOP] = 1
        if counters[STOP] != 0:
            return 1, 1, NOWHERE
        row = lines[depth]
        keep(row, position)
        row[words + CLAIM] = claim
        row[words + TIER] = tier_of(position)
        row[words + SIGNATURE] = signed(
            lines[depth - 1, words + SIGNATURE] if depth > 0 else 0, position, claim
        )
        is_prover = claim & 1 == 1
        count = 0
        at = first_move
        for move in candidates(position):
            if at + PER_MOVE > len(row):
                counters[STATUS] = MANY
                counters[STOP] = 1
                return 1, 1, NOWHERE
            child = play(position, move)
            points = gain(position, move)
            needed = (claim >> 1) + (-points if is_prover else points)
            flipped = 1 if flips(position, child) else 0
            child = canonical(child)
            proof, disproof, anchor = look(child, needed << 1 | ((claim & 1) ^ flipped), depth, table, lines)
            row[at + MOVE], row[at + PROOF], row[at + DISPROOF], row[at + ANCHOR] = (
                move,
                proof,
                disproof,
                anchor,
            )
            at += PER_MOVE
            count += 1
        if count == 0:
            value = stuck(position)
            worth = value if is_prover else -value
            if worth >= (claim >> 1) - NEEDED_AT:
                store(table, key(position, claim), packed(0, INFINITE, 1))
                return 0, INFINITE, NOWHERE
            store(table, key(position, claim), packed(INFINITE, 0, 1))
            return INFINITE, 0, NOWHERE
        # Own: the number of which the least counts here; other: the one of which the largest counts.
        own, other = (PROOF, DISPROOF) if is_prover else (DISPROOF, PROOF)
        own_limit = proof_limit if is_prover else disproof_limit
        other_limit = disproof_limit if is_prover else proof_limit
        while True:
            least = second = INFINITE
            largest = 0
            waiting = 0
            chosen = first_move
            anchor = NOWHERE
            one_anchor = -1
            for place in range(first_move, at, PER_MOVE):
                number = row[place + own]
                if number < least or (
                    number == least and number < INFINITE and row[place + other] < row[chosen + other]
                ):
                    second = least
                    least = number
                    chosen = place
                elif number < second:
                    second = number
                if number == 0:
                    one_anchor = max(one_anchor, row[place + ANCHOR])
                if row[place + other] == 0:
                    anchor = min(anchor, row[place + ANCHOR])
                else:
                    largest = max(largest, row[place + other])
                    waiting += 1
            if least == 0:
                anchor = one_anchor
                total = INFINITE
                break
            if waiting == 0:
                least = INFINITE
                total = 0
                break
            anchor = NOWHERE
            total = min(largest + waiting - 1, INFINITE - 1)
            if least >= own_limit or total >= other_limit:
                break
            move = int(row[chosen + MOVE])
            child = play(position, move)
            points = gain(position, move)
            needed = (claim >> 1) + (-points if is_prover else points)
            flipped = 1 if flips(position, child) else 0
            child = canonical(child)
            own_below = min(own_limit, max(second + 1, second + (second >> 2)), INFINITE)
            other_below = min(INFINITE, other_limit - (waiting - 1))
            proof_below, disproof_below = (own_below, other_below) if is_prover else (other_below, own_below)
            proof, disproof, resting = visit(
                child,
                needed << 1 | ((claim & 1) ^ flipped),
                proof_below,
                disproof_below,
                depth + 1,
                table,
                lines,
                counters,
            )
            if counters[STOP] != 0:
                return 1, 1, NOWHERE
            row[chosen + PROOF], row[chosen + DISPROOF], row[chosen + ANCHOR] = proof, disproof, resting
        proof, disproof = (least, total) if is_prover else (total, least)
        spent = counters[NODES] - before
        if anchor >= depth:
            store(table, key(position, claim), packed(proof, disproof, spent))
            return proof, disproof, NOWHERE
        if proof == 0:
            store(table, key(position, row[words + SIGNATURE]), packed(0, anchor, spent))
        else:
            store(table, key(position, row[words + SIGNATURE]), packed(anchor + 1, 0, spent))
        return proof, disproof, anchor

    visit = jit.recursive(visit)

    def prove(position: Any, claim: int, table: Any, lines: Any, counters: Any) -> Any:
        verdict = settled(position, claim)
        if verdict >= 0:
            return verdict
        proof, _, _ = visit(position, claim, INFINITE, INFINITE, 0, table, lines, counters)
        if counters[STOP] != 0:
            return STOPPED
        return 1 if proof == 0 else 0

    return jit.kernel(prove)
