"""Answers of commands as text."""

import shlex
from typing import TYPE_CHECKING, Any

from zermelo import Answer, Game
from zermelo.cli.console.terminal_colors import format_position_board
from zermelo.cli.solutions import one_player_texts
from zermelo.core import format_count, has

if TYPE_CHECKING:
    from zermelo import Solution
    from zermelo.play import Score
    from zermelo.solution import Puzzle

PLAYERS = ("first", "second")
HEADINGS = {
    "longest": "the longest forced wins",
    "single": "a single move wins",
    "zugzwang": "mutual zugzwang",
}
HEADINGS_TO_COME = {
    "longest": "more points to come, the most plies",
    "single": "a single move gets more of the points to come",
}
HEADINGS_EXPECTED = {"single": "a single move is best by a margin"}
NAMED = 3  # moves as good as that of a line, before they are counted
REPEATS = " without end, and so on: this position has been there before"


def format_position_value(solution: "Solution", position: Any) -> str:
    """Return what `value` prints: the position, its answer, and every move's, best first."""
    from zermelo.play import Match

    moves = solution.moves(position)  # first, as the position's own answer may follow from theirs
    lines = [format_position_board(solution.game, position), str(solution.value(position))]
    score = Match(solution.game, [position]).score(solution.value(position))
    lines += [_format_score(score)] if score and score.is_whole else []
    width = max((len(move.name) for move in moves), default=0)
    lines += [f"  {move.name:<{width}}  {move.answer}" for move in moves]
    for chance in solution.chances(position):
        after = "/".join(row.strip() for row in solution.game.show(chance.position).splitlines())
        lines.append(f"  {chance.probability:.4f}  {after}  {chance.answer}")
    return "\n".join(lines + list_future_points_note(solution.game))


def format_perfect_line(solution: "Solution", position: Any) -> str:
    """Return a line of perfect play, position by position: who is to move, who wins, the move, its equals.

    Where a position comes again, which ends the line, it says so in place of the move.
    """
    from zermelo.play import Match

    lines = []
    met = set()
    for step, match, score in Match.iterate_perfect_line(solution, position):
        mover = PLAYERS[match.mover]
        shown = match.text.strip()
        if "\n" in shown:
            lines.append(shown)
            shown = str(step.position)
        said = REPEATS if step.position in met else _format_line_step_move(solution, step)
        stands = _format_winner(step.answer, match.mover)
        if score:
            stands, said = f"{_format_score(score)}; ", said.lstrip(", ")
        who = f"{step.answer}" if step.answer.alone else f"{mover} to move: {stands}"
        lines.append(f"{shown:>4}  {who}{said}")
        met.add(step.position)
    return "\n".join(lines + list_future_points_note(solution.game))


def _format_score(score: "Score") -> str:
    return "; ".join(f"{name} {words}" for name, words in score.describe_in_words())


def format_best_line_in_one_row(solution: "Solution", position: Any) -> str:
    """Return what `value --chain` prints: each position of a line, in one row, with what its mover gets.

    Where no move is better than another, the mover's choice is free. In games without points, it is also free
    wherever the mover has lost.
    """
    chain = list(solution.line(position))
    said = []
    for ply, step in enumerate(chain):
        answer = step.answer
        text = solution.game.show_for_player(step.position, ply % 2)
        shown = "/".join(row.strip() for row in text.strip().splitlines())
        by = f" by {abs(answer.value)}" if answer.scored and answer.value else ""
        worth = f"{answer.signed_value} to come" if answer.is_to_come else f"{answer.word}{by}"
        said.append(f"{shown} {worth}")
    goes_on = [
        (each.answer, solution.has_equal_moves(each.position)) for each in chain if each.move is not None
    ]
    free = sum(is_free for _, is_free in goes_on)
    lost = [is_free for answer, is_free in goes_on if answer.value < 0 and not answer.is_to_come]
    end = "" if chain[-1].move is None else ", and so on without end"
    lines = [f"{' → '.join(said)}{end}"]
    if free and not chain[0].answer.alone:
        every = f", {len(lost)} lost: who is lost is free to choose" if lost and all(lost) else ""
        lines.append(f"every move as good as another at {free} of {len(goes_on)} positions{every}")
    return "\n".join(lines + list_future_points_note(solution.game))


