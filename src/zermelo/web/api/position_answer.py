"""A position for programs: what stands behind `.json`."""

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from zermelo import Answer
from zermelo.core import ByKind, Result, about
from zermelo.play import Match, MoveChoice, Score
from zermelo.web.pages.line_cache import THROWN
from zermelo.web.pages.line_history import list_made_moves
from zermelo.web.pages.position_view import PositionView, build_headline, compute_line_score
from zermelo.web.panels import PANEL_ANSWERS, OpenPanel
from zermelo.web.services.worker_reports import JobStatus, SearchStatus

PositiveNumber = Annotated[int, Meta(ge=1)]


class ExplorerValue(Result, frozen=True, kw_only=True):
    """What best play gives the player of `values_of`; all null where nobody knows."""

    value: Annotated[float | None, about("1 win, 0 draw, -1 loss, else points or a mean")] = None
    outcome: Annotated[Literal["win", "draw", "loss"] | None, about("the value's sign in a word")] = None
    remoteness: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        about("plies to the end under best play; null where it need not end"),
    ] = None
    answer: Annotated[str | None, about("the same in words")] = None
    win_probability: Annotated[
        float | UnsetType, about("with dice, without draws: how probable it is that this player wins")
    ] = UNSET
    to_come: Annotated[
        float | UnsetType,
        about("where moves bring points: the value again, which counts those still to come"),
    ] = UNSET
    final: Annotated[
        float | UnsetType | None,
        about("where moves bring points: the final result for this player; null where unknown"),
    ] = UNSET


class MoveLink(ExplorerValue, frozen=True, kw_only=True):
    """A move."""

    move: Annotated[str, about("its name")]
    cells: Annotated[tuple[str, ...], about("the cells of the board that it is of")]
    url: Annotated[str, about("where the JSON of what follows is")]
    found: Annotated[str | None, about("what a search has found of it")]


class ThrowLink(Result, frozen=True, kw_only=True):
    """A throw of dice."""

    url: Annotated[str, about("where the JSON of what follows is")]
    probability: Annotated[float, about("how probable it is")]


class MadeMove(Result, frozen=True, kw_only=True):
    """A move that was made, or a throw."""

    ply: Annotated[PositiveNumber, about("which it was, from 1")]
    move: Annotated[str, about("its name")]
    who: Annotated[PositiveNumber, about("the player who made it, or threw, numbered from 1")]


class PositionAnswer(ExplorerValue, frozen=True, kw_only=True):
    """A position of a line of play."""

    game: Annotated[str, about("the game, as every command reads it")]
    url: Annotated[str, about("the address of its page")]
    position: Annotated[
        Any,
        Meta(
            description="the position, as its game encodes it", extra_json_schema={"$ref": "#/$defs/position"}
        ),
    ]
    text: Annotated[str, about("the position as the game shows it")]
    mover: Annotated[
        PositiveNumber | None, about("the player about to move, numbered from 1; null where play is over")
    ]
    values_of: Annotated[
        PositiveNumber,
        about("the player whose values these are: the one about to move, unless `as` says another"),
    ]
    headline: Annotated[str, about("whose turn it is and what best play brings, in a sentence")]
    over: Annotated[bool, about("whether play has ended")]
    solved: Annotated[bool, about("whether the game is")]
    moves: Annotated[tuple[MoveLink, ...], about("its moves, best first")]
    throws: Annotated[tuple[ThrowLink, ...], about("where dice are thrown: what they can show")]
    made: Annotated[tuple[MadeMove, ...], about("the moves made so far")]
    search: Annotated[SearchStatus | None, about("where the game is not solved: a search")]
    work: Annotated[JobStatus | None, about("where the game is not solved: the work on it")]
    note: Annotated[str | None, about("why nothing is known, where the game is solved")]
    exchange: Annotated[
        str | None, about("where the position was read with the colours exchanged: what is said of that")
    ]
    payoffs: Annotated[
        tuple[float | str, ...] | UnsetType | None,
        about("what each player gets, a fraction as text; null where play goes on"),
    ] = UNSET
    result: Annotated[
        float | UnsetType | None,
        about("where play is over: what the line has brought the first player, in points the lead"),
    ] = UNSET
    points: Annotated[Score | UnsetType, about("so far, to come, final")] = UNSET
    panel: Annotated[
        Any,
        Meta(
            description="with `panel=` in the query: what that panel says",
            extra_json_schema={"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in PANEL_ANSWERS]},
        ),
    ] = UNSET


PAYOFFS: Final[ByKind[Callable[[Match], Any]]] = ByKind(
    "payoffs of a position",
    lambda _: UNSET,
    payoffs=lambda match: tuple(match.payoffs() or ()) if match.is_over() else None,
)


def answer_position_request(view: PositionView, panel: OpenPanel | None) -> PositionAnswer:
    """Return a position with the values of its moves, addresses, the work, and a panel."""
    match, address, analysis = view.line.match, view.address, view.analysis
    choices, score = view.scene.choices, compute_line_score(view)
    answer = None
    if view.known.solution is not None and not view.note:
        answer = view.known.solution.value(match.position)
    payoffs = PAYOFFS.choose(match.game)(match)
    return PositionAnswer(
        game=repr(match.game),
        url=address.url(),
        position=match.position,
        text=match.game.show(match.position),
        mover=None if match.is_over() else match.mover + 1,
        values_of=view.viewer + 1,
        headline=str(build_headline(view, shown=True)),
        over=match.is_over(),
        solved=view.known.solution is not None or view.known.equilibria is not None,
        **_answer_fields(view, answer),
        moves=tuple(_make_move_link(view, each) for each in choices),
        throws=tuple(
            ThrowLink(url=address.url_after_move(f"{THROWN}{number}", suffix=".json"), probability=share)
            for number, (share, _) in enumerate(match.throws(), 1)
        ),
        made=tuple(
            MadeMove(ply=each["ply"], move=each["name"], who=each["who"] + 1)
            for each in list_made_moves(view)
        ),
        search=None if analysis is None else analysis.count_moves(len(choices)),
        work=None if view.known.job is None else view.known.job.status,
        note=view.note or None,
        exchange=view.line.exchange or None,
        payoffs=payoffs,
        result=match.result() if match.is_over() and payoffs is UNSET else UNSET,
        points=UNSET if score is None else score,
        panel=UNSET if panel is None else panel,
    )


def _make_move_link(view: PositionView, choice: MoveChoice) -> MoveLink:
    answer = choice.answer
    return MoveLink(
        move=choice.name,
        cells=choice.cells,
        url=view.address.url_after_move(choice.name, suffix=".json"),
        **_answer_fields(view, answer),
        found=None if answer is not None or not choice.words else choice.words,
    )


def _answer_fields(view: PositionView, answer: Answer | None) -> dict[str, Any]:
    """Return the fields of `ExplorerValue` for an answer, none where nobody knows one.

    Where moves bring points, `final` is the final result where that is known.
    """
    if answer is None:
        return {}
    is_mover = view.viewer == view.line.match.mover
    final = view.line.match.final_answer(answer).for_viewer(is_mover=is_mover)
    found = answer.for_viewer(is_mover=is_mover).as_json() | {"answer": str(final)}
    return found | {"final": None if final.is_to_come else final.value} if answer.is_to_come else found
