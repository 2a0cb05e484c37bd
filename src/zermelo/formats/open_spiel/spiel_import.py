"""OpenSpiel's games as games of this library: those of perfect information whose players move in turn.

`import_spiel_game` makes one. Its class says what kind of game it is, by what OpenSpiel says of it:

    OpenSpiel            two players, win, draw and loss
    OpenSpielPoints      two players, what one gains the other loses; or one player, who counts points
    OpenSpielDice        the first, with dice
    OpenSpielDicePoints  the second, with dice
    OpenSpielPayoffs     more players, or any sums: a number for each

A position is `(key, player)`, see `spiel_states`, and a move is OpenSpiel's action. Where play is over, a
position names who would be to move; with two players this is the player who did not move last. What is known
of the states is in the table, which all games of one name and key share; the rules here ask it, and hold
nothing.
"""

import contextlib
import functools
from collections.abc import Iterator
from typing import Any

from zermelo.core.errors import (
    BadParameter,
    BadRules,
    MissingCapability,
    UnknownGame,
    UnreadablePosition,
    quote,
)
from zermelo.core.game import Game, Position
from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.formats.open_spiel.spiel_key_audit import choose_state_key
from zermelo.formats.open_spiel.spiel_states import (
    CHANCE,
    EDITION,
    STATE_KEYS,
    VERSION,
    KeyOf,
    StateTable,
    get_state_table,
    library,
)

PREFIX = "open_spiel:"
AFTER = "after"  # begins a position that is identified by the moves which lead to it


class OpenSpiel(Game):
    """A game of OpenSpiel's, played by its own rules.

    Parameters
    ----------
    game : str
        OpenSpiel's name of the game, with parameters.
    key : str or callable, default "text"
        Name of `STATE_KEYS`, or function from a state to a hashable, which distinguishes states.
    """

    game: str
    key: Any = "text"

    @functools.cached_property
    def state_table(self) -> StateTable:
        """What is known of its states: every position that was met, and how."""
        return get_state_table(self.game, self.key, EDITION)

    def start(self) -> Position:
        """Return OpenSpiel's initial state."""
        return self.state_table.start

    def moves(self, position: Position) -> Iterator[int]:
        """Yield the legal actions, in OpenSpiel's order; none where dice are thrown."""
        if position[1] != CHANCE:
            yield from self.state_table.list_actions(position)

    def play(self, position: Position, move: int) -> Position:
        """Return the position after an action; raises `KeyTooCoarse`."""
        return self.state_table.find_child(position, move)

    def mover(self, position: Position) -> int:
        """Return the player to move; 0 where dice are thrown."""
        player = position[1]
        return player if player > 0 else 0

    def outcome(self, position: Position) -> int:
        """Return what the mover has got where play is over."""
        table = self.state_table
        if table.list_actions(position):
            return UNDECIDED
        return _read_player_return(self, table.ends[position], self.mover(position))

    # What a person reads.

    def show(self, position: Position) -> str:
        """Return OpenSpiel's text, and who is to move; the moves too where the key is not the text."""
        table = self.state_table
        turn = _format_turn(position, is_over=not table.list_actions(position))
        if self.key == "text":
            return f"{position[0].rstrip()}\n{turn}"
        state = table.restore_state(position)
        actions = " ".join(map(str, table.find_history(position)))
        return f"{str(state).rstrip()}\n{turn}\n{AFTER} {actions}".rstrip()

    def parse(self, text: str) -> Position:
        """Read a text that `show` printed, or `after` and moves, by their names or numbers.

        Raises `UnreadablePosition`.
        """
        last = text.strip().replace("/" + AFTER, "\n" + AFTER).split("\n")[-1].strip()
        if last == AFTER or last.startswith(AFTER + " "):
            return self._parse_moves(last.removeprefix(AFTER).strip(), text)
        table, says_turn = self.state_table, text.rstrip().endswith(("to move", "be thrown"))
        found = table.find_positions_written_as(
            split_text_into_rows(text), self._list_position_spellings, whole=not says_turn
        )
        if not found:  # blanks may be lost; whether they distinguish positions is known when all are known
            found = table.find_positions_written_as(
                strip_row_text(text), self._list_position_spellings, whole=True
            )
        if len(found) == 1:
            return found[0]
        reason = f"{len(found)} positions look so: movers or blanks differ" if found else "none looks so"
        raise UnreadablePosition(
            f"{quote(text)} is not a position of {self!r} ({reason}): write it as `zermelo show` does, with "
            f"who is to move, or name the moves that lead there, as in '{AFTER} 4 0'"
        )

    def name(self, position: Position, move: int) -> str:
        """Return the action as OpenSpiel writes it."""
        state = self.state_table.restore_state(position)
        return " ".join(state.action_to_string(state.current_player(), move).split())

    def _list_position_spellings(self, position: Position) -> set[str]:
        table = self.state_table
        board = position[0] if self.key == "text" else str(table.restore_state(position))
        whole = f"{board.rstrip()}\n{_format_turn(position, is_over=not table.list_actions(position))}"
        return {read(text) for text in (board, whole) for read in (split_text_into_rows, strip_row_text)}

    def _parse_moves(self, moves: str, text: str) -> Position:
        table = self.state_table
        spot, rest = table.start, " ".join(moves.replace(",", " ").split())
        while rest:
            state = table.restore_state(spot)
            player = state.current_player()
            names = {
                " ".join(state.action_to_string(player, action).replace(",", " ").split()): action
                for action in table.list_actions(spot)
            }
            names |= {str(action): action for action in table.list_actions(spot) if str(action) not in names}
            said = max((name for name in names if f"{rest} ".startswith(f"{name} ")), key=len, default=None)
            if said is None:
                known = ", ".join(names) or "none, as play is over"
                raise UnreadablePosition(
                    f"{quote(text)} is not a position of {self!r}: {quote(rest.split()[0])} is no move, "
                    f"which are {known}"
                )
            spot, rest = table.find_child(spot, names[said]), rest[len(said) :].strip()
        return spot

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "state_table"}


