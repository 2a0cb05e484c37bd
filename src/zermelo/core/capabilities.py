"""The capabilities of a game: every method and attribute that the package uses, and how each is called.

A name that is not in the table is a helper, which the package ignores. So a misspelled capability would be
quietly left out of every answer: `symmetry` makes no symmetries, `outcomes` ends no play. Therefore a new
class is refused if it has a name that is nearly a capability and that nothing in the class uses. It is also
refused if a capability cannot be called as the table states.
"""

import dataclasses
import functools
import inspect
from collections.abc import Iterator, Sequence, Set
from types import CodeType
from typing import Any, NamedTuple

from zermelo.core.errors import BadRules
from zermelo.core.mix_ins import MIX_INS, BitRows, InputPlanes, PerfectIndex, RetrogradeIndex, WinningLines


class Capability(NamedTuple):
    """A name with the parameters of its method, or None where it is an attribute: a field or a property.

    `default` is what holds for a game without it. `refusal` describes a game that has it in an error. Where
    `only_with` is a name, a game must have that one too for this to count as a capability: `size` alone is
    any number. A capability requires those that it `needs`, and cannot stand beside those that it `excludes`.
    A game that defines it names its `mix_in`; the first capability of each mix-in must be defined.
    """

    name: str
    parameters: tuple[str, ...] | None
    meaning: str
    default: str = ""
    refusal: str = ""
    only_with: str = ""
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    mix_in: type | None = None

    @property
    def signature(self) -> str:
        """The call as text: `tier(position)`, or a name alone."""
        return self.name if self.parameters is None else f"{self.name}({', '.join(self.parameters)})"


POSITION = ("position",)
MOVE = ("position", "move")
PLAYER = ("position", "player")

