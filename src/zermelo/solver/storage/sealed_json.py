"""JSON objects that carry a checksum of their own text, which is checked before they are parsed.

The checksum is the last field and covers every byte before it. So a damaged file is never parsed. Anybody can
seal any content, so readers still check the shape of the object.
"""

import hashlib
import json
from typing import Any

FIELD = ',\n "checksum": "'
END = '"\n}\n'


def seal_json_object(content: dict[str, Any]) -> bytes:
    """Return a non-empty object as text, with its checksum."""
    head = json.dumps(content, indent=1).removesuffix("\n}")
    return (head + FIELD + _compute_json_checksum(head) + END).encode()


def unseal_json_object(text: bytes) -> dict[str, Any]:
    """Return the object that `seal_json_object` wrote; raises `ValueError` for any other text."""
    head, found, tail = text.decode("utf-8").rpartition(FIELD)
    if not found or tail != _compute_json_checksum(head) + END:
        raise ValueError("its checksum is wrong")
    return parse_json_object(head + "\n}")


def parse_json_object(text: str) -> dict[str, Any]:
    """Return the JSON object in a text; raises `ValueError` for anything else."""
    try:
        content = json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(content, dict):
        raise ValueError("it holds no object")
    return content


def _compute_json_checksum(head: str) -> str:
    return hashlib.sha256(head.encode()).hexdigest()
