"""A derivation drawn: the thesis's series of figures, for whatever board it was made.

The winning line and its difference, rules 1 and 2, then for each layer the sums that its rules come from, its
candidates with the reason for which each was dropped, its rules, and where their inputs lie on the board.
"""

from typing import Any

from zermelo.abstract.actions import undone
from zermelo.abstract.board import Board, Realisation
from zermelo.abstract.declaration import AbstractGame
from zermelo.abstract.graph import AbstractGraph, cell_names
from zermelo.abstract.graph_sum import graph_sum
from zermelo.drawing.abstract_graphs import DrawnFragment, DrawnGraph, Item, pictures_svg
from zermelo.explain.graphs.derivation import Derivation, Layer, Rule, Structure
from zermelo.explain.positional import bits_of

MOST_SHOWN = 12  # structures, candidates or realisations in one figure
MOST_CANDIDATES = 24
IN_A_ROW = 4
ARROW = "\N{RIGHTWARDS ARROW}"


def figures(derivation: Derivation) -> dict[str, str]:
    """Return {name: SVG} of a derivation, in the order of its story; names begin with their number.

    >>> from zermelo.explain.graphs.backward import backward
    >>> from zermelo.games import TicTacToe
    >>> drawn = figures(backward(TicTacToe(), stop="new", last=3))
    >>> list(drawn)[:4]
    ['01-winning-line', '02-its-difference', '03-rule-1', '04-rule-2']
    """
    board = derivation.ground.board
    line = derivation.ground.abstract.finals[0]
    series: list[tuple[str, str]] = [
        ("winning-line", pictures_svg("the winning line", [[drawn(line)]])),
        ("its-difference", _difference_figure(derivation.ground.abstract)),
    ]
    rules = derivation.rules
    for layer in derivation.layers:
        if layer.number > 1:
            series.append((f"sums-{layer.number}", _sums_figure(derivation, layer)))
            series.append((f"candidates-{layer.number}", _candidates_figure(layer)))
        for rule in rules[layer.number - 1 : layer.number + 1]:
            series.append((f"rule-{rule.number}", _rule_figure(board, rule)))
        series += [
            (f"on-the-board-{structure.name}", board_figure(board, structure))
            for structure in layer.structures[:MOST_SHOWN]
        ]
    if derivation.last is not None and derivation.last.candidates:
        last = derivation.last
        series.append((f"candidates-{last.number}", _candidates_figure(last)))
    return {f"{number:02}-{name}": picture for number, (name, picture) in enumerate(series, start=1)}


def graph_figure(graph: AbstractGraph, title: str = "") -> str:
    """Return one graph as lines, cells and signs."""
    return pictures_svg(title or str(graph), [[drawn(graph)]])


