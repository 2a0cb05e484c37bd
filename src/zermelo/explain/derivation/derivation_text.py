"""A derivation with its candidates and sums: what every rule comes from, and what was dropped and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.core.notation.wording import format_count

if TYPE_CHECKING:  # its types are named for the reader alone
    from zermelo.explain.derivation.derived_rules import (
        AttackStructure,
        DerivationLayer,
        DerivedRule,
        RuleDerivation,
    )

MOST_SHOWN = 60  # dropped candidates of a layer
READINGS = {"first": "a threat to complete a line", "any": "the input of any attack before"}


def format_derivation_sums(derivation: RuleDerivation) -> str:
    """Return the game, each rule with its structures and their sums, and what was dropped and why."""
    said = [
        f"{derivation.derivation_game}: rules derived backwards"
        + (
            ", no single reply preventing both summands"
            if derivation.sound
            else ", read literally as in the thesis, so that some attacks can be stopped"
        )
        + f"; each input beside {READINGS[derivation.against]}",
        *str(derivation.derivation_game.abstract).split("\n"),
        "A attacks, D defends, * is the move, other cells are empty; a letter that comes again is one cell.",
    ]
    for layer in derivation.layers:
        number = layer.number
        said.append("")
        defence = next((rule for rule in derivation.rules if rule.number == number + 1), None)
        said.append(f"rule {number} (attack){_describe_defence(defence)}{_format_layer_counts(layer)}")
        said += [f"  {_format_structure(structure)}" for structure in layer.structures]
        if defence is not None and not defence.is_same_cell_defence:
            said += [f"  {each.name:8} {each.input}" for each in defence.structures]
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
    said = f": {layer.instance_count:,} instances" if layer.instance_count else ""
    if layer.explained is not None:
        said += f"; first to explain {layer.explained:,} won positions"
    return said


def _format_structure(structure: AttackStructure) -> str:
    said = f"{structure.name:8} {structure.input}   "
    said += f"{structure.instance_count:,} instances; " if structure.instance_count else ""
    if structure.candidate is None:
        return f"{said}a final graph, its last action undone"
    one, two = structure.parent_names
    stopped = (
        "one reply stops both threats" if structure.is_stopped_by_one_reply else "no reply stops both threats"
    )
    return f"{said}from {one} and {two}: {structure.candidate.glued}; {stopped}"


def _format_dropped_candidate_lines(layer: DerivationLayer) -> list[str]:
    if not layer.candidates:
        return []
    reasons = "; ".join(f"{count} {reason}" for reason, count in layer.count_dropped_by_reason().items())
    ways = sum(candidate.ways for candidate in layer.candidates)
    said = f"  {len(layer.candidates)} candidates in {ways} ways"
    dropped = layer.dropped
    lines = [f"{said}; dropped: {reasons}" if reasons else said]
    lines += [
        f"    dropped {each.graph}; from {' and '.join(each.parents)}: {each.glued}; {each.drop_reason}"
        for each in dropped[:MOST_SHOWN]
    ]
    return [*lines, f"    and {len(dropped) - MOST_SHOWN:,} more"] if len(dropped) > MOST_SHOWN else lines


def _format_totals(derivation: RuleDerivation) -> str:
    structures = sum(len(layer.structures) for layer in derivation.layers)
    said = (
        f"{format_count(len(derivation.rules), 'rule')}, {format_count(structures, 'structure')} of "
        f"{format_count(derivation.candidate_count, 'candidate')}"
    )
    if derivation.derivation_game.has_board:
        said += f", {derivation.instance_count:,} instances"
    if derivation.won is not None:
        explained = derivation.explained_position_count
        said += f"; some attack's move wins in {explained:,} of {derivation.won:,} won positions"
    if derivation.sound:
        return (
            f"{said}. An attack counts only where it wins when it is played out against every reply; "
            "a defence allows every move that leaves no such attack"
        )
    return f"{said}. Derived, not proven: only playing them out shows what they are worth"
