"""Lists of rules once more, slow and obvious: words counted on text, and every list played out.

A rule is a tuple of predicates, and a predicate is (feature, relation, number), where a feature is a function
of a position and a move. Symmetry is nowhere used, nor are values, but those of the start and where every value has
to be kept. Imports the naive twin and the vocabulary of the contract, and nothing that it is the twin of.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations, permutations, product
from operator import xor
from typing import Any

from reference import naive

from zermelo.core.game import Game, Move, Position, has

Feature = Callable[[Position, Move], int]
Predicate = tuple[str, str, int]  # feature, relation, number
Rule = tuple[Predicate, ...]
Table = Mapping[Position, frozenset[Position]]  # what is played at exceptions leads to one of these
Cell = tuple[int, ...]
Signs = dict[Cell, str]
Line = frozenset[Cell]

ANY: Rule = ()
EVERY_WAY = (">=", "==", "most", "least")
COMPARED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("wins", "unforkable", "unforkable_now", "forking"), ("yes",)),
    **dict.fromkeys(("lines", "my_wins"), (">=",)),
    **dict.fromkeys(("his_wins", "large", "mine_above", "his_above"), (">=", "==")),
    **dict.fromkeys(("heaps", "ones", "nim_sum", "%", "columns", "row"), ("==",)),
    **dict.fromkeys(("largest", "left"), ("most", "least")),
}


# ---------------------------------------------------------------------------------------------------------
# Rules and lists


@dataclass
class Lists:
    """A game with features, and what rules of them allow: every position by itself, turned ones apart."""

    game: Game
    features: dict[str, Feature]
    flags: frozenset[str] = frozenset()  # features said to be yes or no: with two predicates each
    values: dict[Position, Any] = field(default_factory=dict)
    known: dict[tuple[Position, Rule], tuple[Move, ...]] = field(default_factory=dict)
    measured: dict[tuple[Position, str], list[int]] = field(default_factory=dict)
    least: Callable[[Position], Position] = lambda position: position  # what symmetric positions share

    def __post_init__(self) -> None:
        self.values = naive.solve(self.game)
        self.decisions = [position for position in self.values if naive.children(self.game, position)]

    def measure(self, position: Position, feature: str) -> list[int]:
        """Return a feature of all moves of a position, in their order."""
        if (position, feature) not in self.measured:
            function = self.features[feature]
            self.measured[position, feature] = [
                int(function(position, move)) for move in self.game.moves(position)
            ]
        return self.measured[position, feature]

    def holds(self, position: Position, predicate: Predicate) -> list[bool]:
        """Return for each move of a position whether a predicate holds."""
        feature, relation, number = predicate
        numbers = self.measure(position, feature)
        match relation:
            case ">=":
                return [each >= number for each in numbers]
            case "==":
                return [each == number for each in numbers]
            case "most":
                return [each == max(numbers) for each in numbers]
            case "least":
                return [each == min(numbers) for each in numbers]
        raise ValueError(relation)

    def allowed(self, position: Position, rule: Rule) -> tuple[Move, ...]:
        """Return the moves for which all of a rule's predicates hold."""
        if (position, rule) not in self.known:
            columns = [self.holds(position, predicate) for predicate in rule]
            moves = list(self.game.moves(position))
            self.known[position, rule] = tuple(
                move for place, move in enumerate(moves) if all(column[place] for column in columns)
            )
        return self.known[position, rule]

    def first(self, position: Position, rules: Iterable[Rule]) -> tuple[Move, ...]:
        """Return what the first rule that fires allows; nothing where none does."""
        return next(filter(None, (self.allowed(position, rule) for rule in rules)), ())

    def played(self, position: Position, rules: Iterable[Rule], table: Table) -> tuple[Move, ...]:
        """Return the same of a list with exceptions, which are looked up first."""
        if self.least(position) not in table:
            return self.first(position, rules)
        leads = table[self.least(position)]
        moves = self.game.moves(position)
        return tuple(move for move in moves if self.least(self.game.play(position, move)) in leads)

    def relations(self, feature: str) -> tuple[str, ...]:
        """Return how a feature is compared; one that is in no table, in all ways."""
        if feature in self.flags:
            return COMPARED.get(feature, ("yes", "no"))
        return COMPARED.get(feature.rpartition("%")[1] or feature.partition("(")[0], EVERY_WAY)

    def pool(self, *, pairs: bool = False) -> list[Rule]:
        """Return all rules, and with `pairs` all conjunctions of two; of those that allow the same one."""
        singles: list[Rule] = []
        for feature in self.features:
            numbers = sorted({each for at in self.decisions for each in self.measure(at, feature)})
            for relation in self.relations(feature):
                many = {"yes": [1], "no": [0], "most": [0], "least": [0]}.get(relation, numbers)
                sign = {"yes": ">=", "no": "=="}.get(relation, relation)
                singles += [((feature, sign, number),) for number in many]
        both = [one + other for one, other in combinations(singles, 2) if one[0][0] != other[0][0]]
        simplest: dict[tuple[Any, ...], Rule] = {}
        for rule in [ANY, *singles, *both * pairs]:
            behaviour = tuple(self.allowed(position, rule) for position in self.decisions)
            if any(behaviour):
                simplest.setdefault(behaviour, rule)
        return list(simplest.values())

    # What is right.

    def is_right(
        self, rules: Sequence[Rule], firsts: Sequence[bool], goal: str, table: Table | None = None
    ) -> bool:
        """Return whether a list keeps what it has to, as the player who begins, as the other, or both.

        `table` are its exceptions.
        """
        return all(
            self.is_right_from(start, rules, first, goal, table or {})
            for start in self.game.starts()
            for first in firsts
        )

    def is_right_from(
        self, start: Position, rules: Sequence[Rule], first: bool, goal: str, table: Table
    ) -> bool:
        """Return the same for one start and one role: every line of play that the list allows is followed."""
        value = self.values[start][0] * (1 if first else -1)
        demand = None if value < 0 else min(value, 1)
        leads: dict[tuple[Position, bool], set[tuple[Position, bool]]] = {}
        waiting = [(start, first)]
        while waiting:
            position, own = waiting.pop()
            if (position, own) in leads:
                continue
            leads[position, own] = set()
            if not naive.children(self.game, position):
                end = self.values[position][0] * (1 if own else -1)
                if demand is not None and end < demand:
                    return False
                continue
            moves = self.played(position, rules, table) if own else tuple(self.game.moves(position))
            if not moves or (own and goal == "always" and any(self.loss(position, move) for move in moves)):
                return False
            for move in moves:
                child = self.game.play(position, move)
                after = child, own != naive.is_flipped(self.game, position, child)
                leads[position, own].add(after)
                waiting.append(after)
        won = {
            (position, own)
            for position, own in leads
            if demand == 1 or (goal == "always" and self.values[position][0] * (1 if own else -1) > 0)
        }
        return won <= ending(leads)

    def loss(self, position: Position, move: Move) -> int:
        """Return how much value a move gives away."""
        child = self.game.play(position, move)
        kept = naive.worth(self.game, position, move, self.values[child][0])
        return int(self.values[position][0] - kept)

    def is_good(self, position: Position, move: Move, goal: str) -> bool:
        """Return whether a move keeps the value, or with goal "start" does not lose what was not lost."""
        value = self.values[position][0]
        kept = value - self.loss(position, move)
        return bool(kept >= value if goal == "always" else kept >= 0 or value < 0)

    def is_right_everywhere(self, rules: Sequence[Rule], goal: str) -> bool:
        """Return whether a list is right at every position that is not lost, whether or not play gets there."""
        return all(
            bool(moves) and all(self.is_good(position, move, goal) for move in moves)
            for position in self.decisions
            if self.values[position][0] >= 0
            for moves in [self.first(position, rules)]
        )

    # Every list.

    def shortest(
        self, pool: Sequence[Rule], most: int, is_right: Callable[[Sequence[Rule]], bool]
    ) -> tuple[int, int] | None:
        """Return the fewest rules of a right list, and the fewest literals of one as short; every list is tried."""
        for length in range(1, most + 1):
            literals = [sum(map(len, rules)) for rules in permutations(pool, length) if is_right(rules)]
            if literals:
                return length, min(literals)
        return None

    def shortest_with_exceptions(
        self, pool: Sequence[Rule], most: int, firsts: Sequence[bool], goal: str, *, several: bool = True
    ) -> int | None:
        """Return the fewest rules and exceptions together of a right list: every list with every table is tried.

        Unless `several`, of tables where every move leads to one position.
        """
        for length in range(most + 1):
            for count in range(length + 1):
                for rules in permutations(pool, count):
                    for table in self.tables(length - count, several):
                        if self.is_right(rules, firsts, goal, table):
                            return length
        return None

    def tables(self, exceptions: int, several: bool) -> Iterator[Table]:
        """Yield every table of so many exceptions."""
        places = sorted({self.least(position) for position in self.decisions})
        for chosen in combinations(places, exceptions):
            ways = [sorted(self.leads(place)) for place in chosen]
            for leads in product(*(subsets(way, len(way) if several else 1) for way in ways)):
                yield dict(zip(chosen, leads, strict=True))

    def leads(self, position: Position) -> set[Position]:
        """Return what a position's moves lead to."""
        return {self.least(self.game.play(position, move)) for move in self.game.moves(position)}

    def uncovered(self, pool: Sequence[Rule], goal: str) -> set[Position]:
        """Return the positions not lost at which no list is right: rules are taken as long as one is pure."""
        left = {position for position in self.decisions if self.values[position][0] >= 0}
        while True:
            pure = [
                {position for position in left if self.allowed(position, rule)}
                for rule in pool
                if all(
                    self.is_good(position, move, goal)
                    for position in left
                    for move in self.allowed(position, rule)
                )
            ]
            closed = set().union(*pure)
            if not closed:
                return left
            left -= closed


