"""A scene: one position of a match as somebody looks at it, with the moves and what each is worth to him.

Who looks is one of the players, the same at every ply, so a value never changes its colour because it is the
other's turn. A move is shown on the cells that it is of, which are read off its name or off what it changes.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from zermelo.boards.pictures.click_target import ClickTarget
from zermelo.boards.pictures.colour_theme import CELL
from zermelo.boards.pictures.move_highlights import MoveHighlights, ValueSign, cells_of_move
from zermelo.boards.pictures.picture import Picture
from zermelo.boards.pictures.picture_svg import draw_value_sign, is_on_place, picture_svg
from zermelo.boards.pictures.svg_markup import element, escape
from zermelo.core.game import Game, Move
from zermelo.core.rule_queries import answer_of_record
from zermelo.core.values import UNTIMED, Answer, ExpectedValue, Solvability, WinChance
from zermelo.play.matches.match import ChanceOutcome, Match, depict_by_player
from zermelo.play.matches.match_score import final_answer
from zermelo.solution.annotated_board import MoveWithValue

SIGN: Final = 12.0  # pixels: the radius of a sign in a line of text
MOST_ARROWS: Final = 6  # moves of men: with more, arrows hide the board
MOST_SIGNS: Final = 60  # moves: with more, a board is no place to say what each is worth


@dataclass(frozen=True)
class MoveChoice:
    """A move that may be made: its name, the places it is of, and what it is worth to who looks.

    `answer` is as the mover sees it, None where nobody knows; `tone` is "win", "draw", "loss" or "unknown"
    and `words` the answer, both as seen by who looks, `said` the figures that stand in its sign. Where moves
    bring points `answer` counts those still to come, and the others say the final result where it is known.
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
        """The place where its worth is said: the last of its cells, or none."""
        return self.cells[-1] if self.cells else ""


@dataclass(frozen=True)
class Scene:
    """What there is to see: the picture (None where the game draws none), the text, and the choices.

    `mover` is who moves and `viewer` who looks: 0 began the match. `last` are the places of the last move.
    `choices` come best first where their worth is known, else in the order of the game.
    """

    picture: Picture | None
    text: str
    mover: int
    viewer: int
    choices: tuple[MoveChoice, ...]
    last: tuple[str, ...] = ()

    def touching(self, *cells: str) -> list[MoveChoice]:
        """Return the choices that are of all these cells, the first of which they begin with if any does."""
        found = [choice for choice in self.choices if set(cells) <= set(choice.cells)]
        begun = [choice for choice in found if cells and choice.cells[0] == cells[0]]
        return begun or found

    def places(self) -> list[str]:
        """Return the places that any move is of, those where moves begin before others."""
        firsts = (choice.cells[0] for choice in self.choices if choice.cells)
        return list(dict.fromkeys([*firsts, *(cell for choice in self.choices for cell in choice.cells)]))

    def marking(self, *, with_worths: bool, touched: Sequence[str] = ()) -> MoveHighlights:
        """Return the last move, and what is said on the targets: of several to one place the best is.

        Where places have been `touched`, of the moves that go on from there; without worths these are dots.
        """
        begun = self.touching(*touched) if touched else list(self.choices)
        worths: dict[str, ValueSign] = {}
        for choice in begun if with_worths and len(begun) <= MOST_SIGNS else ():
            if choice.target and choice.target not in worths and choice.words:
                worths[choice.target] = ValueSign(choice.target, choice.tone, choice.said)
        legal = {choice.target: None for choice in begun if touched and choice.target not in worths}
        return MoveHighlights(last=self.last, legal=tuple(legal), worths=tuple(worths.values()))

    def told(self, allowed: Collection[Move], wrong: Collection[Move]) -> MoveHighlights:
        """Return what a rule says of moves: their worth, in a frame where it allows them, else without.

        An arrow shows which man is moved. Of several moves to one place the allowed one is told. With more
        than `MOST_SIGNS` there are no marks.
        """
        chosen = {choice.target: choice for choice in reversed(self.choices) if choice.move in allowed}
        others = {choice.target: choice for choice in reversed(self.choices) if choice.move in wrong}
        signs = {place: choice for place, choice in (others | chosen).items() if place}
        if len(signs) > MOST_SIGNS:
            return MoveHighlights()
        moved = [choice for choice in self.choices if choice.move in allowed and self.moves_a_man(choice)]
        return MoveHighlights(
            worths=tuple(ValueSign(place, choice.tone, choice.said) for place, choice in signs.items()),
            chosen=tuple(place for place in signs if place in chosen),
            arrows=tuple((choice.cells[0], choice.target) for choice in moved[:MOST_ARROWS]),
        )

    def moves_a_man(self, choice: MoveChoice) -> bool:
        """Return whether a move goes from a place on which something stands to another."""
        return len(choice.cells) > 1 and self.is_taken(choice.cells[0])

    def is_taken(self, name: str) -> bool:
        """Return whether something stands on a place."""
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

        It has the marks that are given, else its own.
        """
        if self.picture is None:
            return element("pre", escape(self.text))
        picture = self.picture.turned() if turned else self.picture
        if marking is None:
            marking = self.marking(with_worths=with_worths, touched=touched)
        return picture_svg(picture, self.text, marking, CELL, touches)


def scene_of(match: Match, answers: Iterable[MoveWithValue] | None = None, viewer: int = 0) -> Scene:
    """Return what is to be seen at the last position of a match; `answers` are its moves judged, best first.

    Where moves bring points the choices say the final result, or what is still to come where nobody knows it.

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
    """Return a move at the end of a match with its worth as somebody sees it; `same`: who makes it."""
    seen = answer_from_side(final_answer(match, judged.answer), same=same)
    return MoveChoice(
        judged.move, judged.name, cells, judged.answer, tone_of(seen), str(seen), sign_text(seen)
    )


