"""The players by name, as on the command line: NAME, or NAME(field=value, ...).

A player's fields are numbers, or again players: `trapping(against=shallow(plies=1))`. Some names are followed
by a colon and free text, the last field: `engine:./my_engine --level 3`, with fields
`engine(time='2s'):./my_engine`, and `agent:my_agent.py:choose`. Any other text is a file that holds a policy
(see `verify.policy_files`) or a list of rules (see `explain.rule_lists.rule_list_file`). A new player is one
function and one row of `PLAYERS`; an installed package adds rows by entry points of the group
"zermelo.players".

Not every user who names a player may start a program or run a file. Only a context with `programs` allows it,
and ends the programs. The command line and Python have such a context, the explorer has none.
"""

import ast
import contextlib
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from zermelo.core.errors import BadParameter, quote
from zermelo.core.game import Game
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.literals import parse_expression
from zermelo.core.registry import PluginTable
from zermelo.core.requirements import Question, can_ask, check_question, describe_kinds
from zermelo.explain.rule_players.corrected_player import CorrectedPlayer
from zermelo.explain.rule_players.newell_simon import NewellSimon
from zermelo.explain.rule_players.result_player import ResultPlayer
from zermelo.explain.rule_players.rule_player import RulePlayer
from zermelo.play.engine.engine_player import ENGINE_TIMEOUT, EnginePlayer
from zermelo.play.matches.multiplayer import backward_induction_player, sincere_player
from zermelo.play.players import basic_players
from zermelo.play.players.agent_player import agent_player, load_agent
from zermelo.play.players.basic_players import Player
from zermelo.play.players.search_player import (
    SUFFIX,
    format_search_limit,
    make_search_limit,
    open_player_book,
    search_player,
)
from zermelo.play.players.trap_players import trap_player
from zermelo.play.saved_policies import load_policy
from zermelo.search.shallow_minimax import check_ply_count
from zermelo.search.timed_search import ClockSearch, SearchLimit
from zermelo.solution.in_memory import load_endgame
from zermelo.solution.solution import Solution


@dataclass(frozen=True)
class PlayerContext:
    """The game and the settings from which players are built.

    Parameters
    ----------
    game : Game
        Rules of the game.
    solution : callable
        Returns the game's solution; called only for players that need it.
    open_solution : callable, optional
        Opens the solution that a text names, for books and endgame tables; default: they are refused.
    interpreted : bool, default False
        Whether searches use the rules in Python instead of compiled ones.
    run_rules : bool, default False
        Whether the Python file of predicates that a list of rules names may be run.
    programs : contextlib.ExitStack, optional
        Ends the programs that players start; default: players that start programs or run files are refused.
    mcts : callable, optional
        Makes a player of OpenSpiel's tree search; default: it is refused.
    """

    game: Game
    solution: Callable[[], Solution]
    open_solution: Callable[[str], Solution] | None = None
    interpreted: bool = False
    run_rules: bool = False
    programs: contextlib.ExitStack | None = None
    mcts: Callable[..., Player] | None = None


@dataclass(frozen=True)
class PlayerSpec:
    """A text that names a player, read: its name and its fields; `name` is None where it names a file."""

    name: str | None
    fields: dict[str, Any] = field(default_factory=dict)

    @property
    def needs_solution(self) -> bool:
        """Whether the player needs the game's solution."""
        return self.name is not None and PLAYERS[self.name].needs_solution

    def does_play_kind(self, game: Game) -> bool:
        """Return whether the player is for games of this kind."""
        return self.name is None or can_ask(game, PLAYERS[self.name].as_question(self.name))


# Each function makes a player, and the words that describe its play.


def _make_perfect_player(context: PlayerContext) -> tuple[Player, str]:
    return PERFECT_PLAYERS.choose(context.game)(context)


PERFECT_PLAYERS: Final[ByKind[Callable[[PlayerContext], tuple[Player, str]]]] = ByKind(
    "perfect player",
    lambda context: (basic_players.perfect_player(context.solution()), "perfectly"),
    payoffs=lambda context: (backward_induction_player(context.game), "by backward induction"),
)


def _make_random_player(context: PlayerContext) -> tuple[Player, str]:
    return basic_players.random_player(context.game), "at random"


def _make_erring_player(context: PlayerContext, rate: float = basic_players.ERROR_RATE) -> tuple[Player, str]:
    basic_players.check_error_rate(rate)
    return basic_players.erring_player(context.solution(), rate), f"perfectly but errs at rate {rate:g}"


def _make_value_keeping_player(context: PlayerContext) -> tuple[Player, str]:
    return basic_players.value_keeping_player(context.solution()), "any move that keeps the value"


def _make_shallow_player(
    context: PlayerContext,
    plies: int = basic_players.PLIES,
    temperature: float = basic_players.TEMPERATURE,
    guess: bool = True,
) -> tuple[Player, str]:
    player = basic_players.shallow_player(context.game, plies, temperature, guess=guess)
    return player, f"by a look {plies} plies ahead, at temperature {temperature:g}"


