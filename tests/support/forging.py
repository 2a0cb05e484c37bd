"""Solutions, policies and proofs as somebody may forge them: whatever they like, under a seal that is right."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from zermelo.solver.solution_files.checked_file import hash_blocks_of_file
from zermelo.solver.solution_files.solution_manifest import MANIFEST, read_manifest
from zermelo.solver.storage.sealed_json import seal_json_object
from zermelo.solver.storage.sealed_table import UNSEALED, TableKind, _insert_seal

Change = Callable[[dict[str, Any]], object]


def manifest_of(kind: TableKind, file: Path) -> dict[str, Any]:
    """Return what a file says of itself."""
    found: dict[str, Any] = json.loads(pq.read_metadata(file).metadata[kind.metadata_key])
    return found


def forge(kind: TableKind, file: Path, change: Change = lambda _: None, table: Any = None) -> None:
    """Change what a file says of itself, or its rows, and seal it as if it had been written so."""
    found = manifest_of(kind, file) | {"seal": UNSEALED}
    change(found)
    forge_text(kind, file, json.dumps(found), table)


def forge_text(kind: TableKind, file: Path, text: str, table: Any = None) -> None:
    """Give a file any text for its metadata; it may hold a seal."""
    out = pa.BufferOutputStream()
    rows = pq.read_table(file) if table is None else table
    pq.write_table(rows.replace_schema_metadata({kind.metadata_key: text.encode()}), out)
    content = out.getvalue().to_pybytes()
    file.write_bytes(_insert_seal(content) if UNSEALED in text else content)


def forge_solution(
    directory: Path, tier: int = 0, columns: Change | None = None, manifest: Change = lambda _: None
) -> None:
    """Change the columns of one file of a solution, and the manifest; every checksum fits again."""
    found = read_manifest(directory)
    if columns is not None:
        entry = found["files"][tier]
        path = directory / entry["name"]
        table = pq.read_table(path)
        rows = table.to_pydict()
        columns(rows)
        pq.write_table(pa.table(rows, schema=table.schema), path)
        if "position" in rows:
            entry["records"] = len(rows["position"])
        entry |= hash_blocks_of_file(path)
    manifest(found)
    (directory / MANIFEST).write_bytes(seal_json_object(found))
