"""The checks of a perfect index: every position has its own place, and every move leads to one.

`rank` numbers classes of positions and `unrank` gives the one that stands for a class. A solver trusts them
blindly: where two classes share a number, or a class has none, values are quietly wrong.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.boards.indexes.index_rows import ALL_TO_ONE, PLACE_BY_PLACE, ROW, map_place_by_turn
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.errors import CheckFailed, describe_error
from zermelo.core.game import has
from zermelo.core.rule_errors import must_propagate
from zermelo.core.rule_queries import is_finished, keeps_turn, moves_at, points_of_move
from zermelo.core.values import UNDECIDED

MOST_SAMPLED = 500  # positions of an index that is too large to be checked whole
MOST_COMPARED = 5_000  # pairs of positions that one index stands for
TRIES = 20 * MOST_SAMPLED

RANKS = "rank and unrank give every position its own index"
MOVES = "moves and symmetries stay in the index"
TIERS = "the index is ordered by tier"
PARENTS = "parents are the moves of a tier turned round"
ROWS = "rows say of all their indexes what neighbour_indexes_in_tier and moves_to_later_tiers say of each"
BESIDE = "neighbour_indexes_in_tier and moves_to_later_tiers say what moves and parents say"


def collect_indexed_positions(game: Any, limit: int, chance: random.Random) -> tuple[dict[int, Any], bool]:
    """Return the positions by index, and whether these are all: of a large index it is a sample.

    Raises `CheckFailed` where there is none, or `size` is no number of indices.
    """
    try:
        size = game.size
        if not isinstance(size, int) or size < 1:
            raise CheckFailed(f"{game!r}: size is {size!r}: it is how many indices there are, 1 or more")
        indices = range(size)
        if size > limit:
            indices = sorted({chance.randrange(size) for _ in range(TRIES)})  # type: ignore[assignment]
        found = [(index, game.unrank(index)) for index in indices]
    except BaseException as error:
        if must_propagate(error):
            raise
        raise CheckFailed(f"{game!r}: size or unrank() raises {describe_error(error)}") from error
    legal = {index: position for index, position in found if position != -1}
    if not legal:
        raise CheckFailed(f"{game!r}: unrank() gives no position at all: -1 is for indices without one")
    if size <= limit:
        return legal, True
    kept = sorted(chance.sample(list(legal), min(len(legal), MOST_SAMPLED)))
    return {index: legal[index] for index in kept}, False


def list_index_faults(game: Any, indexed: dict[int, Any]) -> list[str]:
    """Check the index at positions that `collect_indexed_positions` returned; return what has passed.

    Raises `CheckFailed` naming the first position that breaks it.
    """
    check = _IndexCheck(game, indexed)
    questions: list[tuple[str, Callable[[int], str]]] = [(RANKS, check.find_rank_fault)]
    if has(game, "tier"):
        questions.append((TIERS, check.find_tier_order_fault))
    questions.append((MOVES, check.find_move_and_symmetry_fault))
    if has(game, "parents"):
        questions.append((PARENTS, check.find_parents_fault))
    if (
        has(game, "neighbour_indexes_in_tier")
        or has(game, "moves_to_later_tiers")
        or has(game, "indexes_in_later_tiers")
    ):
        questions.append((BESIDE, check.find_moves_beside_fault))
    if has(game, "is_row_of_indexes"):
        questions.append((ROWS, check.find_row_fault))
    for name, question in questions:
        for place, position in indexed.items():
            try:
                problem = question(place)
            except Exception as error:
                problem = describe_error(error)
            if problem:
                where = describe_position(game, position)
                raise CheckFailed(f"{game!r}: {name} fails at position {where}: {problem}")
    return [name for name, _ in questions]


class _IndexCheck:
    """Questions about one index. Each returns what is wrong, nothing where it is right."""

    def __init__(self, game: Any, indexed: dict[int, Any]) -> None:
        self.game = game
        self.indexed = indexed
        self.tier: Any = None  # of the position asked about last
        self.least = build_representative_function(game)
        self.compared = 0

    def find_rank_fault(self, index: int) -> str:
        """Ask whether the position at an index has that rank."""
        rank = self.game.rank(self.indexed[index])
        return "" if rank == index else f"unrank({index}) gives it, and its rank is {rank}"

    def find_tier_order_fault(self, index: int) -> str:
        """Ask whether no position before this one has a later tier; asked in the order of the index."""
        tier, before = self.game.tier(self.indexed[index]), self.tier
        self.tier = tier
        return "" if before is None or before <= tier else f"its tier {tier} comes after tier {before}"

    def find_move_and_symmetry_fault(self, index: int) -> str:
        """Ask whether moves and symmetries lead to indices of positions that play on alike."""
        game, position = self.game, self.indexed[index]
        near = [("the move to", child) for child in self.iterate_children(position)]
        if has(game, "symmetries"):
            near += [("its image", image) for image in game.symmetries(position)]
        for what, other in near:
            shown = f"{what} {describe_position(game, other)}"
            index = game.rank(self.least(other))
            if has(game, "parents") and game.rank(other) != index:
                return f"{shown} has rank {game.rank(other)}, and rank {index} as its class: make them one"
            if not 0 <= index < game.size:
                return f"{shown} has rank {index}, not one of 0 .. {game.size - 1}"
            stands = game.unrank(index)
            if stands == -1:
                return f"{shown} has rank {index}, where unrank() says that there is no position"
            if stands != self.least(other) and self.are_distinguishable(stands, other):
                return (
                    f"{shown} has rank {index}, where {describe_position(game, stands)} stands, "
                    "which is another"
                )
        return ""

    def find_parents_fault(self, here: int) -> str:
        """Ask whether the parents of its tier are those with a move to it, and the other way round."""
        game, position = self.game, self.indexed[here]
        for parent in game.parents(position):
            known = self.find_position_of_same_index(parent)
            if known == -1 or not self.are_in_one_tier(known, position):
                continue  # no solver listens to those
            if is_finished(game, known):
                return f"its parent {describe_position(game, parent)} is finished"
            if here not in self.find_child_indices(known):
                return f"no move leads to it from its parent {describe_position(game, parent)}"
        for child in self.find_child_indices(position):
            stands = game.unrank(child)
            if self.are_in_one_tier(position, stands) and here not in set(
                map(game.rank, game.parents(stands))
            ):
                return (
                    f"it is not among the parents of {describe_position(game, stands)}, to which a move leads"
                )
        return ""

    def find_moves_beside_fault(self, here: int) -> str:
        """Ask whether the moves out of the tier are those, and the indexes beside it; some may have none."""
        game, position = self.game, self.indexed[here]
        if (
            has(game, "indexes_in_later_tiers")
            and is_finished(game, position)
            and list(game.indexes_in_later_tiers(position))
        ):
            return "play is over there, and indexes_in_later_tiers yields something"
        if not is_finished(game, position):
            moves = {move: game.play(position, move) for move in game.moves(position)}
            inside = [child for child in moves.values() if self.are_in_one_tier(position, child)]
            out = {move for move, child in moves.items() if not self.are_in_one_tier(position, child)}
            if (
                has(game, "moves_to_later_tiers")
                and (found := set(game.moves_to_later_tiers(position))) != out
            ):
                return f"moves_to_later_tiers gives {sorted(found)}, and {sorted(out)} lead out of the tier"
            if has(game, "indexes_in_later_tiers"):
                wanted = {game.rank(self.least(moves[move])) for move in out}
                if (found := set(game.indexes_in_later_tiers(position))) != wanted:
                    return f"indexes_in_later_tiers gives {sorted(found)}, not {sorted(wanted)}"
            if problem := self.find_indexes_beside_fault(here, False, inside):
                return problem
        legal = [each for each in game.parents(position) if self.find_position_of_same_index(each) != -1]
        return self.find_indexes_beside_fault(
            here,
            True,
            [
                each
                for each in legal
                if self.are_in_one_tier(position, self.find_position_of_same_index(each))
            ],
        )

    def find_indexes_beside_fault(self, here: int, back: bool, near: list[Any]) -> str:
        """Return where `neighbour_indexes_in_tier` gives others than these positions."""
        game = self.game
        if not has(game, "neighbour_indexes_in_tier"):
            return ""
        wanted = {game.rank(self.least(other)) for other in near}
        found = {
            index for index in game.neighbour_indexes_in_tier(here, back) if self.is_index_of_position(index)
        }
        said = f"neighbour_indexes_in_tier({here}, {back}) gives {sorted(found)}, not {sorted(wanted)}"
        return "" if found == wanted else said

    def find_row_fault(self, here: int) -> str:
        """Check that the row of an index agrees with the index alone, and with the places of positions."""
        game, position = self.game, self.indexed[here]
        place, row = here % ROW, here - here % ROW
        if row + ROW > game.size or not game.is_row_of_indexes(row):
            return ""
        some = [each for each in range(ROW) if game.row_places_with_position(row) >> each & 1]
        legal = [each for each in range(ROW) if game.unrank(row + each) != -1]
        if some != legal:
            return f"row_places_with_position({row}) gives {some}, and there are {legal}"
        for back in (True,) if is_finished(game, position) else (False, True):
            found = {
                each
                for each in self.iterate_indices_beside_in_row(row, place, back)
                if self.is_index_of_position(each)
            }
            wanted = {
                each for each in game.neighbour_indexes_in_tier(here, back) if self.is_index_of_position(each)
            }
            if found != wanted:
                return (
                    f"row_moves_within_tier({row}, {back}) gives {sorted(found)} for it, not {sorted(wanted)}"
                )
        if game.row_places_handled_singly(row) >> place & 1:
            return ""
        if is_finished(game, position):
            return f"it is finished, and row_places_handled_singly({row}) does not say so"
        led = {
            where + self.compute_place_offset(place, turn)
            for where, there, turn in game.row_moves_to_later_tiers(row)
            if there >> place & 1
        }
        out = {
            game.rank(self.least(game.play(position, move))) for move in game.moves_to_later_tiers(position)
        }
        led = {each for each in led if self.is_index_of_position(each)}
        return (
            ""
            if led == out
            else f"row_moves_to_later_tiers({row}) leads it to {sorted(led)}, not {sorted(out)}"
        )

    def iterate_indices_beside_in_row(self, row: int, place: int, back: bool) -> Iterator[int]:
        """Yield the indexes that a row reports as beside one of its places."""
        for other, there, turn in self.game.row_moves_within_tier(row, back):
            if turn == PLACE_BY_PLACE:
                places = self.game.row_neighbours_of_place(row, place, back)
                yield from (other + each for each in range(ROW) if places >> each & 1)
            elif there >> place & 1:
                yield other + map_place_by_turn(place, turn)

    def compute_place_offset(self, place: int, turn: int) -> int:
        """Return how far from where it leads a place comes."""
        return 0 if turn == ALL_TO_ONE else map_place_by_turn(place, turn)

    def find_position_of_same_index(self, position: Any) -> Any:
        """Return the position that stands at a position's index, -1 where there is none."""
        index = self.game.rank(position)
        return self.game.unrank(index) if 0 <= index < self.game.size else -1

    def is_index_of_position(self, index: int) -> bool:
        """Return whether an index has a position."""
        return bool(0 <= index < self.game.size and self.game.unrank(index) != -1)

    def are_in_one_tier(self, one: Any, other: Any) -> bool:
        """Return whether two positions are in one tier."""
        return not has(self.game, "tier") or self.game.tier(one) == self.game.tier(other)

    def find_child_indices(self, position: Any) -> set[int]:
        """Return the indices that a position's moves lead to."""
        return {self.game.rank(self.least(child)) for child in self.iterate_children(position)}

    def iterate_children(self, position: Any) -> Iterator[Any]:
        """Yield the positions that a position's moves lead to."""
        return (self.game.play(position, move) for move in moves_at(self.game, position))

    def are_distinguishable(self, one: Any, other: Any) -> bool:
        """Return whether two positions of one index are seen to differ; the first few thousand are asked."""
        self.compared += 1
        return self.compared <= MOST_COMPARED and self.make_comparison_key(one) != self.make_comparison_key(
            other
        )

    def make_comparison_key(self, position: Any) -> Any:
        """Return what must be equal for positions of one index: the outcome, or where moves lead.

        An outcome is not the same as as much where nobody can move: the rules must say one thing.
        """
        game = self.game
        outcome = game.outcome(position)
        if outcome != UNDECIDED:
            return outcome
        found = set()
        for move in game.moves(position):
            child = game.play(position, move)
            stays, gain = keeps_turn(game, position, child), points_of_move(game, position, move)
            found.add((game.rank(self.least(child)), stays, gain))
        return found or ("stuck", game.stuck(position))
