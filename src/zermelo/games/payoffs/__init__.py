"""Games in which each player gets a payoff: centipede, nim of several players, strike."""
