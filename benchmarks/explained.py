"""Explained strategies measured: what was asked, and what is reached, in CPU seconds of one core.

    python benchmarks/explained.py               # two minutes; --quick leaves the two 4x4 boards out

Everything runs in one process, after a small run of each kind that loads the kernels. What is short is run
three times, and its median printed. The table has what was asked beside what came out: the counts are those
of the checker, never of the code that made the list or the player.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.rule_lists.game_decisions import build_decisions
from zermelo.explain.rule_lists.list_walk import ListWalk
from zermelo.explain.rule_lists.rule_explanation import Explanation
from zermelo.explain.rule_players.corrected_player import CorrectedPlayer
from zermelo.explain.rule_players.rule_player import RulePlayer
from zermelo.games import ConnectFour, Domineering, Mnk, Nim, TicTacToe
from zermelo.solution.arena.arena_builder import arena_of
from zermelo.solution.arena.arena_policies import LineCounter
from zermelo.solution.arena.arena_values import solve_arena
from zermelo.verify.policy_certificate import Certificate, certify_policy

ROUNDS = 3
Row = tuple[str, str, str, str]  # what, asked, reached, seconds


def cpu(make: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor's seconds and what was made."""
    began = time.process_time()
    made = make()
    return time.process_time() - began, made


def median(make: Callable[[], Any]) -> tuple[float, Any]:
    """Return the median of three rounds, and what the last made."""
    rounds = [cpu(make) for _ in range(ROUNDS)]
    return statistics.median(seconds for seconds, _ in rounds), rounds[-1][1]


def load() -> None:
    """Load every kernel by a small run of each kind."""
    small, fallen = Mnk(3, 2, 2), ConnectFour(columns=3, rows=3, line=3)
    for game in (small, Nim((1, 2)), Nim((1, 2), misere=True), Domineering(columns=2, rows=2)):
        find_rules(game)
    find_rules(fallen, method="greedy")
    whole_certificate(Mnk(4, 3, 3))
    for game in (Mnk(4, 4, 4), Mnk(4, 3, 3), ConnectFour(columns=4, rows=4)):
        arena_of(game)  # a game's rules have machine code of their own


def tic_tac_toe() -> list[Row]:
    """Measure what is asked of tic-tac-toe: deriving, playing out, the list and its proof."""
    game = TicTacToe()
    deriving, derivation = median(lambda: derive_rules(game, literal=True))
    playing, thesis = median(lambda: certify_policy(RulePlayer(game, derivation=derivation), game))
    repairing, (repaired, exact) = median(lambda: repaired_exactly(game))
    listing, found = median(lambda: find_rules(game))
    fifth = derivation.layers[2].structures
    counts = [each.instance_count for layer in derivation.layers for each in layer.structures]
    whole = deriving + playing + repairing + listing
    return [
        (
            "tic-tac-toe derived",
            "3 structures at rule 5; 24/88/240/96/96 instances",
            f"{len(fifth)}; {'/'.join(map(str, counts))}",
            f"{deriving:.2f}",
        ),
        ("the thesis's player, lost games", "160, 1,168", lost(thesis), f"{playing:.2f}"),
        (
            "the repaired player, lost games; exact at",
            "0, 0; 627 classes",
            f"{lost(repaired)}; {exact} classes",
            f"{repairing:.2f}",
        ),
        ("shortest list, both players", "5 rules, 6 literals; 4 refuted", said(found), f"{listing:.2f}"),
        ("all of it: derived, played out, listed, proven", "at most 30 s", "", f"{whole:.2f}"),
    ]


def repaired_exactly(game: TicTacToe) -> tuple[Certificate, int]:
    """Return the repaired player's certificate, and at how many classes he keeps the value."""
    player, decisions = CorrectedPlayer(game), build_decisions(game)
    certificate = certify_policy(player, game)
    exact = 0
    for place in decisions.unfinished_places.tolist():
        position = decisions.get_representative_position(place)
        kept = [-decisions.look_up_value(game.play(position, move)) for move in player(position)]
        exact += min(kept) == decisions.look_up_value(position)
    return certificate, exact


