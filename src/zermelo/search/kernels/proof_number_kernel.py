"""Depth-first proof-number search of one question: whether a position is worth so much to the prover.

The prover is who moves at the root. Each position has two numbers: how many unsettled positions below it must
at least turn out well to prove the claim, and how many to disprove it. The search goes where either is least,
and comes back when another place has become better (A. Nagai, *Df-pn algorithm for searching AND/OR trees*,
2002). Where all moves must be looked at, their largest number counts, and one for each other (T. Ueda et al.,
*Weak proof-number search*, 2008): positions that are met on several ways are not counted several times.

Play that comes back to a position of its own line is worth 0 from there. What rests on that holds for this
line only: such a verdict is kept under the line's signature, unless the position that it comes back to is the
one in question or stands below it (the *graph history interaction* problem; A. Kishimoto and M. Müller,
2004). All else is kept for every line.

A claim is the position, how many points the prover still needs, and whether the prover is the mover.
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.kernels import FAR, MANY, Jit
from zermelo.compiler.kernels.kernel_records import new_record_rows
from zermelo.compiler.kernels.position_hashing import FIRST
from zermelo.compiler.kernels.search_counters import SearchCounters, build_may_continue_kernel
from zermelo.compiler.kernels.search_hooks import PositionShape, SearchHooks, build_hash_position_kernel
from zermelo.compiler.kernels.transposition_table import (
    EFFORT_AT,
    build_count_binary_digits_kernel,
    build_table_access_kernels,
)
from zermelo.core.values import UNDECIDED
from zermelo.search.kernels.line_of_play import build_position_words_kernels

INFINITE: Final = (1 << 24) - 1
NUMBER_BITS: Final = 24
STOPPED: Final = -1  # neither proven nor disproven
NEEDED_AT: Final = 1 << 20  # added to what is needed, so that a claim is no negative number
NOWHERE: Final = 1 << 30  # deeper than any line: a verdict that rests on no repetition
SIGNED: Final = 1 << 62


@dataclass(slots=True)
class SearchClaim:
    """What a line of play claims at one ply."""

    words: Any  # [words] int64, the position
    claim: int = 0
    signature: int = 0  # of the line down to here
    tier: int = 0


@dataclass(slots=True)
class ProofMove:
    """A move of a position on the line, and what is known of the claim that it leads to."""

    move: int = 0
    proof: int = 0
    disproof: int = 0
    anchor: int = 0  # the depth that a verdict rests on, NOWHERE where it rests on no repetition


class ProofLine(NamedTuple):
    """The buffers for a line of play."""

    claims: Any  # [plies] of Claim
    choices: Any  # [plies, most moves] of Choice


def make_proof_line_buffers(plies: int, moves: int, words: int, *, native: bool) -> ProofLine:
    """Return buffers for lines of so many plies, positions of so many words and up to so many moves."""
    return ProofLine(
        new_record_rows(lambda: SearchClaim(np.zeros(words, np.int64)), (plies,), native=native),
        new_record_rows(ProofMove, (plies, moves), native=native),
    )


def encode_claim(needed: int, mover: bool) -> int:
    """Return the claim that the prover, who is the mover or not, gets at least `needed` points from here."""
    return (needed + NEEDED_AT) << 1 | int(mover)


def compute_claim_key_shape(shape: PositionShape) -> PositionShape:
    """Return the shape of what the table keeps: a position and one word more."""
    return PositionShape(shape.words + 1)


def build_claim_key_kernel(shape: PositionShape, jit: Jit) -> Any:
    """Return key(position, last) -> the position with one word more."""

    def make_key_of_word(position: Any, last: int) -> Any:
        return position, last

    def make_key_of_words(position: Any, last: int) -> Any:
        return position + (last,)  # noqa: RUF005  # Numba knows no unpacking

    return jit.inline(make_key_of_words if shape.width else make_key_of_word)


def build_claim_after_move_kernel(hooks: SearchHooks, jit: Jit) -> Any:
    """Return advance_claim(position, claim, move) -> where a move leads, and what is claimed there."""
    play, gain, flips, canonical = hooks.play, hooks.gain, hooks.flips, hooks.canonical

    def advance_claim(position: Any, claim: int, move: int) -> tuple[Any, int]:
        child = play(position, move)
        points = gain(position, move)
        needed = (claim >> 1) + (-points if claim & 1 == 1 else points)
        flipped = 1 if flips(position, child) else 0
        return canonical(child), needed << 1 | ((claim & 1) ^ flipped)

    return jit.inline(advance_claim)


def build_static_verdict_kernel(hooks: SearchHooks, jit: Jit) -> Any:
    """Return find_static_verdict(position, claim) -> 1 or 0 where rules or bounds settle it, else -1."""
    outcome, bounds = hooks.outcome, hooks.bounds

    def find_static_verdict(position: Any, claim: int) -> int:
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

    return jit.inline(find_static_verdict)


def build_claim_table_kernels(shape: PositionShape, jit: Jit) -> tuple[Any, Any, Any]:
    """Return signed(signature, position, claim) -> the signature of a line that goes on, recall and note.

    recall(position, claim, signature, table) -> (proof, disproof, anchor); and note(position, claim,
    signature, numbers, spent, table) keeps them, for all lines where the anchor is NOWHERE, else for one.
    """
    probe, store = build_table_access_kernels(compute_claim_key_shape(shape), jit)
    scatter = build_hash_position_kernel(compute_claim_key_shape(shape), jit)
    key = build_claim_key_kernel(shape, jit)
    effort = build_count_binary_digits_kernel(jit)
    effort_at = np.uint64(EFFORT_AT)

    def update_signature(signature: int, position: Any, claim: int) -> Any:
        mixed = np.uint64(signature) * FIRST ^ scatter(key(position, claim))
        return np.int64(mixed >> np.uint64(2)) | SIGNED

    def look_up_claim(position: Any, claim: int, signature: Any, table: Any) -> tuple[Any, Any, Any]:
        data = np.int64(probe(table, key(position, claim)))
        known = data & INFINITE, data >> NUMBER_BITS & INFINITE
        if data != 0 and (known[0] == 0 or known[1] == 0):
            return known[0], known[1], NOWHERE
        own = np.int64(probe(table, key(position, signature)))
        if own != 0:  # before the numbers for all lines, which an earlier visit left unsettled
            proof, disproof = own & INFINITE, own >> NUMBER_BITS & INFINITE
            return (0, INFINITE, disproof) if proof == 0 else (INFINITE, 0, proof - 1)
        return (known[0], known[1], NOWHERE) if data != 0 else (1, 1, NOWHERE)

    def pack_proof_numbers(proof: int, disproof: int, spent: int) -> Any:
        return np.uint64(proof | disproof << NUMBER_BITS) | np.uint64(effort(spent)) << effort_at

    packed = jit.inline(pack_proof_numbers)

    def store_claim(position: Any, claim: int, signature: Any, numbers: Any, spent: int, table: Any) -> None:
        proof, disproof, anchor = numbers
        if anchor == NOWHERE:
            store(table, key(position, claim), packed(proof, disproof, spent))
        elif proof == 0:
            store(table, key(position, signature), packed(0, anchor, spent))
        else:
            store(table, key(position, signature), packed(anchor + 1, 0, spent))

    return jit.inline(update_signature), jit.inline(look_up_claim), jit.inline(store_claim)


def build_select_move_kernel(jit: Jit) -> Any:
    """Return select_move(row, count, is_prover) -> (least, second, total, waiting, chosen, anchor).

    Of the player's own number the least and the second count, of the other the largest, and one for each move
    that waits besides: `total`. `chosen` is the place of the least. A verdict rests on `anchor`.
    """

    def select_move(row: Any, count: int, is_prover: bool) -> tuple[Any, Any, Any, int, int, Any]:
        least = second = INFINITE
        largest = 0
        least_other = 0
        waiting = 0
        chosen = 0
        anchor = NOWHERE
        one_anchor = -1
        for place in range(count):
            choice = row[place]
            own, other = choice.disproof, choice.proof
            if is_prover:
                own, other = other, own
            if place == 0:
                least_other = other
            if own < least or (own == least and own < INFINITE and other < least_other):
                second = least
                least = own
                least_other = other
                chosen = place
            elif own < second:
                second = own
            if own == 0:
                one_anchor = max(one_anchor, choice.anchor)
            if other == 0:
                anchor = min(anchor, choice.anchor)
            else:
                largest = max(largest, other)
                waiting += 1
        if least == 0:
            return least, second, INFINITE, waiting, chosen, one_anchor
        if waiting == 0:
            return INFINITE, second, 0, waiting, chosen, anchor
        return least, second, min(largest + waiting - 1, INFINITE - 1), waiting, chosen, NOWHERE

    return jit.inline(select_move)


def build_proof_number_kernel(hooks: SearchHooks, jit: Jit) -> Any:
    """Return f(position, claim, table, line, watch) -> 1 proven, 0 disproven, or STOPPED."""
    candidates, stuck, tier_of = hooks.candidates, hooks.stuck, hooks.tier
    keep, is_kept, _ = build_position_words_kernels(hooks.shape, jit)
    signed, recall, note = build_claim_table_kernels(hooks.shape, jit)
    settled, follow, weigh = (
        build_static_verdict_kernel(hooks, jit),
        build_claim_after_move_kernel(hooks, jit),
        build_select_move_kernel(jit),
    )
    goes_on = build_may_continue_kernel(jit)

    def find_depth_of_same_claim(claims: Any, depth: int, position: Any, claim: int, tier: int) -> int:
        """Return the depth at which the line had this very claim, -1 where it had not."""
        for above in range(depth, -1, -1):
            row = claims[above]
            if row.tier != tier:
                return -1
            if row.claim == claim and is_kept(row.words, position):
                return above
        return -1

    above = jit.inline(find_depth_of_same_claim)

    def look_up_claim(position: Any, claim: int, depth: int, table: Any, claims: Any) -> tuple[Any, Any, Any]:
        """Return the numbers of a claim that follows the position at `depth`, and what a verdict rests on."""
        verdict = settled(position, claim)
        if verdict >= 0:
            return (0, INFINITE, NOWHERE) if verdict == 1 else (INFINITE, 0, NOWHERE)
        repeated = above(claims, depth, position, claim, tier_of(position))
        if repeated >= 0:
            if (claim >> 1) - NEEDED_AT <= 0:
                return 0, INFINITE, repeated
            return INFINITE, 0, repeated
        return recall(position, claim, signed(claims[depth].signature, position, claim), table)  # type: ignore[no-any-return]

    look_up_claim = jit.inline(look_up_claim)

    def expand_position(position: Any, claim: int, depth: int, table: Any, line: ProofLine) -> int:
        """Write the position and its moves into the line's row; return how many, -1 for too many."""
        row = line.claims[depth]
        keep(row.words, position)
        row.claim = claim
        row.tier = tier_of(position)
        row.signature = signed(line.claims[depth - 1].signature if depth > 0 else 0, position, claim)
        choices = line.choices[depth]
        count = 0
        for move in candidates(position):
            if count == len(choices):
                return -1
            child, then = follow(position, claim, move)
            choice = choices[count]
            choice.move = move
            choice.proof, choice.disproof, choice.anchor = look_up_claim(
                child, then, depth, table, line.claims
            )
            count += 1
        return count

    expanded = jit.inline(expand_position)

    def search_claim(
        position: Any,
        claim: int,
        limits: tuple[int, int],
        depth: int,
        table: Any,
        line: ProofLine,
        watch: SearchCounters,
    ) -> tuple[int, int, int]:
        """Search until a number reaches its limit; return the numbers, and what a verdict rests on."""
        watch.nodes += 1
        before = watch.nodes
        is_going = goes_on(watch)
        if depth + 1 >= len(line.claims):
            watch.stop = FAR
            is_going = False
        if not is_going:
            return 1, 1, NOWHERE
        is_prover = claim & 1 == 1
        count = expanded(position, claim, depth, table, line)
        if count < 0:
            watch.stop = MANY
            return 1, 1, NOWHERE
        signature = line.claims[depth].signature
        if count == 0:
            value = stuck(position)
            worth = value if is_prover else -value
            is_proven = worth >= (claim >> 1) - NEEDED_AT
            proof, disproof = (0, INFINITE) if is_proven else (INFINITE, 0)
            note(position, claim, signature, (proof, disproof, NOWHERE), 1, table)
            return proof, disproof, NOWHERE
        # Own: the number of which the least counts here; other: the one of which the largest counts.
        own_limit, other_limit = limits if is_prover else (limits[1], limits[0])
        row = line.choices[depth]
        while True:
            least, second, total, waiting, chosen, anchor = weigh(row, count, is_prover)
            if least >= own_limit or total >= other_limit or least == 0 or total == 0:
                break
            choice = row[chosen]
            child, then = follow(position, claim, int(choice.move))
            own_below = min(own_limit, max(second + 1, second + (second >> 2)), INFINITE)
            other_below = min(INFINITE, other_limit - (waiting - 1))
            below = (own_below, other_below) if is_prover else (other_below, own_below)
            proof, disproof, resting = search_claim(child, then, below, depth + 1, table, line, watch)
            if watch.stop != 0:
                return 1, 1, NOWHERE
            choice.proof, choice.disproof, choice.anchor = proof, disproof, resting
        proof, disproof = (least, total) if is_prover else (total, least)
        if anchor >= depth:
            anchor = NOWHERE
        note(position, claim, signature, (proof, disproof, anchor), watch.nodes - before, table)
        return proof, disproof, anchor

    search_claim = jit.recursive(search_claim)

    def prove_or_disprove_claim(
        position: Any, claim: int, table: Any, line: ProofLine, watch: SearchCounters
    ) -> Any:
        verdict = settled(position, claim)
        if verdict >= 0:
            watch.nodes += 1  # a question put to it is a visit
            return verdict
        proof, _, _ = search_claim(position, claim, (INFINITE, INFINITE), 0, table, line, watch)
        if watch.stop != 0:
            return STOPPED
        return 1 if proof == 0 else 0

    return jit.kernel(prove_or_disprove_claim)
