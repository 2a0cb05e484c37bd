"""Every order of a few things, each by one exchange of neighbours: the walk of Johnson and Trotter."""


def list_johnson_trotter_exchanges(count: int) -> tuple[int, ...]:
    """Return the places to exchange with the next one, in turn, to pass through all orders of `count` things.

    The last thing wanders through an order of the others to one end and, after that has changed once,
    back to the other. S. M. Johnson, *Generation of permutations by adjacent transposition* (1963).

    >>> list_johnson_trotter_exchanges(3)
    (1, 0, 1, 0, 1)
    """
    if count <= 1:
        return ()
    walk: list[int] = []
    for order, swap in enumerate((*list_johnson_trotter_exchanges(count - 1), None)):
        stands_last = order % 2 == 0
        walk += range(count - 2, -1, -1) if stands_last else range(count - 1)
        if swap is not None:
            walk.append(swap + 1 if stands_last else swap)
    return tuple(walk)
