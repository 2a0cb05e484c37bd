"""What the backward algorithm found: rules, their structures, how each came about, and what was dropped."""

from collections import Counter
from functools import cached_property
from typing import Annotated, Literal

from msgspec import structs

from zermelo.boards.abstract_graphs.abstract_board import Realisation
from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph
from zermelo.boards.abstract_graphs.abstract_graph_sum import GraphSum
from zermelo.core.notation.result import Count, InJson, Names, Result, about, as_text, in_json
from zermelo.explain.derivation.derivation_card import format_derivation_card
from zermelo.explain.derivation.derivation_game import DerivationGame
from zermelo.explain.derivation.derivation_text import format_derivation_sums

InstanceCount = Annotated[Count, in_json("instances")]

# Why a candidate was dropped, in the order in which it is asked.
NOT_COMMON = "the sign taken back was not in both summands"
ONE_AND_THE_SAME = "both summands are one and the same"
SEEN = "seen already"
OFF_BOARD = "not realisable on the board"
ONE_REPLY = "one reply prevents both summands"
CONTAINS = "contains an earlier input"
REASONS = NOT_COMMON, ONE_AND_THE_SAME, SEEN, OFF_BOARD, ONE_REPLY, CONTAINS


class DerivationCandidate(Result, frozen=True):
    """A graph that came up at a layer: of which parents, how glued, and why it was dropped, if it was.

    `ways` counts the sums and signs that lead to it. What is kept of them is the one that came farthest.
    """

    layer: int
    graph: Annotated[AbstractGraph, as_text("its graph")]
    parents: Annotated[Names, about("the structures that it comes from")]
    glued: Annotated[GraphSum, as_text("the graph of these, glued")]
    ways: Annotated[Count, about("how many ways led to it")]
    dropped: str | None = None
    because_of: str = ""  # the structure that was seen, or is contained
    one_reply: bool = False  # whether one reply prevents both summands, in every way that leads to it

    @property
    def drop_reason(self) -> Annotated[str, in_json("reason")]:
        """Why it was dropped, in words; empty where it was kept."""
        if self.dropped is None:
            return ""
        if self.dropped == SEEN:
            return f"seen already as {self.because_of}"
        return f"contains the input of {self.because_of}" if self.dropped == CONTAINS else self.dropped


class AttackStructure(Result, frozen=True, dict=True):
    """One input of a rule, what becomes of it, and where it lies on the board.

    `candidate` says how it came about; it is None for the first ones, final graphs with an action undone.
    `is_same_cell` says that a defence only puts a sign on the attack's own cell.
    """

    name: Annotated[str, about("its name")]
    input: Annotated[AbstractGraph, as_text("the graph that is looked for")]
    output: Annotated[AbstractGraph, as_text("the graph that it makes")]
    derivation_game: DerivationGame
    candidate: DerivationCandidate | None = None
    is_same_cell: bool = False

    @cached_property
    def sides(self) -> tuple[tuple[Realisation, ...], tuple[Realisation, ...]]:
        """Where it lies on the board if the first player attacks, and if the second does."""
        return self.derivation_game.find_realisations_by_attacker(self.input)

    @cached_property
    def all_realisations(self) -> tuple[Realisation, ...]:
        """Every place on the board where it lies, whichever player attacks."""
        first, second = self.sides
        return first if first is second else tuple(dict.fromkeys((*first, *second)))

    @cached_property
    def example(self) -> Realisation | None:
        """A place on the board where it lies; None without a board."""
        return self.derivation_game.find_example(self.input)

    @cached_property
    def instance_count(self) -> InstanceCount:
        """Ways to lay it on the board; 0 without a board."""
        return self.derivation_game.count_realisations(self.input)

    @property
    def is_stopped_by_one_reply(self) -> Annotated[bool, in_json("one_reply")]:
        """Of an attack: whether one reply stops both threats that it makes."""
        return self.candidate is not None and self.candidate.one_reply

    @property
    def parent_names(self) -> Annotated[Names, in_json("parents")]:
        """The structures that it comes from."""
        return () if self.candidate is None else self.candidate.parents

    @property
    def glued(self) -> InJson[str | None]:
        """The graph of these, glued."""
        return None if self.candidate is None else str(self.candidate.glued)


class DerivedRule(Result, frozen=True, dict=True):
    """A rule: odd ones attack, and the even one after each defends against it by the same cell."""

    number: Annotated[Count, about("its number")]
    kind: Annotated[Literal["attack", "defence"], about("whose it is")]
    structures: Annotated[tuple[AttackStructure, ...], about("its structures")]

    @property
    def is_same_cell_defence(self) -> bool:
        """Whether it is a defence that only puts a sign on the attack's own cell, whatever the attack."""
        return self.kind == "defence" and all(structure.is_same_cell for structure in self.structures)

    @property
    def input_graphs(self) -> tuple[AbstractGraph, ...]:
        """What is looked for."""
        return tuple(structure.input for structure in self.structures)

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
    def instance_count(self) -> InstanceCount:
        """Ways to lay it on the board."""
        return sum(structure.instance_count for structure in self.structures)