def subsets(of: Sequence[Position], most: int) -> list[frozenset[Position]]:
    """Return all subsets of one to so many."""
    return [frozenset(some) for size in range(1, most + 1) for some in combinations(of, size)]


def ending(leads: dict[Any, set[Any]]) -> set[Any]:
    """Return from where every line comes to an end: where it has, then where all that follows does, and so on."""
    found: set[Any] = set()
    while True:
        more = {each for each, after in leads.items() if after <= found}
        if more == found:
            return found
        found = more


# ---------------------------------------------------------------------------------------------------------
# Lines, on a board of signs


def rectangle(columns: int, rows: int, length: int) -> set[Line]:
    """Return the lines of a rectangle; a cell is (row, column)."""
    board = set(product(range(rows), range(columns)))
    return rows_of(board, ((0, 1), (1, 0), (1, 1), (1, -1)), length)


def cube(size: int, length: int) -> set[Line]:
    """Return the lines of a cube; a cell is (row, level, column), as its levels are shown side by side."""
    board = set(product(range(size), repeat=3))
    ways = [way for way in product((-1, 0, 1), repeat=3) if way > (0, 0, 0)]
    return rows_of(board, ways, length)


def rows_of(board: set[Cell], ways: Iterable[Cell], length: int) -> set[Line]:
    """Return all runs of so many cells on a board, in any of these directions."""
    runs = (
        [tuple(place + step * d for place, d in zip(cell, way, strict=True)) for step in range(length)]
        for cell in board
        for way in ways
    )
    return {frozenset(run) for run in runs if board.issuperset(run)}


