"""Many positions of a solved game in one request: `POST /-/lookup/GAME`, a list in and arrays out.

A position may be a number, a text as the game shows it, or a list where positions are tuples. What the
solution does not have is marked, not refused: a program that asks for ten thousand wants the others.
"""

import json
import re
from typing import Annotated, Any, Final

from zermelo import Game, Solution, ZermeloError
from zermelo.core import (
    BadParameter,
    ColoursExchanged,
    Count,
    MissingSolution,
    Result,
    about,
    check_question,
    has,
)
from zermelo.games import parse_position
from zermelo.web.requests.timeouts import RuleTimeLimit
from zermelo.web.services.solution_cache import SolutionCache
from zermelo.web.services.worker_process import position_from_json

MOST: Final = 10_000  # positions a request
AT_A_TIME: Final = 500  # of them
MOST_BEST: Final = 200_000  # best moves of all of them
AT_ONCE: Final = 2.0  # seconds that a small game is waited for
LONGEST_POSITION: Final = 20_000  # characters
SPACE: Final = re.compile(r"[ \t\n\r]*")
DECODER: Final = json.JSONDecoder()
TIMES: Final = 3.0  # times the time limit of a page


class LookupAnswer(Result, frozen=True, kw_only=True):
    """Answers by the places of the positions that were sent."""

    game: Annotated[str, about("the game, as every command reads it")]
    count: Annotated[Count, about("positions")]
    known: Annotated[list[bool], about("whether the solution has the position")]
    values: Annotated[list[float | None], about("the mover's value; null where not known")]
    remoteness: Annotated[
        list[int | None], about("plies to the end; null where play need not end, or nobody knows")
    ]
    best: Annotated[list[list[str]], about("the best moves by name; none where play is over, or not known")]
    exchanges: Annotated[
        list[str | None], about("what is said of a text that was read with the colours exchanged; else null")
    ]
    values_only: Annotated[bool, about("whether the solution has no remoteness at all")]


def answer_lookup_request(
    game: Game, body: bytes, solution_cache: SolutionCache, time_limit: RuleTimeLimit
) -> LookupAnswer:
    """Return what a request is answered with.

    Raises `BadParameter` for a body that is no list, or too long a one, `MissingSolution` where the game is
    not solved, `MissingCapability` for payoffs.
    """
    positions = parse_position_list(body)
    check_question(game, "values")
    solution = solution_cache.find_game_status(game, wait=AT_ONCE).solution
    if solution is None:
        raise MissingSolution(f"{game!r} is not solved: open its page, or run `zermelo solve`")
    with time_limit.limit_time_of_rules(
        f"{len(positions):,} positions of {game!r}", TIMES * time_limit.seconds
    ):
        asked = [parse_lookup_position(game, each) for each in positions]
        found = _look_up_position_values(solution, [where for where, _ in asked])
    return LookupAnswer(
        game=repr(game),
        count=len(positions),
        known=[value is not None for value in found["value"]],
        values=found["value"],
        remoteness=found["remoteness"],
        best=found["best"],
        exchanges=[exchange for _, exchange in asked],
        values_only=bool(solution.summary.values_only),
    )


def parse_lookup_position(game: Game, position_input: Any) -> tuple[Any, str | None]:
    """Return the position that a text writes, and a note where its colours were exchanged.

    What cannot be read stays as it is.
    """
    if not isinstance(position_input, str) or not has(game, "parse"):
        return position_input, None
    with ColoursExchanged.collect_messages() as messages:
        try:
            return parse_position(game, position_input), " ".join(messages) or None
        except ZermeloError:
            return position_input, None


def _look_up_position_values(solution: Solution, positions: list[Any]) -> dict[str, list[Any]]:
    """Return the columns of the answer. Raises `BadParameter` where they have too many moves."""
    found: dict[str, list[Any]] = {"value": [], "remoteness": [], "best": []}
    count = 0
    for begin in range(0, len(positions), AT_A_TIME):
        part = solution.lookup(positions[begin : begin + AT_A_TIME], moves=True, unknown="mark")
        columns = part.to_arrow().to_pydict()
        for name, column in found.items():
            column.extend(columns[name])
        count += sum(len(each or ()) for each in columns["best"])
        if count > MOST_BEST:
            raise BadParameter(
                f"these positions have more than {MOST_BEST:,} best moves: ask for fewer at once"
            )
    return found


def parse_position_list(body: bytes) -> list[Any]:
    """Return the positions that a body lists, as JSON has them; they are read one by one, up to `MOST`.

    >>> parse_position_list(b'[0, "X../.../...", [1, 2]]'), parse_position_list(b" [ ] ")
    ([0, 'X../.../...', (1, 2)], [])
    """
    try:
        text = body.decode()
        found: list[Any] = []
        if text.lstrip()[:1] not in ("", "["):
            raise BadParameter("the body is no list: send a list of positions, numbers or texts")
        place = _skip_expected_sign(text, 0, "[")
        while text[place : place + 1] != "]" or found:
            value, length = DECODER.raw_decode(text[place : place + LONGEST_POSITION])
            found.append(position_from_json(value))
            place = SPACE.match(text, place + length).end()  # type: ignore[union-attr]  # it may be empty
            if text[place : place + 1] == "]":
                break
            if len(found) == MOST:
                raise BadParameter(f"more than {MOST:,} positions are asked for at once: send fewer")
            place = _skip_expected_sign(text, place, ",")
        _skip_expected_sign(text, _skip_expected_sign(text, place, "]"), "")
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadParameter):
            raise
        raise BadParameter("the body is no JSON: send a list of positions, numbers or texts") from error
    return found


def _skip_expected_sign(text: str, place: int, sign: str) -> int:
    """Return the place behind a sign and the blanks around it; "" is the end. Raises `ValueError`."""
    place = SPACE.match(text, place).end()  # type: ignore[union-attr]  # it may be empty
    if not text.startswith(sign, place) or (not sign and place < len(text)):
        raise ValueError(f"{sign!r} is missing at {place}")
    return SPACE.match(text, place + len(sign)).end()  # type: ignore[union-attr]