GROUPS: dict[str, tuple[Capability, ...]] = {
    "rules": (
        Capability(
            "start",
            (),
            "the position where play begins",
        ),
        Capability(
            "starts",
            (),
            "several starting positions; without `start()`, play begins at the first",
            "`start()` alone",
        ),
        Capability(
            "moves",
            POSITION,
            "the mover's moves; never called on a finished position",
        ),
        Capability(
            "play",
            MOVE,
            "the position after a move",
        ),
        Capability(
            "outcome",
            POSITION,
            "WIN, DRAW, LOSS for the mover where the rules end the game, else UNDECIDED",
            "only having no move ends the game",
        ),
        Capability(
            "stuck",
            POSITION,
            "the mover's value where there is no move",
            "LOSS (misere games return WIN); 0 points in scored games",
        ),
        Capability(
            "scored",
            None,
            "`outcome` and `stuck` return points, the mover's minus the other's",
            "win, draw, loss",
            refusal="counts points",
        ),
        Capability(
            "players",
            None,
            "the number of players, and of their `payoffs`; `PuzzleForOne` declares 1",
            "two players, zero-sum",
        ),
        Capability(
            "impartial",
            None,
            "both players have the same moves; gives nimbers and sums",
            "`zermelo nimber` refuses",
            refusal="is impartial",
            excludes=("mover", "scored", "gain", "chances", "payoffs"),
        ),
        Capability(
            "gain",
            MOVE,
            "points the mover gets at once; values are then points still to come",
            "no points on the way",
            refusal="has points that come on the way",
            needs=("scored",),
        ),
        Capability(
            "mover",
            POSITION,
            "the player to move, 0 or 1, where turns do not alternate; the position must store it",
            "turns alternate",
            refusal="has a mover()",
        ),
        Capability(
            "tier",
            POSITION,
            "a number that no move lowers; best if each move raises it by one; play may cycle within a tier",
            "the engine tests whether plies from the start can serve as tiers",
        ),
        Capability(
            "symmetries",
            POSITION,
            "every symmetric image of this position, itself included",
            "each position is solved by itself",
        ),
        Capability(
            "chances",
            POSITION,
            "dice: yields (probability, position) pairs, as in `yield 1 / 6, position`; no player "
            "moves there",
            "no dice",
            refusal="has chances",
            needs=("mover",),
        ),
        Capability(
            "payoffs",
            POSITION,
            "for more than two players, or payoffs that need not sum to zero: one number for each player "
            "at the end of the game; several players need `mover`",
            "two players, zero-sum",
            refusal="has payoffs of any sum",
            excludes=("chances", "gain", "scored"),
        ),
    ),
    "presentation": (
        Capability(
            "how_to_play",
            None,
            "three sentences for players: the goal, how a turn goes, how play ends; `{columns}` stands for a "
            "parameter",
            "the goal is the first sentence of the class's docstring",
        ),
        Capability(
            "move_word",
            None,
            "what stands before the name of a move that is a bare number or word, as in `only column 4 wins`",
            "the move",
        ),
        Capability(
            "player_names",
            None,
            "two names, of the player who begins first unless the text says who is to move: X and O, white "
            "and black",
            "first and second",
        ),
        Capability(
            "show",
            POSITION,
            "a board as text",
            "the number",
        ),
        Capability(
            "parse",
            ("text",),
            "the position that a text, as `show` writes it, describes",
            "only numbers are read",
        ),
        Capability(
            "name",
            MOVE,
            "a move as a person writes it, on one line",
            "the number",
        ),
        Capability(
            "depict",
            POSITION,
            "a `zermelo.boards.Picture`: what stands where; drawn in notebooks, reports, pages and terminals",
            "a grid made from `show`",
        ),
        Capability(
            "draw",
            POSITION,
            "the position as SVG, if no `Picture` can show it",
            "drawn from `depict`",
        ),
        Capability(
            "seen_by_mover",
            None,
            "text and pictures show X for the mover and O for the opponent; lines of play swap X and O so "
            "that each player keeps one sign",
            "each player has a fixed sign",
        ),
        Capability(
            "turned_by_moves",
            None,
            "text and pictures of a position show the board from the mover's side; pictures of a line of "
            "play turn it back",
            "the board stays as it is",
        ),
    ),
    "search hints": (
        Capability(
            "candidates",
            POSITION,
            "some of the moves, one of them best in value and remoteness (plies to the end), such as "
            "the only block",
            "all moves",
        ),
        Capability(
            "bounds",
            POSITION,
            "(low, high), bounds on the mover's value",
            "no bounds are known",
        ),
        Capability(
            "length_bounds",
            POSITION,
            "(worst, best), bounds on the plies to a win, minus the plies to a loss, or 0 for a draw; with "
            "`-4, 3` the mover loses in 4 at worst and wins in 3 at best; `-1, 1` where there is no move",
            "the result of `bounds`",
            excludes=("scored",),
        ),
        Capability(
            "forced",
            POSITION,
            "the only move that must be searched, if it is found quickly, else -1; a search "
            "plays such moves until there is a choice",
            "moves are searched one after the other",
        ),
        Capability(
            "order",
            MOVE,
            "a number; moves with larger numbers are searched first",
            "moves are searched in the order of `moves`",
        ),
        Capability(
            "estimate",
            POSITION,
            "for searches that stop before the game ends, such as play against the clock: a guess of the "
            "mover's value; in a scored game the points still to come, else a rating from -32,000 to 32,000",
            "0",
        ),
        Capability(
            "quiet",
            POSITION,
            "for play against the clock: whether the estimate can be trusted",
            "it is always trusted",
        ),
        Capability(
            "endgame",
            POSITION,
            "the same position in a related game that may be solved, whose class is in the "
            "same file or has the same base class; -1 for none",
            "the position itself",
        ),
        Capability(
            "lasting",
            None,
            "pieces stay on the board; below a position without symmetry, symmetric "
            "positions are then rare, and a search does not merge them",
            "a search merges symmetric positions everywhere",
            needs=("symmetries",),
        ),
    ),
    "index": (
        Capability(
            "rank",
            POSITION,
            "a perfect index: the position's number, counted from 0; with dice, of a position before a roll",
            "the positions that play reaches are found and kept",
            needs=("unrank", "size"),
            mix_in=PerfectIndex,
        ),
        Capability(
            "unrank",
            ("index",),
            "the position with this number, -1 for none",
            "no index",
            needs=("rank", "size"),
            mix_in=PerfectIndex,
        ),
        Capability(
            "size",
            None,
            "how many numbers the index has",
            "no index",
            only_with="rank",
            mix_in=PerfectIndex,
        ),
        Capability(
            "parents",
            POSITION,
            "the positions from which a move leads here, for games with an index",
            "the engine reverses the moves itself, and stores them",
            needs=("rank",),
            mix_in=RetrogradeIndex,
        ),
        Capability(
            "moves_to_later_tiers",
            POSITION,
            "the moves that lead to a later tier, for games with `parents`",
            "all moves are tried",
            needs=("parents", "tier"),
            mix_in=RetrogradeIndex,
        ),
        Capability(
            "neighbour_indexes_in_tier",
            ("index", "back"),
            "the indexes that moves within the tier lead to or, if `back` is true, those of the `parents`",
            "`unrank` is called, then the `rank` of each such position",
            needs=("parents",),
            excludes=("mover",),
            mix_in=RetrogradeIndex,
        ),
        Capability(
            "indexes_in_later_tiers",
            POSITION,
            "the indexes that moves to later tiers lead to, if each of these moves changes the mover",
            "the `rank` of what `moves_to_later_tiers` lead to",
            needs=("parents", "tier"),
            excludes=("mover", "gain", "moves_to_later_tiers"),
            mix_in=RetrogradeIndex,
        ),
        Capability(
            "is_row_of_indexes",
            ("index",),
            "whether the 64 indexes from this multiple of 64 on form a row",
            "each index is handled by itself",
            needs=(
                "neighbour_indexes_in_tier",
                "moves_to_later_tiers",
                "row_places_with_position",
                "row_places_handled_singly",
                "row_moves_to_later_tiers",
                "row_moves_within_tier",
                "row_neighbours_of_place",
            ),
            excludes=("gain",),
            mix_in=BitRows,
        ),
        Capability(
            "row_places_with_position",
            ("index",),
            "the places of a row that have a position, a bit each",
            only_with="is_row_of_indexes",
            mix_in=BitRows,
        ),
        Capability(
            "row_places_handled_singly",
            ("index",),
            "the places whose moves out of the tier are handled one by one; includes finished positions",
            only_with="is_row_of_indexes",
            mix_in=BitRows,
        ),
        Capability(
            "row_moves_to_later_tiers",
            ("index",),
            "yields (where, places, turn): moves lead from `places` out of the tier, to row or index `where`",
            only_with="is_row_of_indexes",
            mix_in=BitRows,
        ),
        Capability(
            "row_moves_within_tier",
            ("index", "back"),
            "yields (row, places, turn): moves lead from `places` to `row` or, if `back` is true, from it",
            only_with="is_row_of_indexes",
            mix_in=BitRows,
        ),
        Capability(
            "row_neighbours_of_place",
            ("index", "place", "back"),
            "if the turn is `PLACE_BY_PLACE`: the places that moves lead to from `place` or, if `back` is "
            "true, come from",
            only_with="is_row_of_indexes",
            mix_in=BitRows,
        ),
        Capability(
            "layers",
            POSITION,
            "input planes for learners: yields numbers, equally many for each position; each bit is a piece "
            "in a place, as the mover sees it, or something else in the picture",
            "planes are made from each picture, which takes longer",
            mix_in=InputPlanes,
        ),
    ),
    "theory": (
        Capability(
            "passed",
            POSITION,
            "the same position with the other player to move, -1 for none: `zermelo puzzles` "
            "finds mutual zugzwang",
            "no such puzzles",
        ),
        Capability(
            "options",
            PLAYER,
            "partizan games: where `player` (0 Left, 1 Right) can move to, regardless of the turn; see "
            "[Sums of games](your-own-game.md#sums-of-games)",
            "`zermelo canonical` and `sum` refuse the game, unless it is impartial",
        ),
        Capability(
            "with_mover",
            PLAYER,
            "the same position with this player to move; shortens `options` to three lines",
            "moves in sums are named by where they lead",
        ),
        Capability(
            "parts",
            POSITION,
            "positions of the same game that add up to this one",
            "the position is searched whole",
        ),
        Capability(
            "coded_heaps",
            POSITION,
            "impartial games: the heaps whose sum the position is, as (rule, size) pairs, with rules that "
            "`zermelo octal` reads; the nimber is computed from the heaps, of any size",
            "nimbers are found by search",
            needs=("impartial",),
        ),
        Capability(
            "heap_sizes",
            POSITION,
            "the sizes of the heaps, for rules about nim-sums, parities and counts",
            "the numbers in the position's text",
        ),
        Capability(
            "winning_lines",
            None,
            "every winning line as a mask of cells",
            "rules of `zermelo explain` mention heaps or moves, not lines",
            needs=("boards", "cell_of"),
            mix_in=WinningLines,
        ),
        Capability(
            "boards",
            POSITION,
            "the mover's stones and the opponent's, as masks",
            "no lines",
            only_with="winning_lines",
            mix_in=WinningLines,
        ),
        Capability(
            "cell_of",
            MOVE,
            "the cell of a move",
            "no lines",
            only_with="winning_lines",
            mix_in=WinningLines,
        ),
        Capability(
            "playable",
            ("occupied",),
            "if stones fall: the cells where a stone may be put, as a mask",
            "all empty cells",
            only_with="winning_lines",
            mix_in=WinningLines,
        ),
        Capability(
            "abstract_rules",
            None,
            "a text that states actions and final positions as abstract graphs; rules are derived from it",
            "`zermelo explain --method backward` uses `winning_lines`",
            needs=("boards",),
        ),
    ),
}
CAPABILITIES = {each.name: each for group in GROUPS.values() for each in group}
SHORT_NAME = 5  # letters up to which a name is near another only if the first letter is the same
GENERATED = ("__init__", "__setattr__", "__delattr__")  # by the dataclass: they speak of every field
LONG_NAME = 8  # letters from which two may be wrong


