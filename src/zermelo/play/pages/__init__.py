"""Standalone pages: a solved game as one HTML file that plays in any browser without a server."""
