"""Boards to click: scenes, the page in one file, the board in a notebook, and the scripts that they share."""