def tone_of(answer: Answer) -> str:
    """Return the tone of an answer: its outcome; of a puzzle for one a win if it can be solved, else a loss.

    >>> tone_of(Answer(0, 9)), tone_of(Solvability(0, None))
    ('draw', 'loss')
    """
    return answer.outcome if not answer.alone else "win" if answer.value > 0 else "loss"


def answer_from_side(answer: Answer, *, same: bool) -> Answer:
    """Return an answer as somebody sees it: itself where he is the mover, else the other way round.

    >>> answer_from_side(Answer(1, 5), same=False)
    loss in 5
    """
    return answer if same or answer.alone else answer._replace(value=-answer.value)


def search_answer(game: Game, value: int, plies: int | None) -> Answer:
    """Return the answer of a search that found a value: `plies` to the end, None where they are not known.

    >>> from zermelo.games import Subtraction
    >>> search_answer(Subtraction(), -1, None), search_answer(Subtraction(), 1, 3)
    (loss, win in 3)
    """
    return answer_of_record(game, value, UNTIMED if plies is None else plies)


def sign_text(answer: Answer) -> str:
    """Return what stands in the sign of an answer: plies, points, or a chance in per cent."""
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
    """Return the sign of a value as a picture of its own, to stand in a line of text.

    Whoever reads the line aloud is told the value by its words, so the picture says nothing.
    """
    size = 2 * SIGN + 6
    sign = draw_value_sign(tone, said, size / 2, size / 2, SIGN)
    box = {"width": size, "height": size, "viewBox": f"0 0 {size:g} {size:g}", "aria_hidden": "true"}
    return element("svg", sign, xmlns="http://www.w3.org/2000/svg", class_="zermelo sign", **box)


def _cells(match: Match, picture: Picture | None, move: Move, name: str) -> tuple[str, ...]:
    """Return the places that a move is of; what it changes is asked where its name does not say all."""
    if picture is None:
        return ()
    named = cells_of_move(picture, name)
    if len(named) > 1:
        return named
    child = match.game.play(match.position, move)
    return cells_of_move(picture, name, depict_by_player(match.game, child, match.mover_after(child)))


def _last_move_places(match: Match, picture: Picture | None) -> tuple[str, ...]:
    """Return the places of the last move, none where there was none or dice were thrown."""
    if picture is None or not match.made or isinstance(match.made[-1], ChanceOutcome):
        return ()
    where, move = match.positions[-2], match.made[-1]
    before = depict_by_player(match.game, where, match.movers[-2])
    return () if before is None else cells_of_move(before, match.game.name(where, move), picture)
