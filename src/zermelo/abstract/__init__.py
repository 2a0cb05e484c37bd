"""Abstract games (Iklassov): what some nodes of a game look like, wherever on a board they lie."""
