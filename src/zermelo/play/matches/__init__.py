"""Matches, contests and round robins: moves, points, files, and games of several players."""
