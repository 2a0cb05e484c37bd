"""A scene: one position of a match from one player's side, with the moves and their values to that player.

The viewer is one of the players, the same at every ply, so a value does not change its colour when the turn
passes. A move is shown on its cells, which are read from its name or from what it changes.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from zermelo.boards.pictures.move_highlights import MoveHighlights, ValueSign, cells_of_move
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game, Move
from zermelo.core.rule_queries import answer_of_record
from zermelo.core.values import UNTIMED, Answer, ExpectedValue, Solvability, WinChance
from zermelo.draw.pictures.click_target import ClickTarget
from zermelo.draw.pictures.colour_theme import CELL
from zermelo.draw.pictures.picture_svg import draw_value_sign, is_on_place, picture_svg
from zermelo.draw.pictures.svg_markup import element, escape
from zermelo.play.matches.match import ChanceOutcome, Match, depict_by_player
from zermelo.play.matches.match_score import final_answer
from zermelo.solution.annotated_board import MoveWithValue

SIGN: Final = 12.0  # pixels: the radius of a sign in a line of text
MOST_ARROWS: Final = 6  # moves of pieces: with more, arrows hide the board
MOST_SIGNS: Final = 60  # moves: with more, a board has no space for their values


@dataclass(frozen=True)
class MoveChoice:
    """A possible move: its name, its places, and its value to the viewer.

    `answer` is from the mover's side, None where it is unknown. `tone` is "win", "draw", "loss" or "unknown"
    and `words` the answer, both from the viewer's side; `said` are the figures in its sign. Where moves bring
    points, `answer` counts those still to come, and the others give the final result where it is known.
    """

    move: Move
    name: str
    cells: tuple[str, ...]
    answer: Answer | None = None
    tone: str = "unknown"
    words: str = ""
    said: str = ""

    @property
    def target(self) -> str:
        """The place that shows the move's value: the last of its cells, or the empty text."""
        return self.cells[-1] if self.cells else ""


@dataclass(frozen=True)
class Scene:
    """The view of a position: the picture (None where the game draws none), the text, and the choices.

    `mover` is the player to move and `viewer` the player to view from: 0 began the match. `last` are the
    places of the last move. `choices` are sorted best first where their values are known, else in the game's
    order.
    """

    picture: Picture | None
    text: str
    mover: int
    viewer: int
    choices: tuple[MoveChoice, ...]
    last: tuple[str, ...] = ()

    def touching(self, *cells: str) -> list[MoveChoice]:
        """Return the choices with all these cells; they begin with the first one, if any choice does."""
        found = [choice for choice in self.choices if set(cells) <= set(choice.cells)]
        begun = [choice for choice in found if cells and choice.cells[0] == cells[0]]
        return begun or found

    def places(self) -> list[str]:
        """Return the places of all moves, the places where moves begin first."""
        firsts = (choice.cells[0] for choice in self.choices if choice.cells)
        return list(dict.fromkeys([*firsts, *(cell for choice in self.choices for cell in choice.cells)]))

    def marking(self, *, with_worths: bool, touched: Sequence[str] = ()) -> MoveHighlights:
        """Return the marks: the last move, and values on targets, of several moves to one place the best.

        Where places have been `touched`, only moves that go on from there are marked. Without values the
        marks are dots.
        """
        begun = self.touching(*touched) if touched else list(self.choices)
        worths: dict[str, ValueSign] = {}
        for choice in begun if with_worths and len(begun) <= MOST_SIGNS else ():
            if choice.target and choice.target not in worths and choice.words:
                worths[choice.target] = ValueSign(choice.target, choice.tone, choice.said)
        legal = {choice.target: None for choice in begun if touched and choice.target not in worths}
        return MoveHighlights(last=self.last, legal=tuple(legal), values=tuple(worths.values()))

    def told(self, allowed: Collection[Move], wrong: Collection[Move]) -> MoveHighlights:
        """Return marks for a rule: the values of moves, with a frame around those that it allows.

        An arrow shows which piece moves. Of several moves to one place an allowed one is shown. With more
        than `MOST_SIGNS` moves there are no marks.
        """
        chosen = {choice.target: choice for choice in reversed(self.choices) if choice.move in allowed}
        others = {choice.target: choice for choice in reversed(self.choices) if choice.move in wrong}
        signs = {place: choice for place, choice in (others | chosen).items() if place}
        if len(signs) > MOST_SIGNS:
            return MoveHighlights()
        moved = [choice for choice in self.choices if choice.move in allowed and self.moves_a_man(choice)]
        return MoveHighlights(
            values=tuple(ValueSign(place, choice.tone, choice.said) for place, choice in signs.items()),
            chosen=tuple(place for place in signs if place in chosen),
            arrows=tuple((choice.cells[0], choice.target) for choice in moved[:MOST_ARROWS]),
        )

    def moves_a_man(self, choice: MoveChoice) -> bool:
        """Return whether a move goes from a place with a piece to another place."""
        return len(choice.cells) > 1 and self.is_taken(choice.cells[0])

    def is_taken(self, name: str) -> bool:
        """Return whether a piece stands on a place."""
        if self.picture is None:
            return False
        places = [place for place in self.picture.places if place.name == name]
        return any(is_on_place(thing, place) for place in places for thing in self.picture.things)

    def board(
        self,
        *,
        with_worths: bool = False,
        touches: Sequence[ClickTarget] = (),
        touched: Sequence[str] = (),
        turned: bool = False,
        marking: MoveHighlights | None = None,
    ) -> str:
        """Return the position as SVG, or its text in a `<pre>` where the game draws nothing.

        The marks are those of `marking` if given, else the scene's own.
        """
        if self.picture is None:
            return element("pre", escape(self.text))
        picture = self.picture.rotate() if turned else self.picture
        if marking is None:
            marking = self.marking(with_worths=with_worths, touched=touched)
        return picture_svg(picture, self.text, marking, CELL, touches)


