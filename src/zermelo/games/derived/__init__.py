"""Games made from a declaration in text or from another game: declared, swap, with_points."""
