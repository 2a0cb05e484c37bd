"""Games of placing and then moving a few pieces: morris, teeko, dao, chung toi."""
