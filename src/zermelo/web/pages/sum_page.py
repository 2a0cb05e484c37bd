"""Sums: games side by side, of which a player moves in one; what each is worth, and the moves that win.

    /-/sum?game=nim(heaps=(3,4))&game=kayles(pins=5)&move=2:1-2&first=right

Games stand in the address in their order, with ` from POSITION` behind where they begin elsewhere, a minus
before for the negative; a term may be a value too, such as `{1|-1}`. Moves follow as they were made, each
with the number of its game. So the page is the same wherever it is opened, and undoing is a link.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor
from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import parse_qsl, quote

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace as changed

from zermelo import Game, ZermeloError
from zermelo.cgt import Form, Sum, SumTerm, form
from zermelo.core import BadParameter, Cancelled, IllegalMove, Result, has
from zermelo.draw import picture_svg
from zermelo.games import format_game_name
from zermelo.play import Match, Scene
from zermelo.web.pages.position_view import list_click_targets
from zermelo.web.panels.game_value_panel import (
    CanonicalFormSummary,
    summarize_canonical_form,
    truncate_long_value,
)
from zermelo.web.panels.panel_request import make_time_budget
from zermelo.web.requests.position_url import (
    IN_QUERY,
    LONGEST,
    MOST_TOUCHED,
    PositionUrl,
    check_page_link_count,
)
from zermelo.web.requests.timeouts import RuleTimeLimit

MOST_GAMES: Final = 8
MOST_MOVES: Final = 200  # that have been made
MOST_OPTIONS: Final = 400  # of a game, that are listed
RIGHT: Final = "right"
PLAYERS: Final = Sum.PLAYERS
IMPARTIAL_PLAYERS: Final = ("first", "second")
NAMED = re.compile(r"-?\s*[A-Za-z_][A-Za-z_0-9]{2,}")  # how a game begins: names of values are shorter
VALUES = re.compile(r"-?\s*(tiny|miny|v+)\b", re.IGNORECASE)
CELL: Final = 56.0  # pixels: the side of a cell, at most
CATALOGUE: Final = (  # games to add
    "nim(heaps=(3,))",
    "kayles(pins=5)",
    "hackenbush",
    "domineering(columns=3,rows=2)",
    "toads_and_frogs",
    "clobber('xoxo')",
    "cram(columns=3,rows=2)",
    "snort",
    "*2",
    "{1|-1}",
)


@dataclass(frozen=True)
class SumUrl:
    """A sum as it is written: the games, the moves made (the place of the game, its name), who began."""

    games: tuple[str, ...] = ()
    moves: tuple[tuple[int, str], ...] = ()
    second: bool = False  # Right, or the second player, was the first to move
    touched: tuple[tuple[int, str], ...] = ()  # places of one game where a move has been begun

    def url(self, *, suffix: str = "") -> str:
        """Return the URL, without the server."""
        said = "&".join(f"{name}={quote(value, safe=IN_QUERY)}" for name, value in self.list_query_fields())
        return f"/-/sum{suffix}" + (f"?{said}" if said else "")

    def list_query_fields(self) -> list[tuple[str, str]]:
        """Return the fields of the query."""
        rows = [("game", text) for text in self.games]
        rows += [("move", f"{place + 1}:{name}") for place, name in self.moves]
        rows += [("touch", f"{place + 1}:{cell}") for place, cell in self.touched]
        return rows + ([("first", RIGHT)] if self.second else [])

    def with_game(self, text: str) -> "SumUrl":
        """Return the sum with one more game."""
        return replace(self, games=(*self.games, text))

    def url_of_touch(self, place: int, cells: tuple[str, ...]) -> str:
        """Return the URL where a move has been begun in a game, which is shown."""
        return f"{replace(self, touched=tuple((place, cell) for cell in cells)).url()}#game-{place + 1}"

    def after_move(self, place: int, name: str) -> "SumUrl":
        """Return the sum after a move."""
        return replace(self, moves=(*self.moves, (place, name)))

    def at_ply(self, ply: int) -> "SumUrl":
        """Return the sum as it was after so many moves."""
        return replace(self, moves=self.moves[:ply])

    def without_game(self, place: int) -> "SumUrl":
        """Return the sum without one of its games, and without the moves made there."""
        moves = tuple((each - (each > place), name) for each, name in self.moves if each != place)
        return replace(self, games=(*self.games[:place], *self.games[place + 1 :]), moves=moves)

    @property
    def player_to_move(self) -> int:
        """Who is to move: 0 is Left, or who is called first."""
        return (len(self.moves) + self.second) % 2


def parse_sum_url(query: str) -> SumUrl:
    """Return the sum that a URL's query writes. Raises `BadParameter`.

    >>> parse_sum_url("game=nim&game=kayles(pins=3)&move=2:1-2").moves
    ((1, '1-2'),)
    """
    if len(query) > LONGEST:
        raise BadParameter(f"the address has {len(query):,} characters: {LONGEST:,} are read")
    said = parse_qsl(query)
    games = tuple(value.strip() for name, value in said if name == "game" and value.strip())
    moves = tuple(_parse_sum_move(value, len(games)) for name, value in said if name == "move")
    if len(games) > MOST_GAMES:
        raise BadParameter(f"{len(games)} games are more than a page shows side by side: {MOST_GAMES} are")
    if len(moves) > MOST_MOVES:
        raise BadParameter(f"{len(moves):,} moves are more than a page shows: {MOST_MOVES:,} are")
    touched = tuple(_parse_sum_move(value, len(games)) for name, value in said if name == "touch")
    if len(touched) > MOST_TOUCHED or len({place for place, _ in touched}) > 1:
        raise BadParameter(f"touch= names places of one game, {MOST_TOUCHED} at most: leave the others out")
    return SumUrl(games, moves, ("first", RIGHT) in said, touched)


def _parse_sum_move(text: str, games: int) -> tuple[int, str]:
    number, colon, name = text.partition(":")
    if not (colon and number.isdecimal() and len(number) < 3 and 1 <= int(number) <= games):
        raise BadParameter(
            f"{text!r} is no move of a sum: write move=NUMBER:NAME, the number from 1 to {games}"
        )
    return int(number) - 1, name


@dataclass(frozen=True)
class SumPart:
    """One game of a sum, as it stands: its text, and a position of a game or a value."""

    text: str
    game: Game | None
    position: Any = None
    is_negative: bool = False
    value: Form | None = None  # where it is no game

    @property
    def sum_term(self) -> SumTerm:
        """The part as sums take it."""
        return SumTerm(self.game, self.position, self.is_negative, self.value)

    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same moves."""
        if self.game is not None:
            return bool(self.game.impartial)
        return self.value is not None and self.value.is_nimber

    def convert_player_of_sum(self, player: int) -> int:
        """Return which player of the game moves where `player` of the sum does."""
        return 1 - player if self.is_negative else player

    def find_moves_and_results(self, player: int) -> dict[str, Any]:
        """Return a player's moves by name, and what each leaves. Raises `MissingCapability`."""
        self.check_lists_both_players_moves()
        found: dict[str, Any] = {}
        for name, child in self.sum_term.moves(PLAYERS[player]):
            found.setdefault(name, child)
        return found

    def check_lists_both_players_moves(self) -> None:
        """Raise `BadParameter` where the rules do not list the moves of each player, also out of turn."""
        game = self.game
        if game is not None and not game.impartial and not has(game, "options"):
            raise BadParameter(
                f"{game!r} cannot be part of a sum: its rules do not say what each player could move to "
                "out of turn"
            )

    def play_move(self, player: int, name: str) -> "SumPart":
        """Return the part after a move. Raises `IllegalMove`."""
        found = self.find_moves_and_results(player)
        if name not in found:
            raise IllegalMove(f"{name!r} is no move of {PLAYERS[player]} in {self.text}: the page lists them")
        if self.game is None:
            return replace(self, value=found[name])
        return replace(self, position=found[name])

    def build_scene(self, player: int) -> Scene | None:
        """Return what there is to see, with this player to move; None of a value."""
        game: Any = self.game
        if game is None:
            return None
        where = self.position
        if has(game, "with_mover"):
            where = game.with_mover(where, self.convert_player_of_sum(player))
        return Scene.from_match(Match(game, [where]))


