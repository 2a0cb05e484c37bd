"""Asking why: a move is put against all others of its position, in a solved game of two players."""

from functools import lru_cache
from typing import TYPE_CHECKING

from zermelo.compiler.dependencies.rule_dependencies import RuleDependencies
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.rules_cache import current_dependencies
from zermelo.core.errors import BadParameter, ZermeloError
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.requirements import check_question
from zermelo.explain.why.best_play_lines import make_best_play_line
from zermelo.explain.why.cached_solution import CachedSolution
from zermelo.explain.why.move_claims import MoveClaim
from zermelo.explain.why.other_moves import explain_other_move, find_strongest_reply
from zermelo.explain.why.threat_claims import make_line_claims
from zermelo.explain.why.value_claims import make_value_claims
from zermelo.explain.why.why_answer import Why
from zermelo.solution.solution import MoveAnswer, Solution

if TYPE_CHECKING:
    from zermelo.cgt.strategies.worded_strategy import Strategy
    from zermelo.explain.rule_lists.rule_list import RuleList

SMALL = 20_000  # classes of positions up to which a strategy in words is looked for
MOST_STRATEGY_RULES = 2  # of its rules: what to leave, and how; the rest is for positions that are lost


def explain_move(
    solution: Solution,
    position: Position = START,
    move: Move | None = None,
    rules: "RuleList | None" = None,
    *,
    others: bool = True,
) -> Why:
    """Return why a move (default: a best one) is played at a position (default: the start).

    Of several best moves it is one that the rules allow, and then one of which most can be said. Without
    `others` nothing is said of the other moves. Raises
    `MissingCapability` for dice, several players, and solutions of values only; `BadParameter` where play is
    over or the rules are another game's; `IllegalMove`, `UnknownPosition`.

    >>> import zermelo
    >>> solution = zermelo.solve("tic_tac_toe")
    >>> print(explain_move(solution, solution.game.parse("XX./OO./...")))
    XX.
    OO.
    ...
    why c1: win in 1
      completes the line a1 b1 c1; wins at once
    the other moves
      c2          draw in 5: the opponent plays c1, which stops your line a1 b1 c1
      a3, b3, c3  loss in 2: the opponent plays c2, which completes the line a2 b2
        c2
    """
    game = solution.game
    check_question(game, "why")
    solution.require_remoteness("an explanation of a move")
    if rules is not None and rules.game != game:
        raise BadParameter(f"the rules are for {rules.game!r}, not for {game!r}: give a list made for it")
    where = as_position(game, position)
    solution.value(where)
    cached = CachedSolution(solution)
    if cached.is_over(where):
        raise BadParameter(f"play is over at {describe_position(game, where)}: ask about an earlier position")
    if move is None:
        allowed = None if rules is None else rules.find_firing_rule(where)[1]
        chosen, found, first = find_strongest_reply(cached, where, allowed)
    else:
        solution.play(where, move)
        chosen = next(each for each in cached.list_move_answers(where) if each.move == move)
        found, first = make_line_claims(cached, where, move)
    best = cached.list_best_moves(where)[0]
    rest = [each for each in cached.list_move_answers(where) if each is not chosen] if others else []
    return Why.of(
        chosen.answer,
        game=game,
        position=where,
        move=chosen.move,
        name=chosen.name,
        claims=_find_best_move_reasons(cached, where, chosen, found),
        line=make_best_play_line(cached, where, first),
        rule=None if rules is None else rules.find_applied_rule(where, chosen.move),
        strategy=_describe_proven_strategy(cached, where, chosen.move),
        others=tuple(explain_other_move(cached, where, each, best) for each in rest),
    )


def _find_best_move_reasons(
    cached: CachedSolution, position: Position, chosen: MoveAnswer, found: tuple[MoveClaim, ...]
) -> tuple[MoveClaim, ...]:
    """Return what is said of lines, and of the game where that does not say it already."""
    said = make_value_claims(cached, position, chosen)
    kinds = {claim.kind for claim in found}
    if said[0].kind == "ends" and "completes" in kinds:
        return (*found, *said[:1])
    if kinds & {"forks", "forces"} and said[0].kind == "won":
        return found
    return (*said, *found) if said[0].kind in ("given away", "ends") else (*found, *said)


def _describe_proven_strategy(cached: CachedSolution, position: Position, move: Move) -> str | None:
    """Return the proven strategy that a winning move follows, None where there is none at hand."""
    game = cached.game
    if not game.impartial or cached.solution.summary.solved > SMALL:
        return None
    found = _find_proven_strategy(current_dependencies(game), game)
    child = game.play(position, move)
    if found is None or cached.is_over(child) or not found.leaves(child):
        return None
    return " ".join(found.rules[:MOST_STRATEGY_RULES])


@lru_cache(maxsize=8)
def _find_proven_strategy(_: RuleDependencies, game: Game) -> "Strategy | None":
    from zermelo.cgt.strategies.strategy_finder import find_strategy

    try:
        found = find_strategy(game)
    except ZermeloError:  # a game of which no kind of rule speaks
        return None
    return found if found is not None and found.proven else None
