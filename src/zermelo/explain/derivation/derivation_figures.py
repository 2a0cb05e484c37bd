"""A derivation drawn: the thesis's figures 1 to 25, for whatever game it was made, and what it does not draw.

Figures 1 to 12 are the data: kinds of vertices, the board, sum, difference, action, prevention. From 13 on
they are the rules: output, input, and a position of the game where the rule is the first to be found.
Beside these stand the sums that rules come of, all candidates with the reason for which each was dropped,
rules from 6 on, and where inputs lie on the board. In all pictures of one rule a cell has one letter and a
line one number: a parent's cells are named as the cells that they become.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.boards.abstract_graphs.abstract_board import AbstractBoard, Realisation
from zermelo.boards.abstract_graphs.abstract_game import AbstractGame
from zermelo.boards.abstract_graphs.abstract_graph import (
    LINE,
    OTHER,
    AbstractGraph,
    assign_cell_letters,
    build_full_line,
)
from zermelo.boards.abstract_graphs.abstract_graph_sum import graph_sums
from zermelo.boards.abstract_graphs.typed_graph import SHARED, TypedGraph
from zermelo.core.values import UNDECIDED
from zermelo.draw.charts.abstract_graph_svg import (
    DrawnBoard,
    DrawnFragment,
    DrawnGraph,
    Item,
    graph_pictures_svg,
)
from zermelo.explain.derivation.attack_playout import AttackPlayout
from zermelo.explain.derivation.derivation_game import DerivationGame
from zermelo.explain.derivation.derived_rules import (
    AttackStructure,
    DerivationLayer,
    DerivedRule,
    RuleDerivation,
)
from zermelo.explain.positional_game import yield_set_bits

MOST_SHOWN = 12  # structures, candidates or realisations in one figure
MOST_CANDIDATES = 24
MOST_LOOKED_AT = 20_000  # positions among which an example is looked for
MOST_CELLS_PLAYED = 36  # of boards on which one is looked for
IN_A_ROW = 4
ARROW = "\N{RIGHTWARDS ARROW}"
NUMBERED = {1: (13, 14, 15), 2: (16, 17, 0), 3: (18, 19, 20), 4: (21, 22, 0), 5: (23, 24, 25)}


@dataclass(frozen=True)
class FigureLabels:
    """How a graph's cells and lines are called in a series of pictures: letters, and numbers from 0."""

    names: dict[int, str]
    numbers: dict[tuple[str, int], int]

    @classmethod
    def make_graph_labels(cls, graph: AbstractGraph) -> "FigureLabels":
        """Return the look of a graph for which no other picture speaks."""
        names = assign_cell_letters(graph)
        order = list(names)
        lines = sorted(
            zip(graph.kinds, graph.lines, strict=True),
            key=lambda each: sum(order.index(cell) for cell in yield_set_bits(each[1])) / each[1].bit_count(),
        )
        return cls(names, {line: number for number, line in enumerate(lines)})

    def make_subgraph_labels(self, part: AbstractGraph, where: tuple[int, ...]) -> "FigureLabels":
        """Return the look of a graph that is a part of this one's, given where its cells lie."""
        names = {cell: self.names[onto] for cell, onto in enumerate(where)}
        numbers = {}
        for kind, line in zip(part.kinds, part.lines, strict=True):
            moved = sum(1 << where[cell] for cell in yield_set_bits(line))
            numbers[kind, line] = self.numbers[kind, moved]
        return FigureLabels(names, numbers)


