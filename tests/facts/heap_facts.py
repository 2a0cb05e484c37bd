"""Known facts of heap games, each table with where it comes from; some are those of families of the catalogue."""

from collections.abc import Iterator

from families import nukit, subtract_a_square, subtraction, wythoff


def rows(text: str) -> Iterator[list[str]]:
    """Yield the words of each row of a table; rows end with a comma or a line."""
    yield from (row.split() for row in text.replace(",", "\n").splitlines() if row.strip())


# Brute force with Guy and Smith's theorem; tczajka/octal-games; Flammenkamp's tables; Winning Ways, chapter 4.
PERIODS = tuple(  # code, period, preperiod, greatest nimber
    (code, int(period), int(preperiod), int(greatest))
    for code, period, preperiod, greatest in rows("""
        4.0 2 1 1, 0.02 4 1 1, 0.11 1 3 1, 0.12 4 1 1, 0.15 10 1 2, 0.17 34 33 7, 0.22 3 1 2, 0.26 4 1 3,
        0.32 3 1 2, 0.51 1 1 1, 0.54 7 3 4, 0.57 4 1 2, 0.71 2 3 2, 0.75 2 1 2, 0.77 12 71 8, 4.3 2 2 2,
        0.017 60 15 8, 0.022 5 1 2, 0.044 36 214 8, 0.055 148 259 8, 0.112 6 1 1, 0.115 14 1 2, 0.122 5 1 2,
        0.123 5 5 2, 0.131 4 4 2, 0.132 5 1 2, 0.144 10 4 4, 0.154 11 4 4, 0.157 6 1 2, 0.173 40 21 7,
        0.176 8 24 6, 0.226 5 21 5, 0.312 2 5 2, 0.331 3 4 3, 0.332 4 1 3, 0.351 8 1 2, 0.353 2 4 2,
        0.373 28 2 7, 0.375 18 37 8, 0.512 6 3 2, 0.524 52 1 8, 0.532 5 7 4, 0.536 5 1 4, 0.772 4 8 6,
        4.12 7 6 4, 4.005 79 31 8, 4.024 60 2 11, 4.102 10 8 4, 4.122 7 6 4, 4.304 21 25 11, 4.323 4 4 4,
        4.444 24 143 17, 4.722 4 4 6, 4.766 20 19 16, 0.45 20 498 8, 0.156 349 3479 23, 0.356 142 7315 19,
        0.165 1550 5181 25
    """)
)
LONG_PERIODS = (  # the same sources: code, period, preperiod, terms that prove it
    ("0.127", 4, 46_578, 93_167),
    ("0.354", 1_180, 10_061_916, 20_126_195),
)

# Independent brute force; all_but: the test suite of CGSuite 2.1; stripes: Polish Olympiad in Informatics VII (2000).
OTHER_NIMBERS = """
    kayles; 0; 0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 4 2 7 4 1 2 8 1 4 7 2 1 8 6 7 4 1 2 8 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 8 2 7 4 1 2 8 1
    dawsons_kayles; 0; 0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9
    dawsons_chess; 0; 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7
    0.6; 1; 0 1 2 0 1 2 3 1 2 3 4 0 3 4 2 1 3 2 1 0 2 1 4 5 1 4 5 1 2 0 1 2 3 1 2 3 4 2 3 4 2 3 4 2 1 0 2 8 4 5 3 4 5 6 2 5 1 2 3 1
    0.06; 1; 0 0 1 1 2 2 0 3 1 1 2 2 3 3 4 4 0 5 3 3 4 2 2 1 1 3 0 2 2 1 1 4 4 5 5 2 6 4 7 5 8 1 2 2 0 3 1 1 2 2 3 3 4 8 1 5 5 3 3 10
    0.14; 1; 1 0 0 1 0 2 1 2 2 1 0 4 1 4 4 1 2 2 1 2 0 1 0 4 1 2 6 1 6 4 1 4 0 1 0 2 1 2 6 1 4 4 1 4 6 1 2 2 1 2 0 1 0 8 1 6 6 1 6 4
    0.64; 1; 0 1 2 3 4 1 5 3 2 1 5 4 2 6 8 1 2 3 7 4 5 8 2 9 5 4 7 6 8 1 4 6 2 7 4 11 2 3 8 5 4 3 8 2 1 11 8 2 9 5 1 2 13 8 4 5 3 2 1 5
    0.76; 1; 1 0 2 3 4 1 6 2 3 4 1 6 7 3 2 1 6 7 5 2 8 9 6 5 2 8 7 1 10 4 3 7 1 10 4 2 8 6 1 3 2 8 14 7 10 2 3 8 7 11 12 4 8 1 6 10 4 14 1 7
    0.005; 1; 0 0 1 0 1 1 2 2 2 0 3 3 4 1 1 0 1 5 4 3 3 3 2 2 2 1 6 0 1 0 4 5 2 2 1 6 6 5 7 0 1 0 1 1 2 5 5 0 3 8 4 8 1 0 1 5 4 5 3 3
    0.7; 1; 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0
    stripes(1, 5, 1); 1; 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0
    stripes(2, 2, 2); 1; 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2
    stripes(2, 3, 5); 1; 0 1 1 2 2 3 3 4 4 1 1 6 6 3 3 2 2 1 1 6 6 7 7 4 4 5 5 8 8 1 1 10 10 5 5 4 4 7 7 6 6 1 1 2 2 3 3 6 6 1 1 4 4 3 3 2 2 1 1 8
    stripes(1, 1, 1); 1; 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0
    stripes(3, 4, 7); 1; 0 0 1 1 1 2 2 2 3 3 3 4 4 4 1 1 1 6 6 6 3 3 3 2 2 2 1 1 1 6 6 6 7 7 7 4 4 4 5 5 5 8 8 8 1 1 1 10 10 10 5 5 5 4 4 4 7 7 7 6
    stripes(2, 4, 6); 1; 0 1 1 2 2 3 3 4 4 5 1 6 6 7 3 3 2 2 1 8 8 9 7 6 6 11 5 4 4 13 9 8 8 15 11 10 10 4 4 5 6 6 7 7 14 16 16 17 2 18 8 19 7 6 6 21 12 12 4 13
    stripes(10, 15, 23); 1; 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 1 1 1 1 1 1 1 1 6
    stripes(1, 2, 2); 1; 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 4 2 7 4
    stripes(3, 3, 3); 1; 0 0 1 1 1 2 2 0 3 3 1 1 1 0 4 3 3 3 2 2 2 4 4 0 5 5 2 2 2 3 3 0 5 0 1 1 1 3 3 3 5 6 4 4 1 0 5 5 6 6 2 7 7 7 8 0 1 9 2 7
    stripes(4, 6, 9); 1; 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 1 1 1 1 6 6 6 6 3 3 3 3 2 2 2 2 1 1 1 1 6 6 6 6 7 7 7 7 4 4 4 4 5 5 5 5 8 8 8 8 1
    all_but(2, 3, 7); 1; 1 0 1 2 3 2 3 4 5 4 5 6 7 6 7 8 9 8 9 10
"""
NIMBERS = (  # rule, first heap, nimbers from there on
    *((f"subtraction{take}", 0, " ".join(nimbers)) for take, nimbers, *_ in subtraction.SUBTRACTION),
    *(
        (rule, int(first), nimbers)
        for rule, first, nimbers in (line.strip().split("; ") for line in OTHER_NIMBERS.strip().splitlines())
    ),
)

