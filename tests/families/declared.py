import re
from collections.abc import Iterator
from functools import cached_property
from itertools import permutations

from families import BOTH, BRUTE_FORCE, Family, facts_of
from families._text_boards import Text
from zermelo import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.derived.declared import Declared

SIM = (
    "cells ab ac ad bc bd cd; triangle ab ac bc, ab ad bd, ac ad cd, bc bd cd; action put a*; "
    "loses triangle{a=A b=A c=A}"
)
HEX = (
    "cells 2 x 2; step a1 b1, a1 a2, b1 a2, b1 b2, a2 b2; near first a1, b1; near second a1, a2; "
    "far first a2, b2; far second b1, b2; action put a*; wins near{a=A}step{a=A b=A}far{b=A}"
)
HEX_3 = (
    "cells 3 x 3; step a1 b1, a1 a2, b1 c1, b1 a2, b1 b2, c1 b2, c1 c2, a2 b2, a2 a3, b2 c2, b2 a3, b2 b3, "
    "c2 b3, c2 c3, a3 b3, b3 c3; near first a1, b1, c1; near second a1, a2, a3; far first a3, b3, c3; "
    "far second c1, c2, c3; action put a*; wins near{a=A}step{a=A b=A}step{b=A c=A}far{c=A}; "
    "wins near{a=A}step{a=A b=A}step{b=A c=A}step{c=A d=A}far{d=A}; "
    "wins near{a=A}step{a=A b=A}step{b=A c=A}step{c=A d=A}step{d=A e=A}far{e=A}"
)
SLIDING = (
    "cells 3 x 3; line straight 3; step orthogonal 2; start first a1 c1 b3; start second b1 a3 c3; "
    "action move step{a=A>. b>A}; wins {a=A b=A c=A}; stuck loses"
)
SHAPES = (
    "cells 3 x 3; line straight 3; square block 2; action put a*; wins {a=A b=A c=A}; "
    "wins square{a=A b=A c=A d=A}"
)
TAKING = (  # a man steps, or takes a neighbour; whoever holds the far corner wins
    "cells 3 x 2; step orthogonal 2; goal first c2; goal second a1; start first a1; start second c2; "
    "action move step{a=A>. b>A}; action take step{a=A>. b=D>A}; wins goal{a=A}; stuck loses"
)
WIDE = (  # more cells than a word has bits for, of which five are played on
    "cells 8 x 4; site a1, b1, c1, a2, h4; line a1 b1 c1, a1 a2 h4; action put site{a*}; wins {a=A b=A c=A}"
)


