from types import SimpleNamespace

from families import SEPARATE, Family, counted
from families.isolation import TextIsolation
from zermelo.games.blockade.isola import Isola

FAMILY = Family(
    small=(Isola(3, 3), Isola(1, 2), Isola(2, 4), Isola(3, 4)),
    larger=(Isola(), Isola(7, 4), Isola(5, 6)),
    # Positions are boards as their movers see them, from all images of the start.
    facts=counted("value remoteness longest positions classes totals edges finished", SEPARATE)(
        (Isola(1, 2), -1, 0, 0, 2, 1, (0, 0, 2), 0, 2),
        (Isola(1, 3), 1, 1, 1, 4, 2, (2, 0, 2), 2, 2),
        (Isola(2, 2), -1, 2, 2, 16, 3, (8, 0, 8), 16, 4),
        (Isola(3, 2), -1, 2, 2, 38, 10, (16, 0, 22), 48, 12),
        (Isola(2, 3), -1, 4, 4, 102, 26, (52, 0, 50), 112, 30),
        (Isola(3, 3), 1, 5, 5, 920, 125, (440, 0, 480), 1_104, 304),
        (Isola(5, 2), -1, 4, 6, 562, 141, (240, 0, 322), 808, 36),
        (Isola(3, 4), -1, 10, 10, 5_146, 1_290, (2_496, 0, 2_650), 6_696, 1_524),
        (Isola(4, 3), -1, 10, 10, 10_204, 2_566, (4_904, 0, 5_300), 14_852, 2_112),
        (Isola(), -1, 14, 14, 329_748, 41_336, (162_980, 0, 166_768), 535_868, 53_836),
    ),
    twin=lambda game: TextIsolation(
        SimpleNamespace(**vars(game), piece="king", removing=False, platforms=False, placing=False)
    ),
    refused=(
        (Isola, {"columns": 0}, "columns=0 is too small"),
        (Isola, {"rows": 1}, "rows=1 is too small"),
        (Isola, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 64 bits"),
    ),
    unreadable=(
        (Isola(3, 3), ".O./.#./.O.", "X has 0 pawns: write one X and one O"),
        (Isola(3, 3), ".O./.O./.X.", "O has 2 pawns"),
    ),
    written=(
        (Isola(), "..O./..../..../.X..", "a3 b3 c3 a4 c4"),
        (Isola(3, 3), "##./OX./##.", "c1 c2 c3"),
        (Isola(2, 4), "X#/#O/../..", ""),
    ),
)