def list_future_points_note(game: Game) -> list[str]:
    """Return the note that values of games with `gain` need."""
    note = "(points still to come, the mover's minus the other's; the final result adds those so far)"
    return [note] if has(game, "gain") else []


def _format_line_step_move(solution: "Solution", step: Any) -> str:
    if step.answer.alone:
        if step.move is None:
            return ""
        return f", plays {solution.game.name(step.position, step.move)}{_format_equal_moves(solution, step)}"
    if step.move is None:
        return ", over"
    plies = step.answer.remoteness
    end = " without end" if plies is None else f" in {plies}"
    return f"{end}, plays {solution.game.name(step.position, step.move)}{_format_equal_moves(solution, step)}"


def _format_equal_moves(solution: "Solution", step: Any) -> str:
    """Return which other moves are as good as that of a line, to whose mover they are all the same."""
    others = [each.name for each in solution.best(step.position) if each.move != step.move]
    if len(others) > NAMED:
        return f", as good as {len(others)} others"
    return f", as good as {' or '.join(others)}" if others else ""


def _format_winner(answer: Answer, player: int) -> str:
    if answer.value == 0:
        return "draw"
    winner = PLAYERS[player if answer.value > 0 else 1 - player]
    points = f" by {abs(answer.value)}" if answer.scored else ""
    return f"{winner} wins{points}"


def format_puzzles(game: Game, game_text: str, puzzles: "list[Puzzle]") -> str:
    """Return what `puzzles` prints; `game_text` is the game as the command line names it."""
    parts = []
    for number, puzzle in enumerate(puzzles, 1):
        if number == 1 or puzzle.kind != puzzles[number - 2].kind:
            headings = HEADINGS_TO_COME if puzzle.answer.is_to_come else HEADINGS
            headings = HEADINGS_EXPECTED if puzzle.answer.is_expected else headings
            parts.append((one_player_texts.HEADINGS if puzzle.answer.alone else headings)[puzzle.kind])
        parts.append("\n".join(_format_puzzle(game, game_text, number, puzzle)))
    return (
        "\n\n".join([*parts, *list_future_points_note(game)])
        if puzzles
        else "no puzzles of this kind: no position is one"
    )


def _format_puzzle(game: Game, game_text: str, number: int, puzzle: "Puzzle") -> list[str]:
    rows = [f"    {row}" for row in format_position_board(game, puzzle.position).split("\n")]
    line = " ".join(puzzle.line) + ("" if puzzle.line_ends else " and so on without end")
    of = format_count(puzzle.move_count, "move")
    lines = [f"{number}. {puzzle.task}", *rows]
    if puzzle.next_best:
        lines.append(f"    answer  {puzzle.line[0]}, of {of}: {puzzle.answer}")
        lines.append(f"    next    {puzzle.next_best.name}: {puzzle.next_best.answer}")
    elif puzzle.passed:
        lines.append(f"    answer  {puzzle.answer}; with the other player to move, {puzzle.passed.answer}")
    else:
        lines.append(f"    answer  {', '.join(puzzle.solution)}, of {of}")
    if not puzzle.next_best:
        lines.append(f"    line    {line}")
    lines.append(f"    play    {format_play_command(game, game_text, puzzle.position)}")
    if puzzle.passed:
        lines.append(f"    or      {format_play_command(game, game_text, puzzle.passed.position)}")
    return lines


def format_play_command(game: Game, game_text: str, position: Any) -> str:
    """Return the command that plays a game from a position, as the player to move."""
    from zermelo.play import Match

    said = position if isinstance(position, int) else repr(position)
    if not isinstance(position, int | tuple):
        said = game.show(position)
    side = PLAYERS[Match(game, [position]).mover]
    words = ["zermelo", "play", game_text, str(said), *(["--side", side] if side != "first" else [])]
    return shlex.join(words)
