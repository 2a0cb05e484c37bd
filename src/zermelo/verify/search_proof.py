"""The proof of a search: claims that rest on each other, and a checker that shares nothing with it.

A search of one position looks at few of all positions. What it found follows from bounds: here the mover's
value is at least so much, there at most. Each is a claim, and the checker makes sure of every one by the
rules alone. At a finished position the rules say the value. Elsewhere one move shows that it is at least v,
with a claim about the position after it; that it is at most v takes a claim after each move. The checker asks
the game's `moves`, never `candidates` or `bounds`, which are the searcher's. And it asks the game itself, not
`compiler.guards.checked_rules`, which searches ask: were that wrong, both would be.

A claim at any symmetric image of a position serves there. That images are alike, with moves to each other's
images, is taken on trust; `zermelo check` tests it.

Claims must not support each other in a circle. So each has a `height`, and rests on lower ones only; then it
follows by induction. One kind of circle is sound: where no moves bring points, a claim that endless play
satisfies (0 is within its limit) may rest on any claim. The reason: let the player who profits from the claim
play as the claims state. From a claim that 0 does not satisfy, play leads only to claims of the same kind,
always lower, so it ends. Play without end stays among claims that 0 satisfies, and is worth 0. Play that ends
proves its claims backwards.

Policy files hold proofs too, so files of proofs are imported when one is saved or loaded.
"""

import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from numbers import Integral
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter, CheckFailed, ZermeloError, describe_error
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.evidence import Evidence
from zermelo.core.notation.position_codec import least_position
from zermelo.core.requirements import check_question
from zermelo.core.rule_queries import MOST_MOVES
from zermelo.core.values import DRAW, LARGEST_VALUE, UNDECIDED, UNTIMED, WIN, answer_from, outcome_word

MOST: Final = LARGEST_VALUE  # a timed score's bound: a win at once

REPORT: Final = 1 << 10  # claims between two reports

Interval = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class ProofClaim:
    """That the mover's value is at least `limit` (`bound` 1) or at most `limit` (`bound` -1).

    `move` gives the mover this value; a claim of "at most" has none. A claim rests on those of less `height`.
    """

    position: Position
    bound: int
    limit: int
    move: Move | None = None
    height: int = 0


@dataclass(frozen=True)
class Proof:
    """The claims on which the result of a search rests, not yet checked.

    Parameters
    ----------
    game : Game
        Rules of the game.
    start : position
        Position that was searched.
    claims : sequence of ProofClaim
        Bounds of positions, each resting on claims of smaller height.
    timed : bool, default False
        Whether limits are scores, which contain the length too: a win in r plies is 32,000 - r, a loss
        r - 32,000, a draw 0. A score of 1 is a win in 31,999 plies or any longer one.
    """

    game: Game
    start: Position
    claims: Sequence[ProofClaim] = field(repr=False)
    timed: bool = False

    @property
    def proven_limits(self) -> Interval:
        """The least and the largest value (or score) of the start; None where no claim bounds it."""
        alike = {_make_typed_key(image) for image in _yield_symmetric_positions(self.game, self.start)}
        bounds: dict[int, list[int]] = {1: [], -1: []}
        for claim in self.claims:
            if _make_typed_key(claim.position) in alike:
                bounds.get(claim.bound, []).append(claim.limit)
        return max(bounds[1], default=None), min(bounds[-1], default=None)

    def in_words(self) -> str:
        """Return what the claims state of the start in words.

        Returns
        -------
        str
            Such as "win in 41" or "at least 0 and at most 3".
        """
        return INTERVALS.choose(self.game)(self.proven_limits, self.timed)

    def check(self, budget: Budget | None = None) -> Evidence:
        """Check every claim by the rules of the game alone.

        Parameters
        ----------
        budget : Budget, optional
            Listener for progress, and a way to stop.

        Returns
        -------
        Evidence
            What is proven of the start.

        Raises
        ------
        CheckFailed
            With the first claim that does not hold, or where none is about the start.
        BadParameter
            For a timed proof of a game with points.
        MissingCapability
            For games with dice or of more players.
        """
        return verify_proof(self, as_budget(budget))

    def save(self, file: str | Path, *, replace: bool = False) -> None:
        """Write the proof to a file; whether it holds is not checked.

        Parameters
        ----------
        file : str or Path
            Parquet file to write.
        replace : bool, default False
            Whether an existing file is replaced.

        Raises
        ------
        BadParameter
            Where the file exists and must not be replaced, or a claim cannot be written.
        StorageFailed
            Where the file cannot be written.
        """
        from zermelo.solver.solution_files.solution_store import make_game_source
        from zermelo.verify.policy_files import write_proof

        write_proof(self, make_game_source(self.game), as_path(file), replace=replace)

    @staticmethod
    def load(file: str | Path, game_or_text: Game | str | None = None, *, run_rules: bool = False) -> "Proof":
        """Read a proof from a file, without checking its claims.

        Parameters
        ----------
        file : str or Path
            File that `save` wrote.
        game_or_text : Game or str, optional
            The game; default: the one that the file names. Another game than that is refused.
        run_rules : bool, default False
            Whether the Python file of the game's rules may be run, see `zermelo.open`.

        Returns
        -------
        Proof
            The proof; `check` checks it.

        Raises
        ------
        BadParameter
            Where the file holds something else.
        OutdatedProof
            Where the rules have changed since.
        DamagedProof
            Where the content is inconsistent.
        StorageFailed
            Where the file cannot be read.
        """
        from zermelo.verify.policy_files import PROOF, find_saved_game, read_proof

        file = as_path(file)
        return read_proof(file, find_saved_game(PROOF, file, game_or_text, run_rules=run_rules))