def torus(columns: int, rows: int, length: int) -> set[Line]:
    """Return the lines of a torus that pass no cell twice."""
    found = set()
    for row, column in product(range(rows), range(columns)):
        for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [((row + step * down) % rows, (column + step * across) % columns) for step in range(length)]
            if len(set(run)) == length:
                found.add(frozenset(run))
    return found


def board_of(game: Game, position: Position) -> Signs:
    """Return the signs of a position as it is shown, by (row, column), or (row, level, column)."""
    rows = game.show(position).splitlines()
    found: Signs = {}
    for row, text in enumerate(rows):
        blocks = text.split(" ")
        for level, block in enumerate(blocks):
            for column, sign in enumerate(block):
                found[(row, column) if len(blocks) == 1 else (row, level, column)] = sign
    return found


@dataclass
class Stones:
    """A board seen by one player: his stones, the other's, the lines; stones fall to the lowest row or not."""

    cells: frozenset[Cell]
    lines: set[Line]
    falls: bool = False

    def free(self, taken: frozenset[Cell]) -> set[Cell]:
        """Return where a stone can be put."""
        return {
            cell
            for cell in self.cells - taken
            if not self.falls or (cell[0] + 1, cell[1]) not in self.cells - taken
        }

    def wins(self, mine: frozenset[Cell], theirs: frozenset[Cell]) -> set[Cell]:
        """Return the cells that complete a line of mine."""
        return {
            cell
            for cell in self.free(mine | theirs)
            if any(cell in line and line - {cell} <= mine for line in self.lines)
        }

    def above(self, mine: frozenset[Cell], theirs: frozenset[Cell], heights: int) -> set[Cell]:
        """Return the cells out of reach that complete a line of mine, at heights 1, 3, ... or 2, 4, ..."""
        rows = 1 + max(row for row, _ in self.cells)
        return {
            cell
            for cell in self.cells - mine - theirs - self.free(mine | theirs)
            if (rows - cell[0]) % 2 == heights % 2
            and any(cell in line and line - {cell} <= mine for line in self.lines)
        }

    def forks(self, mine: frozenset[Cell], theirs: frozenset[Cell]) -> set[Cell]:
        """Return the cells after which there are two that complete a line."""
        return {cell for cell in self.free(mine | theirs) if len(self.wins(mine | {cell}, theirs)) > 1}

    def cannot_be_forked(self, mine: frozenset[Cell], theirs: frozenset[Cell]) -> bool:
        """Return whether the other, to move, has no fork, after the stop that I force him to if I do."""
        threats = self.wins(mine, theirs)
        if len(threats) == 1:
            return len(self.wins(theirs | threats, mine)) < 2
        return len(threats) > 1 or not self.forks(theirs, mine)

    def can_fork(self, mine: frozenset[Cell], theirs: frozenset[Cell]) -> bool:
        """Return whether I fork now, or next with what he threatens then stopped by it."""
        threats = self.wins(mine, theirs)
        if len(threats) > 1:
            return True
        theirs |= threats
        forks = self.forks(mine, theirs)
        answers = self.wins(theirs, mine)
        if not threats:
            return bool(forks) and not answers
        return any(answers <= {fork} for fork in forks)


