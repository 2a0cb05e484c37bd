"""The points of a line of play, by name: so far, still to come, and the final result.

It is for games in which moves bring points (`gain`). A position does not contain the points gained before it,
and its value counts the points still to come. So the final result is known only along a line of play from the
game's start. Of other lines, only the points since their beginning are known.
"""

from typing import Annotated

from zermelo.core.notation.result import Result, about
from zermelo.core.notation.wording import join_name_and_verb, label_player
from zermelo.core.values import ROUNDING, signed_points_text


class Score(Result, frozen=True, kw_only=True):
    """The points at a position of a line of play; a single number is first's minus second's.

    Examples
    --------
    >>> score = make_score((1, 2), 3, ("X", "O"), is_whole=True)
    >>> score.final, score.list_score_rows()
    (2, [('so far', 'X 1 : 2 O'), ('to come', 'X +3'), ('final', 'X wins by 2')])
    >>> make_score((1, 2), 3, ("X", "O"), is_whole=False).final is None
    True
    """

    players: Annotated[tuple[str, str], about("the names of first and second in this game")]
    gained: Annotated[tuple[int, int], about("first's points and second's since the line began")]
    so_far: Annotated[
        tuple[int, int] | None, about("the same, where the line began at the game's start; else null")
    ]
    to_come: Annotated[float | None, about("what best play still brings; null where unknown")]
    final: Annotated[
        float | None, about("the final result, so far and to come; null where either is not known")
    ]

    @property
    def is_whole(self) -> bool:
        """Whether the line began at the game's start, so that no points were gained before."""
        return self.so_far is not None

    @property
    def total(self) -> float | None:
        """First's points minus second's over the whole line; None where this is unknown."""
        return None if self.to_come is None else self.gained[0] - self.gained[1] + self.to_come

    def list_score_rows(self) -> list[tuple[str, str]]:
        """Return the known numbers in words.

        Returns
        -------
        list of (str, str)
            Name and text of each number.
        """
        first, second = players = label_player(self.players[0]), label_player(self.players[1])
        name = "so far" if self.is_whole else "since this line began"
        rows = [(name, f"{first} {self.gained[0]} : {self.gained[1]} {second}")]
        if self.to_come is not None:
            rows.append(("to come", format_lead(self.to_come, players)))
        if self.final is not None:
            rows.append(("final", format_result(self.final, players)))
        return rows


def make_score(
    gained: tuple[int, int], to_come: float | None, players: tuple[str, str], *, is_whole: bool
) -> Score:
    """Return the score of a line; `is_whole` is whether the line began at the game's start."""
    final = gained[0] - gained[1] + to_come if is_whole and to_come is not None else None
    return Score(
        players=players,
        gained=gained,
        so_far=gained if is_whole else None,
        to_come=to_come,
        final=final,
    )


def format_lead(points: float, players: tuple[str, str]) -> str:
    """Return first's points minus second's as a lead of the side that has more.

    >>> [format_lead(points, ("X", "O")) for points in (3, -1, 0)]
    ['X +3', 'O +1', 'both the same']
    """
    if abs(points) < ROUNDING:
        return "both the same"
    return f"{players[points < 0]} {signed_points_text(abs(points))}"


def format_result(points: float, players: tuple[str, str]) -> str:
    """Return a final result in words, from first's points minus second's or their mean.

    >>> [format_result(points, ("X", "O")) for points in (2, 0, -0.5)]
    ['X wins by 2', 'a draw', 'O +0.5 in the mean']
    """
    if isinstance(points, float):
        return f"{format_lead(points, players)} in the mean"
    return f"{join_name_and_verb(players[points < 0], 'win')} by {abs(points)}" if points else "a draw"
