"""A scene: one position of a match from one player's side, with the moves and their values to that player.

The viewer is one of the players, the same at every ply, so a value does not change its colour when the turn
passes. A move is shown on its cells, which are read from its name or from what it changes.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Final

from zermelo.boards.pictures.move_highlights import (
    MoveHighlights,
    ValueSign,
    find_last_move_places,
    find_move_cells,
)
from zermelo.boards.pictures.picture import BESIDE_BOARD, Picture, Place, Thing
from zermelo.core.game import Game, Move, has
from zermelo.core.notation.wording import capitalize
from zermelo.core.rule_queries import answer_from_record, chances_at
from zermelo.core.values import UNTIMED, Answer
from zermelo.draw.pictures.click_target import ClickTarget
from zermelo.draw.pictures.colour_theme import PAGE_CELL
from zermelo.draw.pictures.picture_svg import (
    compute_least_sign,
    compute_picture_bounds,
    draw_mover_piece,
    draw_value_sign,
    is_anything_on_place,
    picture_svg,
    remove_turn_note_and_mover,
    shorten_figures,
)
from zermelo.draw.pictures.piece_outlines import piece_outline
from zermelo.draw.pictures.position_picture import depict_for_player, depict_position
from zermelo.draw.pictures.svg_markup import element, escape
from zermelo.play.matches.match import ChanceOutcome, Match
from zermelo.solution.annotated_board import MoveWithValue

DIE: Final = 28.0  # pixels: the side of a die in a list
SIGN: Final = 12.0  # pixels: the radius of a sign in a line of text, if its figures need no more
TEXT_SIZES: Final = (("large", 12), ("medium", 24))  # of a text in place of a board, by its longest line
MOST_BUTTONS: Final = 3  # fewer moves, whose places are called like them, are named
UNTHROWN: Final = "?"  # on a die
MOST_ARROWS: Final = 6  # moves of pieces: with more, arrows hide the board
MOST_SIGNS: Final = 60  # moves: with more, a board has no space for their values
PIECE_NAMES: Final = {
    "pin": "pin",
    "match": "match",
    "car": "car",
    "card": "card",
    "hand": "hand",
    "chocolate": "square",
    "peg": "peg",
    "turn": "turn arrow",
    "boat": "passenger",
    "pattern": "card",
}
PLACE_NAMES: Final = {
    "match": "heap",
    "pile": "heap",
    "domino": "domino",
    "slab": "peg",
    "spike": "point",
    "boat": "passenger",
}
MOST_ORDERED: Final = (
    3  # places of a move: where all have more, the fewest that one has are clicked in any order
)
HAND: Final = "hand"  # the place of a piece that the mover holds
WIDE: Final = 3.0  # times as wide as high: a board that needs the width of a page
WIDE_COLUMNS: Final = 7.5  # where it has more columns
SLACK: Final = 1e-9  # between expected values that are the same


@dataclass(frozen=True)
class MoveChoice:
    """A legal move with its places on the board and its value to the viewer.

    Parameters
    ----------
    move : move
        The move.
    name : str
        Name of the move.
    cells : tuple of str
        Names of its places; a piece moves from the first to the last.
    answer : Answer or None
        Value to the player to move, None where it is unknown; points are those still to come.
    tone : str
        "win", "draw", "loss" or "unknown", for the viewer.
    words : str
        The value in words, for the viewer; where moves bring points, the final result if it is known.
    value_sign_text : str
        The text in the value's sign.
    value_text : str
        The value in words without the plies to the end, where it is known.
    """

    move: Move
    name: str
    cells: tuple[str, ...]
    answer: Answer | None = None
    tone: str = "unknown"
    words: str = ""
    value_sign_text: str = ""
    value_text: str = ""

    @classmethod
    def from_answer(
        cls, match: Match, move_answer: MoveWithValue, cells: tuple[str, ...], *, is_mover: bool
    ) -> "MoveChoice":
        """Return a match's next move with its value.

        Parameters
        ----------
        match : Match
            Match of which the current position is shown.
        move_answer : MoveWithValue
            The move, its name and its answer.
        cells : tuple of str
            Names of the move's places.
        is_mover : bool
            Whether the viewer is the player to move.

        Returns
        -------
        MoveChoice
            The move for the viewer.
        """
        seen = match.final_answer(move_answer.answer).for_viewer(is_mover=is_mover)
        return cls(
            move_answer.move,
            move_answer.name,
            cells,
            move_answer.answer,
            seen.tone,
            str(seen),
            seen.value_sign_text,
            seen.value_text,
        )

    @property
    def short_words(self) -> str:
        """The value in words, for a list whose signs show points, and which values are of endless play."""
        is_short = self.answer is not None and (self.answer.remoteness is None or self.answer.scored)
        return self.value_text if is_short and self.value_text else self.words

    @property
    def target(self) -> str:
        """The place that shows the move's value: the last of its cells, or the empty text."""
        return self.cells[-1] if self.cells else ""


