"""What GamesmanUni asks of its server, answered by ours: the contract that its authors call UWAPI.

Read from the types of GamesCrafters/GamesmanUni at commit 3771794 (`src/scripts/apis/gamesCrafters/types.ts`)
and the server GamesCrafters/GamesCraftersUWAPI at commit cd25c7b. All are asked with GET, below one base:

| path | query | answered by |
| --- | --- | --- |
| `/` | | `games_json(variants)` |
| `/GAME/` | | `game_json(variants, game_id)` |
| `/GAME/VARIANT/` | | `variant_json(variant)` |
| `/GAME/VARIANT/positions/` | `p`, the position | `position_json(variant, p)` |
| `/GAME/VARIANT/instructions/` | `locale`, passed over: ours is English | `instructions_json(variant)` |
| any of them that there is not | | `error_json(what)` |

Paths end in a slash, as the site asks them so. Its base is a constant of the site's build, `gameAPI` in
`src/models/datas/defaultApp.ts`, and ends in a slash too; as the site is another origin, each answer needs
the header `Access-Control-Allow-Origin`. An error is known by its field `error`, whatever the status is.

The site puts a position into its URL as it is, so ours are written with signs that mean nothing there:
`1_X../.O./...`, 1 for whoever began, other signs as `!` and two digits. A `Variant` is a game with its
parameters, and a game is all variants of one family.

Its words are others than ours. A "tie" is a draw that comes to an end; "draw" is play without end, and a draw
of which only the value was kept, as nobody knows which it is. `moveValue` is the mover's, while
`positionValue`, `remoteness` and `winby` of a move are those of the position after it, as its own mover sees
them; our answers of moves count the move. `winby` is how much the winner wins by, never negative, and says
with the value who. `deltaRemoteness` is how much worse a move is than the best of the same value. In a puzzle
for one it is by how much the move shortens the way, which may be negative, and `moveValue` says only that:
nearer is "win", farther or never "lose".

Where points are won on the way, who leads counts at the site, and our values are of what is still to come: so
the lead of whoever began stands at the end of a position, as in `;2`, and is added.

Games of dice and of several players are not answered: the site knows none.
"""

import dataclasses
import functools
import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from zermelo import Game
from zermelo.answers import Answer, Solution
from zermelo.errors import BadParameter, ZermeloError
from zermelo.matches import Match
from zermelo.rules import Position, has, is_for_one, is_of_payoffs, look
from zermelo.showing import scene_of
from zermelo.sums import nimber
from zermelo.web.autogui import Autogui, autogui_of
from zermelo.web.uwapi_positions import lead_of, match_at, written

Json = dict[str, Any]
WITHOUT_END: Final = -200  # their sign for a remoteness that is infinite
NOT_KNOWN: Final = -100  # and for one that is finite, and nobody knows how long
RANKS: Final = ("win", "tie", "draw", "lose", "unsolved")  # of moves, best first
MOST_BOARDS: Final = 300  # of the last games, found by playing them: a game has the same each time
MOST_WITH_NIMBERS: Final = 10_000  # positions: the nimber of each is searched for when it is asked for
NAMED: Final = re.compile(r"(.*?)\((.*?)\)( from .*)?", re.DOTALL)  # a game's repr


@dataclass(frozen=True, eq=False)  # each is its own, so that what is remembered of it can be told by it
class Variant:
    """A game with its parameters as the site knows it, and its solution, None where it is not solved."""

    game: Game
    solution: Solution | None
    game_id: str
    id: str
    name: str
    autogui: Autogui | None
    has_nimbers: bool

    @property
    def gui(self) -> str:
        """How well it is shown, in the site's four classes: "v3" has a board that moves, "v0" a text."""
        return "v0" if self.autogui is None else "v3"


@dataclass(frozen=True)
class _Worth:
    """What a position is worth to its mover, in the words of the site."""

    value: str
    remoteness: int
    winby: int = 0


def is_answered(game: Game) -> bool:
    """Return whether the site can show a game: not where dice are thrown, nor with several players."""
    return not has(game, "chances") and not is_of_payoffs(game)


def variant_of(
    game: Game, solution: Solution | None = None, *, variant_id: str = "", pictured: bool = False
) -> Variant:
    """Return a game as the site knows it; with `pictured` its boards are ours, see `web.autogui`.

    Raises `BadParameter` where the site cannot show it.

    >>> import zermelo
    >>> known = variant_of(zermelo.game("nim(heaps=(1, 2))"))
    >>> known.game_id, known.id, known.name
    ('zermelo_nim', 'heaps=1_2_misere=False', 'heaps=(1, 2), misere=False')
    """
    if not is_answered(game):
        raise BadParameter(f"{game!r} cannot be shown there: its dice or its players are more than it knows")
    game_id, inside = game_id_of(game), _named(game)[1]
    which = variant_id or re.sub(r"[^A-Za-z0-9=-]+", "_", inside).replace("=_", "=").strip("_") or "regular"
    small = solution is not None and solution.summary.solved <= MOST_WITH_NIMBERS
    return Variant(
        game,
        solution,
        game_id,
        which,
        _plain(inside) or "Regular",
        _board_of(game, f"{game_id}/{which}", pictured=pictured),
        small and _has_nimbers(game),
    )


