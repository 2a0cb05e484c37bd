"""The result of the search of one position: the answer, a line of best play, and the cost."""

import shlex
from typing import Annotated

from msgspec import UNSET, UnsetType, field

from zermelo.core.game import Game, Move
from zermelo.core.notation.game_text import GameText
from zermelo.core.notation.result import Count, about
from zermelo.core.notation.wording import format_labelled_lines
from zermelo.solver.records.solve_summary import Summary
from zermelo.solver.solution_files.solution_store import source_of
from zermelo.verify.search_proof import Proof


class SearchResult(Summary, frozen=True, kw_only=True):
    """One position, by a search; nothing is known of others."""

    solved: Annotated[None, about("that is not known")] = None  # type: ignore[assignment]
    nodes: Annotated[Count, about("positions that the search has visited")]
    tree: Annotated[
        Count | UnsetType | None,
        about("with dice: positions of the whole tree, where that is known"),
    ] = UNSET
    guessed: Annotated[
        Count | UnsetType,
        about("with dice: positions whose values are estimates, as the depth ended there"),
    ] = UNSET
    proof_file: Annotated[str | UnsetType, about("the file of the proof")] = field(
        default=UNSET, name="proof"
    )
    rules: Game  # which begin at the position
    line: tuple[Move, ...]  # of best play, as far as the search still knows it
    proof: Proof | None = field(name="_proof")  # claims that the answer rests on, where they were asked for
    longest: int = 0
    is_to_come: bool = False

    def __str__(self) -> str:
        rows, position, names = [], next(iter(self.rules.starts())), []
        for move in self.line:
            names.append(self.rules.name(position, move))
            position = self.rules.play(position, move)
        if names:
            rows.append(("line", " ".join(names)))
        of = f" of {self.tree:,}, the whole tree," if self.tree else ""
        rows.append(("visited", f"{self.nodes:,} positions{of} in {self.seconds:.2f} s, by {self.method}"))
        if self.guessed:
            rows.append(("guessed", f"{self.guessed:,} of them, where the depth ends and play does not"))
        if self.proof is not None and self.proof_file:
            claims = f"{len(self.proof.claims):,} claims in {self.proof_file}"
            rows.append(("proof", f"{claims}: check them with `{self._format_verify_command()}`"))
        return "\n".join([f"{self.game}: {self.answer}", *format_labelled_lines(rows)])

    def _format_verify_command(self) -> str:
        """Return the command that checks the proof; it names a game of the user's own, whose rules run."""
        source = source_of(self.rules)
        words = ["zermelo", "verify", str(self.proof_file)]
        return shlex.join([*words, "--game", source] if GameText.names_file(source) else words)

    def __repr__(self) -> str:
        return f"{self.game}: {self.answer}, {self.nodes:,} positions visited"
