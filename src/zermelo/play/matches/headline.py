"""The headline of a position: whose turn it is, what best play brings and which moves keep it, in a sentence.

Values are those of the player to move, or of a side that is chosen; then the sentence names that side.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from zermelo.core.game_kind import ByKind
from zermelo.core.notation.wording import format_count, format_plies, format_share, join_names
from zermelo.core.values import Answer, WinChance, signed_points_text
from zermelo.play.matches.match import Match
from zermelo.solution.annotated_board import MoveWithValue
from zermelo.solution.position_description import format_payoffs
from zermelo.solver.methods.subgame_perfect import Payoffs

MOST_BEST: Final = 3  # best moves in a sentence: with more, it gives their number
HALF_LEAD: Final = 10.0  # points by which a side leads that has three quarters of the bar
HALF_ESTIMATE: Final = 50.0  # the same of a search's estimate in a game without points


@dataclass(frozen=True)
class Headline:
    """What is said of a position first.

    Parameters
    ----------
    turn : str
        Whose turn it is, "" at the end and in puzzles.
    words : str
        What best play brings, "" where nothing is known.
    tone : str
        "win", "draw", "loss" or "unknown", for the side whose values are shown.
    value_sign_text : str
        Text in the value's sign.
    share : float or None
        The first player's part of the evaluation bar, from 0 to 1; None where there is no such value.
    is_exact : bool
        Whether the value is known exactly; else it is an estimate.
    brief : str
        The words without the points so far and to come, "" where they tell none.
    """

    turn: str
    words: str = ""
    tone: str = "unknown"
    value_sign_text: str = ""
    share: float | None = None
    is_exact: bool = True
    brief: str = ""

    def __str__(self) -> str:
        text = f"{self.turn}: {self.words}" if self.turn and self.words else self.turn or self.words
        return text[:1].upper() + text[1:]

    @property
    def sentence(self) -> str:
        """The sentence without the points so far and to come, for a page that shows them beside it."""
        return str(replace(self, words=self.brief)) if self.brief else str(self)

    def for_person(self, match: Match) -> "Headline":
        """Return the headline for the player to move, who is spoken to.

        Parameters
        ----------
        match : Match
            The same match.

        Returns
        -------
        Headline
            Such as "Your move: you are X".
        """
        what = "throw" if match.throws() else "move"
        return replace(self, turn=f"your {what}: you are {match.player_name(match.mover)}")

    @classmethod
    def from_answer(
        cls,
        match: Match,
        answer: Answer | None = None,
        moves: Sequence[MoveWithValue] = (),
        viewer: int | None = None,
        *,
        tolerance: float = 0.0,
    ) -> "Headline":
        """Return the headline of a match's current position.

        Parameters
        ----------
        match : Match
            Match of which the position is described.
        answer : Answer, optional
            Answer of the position to the player to move; without it only the turn is said.
        moves : sequence of MoveWithValue, optional
            All moves with their answers; empty where dice are thrown.
        viewer : int, optional
            Player whose values are given; default: the player to move.
        tolerance : float, default 0.0
            Difference of two expectations that does not count.

        Returns
        -------
        Headline
            The sentence, and the value for a sign and a bar.

        Examples
        --------
        >>> import zermelo
        >>> solution = zermelo.solve("tic_tac_toe")
        >>> match = Match(solution.game)
        >>> match.play(match.find_move("b2"))
        >>> where = match.position
        >>> print(Headline.from_answer(match, solution.value(where), solution.moves(where)))
        O to move: draw with best play; 4 of 8 moves keep it
        """
        if match.is_over():
            return _ENDS.choose(match.game)(match, viewer)
        turn = describe_turn(match)
        if answer is None:
            return cls(turn)
        viewer = match.mover if viewer is None else viewer
        final = match.final_answer(answer)
        seen = final.for_viewer(is_mover=match.mover == viewer)
        best = [each for each in moves if each.answer.value >= answer.value - tolerance]
        words = _DESCRIBE.choose(match.game)(match, answer, moves, best, viewer)
        first = final.for_viewer(is_mover=match.mover == 0)
        share = None if answer.alone else _compute_share(first.value, scored=first.scored)
        brief = ""
        if match.score(answer) is not None:
            brief = words.replace(f" ({_describe_points_so_far_and_to_come(match, answer, viewer)})", "")
        return cls(turn, words, seen.tone, seen.value_sign_text, share, brief=brief)

    @classmethod
    def from_estimate(
        cls, match: Match, score: int, plies: int, viewer: int | None = None, *, is_running: bool
    ) -> "Headline":
        """Return the headline of a position that a search has not solved.

        Parameters
        ----------
        match : Match
            Match of which the position is described.
        score : int
            The search's estimate for the player to move.
        plies : int
            Depth of the search.
        viewer : int, optional
            Player whose estimate is given; default: the player to move.
        is_running : bool
            Whether the search goes on.

        Returns
        -------
        Headline
            The sentence, and the estimate for a bar.
        """
        viewer = match.mover if viewer is None else viewer
        own = score if viewer == match.mover else -score
        about = f"about {own:+d} for {match.player_name(viewer)}" if own else "about even"
        lead = match.lead if match.begins_at_start else 0
        first = (score if match.mover == 0 else -score) + lead
        words = f"{'being searched' if is_running else 'searched'}: {about}, {format_plies(plies)} deep"
        half = HALF_LEAD if match.game.scored else HALF_ESTIMATE
        return cls(describe_turn(match), words, share=_map_lead_to_bar_share(first / half), is_exact=False)

    @classmethod
    def from_payoffs(cls, match: Match, brought: Sequence[Payoffs], best: Sequence[str]) -> "Headline":
        """Return the headline of a position in a game with payoffs.

        Parameters
        ----------
        match : Match
            Match of which the position is described.
        brought : sequence of payoffs
            What best play can bring each player.
        best : sequence of str
            Names of the best moves.

        Returns
        -------
        Headline
            The sentence.
        """
        words = "best play brings " + " or ".join(map(format_payoffs, brought)) if brought else ""
        words += _describe_best_moves(match, best, len(match.moves())) if words else ""
        return cls(describe_turn(match), words)


def describe_turn(match: Match) -> str:
    """Return whose turn it is, in words; "" for a puzzle, or at the end."""
    if match.is_over() or match.game.players == 1:
        return ""
    return f"{match.player_name(match.mover)} to {'throw the dice' if match.throws() else 'move'}"


def _make_payoffs_headline(match: Match, viewer: int | None) -> Headline:
    return Headline("", f"the game is over: {format_payoffs(match.payoffs() or ())}")


def _make_puzzle_end_headline(match: Match, viewer: int | None) -> Headline:
    if (match.result() or 0) > 0:
        return Headline("", f"solved in {format_count(len(match.played), 'move')}", "win")
    return Headline("", "a dead end: no move is left", "loss")


def _make_result_headline(match: Match, viewer: int | None) -> Headline:
    result = match.result() or 0
    own = -result if viewer == 1 else result
    tone = "win" if own > 0 else "loss" if own < 0 else "draw"
    share = _compute_share(result, scored=match.game.scored)
    return Headline("", f"the game is over: {match.result_text()}", tone, share=share)


def _compute_share(value: float, *, scored: bool) -> float:
    """Return the first player's part of the bar for a value to that player."""
    return _map_lead_to_bar_share(value / HALF_LEAD) if scored else (value + 1) / 2


