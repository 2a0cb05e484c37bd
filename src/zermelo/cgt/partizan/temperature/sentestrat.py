"""Sentestrat: play in a sum by thermographs alone, compared with perfect play.

E. R. Berlekamp, *The economist's view of combinatorial games* (Games of no chance, 1996). The *ambient*
temperature is the least that the hottest game of the sum has had so far. Who follows sentestrat

* answers where the opponent has just moved, if that left a game hotter than the ambient temperature;
* else moves in the hottest game of the sum;

there always to the option that is best at the ambient temperature. It asks for one thermograph a game,
however many games there are, where exact play needs their sum. What it gives away is counted here: the
opponent tries every reply.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.partizan.short_game_form import Form, convert_to_form, find_theory_of_values

Games = tuple[Form, ...]


@dataclass(frozen=True)
class SentestratComparison:
    """The result of Left, moving first: by best play, and by sentestrat against every reply."""

    best: Fraction
    sentestrat: Fraction

    @property
    def largest_loss(self) -> Fraction:
        """The largest loss of sentestrat."""
        return self.best - self.sentestrat


def compare_sentestrat(games: Sequence[Form]) -> SentestratComparison:
    """Return Left's stop of a sum by best play, and by sentestrat, where Left begins.

    Play stops when all games are numbers, give or take infinitesimals. In a sum of switches the hottest is
    always best:

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> compare_sentestrat([form("+-3"), form("{5|1}"), form("+-1")])
    SentestratComparison(best=Fraction(5, 1), sentestrat=Fraction(5, 1))
    >>> compare_sentestrat([form("{4||2|0}"), form("+-1")])
    SentestratComparison(best=Fraction(3, 1), sentestrat=Fraction(3, 1))
    """
    total = convert_to_form(sum(games))
    return SentestratComparison(total.left_stop, find_sentestrat_stop(games))


def find_sentestrat_stop(games: Sequence[Form]) -> Fraction:
    """Return the worst result of Left, moving first and following sentestrat."""
    ambient = max((game.temperature for game in games), default=Fraction(0))
    return _get_cached_result_after_left_move(tuple(games), max(ambient, Fraction(0)), None)


def find_sentestrat_move(games: Games, ambient: Fraction, answered: int | None) -> tuple[int, Form] | None:
    """Return Left's move by sentestrat: in which game, and the option; None where no game is hot.

    `answered` is the game that the opponent has just moved in, if any.
    """
    if answered is not None and games[answered].temperature > ambient:
        place = answered
    else:
        place = max(range(len(games)), key=lambda n: games[n].temperature, default=-1)
        if place < 0 or games[place].temperature <= 0:
            return None
        ambient = min(ambient, games[place].temperature)
    return place, max(games[place].left, key=lambda option: option.thermograph.right_wall(ambient))


_LEFT_MOVES: TheoryMemo[tuple[Games, Fraction, int | None], Fraction] = TheoryMemo()
_RIGHT_MOVES: TheoryMemo[tuple[Games, Fraction], Fraction] = TheoryMemo()


def _get_cached_result_after_left_move(games: Games, ambient: Fraction, answered: int | None) -> Fraction:
    known, key = _LEFT_MOVES.get_answers_in_theory(find_theory_of_values(games)), (games, ambient, answered)
    if key not in known:
        known[key] = _find_worst_result_after_left_move(games, ambient, answered)
    return known[key]


def _get_cached_result_after_replies(games: Games, ambient: Fraction) -> Fraction:
    known, key = _RIGHT_MOVES.get_answers_in_theory(find_theory_of_values(games)), (games, ambient)
    if key not in known:
        known[key] = _find_least_result_after_replies(games, ambient)
    return known[key]


def _find_worst_result_after_left_move(games: Games, ambient: Fraction, answered: int | None) -> Fraction:
    """Return the worst result of Left's move by sentestrat."""
    found = find_sentestrat_move(games, ambient, answered)
    if found is None:
        return sum((game.mean for game in games), start=Fraction(0))
    place, option = found
    left = (*games[:place], option, *games[place + 1 :])
    return _get_cached_result_after_replies(left, _find_ambient_temperature_after_move(left, ambient))


def _find_least_result_after_replies(games: Games, ambient: Fraction) -> Fraction:
    """Return the least result of Left after Right's replies."""
    if all(game.temperature <= 0 for game in games):
        return sum((game.mean for game in games), start=Fraction(0))
    stops = []
    for place, game in enumerate(games):
        if not game.is_number:  # an infinitesimal lets the player wait
            for option in game.right:
                left = (*games[:place], option, *games[place + 1 :])
                stops.append(
                    _get_cached_result_after_left_move(
                        left, _find_ambient_temperature_after_move(left, ambient, place), place
                    )
                )
    return min(stops)


def _find_ambient_temperature_after_move(
    games: Games, ambient: Fraction, excepted: int | None = None
) -> Fraction:
    """Return the ambient temperature after a move; a game that waits for its answer does not count."""
    hottest = max((game.temperature for n, game in enumerate(games) if n != excepted), default=Fraction(0))
    return min(ambient, max(hottest, Fraction(0)))
