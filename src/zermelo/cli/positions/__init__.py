"""Commands about positions: `show`, `value`, `count`, `nimber`, `lookup`, `tree` and others."""