@dataclass(frozen=True)
class Scene:
    """A position as one player views it: its picture, its text, and the legal moves.

    Parameters
    ----------
    picture : Picture or None
        Picture of the position, None where the game draws none.
    text : str
        The position as text.
    mover, viewer : int
        Player to move, and player to view from; 0 began the match.
    choices : tuple of MoveChoice
        Legal moves: best first where their values are known, else in the game's order.
    last : tuple of int
        Places of the last move, by their numbers in the picture.
    """

    RULE_LEGEND: ClassVar = "In a frame: allowed. Without: gives something away."

    picture: Picture | None
    text: str
    mover: int
    viewer: int
    choices: tuple[MoveChoice, ...]
    last: tuple[int, ...] = ()

    @classmethod
    def from_match(
        cls, match: Match, answers: Iterable[MoveWithValue] | None = None, viewer: int = 0
    ) -> "Scene":
        """Return the scene at the current position of a match.

        Parameters
        ----------
        match : Match
            Match to show.
        answers : iterable of MoveWithValue, optional
            Moves with values, best first, such as a solution's. Where moves bring points the choices give the
            final result, or the points still to come where it is unknown.
        viewer : int, default 0
            Player to view from.

        Returns
        -------
        Scene
            The scene.

        Examples
        --------
        >>> import zermelo
        >>> solution = zermelo.solve("tic_tac_toe")
        >>> match = Match(solution.game)
        >>> [match.play(match.find_move(name)) for name in ("b2", "b1")]
        [None, None]
        >>> scene = Scene.from_match(match, solution.moves(match.position), viewer=1)
        >>> [(each.name, each.tone, each.value_sign_text) for each in scene.choices][:2]
        [('a1', 'loss', '5'), ('c1', 'loss', '5')]
        """
        picture = match.picture
        if answers is None:
            named = zip(match.moves(), match.move_names(), strict=True)
            choices = [
                MoveChoice(move, name, _find_places_of_move(match, picture, move, name))
                for move, name in named
            ]
        else:
            choices = [
                MoveChoice.from_answer(
                    match,
                    each,
                    _find_places_of_move(match, picture, each.move, each.name),
                    is_mover=match.mover == viewer,
                )
                for each in answers
            ]
        return cls(
            None if picture is None else _add_what_was_taken(match, picture),
            match.text,
            match.mover,
            viewer,
            tuple(choices),
            _find_last_move_places(match, picture),
        )

    @property
    def is_alike(self) -> bool:
        """Whether all of several moves are worth the same, so that their numbers tell nothing."""
        worth = {(choice.tone, choice.value_sign_text) for choice in self.choices}
        return len(self.choices) > 1 and len(worth) == 1 and self.choices[0].tone != "unknown"

    @property
    def unordered(self) -> int:
        """How many places at the beginning of moves, such as those that a piece covers, have no order."""
        fewest = min((len(choice.cells) for choice in self.choices), default=0)
        return fewest if fewest > MOST_ORDERED else 0

    def list_next_places(self, choice: MoveChoice, touched: Sequence[str]) -> tuple[str, ...]:
        """Return the places of a choice that can be chosen after others.

        Parameters
        ----------
        choice : MoveChoice
            One of `choices`.
        touched : sequence of str
            Places that were chosen.

        Returns
        -------
        tuple of str
            Names of places, all where they have no order.
        """
        if self.unordered:
            end = max(self.unordered, len(touched) + 1)
            return tuple(cell for cell in choice.cells[:end] if cell not in touched)
        return tuple(cell for cell in choice.cells if cell not in touched)

    @property
    def numbers_text(self) -> str:
        """What the numbers of moves count, where they are of one kind and differ, and what ∞ is."""
        if self.is_alike or len(self.choices) < 2:
            return ""
        answers = [choice.answer for choice in self.choices if choice.answer is not None]
        counts = (not each.scored and not each.is_expected and each.is_timed for each in answers)
        said = ["numbers: moves to the end"] if answers and all(counts) else []
        if any(not each.is_expected and each.is_timed and each.remoteness is None for each in answers):
            said.append("∞: neither player can force an end, so play goes on")
        return capitalize("; ".join(said))

    def choices_with_places(self, *cells: str) -> list[MoveChoice]:
        """Return the choices that have all these places.

        Parameters
        ----------
        *cells : str
            Names of places.

        Returns
        -------
        list of MoveChoice
            Only those that begin at the first place, if any does.
        """
        if self.unordered:
            covered, rest = set(cells[: self.unordered]), cells[self.unordered :]
            return [
                choice
                for choice in self.choices
                if covered <= set(choice.cells[: self.unordered])
                and rest == choice.cells[self.unordered :][: len(rest)]
            ]
        found = [choice for choice in self.choices if set(cells) <= set(choice.cells)]
        begun = [choice for choice in found if cells and choice.cells[0] == cells[0]]
        return begun or found

    def places(self) -> list[str]:
        """Return the places of all moves.

        Returns
        -------
        list of str
            The places where moves begin come first.
        """
        firsts = (choice.cells[0] for choice in self.choices if choice.cells)
        return list(dict.fromkeys([*firsts, *(cell for choice in self.choices for cell in choice.cells)]))

    def make_highlights(self, *, with_values: bool, touched: Sequence[str] = ()) -> MoveHighlights:
        """Return the marks of the last move and of the legal moves.

        Where no value is shown and nothing is chosen, cells for a piece are marked if not every free one is.

        Parameters
        ----------
        with_values : bool
            Whether targets show values, of several moves to one place the best; else they have dots. A place
            where a touch could make a move shows the best of the moves that begin there.
        touched : sequence of str, optional
            Places that were chosen; only moves that go on from there are marked.

        Returns
        -------
        MoveHighlights
            The marks; the first sign of each place is the best move's there.
        """
        begun = self.choices_with_places(*touched) if touched else list(self.choices)
        shown = begun if with_values and len(begun) <= MOST_SIGNS else []
        if self.unordered:
            return self._highlight_next_places(begun if touched else [], shown if touched else [], touched)
        given = set() if touched else self._list_pieces_to_give()
        ending = [choice for choice in shown if len(choice.cells) == 1 or choice.target in given]
        whole = set() if touched else {choice.cells[0] for choice in ending}
        signs = [
            self._make_sign(choice, choice.cells[0] if choice.cells[0] in whole else choice.target)
            for choice in shown
            if choice.target and choice.words and (choice.tone != "unknown" or choice.value_sign_text)
            if choice.cells[0] in whole or choice.target not in whole
        ]
        wide = {} if touched else self._choose_moves_of_wide_pieces(shown)
        if wide:  # each sign at the end of an arrow, since it may lie far from what moves
            signs = [self._make_sign(choice, choice.target) for choice in wide.values()]
        unique: dict[tuple[str, str], ValueSign] = {}
        for sign in signs:
            unique.setdefault((sign.place, sign.origin), sign)
        said = {sign.place for sign in signs}
        targets = [choice.target for choice in begun if touched or (not said and len(choice.cells) == 1)]
        legal = [place for place in dict.fromkeys(targets) if place not in said]
        if not touched and set(legal) >= set(self._list_free_places()):
            legal = []
        arrows = tuple((begin, choice.target) for (begin, _), choice in wide.items())
        return MoveHighlights(self.last, tuple(legal), arrows, tuple(unique.values()))

    def _choose_moves_of_wide_pieces(
        self, choices: Sequence[MoveChoice]
    ) -> dict[tuple[str, bool], MoveChoice]:
        """Return the best move of each wide piece in each direction, by the place where it begins."""
        if self.picture is None or not any(len(thing.covered_points()) > 1 for thing in self.picture.things):
            return {}
        at = {place.name: (place.x, place.y) for place in self.picture.places}
        found: dict[tuple[str, bool], MoveChoice] = {}
        for choice in choices:
            if len(choice.cells) > 2:
                is_forward = at[choice.target] > at[choice.cells[0]]
                end = max(choice.cells[:-1], key=lambda cell: at[cell]) if is_forward else choice.cells[0]
                found.setdefault((end, is_forward), choice)
        return found

    def _highlight_next_places(
        self, begun: Sequence[MoveChoice], shown: Sequence[MoveChoice], touched: Sequence[str]
    ) -> MoveHighlights:
        """Return the marks where places are chosen one by one: a value where one more decides on a move."""
        following = {choice.move: self.list_next_places(choice, touched)[:2] for choice in begun}
        signs: dict[str, ValueSign] = {}
        for choice in shown:
            for place in following[choice.move] if len(following[choice.move]) == 1 else ():
                signs.setdefault(place, replace(self._make_sign(choice, place), origin=""))
        legal = dict.fromkeys(place for choice in begun for place in self.list_next_places(choice, touched))
        return MoveHighlights(
            self.last, tuple(place for place in legal if place not in signs), values=tuple(signs.values())
        )

    def _list_pieces_to_give(self) -> set[str]:
        """Return the places beside the board with a piece on them, which a move ends with."""
        places = () if self.picture is None else self.picture.places
        return {each.name for each in places if each.ground == "button" and self.has_piece(each.name)}

    def _list_free_places(self) -> list[str]:
        """Return the places that have a ground and on which nothing stands."""
        places = () if self.picture is None else self.picture.places
        return [
            place.name
            for place in places
            if place.name and place.ground != "bare" and not self.has_piece(place.name)
        ]

    def _make_sign(self, choice: MoveChoice, place: str) -> ValueSign:
        """Return a move's sign on a place; it is among the best where it is as good as the first move."""
        best = self.choices[0]
        if choice.answer is None or best.answer is None:
            is_best = choice.value_sign_text == best.value_sign_text and choice.tone == best.tone
        else:
            is_close = abs(choice.answer.value - best.answer.value) < SLACK
            is_best = is_close and choice.answer.remoteness == best.answer.remoteness
        origin = choice.cells[0] if choice.cells[0] != place else ""
        return ValueSign(place, choice.tone, "" if self.is_alike else choice.value_sign_text, is_best, origin)

    def make_rule_highlights(self, allowed: Collection[Move], wrong: Collection[Move]) -> MoveHighlights:
        """Return the marks for a rule: the values of moves, with a frame around those that it allows.

        Parameters
        ----------
        allowed, wrong : collection of move
            Moves that the rule allows, and others to mark. Of several moves to one place an allowed one is
            shown.

        Returns
        -------
        MoveHighlights
            The marks, with an arrow for each piece that moves; no marks for more than 60 moves.
        """
        chosen = {choice.target: choice for choice in reversed(self.choices) if choice.move in allowed}
        others = {choice.target: choice for choice in reversed(self.choices) if choice.move in wrong}
        signs = {place: choice for place, choice in (others | chosen).items() if place}
        if len(signs) > MOST_SIGNS:
            return MoveHighlights()
        moved = [choice for choice in self.choices if choice.move in allowed and self.is_piece_move(choice)]
        return MoveHighlights(
            values=tuple(
                ValueSign(place, choice.tone, choice.value_sign_text) for place, choice in signs.items()
            ),
            chosen=tuple(place for place in signs if place in chosen),
            arrows=tuple((choice.cells[0], choice.target) for choice in moved[:MOST_ARROWS]),
        )

    def board_html(
        self,
        *,
        with_values: bool = False,
        targets: Sequence[ClickTarget] = (),
        touched: Sequence[str] = (),
        turned: bool = False,
        highlights: MoveHighlights | None = None,
    ) -> str:
        """Return the board as markup, for a page that says beside it whose turn it is.

        Parameters
        ----------
        with_values : bool, default False
            Whether targets show values, see `make_highlights`.
        targets : sequence of ClickTarget, optional
            Places that can be clicked.
        touched : sequence of str, optional
            Places that were chosen, see `make_highlights`.
        turned : bool, default False
            Whether the board is turned by half.
        highlights : MoveHighlights, optional
            Marks to show; default: those of `make_highlights`.

        Returns
        -------
        str
            SVG, or the text in a `<pre>` where the game draws nothing.
        """
        if self.picture is None:
            lines = self.text.split("\n")
            widest = max(max(map(len, lines)), 2 * len(lines))
            size = next((name for name, most in TEXT_SIZES if widest <= most), "")
            return element("pre", escape(self.text), **({"class_": size} if size else {}))
        picture = self._put_held_piece(touched)
        picture = picture.rotate() if turned else picture
        if highlights is None:
            highlights = self.make_highlights(with_values=with_values, touched=touched)
        return picture_svg(remove_turn_note_and_mover(picture), self.text, highlights, PAGE_CELL, targets)

    def _put_held_piece(self, touched: Sequence[str]) -> Picture:
        """Return the picture with what the mover holds on the free place that was chosen."""
        picture = self.picture or Picture()
        place = next((each for each in picture.places if each.name in touched[:1]), None)
        held = next((thing for thing in picture.things if _is_held(thing, picture)), None)
        if held is None or place is None or place.ground in BESIDE_BOARD or self.has_piece(place.name):
            return picture
        put = replace(held, x=place.x, y=place.y)
        return replace(picture, things=tuple(put if each is held else each for each in picture.things))

    def needs_wide_page(self) -> bool:
        """Return whether the board has so many columns and so few rows that it needs the width of a page.

        Returns
        -------
        bool
            False for a short row, whose pieces would become too large there, and for text.
        """
        if self.picture is None:
            return False
        left, top, right, bottom = compute_picture_bounds(self.picture)
        return right - left > max(WIDE_COLUMNS, WIDE * (bottom - top))

    def piece_html(self, *, is_mover: bool = True) -> str:
        """Return the piece of a player as a separate picture, for a line of text that names the player.

        Parameters
        ----------
        is_mover : bool, default True
            Whether it is the piece of the player to move, else the opponent's.

        Returns
        -------
        str
            SVG, or "" where the picture does not show whose turn it is.
        """
        if self.picture is None or self.picture.mover is None:
            return ""
        mover = self.picture.mover if is_mover else 1 - self.picture.mover
        size = 2 * SIGN + 6
        box = {"width": size, "height": size, "viewBox": "-50 -50 100 100", "aria_hidden": "true"}
        drawn = draw_mover_piece(replace(self.picture, mover=mover))
        return element("svg", drawn, xmlns="http://www.w3.org/2000/svg", class_="zermelo piece", **box)

    def describe_clicks(self, game: Game, *, touched: Sequence[str] = ()) -> str:
        """Return how a move is made on a page, in a short sentence.

        Parameters
        ----------
        game : Game
            Rules of the game.
        touched : sequence of str, optional
            Places of a move that have been clicked already.

        Returns
        -------
        str
            Such as "Click a free cell"; "" where there is no move.
        """
        chosen = len(touched)
        if self.unordered and chosen < self.unordered:
            return f"Click {'the other' if chosen else f'the {self.unordered}'} squares where your piece goes"
        if self.unordered and chosen == self.unordered:
            return "Click another piece that moves, or a square of yours again to leave it"
        if self.choices and chosen:
            following = {
                each for choice in self.choices_with_places(*touched) for each in choice.cells[chosen:]
            }
            if following and following <= self._list_pieces_to_give():
                return "Now click the piece you give"
            return "Click where it goes, or choose a move from the list"
        if self.picture is None or not any(choice.cells for choice in self.choices):
            return "Choose a move from the list" if self.choices else ""
        on_board = [choice for choice in self.choices if choice.cells]
        firsts = Counter(choice.cells[0] for choice in on_board)
        are_pieces = 2 * sum(map(self.has_piece, firsts)) > len(firsts)
        place = next(each for each in self.picture.places if each.name == next(iter(firsts)))
        word, is_bare, piece = find_place_and_piece_words(place, self.picture.places, game)
        sizes = {len(choice.cells) for choice in on_board}
        names = [choice.name for choice in self.choices if choice.name.islower() and choice.name.isalpha()]
        if len(self.choices) == len(names) == len(firsts) < MOST_BUTTONS and {*names} == {*firsts}:
            return f"Click {' or '.join(sorted(names))}"
        if max(sizes) > 1:
            are_taken = not are_pieces or all(self.has_piece(choice.target) for choice in on_board)
            other = "the same or another one" if min(sizes) == 1 else "another one"
            begun = f"a {piece if are_pieces else word}"
            if place.ground == "card":
                begun += " or a piece"  # that moves as the card says
            said = f"{begun}, then {other if are_taken else 'where it goes'}"
        elif max(firsts.values()) > 1:
            return f"Click a {word}, then choose a move from the list"
        elif are_pieces and piece == "match":
            said = "a match: it and all beyond it go"
        elif are_pieces:
            said = f"a {piece}" if is_bare or piece != "piece" else f"a {word}"
        else:
            said = f"a {word}" if is_bare else f"a free {word}"
        rest = "" if len(on_board) == len(self.choices) else ", or choose a move from the list"
        return f"Click {said}{rest}"

    @staticmethod
    def list_thrown_dice(match: Match) -> list[str]:
        """Return the dice that each possible throw shows.

        Parameters
        ----------
        match : Match
            Match in which dice are to be thrown.

        Returns
        -------
        list of str
            SVG, or "" where a position shows no dice.
        """
        found = []
        for number, (_, child) in enumerate(match.throws(), 1):
            picture = depict_position(match.game, child) or Picture()
            dice = [thing.text for thing in picture.things if thing.shape == "die"]
            faces = [str(number) if face == UNTHROWN else face for face in dice]
            drawn = (
                element("g", piece_outline("die", None, face), transform=f"translate({100 * place} 0)")
                for place, face in enumerate(faces)
            )
            box = {"width": DIE * len(faces), "height": DIE, "viewBox": f"-50 -50 {100 * len(faces)} 100"}
            look = {"xmlns": "http://www.w3.org/2000/svg", "class_": "zermelo sign", "aria_hidden": "true"}
            found.append(element("svg", *drawn, **box, **look) if faces else "")
        return found

    def is_piece_move(self, choice: MoveChoice) -> bool:
        """Return whether a move takes a piece from one place to another.

        Parameters
        ----------
        choice : MoveChoice
            One of `choices`.

        Returns
        -------
        bool
            False where no piece stands on the first of its places.
        """
        return len(choice.cells) > 1 and self.has_piece(choice.cells[0])

    def has_piece(self, name: str) -> bool:
        """Return whether a piece stands on a place.

        Parameters
        ----------
        name : str
            Name of the place.

        Returns
        -------
        bool
            False where nothing stands there, or nothing is drawn.
        """
        if self.picture is None:
            return False
        places = [place for place in self.picture.places if place.name == name]
        return any(is_anything_on_place(thing, place) for place in places for thing in self.picture.things)


