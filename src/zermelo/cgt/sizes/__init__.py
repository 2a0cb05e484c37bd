"""Claims about all sizes of a game: who wins, what is proven and how, and what is only observed."""
