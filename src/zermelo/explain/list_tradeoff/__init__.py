"""Imperfect rule lists: what each one loses, exactly, and the best list of each length."""
