"""Commands that write data sets, JSON Schemas and the API reference, and the template of a game file."""
