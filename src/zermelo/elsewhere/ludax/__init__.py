"""The language of ludax: two players' games on squares and hexagons, in files that end with `.ldx`.

A file is read into forms, the board is laid out (`layout`), and the rules are written as a class of ours
(`writing`), each form by the one function that knows its word.
"""
