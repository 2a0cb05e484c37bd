"""What is known of self-play on the six games of the paper: figures, and where each comes from.

All figures are those of the self-play specification of this project's plan, found by independent programs in C++ and
Numba; "the paper" is Sundar, Vasam and Joseph, *Monotonic Model Improvement Self-play Algorithm for Adversarial
Games*. Games are named as in `paper_games`, whose encodings the figures rest on. Lines of play are complete ones of
one policy against every reply, won, drawn and lost. Ties go to the first move whose value is within 1e-12 of the best;
counts of a single policy's lines depend on that, and on the order of the moves. What is known of games (values,
least losses, numbers of positions) does not.
"""

from typing import NamedTuple

from zermelo.verify.line_counts import LineCounts

GAMES = ("ttt3", "ttt4", "dom4", "dom5", "cram4", "dots")


class Row(NamedTuple):
    """One iteration."""

    changed: int
    first: LineCounts
    second: LineCounts


class Trace(NamedTuple):
    """A run with P_0 uniform and rewards 1/0/-1, and what its limit is worth against best play."""

    game: str
    alpha: float
    gamma: float
    losing_value: int  # positions where the limit gives away value
    to_loss: int  # and then loses
    not_fastest: int  # won positions where some line takes more plies than the remoteness
    rows: tuple[Row, ...]


