"""Games of cutting the edges of a picture: hackenbush, green and childish hackenbush."""
