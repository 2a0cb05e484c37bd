"""Extend lines of play by every move, and count the ways into each position they reach.

Two moves of one player can often change places: what was played early is played last, and the position
is the same. So a line of play shows the other parents of its last position, without rules for taking
moves back: each earlier move of the same player is put at the end, either in exchange with the last
one or with those between moved up, and the line is played again. Parents that no such line passes are missed.
"""

from typing import Any

from zermelo.compiler.kernels import DONE, MANY, MOST_MOVES, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import UNDECIDED
from zermelo.solver.kernels.slot_lookup import RANKED, SlotLookup, build_get_position_at_place_kernel


def build_extend_lines_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return extend_lines(origins, lines, begin, end, length, stride, work, reached) -> (next, made, status).

    Line i is played from `origins[i]` with the first `length` moves of `lines[i]`, which is at least one
    longer. `stride` is 2 where players alternate, else 1. `work` is (trail [length + 2], parents
    [length + 1]). Each child of the last position goes to `reached`: (line [n] int32, move [n] int64, parents
    found [n] int32); where they are full, `next` is the first line that is not extended.
    """
    moves, play, outcome = rules.moves, rules.play, rules.outcome

    def is_legal(position: int, wanted: int) -> bool:
        if outcome(position) != UNDECIDED:
            return False
        for move in moves(position):  # noqa: SIM110  # compiled as it stands
            if move == wanted:
                return True
        return False

    legal = jit.inline(is_legal)

    def find_parent(trail: Any, line: Any, length: int, late: int, stride: int) -> int:
        """Return the parent from which move `late` of the line is played last, or -1."""
        for shifted in range(2):
            position = trail[late]
            fits = True
            for place in range(late, length):
                if (place - late) % stride != 0 or (shifted == 0 and place > late):
                    move = line[place]
                else:
                    move = line[place + stride] if shifted == 1 else line[length]
                if not legal(position, move):
                    fits = False
                    break
                position = play(position, move)
            if fits and legal(position, line[late]) and play(position, line[late]) == trail[length + 1]:
                return int(position)
        return -1

    other_parent = jit.inline(find_parent)

    def count_parents(trail: Any, parents: Any, line: Any, length: int, stride: int) -> int:
        parents[0] = trail[length]
        count = 1
        late = length - stride
        while late >= 0:
            parent = other_parent(trail, line, length, late, stride)
            late -= stride
            known = parent < 0
            for place in range(count):
                if parents[place] == parent:
                    known = True
            if not known:
                parents[count] = parent
                count += 1
        return count

    count_all = jit.inline(count_parents)

    def extend_lines(
        origins: Any, lines: Any, begin: int, end: int, length: int, stride: int, work: Any, reached: Any
    ) -> tuple[int, int, int]:
        trail, parents = work
        from_line, by_move, ways = reached
        made = 0
        for index in range(begin, end):
            line = lines[index]
            trail[0] = origins[index]
            for place in range(length):
                trail[place + 1] = play(int(trail[place]), int(line[place]))
            position = int(trail[length])
            if outcome(position) != UNDECIDED:
                continue
            first = made
            for move in moves(position):
                if made == len(ways):
                    return index, first, MANY
                line[length] = move
                trail[length + 1] = play(position, move)
                from_line[made] = index
                by_move[made] = move
                ways[made] = count_all(trail, parents, line, length, stride)
                made += 1
        return end, made, DONE

    return jit.kernel(extend_lines)


def build_count_sampled_moves_kernel(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> Any:
    """Return count_sampled_moves(tables, first, beyond, step) -> (places, positions, moves, sum).

    Of every `step`-th place. Of a perfect index the ranks of what moves lead to are worked out, as solving
    does; the sum of them is only there so that this is done.
    """
    at = build_get_position_at_place_kernel(rules, lookup, jit)
    moves, play, outcome, rank = rules.moves, rules.play, rules.outcome, rules.rank
    ranked = lookup is RANKED

    def count_sampled_moves(tables: Any, first: int, beyond: int, step: int) -> tuple[int, int, int, int]:
        looked = positions = made = total = 0
        for place in range(first, beyond, step):
            looked += 1
            position = int(at(tables, place))
            if position < 0:
                continue
            positions += 1
            if outcome(position) == UNDECIDED:
                for move in moves(position):
                    made += 1
                    if ranked:
                        total ^= rank(play(position, move))
                    if made > MOST_MOVES * 64:
                        return looked, positions, made, total
        return looked, positions, made, total

    return jit.kernel(count_sampled_moves)
