"""Games of reaching a goal first: bobail, dodgem, Quoridor."""
