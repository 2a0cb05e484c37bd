"""Many games at once, each at its own position: the learner plays its moves, and the others move at random.

A game waits at a decision of its agent. The agent makes a move by its number. Then dice are thrown and the
others move at random, until the agent is to move again or the game is over. Each random event takes the next
of the game's own numbers, from 0 to 1, in the order of need. So a game here is equal, to the bit, to a single
game in Python (`learn.environments.gymnasium_environment`).
"""

from typing import Any, Final, NamedTuple

from zermelo.compiler.kernels import DONE, FULL, MANY, MISSING, MOST_MOVES, RANGE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import UNDECIDED
from zermelo.solver.kernels.slot_lookup import SlotLookup
from zermelo.solver.kernels.solution_probe import UNKNOWN_HERE, build_probe_solution_kernel

OPEN: Final = 0  # the agent or mover decides, or the game has lasted too long
OVER: Final = 1
REFUSED: Final = 2  # the agent chose an illegal move
EVERY_PLAYER: Final = -1  # an agent who plays all players
PLAYED: Final = -1  # in place of a choice that has been made
UNNUMBERED: Final = -1  # the move has no number


class ManyGames(NamedTuple):
    """The games, by their numbers."""

    positions: Any  # [games] int64, keys
    players: Any  # [games] int64, the player to move: 0 who began, 1 the other
    agents: Any  # [games] int64, 0, 1 or EVERY_PLAYER
    points: Any  # [games] int64, the first player's minus the other's, finally with those of the end
    plies: Any  # [games] int64
    states: Any  # [games] int64, OPEN, OVER or REFUSED
    uniforms: Any  # [games, `uniforms`] float64 from 0 to 1, random numbers
    drawn: Any  # [games] int64, how many of these are used


class MoveNumbering(NamedTuple):
    """The move of each number: empty where a number is the move's index among the position's moves."""

    named: Any  # [choices] int64, the move of each number
    moves: Any  # [choices] int64, all moves ascending
    numbers: Any  # [choices] int64, the number of each of them


def build_advance_games(rules: KernelRules, dice: bool, jit: Jit) -> Any:
    """Return advance_games(games, which, choices, numbering, longest, begin) -> (next, status).

    Plays on the games `which` [n] int64 from index `begin` on. `choices` [games] int64 are the numbers of the
    agents' moves, or PLAYED; where a move is made it becomes PLAYED. All other players move at random, up to
    `longest` plies. FULL requests more random numbers for the game at index `next`, MANY and RANGE are faults
    there.
    """
    moves, play, outcome, stuck = rules.moves, rules.play, rules.outcome, rules.stuck
    gain, flips, chances = rules.gain, rules.flips, rules.chances

    def count_moves(position: int) -> int:
        count = 0
        for _ in moves(position):
            count += 1
            if count > MOST_MOVES:
                break
        return count

    counted = jit.inline(count_moves)

    def find_move_at_index(position: int, place: int) -> int:
        """Return the move at an index, which must exist."""
        number = 0
        found = 0
        for move in moves(position):
            if number == place:
                found = move
                break
            number += 1  # noqa: SIM113  # compiled as it stands
        return found

    found_at = jit.inline(find_move_at_index)

    def has_move(position: int, wanted: int) -> bool:
        for move in moves(position):  # noqa: SIM110  # compiled as it stands
            if move == wanted:
                return True
        return False

    is_move = jit.inline(has_move)

    def is_thrown(position: int) -> bool:
        for _ in chances(position):
            return True
        return False

    thrown = jit.inline(is_thrown)

    def draw_throw_outcome(position: int, lot: float) -> int:
        left = lot
        fallen = position
        for probability, child in chances(position):
            left -= probability
            fallen = child
            if left < 0:
                break
        return fallen

    throw_dice = jit.inline(draw_throw_outcome)

    def make_move(games: Any, game: int, move: int) -> bool:
        """Make a move; return whether it leads to a position."""
        position = int(games.positions[game])
        child = play(position, move)
        if child < 0:
            return False
        side = 1 - 2 * int(games.players[game])
        games.points[game] += side * gain(position, move)
        if flips(position, child):
            games.players[game] = 1 - games.players[game]
        games.positions[game] = child
        games.plies[game] += 1
        return True

    made = jit.inline(make_move)

    def play_until_agent(games: Any, game: int, longest: int) -> int:
        """Throw dice and play the others' moves up to the agent's turn; return DONE, FULL, MANY or RANGE."""
        while True:
            position = int(games.positions[game])
            value = outcome(position)
            count = 0
            if value == UNDECIDED:
                if dice:  # noqa: SIM102  # the first is known when this is compiled
                    if thrown(position):
                        if games.drawn[game] == games.uniforms.shape[1]:
                            return FULL
                        child = throw_dice(position, games.uniforms[game, games.drawn[game]])
                        if child < 0:
                            return RANGE
                        games.drawn[game] += 1
                        if flips(position, child):
                            games.players[game] = 1 - games.players[game]
                        games.positions[game] = child
                        continue
                count = counted(position)
                if count > MOST_MOVES:
                    return MANY
                if count == 0:
                    value = stuck(position)
            if value != UNDECIDED:
                games.points[game] += (1 - 2 * int(games.players[game])) * value
                games.states[game] = OVER
                return DONE
            agent = int(games.agents[game])
            if agent == EVERY_PLAYER or agent == games.players[game] or games.plies[game] >= longest:
                return DONE
            if games.drawn[game] == games.uniforms.shape[1]:
                return FULL
            place = int(games.uniforms[game, games.drawn[game]] * count)
            games.drawn[game] += 1
            if not made(games, game, found_at(position, place)):
                return RANGE

    awaited = jit.inline(play_until_agent)

    def advance_games(
        games: Any, which: Any, choices: Any, numbering: Any, longest: int, begin: int
    ) -> tuple[int, int]:
        for place in range(begin, len(which)):
            game = int(which[place])
            choice = int(choices[game])
            if choice != PLAYED:
                position = int(games.positions[game])
                legal = False
                move = 0
                if len(numbering.named) == 0:
                    if 0 <= choice < counted(position):
                        move = found_at(position, choice)
                        legal = True
                elif 0 <= choice < len(numbering.named):
                    move = int(numbering.named[choice])
                    legal = is_move(position, move)
                if not legal:
                    games.states[game] = REFUSED
                    continue
                if not made(games, game, move):
                    return place, RANGE
                choices[game] = PLAYED
            status = awaited(games, game, longest)
            if status != DONE:
                return place, status
        return len(which), DONE

    return jit.kernel(advance_games)


