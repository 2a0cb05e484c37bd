"""Sums: games side by side, of which a player moves in one; what each is worth, and the moves that win."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, Final, NamedTuple

from msgspec.structs import asdict

from zermelo import Game, ZermeloError
from zermelo.cgt import Form, Sum, SumTerm, SumTermVerdict, SumVerdict, form
from zermelo.core import (
    BadParameter,
    Cancelled,
    Count,
    IllegalMove,
    Result,
    about,
    capitalize,
    has,
    read_how_to_play,
)
from zermelo.draw import picture_svg
from zermelo.games import format_game_name, read_game
from zermelo.play import Match, Scene
from zermelo.web.pages.home_page import draw_bare_board
from zermelo.web.pages.position_view import list_click_targets
from zermelo.web.panels.game_value_panel import truncate_long_value
from zermelo.web.panels.panel_request import make_time_budget
from zermelo.web.requests.position_url import check_page_link_count
from zermelo.web.requests.sum_url import MOST_GAMES, SumUrl
from zermelo.web.requests.timeouts import RuleTimeLimit

MOST_OPTIONS: Final = 400  # of a game, that are listed
NAMED = re.compile(r"-?\s*[A-Za-z_][A-Za-z_0-9]{2,}")  # how a game begins: names of values are shorter
VALUES = re.compile(r"-?\s*(tiny|miny|v+)\b", re.IGNORECASE)
CELL: Final = 118.0  # pixels: the side of a cell, at most
ROOM: Final = 336.0, 560.0  # pixels: for the board of a game among three or more, and of one or two
PERSON, COMPUTER = "you", "the computer"
TONES: Final = {True: ("win", "wins"), False: ("loss", "loses"), None: ("unknown", "")}
CATALOGUE: Final = (  # games to add
    "nim(heaps=(3,))",
    "kayles(pins=5)",
    "hackenbush",
    "domineering(columns=3,rows=2)",
    "toads_and_frogs",
    "clobber('xoxo')",
    "cram(columns=3,rows=2)",
    "snort",
    "green_hackenbush",
    "toppling_dominoes",
)


class SumPart(NamedTuple):
    """One game of a sum, as it stands: its text, and the term that it is."""

    text: str
    term: SumTerm

    @property
    def title(self) -> str:
        """The name of the game."""
        name = self.text.lstrip("- ").partition("(")[0].partition(" from ")[0]
        return "Value" if self.term.game is None else format_game_name(name)

    @property
    def position_text(self) -> str:
        """The position as the game shows it, or the value."""
        return str(self.term.value) if self.term.game is None else self.term.game.show(self.term.position)

    def play_move(self, player: int, name: str) -> "SumPart":
        """Return the part after a move. Raises `IllegalMove`."""
        found = self.term.find_moves_and_results(Sum.PLAYERS[player])
        if name not in found:
            raise IllegalMove(
                f"{name!r} is no move of {Sum.PLAYERS[player]} in {self.text}: the page lists them"
            )
        return self._replace(term=found[name])

    def find_role(self, player: int) -> str:
        """Return what the game calls a player, "" where it is the side, or where both move alike."""
        if self.term.game is None or self.term.is_impartial:
            return ""
        side = 1 - player if self.term.is_negative else player
        name = Match(self.term.game, [self.term.position]).player_name(side)
        return "" if name.lower() == Sum.PLAYERS[player].lower() else capitalize(name)

    def build_scene(self, player: int) -> Scene | None:
        """Return what there is to see, with this player to move; None of a value."""
        game: Any = self.term.game
        if game is None:
            return None
        where = self.term.position
        if has(game, "with_mover"):
            where = game.with_mover(where, 1 - player if self.term.is_negative else player)
        return Scene.from_match(Match(game, [where]))


def parse_sum_part(text: str, game: Callable[[str], Game]) -> SumPart:
    """Return what a text of an address is: a game, or its negative, as `game` reads it, or a value.

    No question is asked of the rules: the part has no position yet.
    """
    if NAMED.match(text) and not VALUES.match(text):
        read = game(text.removeprefix("-").strip())
        return SumPart(text, SumTerm(read, is_negative=text.startswith("-")))
    value = form(text)
    if not isinstance(value, Form):
        raise BadParameter(f"{text} may cycle: the explorer adds games that end; zermelo sum adds others")
    return SumPart(text, SumTerm(None, value=value))


def play_sum_moves(parts: Sequence[SumPart], address: SumUrl) -> list[SumPart]:
    """Return the games of a sum as they stand after its moves. Raises what `SumPart.play_move` does."""
    found = [
        each
        if each.term.game is None
        else each._replace(term=replace(each.term, position=next(iter(each.term.game.starts()))))
        for each in parts
    ]
    for ply, (place, name) in enumerate(address.moves):
        found[place] = found[place].play_move(address.at_ply(ply).player_to_move, name)
    return found


class JudgedSum(NamedTuple):
    """A sum with the moves of the player to move; `refused` is why its value is unknown."""

    whole: Sum | None = None
    moves: Sequence[Any] = ()
    refused: str = ""


def evaluate_sum_and_moves(parts: Sequence[SumPart], player: int, seconds: float) -> JudgedSum:
    """Return what a sum is worth, within some seconds."""
    try:
        for part in parts:
            part.term.check_lists_moves_of_both()
        whole = Sum(*(part.term for part in parts), budget=make_time_budget(seconds))
        _ = whole.forms  # or refused: play may cycle
        return JudgedSum(whole, whole.moves(Sum.PLAYERS[player]))
    except Cancelled:
        return JudgedSum(refused=f"This takes longer than the {seconds:g} seconds that a page waits.")
    except ZermeloError as error:
        return JudgedSum(refused=str(error))


class SumMoveAnswer(Result, frozen=True, kw_only=True):
    """A move of the player to move."""

    name: Annotated[str, about("its name")]
    said: Annotated[str, about("the same in one line")]
    url: Annotated[str, about("the address of the sum after it")]
    wins: Annotated[bool | None, about("whether it wins; null where not known")]
    leaves: Annotated[str | None, about("the value that it leaves; null where not known")]


class SumPartAnswer(SumTermVerdict, frozen=True, kw_only=True):
    """A game of a sum, with the mover's moves."""

    text: Annotated[str, about("how the address writes it")]
    title: Annotated[str, about("what it is called")]
    how: Annotated[str, about("how a turn goes, where no game before it is of the kind")] = ""
    negative: Annotated[bool, about("whether Left and Right have changed places")] = False
    position: Annotated[str, about("the position as the game shows it, or the value")] = ""
    refused: Annotated[str, about("why it cannot be part of a sum")] = ""
    moves: Annotated[tuple[SumMoveAnswer, ...], about("its moves, winning ones first")] = ()
    more: Annotated[Count, about("moves that are not listed")] = 0
    without: Annotated[str, about("the address of the sum without it")]