# Independent brute force; where the first numbers may be taken, textbooks too (Bachet's game).
SUBTRACTIONS = (  # numbers that may be taken; period; heaps that lose, modulo the period
    *((take, period, lost) for take, _, period, lost in subtraction.SUBTRACTION),
    *((tuple(range(1, most + 1)), most + 1, (0,)) for most in subtraction.BACHET),
)

# Independent brute force, by the rules of openjudges.com P8369.
STRIPES_LOSING = (  # lengths of strips; rows up to 1,000 at which the mover loses, the first 60
    ((1, 5, 1), " ".join(map(str, range(2, 121, 2)))),
    ((2, 2, 2), "1 5 9 15 21 25 29 35 39 43 55 59 63 73 77 89 93 97 107 111 123 127 131 141 145 157 161 165 175 179 191 195 199 209 213 225 229 233 243 247 259 263 267 277 281 293 297 301 311 315 327 331 335 345 349 361 365 369 379 383"),
    ((1, 1, 1), " ".join(map(str, range(2, 121, 2)))),
    ((3, 4, 7), "1 2"),
    ((2, 4, 6), "1 925"),
    ((10, 15, 23), "1 2 3 4 5 6 7 8 9"),
    ((1, 2, 2), ""),
    ((4, 6, 9), "1 2 3"),
)  # fmt: skip

# Independent brute force.
GRUNDY_LOSING = "0 1 2 4 7 10 20 23 26 50 53 270 273 276 282 285 288 316 334 337 340 346 359 362 365 386 389 392 566 630 633 636 639 673 676 682 685 923 926 929 932"
WYTHOFF = tuple(" ".join(map(str, row)) for row in wythoff.NIMBERS)  # a row for each number in the first heap
WYTHOFF_MISERE = [list(pair) for pair in wythoff.LOST_MISERE]

# Canadian Computing Competition 2008, S5; independent brute force.
NUKIT_VECTORS = ((2, 1, 0, 2), (1, 1, 1, 1), (0, 0, 2, 1), (0, 3, 0, 0), (1, 0, 0, 1))
NUKIT_NIMBERS = (306_420, 305_118, 155_515, 151_563, 3_568, 1_337)  # cells of 31 x 31 x 31 x 31 with each
NUKIT_MISERE_LOSSES = 306_517
NUKIT = tuple(  # atoms of A, B, C, D; nimber; does the mover win under misere play?
    (tuple(atoms), nimber, misere > 0) for atoms, nimber, misere, _ in nukit.table()
)
KAYLES_EXCEPTIONS = (0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70)
KAYLES_BLOCK = (4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7)  # heaps 72 to 83
DAWSONS_WINS = (
    (1, 50, 40),
    (1, 1_000_000, 852_938),
)  # heaps of Dawson's Kayles from, to: how many the mover wins
SQUARES_LOSING = " ".join(map(str, subtract_a_square.LOST))

# The test suite of CGSuite 2.1; Winning Ways, chapter 14.
COINS = {
    "mock_turtles": (1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35, 37, 38),
    "ruler": (1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16, 1, 2, 1, 4),
    "turnips": (0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4),
    "sym": (1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31, 128, 10, 256, 5, 512, 28),
}