# A line for each run: game, alpha, gamma, losing_value, to_loss, not_fastest. Below it the iterations,
# the last of which changes nothing: changed, first and second as won/drawn/lost.
TRACES_TEXT = """
ttt3  1  0.9  0  0  0
    4520  71/2/0  390/63/4, 359  100/15/0  386/183/0, 12  71/2/0  386/183/0, 0  71/2/0  386/183/0
ttt3  1  1  0  0  512
    4520  99/2/0  539/57/7, 472  136/10/0  498/183/0, 89  99/2/0  387/222/94, 38  99/2/0  498/183/0,
    13  99/2/0  465/150/44, 4  186/23/0  498/183/0, 1  99/2/0  498/183/0, 0  99/2/0  498/183/0
ttt3  0.9  0.9  0  0  0
    4520  71/2/0  390/63/4, 51  102/10/0  378/79/0, 14  72/4/0  378/79/0, 0  72/4/0  378/79/0
ttt3  0.6  0.9  3  3  0
    4520  71/2/0  390/63/4, 44  102/10/0  378/79/0, 14  72/4/0  378/79/0, 0  72/4/0  378/79/0
ttt3  0.6  0.5  8  8  0
    4520  71/2/0  390/63/4, 53  71/2/0  378/79/0, 24  71/2/0  378/79/0, 0  71/2/0  378/79/0
dom4  1  0.9  0  0  0
    2765  35/0/0  131/0/6, 131  46/0/0  163/0/41, 0  46/0/0  163/0/41
dom4  1  1  0  0  235
    2765  47/0/0  149/0/5, 103  47/0/0  177/0/41, 0  47/0/0  177/0/41
dom4  0.9  0.9  0  0  0
    2765  35/0/0  131/0/6, 33  35/0/0  130/0/9, 0  35/0/0  130/0/9
dom4  0.6  0.9  0  0  0
    2765  35/0/0  131/0/6, 28  35/0/0  129/0/6, 0  35/0/0  129/0/6
dom4  0.6  0.5  0  0  0
    2765  35/0/0  131/0/6, 28  35/0/0  129/0/6, 0  35/0/0  129/0/6
cram4  1  0.9  0  0  0
    5594  718/0/2  3526/0/0, 449  747/0/21  4090/0/0, 41  747/0/21  4412/0/0, 0  747/0/21  4412/0/0
cram4  1  1  0  0  7
    5594  718/0/2  4432/0/0, 381  747/0/21  4432/0/0, 0  747/0/21  4432/0/0
cram4  0.9  0.9  0  0  0
    5594  718/0/2  3526/0/0, 203  772/0/7  3526/0/0, 22  772/0/7  3260/0/0, 6  772/0/7  3146/0/0,
    4  772/0/7  3260/0/0, 0  772/0/7  3260/0/0
cram4  0.6  0.9  0  0  0
    5594  718/0/2  3526/0/0, 104  718/0/2  3526/0/0, 4  718/0/2  3822/0/0, 0  718/0/2  3822/0/0
cram4  0.6  0.5  0  0  0
    5594  742/0/5  2564/0/118, 183  553/0/12  4214/0/0, 61  772/0/7  3576/0/0, 2  772/0/7  3416/0/0,
    0  772/0/7  3416/0/0
dots  1  0.9  0  0  0
    5531  4778/154/0  9211/1218/1336, 1803  4982/1445/0  6875/5529/2102, 1315  4802/36/0  6965/6657/6604,
    785  4971/116/0  5704/6102/1342, 396  4652/0/0  6664/6248/3554, 172  4754/20/0  6500/6206/1804,
    30  4652/0/0  5597/6166/1460, 9  4652/0/0  6500/6206/1804, 0  4652/0/0  6500/6206/1804
dots  1  1  0  0  0
    5531  4482/0/0  9266/1183/1466, 1617  5043/1438/0  6678/6779/3247, 1085  4482/0/0  8399/8409/11320,
    760  4880/124/0  6678/6779/3247, 379  4482/0/0  6959/7393/6409, 175  4589/20/0  6678/6779/3247,
    30  4482/0/0  5743/6565/2593, 9  4482/0/0  6678/6779/3247, 0  4482/0/0  6678/6779/3247
dots  0.9  0.9  0  0  0
    5531  4778/154/0  9211/1218/1336, 1197  4778/64/0  6520/1888/504, 444  4736/0/0  8664/4444/480,
    162  4736/0/0  6720/4280/256, 18  4736/0/0  6720/4280/256, 12  4736/0/0  6720/4280/256,
    0  4736/0/0  6720/4280/256
dots  0.6  0.9  64  64  0
    5531  4778/154/0  9211/1218/1336, 1007  4778/64/0  7720/1608/608, 201  4558/16/0  9024/1776/888,
    19  4628/0/0  8847/2001/878, 0  4628/0/0  8847/2001/878
dots  0.6  0.5  16  0  0
    5531  4792/1092/54  10414/3518/1166, 1227  4710/464/54  7991/2535/752, 540  4608/12/0  6688/3040/512,
    135  4892/26/0  7040/2336/288, 4  4776/0/0  7040/2336/288, 8  4776/0/0  6460/4188/240,
    0  4776/0/0  6460/4188/240
dom5  1  0.9  0  0  0
    693014  1340/0/24  7473/0/0, 92413  5782/0/4992  22455/0/298, 8983  5614/0/6916  19536/0/0,
    3531  4995/0/3606  16939/0/0, 1275  5467/0/4161  16809/0/0, 269  5181/0/3177  16676/0/0,
    64  5316/0/3177  17469/0/0, 7  5316/0/3177  18171/0/0, 1  5316/0/3177  17469/0/0,
    0  5316/0/3177  17469/0/0
dom5  1  1  0  0  81949
    693014  4317/0/8  35353/0/0, 74119  6997/0/16590  35353/0/0, 0  6997/0/16590  35353/0/0
dom5  0.9  0.9  0  0  87
    693014  1340/0/24  7473/0/0, 30999  1402/0/27  10508/0/0, 5843  1387/0/27  9310/0/0,
    906  1168/0/81  8614/0/0, 164  1378/0/27  8058/0/0, 17  1258/0/80  8160/0/0, 3  1118/0/81  8058/0/0,
    1  1258/0/80  8058/0/0, 0  1258/0/80  8058/0/0
dom5  0.6  0.9  0  0  232
    693014  1340/0/24  7473/0/0, 25118  1370/0/15  9094/0/0, 4165  1360/0/15  9092/0/0,
    452  1360/0/15  8733/0/0, 38  1360/0/15  8726/0/0, 2  1360/0/15  8726/0/0, 0  1360/0/15  8726/0/0
dom5  0.6  0.5  2  2  502
    693014  1278/0/38  7384/0/62, 22986  1336/0/30  8851/0/0, 2747  1095/0/30  7679/0/0,
    261  1342/0/15  7654/0/0, 21  1377/0/15  7654/0/0, 0  1377/0/15  7654/0/0
ttt4  1  0.9  0  0  0
    9062619  28818/14225/210  235088/235104/3552, 2368507  244156/365207/0  1248210/3530023/0,
    517098  222421/348340/708  1054545/3629002/16286, 53813  271628/395643/0  1150223/3540025/0,
    41653  222901/348344/0  1056717/3651694/1200, 1497  219840/347567/0  1055829/3662734/0,
    1228  222901/348344/0  1055829/3662734/0, 0  222901/348344/0  1055829/3662734/0
ttt4  1  1  0  0  545255
    9062619  118153/12881/511  655906/229204/4963, 2560343  423069/424976/0  1641760/3753672/0,
    1253656  224208/358708/13691  1055877/3431413/123065, 951031  195856/231151/0  1089888/2603006/0,
    695085  253674/343192/5185  1106799/3463653/55649, 217212  215357/168438/0  1114037/2132022/0,
    144469  256501/347768/12  1136347/3646370/56, 9665  74962/142837/0  517468/1742194/0,
    6854  256897/348344/0  1142727/3662734/0, 0  256897/348344/0  1142727/3662734/0
ttt4  0.9  0.9  0  0  0
    9062619  28818/14225/210  235088/235104/3552, 896202  142042/84731/0  1008918/1286837/0,
    585873  78434/37143/0  839186/1119059/0, 182913  111333/83626/0  665730/910370/0,
    68314  89066/45185/0  891579/1150151/0, 19758  112232/63285/0  759505/896938/0,
    5823  97474/49573/0  742933/890487/0, 1277  84646/42661/0  718310/906065/0,
    200  85983/42832/0  808376/1061651/0, 23  85983/42832/0  766118/993296/0,
    3  85983/42832/0  767741/1012078/0, 0  85983/42832/0  767741/1012078/0
ttt4  0.6  0.9  117  117  1572
    9062619  28818/14225/210  235088/235104/3552, 811794  116388/64539/0  845209/1018521/0,
    520870  41376/23075/0  351967/459181/0, 127211  49559/26140/0  341496/427297/0,
    40879  49947/25260/0  386594/516768/0, 9138  48602/24797/0  369294/461279/0,
    2013  49860/28091/0  373597/467902/0, 442  51677/28324/0  361645/436583/0,
    76  48178/26341/0  362226/434394/0, 11  51677/28324/0  362929/437645/0,
    0  51677/28324/0  362929/437645/0
ttt4  0.6  0.5  580  580  1572
    9062619  25665/14775/181  200776/236366/2620, 726667  35360/39181/0  270109/474321/102,
    302189  32722/32703/0  269393/417301/0, 79384  33524/28619/0  261431/406766/0,
    18416  33653/25644/0  266568/412996/0, 2470  32962/25683/0  256203/411211/6,
    421  33998/25063/0  279495/478581/19, 91  33998/25063/0  272505/442116/22,
    26  33998/25063/0  281257/480861/22, 0  33998/25063/0  281257/480861/22
"""


