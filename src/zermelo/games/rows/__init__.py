"""Games on one row of cells: kayles, stripes, toads and frogs, shove and push."""
