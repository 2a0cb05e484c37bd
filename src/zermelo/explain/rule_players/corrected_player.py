"""The repaired player: attacks that were played out, and moves that leave the other none.

The thesis's rules fail because a prevention is confined to the cell of the attack, and meets one instance at
a time. Here the same three patterns (win, fork, triangle) are threats to be played out, for both sides:

    attack   a stone that threatens to complete lines on two cells; or on one, where the other must answer
             there, and then an attack again; `threats` is the most such stones before the last one
    played out: an opponent with a line to complete must be stopped there. So an attack must begin with the
             cell that stops the line, and go on from wherever the opponent's forced answer threatens
             something
    safe     a stone after which the opponent has no attack. If it threatens, the answer is forced, and what
             counts is the position after the exchange: I must have an attack or a safe stone there

    complete a line; stop one; attack; a safe stone; any

With `threats` 1 attacks are the thesis's: a fork is rule 3, a threat and then a fork rule 5(ii), its
triangle. On 3 x 3 the other two structures of rule 5 add nothing once attacks are played out, nor do more
threats. On 4 x 4, four in a row, more threats do. These are Thomsen's lambda-1 trees (2000) and Allis's
threat-space search (1993).

With `ahead` a stone is safe only if each reply leaves an attack or a safe stone once more. On 3 x 3 and 4 x 4
nothing is lost without it. On 3 x 4, three in a row, it keeps the first player from the two cells whose
choice loses.

Proven, all ties: never loses on 3 x 3 and 4 x 4 with lines of that length, on either side; always wins as the
first player with lines of three on 3 x 4 and 4 x 4. On 5 x 5, four in a row, it loses on either side; with
`one`, not as the first player. There, search must help.

What is left out in turn shows what each part is for; games of tic-tac-toe lost as the first player and the
second, `ahead` being False:

    everything                                     0      0
    `tempo` False                                  0     64    an exchange that I force is not looked at
    `their_attacks` "seen"                         0     80    the opponent's patterns count unplayed
    `own_attacks` "seen"                         112    112    so do mine, the shortest pattern first
    `threats` 0                                  192    352    no triangle
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.boards.abstract_graphs.abstract_board import Realisation, find_realisations
from zermelo.boards.abstract_graphs.abstract_graph import ATTACKER, EMPTY, AbstractGraph
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, MissingCapability
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.explain.derivation.derivation_game import check_board_supports_derivation
from zermelo.explain.kernels.threat_player import build_fill_allowed_cells
from zermelo.explain.line_threats import find_attacking_cells, find_completing_cells
from zermelo.explain.positional_game import PositionalGame, read_positional_game, yield_set_bits
from zermelo.explain.rule_players.rule_reason import RuleReason, find_moves_on_cells, make_rule_reason
from zermelo.solution.arena.arena_policies import AllowedMoves
from zermelo.solution.arena.position_arena import Arena, check_memory_for
from zermelo.solution.kernels.policy_lines import build_mark_moves_on_cells

PATTERNS = ("{a* b=A c}{a* d=A e}", "{a b* c}{a d=A e}{b* d=A f}")  # fork and triangle, on lines of three
PLAYED, SEEN = "played out", "seen"
WORD_BITS = 63  # cells of a board that a kernel takes
Masks = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CorrectedPlayer:
    """Policy for games of lines: complete a line, stop one, attack, make a safe move, or any move.

    All ties are allowed.

    Parameters
    ----------
    game : Game
        A positional game without gravity.
    threats : int, optional
        Largest number of threats before the two that decide: 0 allows forks alone; by default there is no
        limit.
    ahead : bool, default True
        Whether the replies to a safe stone are looked at.
    tempo : bool, default True
        Whether an exchange that a stone forces is played before judging it.
    one : bool, default False
        Whether of several cells only one is allowed: on the most lines, the first of these.
    own_attacks : str, default "played out"
        "played out", or "seen": any instance of the patterns, the shortest first.
    their_attacks : str, default "played out"
        The same for what a safe stone must not leave.

    Raises
    ------
    MissingCapability
        For games without lines or with gravity.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> from zermelo.verify.policy_certificate import certify_policy
    >>> found = certify_policy(CorrectedPlayer(TicTacToe()), TicTacToe())
    >>> print(found.first)
    7,136 won, 3,584 drawn, 0 lost
    >>> print(found.second)
    2,528 won, 3,584 drawn, 0 lost
    """

    game: Game
    threats: int | None = None
    ahead: bool = True
    tempo: bool = True
    one: bool = False
    own_attacks: str = PLAYED
    their_attacks: str = PLAYED

    def __post_init__(self) -> None:
        check_board_supports_derivation(self.positional_game)
        if len({line.bit_count() for line in self.positional_game.lines}) > 1:
            raise MissingCapability(
                f"{self.game!r} has lines of several lengths, and this player knows patterns of one: "
                "take another game, or the player 'derived'"
            )
        if self.threats is not None and self.threats < 0:
            raise BadParameter(f"threats {self.threats} is less than none: give 0 or more, or None")
        for reading in (self.own_attacks, self.their_attacks):
            if reading not in (PLAYED, SEEN):
                raise BadParameter(f"attacks {reading!r} is no reading: give {PLAYED!r} or {SEEN!r}")

    def __call__(self, position: Position) -> list[Move]:
        """Return the moves allowed at an unfinished position."""
        position = as_position(self.game, position)
        return find_moves_on_cells(self.positional_game, position, self.explain(position).cells)

    def explain(self, position: Position) -> RuleReason:
        """Return the rule that fires at a position.

        Parameters
        ----------
        position : position
            An unfinished position.

        Returns
        -------
        RuleReason
            Name of the rule (`rule`), the rule in words, and the cells that it allows.
        """
        return self.find_reason(*self.positional_game.read_stone_masks(position))

    def find_reason(self, mine: int, theirs: int) -> RuleReason:
        """Return the rule that fires, given the stones.

        Parameters
        ----------
        mine : int
            Stones of the player to move, a bit for each cell.
        theirs : int
            Stones of the opponent.

        Returns
        -------
        RuleReason
            Name of the rule, the rule in words, and the cells that it allows.
        """
        found = self._find_first_firing_rule(mine, theirs)
        if not self.one:
            return found
        return RuleReason(
            found.rule,
            found.words,
            (next(cell for cell in self._preferred_cell_order if cell in found.cells),),
        )

    def _find_first_firing_rule(self, mine: int, theirs: int) -> RuleReason:
        won = find_completing_cells(self.positional_game, mine, theirs)
        if won:
            return make_rule_reason("complete", "complete a line", won)
        needed = find_completing_cells(self.positional_game, theirs, mine)
        if needed:
            return make_rule_reason("stop", "stop the line that the opponent would complete", needed)
        attack = self._find_own_attacks(mine, theirs)
        if attack:
            one = " or ".join(("a fork", "a threat and then an attack")[: 1 + (self._max_threats > 0)])
            return make_rule_reason("attack", f"begin an attack that the opponent cannot meet: {one}", attack)
        safe = sum(
            1 << cell
            for cell in self._yield_free_cells(mine, theirs)
            if self._is_safe_cell_ahead(mine, theirs, cell)
        )
        if safe:
            return make_rule_reason("safe", "leave the opponent no attack", safe)
        return make_rule_reason(
            "any",
            "every move leaves the opponent an attack: any",
            self.positional_game.all_cells_mask & ~(mine | theirs),
        )

    @cached_property
    def positional_game(self) -> PositionalGame:
        """Lines of the game."""
        return read_positional_game(self.game)

    def find_allowed_cells(self, mine: Masks, theirs: Masks) -> Masks:
        """Return the cells allowed at each of many unfinished positions, compiled.

        Parameters
        ----------
        mine : int64 [count]
            Stones of the players to move, a bit for each cell.
        theirs : int64 [count]
            Stones of the opponents.

        Returns
        -------
        int64 [count]
            Allowed cells, a bit for each.

        Raises
        ------
        MissingCapability
            For boards of more than 63 cells, and for a player that leaves something out.

        Examples
        --------
        >>> from zermelo.games import Mnk
        >>> player = CorrectedPlayer(Mnk(4, 4, 4))
        >>> allowed = player.find_allowed_cells(np.array([0b111]), np.array([0b111 << 4]))
        >>> [list(yield_set_bits(int(cells))) for cells in allowed]
        [[3]]
        """
        if self.positional_game.all_cells_mask.bit_length() > WORD_BITS:
            raise MissingCapability(
                f"{self.game!r} has more cells than {WORD_BITS}: ask for its moves one by one"
            )
        if not self.tempo or (self.own_attacks, self.their_attacks) != (PLAYED, PLAYED):
            raise MissingCapability(
                f"{self!r} leaves something out that is compiled: take tempo=True and attacks played out"
            )
        lines = np.array(self.positional_game.lines, np.int64)
        found = np.empty(len(mine), np.int64)
        fill = shared_kernel(build_fill_allowed_cells)
        fill(
            np.ascontiguousarray(mine, np.int64),
            np.ascontiguousarray(theirs, np.int64),
            lines,
            self.positional_game.all_cells_mask,
            self._max_threats,
            int(self.ahead),
            found,
        )
        if self.one:
            several, found = found, np.zeros_like(found)
            for cell in self._preferred_cell_order:
                stone = np.int64(1 << cell)
                found[(found == 0) & (several & stone != 0)] = stone
        return found

    def find_allowed_moves_in_arena(self, arena: Arena, budget: Budget | None = None) -> AllowedMoves:
        """Return the moves allowed at every unfinished position of an arena, compiled.

        With all ties and every reply, 4 x 4 four in a row (9.7 million positions) takes less than a minute of
        one core.

        Parameters
        ----------
        arena : Arena
            All positions of the player's game.
        budget : Budget, optional
            Limits of time and memory; by default there are none.

        Returns
        -------
        AllowedMoves
            The moves as bits, for `LineCounter`.

        Raises
        ------
        MissingCapability
            If positions do not fit in a word.
        OutOfBudget
            If the arena is too large.

        Examples
        --------
        >>> from zermelo.games import Mnk
        >>> from zermelo.solution.arena.arena_policies import LineCounter
        >>> from zermelo.solution.arena.arena_builder import arena_of
        >>> game = Mnk(3, 3, 3)
        >>> arena = arena_of(game)
        >>> allowed = CorrectedPlayer(game).find_allowed_moves_in_arena(arena)
        >>> print(LineCounter(arena).certify_policy(allowed).first)
        7,136 won, 3,584 drawn, 0 lost
        """
        budget = budget or Budget()
        if arena.program is None or arena.keys.ndim != 1:
            raise MissingCapability(
                f"{arena.game!r} has positions that are no words: ask the player one by one"
            )
        check_memory_for(budget, 24 * arena.positions, "what a player allows at all positions")
        boards: Any = self.positional_game.game
        mine, theirs = boards.boards(arena.keys)
        cells = np.zeros(arena.positions, np.int64)
        for begin, end in arena.list_slices():
            going_on: Any = np.flatnonzero(np.diff(arena.bounds[begin : end + 1])) + begin
            cells[going_on] = self.find_allowed_cells(mine[going_on], theirs[going_on])
            budget.report("ask the player", end, arena.positions)
        bits = np.empty(len(arena.children) + 7 >> 3, np.uint8)
        free = self.positional_game.all_cells_mask & ~(mine | theirs)
        arena.prepare_kernel(build_mark_moves_on_cells)(arena.arrays, cells, free, bits)
        return AllowedMoves(arena, bits)

    @cached_property
    def _preferred_cell_order(self) -> tuple[int, ...]:
        """The cells as `one` prefers them."""
        return tuple(
            sorted(
                self.positional_game.cells,
                key=lambda cell: (-len(self.positional_game.lines_through_cell[cell]), cell),
            )
        )

    @cached_property
    def _max_threats(self) -> int:
        """The most threats before a fork: more than there are cells are never made."""
        return len(self.positional_game.cells) if self.threats is None else self.threats

    def _yield_free_cells(self, mine: int, theirs: int) -> Iterator[int]:
        return yield_set_bits(self.positional_game.all_cells_mask & ~(mine | theirs))

    # Attacks. The player whose attacks are searched is to move, and cannot complete a line at once.

    def find_attacking_cells(self, mine: int, theirs: int) -> int:
        """Return the cells that begin an attack which wins when it is played out.

        Parameters
        ----------
        mine : int
            Stones of the player to move, a bit for each cell.
        theirs : int
            Stones of the opponent.

        Returns
        -------
        int
            The cells, a bit for each.
        """
        return find_attacking_cells(self.positional_game, mine, theirs, self._max_threats)

    @cached_property
    def _pattern_places(self) -> tuple[tuple[Realisation, ...], ...]:
        """The places of a fork, and of a triangle, on the board."""
        length = self.positional_game.lines[0].bit_count()
        texts = PATTERNS[: 1 + (self._max_threats > 0)] if length >= 3 else ()
        return tuple(
            find_realisations(
                self.positional_game.abstract_board, lengthen_graph_lines(AbstractGraph.parse(text), length)
            )
            for text in texts
        )

    def _find_pattern_actions(self, mine: int, theirs: int) -> list[int]:
        """Return the actions of the patterns that are there, played out or not: of forks, of triangles."""
        return [
            sum(
                {
                    1 << place.action
                    for place in places
                    if place.action is not None and place.is_present_among(mine, theirs)
                }
            )
            for places in self._pattern_places
        ]

    def _find_own_attacks(self, mine: int, theirs: int) -> int:
        if self.own_attacks == PLAYED:
            return self.find_attacking_cells(mine, theirs)
        return next((cells for cells in self._find_pattern_actions(mine, theirs) if cells), 0)

    def _does_opponent_have_attack(self, mine: int, theirs: int) -> bool:
        """Return whether the other has an attack, being to move."""
        if self.their_attacks == PLAYED:
            return self.find_attacking_cells(theirs, mine) != 0
        return any(self._find_pattern_actions(theirs, mine))

    # Safe stones. Neither player can complete a line when they are asked for.

    def _is_safe_cell(self, mine: int, theirs: int, cell: int) -> bool:
        mine |= 1 << cell
        if find_completing_cells(self.positional_game, theirs, mine):
            return False
        forced = find_completing_cells(self.positional_game, mine, theirs)
        if not self.tempo or not forced:
            return not self._does_opponent_have_attack(mine, theirs)
        if forced & (forced - 1):
            return True
        return self._has_safe_answer(mine, theirs | forced)

    def _has_safe_answer(self, mine: int, theirs: int) -> bool:
        """Return whether I have an attack, a safe stone or a full board to answer with."""
        free = list(self._yield_free_cells(mine, theirs))
        return (
            not free
            or self._find_own_attacks(mine, theirs) != 0
            or any(self._is_safe_cell(mine, theirs, cell) for cell in free)
        )

    def _is_safe_cell_ahead(self, mine: int, theirs: int, cell: int) -> bool:
        if not self._is_safe_cell(mine, theirs, cell):
            return False
        mine |= 1 << cell
        if not self.ahead or find_completing_cells(self.positional_game, mine, theirs):
            return True  # the opponent's reply to a threat is forced, and was looked at
        return all(
            self._has_safe_answer(mine, theirs | 1 << reply) for reply in self._yield_free_cells(mine, theirs)
        )


def lengthen_graph_lines(graph: AbstractGraph, length: int) -> AbstractGraph:
    """Return a graph on longer lines: each has as many more of the attacker's signs, on no other line.

    >>> str(lengthen_graph_lines(AbstractGraph.parse("{a* b=A c}{a* d=A e}"), 4))
    '{a* b=A c=A d}{a* e=A f=A g}'
    """
    assert EMPTY in graph.labels
    labels, lines = graph.labels, []
    for line in graph.lines:
        for _ in range(length - graph.first_line_length):
            line |= 1 << len(labels)
            labels += ATTACKER
        lines.append(line)
    return AbstractGraph(labels, tuple(lines), graph.action)
