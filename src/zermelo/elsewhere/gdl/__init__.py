"""The Game Description Language of the general game playing competitions, in its prefix form.

A file is read into rules (`reading`, `rules`), these are grounded (`grounding`), and the ground rules are
written as a class of ours (`writing`), which the compiler lowers like any other rules.
"""
