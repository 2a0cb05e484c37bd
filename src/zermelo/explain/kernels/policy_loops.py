"""The value of a list of rules in a loop of positions, where play may cycle: bounds that close in.

The opponent of a list plays against chances alone, as the list's player draws moves at random. The result is
a Markov decision process, in which cycling for ever is an end of its own. An *end component* is a set of
nodes in which each leads to each, and in which the opponent can stay for ever, whatever is drawn. There
bounds from above would rest on themselves. So each largest end component is taken for one node, whose edges
are those
that lead out of it, and to stay is one choice more. What is left ends with probability 1, its equations have
one solution, and both bounds come to it (Baier and Katoen, *Principles of Model Checking*, chapter 10; Haddad
and Monmege, *Interval iteration for MDPs and IMDPs*, 2018).

Where hardly anything leads out of a loop that takes many sweeps. So now and then a bound leaps along its last
step, and the leap counts only if a sweep confirms it: a table that no sweep brings down is below the
solution, and one that no sweep brings up is above it.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.chance_graph_kernels import build_find_components_function

MOST_SWEEPS: Final = 1 << 12  # through one loop, for one column
EACH: Final = 16  # sweeps between two leaps
FAR: Final = 0.9  # of where a bound's last step seems to lead that it leaps
LEAST: Final = 2.0**-1000  # what can come about is never less likely: so it is not 0 by rounding
WORST: Final = 2  # the column of the least expectation, which a loop has as lost - won


class PolicyGraph(NamedTuple):
    """What a list lets come about: nodes with their edges."""

    heads: Any  # [nodes + 1] int64: where each one's edges begin
    children: Any  # [edges] int32: the nodes that they lead to
    own: Any  # [nodes] int8: 1 where the list's player is to move, who draws one of the node's edges
    ends: Any  # [nodes] int8: what a node without edges is worth to the list's player


class LoopGroups(NamedTuple):
    """Groups of nodes that lead to each other: a largest end component each, and of all others each one."""

    heads: Any  # [groups + 1] int64
    children: Any  # [edges] int32: the groups that edges lead to; those that lead out are in `base`
    shares: Any  # [groups] float64: how likely each edge is of those that are drawn, 0 where they are chosen
    base: (
        Any  # [groups] float64: what edges out bring, the sum of those that are drawn, the most of the others
    )
    low: Any  # [groups] float64
    high: Any  # [groups] float64
    before: Any  # [groups] float64: a bound before its last sweep
    tried: Any  # [groups] float64: where it may leap to


class LoopWorkspace(NamedTuple):
    """What a loop's nodes are, while it is solved."""

    numbers: Any  # [nodes] int32: which of the loop's a node is, -1 of others, before and after as well
    labels: Any  # [nodes] int32: by number, in which end component it may be; -1 in none
    groups: Any  # [nodes] int32: by number
    order: Any  # [nodes] int32: numbers, those of a group together
    bounds: Any  # [groups + 1] int64: where each group's begin
    rests: Any  # [groups] int8: whether one is an end component
    worst: Any  # [groups] float64: the most of lost - won
    asked: Any  # [groups] float64: edges that bring less of it are not chosen
    heads: Any  # [nodes + 1] int64: the loop without what is in no end component
    children: Any  # [edges] int32
    work: Any  # of `find_components`