def check_definition(cls: type, root: type) -> None:
    """Raise `BadRules` where a class below `root` misspells a capability, or makes one what it is not."""
    defined: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base not in root.__mro__ and base not in MIX_INS:
            defined.update(base.__dict__)
    fields = dict.fromkeys(field.name for field in dataclasses.fields(cls))
    for name in CAPABILITIES.keys() & (defined.keys() | fields.keys()):
        capability = CAPABILITIES[name]
        if not capability.only_with or capability.only_with in defined:
            _check_capability_kind(cls, capability, defined.get(name), is_field=name in fields)
    has_start = not defined.keys().isdisjoint(("start", "starts", "unrank"))
    if has_start + ("moves" in defined) + ("play" in defined) < 2:
        return  # a base for some games, whose helpers the classes below it use
    if not cls.__name__.startswith("_"):  # which is a base, and the classes below it say the rest
        declared = {name for name, value in defined.items() if value is not None and value is not False}
        _check_mix_ins(cls, root, defined.keys() | fields.keys(), declared | fields.keys())
        _check_needed_capabilities(cls, declared | fields.keys())
    refuse_misspelled_capabilities(
        cls, root, [each for each in CAPABILITIES.values() if not each.only_with or each.only_with in defined]
    )


def refuse_misspelled_capabilities(cls: type, root: type, asked: Sequence[Capability]) -> None:
    """Raise `BadRules` where a class below `root` has nearly a name that is asked for, and uses it not."""
    fields = dict.fromkeys(field.name for field in dataclasses.fields(cls))
    own = (fields | cls.__dict__).items()
    near = [(name, meant) for name, value in own for meant in _yield_near_capabilities(name, value, asked)]
    used = _collect_names_used_by_class(cls, root) if near else set()
    for name, meant in near:
        if name not in used and meant.name not in cls.__dict__:
            raise BadRules(_make_misspelling_message(cls, name, meant))


