"""JSON Schemas of what every command prints with `--json`, and of other typed answers.

`command_schema` returns the schema of a command, and `list_schemas` and `schema_commands` list the commands
that have one. `component_schemas` returns those of classes, for an OpenAPI document.

>>> from zermelo.results import close_schema, command_schema
>>> command_schema("count")["$id"], command_schema("count")["required"]
('urn:zermelo:json:count:1', ['game', 'positions', 'games', 'nodes'])
>>> close_schema(command_schema("count"))["additionalProperties"]
False

Layout
------
- `schema_catalogue.py`: the table of commands, with the version and schema of each.
- `result_schema.py`: JSON Schemas from the fields of typed answers (`zermelo.core.Result`).

Design
------
- A schema is Python data in the dialect of draft 2020-12, made from the classes of the answers.
- Published schemas are open: readers skip unknown fields, so a new field does not raise the version. The
  version rises if a field is removed, renamed or changes its meaning. `docs/json.md` explains it to
  readers.
- Tests close the schemas. `tests/cli/test_schemas.py` runs every command on games of every kind. It
  fails for an unnamed field, a missing field, and a number that is infinite.
- `docs/json.md` lists every field and is compared by a test, so a change of fields is seen where it is made.

Alternatives tried
------------------
- Schemas written by hand, beside functions that write the JSON: each field was described three times.
- `oneOf`: open forms of one command may both match.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
