"""The backward algorithm: rules of attack and defence, derived from the winning line on abstract graphs.

Iklassov (2020). Rule 1 completes a line, rule 2 prevents that. Then, two by two: an input of the last attack
and a threat that wins at once are combined in every way (`graph_sums`), and one of the attacker's signs is
taken back (`difference`). If the sign belonged to both, playing it makes both at once, and the defender has
one move:

    in1 = difference(one full line);  rule 1 = attack;  rule 2 = defence against it
    for k = 3, 5, 7, ...:
        for base in inputs of attack k-2, for S in graph_sums(base, in1), for G in difference(S):
            keep G iff the removed sign belonged to both summands, G has two lines or more, is new, and
            is realisable on the board
        rule k = attack with these inputs;  rule k+1 = defence (prevent)

Equation 11 of the thesis has `in1` or `in2` as the second summand, and these are one graph: that is
`against="first"`. With `against="any"` the input of any attack before is put beside the last one's, of which
the thesis's rules are a part.

The thesis asks only that the sign is common. That is not enough: one reply may prevent both, as in 5(iii),
where the line that is blocked shares the blocking cell with the fork, or as where two lines lack the same
cell. So a graph is kept only if no action of the defender's changes a cell of both summands, which is
Anshelevich's OR rule (2002) where signs are put, and if the graph contains no earlier input, as otherwise its
action could wait. That is said of the two summands alone: a defender whose reply threatens something too is
not met by it. So an attack counts only where it is played out (`explain.derivation.attack_playout`).
`literal` is the thesis's own reading, without either.

Lines alone know no gravity: where only some empty cells can be played to, a graph's action might be none.
Abstract rules can say it, by an action that needs a stone below.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from zermelo.boards.abstract_graphs.abstract_action import yield_defender_changed_cells, yield_undone_graphs
from zermelo.boards.abstract_graphs.abstract_game import AbstractGame
from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph
from zermelo.boards.abstract_graphs.abstract_graph_sum import GraphSum, graph_sums
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, Cancelled, MissingCapability
from zermelo.core.game import Game
from zermelo.core.values import WIN
from zermelo.explain.derivation.derivation_game import DerivationGame, make_derivation_game
from zermelo.explain.derivation.derivation_progress import DerivationProgress
from zermelo.explain.derivation.derived_rules import (
    CONTAINS,
    NOT_COMMON,
    OFF_BOARD,
    ONE_AND_THE_SAME,
    ONE_REPLY,
    REASONS,
    SEEN,
    AttackStructure,
    DerivationCandidate,
    DerivationLayer,
    RuleDerivation,
)
from zermelo.explain.derivation.valued_positions import build_valued_positions
from zermelo.explain.positional_game import PositionalGame
from zermelo.games.game_lookup import game

MOST_CELLS_LISTED = 16  # of boards whose won positions are listed: 4 x 4 has 10 million positions
LAST_ATTACK = 9  # the attack at which a derivation ends if nothing else ends it
LAST_ATTACK_OF_MANY = 5  # and where layers have so many candidates that one more takes minutes


def derive_rules(
    game_or_text: Game | str | PositionalGame | AbstractGame,
    *,
    literal: bool = False,
    against: str = "first",
    stop: str | None = None,
    last: int | None = None,
    budget: Budget | None = None,
) -> RuleDerivation:
    """Derive rules for a game of lines, by the backward algorithm of Iklassov's thesis.

    An attack with threats that one reply can stop together is left out, and an attack counts only if it wins
    when it is played out.

    Parameters
    ----------
    game_or_text : Game, str or AbstractGame
        The game, or its name, or its abstract rules; no position is asked for, and rules without cells do.
    literal : bool, default False
        Whether the thesis is followed literally; some of its attacks then lose.
    against : str, default "first"
        Earlier inputs that the last attack's input is combined with: the "first" one, or "any".
    stop : str, optional
        When the derivation ends: "explained" (a layer explains no new won position) or "new" (it has no new
        input).
    last : int, optional
        Number of the last attack.
    budget : Budget, optional
        Limits of time and memory, and the listener of progress and of forecasts; by default there are none.

    Returns
    -------
    RuleDerivation
        The rules, their structures, and the candidates that were dropped.

    Raises
    ------
    MissingCapability
        For games without lines or with gravity.
    Cancelled
        If the budget or Ctrl-C stops it; its `found` is the derivation of the rules found by then.

    Examples
    --------
    >>> [len(rule.structures) for rule in derive_rules("tic_tac_toe").rules[:5]]
    [1, 1, 1, 1, 2]
    >>> [len(rule.structures) for rule in derive_rules("tic_tac_toe", literal=True).rules[:5]]
    [1, 1, 1, 1, 3]
    """
    if not isinstance(game_or_text, PositionalGame | AbstractGame):
        game_or_text = game(game_or_text)
    derivation_game = make_derivation_game(game_or_text)
    if derivation_game.abstract.loses:
        raise MissingCapability(
            f"{derivation_game} is lost by the player who makes {derivation_game.abstract.finals[0]}: "
            "rule 1 is the move that makes a final graph, and here no move of the winner does; "
            "take a game in which it wins"
        )
    if against not in ("first", "any"):
        raise BadParameter(f"against {against!r} is no reading: give 'first' or 'any'")
    if stop not in (None, "explained", "new"):
        raise BadParameter(f"stop {stop!r} is no criterion: give 'explained' or 'new'")
    large = derivation_game.played is None or not 0 < derivation_game.cell_count <= MOST_CELLS_LISTED
    if last is None:
        last = LAST_ATTACK_OF_MANY if large or against == "any" else LAST_ATTACK
    if last < 1 or last % 2 == 0:
        raise BadParameter(f"last {last} is no attack: give an odd number")
    if stop == "explained" and large:
        raise BadParameter(
            f"the won positions of {derivation_game} are not listed: give stop='new', or take "
            f"a game on at most {MOST_CELLS_LISTED} cells"
        )
    if stop is None:
        stop = "new" if large else "explained"
    return _BackwardSearch(derivation_game, not literal, against, budget or Budget()).derive_rules(
        stop == "explained", last
    )


class _BackwardSearch:
    """A derivation under way."""

    def __init__(self, derivation_game: DerivationGame, sound: bool, against: Any, budget: Budget) -> None:
        self.derivation_game, self.sound, self.against, self.budget = derivation_game, sound, against, budget
        self.seen: dict[AbstractGraph, str] = {}  # inputs and the names of their structures
        self.layers: list[DerivationLayer] = []
        self.one_reply_known: dict[object, bool] = {}
        self.progress = DerivationProgress(budget)

    def derive_rules(self, by_positions: bool, last: int) -> RuleDerivation:
        """Return the derivation, ended by what comes first; `Cancelled` has what was found until then."""
        try:
            return self._derive_layers(by_positions, last)
        except (Cancelled, KeyboardInterrupt) as error:
            if not self.layers:
                raise
            number = 2 * len(self.layers) + 1
            stopped = Cancelled(f"stopped while rule {number} was derived: the rules before it were found")
            stopped.found = self._make_derivation(None, f"stopped while rule {number} was derived", None)
            raise stopped from error

    def _make_derivation(
        self, rejected: DerivationLayer | None, ended: str, won: int | None
    ) -> RuleDerivation:
        layers = tuple(self.layers)
        return RuleDerivation(self.derivation_game, self.sound, self.against, layers, rejected, ended, won)

    def _derive_layers(self, by_positions: bool, last: int) -> RuleDerivation:
        """Return the derivation, ended by what comes first."""
        left = None
        if by_positions:
            valued = build_valued_positions(self.derivation_game, self.budget)
            left = valued.select_positions(valued.values == WIN)
        won = None if left is None else len(left)
        ended, rejected = "", None
        while not ended:
            number = 2 * len(self.layers) + 1
            layer = self._derive_first_layer() if number == 1 else self._derive_next_layer(number)
            if left is not None:
                first, second = (
                    tuple(place for structure in layer.structures for place in structure.sides[side])
                    for side in (0, 1)
                )
                after = left.select_unexplained_positions((first, second), self.budget)
                layer = DerivationLayer(number, layer.structures, layer.candidates, len(left) - len(after))
                left = after
            if not layer.structures:
                ended, rejected = "nothing new", layer
            elif number > 1 and layer.explained == 0:
                ended, rejected = "nothing new is explained", layer
            else:
                self.layers.append(layer)
                if not any(
                    self.derivation_game.abstract.list_preventive_graphs(each.input)
                    for each in layer.structures
                ):
                    ended = (
                        f"nothing prevents what rule {number} does, and the method asks that every "
                        "action can be "
                        f"prevented (section 4.9): there is no rule {number + 1}"
                    )
                elif number >= last:
                    ended = f"rule {last} was the last asked for"
        return self._make_derivation(rejected, ended, won)

    def _derive_first_layer(self) -> DerivationLayer:
        """Return the layer of final graphs with an action undone."""
        rules = self.derivation_game.abstract
        found = {
            graph: None
            for final in rules.finals
            for action in rules.actions
            for graph in yield_undone_graphs(final, action, rules.most_shared_cells_by_kinds)
            if self.derivation_game.does_graph_fit_board(graph)
        }
        if not found:
            raise MissingCapability(
                f"no action of {self.derivation_game} makes a graph that wins, "
                f"{' or '.join(map(str, rules.finals))}, "
                "on its board: rule 1 is the move that does"
            )
        return DerivationLayer(1, self._make_attack_structures(1, list(found.items())), ())

    def _make_attack_structures(
        self, number: int, graphs: Sequence[tuple[AbstractGraph, DerivationCandidate | None]]
    ) -> tuple[AttackStructure, ...]:
        structures = []
        for count, (graph, candidate) in enumerate(graphs):
            name = f"{number}" if len(graphs) == 1 else f"{number}({format_roman_numeral(count + 1)})"
            self.seen[graph] = name
            made = AttackStructure(name, graph, graph.after_action(), self.derivation_game, candidate)
            structures.append(made)
        return tuple(structures)

    def _derive_next_layer(self, number: int) -> DerivationLayer:
        """Return the layer of a number, which may have no structures."""
        best: dict[AbstractGraph, DerivationCandidate] = {}
        pairs = [
            (base, second)
            for base in self.layers[-1].structures
            for second in self._yield_summands_to_combine(base)
        ]
        self.progress.begin_rule(number, len(pairs))
        for base, second in pairs:
            for candidate in self._yield_candidates(number, base, second):
                known = best.get(candidate.graph)
                ways = 1 + (known.ways if known else 0)
                kept = candidate if known is None or _was_candidate_dropped_later(candidate, known) else known
                answered = candidate.one_reply and (known is None or known.one_reply)
                best[candidate.graph] = replace(kept, ways=ways, one_reply=answered)
            self.progress.report_sum()
        new = [(graph, each) for graph, each in best.items() if each.dropped is None]
        return DerivationLayer(number, self._make_attack_structures(number, new), tuple(best.values()))

    def _yield_summands_to_combine(self, base: AttackStructure) -> Iterator[AttackStructure]:
        """Yield what a base is put together with."""
        if self.against == "first":
            yield from self.layers[0].structures
            return
        for layer in self.layers:
            for structure in layer.structures:
                yield structure
                if structure is base:  # two of one layer are added once
                    return

    def _yield_candidates(
        self, number: int, base: AttackStructure, second: AttackStructure
    ) -> Iterator[DerivationCandidate]:
        rules = self.derivation_game.abstract
        for glued in graph_sums(base.input, second.input, rules.most_shared_cells_by_kinds):
            for action in rules.actions:
                for graph in yield_undone_graphs(glued.graph, action, rules.most_shared_cells_by_kinds):
                    dropped, because_of = self._find_reason_to_drop_candidate(graph, glued)
                    answered = self._can_one_reply_stop_both_threats(glued)
                    parents = base.name, second.name
                    yield DerivationCandidate(number, graph, parents, glued, 1, dropped, because_of, answered)

    def _can_one_reply_stop_both_threats(self, glued: GraphSum) -> bool:
        """Return whether one action of the defender's changes cells of both summands of a graph."""
        key = glued.graph.labels, glued.graph.lines, glued.first, glued.second
        if key not in self.one_reply_known:
            rules = self.derivation_game.abstract
            first, second = set(glued.first), set(glued.second)
            self.one_reply_known[key] = any(
                first & changed and second & changed
                for action in rules.actions
                for changed in yield_defender_changed_cells(
                    glued.graph, action, rules.most_shared_cells_by_kinds, rules.kinds_with_own_lines
                )
            )
        return self.one_reply_known[key]

    def _find_reason_to_drop_candidate(self, graph: AbstractGraph, glued: GraphSum) -> tuple[str | None, str]:
        """Return why a candidate is dropped, or None, and the structure that this rests on."""
        if graph.action not in glued.common_cells:
            return NOT_COMMON, ""
        if glued.are_summands_identical:
            return ONE_AND_THE_SAME, ""
        if graph in self.seen:
            return SEEN, self.seen[graph]
        if not self.derivation_game.does_graph_fit_board(graph):
            return OFF_BOARD, ""
        if self.sound:
            if self._can_one_reply_stop_both_threats(glued):
                return ONE_REPLY, ""
            for earlier, name in self.seen.items():
                if contains_subgraph(graph, earlier):
                    return CONTAINS, name
        return None, ""