class OpenSpielPoints(OpenSpiel):
    """A game whose returns are points: of two players, or of one without an opponent."""

    scored = True


class OpenSpielDice(OpenSpiel):
    """A game of two players with dice, won, drawn or lost."""

    def chances(self, position: Position) -> Iterator[tuple[float, Position]]:
        """Yield what dice bring, as OpenSpiel's chance outcomes say."""
        if position[1] == CHANCE:
            table = self.state_table
            table.list_actions(position)
            yield from zip(table.chances[position], table.find_children(position), strict=True)


class OpenSpielDicePoints(OpenSpielDice):
    """A game of points with dice."""

    scored = True


class OpenSpielPayoffs(OpenSpiel):
    """A game of several players, or of any sums: each gets a payoff."""

    @property
    def players(self) -> int:  # type: ignore[override]  # each game has its own
        """How many there are."""
        return int(self.state_table.players)

    def payoffs(self, position: Position) -> tuple[float, ...]:
        """Return OpenSpiel's returns, whole numbers as such."""
        table = self.state_table
        table.list_actions(position)
        return tuple(int(each) if each == int(each) else each for each in table.ends[position])

    def outcome(self, position: Position) -> int:
        """Return 0 where play is over."""
        return UNDECIDED if self.state_table.list_actions(position) else 0


def import_spiel_game(game: str, key: str | KeyOf | None = None) -> OpenSpiel:
    """Return OpenSpiel's game of this text, such as `breakthrough(rows=5,columns=3)`.

    `key` is a name of `STATE_KEYS` or a function from a state to any hashable; the player to move is added to
    it. Two states of one key must be one game. Left out, it is the coarsest of `STATE_KEYS` by which some
    thousands of states show no difference. Raises `UnknownGame`, `BadParameter`, and `MissingCapability` for
    hidden information, moves at once, chances that cannot be listed.

    >>> import_spiel_game("tic_tac_toe")
    open_spiel(game='tic_tac_toe()', key='text')
    """
    if not isinstance(game, str):
        raise UnknownGame(f"{quote(game)} names no game of OpenSpiel: give a text, as in 'tic_tac_toe'")
    loaded = load_spiel_game(game)
    kind = _choose_game_class(loaded)
    if key is not None and not callable(key) and key not in STATE_KEYS:
        raise BadParameter(
            f"{quote(key)} is no key: choose one of {', '.join(STATE_KEYS)}, or give a function"
        )
    return kind(game=str(loaded), key=choose_state_key(str(loaded)) if key is None else key)


