"""Impartial games under normal play: every position is worth a heap of Nim (Sprague 1935, Grundy 1939).

checking   is it an impartial game at all? errors in words
mex        the least number that is missing
coded      nimbers of games whose positions are heaps of known rules
search     nimbers by questions: the search of Lemoine and Viennot, in machine code
recursion  the same by the definition, least missing number by least missing number, for any positions
nimbers    the nimber of a position, and its winning moves
sums       sums of different games: who wins, and which moves
derivation how a nimber comes about: from the options' nimbers, or the parts'
"""
