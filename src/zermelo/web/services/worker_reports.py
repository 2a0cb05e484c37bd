"""What processes beside the server report: the progress of a solve, and what a search finds of a move."""

from typing import Annotated

from msgspec import Meta

from zermelo.core import Count, Result, about


class JobProgress(Result, frozen=True, kw_only=True):
    """How far a solve is."""

    phase: Annotated[str, about("what is being done")]
    done: Annotated[Count, about("so much of it")]
    total: Annotated[Annotated[int, Meta(ge=0)] | None, about("of so much; null where nobody knows")]
    seconds: Annotated[float, Meta(ge=0, description="since this began")]
    left: Annotated[float | None, about("seconds still to come; null where nobody knows")]


class MoveFinding(Result, frozen=True, kw_only=True):
    """What a search has found of a move, as its mover sees it."""

    name: Annotated[str, about("the move")]
    value: Annotated[int | None, about("what it is worth, exactly")]
    remoteness: Annotated[int | None, about("plies to the end")]
    score: Annotated[int | None, about("an estimate")]
    depth: Annotated[int, about("plies that the estimate looks ahead")]