def lines_of(word: str) -> LineCounts:
    """Return lines of play, written as won/drawn/lost."""
    return LineCounts(*map(int, word.split("/")))


def traces() -> tuple[Trace, ...]:
    """Return all runs."""
    found: list[Trace] = []
    for line in TRACES_TEXT.strip().splitlines():
        words = line.split()
        if line.startswith(" "):
            rows = (each.split() for each in line.split(",") if each)
            more = (Row(int(changed), lines_of(first), lines_of(second)) for changed, first, second in rows)
            found[-1] = found[-1]._replace(rows=(*found[-1].rows, *more))
        else:
            alpha, gamma = float(words[1]), float(words[2])
            found.append(Trace(words[0], alpha, gamma, *map(int, words[3:]), rows=()))
    return tuple(found)


class Known(NamedTuple):
    """What is known of a game, whatever the policy. Lines are counted as the player sees them who begins."""

    positions: int  # reachable, finished ones and the start included
    finished: int
    winning: int  # unfinished positions that their mover wins
    value: int
    remoteness: int
    games: int
    results: LineCounts
    best_first: LineCounts  # fewest lost, of these fewest drawn, of these most won
    best_second: LineCounts
    longest: int  # plies of the longest line


KNOWN_TEXT = """
    ttt3  5478  958  2836  0  9  255168  131184/46080/77904  250/2/0  640/79/0  9
    ttt4  9722011  659392  2730266  0  16  15038733958272  3225291101568/8707262054400/3106180802304  362338/14463/0  1532392/262288/0  16
    dom4  3120  355  1801  1  7  25092  11088/0/14004  62/0/0  178/0/4  8
    dom5  723996  30982  436686  -1  12  838927872  331689600/0/507238272  6971/0/8  58242/0/0  12
    cram4  5700  106  4024  -1  8  2854080  1330560/0/1523520  1025/0/2  6848/0/0  8
    dots  5559  28  3113  1  12  479001600  201415680/76096512/201489408  5227/0/0  4960/3424/64  12
"""
KNOWN = {
    game: Known(*(lines_of(word) if "/" in word else int(word) for word in words))
    for game, *words in map(str.split, KNOWN_TEXT.strip().splitlines())
}

# The worst that the first player of cram can do: most lines lost, the first such move throughout.
WORST_FIRST_CRAM4 = LineCounts(185, 0, 1191)

# Numbers of positions


