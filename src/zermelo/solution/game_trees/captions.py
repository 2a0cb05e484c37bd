"""The captions at the vertices of a tree: who moves, the value and whose it is, and why nothing is below.

Values are the mover's within the program. A reader follows one side more easily, so by default values are
shown for A, who moves first, and the words name A: "B: A wins in 2" is a position where B moves.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.wording import join_names
from zermelo.core.values import ROUNDING, outcome_word, signed_points_text
from zermelo.games.typed_tree import TypedTree
from zermelo.solution.game_trees.tree_edges import format_number
from zermelo.solution.game_trees.tree_vertex import Vertex, VertexCut
from zermelo.solution.position_description import format_payoffs

PLAYERS: Final = "AB"
Viewer = Literal["A", "mover"]
VIEWERS: Final = ("A", "mover")
VERBS: Final = {"win": "wins", "loss": "loses", "draw": "draws"}
PAST: Final = {"win": "A won", "loss": "A lost", "draw": "a draw"}
FLIPPED: Final = {"": "", "<=": ">=", ">=": "<="}
NAMED: Final = 3  # ends of play that are named at a vertex, before the rest is counted


def check_viewer(values: str) -> None:
    """Raise `BadParameter` for whom there are no values of."""
    if values not in VIEWERS:
        raise BadParameter(f"values {values!r} are nobody's: choose one of {', '.join(VIEWERS)}")


class CaptionWriter:
    """The writer of captions, with values of the side `values`: "A" or "mover".

    With `is_search` values are what a search returned, with `is_hard` what a fail-hard one returns.
    """

    def __init__(self, game: Game, values: Viewer, *, is_search: bool = False, is_hard: bool = False) -> None:
        self.game, self.values, self.is_search, self.is_hard = game, values, is_search, is_hard
        self.is_number = is_search or isinstance(game, TypedTree)

    def format_mover(self, vertex: Vertex) -> str:
        """Return who moves: a letter, a player's number, or chance; nobody where that does not matter."""
        if vertex.cut is VertexCut.BOUND or (
            vertex.is_finished and (self.values == "A" or vertex.payoffs is not None)
        ):
            return ""
        return MOVERS.choose(self.game)(self, vertex)

    def format_side_to_move(self, vertex: Vertex) -> str:
        """Return A, B or chance."""
        who = PLAYERS[vertex.mover]
        if not vertex.is_chance:
            return who if self.is_number or self.values == "mover" else f"{who} to move"
        return "chance" if self.values == "A" else f"{who}, chance"

    def value_for_viewer(self, mover: int, value: Any) -> Any:
        """Return a mover's value as it is shown."""
        return -value if self.values == "A" and mover else value

    def format_gain(self, mover: int, gain: int) -> str:
        """Return the points that a move of `mover` brings, as they are shown."""
        return f" ({self.value_for_viewer(mover, gain):+})" if gain else ""

    def format_answer(self, vertex: Vertex) -> str:
        """Return what a vertex is worth, and to whom where that is one of two."""
        if vertex.cut is VertexCut.BOUND:
            return ""
        if is_value_unknown(vertex):
            return "?"
        if vertex.payoffs is not None:
            said = " or ".join(map(format_payoffs, vertex.payoffs))
            return f"{said}, over" if vertex.is_finished else said
        return self._format_search_value(vertex) if self.is_number else self._format_outcome(vertex)

    def find_outcome_tone(self, vertex: Vertex) -> str:
        """Return the word for a value's sign as it is shown, where that is certain, or "payoffs"."""
        if vertex.payoffs is not None:
            return "payoffs"
        value, bound = vertex.value, "" if self.is_hard else vertex.bound
        if value is None or (bound == ">=" and value <= 0) or (bound == "<=" and value >= 0):
            return "unknown"
        return outcome_word(0 if abs(value) < ROUNDING else self.value_for_viewer(vertex.mover, value))

    def list_notes(self, vertex: Vertex) -> tuple[str, ...]:
        """Return the notes on a vertex: what is left, who is indifferent, why nothing is below."""
        return tuple(
            note
            for note in (
                *self._format_play_end_lines(vertex),
                self._format_window(vertex),
                self._format_interval(vertex),
                "probed" if vertex.is_probed else "",
                self._format_cut(vertex),
            )
            if note
        )

    def alpha_beta_window(self, vertex: Vertex) -> tuple[Any, Any]:
        """Return alpha and beta of a vertex as A counts them, as the search came there."""
        assert vertex.window is not None
        alpha, beta = vertex.window
        return (-beta, -alpha) if vertex.mover else (alpha, beta)

    def format_value_with_bound(self, vertex: Vertex, value: Any, bound: str = "") -> str:
        """Return a value of a vertex, with its bound, as it is shown."""
        shown = FLIPPED[bound] if self.values == "A" and vertex.mover else bound
        return f"{shown} {format_number(self.value_for_viewer(vertex.mover, value))}".strip()

    def _format_search_value(self, vertex: Vertex) -> str:
        if self.is_hard:
            return self.format_value_with_bound(vertex, vertex.hard)
        return self.format_value_with_bound(vertex, vertex.value, vertex.bound)

    def _format_outcome(self, vertex: Vertex) -> str:
        value = self.value_for_viewer(vertex.mover, vertex.value)
        side = "A " if self.values == "A" else ""
        to_come = TO_COME.choose(self.game)
        if isinstance(vertex.value, float) and not vertex.is_finished:
            return f"{side}expects {format_number(value)}{' points' if self.game.scored else ''}{to_come}"
        if to_come:  # a final result only with the points of the moves above
            end = "by endless play" if vertex.remoteness is None else f"in {vertex.remoteness}"
            return (
                f"{side}{signed_points_text(value)}{', over' if vertex.is_finished else f'{to_come} {end}'}"
            )
        word = outcome_word(value)
        by = f" by {format_number(abs(value))}" if self.game.scored and value else ""
        if vertex.is_finished:
            return f"{PAST[word]}{by}" if side else f"{word}{by}, over"
        end = "by endless play" if vertex.remoteness is None else f"in {vertex.remoteness}"
        return f"A {VERBS[word]}{by} {end}" if side and value else f"{word}{by} {end}"

    def _format_play_end_lines(self, vertex: Vertex) -> list[str]:
        """Return where play ends, and who is indifferent, in a game of payoffs."""
        if vertex.payoffs is None:
            return []
        notes = []
        if vertex.ends and not vertex.is_finished:
            texts = ["/".join(self.game.show(end).strip().splitlines()) for end in vertex.ends]
            more = len(texts) - NAMED
            named = " or ".join(texts[:NAMED]) + (f" or {more} more" if more > 0 else "")
            notes.append(f"leaves {named}")
        if vertex.ties:
            notes.append("; ".join(f"{join_names(names)}: the same to them" for names in vertex.ties))
        return notes

    def _format_window(self, vertex: Vertex) -> str:
        if vertex.window is None or not vertex.children:
            return ""
        alpha, beta = self.alpha_beta_window(vertex)
        return f"α {format_number(alpha)} β {format_number(beta)}"

    def _format_interval(self, vertex: Vertex) -> str:
        """Return between which numbers the value of a throw lies, where it was cut."""
        if not (vertex.bound and vertex.is_chance and vertex.between):
            return ""
        low, high = sorted(self.value_for_viewer(vertex.mover, end) for end in vertex.between)
        return f"from {format_number(low)} to {format_number(high)}"

    def _format_cut(self, vertex: Vertex) -> str:
        if vertex.cut is VertexCut.BOUND:
            return f"cut by #{vertex.cause}" if vertex.cause else "cut: no better outcome"
        notes = {
            VertexCut.NONE: "",
            VertexCut.DEPTH: "…",
            VertexCut.SHARED: f"see #{vertex.cause}",
            VertexCut.LOOP: f"as #{vertex.cause} above",
        }
        return notes[vertex.cut]


def is_value_unknown(vertex: Vertex) -> bool:
    """Return whether the value of a vertex is unknown."""
    return vertex.value is None and vertex.payoffs is None and vertex.cut is not VertexCut.BOUND


MOVERS: Final[ByKind[Callable[[CaptionWriter, Vertex], str]]] = ByKind(
    "who moves at a vertex",
    CaptionWriter.format_side_to_move,
    payoffs=lambda _, vertex: f"player {vertex.mover + 1}",
)
TO_COME: Final = ByKind("words after points", "", payoffs="", dice_gains=" to come", gains=" to come")