def _make_trapping_player(
    context: PlayerContext, against: str = "random", plies: int | None = None
) -> tuple[Player, str]:
    model, _ = make_player(str(against), context)
    if plies is not None:
        check_ply_count(plies)
    return trap_player(context.solution(), model, plies), f"perfectly, and sets traps for {against}"


def _make_search_player(
    context: PlayerContext,
    time: float | str | None = None,
    plies: int | None = None,
    book: str | None = None,
    book_plies: int | None = None,
    endgame: str | None = None,
    quiescence: bool = True,
) -> tuple[Player, str]:
    limit = make_search_limit(time, plies)
    check_question(context.game, "timed_search")
    open_solution = context.open_solution or _refuse_to_open_solution
    policy = None if book is None else open_player_book(book, context.game, open_solution, book_plies)
    ending = None if endgame is None else load_endgame(open_solution(endgame))
    found = ClockSearch(
        context.game,
        book=policy,
        endgame=ending,
        interpreted=context.interpreted,
        quiescence=bool(quiescence),
    )
    blunt = "" if quiescence else " without quiescence"
    return search_player(found, limit), f"by {format_search_limit(limit)}{blunt}"


def _make_derived_rules_player(
    context: PlayerContext, rules: int = 5, order: str | None = None, literal: bool = False
) -> tuple[Player, str]:
    read = ", read literally" if literal else ""
    return basic_players.policy_player(
        RulePlayer(context.game, rules, order, literal=literal)
    ), f"by {rules} rules derived backwards{read}"


def _make_result_rules_player(
    context: PlayerContext, reading: str = "both", rules: int = 5, finish: bool = True
) -> tuple[Player, str]:
    player = ResultPlayer(context.game, reading, rules, finish)
    return basic_players.policy_player(player), f"by what {rules} rules say of each move's result"


def _make_newell_simon_player(context: PlayerContext) -> tuple[Player, str]:
    return basic_players.policy_player(NewellSimon(context.game)), "by Newell and Simon's eight rules"


def _make_repaired_rules_player(
    context: PlayerContext, threats: int | None = None, ahead: bool = True, one: bool = False
) -> tuple[Player, str]:
    player = CorrectedPlayer(context.game, threats, ahead, one=one)
    return basic_players.policy_player(player), "by attacks that are played out, and safe moves"


def _make_sincere_player(context: PlayerContext) -> tuple[Player, str]:
    return sincere_player(context.game), "sincerely: the best move if the rest were left to chance"


def _make_engine_player(
    context: PlayerContext,
    command: str = "",
    time: float | str | None = None,
    plies: int | None = None,
    nodes: int | None = None,
    timeout: float = ENGINE_TIMEOUT,
    protocol: str = "ugi",
) -> tuple[Player, str]:
    programs = _require_programs(context, f"the engine {quote(command)} is started")
    seconds = None if time is None else SearchLimit.parse_time(time)
    player = EnginePlayer(
        command, context.game, seconds=seconds, plies=plies, nodes=nodes, timeout=timeout, protocol=protocol
    )
    programs.callback(player.close)
    return player, f"as {player.name or command} does"


def _make_agent_player(context: PlayerContext, source: str = "") -> tuple[Player, str]:
    _require_programs(context, f"the agent {quote(source)} is run")
    return agent_player(load_agent(source), context.game), f"as {source} says"


def _make_mcts_player(
    context: PlayerContext, simulations: int = 1_000, uct: float = 2.0, rollouts: int = 1, seed: int = 1913
) -> tuple[Player, str]:
    if context.mcts is None:
        raise BadParameter("mcts, OpenSpiel's, is a player of the command line alone, not from here")
    player = context.mcts(context.game, simulations=simulations, uct=uct, rollouts=rollouts, seed=seed)
    return player, f"by {simulations:,} simulations of OpenSpiel's tree search"


def _require_programs(context: PlayerContext, what: str) -> contextlib.ExitStack:
    if context.programs is None:
        raise BadParameter(f"{what} by the command line and by Python alone, not from here")
    return context.programs


def _refuse_to_open_solution(text: str) -> Solution:
    raise BadParameter(f"the solution {text} cannot be opened here: leave it out")


@dataclass(frozen=True)
class PlayerBuilder:
    """A player that a name stands for, and the games that it plays.

    Parameters
    ----------
    build : callable
        Called with a `PlayerContext` and the fields in brackets; returns the `Player` and the words
        that describe its play, such as "at random".
    needs_solution : bool, default False
        Whether it asks for the game's solution, which is then made or opened before it plays.
    payoffs : bool, default False
        Whether it plays games with payoffs.
    dice : bool, default False
        Whether it plays games with dice.
    """

    build: Callable[..., tuple[Player, str]]
    needs_solution: bool = False
    payoffs: bool = False
    dice: bool = False

    def as_question(self, text: str) -> Question:
        """Return what it plays, as a row of the table of kinds.

        Parameters
        ----------
        text : str
            The player as it was named.

        Returns
        -------
        Question
            Asked by `check_question` and `can_ask`.
        """
        return Question(f"{text} is", self.dice, puzzle=True, payoffs=self.payoffs)