def verify_proof(proof: Proof, budget: Budget | None = None) -> Evidence:
    """Check every claim of a proof by the game's rules, and return what is proven of its start.

    Raises `CheckFailed` with the first claim that does not hold, or where none is about the start,
    `BadParameter` for a timed proof of a game with points, `MissingCapability` for dice or more players.

    >>> from zermelo.games.heaps.subtraction import Subtraction
    >>> claims = [ProofClaim(5, 1, 1, 1, 2), ProofClaim(4, -1, -1, None, 1)]
    >>> claims += [ProofClaim(n, 1, 1, n) for n in (1, 2, 3)]
    >>> verify_proof(Proof(Subtraction(heap=5), 5, [*claims, ProofClaim(0, -1, -1, None, -1)])).claim
    'proven: at least 1, so a win'
    """
    game, began = proof.game, time.perf_counter()
    check_question(game, "proof")
    if proof.timed and game.scored:
        raise BadParameter(
            f"{game!r} is played for points: a proof tells the length of games won, drawn or lost; "
            "prove the value alone"
        )
    checker = _ProofChecker(proof)
    budget = budget or Budget()
    for done, claim in enumerate(proof.claims):
        if done % REPORT == 0:
            budget.report("proof", done, len(proof.claims), "claims")
        checker.check(claim)
    try:
        low, high = proof.proven_limits
    except Exception as error:  # as in claims, the position may be none
        why = f"is no position: the rules raise {describe_error(error)}"
        raise CheckFailed(f"{game!r}: {proof.start!r}, where the proof begins, {why}") from error
    where = describe_position(game, proof.start)
    if low is None and high is None:
        raise CheckFailed(f"{game!r}: no claim is about {where}, where the proof begins: it proves nothing")
    if low is not None and high is not None and low > high:
        raise CheckFailed(
            f"{game!r}: every claim holds, and {where} is worth at least {low} and at most {high}: "
            "its symmetries cannot be right; see `zermelo check`"
        )
    starts = [_make_typed_key(start) for start in islice(game.starts(), 2)]
    begins = "" if starts == [_make_typed_key(proof.start)] else f" at {where}"
    trusted = ("the game's own Python rules", *(("its symmetries",) if has(game, "symmetries") else ()))
    count = len(proof.claims)
    return Evidence(
        claim=f"proven: {BOUNDS_OF_START.choose(game)((low, high), proof.timed, game.scored)}",
        game=f"{game!r}{begins}",
        method="claims, each recomputed from its moves'",
        checked=count,
        total=count,
        seconds=time.perf_counter() - began,
        trusted=trusted,
        details={"claims": count, "low": low, "high": high, "timed": proof.timed},
    )


