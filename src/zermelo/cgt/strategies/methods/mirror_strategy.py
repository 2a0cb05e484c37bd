"""Copying: a player who answers every move with its image is never the one who cannot move.

The plan is a set of positions that are their own image under a symmetry of the game, to be left to the
opponent. After each move of the opponent from such a position, some move leads to one of them again. If play
is over in one of them, its mover has lost. So the copying player wins, by induction on the length of play. It
is a plan for one player: the second, or the first after a move that makes the position symmetric, such as the
middle of a row. (Tweedledum and Tweedledee: Berlekamp, Conway and Guy, *Winning Ways*, chapter 1. Gardner
described it for cram, 1974.)

A move of the opponent that leaves a symmetric position cannot be copied: its image is the move itself. A plan
that meets such a move is rejected, though in a small game any answer may win: in cram on one row of five,
which is always its own image from top to bottom. If pieces overlap, the move that restores symmetry may
differ from the mirrored one (three cells covered next to the middle of a row, then the one beside them). The
plan still holds, and only its name differs.

The symmetries are those that the game declares; their effect is read from its text. Every position that a
plan leads to is checked. If there are too many, lines of random play are checked, and the plan is observed.
"""

import graphlib
import random
from collections.abc import Iterator

from zermelo.cgt.strategies.worded_strategy import Strategy, get_value_where_play_ends, list_child_positions
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.values import LOSS, WIN

MOST_ANSWERS = 40_000  # moves of the opponent that are answered
LINES = 1_000  # of random play where there are more
MOST_FIRST = 200  # first moves that are tried
SEED = 1913


def find_mirror_strategy(game: Game) -> Strategy | None:
    """Return the plan of the player who copies the other's moves, or None where no symmetry allows it."""
    if not has(game, "symmetries") or has(game, "mover"):
        return None
    start = next(iter(game.starts()))
    if len(list_child_positions(game, start, MOST_FIRST + 1)) > MOST_FIRST:
        return None
    images = len(list(game.symmetries(start)))  # type: ignore[attr-defined]  # asked for above
    observed = None
    for first, root in _yield_copying_starts(game, start):
        for image in range(1, images):
            mirror = _CopyingSymmetry(game, image)
            if not mirror.is_own_image(root):
                continue
            left = mirror.find_all_copied_positions(root)
            if left is not None:
                return _make_strategy(mirror, start, first, root, left)
            if mirror.too_many and mirror.does_copying_work_in_random_play(root):
                observed = observed or _make_strategy(mirror, start, first, root, None)
    return observed


def _yield_copying_starts(game: Game, start: Position) -> Iterator[tuple[Move | None, Position]]:
    """Yield the start, for the second player to copy, then each move of the first player and its position."""
    yield None, start
    if not list_child_positions(game, start, 1):
        return
    for count, move in enumerate(game.moves(start)):
        if count < MOST_FIRST:
            yield move, game.play(start, move)


class _CopyingSymmetry:
    """One of the images that the game's `symmetries` yields, by its place among them."""

    def __init__(self, game: Game, image: int) -> None:
        self.game, self.image = game, image
        self.too_many = False
        self.copies = True  # whether every answer so far was the opponent's own move, mirrored
        self.left_next: dict[Position, list[Position]] = {}  # what the plan leaves after what it has left

    def make_image_of_position(self, position: Position) -> Position:
        images = list(self.game.symmetries(position))  # type: ignore[attr-defined]  # asked for before
        return images[self.image] if self.image < len(images) else None

    def is_own_image(self, position: Position) -> bool:
        return bool(self.make_image_of_position(position) == position)

    def find_all_copied_positions(self, root: Position) -> frozenset[Position] | None:
        """Return the positions that copying leaves from `root` on; None where it fails or takes too long."""
        left = list(self.yield_copied_positions(root, MOST_ANSWERS))
        return None if None in left or not self.does_copying_end() else frozenset(left)

    def does_copying_end(self) -> bool:
        """Return whether play by the plan always ends: otherwise no player might ever run out of moves."""
        try:
            graphlib.TopologicalSorter(self.left_next).prepare()
        except graphlib.CycleError:
            return False
        return True

    def yield_copied_positions(self, root: Position, most: int | None = None) -> Iterator[Position | None]:
        """Yield the positions that copying leaves, each once, and None where it fails or takes too long."""
        left = {root}
        waiting = [root]
        answers = 0
        self.left_next = {}
        while waiting:
            position = waiting.pop()
            yield position
            children = list_child_positions(self.game, position)
            answers += len(children)
            if most is not None and answers > most:
                self.too_many = True
                yield None
                return
            if not children and get_value_where_play_ends(self.game, position, children) != LOSS:
                yield None
                return
            for child in children:
                after = self.find_positions_after_answer(child)
                if after is None:
                    yield None
                    return
                self._record_whether_answer_copies_move(position, child, after)
                waiting.extend(each for each in after if each not in left)
                left.update(after)
                self.left_next.setdefault(position, []).extend(after)

    def find_positions_after_answer(self, child: Position) -> list[Position] | None:
        """Return what copying leaves after a move of the opponent; None where there is no answer to it.

        A position that is its own image can be reached from `child` if and only if it can be from its image.
        """
        ways = list_child_positions(self.game, child)
        end = get_value_where_play_ends(self.game, child, ways)
        if end is not None:
            return [] if end == WIN else None
        image = self.make_image_of_position(child)
        if image == child:
            return None
        others = set(list_child_positions(self.game, image))
        return [way for way in ways if way in others and self.is_own_image(way)] or None

    def _record_whether_answer_copies_move(
        self, position: Position, child: Position, after: list[Position]
    ) -> None:
        """Note whether the move that leads from `position` to the image of `child` is an answer."""
        if not after or not self.copies:
            return
        game, image = self.game, self.make_image_of_position(child)
        mirrored = {move for move in game.moves(position) if game.play(position, move) == image}
        self.copies = any(move in mirrored and game.play(child, move) in after for move in game.moves(child))

    def does_copying_work_in_random_play(self, root: Position) -> bool:
        """Return whether copying went well in random play."""
        dice = random.Random(SEED)
        for _ in range(LINES):
            position = root
            while True:
                children = list_child_positions(self.game, position)
                if not children:
                    if get_value_where_play_ends(self.game, position, children) != LOSS:
                        return False
                    break
                child = dice.choice(children)
                after = self.find_positions_after_answer(child)
                if after is None:
                    return False
                if not after:
                    break
                self._record_whether_answer_copies_move(position, child, after)
                position = after[0]
        return True

    def describe_symmetry(self, positions: list[Position]) -> str:
        """Say what the symmetry does to the text of a position."""
        for words, turn in TURNS:
            if all(
                turn(self.split_text_into_rows(each))
                == self.split_text_into_rows(self.make_image_of_position(each))
                for each in positions
            ):
                return words
        return "in the symmetric place"

    def split_text_into_rows(self, position: Position) -> tuple[str, ...]:
        return tuple(self.game.show(position).strip().splitlines())


