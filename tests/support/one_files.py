"""Pages of one file read back, slowly: one number after the other, in plain Python."""

import base64
import json
import re
import struct
import zlib
from dataclasses import dataclass
from typing import Any


@dataclass
class Edge:
    name: str
    cells: tuple[str, ...]
    chance: float
    gain: int
    last: tuple[int, ...]  # spots of the places that the move changes
    child: int
    allowed: bool = False  # by the list of rules that the page has


@dataclass
class Decoded:
    """What a page holds: its head, and lists with a row for each position."""

    head: dict[str, Any]
    movers: list[int]
    values: list[float]
    plies: list[int | None]
    edges: list[list[Edge]]
    spots: list[list[int]]  # [spot][position]
    fires: list[int]  # 1 more than the rule's number, 0 where none does; empty without rules

    def text(self, at: int) -> str:
        found = [own[self.spots[spot][at] - 1] for spot, own in enumerate(self.head["lines"]) if own]
        there = [bool(self.spots[spot][at]) for spot, own in enumerate(self.head["lines"]) if own]
        return "\n".join(line for line, is_there in zip(found, there, strict=True) if is_there)

    def ground_name(self, spot: int, at: int) -> str:
        """Return the name of the place at a spot."""
        name: str = self.head["names"][str(spot)][self.spots[spot][at] - 1]
        return name

    def markup(self, at: int, view: int = 0) -> list[str]:
        """Return the pieces of a picture, from below."""
        parts = self.head["views"][view]["parts"]
        which = [(spot, plane[at]) for spot, plane in enumerate(self.spots)]
        return [parts[spot][number - 1] for spot, number in which if number and parts[spot]]


def decode(html: str) -> Decoded:
    """Read the data of a page."""
    found = re.search(
        r'<script type="text/plain" id="zermelo-data" data-size="(\d+)">([\w+/=]+)</script>', html
    )
    assert found
    content = zlib.decompress(base64.b64decode(found[2]))
    assert len(content) == int(found[1])
    (length,) = struct.unpack("<I", content[:4])
    head = json.loads(content[4 : 4 + length])
    rest = content[4 + length :]

    def column(name: str, count: int) -> list[Any]:
        nonlocal rest
        width = head["columns"][name]
        planes = [rest[plane * count : (plane + 1) * count] for plane in range(width)]
        rest = rest[width * count :]
        rows = [bytes(plane[row] for plane in planes) for row in range(count)]
        return [struct.unpack("<d", row)[0] if width == 8 else int.from_bytes(row, "little") for row in rows]

    count, total = head["positions"], head["edges"]
    movers, values, plies = (column(name, count) for name in ("mover", "value", "plies"))
    degrees, labels, children = column("degree", count), column("label", total), column("child", total)
    last = [0] * len(head["labels"])
    rows = []
    for label, ahead in zip(labels, children, strict=True):
        last[label] += signed(ahead)
        name, cells, chance, gain, changed = head["labels"][label]
        rows.append(Edge(name, tuple(cells), chance, gain, tuple(changed), last[label]))
    each = iter(rows)
    edges = [[next(each) for _ in range(degree)] for degree in degrees]
    spots = [
        column(f"spot {spot}", count) if same < 0 else [same] * count
        for spot, same in enumerate(head["same"])
    ]
    fires = column("rule", count) if "rules" in head else []
    allowed = column("allowed", total) if "rules" in head else [0] * total
    for edge, is_allowed in zip(rows, allowed, strict=True):
        edge.allowed = bool(is_allowed)
    assert rest == b""
    whole = values if head["chance"] else [signed(value) for value in values]
    return Decoded(head, movers, whole, [ply - 1 if ply else None for ply in plies], edges, spots, fires)


def signed(number: int) -> int:
    return -(number + 1) // 2 if number % 2 else number // 2