def parse_sum_part(text: str, game: Callable[[str], Game]) -> SumPart:
    """Return what a text of an address is: a game, or its negative, as `game` reads it, or a value.

    No question is asked of the rules: the part has no position yet.
    """
    if NAMED.match(text) and not VALUES.match(text):
        return SumPart(text, game(text.removeprefix("-").strip()), is_negative=text.startswith("-"))
    value = form(text)
    if not isinstance(value, Form):
        raise BadParameter(f"{text} may cycle: the explorer adds games that end; zermelo sum adds others")
    return SumPart(text, None, value=value)


def set_part_to_start(part: SumPart) -> SumPart:
    """Return a part where it begins."""
    return part if part.game is None else replace(part, position=next(iter(part.game.starts())))


def play_sum_moves(parts: Sequence[SumPart], address: SumUrl) -> list[SumPart]:
    """Return the games of a sum as they stand after its moves. Raises what `SumPart.play_move` does."""
    found = [set_part_to_start(part) for part in parts]
    for ply, (place, name) in enumerate(address.moves):
        found[place] = found[place].play_move(address.at_ply(ply).player_to_move, name)
    return found


@dataclass(frozen=True)
class JudgedSum:
    """The value of a sum, and the moves of the player to move; `refused` is why they are unknown."""

    whole: Sum | None = None
    moves: Sequence[Any] = ()
    forms: Sequence[Form] = ()  # of its games
    refused: str = ""