def build_find_move_number(jit: Jit) -> Any:
    """Return f(numbering, move, place, choices) -> the move's number, UNNUMBERED where it has none."""

    def find_move_number(numbering: Any, move: int, place: int, choices: int) -> int:
        moves = numbering.moves
        if len(moves) == 0:
            return place if place < choices else UNNUMBERED
        if 0 <= move < len(moves) and moves[move] == move:
            return int(numbering.numbers[move])
        low, high = 0, len(moves)
        while low < high:
            middle = (low + high) // 2
            if moves[middle] < move:
                low = middle + 1
            else:
                high = middle
        if low < len(moves) and moves[low] == move:
            return int(numbering.numbers[low])
        return UNNUMBERED

    return jit.inline(find_move_number)


def build_make_move_masks(rules: KernelRules, jit: Jit) -> Any:
    """Return fill_move_masks(positions, deciding, numbering, masks) -> (game, status).

    `masks` [games, choices] int8 receives 1 for each move's number where `deciding` [games] bool, else 0.
    MISSING means that a game has a move without a number.
    """
    moves, number_of = rules.moves, build_find_move_number(jit)

    def fill_move_masks(positions: Any, deciding: Any, numbering: Any, masks: Any) -> tuple[int, int]:
        for game in range(len(positions)):
            masks[game, :] = 0
            if not deciding[game]:
                continue
            place = 0
            for move in moves(int(positions[game])):
                number = number_of(numbering, move, place, masks.shape[1])
                if number < 0:
                    return game, MISSING
                masks[game, number] = 1
                place += 1  # noqa: SIM113  # compiled as it stands
        return len(positions), DONE

    return jit.kernel(fill_move_masks)


def build_look_up_solution_labels(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> Any:
    """Return look_up_solution_labels(held, shift, positions, deciding, numbering, answers, best).

    `held` is (tables, answers) and `shift` their packing, as in `solution.in_memory`. `answers` [games] int64
    receives each position's packed answer. `best` [games, choices] int8 receives 1 for the number of each
    move that keeps the position's value, in as many plies. Where not `deciding` [games], or where the
    solution does not know the position, they receive UNKNOWN_HERE and 0.
    """
    ask, number_of = build_probe_solution_kernel(rules, lookup, jit), build_find_move_number(jit)
    moves, play, gain, flips = rules.moves, rules.play, rules.gain, rules.flips

    def look_up_solution_labels(
        held: Any, shift: int, positions: Any, deciding: Any, numbering: Any, answers: Any, best: Any
    ) -> None:
        tables, known = held
        rest = (1 << shift) - 1
        for game in range(len(positions)):
            answers[game] = UNKNOWN_HERE
            best[game, :] = 0
            if not deciding[game]:
                continue
            position = int(positions[game])
            own = ask(tables, known, position)
            answers[game] = own
            if own == UNKNOWN_HERE:
                continue
            place = 0
            for move in moves(position):
                child = play(position, move)
                answer = ask(tables, known, child)
                worth, left = answer >> shift, answer & rest
                if flips(position, child):
                    worth = -worth
                if left != rest:
                    left += 1
                number = number_of(numbering, move, place, best.shape[1])
                if number >= 0 and answer != UNKNOWN_HERE:
                    is_best = gain(position, move) + worth == own >> shift and left == own & rest
                    best[game, number] = 1 if is_best else 0
                place += 1  # noqa: SIM113  # compiled as it stands

    return jit.kernel(look_up_solution_labels)
