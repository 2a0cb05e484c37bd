"""Find the symmetries of a board from its directions, and turn whole positions by few masks and shifts.

A symmetry sends cells to cells so that neighbours stay neighbours in turned directions. A linear map of the
directions' vectors and the image of one cell determine it, because directions lead to every other cell.
Boards that are only graphs have the automorphisms of the graph.

A position is turned by exchanging sets of cells with others equally far above. That is cheap for a reflection
(a rectangle of four columns has two distances) and expensive for a half turn. So each image is made from the
one before by a cheap symmetry, like the words of a Gray code.
"""

from collections.abc import Iterator, Sequence
from itertools import product

Permutation = tuple[int, ...]  # where each cell goes

NOWHERE = -1
MOST_SYMMETRIES = 5_000  # more than any board that people play on has


def find_symmetries(
    directions: Sequence[Sequence[int]], vectors: Sequence[tuple[int, int]]
) -> tuple[Permutation, ...]:
    """Return every symmetry of a board that its directions and their vectors allow, the identity first."""
    cells = len(directions[0])
    found = {tuple(range(cells)): None}
    for turned in _yield_linear_maps(vectors):
        for image in range(cells):
            places = _extend_symmetry(directions, turned, image)
            if places is not None:
                found[places] = None
    return tuple(found)


def _yield_linear_maps(vectors: Sequence[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Yield where each direction goes, for every linear map that sends the vectors to each other."""
    number = {vector: direction for direction, vector in enumerate(vectors)}
    for a, b, c, d in product((-1, 0, 1), repeat=4):
        if abs(a * d - b * c) == 1:
            images = [(a * down + b * right, c * down + d * right) for down, right in vectors]
            if set(images) == set(vectors):
                yield tuple(number[image] for image in images)


def _extend_symmetry(
    directions: Sequence[Sequence[int]], turned: Sequence[int], image: int
) -> Permutation | None:
    """Return the symmetry with these turned directions that sends cell 0 to `image`, or None."""
    cells = len(directions[0])
    places = [NOWHERE] * cells
    places[0] = image
    waiting = [0]
    while waiting:
        cell = waiting.pop()
        for direction, following in enumerate(directions):
            end, place = following[cell], directions[turned[direction]][places[cell]]
            if (end == NOWHERE) != (place == NOWHERE):
                return None
            if end == NOWHERE:
                continue
            if places[end] == NOWHERE:
                places[end] = place
                waiting.append(end)
            elif places[end] != place:
                return None
    return tuple(places) if sorted(places) == list(range(cells)) else None


def find_automorphisms(beside: Sequence[int]) -> tuple[Permutation, ...]:
    """Return every symmetry of a graph, given the neighbours of each vertex as a mask; the identity first.

    Vertices are sent one by one where neighbours of those before allow it. Where there are more than 5,000,
    only those that leave the first vertices where they are: a group again.
    """
    fixed = 0
    while len(found := _find_automorphisms_fixing(beside, fixed)) > MOST_SYMMETRIES:
        fixed += 1
    return found


def _find_automorphisms_fixing(beside: Sequence[int], fixed: int) -> tuple[Permutation, ...]:
    """Return the symmetries that leave the first `fixed` vertices where they are, at most one too many."""
    cells = len(beside)
    found: list[Permutation] = []
    places: list[int] = []

    def extend_mapping() -> None:
        if len(found) > MOST_SYMMETRIES:
            return
        cell = len(places)
        if cell == cells:
            found.append(tuple(places))
            return
        for place in (cell,) if cell < fixed else range(cells):
            if place not in places and beside[place].bit_count() == beside[cell].bit_count():
                fits = all(
                    beside[cell] >> other & 1 == beside[place] >> places[other] & 1 for other in range(cell)
                )
                if fits:
                    places.append(place)
                    extend_mapping()
                    places.pop()

    extend_mapping()
    return tuple(sorted(found, key=lambda turn: turn != tuple(range(cells))))


def find_delta_swaps(step: Permutation) -> tuple[tuple[int, int], ...]:
    """Return the exchanges that make a permutation, one after the other: (mask, distance).

    Each exchanges all cells of a mask with those so many bits above. A reflection takes one for every
    distance; anything else is two reflections, as every permutation is.

    >>> find_delta_swaps((2, 1, 0))
    ((1, 2),)
    """
    masks: dict[int, int] = {}
    if all(step[place] == cell for cell, place in enumerate(step)):
        for cell, place in enumerate(step):
            if place > cell:
                masks[place - cell] = masks.get(place - cell, 0) | 1 << cell
        return tuple((mask, far) for far, mask in sorted(masks.items()))
    first, second = list(range(len(step))), list(range(len(step)))
    for cycle in _yield_permutation_cycles(step):
        # A cycle is two reflections of a polygon: i to -i, and then to 1 + i.
        length = len(cycle)
        for number, cell in enumerate(cycle):
            first[cell] = cycle[-number % length]
            second[cycle[-number % length]] = cycle[(number + 1) % length]
    return find_delta_swaps(tuple(first)) + find_delta_swaps(tuple(second))


def apply_delta_swaps(cells: int, exchanges: tuple[tuple[int, int], ...]) -> int:
    """Return a set of cells after exchanges of bits, those of `find_delta_swaps`.

    >>> apply_delta_swaps(0b011, find_delta_swaps((2, 1, 0)))
    6
    """
    for mask, distance in exchanges:
        changed = (cells ^ cells >> distance) & mask
        cells ^= changed ^ changed << distance
    return cells


def _yield_permutation_cycles(step: Permutation) -> Iterator[list[int]]:
    left = set(range(len(step)))
    while left:
        cell = min(left)
        cycle = []
        while cell in left:
            left.remove(cell)
            cycle.append(cell)
            cell = step[cell]
        yield cycle


def find_symmetry_walk(turns: Sequence[Permutation]) -> tuple[Permutation, ...]:
    """Return the steps of a walk through all turns but the identity, in which each is reached cheaply.

    The first step leads from the identity, each other from the turn before; the nearest turn is next.

    >>> find_symmetry_walk(((0, 1, 2), (2, 1, 0)))
    ((2, 1, 0),)
    """
    identity = tuple(range(len(turns[0])))
    left = [turn for turn in turns if turn != identity]
    here, steps = identity, []
    while left:
        options = [
            (len(find_delta_swaps(_find_permutation_between(here, turn))), place)
            for place, turn in enumerate(left)
        ]
        turn = left.pop(min(options)[1])
        steps.append(_find_permutation_between(here, turn))
        here = turn
    return tuple(steps)


def _find_permutation_between(here: Permutation, there: Permutation) -> Permutation:
    """Return the permutation that leads from one turn to another, played after it."""
    found = [0] * len(here)
    for cell, place in enumerate(here):
        found[place] = there[cell]
    return tuple(found)
