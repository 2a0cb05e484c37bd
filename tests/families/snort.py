from functools import partial

from families import Family, known_forms, outcome_facts
from families.col import TextColouring
from zermelo.games.graphs.snort import Snort

CANONICAL = known_forms(
    """
    snort(graph='path 1', starter='left', misere=False)  -  *  N  0 0 0 0
    snort(graph='path 2', starter='left', misere=False)  -  {1|-1}  N  0 1 1 -1
    snort(graph='path 3', starter='left', misere=False)  -  {2|-2}  N  0 2 2 -2
    snort(graph='path 5', starter='left', misere=False)  -  {1,{3|0}|-1,{0|-3}}  N  0 1 1 -1
    snort(graph='path 6', starter='left', misere=False)  -  *  N  0 0 0 0
    snort(graph='path 7', starter='left', misere=False)  -  {1,{{4|3}|{*|-1*}},{{4|3}|{1*|*},{1|-1}}|-1,{{*|-1*},{1|-1}|{-3|-4}},{{1*|*}|{-3|-4}}}  N  0 1 1 -1
    snort(graph='path 8', starter='left', misere=False)  -  {{{5|2*},{5|2}|{2*|-2},{2|-2},{{2|1}|{0|-1}}}|{{2|-2*},{2|-2},{{1|0}|{-1|-2}}|{-2*|-5},{-2|-5}}}  N  0 2 1 -1
    snort(graph='cycle 6', starter='left', misere=False)  -  0  P  0 -1 0 0
    snort(graph='star 4', starter='left', misere=False)  -  {4|-4}  N  0 4 4 -4
    snort(graph='complete 2', starter='left', misere=False)  -  {1|-1}  N  0 1 1 -1
    snort(graph='complete 3', starter='left', misere=False)  -  {2|-2}  N  0 2 2 -2
    snort(graph='complete 4', starter='left', misere=False)  -  {3|-3}  N  0 3 3 -3
    snort(graph='grid 2x2', starter='left', misere=False)  -  0  P  0 -1 0 0
    snort(graph='grid 3x2', starter='left', misere=False)  -  {{4|{1|0}}|{{0|-1}|-4}}  N  0 9/4 1 -1
    """
)


FAMILY = Family(
    small=(
        Snort(graph="grid 4x2", starter="right"),
        Snort(graph="cycle 6", misere=True),
        Snort(graph="star 4"),
        Snort(graph="2-1 2-3 3-4 4-2 4-5"),
    ),
    larger=(Snort(graph="grid 5x6"), Snort(graph="cycle 31", misere=True)),
    facts=outcome_facts(CANONICAL),
    twin=partial(TextColouring, shut="theirs"),
    canonical=CANONICAL,
    refused=((Snort, {"graph": "circle 5"}, "graph='circle 5' has 'circle' in it"),),
    written=(
        (Snort(graph="path 5"), ".LR#./left to move", "1 2 5"),
        (Snort(graph="cycle 4"), "L..R/right to move", "2 3 4"),
    ),
)
