"""Pictures of positions as SVG, HTML pages and terminal text; every function returns plain text."""