class PaperCount(NamedTuple):
    """What the paper says of a game's size, and what counts so; |S| holds one position that is none."""

    states: int
    actions: int  # own moves, and one that is none
    reproduced: int | None  # what the encoding of `paper_games` counts, with or without the one that is none
    dummy: bool = True


PAPER_COUNTS: dict[str, PaperCount] = {
    "ttt3": PaperCount(5479, 10, 5478),
    "ttt4": PaperCount(9722012, 17, 9722011),
    "dom4": PaperCount(3121, 13, 3120),
    "dom5": PaperCount(723997, 21, 723996),
    "cram4": PaperCount(5700, 25, 5700, dummy=False),
    "dots": PaperCount(5286, 13, None),  # the mover has to be in the position, and then there are 5,559
}


# The limit

# The least alpha on the grid .52, .56, ... 1 from which on the limit gives away no value, by gamma; rewards 1/0/-loss.
GRID = tuple(round(0.52 + 0.04 * step, 2) for step in range(13))
THRESHOLDS: dict[tuple[str, float], dict[float, float]] = {
    ("ttt3", 1): {1: 0.64, 0.9: 0.68, 0.5: 0.76},
    ("dots", 1): {1: 0.8, 0.99: 0.76, 0.9: 0.72, 0.5: 0.64},
    ("dom4", 1): {1: 0.52, 0.99: 0.52, 0.9: 0.52, 0.5: 0.52},
    ("cram4", 1): {1: 0.52, 0.99: 0.52, 0.9: 0.52, 0.5: 0.52},
    ("ttt3", 10): {1: 0.52, 0.99: 0.52, 0.9: 0.52, 0.5: 0.52},
    ("dots", 10): {1: 0.52, 0.99: 0.52, 0.9: 0.52},
}


class Bound(NamedTuple):
    """The sufficient condition: the opponent's moves left after one of the agent's, and alpha at gamma = loss = 1."""

    replies: int
    alpha: float


BOUNDS = {"ttt3": Bound(4, 0.841), "ttt4": Bound(8, 0.918)}

# Won positions where some line of the limit's takes more plies than the remoteness, by alpha and gamma.
NOT_FASTEST: dict[tuple[float, float], dict[str, int]] = {
    (1, 1): {"ttt3": 512, "dom4": 235, "cram4": 7, "dots": 0, "dom5": 81949, "ttt4": 545255},
    (1, 0.99): {"ttt3": 0, "dom4": 0, "cram4": 0, "dots": 0, "dom5": 0},
    (1, 0.9): {"ttt3": 0, "dom4": 0, "cram4": 0, "dots": 0, "dom5": 0, "ttt4": 0},
    (1, 0.5): {"ttt3": 0, "dom4": 0, "cram4": 0, "dots": 0, "dom5": 0},
    (0.9, 0.9): {"ttt3": 0, "dom4": 0, "cram4": 0, "dots": 0, "dom5": 87, "ttt4": 0},
    (0.6, 0.9): {"dom5": 232, "ttt4": 1572},
    (0.6, 0.5): {"dom5": 502, "ttt4": 1572},
}

# Lost positions where some line takes fewer plies, the winner making winning moves alone.
NOT_SLOWEST: dict[tuple[float, float], dict[str, int]] = {
    (1, 1): {"ttt3": 85, "dom4": 97, "cram4": 23, "dom5": 66106},
    (1, 0.99): {"ttt3": 0, "dom4": 0, "cram4": 0, "dots": 0, "dom5": 0},
    (1, 0.9): {"ttt3": 0, "dom4": 0, "cram4": 0, "dots": 0, "dom5": 0},
    (1, 0.5): {"ttt3": 0, "dom4": 0, "cram4": 0, "dots": 0, "dom5": 0},
    (0.9, 0.9): {"dom5": 1721},
}

# The limit with some alpha and gamma, and after it a phase with alpha = 1 that keeps moves which are as good as
# any (within the tolerance): first, second. None of them gives away value anywhere.
TWO_PHASES: dict[tuple[str, float, float], tuple[LineCounts, LineCounts]] = {
    ("dom4", 0.6, 0.9): (LineCounts(35, 0, 0), LineCounts(129, 0, 6)),
    ("dom5", 0.6, 0.9): (LineCounts(1360, 0, 15), LineCounts(8968, 0, 0)),
    ("cram4", 0.6, 0.9): (LineCounts(718, 0, 5), LineCounts(3822, 0, 0)),
    ("dots", 0.6, 0.9): (LineCounts(4628, 0, 0), LineCounts(6808, 2848, 408)),
    ("dots", 0.6, 0.5): (LineCounts(4776, 0, 0), LineCounts(6460, 4188, 240)),
}

