"""Agents as players: anything that chooses a move, from whatever source and with whatever observations.

An agent is asked in one of four ways, and may answer in several forms:

| `sees` | the agent is asked | it answers |
| --- | --- | --- |
| `position` | `agent(position)`, or `agent(game, position)` | a move, its name, moves, or shares |
| `gymnasium` | `agent.predict(observation, action_masks=mask)` | a number, or it and more |
| `pettingzoo` | `agent({"observation": ..., "action_mask": ...})`, or its `act` | a number |

Observations, masks and numbers are those of the environments in which the agent has learned, so the caller
gives their encoding. An agent's answers are checked against the rules each time.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter, IllegalMove, describe_error, quote
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position, find_move
from zermelo.core.rule_errors import must_propagate
from zermelo.core.rule_queries import moves_at
from zermelo.games.user_rule_files import run_rules_file
from zermelo.play.players.basic_players import Player

OBSERVATION_KINDS = ("position", "gymnasium", "pettingzoo")
ILLEGAL = ("error", "random")


class AgentEncoding(Protocol):
    """The encoding of positions and moves as arrays.

    `zermelo.learn.encoding.game_encoding.make_encoding` returns one.
    """

    def observe(self, position: Position, moving: bool = True) -> Any:
        """Return the mover's observation."""

    def legal_mask(self, position: Position) -> Any:
        """Return which numbers are moves."""

    def decode_move(self, position: Position, number: int) -> Move | None:
        """Return the move of a number, None where the number has none."""


def agent_player(
    agent: object,
    game: Game,
    *,
    sees: str | None = None,
    encoding: AgentEncoding | None = None,
    illegal: str = "error",
) -> Player:
    """Return a player that asks an agent for its moves.

    Parameters
    ----------
    agent : object
        Function of a position (and the game), or an object with `predict` as in Gymnasium's libraries.
    game : Game
        Game to play.
    sees : {"position", "gymnasium", "pettingzoo"}, optional
        What the agent receives; default: Gymnasium's observations if it has `predict`, else positions.
    encoding : AgentEncoding, optional
        Encoding of observations, which agents that see observations need.
    illegal : {"error", "random"}
        Effect of a number that is no move: `IllegalMove`, or any move with equal probability.

    Returns
    -------
    Player
        The player. It raises `IllegalMove` where the answer is no move, and `BadParameter`, with the
        position, for an exception of the agent.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> game = Subtraction(heap=9)
    >>> agent_player(lambda heap: 1, game)(9), agent_player(lambda game, heap: "2", game)(9)
    ({1: 1.0}, {2: 1.0})
    >>> agent_player(lambda heap: {1: 3, 2: 1}, game)(9), agent_player(lambda heap: [1, 3], game)(9)
    ({1: 0.75, 2: 0.25}, {1: 0.5, 3: 0.5})
    """
    way = sees or ("gymnasium" if hasattr(agent, "predict") else "position")
    if way not in OBSERVATION_KINDS:
        raise BadParameter(
            f"sees={sees!r} is no way to ask an agent: choose one of {', '.join(OBSERVATION_KINDS)}"
        )
    if illegal not in ILLEGAL:
        raise BadParameter(f"illegal={illegal!r} is none: take one of {', '.join(ILLEGAL)}")
    if way == "position":
        ask = _make_plain_agent_function(agent, game)
        return lambda position: _read_probabilities(game, as_position(game, position), ask)
    if encoding is None:
        raise BadParameter(
            f"an agent that sees observations ({way}) needs the encoding that it has learned with: "
            "give encoding=make_encoding(game), or that of its environment"
        )
    number = (
        _make_gymnasium_function(agent, encoding)
        if way == "gymnasium"
        else _make_pettingzoo_function(agent, encoding)
    )
    return lambda position: _decode_action_number(
        game, as_position(game, position), encoding, number, illegal
    )


def _make_plain_agent_function(agent: Any, game: Game) -> Callable[[Position], Any]:
    """Return a function that asks an agent about a position, with the game first if it takes both."""
    if not callable(agent):
        raise BadParameter(
            f"{quote(agent)} is no agent: give a function of a position, or of game and position"
        )
    return (lambda position: agent(game, position)) if _count_required_arguments(agent) == 2 else agent


def _count_required_arguments(agent: Callable[..., Any]) -> int:
    """Return how many arguments an agent requires; 1 where that is unknown."""
    try:
        given = inspect.signature(agent).parameters.values()
    except (TypeError, ValueError):
        return 1
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(each.kind in places and each.default is inspect.Parameter.empty for each in given)


def _call_agent(game: Game, position: Position, agent_function: Callable[[Position], Any]) -> Any:
    """Return an agent's answer; an exception of the agent is reported with the position."""
    try:
        return agent_function(position)
    except BaseException as error:
        if must_propagate(error):
            raise
        raise BadParameter(
            f"the agent raises {describe_error(error)} at {describe_position(game, position)} of {game!r}"
        ) from error


