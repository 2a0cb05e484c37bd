"""Known facts about the games of the catalogue, each with where it comes from.

`game` is the game's repr. `quantity` is one of

    value         of the start, as its mover sees it
    remoteness    of the start
    positions     reachable, finished ones and the start included
    totals        positions that their movers win, draw and lose
    wins          the first of those alone
    finished      positions that are finished or have no move
    edges         pairs of a position and one that a move leads to
    classes       positions where symmetric copies count once
    games         complete lines of play
    results       lines of play that the player who begins wins, draws and loses
    tree_nodes    nodes of the game tree
    nimbers       of the heaps 0, 1, 2, ... of one heap's game
    lost_modulo   (period, remainders): the mover loses exactly the heaps with these remainders

`confidence` is "literature", "recomputed" (by a program that shares no code with this one), both, or
"specification" (given with this project's plan). `size` says who can check it: "small", up to 50,000
positions, the naive twin; "medium", up to ten million; "large", more.
"""

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.core.game import Game
from zermelo.games import find


class Fact(NamedTuple):
    """One number, or a few that belong together, of one game."""

    game: str
    quantity: str
    expected: Any
    source: str
    confidence: str
    size: str


def build(text: str) -> Game:
    """Return the game whose repr is `text`."""
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and not call.args
    fields = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    return find(call.func.id)(**fields)


SPECIFICATION = "the plan of this project"
BRUTE_FORCE = "independent brute force"
SELF_PLAY = "figures of the self-play specification, independent programs in C++ and Numba"
TROMP = "John Tromp, Connect-4 playground: tromp.github.io/c4/c4.html (OEIS A212693)"
STEININGER = "Christophe Steininger, c4, table in the readme (2025-03)"
RETROGRADE = "independent retrograde analysis"
BOTH = "literature and recomputed"


def tic_tac_toe() -> Iterator[Fact]:
    """Three in a row on 3 x 3, and its misere form."""
    game = "tic_tac_toe(columns=3, rows=3, line=3, misere=False)"
    for quantity, expected, confidence, source in (
        ("value", 0, BOTH, BRUTE_FORCE),
        ("remoteness", 9, "recomputed", SELF_PLAY),
        ("positions", 5_478, BOTH, BRUTE_FORCE),
        ("totals", (2_836, 1_068, 1_574), "recomputed", BRUTE_FORCE),
        ("finished", 958, "recomputed", BRUTE_FORCE),
        ("edges", 16_167, "recomputed", BRUTE_FORCE),
        ("classes", 765, BOTH, "classical"),
        ("games", 255_168, BOTH, "classical"),
        ("results", (131_184, 46_080, 77_904), BOTH, "classical"),
        ("tree_nodes", 549_946, "recomputed", "specification of explainable strategies, section 4"),
    ):
        yield Fact(game, quantity, expected, source, confidence, "small")
        yield Fact(game.replace("tic_tac_toe", "mnk"), quantity, expected, source, confidence, "small")
    game = "mnk(columns=3, rows=3, line=3, misere=True)"
    yield Fact(game, "value", 0, BRUTE_FORCE, BOTH, "small")
    yield Fact(game, "positions", 5_478, BRUTE_FORCE, BOTH, "small")
    yield Fact(game, "totals", (3_054, 980, 1_444), BRUTE_FORCE, "recomputed", "small")


MNK = (  # columns, rows, line; value, remoteness, positions, totals, edges, finished
    (4, 3, 3, 1, 7, 111_973, (64_738, 3_060, 44_175), 391_062, 32_410),
    (4, 4, 3, 1, 5, 6_036_001, (3_199_406, 1_322, 2_835_273), 23_453_344, 2_572_460),
    (5, 3, 3, 1, 7, 2_286_668, (1_261_643, 6_872, 1_018_153), 8_813_673, 879_598),
    (5, 3, 4, 0, None, 3_414_564, (494_604, 2_780_883, 139_077), 17_333_457, 119_136),
)


def mnk() -> Iterator[Fact]:
    """Larger boards: all of them are beyond the naive twin."""
    for columns, rows, line, value, remoteness, positions, totals, edges, finished in MNK:
        game = f"mnk(columns={columns}, rows={rows}, line={line}, misere=False)"
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", totals),
            ("edges", edges),
            ("finished", finished),
        ):
            if expected is not None:
                yield Fact(game, quantity, expected, BRUTE_FORCE, "recomputed", "medium")
    game = "mnk(columns=4, rows=4, line=4, misere=False)"
    for quantity, given in (
        ("value", 0),
        ("remoteness", 16),
        ("positions", 9_722_011),
        ("wins", 2_730_266),
        ("finished", 659_392),
        ("edges", 51_562_424),
        ("games", 15_038_733_958_272),
        ("results", (3_225_291_101_568, 8_707_262_054_400, 3_106_180_802_304)),
    ):
        yield Fact(game, quantity, given, SELF_PLAY, "recomputed", "medium")
    game = "mnk(columns=4, rows=4, line=4, misere=True)"
    yield Fact(game, "value", 0, BRUTE_FORCE, "recomputed", "medium")
    yield Fact(game, "positions", 9_722_011, BRUTE_FORCE, "recomputed", "medium")
    yield Fact(game, "totals", (2_203_424, 6_718_241, 800_346), BRUTE_FORCE, "recomputed", "medium")


