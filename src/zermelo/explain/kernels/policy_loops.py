"""What a list of rules comes to in a loop of positions, where play may cycle: bounds that close in.

The opponent of a list plays against chances alone, as the list's player draws moves at random. The result is
a Markov decision process, in which cycling for ever is an end of its own. An *end component* is a set of
nodes in which each leads to each, and in which the opponent can stay for ever, whatever is drawn. There
bounds from above would rest on themselves. So each largest end component is one group of nodes, whose edges
are those that lead out of it, and to stay is one choice more. What is left ends with probability 1, its
equations have one solution, and both bounds come to it (Baier and Katoen, *Principles of Model Checking*,
chapter 10; Haddad and Monmege, *Interval iteration for MDPs and IMDPs*, 2018).

Where hardly anything leads out of a loop that takes many sweeps. So now and then a bound leaps along its last
step, and the leap counts only if a sweep confirms it: a table that no sweep brings down is below the
solution, and one that no sweep brings up is above it.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.chance_graph_kernels import CHANCE, build_find_components_function

DRAWN: Final = 1  # the kind of a node whose edges are equally likely
CHOSEN: Final = 3  # of one where the opponent chooses
MOST_SWEEPS: Final = 1 << 12  # through one loop
EACH: Final = 16  # sweeps between two leaps
FAR: Final = 0.9  # of where a bound's last step seems to lead that it leaps
LEAST: Final = 2.0**-1000  # what can come about is never less likely: so it is not 0 by rounding


class PolicyGraph(NamedTuple):
    """What a list lets come about: nodes with their edges, and what edges bring the opponent."""

    heads: Any  # [nodes + 1] int64: where each one's edges begin
    children: Any  # [edges] int32: the nodes that they lead to
    weights: Any  # [edges] float64: points, or how likely it is that dice bring it; [0]: neither occurs
    kinds: Any  # [nodes] int8: END, CHANCE, DRAWN or CHOSEN


class LoopWorkspace(NamedTuple):
    """A loop's nodes in groups: a largest end component each, and every other node by itself."""

    numbers: Any  # [nodes] int32: which of the loop's a node is, -1 of others, before and after as well
    labels: Any  # [nodes] int32: by number, in which end component it may be; -1 in none
    groups: Any  # [nodes] int32: by number
    order: Any  # [nodes] int32: numbers, those of a group together
    bounds: Any  # [groups + 1] int64: where each group's begin
    stays: Any  # [groups] int8: whether one is an end component
    before: Any  # [nodes] float64: by number, a bound before its last sweep
    kept: Any  # [nodes] float64: by number, a bound before it leaps
    heads: Any  # [nodes + 1] int64: the loop without what is in no end component
    children: Any  # [edges] int32
    work: Any  # of `find_components`


def build_compute_node_worth(jit: Jit) -> Any:
    """Return f(play, node, table) -> what a node's edges bring the opponent, if `table` is right."""

    def compute_node_worth(play: PolicyGraph, node: int, table: Any) -> float:
        begin, end, kind = play.heads[node], play.heads[node + 1], play.kinds[node]
        total, is_weighted = 0.0, len(play.weights) > 0
        if kind == CHANCE:
            for edge in range(begin, end):
                total += play.weights[edge] * table[play.children[edge]]
            return total
        if kind == CHOSEN:
            total = -np.inf
            for edge in range(begin, end):
                points = play.weights[edge] if is_weighted else 0.0
                total = max(total, points + table[play.children[edge]])
            return total
        for edge in range(begin, end):
            points = play.weights[edge] if is_weighted else 0.0
            total += points + table[play.children[edge]]
        mean = total / (end - begin)
        return max(mean, LEAST) if total > 0 else mean  # type: ignore[no-any-return]

    return jit.inline(compute_node_worth)


