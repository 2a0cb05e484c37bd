"""Answer books and opening books: the first plies of a game, made by search, stored and verified."""
