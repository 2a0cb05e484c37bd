"""OpenSpiel's bots, agents and policies as players of this library: for matches, contests and certificates.

A player here is asked about a position and answers with probabilities of moves; theirs are asked about a
state. Of an imported game the state is the one that stands for the position, of any other it is made for the
position alone, with no history. Where a position does not say who is to move, it is seen as the mover sees
it, and to the bot the mover is the player 0.
"""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from zermelo.core.arguments import is_count
from zermelo.core.errors import BadParameter, BadRules, quote
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.formats.open_spiel.spiel_export import export_game
from zermelo.formats.open_spiel.spiel_import import OpenSpiel
from zermelo.formats.open_spiel.spiel_states import library as pyspiel
from zermelo.play.players.basic_players import Player

MEGABYTES: Final = 1_000  # of a search's tree


def open_spiel_player(game: Game, bot_or_agent: object, *, observation: bool = True) -> Player:
    """Return a player that plays as a bot, an agent or a policy of OpenSpiel's.

    Parameters
    ----------
    game : Game
        Game to play.
    bot_or_agent : object
        A `pyspiel.Bot`, an agent of `open_spiel.python.rl_agent` or a policy of `open_spiel.python.policy`,
        or a list of one for each player: made for `export_game(game)`, or for the original if `game` was
        imported. Probabilities are used if given; any other bot plays the one action that it chooses.
    observation : bool, default True
        Whether agents see observations; else information states.

    Returns
    -------
    Player
        The player. It raises `BadRules` where the action is no legal move.

    Raises
    ------
    BadParameter
        Where `bot_or_agent` is none of these.
    """
    seats = bot_or_agent if isinstance(bot_or_agent, list | tuple) else [bot_or_agent] * game.players
    if len(seats) != game.players:
        raise BadParameter(
            f"{len(seats)} were given, and {game!r} has {game.players} players: give one for each"
        )
    for each in seats:
        if not (hasattr(each, "action_probabilities") or hasattr(each, "step")):
            raise BadParameter(
                f"{quote(each)} is no bot, agent or policy of OpenSpiel: it has no step(state)"
            )
    if any(type(each) is pyspiel.MCTSBot for each in seats) and _is_python_game(
        _convert_to_open_spiel_game(game)
    ):
        raise BadParameter(
            f"a pyspiel.MCTSBot ends the whole process where a game is in Python, as {game!r} is there: take "
            "MCTSBot of open_spiel.python.algorithms.mcts, or zermelo.formats.open_spiel_mcts(game)"
        )
    attributes_of_object, move_of = _make_state_functions(game)

    def compute_move_probabilities(given: Position) -> dict[Move, float]:
        position = as_position(game, given)
        state = attributes_of_object(position)
        asked = seats[state.current_player()]
        found: dict[Move, float] = {}
        legal = state.legal_actions()
        for action, chance in _query_player_probabilities(asked, state, observation).items():
            if chance > 0:
                if action not in legal:
                    raise BadRules(f"{quote(asked)} plays {action} where the actions are {legal}")
                found[move_of(position, action)] = float(chance)
        if not found:
            raise BadRules(f"{quote(asked)} plays nothing where the actions are {legal}")
        whole = sum(found.values())
        return {move: chance / whole for move, chance in found.items()}

    return compute_move_probabilities


def open_spiel_mcts(
    game: Game, *, simulations: int = 1_000, uct: float = 2.0, rollouts: int = 1, seed: int = 1913
) -> Player:
    """Return a player that runs OpenSpiel's Monte Carlo tree search.

    Parameters
    ----------
    game : Game
        Game to play.
    simulations : int, default 1000
        Simulations for each move.
    uct : float, default 2.0
        Weight of exploration, above 0.
    rollouts : int, default 1
        Random games at each new leaf.
    seed : int, default 1913
        Seed of the random numbers: the same questions in the same order have the same answers.

    Returns
    -------
    Player
        The player.

    Raises
    ------
    BadParameter
        For numbers out of range.
    """
    for name, count in (("simulations", simulations), ("rollouts", rollouts)):
        if not is_count(count, 1):
            raise BadParameter(f"{name} {count!r} of mcts are none: use at least 1")
    if not is_count(seed, 0):
        raise BadParameter(f"seed {seed!r} of mcts is no number from 0 on")
    if isinstance(uct, bool) or not isinstance(uct, int | float) or not 0 < uct < math.inf:
        raise BadParameter(f"uct {uct!r} of mcts is no number above 0")
    there = _convert_to_open_spiel_game(game)
    if not _is_python_game(there):
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
        return open_spiel_player(
            game, pyspiel.MCTSBot(there, evaluator, uct, simulations, MEGABYTES, True, seed, False)
        )
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    chance = np.random.RandomState(seed)
    lots = RandomRolloutEvaluator(rollouts, chance)
    return open_spiel_player(game, MCTSBot(there, uct, simulations, lots, solve=True, random_state=chance))


def _convert_to_open_spiel_game(game: Game) -> Any:
    """Return OpenSpiel's own game where this one was imported, else what it is there."""
    return game.state_table.game if isinstance(game, OpenSpiel) else export_game(game)


def _is_python_game(there: Any) -> bool:
    """Return whether a game of OpenSpiel's is one in Python."""
    return type(there.new_initial_state()).__module__.partition(".")[0] != "pyspiel"


def _make_state_functions(game: Game) -> tuple[Callable[[Position], Any], Callable[[Position, int], Move]]:
    """Return what makes a state of a position, and what says which move an action is there."""
    if isinstance(game, OpenSpiel):
        table = game.state_table
        return lambda position: table.restore_state(position).clone(), lambda _, action: action
    there = export_game(game)
    return there.make_state_at_position, there.laid.find_move


def _query_player_probabilities(player: Any, state: Any, observation: bool) -> dict[int, float]:
    """Return the actions that one of theirs may take, with their probabilities."""
    if hasattr(player, "action_probabilities"):
        return {int(action): chance for action, chance in player.action_probabilities(state).items()}
    if not isinstance(player, pyspiel.Bot):
        return _query_agent_probabilities(player, state, observation)
    if not state.history() or _can_restart_bot(player):
        _restart_bot(player, state)
    if player.provides_policy():
        pairs, _ = player.step_with_policy(state)
        return {int(action): chance for action, chance in pairs}
    return {int(player.step(state)): 1.0}


def _can_restart_bot(player: Any) -> bool:
    return type(player).restart_at is not pyspiel.Bot.restart_at


def _restart_bot(player: Any, state: Any) -> None:
    """Give the current state to a bot that keeps something of the play so far."""
    try:
        player.restart_at(state)
    except (
        pyspiel.SpielError,
        NotImplementedError,
        RuntimeError,
    ):  # one that keeps nothing need not know how
        player.restart()


def _query_agent_probabilities(player: Any, state: Any, observation: bool) -> dict[int, float]:
    from open_spiel.python.rl_environment import StepType, TimeStep

    mover, count = state.current_player(), state.num_players()
    see = state.observation_tensor if observation else state.information_state_tensor
    legal = state.legal_actions()
    step = TimeStep(
        observations={
            "info_state": [see(each) for each in range(count)],
            "legal_actions": [legal if each == mover else [] for each in range(count)],
            "current_player": mover,
            "serialized_state": [],
        },
        rewards=[0.0] * count,
        discounts=[1.0] * count,
        step_type=StepType.MID,
    )
    found = player.step(step, is_evaluation=True)
    probabilities = getattr(found, "probs", None)
    if probabilities is None or not len(probabilities):
        return {int(found.action): 1.0}
    return {action: float(probabilities[action]) for action in legal}
