"""Commands about players: `play`, `match`, `certify`, `engine`, `exploit` and `ladder`."""
