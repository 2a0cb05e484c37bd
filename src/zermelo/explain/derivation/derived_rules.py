"""What the backward algorithm found: rules, their structures, how each came about, and what was dropped."""

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property

from zermelo.boards.abstract_graphs.abstract_board import Realisation
from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph
from zermelo.boards.abstract_graphs.abstract_graph_sum import GraphSum
from zermelo.explain.derivation.derivation_game import DerivationGame
from zermelo.explain.derivation.derivation_text import DerivedRules, describe_derivation, format_derivation

# Why a candidate was dropped, in the order in which it is asked.
NOT_COMMON = "the sign taken back was not in both summands"
ONE_AND_THE_SAME = "both summands are one and the same"
SEEN = "seen already"
OFF_BOARD = "not realisable on the board"
ONE_REPLY = "one reply prevents both summands"
CONTAINS = "contains an earlier input"
REASONS = NOT_COMMON, ONE_AND_THE_SAME, SEEN, OFF_BOARD, ONE_REPLY, CONTAINS


@dataclass(frozen=True)
class DerivationCandidate:
    """A graph that came up at a layer: of which parents, how glued, and why it was dropped, if it was.

    `ways` counts the sums and signs that lead to it. What is kept of them is the one that came farthest.
    """

    layer: int
    graph: AbstractGraph
    parents: tuple[str, ...]
    glued: GraphSum
    ways: int
    dropped: str | None = None
    because_of: str = ""  # the structure that was seen, or is contained
    one_reply: bool = False  # whether one reply prevents both summands, in every way that leads to it

    @property
    def drop_reason(self) -> str:
        """Why it was dropped, in words; empty where it was kept."""
        if self.dropped is None:
            return ""
        if self.dropped == SEEN:
            return f"seen already as {self.because_of}"
        return f"contains the input of {self.because_of}" if self.dropped == CONTAINS else self.dropped


@dataclass(frozen=True)
class AttackStructure:
    """One input of a rule, what becomes of it, and where it lies on the board.

    `candidate` says how it came about; it is None for the first ones, final graphs with an action undone.
    `is_same_cell_defence` says that a defence only puts a sign on the attack's own cell.
    `realisations_by_attacker` are the realisations if the first player attacks, and if the second does.
    """

    name: str
    input: AbstractGraph
    output: AbstractGraph
    sides: tuple[tuple[Realisation, ...], tuple[Realisation, ...]] = field(repr=False)
    candidate: DerivationCandidate | None = field(default=None, repr=False)
    is_same_cell: bool = False

    @cached_property
    def all_realisations(self) -> tuple[Realisation, ...]:
        """Every place on the board where it lies, whichever player attacks."""
        first, second = self.sides
        return first if first is second else tuple(dict.fromkeys((*first, *second)))

    @property
    def instance_count(self) -> int:
        """How many realisations it has on the board."""
        return len(self.all_realisations)

    @property
    def is_stopped_by_one_reply(self) -> bool:
        """Whether one reply can stop both threats that the action makes; never so where it wins at once."""
        return self.candidate is not None and self.candidate.one_reply

    @property
    def parent_names(self) -> tuple[str, ...]:
        """The names of the structures that it was put together of."""
        return () if self.candidate is None else self.candidate.parents


@dataclass(frozen=True)
class DerivedRule:
    """A rule: odd ones attack, and the even one after each defends against it by the same cell."""

    number: int
    kind: str  # "attack" or "defence"
    structures: tuple[AttackStructure, ...]

    @property
    def input_graphs(self) -> tuple[AbstractGraph, ...]:
        """What the rule looks for, the action marked."""
        return tuple(structure.input for structure in self.structures)

    @property
    def is_same_cell_defence(self) -> bool:
        """Whether it is a defence that only puts a sign on the attack's own cell, whatever the attack."""
        return self.kind == "defence" and all(structure.is_same_cell for structure in self.structures)

    @cached_property
    def realisations_by_attacker(self) -> tuple[tuple[Realisation, ...], tuple[Realisation, ...]]:
        """All realisations, if the first player attacks, and if the second does."""
        first, second = (
            tuple(place for structure in self.structures for place in structure.sides[side])
            for side in (0, 1)
        )
        return first, second

    @property
    def output_graphs(self) -> tuple[AbstractGraph, ...]:
        """What it makes of that."""
        return tuple(structure.output for structure in self.structures)

    @property
    def instance_count(self) -> int:
        """How many realisations all its structures have on the board."""
        return sum(structure.instance_count for structure in self.structures)


