"""The players by name, as on the command line: NAME, or NAME(field=value, ...).

A player's fields are numbers, or again players: `trapping(against=shallow(plies=1))`. Some names are followed
by a colon and free text, the last field: `engine:./my_engine --level 3`, with fields
`engine(time='2s'):./my_engine`, and `agent:my_agent.py:choose`. Any other text is a file that holds a policy
(see `verify.policy_files`) or a list of rules (see `explain.rule_lists.rule_list_file`). A new player is one
function and one row of `BUILDERS`.

Not every user who names a player may start a program or run a file. Only a context with a `porter` allows it,
and the porter ends the programs. The command line and Python have a porter, the explorer has none.
"""

import ast
import contextlib
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.core.errors import BadParameter, quote
from zermelo.core.game import Game, has
from zermelo.core.notation.literals import read_call
from zermelo.core.requirements import check_two_players, is_of_payoffs
from zermelo.explain.rule_lists.rule_list_file import is_rule_list_file, load_list
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
    format_limit,
    make_limit,
    open_player_book,
    search_player,
)
from zermelo.play.players.trap_players import trap_player
from zermelo.search.shallow_minimax import check_plies
from zermelo.search.timed_search import ClockSearch, SearchLimit
from zermelo.solution.in_memory import load_endgame
from zermelo.solution.solution import Solution
from zermelo.verify.policy_certificate import Policy
from zermelo.verify.policy_files import read_policy


@dataclass(frozen=True)
class PlayerContext:
    """The game and settings from which players are built; it is solved only for players that need it."""

    game: Game
    solution: Callable[[], Solution]
    opened: Callable[[str], Solution] | None = None  # opens the solution that a text names
    interpreted: bool = False  # whether searches are not to compile the rules
    run_rules: bool = False  # whether the predicates that a list of rules names may be run
    porter: contextlib.ExitStack | None = None  # allows programs and ends them; None: programs are refused
    mcts: Callable[..., Player] | None = None  # makes a player of OpenSpiel's tree search; None: refused


# Each row of `BUILDERS` makes a player, and the words that describe its play.


def _perfect(hall: PlayerContext) -> tuple[Player, str]:
    if is_of_payoffs(hall.game):
        return backward_induction_player(hall.game), "by backward induction"
    return basic_players.perfect_player(hall.solution()), "perfectly"


def _random(hall: PlayerContext) -> tuple[Player, str]:
    return basic_players.random_player(hall.game), "at random"


def _erring(hall: PlayerContext, rate: float = basic_players.ERROR_RATE) -> tuple[Player, str]:
    basic_players.check_rate(rate)
    return basic_players.erring_player(hall.solution(), rate), f"perfectly but errs at rate {rate:g}"


def _keeping(hall: PlayerContext) -> tuple[Player, str]:
    return basic_players.value_keeping_player(hall.solution()), "any move that keeps the value"


def _shallow(
    hall: PlayerContext,
    plies: int = basic_players.PLIES,
    temperature: float = basic_players.TEMPERATURE,
    guess: bool = True,
) -> tuple[Player, str]:
    player = basic_players.shallow_player(hall.game, plies, temperature, guess=guess)
    return player, f"by a look {plies} plies ahead, at temperature {temperature:g}"


def _trapping(hall: PlayerContext, against: str = "random", plies: int | None = None) -> tuple[Player, str]:
    model, _ = make_player(str(against), hall)
    if plies is not None:
        check_plies(plies)
    return trap_player(hall.solution(), model, plies), f"perfectly, and sets traps for {against}"


def _search(
    hall: PlayerContext,
    time: float | str | None = None,
    plies: int | None = None,
    book: str | None = None,
    book_plies: int | None = None,
    endgame: str | None = None,
) -> tuple[Player, str]:
    limit = make_limit(time, plies)
    check_two_players(hall.game, "searches against the clock are")
    opened = hall.opened or _cannot_open
    policy = None if book is None else open_player_book(book, hall.game, opened, book_plies)
    ending = None if endgame is None else load_endgame(opened(endgame))
    found = ClockSearch(hall.game, book=policy, endgame=ending, interpreted=hall.interpreted)
    return search_player(found, limit), f"by {format_limit(limit)}"


