"""A derivation with what its rules are worth: the rule player, played out by the checker.

The thesis claims that five rules never lose; only the certificate can say so. Boards of more than 12 cells
are not played out here: a certificate in Python takes seconds for 3 x 4, and hours beyond.
"""

from dataclasses import dataclass
from typing import Any, Final

from zermelo.core.budget import Budget
from zermelo.explain.graphs.derivation import Derivation
from zermelo.explain.players.rule_player import RULES, RulePlayer
from zermelo.policy.certificate import Certificate, certify

MOST_CELLS: Final = 12


@dataclass(frozen=True, eq=False)
class Judged:
    """Rules derived, and how the player fares who scans them in rising order; None where it was not tried."""

    derivation: Derivation
    rules: int
    certificate: Certificate | None

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain values; `derivation` has the graphs."""
        rules = self.derivation.rules[: self.rules]
        sides = {}
        if self.certificate is not None:
            for name in ("first", "second"):
                side = getattr(self.certificate, name)
                sides[name] = {"won": side.won, "drawn": side.drawn, "lost": side.lost}
        return {
            "game": repr(self.derivation.ground.game),
            "method": "backward",
            "rules": [
                f"{rule.kind} {rule.number}: " + "; ".join(str(each.input) for each in rule.structures)
                for rule in rules
            ],
            "literals": None,
            "minimal": False,
            "exceptions": 0,
            "certificate": sides or None,
            "derivation": self.derivation.as_json(),
        }

    def __str__(self) -> str:
        if self.certificate is None:
            return f"{self.derivation}\nnot played out: a board of more than {MOST_CELLS} cells"
        sides = (self.certificate.first, self.certificate.second)
        lines = [f"played out with rules 1 to {self.rules}, any move where none is found:"]
        for name, side in zip(("first", "second"), sides, strict=True):
            lost = f"; a shortest lost line: {' '.join(side.losing_line)}" if side.losing_line else ""
            lines.append(f"  {name:<7} {side}{lost}")
        return "\n".join((str(self.derivation), *lines))


def judge(derivation: Derivation, budget: Budget | None = None) -> Judged:
    """Return a derivation with the certificate of its first five rules, where its board is small.

    >>> from zermelo.explain.graphs.backward import backward
    >>> from zermelo.games import TicTacToe
    >>> print(judge(backward(TicTacToe())).certificate)
    tic_tac_toe(columns=3, rows=3, line=3, misere=False)
      first:  6,856 won, 2,808 drawn, 160 lost
      second: 4,960 won, 5,696 drawn, 1,168 lost
    """
    game, rules = derivation.ground.game, min(RULES, len(derivation.rules))
    certificate = None
    if len(derivation.ground.board.cells) <= MOST_CELLS:
        certificate = certify(RulePlayer(game, rules, derivation=derivation), game, budget=budget)
    return Judged(derivation, rules, certificate)