def line_features(game: Game, lines: set[Line], length: int, falls: bool = False) -> dict[str, Feature]:
    """Return the features of lines by their keys, counted on the text of the position and of the one after."""

    def seen(position: Position) -> tuple[Stones, frozenset[Cell], frozenset[Cell]]:
        board = board_of(game, position)
        counts = Counter(board.values())
        mover = "X" if counts["X"] == counts["O"] else "O"
        mine = frozenset(cell for cell, sign in board.items() if sign == mover)
        theirs = frozenset(cell for cell, sign in board.items() if sign not in (mover, "."))
        return Stones(frozenset(board), lines, falls), mine, theirs

    def cell_of(position: Position, move: Move) -> Cell:
        before, after = board_of(game, position), board_of(game, game.play(position, move))
        (cell,) = [cell for cell in before if before[cell] != after[cell]]
        return cell

    def counting(of_mine: int, of_theirs: int) -> Feature:
        def count(position: Position, move: Move) -> int:
            _, mine, theirs = seen(position)
            cell = cell_of(position, move)
            return sum(
                cell in line and len(line & mine) == of_mine and len(line & theirs) == of_theirs
                for line in lines
            )

        return count

    def after(what: Callable[[Stones, frozenset[Cell], frozenset[Cell]], int]) -> Feature:
        def measure(position: Position, move: Move) -> int:
            stones, mine, theirs = seen(position)
            return int(what(stones, mine | {cell_of(position, move)}, theirs))

        return measure

    found: dict[str, Feature] = {
        f"lines({mine},{theirs})": counting(mine, theirs)
        for mine in range(length)
        for theirs in range(length - mine)
    }
    found["lines"] = lambda position, move: sum(cell_of(position, move) in line for line in lines)
    found["unforkable"] = after(Stones.cannot_be_forked)
    found["unforkable_now"] = after(lambda stones, mine, theirs: not stones.forks(theirs, mine))
    found["forking"] = after(Stones.can_fork)
    if falls:
        found["his_wins"] = after(lambda stones, mine, theirs: len(stones.wins(theirs, mine)))
        found["my_wins"] = after(lambda stones, mine, theirs: len(stones.wins(mine, theirs)))
        found["columns"] = after(lambda stones, mine, theirs: len(stones.free(mine | theirs)))
        rows = 1 + max(row for row, _ in board_of(game, game.start()))
        found["row"] = lambda position, move: rows - cell_of(position, move)[0]

        def begins(mine: frozenset[Cell], theirs: frozenset[Cell]) -> int:
            return int(len(mine) > len(theirs))  # I have just moved: 1 where I began the game

        found["mine_above"] = after(lambda s, mine, theirs: len(s.above(mine, theirs, begins(mine, theirs))))
        found["his_above"] = after(
            lambda s, mine, theirs: len(s.above(theirs, mine, 1 - begins(mine, theirs)))
        )
    return found