class SumBoard(NamedTuple):
    """The board of a game as markup, and the moves to choose among where one has been begun there."""

    drawn: str = ""
    asked: tuple[str, ...] = ()
    untouched: str = ""  # the address without what was begun
    piece: str = ""  # of the player to move, where both have their own
    role: str = ""  # what the game calls that player, where it is another name than the side


class SumMoveMade(Result, frozen=True, kw_only=True):
    """A move that was made in a sum."""

    game: Annotated[int, about("the place of its game, from 1")]
    name: Annotated[str, about("its name in one line")]
    who: Annotated[str, about("who made it")]
    url: Annotated[str, about("the address of the sum after it")]


class SumAnswer(SumVerdict, frozen=True, kw_only=True):
    """A sum of games: who wins, and by which moves."""

    url: Annotated[str, about("the address of its page")]
    json: Annotated[str, about("the address of its JSON")]
    headline: Annotated[str, about("whose turn it is, or who wins, as the page says first")] = ""
    refused: Annotated[str, about("why nothing is known")] = ""
    parts: Annotated[tuple[SumPartAnswer, ...], about("the games, with moves and their values")]
    made: Annotated[tuple[SumMoveMade, ...], about("moves made so far")] = ()
    undo: Annotated[str, about("the address before the last move, empty where there is none")]
    begin: Annotated[str, about("the address at which the other player is to move")]
    _boards: tuple[SumBoard, ...]  # of each game