def evaluate_sum_and_moves(parts: Sequence[SumPart], player: int, seconds: float) -> JudgedSum:
    """Return what a sum is worth, within some seconds."""
    try:
        for part in parts:
            part.check_lists_both_players_moves()
        whole = Sum(*(part.sum_term for part in parts), budget=make_time_budget(seconds))
        return JudgedSum(whole, whole.moves(PLAYERS[player]), whole.forms)  # or refused: play may cycle
    except Cancelled:
        return JudgedSum(
            refused=f"What it is worth takes longer to find than the {seconds:g} seconds that a page waits."
        )
    except ZermeloError as error:
        return JudgedSum(refused=str(error))


class SumMoveAnswer(Result, frozen=True, kw_only=True):
    """A move of the player to move."""

    name: Annotated[str, Meta(description="its name")]
    said: Annotated[str, Meta(description="the same in one line")]
    url: Annotated[str, Meta(description="the address of the sum after it")]
    wins: Annotated[bool | None, Meta(description="whether it wins; null where not known")]
    leaves: Annotated[str | None, Meta(description="the value that it leaves; null where not known")]


class SumPartAnswer(Result, frozen=True, kw_only=True):
    """A game of a sum, with the mover's moves."""

    text: Annotated[str, Meta(description="how the address writes it")]
    title: Annotated[str, Meta(description="what it is called")]
    negative: Annotated[bool, Meta(description="whether Left and Right have changed places")]
    position: Annotated[str, Meta(description="the position as the game shows it, or the value")]
    value: Annotated[str | None, Meta(description="its canonical form; null where not known")]
    nimber: Annotated[
        Annotated[int, Meta(ge=0)] | None, Meta(description="its nimber, where it is impartial and known")
    ]
    binary: Annotated[str | UnsetType, Meta(description="the nimber in binary, where the sum has one")] = (
        UNSET
    )
    refused: Annotated[str, Meta(description="why it cannot be part of a sum")]
    moves: Annotated[tuple[SumMoveAnswer, ...], Meta(description="its moves, winning ones first")]
    more: Annotated[int, Meta(ge=0, description="moves that are not listed")]
    without: Annotated[str, Meta(description="the address of the sum without it")]


class SumBoard(NamedTuple):
    """The board of a game as markup, and the moves to choose among where one has been begun there."""

    drawn: str = ""
    asked: tuple[str, ...] = ()
    untouched: str = ""  # the address without what was begun


class SumMoveMade(Result, frozen=True, kw_only=True):
    """A move that was made in a sum."""

    game: Annotated[int, Meta(ge=1, description="the place of its game, from 1")]
    name: Annotated[str, Meta(description="its name in one line")]
    who: Annotated[str, Meta(description="who made it")]
    url: Annotated[str, Meta(description="the address of the sum after it")]


