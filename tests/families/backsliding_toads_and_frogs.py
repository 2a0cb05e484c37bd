from families import Family, known_forms, outcomes
from families.toads_and_frogs import TextToads
from zermelo.games.rows.backsliding_toads_and_frogs import BackslidingToadsAndFrogs

# The first is a test of CGSuite's. Who has animals alone has on; the others are worth games that end, by a going
# over all positions that is independent of these rules.
ALONE = "by the definition: who has animals that can step to and fro alone always has a move"


class TextBacksliding(TextToads):
    """Both step back, too."""

    def patterns(self, position: str) -> list[tuple[str, str]]:
        back = ("f.", ".f") if self.mover(position) else (".t", "t.")
        return [*super().patterns(position), back]


FAMILY = Family(
    small=(
        BackslidingToadsAndFrogs("tt..ff"),
        BackslidingToadsAndFrogs("t.tf..f", starter="right", longest=2),
    ),
    larger=(BackslidingToadsAndFrogs("tttt...ffff"),),
    # One kind alone: it never ends where its player begins, and the other, to move, loses.
    facts=outcomes(BackslidingToadsAndFrogs, ALONE)(L="t.; .t..; tt.t", R="f.; .f..; ff.f"),
    twin=TextBacksliding,
    canonical=known_forms(
        """
        backsliding_toads_and_frogs(board='ttt..fff', starter='left', longest=1)  -  {on||0|-1/2} & {1/2|0||off}  -  -
        backsliding_toads_and_frogs(board='t.', starter='left', longest=1)  -  on  L  -
        backsliding_toads_and_frogs(board='.f.', starter='left', longest=1)  -  off  R  -
        backsliding_toads_and_frogs(board='tt.f', starter='left', longest=1)  -  on  L  -
        backsliding_toads_and_frogs(board='t.f', starter='left', longest=1)  -  0  P  -
        backsliding_toads_and_frogs(board='t..f', starter='left', longest=1)  -  *  N  -
        backsliding_toads_and_frogs(board='tt.ff', starter='left', longest=1)  -  *  N  -
        backsliding_toads_and_frogs(board='tt..ff', starter='left', longest=1)  -  *  N  -
        """
    ),
    slow_forms=("backsliding_toads_and_frogs(board='ttt..fff'",),
    refused=((BackslidingToadsAndFrogs, {"board": "x.o"}, "board='x.o' is no row of toads and frogs"),),
    written=(
        (BackslidingToadsAndFrogs(), ".tf.tf/toads to move", "2-4 2-1 5-4"),
        (BackslidingToadsAndFrogs(), ".tf.tf/frogs to move", "3-1 6-4 3-4"),
    ),
)
