"""Commands about whole games: `solve`, `verify`, `plan`, `stats` and others, and their texts."""
