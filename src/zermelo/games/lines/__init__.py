"""Games in which a line of signs or stones decides: m,n,k games, Connect Four, Quarto."""
