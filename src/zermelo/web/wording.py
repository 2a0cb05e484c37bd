"""Numbers, times and sizes as a person reads them."""


def number(value: float) -> str:
    """Return a number of positions, a large one roughly.

    >>> number(5478.0), number(5.4e12)
    ('5,478', '5.4e+12')
    """
    return f"{value:,.0f}" if value < 1e10 else f"{value:.2g}"


def size(count: float) -> str:
    """Return a number of bytes in words.

    >>> size(2_000_000), size(3 << 30), size(2e13)
    ('1.9 MB', '3 GB', '18,626 GB')
    """
    amount, unit = (count / 2**30, "GB") if count >= 1 << 30 else (count / 2**20, "MB")
    return f"{amount:.2g} {unit}" if amount < 100 else f"{amount:,.0f} {unit}"


def duration(seconds: float) -> str:
    """Return a time in words.

    >>> duration(0.3), duration(90), duration(7200), duration(1e9)
    ('under a second', '90 seconds', '2 hours', '32 years')
    """
    if seconds < 1:
        return "under a second"
    for limit, size, word in (
        (120, 1, "second"),
        (7200, 60, "minute"),
        (172_800, 3600, "hour"),
        (6e7, 86_400, "day"),
    ):
        if seconds < limit:
            count = round(seconds / size)
            return f"{count} {word}" + ("" if count == 1 else "s")
    return f"{seconds / 31_557_600:,.0f} years"
