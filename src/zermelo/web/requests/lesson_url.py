"""Addresses of lessons: the list, the page of its lesson, the move that was given, and how answers went."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import parse_qsl

from zermelo.core import BadParameter
from zermelo.web.requests.position_url import (
    LONGEST,
    LONGEST_FIELD,
    PositionUrl,
    ViewOptions,
    escape_url_part,
    parse_touched_places,
    split_url_path,
)

LETTERS: Final = {"r": "by the rules", "g": "as good", "a": "gave away", "s": "skipped"}

MOST_ASKED: Final = 200  # answers that an address has


@dataclass(frozen=True)
class LessonUrl(PositionUrl):
    """The state of a lesson: the list ("": the shortest), the stage, and the answers so far.

    Of a question `moves` is the move that was given, `skipped` that none was; `answers` has a letter for each
    question that is done. Whatever `PositionUrl` makes of one is one of these.
    """

    rules: str = ""
    stage: int = 0
    skipped: bool = False
    went: str = ""

    @cached_property
    def path(self) -> str:
        """The path of the game's lesson."""
        return f"/-/lesson/{escape_url_part(self.game)}"

    def url_after_move(self, move: str, *, suffix: str = "") -> str:
        """Return the URL of where a move leads, which is no part of the path here."""
        return self.after_moves(move).url(suffix=suffix)

    def list_query_fields(self) -> Iterable[tuple[str, str]]:
        """Return the fields of the query, those that say what is usual left out."""
        rows = {
            "list": self.rules,
            "stage": str(self.stage) if self.stage else "",
            "moves": "/".join(map(escape_url_part, self.moves)),
            "skip": "1" if self.skipped else "",
            "went": self.went,
            "touch": ",".join(self.view.touched),
        }
        return ((name, value) for name, value in rows.items() if value)

    def at_stage(self, stage: int, answers: str = "") -> "LessonUrl":
        """Return another stage, with what was answered till then."""
        return LessonUrl(self.game, rules=self.rules, stage=stage, went=answers)


def parse_lesson_url(game: str, query: str) -> LessonUrl:
    """Return what an address says. Raises `BadParameter`.

    >>> parse_lesson_url("tic_tac_toe", "stage=2&went=ra&moves=b2").moves
    ('b2',)
    """
    if len(game) + len(query) > LONGEST:
        raise BadParameter(f"the address is too long: {LONGEST:,} characters are read")
    said = dict(parse_qsl(query))
    stage, went = said.get("stage", "0"), said.get("went", "")
    if not (stage.isdecimal() and len(stage) < 6):
        raise BadParameter(f"stage={stage!r} is no stage of a lesson: write a number, from 0")
    if len(said.get("list", "")) > LONGEST_FIELD:
        raise BadParameter(f"list= has more than {LONGEST_FIELD} characters: name a list that was given")
    if not set(went) <= set(LETTERS) or len(went) > MOST_ASKED:
        raise BadParameter(
            f"went={went[:MOST_ASKED]!r} says more than {MOST_ASKED} answers at most: {', '.join(LETTERS)}"
        )
    return LessonUrl(
        game,
        tuple(split_url_path(said.get("moves", "")))[:1],
        view=ViewOptions(hints="off", touched=parse_touched_places(said.get("touch", ""))),
        rules=said.get("list", ""),
        stage=int(stage),
        skipped="skip" in said,
        went=went,
    )