def draw_derivation(derivation: RuleDerivation, signs: str = SHARED) -> dict[str, str]:
    """Draw the figures of a derivation, in the order of its story.

    Parameters
    ----------
    derivation : RuleDerivation
        The derivation.
    signs : str, default "shared"
        "shared", one vertex for all cells with a sign as in the thesis, or "repeated".

    Returns
    -------
    dict of str to str
        SVG by name. The thesis's figures have its numbers, "figure-01-vertices"; others begin with "more-".

    Examples
    --------
    >>> from zermelo.explain.derivation.backward_derivation import derive_rules
    >>> from zermelo.games import TicTacToe
    >>> drawn = draw_derivation(derive_rules(TicTacToe(), stop="new", last=3))
    >>> list(drawn)[:4], sum(name.startswith("figure") for name in drawn)
    (['figure-01-vertices', 'figure-02-line-and-cell', 'figure-03-sign-and-cell', 'figure-04-board'], 22)
    """
    return dict(_FigureSeries(derivation, signs == SHARED).yield_all_figures())


def draw_structure_on_board(board: AbstractBoard, structure: AttackStructure, most: int = MOST_SHOWN) -> str:
    """Return where a structure's input lies on the board: some of its realisations."""
    count = structure.instance_count
    if count > MOST_LOOKED_AT:
        chosen = structure.derivation_game.list_first_realisations(structure.input, most)
    else:
        places = structure.all_realisations
        chosen = tuple(places[number * count // most] for number in range(most)) if count > most else places
    counted = f"{len(chosen)} of {count:,}" if len(chosen) < count else f"all {count}"
    title = f"the input of {structure.name} on the board: {counted}"
    return graph_pictures_svg(
        title, _split_into_rows([make_drawn_fragment(board, place) for place in chosen])
    )


def make_drawn_graph(
    graph: AbstractGraph,
    caption: str = "",
    labels: FigureLabels | None = None,
    common: tuple[int, ...] = (),
    *,
    shared: bool = True,
    alone: str = "",
) -> DrawnGraph:
    """Return a graph ready for drawing, its cells in the order of their letters."""
    labels = labels or FigureLabels.make_graph_labels(graph)
    order = sorted(range(len(graph.labels)), key=lambda cell: (len(labels.names[cell]), labels.names[cell]))
    lines = sorted(zip(graph.kinds, graph.lines, strict=True), key=lambda line: labels.numbers[line])
    marks = [
        (order.index(cell), "*" if label == "A" and graph.labels[cell] == "." else f">{label}")
        for cell, label in graph.changes_by_action
    ]
    return DrawnGraph(
        tuple(labels.names[cell] for cell in order),
        "".join(graph.labels[cell] for cell in order),
        tuple(tuple(place for place, cell in enumerate(order) if line >> cell & 1) for _, line in lines),
        tuple((labels.numbers[line], format_line_label(line[0], labels.numbers[line])) for line in lines),
        tuple(marks),
        tuple(order.index(cell) for cell in common),
        alone,
        shared,
        caption,
    )


def format_line_label(kind: str, number: int) -> str:
    """Return what stands in a line's vertex: l1, or another kind and its number."""
    return f"l{number + 1}" if kind == LINE else f"{kind} {number + 1}"


def make_drawn_fragment(board: AbstractBoard, place: Realisation, caption: str = "") -> DrawnFragment:
    """Return a realisation ready for drawing."""
    where = {cell: number for number, cell in enumerate(board.cells)}
    signs = [(where[cell], "A") for cell in yield_set_bits(place.attacker)]
    signs += [(where[cell], "D") for cell in yield_set_bits(place.defender)]
    signs += [(where[cell], "*" if cell == place.action else ".") for cell in yield_set_bits(place.empty)]
    lines = tuple(tuple(where[cell] for cell in yield_set_bits(line)) for line in place.lines)
    return DrawnFragment(board.places, lines, tuple(signs), caption)


class _FigureSeries:
    """The pictures of one derivation, in order."""

    def __init__(self, derivation: RuleDerivation, shared: bool) -> None:
        self.derivation, self.shared = derivation, shared
        self.derivation_game: DerivationGame = derivation.derivation_game
        self.rules: AbstractGame = derivation.derivation_game.abstract

    def yield_all_figures(self) -> Iterator[tuple[str, str]]:
        """Yield names and pictures."""
        yield from self._yield_introductory_figures()
        for layer in self.derivation.layers:
            if layer.number > 1:
                yield f"more-sums-{layer.number}", self._draw_example_sums(layer)
                yield f"more-candidates-{layer.number}", self._draw_candidates(layer)
            for rule in self.derivation.rules:
                if rule.number in (layer.number, layer.number + 1):
                    yield from self._yield_rule_figures(rule)
            for structure in layer.structures[:MOST_SHOWN] if self.derivation_game.has_board else ():
                name = f"more-on-the-board-{structure.name}"
                yield name, draw_structure_on_board(self.derivation_game.first_player_board, structure)
        last = self.derivation.last
        if last is not None and last.candidates:
            yield f"more-candidates-{last.number}", self._draw_candidates(last)

    def draw_graph(
        self, graph: AbstractGraph, caption: str = "", labels: FigureLabels | None = None, **more: Any
    ) -> Item:
        """Return a graph ready for drawing, signs as the series has them."""
        return make_drawn_graph(graph, caption, labels, shared=self.shared, **more)

    # Figures 1 to 12: the data.

    def _yield_introductory_figures(self) -> Iterator[tuple[str, str]]:
        kinds = list(self.rules.lines[0]) or [LINE]
        alone: list[Item] = [
            DrawnGraph(lines=((),), heads=((number, format_line_label(kind, 0)),), caption=f"a {kind}")
            for number, kind in enumerate(kinds)
        ]
        alone += [DrawnGraph(("a",), ".", caption="a cell"), DrawnGraph(alone="A", caption="a sign")]
        yield "figure-01-vertices", graph_pictures_svg("Vertices: lines, cells, signs", [alone])
        joined: list[Item] = [
            DrawnGraph(
                ("a",), ".", ((0,),), ((number, format_line_label(kind, 0)),), caption=f"a lies on the {kind}"
            )
            for number, kind in enumerate(kinds)
        ]
        title = "The edge of a line and a cell never changes"
        yield "figure-02-line-and-cell", graph_pictures_svg(title, [joined])
        signed = self.draw_graph(AbstractGraph("A"), "A stands on a")
        title = "The edge of a sign and a cell is what play changes"
        yield "figure-03-sign-and-cell", graph_pictures_svg(title, [[signed]])
        if self.derivation_game.has_board:
            yield "figure-04-board", self._draw_start_board()
        yield from self._yield_sum_figures()
        yield from self._yield_graph_difference_figures()
        yield from self._yield_action_figures()

    def _yield_action_figures(self) -> Iterator[tuple[str, str]]:
        """Yield figures 11 and 12: actions, and what prevents them."""
        actions: list[list[Item]] = []
        for action in self.rules.actions:
            labels = FigureLabels.make_graph_labels(action.graph)
            begun = self.draw_graph(
                action.graph_before, "before", labels, alone=_find_missing_signs(action.graph_before, "A")
            )
            actions.append(
                [begun, ARROW, self.draw_graph(action.graph_after, f"after: {action.name}", labels)]
            )
        yield "figure-11-action", graph_pictures_svg("An action is the difference of two graphs", actions)
        prevented: list[list[Item]] = []
        for action in self.rules.actions:
            for way in self.rules.list_preventive_graphs(action.graph):
                labels = FigureLabels.make_graph_labels(way)
                before, after = way.without_action(), way.after_action()
                prevented.append(
                    [
                        self.draw_graph(
                            before,
                            f"{action.name} is possible",
                            labels,
                            alone=_find_missing_signs(before, "AD"),
                        ),
                        ARROW,
                        self.draw_graph(after, "prevented", labels, alone=_find_missing_signs(after, "A")),
                    ]
                )
        if prevented:
            title = "A preventive action: the other player is there first"
            yield "figure-12-prevention", graph_pictures_svg(title, prevented)

    def _draw_start_board(self) -> str:
        board = self.derivation_game.first_player_board
        where = {cell: number for number, cell in enumerate(board.cells)}
        seen = [
            each for each in board.numbered_lines if not each[0].startswith(OTHER)
        ]  # the other's own left out
        lines = tuple(tuple(where[cell] for cell in yield_set_bits(line)) for _, line in seen)
        heads = tuple((number, format_line_label(kind, number)) for number, (kind, _) in enumerate(seen))
        mine, theirs = self.rules.starts
        if self.derivation_game.played is not None:
            start = next(iter(self.derivation_game.played.starts()))
            mine, theirs = self.derivation_game.read_stone_masks(start)
        labels = "".join(
            "A" if mine >> cell & 1 else "D" if theirs >> cell & 1 else "." for cell in board.cells
        )
        alone = "".join(sign for sign in "AD" if sign not in labels)
        names = tuple(self.derivation_game.cell_names[cell] for cell in board.cells)
        picture = DrawnBoard(names, board.places, lines, heads, labels, alone)
        return graph_pictures_svg(
            f"The start: {len(lines)} lines, {len(names)} cells, two signs", [[picture]]
        )

    def _yield_sum_figures(self) -> Iterator[tuple[str, str]]:
        """Yield figures 5 to 7: two lines, glued at one cell, and at two where lines could share so many."""
        kind, length = self._find_first_line()
        line = AbstractGraph("." * length, ((1 << length) - 1,), kinds=(kind,))
        sums = [each for each in graph_sums(line, line, 2) if len(each.graph.lines) == 2]
        names = ("figure-05-two-graphs", "figure-06-one-cell-shared", "figure-07-two-cells-shared")
        titles = (
            "Two graphs, each a line with its cells",
            "Their sum with one cell in common",
            "Their sum with two cells in common, where lines could meet twice",
        )
        for name, title, common in zip(names, titles, range(3), strict=True):
            glued = next((each for each in sums if len(each.common_cells) == common), None)
            if glued is None:
                continue
            labels = FigureLabels.make_graph_labels(glued.graph)
            if common == 0:
                one, two = (labels.make_subgraph_labels(line, where) for where in (glued.first, glued.second))
                yield (
                    name,
                    graph_pictures_svg(
                        title, [[self.draw_graph(line, "", one), self.draw_graph(line, "", two)]]
                    ),
                )
            else:
                yield (
                    name,
                    graph_pictures_svg(
                        title, [[self.draw_graph(glued.graph, "", labels, common=glued.common_cells)]]
                    ),
                )

    def _find_first_line(self) -> tuple[str, int]:
        """Return kind and length of the board's first line, or without a board of a final graph's."""
        lines = self.derivation_game.first_player_board.numbered_lines or tuple(
            pair for graph in self.rules.finals for pair in zip(graph.kinds, graph.lines, strict=True)
        )
        return (lines[0][0], lines[0][1].bit_count()) if lines else (LINE, 1)

    def _yield_graph_difference_figures(self) -> Iterator[tuple[str, str]]:
        """Yield figures 8 to 10: a full line, one sign on a cell, and the first without that edge."""
        _, length = self._find_first_line()
        line, one = build_full_line(length), AbstractGraph("A")
        left = next(TypedGraph.from_abstract(line, SHARED).differences(TypedGraph.from_abstract(one, SHARED)))
        after = AbstractGraph("".join(map(left.cell_label, left.list_vertices_of_kind("cell"))), line.lines)
        labels = FigureLabels.make_graph_labels(line)
        title = f"First term: {2 * length} edges"
        yield "figure-08-first-term", graph_pictures_svg(title, [[self.draw_graph(line, "", labels)]])
        yield "figure-09-second-term", graph_pictures_svg("Second term: one edge", [[self.draw_graph(one)]])
        title = f"The difference: {len(left.edges)} edges, whichever of the {length} was taken"
        yield "figure-10-difference", graph_pictures_svg(title, [[self.draw_graph(after, "", labels)]])

    # Figures 13 to 25, and what follows: rules.

    def _yield_rule_figures(self, rule: DerivedRule) -> Iterator[tuple[str, str]]:
        output, input_, example = NUMBERED.get(rule.number, (0, 0, 0))
        does = "attack" if rule.kind == "attack" else "defence"
        shown = rule.structures[:MOST_SHOWN]
        counted = "" if len(shown) == len(rule.structures) else f", {len(shown)} of {len(rule.structures)}"
        looks = [FigureLabels.make_graph_labels(each.input) for each in shown]
        outputs = [
            self.draw_graph(each.output, each.name, labels) for each, labels in zip(shown, looks, strict=True)
        ]
        title = f"Rule {rule.number} ({does}): its output{counted}"
        yield (
            self._format_figure_name(output, f"rule-{rule.number}-output"),
            graph_pictures_svg(title, [outputs]),
        )
        inputs = [
            self.draw_graph(
                each.input,
                f"{each.name}: {each.instance_count:,} on the board{_describe_attack_fault(rule, each)}",
                labels,
            )
            for each, labels in zip(shown, looks, strict=True)
        ]
        title = f"Rule {rule.number} ({does}): its input{counted}"
        yield (
            self._format_figure_name(input_, f"rule-{rule.number}-input"),
            graph_pictures_svg(title, [inputs]),
        )
        if rule.kind == "attack" and (example or rule.number > 5) and self.derivation_game.has_board:
            yield (
                self._format_figure_name(example, f"rule-{rule.number}-example"),
                self._draw_example_positions(rule),
            )

    def _format_figure_name(self, number: int, name: str) -> str:
        return f"figure-{number:02}-{name}" if number else f"more-{name}"

    def _draw_example_positions(self, rule: DerivedRule) -> str:
        """Return a position for each structure where the rule is the first to be found."""
        items: list[Item] = []
        for structure in rule.structures[:MOST_SHOWN]:
            found = self._find_example_position(rule, structure)
            if found is None:
                assert structure.example is not None
                part = make_drawn_fragment(
                    self.derivation_game.first_player_board,
                    structure.example,
                    f"{structure.name}: a part",
                )
                items.append(part)
                continue
            board = self.derivation_game.first_player_board
            where = {cell: number for number, cell in enumerate(board.cells)}
            (mine, theirs), place = found
            signs = [(where[cell], "A") for cell in yield_set_bits(mine)]
            signs += [(where[cell], "D") for cell in yield_set_bits(theirs)]
            assert place.action is not None
            signs.append((where[place.action], "*"))
            lines = tuple(tuple(where[cell] for cell in yield_set_bits(line)) for line in place.lines)
            items.append(DrawnFragment(board.places, lines, tuple(signs), structure.name))
        return graph_pictures_svg(f"Rule {rule.number} in a game: A is to move", _split_into_rows(items))

    def _find_example_position(
        self, rule: DerivedRule, structure: AttackStructure
    ) -> tuple[tuple[int, int], Realisation] | None:
        """Return the stones of a position and where the structure lies there, no earlier rule being found."""
        game = self.derivation_game
        earlier = [each for each in self.derivation.rules if each.number < rule.number]
        played_out = AttackPlayout(self.derivation_game, self.derivation.rules)
        if game.played is None or game.cell_count > MOST_CELLS_PLAYED:
            return None
        for position in self._yield_ongoing_positions_breadth_first():
            stones = game.read_stones(position)
            place = next(iter(game.yield_realisations_at((structure.input,), stones)), None)
            if self.derivation.sound and place is not None:
                won = played_out.find_winning_attacks(rule, stones)
                place = next(
                    (each for each in game.yield_realisations_at((structure.input,), stones) if each in won),
                    None,
                )
            if place is None:
                continue
            found = any(
                place is not None
                for other in earlier
                for place in (
                    game.yield_realisations_at if other.kind == "attack" else game.yield_attacks_on_mover
                )(other.input_graphs, stones)
            )
            if not found:
                return (stones.mine, stones.theirs), place
        return None

    def _yield_ongoing_positions_breadth_first(self) -> Iterator[Any]:
        """Yield unfinished positions in the order of their distance from the start, up to a number."""
        game = self.derivation_game.game
        met = dict.fromkeys(game.starts())
        for position in (queue := list(met)):
            if game.outcome(position) != UNDECIDED:
                continue
            yield position
            if len(queue) < MOST_LOOKED_AT:
                for move in game.moves(position):
                    child = game.play(position, move)
                    if child not in met:
                        met[child] = None
                        queue.append(child)

    def _draw_example_sums(self, layer: DerivationLayer) -> str:
        """Return the ways of glueing the first two parents of a layer, or those that rules came of."""
        if layer.number == 3 and len(self.derivation.layers[0].structures) == 1:
            one = self.derivation.layers[0].structures[0].input
            items: list[Item] = [
                self.draw_graph(
                    each.graph, f"cells in common: {len(each.common_cells)}", common=each.common_cells
                )
                for each in graph_sums(one, one, self.rules.most_shared_cells_by_kinds)
            ]
            return graph_pictures_svg("the sums of input 1 with itself", _split_into_rows(items, 3))
        rows: list[list[Item]] = []
        found = {
            structure.name: structure.input
            for each in self.derivation.layers
            for structure in each.structures
        }
        for structure in layer.structures[:MOST_SHOWN]:
            if structure.candidate is not None:
                glued = structure.candidate.glued
                labels = FigureLabels.make_graph_labels(glued.graph)
                parts: list[Item] = []
                for name, where in zip(structure.parent_names, (glued.first, glued.second), strict=True):
                    part = found[name].without_action()
                    parts.append(
                        self.draw_graph(part, f"input {name}", labels.make_subgraph_labels(part, where))
                    )
                said = f"the sum that {structure.name} comes of"
                summed = self.draw_graph(glued.graph, said, labels, common=glued.common_cells)
                rows.append([parts[0], "+", parts[1], "=", summed])
        return graph_pictures_svg(f"the sums behind rule {layer.number}", rows)

    def _draw_candidates(self, layer: DerivationLayer) -> str:
        kept = {each.input: each.name for each in layer.structures}
        ordered = sorted(layer.candidates, key=lambda each: each.dropped is not None)
        items: list[Item] = []
        for candidate in ordered[:MOST_CANDIDATES]:
            said = (
                f"kept: {kept[candidate.graph]}"
                if candidate.dropped is None
                else f"{_wrap_reason_text(candidate.drop_reason)}"
            )
            items.append(self.draw_graph(candidate.graph, said))
        counted = f"{len(items)} of {len(ordered)}" if len(items) < len(ordered) else f"{len(ordered)}"
        return graph_pictures_svg(
            f"candidates of layer {layer.number}: {counted}", _split_into_rows(items, 3)
        )


def _describe_attack_fault(rule: DerivedRule, structure: AttackStructure) -> str:
    """Return what is wrong with an attack of the literal reading, as a second line of a caption."""
    return "\none reply stops both threats" if structure.is_stopped_by_one_reply else ""


def _find_missing_signs(graph: AbstractGraph, signs: str) -> str:
    """Return those of some signs that stand on no cell of a graph."""
    return "".join(sign for sign in signs if sign not in graph.labels)


def _wrap_reason_text(text: str) -> str:
    """Return a reason in two lines where it is long."""
    words = text.split()
    if len(text) <= 26:
        return text
    half = next(number for number in range(len(words)) if len(" ".join(words[: number + 1])) > len(text) / 2)
    return f"{' '.join(words[:half])}\n{' '.join(words[half:])}"


def _split_into_rows(items: list[Any], row_length: int = IN_A_ROW) -> list[list[Item]]:
    return [items[begin : begin + row_length] for begin in range(0, len(items), row_length)]
