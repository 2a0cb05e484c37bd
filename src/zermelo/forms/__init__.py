"""What answers look like to programs: JSON Schemas, as data, of all that commands print with `--json`."""