def answer_sum_request(address: SumUrl, game: Callable[[str], Game], time_limit: RuleTimeLimit) -> SumAnswer:
    """Return a sum with its value and moves.

    Raises what is raised for a game that cannot be read, and for a move that is none.
    """
    touched, address = address.touched, replace(address, touched=())
    read = [parse_sum_part(text, game) for text in address.games]  # `game` is patient itself
    with time_limit.limit_time_of_rules("the sum", 1.5 * time_limit.seconds):
        parts, player = play_sum_moves(read, address), address.player_to_move
        judged = evaluate_sum_and_moves(parts, player, time_limit.seconds) if parts else JudgedSum()
        verdict = _judge_for_page(address, parts, judged)
        terms = judged.whole.judge_terms() if judged.whole is not None else [SumTermVerdict()] * len(parts)
        rows = [_answer_sum_part(address, place, parts, judged, terms[place]) for place in range(len(parts))]
        check_page_link_count(sum(len(row.moves) for row in rows) + len(address.moves), address.url())
        boards = tuple(
            _draw_sum_part_board(
                address, place, part, rows[place], tuple(cell for at, cell in touched if at == place)
            )
            for place, part in enumerate(parts)
        )
    side = Sum.PLAYERS[player] if address.opponent and not verdict.impartial else ""
    says_winner = verdict.finding and (address.shows_values or not any(row.moves for row in rows))
    return SumAnswer(
        **asdict(verdict),
        **_map_sum_fields_to_links(address),
        headline=verdict.finding if says_winner else verdict.describe_turn(side),
        refused=judged.refused,
        parts=tuple(rows),
        made=tuple(
            SumMoveMade(
                game=place + 1,
                name=name.replace("\n", "/"),
                who=verdict.players[address.at_ply(ply).player_to_move],
                url=address.at_ply(ply + 1).url(),
            )
            for ply, (place, name) in enumerate(address.moves)
        ),
        _boards=boards,
    )


def find_computer_move(address: SumUrl, game: Callable[[str], Game], time_limit: RuleTimeLimit) -> SumUrl:
    """Return the sum after the computer's move, the same where it is not to move, or cannot."""
    if not address.is_computers_turn:
        return address
    read = [parse_sum_part(text, game) for text in address.games]
    with time_limit.limit_time_of_rules("the sum", 1.5 * time_limit.seconds):
        parts, player = play_sum_moves(read, address), address.player_to_move
        judged = evaluate_sum_and_moves(parts, player, time_limit.seconds)
        for move in judged.moves:  # the best first
            return address.after_move(move.term, move.name)
        for place, part in enumerate(parts):
            for name in part.term.find_moves_and_results(Sum.PLAYERS[player]):
                return address.after_move(place, name)
    return address


def _judge_for_page(address: SumUrl, parts: Sequence[SumPart], judged: JudgedSum) -> SumVerdict:
    """Return who wins, with the players called as the page calls them."""
    player, names = address.player_to_move, None
    if address.opponent:
        names = (COMPUTER, PERSON) if address.second != address.last else (PERSON, COMPUTER)
    if judged.whole is not None:
        return judged.whole.judge(Sum.PLAYERS[player], names)
    impartial = bool(parts) and all(part.term.is_impartial for part in parts)
    return SumVerdict.of_unknown_value(player, names, impartial=impartial)


def _map_sum_fields_to_links(address: SumUrl) -> dict[str, Any]:
    """Return the fields of `SumAnswer` that are addresses."""
    before = address.before_last_turn
    return {
        "url": address.url(),
        "json": address.url(suffix=".json"),
        "undo": "" if before is None else before.url(),
        "begin": replace(address, second=not address.second).url(),
    }


def make_unreadable_sum_answer(address: SumUrl, why: str) -> SumAnswer:
    """Return a sum of which something cannot be read: its games, each to be taken away."""
    return SumAnswer(
        **asdict(SumVerdict.of_unknown_value(address.player_to_move, None, impartial=False)),
        **_map_sum_fields_to_links(address) | {"begin": address.url()},
        refused=why,
        parts=tuple(
            SumPartAnswer(text=text, title=text.partition("(")[0], without=address.without_game(place).url())
            for place, text in enumerate(address.games)
        ),
        _boards=(SumBoard(),) * len(address.games),
    )


