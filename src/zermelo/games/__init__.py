"""The catalogue of games: every family of rules that comes with zermelo.

A file in a folder is a family, and every public subclass of `Game` in it is in the catalogue under its
command-line name: `ConnectFour` in `lines/connect_four.py` is `connect_four`. Use `find_game_class` and
`catalogue` for classes, `read_game` and `parse_position` for texts, and `GivenFiles` to limit what a text may
open.

>>> from zermelo.games import Nim, find_game_class, read_game
>>> find_game_class("nim") is Nim
True
>>> read_game("nim(heaps=(1, 2))").heaps
(1, 2)

Layout
------
- `game_catalogue.py`, `game_aliases.py`: the games, found in the folders; titles and other names.
- `game_search.py`: games by what people type, and the groups of games.
- `game_lookup.py`, `user_rule_files.py`: games and positions from text, and the user's own rule files.
- `typed_tree.py`: a game tree typed as nested lists.
- `blockade/`: the player who cannot move loses: amazons, isola, the L game, mu torere.
- `cakes/`: chomp, and cakes that are cut or eaten along a grid.
- `capture/`: clobber, konane, surakarta.
- `chess/`: chess endgames and variants, pawn games, onitama, dobutsu shogi.
- `connection/`: hex and tak.
- `derived/`: games made from a declaration or another game: `declared`, `swap`, `with_points`.
- `dice/`: games with chance: pig, bearing off, the royal game of Ur.
- `dominoes/`: cram and domineering.
- `draughts/`: English draughts, whole and as endgames.
- `graphs/`: games on the vertices and edges of a graph: col, snort, geography, sim.
- `hackenbush/`: hackenbush, green and childish hackenbush.
- `heaps/`: nim and other games of heaps and numbers.
- `hunt/`: unequal sides: bagh chal, fox and geese, hare and hounds.
- `lines/`: lines of stones: m,n,k games, Connect Four, Quarto, Quixo.
- `morris/`: morris games, teeko, dao.
- `payoffs/`: payoffs for each player: centipede, nim of several players, strike.
- `puzzles/`: puzzles for one player: Hanoi, Sokoban, sliding tiles.
- `race/`: a goal to reach first: dodgem, bobail, Quoridor.
- `rows/`: one row of cells: kayles, stripes, toads and frogs.
- `sowing/`: awari, oware and kalah.
- `territory/`: go, nogo, Othello, dots and boxes.

Design
------
- There is no registration. The catalogue reads the folders and imports only what is asked for; names
  that are no family's (`tic_tac_toe`) are found in the text of files. Importing all takes a twentieth of
  a second.
- Files that begin with `_` hold what families share, or part of one family and then its name.
- A file has rules first, then what people read (`show`, `parse`, `name`, `depict`).
- Search hooks are in a second class: `ConnectFourRules` is derived into `ConnectFour`, which adds
  `order`, `bounds` and the like. A class whose name ends with `Rules` is not in the catalogue.
- A new game is two files of one name: the rules here, and `tests/families/NAME.py`, which ends in
  `FAMILY`: facts with sources, and a reference implementation on text that shares no code. `Family`
  lists its fields.
- Choose the base by the position: pieces on any board, `BoardGame` (as the mover sees them), `FixedGame`
  (sides stay), `PlacingGame` (pieces stay where they are put); `PartizanOptions` with it for sums;
  stones on any cells, `StonePlacement` or `StonePlacementByMover`; signs that belong to no player,
  `EitherSign`; a rectangle, `Rectangle`, `LineBoard` or `FixedSidesRectangle`; points, `PointBoard`; a
  graph, `VertexGame` or `ImpartialVertexGame`; a row, `CellRow`; pits, `TwoRowBoard`; one player,
  `PuzzleForOne`; else `Game`.
- A start given as text is `SetupFromText`. Endgames define `rank` with the indexes of `zermelo.boards`.
- `depict` returns a `Picture`, and bases do it for their games. Names of places are those of moves; a
  test checks every game. A picture with a `mover` gives side 0 to the first player; in games shown for the
  mover side 0 is the mover's, and `mover` is 0. A cell that is gone may be set on both boards
  (`on_both`).
"""

from typing import Any

import lazy_loader

_listed, _, _NAMES = lazy_loader.attach_stub(__name__, __file__)


def __dir__() -> list[str]:
    from zermelo.games.game_catalogue import catalogue

    return sorted([*_NAMES, *(kind.__name__ for kind in catalogue().values())])


def __getattr__(name: str) -> Any:
    if name == "__all__":  # what is in the folders, and so not written here
        return __dir__()
    if name in _NAMES:
        return _listed(name)
    if name[:1].isupper():
        from zermelo.core.errors import UnknownGame
        from zermelo.core.game import convert_to_snake_case
        from zermelo.games.game_search import find_game_class

        try:
            kind = find_game_class(convert_to_snake_case(name))
        except UnknownGame as error:
            raise AttributeError(f"module {__name__!r} has no game {name!r}: {error}") from error
        if kind.__name__ == name:
            return kind
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
