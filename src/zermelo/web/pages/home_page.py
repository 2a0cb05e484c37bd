"""The first page: a board to play on at once, famous games, and every game by groups, chips and search."""

import dataclasses
import functools
import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

import zermelo
from zermelo import Game, ZermeloError
from zermelo.boards import Mark, Picture
from zermelo.core import GameText, UnknownGame, read_how_to_play
from zermelo.draw import ClickTarget, picture_svg
from zermelo.games import (
    build_search_phrases,
    find_game_class,
    format_game_name,
    read_game,
    search_games,
)
from zermelo.play import Match, Scene
from zermelo.solver import solved_game
from zermelo.web.pages.line_cache import LineCache
from zermelo.web.pages.position_view import PositionView, list_clickable_board_places, list_move_choices
from zermelo.web.requests.position_url import PositionUrl, ViewOptions, make_game_path
from zermelo.web.requests.timeouts import RuleTimeLimit
from zermelo.web.services.explorer_games import ExplorerGames
from zermelo.web.services.solution_cache import GameStatus, SolutionCache
from zermelo.web.services.store_notes import GameSizeNotes

MOST_SOLVED: Final = 200  # variants listed
MOVES_SHOWN: Final = 5  # on a board that begins empty
SENTENCE: Final = re.compile(r"\S.*?[.!?](?= |$)")
SECONDS: Final = 1_000_000  # positions that are solved in seconds
HERO: Final = PositionUrl("tic_tac_toe", ("b2", "a1"), view=ViewOptions(opponent="perfect"))


class FamousGame(NamedTuple):
    """A game shown large: its name, two words, and the moves that lead to its picture."""

    game: str
    words: str
    moves: tuple[str, ...]


FAMOUS: Final = (
    FamousGame("tic_tac_toe", "Three together", ("b2", "a1", "c3", "c1", "b1")),
    FamousGame("connect_four", "Drop discs", tuple("44443356627752")),
    FamousGame("chess_endgame", "Mate perfectly", ("Qd4", "Ke7", "Ke2", "Ke6")),
    FamousGame("othello", "Flip discs", ("d3", "d4", "c4", "d2")),
    FamousGame("draughts_endgame", "Kings hunt", ("31-26",)),
    FamousGame("nine_mens_morris", "Build mills", ("d6", "f4", "d2", "b4", "d5", "a7", "e4", "g1")),
    FamousGame("hex", "Join edges", ("b2", "a3", "c1")),
    FamousGame("nim", "Last stone", ()),
)
CHIPS: Final = {  # what a chip shows, by its name in addresses
    "solved": "solved",
    "seconds": "solves in seconds",
    "large": "large",
    "one": "one player",
    "two": "two players",
    "dice": "dice",
}


OF_SIZE: Final = {"seconds", "large"}  # chips that a game has when its size is known


class GameCard(NamedTuple):
    """What the page shows of a game whatever is solved: `source` is the game as it writes itself, or ""."""

    name: str
    title: str
    source: str
    goal: str
    sentences: tuple[str, ...]  # of how it is played
    group: Any
    words: str  # by which a script finds it: names with commas between them, a bar, and kinds
    chips: frozenset[str]


