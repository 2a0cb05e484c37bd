"""Addresses: a position is a URL, its moves are the path, and how it is looked at stands in the query.

    /connect_four(columns=5,rows=4)/3/3/4?with=perfect&as=second

The first part names the game, as `zermelo.game` reads it, the others the moves by name. `from` is a position
that was set up, written as the game shows it. Where dice have been thrown a part says which throw it was,
`~2` the second of the game's list. What stands behind `.json` is the same for programs, behind `.svg` and
`.png` the picture. A name that an address would lose otherwise, none at all, `.` or `..`, or that ends as
these do, has a `~` behind it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final
from urllib.parse import parse_qsl, quote, unquote

from zermelo.core import BadParameter

LONGEST: Final = 20_000  # characters of a path and its query
LONGEST_FIELD: Final = 400  # of a field that says how a position is looked at: each link of a page has them
MOST_TOUCHED: Final = 16
MOST_LINKED: Final = 4_000_000  # characters of all links of a page, each of which has the whole line
LONGEST_KEPT: Final = 100  # characters of a name whose escaped form is remembered
PLAIN: Final = "(),=:+*'!@;$~"  # signs that stand in a path as they are
IN_QUERY: Final = "/(),:*'!@;$"
HINTS: Final = ("on", "ask", "off")
SIDES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
JSON: Final = ".json"
SUFFIXES: Final = (JSON, ".svg", ".png")  # behind a position: for programs, and its picture
KEPT: Final = "~"  # behind a part that browsers or we would take for something else


@dataclass(frozen=True)
class ViewOptions:
    """View options of a position: whose values are shown, and what else is."""

    side: int | None = None  # whose values are shown, or who the person is; None: the mover, the first
    hints: str = ""  # one of `HINTS`; "": on when playing alone, on demand against an opponent
    turned: bool = False  # the board is seen from the other side
    opponent: str = ""  # the player of the other side: a name, "" for none
    touched: tuple[str, ...] = ()  # places where a move has been begun
    panel: str = ""  # what is opened below the board
    shown: bool = False  # hints are wanted here, this once
    ahead: tuple[str, ...] = ()  # moves that were taken back, the next to make again first
    sign: str = ""  # what a touch puts on a cell, where a position is set up

    @property
    def person(self) -> int:
        """The player that the person is, where there is an opponent."""
        return self.side or 0

    @property
    def options_for_next_position(self) -> "ViewOptions":
        """The same for the next position: what was opened stays, what was begun does not."""
        return replace(self, touched=(), shown=False, ahead=(), sign="")


@dataclass(frozen=True)
class PositionUrl:
    """A line of play as it is written: the game, the position set up, the moves, and how it is looked at."""

    game: str
    moves: tuple[str, ...] = ()
    start: str = ""
    second: bool = False  # the player who did not begin is to move where the position was set up
    view: ViewOptions = field(default_factory=ViewOptions)

    def with_position_set_up(self, text: str, *, second: bool = False) -> "PositionUrl":
        """Return a position that is set up in place of this one; no move has been made there."""
        return PositionUrl(self.game, (), text, second, self.view.options_for_next_position)

    @cached_property
    def path(self) -> str:
        """The path, its parts escaped."""
        return "/" + "/".join(map(escape_url_part, (self.game, *self.moves)))

    def url(self, *, suffix: str = "") -> str:
        """Return the URL, without the server; `suffix` is one of `SUFFIXES`."""
        return self.path + suffix + self._query_string

    @cached_property
    def _query_string(self) -> str:
        """The query with its question mark, "" where there is nothing to say."""
        said = "&".join(f"{name}={quote(value, safe=IN_QUERY)}" for name, value in self.list_query_fields())
        return f"?{said}" if said else ""

    @cached_property
    def _query_after_move(self) -> str:
        """The query of the positions that follow."""
        return self.after_moves()._query_string

    def url_after_move(self, move: str, *, suffix: str = "") -> str:
        """Return the URL of the position after a move, as `after(move).url()` does, of many moves faster."""
        return f"{self.path}/{escape_url_part(move)}{suffix}{self._query_after_move}"

    def list_query_fields(self) -> Iterable[tuple[str, str]]:
        """Return the fields of the query, those that say what is usual left out."""
        view = self.view
        rows = {
            "from": self.start,
            "turn": SIDES[1] if self.second else "",
            "as": "" if view.side is None else SIDES[view.side],
            "with": view.opponent,
            "hints": view.hints,
            "turned": "1" if view.turned else "",
            "touch": ",".join(view.touched),
            "panel": view.panel,
            "show": "1" if view.shown else "",
            "sign": view.sign,
            "ahead": "/".join(map(escape_url_part, view.ahead)),
        }
        return ((name, value) for name, value in rows.items() if value)

    def after_moves(self, *moves: str) -> "PositionUrl":
        """Return where these moves lead."""
        return replace(self, moves=(*self.moves, *moves), view=self.view.options_for_next_position)

    @property
    def moves_with_undone_ones(self) -> tuple[str, ...]:
        """The moves, and those that were taken back after them."""
        return (*self.moves, *self.view.ahead)

    def url_at_ply(self, ply: int) -> str:
        """Return the URL of `at(ply)`, of many plies faster."""
        whole = self._escaped_moves
        path = "/".join(("", escape_url_part(self.game), *whole[:ply]))
        return f"{path}{self._format_query_with_undone_moves(tuple(whole[ply:]))}"

    @cached_property
    def _escaped_moves(self) -> list[str]:
        return [escape_url_part(part) for part in self.moves_with_undone_ones]

    def _format_query_with_undone_moves(self, ahead: tuple[str, ...]) -> str:
        kept = self._query_after_move
        said = quote("/".join(ahead), safe=IN_QUERY)
        return f"{kept}{'&' if kept else '?'}ahead={said}" if ahead else kept

    def at_ply(self, ply: int) -> "PositionUrl":
        """Return where it was, or will be again, after so many plies; moves after them are not forgotten."""
        view = replace(self.view.options_for_next_position, ahead=self.moves_with_undone_ones[ply:])
        return replace(self, moves=self.moves_with_undone_ones[:ply], view=view)

    def with_view_options(self, **changes: object) -> "PositionUrl":
        """Return the same position looked at otherwise."""
        kept = replace(self.view.options_for_next_position, ahead=self.view.ahead)
        return replace(self, view=replace(kept, **changes))  # type: ignore[arg-type]  # fields of View


def make_game_path(text: str) -> str:
    """Return the path of a game, without the blanks that say nothing: those of texts and positions do.

    >>> make_game_path("nim(heaps=(1, 2))"), make_game_path("nim(heaps=(1, 2)) from 1 2")
    ('/nim(heaps=(1,2))', '/nim(heaps=(1,2))%20from%201%202')
    """
    named, begins, where = text.partition(" from ")
    if not {"'", '"'} & set(named):
        named = named.replace(" ", "")
    return f"/{escape_url_part(named + begins + where)}"


def escape_url_part(part: str) -> str:
    """Return a part of a path as it stands there.

    >>> escape_url_part("2 from heap 1"), escape_url_part("."), escape_url_part("a.json"), escape_url_part("")
    ('2%20from%20heap%201', '.~', 'a.json~', '~')
    """
    return _escaped_short(part) if len(part) <= LONGEST_KEPT else _escape_url_part_uncached(part)


def _escape_url_part_uncached(part: str) -> str:
    return quote(
        f"{part}{KEPT}" if part in ("", ".", "..") or part.endswith((*SUFFIXES, KEPT)) else part, safe=PLAIN
    )


_escaped_short = lru_cache(maxsize=20_000)(_escape_url_part_uncached)


def parse_touched_places(text: str) -> tuple[str, ...]:
    """Return the places that a field of an address lists. Raises `BadParameter`.

    >>> parse_touched_places("a1,b2"), parse_touched_places("")
    (('a1', 'b2'), ())
    """
    found = tuple(part for part in text.split(",") if part)
    if len(found) > MOST_TOUCHED or len(text) > LONGEST_FIELD:
        raise BadParameter(f"touch= lists {len(found):,} places: a move is of {MOST_TOUCHED} at most")
    return found


def check_page_link_count(count: int, url: str) -> None:
    """Raise `BadParameter` where a page has so many links to so long addresses that nobody could load it."""
    if count * len(url) > MOST_LINKED:
        raise BadParameter(
            f"a page with {count:,} links to addresses of {len(url):,} characters is too large: begin at a "
            "later position, which `from=` sets up"
        )


def split_url_path(path: str) -> list[str]:
    """Return the parts that a path has, as they were before `escaped`.

    >>> split_url_path("/".join(map(escape_url_part, ("", "a/b", "..", "x~"))))
    ['', 'a/b', '..', 'x~']
    """
    return [unquote(part).removesuffix(KEPT) for part in path.split("/") if part]


def parse_position_url(raw_path: str, query: str) -> tuple[PositionUrl, str]:
    """Return what a URL says, and which of `SUFFIXES` it has, "" where none. Raises `BadParameter`.

    >>> found, _ = parse_position_url("/tic_tac_toe/b2/a1.json", "from=X../.../...&as=second")
    >>> found.moves, found.start, found.view.side
    (('b2', 'a1'), 'X../.../...', 1)
    >>> parse_position_url(found.path, "")[0].moves == found.moves
    True
    """
    if len(raw_path) + len(query) > LONGEST:
        raise BadParameter(f"the address has {len(raw_path) + len(query):,} characters: {LONGEST:,} are read")
    before, _, last = raw_path.rstrip("/").rpartition("/")
    suffix = next((each for each in SUFFIXES if unquote(last).endswith(each)), "")
    if suffix:
        last = quote(unquote(last).removesuffix(suffix), safe=PLAIN)
    parts = split_url_path(f"{before}/{last}")
    if not parts:
        raise BadParameter("the address names no game: write /tic_tac_toe")
    said = dict(parse_qsl(query))
    second = said.get("turn") == SIDES[1]
    found = PositionUrl(parts[0], tuple(parts[1:]), said.get("from", ""), second, _parse_view_options(said))
    check_page_link_count(len(found.moves_with_undone_ones), raw_path + query)
    return found, suffix


def _parse_view_options(fields: dict[str, str]) -> ViewOptions:
    side, hints = fields.get("as", ""), fields.get("hints", "")
    if side and side not in SIDES:
        raise BadParameter(f"as={side!r} is no side: write as={' or as='.join(SIDES)}")
    if hints and hints not in HINTS:
        raise BadParameter(f"hints={hints!r} is none: write hints={', '.join(HINTS)}")
    for name in ("with", "panel"):
        if len(fields.get(name, "")) > LONGEST_FIELD:
            raise BadParameter(f"{name}= has more than {LONGEST_FIELD} characters: give a shorter one")
    return ViewOptions(
        side=SIDES.index(side) if side else None,
        hints=hints,
        turned="turned" in fields,
        opponent=fields.get("with", ""),
        touched=parse_touched_places(fields.get("touch", "")),
        panel=fields.get("panel", ""),
        shown="show" in fields,
        ahead=tuple(split_url_path(fields.get("ahead", ""))),
        sign=fields.get("sign", "")[:4],
    )
