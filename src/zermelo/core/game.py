"""The contract: what a game must define, and what it may define.

A game is Moore's quintuplet (S, I, Succs, T, V): `start` is I, `moves` and `play` are Succs, T and V
come from `outcome` and `stuck`. Rules are pure functions of the position. Every other capability is
declared by defining its method; see `docs/your-own-game.md`.
"""

import contextlib
import dataclasses
import re
from collections.abc import Iterable
from typing import Any, ClassVar, Self, dataclass_transform

from zermelo.core.capabilities import CAPABILITIES, check_definition
from zermelo.core.errors import BadParameter, BadRules, MissingCapability, UnreadablePosition, quote
from zermelo.core.mix_ins import MIX_INS
from zermelo.core.mix_ins import Move as Move
from zermelo.core.mix_ins import Position as Position
from zermelo.core.notation.identity import compute_identity, parameter_text
from zermelo.core.notation.player_view import position_text_for_player
from zermelo.core.notation.position_codec import encode, get_position_types
from zermelo.core.parameters import bind_parameters, check_parameters
from zermelo.core.rule_errors import require_texts_of_rules
from zermelo.core.upper_game_methods import UpperGameMethods
from zermelo.core.values import LOSS, UNDECIDED


@dataclass_transform(frozen_default=True)
class Game(UpperGameMethods):
    """Rules of a finite game of perfect information; subclass it and define `start`, `moves` and `play`.

    A subclass is a frozen dataclass by itself: its annotated fields are the parameters. `whole` and `choice`
    of `zermelo.core` state at a field what may be given; what several parameters decide together is refused
    in `__post_init__`, by raising `BadParameter`.

    Examples
    --------
    >>> class Stones(Game):
    ...     stones: int = 7
    ...     def start(self):
    ...         return self.stones
    ...     def moves(self, position):
    ...         yield from range(1, min(3, position) + 1)
    ...     def play(self, position, move):
    ...         return position - move
    >>> Stones(stones=9)
    stones(stones=9)
    """

    players: ClassVar[int] = 2
    scored: ClassVar[bool] = False
    impartial: ClassVar[bool] = False

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "__init__" in cls.__dict__:
            raise BadRules(
                f"{cls.__name__} defines __init__, and a game has none: write its parameters as annotated "
                "fields, as in heap: int = 5, and leave what changes in play to the position"
            )
        dataclasses.dataclass(frozen=True, repr=False, eq=False)(cls)
        check_definition(cls, Game)
        require_texts_of_rules(cls, Game)
        bind_parameters(cls, Game)
        for field in vars(cls)["__dataclass_fields__"].values():
            if any(field.default is getattr(base, field.name, field) for base in (Game, *MIX_INS)):
                raise BadRules(
                    f"{cls.__name__}.{field.name} has the name of a method of every game: give it a value, "
                    f"as in {field.name}: int = 5, or another name"
                )
            if "INITVAR" in repr(field._field_type):  # games could not differ by it
                raise BadRules(
                    f"{cls.__name__}.{field.name} is an InitVar, and a game is known by its fields: write "
                    "an ordinary field"
                )

    def __new__(cls, *placed: Any, **named: Any) -> Self:
        """Check the parameters that are given; the dataclass stores them."""
        if (placed or named) and cls is not Game:
            check_parameters(cls, placed, named)
        return super().__new__(cls)

    def start(self) -> Position:
        """Return the position where play begins.

        Returns
        -------
        Position
            By default the first of `starts`, or the first position of a perfect index.

        Raises
        ------
        MissingCapability
            If the game defines none of these.
        """
        if type(self).starts is not Game.starts:
            with contextlib.suppress(RecursionError):  # of starts() that asks for a start() that is not there
                for position in self.starts():
                    return position
        elif has(self, "unrank"):
            indexed: Any = self
            legal = (indexed.unrank(index) for index in range(indexed.size))
            return next(position for position in legal if position != -1)
        raise MissingCapability(
            f"{type(self).__name__} has no position where play begins: add def start(self)"
        )

    def starts(self) -> Iterable[Position]:
        """Yield every position where play may begin.

        Yields
        ------
        Position
            By default the one that `start` returns.
        """
        yield self.start()

    def moves(self, position: Position) -> Iterable[Move]:
        """Yield the mover's moves.

        Parameters
        ----------
        position : Position
            A position whose `outcome` is UNDECIDED.

        Returns
        -------
        iterable of Move
            All legal moves; none where play ends with `stuck`.
        """
        raise MissingCapability(f"{type(self).__name__} does not define moves(self, position)")

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a move.

        Parameters
        ----------
        position : Position
            Position before the move.
        move : Move
            One of its `moves`.

        Returns
        -------
        Position
            A new position; the given one does not change.
        """
        raise MissingCapability(f"{type(self).__name__} does not define play(self, position, move)")

    def outcome(self, position: Position) -> int:
        """Return the mover's value where the rules end the game.

        Parameters
        ----------
        position : Position
            Any position.

        Returns
        -------
        int
            WIN, DRAW, LOSS or points where play is over, else UNDECIDED, which is the default.
        """
        return UNDECIDED

    def stuck(self, position: Position) -> int:
        """Return the mover's value where there is no move.

        Parameters
        ----------
        position : Position
            A position whose `outcome` is UNDECIDED and that has no `moves`.

        Returns
        -------
        int
            By default LOSS, and 0 points in a scored game.
        """
        return 0 if self.scored else LOSS

    def chances(self, position: Position) -> Iterable[tuple[float, Position]]:
        """Yield what dice may bring where they decide.

        Parameters
        ----------
        position : Position
            A position whose `outcome` is UNDECIDED.

        Returns
        -------
        iterable of (float, Position)
            Probability of each position that a throw may lead to; by default none, as no dice are thrown.
        """
        return ()

    def show(self, position: Position) -> str:
        """Return a position as text.

        Parameters
        ----------
        position : Position
            Any position.

        Returns
        -------
        str
            A text that `parse` reads back; by default the number or tuple.
        """
        return encode(position)

    def show_for_player(self, position: Position, mover: int) -> str:
        """Return the position as text, with X for the player who moves first in a line of play.

        Parameters
        ----------
        position : Position
            Any position.
        mover : int
            Player to move, 0 or 1.

        Returns
        -------
        str
            As `show`; a game with `seen_by_mover` gets a last line that states who is to move.
        """
        return position_text_for_player(self, self.show(position), mover)

    def parse(self, text: str) -> Position:
        """Read a position from a text.

        Parameters
        ----------
        text : str
            What `show` prints; positions that are texts may be without quotes.

        Returns
        -------
        Position
            The position that the text shows.

        Raises
        ------
        UnreadablePosition
            If the text shows no position.
        """
        types = get_position_types(self)
        try:
            found = types.decode(text)
            if not types.has_only_type(str) or isinstance(found, str):
                return found
        except ValueError as error:
            if types.has_type(str):
                return text
            raise UnreadablePosition(
                f"{quote(text)} is not a position of {self!r}: "
                "write it as `zermelo show` does, or as a number"
            ) from error
        return text

    def name(self, position: Position, move: Move) -> str:
        """Return a move as a person writes it.

        Parameters
        ----------
        position : Position
            Position before the move.
        move : Move
            One of its `moves`.

        Returns
        -------
        str
            One line; by default the number.
        """
        return str(move)

    @classmethod
    def family_name(cls) -> str:
        """Return the class's name as the command line writes it: `ConnectFour` is `connect_four`."""
        return convert_to_snake_case(cls.__name__)

    @property
    def is_puzzle(self) -> bool:
        """Whether it is a puzzle for one player, and not a game of payoffs with a single player."""
        return self.players == 1 and not has(self, "payoffs")

    @property
    def has_payoffs(self) -> bool:
        """Whether players get payoffs of any sum, or there are more than two; a puzzle has none."""
        return has(self, "payoffs") or self.players not in (1, 2)

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same game: class, all parameters by their values, and where it begins."""
        return self is other or (
            type(self) is type(other) and compute_identity(self).is_same(compute_identity(other))
        )

    def __hash__(self) -> int:
        return hash((type(self), compute_identity(self).text))

    def __repr__(self) -> str:
        fields = dataclasses.fields(self)  # type: ignore[arg-type]  # subclasses are dataclasses
        inside = ", ".join(f"{field.name}={parameter_text(getattr(self, field.name))}" for field in fields)
        begun = f" from {parameter_text(self.__dict__['begun_at'])}" if "begun_at" in self.__dict__ else ""
        return f"{self.family_name()}({inside}){begun}"


def beginning_at(game: Game, position: Position) -> Game:
    """Return the same game, begun at `position`; its repr says so.

    >>> class Stones(Game):
    ...     stones: int = 7
    >>> list(beginning_at(Stones(), 3).starts()), beginning_at(Stones(), 3)
    ([3], stones(stones=7) from 3)
    """
    if not isinstance(game, Game):
        raise BadParameter(f"{quote(game)} is no game: give one, as zermelo.game('tic_tac_toe') does")
    fields = dataclasses.fields(game)  # type: ignore[arg-type]  # subclasses are dataclasses
    begun = type(game)(**{field.name: getattr(game, field.name) for field in fields})
    for name, value in (
        ("begun_at", position),
        ("start", lambda: position),
        ("starts", lambda: iter((position,))),
    ):
        object.__setattr__(begun, name, value)
    return begun


def convert_to_snake_case(name: str) -> str:
    """Return the words of a class's name in small letters, parted by underscores.

    >>> convert_to_snake_case("SubtractASquare")
    'subtract_a_square'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def has(game: Game, capability: str) -> bool:
    """Return whether a game defines a capability; defaults of `Game` and stubs of mix-ins do not count.

    Parameters
    ----------
    game : Game
        Any game.
    capability : str
        Name of a method or attribute that a game may define, such as "tier".

    Returns
    -------
    bool
        Whether its class or a base of it defines that.
    """
    assert capability in CAPABILITIES, f"{capability} is in no row of core/capabilities.py"
    stub = getattr(CAPABILITIES[capability].mix_in or Game, capability, None)
    value = getattr(type(game), capability, None)
    return value is not None and value is not stub