def build_tighten_loop_bounds(jit: Jit) -> Any:
    """Return close(loop, size, enough) -> (width, steps): bring a loop's bounds together.

    `low` and `high` of `size` groups are below and above what they are worth, and stay so, until they are no
    further apart than `enough`, nothing moves, or it takes too long. `steps` is how many edges that took.
    """

    def worth(loop: LoopGroups, group: int, table: Any) -> float:
        most, share = loop.base[group], loop.shares[group]
        if share > 0:
            total = 0.0
            for edge in range(loop.heads[group], loop.heads[group + 1]):
                total += table[loop.children[edge]]
            return most + share * total  # type: ignore[no-any-return]
        for edge in range(loop.heads[group], loop.heads[group + 1]):
            most = max(most, table[loop.children[edge]])
        return most  # type: ignore[no-any-return]

    worth_of = jit.inline(worth)

    def leap(loop: LoopGroups, table: Any, size: int, sign: float, times: float) -> None:
        """Let a bound go on by so many times its last step, if that does not take it too far."""
        tried = loop.tried
        for group in range(size):
            tried[group] = table[group] + times * (table[group] - loop.before[group])
        for group in range(size):
            now = worth_of(loop, group, tried)
            if sign * (now - tried[group]) < 0:
                return
            tried[group] = now
        table[:size] = tried[:size]

    leapt = jit.inline(leap)

    def sweep(loop: LoopGroups, table: Any, size: int, sign: float, last: float, leaps: bool) -> float:
        """Go through a bound once; return its longest step, that of the time before being `last`."""
        if leaps:
            loop.before[:size] = table[:size]
        moved = 0.0
        for group in range(size):
            now = worth_of(loop, group, table)
            step = sign * (now - table[group])
            if step > 0:
                table[group] = now
                moved = max(moved, step)
        if leaps and 0 < moved < last:
            leapt(loop, table, size, sign, FAR * moved / (last - moved))
        return moved

    swept = jit.inline(sweep)

    def close(loop: LoopGroups, size: int, enough: float) -> tuple[float, int]:
        lower = upper = width = np.inf  # how far the bounds moved the last time
        steps = 0
        for number in range(MOST_SWEEPS):
            leaps = number % EACH == EACH - 1
            for side in range(2):
                table, sign, last = (loop.low, 1.0, lower) if side == 0 else (loop.high, -1.0, upper)
                moved = swept(loop, table, size, sign, last, leaps)
                lower, upper = (moved, upper) if side == 0 else (lower, moved)
            width = 0.0
            for group in range(size):
                width = max(width, loop.high[group] - loop.low[group])
            steps += 2 * (size + loop.heads[size])
            if width <= enough or (lower == 0 and upper == 0):
                break
        return width, steps

    return jit.inline(close)


def build_find_end_components(jit: Jit) -> Any:
    """Return rest(play, members, loop, room) -> how many groups a loop has, and write which they are.

    Each of `members` [size] int32 is a group of `loop` before. What can be drawn out of a set, or has to
    leave it, is taken away, and the rest is parted into what leads to each other, until nothing is taken
    away.
    """
    find_components = build_find_components_function(jit)

    def prune(play: PolicyGraph, members: Any, loop: LoopGroups, labels: Any) -> tuple[int, int]:
        """Take away what is seen to be in no end component; return how many, and how many stay."""
        taken, alive, some = 0, 0, True
        while some:
            some, alive = False, 0
            for number in range(len(members)):
                if labels[number] < 0:
                    continue
                node, inside = members[number], 0
                for edge in range(loop.heads[number], loop.heads[number + 1]):
                    inside += 1 if labels[loop.children[edge]] == labels[number] else 0
                if inside == 0 or (play.own[node] and inside < play.heads[node + 1] - play.heads[node]):
                    labels[number] = -1
                    taken += 1
                    some = True
                else:
                    alive += 1
        return taken, alive

    pruned = jit.inline(prune)

    def part(loop: LoopGroups, size: int, room: LoopWorkspace) -> int:
        """Part what is left into what leads to each other; return how many parts, what was taken as well."""
        labels, made = room.labels, 0
        room.heads[0] = 0
        for number in range(size):
            for edge in range(loop.heads[number], loop.heads[number + 1]):
                if labels[number] >= 0 and labels[loop.children[edge]] == labels[number]:
                    room.children[made] = loop.children[edge]
                    made += 1
            room.heads[number + 1] = made
        numbers, lows, path, held, finished, ahead = room.work
        work = (numbers[:size], lows[:size], path[:size], held[:size], finished[:size], ahead[:size])
        count = find_components(room.heads[: size + 1], room.children, room.order, room.bounds, work)
        for group in range(count):
            for index in range(room.bounds[group], room.bounds[group + 1]):
                if labels[room.order[index]] >= 0:
                    labels[room.order[index]] = group
        return int(count)

    parted = jit.inline(part)

    def rest(play: PolicyGraph, members: Any, loop: LoopGroups, room: LoopWorkspace) -> int:
        size, count = len(members), 1
        labels = room.labels
        labels[:size] = 0
        room.bounds[1] = size
        taken, alive = 1, size
        while taken > 0 and alive > 0:
            taken, alive = pruned(play, members, loop, labels)
            if taken > 0 and alive > 0:
                count = parted(loop, size, room)
        if alive == 0:
            count = size
            for number in range(size):
                room.order[number] = number
                room.bounds[number + 1] = number + 1
        for group in range(count):
            for index in range(room.bounds[group], room.bounds[group + 1]):
                room.groups[room.order[index]] = group
            room.rests[group] = 1 if labels[room.order[room.bounds[group]]] >= 0 else 0
        return count

    return jit.inline(rest)


