"""Features of any game: what both players could do after a move.

The opponent's moves are those of the position after the move. The mover's own moves are known where a game
has `options` for either player. Then *safe* moves are counted, too: the fewest that any next move of the
other player leaves.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.requirements import declares_capability
from zermelo.core.rule_queries import keeps_turn, moves_at, terminal_value
from zermelo.explain.rule_lists.rule_predicates import (
    AT_LEAST,
    EQUAL,
    LEAST,
    MOST,
    Feature,
    GlossaryTerm,
    Measure,
)

if TYPE_CHECKING:
    from zermelo.explain.rule_lists.game_decisions import Decisions

COMPARED = (MOST, LEAST, AT_LEAST, EQUAL)
NO_REPLY: Final = GlossaryTerm(
    "that leaves the fewest", "the worst case; without such a move, the moves as they are are counted"
)
REMEMBERED: Final = 1 << 20  # positions: a move leads to each of them from some others
Numbers = npt.NDArray[np.int64]


def applies_to_game(game: Game) -> bool:
    """Return whether moves can be counted: always."""
    return True


def build_features(game: Game) -> list[Feature]:
    """Return how many moves each player has after a move, and what ends the game."""

    @lru_cache(maxsize=REMEMBERED)
    def count_moves_at(position: Position) -> int:
        return len(moves_at(game, position))

    @lru_cache(maxsize=REMEMBERED)
    def find_value_if_over(position: Position) -> int | None:
        return None if count_moves_at(position) else terminal_value(game, position)

    before: list[Any] = [None, [], []]  # a position, moves and where they lead: features ask for the same

    def list_children(position: Position, moves: Sequence[Move]) -> list[Position]:
        if before[0] != position or before[1] != list(moves):
            before[:] = position, list(moves), [game.play(position, move) for move in moves]
        return before[2]  # type: ignore[no-any-return]

    def is_won_by_mover(position: Position, child: Position) -> bool:
        value = find_value_if_over(child)
        return value is not None and (value if keeps_turn(game, position, child) else -value) > 0

    @lru_cache(maxsize=REMEMBERED)
    def can_win(position: Position) -> bool:
        moves = () if find_value_if_over(position) is not None else game.moves(position)
        return any(is_won_by_mover(position, game.play(position, move)) for move in moves)

    def measure_wins_at_once(position: Position, moves: Sequence[Move]) -> list[int]:
        return [int(is_won_by_mover(position, child)) for child in list_children(position, moves)]

    def measure_opponent_wins_at_once(position: Position, moves: Sequence[Move]) -> list[int]:
        return [
            int(not keeps_turn(game, position, child) and can_win(child))
            for child in list_children(position, moves)
        ]

    whom = _describe_next_player(game)
    found = [
        Feature("wins", "wins at once", measure_wins_at_once, is_flag=True, at_once=_measure_immediate_wins),
        Feature(
            "he_wins",
            "after it the opponent can win at once",
            measure_opponent_wins_at_once,
            is_flag=True,
            compared=(EQUAL,),
            said={"==0": "after it the opponent cannot win at once"},
            at_once=_count_opponent_winning_replies,
        ),
        Feature(
            "his_moves",
            f"moves that it leaves{whom}",
            lambda position, moves: list(map(count_moves_at, list_children(position, moves))),
            compared=COMPARED,
            counted=(f"leaves{whom} {{}} move", f"leaves{whom} {{}} moves"),
            said={
                " least": f"leaves{whom} the fewest moves",
                " most": f"leaves{whom} the most moves",
                "==0": f"leaves{whom} no move",
            },
            at_once=_count_opponent_moves,
        ),
    ]
    return found + (_build_both_player_features(game) if has(game, "options") else [])


def _describe_next_player(game: Game) -> str:
    """Return the words for the player whom a move leaves something to.

    Where a player may keep the turn, this is "the next player" and not always the opponent.
    """
    if game.players == 1:
        return ""
    others = declares_capability(game, "players") or (game.scored and has(game, "mover"))
    return " the next player" if others else " the opponent"


def _mark_immediate_wins(decisions: "Decisions") -> npt.NDArray[np.bool_]:
    """Return [moves of the arena]: whether each wins at once."""
    arena = decisions.arena
    children = arena.children >> 1
    over = (np.diff(arena.bounds) == 0)[children]
    return np.asarray(over & (arena.ends[children] * np.where(arena.children & 1, 1, -1) > 0))


def _measure_immediate_wins(decisions: "Decisions", edges: Numbers) -> Numbers:
    return _mark_immediate_wins(decisions)[edges].astype(np.int64)


def _count_opponent_winning_replies(decisions: "Decisions", edges: Numbers) -> Numbers:
    arena = decisions.arena
    winning = np.concatenate(([0], np.cumsum(_mark_immediate_wins(decisions))))
    children = arena.children[edges]
    some = winning[arena.bounds[1:]] > winning[arena.bounds[:-1]]
    return np.asarray(some[children >> 1] & (children & 1 == 0)).astype(np.int64)


def _count_opponent_moves(decisions: "Decisions", edges: Numbers) -> Numbers:
    return np.asarray(np.diff(decisions.arena.bounds)[decisions.arena.children[edges] >> 1], np.int64)


def _build_both_player_features(game: Game) -> list[Feature]:
    """Return the features that compare what each player could do with the turn."""
    asked: Any = game

    @lru_cache(maxsize=REMEMBERED)
    def list_options(position: Position, player: int) -> tuple[Position, ...]:
        return tuple(asked.options(position, player))

    @lru_cache(maxsize=REMEMBERED)
    def count_safe_moves(position: Position, player: int) -> int:
        """Return a player's safe moves: the fewest that any one move of the other player leaves."""
        own = len(list_options(position, player))
        return min(
            (len(list_options(reply, player)) for reply in list_options(position, 1 - player)), default=own
        )

    def make_weighted_measure(count: Callable[[Position, int], int], mine: int, theirs: int) -> Measure:
        def measure(position: Position, moves: Sequence[Move]) -> list[int]:
            me = asked.mover(position)
            children = [game.play(position, move) for move in moves]
            return [mine * count(child, me) + theirs * count(child, 1 - me) for child in children]

        return measure

    def count_options(position: Position, player: int) -> int:
        return len(list_options(position, player))

    most, fewest = "leaves {} the most moves", "leaves {} the fewest moves"
    ahead, behind = "leaves me the greatest lead in moves", "leaves me the smallest lead in moves"
    kept = "moves left to me after the opponent's reply that leaves me the fewest"
    lost = "moves left to the opponent after the one more move of mine at once that leaves the fewest"
    table = (
        ("my_moves", "moves that it leaves me", count_options, 1, 0, "me", ""),
        (
            "more_moves",
            "moves that it leaves me, less those that it leaves the opponent",
            count_options,
            1,
            -1,
            None,
            "",
        ),
        (
            "my_safe",
            kept,
            count_safe_moves,
            1,
            0,
            "me",
            " after the opponent's reply that leaves me the fewest",
        ),
        (
            "his_safe",
            lost,
            count_safe_moves,
            0,
            1,
            "the opponent",
            " after the one more move of mine at once that leaves the fewest",
        ),
        (
            "more_safe",
            f"{kept}, less {lost}",
            count_safe_moves,
            1,
            -1,
            None,
            ", each player's counted after the other's move that leaves the fewest",
        ),
    )
    found = []
    for key, words, count, mine, theirs, whose, then in table:
        said = (
            {" most": ahead + then, " least": behind + then}
            if whose is None
            else {" most": most.format(whose) + then, " least": fewest.format(whose) + then}
        )
        hard = count is count_safe_moves
        counted = ("leaves me {} move", "leaves me {} moves") if key == "my_moves" else ("", "")
        measure = make_weighted_measure(count, mine, theirs)
        terms = (NO_REPLY,) if hard else ()
        found.append(
            Feature(
                key, words, measure, hard=hard, compared=COMPARED, counted=counted, said=said, terms=terms
            )
        )
    return found
