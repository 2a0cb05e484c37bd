"""Nukit: four kinds of atoms, and five reactions that use them up. Canadian Computing Competition 2008.

Each kind has a field of its own with a guard bit above it:

    bits  59  58-45   44  43-30   29  28-15   14  13-0
          guard  D    guard  C    guard  B    guard  A

A reaction is the atoms it uses, at the same places. With every guard set, taking them away borrows from the
guard of each kind that has too few: one subtraction checks all four kinds at once.
"""

from collections.abc import Iterator

from zermelo.boards.notation.heap_text import make_unreadable_heaps_error, read_heaps
from zermelo.boards.pictures.picture import Mark, Picture, Place, Thing
from zermelo.core.game import Game
from zermelo.core.notation.wording import join_names
from zermelo.core.parameters import whole
from zermelo.core.values import LOSS, WIN

KINDS = "ABCD"
REACTIONS = ("AABDD", "ABCD", "CCD", "BBB", "AD")
WIDTH = 15  # of a field with its guard
MOST = (1 << WIDTH - 1) - 1
GUARDS = sum(1 << kind * WIDTH + WIDTH - 1 for kind in range(4))
USED = tuple(sum(1 << KINDS.index(atom) * WIDTH for atom in reaction) for reaction in REACTIONS)


class Nukit(Game):
    """Let AABDD, ABCD, CCD, BBB or AD react; who can form no reaction loses, or wins where `misere`.

    Play begins with `a` atoms of the kind A, and so on. Values are win and loss.
    """

    move_word = "reaction"

    a: int = whole(4, 0, MOST)
    b: int = whole(4, 0, MOST)
    c: int = whole(4, 0, MOST)
    d: int = whole(4, 0, MOST)
    misere: bool = False

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not form", "wins") if self.misere else ("Form", "loses")
        turn = f"Form one of the reactions {join_names(REACTIONS)}: the atoms in its name are used up."
        return f"{goal} the last reaction.", turn, f"A player without the atoms for a reaction {end}."

    def start(self) -> int:
        return self.a | self.b << WIDTH | self.c << 2 * WIDTH | self.d << 3 * WIDTH

    def moves(self, position: int) -> Iterator[int]:
        for atoms in USED:
            if ((position | GUARDS) - atoms) & GUARDS == GUARDS:
                yield atoms

    def play(self, position: int, move: int) -> int:
        return position - move

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    # Text format: how many atoms there are of A, B, C and D.

    def atom_counts(self, position: int) -> list[int]:
        return [position >> kind * WIDTH & MOST for kind in range(4)]

    def show(self, position: int) -> str:
        return " ".join(map(str, self.atom_counts(position)))

    def parse(self, text: str) -> int:
        """Read the four numbers of atoms; raises `UnreadablePosition`, also for more than at the start."""
        atoms = read_heaps(self, text)
        if len(atoms) != 4:
            raise make_unreadable_heaps_error(self, text, f"it has {len(atoms)} kinds of atoms, not four")
        for name, number, most in zip(KINDS, atoms, self.atom_counts(self.start()), strict=True):
            if number > most:
                raise make_unreadable_heaps_error(self, text, f"of {name} there were {most}")
        return sum(number << kind * WIDTH for kind, number in enumerate(atoms))

    def name(self, position: int, move: int) -> str:
        return REACTIONS[USED.index(move)]

    def depict(self, position: int) -> Picture:
        """Return the atoms of each kind, a row of letters each, and below a button for each reaction."""
        things, marks, places = [], [], []
        for row, (kind, count) in enumerate(zip(KINDS, self.atom_counts(position), strict=True)):
            marks.append(Mark(str(count), -0.9, float(row)))
            things += [Thing("atom", 0.86 * x, float(row), row, kind) for x in range(min(count, 20))]
        for number, reaction in enumerate(REACTIONS):
            places.append(Place(reaction, 1.1 * number - 0.6, 4.2, "button"))
            marks.append(Mark(reaction, 1.1 * number - 0.6, 4.2))
        return Picture(tuple(places), (), tuple(things), tuple(marks))