def _transpose_rows(rows: tuple[str, ...]) -> tuple[str, ...]:
    width = max((len(row) for row in rows), default=0)
    return tuple("".join(row[column : column + 1] for row in rows) for column in range(width))


def _reverse_row_order(rows: tuple[str, ...]) -> tuple[str, ...]:
    return rows[::-1]


def _reverse_each_row(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1] for row in rows)


def _reverse_numbers_in_rows(rows: tuple[str, ...]) -> tuple[str, ...]:
    if not all(word.isdigit() for row in rows for word in row.split()):
        return ()
    return tuple(" ".join(row.split()[::-1]) for row in rows)


TURNS = (
    ("on the other heap", _reverse_numbers_in_rows),
    ("mirrored from left to right", _reverse_each_row),
    ("mirrored from top to bottom", _reverse_row_order),
    ("turned by half a turn round the middle", lambda rows: _reverse_row_order(_reverse_each_row(rows))),
    ("mirrored at the long diagonal", _transpose_rows),
    (
        "mirrored at the other diagonal",
        lambda rows: _reverse_row_order(_reverse_each_row(_transpose_rows(rows))),
    ),
    ("turned by a quarter turn", lambda rows: _reverse_each_row(_transpose_rows(rows))),
    ("turned by a quarter turn", lambda rows: _transpose_rows(_reverse_each_row(rows))),
)


def _make_strategy(
    mirror: _CopyingSymmetry,
    start: Position,
    first: Move | None,
    root: Position,
    left: frozenset[Position] | None,
) -> Strategy:
    game = mirror.game
    turned = mirror.describe_symmetry(
        [start, *list_child_positions(game, start), *list_child_positions(game, root)]
    )
    begin = "Let your opponent begin." if first is None else f"Begin with {game.name(start, first)}."
    if mirror.copies:
        answer = f"Answer every move of your opponent with the same move {turned}."
        so = "So whatever your opponent can do, you can do next: your opponent is the first who cannot move."
    else:
        so_that = f"so that the position is its own image again, {turned}"
        answer = f"Answer every move of your opponent {so_that}."
        so = "Whatever your opponent does, some move does that: your opponent is the first who cannot move."
    rules = (begin, answer, so)
    what = f"after your move the position is its own image, {turned}"
    if left is None:
        proof = f"{what}: so it was in {LINES:,} lines of random play, and nothing more is proven"
        others = set(list_child_positions(game, start)) - {root} | ({start} - {root})
        leaves = lambda position: position not in others and mirror.is_own_image(position)  # noqa: E731
        observed_to: str | None = f"{LINES:,} lines of random play"
    else:
        proof = (
            f"{what}: in each of the {len(left):,} positions that this leaves, every move has such an "
            "answer, and where there is no move the opponent has lost. All of them were checked"
        )
        leaves, observed_to = left.__contains__, None
    return Strategy(
        game,
        "mirror",
        rules,
        proof,
        leaves,
        lambda _: (position for position in mirror.yield_copied_positions(root) if position is not None),
        whole=False,
        begins=first is not None,
        observed_to=observed_to,
    )
