"""The panel of the tree: what lies below a position, folded, with the path of best play open."""

from dataclasses import dataclass
from typing import Any, Final

import zermelo
from zermelo import Answer, Game, Solution, ZermeloError
from zermelo.core import BadParameter, has
from zermelo.play import Match, answer_from_search
from zermelo.solution import Tree, format_payoffs
from zermelo.web.pages.line_cache import THROWN
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import PanelRequest, build_answer_values
from zermelo.web.requests.position_url import PositionUrl

MOST: Final = 400  # vertices
LOOKED: Final = 2_000  # positions: of a large game that takes a second
MOST_DRAWN: Final = 60  # vertices that fit into a picture
USUAL, DEEPEST = 3, 12  # plies
CUTS: Final = {"LOOP": "play repeats: this position stands above", "DEPTH": "goes on"}


def build_tree_panel(view: PositionView, request: PanelRequest) -> dict[str, Any]:
    """Return the tree down to the depth that is asked for, or as deep as it can be shown."""
    wanted = request.parse_detail_as_number(USUAL, DEEPEST)
    tree, depth = _build_largest_tree(view, wanted)
    if tree is None:
        return {
            "refused": f"There are more than {MOST:,} moves at this position: no page shows them as a tree.",
            "command": "",
        }
    count = tree.visited
    folder = _TreeValueBuilder(view, view.known.solution if not view.note else None)
    root = folder.build_vertex_values(tree.root, view.address, opened=True)
    return {
        "finding": f"{_format_count(count - 1, 'position', 'positions')} within "
        f"{_format_count(depth, 'ply', 'plies')}",
        "depth": depth,
        "wanted": wanted,
        "most": MOST,
        "depths": [
            {
                "depth": each,
                "now": each == depth,
                "url": f"{view.address.with_view_options(panel=f'tree:{each}').url()}#panel",
            }
            for each in (1, 2, 3, 4, 6, 8, DEEPEST)
        ],
        "below": root["below"],
        "known": any(each["worth"]["words"] for each in root["below"]),
        "drawn": {"picture": tree.svg() if count <= MOST_DRAWN and _has_root_value(tree) else ""},
    }


def _has_root_value(tree: Tree) -> bool:
    """Return whether the tree itself, which a picture shows, knows what the position is worth."""
    return tree.root.value is not None or bool(tree.root.payoffs)


def _format_count(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}"


def _build_largest_tree(view: PositionView, wanted: int) -> tuple[Tree | None, int]:
    """Return the tree of the depth wanted, or the deepest that is small enough, and how deep it is."""
    game, where = view.line.game, view.line.match.position
    found: Tree | None = None
    for depth in range(1, wanted + 1):
        try:
            found = zermelo.Game.tree(game, where, depth=depth, limit=MOST, looked=LOOKED)
        except BadParameter as error:
            if "vertices" not in str(error):
                raise
            return found, depth - 1
    return found, wanted


@dataclass
class _TreeValueBuilder:
    """Makes plain values of vertices; worths are the solution's where there is one, else the tree's own."""

    view: PositionView
    solution: Solution | None

    def build_vertex_values(self, vertex: Any, address: PositionUrl, *, opened: bool) -> dict[str, Any]:
        """Return a vertex with what lies below it; where it is opened, the first best move is too."""
        game = self.view.line.game
        below: list[dict[str, Any]] = []
        throws = [child for _, child in Match(game, [vertex.position]).throws()] if vertex.is_chance else []
        judged = self._find_move_answers(vertex) if vertex.children else {}
        best = max(judged.values(), key=make_answer_sort_key, default=None)
        for child in vertex.children:
            name, part, is_best = child.name, child.name, child.is_best
            if child.position in throws:
                name = _describe_roll(game, vertex.position, child)
                part = f"{THROWN}{throws.index(child.position) + 1}"
            elif judged:
                is_best = judged.get(child.name) == best
            is_open = opened and is_best and not any(each["open"] for each in below)
            folded = self.build_vertex_values(child, address.after_moves(part), opened=is_open)
            worth = self._describe_move_value_for_viewer(vertex, child, judged.get(child.name))
            below.append(folded | {"name": name, "worth": worth, "best": is_best})
        return {
            "url": address.url(),
            "cut": CUTS.get(vertex.cut.name, "") if not vertex.children else "",
            "over": vertex.is_finished,
            "open": opened,
            "below": below,
        }

    def _find_move_answers(self, vertex: Any) -> dict[str, Answer]:
        """Return the solution's answers for a vertex's moves by name; empty where it has none."""
        if self.solution is None or vertex.is_chance:
            return {}
        try:
            return {move.name: move.answer for move in self.solution.moves(vertex.position)}
        except (ZermeloError, OSError):
            return {}

    def _describe_move_value_for_viewer(
        self, vertex: Any, child: Any, answer: Answer | None
    ) -> dict[str, Any]:
        """Return the value of a move to the viewer, as in the list of moves: from before the move."""
        game, view = self.view.line.game, self.view.address.view
        if game.has_payoffs:
            return build_unknown_answer_values(" or ".join(map(format_payoffs, child.payoffs or ())))
        mover = self._find_player_to_move(vertex)
        if vertex.is_chance:
            answer, mover = self._find_answer_after_roll(child), self._find_player_to_move(child)
        elif answer is None:
            answer = _find_move_answer_in_tree(game, vertex, child)
        return (
            build_unknown_answer_values("")
            if answer is None
            else build_answer_values(answer, same=mover == view.side)
        )

    def _find_answer_after_roll(self, vertex: Any) -> Answer | None:
        """Return the solution's answer for the position after a roll."""
        if self.solution is None:
            return None
        try:
            return self.solution.value(vertex.position)
        except (ZermeloError, OSError):
            return None

    def _find_player_to_move(self, vertex: Any) -> int:
        """Return who moves at a vertex as the match counts them: 0 is who began it."""
        game = self.view.line.game
        if has(game, "mover"):
            return int(vertex.mover != self._first_player)
        return int((vertex.mover + self.view.line.match.mover) % 2)

    @property
    def _first_player(self) -> int:
        """The number of the player who begins, by the game's own count."""
        game: Any = self.view.line.game
        return int(game.mover(next(iter(game.starts()))))


def _describe_roll(game: Game, before: Any, child: Any) -> str:
    """Return what a throw has brought, by the lines of the position that are new, and how likely it was."""
    old = game.show(before).splitlines()
    new = [row.strip() for row in game.show(child.position).splitlines() if row not in old]
    return f"{' / '.join(new) or 'throw'} ({child.name})"


def make_answer_sort_key(answer: Answer) -> tuple[float, float]:
    """Return what orders answers: the greater is the better one."""
    plies = float("inf") if answer.remoteness is None else answer.remoteness
    return answer.value, -plies if answer.value > 0 else plies if answer.value < 0 else 0.0


def build_unknown_answer_values(words: str) -> dict[str, Any]:
    """Return the worth of what is no win, draw or loss, or not known to be one."""
    return {"tone": "unknown", "figures": "", "words": words, "value": None, "remoteness": None}


def _find_move_answer_in_tree(game: Game, vertex: Any, child: Any) -> Answer | None:
    """Return what the tree itself knows of a move, None where that is nothing or dice decide."""
    if child.value is None or has(game, "chances"):
        return None
    value = (child.value if child.mover == vertex.mover else -child.value) + child.gain
    plies = None if child.remoteness is None else child.remoteness + 1
    return answer_from_search(game, value, 0)._replace(remoteness=plies)
