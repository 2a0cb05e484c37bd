"""Abstract games after Iklassov: graphs of cells, lines and signs, found anywhere on a board."""