def load_spiel_game(text: str) -> Any:
    """Return OpenSpiel's own game; raises `UnknownGame` or `BadParameter`."""
    name = text.partition("(")[0].strip()
    if name not in library.registered_names():
        with contextlib.suppress(ImportError):  # its games in Python are registered by being imported
            import open_spiel.python.games  # noqa: F401
    if name not in library.registered_names():
        raise UnknownGame(f"OpenSpiel {VERSION} has no game {quote(name)}")
    try:
        return library.load_game(text.strip())
    except (library.SpielError, RuntimeError, ValueError, IndexError) as error:
        said = " ".join(str(error).split())[:300]
        raise BadParameter(f"OpenSpiel does not make {quote(text)}: {said}") from error


def _choose_game_class(game: Any) -> type[OpenSpiel]:
    """Return the class that a game is of; raises `MissingCapability` where there is none."""
    of = game.get_type()
    refused = find_reason_unsupported(of)
    if refused:
        raise MissingCapability(f"open_spiel:{game} {refused}")
    dice = of.chance_mode != library.GameType.ChanceMode.DETERMINISTIC
    players = game.num_players()
    is_of_two = players == 2 and of.utility == library.GameType.Utility.ZERO_SUM
    if players == 1:
        return OpenSpielDicePoints if dice else OpenSpielPoints
    if not is_of_two:
        if dice:
            raise MissingCapability(
                f"open_spiel:{game} has dice and {players} players whose gains are not each other's losses: "
                "such games are not solved"
            )
        return OpenSpielPayoffs
    is_plain = (game.min_utility(), game.max_utility()) == (-1, 1)
    if dice:
        return OpenSpielDice if is_plain else OpenSpielDicePoints
    return OpenSpiel if is_plain else OpenSpielPoints


def find_reason_unsupported(game_type: Any) -> str:
    """Return why games of an OpenSpiel type are not supported; "" where they are."""
    kinds = library.GameType
    if game_type.dynamics != kinds.Dynamics.SEQUENTIAL:
        return "has moves made at once: games here are played in turn"
    if game_type.information != kinds.Information.PERFECT_INFORMATION:
        return "hides something from its players: games here are of perfect information"
    if game_type.chance_mode == kinds.ChanceMode.SAMPLED_STOCHASTIC:
        return "draws its chances without listing them: games here list what dice may bring"
    return ""


def split_text_into_rows(text: str) -> str:
    r"""Return a text with strokes as line ends, and without what nobody sees: blanks and empty rows at ends.

    >>> split_text_into_rows(" x/o ")
    ' x\no'
    """
    return "\n".join(row.rstrip() for row in text.replace("/", "\n").split("\n")).strip("\n")


def strip_row_text(text: str) -> str:
    """Return a text without what is lost where rows are parted by strokes: line ends and blanks."""
    return " ".join(text.replace("/", " ").split())


def _format_turn(position: Position, *, is_over: bool) -> str:
    player = position[1]
    if player == CHANCE:
        return "dice to be thrown"
    return f"play is over, player {player} to move" if is_over else f"player {player} to move"


def _read_player_return(game: OpenSpiel, returns: tuple[float, ...], player: int) -> int:
    """Return what a player has got in the end."""
    if len(returns) == 2 and returns[0] != -returns[1]:
        raise BadRules(f"{game!r}: returns {list(returns)} are said to cancel out, and do not")
    mine = returns[player] if len(returns) > 1 else returns[0]
    is_whole = mine == int(mine)
    if not is_whole and not isinstance(game, OpenSpielDice):
        raise BadRules(f"{game!r}: {mine} is no whole number of points")
    if abs(mine) > (LARGEST_VALUE if game.scored else 1):
        raise BadRules(f"{game!r}: {mine} points are more than {LARGEST_VALUE if game.scored else 1}")
    return int(mine) if is_whole else mine  # type: ignore[return-value]  # games of dice have any numbers