class TextDeclared(Text):
    @cached_property
    def said(self) -> list[tuple[str, str]]:
        statements = [each.strip() for each in self.game.rules.split(";")]
        return [(each.split(" ")[0], each.split(" ", 1)[1].strip()) for each in statements]

    @cached_property
    def table(self) -> list[list[str]]:
        (cells,) = (rest for word, rest in self.said if word == "cells")
        if "x" in cells.split():
            wide, high = (int(word) for word in cells.split(" x "))
            return [[f"{'abcdef'[column]}{row + 1}" for column in range(wide)] for row in range(high)]
        return [row.split() for row in cells.split("/")]

    @cached_property
    def names(self) -> list[str]:
        return [name for row in self.table for name in row]

    @cached_property
    def known(self) -> dict[str, set[tuple[str, frozenset[str]]]]:
        return {player: self.lines_of(player) for player in ("first", "second")}

    def lines_of(self, player: str) -> set[tuple[str, frozenset[str]]]:
        found = set()
        for kind, rest in self.said:
            if kind in ("cells", "start", "action", "wins", "loses", "stuck"):
                continue
            word = rest.split(" ")[0]
            if word in ("straight", "orthogonal", "block"):
                found |= {(kind, line) for line in self.on_the_grid(word, int(rest.split(" ")[1]))}
            elif word not in ("first", "second") or word == player:
                listed = rest.removeprefix(player)
                found |= {(kind, frozenset(line.split())) for line in listed.split(",")}
        return found

    def on_the_grid(self, word: str, length: int) -> Iterator[frozenset[str]]:
        ways = {"straight": [(1, 0), (0, 1), (1, 1), (1, -1)], "orthogonal": [(1, 0), (0, 1)]}
        for row in range(len(self.table)):
            for column in range(len(self.table[0])):
                if word == "block":
                    shapes = [[(x, y) for x in range(length) for y in range(length)]]
                else:
                    shapes = [[(x * far, y * far) for far in range(length)] for x, y in ways[word]]
                for shape in shapes:
                    there = [(row + y, column + x) for x, y in shape]
                    if all(0 <= r < len(self.table) and 0 <= c < len(self.table[0]) for r, c in there):
                        yield frozenset(self.table[r][c] for r, c in there)

    def laid(self, graph: str, player: str) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
        """Yield, for every way of laying a graph, {cell: sign that must be there} and {cell: what it becomes}."""
        lines = re.findall(r"([a-z]*)\{(.*?)\}", graph)
        words = " ".join(inside for _, inside in lines).split() or graph.split()
        marks = dict(re.match(r"([a-z]+)(.*)", word).groups() for word in words)  # type: ignore[union-attr]
        for chosen in permutations(self.names, len(marks)):
            where = dict(zip(marks, chosen, strict=True))
            if all(
                (kind or "line", frozenset(where[re.match("[a-z]+", word)[0]] for word in inside.split()))
                in self.known[player]  # type: ignore[index]
                for kind, inside in lines
            ):
                need, make = {}, {}
                for name, mark in marks.items():
                    before, _, after = mark.replace("*", ">A").removeprefix("=").partition(">")
                    need[where[name]] = before or "."
                    if after:
                        make[where[name]] = after
                yield need, make

    def start(self) -> str:
        signs = dict.fromkeys(self.names, ".")
        for word, rest in self.said:
            if word == "start":
                player, *cells = rest.split()
                signs |= dict.fromkeys(cells, "X" if player == "first" else "O")
        return self.text(signs, "X")

    def text(self, signs: dict[str, str], mover: str) -> str:
        return "\n".join([*("".join(signs[name] for name in row) for row in self.table), f"{mover} to move"])

    def read(self, position: str) -> tuple[dict[str, str], str, str]:
        *rows, turn = position.split("\n")
        signs = dict(zip(self.names, "".join(rows), strict=True))
        return signs, turn[0], "O" if turn[0] == "X" else "X"

    def mover(self, position: str) -> int:
        return int(position.endswith("O to move"))

    def moves(self, position: str) -> list[str]:
        signs, mine, theirs = self.read(position)
        player = "first" if mine == "X" else "second"
        found = []
        for word, rest in self.said:
            if word == "action":
                for need, make in self.laid(rest.split(" ", 1)[1], player):
                    as_signs = {"A": mine, "D": theirs, ".": "."}
                    if all(signs[cell] == as_signs[sign] for cell, sign in need.items()):
                        after = signs | {cell: as_signs[sign] for cell, sign in make.items()}
                        found.append(self.text(after, theirs))
        return sorted(set(found))

    def play(self, position: str, move: str) -> str:
        return move

    def outcome(self, position: str) -> int:
        signs, mine, theirs = self.read(position)
        for player, other in ((theirs, mine), (mine, theirs)):
            side = "first" if player == "X" else "second"
            for word, rest in self.said:
                if word in ("wins", "loses") and any(
                    all(
                        signs[cell] == {"A": player, "D": other, ".": "."}[sign]
                        for cell, sign in need.items()
                    )
                    for need, _ in self.laid(rest, side)
                ):
                    return WIN if (player == mine) == (word == "wins") else LOSS
        return UNDECIDED

    def stuck(self, position: str) -> int:
        ends = {"draws": DRAW, "loses": LOSS, "wins": WIN}
        return next((ends[rest] for word, rest in self.said if word == "stuck"), DRAW)


FAMILY = Family(
    small=(Declared(rules=SIM), Declared(rules=HEX), Declared(rules=TAKING), Declared(rules=WIDE)),
    larger=(Declared(), Declared(rules=SLIDING), Declared(rules=SHAPES), Declared(rules=HEX_3)),
    # The sliding pieces were counted by the twin as well.
    facts=(
        *facts_of(Declared(), BRUTE_FORCE, BOTH, positions=5_478),
        *facts_of(Declared(), BRUTE_FORCE, totals=(2_836, 1_068, 1_574)),
        *facts_of(Declared(), "classical", BOTH, games=255_168),
        *facts_of(Declared(rules=HEX), "J. Nash, by stealing a strategy", BOTH, value=1),
        *facts_of(Declared(rules=SLIDING), BRUTE_FORCE, positions=1_520),
    ),
    twin=TextDeclared,
    refused=(
        (Declared, {"rules": 3}, "rules=3 is no text"),
        (Declared, {"rules": "line straight 3"}, "without an action"),
        (Declared, {"rules": "cells 2 x 2; action put a*; wins {a=A b=A}"}, "of which no line is given"),
        (
            Declared,
            {"rules": "cells 2 x 2; line a1 c9; action put a*; wins {a=A b=A}"},
            "'c9' of 'line a1 c9' is no cell",
        ),
        (
            Declared,
            {"rules": "cells 2 x 2; Line a1 b1; action put a*; wins {a=A b=A}"},
            "begins no statement",
        ),
        (Declared, {"rules": "cells 1 x 1; action put a>D; wins a=A"}, "gives nobody a sign"),
        (Declared, {"rules": "cells 1 x 1; action put a*; wins a=A; loses a=D"}, "write either"),
        (Declared, {"rules": "cells 1 x 1; action put a*; wins a=A; stuck dies"}, "'stuck dies' is no end"),
    ),
    written=(
        (Declared(), "XX./OO./.../X to move", "c1 c2 a3 b3 c3"),
        (Declared(rules=TAKING), "X../..O/X to move", "a1-b1 a1-a2"),
        (Declared(rules=TAKING), ".XO/.../O to move", "c1-c2 c1-b1xb1"),
    ),
)
