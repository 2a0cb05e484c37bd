"""How a game is played, in three sentences for players: its goal, how a turn goes, how it ends."""

import dataclasses
import inspect
from typing import NamedTuple

from zermelo.core.errors import BadRules, describe_error
from zermelo.core.game import Game, has

SHORT_GOAL = 37  # letters: such a goal says little
LONG_TURN = 95  # letters: such a sentence does not fit beside a goal


class HowToPlay(NamedTuple):
    """Sentences for players; the last two are empty where a game says nothing but what it is."""

    goal: str
    turn: str = ""
    end: str = ""

    @property
    def summary(self) -> str:
        """The goal; where it says little, such as "Make the last move.", a turn's first sentence too."""
        first, dot, _ = self.turn.partition(". ")
        says_little = len(self.goal) < SHORT_GOAL and 0 < len(first) < LONG_TURN
        return f"{self.goal} {first}{dot.strip()}" if says_little else self.goal


def read_how_to_play(game: Game) -> HowToPlay:
    """Return how a game is played, with its parameters filled in.

    Parameters
    ----------
    game : Game
        Any game. Without `how_to_play` its goal is the first sentence of its class's docstring.

    Returns
    -------
    HowToPlay
        Goal, turn and end.

    Examples
    --------
    >>> class Stones(Game):
    ...     stones: int = 7
    ...     how_to_play = "Take the last of {stones} stones.", "Take one or two.", "Taking the last wins."
    >>> read_how_to_play(Stones(stones=9)).goal
    'Take the last of 9 stones.'
    """
    own = read_own_sentences(game)
    return own if own.goal else HowToPlay(_read_first_docstring_sentence(type(game)))


def read_own_sentences(game: Game) -> HowToPlay:
    """Return a game's `how_to_play` with its parameters filled in; empty sentences where it has none."""
    if not has(game, "how_to_play"):
        return HowToPlay("")
    fields = {field.name: getattr(game, field.name) for field in dataclasses.fields(game)}  # type: ignore[arg-type]
    try:
        goal, turn, end = (str(each).format(**fields) for each in game.how_to_play)  # type: ignore[attr-defined]
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadRules(
            f"{game!r}: how_to_play is not three texts in which each {{name}} is a parameter "
            f"({describe_error(error)}): correct the texts"
        ) from error
    return HowToPlay(goal, turn, end)


def summarize_game_class(kind: type[Game]) -> str:
    """Return what a class's usual game is about: its goal, and how a turn goes."""
    try:
        return " ".join(filter(None, read_how_to_play(kind())[:2]))
    except Exception:  # a class may raise anything, above all where it has no usual parameters
        return _read_first_docstring_sentence(kind)


def _read_first_docstring_sentence(kind: type[Game]) -> str:
    said = inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    return "" if dataclasses.is_dataclass(kind) and said.startswith(f"{kind.__name__}(") else said
