"""A derivation for a person to read.

`explain.derivation.derived_rules` says itself here, so its types are named for the reader alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.core.notation.wording import format_count
from zermelo.explain.derivation.derivation_game import DerivationGame

if TYPE_CHECKING:
    from zermelo.explain.derivation.derived_rules import (
        AttackStructure,
        DerivationLayer,
        DerivedRule,
        RuleDerivation,
    )

MOST_BOARDS = 6  # shown of a layer
READINGS = {"first": "a threat to complete a line", "any": "the input of any attack before"}


def format_derivation(derivation: RuleDerivation) -> str:
    """Return the rules with their structures, parents and instances, and what was dropped and why."""
    said = [
        f"{derivation.derivation_game.game!r}: rules derived backwards"
        + (
            ", no single reply preventing both summands"
            if derivation.sound
            else ", read literally as in the thesis, so that some attacks can be stopped"
        )
        + f"; each input beside {READINGS[derivation.against]}",
        *str(derivation.derivation_game.abstract).split("\n"),
        "A attacks, D defends, * is the move, other cells are empty; a letter that comes again is one cell.",
        "On the boards, each an example, o is a cell that must be empty, and the others may hold anything",
    ]
    for layer in derivation.layers:
        number = layer.number
        said.append("")
        defence = next((rule for rule in derivation.rules if rule.number == number + 1), None)
        said.append(f"rule {number} (attack){_describe_defence(defence)}{_format_layer_counts(layer)}")
        said += [f"  {_format_structure(structure)}" for structure in layer.structures]
        if defence is not None and not defence.is_same_cell_defence:
            said += [f"  {each.name:8} {each.input}" for each in defence.structures]
        said += _format_example_board_lines(derivation.derivation_game, layer)
        said += _format_dropped_candidate_lines(layer)
    said.append("")
    if derivation.last is None:
        said.append(f"ended: {derivation.ended}")
    else:
        last = derivation.last
        count = len(last.structures)
        what = f"{format_count(count, 'structure')}, " if count else ""
        said.append(f"ended: layer {last.number}, {what}{derivation.ended}")
        said += _format_dropped_candidate_lines(last)
    said.append(_format_totals(derivation))
    return "\n".join(said)


def _describe_defence(defence: DerivedRule | None) -> str:
    """Return what is said of the defence beside its attack."""
    if defence is None:
        return ", which nothing prevents"
    how = "the same cell first" if defence.is_same_cell_defence else "> says what it makes of a cell"
    return f" and rule {defence.number} (defence: {how})"


def _format_layer_counts(layer: DerivationLayer) -> str:
    said = f": {layer.instance_count:,} instances"
    if layer.explained is not None:
        said += f"; first to explain {layer.explained:,} won positions"
    return said


def _format_structure(structure: AttackStructure) -> str:
    said = f"{structure.name:8} {structure.input}   {structure.instance_count:,} instances"
    if structure.candidate is None:
        return f"{said}; a final graph, its last action undone"
    one, two = structure.parent_names
    stopped = (
        "one reply stops both threats" if structure.is_stopped_by_one_reply else "no reply stops both threats"
    )
    return f"{said}; from {one} and {two}: {structure.candidate.glued}; {stopped}"


def _format_example_board_lines(derivation_game: DerivationGame, layer: DerivationLayer) -> list[str]:
    """Return a realisation of each of the first structures, side by side; `o` must be empty."""
    board = derivation_game.first_player_board
    places = board.places
    if any(place != (int(place[0]), int(place[1])) for place in places):
        return []  # a cube has no flat picture
    columns, rows = (1 + int(max(place[axis] for place in places)) for axis in (0, 1))
    shown = [structure.all_realisations[0] for structure in layer.structures[:MOST_BOARDS]]
    pictures = []
    for place in shown:
        grid = [["."] * columns for _ in range(rows)]
        for cell, (column, row) in zip(board.cells, places, strict=True):
            for mask, sign in ((place.attacker, "A"), (place.defender, "D"), (place.empty, "o")):
                if mask >> cell & 1:
                    grid[int(row)][int(column)] = "*" if cell == place.action else sign
        pictures.append([" ".join(row) for row in grid])
    return [f"    {'     '.join(row)}" for row in zip(*pictures, strict=True)]


def _format_dropped_candidate_lines(layer: DerivationLayer) -> list[str]:
    if not layer.candidates:
        return []
    reasons = "; ".join(f"{count} {reason}" for reason, count in layer.count_dropped_by_reason().items())
    ways = sum(candidate.ways for candidate in layer.candidates)
    said = f"  {len(layer.candidates)} candidates in {ways} ways"
    return [f"{said}; dropped: {reasons}" if reasons else said]


def _format_totals(derivation: RuleDerivation) -> str:
    structures = sum(len(layer.structures) for layer in derivation.layers)
    said = (
        f"{format_count(len(derivation.rules), 'rule')}, {format_count(structures, 'structure')} of "
        f"{derivation.candidate_count} candidates, {derivation.instance_count:,} instances"
    )
    if derivation.won is not None:
        explained = derivation.explained_position_count
        said += f"; some attack's move wins in {explained:,} of {derivation.won:,} won positions"
    if derivation.sound:
        return f"{said}. An attack counts only where it wins when it is played out against every reply"
    return f"{said}. Derived, not proven: only playing them out shows what they are worth"
