"""Addresses of sums: games side by side, of which a player moves in one.

    /-/sum?game=nim(heaps=(3,4))&game=kayles(pins=5)&move=2:1-2&first=right&with=perfect&as=second

Games stand in the address in their order, with ` from POSITION` behind where they begin elsewhere, a minus
before for the negative; a term may be a value too, such as `{1|-1}`. Moves follow as they were made, each
with the number of its game. So the page is the same wherever it is opened, and undoing is a link. `with` has
the computer play the other side; `as=second` lets it begin.
"""

from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl, quote

from zermelo.core import BadParameter
from zermelo.web.requests.position_url import IN_QUERY, LONGEST, MOST_TOUCHED, SIDES

MOST_GAMES: Final = 8
MOST_MOVES: Final = 200  # that have been made
RIGHT: Final = "right"
COMPUTER: Final = "perfect"  # the opponent, as positions' addresses name it


@dataclass(frozen=True)
class SumUrl:
    """A sum as it is written: the games, the moves made (the place of the game, its name), who plays."""

    games: tuple[str, ...] = ()
    moves: tuple[tuple[int, str], ...] = ()
    second: bool = False  # Right, or the second player, was the first to move
    touched: tuple[tuple[int, str], ...] = ()  # places of one game where a move has been begun
    opponent: bool = False  # the computer plays one side
    last: bool = False  # and begins
    shown: bool = False  # the winning moves are wanted here, this once

    def url(self, *, suffix: str = "") -> str:
        """Return the URL, without the server."""
        said = "&".join(f"{name}={quote(value, safe=IN_QUERY)}" for name, value in self.list_query_fields())
        return f"/-/sum{suffix}" + (f"?{said}" if said else "")

    def list_query_fields(self) -> list[tuple[str, str]]:
        """Return the fields of the query."""
        rows = [("game", text) for text in self.games]
        rows += [("move", f"{place + 1}:{name}") for place, name in self.moves]
        rows += [("touch", f"{place + 1}:{cell}") for place, cell in self.touched]
        rows += [("first", RIGHT)] * self.second + [("with", COMPUTER)] * self.opponent
        return rows + [("as", SIDES[1])] * self.last + [("show", "1")] * self.shown

    def with_game(self, text: str) -> "SumUrl":
        """Return the sum with one more game."""
        return replace(self, games=(*self.games, text))

    def url_of_touch(self, place: int, cells: tuple[str, ...]) -> str:
        """Return the URL where a move has been begun in a game, which is shown."""
        return f"{replace(self, touched=tuple((place, cell) for cell in cells)).url()}#game-{place + 1}"

    def after_move(self, place: int, name: str) -> "SumUrl":
        """Return the sum after a move."""
        return replace(self, moves=(*self.moves, (place, name)), shown=False)

    def at_ply(self, ply: int) -> "SumUrl":
        """Return the sum as it was after so many moves."""
        return replace(self, moves=self.moves[:ply], shown=False)

    def without_game(self, place: int) -> "SumUrl":
        """Return the sum without one of its games, and without the moves made there."""
        moves = tuple((each - (each > place), name) for each, name in self.moves if each != place)
        return replace(self, games=(*self.games[:place], *self.games[place + 1 :]), moves=moves)

    @property
    def player_to_move(self) -> int:
        """Who is to move: 0 is Left, or who is called first."""
        return (len(self.moves) + self.second) % 2

    @property
    def is_computers_turn(self) -> bool:
        """Whether the computer is to move."""
        return self.opponent and len(self.moves) % 2 != self.last

    @property
    def shows_values(self) -> bool:
        """Whether values are shown: always but against the computer, where they are asked for."""
        return self.shown or not self.opponent

    @property
    def before_last_turn(self) -> "SumUrl | None":
        """The sum before the last move, or before the person's last; None where there is none."""
        ply = len(self.moves) - (2 if self.opponent and not self.is_computers_turn else 1)
        return self.at_ply(ply) if ply >= self.last * self.opponent else None


def parse_sum_url(query: str) -> SumUrl:
    """Return the sum that a URL's query writes. Raises `BadParameter`.

    >>> parse_sum_url("game=nim&game=kayles(pins=3)&move=2:1-2").moves
    ((1, '1-2'),)
    """
    if len(query) > LONGEST:
        raise BadParameter(f"the address has {len(query):,} characters: {LONGEST:,} are read")
    said = parse_qsl(query)
    games = tuple(value.strip() for name, value in said if name == "game" and value.strip())
    moves, touched = (
        tuple(_parse_sum_move(value, len(games)) for name, value in said if name == field)
        for field in ("move", "touch")
    )
    if len(games) > MOST_GAMES:
        raise BadParameter(f"{len(games)} games are more than a page shows side by side: {MOST_GAMES} are")
    if len(moves) > MOST_MOVES:
        raise BadParameter(f"{len(moves):,} moves are more than a page shows: {MOST_MOVES:,} are")
    if len(touched) > MOST_TOUCHED or len({place for place, _ in touched}) > 1:
        raise BadParameter(f"touch= names places of one game, {MOST_TOUCHED} at most: leave the others out")
    options = dict(said)
    if options.get("with", COMPUTER) != COMPUTER or options.get("as", SIDES[0]) not in SIDES[:2]:
        raise BadParameter(f"a sum is played with={COMPUTER}, as={SIDES[0]} or as={SIDES[1]}")
    opponent = "with" in options
    return SumUrl(
        games,
        moves,
        ("first", RIGHT) in said,
        touched,
        opponent=opponent,
        last=opponent and options.get("as") == SIDES[1],
        shown="show" in options,
    )


def _parse_sum_move(text: str, games: int) -> tuple[int, str]:
    number, colon, name = text.partition(":")
    if not (colon and number.isdecimal() and len(number) < 3 and 1 <= int(number) <= games):
        raise BadParameter(
            f"{text!r} is no move of a sum: write move=NUMBER:NAME, the number from 1 to {games}"
        )
    return int(number) - 1, name