def _make_plugin_player(name: str, row: Any) -> PlayerBuilder:
    if not isinstance(row, PlayerBuilder):
        raise TypeError("it is no PlayerBuilder")
    return row


_OWN_PLAYERS: Final = {
    "perfect": PlayerBuilder(_make_perfect_player, needs_solution=True, payoffs=True, dice=True),
    "random": PlayerBuilder(_make_random_player, payoffs=True, dice=True),
    "erring": PlayerBuilder(_make_erring_player, needs_solution=True, dice=True),
    "keeping": PlayerBuilder(_make_value_keeping_player, needs_solution=True, dice=True),
    "shallow": PlayerBuilder(_make_shallow_player, dice=True),
    "trapping": PlayerBuilder(_make_trapping_player, needs_solution=True, dice=True),
    "search": PlayerBuilder(_make_search_player),
    "derived": PlayerBuilder(_make_derived_rules_player),
    "by_results": PlayerBuilder(_make_result_rules_player),
    "newell_simon": PlayerBuilder(_make_newell_simon_player),
    "repaired": PlayerBuilder(_make_repaired_rules_player),
    "sincere": PlayerBuilder(_make_sincere_player, payoffs=True),
    "engine": PlayerBuilder(_make_engine_player),
    "agent": PlayerBuilder(_make_agent_player, payoffs=True, dice=True),
    "mcts": PlayerBuilder(_make_mcts_player, payoffs=True, dice=True),
}
PLAYERS: Final = PluginTable("zermelo.players", _OWN_PLAYERS, _make_plugin_player)
NAMED_AFTER = {"engine": "command", "agent": "source"}  # the field that follows the name and a colon
AFTER = re.compile(rf"\s*({'|'.join(NAMED_AFTER)})\s*(\(.*?\))?\s*:(.*)", re.DOTALL)


def make_player(text: str, context: PlayerContext) -> tuple[Player, str]:
    """Make the player that a text names.

    Parameters
    ----------
    text : str
        Name with fields, such as "shallow(plies=2)"; or a file that holds a policy or a list of rules.
    context : PlayerContext
        The game and the settings.

    Returns
    -------
    Player
        The player.
    str
        How it plays, in words.

    Raises
    ------
    BadParameter
        For an unknown name or field, and for a player that the game or the context refuses.
    """
    named = parse_player(text)
    if named.name is None:
        policy = load_policy(text, context.game, run_rules=context.run_rules)
        return basic_players.policy_player(policy), f"as {text} says"
    builder = PLAYERS[named.name]
    if not can_ask(context.game, asked := builder.as_question(text)):
        known = ", ".join(
            name for name, row in PLAYERS.items() if can_ask(context.game, row.as_question(name))
        )
        raise BadParameter(f"{context.game!r}: {asked.subject} for {describe_kinds(asked)}: choose {known}")
    return builder.build(context, **named.fields)


def parse_player(text: str) -> PlayerSpec:
    """Read a text that names a player, without making the player.

    Parameters
    ----------
    text : str
        Name with fields, or a file.

    Returns
    -------
    PlayerSpec
        The `name` (None for a file), the `fields`, and `needs_solution`.

    Raises
    ------
    BadParameter
        For an unknown name or field.

    Examples
    --------
    >>> parse_player("trapping(against=shallow(plies=1))").fields
    {'against': 'shallow(plies=1)'}
    >>> parse_player("engine(time='2s'):./my_engine --level (3)").fields
    {'time': '2s', 'command': './my_engine --level (3)'}
    """
    with_colon = AFTER.fullmatch(text)
    if with_colon is not None:
        name, fields, rest = with_colon.groups()
        return PlayerSpec(
            name, {**parse_player(name + (fields or "")).fields, NAMED_AFTER[name]: rest.strip()}
        )
    name, bracket, _ = text.strip().partition("(")
    if name not in PLAYERS.own and (Path(text).suffix == SUFFIX or _is_file(text)):
        return PlayerSpec(None)
    if name not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise BadParameter(
            f"opponent {quote(text)} is unknown: choose one of {known}, or give a policy's file"
        )
    given = _parse_fields(text) if bracket else {}
    known_fields = list(inspect.signature(PLAYERS[name].build).parameters)[1:]
    for each in given:
        if each not in known_fields:
            has = f"the fields of {name} are {', '.join(known_fields)}" if known_fields else "it has none"
            raise BadParameter(f"{each!r} is no field of the player {name}: {has}")
    return PlayerSpec(name, given)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def _parse_fields(text: str) -> dict[str, Any]:
    """Return the fields of `NAME(field=value)`: literals, and the names of players as text."""
    write = "write for example shallow(plies=2, temperature=0.5)"
    try:
        call = parse_expression(text.strip())
        if not isinstance(call, ast.Call) or call.args or any(word.arg is None for word in call.keywords):
            raise ValueError("name each field")
        return {str(word.arg): _parse_field_value(word.value) for word in call.keywords}
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else error
        raise BadParameter(f"the player {quote(text)} cannot be read ({reason}): {write}") from error


def _parse_field_value(value: ast.expr) -> Any:
    if isinstance(value, ast.Name | ast.Call):
        return ast.unparse(value)
    return ast.literal_eval(value)
