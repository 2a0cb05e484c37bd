"""Positions of several words in one: how tuples of integers are enumerated by the same kernels.

Kernels know integers. A tuple whose words fit 63 bits together is packed into one, the first word in the
highest bits, so that tuples and keys have the same order. How many bits each word gets is read off random
play, with what is left over shared out as slack; a word that outgrows its bits is an error, never a wrong
answer.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zermelo.compiler.kernels import Jit
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game, has
from zermelo.core.values import UNDECIDED

if TYPE_CHECKING:
    import numpy.typing as npt

BITS = 63
PLAYS = 64
PLIES = 400


@dataclass(frozen=True)
class WordPacking:
    """The bits of each word, the first word's being the highest of the key."""

    widths: tuple[int, ...]

    def pack(self, position: Any) -> int:
        """Return the key of a tuple, -1 where a word does not fit its bits."""
        key = 0
        for word, width in zip(position, self.widths, strict=True):
            if not 0 <= word < 1 << width:
                return -1
            key = key << width | word
        return key

    def unpack(self, key: int) -> tuple[int, ...]:
        """Return the tuple of a key."""
        words = []
        for width in reversed(self.widths):
            words.append(key & ((1 << width) - 1))
            key >>= width
        return tuple(reversed(words))

    def pack_all(self, positions: "npt.NDArray[Any]") -> "npt.NDArray[Any]":
        """Return the keys of tuples, [n] int64 of [n, words] int64, -1 where a word does not fit its bits."""
        import numpy as np

        keys = np.zeros(len(positions), np.int64)
        fits = np.ones(len(positions), np.bool_)
        for word, width in zip(positions.T, self.widths, strict=True):
            fits &= (word >= 0) & (word >> width == 0)
            keys = keys << width | word
        return np.where(fits, keys, -1)

    def unpack_all(self, keys: "npt.NDArray[Any]") -> "npt.NDArray[Any]":
        """Return the tuples of keys, [n, words] int64 of [n]."""
        import numpy as np

        below = [sum(self.widths[place + 1 :]) for place in range(len(self.widths))]
        words = [
            (keys >> shift) & ((1 << width) - 1) for shift, width in zip(below, self.widths, strict=True)
        ]
        found: npt.NDArray[Any] = np.stack(words, axis=1)
        return found

    def wrap_rules_over_keys(
        self, own: Mapping[str, Callable[..., Any]], jit: Jit
    ) -> dict[str, Callable[..., Any]]:
        """Return the functions of a game over tuples as functions over keys."""
        pack, unpack = (jit.inline(function) for function in self._make_pack_and_unpack())
        return {
            name: jit.inline(_wrap_rule_over_keys(name, function, pack, unpack))
            for name, function in own.items()
        }

    def _make_pack_and_unpack(self) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """Return pack and unpack written out for this many words, as kernels need them."""
        below = [sum(self.widths[place + 1 :]) for place in range(len(self.widths))]
        masks = [(1 << width) - 1 for width in self.widths]
        places = range(len(self.widths))
        fits = " and ".join(f"0 <= position[{place}] <= {masks[place]}" for place in places)
        key = " | ".join(f"position[{place}] << {below[place]}" for place in places)
        words = "".join(f"(key >> {below[place]}) & {masks[place]}, " for place in places)
        source = (
            f"def pack(position):\n    if {fits}:\n        return {key}\n    return -1\n\n"
            f"def unpack(key):\n    return ({words})\n"
        )
        namespace: dict[str, Any] = {"__name__": __name__}
        exec(compile(source, f"<zermelo words {self.widths}>", "exec"), namespace)
        return namespace["pack"], namespace["unpack"]


