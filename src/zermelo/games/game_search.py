"""Games by what people type: a name, another name, a kind of game, a misspelling.

`find_game_class` wants the one game that a text names. `search_games` finds every game that a text may mean,
or those whose names are spelled most like it. The explorer's first page carries the same
phrases (`build_search_phrases`), so that typing there finds what `search_games` does.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from zermelo.core.errors import UnknownGame, quote
from zermelo.core.game import Game
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.how_to_play import read_how_to_play, summarize_game_class
from zermelo.core.parameters import list_parameters
from zermelo.games.game_aliases import ALIASES, NEAREST_GAMES, format_game_name, normalize_name
from zermelo.games.game_catalogue import GAMES, CatalogueEntry, CatalogueList, catalogue

BEGUN: Final = 3  # letters of a name that find what comes nearest to it
SIMILAR: Final = 0.6  # of a spelling, as difflib measures it
MISSPELT: Final = 0.8  # from which words of rules are rather a misspelt name
KIND_WORDS: Final = ByKind[tuple[str, ...]](
    "words that find a game",
    ("two players",),
    payoffs=("several players",),
    dice=("dice", "chance", "two players"),
    puzzle=("one player", "puzzle"),
)


class GameGroup(NamedTuple):
    """Games of one kind: the order, the title, what they have in common, and their folders."""

    number: int
    title: str
    sentence: str
    folders: tuple[str, ...]
    words: tuple[str, ...] = ()  # by which its games are found besides the names of folders


GROUPS: Final = (
    GameGroup(1, "Lines", "Get signs, discs or pieces in a row.", ("lines",), ("in a row",)),
    GameGroup(
        2,
        "Chess and draughts",
        "Endings played perfectly, variants, and small games with the same pieces.",
        ("chess", "draughts"),
    ),
    GameGroup(3, "Morris", "Place a few pieces, then slide them into rows.", ("morris",), ("mills",)),
    GameGroup(
        4,
        "Territory and connection",
        "Surround, fill or connect parts of the board.",
        ("territory", "connection"),
        ("area",),
    ),
    GameGroup(
        5,
        "Capture and blockade",
        "Take the opponent's pieces, or leave them no move.",
        ("capture", "blockade"),
    ),
    GameGroup(6, "Hunting", "Many weak pieces against a few strong ones.", ("hunt",), ("hunt", "chase")),
    GameGroup(7, "Races", "Reach the other side first.", ("race",)),
    GameGroup(8, "Sowing", "Sow seeds around the pits and harvest more.", ("sowing",), ("seeds", "mancala")),
    GameGroup(9, "Dice", "Luck decides too: choose what is best on average.", ("dice",), ("chance",)),
    GameGroup(10, "Puzzles", "One player, one goal, as few moves as you can.", ("puzzles",)),
    GameGroup(
        11,
        "Heaps and rows",
        "Take from heaps, numbers and rows; the last move decides.",
        ("heaps", "rows"),
        ("take away",),
    ),
    GameGroup(
        12,
        "Cakes, dominoes and graphs",
        "Games that mathematicians add up: cut, lay, colour and break.",
        ("cakes", "dominoes", "graphs", "hackenbush"),
        ("theory", "sums"),
    ),
    GameGroup(
        13,
        "Several players, and games made of games",
        "Payoffs for each player, declared rules, and changes of other games.",
        ("payoffs", "derived"),
    ),
)
OTHERS: Final = GameGroup(14, "Others", "Games of installed packages and of your own files.", ())


class SearchPhrases(NamedTuple):
    """What finds a game: its group, its names, the kinds of games that it is, its goal and all its rules."""

    group: GameGroup
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    goal: str
    rules: str


def build_search_phrases(name: str, kind: type[Game]) -> SearchPhrases:
    """List the phrases by which a game is found, in small letters.

    Parameters
    ----------
    name : str
        What the game is called in commands.
    kind : type of Game
        Its class.

    Returns
    -------
    SearchPhrases
        Its group, its names, the kinds of games that it is, its goal and all its rules.
    """
    return _read_search_phrases(name, kind)  # type: ignore[arg-type]  # a class is hashable


@lru_cache(maxsize=1_000)
def _read_search_phrases(name: str, kind: type[Game]) -> SearchPhrases:
    others = (also for also, known in ALIASES.items() if known == name)
    names = (format_game_name(name), name, *others)
    package, _, path = kind.__module__.partition(".games.")
    folder = path.partition(".")[0] if package == "zermelo" else ""
    group = next((group for group in GROUPS if folder in group.folders), OTHERS)
    try:
        game = kind()
        how = read_how_to_play(game)
        goal, rules, own = how.summary, " ".join(how), KIND_WORDS.choose(game)
    except Exception:  # a class may raise anything, above all where it has no usual parameters
        goal, own = summarize_game_class(kind), ()
        rules = goal
    own_title = (group.title,) if len(group.folders) < 2 else ()
    kinds = (*own_title, *group.words, folder, *own)
    return SearchPhrases(group, _split_phrases(names), _split_phrases(kinds), goal, rules)


def _split_phrases(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" ".join(split_words(text)) for text in texts if text))


def split_words(text: str) -> list[str]:
    """Return the words of a text in small letters, without accents and apostrophes.

    >>> split_words("Nine Men's_Morris")
    ['nine', 'mens', 'morris']
    """
    plain = unicodedata.normalize(
        "NFKD", text.lower().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")
    )
    return re.findall(r"[a-z0-9]+", "".join(each for each in plain if not unicodedata.combining(each)))


class NearestGame(NamedTuple):
    """A game that is not in the catalogue, the text of the nearest one, and why that is another."""

    name: str
    nearest: str
    reason: str

    def __str__(self) -> str:
        title = format_game_name(self.nearest.partition("(")[0])
        return f"{format_game_name(self.name)} is not here: {self.reason}. The nearest is {title}"


class FoundGames(NamedTuple):
    """Names of games that a text may mean, the best first; where there are none, of the most similar.

    `nearest` is what comes nearest to a game that is not in the catalogue, where the text names one or begins
    its name.
    """

    meant: list[str]
    similar: list[str]
    nearest: NearestGame | None = None

    @property
    def missing(self) -> list[str]:
        """All games of which the nearest is known, in small letters without blanks and signs."""
        return [normalize_name(name) for name in NEAREST_GAMES]


def search_games(text: str, games: Mapping[str, type[Game]] | None = None) -> FoundGames:
    """Find the games that a text may mean.

    Parameters
    ----------
    text : str
        Words of names, other names and kinds of games, each perhaps only begun; where no game has them,
        whole words of goals, and where no goal has them, of rules. An empty text means every game.
    games : dict of str to type of Game, optional
        The games by name; by default the catalogue.

    Returns
    -------
    FoundGames
        The names of the games that are meant; where there are none, of the most similar ones. Of a game
        that is not in the catalogue, the nearest one.

    Examples
    --------
    >>> search_games("reversi").meant, search_games("wild tic").meant, search_games("othelo").similar
    (['othello'], ['wild_tic_tac_toe'], ['othello'])
    >>> print(search_games("ludo").nearest)
    Ludo is not here: of races with dice there is an older one. The nearest is Royal Game of Ur
    """
    games = catalogue() if games is None else games
    phrases = {name: build_search_phrases(name, kind) for name, kind in games.items()}
    words = split_words(text)
    ranks = {name: _rank_phrases(each, words) for name, each in phrases.items()}
    worst = max(IN_KINDS, min(ranks.values(), default=NOWHERE))
    is_name = worst == IN_RULES and _find_similar_phrases(text, phrases, 1, MISSPELT)
    found = [] if is_name or worst == NOWHERE else [name for name in games if ranks[name] <= worst]
    meant = sorted(found, key=lambda name: ranks[name])
    return FoundGames(meant, [] if meant else find_similar_names(text, phrases), _find_nearest_game(text))


def _find_nearest_game(text: str) -> NearestGame | None:
    """Return what comes nearest to a missing game, of whose name the last letters may be missing."""
    wanted = normalize_name(text)
    names = [name for name in NEAREST_GAMES if normalize_name(name).startswith(wanted)]
    return NearestGame(names[0], *NEAREST_GAMES[names[0]]) if names and len(wanted) >= BEGUN else None


IS_NAME, BEGINS_NAME, IN_NAMES, IN_KINDS, IN_GOAL, IN_RULES, NOWHERE = range(7)


def _rank_phrases(phrases: SearchPhrases, words: list[str]) -> int:
    """Return how well the words fit a game, 0 the best."""
    squeezed = "".join(words)
    names = [phrase.replace(" ", "") for phrase in phrases.names]
    if squeezed in names:
        return IS_NAME
    if any(name.startswith(squeezed) for name in names):
        return BEGINS_NAME
    if _do_words_begin_phrase_words(words, phrases.names):
        return IN_NAMES
    if _do_words_begin_phrase_words(words, (*phrases.names, *phrases.kinds)):
        return IN_KINDS
    wanted = {word.removesuffix("s") for word in words}
    for rank, text in ((IN_GOAL, phrases.goal), (IN_RULES, phrases.rules)):
        if wanted <= {word.removesuffix("s") for word in split_words(text)}:
            return rank
    return NOWHERE


def _do_words_begin_phrase_words(words: list[str], phrases: Iterable[str]) -> bool:
    """Return whether each of the words begins a word of the phrases."""
    text = " " + " ".join(phrases)
    return all(f" {word}" in text for word in words)


def find_similar_names(text: str, phrases: Mapping[str, SearchPhrases], count: int = 3) -> list[str]:
    """Return the games with a name that is spelled most like a text, the most similar first."""
    return list(_find_similar_phrases(text, phrases, count))


def _find_similar_phrases(
    text: str, phrases: Mapping[str, SearchPhrases], count: int, least: float = SIMILAR
) -> dict[str, str]:
    """Return which name of each game is spelled most like a text, the most similar first."""
    wanted, found = normalize_name(text), dict[str, tuple[float, str]]()
    for name, each in phrases.items():
        for phrase in each.names:
            matcher = difflib.SequenceMatcher(None, phrase.replace(" ", ""), wanted)
            if matcher.real_quick_ratio() >= least and matcher.quick_ratio() >= least:
                found[name] = max(found.get(name, (0.0, "")), (matcher.ratio(), phrase))
    close = [name for name, (ratio, _) in found.items() if ratio >= least]
    return {name: found[name][1] for name in sorted(close, key=lambda name: -found[name][0])[:count]}


def find_game_class(name: str) -> type[Game]:
    """Find a class of games by its name.

    Parameters
    ----------
    name : str
        Command-line name, or another name that people use, as in "Connect 4" or "checkers".

    Returns
    -------
    type of Game
        The class.

    Raises
    ------
    UnknownGame
        If there is no such game; the error names similar ones.
    """
    if name in GAMES:
        return GAMES[name]
    games = catalogue()
    called = {normalize_name(also): known for also, known in ALIASES.items()} | {
        normalize_name(each): known for known in games for each in (format_game_name(known), known)
    }
    if normalize_name(name) in called:
        return games[called[normalize_name(name)]]
    raise _make_unknown_game_error(name)


def _make_unknown_game_error(name: str) -> UnknownGame:
    """Return the error where no game has a name; it names the nearest."""
    other = _find_nearest_game(name)
    if other is not None and normalize_name(name) == normalize_name(other.name):
        return UnknownGame(
            f"{quote(name)} is not a game of the catalogue: {other.reason}: the nearest is {other.nearest}"
        )
    near = _list_near_games(name)
    meant = f"did you mean {' or '.join(near)}?" if near else "`zermelo games` lists all of them"
    return UnknownGame(f"{quote(name)} is not a game of the catalogue: {meant}")


def _list_near_games(name: str, count: int = 3) -> list[str]:
    """Return the names of the games that a text may mean; by another name where that is spelled like it."""
    if not normalize_name(name):
        return []
    if found := search_games(name).meant:
        return found[:count]
    phrases = {each: build_search_phrases(each, kind) for each, kind in catalogue().items()}
    similar = _find_similar_phrases(name, phrases, count)
    own = {each: {normalize_name(each), normalize_name(format_game_name(each))} for each in similar}
    return [
        each if normalize_name(phrase) in own[each] else f"{phrase} ({each})"
        for each, phrase in similar.items()
    ]


def list_catalogue(wanted: str = "") -> CatalogueList:
    """Describe every game of the catalogue, or those that a text may mean.

    Parameters
    ----------
    wanted : str
        Words of names, other names and kinds of games; by default none.

    Returns
    -------
    CatalogueList
        Name, parameters and description of each game: in alphabetical order, or the best first.

    Raises
    ------
    UnknownGame
        If no game is meant; the error names similar ones.
    """
    games = catalogue()
    found = search_games(wanted, games).meant
    if not found:
        raise _make_unknown_game_error(wanted)
    return CatalogueList(games=tuple(_build_catalogue_entry(name, games[name]) for name in found))


def _build_catalogue_entry(name: str, kind: type[Game]) -> CatalogueEntry:
    parameters = {each.name: each.default for each in list_parameters(kind)}
    return CatalogueEntry(name=name, parameters=parameters, about=summarize_game_class(kind))
