"""How often each derived rule is right: counted over every unfinished position of a small game.

In the sound reading an attack counts only where it wins when played out, and a defence allows all moves that
leave the opponent no such attack (`explain.derivation.attack_playout`). So each makes a claim about moves: an
attack that those it allows win, a defence that all others lose. The claims are counted, and the wrong ones.

The rule player stops at the first rule that is found. So each rule is
counted where it is the first, and besides wherever its input merely is on the board. A move is *right* if it
keeps the value of the position, and at a won position that is to win; an attack may keep a draw and yet not
be the win that was promised, so wins are counted too. Of a defence it is counted what ignoring it costs: the
moves that it does not allow, where its input is there, and how many of them do not lose.
"""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from zermelo.boards.abstract_graphs.abstract_board import Realisation
from zermelo.core.budget import Budget
from zermelo.core.notation.result import Count, Result, about
from zermelo.core.values import LOSS, WIN
from zermelo.explain.derivation.attack_playout import AttackPlayoutTable
from zermelo.explain.derivation.derivation_card import MEANINGS
from zermelo.explain.derivation.derived_rules import RuleDerivation
from zermelo.explain.derivation.valued_positions import ValuedPositions, build_valued_positions

LEGEND = (
    "how often each rule is right, over {positions:,} unfinished positions",
    "first         at how many positions the rule is the first that fits",
    "there         at how many its pattern is on the board at all",
    "every, some   at how many of these every move that it allows keeps the value, or some move does",
    "wins, some    at how many every move that it allows wins, or some move does",
)


class AccuracyCount(Result, frozen=True):
    """At how many positions allowed moves are right."""

    positions: Annotated[Count, about("positions")]
    every: Annotated[Count, about("where every allowed move is")]
    some: Annotated[Count, about("where some is")]
    every_wins: Annotated[Count, about("where every allowed move wins")]
    some_wins: Annotated[Count, about("where some does")]


class RuleAccuracy(Result, frozen=True):
    """How often a rule is right, or any move where none is found."""

    number: Annotated[Count | None, about("its number; null for any move")]
    kind: Annotated[str, about("whose it is")]
    first: Annotated[AccuracyCount, about("where it is the first to be found")]
    present: Annotated[AccuracyCount, about("wherever its input is there")]
    claims: Annotated[
        tuple[int, int], about("moves of which it says that they win, or lose, and how many do not")
    ]
    ignoring: Annotated[tuple[int, int], about("moves that ignore it, and those of them that do not lose")]
    ignoring_first: Annotated[tuple[int, int], about("the same where it is the first to be found")]


class RuleAccuracyTable(Result, frozen=True):
    """How often each rule is right."""

    positions: Annotated[Count, about("unfinished positions")]
    rules: Annotated[tuple[RuleAccuracy, ...], about("the rules in order, and any move where none is found")]

    def __str__(self) -> str:
        said = [
            *(line.format(positions=self.positions) for line in LEGEND),
            f"{'rule':<18}{'first':>7}{'every':>7}{'some':>7}{'wins':>7}{'some':>7}"
            f"{'there':>9}{'every':>7}{'some':>7}{'wins':>7}{'some':>7}",
        ]
        for rule in self.rules:
            counts = (rule.first,) if rule.number is None else (rule.first, rule.present)
            name = (
                "any move" if rule.number is None else f"{rule.number} {MEANINGS.get(rule.number, rule.kind)}"
            )
            row = f"{name:<18}"
            for place, count in enumerate(counts):
                numbers = count.positions, count.every, count.some, count.every_wins, count.some_wins
                widths = (9 if place else 7, 7, 7, 7, 7)
                row += "".join(f"{number:>{width},}" for number, width in zip(numbers, widths, strict=True))
            said.append(row)
        for rule in self.rules:
            if rule.kind == "defence":
                moves, safe = rule.ignoring
                first, safe_first = rule.ignoring_first
                said.append(
                    f"rule {rule.number} ignored: {moves:,} moves where its input is there, "
                    f"{safe:,} of them do not lose; "
                    f"{first:,} where it is the first, {safe_first:,} of them"
                )
        made, wrong = (sum(rule.claims[which] for rule in self.rules) for which in (0, 1))
        said.append(
            f"claims that a move wins, by attacks, or loses, by defences: {made:,}, of them {wrong:,} wrong"
        )
        return "\n".join(said)


def measure_rule_accuracy(
    derivation: RuleDerivation, rules: int, budget: Budget | None = None
) -> RuleAccuracyTable:
    """Return how often the first `rules` rules of a derivation are right, scanned as their player does.

    Every unfinished position of the game is looked at once, symmetric ones apart. Raises what
    `build_valued_positions` raises. Of a literal derivation an attack counts wherever its input is.

    >>> from zermelo.explain.derivation.backward_derivation import derive_rules
    >>> from zermelo.games import TicTacToe
    >>> counted = measure_rule_accuracy(derive_rules(TicTacToe(), literal=True), 5)
    >>> [(each.number, each.first.positions, each.first.every) for each in counted.rules]
    [(1, 2358, 2358), (2, 1484, 1484), (3, 192, 192), (4, 254, 192), (5, 54, 14), (None, 178, 157)]
    >>> fifth = measure_rule_accuracy(derive_rules(TicTacToe()), 5).rules[4].first
    >>> fifth.positions, fifth.every_wins
    (114, 114)
    >>> [each.claims for each in measure_rule_accuracy(derive_rules(TicTacToe()), 6).rules[:6]]
    [(2782, 0), (6192, 0), (656, 0), (2700, 0), (316, 0), (1200, 0)]
    """
    return _AccuracyCounter(derivation, budget or Budget()).measure_accuracy(rules)


