"""Positions of random play, written in every way that people write them, read back; and damaged texts.

For every game of the catalogue: what is shown, its rows joined by `/` and on one line, the number, the moves
that led there, links' underscores. Each way must read back as the position, or be refused in one line; what a
damaged text is read as must itself be read back from what it shows.
"""

import random
import warnings
from collections.abc import Iterator

from attacks.report import Report, Say

from zermelo import games
from zermelo.core.errors import ColoursExchanged, UnreadablePosition
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import chances_at, moves_at
from zermelo.play.engine.ugi_notation import format_position_word
from zermelo.play.engine.ugi_notation import read_position as read_word

NOISE = "XOxo.-_#/ 0123456789,()[]KkQqwb\n|+~;²½\u0000A"


def attack(count: int, seed: int, say: Say) -> Report:
    """Try `count` positions, of games drawn at random."""
    lot, report = random.Random(seed), Report()
    made = [game for kind in games.catalogue().values() if (game := _default(kind)) is not None]
    for number in range(count):
        game = lot.choice(made)
        position, told = played(game, lot)
        for how, text, must in written(game, position, told):
            report.tally[f"{how} {_check(game, position, how, text, must, report)}"] += 1
        for text in damaged(game.show(position), lot):
            report.tally[f"damaged {_check(game, None, 'damaged', text, False, report)}"] += 1
        if number % 100 == 99:
            say(str(report))
    return report


def _default(kind: type[Game]) -> Game | None:
    try:
        return kind()
    except Exception:  # of a family whose parameters have no defaults
        return None


def played(game: Game, lot: random.Random) -> tuple[Position, list[str]]:
    """Return a position of random play, and the names of the moves and throws that lead there."""
    position, told = next(iter(game.starts())), []
    for _ in range(lot.choice((0, 1, 2, 3, 5, 8, 13, 21))):
        throws = chances_at(game, position)
        if throws:
            number = lot.randrange(len(throws))
            position = throws[number][1]
            told.append(f"~{number + 1}")
            continue
        moves = moves_at(game, position)
        if not moves:
            break
        move = lot.choice(moves)
        told.append(game.name(position, move))
        position = game.play(position, move)
    return position, told


def written(game: Game, position: Position, told: list[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield ways of writing a position: what each is called, the text, and whether it must be read."""
    shown = game.show(position)
    rows = [row.strip() for row in shown.strip("\n").split("\n")]
    yield "shown", shown, True
    yield "slashes", "/".join(shown.split("\n")), True
    yield "one line", " ".join(rows), False
    yield "without blanks", "".join(rows), False
    yield "link", "/".join(rows).replace(" ", "_"), False
    yield "number", str(position), False
    if told:
        yield "after", f"after {' '.join(told)}", False
        yield "after, commas", f"after {', '.join(told)}", False


def damaged(shown: str, lot: random.Random) -> Iterator[str]:
    """Yield texts that are nearly what was shown, and some that are noise."""
    for _ in range(6):
        signs = list(shown)
        for _ in range(lot.randint(1, 3)):
            place = lot.randrange(len(signs) + 1)
            signs[place : place + lot.randint(0, 2)] = lot.choices(NOISE, k=lot.randint(0, 2))
        yield "".join(signs)
    yield "".join(lot.choices(NOISE, k=lot.randint(0, 12)))
    yield "after " + "".join(lot.choices(NOISE + "abc123", k=lot.randint(0, 12)))
    yield str(lot.choice((lot.getrandbits(8), lot.getrandbits(24), lot.getrandbits(63), -1, 1 << 70)))


def _check(game: Game, position: Position | None, how: str, text: str, must: bool, report: Report) -> str:
    """Return what came of reading a text, after noting what is wrong with it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ColoursExchanged)
            found = as_position(game, text)
    except UnreadablePosition as error:
        if must or "\n" in str(error):
            report.wrong.append(f"{game!r}: {how}: {text!r}: {error}")
        return "refused"
    except Exception as error:
        report.wrong.append(f"{game!r}: {how}: {text!r}: {error!r}")
        return "broke"
    if position is not None and found != position:
        report.wrong.append(f"{game!r}: {how}: {text!r} is read as {found!r}, not as {position!r}")
    try:
        again = game.parse(game.show(found))
        word = read_word(game, format_position_word(game, found))
    except Exception as error:
        report.wrong.append(f"{game!r}: {how}: {text!r} is read as {found!r}, whose text is not: {error!r}")
        return "broke"
    if again != found or word != found:
        report.wrong.append(f"{game!r}: {how}: {text!r} is read as {found!r}, shown as {again!r}, {word!r}")
    return "read"