def scene_of(match: Match, answers: Iterable[MoveWithValue] | None = None, viewer: int = 0) -> Scene:
    """Return the scene at the last position of a match; `answers` are its moves with values, best first.

    Where moves bring points the choices give the final result, or the points still to come where it is
    unknown.

    >>> import zermelo
    >>> solution = zermelo.solve("tic_tac_toe")
    >>> match = Match(solution.game)
    >>> [match.play(match.find_move(name)) for name in ("b2", "b1")]
    [None, None]
    >>> seen = scene_of(match, solution.moves(match.position), viewer=1)
    >>> [(each.name, each.tone, each.said) for each in seen.choices][:2]
    [('a1', 'loss', '5'), ('c1', 'loss', '5')]
    """
    picture = match.depicted()
    if answers is None:
        named = zip(match.moves(), match.names(), strict=True)
        choices = [MoveChoice(move, name, _cells(match, picture, move, name)) for move, name in named]
    else:
        same = match.mover == viewer
        choices = [
            choice_from_answer(match, each, _cells(match, picture, each.move, each.name), same=same)
            for each in answers
        ]
    return Scene(
        picture, match.shown(), match.mover, viewer, tuple(choices), _last_move_places(match, picture)
    )


def choice_from_answer(
    match: Match, judged: MoveWithValue, cells: tuple[str, ...], *, same: bool
) -> MoveChoice:
    """Return a match's next move with its value to the viewer; `same`: the viewer makes it."""
    seen = answer_from_side(final_answer(match, judged.answer), same=same)
    return MoveChoice(
        judged.move, judged.name, cells, judged.answer, tone_of(seen), str(seen), sign_text(seen)
    )


def tone_of(answer: Answer) -> str:
    """Return the tone of an answer: its outcome; of a puzzle for one, "win" if it can be solved, else "loss".

    >>> tone_of(Answer(0, 9)), tone_of(Solvability(0, None))
    ('draw', 'loss')
    """
    return answer.outcome if not answer.alone else "win" if answer.value > 0 else "loss"


def answer_from_side(answer: Answer, *, same: bool) -> Answer:
    """Return an answer from the viewer's side: unchanged where the viewer is the mover, else negated.

    >>> answer_from_side(Answer(1, 5), same=False)
    loss in 5
    """
    return answer if same or answer.alone else answer._replace(value=-answer.value)


def search_answer(game: Game, value: int, plies: int | None) -> Answer:
    """Return the answer of a search that found a value: `plies` to the end, None where unknown.

    >>> from zermelo.games import Subtraction
    >>> search_answer(Subtraction(), -1, None), search_answer(Subtraction(), 1, 3)
    (loss, win in 3)
    """
    return answer_of_record(game, value, UNTIMED if plies is None else plies)


def sign_text(answer: Answer) -> str:
    """Return the text in the sign of an answer: plies, points, or a probability in per cent."""
    if isinstance(answer, WinChance):
        return f"{100 * answer.win_probability:.0f}"
    if isinstance(answer, ExpectedValue):
        return f"{answer.value:+.2g}"
    if answer.scored:
        return f"{answer.value:+d}" if answer.value else "0"
    if isinstance(answer, Solvability) and answer.value <= 0:
        return ""
    if not answer.is_timed:
        return ""
    return "∞" if answer.remoteness is None else str(answer.remoteness)


def value_sign_svg(tone: str, said: str = "") -> str:
    """Return the sign of a value as a separate picture, for use in a line of text.

    Screen readers read the value from the text beside it, so the picture has no label.
    """
    size = 2 * SIGN + 6
    sign = draw_value_sign(tone, said, size / 2, size / 2, SIGN)
    box = {"width": size, "height": size, "viewBox": f"0 0 {size:g} {size:g}", "aria_hidden": "true"}
    return element("svg", sign, xmlns="http://www.w3.org/2000/svg", class_="zermelo sign", **box)


def _cells(match: Match, picture: Picture | None, move: Move, name: str) -> tuple[str, ...]:
    """Return the places of a move; those that it changes are added where its name does not give all."""
    if picture is None:
        return ()
    named = cells_of_move(picture, name)
    if len(named) > 1:
        return named
    child = match.game.play(match.position, move)
    return cells_of_move(picture, name, depict_by_player(match.game, child, match.mover_after(child)))


def _last_move_places(match: Match, picture: Picture | None) -> tuple[str, ...]:
    """Return the places of the last move, none without a last move or where dice were thrown."""
    if picture is None or not match.made or isinstance(match.made[-1], ChanceOutcome):
        return ()
    where, move = match.positions[-2], match.made[-1]
    before = depict_by_player(match.game, where, match.movers[-2])
    return () if before is None else cells_of_move(before, match.game.name(where, move), picture)