def game_id_of(game: Game) -> str:
    """Return what the site calls all variants of a game; its own, with boards of their own, begin otherwise.

    >>> import zermelo
    >>> game_id_of(zermelo.game("tic_tac_toe"))
    'zermelo_tic_tac_toe'
    """
    return "zermelo_" + re.sub(r"\W+", "_", _named(game)[0]).strip("_")


def _named(game: Game) -> tuple[str, str]:
    """Return the name of a game's family, and its parameters with where it begins."""
    named = NAMED.fullmatch(repr(game))
    family, inside, begun = named.groups(default="") if named else (repr(game), "", "")
    return family, inside + begun


@functools.lru_cache(maxsize=MOST_BOARDS)
def _board_of(game: Game, folder: str, *, pictured: bool) -> Autogui | None:
    return autogui_of(game, folder, pictured=pictured)


def games_json(variants: Sequence[Variant]) -> list[Json]:
    """Return the list of games, by their names."""
    families = {variant.game_id: variant for variant in variants}
    listed = [
        {
            "id": game_id,
            "name": _title(variant),
            "type": "onePlayer" if is_for_one(variant.game) else "twoPlayer",
            "gui": _best_gui(_of_game(variants, game_id)),
        }
        for game_id, variant in families.items()
    ]
    return sorted(listed, key=lambda each: each["name"])


def game_json(variants: Sequence[Variant], game_id: str) -> Json:
    """Return one game with its variants. Raises `BadParameter` where there is none of this id."""
    found = _of_game(variants, game_id)
    if not found:
        raise BadParameter(f"there is no game {game_id!r} here: the list of games has the ids")
    return {
        "id": game_id,
        "name": _title(found[0]),
        "variants": [{"id": each.id, "name": each.name, "gui": each.gui} for each in found],
        "allowCustomVariantCreation": False,
        "supportsWinBy": all(_is_by_points(each) for each in found),
        "instructions": _instructions(found[0]),
    }


def find_variant(variants: Sequence[Variant], game_id: str, variant_id: str) -> Variant:
    """Return the variant of a path. Raises `BadParameter` where there is none."""
    for variant in _of_game(variants, game_id):
        if variant.id == variant_id:
            return variant
    raise BadParameter(f"there is no {game_id}/{variant_id} here: the game's own answer lists its variants")


def variant_json(variant: Variant) -> Json:
    """Return a variant: where it begins, and how its boards are drawn, null where they are text."""
    match = Match(variant.game)
    return {
        "id": variant.id,
        "name": variant.name,
        "startPosition": written(match),
        "autoguiStartPosition": _autogui(variant, match),
        "imageAutoGUIData": None if variant.autogui is None else variant.autogui.data(),
        "gui": variant.gui,
    }


def position_json(variant: Variant, text: str) -> Json:
    """Return a position with its moves, best first.

    Raises `UnreadablePosition` where the text is none, `UnknownPosition` where it was not solved.
    """
    match = match_at(variant.game, text)
    choices = scene_of(match).choices
    buttons = variant.autogui.buttons(match.depicted(), choices) if variant.autogui else {}
    here, mover = _worth(variant, match), match.mover
    moves: list[Json] = []
    for choice in choices:
        match.play(choice.move)
        after = _worth(variant, match)
        name = _plain(choice.name)
        moves.append(
            {
                "move": name,
                "autoguiMove": buttons.get(choice.name, name),  # one without a button is called by its name
                "moveValue": _given(after.value, same=match.mover == mover),
                "deltaRemoteness": 0,
                **_position(variant, match, after),
            }
        )
        match.undo()
    if is_for_one(variant.game):
        _compare_for_one(here, moves)
    else:
        _compare(moves)
    moves.sort(key=lambda each: (RANKS.index(each["moveValue"]), each["deltaRemoteness"]))
    return {**_position(variant, match, here), "moves": moves}


def instructions_json(variant: Variant) -> Json:
    """Return the rules of a game in a few words, as Markdown."""
    return {"instructions": _instructions(variant)}


def error_json(what: str) -> Json:
    """Return what the site takes for an error, whatever the status is that comes with it."""
    return {"error": f"Invalid {what}", "status": "error", "gui_status": ""}


def image_files(variants: Sequence[Variant]) -> dict[str, str]:
    """Return the SVG files that the site needs, by their path below its `src/models/images/svg`."""
    return {path: svg for each in variants if each.autogui for path, svg in each.autogui.files().items()}


def _plain(text: str) -> str:
    """Return a name without the sign that parts moves in the site's histories."""
    return " ".join(text.replace(":", " -").split())


# What they are worth.


