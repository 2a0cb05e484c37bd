"""Charts as SVG: bars, curves, lattices, thermographs and abstract graphs."""
