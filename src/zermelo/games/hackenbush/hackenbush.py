"""Hackenbush: cut an edge of a picture, and what no longer hangs together with the ground falls.

Conway, *On numbers and games* (1976); Berlekamp, Conway and Guy, *Winning ways* (1982). Left cuts blue
edges, Right red ones, and either cuts green ones. A picture of blue and red edges is a number; one of green
edges is an impartial game, and a nimber: `green_hackenbush`.

Edges are numbered as the text has them (`_hackenbush_pictures`). A position is the edges that still stand
and, in hackenbush, the mover above them; in "B(RG)B":

    bit  0 1 2 3     the edges B R G B     bit 4: the mover

A picture falls apart at the ground: edges that are joined elsewhere make a part. Where two plants of a
picture have the same text, what is left of the second is put where the first stands.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.parameters import WORD_BITS, choice
from zermelo.core.values import LOSS, WIN
from zermelo.games.hackenbush._hackenbush_picture import HackenbushPicture as Drawn
from zermelo.games.hackenbush._hackenbush_picture import depict_edges, read_hackenbush_picture

MOST_EDGES = WORD_BITS - 1
ANYWHERE, ABOVE_GROUND = -1, ~1  # sets of vertices, a bit each; the ground is vertex 0


class _EdgeCutting(Game):
    """What hackenbush and green hackenbush have in common: a picture, and edges that fall."""

    picture: str = ""

    @cached_property
    def picture_graph(self) -> Drawn:
        return read_hackenbush_picture(self.picture, MOST_EDGES)

    @cached_property
    def edge_count(self) -> int:
        return len(self.picture_graph.ends)

    @cached_property
    def all_edges(self) -> int:
        return (1 << self.edge_count) - 1

    @cached_property
    def edge_end_masks(self) -> tuple[int, ...]:
        """For each edge its two ends, one bit each; the ground is vertex 0."""
        return tuple(1 << first | 1 << last for first, last in self.picture_graph.ends)

    def grounded_edges(self, edges: int) -> int:
        """Return those of the edges that hang together with the ground."""
        return self.connected_edges(1, edges, ANYWHERE)

    def connected_edges(self, vertices: int, edges: int, passable: int) -> int:
        """Return those of the edges on which one can go on from `vertices` through passable ones."""
        found = 0
        grown = True
        while grown:
            grown = False
            rest = edges & ~found
            while rest:
                edge = ((rest & -rest) - 1).bit_count()
                rest &= rest - 1
                if self.edge_end_masks[edge] & vertices:
                    vertices |= self.edge_end_masks[edge] & passable
                    found |= 1 << edge
                    grown = True
        return found

    def cut_edge(self, position: int, edge: int) -> int:
        """Return the position after the edge is cut, with the mover unchanged."""
        standing = self.grounded_edges(position & self.all_edges & ~(1 << edge))
        return position & ~self.all_edges | standing

    def tier(self, position: int) -> int:
        return self.edge_count - (position & self.all_edges).bit_count()

    def parts(self, position: int) -> Iterator[int]:
        """Yield what is joined without passing the ground, each by itself."""
        rest = position & self.all_edges
        while rest:
            first = self.edge_end_masks[((rest & -rest) - 1).bit_count()] & ABOVE_GROUND
            part = self.connected_edges(first, rest, ABOVE_GROUND) | rest & -rest
            rest &= ~part
            yield self.canonical_part(part)

    def canonical_part(self, part: int) -> int:
        """Return the part in the first plant that has the same text."""
        for begin, end, first in self.picture_graph.copies:
            if part >> end == 0 and part & (1 << begin) - 1 == 0:
                return part >> begin - first
        return part

    # Text format: the picture, with a dot for each edge that is gone.

    def show_picture(self, position: int) -> str:
        signs = list(self.picture_graph.text)
        for edge, place in enumerate(self.picture_graph.places):
            if not position >> edge & 1:
                signs[place] = "."
        return "".join(signs)

    def read_edges(self, text: str, shown: str) -> int:
        """Return the edges that stand in `shown`.

        Raises `UnreadablePosition` where it is another picture, and where an edge hangs in the air.
        """
        shown = (" " if ":" in self.picture_graph.text else "").join(shown.split())
        places = {place: edge for edge, place in enumerate(self.picture_graph.places)}
        whole = self.picture_graph.text
        edges = 0
        for place, (sign, own) in enumerate(zip(shown, whole, strict=False)):
            if place in places and sign == own:
                edges |= 1 << places[place]
            elif sign != own and (sign != "." or place not in places):
                shown = ""
        if len(shown) != len(whole):
            remedy = f"write {whole!r} with a dot for each edge that is gone"
            raise unreadable(self, text, "it is another picture", remedy)
        falling = edges & ~self.grounded_edges(edges)
        if falling:
            edge = ((falling & -falling) - 1).bit_count()
            remedy = "what is not joined to the ground is gone: write a dot for it"
            raise unreadable(self, text, f"edge {self.edge_name(edge)} hangs in the air", remedy)
        return edges

    def edge_name(self, edge: int) -> str:
        """Return the colour of the edge and its number, from 1, in the picture's text."""
        return f"{self.picture_graph.colours[edge]}{edge + 1}"

    def name(self, position: int, move: int) -> str:
        return self.edge_name(move)


