"""The user's own Python files that hold the rules, found by reading them, so that none of their code is run.

A file that another file names (a solution, a policy, a list of rules) is run only after a hash was compared.
The hash covers the file's bytes and those of the modules beside it that it imports, directly or indirectly.
Modules in other folders are not followed, nor are names that exist only when the file runs.
"""

import ast
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from zermelo.core.notation.literals import parse_python
from zermelo.core.system.input_files import LARGEST_TEXT, read_input_file

TOO_HARD = (SyntaxError, ValueError, RecursionError, MemoryError)  # what Python's parser raises


def hash_source_with_imports(file: Path) -> str:
    """Return a hash of a Python file and of the modules beside it that it imports; nothing is run.

    Raises `StorageFailed` where one of them cannot be read.
    """
    return hash_found_sources(read_sources_with_imports(file))


def hash_found_sources(sources: Mapping[str, bytes]) -> str:
    """Return the same hash of what `read_sources_with_imports` has found."""
    digest = hashlib.sha256()
    for name, content in sorted(sources.items()):
        digest.update(f"{name}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def read_sources_with_imports(file: Path) -> dict[str, bytes]:
    """Return the content of a file, and of all modules beside it that it reaches by imports.

    Each is by its path from the file's folder, the file itself by nothing, as it may be called otherwise.
    Raises `StorageFailed` where one of them cannot be read.
    """
    found: dict[Path, bytes] = {}
    waiting = [file]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found[path] = read_input_file(path, "name another file", LARGEST_TEXT)
        waiting += [each for each in _yield_imported_files(path, found[path], file.parent) if each.is_file()]
    named = ((path.relative_to(file.parent).as_posix() if path != file else "", path) for path in found)
    return {name: found[path] for name, path in named}


def _yield_imported_files(path: Path, content: bytes, folder: Path) -> Iterator[Path]:
    """Yield where the modules that a file imports would stand, were they beside the first one."""
    try:
        tree = parse_python(content)
    except TOO_HARD:  # it cannot run, either
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _yield_candidate_module_files(folder, alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            base = folder if node.level == 0 else path.parents[min(node.level, len(path.parents)) - 1]
            words = node.module.split(".") if node.module else []
            for alias in node.names:
                yield from (
                    place
                    for place in _yield_candidate_module_files(base, [*words, alias.name])
                    if place.is_relative_to(folder)
                )


def _yield_candidate_module_files(base: Path, words: list[str]) -> Iterator[Path]:
    """Yield the files that are run where `words`, with dots between, is imported from a folder."""
    for count in range(1, len(words) + 1):
        module = base.joinpath(*words[:count])
        yield module.with_name(f"{module.name}.py")
        yield module / "__init__.py"
    if not words[:-1]:
        yield base / "__init__.py"
