"""Positions drawn as SVG, as text for a terminal and on HTML pages, in one set of colours."""