@lru_cache(maxsize=256)
def _choose_names_of_things(game: Game) -> tuple[str, str]:
    """Return what a person calls the pieces, and places without a ground; "" where no name fits."""
    picture = depict_position(game, game.start())
    shapes = [] if picture is None else [thing.shape for thing in picture.things]
    piece, place = (
        next((names[each] for each in shapes if each in names), "") for names in (PIECE_NAMES, PLACE_NAMES)
    )
    return piece or "piece", place


def find_place_and_piece_words(place: Place, others: Iterable[Place], game: Game) -> tuple[str, bool, str]:
    """Return what a person calls a place, whether it has no ground of its own, and what a piece is called.

    Parameters
    ----------
    place : Place
        The place.
    others : iterable of Place
        Other places of the picture: all, or those above and below.
    game : Game
        Rules of the game.

    Returns
    -------
    (str, bool, str)
        Such as ("square", False, "pin").
    """
    piece, named = _choose_names_of_things(game)
    if place.ground != "bare":
        words = {"square": "square", "point": named or "point", "pit": "pit", "bowl": "pit", "hollow": "pit"}
        return words.get(place.ground, "cell"), False, piece
    if has(game, "heap_sizes"):
        return "heap", True, piece
    is_column = any(each.x == place.x and not each.name and each.ground != "point" for each in others)
    return named or ("column" if is_column else "line"), True, piece