# The most iterations seen, the last one included that changes nothing: never above the longest line and one.
MOST_ITERATIONS = {"ttt3": 9, "ttt4": 13, "dom4": 7, "dom5": 10, "cram4": 8, "dots": 11}

# Where what the paper claims does not hold


class Counterexample(NamedTuple):
    """A limit that does not do what is claimed; `quantity` says what `value` is."""

    game: str
    alpha: float
    gamma: float
    rewards: tuple[float, float, float]
    quantity: str  # "second lost", "losing value", "lost" (some lines, first or second), "first drawn" (some)
    value: int | None  # None where only that there are some is known


COUNTEREXAMPLES: tuple[Counterexample, ...] = (
    # It can lose: 580 moves of the limit give away value, and 22 lines are lost.
    Counterexample("ttt4", 0.6, 0.5, (1, 0, -1), "second lost", 22),
    Counterexample("ttt4", 0.6, 0.5, (1, 0, -1), "losing value", 580),
    *(Counterexample("ttt3", alpha, 0.5, (1, 0.5, 0), "lost", None) for alpha in (0.52, 0.56, 0.6)),
    # A loss no worse than a draw: at every alpha, also at 1.
    *(
        Counterexample(game, alpha, 0.9, (1, 0, 0), "lost", None)
        for game in ("ttt3", "dots")
        for alpha in GRID
    ),
    Counterexample("ttt3", 1, 0.9, (1, 0, 0), "second lost", 224),
    # It draws what it could win: a win later is worth less than a draw at once.
    *(Counterexample("dots", alpha, 0.5, (1, 0.5, -1), "first drawn", None) for alpha in GRID),
    *(Counterexample("dots", 0.52, gamma, (1, 0, -1), "first drawn", None) for gamma in (0.5, 0.9)),
)

# Lines lost by iteration that do not only fall. Game, alpha, gamma, whose ("both" together), how many.
NOT_MONOTONE: tuple[tuple[str, float, float, str, tuple[int, ...]], ...] = (
    ("ttt4", 1, 1, "both", (5474, 0, 136756, 0, 60834, 0, 68, 0, 0, 0)),
    ("ttt4", 1, 0.9, "both", (3762, 0, 16994, 0, 1200, 0, 0, 0)),
    ("dom5", 1, 0.9, "first", (24, 4992, 6916, 3606, 4161, 3177, 3177, 3177, 3177, 3177)),
    ("dom4", 0.9, 0.9, "second", (6, 9, 9)),
)

# P_0 drawn at random: 100 seeds of another program, so only what does not depend on the draws can be met exactly.


class FromLot(NamedTuple):
    """What came of P_0 by lot, gamma .9, rewards 1/0/-1; of the tables, which case how often in 100.

    An iteration "to zero losses" is the first from which on none loses a line.
    """

    model: str
    alpha: float
    ttt3_to_zero_losses: dict[int, int]
    ttt3_first_losses: tuple[int, int, int]  # of the first iteration, both sides: least, median, most
    dom4_first_to_zero_losses: dict[int, int]
    dom4_second_at_last: int  # lines lost, always
    cram4_second_to_zero_losses: dict[int, int]
    cram4_first_at_last: tuple[int, int]  # lines won and lost, always
    dots_first_to_zero: dict[tuple[int, int], int]  # to no losses, to no losses and no draws


FROM_LOT: tuple[FromLot, ...] = (
    FromLot("unnormalised", 0.6, {5: 72, 4: 19, 3: 9}, (53, 81, 105), {2: 100}, 6, {3: 99, 2: 1}, (718, 2),
            {(3, 5): 99, (3, 4): 1}),
    FromLot("unnormalised", 0.9, {5: 70, 4: 27, 3: 3}, (53, 81, 105), {3: 55, 2: 34, 4: 11}, 9, {3: 100}, (772, 7),
            {(3, 5): 86, (3, 4): 12, (4, 5): 2}),
    FromLot("random", 0.6, {4: 49, 3: 49, 2: 2}, (16, 26, 37), {1: 85, 2: 15}, 6, {2: 99, 1: 1}, (718, 2),
            {(2, 5): 97, (3, 5): 2, (2, 4): 1}),
    FromLot("random", 0.9, {4: 63, 3: 36, 2: 1}, (16, 26, 37), {1: 79, 3: 7, 2: 14}, 9, {2: 99, 1: 1}, (772, 7),
            {(3, 4): 1, (2, 5): 32, (2, 3): 12, (2, 4): 54, (3, 5): 1}),
)  # fmt: skip