class SumAnswer(Result, frozen=True, kw_only=True):
    """A sum of games: who wins, and by which moves."""

    url: Annotated[str, Meta(description="the address of its page")]
    json: Annotated[str, Meta(description="the address of its JSON")]
    player: Annotated[str, Meta(description="who is to move")]
    other: Annotated[str, Meta(description="who is not")]
    players: Annotated[tuple[str, ...], Meta(description="what both are called")]
    impartial: Annotated[bool, Meta(description="whether all games are")]
    refused: Annotated[str, Meta(description="why nothing is known")] = ""
    finding: Annotated[str, Meta(description="who wins, in words")] = ""
    worth: Annotated[
        CanonicalFormSummary | None, Meta(description="the canonical form in words; null where not known")
    ] = None
    nimber: Annotated[
        Annotated[int, Meta(ge=0)] | None, Meta(description="the nimber, where all games are impartial")
    ] = None
    binary: Annotated[str | UnsetType, Meta(description="the nimber in binary, where there is one")] = UNSET
    wins: Annotated[bool | None, Meta(description="whether the player to move wins")] = None
    parts: Annotated[tuple[SumPartAnswer, ...], Meta(description="the games, with moves and their values")]
    made: Annotated[tuple[SumMoveMade, ...], Meta(description="moves made so far")]
    undo: Annotated[str, Meta(description="the address before the last move, empty where there is none")]
    begin: Annotated[str, Meta(description="the address at which the other player is to move")]
    _boards: tuple["SumBoard", ...]  # of each game


def answer_sum_request(address: SumUrl, game: Callable[[str], Game], time_limit: RuleTimeLimit) -> SumAnswer:
    """Return a sum with its value and moves.

    Raises what is raised for a game that cannot be read, and for a move that is none.
    """
    touched, address = address.touched, replace(address, touched=())
    read = [parse_sum_part(text, game) for text in address.games]  # `game` is patient itself
    with time_limit.limit_time_of_rules("the sum", 1.5 * time_limit.seconds):
        parts = play_sum_moves(read, address)
        player = address.player_to_move
        judged = evaluate_sum_and_moves(parts, player, time_limit.seconds) if parts else JudgedSum()
        impartial = bool(parts) and all(part.is_impartial for part in parts)
        rows = [_answer_sum_part(address, place, part, judged, player) for place, part in enumerate(parts)]
        check_page_link_count(sum(len(row.moves) for row in rows) + len(address.moves), address.url())
        boards = tuple(
            _draw_sum_part_board(
                address, place, part, player, rows[place], tuple(cell for at, cell in touched if at == place)
            )
            for place, part in enumerate(parts)
        )
    names = IMPARTIAL_PLAYERS if impartial else PLAYERS
    finding, wins = _describe_winner_of_sum(judged, rows, names[player])
    nimbers = [row.nimber for row in rows if row.nimber is not None]
    nimber: int | None = None
    binary: str | UnsetType = UNSET
    if rows and len(nimbers) == len(rows):
        nimber = reduce(xor, nimbers)
        digits = max(1, *(each.bit_length() for each in nimbers))
        rows = [changed(row, binary=f"{row.nimber:0{digits}b}") for row in rows]
        binary = f"{nimber:0{digits}b}"
    return SumAnswer(
        **_list_sum_links(address),
        player=names[player],
        other=names[1 - player],
        players=names,
        impartial=impartial,
        refused=judged.refused,
        finding=finding,
        worth=None if judged.whole is None else summarize_canonical_form(judged.whole.form),
        nimber=nimber,
        binary=binary,
        wins=wins,
        parts=tuple(rows),
        made=tuple(
            SumMoveMade(
                game=place + 1,
                name=name.replace("\n", "/"),
                who=names[address.at_ply(ply).player_to_move],
                url=address.at_ply(ply + 1).url(),
            )
            for ply, (place, name) in enumerate(address.moves)
        ),
        _boards=boards,
    )


def _list_sum_links(address: SumUrl) -> dict[str, Any]:
    """Return the fields of `SumAnswer` that are addresses."""
    return {
        "url": address.url(),
        "json": address.url(suffix=".json"),
        "undo": address.at_ply(len(address.moves) - 1).url() if address.moves else "",
        "begin": replace(address, second=not address.second).url(),
    }


def make_unreadable_sum_answer(address: SumUrl, why: str) -> SumAnswer:
    """Return a sum of which something cannot be read: its games, each to be taken away."""
    return SumAnswer(
        **_list_sum_links(address) | {"begin": address.url()},
        player=PLAYERS[address.player_to_move],
        other=PLAYERS[1 - address.player_to_move],
        players=PLAYERS,
        impartial=False,
        refused=why,
        parts=tuple(
            SumPartAnswer(
                text=text,
                title=text,
                negative=False,
                position="",
                value=None,
                nimber=None,
                refused="",
                moves=(),
                more=0,
                without=address.without_game(place).url(),
            )
            for place, text in enumerate(address.games)
        ),
        made=(),
        _boards=(SumBoard(),) * len(address.games),
    )