def _derived(hall: PlayerContext, rules: int = 5, order: str = "ascending") -> tuple[Player, str]:
    return basic_players.policy_player(
        RulePlayer(hall.game, rules, order)
    ), f"by {rules} rules derived backwards"


def _by_results(
    hall: PlayerContext, reading: str = "both", rules: int = 5, finish: bool = True
) -> tuple[Player, str]:
    player = ResultPlayer(hall.game, reading, rules, finish)
    return basic_players.policy_player(player), f"by what {rules} rules say of each move's result"


def _newell_simon(hall: PlayerContext) -> tuple[Player, str]:
    return basic_players.policy_player(NewellSimon(hall.game)), "by Newell and Simon's eight rules"


def _repaired(
    hall: PlayerContext, threats: int | None = None, ahead: bool = True, one: bool = False
) -> tuple[Player, str]:
    player = CorrectedPlayer(hall.game, threats, ahead, one=one)
    return basic_players.policy_player(player), "by attacks that are played out, and safe moves"


def _sincere(hall: PlayerContext) -> tuple[Player, str]:
    return sincere_player(hall.game), "sincerely: the best move if the rest were left to chance"


def _engine(
    hall: PlayerContext,
    command: str = "",
    time: float | str | None = None,
    plies: int | None = None,
    nodes: int | None = None,
    patience: float = ENGINE_TIMEOUT,
    protocol: str = "ugi",
) -> tuple[Player, str]:
    porter = _require_programs(hall, f"the engine {quote(command)} is started")
    seconds = None if time is None else SearchLimit.parse_time(time)
    player = EnginePlayer(
        command, hall.game, seconds=seconds, plies=plies, nodes=nodes, patience=patience, protocol=protocol
    )
    porter.callback(player.close)
    return player, f"as {player.name or command} does"


def _agent(hall: PlayerContext, source: str = "") -> tuple[Player, str]:
    _require_programs(hall, f"the agent {quote(source)} is run")
    return agent_player(load_agent(source), hall.game), f"as {source} says"


def _mcts(
    hall: PlayerContext, simulations: int = 1_000, uct: float = 2.0, rollouts: int = 1, seed: int = 1913
) -> tuple[Player, str]:
    if hall.mcts is None:
        raise BadParameter("mcts, OpenSpiel's, is a player of the command line alone, not from here")
    player = hall.mcts(hall.game, simulations=simulations, uct=uct, rollouts=rollouts, seed=seed)
    return player, f"by {simulations:,} simulations of OpenSpiel's tree search"


def _require_programs(hall: PlayerContext, what: str) -> contextlib.ExitStack:
    if hall.porter is None:
        raise BadParameter(f"{what} by the command line and by Python alone, not from here")
    return hall.porter


def _cannot_open(text: str) -> Solution:
    raise BadParameter(f"the solution {text} cannot be opened here: leave it out")


BUILDERS: dict[str, Callable[..., tuple[Player, str]]] = {
    "perfect": _perfect,
    "random": _random,
    "erring": _erring,
    "keeping": _keeping,
    "shallow": _shallow,
    "trapping": _trapping,
    "search": _search,
    "derived": _derived,
    "by_results": _by_results,
    "newell_simon": _newell_simon,
    "repaired": _repaired,
    "sincere": _sincere,
    "engine": _engine,
    "agent": _agent,
    "mcts": _mcts,
}
NAMED_AFTER = {"engine": "command", "agent": "source"}  # the field that follows the name and a colon
AFTER = re.compile(rf"\s*({'|'.join(NAMED_AFTER)})\s*(\(.*?\))?\s*:(.*)", re.DOTALL)
WITHOUT_SOLUTION = (
    "random",
    "shallow",
    "search",
    "derived",
    "by_results",
    "newell_simon",
    "repaired",
    "sincere",
    "engine",
    "agent",
    "mcts",
)
OF_PAYOFFS = ("perfect", "random", "sincere", "agent", "mcts")  # players for games with payoffs
OF_CHANCES = ("perfect", "random", "erring", "keeping", "agent", "mcts")  # players for games with dice


