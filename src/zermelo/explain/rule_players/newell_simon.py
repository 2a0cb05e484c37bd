"""Newell and Simon's eight rules of tic-tac-toe, the list that is usually quoted as perfect play.

Newell and Simon, *Human problem solving* (1972); Crowley and Siegler, *Flexible strategy use in young
children's tic-tac-toe* (1993), from whom the words are. The first rule that applies says what may be played,
all ties:

    1 win               complete a line
    2 block             stop a line
    3 fork              threaten to complete two
    4 block fork        where the opponent has a fork: threaten a line whose stopping is no fork of theirs;
                        where no stone does that, take the cell of a fork
    5 center
    6 opposite corner   of one that the opponent holds
    7 empty corner
    8 empty side

Rule 4 is quoted in many forms. This form never loses: 392 games won and 16 drawn by the first player, 992 and
320 by the second. Taking the cell of a fork at once, without the threat, loses 48 as the second. A form that
allows any stone that leaves the opponent no fork at once loses 16.
"""

from dataclasses import dataclass
from functools import cached_property

from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.explain.line_threats import find_completing_cells, find_forking_cells
from zermelo.explain.positional_game import PositionalGame, read_positional_game, yield_set_bits
from zermelo.explain.rule_players.rule_reason import RuleReason, find_moves_on_cells, make_rule_reason

LINES = tuple(sorted((0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)))
CENTER = 1 << 4
CORNERS = 0b101000101
FARTHEST = 8  # a corner and the opposite one add up to it


@dataclass(frozen=True)
class NewellSimon:
    """Newell and Simon's eight rules for tic-tac-toe, as a policy.

    Parameters
    ----------
    game : Game
        Tic-tac-toe, with cells numbered by rows.

    Raises
    ------
    MissingCapability
        For games with other lines.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> from zermelo.verify.policy_certificate import certify_policy
    >>> found = certify_policy(NewellSimon(TicTacToe()), TicTacToe())
    >>> print(found.first)
    392 won, 16 drawn, 0 lost
    >>> print(found.second)
    992 won, 320 drawn, 0 lost
    """

    game: Game

    def __post_init__(self) -> None:
        if self.positional_game.lines != LINES or self.positional_game.do_stones_fall:
            raise MissingCapability(
                f"{self.game!r} is not tic-tac-toe, and these rules speak of its centre, corners and sides: "
                "take tic_tac_toe, or the repaired player"
            )

    def __call__(self, position: Position) -> list[Move]:
        """Return the moves allowed at an unfinished position."""
        position = as_position(self.game, position)
        return find_moves_on_cells(self.positional_game, position, self.explain(position).cells)

    def explain(self, position: Position) -> RuleReason:
        """Return the rule that fires at a position.

        Parameters
        ----------
        position : position
            An unfinished position.

        Returns
        -------
        RuleReason
            Number and name of the rule, the rule in words, and the cells that it allows.
        """
        mine, theirs = self.positional_game.read_stone_masks(position)
        free = self.positional_game.all_cells_mask & ~(mine | theirs)
        opposite = sum(1 << FARTHEST - cell for cell in yield_set_bits(theirs & CORNERS))
        rules = (
            ("win", "complete a line", find_completing_cells(self.positional_game, mine, theirs)),
            (
                "block",
                "stop the line that the opponent would complete",
                find_completing_cells(self.positional_game, theirs, mine),
            ),
            (
                "fork",
                "threaten to complete two lines at once",
                find_forking_cells(self.positional_game, mine, theirs),
            ),
            (
                "block fork",
                "keep the opponent from threatening two lines at once",
                self._find_fork_blocking_cells(mine, theirs),
            ),
            ("center", "take the centre", free & CENTER),
            ("opposite corner", "take the corner opposite one of the opponent's", free & CORNERS & opposite),
            ("empty corner", "take a corner", free & CORNERS),
            ("empty side", "take a side", free),
        )
        number, (name, words, cells) = next((number, rule) for number, rule in enumerate(rules, 1) if rule[2])
        return make_rule_reason(f"{number} {name}", words, cells)

    @cached_property
    def positional_game(self) -> PositionalGame:
        """Lines of the game."""
        return read_positional_game(self.game)

    def _find_fork_blocking_cells(self, mine: int, theirs: int) -> int:
        """Return the cells of rule 4, as a mask; 0 where the opponent has no fork."""
        forks = find_forking_cells(self.positional_game, theirs, mine)
        found = 0
        if forks:
            for cell in yield_set_bits(self.positional_game.all_cells_mask & ~(mine | theirs)):
                forced = find_completing_cells(self.positional_game, mine | 1 << cell, theirs)
                if forced and not forced & forks:
                    found |= 1 << cell
        return found or forks
