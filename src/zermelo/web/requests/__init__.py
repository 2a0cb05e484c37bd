"""Requests: URLs, access token, request checks, connection and time limits, page cache."""
