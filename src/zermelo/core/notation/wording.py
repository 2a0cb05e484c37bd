"""Counts, lists of names, shares and tables as text."""

from collections.abc import Sequence
from typing import Final

SIDES: Final = ("first", "second")  # the players in commands and addresses, and in labels
PLAYERS: Final = ("the first player", "the second player")  # in sentences, where a game does not name them


def format_count(count: float, what: str, several: str | None = None) -> str:
    """Return a count with its noun, a large one roughly.

    Parameters
    ----------
    count : float
        How many.
    what : str
        The noun.
    several : str, optional
        Its plural; default: the noun and an s.

    Returns
    -------
    str
        Such as "1 rule".

    Examples
    --------
    >>> format_count(1, "rule"), format_count(2_000, "rule"), format_count(0, "ply", "plies")
    ('1 rule', '2,000 rules', '0 plies')
    """
    return f"{format_rough_count(count)} {what if count == 1 else several or f'{what}s'}"


def format_plies(count: int) -> str:
    """Return a number of plies, as in "1 ply" and "4 plies"."""
    return format_count(count, "ply", "plies")


def capitalize(text: str) -> str:
    """Return a text as a sentence or a heading begins.

    Parameters
    ----------
    text : str
        The text.

    Returns
    -------
    str
        The same with a capital first letter, the others as they are.

    Examples
    --------
    >>> capitalize("rule 1 leaves nim-sum 0"), capitalize("")
    ('Rule 1 leaves nim-sum 0', '')
    """
    return text[:1].upper() + text[1:]


def join_names(names: Sequence[object], joint: str = "or") -> str:
    """Return names as a person lists them.

    >>> join_names(["a1"]), join_names(["a1", "b2", "c3"]), join_names([1, 2], "and"), join_names([])
    ('a1', 'a1, b2 or c3', '1 and 2', '')
    """
    *first, last = map(str, names or [""])
    return f"{', '.join(first)} {joint} {last}" if first else last


def join_name_and_verb(name: str, verb: str) -> str:
    """Return a player's name with a verb in the present tense; small names that end in s are of several.

    >>> [join_name_and_verb(name, "win") for name in ("X", "toads", "Chaos")]
    ['X wins', 'toads win', 'Chaos wins']
    """
    return f"{name} {verb if is_plural_name(name) else f'{verb}s'}"


def is_plural_name(name: str) -> bool:
    """Return whether a verb after a player's name is in the plural: after "you", and after several pieces."""
    return name in ("you", "geese") or (name.islower() and name.endswith("s"))


def label_player(name: str) -> str:
    """Return a player's name for a label.

    >>> label_player("the first player"), label_player("X")
    ('first', 'X')
    """
    return SIDES[PLAYERS.index(name)] if name in PLAYERS else name


def shorten_text(text: str, max_length: int) -> str:
    """Return the text, shortened to at most `max_length` characters."""
    return text if len(text) <= max_length else text[: max_length - 3] + "..."


def format_share(share: float, digits: int = 1, rounding: float = 1e-9, *, trimmed: bool = False) -> str:
    """Return a share in per cent, never 0 or 100 where it is not, up to an error of rounding.

    Where it is `trimmed`, it has no zeros after the last digit.

    >>> [format_share(share) for share in (0, 1e-4, 0.256, 0.9999, 1)]
    ['0%', 'under 0.1%', '25.6%', 'over 99.9%', '100%']
    >>> format_share(1e-9, 2), format_share(0.03141, 2), format_share(1e-9, rounding=0)
    ('0%', '3.14%', 'under 0.1%')
    >>> format_share(0.75, 4, trimmed=True), format_share(2 / 3, 4, trimmed=True), format_share(0.999, 0)
    ('75%', '66.6667%', 'over 99%')
    """
    least = 10.0 ** -(digits + 2)
    if min(abs(share), abs(share - 1)) <= rounding:
        return f"{100 * abs(round(share))}%"
    if share < least / 2:
        return f"under {100 * least:.{digits}f}%"
    if share > 1 - least / 2:
        return f"over {100 - 100 * least:.{digits}f}%"
    found = f"{100 * share:.{digits}f}"
    return f"{found.rstrip('0').rstrip('.') if trimmed and digits else found}%"


def format_table_lines(rows: Sequence[Sequence[str]], left: Sequence[int] = ()) -> list[str]:
    """Return the lines of a table; the columns `left` are aligned to the left, the others to the right.

    >>> format_table_lines([("name", "n"), ("nim", "10")], left=[0])
    ['name   n', 'nim   10']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def format_labelled_lines(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Return labels and texts as lines, the texts one below the other.

    >>> format_labelled_lines([("method", "backward induction"), ("positions", "5,478")])
    ['method      backward induction', 'positions   5,478']
    """
    return [f"{label:<12}{text}" for label, text in rows]


def format_duration(seconds: float) -> str:
    """Return a duration as a person says it.

    Parameters
    ----------
    seconds : float
        The duration.

    Returns
    -------
    str
        Such as "1 min 15 s".

    Examples
    --------
    >>> format_duration(75), format_duration(0.4), format_duration(1e10)
    ('1 min 15 s', '0.4 s', '3.2e+02 years')
    """
    if seconds > 10 * 31_557_600:
        return f"{seconds / 31_557_600:.2g} years"
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def format_bytes(count: float) -> str:
    """Return a number of bytes, in the units that options are read in: a GB is 2**30 bytes.

    Parameters
    ----------
    count : float
        Bytes.

    Returns
    -------
    str
        Such as "300 MB".

    Examples
    --------
    >>> format_bytes(2_500_000), format_bytes(300 << 20), format_bytes(3 << 29), format_bytes(2e16)
    ('2.4 MB', '300 MB', '1.5 GB', '1.9e+07 GB')
    """
    amount, unit = (count / 2**30, "GB") if count >= 1 << 30 else (count / 2**20, "MB")
    if amount >= 1e6:
        return f"{amount:.2g} {unit}"
    return f"{amount:.1f} {unit}" if amount < 10 else f"{amount:,.0f} {unit}"


def format_rough_count(count: float) -> str:
    """Return a count, a large one roughly.

    >>> format_rough_count(5478.0), format_rough_count(5.4e13)
    ('5,478', '5.4e+13')
    """
    return f"{count:,.0f}" if count < 1e13 else f"{count:.1e}"