def _was_candidate_dropped_later(one: DerivationCandidate, two: DerivationCandidate) -> bool:
    """Return whether a candidate was dropped later than another."""

    def find_stage_of_drop(candidate: DerivationCandidate) -> int:
        return len(REASONS) if candidate.dropped is None else REASONS.index(candidate.dropped)

    return find_stage_of_drop(one) > find_stage_of_drop(two)


def contains_subgraph(graph: AbstractGraph, smaller: AbstractGraph) -> bool:
    """Return whether some lines of a graph make up a smaller one, whatever their actions.

    >>> from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph
    >>> fork = AbstractGraph.parse("{a* b=A c}{a* d=A e}")
    >>> contains_subgraph(AbstractGraph.parse("{a* b c}{a* d=A e}{b f=A g}"), fork)
    False
    >>> contains_subgraph(AbstractGraph.parse("{a* b c}{a* d=A e}{b f=A e}"), fork)
    True
    """
    bare, wanted = graph.without_action(), smaller.without_action()
    looks = sorted(wanted.kinds), sorted(wanted.labels)  # cheaper to compare than forms
    return any(
        (sorted(part.kinds), sorted(part.labels)) == looks and part == wanted
        for places in combinations(range(len(graph.lines)), len(smaller.lines))
        for part in (restrict_graph_to_lines(bare, places),)
    )


def restrict_graph_to_lines(graph: AbstractGraph, places: tuple[int, ...]) -> AbstractGraph:
    """Return some of a graph's lines, without the cells on none of them, and without its action."""
    chosen = [graph.lines[place] for place in places]
    cells = [cell for cell in range(len(graph.labels)) if any(line >> cell & 1 for line in chosen)]
    masks = tuple(sum(1 << new for new, cell in enumerate(cells) if line >> cell & 1) for line in chosen)
    kinds = tuple(graph.kinds[place] for place in places)
    return AbstractGraph("".join(graph.labels[cell] for cell in cells), masks, kinds=kinds)


def format_roman_numeral(number: int) -> str:
    """Return a number in small Roman figures, as structures are named.

    >>> [format_roman_numeral(number) for number in (1, 4, 9, 14, 40)]
    ['i', 'iv', 'ix', 'xiv', 'xl']
    """
    said = ""
    for value, letters in (
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
        (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ):  # fmt: skip
        said += letters * (number // value)
        number %= value
    return said