def build_home_page_values(
    games: ExplorerGames, solution_cache: SolutionCache, wanted: str = "", chip: str = ""
) -> dict[str, Any]:
    """Return what the first page shows: every game, those that a text finds, or those of a chip."""
    kinds, solved = games.load_all_game_classes(), find_solved_games(solution_cache.store)
    cards = {name: make_game_card(name, kind) for name, kind in kinds.items()}  # type: ignore[arg-type]  # hashable
    telling = find_telling_sentences(tuple(cards.values()))
    found = search_games(wanted, kinds)
    near = [] if found.nearest is None else [found.nearest.nearest.partition("(")[0]]
    rows = [
        _build_card_row(games, cards[name], telling[name], solved, solution_cache.jobs.sizes)
        for name in dict.fromkeys([*near, *(found.meant or ([] if near else found.similar))])
    ]
    shown = [row for row in rows if not chip or chip in row["chips"]]
    by_group = sorted(shown, key=lambda row: row["group"].number)
    sources = {card.source for card in cards.values()}
    is_whole = not (wanted.strip() or chip)
    return {
        "count": len(cards),
        "rows": shown,
        "groups": [(group, list(each)) for group, each in groupby(by_group, lambda row: row["group"])],
        "wanted": wanted,
        "nothing": not found.meant,
        "nearest": str(found.nearest or ""),
        "away": " ".join(found.missing),
        "chip": CHIPS.get(chip, ""),
        "chips": [
            {
                "name": name,
                "words": words,
                "count": "" if name in OF_SIZE and not all(OF_SIZE & row["chips"] for row in rows) else count,
                "now": name == chip,
            }
            for name, words in CHIPS.items()
            if (count := sum(name in row["chips"] for row in rows))
        ],
        "whole": is_whole,
        "hero": draw_hero_board() if is_whole else None,
        "famous": list_famous_games() if is_whole else [],
        "given": [_make_game_link_fields(name) for name in games.first],
        "variants": [
            _make_game_link_fields(each) for each in sorted(solved - sources) if not GameText.names_file(each)
        ][:MOST_SOLVED],
        "work": build_running_solves_values(solution_cache)["rows"],
        "unplanned": [
            row["source"] for row in rows if row["source"] and not (row["own"] or "solved" in row["chips"])
        ],
    }


@functools.lru_cache(maxsize=1_000)
def make_game_card(name: str, kind: type[Game]) -> GameCard:
    """Return the card of a class of games, which may have no usual parameters."""
    phrases, source = build_search_phrases(name, kind), ""
    chips = {chip for chip, words in CHIPS.items() if words in phrases.kinds}
    sentences: tuple[str, ...] = ()
    try:
        source = repr(kind())
        sentences = tuple(SENTENCE.findall(" ".join(read_how_to_play(kind()))))
    except Exception:  # a class may raise anything, above all where it has no usual parameters
        chips.clear()
    words = f"{','.join(phrases.names)}|{' '.join(phrases.kinds)}"
    goal = phrases.goal.replace("`", "")
    return GameCard(
        name, format_game_name(name), source, goal, sentences, phrases.group, words, frozenset(chips)
    )


@functools.lru_cache(maxsize=4)
def find_telling_sentences(cards: tuple[GameCard, ...]) -> dict[str, str]:
    """Return what tells each game from the others: its goal, or the first sentence that the fewest share."""
    shared = Counter(sentence for card in cards for sentence in set(card.sentences))
    goals = Counter(card.goal for card in cards)
    return {
        card.name: card.goal
        if goals[card.goal] == 1 or not card.sentences
        else min(card.sentences, key=lambda sentence: shared[sentence])
        for card in cards
    }


def _build_card_row(
    games: ExplorerGames, card: GameCard, telling: str, solved: set[str], sizes: GameSizeNotes
) -> dict[str, Any]:
    url = make_game_path(card.name if card.source else games.find_example_game_text(card.name))
    size = sizes.find_game_size(card.source)
    chips = set(card.chips)
    if card.source in solved:
        chips.add("solved")
    if size is not None and not size.fits:
        chips.add("large")
    elif size is not None and size.positions <= SECONDS and not size.open:
        chips.add("seconds")
    return card._asdict() | {"url": url, "telling": telling, "own": card.name in games.own, "chips": chips}


@functools.cache
def draw_hero_board() -> dict[str, Any]:
    """Return the board that can be played at once, whose cells lead to play against the computer."""
    game = zermelo.game(HERO.game)
    line = LineCache(RuleTimeLimit()).find_or_make_played_line(game, HERO)
    scene = Scene.from_match(line.match)
    view = PositionView(HERO, line, GameStatus(game, repr(game)), scene, None)
    return {
        "board": draw_bare_board(scene, list_clickable_board_places(view)),
        "data": {"moves": list_move_choices(view)},
        "play": PositionUrl(HERO.game, view=HERO.view).url(),
        "explore": PositionUrl(HERO.game).url(),
    }