def _is_held(thing: Thing, picture: Picture) -> bool:
    """Return whether a thing lies on the place of what the mover holds."""
    return any(place.name == HAND and is_anything_on_place(thing, place) for place in picture.places)


def answer_from_search(game: Game, value: int, plies: int | None) -> Answer:
    """Return the answer of a search that found a value.

    Parameters
    ----------
    game : Game
        Rules of the game.
    value : int
        Value of the position to the player to move.
    plies : int or None
        Plies to the end under best play, None where unknown.

    Returns
    -------
    Answer
        The answer, of the class that the game's answers have.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> answer_from_search(Subtraction(), -1, None), answer_from_search(Subtraction(), 1, 3)
    (loss, win in 3)
    """
    return answer_from_record(game, value, UNTIMED if plies is None else plies)


def value_sign_html(tone: str, text: str = "") -> str:
    """Return the sign of a value as a separate picture, for use in a line of text.

    Screen readers read the value from the text beside it, so the picture has no label.

    Parameters
    ----------
    tone : str
        "win", "draw" or "loss", which gives the colour and the shape.
    text : str, default ""
        Text in the sign, such as the number of plies; the sign is as large as it needs.

    Returns
    -------
    str
        SVG.
    """
    said = shorten_figures(text, tone)
    radius = max(SIGN, compute_least_sign(said))
    size = 2 * radius + 6
    sign = draw_value_sign(tone, said, size / 2, size / 2, radius)
    box = {"width": size, "height": size, "viewBox": f"0 0 {size:g} {size:g}", "aria_hidden": "true"}
    return element("svg", sign, xmlns="http://www.w3.org/2000/svg", class_="zermelo sign", **box)