def build_prepare_loop(jit: Jit) -> tuple[Any, Any, Any]:
    """Return brought, link and begin, which write a loop's edges and what leads out of it.

    brought(rates, child, column) -> what a node brings, `column` being WORST: lost - won

    link(play, members, loop, room, count) writes the edges between groups, those that are asked for

    begin(play, members, rates, loop, room, count, column) -> (least, most): what edges out bring, and staying
    """

    def bring(rates: Any, child: int, column: int) -> float:
        if column == WORST:
            return float(rates[child, WORST + 1] - rates[child, WORST])
        return float(rates[child, column])

    brought = jit.inline(bring)

    def link(play: PolicyGraph, members: Any, loop: LoopGroups, room: LoopWorkspace, count: int) -> None:
        made = 0
        loop.heads[0] = 0
        for group in range(count):
            for index in range(room.bounds[group], room.bounds[group + 1]):
                node = members[room.order[index]]
                for edge in range(play.heads[node], play.heads[node + 1]):
                    number = room.numbers[play.children[edge]]
                    if number < 0:
                        continue
                    child = room.groups[number]
                    chosen = loop.shares[group] == 0
                    if chosen and (child == group or room.worst[child] < room.asked[group]):
                        continue
                    loop.children[made] = child
                    made += 1
            loop.heads[group + 1] = made

    def begin(
        play: PolicyGraph,
        members: Any,
        rates: Any,
        loop: LoopGroups,
        room: LoopWorkspace,
        count: int,
        column: int,
    ) -> tuple[float, float]:
        least, most = np.inf, -np.inf
        for group in range(count):
            share = loop.shares[group]
            base = 0.0 if share > 0 else -np.inf
            if room.rests[group]:
                base = 1.0 if column == 5 else 0.0
                least, most = min(least, base), max(most, base)
            for index in range(room.bounds[group], room.bounds[group + 1]):
                node = members[room.order[index]]
                for edge in range(play.heads[node], play.heads[node + 1]):
                    child = play.children[edge]
                    if room.numbers[child] >= 0:
                        continue
                    if share == 0 and brought(rates, child, WORST) < room.asked[group]:
                        continue
                    value = brought(rates, child, column)
                    least, most = min(least, value), max(most, value)
                    base = base + share * value if share > 0 else max(base, value)
            loop.base[group] = base
        return least, most

    return brought, jit.inline(link), jit.inline(begin)


