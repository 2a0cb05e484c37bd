"""Ultimate tic-tac-toe: where a field that is won may be played on X wins, and a strategy of few words shows it.

X begins in the centre of the centre field and answers in the centre of every field that he is sent to, so that
O has to fill the centre field. The cell that O fills last is one end of a line of three through the centre: from
then on X plays in the two ends of that line alone, in whatever field, so O is sent to two fields only. O may play
anything, and of two ends X takes the one that wins sooner.
"""

from collections.abc import Iterator
from functools import cache

import pytest
from families import twin

from zermelo.core.game import Position
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.lines.ultimate_tic_tac_toe import UltimateTicTacToe

CENTRE = 4
LONGEST = 43  # moves of both; arXiv:2006.02353 has "at most 43"
POSITIONS = (
    112_159,
    64_714,
)  # with X to move, and with O; while O fills the centre field, up to turns of the board
Turn = tuple[Position, tuple[int, ...]]  # a position, and the cells of fields where X plays next


class Strategy:
    """Plies until X has won by the strategy, if O holds on as long as he can; None where O escapes."""

    def __init__(self, game: UltimateTicTacToe) -> None:
        self.game = game
        self.answered = cache(self._answered)  # asked once of each position
        self.held = cache(self._held)

    def begun(self) -> Turn:
        """Return X's first move."""
        return self.game.play(self.game.start(), 9 * CENTRE + CENTRE), (CENTRE,)

    def answers(self, position: Position, ends: tuple[int, ...]) -> Iterator[Turn]:
        """Yield what X may play."""
        for move in self.game.moves(position):
            if move % 9 in ends:
                yield self.game.play(position, move), ends

    def replies(self, position: Position, ends: tuple[int, ...]) -> Iterator[Turn]:
        """Yield all that O may play."""
        for move in self.game.moves(position):
            after, cell = self.game.play(position, move), move % 9
            is_filled = self.game.field_states.free[self.game.field_state(after, CENTRE)] == 0
            yield after, (cell, 8 - cell) if is_filled and ends == (CENTRE,) else ends

    def _answered(self, position: Position, ends: tuple[int, ...]) -> int | None:
        """Return the plies where X is to move."""
        found = self.game.outcome(position)
        if found != UNDECIDED:
            return 0 if found == WIN else None
        plies = [self.held(*self.turned(*turn)) for turn in self.answers(position, ends)]
        return min((each + 1 for each in plies if each is not None), default=None)

    def _held(self, position: Position, ends: tuple[int, ...]) -> int | None:
        """Return the plies where O is to move."""
        found = self.game.outcome(position)
        if found != UNDECIDED:
            return 0 if found == LOSS else None
        longest = 0
        for turn in self.replies(position, ends):
            plies = self.answered(*turn)
            if plies is None:
                return None
            longest = max(longest, plies + 1)
        return longest

    def turned(self, position: Position, ends: tuple[int, ...]) -> Turn:
        """Return a position's least image, where X has chosen no line yet."""
        return (min(self.game.symmetries(position)) if ends == (CENTRE,) else position), ends

    def longest_game(self) -> Iterator[Position]:
        """Yield the positions after X's first move if both play for time, without turning the board."""
        turn = self.begun()
        yield turn[0]
        while (left := self.held(*self.turned(*turn))) and left > 0:
            turn = next(each for each in self.replies(*turn) if self.answered(*each) == left - 1)
            yield turn[0]
            if left > 1:
                turn = next(
                    each for each in self.answers(*turn) if self.held(*self.turned(*each)) == left - 2
                )
                yield turn[0]


@pytest.mark.long
def test_the_first_player_wins_where_won_fields_may_be_played_on() -> None:
    game = UltimateTicTacToe(playing_on=True)
    strategy = Strategy(game)
    assert strategy.held(*strategy.begun()) == LONGEST - 1
    assert (strategy.answered.cache_info().currsize, strategy.held.cache_info().currsize) == POSITIONS
    text_game = twin(game)
    text = text_game.start()
    for number, position in enumerate(strategy.longest_game(), 1):
        after = [text_game.play(text, move) for move in text_game.moves(text)]
        text = game.show(position)
        assert text in after
        assert text_game.outcome(text) == game.outcome(position) == (LOSS if number == LONGEST else UNDECIDED)
    assert number == LONGEST


def test_the_strategy_does_not_win_where_won_fields_are_left_alone() -> None:
    """O is then sent to fields that are closed, and chooses: so he comes where X has nothing in the ends."""
    strategy = Strategy(UltimateTicTacToe())
    assert strategy.held(*strategy.begun()) is None
