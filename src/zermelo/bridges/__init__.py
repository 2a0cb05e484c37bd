"""Ours for other libraries: games of this one in theirs, and their agents as players of this one."""