def _check_mix_ins(cls: type, root: type, named: Set[str], declared: Set[str]) -> None:
    """Raise `BadRules` where a class lacks the mix-in of what it declares, or the methods of its mix-in."""
    for mix_in in reversed(MIX_INS):  # the more special first
        rows = [each for each in CAPABILITIES.values() if each.mix_in is mix_in]
        own = [
            each.name for each in rows if each.name in declared and (each.only_with or each.name) in declared
        ]
        written = f"class {cls.__name__}(Game, {mix_in.__name__})"
        if not issubclass(cls, mix_in):
            if own:
                raise BadRules(
                    f"{cls.__name__} defines {', '.join(own)}, which belong to a mix-in: write {written}, "
                    f"or give helpers other names"
                )
            continue
        if cls.__mro__.index(mix_in) < cls.__mro__.index(root):
            raise BadRules(f"{cls.__name__} names {mix_in.__name__} before Game: write {written}")
        lacking = [name for name in (rows[0].name, *rows[0].needs) if name not in named]
        if rows[0].name in lacking:
            raise BadRules(
                f"{cls.__name__} names {mix_in.__name__}, and does not define {', '.join(lacking)}: "
                "define what is missing, or leave the mix-in out"
            )


def _check_needed_capabilities(cls: type, defined: Set[str]) -> None:
    """Raise `BadRules` where a class lacks what a capability of it needs, or has what one excludes."""
    for name, capability in CAPABILITIES.items():
        if name not in defined:
            continue
        lacking = [other for other in capability.needs if other not in defined]
        if lacking:
            raise BadRules(
                f"{cls.__name__} defines {name} and no {' and no '.join(lacking)}: "
                f"one is asked with {' and '.join(capability.needs)}, so define them, or leave it out"
            )
        beside = [other for other in capability.excludes if other in defined]
        if beside:
            raise BadRules(
                f"{cls.__name__} defines {name} and {beside[0]}, and a game has one or the other: "
                f"{name} means {capability.meaning}"
            )


