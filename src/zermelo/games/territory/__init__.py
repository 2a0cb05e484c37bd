"""Games of area and enclosure: go, nogo, Othello, dots and boxes."""