class DerivationLayer(Result, frozen=True):
    """An attack's structures and candidates.

    `explained` counts the won positions that it is the first to explain, where they were listed.
    """

    number: Annotated[Count, about("its number")]
    structures: tuple[AttackStructure, ...]
    candidates: tuple[DerivationCandidate, ...]
    explained: Annotated[Count | None, about("won positions in which an attack's move wins, up to here")] = (
        None
    )

    @property
    def structure_count(self) -> Annotated[Count, in_json("structures")]:
        """That it kept."""
        return len(self.structures)

    @property
    def dropped(self) -> InJson[tuple[DerivationCandidate, ...]]:
        """Candidates that were dropped."""
        return tuple(each for each in self.candidates if each.dropped is not None)

    @property
    def instance_count(self) -> InstanceCount:
        """Ways to lay it on the board."""
        return sum(structure.instance_count for structure in self.structures)

    def count_dropped_by_reason(self) -> dict[str, int]:
        """Return {reason: how many candidates were dropped for it}, of those that occur."""
        counted = Counter(candidate.dropped for candidate in self.candidates)
        return {reason: counted[reason] for reason in REASONS if counted[reason]}


class RuleDerivation(Result, frozen=True, dict=True):
    """Rules that the backward algorithm derived for a game of lines; made by `derive_rules`."""

    derivation_game: DerivationGame  # the game on abstract graphs
    sound: Annotated[bool, about("whether the sound reading was taken; false with --literal")]
    against: Annotated[Literal["first", "any"], about("what inputs are put beside")]
    layers: tuple[DerivationLayer, ...]  # attacks that rules were made of
    last: DerivationLayer | None  # which ended the derivation, as it explains nothing new
    ended: Annotated[str, about("why it ended")]
    won: Annotated[Count | None, about("positions that are won")] = None
    method: Annotated[Literal["backward"], about("how")] = "backward"

    @property
    def game(self) -> InJson[str]:
        """The game, as every command reads it."""
        return str(self.derivation_game)

    @cached_property
    def rules(self) -> InJson[tuple[DerivedRule, ...]]:
        """The rules, in order: the attack of each layer, and the defence against it, where there is one."""
        found = []
        for layer in self.layers:
            found.append(DerivedRule(layer.number, "attack", layer.structures))
            defences = self._derive_layer_defences(layer)
            if defences:
                found.append(DerivedRule(layer.number + 1, "defence", defences))
        return tuple(found)

    def list_rules_as_scanned(self, count: int, attacks_first: bool | None = None) -> tuple[DerivedRule, ...]:
        """Return the first rules in the order in which a player scans them.

        Parameters
        ----------
        count : int
            Number of rules.
        attacks_first : bool, optional
            Whether attacks come before defences; by default in the sound reading, where they win.

        Returns
        -------
        tuple of DerivedRule
            The rules.
        """
        first = self.sound if attacks_first is None else attacks_first
        return tuple(sorted(self.rules[:count], key=lambda rule: first and rule.kind != "attack"))

    def _derive_layer_defences(self, layer: DerivationLayer) -> tuple[AttackStructure, ...]:
        """Return what prevents each structure of a layer, one after the other."""
        found = []
        for structure in layer.structures:
            name = f"{layer.number + 1}{structure.name.removeprefix(str(layer.number))}"
            ways = self.derivation_game.abstract.list_preventive_graphs(structure.input)
            for count, way in enumerate(ways):
                called = name if len(ways) == 1 else f"{name}.{count + 1}"
                same = (way.labels, way.action, way.also, structure.input.also) == (
                    structure.input.labels,
                    structure.input.action,
                    (),
                    (),
                )
                candidate = structure.candidate and structs.replace(structure.candidate, one_reply=False)
                found.append(
                    AttackStructure(called, way, way.after_action(), self.derivation_game, candidate, same)
                )
        return tuple(found)

    @property
    def all_layers(self) -> Annotated[tuple[DerivationLayer, ...], in_json("layers")]:
        """Layers, and the one that ended the derivation."""
        return self.layers if self.last is None else (*self.layers, self.last)

    @property
    def candidate_count(self) -> Annotated[Count, in_json("candidates")]:
        """All of them; each layer counts each graph once."""
        return sum(len(layer.candidates) for layer in self.layers)

    @property
    def instance_count(self) -> InstanceCount:
        """Ways to lay the attacks on the board."""
        return sum(layer.instance_count for layer in self.layers)

    @property
    def explained_position_count(self) -> Annotated[Count | None, in_json("explained")]:
        """Won positions in which an attack's move wins."""
        return None if self.won is None else sum(layer.explained or 0 for layer in self.layers)

    def explain_sums(self) -> str:
        """Return what every rule comes from: the game as graphs, sums, and candidates that were dropped.

        Returns
        -------
        str
            As `zermelo explain GAME --method backward --why` prints it.
        """
        return format_derivation_sums(self)

    def __str__(self) -> str:
        return format_derivation_card(self)
