"""One iteration of self-play as a backward sweep over an arena: the best response to a model of the opponent.

Each position has two numbers: the agent's expected reward, discounted once, where the agent is to move, and
the agent's expected reward where the adversary is to move. `worth` is [positions, 2] float64, both side by
side, because both numbers of a move's child are needed. A finished position is worth its reward, which is
paid with the move that ends the game and is not discounted. Moves lead to larger numbers, so one pass from
the last position to the first solves the agent's decision process exactly. Policy iteration (Algorithm 1 of
Sundar, Vasam and Joseph) reaches the same after many passes.

`numbers` is (alpha, gamma, win, draw, loss, tolerance). A policy has the index of each position's move among
its moves, int16, NO_CHOICE where there is none; `policy` is the previous iteration's, and is overwritten with
the new one.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import Jit

NO_CHOICE: Final = -1

# The model of the adversary's moves: `model`.
UNIFORM: Final = 0  # every move with equal probability
BY_POLICY: Final = 1  # the previous policy's move with probability alpha, the others evenly
AT_ONCE: Final = 2  # the same with the move that this sweep chooses: the limit of all iterations, in one
NORMALISED: Final = 3  # with a probability drawn for each (position, move, reply)
RAW: Final = 4  # the same, without making them sum to 1

# The choice between several best moves: `ties`.
FIRST: Final = 0
LAST: Final = 1
RANDOM: Final = 2
KEEP: Final = 3  # the previous policy's move where it is one of them, else the first

STEP = np.uint64(0x9E3779B97F4A7C15)
ONCE = np.uint64(0xBF58476D1CE4E5B9)
TWICE = np.uint64(0x94D049BB133111EB)


def build_improve_policy(jit: Jit) -> Any:
    """Return improve_policy(arena, begin, end, worth, policy, found, numbers, ways) -> (changed, highest).

    Sweeps the positions from `end - 1` down to `begin`. `changed` is the number of positions with a new move,
    and `highest` the largest of them, or -1: beyond it the next sweep would find the same again. `found` is
    [moves of a position at most] float64. `ways` is (model, ties, seed, identities). The identities, int64
    [positions], are the numbers by which positions enter the random draws.
    """
    reward, pick = build_reward_of_outcome(jit), build_pick_best_move(jit)

    def improve_policy(
        arena: Any, begin: int, end: int, worth: Any, policy: Any, found: Any, numbers: Any, ways: Any
    ) -> tuple[int, int]:
        bounds, children, ends = arena
        alpha, gamma, _, _, _, tolerance = numbers
        model, _, _, _ = ways
        changed, highest = 0, -1
        for position in range(end - 1, begin - 1, -1):
            first, last = bounds[position], bounds[position + 1]
            if first == last:
                worth[position, 0] = reward(ends[position], numbers)
                worth[position, 1] = reward(-ends[position], numbers)
                policy[position] = NO_CHOICE
                continue
            best = -np.inf
            total = 0.0
            for move in range(first, last):
                child = children[move]
                mine = worth[child >> 1, 1 - (child & 1)]
                found[move - first] = mine
                best = max(best, mine)
                total += worth[child >> 1, child & 1]
            before = policy[position]
            choice = pick(found, last - first, before, best - tolerance, position, ways)
            if choice != before:
                changed += 1
                highest = max(highest, position)
                policy[position] = choice
            worth[position, 0] = gamma * found[choice]
            count = last - first
            if model == UNIFORM:
                worth[position, 1] = total / count
                continue
            child = children[first + (choice if model == AT_ONCE else before)]
            likely = worth[child >> 1, child & 1]
            if count > 1:
                likely = alpha * likely + (1.0 - alpha) / (count - 1) * (total - likely)
            worth[position, 1] = likely
        return changed, highest

    return jit.kernel(improve_policy)


def build_improve_policy_on_random_model(jit: Jit) -> Any:
    """Return begin(arena, begin, end, worth, policy, buffers, numbers, ways) -> (changed, highest).

    The best response to a drawn P_0: like `improve`, but each (position, move, reply) has its own
    probability. So the adversary's positions have no common worth, but one for each move that is answered.
    `buffers` is (found, stamps). Where `stamps` [positions] int64, at first negative, has a move's index
    among all moves, `worth[:, 1]` is the worth for that move.
    """
    reward, pick, draw = build_reward_of_outcome(jit), build_pick_best_move(jit), build_hash_to_uniform(jit)

    def expect_reply_value(
        arena: Any, worth: Any, stamps: Any, number: int, asked: Any, numbers: Any, ways: Any
    ) -> float:
        bounds, children, ends = arena
        model, _, seed, identities = ways
        position, move, stamp = asked
        first, last = bounds[number], bounds[number + 1]
        if first == last:
            return reward(-ends[number], numbers)  # type: ignore[no-any-return]  # a float in both
        if stamps[number] == stamp:  # visited before, in another order of the same replies
            return worth[number, 1]  # type: ignore[no-any-return]
        total = 0.0
        weights = 0.0
        for each in range(first, last):
            weight = draw(seed, position, move, identities[number], each - first)
            weights += weight
            child = children[each]
            if child & 1:
                total += weight * answered(arena, worth, stamps, child >> 1, asked, numbers, ways)
            else:
                total += weight * worth[child >> 1, 0]
        if model == NORMALISED:
            total /= weights
        worth[number, 1] = total
        stamps[number] = stamp
        return total

    answered = jit.recursive(expect_reply_value)

    def set_initial_policy(
        arena: Any, begin: int, end: int, worth: Any, policy: Any, buffers: Any, numbers: Any, ways: Any
    ) -> tuple[int, int]:
        bounds, children, ends = arena
        found, stamps = buffers
        _, gamma, _, _, _, tolerance = numbers
        _, _, _, identities = ways
        changed, highest = 0, -1
        for position in range(end - 1, begin - 1, -1):
            first, last = bounds[position], bounds[position + 1]
            if first == last:
                worth[position, 0] = reward(ends[position], numbers)
                policy[position] = NO_CHOICE
                continue
            best = -np.inf
            for move in range(first, last):
                child = children[move]
                if child & 1:
                    found[move - first] = worth[child >> 1, 0]
                else:
                    asked = (identities[position], move - first, move)
                    found[move - first] = answered(arena, worth, stamps, child >> 1, asked, numbers, ways)
                best = max(best, found[move - first])
            choice = pick(found, last - first, policy[position], best - tolerance, position, ways)
            if choice != policy[position]:
                changed += 1
                highest = max(highest, position)
                policy[position] = choice
            worth[position, 0] = gamma * found[choice]
        return changed, highest

    return jit.kernel(set_initial_policy)


def build_reward_of_outcome(jit: Jit) -> Any:
    """Return find_reward_of_value(value, numbers), the reward of an outcome to the agent."""

    def find_reward_of_value(value: int, numbers: Any) -> float:
        _, _, win, draw, loss, _ = numbers
        if value > 0:
            return win  # type: ignore[no-any-return]  # a float in Numba and in Python
        return loss if value < 0 else draw  # type: ignore[no-any-return]

    return jit.inline(find_reward_of_value)


def build_pick_best_move(jit: Jit) -> Any:
    """Return pick_best_move(found, count, before, least, position, ways) -> the index of the chosen move.

    `found` has the agent's expected reward of each of the `count` moves; those with at least `least` are
    equally good.
    """
    draw = build_hash_to_uniform(jit)

    def pick_best_move(found: Any, count: int, before: int, least: float, position: int, ways: Any) -> int:
        _, ties, seed, identities = ways
        if ties == KEEP and before >= 0 and found[before] >= least:
            return before
        chosen = 0
        largest = -1.0
        for move in range(count):
            if found[move] >= least:
                if ties in (FIRST, KEEP):
                    return move
                drawn = float(move)
                if ties == RANDOM:
                    drawn = draw(seed, identities[position], move, identities[position], 0)
                if drawn > largest:
                    largest, chosen = drawn, move
        return chosen

    return jit.inline(pick_best_move)


def build_hash_to_uniform(jit: Jit) -> Any:
    """Return f(seed, position, move, other, reply) -> a number in (0, 1), the same for the same words.

    Words are 64 bits; each is mixed in by the finaliser of splitmix64 (Steele, Lea and Flood 2014).
    """

    def mix_word_into_hash(hashed: Any, word: int) -> Any:
        mixed = (hashed ^ np.uint64(word)) + STEP
        mixed = (mixed ^ (mixed >> np.uint64(30))) * ONCE
        mixed = (mixed ^ (mixed >> np.uint64(27))) * TWICE
        return mixed ^ (mixed >> np.uint64(31))

    stir = jit.inline(mix_word_into_hash)

    def hash_to_uniform(seed: int, position: int, move: int, other: int, reply: int) -> float:
        hashed = np.uint64(seed)
        hashed = stir(stir(stir(stir(hashed, position), move), other), reply)
        return (np.float64(hashed >> np.uint64(11)) + 0.5) / 9007199254740992.0

    return jit.inline(hash_to_uniform)
