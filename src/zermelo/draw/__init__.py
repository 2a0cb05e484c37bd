"""Drawings of positions, trees and charts as text: SVG, HTML, Mermaid and box-drawing characters.

`picture_svg` and `draw_terminal_rows` draw a position that a game depicts as a `Picture` of `zermelo.boards`;
`BoardDisplay` shows one at a prompt and in a notebook. The packages that compute an answer build plain shapes
from it, and the modules here draw them: `solution` draws game trees and statistics, `cgt` thermographs and
lattices, `explain` abstract graphs and `learn` curves.

>>> from zermelo.draw.trees.tree_shapes import BranchStyle, TreeShape
>>> from zermelo.draw.trees.tree_text import tree_text
>>> leaf = TreeShape("end", ("2 stones",), answer="loss", branch="take 1", stroke=BranchStyle.BEST)
>>> root = TreeShape("start", ("3 stones",), who="first", answer="win", children=(leaf,))
>>> print(tree_text(root))
3 stones  first: win
┕━━ take 1 → 2 stones  loss

Layout
------
- `pictures/`: positions as SVG, as terminal text and on HTML pages, in the colours of one theme.
- `charts/matplotlib_chart.py`: stacked bars, and empty charts to draw on; needs matplotlib.
- `charts/curve_chart.py`: curves over whole numbers on a symmetric logarithmic scale; needs matplotlib.
- `charts/terminal_chart.py`: the same curves in a few lines of text.
- `charts/lattice_svg.py`: a lattice, with one row for each rank.
- `charts/thermograph_svg.py`: thermographs, temperature upwards and, by custom, positive values to the
  left.
- `charts/abstract_graph_svg.py`: abstract graphs, fragments of a board and whole boards.
- `trees/tree_shapes.py`: what every tree drawing takes: one `TreeShape` for each vertex.
- `trees/tree_layout.py`: the places of the vertices: downwards, to the right or as an outline.
- `trees/tree_svg.py`, `trees/tree_text.py`, `trees/tree_mermaid.py`: the three formats of a tree.

Design
------
- Every function takes plain values and returns text. Nothing is printed or written, and no game is
  asked: the package that has the answer builds the shapes.
- All text from games is escaped, because names of positions may come from a stranger: in SVG by
  `draw/pictures/svg_markup.py`, in Mermaid by `tree_mermaid.py`.
- Colours, widths and sizes come from `draw/pictures/colour_theme.py`; `docs/boards.md` explains them.
- Only `matplotlib_chart.py` imports matplotlib, which is an extra: `pip install "zermelo[plots]"`.
- A tree fits a page of 700 pixels with letters of 12. It is drawn downwards; if that is too wide, to the
  right; if that is too wide as well, as an outline. Names of branches are wrapped before a tree is
  turned.
- Text, Mermaid and SVG draw the same `TreeShape`, so a new format needs no change in `solution`.

Alternatives tried
------------------
- Trees drawn downwards only: the quiz of four subjects was 2,000 pixels wide.
- Colours as attributes of pictures: they could not follow a reader's setting.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
