"""What a person can remember: derived rules, shortest lists of them, and why a move is good."""
