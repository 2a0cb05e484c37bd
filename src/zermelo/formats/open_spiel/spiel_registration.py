"""The name `python_zermelo`: registered with OpenSpiel before anything else of the bridge is imported.

OpenSpiel registers one name with one type; what is made under it says its own. So the name costs nothing but
OpenSpiel itself, the game is imported when one is made, and where OpenSpiel is not installed nothing is
registered.
"""

from typing import Any, Final
from urllib.parse import quote

NAME: Final = "python_zermelo"
DEFAULT_GAME: Final = "tic_tac_toe"  # the game without a parameter
SAFE: Final = " '\"[]{}.:/+*<>-"  # what OpenSpiel reads as it stands


def quote_game_text(text: str) -> str:
    """Quote a game's text for use as a parameter inside OpenSpiel's own texts.

    Parameters
    ----------
    text : str
        Name of a zermelo game, with parameters.

    Returns
    -------
    str
        The text with brackets and commas as in URLs.

    Examples
    --------
    >>> quote_game_text("connect_four(columns=4,rows=4)")
    'connect_four%28columns%3D4%2Crows%3D4%29'
    """
    return quote(text, safe=SAFE)


def make_spiel_game_type(
    name: str, players: tuple[int, int], *, dice: bool = False, sums: bool = False, seen: bool = True
) -> Any:
    """Return OpenSpiel's type of a game: `players` at least and at most, with `dice`, of any `sums`."""
    import pyspiel

    kinds = pyspiel.GameType
    return kinds(
        short_name=NAME,
        long_name=name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if dice else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if sums else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=seen,
        parameter_specification={"game": DEFAULT_GAME, "planes": False},
    )


def register_zermelo_game() -> None:
    """Register the name, once; nothing happens where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(make_spiel_game_type("Games of zermelo", (1, 10)), _GameFactory)


class _GameFactory:
    """What OpenSpiel calls to make a game: a class, since it lets go of it after Python has ended.

    A class holds on to itself then; a function would be taken apart, and the process would end in an abort.
    """

    def __new__(cls, params: dict[str, Any] | None = None) -> Any:
        from zermelo.formats.open_spiel.spiel_export import ZermeloGame

        return ZermeloGame(params)