def _read_probabilities(
    game: Game, position: Position, agent_function: Callable[[Position], Any]
) -> dict[Move, float]:
    """Return the probabilities of an answer: a mapping, several moves, or one move."""
    answer = _call_agent(game, position, agent_function)
    if isinstance(answer, Mapping):
        weights = {
            _read_legal_move(game, position, move): _read_probability(share, answer)
            for move, share in answer.items()
        }
        whole = sum(weights.values())
        if not whole > 0:
            raise IllegalMove(
                f"the agent plays nothing ({quote(answer)}) at {describe_position(game, position)}"
            )
        return {move: share / whole for move, share in weights.items() if share > 0}
    moves = moves_at(game, position)
    is_several = (
        isinstance(answer, Iterable) and not isinstance(answer, str) and not _is_legal_move(answer, moves)
    )
    if not is_several:
        return {_read_legal_move(game, position, answer): 1.0}
    several = dict.fromkeys(_read_legal_move(game, position, move) for move in answer)
    if not several:
        raise IllegalMove(f"the agent plays nothing at {describe_position(game, position)}")
    return dict.fromkeys(several, 1 / len(several))


def _is_legal_move(answer: Any, moves: list[Move]) -> bool:
    try:
        return any(type(move) is type(answer) and bool(move == answer) for move in moves)
    except ValueError:  # an array compares element by element
        return False


def _read_probability(probability: Any, answer: Any) -> float:
    try:
        found = float(probability)
    except (TypeError, ValueError):
        found = -1.0
    if not 0 <= found < float("inf"):
        raise IllegalMove(f"the agent's shares {quote(answer)} are no probabilities")
    return found


def _read_legal_move(game: Game, position: Position, answer: Any) -> Move:
    """Return the move of an answer; raises `IllegalMove`."""
    found = find_move(game, position, answer)
    if found is None:
        names = ", ".join(game.name(position, move) for move in moves_at(game, position)[:12])
        raise IllegalMove(
            f"the agent plays {quote(answer)}, which is no move at {describe_position(game, position)}: "
            f"moves are {names or 'none, the game is over'}"
        )
    return found


def _make_gymnasium_function(agent: Any, encoding: AgentEncoding) -> Callable[[Position], Any]:
    """Return a function that asks a Gymnasium agent, with the mask if the agent takes one."""
    if not callable(getattr(agent, "predict", None)):
        raise BadParameter(f"{quote(agent)} has no predict(observation): say what else it sees")
    known = _list_parameter_names(agent.predict)
    steady = {"deterministic": True} if "deterministic" in known else {}

    def ask_agent_for_move_number(position: Position) -> Any:
        masked = {"action_masks": encoding.legal_mask(position)} if "action_masks" in known else {}
        answer = agent.predict(encoding.observe(position, True), **masked, **steady)
        return answer[0] if isinstance(answer, tuple) else answer  # a recurrent agent adds its states

    return ask_agent_for_move_number


def _make_pettingzoo_function(agent: Any, encoding: AgentEncoding) -> Callable[[Position], Any]:
    """Return a function that asks a PettingZoo agent, with the environment's observation."""
    act = getattr(agent, "act", agent)
    if not callable(act):
        raise BadParameter(
            f"{quote(agent)} is no agent: give a function of an observation, or one with act()"
        )

    def ask_agent_for_move_number(position: Position) -> Any:
        mask = np.asarray(encoding.legal_mask(position), np.int8)
        return act({"observation": encoding.observe(position, True), "action_mask": mask})

    return ask_agent_for_move_number


def _list_parameter_names(function: Callable[..., Any]) -> set[str]:
    try:
        return set(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return set()


def _decode_action_number(
    game: Game, position: Position, encoding: AgentEncoding, number: Callable[[Position], Any], illegal: str
) -> dict[Move, float]:
    """Return the move of the number in an agent's answer."""
    answer = _call_agent(game, position, number)
    try:
        found = encoding.decode_move(position, int(np.asarray(answer).reshape(-1)[0]))
    except (TypeError, ValueError, IndexError) as error:
        raise IllegalMove(f"the agent answers {quote(answer)}, which is no number of a move") from error
    if found is not None:
        return {found: 1.0}
    if illegal == "error":
        raise IllegalMove(
            f"the agent answers {quote(answer)}, the number of no move at "
            f"{describe_position(game, position)}: "
            'give an agent that takes action_masks, or illegal="random"'
        )
    moves = moves_at(game, position)
    return dict.fromkeys(moves, 1 / len(moves))


def load_agent(source: str) -> Any:
    """Return the agent that `file.py:NAME` names; the file is run. Raises `BadParameter`."""
    file, colon, name = source.rpartition(":")
    path = Path(file)
    if not colon or path.suffix != ".py" or not path.is_file():
        raise BadParameter(
            f"the agent {quote(source)} is none: write a file and a name, as my_agent.py:choose"
        )
    try:
        module = run_rules_file(path)
    except Exception as error:
        raise BadParameter(f"{file} cannot be run: {describe_error(error)}") from error
    if not hasattr(module, name):
        raise BadParameter(f"{file} has no {name}: name a function of it, as my_agent.py:choose")
    found = getattr(module, name)
    return found() if isinstance(found, type) else found