def build_solve_loop_rates(jit: Jit) -> Any:
    """Return go_round(play, members, rates, errors, loop, room, near) -> steps: write a loop's rates.

    `members` [size] int32 are nodes that lead to each other; those that they lead out to are known. Of `near`
    (enough, even) bounds come as near as the first, where that does not take too long; replies that bring no
    less than the second below the most are as good as it. See `list_prices` for `rates` and `errors`.
    """
    close, rest = build_tighten_loop_bounds(jit), build_find_end_components(jit)
    brought, link, begin = build_prepare_loop(jit)

    def settle(
        play: PolicyGraph,
        members: Any,
        rates: Any,
        loop: LoopGroups,
        room: LoopWorkspace,
        count: int,
        of: tuple[int, float],
    ) -> tuple[float, int]:
        """Write a column `of` (column, enough); return how far apart its bounds still are, and the steps."""
        column, enough = of
        least, most = begin(play, members, rates, loop, room, count, column)
        if least > most:  # nothing leads out
            least = most = 0.0
        width, steps = 0.0, 0
        loop.low[:count] = least
        loop.high[:count] = most
        if least < most:
            width, steps = close(loop, count, enough)
        for number in range(len(members)):
            group = room.groups[number]
            value = (loop.low[group] + loop.high[group]) / 2
            if column == WORST:
                room.worst[group] = value
            else:
                is_likely = most > 0 and column != WORST + 1
                rates[members[number], column] = max(value, LEAST) if is_likely else value
        return width, steps

    settled = jit.inline(settle)

    def ask(
        play: PolicyGraph,
        members: Any,
        rates: Any,
        loop: LoopGroups,
        room: LoopWorkspace,
        count: int,
        even: float,
    ) -> None:
        """Write what an edge has to bring of lost - won to be chosen: the most that any does."""
        for group in range(count):
            if loop.shares[group] > 0:
                continue
            best = 0.0 if room.rests[group] else -np.inf
            for edge in range(loop.heads[group], loop.heads[group + 1]):
                best = max(best, room.worst[loop.children[edge]])
            for index in range(room.bounds[group], room.bounds[group + 1]):
                node = members[room.order[index]]
                for edge in range(play.heads[node], play.heads[node + 1]):
                    if room.numbers[play.children[edge]] < 0:
                        best = max(best, brought(rates, play.children[edge], WORST))
            room.asked[group] = best - even

    asked = jit.inline(ask)

    def shared(
        play: PolicyGraph, members: Any, loop: LoopGroups, room: LoopWorkspace, count: int, all_drawn: bool
    ) -> None:
        for group in range(count):
            node = members[room.order[room.bounds[group]]]
            drawn = all_drawn or (play.own[node] and not room.rests[group])
            loop.shares[group] = 1.0 / (play.heads[node + 1] - play.heads[node]) if drawn else 0.0
            room.asked[group] = -np.inf

    share_out = jit.inline(shared)

    def go_round(
        play: PolicyGraph,
        members: Any,
        rates: Any,
        errors: Any,
        loop: LoopGroups,
        room: LoopWorkspace,
        near: tuple[float, float],
    ) -> int:
        enough, even = near
        size, error = len(members), 0.0
        for number in range(size):
            room.numbers[members[number]] = room.groups[number] = room.order[number] = number
            room.bounds[number + 1] = number + 1
            room.rests[number] = 0
        for node in members:
            for edge in range(play.heads[node], play.heads[node + 1]):
                if room.numbers[play.children[edge]] < 0:
                    error = max(error, errors[play.children[edge]])
        count, widest, steps = size, 0.0, 0
        for phase in range(3):  # each is called at one place: compiling takes a third of the time
            if phase == 1:
                count = rest(play, members, loop, room)
            if phase == 2:
                asked(play, members, rates, loop, room, count, even)
            else:
                share_out(play, members, loop, room, count, phase == 0)
            link(play, members, loop, room, count)
            for column in range(6):
                if phase == (0 if column < WORST else 2 if column == WORST + 1 else 1):
                    width, more = settled(play, members, rates, loop, room, count, (column, enough))
                    widest, steps = max(widest, width), steps + more
        for number in range(size):
            node = members[number]
            lost = rates[node, WORST + 1]
            rates[node, WORST] = min(max(lost - room.worst[room.groups[number]], 0.0), 1.0 - lost)
            errors[node] = error + widest / 2
        for node in members:
            room.numbers[node] = -1
        return int(steps)

    return jit.inline(go_round)