def _map_lead_to_bar_share(lead: float) -> float:
    """Return a lead as a part of the bar.

    >>> [_map_lead_to_bar_share(lead) for lead in (0, 1, -1)]
    [0.5, 0.75, 0.25]
    """
    return 0.5 + 0.5 * lead / (1 + abs(lead))


Describe = Callable[[Match, Answer, Sequence[MoveWithValue], list[MoveWithValue], int], str]


def _describe_outcome(
    match: Match, answer: Answer, moves: Sequence[MoveWithValue], best: list[MoveWithValue], viewer: int
) -> str:
    """Return who wins, in how many plies, and which moves keep that."""
    is_mover = viewer == match.mover
    seen = answer.for_viewer(is_mover=is_mover)
    said = _describe_result(match, seen.value, viewer)
    if seen.outcome != "draw" and answer.is_timed and answer.remoteness is not None and not seen.scored:
        said += f" in {answer.remoteness}"
    if answer.value < 0 and is_mover:
        said += " against best play"
    elif seen.outcome == "draw" or seen.scored:
        said += " with best play"
    if answer.value < 0 and not answer.scored:
        return said  # every move loses
    verb = "win" if is_mover and answer.value > 0 and not answer.scored else "keep"
    return said + _describe_value_keeping_moves(match, best, len(moves), verb, "" if verb == "win" else " it")


def _describe_result(match: Match, value: float, viewer: int) -> str:
    """Return who wins, by how many points where there are some; the player to move is not named again."""
    verb = "win" if value > 0 else "lose" if value < 0 else "draw"
    said = match.player_name(viewer, verb)
    if viewer == match.mover:
        said = said.removeprefix(f"{match.player_name(viewer)} ") if value else verb
    return f"{said} by {abs(value)}" if match.game.scored and value else said