def _worth(variant: Variant, match: Match) -> _Worth:
    lead = lead_of(match) if match.mover == 0 else -lead_of(match)
    answer = _known(variant, match.position)
    if answer is None:
        return _Worth("unsolved", NOT_KNOWN)
    if answer.alone:
        if answer.value <= 0:
            return _Worth("lose", WITHOUT_END)
        return _Worth("win", NOT_KNOWN if answer.remoteness is None else answer.remoteness)
    value = int(answer.value) + lead
    if answer.remoteness is not None:
        word = "win" if value > 0 else "lose" if value < 0 else "tie"
        return _Worth(word, answer.remoteness, _by(variant, value))
    word = "win" if value > 0 else "lose" if value < 0 else "draw"
    is_finite = value != 0 and not answer.is_timed
    return _Worth(word, NOT_KNOWN if is_finite else WITHOUT_END, _by(variant, value))


def _known(variant: Variant, where: Position) -> Answer | None:
    """Return the answer of a position; without a solution that of the rules, where play is over."""
    if variant.solution is not None:
        return variant.solution.value(where)
    seen = look(variant.game, where)
    if not seen.is_over or seen.value is None:
        return None
    alone = is_for_one(variant.game) and seen.value <= 0
    return Answer(-1 if alone else seen.value, 0, variant.game.scored)


def _by(variant: Variant, value: int) -> int:
    return abs(value) if variant.game.scored else 0


def _given(value: str, *, same: bool) -> str:
    """Return what a position gives whoever moved there; `same` is whether he moves again."""
    return value if same else {"win": "lose", "lose": "win"}.get(value, value)


def _compare(moves: list[Json]) -> None:
    """Say of each move how much worse it is than the best of the same value: the loser wants to delay."""
    for value in ("win", "tie", "lose"):
        same = [each for each in moves if each["moveValue"] == value]
        plies = [each["remoteness"] for each in same if each["remoteness"] >= 0]
        if not plies:
            continue
        # One that is finite and not known counts as one longer than all that are known.
        last = max(plies) + any(each["remoteness"] == NOT_KNOWN for each in same)
        best = last if value == "lose" else min(plies)
        for each in same:
            length = each["remoteness"] if each["remoteness"] >= 0 else last
            each["deltaRemoteness"] = abs(length - best)


def _compare_for_one(here: _Worth, moves: list[Json]) -> None:
    """Say of each move of a puzzle by how much it shortens the way, and by that what it is worth."""
    for each in moves:
        if each["positionValue"] == "unsolved":
            continue
        if each["remoteness"] < 0 or here.remoteness < 0:
            each["moveValue"] = "lose" if each["positionValue"] == "lose" else "win"
            continue
        nearer = here.remoteness - each["remoteness"]
        each["deltaRemoteness"] = nearer
        each["moveValue"] = "win" if nearer > 0 else "lose" if nearer < 0 else "tie"


def _position(variant: Variant, match: Match, worth: _Worth) -> Json:
    return {
        "position": written(match),
        "autoguiPosition": _autogui(variant, match),
        "positionValue": worth.value,
        "remoteness": worth.remoteness,
        "winby": worth.winby,
        "mex": _mex(variant, match.position),
        "drawLevel": -1,  # draws are not parted into levels here
        "drawRemoteness": -1,
    }


def _autogui(variant: Variant, match: Match) -> str:
    """Return the text that the board is drawn from; without one the site asks it whose turn it is alone."""
    if variant.autogui is None:
        return written(match)
    return variant.autogui.text(match.depicted(), match.mover + 1)


def _mex(variant: Variant, where: Position) -> str:
    if not variant.has_nimbers:
        return ""
    found = nimber(variant.game, where)
    return f"*{found if found > 1 else ''}" if found else "0"


@functools.lru_cache(maxsize=MOST_BOARDS)
def _has_nimbers(game: Game) -> bool:
    """Return whether positions have nimbers: it is impartial, and having no move loses."""
    if not game.impartial:
        return False
    try:
        nimber(game)
    except ZermeloError:
        return False
    return True


# Games and their names.


def _of_game(variants: Sequence[Variant], game_id: str) -> list[Variant]:
    return [variant for variant in variants if variant.game_id == game_id]


def _best_gui(variants: Sequence[Variant]) -> str:
    return max(variant.gui for variant in variants)


def _is_by_points(variant: Variant) -> bool:
    return variant.solution is not None and variant.game.scored


def _title(variant: Variant) -> str:
    words = re.sub(r"\W+|_", " ", variant.game_id.removeprefix("zermelo_")).strip()
    return words[:1].upper() + words[1:]


def _instructions(variant: Variant) -> str:
    """Return a heading, what the class says of itself, and its parameters."""
    said = inspect.getdoc(type(variant.game)) or ""
    fields: Any = variant.game
    names = ", ".join(f"`{each.name}`" for each in dataclasses.fields(fields))
    return f"# {_title(variant)}\n\n{said}\n" + (f"\nParameters: {names}.\n" if names else "")
