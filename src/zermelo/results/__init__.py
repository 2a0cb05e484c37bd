"""JSON Schemas of what every command prints with `--json`, and functions to write more.

`zermelo schema`, the command line and the explorer read them. Programs get the schema of a command with
`schema_of`, its identifier with `schema_id`, and all commands with `described_commands`. New schemas are
written with `fields`, `array`, `integer`, `text` and the other functions here.

>>> from zermelo.results import close_schema, count, fields, schema_id, schema_of
>>> schema_id("count"), schema_of("count")["required"]
('urn:zermelo:json:count:1', ['game', 'positions', 'games', 'nodes'])
>>> form = fields("what was found", positions=count("positions of the game"))
>>> form["required"], close_schema(form)["additionalProperties"]
(['positions'], False)

Layout
------
- `schema_catalogue.py`: the table of commands, with the version and schema of each.
- `json_schema.py`: functions that build schemas.
- `schema_definitions.py`: fields that several commands share: positions, answers, lines of play.
- `solve_schemas.py`: `solve`, `plan`, `book`, `verify`, `value` and `check`.
- `cgt_schemas.py`: `show`, `count`, `nimber`, `classify`, `winners`, and sums of games.
- `explain_schemas.py`: `why`, `explain` and `strategy`.
- `match_schemas.py`: `match` and `certify`.
- `best_response_schemas.py`: `exploit` and `ladder`.
- `self_play_schemas.py`: `selfplay`.
- `report_schemas.py`: `games`, `tree`, `table`, `puzzles`, `report`, `stats`, `compare`, `page` and
  `cache`.

Constants
---------
* `DIALECT` is the address of the JSON Schema dialect of every schema.

Design
------
- A schema is Python data in the dialect of draft 2020-12, in files by the purpose of the commands.
- The package imports only errors from the rest, so the command line and the explorer can both use it.
- Published schemas are open: readers skip unknown fields, so a new field does not raise the version. The
  version rises if a field is removed, renamed or changes its meaning. `docs/json.md` explains it to
  readers.
- Tests close the schemas. `tests/cli/test_schemas.py` runs every command on games of every kind. It
  fails for an unnamed field, a missing field, and a number that is infinite.
- The test holds a digest of every version, so a change forces a decision about the version.

Alternatives tried
------------------
- Schemas generated from type annotations: what a command prints is not a class of its own.
- `oneOf`: open forms of one command may both match.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