def build_find_end_components(jit: Jit) -> Any:
    """Return f(play, members, room, chooses) -> how many groups a loop has, and write which they are.

    What can be drawn out of a set, or has to leave it, is taken away, and the rest is parted into what leads
    to each other, until nothing is taken away. Unless the opponent `chooses` there are no end components.
    """
    find_components = build_find_components_function(jit)

    def remove_nodes_outside_components(
        play: PolicyGraph, members: Any, room: LoopWorkspace
    ) -> tuple[int, int]:
        """Take away what is seen to be in no end component; return how many, and how many stay."""
        taken, alive, some, labels = 0, 0, True, room.labels
        while some:
            some, alive = False, 0
            for number in range(len(members)):
                if labels[number] < 0:
                    continue
                node, inside = members[number], 0
                for edge in range(play.heads[node], play.heads[node + 1]):
                    child = room.numbers[play.children[edge]]
                    inside += 1 if child >= 0 and labels[child] == labels[number] else 0
                drawn_out = play.kinds[node] != CHOSEN and inside < play.heads[node + 1] - play.heads[node]
                if inside == 0 or drawn_out:
                    labels[number] = -1
                    taken += 1
                    some = True
                else:
                    alive += 1
        return taken, alive

    pruned = jit.inline(remove_nodes_outside_components)

    def split_into_strong_components(play: PolicyGraph, members: Any, room: LoopWorkspace) -> int:
        """Part what is left into what leads to each other; return how many parts, what was taken as well."""
        labels, made, size = room.labels, 0, len(members)
        room.heads[0] = 0
        for number in range(size):
            node = members[number]
            for edge in range(play.heads[node], play.heads[node + 1]):
                child = room.numbers[play.children[edge]]
                if labels[number] >= 0 and child >= 0 and labels[child] == labels[number]:
                    room.children[made] = child
                    made += 1
            room.heads[number + 1] = made
        numbers, lows, path, held, finished, ahead = room.work
        work = (numbers[:size], lows[:size], path[:size], held[:size], finished[:size], ahead[:size])
        count = find_components(room.heads[: size + 1], room.children, room.order, room.bounds, work)
        for find_end_components in range(count):
            for index in range(room.bounds[find_end_components], room.bounds[find_end_components + 1]):
                if labels[room.order[index]] >= 0:
                    labels[room.order[index]] = find_end_components
        return int(count)

    parted = jit.inline(split_into_strong_components)

    def find_end_components(play: PolicyGraph, members: Any, room: LoopWorkspace, chooses: bool) -> int:
        size, count = len(members), 1
        room.labels[:size] = 0 if chooses else -1
        room.bounds[0], room.bounds[1] = 0, size
        for number in range(size):
            room.order[number] = number
        taken, alive = 1, size if chooses else 0
        while taken > 0 and alive > 0:
            taken, alive = pruned(play, members, room)
            if taken > 0 and alive > 0:
                count = parted(play, members, room)
        if alive == 0:
            count = size
            for number in range(size):
                room.bounds[number + 1] = number + 1
        for each in range(count):
            for index in range(room.bounds[each], room.bounds[each + 1]):
                room.groups[room.order[index]] = each
            room.stays[each] = 1 if room.labels[room.order[room.bounds[each]]] >= 0 else 0
        return count

    return jit.inline(find_end_components)


