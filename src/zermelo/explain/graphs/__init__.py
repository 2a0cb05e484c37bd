"""Abstract graphs of lines, cells and signs (Iklassov), and the backward algorithm that derives rules."""