CONNECT_FOUR = (  # columns, rows; positions
    (1, 2, 3),
    (1, 5, 6),
    (1, 6, 7),
    (1, 7, 8),
    (1, 8, 9),
    (2, 1, 5),
    (2, 3, 58),
    (2, 4, 179),
    (2, 5, 537),
    (2, 6, 1_571),
    (2, 7, 4_587),
    (2, 8, 13_343),
    (3, 1, 13),
    (3, 3, 869),
    (3, 4, 6_000),
    (3, 6, 235_781),
    (3, 7, 1_417_322),
    (3, 8, 8_424_616),
    (4, 1, 35),
    (4, 2, 741),
    (5, 4, 3_945_711),
    (6, 2, 29_737),
    (6, 4, 94_910_577),
    (7, 1, 750),
    (8, 1, 2_118),
    (8, 2, 1_216_721),
)


def connect_four() -> Iterator[Fact]:
    """Four in a row with gravity; a position whose last disc made four is a loss for its mover."""

    def game(columns: int, rows: int) -> str:
        return f"connect_four(columns={columns}, rows={rows}, line=4)"

    for columns, rows, positions in CONNECT_FOUR:
        confidence = BOTH if (columns, rows) in ((5, 4), (6, 4)) else "literature"
        yield Fact(game(columns, rows), "positions", positions, TROMP, confidence, size_of(positions))
    yield Fact(game(4, 4), "positions", 161_029, SPECIFICATION, "specification", "medium")
    yield Fact(game(5, 5), "positions", 69_763_700, SPECIFICATION, "specification", "large")
    yield Fact(game(5, 4), "value", 0, STEININGER, BOTH, "medium")
    yield Fact(game(5, 4), "remoteness", 20, STEININGER, "literature", "medium")
    totals = (1_390_516, 1_303_636, 1_251_559)
    yield Fact(game(5, 4), "totals", totals, BRUTE_FORCE, "recomputed", "medium")
    yield Fact(game(6, 4), "value", -1, STEININGER, BOTH, "large")
    yield Fact(game(6, 4), "remoteness", 24, STEININGER, "literature", "large")
    totals = (38_913_621, 18_361_279, 37_635_677)
    yield Fact(game(6, 4), "totals", totals, BRUTE_FORCE, "recomputed", "large")


DOTS_AND_BOXES = (  # columns, rows; value; size, from at most 2 ** (edges + 1) positions
    (1, 1, -1, "small"),
    (2, 1, 0, "small"),
    (3, 1, -1, "small"),
    (4, 1, 0, "small"),
    (5, 1, -1, "medium"),
    (6, 1, 0, "medium"),
    (7, 1, -1, "medium"),
    (8, 1, 0, "large"),
    (2, 2, 2, "small"),
    (3, 2, -2, "medium"),
    (4, 2, 2, "medium"),
    (5, 2, -2, "large"),
    (3, 3, -3, "large"),
)


def dots_and_boxes() -> Iterator[Fact]:
    """The margin of the player who begins; the 2 x 2 board has twelve edges."""
    for columns, rows, margin, size in DOTS_AND_BOXES:
        game = f"dots_and_boxes(columns={columns}, rows={rows})"
        yield Fact(game, "value", margin, RETROGRADE, "recomputed", size)
    game = "dots_and_boxes(columns=2, rows=2)"
    yield Fact(game, "remoteness", 12, SELF_PLAY, "recomputed", "small")
    yield Fact(game, "games", 479_001_600, SELF_PLAY, "recomputed", "small")
    results = (201_415_680, 76_096_512, 201_489_408)
    yield Fact(game, "results", results, SELF_PLAY, "recomputed", "small")


NIM = (  # heaps; does the mover win, does he under misere play
    ((0, 0, 1), True, False),
    ((0, 1, 1), False, True),
    ((1, 1, 1), True, False),
    ((1, 1, 2), True, True),
    ((1, 2, 3), False, False),
    ((1, 4, 5), False, False),
    ((2, 4, 5), True, True),
    ((3, 4, 5), True, True),
)


