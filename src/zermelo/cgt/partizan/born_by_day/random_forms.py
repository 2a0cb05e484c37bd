"""Random games born on a given day.

Up to day 3 all games are listed (`day_lattice`), and every game born on the day is equally likely. Later days
have too many games to list. A few games are drawn for each day in turn, with both players' options from the
games drawn for earlier days, one of them from the day just before. Drawing is repeated until the game is born
on the right day. The distribution for later days has no other definition.
"""

import random
from typing import Final

from zermelo.cgt.partizan.born_by_day.day_lattice import LAST_DAY, games_by_day
from zermelo.cgt.partizan.short_game_form import Form, options_form
from zermelo.core.errors import BadParameter

MOST_OPTIONS: Final = 3
OF_A_DAY: Final = 4  # games that later ones are made of
LATEST_DAY: Final = 20  # of later ones sums and comparisons begin to take long


def random_form(birthday: int, chance: random.Random | int | None = None) -> Form:
    """Return a random game that is born on a day.

    Up to day 3 all games born on the day are equally likely.

    Parameters
    ----------
    birthday : int
        The day, 0 to 20.
    chance : random.Random or int, optional
        Random number generator, or a seed.

    Returns
    -------
    Form
        The game.

    Examples
    --------
    >>> random_form(3, 7), random_form(5, 7).birthday
    ({0,^*|*,{*|-1}}, 5)
    """
    if not isinstance(birthday, int) or isinstance(birthday, bool) or not 0 <= birthday <= LATEST_DAY:
        raise BadParameter(f"birthday {birthday!r}: games are drawn that are born on days 0 to {LATEST_DAY}")
    if not (chance is None or isinstance(chance, random.Random | int)):
        raise BadParameter(f"{chance!r} draws nothing: give a random.Random, or a seed, an integer")
    chance = chance if isinstance(chance, random.Random) else random.Random(chance)
    if birthday <= LAST_DAY:
        return chance.choice(list_forms_born_on(birthday))
    forms_by_day = [
        [chance.choice(list_forms_born_on(day)) for _ in range(OF_A_DAY)] for day in range(LAST_DAY + 1)
    ]
    for day in range(LAST_DAY + 1, birthday + 1):
        forms_by_day.append(
            [
                _choose_random_form_born_on(day, forms_by_day, chance)
                for _ in range(OF_A_DAY if day < birthday else 1)
            ]
        )
    return forms_by_day[-1][0]


def list_forms_born_on(day: int) -> list[Form]:
    """Return the games that are born on a day, 0 to 3, and not before.

    >>> list_forms_born_on(1), len(list_forms_born_on(2)), len(list_forms_born_on(3))
    ([-1, *, 1], 18, 1452)
    """
    return [game for game in games_by_day(day) if game.birthday == day]


def _choose_random_form_born_on(day: int, forms_by_day: list[list[Form]], chance: random.Random) -> Form:
    before = [game for each in forms_by_day for game in each]
    while True:
        sides = [chance.sample(before, chance.randint(1, MOST_OPTIONS)) for _ in range(2)]
        chance.choice(sides)[0] = chance.choice(forms_by_day[day - 1])
        found = options_form(sides[0], sides[1])
        if found.birthday == day:
            return found
