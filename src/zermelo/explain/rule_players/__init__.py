"""Players that follow rules of lines: derived rules, Newell and Simon's, and the corrected player."""