# ---------------------------------------------------------------------------------------------------------
# Heaps, and moves


def heap_features(game: Game) -> dict[str, Feature]:
    """Return the features of heaps by their keys, of the numbers in the text of what a move leaves."""

    def left(count: Callable[[list[int]], int]) -> Feature:
        def measure(position: Position, move: Move) -> int:
            text = game.show(game.play(position, move))
            return count([int(number) for number in re.findall(r"\d+", text) if int(number)])

        return measure

    found = {
        "heaps": left(len),
        "ones": left(lambda heaps: heaps.count(1)),
        "large": left(lambda heaps: len(heaps) - heaps.count(1)),
        "largest": left(lambda heaps: max([0, *heaps])),
        "left": left(sum),
        "nim_sum": left(lambda heaps: reduce(xor, heaps, 0)),
        "heaps%2": left(lambda heaps: len(heaps) % 2),
        "ones%2": left(lambda heaps: heaps.count(1) % 2),
    }
    return found | {f"left%{modulus}": _remainder(left, modulus) for modulus in range(2, 9)}


def _remainder(left: Callable[[Callable[[list[int]], int]], Feature], modulus: int) -> Feature:
    return left(lambda heaps: sum(heaps) % modulus)


def move_features(game: Game) -> dict[str, Feature]:
    """Return the features of mobility by their keys: all moves of both, one after the other."""
    asked: Any = game

    def ends(position: Position) -> int | None:
        if naive.is_finished(game, position):
            return game.outcome(position)
        return None if naive.children(game, position) else game.stuck(position)

    def wins(position: Position, move: Move) -> int:
        child = game.play(position, move)
        value = ends(child)
        if value is None:
            return 0
        return int((-value if naive.is_flipped(game, position, child) else value) > 0)

    def he_wins(position: Position, move: Move) -> int:
        child = game.play(position, move)
        if ends(child) is not None or not naive.is_flipped(game, position, child):
            return 0
        return int(any(wins(child, reply) for reply in game.moves(child)))

    found: dict[str, Feature] = {
        "wins": wins,
        "he_wins": he_wins,
        "his_moves": lambda position, move: len(naive.children(game, game.play(position, move))),
    }
    if not has(game, "options"):
        return found

    def free(position: Position, player: int) -> int:
        return len(list(asked.options(position, player)))

    def safe(position: Position, player: int) -> int:
        left = [free(reply, player) for reply in asked.options(position, 1 - player)]
        return min(left) if left else free(position, player)

    def compared(count: Callable[[Position, int], int], mine: int, his: int) -> Feature:
        def measure(position: Position, move: Move) -> int:
            me, child = asked.mover(position), game.play(position, move)
            return mine * count(child, me) + his * count(child, 1 - me)

        return measure

    return found | {
        "my_moves": compared(free, 1, 0),
        "more_moves": compared(free, 1, -1),
        "my_safe": compared(safe, 1, 0),
        "his_safe": compared(safe, 0, 1),
        "more_safe": compared(safe, 1, -1),
    }


# ---------------------------------------------------------------------------------------------------------
# Formulas


def satisfies(clauses: Iterable[Sequence[int]], truth: Sequence[bool]) -> bool:
    """Return whether an assignment, `truth[v - 1]` of variable v, makes every clause true."""
    return all(any(truth[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)


def assignments(variables: int) -> Iterator[tuple[bool, ...]]:
    """Yield every assignment of so many variables."""
    return product((False, True), repeat=variables)


def is_satisfiable(clauses: Sequence[Sequence[int]], variables: int) -> bool:
    """Return whether any assignment at all makes every clause true."""
    return any(satisfies(clauses, truth) for truth in assignments(variables))


def read_clauses(text: str) -> list[list[int]]:
    """Return the clauses of a DIMACS or DRUP text, each ended by 0."""
    body = [line for line in text.splitlines() if not line.startswith(("p ", "c "))]
    clauses = [[int(word) for word in line.split()] for line in body]
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in clauses)
    return [clause[:-1] for clause in clauses]
