"""Retrograde analysis over a perfect index, in place: one answer code per position, no counters."""
