"""Games of chance: pig, bearing off, EinStein, the royal game of Ur, stochastic nim."""