def _describe_winner_of_sum(
    judged: JudgedSum, rows: list[SumPartAnswer], mover: str
) -> tuple[str, bool | None]:
    """Return who wins, in words, and whether the player to move does."""
    who = mover[:1].upper() + mover[1:]
    count = sum(len(row.moves) + row.more for row in rows)
    if rows and not count and not any(row.refused for row in rows):
        return f"{who} cannot move anywhere, and has lost", False
    if judged.whole is None or not count:
        return "", None
    winning = sum(move.wins for move in judged.moves)
    moves = f"{count:,} move{'' if count == 1 else 's'}"
    said = (
        f"wins; {winning:,} of {moves} win{'s' if winning == 1 else ''}"
        if winning
        else f"loses by any of {moves}"
    )
    return f"{who} to move: {said}", winning > 0


def _answer_sum_part(
    address: SumUrl, place: int, part: SumPart, judged: JudgedSum, player: int
) -> SumPartAnswer:
    """Return one game of the sum: its value, and the mover's moves, winning moves first."""
    known = {move.name: move for move in reversed(judged.moves) if move.term == place}
    refused = ""
    try:
        options = list(part.find_moves_and_results(player))
    except ZermeloError as error:
        options, refused = [], str(error)
    options.sort(key=lambda name: not (name in known and known[name].wins))
    value = None if judged.whole is None else judged.forms[place]
    return SumPartAnswer(
        text=part.text,
        title="Value"
        if part.game is None
        else format_game_name(part.text.lstrip("- ").partition("(")[0].partition(" from ")[0]),
        negative=part.is_negative,
        position=str(part.value) if part.game is None else part.game.show(part.position),
        value=None if value is None else truncate_long_value(str(value)),
        nimber=_find_nimber_of_value(value) if part.is_impartial else None,
        refused=refused,
        moves=tuple(
            SumMoveAnswer(
                name=name,
                said=name.replace("\n", "/"),
                url=address.after_move(place, name).url(),
                wins=known[name].wins if name in known else None,
                leaves=truncate_long_value(str(known[name].value)) if name in known else None,
            )
            for name in options[:MOST_OPTIONS]
        ),
        more=max(0, len(options) - MOST_OPTIONS),
        without=address.without_game(place).url(),
    )


def _find_nimber_of_value(value: Form | None) -> int | None:
    """Return the nimber that a value is, None where it is another value."""
    if value is None or not value.is_nimber:
        return None
    return value.ups[2] if value.ups else 0


def _draw_sum_part_board(
    address: SumUrl, place: int, part: SumPart, player: int, row: SumPartAnswer, touched: tuple[str, ...]
) -> SumBoard:
    """Return the board of a game, on which moves are made: those that win have the sign of a win."""
    scene = part.build_scene(player)
    if scene is None:
        return SumBoard()
    if row.refused:
        return SumBoard(scene.board_html())
    wins = {move.name: move.wins for move in row.moves}
    choices = [choice for choice in scene.choices if choice.name in wins]
    choices.sort(key=lambda choice: not wins[choice.name])
    known = {True: ("win", "wins"), False: ("loss", "loses"), None: ("unknown", "")}
    said = [(choice, *known[wins[choice.name]]) for choice in choices]
    scene = replace(
        scene, choices=tuple(replace(choice, tone=tone, words=words) for choice, tone, words in said)
    )
    targets = list_click_targets(
        scene,
        touched,
        lambda name: address.after_move(place, name).url(),
        lambda cells: address.url_of_touch(place, cells),
        with_words=True,
    )
    asked = tuple(choice.name for choice in scene.choices_with_places(*touched)) if touched else ()
    drawn = scene.board_html(targets=targets)
    if scene.picture is not None:
        bare = replace(scene.picture, notes=(), mover=None)
        marks = scene.make_highlights(with_values=True, touched=touched)
        drawn = picture_svg(bare, scene.text, marks, CELL, targets)
    return SumBoard(drawn, asked, address.url_of_touch(place, ()))


def list_games_to_add(address: SumUrl) -> list[dict[str, str]]:
    """Return the games that can be put beside those of a sum, each with its picture."""
    address = replace(address, touched=())
    return [
        {
            "title": format_game_name(text.partition("(")[0]) if NAMED.match(text) else text,
            "picture": f"/-/picture{PositionUrl(text).url(suffix='.svg')}" if NAMED.match(text) else "",
            "url": address.with_game(text).url(),
        }
        for text in (CATALOGUE if len(address.games) < MOST_GAMES else ())
    ]