def make_player(text: str, hall: PlayerContext) -> tuple[Player, str]:
    """Return the player that a text names, and a description of its play.

    Raises `BadParameter` for another name or field; what `load_policy_or_rules` raises where it is a file.
    """
    found = parse_player(text)
    if found is None:
        policy = load_policy_or_rules(Path(text), hall.game, run_rules=hall.run_rules)
        return basic_players.policy_player(policy), f"as {text} says"
    name, fields = found
    if is_of_payoffs(hall.game) and name not in OF_PAYOFFS:
        known = ", ".join(OF_PAYOFFS)
        raise BadParameter(f"{text} is for two adversaries, and {hall.game!r} has payoffs: choose {known}")
    if has(hall.game, "chances") and name not in OF_CHANCES:
        known = ", ".join(OF_CHANCES)
        raise BadParameter(f"{text} is for games without dice, and {hall.game!r} has chances: choose {known}")
    return BUILDERS[name](hall, **fields)


def load_policy_or_rules(file: Path, game: Game, *, run_rules: bool = False) -> Policy:
    """Return the policy in a file: a table of moves, or a list of rules.

    Raises what `read_policy` or `load_list` raises.
    """
    return load_list(file, game, run_rules=run_rules) if is_rule_list_file(file) else read_policy(file, game)


def needs_solution(text: str) -> bool:
    """Return whether the player that a text names needs the game's solution."""
    found = parse_player(text)
    return found is not None and found[0] not in WITHOUT_SOLUTION


def parse_player(text: str) -> tuple[str, dict[str, Any]] | None:
    """Return the name and the fields in a text that names a player, None where it names a file.

    >>> parse_player("trapping(against=shallow(plies=1))")
    ('trapping', {'against': 'shallow(plies=1)'})
    >>> parse_player("engine(time='2s'):./my_engine --level (3)")
    ('engine', {'time': '2s', 'command': './my_engine --level (3)'})
    """
    after = AFTER.fullmatch(text)
    if after is not None:
        name, fields, rest = after.groups()
        found = parse_player(name + (fields or ""))
        return name, {**(found or (name, {}))[1], NAMED_AFTER[name]: rest.strip()}
    name, bracket, _ = text.strip().partition("(")
    if name not in BUILDERS:
        if Path(text).suffix == SUFFIX or Path(text).is_file():
            return None
        known = ", ".join(BUILDERS)
        raise BadParameter(
            f"opponent {quote(text)} is unknown: choose one of {known}, or give a policy's file"
        )
    fields = _fields(text) if bracket else {}
    known_fields = list(inspect.signature(BUILDERS[name]).parameters)[1:]
    for field in fields:
        if field not in known_fields:
            has = f"the fields of {name} are {', '.join(known_fields)}" if known_fields else "it has none"
            raise BadParameter(f"{field!r} is no field of the player {name}: {has}")
    return name, fields


def _fields(text: str) -> dict[str, Any]:
    """Return the fields of `NAME(field=value)`: literals, and the names of players as text."""
    write = "write for example shallow(plies=2, temperature=0.5)"
    try:
        call = read_call(text.strip())
        if not isinstance(call, ast.Call) or call.args or any(word.arg is None for word in call.keywords):
            raise ValueError("name each field")
        return {str(word.arg): _value(word.value) for word in call.keywords}
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else error
        raise BadParameter(f"the player {quote(text)} cannot be read ({reason}): {write}") from error


def _value(value: ast.expr) -> Any:
    if isinstance(value, ast.Name | ast.Call):
        return ast.unparse(value)
    return ast.literal_eval(value)
