"""What comes about when one player makes only some moves, and what of it never ends.

A node is a position in a role: its place p, whether the player is to move, and the number d of the player's
demand. It is 2 * (d * positions + p), and 1 more where the player is to move. `arena` is (bounds int64
[positions + 1], targets int32 [moves]: where moves lead to, turns int8 [moves]: 1 where the turn stays, kept
[moves]: what each move keeps, values [positions]). `asked` is (demands int64: what each d asks to be kept,
always: whether a position's value is to be kept as well, allowed [moves] or nothing where all moves are that
keep enough).
"""

from typing import Any

from zermelo.compiler.kernels import Jit

NEVER = -2  # has not come about
FIRST = -1  # a start


def build_walk_reachable_nodes(jit: Jit) -> Any:
    """Return f(arena, asked, starts, came, queue, bad): how many nodes came about, and how many are bad.

    `came` [nodes] int32 says from which node each came, NEVER or FIRST; `queue` [nodes] int32 holds them, the
    nearest first; `bad` [nodes] int32 those where an allowed move keeps too little, or none is allowed.
    """

    def walk_reachable_nodes(
        arena: Any, asked: Any, starts: Any, came: Any, queue: Any, bad: Any
    ) -> tuple[int, int]:
        bounds, targets, turns, kept, values = arena
        demands, always, allowed = asked
        positions = len(values)
        made = wrong = 0
        for node in starts:
            if came[node] == NEVER:
                came[node] = FIRST
                queue[made] = node
                made += 1
        done = 0
        while done < made:
            node = queue[done]
            done += 1
            own = node & 1
            place = (node >> 1) % positions
            begin, end = bounds[place], bounds[place + 1]
            if begin == end:
                continue
            wanted = demands[(node >> 1) // positions]
            if own and always and values[place] > wanted:
                wanted = values[place]
            if own and len(allowed) > 0:
                some, right = False, True
                for edge in range(begin, end):
                    if allowed[edge]:
                        some = True
                        right = right and kept[edge] >= wanted
                if not some or not right:
                    bad[wrong] = node
                    wrong += 1
                    continue
            for edge in range(begin, end):
                if own and (kept[edge] < wanted or (len(allowed) > 0 and not allowed[edge])):
                    continue
                child = node - 2 * place + 2 * targets[edge] - own + (own if turns[edge] else 1 - own)
                if came[child] == NEVER:
                    came[child] = node
                    queue[made] = child
                    made += 1
        return made, wrong

    return jit.kernel(walk_reachable_nodes)


def build_link_parent_nodes(jit: Jit) -> Any:
    """Return f(arena, asked, queue, left, heads, parents): how many of the nodes of a walk are won.

    `queue` [made] int32 are the nodes. `left` [nodes] int32 is written: how many moves of a won node lead to
    won ones, else -1; `heads` [nodes + 1] int64 is written, where the next one's begin among `parents` [moves
    of nodes] int32, from which moves lead there.
    """

    def link_parent_nodes(arena: Any, asked: Any, queue: Any, left: Any, heads: Any, parents: Any) -> int:
        bounds, targets, turns, kept, values = arena
        demands, always, allowed = asked
        positions = len(values)
        left[:] = -1
        won = 0
        for node in queue:
            own = node & 1
            place = (node >> 1) % positions
            value = values[place] if own else -values[place]
            if value > 0 and (always or demands[(node >> 1) // positions] > 0):
                left[node] = 0
                won += 1
        heads[:] = 0
        for turn in range(2):
            for node in queue:
                if left[node] < 0:
                    continue
                own = node & 1
                place = (node >> 1) % positions
                wanted = demands[(node >> 1) // positions]
                if own and always and values[place] > wanted:
                    wanted = values[place]
                for edge in range(bounds[place], bounds[place + 1]):
                    if own and (kept[edge] < wanted or (len(allowed) > 0 and not allowed[edge])):
                        continue
                    child = node - 2 * place + 2 * targets[edge] - own + (own if turns[edge] else 1 - own)
                    if left[child] < 0:
                        continue
                    if turn == 0:
                        left[node] += 1
                        heads[child + 1] += 1
                    else:
                        parents[heads[child]] = node
                        heads[child] += 1
            if turn == 0:
                for node in range(len(left)):
                    heads[node + 1] += heads[node]
        return won

    return jit.inline(link_parent_nodes)


def build_remove_settled_nodes(jit: Jit) -> Any:
    """Return f(queue, done, made, left, heads, parents): how many nodes end, when those do that end now.

    Of `queue` [nodes] int32 those from `done` to `made` end; which end with them are put behind.
    """

    def remove_settled_nodes(queue: Any, done: int, made: int, left: Any, heads: Any, parents: Any) -> int:
        while done < made:
            node = queue[done]
            done += 1
            for way in range(heads[node - 1] if node > 0 else 0, heads[node]):
                parent = parents[way]
                if left[parent] > 0:
                    left[parent] -= 1
                    if left[parent] == 0:
                        queue[made], made = parent, made + 1
        return made

    return jit.inline(remove_settled_nodes)


def build_find_unending_positions(jit: Jit) -> Any:
    """Return f(arena, asked, queue, left, heads, parents): how many won nodes a line never leaves.

    `left` [nodes] int32 is written: of a won node from which some line does not end how many of its moves
    lead to such nodes, else 0. Those are the nodes that stay when won nodes whose every move leads to the end
    are taken away. The others are as `link` has them; `queue` is used up.
    """
    link, take = build_link_parent_nodes(jit), build_remove_settled_nodes(jit)

    def find_unending_positions(
        arena: Any, asked: Any, queue: Any, left: Any, heads: Any, parents: Any
    ) -> int:
        won = link(arena, asked, queue, left, heads, parents)
        made = 0
        for node in queue:
            if left[node] == 0:
                queue[made], made = node, made + 1
        made = take(queue, 0, made, left, heads, parents)
        for node in range(len(left)):
            left[node] = max(left[node], 0)
        return int(won - made)

    return jit.kernel(find_unending_positions)


def build_compute_win_ranks(jit: Jit) -> Any:
    """Return f(arena, asked, queue, left, heads, parents, ranks): how soon a win is over at the latest.

    `ranks` [nodes] int32, zeros, is written at the won nodes. It is 1 where the player can leave them at
    once, or the other must, and so on; 0 stays where the player cannot. The others are as for `unending`.
    """
    link = build_link_parent_nodes(jit)

    def fill_win_ranks(
        arena: Any, asked: Any, queue: Any, left: Any, heads: Any, parents: Any, ranks: Any
    ) -> None:
        bounds, _, _, kept, values = arena
        demands, always, _ = asked
        positions = len(values)
        link(arena, asked, queue, left, heads, parents)
        made = 0
        for node in queue:
            if left[node] < 0:
                continue
            others = left[node]
            if node & 1:
                place = (node >> 1) % positions
                wanted = demands[(node >> 1) // positions]
                if always and values[place] > wanted:
                    wanted = values[place]
                for edge in range(bounds[place], bounds[place + 1]):
                    if kept[edge] >= wanted:
                        others -= 1
            if others < 0 or left[node] == 0:
                ranks[node] = 1
                queue[made], made = node, made + 1
        done = 0
        while done < made:
            node = queue[done]
            done += 1
            for way in range(heads[node - 1] if node > 0 else 0, heads[node]):
                parent = parents[way]
                left[parent] -= 1
                if ranks[parent] == 0 and (parent & 1 or left[parent] == 0):
                    ranks[parent] = ranks[node] + 1
                    queue[made], made = parent, made + 1

    return jit.kernel(fill_win_ranks)


def build_break_winning_cycles(jit: Jit) -> Any:
    """Return f(arena, asked, queue, left, heads, parents, nearest, ranks, quick): lists are made to end.

    `nearest` [own nodes] int32 are those where the player is to move, by their `ranks`, see `rank`. A node
    from which a line still cycles when it is visited gets the moves that keep enough and lead to the least
    rank. This writes the list's moves, the last of `asked`, and `quick` [positions] bool. The others are as
    for `unending`.
    """
    link, take = build_link_parent_nodes(jit), build_remove_settled_nodes(jit)

    def break_winning_cycles(
        arena: Any,
        asked: Any,
        queue: Any,
        left: Any,
        heads: Any,
        parents: Any,
        nearest: Any,
        ranks: Any,
        quick: Any,
    ) -> None:
        bounds, targets, turns, kept, values = arena
        demands, always, allowed = asked
        link(arena, asked, queue, left, heads, parents)
        made = 0
        for node in queue:
            if left[node] == 0:
                queue[made], made = node, made + 1
        made = take(queue, 0, made, left, heads, parents)
        for node in nearest:
            if left[node] <= 0:
                continue
            place = (node >> 1) % len(values)
            wanted = demands[(node >> 1) // len(values)]
            if always and values[place] > wanted:
                wanted = values[place]
            for edge in range(bounds[place], bounds[place + 1]):
                child = node - 2 * place + 2 * targets[edge] - 1 + (1 if turns[edge] else 0)
                soon = ranks[child] < ranks[node] and (ranks[child] > 0 or left[child] < 0)
                allowed[edge] = kept[edge] >= wanted and soon
            quick[place] = True
            left[node] = 0
            queue[made] = node
            made = take(queue, made, made + 1, left, heads, parents)

    return jit.kernel(break_winning_cycles)