def nim() -> Iterator[Fact]:
    """Outcomes of a few starts under both ways of ending."""
    for heaps, normal, misere in NIM:
        for flag, is_won in ((False, normal), (True, misere)):
            game = f"nim(heaps={heaps!r}, misere={flag})"
            yield Fact(game, "value", 1 if is_won else -1, BRUTE_FORCE, "recomputed", "small")


SUBTRACTION = (  # numbers to take; nimbers of the heaps 0 to 40; period; remainders of the lost heaps
    ((1, 2, 3), "01230123012301230123012301230123012301230", 4, (0,)),
    ((1, 2), "01201201201201201201201201201201201201201", 3, (0,)),
    ((1, 3), "01010101010101010101010101010101010101010", 2, (0,)),
    ((1, 4), "01012010120101201012010120101201012010120", 5, (0, 2)),
    ((2, 3), "00112001120011200112001120011200112001120", 5, (0, 1)),
    ((1, 3, 4), "01012320101232010123201012320101232010123", 7, (0, 2)),
    ((2, 3, 7), "00112001120011200112001120011200112001120", 5, (0, 1)),
    ((2, 5), "00110210011021001102100110210011021001102", 7, (0, 1, 4)),
    ((3, 5), "00011122000111220001112200011122000111220", 8, (0, 1, 2)),
    ((2, 6), "00110011001100110011001100110011001100110", 4, (0, 1)),
    ((4, 10, 12), "00001111002211330022110000111100221133002", 22, (0, 1, 2, 3, 8, 9, 16, 17)),
    ((3, 6, 7), "00011122230001112223000111222300011122230", 10, (0, 1, 2)),
    ((2, 3, 5, 7), "00112233400112233400112233400112233400112", 9, (0, 1)),
    ((1, 6, 10), "01010120101012320101012010101232010101201", 16, (0, 2, 4, 7, 9, 11)),
    ((5, 9, 10), "00000111112222200000111112222200000111112", 15, (0, 1, 2, 3, 4)),
    ((1, 2, 8), "01201201201201201201201201201201201201201", 3, (0,)),
    ((2, 7, 11), "00110011200110011200110011200110011200110", 9, (0, 1, 4, 5)),
    ((4, 7, 11), "00001111222233300001111222233300001111222", 15, (0, 1, 2, 3)),
    ((1, 9, 10), "01010101012323232320101010101232323232010", 19, (0, 2, 4, 6, 8)),
    ((6, 10, 13), "00000011111122222230000001111112222223000", 19, (0, 1, 2, 3, 4, 5)),
)

BACHET = (6, 8, 9, 10)  # take one to so many: normal play loses the multiples of one more
BACHET_MISERE = (1, 2, 3, 4, 7, 8, 9, 10)  # misere play loses the heaps one above those


def subtraction() -> Iterator[Fact]:
    """One heap: nimbers, and which heaps the mover loses under normal and misere play."""
    for take, nimbers, period, lost in SUBTRACTION:
        game = f"subtraction(heap=40, take={take!r}, misere=False, stop=0)"
        expected = tuple(int(digit) for digit in nimbers)
        yield Fact(game, "nimbers", expected, BRUTE_FORCE, "recomputed", "small")
        game = game.replace("heap=40", "heap=300")
        yield Fact(game, "lost_modulo", (period, lost), BRUTE_FORCE, "recomputed", "small")
    for misere, mosts in ((False, BACHET), (True, BACHET_MISERE)):
        for most in mosts:
            take = tuple(range(1, most + 1))
            game = f"subtraction(heap=300, take={take!r}, misere={misere}, stop=0)"
            yield Fact(game, "lost_modulo", (most + 1, (int(misere),)), "textbooks", "literature", "small")
    game = "subtraction(heap=99, take=(1, 2, 3), misere=False, stop=0)"
    yield Fact(game, "value", 1, SPECIFICATION, "specification", "small")
    game = "subtraction(heap=99, take=(1, 2, 3), misere=False, stop=3)"
    nodes = 56_343_125_079_040_471_808_818_753
    yield Fact(game, "tree_nodes", nodes, SPECIFICATION, "specification", "small")
    yield Fact("powers(heap=99, base=2)", "value", -1, SPECIFICATION, "specification", "small")


def size_of(positions: int) -> str:
    """Return the size of a game with so many positions."""
    if positions <= 50_000:
        return "small"
    return "medium" if positions <= 10_000_000 else "large"


FACTS: tuple[Fact, ...] = (
    *tic_tac_toe(),
    *mnk(),
    *connect_four(),
    *dots_and_boxes(),
    *nim(),
    *subtraction(),
)


def facts(*sizes: str) -> list[Fact]:
    """Return the facts of these sizes, or all of them."""
    return [fact for fact in FACTS if not sizes or fact.size in sizes]
