from families import BOTH, BRUTE_FORCE, SELF_PLAY, SPECIFICATION, Family, bounds, counted, facts_of
from families._text_boards import Lining, Rectangle
from zermelo.games.lines.mnk import Mnk, TicTacToe


class TextMnk(Lining, Rectangle):
    """Cells are looked at one by one."""


FAMILY = Family(
    small=(Mnk(columns=4, rows=2, line=2, misere=True), TicTacToe()),
    larger=(Mnk(columns=6, rows=5, line=4), Mnk(columns=9, rows=7, line=5)),
    facts=(
        # Three in a row on 3 x 3, of both names, and its misere form.
        *(
            fact
            for game in (TicTacToe(), Mnk())
            for fact in (
                *facts_of(game, BRUTE_FORCE, BOTH, value=0, positions=5_478),
                *facts_of(game, BRUTE_FORCE, totals=(2_836, 1_068, 1_574), finished=958, edges=16_167),
                *facts_of(game, SELF_PLAY, remoteness=9),
                *facts_of(
                    game, "classical", BOTH, classes=765, games=255_168, results=(131_184, 46_080, 77_904)
                ),
                *facts_of(game, "specification of explainable strategies, section 4", tree_nodes=549_946),
            )
        ),
        *facts_of(Mnk(misere=True), BRUTE_FORCE, BOTH, value=0, positions=5_478),
        *facts_of(Mnk(misere=True), BRUTE_FORCE, totals=(3_054, 980, 1_444)),
        # Larger boards, beyond the definitions.
        *counted("value remoteness positions totals edges finished", BRUTE_FORCE)(
            (Mnk(4, 3), 1, 7, 111_973, (64_738, 3_060, 44_175), 391_062, 32_410),
            (Mnk(4, 4), 1, 5, 6_036_001, (3_199_406, 1_322, 2_835_273), 23_453_344, 2_572_460),
            (Mnk(5, 3), 1, 7, 2_286_668, (1_261_643, 6_872, 1_018_153), 8_813_673, 879_598),
        ),
        *counted("value positions totals edges finished", BRUTE_FORCE)(
            (Mnk(5, 3, 4), 0, 3_414_564, (494_604, 2_780_883, 139_077), 17_333_457, 119_136)
        ),
        *counted("value remoteness positions wins finished edges", SELF_PLAY)(
            (Mnk(4, 4, 4), 0, 16, 9_722_011, 2_730_266, 659_392, 51_562_424)
        ),
        *counted("games results", SELF_PLAY, size="medium")(
            (Mnk(4, 4, 4), 15_038_733_958_272, (3_225_291_101_568, 8_707_262_054_400, 3_106_180_802_304))
        ),
        *counted("value size", "Uiterwijk and van den Herik 2000; Allis 1994; Hsu, Ko et al.", BOTH)(
            (Mnk(5, 4, 4), 0, "large"), (Mnk(6, 4, 4), 0, "large"), (Mnk(6, 6, 4), 1, "searched")
        ),
        *facts_of(Mnk(5, 5, 4), SPECIFICATION, "specification", "searched", value=0),
        *facts_of(Mnk(6, 5, 4), SPECIFICATION, "specification", "searched", value=1),
        *counted("value positions totals", BRUTE_FORCE)(
            (Mnk(4, 4, 4, misere=True), 0, 9_722_011, (2_203_424, 6_718_241, 800_346))
        ),
    ),
    twin=TextMnk,
    refused=(
        *bounds(Mnk, columns=(1, 63), rows=(1, 63), line=(1, 63)),
        *bounds(TicTacToe, columns=(1, 63), rows=(1, 63), line=(1, 63)),
        (Mnk, {"columns": 8, "rows": 8}, "rows=64 is too large: give a whole number from 1 to 63"),
    ),
    unreadable=(
        (TicTacToe(), "X../.../.../...", "write 3 rows of 3"),
        (TicTacToe(), "x../.../...", "'x' is no cell"),
        (TicTacToe(), "O../.../...", "X has 0 and O has 1"),
        (TicTacToe(), "XX./.../...", "X has 2 and O has 0"),
        (TicTacToe(), "XXX/OO./..O", "play had ended"),
        (TicTacToe(), "XXX/OOO/...", "play had ended"),
        (TicTacToe(misere=True), "XXX/OO./..O", "play had ended"),
        (Mnk(5, 2, 2), "XXOXX/O..O.", "play had ended"),
        (Mnk(6, 6, 4), "XXXX../OOO.../....../....../....../.....O", "play had ended"),
    ),
    written=(
        (TicTacToe(), "X../.O./..X", "b1 c1 a2 c2 a3 b3"),
        (Mnk(11, 3), "XXOOXXOOXXO/OOXXOOXXOO./XXOOXXOOXX.", "k2 k3"),
    ),
)