def _find_defence_realisations(
    attack: AttackStructure,
) -> tuple[tuple[Realisation, ...], tuple[Realisation, ...]]:
    """Return where the defence on an attack's own cell lies: where the attack does."""
    first, second = (
        tuple(replace(place, becomes=(0, 1 << (place.action or 0), 0)) for place in places)
        for places in attack.sides
    )
    return first, first if attack.sides[0] is attack.sides[1] else second


@dataclass(frozen=True)
class DerivationLayer:
    """An attack's structures and candidates.

    `explained` counts the won positions that it is the first to explain, where they were listed.
    """

    number: int
    structures: tuple[AttackStructure, ...]
    candidates: tuple[DerivationCandidate, ...]
    explained: int | None = None

    @property
    def instance_count(self) -> int:
        """How many realisations all its structures have on the board."""
        return sum(structure.instance_count for structure in self.structures)

    def count_dropped_by_reason(self) -> dict[str, int]:
        """Return {reason: how many candidates were dropped for it}, of those that occur."""
        counted = Counter(candidate.dropped for candidate in self.candidates)
        return {reason: counted[reason] for reason in REASONS if counted[reason]}


@dataclass(frozen=True)
class RuleDerivation:
    """Rules that the backward algorithm derived for a game of lines; made by `derive_rules`.

    Parameters
    ----------
    derivation_game : DerivationGame
        The game on abstract graphs.
    sound : bool
        Whether attacks that can be stopped are left out; false for the literal reading of the thesis.
    against : str
        Earlier inputs that the last attack's input is combined with: "first" or "any".
    layers : tuple of DerivationLayer
        Attacks that rules were made of.
    last : DerivationLayer or None
        Layer that ended the derivation, as it explains nothing new.
    ended : str
        Why the derivation ended.
    won : int, optional
        Number of won positions of the game, where they were listed.
    """

    derivation_game: DerivationGame
    sound: bool
    against: str
    layers: tuple[DerivationLayer, ...]
    last: DerivationLayer | None
    ended: str
    won: int | None = None

    @cached_property
    def rules(self) -> tuple[DerivedRule, ...]:
        """Rules 1, 2, 3, ...: the attack of each layer, and the defence against it, where there is one."""
        found = []
        for layer in self.layers:
            found.append(DerivedRule(layer.number, "attack", layer.structures))
            defences = self._derive_layer_defences(layer)
            if defences:
                found.append(DerivedRule(layer.number + 1, "defence", defences))
        return tuple(found)

    def _derive_layer_defences(self, layer: DerivationLayer) -> tuple[AttackStructure, ...]:
        """Return what prevents each structure of a layer, one after the other."""
        found = []
        for structure in layer.structures:
            name = f"{layer.number + 1}{structure.name.removeprefix(str(layer.number))}"
            ways = self.derivation_game.abstract.preventive_actions(structure.input)
            for count, way in enumerate(ways):
                called = name if len(ways) == 1 else f"{name}.{count + 1}"
                same = (way.labels, way.action, way.also, structure.input.also) == (
                    structure.input.labels,
                    structure.input.action,
                    (),
                    (),
                )
                sides = (
                    _find_defence_realisations(structure)
                    if same
                    else self.derivation_game.find_realisations_by_attacker(way)
                )
                found.append(
                    AttackStructure(called, way, way.after_action(), sides, structure.candidate, same)
                )
        return tuple(found)

    @property
    def all_layers(self) -> tuple[DerivationLayer, ...]:
        """Layers, and the one that ended the derivation."""
        return self.layers if self.last is None else (*self.layers, self.last)

    @property
    def candidate_count(self) -> int:
        """Number of candidates for the rules; each layer counts each graph once."""
        return sum(len(layer.candidates) for layer in self.layers)

    @property
    def instance_count(self) -> int:
        """Number of places on the board where the attacks lie."""
        return sum(layer.instance_count for layer in self.layers)

    @property
    def explained_position_count(self) -> int | None:
        """Number of won positions that the attacks explain, where they were listed."""
        return None if self.won is None else sum(layer.explained or 0 for layer in self.layers)

    def __str__(self) -> str:
        return format_derivation(self)

    def as_result(self) -> DerivedRules:
        """Return all of it as JSON has it: graphs as text, counts, parents, and dropped candidates.

        Returns
        -------
        DerivedRules
            The fields of the JSON object.
        """
        return describe_derivation(self)
