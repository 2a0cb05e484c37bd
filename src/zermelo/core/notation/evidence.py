"""Evidence: what is claimed of a game, how it was checked, and what has to be trusted.

Every checker returns this one class, so that text and JSON are alike for solutions, proofs, books, policies,
lists of rules and the rules of games.
"""

from typing import Annotated, Any

from msgspec import Meta

from zermelo.core.notation.result import Count, Result, about

NAME_WIDTH = 12  # columns of text

Detail = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "type": ["number", "string", "boolean", "array", "null"],
            "items": {"type": "string"},
            "description": "a number, a text, or several texts",
        }
    ),
]


class Evidence(Result, frozen=True, kw_only=True):
    """A claim about a game that was checked.

    Examples
    --------
    >>> print(Evidence(
    ...     claim="every pile is a win", game="nim()", method="piles, each played out", checked=2, total=3,
    ...     seconds=0.1, trusted=("the rules",), details={"largest": 7}))
    nim(): every pile is a win
    checked     2 of 3 piles, each played out
    largest     7
    trusted     the rules
    """

    claim: Annotated[str, about("what is claimed, a sentence")]
    game: Annotated[str, about("the game, with its parameters")]
    method: Annotated[str, about("how it was checked: the things that were looked at, and what was done")]
    checked: Annotated[Count, about("how many of these things were checked")]
    total: Annotated[Count | None, about("of how many; null where not all can be counted")]
    counterexample: Annotated[str | None, about("what refutes the claim; null where it holds")] = None
    seconds: Annotated[float, about("that the check took")]
    trusted: Annotated[tuple[str, ...], about("what is not checked, but trusted")]
    details: Annotated[
        dict[str, Detail],
        about("further numbers and texts by name, as docs/trust.md lists them for each kind"),
    ]

    def __str__(self) -> str:
        lines = [f"{self.game}: {self.claim}"]
        for name, texts in self._list_text_rows():
            heads = (name, *[""] * len(texts))
            lines += [f"{head:<{NAME_WIDTH}}{text}" for head, text in zip(heads, texts, strict=False)]
        return "\n".join(lines)

    def _list_text_rows(self) -> list[tuple[str, list[str]]]:
        """Return what the text has under the claim: names, each with one line of text or more."""
        of = "" if self.total in (None, self.checked) else f" of {self.total:,}"
        every = "all " if self.checked == self.total else ""
        rows = [("checked", [f"{every}{self.checked:,}{of} {self.method}"])]
        if self.counterexample is not None:
            rows.append(("refuted by", [self.counterexample]))
        rows += [(name.replace("_", " "), _format_detail_lines(each)) for name, each in self.details.items()]
        return [*rows, ("trusted", list(self.trusted))]


def _format_detail_lines(detail: Detail) -> list[str]:
    """Return a detail as lines of text, none where there is nothing to be said."""
    if isinstance(detail, bool):
        return ["yes"] if detail else []
    if isinstance(detail, int | float):
        return [f"{detail:,}"]
    if isinstance(detail, str):
        return [detail] if detail else []
    words = list(detail or ())
    return words if any(" " in each for each in words) else [", ".join(words)][: len(words)]