@functools.cache
def list_famous_games() -> list[dict[str, str]]:
    """Return the games shown large: title, two words, address and picture."""
    return [
        {
            "title": format_game_name(each.game),
            "words": each.words,
            "url": make_game_path(each.game),
            "picture": f"/-/picture{PositionUrl(each.game, each.moves).url(suffix='.svg')}",
        }
        for each in FAMOUS
    ]


def find_game_url(games: ExplorerGames, search_text: str) -> str:
    """Return the URL of the one game that a text names, "" where it is no name of a game."""
    if not search_text.strip():
        return ""
    try:
        if search_text in games.own:
            return make_game_path(games.find_example_game_text(search_text))
        name = find_game_class(search_text.strip()).family_name()
    except UnknownGame:
        return ""
    return make_game_path(name) if len(search_games(search_text).meant) == 1 else ""


@functools.lru_cache(maxsize=1_000)
def _make_game_link_fields(text: str) -> dict[str, str]:
    """Return a game's address, and its title with those parameters that are not the usual ones."""
    try:
        title = str(Match(read_game(text)).title)
    except ZermeloError:  # a file's, or what anybody wrote into the store
        title = format_game_name(text.partition(" from ")[0])
    return {"title": title, "url": make_game_path(text)}


def find_solved_games(store: Path) -> set[str]:
    """Return the games of which a solution stands in the store, as they write themselves."""
    try:
        return set(_read_solved_games_in_store(store, store.stat().st_mtime_ns))
    except OSError:
        return set()


@functools.lru_cache(maxsize=4)
def _read_solved_games_in_store(store: Path, changed: int) -> frozenset[str]:
    found = set()
    for directory in store.iterdir():
        if directory.is_dir() and not directory.name.endswith(".partial"):
            try:
                found.add(solved_game(directory))
            except (ZermeloError, OSError):
                continue
    return frozenset(found)


def build_running_solves_values(solution_cache: SolutionCache) -> dict[str, Any]:
    """Return what is being solved on request, and what waits."""
    return {
        "rows": [
            {
                "game": _make_game_link_fields(job.source)["title"],
                "url": None if GameText.names_file(job.source) else make_game_path(job.source),
                "said": str(job.status),
            }
            for job in solution_cache.jobs.list_requested_solves()
        ]
    }


def draw_thumbnail(match: Match) -> str:
    """Return a small picture of where a match stands; an empty board is shown after some moves at random."""
    scene = Scene.from_match(match)
    if scene.picture is None:
        return draw_text_as_svg(scene.text, repr(match.game))
    if not scene.picture.things:
        scene = Scene.from_match(_play_some_moves(match))
    return draw_bare_board(scene)


def draw_bare_board(scene: Scene, targets: Sequence[ClickTarget] = ()) -> str:
    """Return a board without coordinates, notes and the last move, which nobody could read or needs there."""
    if scene.picture is not None:
        picture = dataclasses.replace(scene.picture, marks=(), notes=(), mover=None)
        scene = dataclasses.replace(scene, picture=picture, last=())
    return scene.board_html(targets=targets)


def _play_some_moves(match: Match) -> Match:
    """Return a match that goes on from where this one stands, always alike, and is not over."""
    chance, shown = random.Random(repr(match.game)), [match.position]
    playing = Match(match.game, shown)
    for _ in range(MOVES_SHOWN):
        if playing.throws() or playing.is_over():
            break
        playing.play(playing.find_move(chance.choice(playing.move_names()), exact=True))
        if not playing.is_over():
            shown.append(playing.position)
    return Match(match.game, [shown[-1]])


def draw_text_as_svg(text: str, title: str, *, theme: str = "") -> str:
    """Return the picture of a game that draws none: the first lines of its text."""
    marks = tuple(Mark(line[:24], 2.0, 0.5 * number) for number, line in enumerate(text.split("\n")[:8]))
    return picture_svg(Picture(marks=marks), title, theme=theme)
