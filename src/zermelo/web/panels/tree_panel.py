"""The panel of the tree: what lies below a position, folded, with the path of best play open."""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

import zermelo
from zermelo import Answer, Game, Solution, ZermeloError
from zermelo.core import BadParameter, Count, Result, about, capitalize, has
from zermelo.play import Match, answer_from_search
from zermelo.solution import Tree, format_payoffs
from zermelo.web.pages.line_cache import THROWN
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    PanelAnswer,
    PanelRequest,
    TooMuchForPage,
    ViewedValue,
    convert_answer_to_viewer,
)
from zermelo.web.requests.position_url import PositionUrl

MOST: Final = 400  # vertices
LOOKED: Final = 2_000  # positions: of a large game that takes a second
MOST_DRAWN: Final = 60  # vertices that fit into a picture
USUAL, DEEPEST = 3, 12  # plies
CUTS: Final = {"LOOP": f"as above: {Tree.LOOP}", "DEPTH": "…"}


class TreeDepthLink(Result, frozen=True, kw_only=True):
    """A depth that may be asked for."""

    depth: Annotated[int, Meta(ge=1, description="plies")]
    now: Annotated[bool, about("whether it is shown")]
    url: Annotated[str, about("the page that shows it")]


class TreeBranch(Result, frozen=True, kw_only=True):
    """A move or a throw in a tree, with what lies below."""

    name: Annotated[str, about("its name")]
    url: Annotated[str, about("the page after it")]
    worth: Annotated[ViewedValue, about("what it is worth")]
    best: Annotated[bool, about("whether none is better")]
    cut: Annotated[str, about("why nothing is below, where play goes on")]
    over: Annotated[bool, about("whether play is over after it")]
    open: Annotated[bool, about("whether a page shows what is below")]
    below: Annotated[tuple["TreeBranch", ...], about("what follows")]


class TreePanel(PanelAnswer, frozen=True, kw_only=True):
    """What lies below a position."""

    name: Annotated[Literal["tree"], about("which panel")] = "tree"
    depth: Annotated[Count, about("plies that are shown")]
    wanted: Annotated[int, Meta(ge=1, description="plies that were asked for")]
    most: Annotated[int, Meta(ge=1, description="positions that are shown at most")]
    depths: Annotated[tuple[TreeDepthLink, ...], about("depths that may be asked for")]
    below: Annotated[tuple[TreeBranch, ...], about("the moves or throws here")]
    known: Annotated[bool, about("whether the worth of any of them is known")]
    limited: Annotated[str, about("why it is not as deep as was asked for; empty where it is")]
    _unknown: str = Tree.UNKNOWN
    _picture: str  # the tree drawn, as markup; empty where it is too large


def build_tree_panel(view: PositionView, request: PanelRequest) -> TreePanel:
    """Return the tree down to the depth that is asked for, or as deep as it can be shown."""
    wanted = request.parse_detail_as_number(USUAL, DEEPEST)
    solution = view.known.solution if not view.note else None
    tree, depth, limited = _build_largest_tree(view, wanted, solution)
    if tree is None:
        raise TooMuchForPage(limited)
    below = _TreeValueBuilder(view, solution).list_branches(tree.root, view.address, opened=True)
    return TreePanel(
        finding=tree.size_text,
        limited=limited,
        depth=depth,
        wanted=wanted,
        most=MOST,
        depths=tuple(
            TreeDepthLink(
                depth=each,
                now=each == depth,
                url=f"{view.address.with_view_options(panel=f'tree:{each}').url()}#panel",
            )
            for each in (1, 2, 3, 4, 6, 8, DEEPEST)
        ),
        below=below,
        known=any(each.worth.words for each in below),
        _picture=tree.svg()
        if tree.visited <= MOST_DRAWN and (tree.root.value is not None or tree.root.payoffs)
        else "",
    )


def _build_largest_tree(
    view: PositionView, wanted: int, solution: Solution | None
) -> tuple[Tree | None, int, str]:
    """Return the tree of the depth wanted, or the deepest that is small enough, how deep it is, and why.

    It has values of its own where there is no solution, or where it is drawn.
    """
    game, where = view.line.game, view.line.match.position
    found, depth, limited = None, wanted, ""
    for deeper in range(1, wanted + 1):
        try:
            found = zermelo.Game.tree(game, where, depth=deeper, limit=MOST, looked=1)
        except BadParameter as error:
            if "vertices" not in str(error):
                raise
            depth, limited = deeper - 1, capitalize(str(error).rpartition(": give")[0])
            break
    if found is not None and (solution is None or found.visited <= MOST_DRAWN):
        found = zermelo.Game.tree(game, where, depth=depth, limit=MOST, looked=LOOKED)
    return found, depth, limited


@dataclass
class _TreeValueBuilder:
    """Makes branches of vertices; worths are the solution's where there is one, else the tree's own."""

    view: PositionView
    solution: Solution | None

    def list_branches(self, vertex: Any, address: PositionUrl, *, opened: bool) -> tuple[TreeBranch, ...]:
        """Return what lies below a vertex; where it is opened, the first best move is too."""
        game = self.view.line.game
        below: list[TreeBranch] = []
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
            is_open = opened and is_best and not any(each.open for each in below)
            after = address.after_moves(part)
            branch = TreeBranch(
                name=name,
                url=after.url(),
                worth=self._find_move_value_for_viewer(vertex, child, judged.get(child.name)),
                best=is_best,
                cut=CUTS.get(child.cut.name, "") if not child.children else "",
                over=child.is_finished,
                open=is_open,
                below=self.list_branches(child, after, opened=is_open),
            )
            below.append(branch)
        return tuple(below)

    def _find_move_answers(self, vertex: Any) -> dict[str, Answer]:
        """Return the solution's answers for a vertex's moves by name; empty where it has none."""
        if self.solution is None or vertex.is_chance:
            return {}
        try:
            return {move.name: move.answer for move in self.solution.moves(vertex.position)}
        except (ZermeloError, OSError):
            return {}

    def _find_move_value_for_viewer(self, vertex: Any, child: Any, answer: Answer | None) -> ViewedValue:
        """Return the value of a move to the viewer, as in the list of moves: from before the move."""
        if child.payoffs is not None:
            return make_unknown_value(" or ".join(map(format_payoffs, child.payoffs)))
        mover = self._find_player_to_move(vertex)
        if vertex.is_chance:
            answer, mover = self._find_answer_after_roll(child), self._find_player_to_move(child)
        elif answer is None:
            answer = _find_move_answer_in_tree(self.view.line.game, vertex, child)
        if answer is None:
            return make_unknown_value("")
        return convert_answer_to_viewer(answer, same=mover == self.view.viewer)

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


def make_unknown_value(words: str) -> ViewedValue:
    """Return the worth of what is no win, draw or loss, or not known to be one."""
    return ViewedValue(tone="unknown", figures="", words=words, value=None, remoteness=None)


def _find_move_answer_in_tree(game: Game, vertex: Any, child: Any) -> Answer | None:
    """Return what the tree itself knows of a move, None where that is nothing or dice decide."""
    if child.value is None or isinstance(child.value, float):
        return None
    value = (child.value if child.mover == vertex.mover else -child.value) + child.gain
    plies = None if child.remoteness is None else child.remoteness + 1
    return answer_from_search(game, value, 0)._replace(remoteness=plies)
