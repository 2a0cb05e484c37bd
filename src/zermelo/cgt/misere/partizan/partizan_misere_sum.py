"""The winner of a partizan game, or of a sum of several, in misere play: a player who cannot move wins.

Hardly anything cancels in partizan misere play: G - G is not 0, and there is no table of values to add. So
this is a search that remembers the winner of each multiset of parts, for each player to move. Equal parts, up
to symmetry, count as one kind with a number, and none are cancelled. Left is player 0 and Right is player 1.
The outcome class is L or R if Left or Right wins no matter who begins, N if the player who begins wins, and P
if the other player wins.
"""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, NamedTuple

from zermelo.cgt.disjunctive_sum import list_named_options
from zermelo.cgt.misere.partizan.misere_trees import CLASSES
from zermelo.cgt.value_summary import WINNERS
from zermelo.core.errors import BadParameter, LoopFound, OutOfBudget
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.notation.result import GameInput, Names, OutcomeClass, Result, about
from zermelo.core.requirements import require

Parts = tuple[tuple[int, Position], ...]  # which game, and the part's least image; sorted


class WinningMovesByPlayer(Result, frozen=True, kw_only=True, rename="pascal"):
    """The winning moves of both players; who has no move has none that wins, and has won."""

    left: Annotated[Names, about("Left's moves that win")]
    right: Annotated[Names, about("Right's moves that win")]


class PartizanMiserePosition(Result, frozen=True, kw_only=True):
    """A partizan position in misere play."""

    game: GameInput
    outcome_class: OutcomeClass
    winning_moves: Annotated[
        WinningMovesByPlayer,
        about("of both players; a player who has no move has none that wins, and has won"),
    ]
    can_move: tuple[bool, bool]  # of Left, and of Right

    def __str__(self) -> str:
        lines = [
            f"{self.game}: the player who cannot move wins",
            f"class       {self.outcome_class}: {WINNERS[self.outcome_class]}",
        ]
        moves = (self.winning_moves.left, self.winning_moves.right)
        for name, winning, can_move in zip(("Left", "Right"), moves, self.can_move, strict=True):
            head = f"{name + (' loses' if can_move and not winning else ' wins'):11}"
            rest = "whatever the move" if can_move else "having no move"
            lines.append(f"{head} {', '.join(winning) or rest}")
        return "\n".join(lines)


class PartizanMisereMove(NamedTuple):
    """A move in a sum: the game, counted from 0, the move's name, and the position it leads to."""

    place: int
    name: str
    after: Position

    def __str__(self) -> str:
        """Return the move as text."""
        return f"game {self.place + 1}: {self.name}"