def _describe_value_keeping_moves(
    match: Match, best: list[MoveWithValue], count: int, verb: str, what: str
) -> str:
    """Return how many moves keep what best play brings, after a semicolon; "" where there is one move."""
    if count == 1:
        return f"; {match.describe_move(best[0].name)} is the only move"
    if len(best) == count or not best:
        return f"; every move {verb}s{what}" if best else ""
    if len(best) == 1:
        return f"; only {match.describe_move(best[0].name)} {verb}s{what}"
    return f"; {len(best)} of {count} moves {verb}{what}"


def _describe_points(
    match: Match, answer: Answer, moves: Sequence[MoveWithValue], best: list[MoveWithValue], viewer: int
) -> str:
    """Return the final result, of which part is there and part to come, and which moves keep it."""
    score = match.score(answer)
    if score is None:
        return _describe_outcome(match, answer, moves, best, viewer)
    words = _describe_score(match, answer, viewer)
    return words + _describe_value_keeping_moves(match, best, len(moves), "keep", " it")


def _describe_score(match: Match, answer: Answer, viewer: int) -> str:
    """Return the final result, so far and to come, all for the viewer."""
    to_come = answer.for_viewer(is_mover=viewer == match.mover).value
    lead = match.lead if viewer == 0 else -match.lead
    whose = "" if viewer == match.mover else f" for {match.player_name(viewer)}"
    if not match.begins_at_start:
        words = f"to come {signed_points_text(to_come)}{whose}"
    elif answer.is_expected:
        words = f"final result {signed_points_text(lead + to_come)}{whose}"
    else:
        words = _describe_result(match, lead + to_come, viewer)
    return f"{words} with best play ({_describe_points_so_far_and_to_come(match, answer, viewer)})"


def _describe_points_so_far_and_to_come(match: Match, answer: Answer, viewer: int) -> str:
    """Return the viewer's points so far and to come, or since the line began."""
    lead = signed_points_text(match.lead if viewer == 0 else -match.lead)
    if not match.begins_at_start:
        return f"{lead} since this line began"
    to_come = answer.for_viewer(is_mover=viewer == match.mover).value
    return f"so far {lead}, to come {signed_points_text(to_come)}"


def _describe_expectation(
    match: Match, answer: Answer, moves: Sequence[MoveWithValue], best: list[MoveWithValue], viewer: int
) -> str:
    """Return what dice bring in the mean, and which moves are best."""
    who = match.player_name(viewer)
    seen = answer.for_viewer(is_mover=viewer == match.mover)
    if match.score(answer) is not None:
        words = f"{_describe_score(match, answer, viewer)} in the mean"
    elif isinstance(seen, WinChance):
        words = f"{match.player_name(viewer, 'win')} {format_share(seen.win_probability, 0)} of the time"
    else:
        expected = signed_points_text(seen.value) + (" points" if seen.scored else "")
        words = f"{match.player_name(viewer, 'expect')} {expected}"
    return words.removeprefix(f"{who} " if viewer == match.mover else "") + _describe_best_moves(
        match, [each.name for each in best], len(moves)
    )


def _describe_best_moves(match: Match, names: Sequence[str], count: int) -> str:
    """Return which moves are best, after a semicolon; "" where there is no choice."""
    if not names or count < 2:
        return ""
    if len(names) == count:
        return "; every move is as good"
    if len(names) > MOST_BEST:
        return f"; {len(names)} of {count} moves are best"
    said = join_names([match.describe_move(name) for name in names], "and")
    return f"; best {'is' if len(names) == 1 else 'are'} {said}"


def _describe_puzzle(
    match: Match, answer: Answer, moves: Sequence[MoveWithValue], best: list[MoveWithValue], viewer: int
) -> str:
    """Return in how many moves a puzzle is solved, and which moves begin that."""
    if answer.value <= 0:
        return "cannot be solved from here" + (": take moves back" if match.played else "")
    if not answer.is_timed:
        return "can be solved" + _describe_value_keeping_moves(match, best, len(moves), "keep", " it so")
    shortest = [each for each in best if each.answer == answer]
    solved = f"shortest solution: {format_count(answer.remoteness or 0, 'move')}"
    return solved + _describe_value_keeping_moves(match, shortest, len(moves), "begin", " it")


_DESCRIBE: Final[ByKind[Describe]] = ByKind(
    "headline of a position",
    _describe_outcome,
    dice=_describe_expectation,
    puzzle=_describe_puzzle,
    points=_describe_points,
)
_ENDS: Final = ByKind(
    "headline of an end",
    _make_result_headline,
    payoffs=_make_payoffs_headline,
    puzzle=_make_puzzle_end_headline,
)
