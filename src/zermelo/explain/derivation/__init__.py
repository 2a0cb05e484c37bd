"""Derivation of rules by the backward algorithm on abstract graphs of lines, cells and signs (Iklassov)."""
