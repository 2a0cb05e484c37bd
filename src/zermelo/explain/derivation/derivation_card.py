"""A derivation as a card: every rule with an example on the board, on at most 60 lines whatever the game.

Each attack gets a share of the lines that are left. Its patterns are drawn side by side as far as they fit in
it; the others are counted. Cells without a rectangle, such as the edges of a graph, are named instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from zermelo.boards.abstract_graphs.abstract_board import Realisation
from zermelo.core.notation.wording import format_count, join_names, shorten_text

if TYPE_CHECKING:
    from zermelo.explain.derivation.derivation_game import DerivationGame
    from zermelo.explain.derivation.derived_rules import AttackStructure, DerivationLayer, RuleDerivation

MOST_LINES: Final = 60  # of a card
WIDTH: Final = 100  # signs of a line
LARGEST_WHOLE: Final = (
    5  # rows or columns of a board that is drawn whole; of a larger one, where the pattern is
)
TALLEST: Final = 10  # rows of a picture
MOST_COMPARED: Final = 500  # realisations of which the most compact one is the example
MEANINGS: Final = {
    1: "win",
    2: "block",
    3: "fork",
    4: "block a fork",
    5: "force a fork",
}  # as people call them
MARKS: Final = {
    "A": "the attacker's sign",
    "D": "the defender's",
    "o": "must be empty",
    "*": "the move",
    "x": "the move, which captures D",
    "a": "the A that moves",
    "d": "a D that is captured",
    ".": "anything",
}


def format_derivation_card(derivation: RuleDerivation, worth: Sequence[str] = ()) -> str:
    """Return a derivation's rules on at most 60 lines; `worth` are lines on what the rules are worth."""
    game = derivation.derivation_game
    head = [
        shorten_text(f"{game.abstract.title or str(game)}: rules derived backwards", WIDTH),
        "Take the first rule that fits: an attack on a pattern of your signs, a defence on the opponent's.",
    ]
    foot = ["", *(shorten_text(line, WIDTH) for line in (*_list_totals(derivation), *worth))]
    foot.append("--why prints the sums that the rules come from, --audit how often each is right")
    drawn: set[str] = set()
    body = list(_yield_layer_lines(derivation, MOST_LINES - len(head) - len(foot) - 1, drawn))
    legend = "   ".join(f"{sign} {words}" for sign, words in MARKS.items() if sign in drawn)
    return "\n".join([*head, *([legend] if legend else []), *body, *foot])