def _wrap_rule_over_keys(
    name: str, function: Callable[..., Any], pack: Callable[..., Any], unpack: Callable[..., Any]
) -> Callable[..., Any]:
    """Return one of a game's functions over keys; kernels need each shape written out."""

    def play_over_keys(key: int, move: int) -> Any:
        return pack(function(unpack(key), move))

    def gain_over_keys(key: int, move: int) -> Any:
        return function(unpack(key), move)

    def yield_moves_of_key(key: int) -> Any:
        for move in function(unpack(key)):
            yield move

    def yield_keys_of_positions(key: int) -> Any:
        for image in function(unpack(key)):
            yield pack(image)

    def yield_keys_of_options(key: int, player: int) -> Any:
        for option in function(unpack(key), player):
            yield pack(option)

    def yield_indexes(index: int, back: bool) -> Any:
        for other in function(index, back):
            yield other

    def yield_rows(index: int, back: bool) -> Any:
        for other, places, turn in function(index, back):
            yield other, places, turn

    def yield_rows_of_later_tiers(index: int) -> Any:
        for where, places, turn in function(index):
            yield where, places, turn

    def yield_indexes_of_key(key: int) -> Any:
        yield from function(unpack(key))

    def ask_of_index(index: int) -> Any:
        return function(index)

    def ask_of_place(index: int, place: int, back: bool) -> Any:
        return function(index, place, back)

    def yield_chances_over_keys(key: int) -> Any:
        for probability, position in function(unpack(key)):
            yield probability, pack(position)

    def unrank_to_key(index: int) -> Any:
        return pack(function(index))

    def ask_of_key(key: int) -> Any:
        return function(unpack(key))

    shapes: dict[str, Callable[..., Any]] = {
        "play": play_over_keys,
        "gain": gain_over_keys,
        "moves": yield_moves_of_key,
        "layers": yield_moves_of_key,
        "moves_to_later_tiers": yield_moves_of_key,
        "neighbour_indexes_in_tier": yield_indexes,
        "indexes_in_later_tiers": yield_indexes_of_key,
        "is_row_of_indexes": ask_of_index,
        "row_places_with_position": ask_of_index,
        "row_places_handled_singly": ask_of_index,
        "row_moves_to_later_tiers": yield_rows_of_later_tiers,
        "row_moves_within_tier": yield_rows,
        "row_neighbours_of_place": ask_of_place,
        "symmetries": yield_keys_of_positions,
        "parents": yield_keys_of_positions,
        "parts": yield_keys_of_positions,
        "options": yield_keys_of_options,
        "chances": yield_chances_over_keys,
        "unrank": unrank_to_key,
    }
    return shapes.get(name, ask_of_key)


def find_packing(game: Game) -> WordPacking | None:
    """Return how the game's positions are packed, None where they are integers already.

    Raises `CannotCompile` where they are neither, or do not fit 63 bits.
    """
    start = next(iter(game.starts()))
    if type(start) is int:
        return None
    if not (type(start) is tuple and start and all(type(word) is int for word in start)):
        raise CannotCompile(
            f"{game!r}: position {start!r} is no integer and no tuple of integers: use --interpreted"
        )
    needed = [1] * len(start)
    for position in _yield_positions_with_parts(game, _yield_random_play_positions(game, start)):
        if type(position) is not tuple or len(position) != len(start):
            raise CannotCompile(
                f"{game!r}: position {position!r} is no tuple of {len(start)} integers, as the start "
                f"{start!r} is: fill up to one length, or use --interpreted"
            )
        needed = [max(bits, int(word).bit_length()) for bits, word in zip(needed, position, strict=True)]
        if sum(needed) > BITS:
            raise CannotCompile(
                f"{game!r}: its tuples take {sum(needed)} bits or more, and there are {BITS}: "
                "find a denser encoding, or use --interpreted"
            )
    slack = BITS - sum(needed)
    return WordPacking(tuple(bits + slack // len(needed) for bits in needed))


def _yield_positions_with_parts(game: Any, positions: Any) -> Any:
    """Yield positions, and what they fall into: that is kept under keys, too."""
    for position in positions:
        yield position
        if has(game, "parts") and game.outcome(position) == UNDECIDED:
            yield from game.parts(position)


def _yield_random_play_positions(game: Any, start: Any) -> Any:
    chance = random.Random(1913)
    for _ in range(PLAYS):
        position = start
        for _ in range(PLIES):
            yield position
            over = game.outcome(position) != UNDECIDED
            rolled = [] if over else [each for _, each in game.chances(position)]
            if rolled:
                position = chance.choice(rolled)
                continue
            moves = [] if over else list(game.moves(position))
            if not moves:
                break
            if not isinstance(moves[0], int):
                raise CannotCompile(f"{game!r}: move {moves[0]!r} is no integer: use --interpreted")
            position = game.play(position, chance.choice(moves))