class PartizanMisereSum:
    """Sum of partizan games in misere play, with all winners that were found.

    Parameters
    ----------
    games : iterable of Game
        The games.

    Raises
    ------
    MissingCapability
        If a game does not list each player's options.

    Examples
    --------
    >>> from zermelo.games.dominoes.domineering import Domineering
    >>> PartizanMisereSum([Domineering(columns=6, rows=2)]).outcome_class()
    'P'
    """

    def __init__(self, games: Iterable[Game]) -> None:
        self.games = tuple(games)
        for game in self.games:
            require(game, "what each player could do there is what misere sums ask", needs=("options",))
            because = "misere play is of two players of whom the last to move loses"
            require(game, because, excludes=("players", "scored", "gain", "chances", "payoffs"))
        self._open: set[tuple[Parts, int]] = set()  # what is being looked at
        self._wins: dict[tuple[Parts, int], bool] = {}
        self._least = cache(self._find_least_image)
        self._options = cache(self._find_options)

    def as_result(self) -> PartizanMiserePosition:
        """Return the sum of the starts as one position, as `zermelo misere` prints it.

        Returns
        -------
        PartizanMiserePosition
            The fields of the JSON object; as text with `str`.
        """
        left, right = (tuple(move.name for move in self.winning_moves(player)) for player in (0, 1))
        return PartizanMiserePosition(
            game=" + ".join(map(repr, self.games)),
            outcome_class=self.outcome_class(),
            winning_moves=WinningMovesByPlayer(left=left, right=right),
            can_move=(self._can_move(0), self._can_move(1)),
        )

    def _can_move(self, player: int) -> bool:
        """Return whether a player has a move at the starts."""
        parts = self._split_positions(enumerate(self._choose_start_positions(None)))
        return any(self._options(part, player) for part in parts)

    def outcome_class(self, positions: Iterable[Position] | None = None) -> OutcomeClass:
        """Return the winner of the sum.

        Parameters
        ----------
        positions : iterable of position, optional
            One position of each game; by default the starts.

        Returns
        -------
        str
            "L" Left, "R" Right, "N" the next player, "P" the previous one.
        """
        parts = self._split_positions(enumerate(self._choose_start_positions(positions)))
        left, right = self._does_player_win(parts, 0), self._does_player_win(parts, 1)
        return CLASSES[left, right]

    def winning_moves(
        self, player: int, positions: Iterable[Position] | None = None
    ) -> list[PartizanMisereMove]:
        """Return the moves that win for the player to move.

        Parameters
        ----------
        player : int
            0 for Left and 1 for Right.
        positions : iterable of position, optional
            One position of each game; by default the starts.

        Returns
        -------
        list of PartizanMisereMove
            Number of the game (from 0), name of the move, and the position after it. Empty if the player
            loses, and if the player has no move and so has won.

        Examples
        --------
        >>> from zermelo.games.dominoes.domineering import Domineering
        >>> both = PartizanMisereSum([Domineering(columns=2, rows=2), Domineering(columns=1, rows=2)])
        >>> print(*both.winning_moves(0))
        game 2: a1-a2
        """
        if isinstance(player, bool) or player not in (0, 1):
            raise BadParameter(f"player={player!r} is nobody: ask for 0, who is Left, or 1, who is Right")
        begun = self._choose_start_positions(positions)
        found = []
        for place, (game, position) in enumerate(zip(self.games, begun, strict=True)):
            for name, after in list_named_options(game, position, player):
                changed = [*begun[:place], after, *begun[place + 1 :]]
                if not self._does_player_win(self._split_positions(enumerate(changed)), 1 - player):
                    found.append(PartizanMisereMove(place, name, after))
        return found

    def _choose_start_positions(self, positions: Iterable[Position] | None) -> list[Position]:
        """Return one position of each game: those given, or the starts."""
        if positions is None:
            return [next(iter(game.starts())) for game in self.games]
        begun = list(positions)
        if len(begun) != len(self.games):
            raise BadParameter(
                f"{len(begun)} positions for {len(self.games)} games: give one of each, in the same order"
            )
        return begun

    def _split_positions(self, positions: Iterable[tuple[int, Position]]) -> Parts:
        """Return the parts of positions, each given with the number of its game."""
        return tuple(
            sorted(part for place, position in positions for part in self._split_position(place, position))
        )

    def _does_player_win(self, parts: Parts, player: int) -> bool:
        """Return whether `player`, who is to move, wins the sum of the parts."""
        key = parts, player
        known = self._wins.get(key)
        if known is None:
            if key in self._open:
                raise LoopFound(
                    f"{self._format_sum_name()}: play can cycle, and the winner is known only for games "
                    "that end"
                )
            self._open.add(key)
            try:
                known = self._wins[key] = self._search_for_win(parts, player)
            except RecursionError:
                raise OutOfBudget(
                    f"{self._format_sum_name()}: play is too long: ask for a position nearer to its end"
                ) from None
            finally:
                self._open.discard(key)
        return known

    def _search_for_win(self, parts: Parts, player: int) -> bool:
        can_move = False
        for place, part in enumerate(parts):
            if place > 0 and part == parts[place - 1]:
                continue
            rest = [*parts[:place], *parts[place + 1 :]]
            for after in self._options(part, player):
                can_move = True
                if not self._does_player_win(tuple(sorted([*rest, *after])), 1 - player):
                    return True
        return not can_move

    def _format_sum_name(self) -> str:
        return " + ".join(map(repr, self.games))

    def _find_options(self, part: tuple[int, Position], player: int) -> list[Parts]:
        rules: Any = self.games[part[0]]
        options = {self._split_positions([(part[0], after)]) for after in rules.options(part[1], player)}
        return sorted(options, key=len)

    def _split_position(self, place: int, position: Position) -> list[tuple[int, Position]]:
        rules: Any = self.games[place]
        parts = rules.parts(position) if has(rules, "parts") else (position,)
        return [(place, self._least((place, part))) for part in parts]

    def _find_least_image(self, part: tuple[int, Position]) -> Position:
        rules: Any = self.games[part[0]]
        images = [part[1]]
        if has(rules, "symmetries"):
            images.extend(rules.symmetries(part[1]))
            if has(rules, "parts"):
                images = [moved for image in images for moved in rules.parts(image)] or images
        return min(images)


def misere_outcome_class(game: Game, position: Position = START) -> str:
    """Return the winner of a partizan game in misere play.

    Parameters
    ----------
    game : Game
        Rules of the game.
    position : position, optional
        Position of the game; by default the start.

    Returns
    -------
    str
        "L" Left, "R" Right, "N" the next player, "P" the previous one.

    Examples
    --------
    >>> from zermelo.games.dominoes.domineering import Domineering
    >>> [misere_outcome_class(Domineering(columns=columns, rows=2)) for columns in range(1, 8)]
    ['R', 'P', 'L', 'N', 'R', 'P', 'N']
    """
    return PartizanMisereSum([game]).outcome_class([as_position(game, position)])
