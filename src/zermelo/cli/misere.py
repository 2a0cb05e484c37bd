"""`misere`: a game of heaps in misere play: genera, the quotient and its proof, and the rule, if any."""

from typing import Annotated, Any

import typer

from zermelo.cli.heaps import CodeText
from zermelo.cli.options import Json, print_json

SHOWN = 12  # genera that a text has
GENERA = 30  # heaps whose genera are found at most: forms of wild games grow quickly, those of 4.7 take 1.3 s


def misere(
    code: CodeText,
    heaps: Annotated[int, typer.Option(metavar="N", help="the largest heap to look at", min=0)] = 20,
    most_elements: Annotated[
        int, typer.Option(metavar="N", help="give up where the quotient has more elements", min=1)
    ] = 500,
    as_json: Json = False,
) -> None:
    """Find the misere quotient of a game of heaps, and prove it."""
    from zermelo.heaps import read_rule
    from zermelo.misere import find_misere_rule, heap_genera, misere_quotient

    rule = read_rule(code)
    genera = heap_genera(rule, min(heaps, GENERA))
    quotient = misere_quotient(rule, heaps, most_elements=most_elements)
    followed = find_misere_rule(quotient)
    if as_json:
        return print_json(misere_json(quotient, genera, followed, heaps))
    print(misere_text(quotient, genera, followed, heaps))
    return None


def misere_json(quotient: Any, genera: Any, followed: Any, heaps: int) -> dict[str, Any]:
    """Return the object that `misere --json` prints: null for what was not found, or not looked for."""
    words, found = quotient.words(), quotient.period
    unlooked = [None] * (heaps + 1 - len(genera))
    return {
        "code": str(quotient.rule),
        "rule": quotient.rule.words(),
        "genera_to": len(genera) - 1,  # the last heap whose genus was looked for
        "genera": [*map(str, genera), *unlooked],
        "misere_nim_values": [*(each.misere_value for each in genera), *unlooked],
        "largest": quotient.largest,
        "order": quotient.order,
        "generators": list(quotient.generators),
        "relations": quotient.relations(),
        "elements": [words[element] for element in quotient.elements],
        "p_portion": [words[element] for element in sorted(quotient.monoid.p_portion)],
        "period": None if found is None else found.period,
        "preperiod": None if found is None else found.preperiod,
        "proven": True,
        "unknown": quotient.unknown or None,
        "strategy": None if followed is None else followed.words(),
    }


def misere_text(quotient: Any, genera: Any, followed: Any, heaps: int) -> str:
    """Return what `misere` prints."""
    words = quotient.words()
    more = " ..." if heaps > SHOWN else ""
    others = " ..." if len(quotient.elements) > SHOWN + 1 else ""
    lines = [
        f"{quotient.rule}: {quotient.rule.words()}; whoever cannot move wins",
        f"genera      {' '.join(map(str, genera[: SHOWN + 1]))}{more}",
        *str(quotient).splitlines()[1:],
        f"  order:      {quotient.order}, proven for heaps to {quotient.largest} by {quotient.pairs:,} pairs",
        f"  elements:   {', '.join(words[element] for element in quotient.elements[: SHOWN + 1])}{others}",
    ]
    if followed is not None:
        lines.append(f"{followed.words()} Proven for {followed.proven_for}, any number of them.")
    return "\n".join(lines)