def _yield_layer_lines(derivation: RuleDerivation, left: int, drawn: set[str]) -> Iterator[str]:
    """Yield the lines of all layers, each within its share of those left; add the signs that they use."""
    layers = derivation.layers
    for count, layer in enumerate(layers):
        others = len(layers) - count - 1
        if left == 1 and others:
            yield f"and {format_count(others + 1, 'attack')} more"
            return
        share = max(1, left // (others + 1))
        lines = _list_layer_lines(derivation, layer, share, drawn)
        left -= len(lines)
        yield from lines


def _list_layer_lines(
    derivation: RuleDerivation, layer: DerivationLayer, share: int, drawn: set[str]
) -> list[str]:
    """Return an attack, its defence, and as many patterns as fit in a share of lines."""
    game, structures = derivation.derivation_game, layer.structures
    heading = f"rule {layer.number} ({_describe_attack(layer.number)}){_describe_defence(derivation, layer)}"
    counted = format_count(len(structures), "pattern")
    if not game.has_board:
        graphs = [f"  {_name_pattern(each)}: {each.input}" for each in structures[: max(0, share - 2)]]
        more = f", {len(graphs)} of them shown" if len(graphs) < len(structures) else ""
        lines = [f"{heading}: {counted}{more}", *graphs]
        return [*([""] if share > 1 else []), *(shorten_text(line, WIDTH) for line in lines)]
    examples = [(each, _find_compact_example(game, each)) for each in structures[: share * WIDTH]]
    pictures = [(_name_pattern(each), _draw_example(game, place)) for each, place in examples]
    bands = _pack_pictures([(name, rows) for name, rows in pictures if rows], share - 2)
    shown = sum(count for count, _ in bands)
    lines = [line for _, band in bands for line in band]
    if not bands:
        shown = max(0, min(len(examples), share - 2))
        lines = [f"  {_name_pattern(each)}: {_name_example(game, place)}" for each, place in examples[:shown]]
        lines = [shorten_text(line, WIDTH) for line in lines]
    for _, place in examples[:shown]:
        drawn |= {_mark_cell(place, cell) for cell in game.first_player_board.cells} - (
            set() if bands else {"."}
        )
    more = f", {shown} of them shown" if 0 < shown < len(structures) else ""
    counted += f" at {format_count(layer.instance_count, 'place')}"
    return [*([""] if share > 1 else []), shorten_text(f"{heading}: {counted}{more}", WIDTH), *lines]


def _name_pattern(structure: AttackStructure) -> str:
    return f"{structure.name}!" if structure.is_stopped_by_one_reply else structure.name


def _describe_attack(number: int) -> str:
    return MEANINGS.get(number, f"force rule {number - 2}")


def _describe_defence(derivation: RuleDerivation, layer: DerivationLayer) -> str:
    defence = next((rule for rule in derivation.rules if rule.number == layer.number + 1), None)
    if defence is None:
        return ", which nothing prevents"
    ways = "" if defence.is_same_cell_defence else f" in {format_count(len(defence.structures), 'way')}"
    return f" and rule {defence.number} ({MEANINGS.get(defence.number, 'block it')}{ways})"


def _find_compact_example(game: DerivationGame, structure: AttackStructure) -> Realisation:
    """Return the realisation that takes the fewest rows and columns, the first of such."""

    def measure(place: Realisation) -> tuple[int, int]:
        low, high = _find_corners(game, place)
        return (1 + high[0] - low[0]) * (1 + high[1] - low[1]), place.attacker

    return min(game.list_first_realisations(structure.input, MOST_COMPARED), key=measure)


def _find_corners(game: DerivationGame, place: Realisation | None) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the least and the largest column and row of a realisation, or of the board."""
    board = game.first_player_board
    taken = -1 if place is None else place.attacker | place.defender | place.empty
    there = [where for cell, where in zip(board.cells, board.places, strict=True) if taken >> cell & 1]
    columns, rows = [int(column) for column, _ in there], [int(row) for _, row in there]
    return (min(columns), min(rows)), (max(columns), max(rows))


def _draw_example(game: DerivationGame, place: Realisation) -> list[str]:
    """Return a realisation as rows of signs; nothing where the board is no rectangle, or it is too tall."""
    board = game.first_player_board
    if any(where != (int(where[0]), int(where[1])) for where in board.places):
        return []  # a cube has no flat picture
    low, high = _find_corners(game, None)
    if min(high[axis] - low[axis] for axis in (0, 1)) == 0:
        return []  # a list of names
    if max(high[axis] - low[axis] for axis in (0, 1)) >= LARGEST_WHOLE:
        low, high = _find_corners(game, place)
    if high[1] - low[1] >= TALLEST:
        return []
    grid = [[" "] * (1 + high[0] - low[0]) for _ in range(1 + high[1] - low[1])]
    for cell, (column, row) in zip(board.cells, board.places, strict=True):
        if low[0] <= column <= high[0] and low[1] <= row <= high[1]:
            grid[int(row) - low[1]][int(column) - low[0]] = _mark_cell(place, cell)
    return [" ".join(row) for row in grid]


def _mark_cell(place: Realisation, cell: int) -> str:
    """Return the sign of `MARKS` for a cell."""
    bit, (_, _, emptied) = 1 << cell, place.becomes
    if cell == place.action:
        return "x" if place.defender & bit else "*"
    if place.attacker & bit:
        return "a" if emptied & bit else "A"
    if place.defender & bit:
        return "d" if emptied & bit else "D"
    return "o" if place.empty & bit else "."


def _name_example(game: DerivationGame, place: Realisation) -> str:
    """Return a realisation by the names of its cells."""
    cells: dict[str, list[str]] = {}
    for cell, name in game.cell_names.items():
        cells.setdefault(_mark_cell(place, cell), []).append(name)
    return ", ".join(
        f"{sign} {join_names(cells[sign], 'and')}" for sign in MARKS if sign in cells and sign != "."
    )


def _pack_pictures(pictures: Sequence[tuple[str, list[str]]], most: int) -> list[tuple[int, list[str]]]:
    """Return bands of pictures side by side, each with how many it has, on at most `most` lines."""
    bands: list[tuple[int, list[str]]] = []
    named = len(pictures) > 1 or any(name.endswith("!") for name, _ in pictures)
    waiting = list(pictures)
    while waiting:
        band: list[tuple[str, list[str], int]] = []
        width = 2
        while waiting:
            name, rows = waiting[0]
            wide = max(len(name), *map(len, rows)) + 4
            if band and width + wide > WIDTH:
                break
            width += wide
            band.append((*waiting.pop(0), wide))
        tall = max(len(rows) for _, rows, _ in band)
        lines = ["".join(f"{name:<{wide}}" for name, _, wide in band)] if named else []
        lines += [
            "".join(f"{rows[row] if row < len(rows) else '':<{wide}}" for _, rows, wide in band)
            for row in range(tall)
        ]
        if sum(len(each) for _, each in bands) + len(lines) > most:
            break
        bands.append((len(band), [f"  {line}".rstrip() for line in lines]))
    return bands


def _list_totals(derivation: RuleDerivation) -> list[str]:
    """Return how many rules there are, what they explain, and whether they are sound."""
    structures = sum(len(layer.structures) for layer in derivation.layers)
    said = f"{format_count(len(derivation.rules), 'rule')}, {format_count(structures, 'pattern')}"
    if derivation.won is not None:
        explained = derivation.explained_position_count
        said += f"; some attack's move wins in {explained:,} of {derivation.won:,} won positions"
    if derivation.sound:
        return [
            said,
            "An attack counts only where it wins against every reply, and its defence leaves no such attack.",
        ]
    return [said, "Read literally, attacks may fail. One reply stops both threats of a pattern marked !."]
