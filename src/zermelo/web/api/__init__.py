"""Answers for programs: positions as JSON, batch look-up, and the OpenAPI document."""