def _find_places_of_move(match: Match, picture: Picture | None, move: Move, name: str) -> tuple[str, ...]:
    """Return the places of a move; those that it changes are added where its name does not give all."""
    if picture is None:
        return ()
    named = find_move_cells(picture, name)
    if len(named) > 1:
        return named
    child = match.game.play(match.position, move)
    after = depict_for_player(match.game, child, match.mover_after(child))
    return find_move_cells(picture, name, after)


def _find_last_move_places(match: Match, picture: Picture | None) -> tuple[int, ...]:
    """Return the numbers of the last move's places, none without one or where dice were thrown."""
    if picture is None or not match.played or isinstance(match.played[-1], ChanceOutcome):
        return ()
    where, move = match.positions[-2], match.played[-1]
    before = depict_for_player(match.game, where, match.movers[-2])
    if before is None:
        return ()
    name = match.game.name(where, move)
    return find_last_move_places(before, name, picture)


def _add_what_was_taken(match: Match, picture: Picture) -> Picture:
    """Return a picture with what positions do not tell and the line does: who closed boxes, dominoes, stores.

    Nothing is said of boxes and dominoes from before the line began, and of stores where it began later than
    the game.
    """
    shapes = {thing.shape for thing in picture.things}
    if "box" in shapes:
        takers = _find_takers_of_boxes(match)
        owners = [
            takers.get((thing.x, thing.y)) if thing.shape == "box" else None for thing in picture.things
        ]
        things = (
            thing if owner is None else replace(thing, side=owner, text=match.player_label(owner)[0].upper())
            for thing, owner in zip(picture.things, owners, strict=True)
        )
        return replace(picture, things=tuple(things))
    if "bone" in shapes:
        laid = _find_laid_dominoes(match)
        return replace(picture, things=tuple(laid.get((thing.x, thing.y), thing) for thing in picture.things))
    if any(thing.shape == "die" and thing.text == UNTHROWN for thing in picture.things):
        things = (
            replace(thing, text=_find_thrown_face(match)) if thing.shape == "die" else thing
            for thing in picture.things
        )
        return replace(picture, things=tuple(things))
    if "store" in shapes and match.begins_at_start:
        filled = (
            Thing("seeds", store.x, store.y, None, str(match.points[-1][store.side or 0]))
            for store in picture.things
            if store.shape == "store"
        )
        return replace(picture, things=(*picture.things, *filled))
    return picture