class Hackenbush(_EdgeCutting, PartizanOptions):
    """Cut an edge, Left a blue one, Right a red one, either a green one; who cannot loses.

    A player who cannot move wins where `misere`. `picture` is plants joined by +, each a stalk of letters B,
    R and G from the ground up, with branches in brackets: "BRG+B(RG)(BB)R". Or it is the edges, where 0 is
    the ground: "0-1:B 1-2:R 2-0:G". `starter` is "left" or "right". Values are win and loss.
    """

    picture: str = "B(RG)(BB)+RB"
    starter: str = choice(*STARTERS)
    misere: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not make", "wins") if self.misere else ("Make", "loses")
        turn = "Left cuts a blue or green edge, Right a red or green one. "
        turn += "What is no longer joined to the ground falls."
        return f"{goal} the last cut.", turn, f"A player who has no edge to cut {end}."

    def __post_init__(self) -> None:
        object.__setattr__(self, "picture", read_hackenbush_picture(self.picture, MOST_EDGES).text)

    @cached_property
    def cuttable_edges_by_player(self) -> tuple[int, int]:
        """The edges that Left may cut, and those that Right may."""
        blue, red, green = (
            sum(1 << edge for edge, found in enumerate(self.picture_graph.colours) if found == colour)
            for colour in "BRG"
        )
        return blue | green, red | green

    def start(self) -> int:
        return self.all_edges | STARTERS.index(self.starter) << self.edge_count

    def mover(self, position: int) -> int:
        return position >> self.edge_count

    def moves(self, position: int) -> Iterator[int]:
        """Yield the edges that the mover may cut."""
        choices = position & self.cuttable_edges_by_player[self.mover(position)]
        while choices:
            yield ((choices & -choices) - 1).bit_count()
            choices &= choices - 1

    def play(self, position: int, move: int) -> int:
        return self.cut_edge(position, move) ^ 1 << self.edge_count

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def with_mover(self, position: int, player: int) -> int:
        return position & self.all_edges | player << self.edge_count

    def show(self, position: int) -> str:
        return f"{self.show_picture(position)}\n{STARTERS[self.mover(position)]} to move"

    def depict(self, position: int) -> Picture:
        notes = (f"{STARTERS[self.mover(position)]} to move",)
        return replace(depict_edges(self.picture_graph, position), notes=notes)

    def parse(self, text: str) -> int:
        """Read the picture with a dot for each edge that is gone, and `left to move` or `right to move`.

        On lines of their own or with `/` between them. Raises `UnreadablePosition`.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        return self.read_edges(text, " ".join(rows)) | mover << self.edge_count


class GreenHackenbush(_EdgeCutting):
    """Cut a green edge; who cannot loses, or wins where `misere`. An impartial game.

    `picture` is as in hackenbush, of green edges alone: "GG(G)+GGG", or "0-1:G 1-0:G". Values are win
    and loss.
    """

    picture: str = "GG(G)+GGG"
    misere: bool = False

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not make", "loses") if self.misere else ("Make", "wins")
        turn = "Cut any edge. What is no longer joined to the ground falls."
        return f"{goal} the last cut.", turn, f"The player who makes the last cut {end}."

    def __post_init__(self) -> None:
        drawn = read_hackenbush_picture(self.picture, MOST_EDGES)
        object.__setattr__(self, "picture", drawn.text)
        if set(drawn.colours) - {"G"}:
            raise BadParameter(
                f"picture={self.picture!r} is not all green: write G for each edge, or play hackenbush"
            )

    def start(self) -> int:
        return self.all_edges

    def moves(self, position: int) -> Iterator[int]:
        choices = position
        while choices:
            yield ((choices & -choices) - 1).bit_count()
            choices &= choices - 1

    def play(self, position: int, move: int) -> int:
        return self.cut_edge(position, move)

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def show(self, position: int) -> str:
        return self.show_picture(position)

    def depict(self, position: int) -> Picture:
        return depict_edges(self.picture_graph, position)

    def parse(self, text: str) -> int:
        """Read the picture with a dot for each edge that is gone; raises `UnreadablePosition`."""
        return self.read_edges(text, text)
