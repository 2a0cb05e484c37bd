"""Commands that explain: `why`, `explain` and `strategy`, and the lesson in a terminal."""