def board_figure(board: Board, structure: Structure, most: int = MOST_SHOWN) -> str:
    """Return where a structure's input lies on the board: some of its realisations, evenly chosen."""
    places = structure.realisations
    chosen = (
        [places[number * len(places) // most] for number in range(most)] if len(places) > most else places
    )
    counted = f"{len(chosen)} of {len(places)}" if len(chosen) < len(places) else f"all {len(places)}"
    title = f"the input of {structure.name} on the board: {counted}"
    return pictures_svg(title, _in_rows([fragment(board, place) for place in chosen]))


def drawn(graph: AbstractGraph, caption: str = "", common: tuple[int, ...] = ()) -> DrawnGraph:
    """Return a graph ready for drawing, its cells in the order in which they are written."""
    names = cell_names(graph)
    order = list(names)
    lines = sorted(
        tuple(place for place, cell in enumerate(order) if line >> cell & 1) for line in graph.lines
    )
    return DrawnGraph(
        tuple(names[cell] for cell in order),
        "".join(graph.labels[cell] for cell in order),
        tuple(sorted(lines, key=sum)),
        None if graph.action is None else order.index(graph.action),
        tuple(order.index(cell) for cell in common),
        caption,
    )


def fragment(board: Board, place: Realisation, caption: str = "") -> DrawnFragment:
    """Return a realisation ready for drawing."""
    where = {cell: number for number, cell in enumerate(board.cells)}
    signs = [(where[cell], "A") for cell in bits_of(place.attacker)]
    signs += [(where[cell], "D") for cell in bits_of(place.defender)]
    signs += [(where[cell], "*" if cell == place.action else ".") for cell in bits_of(place.empty)]
    lines = tuple(tuple(where[cell] for cell in bits_of(line)) for line in place.lines)
    return DrawnFragment(board.places, lines, tuple(signs), caption)


def _difference_figure(rules: AbstractGame) -> str:
    line, action = rules.finals[0], rules.actions[0]
    row: list[Item] = [drawn(line, "won"), "-", action.name, "="]
    row += [drawn(before, "one move before") for before in undone(line, action)]
    return pictures_svg("its difference: one sign taken back", [row])


def _rule_figure(board: Board, rule: Rule) -> str:
    does = "the attacker completes it" if rule.number == 1 else "the attacker plays there"
    title = (
        f"rule {rule.number} ({rule.kind}): {does if rule.kind == 'attack' else 'the defender plays there'}"
    )
    rows: list[list[Item]] = []
    for structure in rule.structures[:MOST_SHOWN]:
        # The cells keep their letters from left to right: only the label of one of them changes.
        before = drawn(structure.input, f"input {structure.name}: {structure.instances:,} on the board")
        sign = "A" if rule.kind == "attack" else "D"
        place = before.action
        assert place is not None
        labels = before.labels[:place] + sign + before.labels[place + 1 :]
        row: list[Item] = [before, ARROW, DrawnGraph(before.names, labels, before.lines, caption="output")]
        if structure.realisations:
            row.append(fragment(board, structure.realisations[0], "for example"))
        rows.append(row)
    return pictures_svg(title, rows)


def _sums_figure(derivation: Derivation, layer: Layer) -> str:
    """Return the ways of glueing the first two parents of a layer, or those that rules came of."""
    if layer.number == 3:
        one = derivation.layers[0].structures[0].input
        items: list[Item] = [
            drawn(each.graph, f"cells in common: {len(each.common)}", each.common)
            for each in graph_sum(one, one, derivation.ground.abstract.share)
        ]
        return pictures_svg("the sums of input 1 with itself", _in_rows(items, 3))
    rows: list[list[Item]] = []
    found = {structure.name: structure.input for each in derivation.layers for structure in each.structures}
    for structure in layer.structures[:MOST_SHOWN]:
        if structure.candidate is not None:
            first, second = structure.parents
            glued = structure.candidate.glued
            sum_drawn = drawn(glued.graph, f"the sum that {structure.name} comes of", glued.common)
            rows.append(
                [
                    drawn(found[first], f"input {first}"),
                    "+",
                    drawn(found[second], f"input {second}"),
                    "=",
                    sum_drawn,
                ]
            )
    return pictures_svg(f"the sums behind rule {layer.number}", rows)


def _candidates_figure(layer: Layer) -> str:
    kept = {each.input: each.name for each in layer.structures}
    ordered = sorted(layer.candidates, key=lambda each: each.dropped is not None)
    items: list[Item] = []
    for candidate in ordered[:MOST_CANDIDATES]:
        said = (
            f"kept: {kept[candidate.graph]}" if candidate.dropped is None else f"{_folded(candidate.reason)}"
        )
        items.append(drawn(candidate.graph, said))
    counted = f"{len(items)} of {len(ordered)}" if len(items) < len(ordered) else f"{len(ordered)}"
    return pictures_svg(f"candidates of layer {layer.number}: {counted}", _in_rows(items, 3))


def _folded(text: str) -> str:
    """Return a reason in two lines where it is long."""
    words = text.split()
    if len(text) <= 26:
        return text
    half = next(number for number in range(len(words)) if len(" ".join(words[: number + 1])) > len(text) / 2)
    return f"{' '.join(words[:half])}\n{' '.join(words[half:])}"


def _in_rows(items: list[Any], across: int = IN_A_ROW) -> list[list[Item]]:
    return [items[begin : begin + across] for begin in range(0, len(items), across)]
