from functools import partial

from families import BRUTE_FORCE, Family, outcomes
from families.shove import TextShove
from zermelo.games.rows.push import Push

ROWS = {  # the numbers that rows are worth
    "lrl": "15/8", "rlr": "-15/8", ".llr": "-53/32", "llrl": "19/8", "rlll": "17/2", "rlrl": "17/8",
    "..lrl": "25/8", "..rlr": "-25/8", "..rrl": "213/128", ".lrll": "29/4", ".r.ll": "7", ".rlrr": "-29/4",
    ".rrrl": "841/512", "l...r": "-4", "l.r.r": "-7", "ll..r": "-2", "llrlr": "-45/16", "lrllr": "-861/512",
    "r..lr": "-5/2", "r.rlr": "-53/16", "rlllr": "-1683/1024", "rlrrl": "861/512", "rrl.r": "-27/8",
    "rrrll": "425/64",
}  # fmt: skip


FAMILY = Family(
    small=(Push("rl.lr"), Push("l.rr.lr", starter="right")),
    larger=(Push("rl" * 15 + "."),),
    # The sign of a number decides who wins, with either player to start.
    facts=outcomes(Push, BRUTE_FORCE)(
        (((row,), "R" if number[0] == "-" else "L") for row, number in ROWS.items())
    ),
    twin=partial(TextShove, pushing=True),
    refused=((Push, {"row": 5}, "row=5 is no text"),),
    unreadable=((Push("rl"), "rx/left to move", "l, r or . for each"),),
    written=((Push("rl.lr"), ".r.l./right to move", "2"),),
)
