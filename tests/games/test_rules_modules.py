"""Modules of rules hold no lock: an exception from outside, which ends rules that loop, may be raised there."""

from support.places import HOUSE

from zermelo.games import is_rules_module

SOURCES = HOUSE / "src"
FILES = {
    ".".join(file.relative_to(SOURCES).with_suffix("").parts): file.read_text(encoding="utf-8")
    for file in SOURCES.rglob("*.py")
}


def test_no_module_of_rules_has_a_lock() -> None:
    locking = {name for name, text in FILES.items() if "threading" in text}
    rules = {name for name in FILES if is_rules_module(name)}
    assert len(rules) > 150 and "zermelo.games.user_rule_files" in locking
    assert locking & rules == set()