def _answer_sum_part(
    address: SumUrl, place: int, parts: Sequence[SumPart], judged: JudgedSum, verdict: SumTermVerdict
) -> SumPartAnswer:
    """Return one game of the sum with the mover's moves, winning moves first where values are shown."""
    part, refused = parts[place], ""
    known = {move.name: move for move in reversed(judged.moves) if move.term == place}
    try:
        options = list(part.term.find_moves_and_results(Sum.PLAYERS[address.player_to_move]))
    except ZermeloError as error:
        options, refused = [], str(error)
    if address.shows_values:
        options.sort(key=lambda name: not (name in known and known[name].wins))
    game = part.term.game
    is_new = all(each.title != part.title for each in parts[:place])
    return SumPartAnswer(
        **asdict(verdict),
        text=part.text,
        title=part.title,
        how=read_how_to_play(game).turn if game is not None and is_new else "",
        negative=part.term.is_negative,
        position=part.position_text,
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


def _draw_sum_part_board(
    address: SumUrl, place: int, part: SumPart, row: SumPartAnswer, touched: tuple[str, ...]
) -> SumBoard:
    """Return the board of a game, on which moves are made: those that win have the sign of a win."""
    scene = part.build_scene(address.player_to_move)
    if scene is None:
        return SumBoard()
    if row.refused:
        return SumBoard(scene.board_html())
    wins = {move.name: move.wins if address.shows_values else None for move in row.moves}
    choices = [choice for choice in scene.choices if choice.name in wins]
    choices.sort(key=lambda choice: not wins[choice.name])
    said = [(choice, *TONES[wins[choice.name]]) for choice in choices]
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
        across = [*(each.x for each in bare.places), *(each.x for each in bare.things)] or [0.0]
        cell = min(CELL, ROOM[len(address.games) < 3] / (max(across) - min(across) + 1.5))
        drawn = picture_svg(bare, scene.text, marks, cell, targets)
    piece = "" if part.term.is_impartial else scene.piece_html()
    return SumBoard(
        drawn, asked, address.url_of_touch(place, ()), piece, part.find_role(address.player_to_move)
    )


def make_sum_choice_fields(address: SumUrl) -> dict[str, Any]:
    """Return what else the page offers: how to play, games to add, sums to try, words explained."""
    shows, address = address.shows_values, replace(address, touched=(), shown=False)
    return {
        "rules": SumVerdict.RULES,
        "words": SumVerdict.WORDS,
        "shows": shows,
        "side": Sum.PLAYERS[address.player_to_move],
        "show": "" if shows else replace(address, shown=True).url(),
        "actions": _list_sum_actions(address),
        "hidden": address.list_query_fields(),
        "catalogue": [
            {
                "title": format_game_name(text.partition("(")[0]),
                "picture": draw_start(text),
                "url": address.with_game(text).url(),
            }
            for text in (CATALOGUE if len(address.games) < MOST_GAMES else ())
        ],
        "examples": [
            {
                "title": each.title,
                "lesson": each.lesson,
                "url": SumUrl(each.games).url(),
                "pictures": [draw_start(text.removeprefix("-")) for text in each.games],
            }
            for each in SumVerdict.EXAMPLES
        ],
    }


def _list_sum_actions(address: SumUrl) -> list[dict[str, Any]]:
    """Return what there is to do with the sum: to play it against the computer, or to explore it."""
    alone = replace(address, opponent=False, last=False)
    rows = [
        ("Play the computer", replace(alone.at_ply(0), opponent=True), address.opponent and not address.last),
        ("Computer moves first", replace(alone.at_ply(0), opponent=True, last=True), address.last),
        ("Explore", alone, not address.opponent),
    ]
    return [{"title": title, "url": each.url(), "now": now} for title, each, now in rows if address.games]


@cache
def draw_start(text: str) -> str:
    """Return the board on which a game of the catalogue begins, without words."""
    return draw_bare_board(Scene.from_match(Match(read_game(text))))
