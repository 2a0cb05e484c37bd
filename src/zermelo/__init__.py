"""zermelo solves games: rules in Python, every position's value, perfect play, and a proof.

>>> import zermelo
>>> solution = zermelo.solve("tic_tac_toe")
>>> solution
tic_tac_toe(columns=3, rows=3, line=3, misere=False): draw in 9, 5,478 positions

What is here begins most work; each package below is public, and its docstring says what it is for. Nothing
heavy is imported until it is used.
"""

import lazy_loader

from zermelo.core.registry import register
from zermelo.core.system.version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

register(
    "UpperGameMethods",
    "zermelo.solution.methods.game_methods:GameMethods",
    "_repr_html_",
    "decode",
    "encode",
    "plan",
    "tree",
    "table",
    "sweeps",
    "equilibria",
    "beginning_at",
)
register("UpperGameMethods", "zermelo.play.registered_methods:GamePlayMethods", "classify", "widget")
register(
    "UpperSolutionMethods",
    "zermelo.play.registered_methods:SolutionPlayMethods",
    "why",
    "page",
    "describe",
    "save_policy",
    "widget",
)
register("UpperSolutionMethods", "zermelo.play.registered_methods:ReportMethods", "report", "variants")
register("UpperEquilibriaMethods", "zermelo.play.registered_methods:ReportMethods", "report", "variants")
register("readers", "zermelo.formats.game_language_file:read_game_class", "file")
register("readers", "zermelo.formats.gdl.gdl_game:translate_gdl", "gdl")
register("readers", "zermelo.formats.declaration_file:translate_declaration", "declaration")
register("readers", "zermelo.formats.open_spiel.spiel_import:import_spiel_game", "open_spiel")
register("checks", "zermelo.cgt.impartial.coded_nimbers:CodedHeapNimbers", "coded_heaps")
register("searches", "zermelo.search.search_methods:METHODS", "methods")