class _BrokenClaim(Exception):
    """Why a claim does not hold."""


class _ProofChecker:
    """All claims of a proof, found by the least image of their positions, and the rules to check them by."""

    def __init__(self, proof: Proof) -> None:
        self.game, self.timed = proof.game, proof.timed
        self.mover: Any = getattr(proof.game, "mover", None)
        self.gain: Any = getattr(proof.game, "gain", None)
        # Of each bound: the limits and heights claimed for a class of positions.
        self.claimed: dict[int, dict[Hashable, list[tuple[int, int]]]] = {1: {}, -1: {}}
        for claim in proof.claims:
            try:
                if claim.bound not in self.claimed:
                    raise _BrokenClaim(f"its bound {claim.bound!r} is neither 1, at least, nor -1, at most")
                held = self.claimed[claim.bound].setdefault(
                    self._find_class_representative(claim.position), []
                )
            except Exception as error:
                self._raise_check_failed(claim, error)
            held.append((claim.limit, claim.height))

    def check(self, claim: ProofClaim) -> None:
        """Raise `CheckFailed` where a claim does not follow from the rules and from lower claims."""
        try:
            self._check_claim(claim)
        except Exception as error:  # a position that is none may make the rules raise anything
            self._raise_check_failed(claim, error)

    def _check_claim(self, claim: ProofClaim) -> None:
        position, bound, limit = claim.position, claim.bound, claim.limit
        value = self.game.outcome(position)
        moves: list[Move] = []
        if value == UNDECIDED:
            moves = list(islice(self.game.moves(position), MOST_MOVES + 1))
            if len(moves) > MOST_MOVES:
                raise _BrokenClaim(f"it has more than {MOST_MOVES:,} moves: moves() does not end there")
            if not moves:
                value = self.game.stuck(position)
        if not moves:
            end = MOST * value if self.timed else value
            if bound * end < bound * limit:
                raise _BrokenClaim(f"play is over there, and it is {self._format_limit(end)}")
            return
        if bound == 1:
            moves = [move for move in moves if move == claim.move][:1]
            if not moves:
                raise _BrokenClaim(f"its move {claim.move!r} is no move there")
        for move in moves:
            self._check_move(claim, move)

    def _check_move(self, claim: ProofClaim, move: Move) -> None:
        """Raise `_BrokenClaim` unless a claim at the position after `move` shows what the move is worth."""
        position, bound, limit = claim.position, claim.bound, claim.limit
        child = self.game.play(position, move)
        changes = self.mover is None or self.mover(position) != self.mover(child)
        sign = -1 if changes else 1
        points = self.gain(position, move) if self.gain is not None else 0
        may_go_round = self.gain is None and bound * limit <= 0
        held = self.claimed[sign * bound].get(self._find_class_representative(child), ())
        serving = [
            height
            for at, height in held
            if bound * (points + self._score_one_ply_earlier(sign * at)) >= bound * limit
        ]
        if any(may_go_round or height < claim.height for height in serving):
            return
        after = f"move {move!r} leads to {describe_position(self.game, child)}"
        if serving:
            raise _BrokenClaim(
                f"{after}, where the claim that would do has height {min(serving)}, which is not less than "
                f"its own, {claim.height}: claims must not rest on each other in a circle"
            )
        side = "at least" if sign * bound == 1 else "at most"
        tightest = (max if sign * bound == 1 else min)((at for at, _ in held), default=None)
        if tightest is None:
            raise _BrokenClaim(f"{after}, and no claim says that this is {side} anything")
        raise _BrokenClaim(f"{after}, of which no more is claimed than {side} {self._format_limit(tightest)}")

    def _score_one_ply_earlier(self, score: int) -> int:
        """Return a score as it is one ply earlier; the longest win and the longest loss stay as they are."""
        if not self.timed or -1 <= score <= 1:
            return score
        return score - 1 if score > 0 else score + 1

    def _find_class_representative(self, position: Position) -> Hashable:
        return _make_typed_key(least_position(_yield_symmetric_positions(self.game, position)))

    def _format_limit(self, limit: int) -> str:
        return _format_score(limit) if self.timed and isinstance(limit, int) else f"{limit}"

    def _raise_check_failed(self, claim: ProofClaim, error: Exception) -> None:
        """Raise `CheckFailed` for a claim, with what was found or what the rules raised."""
        why = (
            str(error)
            if isinstance(error, _BrokenClaim | ZermeloError)
            else f"the rules raise {describe_error(error)}"
        )
        side = {1: "at least", -1: "at most"}.get(claim.bound, "?")
        what = f"{describe_position(self.game, claim.position)} is {side} {self._format_limit(claim.limit)}"
        raise CheckFailed(f"{self.game!r}: the claim that {what} does not hold: {why}") from error