def build_tighten_loop_bounds(jit: Jit) -> Any:
    """Return f(play, members, room, count, table, endless, near) -> steps: bring bounds together.

    `table` (low, high) is below and above what the nodes of `count` groups are worth, and stays so, until the
    bounds are no further apart than the first of `near`, or no sweep moves one by more than the second. Where
    `high` is empty there is a lower bound alone. `steps` is how many edges were looked at.
    """
    worth = build_compute_node_worth(jit)

    # One function, as handing the arrays to another costs more than a sweep through a small loop.
    def tighten_loop_bounds(
        play: PolicyGraph,
        members: Any,
        room: LoopWorkspace,
        count: int,
        table: Any,
        endless: float,
        near: tuple[float, float],
    ) -> int:
        low, high = table
        enough, still = near
        sides, steps, size = 2 if len(high) > 0 else 1, 0, len(members)
        lower, upper = np.inf, np.inf if sides > 1 else 0.0  # how far the bounds moved the last time
        edges = size  # of the loop, and its nodes
        for node in members:
            for edge in range(play.heads[node], play.heads[node + 1]):
                edges += 1 if room.numbers[play.children[edge]] >= 0 else 0
        for number in range(MOST_SWEEPS):
            leaps = number % EACH == EACH - 1
            for side in range(sides):
                bound, sign, last = (low, 1.0, lower) if side == 0 else (high, -1.0, upper)
                for index in range(size if leaps else 0):
                    room.before[index] = bound[members[index]]
                moved = wrong = 0.0
                for attempt in range(2 if leaps else 1):  # the second one leaps
                    if attempt > 0:
                        if not 0 < moved < last:
                            break
                        times, wrong = FAR * moved / (last - moved), 0.0
                        for index in range(size):
                            node = members[index]
                            room.kept[index] = bound[node]
                            bound[node] += times * (bound[node] - room.before[index])
                    for group in range(count):
                        begin, end = room.bounds[group], room.bounds[group + 1]
                        if room.stays[group]:
                            now = endless
                            for index in range(begin, end):
                                node = members[room.order[index]]
                                for edge in range(play.heads[node], play.heads[node + 1]):
                                    number = room.numbers[play.children[edge]]
                                    if number < 0 or room.groups[number] != group:
                                        points = play.weights[edge] if len(play.weights) > 0 else 0.0
                                        now = max(now, points + bound[play.children[edge]])
                        else:
                            now = worth(play, members[room.order[begin]], bound)
                        step = sign * (now - bound[members[room.order[begin]]])
                        if step > 0:
                            for index in range(begin, end):
                                bound[members[room.order[index]]] = now
                        if attempt == 0:
                            moved = max(moved, step)
                        else:
                            wrong = max(wrong, -step)
                if wrong > 0:
                    for index in range(size):
                        bound[members[index]] = room.kept[index]
                lower, upper = (moved, upper) if side == 0 else (lower, moved)
            steps += sides * edges
            width = np.inf
            if sides > 1:
                width = 0.0
                for node in members:
                    width = max(width, high[node] - low[node])
            if width <= enough or max(lower, upper) <= still:
                break
        return steps

    return jit.inline(tighten_loop_bounds)


def build_solve_loop(jit: Jit) -> Any:
    """Return solve_loop(play, members, table, begun, endless, near, room) -> steps: write a loop's bounds.

    `members` [size] int32 are nodes that lead to each other; the bounds of those that they lead out to are
    known. `begun` [nodes] or [0] is what the lower bound begins with. Play that never ends brings `endless`.
    """
    group, close = build_find_end_components(jit), build_tighten_loop_bounds(jit)

    def bound_loop_by_exits(
        play: PolicyGraph, members: Any, room: LoopWorkspace, count: int, table: Any, endless: float
    ) -> tuple[float, float]:
        """Return the least and the most that edges out bring, and staying."""
        low, high = table
        least, most = np.inf, -np.inf
        for each in range(count):
            if room.stays[each]:
                least, most = min(least, endless), max(most, endless)
        for node in members:
            has_points = len(play.weights) > 0 and play.kinds[node] != CHANCE
            for edge in range(play.heads[node], play.heads[node + 1]):
                child = play.children[edge]
                if room.numbers[child] < 0:
                    points = play.weights[edge] if has_points else 0.0
                    least = min(least, points + low[child])
                    most = max(most, points + (high[child] if len(high) > 0 else low[child]))
        return (least, most) if least <= most else (endless, endless)

    begins = jit.inline(bound_loop_by_exits)

    def solve_loop(
        play: PolicyGraph,
        members: Any,
        table: Any,
        begun: Any,
        endless: float,
        near: tuple[float, float],
        room: LoopWorkspace,
    ) -> int:
        low, high = table
        chooses, steps = False, 0
        for number in range(len(members)):
            room.numbers[members[number]] = number
            chooses = chooses or play.kinds[members[number]] == CHOSEN
        count = group(play, members, room, chooses)
        least, most = begins(play, members, room, count, table, endless)
        for number in range(len(members)):
            node = members[number]
            is_begun = len(begun) > 0 and not room.stays[room.groups[number]]
            low[node] = begun[node] if is_begun else least
            if len(high) > 0:
                high[node] = most
        if least < most or len(begun) > 0:
            steps = close(play, members, room, count, table, endless, near)
        for node in members:
            room.numbers[node] = -1
        return int(steps)

    return jit.inline(solve_loop)
