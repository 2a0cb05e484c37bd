"""What a solution says of a move against all the others: it wins, alone does not lose, or loses last."""

from zermelo.core.game import Position
from zermelo.core.notation.wording import format_count, format_plies, join_names
from zermelo.core.values import Answer, signed_points_text
from zermelo.explain.why.cached_solution import CachedSolution
from zermelo.explain.why.move_claims import MoveClaim
from zermelo.solution.solution import MoveAnswer

NAMED = 4  # moves that are as good, before they are only counted


def make_value_claims(
    cached: CachedSolution, position: Position, chosen: MoveAnswer
) -> tuple[MoveClaim, ...]:
    """Return what the solution says of a move."""
    moves = cached.list_move_answers(position)
    best = cached.list_best_moves(position)
    if chosen.answer != best[0].answer:
        return (_make_lost_value_claim(chosen, best),)
    if cached.game.scored:
        return (_make_move_points_claim(cached, position, chosen),)
    child = cached.game.play(position, chosen.move)
    if cached.is_over(child):
        what = {1: "wins at once", 0: "ends the game in a draw", -1: "loses at once"}[chosen.answer.value]
        also = (_make_loss_claim(moves, chosen),) if chosen.answer.value < 0 else ()
        return (MoveClaim("ends", what), *also)
    if chosen.answer.value > 0:
        return (_make_win_claim(cached, position, chosen),)
    return (
        _make_loss_claim(moves, chosen) if chosen.answer.value < 0 else _make_held_draw_claim(moves, chosen),
    )


def _make_win_claim(cached: CachedSolution, position: Position, chosen: MoveAnswer) -> MoveClaim:
    """Return that every reply loses. The loser delays, so no line lasts longer than the best."""
    child = cached.game.play(position, chosen.move)
    left = format_plies((chosen.answer.remoteness or 0) - 1)
    replies = len(cached.list_move_answers(child))
    if not cached.does_move_pass_turn(position, child):
        return MoveClaim(
            "won", f"{{v.me}} {{v.move_form}} again, and {{v.other}} {{v.lose_form}} within {left}"
        )
    if replies == 1:
        return MoveClaim("won", f"{{v.other}} {{v.have_form}} one reply, and {{v.lose_form}} within {left}")
    return MoveClaim(
        "won",
        f"{{v.other}} {{v.have_form}} {replies} replies, and {{v.lose_form}} within {left} after any of them",
    )


def _make_held_draw_claim(moves: list[MoveAnswer], chosen: MoveAnswer) -> MoveClaim:
    """Return how many moves hold the draw."""
    end = "; play need not end" if chosen.answer.is_timed and chosen.answer.remoteness is None else ""
    drawn = [each.name for each in moves if each.answer.value == 0 and each is not chosen]
    if len(moves) == 1:
        return MoveClaim("held", f"is the only move, and draws{end}")
    if not drawn:
        return MoveClaim("held", f"is the only move that does not lose{end}")
    if len(drawn) + 1 == len(moves):
        return MoveClaim("held", f"draws, as every move does{end}")
    if len(drawn) <= NAMED:
        return MoveClaim(
            "held",
            f"draws; so {'does' if len(drawn) == 1 else 'do'} only {join_names(drawn, 'and')}{end}",
        )
    return MoveClaim("held", f"draws, as {len(drawn) + 1} of {len(moves)} moves do{end}")


def _make_loss_claim(moves: list[MoveAnswer], chosen: MoveAnswer) -> MoveClaim:
    """Return that every move loses, and what this one has before the others."""
    left = chosen.answer.remoteness or 0
    if len(moves) == 1:
        return MoveClaim("lost", f"is the only move, and loses within {format_plies(left)}")
    sooner = [each.answer.remoteness or 0 for each in moves if each.answer != chosen.answer]
    if not sooner:
        return MoveClaim("lost", f"every move loses within {format_plies(left)}")
    return MoveClaim(
        "lost", f"every move loses; this one holds out {format_plies(left)}, others {max(sooner)} or fewer"
    )


def _make_move_points_claim(cached: CachedSolution, position: Position, chosen: MoveAnswer) -> MoveClaim:
    """Return what a move is worth against the next best."""
    worse = [each for each in cached.list_move_answers(position) if each.answer.value < chosen.answer.value]
    worth = f"brings {format_points(chosen.answer)}"
    if len(cached.list_move_answers(position)) == 1:
        return MoveClaim("points", f"is the only move: it {worth}")
    if not worse:
        return MoveClaim("points", f"{worth}, as every move does")
    return MoveClaim("points", f"{worth}; the next best, {worse[0].name}, {format_points(worse[0].answer)}")


def format_points(answer: Answer) -> str:
    """Return a score in words, without plies.

    >>> format_points(Answer(-3, 24, scored=True)), format_points(Answer(0, 2, scored=True))
    ('a loss by 3', 'a draw')
    >>> from zermelo.core.values import PointsToCome
    >>> format_points(PointsToCome(-3, 24, scored=True)), format_points(PointsToCome(0, 2, scored=True))
    ('-3 to come', '0 to come')
    """
    if answer.is_to_come:
        return f"{signed_points_text(answer.value)} to come"
    return f"a {answer.outcome} by {abs(answer.value)}" if answer.value else "a draw"


def _make_lost_value_claim(chosen: MoveAnswer, best: list[MoveAnswer]) -> MoveClaim:
    """Return what a move that is not best gives away."""
    better = best[0].answer
    names = [each.name for each in best[:NAMED]]
    instead = f"{join_names(names)}{' or others' if len(best) > NAMED else ''}: {better}"
    if better.value == chosen.answer.value:
        slower = (
            "wins, but later"
            if better.value > 0
            else "draws, but later"
            if better.value == 0
            else "loses sooner"
        )
        return MoveClaim("given away", f"{slower} than need be ({instead})")
    if better.scored:
        lost = better.value - chosen.answer.value
        return MoveClaim("given away", f"gives away {format_count(lost, 'point')} ({instead})")
    return MoveClaim("given away", f"gives away a {better.outcome} ({instead})")