def _yield_symmetric_positions(game: Any, position: Position) -> Iterable[Position]:
    return (position, *game.symmetries(position)) if has(game, "symmetries") else (position,)


def _make_typed_key(position: Position) -> Hashable:
    """Return a key that separates positions, also 1, 1.0 and True, which rules may treat differently."""
    if type(position) is int:
        return position
    kinds = _find_nested_types(position)
    return int(position) if kinds is int else (kinds, position)


def _find_nested_types(thing: Any) -> Any:
    if isinstance(thing, tuple):
        return tuple(map(_find_nested_types, thing))
    return int if isinstance(thing, Integral) and not isinstance(thing, bool) else type(thing)


def _format_score(score: int) -> str:
    """Return a timed score in words.

    >>> _format_score(31_959), _format_score(0), _format_score(-31_996)
    ('win in 41', 'draw', 'loss in 4')
    """
    if score == 0:
        return "draw"
    longer = " or more" if abs(score) == 1 else ""
    return f"{outcome_word(score)} in {MOST - abs(score):,}{longer}"


def format_start_bounds(bounds: Interval, timed: bool, scored: bool) -> str:
    """Return bounds of a start in words, and what follows from them.

    >>> format_start_bounds((None, -1), False, False)
    'at most -1, so a loss'
    """
    verdict = "" if timed else _format_verdict(*bounds, scored)
    return _format_interval(bounds, timed) + (f", so {verdict}" if verdict else "")


def _format_verdict(low: int | None, high: int | None, scored: bool) -> str:
    """Return what follows from bounds of a value: "a win by 3", "a draw", or nothing."""
    if low is not None and low == high:
        return f"a {outcome_word(low)}" + (f" by {abs(low)}" if scored and low else "")
    if low is not None and low > 0:
        return "a win"
    return "a loss" if high is not None and high < 0 else ""


def _format_puzzle_interval(says: Interval, timed: bool) -> str:
    """Return an interval of a puzzle's value in words.

    >>> _format_puzzle_interval((0, 0), False), _format_puzzle_interval((31_959, 31_959), True)
    ('cannot be solved', 'solvable in 41 moves')
    """
    low, high = says
    if low is not None and low > 0:
        exactly = timed and low == high
        return str(answer_from(WIN, MOST - low if exactly else UNTIMED, False, alone=True))
    if high is not None and high <= 0:
        return str(answer_from(DRAW, UNTIMED, False, alone=True))
    return _format_interval(says, timed)


def _format_interval(says: Interval, timed: bool) -> str:
    """Return an interval in words.

    >>> _format_interval((0, 0), False), _format_interval((31_959, 31_959), True)
    ('at least 0 and at most 0', 'win in 41')
    """
    low, high = says
    if timed and low is not None and low == high:
        return _format_score(low)
    sides = [
        f"{side} {_format_score(limit) if timed else limit}"
        for side, limit in (("at least", low), ("at most", high))
        if limit is not None
    ]
    return " and ".join(sides) or "nothing"


INTERVALS: Final = ByKind("bounds of a value in words", _format_interval, puzzle=_format_puzzle_interval)
BOUNDS_OF_START: Final[ByKind[Callable[[Interval, bool, bool], str]]] = ByKind(
    "bounds of a start in words",
    format_start_bounds,
    puzzle=lambda bounds, timed, _: _format_puzzle_interval(bounds, timed),
)
