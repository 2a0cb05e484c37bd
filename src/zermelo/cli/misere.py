"""`misere`: a game of heaps in misere play: genera, the quotient and its proof, and the rule, if any."""

from typing import Annotated, Any

import typer

from zermelo.cli.heaps import CodeText
from zermelo.cli.options import Json, print_json

SHOWN = 12  # genera that a text has
GENERA = 20  # heaps whose genera are found at most


def misere(
    code: CodeText,
    heaps: Annotated[int, typer.Option(metavar="N", help="the largest heap to look at", min=0)] = 20,
    most_elements: Annotated[
        int, typer.Option(metavar="N", help="give up where the quotient has more elements", min=1)
    ] = 500,
    as_json: Json = False,
) -> None:
    """Find the misere quotient of a game of heaps, and prove it."""
    from zermelo.sums.heaps.rules import read_rule
    from zermelo.sums.misere.heaps import heap_genera
    from zermelo.sums.misere.quotients import misere_quotient
    from zermelo.sums.misere.rules import find_misere_rule

    rule = read_rule(code)
    genera = heap_genera(rule, min(heaps, GENERA))
    quotient = misere_quotient(rule, heaps, most_elements=most_elements)
    followed = find_misere_rule(quotient)
    if as_json:
        return print_json(misere_json(quotient, genera, followed))
    print(misere_text(quotient, genera, followed))
    return None


def misere_json(quotient: Any, genera: Any, followed: Any) -> dict[str, Any]:
    """Return the object that `misere --json` prints: null for what was not found."""
    words, found = quotient.words(), quotient.period
    return {
        "code": str(quotient.rule),
        "rule": quotient.rule.words(),
        "genera_to": len(genera) - 1,  # fewer than the heaps that were asked for where those are many
        "genera": [str(each) for each in genera],
        "misere_nim_values": [each.misere_value for each in genera],
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


def misere_text(quotient: Any, genera: Any, followed: Any) -> str:
    """Return what `misere` prints."""
    words = quotient.words()
    more = " ..." if len(genera) > SHOWN + 1 else ""
    lines = [
        f"{quotient.rule}: {quotient.rule.words()}; whoever cannot move wins",
        f"genera      {' '.join(map(str, genera[: SHOWN + 1]))}{more}",
        *str(quotient).splitlines()[1:],
        f"  order:      {quotient.order}, proven for heaps to {quotient.largest} by {quotient.pairs:,} pairs",
        f"  elements:   {', '.join(words[element] for element in quotient.elements[: SHOWN + 1])}{more}",
    ]
    if followed is not None:
        lines.append(f"{followed.words()} Proven for {followed.proven_for}, any number of them.")
    return "\n".join(lines)