def lists() -> list[Row]:
    """Measure the lists that are asked for."""
    wanted: list[tuple[str, Any, dict[str, Any], str]] = [
        (
            "3x4 three-in-a-row, the first player wins",
            Mnk(4, 3, 3),
            {"side": "first"},
            "5 rules, at most 180 s",
        ),
        ("nim 1 3 5 7", Nim((1, 3, 5, 7)), {}, "2 rules"),
        ("misere nim 1 3 5 7", Nim((1, 3, 5, 7), misere=True), {}, "3 rules"),
        ("domineering 3x4", Domineering(columns=4, rows=3), {}, "1 rule"),
        ("domineering 4x3", Domineering(columns=3, rows=4), {}, "1 rule"),
    ]
    rows = []
    for what, game, options, asked in wanted:
        seconds, found = median(lambda game=game, options=options: find_rules(game, **options))
        rows.append((what, asked, f"{said(found)}; {not_kept(found)}", f"{seconds:.2f}"))
    return rows


def whole_certificate(game: Mnk) -> tuple[Certificate, dict[str, float]]:
    """Return what becomes of the repaired player on a whole board, and the seconds of each part."""
    making, arena = cpu(lambda: arena_of(game))
    asking, allowed = cpu(lambda: CorrectedPlayer(game).find_allowed_moves_in_arena(arena))
    valuing, values = cpu(lambda: solve_arena(arena).values)
    certifying, certificate = cpu(lambda: LineCounter(arena).certify_policy(allowed, values))
    return certificate, {"arena": making, "player": asking, "values": valuing, "certificate": certifying}


def four_in_a_row() -> list[Row]:
    """Measure the repaired player on 4x4, four in a row."""
    certificate, parts = whole_certificate(Mnk(4, 4, 4))
    spelled = ", ".join(f"{what} {seconds:.1f}" for what, seconds in parts.items())
    positions = f"{certificate.first.positions:,} and {certificate.second.positions:,} positions"
    return [
        (
            "the repaired player on 4x4 four-in-a-row, all ties",
            "no loss on either side, at most 60 s",
            f"{lost(certificate)} lost at {positions}",
            f"{sum(parts.values()):.1f} ({spelled})",
        )
    ]


def connect_four() -> list[Row]:
    """Measure the greedy list of Connect Four 4x4."""
    game = ConnectFour(columns=4, rows=4)
    seconds, found = cpu(lambda: find_rules(game, method="greedy"))
    decisions = build_decisions(game)
    unfinished = np.diff(decisions.arena.bounds) > 0
    met = np.isin(decisions.classes, ListWalk(decisions, (0, 1), "start").list_decision_places()) & unfinished
    return [
        (
            "Connect Four 4x4, greedy, certified",
            "100,000 decisions or more",
            f"{int(unfinished.sum()):,} decisions, of which play comes to {int(met.sum()):,} "
            f"({found.decisions:,} with mirrored ones as one); {said(found)}; {not_kept(found)}",
            f"{seconds:.1f}",
        )
    ]


def said(found: Explanation) -> str:
    """Return a list's size, and what was refuted."""
    rules = found.rules
    parts = [f"{len(rules.rules)} rule{'s' * (len(rules.rules) != 1)}"]
    parts.append(f"{rules.literal_count} literal{'s' * (rules.literal_count != 1)}")
    if rules.exceptions:
        parts.append(f"{len(rules.exceptions):,} exceptions")
    refuted = [str(bound.rules) for bound in found.bounds if bound.literals is None]
    return ", ".join(parts) + "".join(f"; {number} refuted" for number in refuted)


def lost(found: Certificate) -> str:
    """Return the games lost as the first player, and as the second."""
    return f"{found.first.lost:,}, {found.second.lost:,}"


def not_kept(found: Explanation) -> str:
    """Return how many games fall short of the start's value, by the certificate, on sides not lost."""
    decisions = build_decisions(found.rules.game)
    value = int(decisions.values[decisions.arena.starts[0]])
    texts = []
    for name, has in (("first", value), ("second", -value)):
        side = found.certificate.get(name)
        if side is not None and has >= 0:
            texts.append(
                f"{side.lost:,} lost as {name}"
                if has == 0
                else f"{side.lost + side.drawn:,} lost or drawn as {name}"
            )
    return ", ".join(texts)


def main() -> None:
    """Measure everything, and print a table of Markdown."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave the 4x4 boards out")
    wish = parser.parse_args()
    loading, _ = cpu(load)
    rows = tic_tac_toe() + lists()
    if not wish.quick:
        rows += four_in_a_row() + connect_four()
    print("| what | asked | reached | CPU seconds |\n| --- | --- | --- | --- |")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    burden = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"\nKernels loaded in {loading:.1f} s before; load of the machine at the end {burden}.")


if __name__ == "__main__":
    main()