def _find_thrown_face(match: Match) -> str:
    """Return the face of a die that a throw has just shown, of a game whose outcomes are in their order."""
    if not match.played or not isinstance(match.played[-1], ChanceOutcome):
        return UNTHROWN
    thrown = [child for _, child in chances_at(match.game, match.positions[-2])]
    return str(thrown.index(match.position) + 1)


def _find_laid_dominoes(match: Match) -> dict[tuple[float, float], Thing]:
    """Return the halves of the line's dominoes, each with its player, its pips and where it goes on."""
    halves: dict[tuple[float, float], Thing] = {}
    for ply, (position, mover) in enumerate(zip(match.positions, match.movers, strict=True)):
        picture = depict_for_player(match.game, position, mover)
        bones = () if picture is None else (thing for thing in picture.things if thing.shape == "bone")
        fresh = [thing for thing in bones if (thing.x, thing.y) not in halves]
        if ply == 0 or len(fresh) != 2:
            halves |= {(thing.x, thing.y): thing for thing in fresh}
            continue
        first, second = sorted(fresh, key=lambda each: (each.y, each.x))
        for half, way in ((first, ">v"), (second, "<^")):
            pips = round(2 * half.x + 3 * half.y) % 6 + 1
            text = f"{way[first.x == second.x]}{pips}"
            halves[half.x, half.y] = replace(half, side=match.movers[ply - 1], text=text)
    return halves


def _find_takers_of_boxes(match: Match) -> dict[tuple[float, float], int | None]:
    """Return who closed the box at each point, None where it was closed before the line began."""
    takers: dict[tuple[float, float], int | None] = {}
    for ply, points in enumerate(match.points):
        if ply == 0 or points != match.points[ply - 1]:
            picture = depict_for_player(match.game, match.positions[ply], match.movers[ply])
            for thing in picture.things if picture is not None else ():
                takers.setdefault((thing.x, thing.y), match.movers[ply - 1] if ply else None)
    return takers
