from families import Family, known_forms, outcome_facts
from families._text_boards import LeftOrRight, above
from zermelo.games.rows.toppling_dominoes import TopplingDominoes

CANONICAL = known_forms(
    """
    toppling_dominoes(row='lr', starter='left')  -  *  N  0 0 0 0
    toppling_dominoes(row='le', starter='left')  -  {1|0}  N  1/2 1/2 1 0
    toppling_dominoes(row='lrl', starter='left')  -  1/2  L  1/2 -1/2 1/2 1/2
    toppling_dominoes(row='lrrlrrl', starter='left')  -  {0|{0|-1/2}}  L  0 0 0 0
    toppling_dominoes(row='ee', starter='left')  -  *2  N  0 0 0 0
    toppling_dominoes(row='eee', starter='left')  -  *3  N  0 0 0 0
    toppling_dominoes(row='llr', starter='left')  -  {1|0}  N  1/2 1/2 1 0
    toppling_dominoes(row='lrr', starter='left')  -  {0|-1}  N  -1/2 1/2 0 -1
    toppling_dominoes(row='ler', starter='left')  -  {1|-1}  N  0 1 1 -1
    toppling_dominoes(row='lel', starter='left')  -  1*  L  1 0 1 1
    toppling_dominoes(row='lere', starter='left')  -  {1|0,{0|-1}}  -  -
    """
)


class TextDominoes(LeftOrRight):
    """A domino and all before it, or all after it, are rubbed out."""

    def board(self) -> str:
        return self.game.row

    def moves(self, position: str) -> list[tuple[int, bool]]:
        mine = "er" if self.mover(position) else "el"
        places = [place for place, sign in enumerate(above(position)) if sign in mine]
        return [(place, right) for place in places for right in (False, True)]

    def play(self, position: str, move: tuple[int, bool]) -> str:
        place, right = move
        row = above(position)
        rest = row[:place].ljust(len(row), ".") if right else row[place + 1 :].rjust(len(row), ".")
        return self.next_turn(position, rest)


FAMILY = Family(
    small=(TopplingDominoes("lerlrel"), TopplingDominoes("elrrl", starter="right")),
    larger=(TopplingDominoes("lreelrrllereelrlrelrerl"),),
    facts=outcome_facts(CANONICAL),
    twin=TextDominoes,
    canonical=CANONICAL,
    refused=(
        (TopplingDominoes, {"row": ""}, "row='' is no row of dominoes: write one of l, r and e like 'lre'"),
        (TopplingDominoes, {"row": "bw"}, "row='bw' is no row of dominoes"),
        (TopplingDominoes, {"row": 3}, "row=3 is no text"),
        (TopplingDominoes, {"row": "l" * 10_001}, "row has 10001 dominoes: give at most 10,000"),
    ),
    unreadable=(
        (TopplingDominoes("lre"), "lr/left to move", "write 'lre', with . for those that fell"),
        (TopplingDominoes("lre"), "lee/left to move", "other dominoes stand there"),
        (TopplingDominoes("lre"), "l.e/left to move", "other dominoes stand there"),
        (TopplingDominoes("lre"), "lre/lre/left to move", "other dominoes stand there"),
    ),
    written=(
        (TopplingDominoes("lre"), "lre/left to move", "1< 1> 3< 3>"),
        (TopplingDominoes("lre"), ".re/right to move", "2< 2> 3< 3>"),
        (TopplingDominoes("lre"), "lr./right to move", "2< 2>"),
    ),
)
