"""Sums that show what adding games means, each with what there is to see in it."""

from typing import Final, NamedTuple


class SumExample(NamedTuple):
    """A sum to try: its title, its games as they are typed, and what it shows."""

    title: str
    games: tuple[str, ...]
    lesson: str


SUM_EXAMPLES: Final = (
    SumExample(
        "Three heaps of Nim",
        ("nim(heaps=(3,))", "nim(heaps=(4,))", "nim(heaps=(5,))"),
        "Take any number from one heap. Only one first move wins.",
    ),
    SumExample(
        "A row of pins and a heap",
        ("kayles(pins=5)", "nim(heaps=(3,))"),
        "Two different games: the row of five pins plays like a heap of four.",
    ),
    SumExample(
        "Stalks of Hackenbush",
        ("hackenbush('BR')", "hackenbush('BR')", "hackenbush('R')"),
        "A red edge on a blue one is half a move to Left: two halves and a move to Right make 0.",
    ),
    SumExample(
        "Hot boards and a stalk",
        ("domineering(columns=3,rows=2)", "domineering(columns=2,rows=2)", "hackenbush('RB')"),
        "Hot games: a move gains much. Left must begin on the larger board, where most is at stake.",
    ),
    SumExample(
        "A board and its mirror",
        ("toads_and_frogs", "-toads_and_frogs"),
        "A game and its mirror make 0: the second player copies every move, and wins.",
    ),
    SumExample(
        "Three different games",
        ("clobber('xoxo')", "kayles(pins=3)", "hackenbush('RB')"),
        "Any games add up, as long as a player who cannot move loses.",
    ),
)
VALUE_WORDS: Final = (  # what values are called, and what that means
    (
        "Nimber",
        "A game in which both have the same moves plays like one heap of Nim; the nimber is its size. "
        "Several nimbers are combined by exclusive or. If that gives 0, the player to move loses.",
    ),
    (
        "Number",
        "So many free moves: 2 are two moves of Left, -1 is one of Right, 1/2 is half a move of Left. "
        "Values of several games are added.",
    ),
    (
        "{2|-1/2}",
        "What Left can move to, a bar, what Right can move to. Here Left gets 2, or Right gets 1/2. "
        "Such a game is hot: both want to move first.",
    ),
    ("Temperature", "What the first move in a hot game gains, compared with the mean."),
    (
        "*, ^ and v",
        "Trifles: smaller than any number, they decide who makes the last move. "
        "* is a Nim heap of 1; ^ (up) is good for Left, v (down) for Right.",
    ),
)
