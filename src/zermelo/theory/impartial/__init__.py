"""Impartial games under normal play: every position is worth a heap of Nim (Sprague 1935, Grundy 1939).

checking   is it an impartial game at all? errors in words
running    a kernel at work in a thread, counted and stopped on request
search     nimbers by questions: the search of Lemoine and Viennot, in machine code
recursion  the same by the definition, least missing number by least missing number, for any positions
nimbers    the nimber of a position, and its winning moves
sums       sums of different games: who wins, and which moves
"""
