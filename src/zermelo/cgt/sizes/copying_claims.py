"""Claims about boards of all sizes that a player wins by copying: `placements` decides, parity by parity."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from zermelo.cgt.sizes.placement_comparison import Reading, SizedBoard, compare_placements
from zermelo.cgt.sizes.placement_games import (
    EVEN,
    ODD,
    PARITIES,
    CopyingStrategy,
    PlacementGame,
    find_copying_strategy,
)
from zermelo.cgt.sizes.size_claims import FIRST, OBSERVED, OUTCOME_TEXT, PROVEN, SECOND, Size, SizeClaim
from zermelo.cgt.sizes.size_outcomes import find_winner, make_number_lister, make_rectangle_lister
from zermelo.core.game import Game

Parity = tuple[int, int]
WORDS: Final[dict[frozenset[Parity], str]] = {
    frozenset(PARITIES): "every board",
    frozenset({(EVEN, EVEN)}): "both sides even",
    frozenset({(ODD, ODD)}): "both sides odd",
    frozenset({(EVEN, ODD), (ODD, EVEN)}): "one side even, the other odd",
    frozenset({(EVEN, EVEN), (EVEN, ODD), (ODD, EVEN)}): "a side even",
    frozenset({(ODD, ODD), (EVEN, ODD), (ODD, EVEN)}): "a side odd",
}
AS_ABOVE: Final = "the rules were compared as above"
ROW_WORDS: Final[dict[frozenset[Parity], str]] = {
    frozenset({(EVEN, ODD), (ODD, ODD)}): "every row",
    frozenset({(EVEN, ODD)}): "rows of even length",
    frozenset({(ODD, ODD)}): "rows of odd length",
}


@dataclass(frozen=True)
class CopyingFamily:
    """A placement game on boards of any size: its model, how rules are read, and what to compare them on.

    `is_row` is true if a board is one row and its length its only size. `first` is the first move in words.
    """

    model: PlacementGame
    reading: Reading
    make: Callable[..., Game]
    whole: tuple[Size, ...]
    larger: tuple[Size, ...]
    first: str
    answer: str
    seen_to: int
    which: str = ""  # said of the sizes besides
    open_which: str = ""  # said besides of those about which copying says nothing
    is_row: bool = False
    rest: Size = ()  # what stands in a size after the sides, the same in all
    but: frozenset[Size] = frozenset()  # sizes that there are not
    other: Callable[[Size], bool] = lambda _: False  # sizes of which another claim says more
    solve: Callable[[Game], str] = find_winner

    def make_claims(self) -> tuple[SizeClaim, ...]:
        """Return what the theorem proves for the parities, and for the others what small boards show."""
        found: dict[tuple[str, str], dict[Parity, CopyingStrategy]] = {}  # by winner and turn
        left = set()
        for parity in PARITIES:
            if self.is_row and parity[1] == EVEN:
                continue
            copying = find_copying_strategy(self.model, parity)
            if copying is None:
                left.add(parity)
            else:
                found.setdefault((copying.winner, copying.turn), {})[parity] = copying
        if not found:
            return (self._make_undecided_sizes_claim(frozenset(left)),) if left else ()
        compared = str(
            compare_placements(
                self.model, self.reading, self._make_boards(self.whole), self._make_boards(self.larger)
            )
        )
        claims: list[SizeClaim] = []
        for (winner, turn), each in found.items():
            claims.append(self._make_claim(winner, turn, each, AS_ABOVE if claims else compared))
        return (*claims, *([self._make_undecided_sizes_claim(frozenset(left))] if left else []))

    def _make_claim(
        self, winner: str, turn: str, found: dict[Parity, CopyingStrategy], compared: str
    ) -> SizeClaim:
        parities = frozenset(found)
        pairs = max(each.pairs for each in found.values())
        least = {parity: each.least for parity, each in found.items()}
        if winner == SECOND:
            says, how = OUTCOME_TEXT[SECOND], f"answer every move by its image under the {turn}{self.answer}"
            shown = f"no placement meets its own image, by {pairs} pairs of offsets and the parities"
        else:
            says = OUTCOME_TEXT[FIRST]
            how = f"{self.first}; then answer every move by its image under the {turn}{self.answer}"
            shown = (
                f"only placements at the centre meet their own images, by {pairs} pairs of offsets and the "
                "parities, and the first move prevents these"
            )

        def does_claim_cover(size: Size) -> bool:
            columns, rows = self._get_columns_and_rows(size)
            parity = columns % 2, rows % 2
            fits = parity in parities and columns >= least[parity][0] and rows >= least[parity][1]
            return fits and self._contains_size(size)

        return SizeClaim(
            self._describe_parities(parities),
            says,
            how,
            PROVEN,
            f"copying ({turn}): {shown}; {compared}",
            does_claim_cover,
            lambda _: frozenset({winner}),
            self._solve_size,
            self._yield_sizes_up_to,
        )

    def _make_undecided_sizes_claim(self, parities: frozenset[Parity]) -> SizeClaim:
        """Return what is seen at the sizes that the theorem does not decide."""

        def does_claim_cover(size: Size) -> bool:
            columns, rows = self._get_columns_and_rows(size)
            return (columns % 2, rows % 2) in parities and self._contains_size(size) and not self.other(size)

        seen = tuple(
            (size, self._solve_size(size))
            for size in self._yield_sizes_up_to(self.seen_to)
            if does_claim_cover(size)
        )
        winners = frozenset(answer for _, answer in seen)
        is_rule = len(winners) == 1
        return SizeClaim(
            self._describe_parities(parities) + self.open_which,
            OUTCOME_TEXT[min(winners)] if is_rule else "no rule is seen",
            "",
            OBSERVED,
            f"copying proves nothing here; solved up to {self.seen_to} cells",
            does_claim_cover,
            (lambda _: winners) if is_rule else None,
            self._solve_size,
            self._yield_sizes_up_to,
            frozenset(size for size, _ in seen),
            seen,
            1 if self.is_row else 2,
        )

    def _make_boards(self, sizes: Iterable[Size]) -> list[SizedBoard]:
        return [SizedBoard(self.make(*size), *self._get_columns_and_rows(size)) for size in sizes]

    def _contains_size(self, size: Size) -> bool:
        return size not in self.but and size[1 if self.is_row else 2 :] == self.rest

    def _get_columns_and_rows(self, size: Size) -> tuple[int, int]:
        return (size[0], 1) if self.is_row else (size[0], size[1])

    def _describe_parities(self, parities: frozenset[Parity]) -> str:
        words = ROW_WORDS if self.is_row else WORDS
        sides = {EVEN: "even", ODD: "odd"}
        apart = " or ".join(f"{sides[x]} columns and {sides[y]} rows" for x, y in sorted(parities))
        said = words.get(parities, apart)
        return f"{said}{self.which}"

    def _solve_size(self, size: Size) -> str:
        return self.solve(self.make(*size))

    def _yield_sizes_up_to(self, most: int) -> Iterator[Size]:
        sides = make_number_lister(1) if self.is_row else make_rectangle_lister()
        yield from ((*size, *self.rest) for size in sides(most) if (*size, *self.rest) not in self.but)