def _check_capability_kind(cls: type, capability: Capability, value: Any, *, is_field: bool) -> None:
    """Raise `BadRules` where what the class has under a capability's name cannot be asked as one."""
    name = capability.name
    if capability.parameters is None:
        if inspect.isfunction(value):
            raise BadRules(
                f"{cls.__name__} defines {name} as a method, and it is asked as an attribute: "
                f"write @property above def {name}(self), or make it a field"
            )
        return
    written = f"def {name}({', '.join(('self', *capability.parameters))})"
    if is_field or not (value is None or callable(value) or isinstance(value, staticmethod | classmethod)):
        found = "a field" if is_field else f"a {type(value).__name__}"
        raise BadRules(
            f"{cls.__name__} defines {name} as {found}, and it is a method, {written}: "
            "write that, or give what is meant another name"
        )
    fault = _describe_parameter_mismatch(value, len(capability.parameters))
    if fault:
        raise BadRules(f"{cls.__name__} defines {name}{fault}, and it is asked as {written}: write it so")


def _describe_parameter_mismatch(value: Any, parameters: int) -> str:
    """Return the parameters of a method that cannot be called with so many, else nothing."""
    function = _unwrap_function(value)
    if function is None or isinstance(value, functools.partial):
        return ""
    code: CodeType = function.__code__
    taken = parameters if isinstance(value, staticmethod) else parameters + 1
    least = code.co_argcount - len(function.__defaults__ or ())
    most = code.co_argcount if not code.co_flags & inspect.CO_VARARGS else taken
    wanted = set(code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]) - set(
        function.__kwdefaults__ or ()
    )
    if least <= taken <= most and not wanted:
        return ""
    return f"({', '.join(inspect.signature(function).parameters)})"


def _yield_near_capabilities(name: str, value: Any, asked: Sequence[Capability]) -> Iterator[Capability]:
    """Yield the capabilities that a name of a class is nearly, where it could stand for one of that kind."""
    if name.startswith("_") or name in CAPABILITIES or isinstance(value, type):
        return
    if any(name == capability.name for capability in asked):
        return
    is_method = _unwrap_function(value) is not None
    for capability in asked:
        if (is_method or capability.parameters is None) and is_near_capability_name(name, capability.name):
            yield capability


def is_near_capability_name(name: str, capability: str) -> bool:
    """Return whether a name is nearly a capability's: another number, other capitals, a letter or two wrong.

    >>> is_near_capability_name("symmetry", "symmetries"), is_near_capability_name("withMover", "with_mover")
    (True, True)
    >>> is_near_capability_name("order_of", "order"), is_near_capability_name("over", "mover")
    (False, False)
    """
    one, other = _fold_case_and_underscores(name), _fold_case_and_underscores(capability)
    wrong = 2 if min(len(one), len(other)) >= LONG_NAME else 1
    if _to_singular(one) == _to_singular(other):
        return True
    if abs(len(one) - len(other)) > wrong or len(set(one) ^ set(other)) > 2 * wrong:
        return False  # most names, and quickly
    if len(other) <= SHORT_NAME and one[:1] != other[0]:
        return False
    return _compute_edit_distance(one, other) <= wrong


def _fold_case_and_underscores(name: str) -> str:
    return name.replace("_", "").casefold()


def _to_singular(word: str) -> str:
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")


def _compute_edit_distance(one: str, other: str) -> int:
    """Return how many letters have to be put in, left out, changed or swapped with the next."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                least = min(least, earlier[j - 2] + 1)
            row.append(least)
    return row[-1]


def _unwrap_function(value: Any) -> Any:
    """Return the function inside a method, a property or a decorated one, None where there is none."""
    if isinstance(value, staticmethod | classmethod):
        value = value.__func__
    elif isinstance(value, property):
        value = value.fget
    elif isinstance(value, functools.cached_property):
        value = value.func
    value = inspect.unwrap(value) if callable(value) else value
    return value if inspect.isfunction(value) else None


def _collect_names_used_by_class(cls: type, root: type) -> set[str]:
    """Return every name that the class's functions speak of, each not in its own; and second names."""
    used: set[str] = set()
    for base in cls.__mro__:
        if base in root.__mro__ or base in MIX_INS:
            continue
        values = [
            value
            for name, value in base.__dict__.items()
            if name not in GENERATED and _unwrap_function(value) is not None
        ]
        for value in values:
            function = _unwrap_function(value)
            used |= set(_yield_names_in_code(function.__code__)) - {function.__name__}
            if sum(each is value for each in values) > 1:
                used.add(function.__name__)
    return used


def _yield_names_in_code(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _yield_names_in_code(constant)


def _make_misspelling_message(cls: type, name: str, meant: Capability) -> str:
    return (
        f"{cls.__name__} defines {name}, which nothing asks for: "
        f"did you mean {meant.signature}? "
        f"A helper that is used elsewhere only may be called _{name}"
    )
