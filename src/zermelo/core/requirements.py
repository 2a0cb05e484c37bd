"""The requirements of a question on a game: capabilities that it needs, and those that exclude it.

Every refusal of this kind is made here, from the table of capabilities. It names the game, the capability
that the game has or lacks, and why that matters to the request.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from zermelo.core.capabilities import CAPABILITIES
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, has
from zermelo.core.game_kind import KINDS, find_kind


def declares_capability(game: Game, name: str) -> bool:
    """Return whether a game has a capability, or sets an attribute differently from `Game`.

    >>> class Three(Game):
    ...     players = 3
    >>> declares_capability(Three(), "players"), declares_capability(Three(), "scored")
    (True, False)
    """
    if CAPABILITIES[name].parameters is None and hasattr(Game, name):
        return bool(getattr(game, name) != getattr(Game, name))
    return has(game, name)


def list_capabilities(game: Game) -> tuple[str, ...]:
    """Return the capabilities of a game beside its start, its moves and where they lead.

    >>> class Three(Game):
    ...     players = 3
    >>> list_capabilities(Three())
    ('players',)
    """
    return tuple(
        name for name, each in CAPABILITIES.items() if each.default and declares_capability(game, name)
    )


def require(game: Game, because: str, *, needs: Sequence[str] = (), excludes: Sequence[str] = ()) -> None:
    """Raise `MissingCapability` where a game lacks one of `needs` or has one of `excludes`.

    >>> class Stones(Game): pass
    >>> require(Stones(), "zugzwang is found by it", needs=["passed"])
    Traceback (most recent call last):
    zermelo.core.errors.MissingCapability: stones() does not define passed(position): zugzwang is found by it
    """
    for name in needs:
        if not declares_capability(game, name):
            raise MissingCapability(f"{game!r} {_missing_capability_text(name)}: {because}")
    for name in excludes:
        if declares_capability(game, name):
            raise MissingCapability(f"{game!r} {describe_capability(game, name)}: {because}")


def describe_capability(game: Game, name: str) -> str:
    """Return how a refusal describes a game that has a capability."""
    count = "1 player" if game.players == 1 else f"{game.players} players"
    return f"has {count}" if name == "players" else CAPABILITIES[name].refusal


def _missing_capability_text(name: str) -> str:
    capability = CAPABILITIES[name]
    if capability.parameters is None and hasattr(Game, name):
        return f"does not declare {name} = True"
    return f"does not define {capability.signature}"


class Question(NamedTuple):
    """Which kinds of games can be asked a question; all questions are for two players without chance.

    A new row of `KINDS` can be asked no question until a field of that name says so.
    """

    subject: str  # and verb, as a refusal begins its reason: "reports are"
    dice: bool = False
    puzzle: bool = False  # for one player
    payoffs: bool = False  # several players, or payoffs that are not each other's losses
    command: bool = False  # whether a command has this name


QUESTIONS: Final = {
    "certify": Question("certificates are", command=True),
    "check": Question("checks are", dice=True, puzzle=True, payoffs=True, command=True),
    "classify": Question("properties are", dice=True, puzzle=True, payoffs=True, command=True),
    "compare": Question("comparisons are", dice=True, puzzle=True, payoffs=True, command=True),
    "compare_positions": Question("comparisons by position are", puzzle=True),
    "contest": Question("matches are", dice=True),
    "count": Question("counts are", payoffs=True, command=True),
    "engine": Question("engines are", command=True),
    "expected_list": Question("what a list of rules is expected to bring is", dice=True, puzzle=True),
    "explain": Question("rules for a player are", puzzle=True, command=True),
    "exploit": Question("best replies are", dice=True, command=True),
    "grade": Question("grades are"),
    "ladder": Question("ladders are", dice=True, command=True),
    "lesson": Question("lessons are", puzzle=True),
    "match": Question("matches are", dice=True, payoffs=True, command=True),
    "method": Question("methods are", dice=True, puzzle=True),
    "minimax": Question("minimax and alpha-beta are", puzzle=True),
    "page": Question("pages are", dice=True, puzzle=True, command=True),
    "plan": Question("plans are", dice=True, puzzle=True, command=True),
    "play": Question("games at the prompt are", dice=True, puzzle=True, payoffs=True, command=True),
    "policy_certificate": Question("certificates are", puzzle=True),
    "prompt": Question("games at the prompt are", dice=True),
    "proof": Question("proofs are", puzzle=True),
    "puzzles": Question("puzzles are", dice=True, puzzle=True, command=True),
    "report": Question("reports are", dice=True, puzzle=True, payoffs=True, command=True),
    "score": Question("results are", dice=True, puzzle=True),
    "search": Question("this search is", puzzle=True),
    "selfplay": Question("self-play is", command=True),
    "shallow_search": Question("a shallow search is", dice=True),
    "show": Question("boards are", dice=True, puzzle=True, payoffs=True, command=True),
    "solve": Question("values are", dice=True, puzzle=True, payoffs=True, command=True),
    "stats": Question("statistics are", puzzle=True, command=True),
    "stored": Question("solutions on disk are", dice=True, puzzle=True),
    "strategy": Question("strategies in words are", command=True),
    "sweeps": Question("two-bit sweeps are", puzzle=True),
    "table": Question("tables are", dice=True, puzzle=True, command=True),
    "timed_search": Question("searches against the clock are"),
    "traps": Question("traps are", dice=True),
    "tree": Question("trees are", dice=True, puzzle=True, payoffs=True, command=True),
    "tree_alpha_beta": Question("alpha-beta is", dice=True, puzzle=True),
    "tree_order": Question("an order by values is", dice=True, puzzle=True),
    "value": Question("values are", dice=True, puzzle=True, payoffs=True, command=True),
    "values": Question("values are", dice=True, puzzle=True),
    "verify": Question("solutions on disk are", dice=True, puzzle=True, command=True),
    "why": Question("explanations of a move are", command=True),
    "with_points": Question("points to compare are"),
    "winners": Question("who wins is asked", puzzle=True, command=True),
}


def check_question(game: Game, question: str | Question) -> None:
    """Raise `MissingCapability` where a game is of a kind that a question does not have.

    Parameters
    ----------
    game : Game
        Rules to check.
    question : str or Question
        Key of `QUESTIONS`, or a row that stands elsewhere, such as that of a player.

    Raises
    ------
    MissingCapability
        If the game has other players, payoffs, or dice that are not allowed.

    Examples
    --------
    >>> class Three(Game):
    ...     players = 3
    >>> check_question(Three(), "contest")
    Traceback (most recent call last):
    zermelo.core.errors.MissingCapability: three() has 3 players: matches are for two players
    """
    asked = QUESTIONS[question] if isinstance(question, str) else question
    because = f"{asked.subject} for {describe_kinds(asked)}{_remedy_text(asked)}"
    require(game, because, excludes=_list_excluded_capabilities(game, asked))
    if not allows_kind(asked, kind := find_kind(game)):
        raise MissingCapability(f"{game!r} has {KINDS[kind].title}: {because}")


def can_ask(game: Game, question: str | Question) -> bool:
    """Return whether `check_question` lets a question pass.

    Parameters
    ----------
    game : Game
        Rules to check.
    question : str or Question
        As `check_question` takes it.

    Returns
    -------
    bool
        False where a game of this kind cannot be asked.
    """
    asked = QUESTIONS[question] if isinstance(question, str) else question
    excluded = _list_excluded_capabilities(game, asked)
    return allows_kind(asked, find_kind(game)) and not any(
        declares_capability(game, name) for name in excluded
    )


def allows_kind(asked: Question, kind: str) -> bool:
    """Return whether games of a kind can be asked a question, or of one that it is like.

    >>> allows_kind(QUESTIONS["ladder"], "dice_gains"), allows_kind(QUESTIONS["ladder"], "puzzle")
    (True, False)
    """
    if kind == "puzzle" and asked.payoffs:  # what several players can be asked, one can
        return True
    found = kind == "outcomes" or getattr(asked, kind, None)
    if found is None and (like := KINDS[kind].like) is not None:
        return allows_kind(asked, like)
    return bool(found)


def _list_excluded_capabilities(game: Game, asked: Question) -> Sequence[str]:
    others = ("players",) if not asked.payoffs and not (asked.puzzle and game.is_puzzle) else ()
    dice = () if asked.dice else ("chances",)
    return (*others, *dice, *(() if asked.payoffs else ("payoffs",)))


def describe_kinds(asked: Question) -> str:
    """Return whom a question is for."""
    if asked.payoffs:
        return "games without dice"
    if asked.dice and asked.puzzle:
        return "two players whose gains are each other's losses"
    return f"{'one or two' if asked.puzzle else 'two'} players{'' if asked.dice else ' without chance'}"


def _remedy_text(asked: Question) -> str:
    """Return which commands are for the games that a wide question excludes."""
    if not asked.payoffs and not (asked.dice and asked.puzzle):
        return ""
    return f"; such games are for {_commands_text('dice' if asked.payoffs else 'payoffs')}"


def _commands_text(kind: str) -> str:
    """Return the commands for games of a kind, such as "dice", as a list in words."""
    names = [name for name, asked in QUESTIONS.items() if asked.command and getattr(asked, kind)]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def refuse_games_with_dice(game: Game, purpose: str) -> None:
    """Raise `MissingCapability` where the game has dice; `purpose` is what is for games without."""
    check_question(game, Question(purpose, puzzle=True, payoffs=True))


def refuse_games_with_gains(game: Game, because: str) -> None:
    """Raise `MissingCapability` where moves bring points; `because` is what depends on how play ends."""
    remedy = f"keep them in the position, as with_points(game={game!r}) does"
    require(game, f"{because}: {remedy}", excludes=("gain",))
