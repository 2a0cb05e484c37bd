"""Games on a graph: colouring, removing or visiting its vertices and edges."""
