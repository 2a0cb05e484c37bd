"""The construction of a book of answers for the positions of a game's first plies.

Only positions of the last ply are searched; a position all of whose moves are known needs no search. Answers
are reported one by one, so that `search.books.book_store` can go on after a kill. `recompute_book`
trusts no answer: it finds the positions anew, recomputes every answer from the moves', and searches some
positions of the last ply again.
"""

import random
import time
from collections.abc import Callable, Sequence

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.arguments import is_count
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, CheckFailed
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.evidence import Evidence
from zermelo.core.rule_queries import moves_at
from zermelo.search.books.answer_book import AnswerBook, make_answer_book
from zermelo.search.exact.alpha_beta import ExactSearch
from zermelo.search.exact.parallel_alpha_beta import ParallelSearch
from zermelo.search.known_scores import KnownScores, convert_record_to_score, convert_score_to_record

MOST_PLIES = 64  # of a book
SAMPLE = 20  # positions of the last ply that a check searches anew


def collect_positions_by_ply(game: Game, plies: int) -> list[list[Position]]:
    """Return the positions that go on, by the fewest plies after which they come: 0, 1, ... `plies`.

    One of each symmetry class, the children of neighbours beside each other.
    """
    least = build_representative_function(game)
    met: set[Position] = set()
    layers: list[list[Position]] = []
    coming = [least(start) for start in game.starts()]
    for _ in range(plies + 1):
        layer = []
        for position in coming:
            if position not in met:
                met.add(position)
                if moves_at(game, position):
                    layer.append(position)
        layers.append(layer)
        coming = [least(game.play(position, move)) for position in layer for move in moves_at(game, position)]
    return layers


def build_book_by_search(
    game: Game,
    plies: int,
    budget: Budget,
    known: dict[Position, int],
    on_found: Callable[[Position, int], object],
    *,
    interpreted: bool = False,
) -> AnswerBook:
    """Return the book of a game's first plies.

    `known` are scores found before, and `on_found` is called with each new position and its score. Raises
    `BadParameter` for a number of plies that is none, the errors of `ParallelSearch`, and `Cancelled`.
    """
    if not is_count(plies, 0) or plies > MOST_PLIES:
        raise BadParameter(f"a book of {plies!r} plies is none: give a number from 0 to {MOST_PLIES}")
    search = ParallelSearch(
        game, budget, interpreted=interpreted
    )  # which refuses dice before anything is found
    layers = collect_positions_by_ply(game, plies)
    scores = KnownScores(game, known.get)
    last = [position for position in layers[-1] if position not in known]
    made = []

    def record_score(position: Position, score: int) -> None:
        known[position] = score
        made.append(position)
        on_found(position, score)

    def report_progress() -> None:
        budget.report("book", len(made), len(last))

    search.score_all_positions(last, record_score, report_progress)
    waiting = [position for layer in reversed(layers[:-1]) for position in layer]
    while waiting:  # a move may lead to where play could have come sooner: then it takes some rounds
        left = []
        for position in waiting:
            score = scores.compute_score_from_moves(position)
            if score is None:
                left.append(position)
            else:
                known[position] = score
        assert len(left) < len(waiting)
        waiting = left
    records = {
        position: convert_score_to_record(known[position], game) for layer in layers for position in layer
    }
    return make_answer_book(game, plies, records)


def recompute_book(
    book: AnswerBook, budget: Budget, *, sample: int = SAMPLE, seed: int = 0, interpreted: bool = False
) -> Evidence:
    """Recompute a book: its positions, each answer from the moves', `sample` of the last ply by search.

    Raises `CheckFailed` with the first fault, what `ExactSearch` does, `Cancelled`.
    """
    game, began = book.game, time.perf_counter()
    layers = collect_positions_by_ply(game, book.plies)
    met = {position for layer in layers for position in layer}
    if other := next((position for position in book if position not in met), None):
        raise CheckFailed(
            f"{game!r}: {describe_position(game, other)} is none of the first {book.plies} plies"
        )
    known: dict[Position, int] = {}
    for position in met:
        record = book.find_representative_answer(position)
        if record is None:
            raise CheckFailed(f"{game!r}: {describe_position(game, position)} is missing in the book")
        known[position] = convert_record_to_score(record)
    scores = KnownScores(game, known.get)
    for position in (each for layer in layers[:-1] for each in layer):
        _compare_recorded_scores(
            book, position, known[position], scores.compute_score_from_moves(position), "its moves give"
        )
    last = _sample_positions(layers[-1], sample, seed)
    search = ExactSearch(game, budget, timed=True, interpreted=interpreted)
    for position in last:
        _compare_recorded_scores(
            book,
            position,
            known[position],
            search.convert_answer_to_score(search.answer(position)),
            "a search finds",
        )
    recomputed = len(met) - len(layers[-1])
    trusted = ["the game's own Python rules", "the search, for positions of the last ply"]
    return Evidence(
        claim=f"every position of the first {book.plies} plies is there, with the answer of perfect play",
        game=repr(game),
        method="positions, recomputed from their moves or searched anew",
        checked=recomputed + len(last),
        total=len(met),
        seconds=time.perf_counter() - began,
        trusted=(*trusted, "its symmetries") if has(game, "symmetries") else tuple(trusted),
        details={
            "plies": book.plies,
            "positions": len(met),
            "recomputed": recomputed,
            "searched": len(last),
        },
    )


def _sample_positions(positions: Sequence[Position], count: int, seed: int) -> Sequence[Position]:
    chance = random.Random(seed)
    return chance.sample(positions, min(count, len(positions)))


def _compare_recorded_scores(
    book: AnswerBook, position: Position, recorded: int, found: int | None, source: str
) -> None:
    if found != recorded:
        said = [
            None if score is None else convert_score_to_record(score, book.game)
            for score in (recorded, found)
        ]
        where = describe_position(book.game, position)
        raise CheckFailed(f"{book.game!r}: at {where} the book has {said[0]}, and {source} {said[1]}")
