"""Players that follow rules of lines: the thesis's, Newell and Simon's, and the repaired one."""