class _AccuracyCounter:
    """Masks over all unfinished positions, a realisation at a time."""

    def __init__(self, derivation: RuleDerivation, budget: Budget) -> None:
        self.derivation, self.budget = derivation, budget
        self.valued: ValuedPositions = build_valued_positions(derivation.derivation_game, budget)
        self.moves = self._list_all_moves()

    def measure_accuracy(self, rules: int) -> RuleAccuracyTable:
        left = np.ones(len(self.valued), np.bool_)
        found = []
        played_out = AttackPlayoutTable(self.valued, self.moves)
        attacked = {}  # where the input of each attack lies
        for rule in self.derivation.list_rules_as_scanned(rules):
            allowed = self._mark_allowed_moves(rule.realisations_by_attacker, attacks=rule.kind == "attack")
            if self.derivation.sound and rule.kind == "attack":
                allowed = played_out.find_winning_moves(rule.number, allowed)
                attacked[rule.number] = rule.realisations_by_attacker
            elif self.derivation.sound:
                there = self._mark_positions(
                    self._mark_allowed_moves(attacked[rule.number - 1], attacks=False)
                )
                allowed = played_out.find_defences(rule.number, there, allowed)
            there = self._mark_positions(allowed)
            ignoring = [(0, 0), (0, 0)]
            claims = len(allowed[0]), int((self.valued.look_up_values(allowed[1]) != LOSS).sum())
            if rule.kind == "defence":
                ignoring = [self._count_ignored_moves(allowed, where) for where in (there, there & left)]
                claims = ignoring[0]
            found.append(
                RuleAccuracy(
                    rule.number,
                    rule.kind,
                    self._count_right_positions(allowed, left),
                    self._count_right_positions(allowed, np.ones(len(self.valued), np.bool_)),
                    claims,
                    ignoring[0],
                    ignoring[1],
                )
            )
            left &= ~there
            self.budget.report("count where rules are right", rule.number, rules, "rules")
        found.sort(key=lambda row: row.number or 0)
        anything = self._count_right_positions(self.moves, left)
        found.append(RuleAccuracy(None, "any", anything, anything, (0, 0), (0, 0), (0, 0)))
        return RuleAccuracyTable(len(self.valued), tuple(found))

    def _mark_positions(self, moves: tuple[npt.NDArray[Any], npt.NDArray[Any]]) -> npt.NDArray[np.bool_]:
        """Return at which positions there is one of some moves."""
        found = np.zeros(len(self.valued), np.bool_)
        found[moves[0]] = True
        return found

    def _list_all_moves(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return every move: numbers of positions, and the keys of what follows."""
        derivation_game = self.derivation.derivation_game
        sides = [
            tuple(
                place
                for action in derivation_game.abstract.actions
                for place in derivation_game.find_realisations_by_attacker(action.graph)[side]
            )
            for side in (0, 1)
        ]
        return self._mark_allowed_moves((sides[0], sides[1]), attacks=True)

    def _mark_allowed_moves(
        self, sides: tuple[tuple[Realisation, ...], tuple[Realisation, ...]], *, attacks: bool
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return what realisations allow: numbers of positions and keys of what follows, each pair once."""
        numbers, keys = [], []
        for side, places in enumerate(sides[:1] if self.valued.is_even else sides):
            mover = side if attacks else 1 - side
            for place in dict.fromkeys(places):
                at, after = self.valued.apply_realisation_to_positions(
                    place, None if self.valued.is_even else mover, attacks=attacks
                )
                numbers.append(at)
                keys.append(after)
        if not numbers:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        pairs = np.unique(np.stack((np.concatenate(numbers), np.concatenate(keys))), axis=1)
        return pairs[0], pairs[1]

    def _count_right_positions(
        self, allowed: tuple[npt.NDArray[Any], npt.NDArray[Any]], where: npt.NDArray[np.bool_]
    ) -> AccuracyCount:
        """Return at how many of some positions the allowed moves are right."""
        numbers, keys = allowed
        chosen = where[numbers]
        numbers, worth = numbers[chosen], -self.valued.look_up_values(keys[chosen])
        count = len(self.valued)
        moves = np.bincount(numbers, minlength=count)
        keeps = np.bincount(numbers, weights=worth == self.valued.values[numbers], minlength=count)
        wins = np.bincount(numbers, weights=worth == WIN, minlength=count)
        some = moves > 0
        return AccuracyCount(
            int(some.sum()),
            int((some & (keeps == moves)).sum()),
            int((keeps > 0).sum()),
            int((some & (wins == moves)).sum()),
            int((wins > 0).sum()),
        )

    def _count_ignored_moves(
        self, allowed: tuple[npt.NDArray[Any], npt.NDArray[Any]], where: npt.NDArray[np.bool_]
    ) -> tuple[int, int]:
        """Return the moves at some positions that are not allowed, and how many of them do not lose."""
        numbers, keys = self.moves
        chosen = where[numbers]
        together = set(zip(*(column.tolist() for column in allowed), strict=True))
        others = [
            key
            for number, key in zip(numbers[chosen].tolist(), keys[chosen].tolist(), strict=True)
            if (number, key) not in together
        ]
        worth = -self.valued.look_up_values(np.array(others, np.int64))
        return len(others), int((worth != LOSS).sum())
