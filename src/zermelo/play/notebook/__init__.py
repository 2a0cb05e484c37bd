"""Boards in notebooks, and the scenes and match histories that web pages show too."""
