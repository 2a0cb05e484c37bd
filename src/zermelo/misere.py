"""Misere play of impartial games: forms, genera, quotients with their proofs, and the rules they give.

>>> from zermelo.misere import misere_quotient
>>> misere_quotient("0.123", 12).order
20
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.theory.misere.forms import MisereForm as MisereForm
    from zermelo.theory.misere.forms import born_by_day as born_by_day
    from zermelo.theory.misere.forms import count_born_by_day as count_born_by_day
    from zermelo.theory.misere.forms import form_of_options as form_of_options
    from zermelo.theory.misere.forms import nim_heap as nim_heap
    from zermelo.theory.misere.genus import Genus as Genus
    from zermelo.theory.misere.genus import genus as genus
    from zermelo.theory.misere.heaps import heap_forms as heap_forms
    from zermelo.theory.misere.heaps import heap_genera as heap_genera
    from zermelo.theory.misere.notation import find_short_text as find_short_text
    from zermelo.theory.misere.notation import parse_misere_form as parse_misere_form
    from zermelo.theory.misere.partizan import PartizanMisere as PartizanMisere
    from zermelo.theory.misere.partizan import misere_outcome_class as misere_outcome_class
    from zermelo.theory.misere.positions import MisereSum as MisereSum
    from zermelo.theory.misere.positions import MisereSumMove as MisereSumMove
    from zermelo.theory.misere.positions import misere_form as misere_form
    from zermelo.theory.misere.positions import misere_nim_value as misere_nim_value
    from zermelo.theory.misere.quotients import MisereQuotient as MisereQuotient
    from zermelo.theory.misere.quotients import misere_quotient as misere_quotient
    from zermelo.theory.misere.rules import MisereRule as MisereRule
    from zermelo.theory.misere.rules import find_misere_rule as find_misere_rule
    from zermelo.theory.misere.taking import misere_taking as misere_taking
    from zermelo.theory.misere.tame import TameHeaps as TameHeaps
    from zermelo.theory.misere.tame import tame_heaps as tame_heaps
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "theory.misere.forms": (
                "MisereForm",
                "born_by_day",
                "count_born_by_day",
                "form_of_options",
                "nim_heap",
            ),
            "theory.misere.genus": ("Genus", "genus"),
            "theory.misere.heaps": ("heap_forms", "heap_genera"),
            "theory.misere.notation": ("find_short_text", "parse_misere_form"),
            "theory.misere.partizan": ("PartizanMisere", "misere_outcome_class"),
            "theory.misere.positions": ("MisereSum", "MisereSumMove", "misere_form", "misere_nim_value"),
            "theory.misere.quotients": ("MisereQuotient", "misere_quotient"),
            "theory.misere.rules": ("MisereRule", "find_misere_rule"),
            "theory.misere.taking": ("misere_taking",),
            "theory.misere.tame": ("TameHeaps", "tame_heaps"),
        },
    )
