"""The checks of `parts` and `options`: a wrong one would make values of sums wrong quietly.

The promise of `parts` is one of moves: each move of a position is a move in one part, while the others stay
as they are, and there is no other. So the positions that moves lead to, split again, are compared with those
that moves in single parts lead to. Where that holds at every position met here and at all that moves in parts
lead to, a position is the sum of its parts by induction: in misere play too, as nothing is cancelled.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.rules_soundness import list_next_positions
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.errors import CheckFailed, describe_error
from zermelo.core.game import has
from zermelo.core.registry import find_registered
from zermelo.core.rule_queries import is_finished
from zermelo.solver.graph.discovery import Discovery

MOST_SPLIT = 4_000  # positions whose moves are split
MOST_MOVES = 10_000  # and their moves in all: boards of many moves are checked at fewer positions
SPLIT = "moves are moves in one of the parts"

Pieces = frozenset[tuple[Any, int]]  # parts, each with how often it occurs


def find_options_fault(game: Any, position: Any) -> str:
    """Check that options do not change when asked twice, and are as many as the positions after moves."""
    if not has(game, "mover") and not game.impartial:
        return "options() is defined without mover(): a partizan position holds who moves"
    if is_finished(game, position):
        return ""
    both = [list(game.options(position, player)) for player in range(2)]
    if both != [list(game.options(position, player)) for player in range(2)]:
        return "options() answers differently when asked twice"
    children = set(list_next_positions(game, position))
    if game.impartial:
        for player, own in enumerate(both):
            if set(own) != children:
                count = len(set(own))
                return f"options() of player {player} are {count} and moves lead to {len(children)} others"
        return ""
    options = set(both[game.mover(position)])
    if len(options) != len(children):
        return f"{len(options)} options for {len(children)} children"
    if has(game, "with_mover"):  # with one player to move they can be compared
        if {game.with_mover(option, 0) for option in options} != {
            game.with_mover(child, 0) for child in children
        }:
            return "options() and moves() lead to different positions"
    elif has(game, "parts"):  # parts know no mover
        split = {_as_multiset_of_parts(game.parts(option)) for option in options}
        if split != {_as_multiset_of_parts(game.parts(child)) for child in children}:
            return "options() and moves() lead to different parts"
    return ""


def find_coded_heaps_fault(game: Any, position: Any) -> str:
    """Ask whether a position's nimber by `coded_heaps` is the mex of those of what its moves lead to.

    Where that holds at every position, they are the nimbers, by induction.
    """
    nimbers = find_registered("checks", "coded_heaps")(game)
    problem = nimbers.describe_heap_mismatch(position)
    return problem and f"coded_heaps() {problem}"


def list_part_faults(game: Any, positions: list[Any]) -> list[str]:
    """Compare the moves of positions, and of their parts, with moves in single parts; return what has passed.

    Raises `CheckFailed` naming the first position that is not the sum of its parts.
    """
    if not has(game, "parts"):
        return []
    splitting = _PartSplitter(game)
    walk: Discovery[Any] = Discovery(positions[:: -(-len(positions) // MOST_SPLIT)])
    for count, position in walk.yield_unvisited_nodes():
        if count == MOST_SPLIT or splitting.moves > MOST_MOVES:
            return [f"{SPLIT} (at {count:,} positions)"]
        try:
            problem = splitting.find_fault_of_parts(position)
            for part in splitting.fresh:
                walk.number_nodes(splitting.iterate_options_of_both_players(part))
        except Exception as error:
            problem = describe_error(error)
        if problem:
            raise CheckFailed(
                f"{game!r}: {SPLIT} fails at position {describe_position(game, position)}: {problem}"
            )
        splitting.fresh.clear()
    return [SPLIT]


class _PartSplitter:
    """A game's parts, remembered; `fresh` are those met since it was last cleared."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.players = range(2) if has(game, "options") and not game.impartial else range(1)
        # Of a partizan game an image may be the other player's: its parts are compared as they are.
        self.least = build_representative_function(game) if game.impartial else lambda position: position
        self.known: dict[Hashable, list[Any]] = {}
        self.met: set[Hashable] = set()
        self.fresh: list[Any] = []
        self.moves = 0  # looked at

    def split_into_parts(self, position: Any) -> list[Any]:
        """Return the position's parts, each as its least image; of a finished one none."""
        if position not in self.known:
            parts = () if is_finished(self.game, position) else self.game.parts(position)
            self.known[position] = [self.least(part) for part in parts]
            for part in self.known[position]:
                if part not in self.met:
                    self.met.add(part)
                    self.fresh.append(part)
        return self.known[position]

    def iterate_options_of_both_players(self, position: Any) -> Iterator[Any]:
        """Yield all that either player can reach from a position."""
        for player in self.players:
            yield from self.list_options_of_player(position, player)

    def list_options_of_player(self, position: Any, player: int) -> list[Any]:
        """Return what a player can reach from a position."""
        if is_finished(self.game, position):
            return []
        if has(self.game, "options"):
            return list(self.game.options(position, player))
        return list_next_positions(self.game, position)

    def find_fault_of_parts(self, position: Any) -> str:
        """Return why a position is not the sum of its parts, nothing where moves show no difference."""
        parts = self.split_into_parts(position)
        for part in parts:
            if self.split_into_parts(part) != [part]:
                return f"the parts of its part {describe_position(self.game, part)} are not that part alone"
        for player in self.players:
            options = self.list_options_of_player(position, player)
            self.moves += len(options)
            whole = {_as_multiset_of_parts(self.split_into_parts(option)): option for option in options}
            split: dict[Pieces, Any] = {}
            for place, part in enumerate(parts):
                rest = parts[:place] + parts[place + 1 :]
                for option in self.list_options_of_player(part, player):
                    split[_as_multiset_of_parts(rest + self.split_into_parts(option))] = part
            for pieces in whole.keys() - split.keys():
                where = describe_position(self.game, whole[pieces])
                among = f"one of its {len(parts)} parts" if len(parts) > 1 else "the part that it is"
                return (
                    f"a move leads to {where}, and no move in {among} leads to the same parts: do parts of a "
                    "position and of its images have one form?"
                )
            for pieces in split.keys() - whole.keys():
                where = describe_position(self.game, split[pieces])
                return f"a move in its part {where} is none of its own"
        return ""


def _as_multiset_of_parts(parts: Any) -> Pieces:
    return frozenset(Counter(parts).items())
