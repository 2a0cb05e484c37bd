"""What processes beside the server report: the progress of a solve, and what a search finds of a move."""

from typing import Annotated

from msgspec import Meta

from zermelo.core import Result


class JobProgress(Result, frozen=True, kw_only=True):
    """How far a solve is."""

    phase: Annotated[str, Meta(description="what is being done")]
    done: Annotated[int, Meta(ge=0, description="so much of it")]
    total: Annotated[
        Annotated[int, Meta(ge=0)] | None, Meta(description="of so much; null where nobody knows")
    ]
    seconds: Annotated[float, Meta(ge=0, description="since this began")]
    left: Annotated[float | None, Meta(description="seconds still to come; null where nobody knows")]


class MoveFinding(Result, frozen=True, kw_only=True):
    """What a search has found of a move, as its mover sees it."""

    name: Annotated[str, Meta(description="the move")]
    value: Annotated[int | None, Meta(description="what it is worth, exactly")]
    remoteness: Annotated[int | None, Meta(description="plies to the end")]
    score: Annotated[int | None, Meta(description="an estimate")]
    depth: Annotated[int, Meta(description="plies that the estimate looks ahead")]
