"""The gallery of lists: every game of the catalogue at its default size, what is known of its shortest list.

    python benchmarks/gallery.py --seconds 300 --output docs/explained.md      # --only nim tic_tac_toe: a few

Each question, for a list and for the price of a rule, is asked of a process of its own, which ends after so
many seconds or above so much memory. What was found is kept in a file, outside the repository, with a digest
of the program: asked again, only what is not there is looked for, and with another program all. A game that
ran out of time or memory is asked again with `--again`.
"""

import argparse
import hashlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).resolve().parent.parent
KEPT = Path.home() / ".cache" / "zermelo-gallery.json"
LARGE = 1_000_000  # positions: the summary speaks of games of at most so many
FOLDED = 5  # rules: longer lists are folded
SHADES = " ▁▂▃▄▅▆▇█"
HEAD = (
    "game",
    "positions",
    "decisions",
    "rules",
    "literals",
    "exceptions",
    "shortest",
    "as first",
    "as second",
    "price",
    "seconds",
)
Row = dict[str, Any]


def find(kind: str, name: str) -> Row:
    """Return what one process finds: a list, or the price of a rule; or why there is none."""
    from zermelo import game
    from zermelo.core.errors import ZermeloError
    from zermelo.explain import find_tradeoff
    from zermelo.explain.list_search.rule_finder import find_rules
    from zermelo.explain.rule_lists.payoff_decisions import build_decisions_of_any_game

    which = game(name)
    began = time.process_time()
    try:
        if kind == "price":
            return {
                "found": find_tradeoff(which).as_json(),
                "seconds": time.process_time() - began,
            }
        found = find_rules(which)
        return {
            "found": found.as_json(),
            "positions": build_decisions_of_any_game(which).arena.positions,
            "seconds": time.process_time() - began,
        }
    except ZermeloError as error:
        said = str(error).replace(repr(which), "the game")
        return {"refused": f"{type(error).__name__}: {said}"}


def asked(kind: str, name: str, seconds: int, memory: int) -> Row:
    """Return what a process of its own answers within so many seconds and MB."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory << 20, memory << 20))

    command = [sys.executable, str(Path(__file__).resolve()), "--find", kind, name]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit, start_new_session=True
    )
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return {"stopped": f"more than {seconds} s"}
    if process.returncode:
        if b"MemoryError" in err or process.returncode < 0:
            return {"stopped": f"more than {memory:,} MB"}
        return {"failed": err.decode(errors="replace").strip().splitlines()[-1]}
    return json.loads(out)  # type: ignore[no-any-return]


def digest() -> str:
    """Return a digest of the program."""
    whole = hashlib.sha256()
    for file in sorted((HOUSE / "src").rglob("*.py")):
        whole.update(file.read_bytes())
    return whole.hexdigest()[:16]


def collected(names: Sequence[str], seconds: int, memory: int, kept: Path, again: bool) -> dict[str, Row]:
    """Return what is found of each game, asking for what is not kept yet."""
    program = digest()
    known: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {}
    for number, name in enumerate(names, start=1):
        row = known.get(name, {})
        if row.get("program") != program:
            row = {"program": program}
        for kind in ("list", "price"):
            if kind in row and not (again and "stopped" in row[kind]):
                continue
            if kind == "price" and "found" not in row["list"]:
                row[kind] = {}
                continue
            print(f"{number} of {len(names)}: {name}, {kind}", file=sys.stderr, flush=True)
            if kind == "list":
                row.pop("price", None)  # where the list was stopped nobody asked for it
            row[kind] = asked(kind, name, seconds, memory)
            known[name] = row
            kept.parent.mkdir(parents=True, exist_ok=True)
            beside = kept.with_suffix(".new")
            beside.write_text(json.dumps(known))
            beside.replace(kept)
        known[name] = row
    return {name: known[name] for name in names}


def curve(price: Row) -> str:
    """Return how often lists of 0, 1, 2, ... rules fall short, in per cent, drawn and in figures.

    With dice it is what they cost, in per cent of games; points are told in figures alone.
    """
    if "found" not in price:
        return "-"
    if price["found"].get("of") == "points":
        return ", ".join(f"{each['cost']:.2g}" for each in price["found"]["lists"]) + " points"
    if price["found"].get("of") == "games":
        return drawn_curve([each["cost"] for each in price["found"]["lists"]])
    shares = []
    for each in price["found"]["lists"]:
        short = [side["short"] for side in each["sides"].values() if side["short"] is not None]
        shares.append(sum(short) / len(short) if short else 0.0)
    return drawn_curve(shares)


def drawn_curve(shares: Sequence[float]) -> str:
    """Return shares drawn and in figures, in per cent."""
    drawn = "".join(SHADES[-(-round(share * 10**9) * 8 // 10**9)] for share in shares)
    figures = ", ".join("<1" if 0 < share < 0.01 else f"{100 * share:.0f}" for share in shares)
    return f"{drawn.replace(' ', '_')} {figures}"


def lines_of(found: Row, name: str) -> str:
    """Return how the lines of play of a side end, in italics where it is lost from the start."""
    side = found["certificate"].get(name)
    if side is None or side["won"] is None:
        return "-"
    told = f"{side['won']}/{side['drawn']}/{side['lost']}"
    return f"*{told}*" if name in found["lost_from_the_start"] else told


def shortness(found: Row) -> str:
    """Return what is proven of shorter lists; of one with exceptions, each of them counted as a rule."""
    if found["minimal"]:
        return "proven"
    if found["least_length"]:
        least = found["least_length"]
        return "proven, with exceptions" if found["length"] == least else f"at least {least}, with exceptions"
    bounds = [each for each in found["unsatisfiable"] if each["literals"] is None and not each["exceptions"]]
    return f"at least {max(each['rules'] for each in bounds) + 1}" if bounds else "-"


def cells(name: str, row: Row) -> list[str]:
    """Return the cells of a game with a list, the last one its seconds."""
    found, price = row["list"]["found"], row["price"]
    rules = len(found["rules"])
    exceptions = str(found["exceptions"])
    if found["exceptions"]:
        exceptions += f" ({100 * found['exceptions'] / found['decisions']:.1f} %)"
    sides = [lines_of(found, side) for side in ("first", "second")]
    taken = row["list"]["seconds"] + price.get("seconds", 0)
    return [
        name,
        f"{row['list']['positions']:,}",
        f"{found['decisions']:,}",
        str(rules),
        str(found["literals"]),
        exceptions,
        shortness(found),
        *sides,
        curve(price),
        f"{taken:.1f}",
    ]


def summary(rows: dict[str, Row], total: int) -> list[str]:
    """Return what can be said of them all, a line each."""
    found = {name: row["list"] for name, row in rows.items() if "found" in row["list"]}
    small = [each["found"] for each in found.values() if each["positions"] <= LARGE]
    few = sum(each["exceptions"] <= 0.05 * each["decisions"] for each in small)
    return [
        f"Asked were {len(rows)} of the catalogue's {total} games, each at its default size.",
        "",
        f"* {len(small)} of at most {LARGE:,} positions have a certified list;",
        f"* {few} of these with exceptions at 5 % of decisions or less;",
        f"* {sum(not each['exceptions'] for each in small)} without exceptions;",
        f"* {sum(bool(each['minimal']) for each in small)} with one proven the shortest of all in its words.",
    ]


def glossary(listed: dict[str, Row]) -> list[str]:
    """Return what a beginner has to be told, a line each.

    Of a term that means several things, the games of each but the one that most of them mean.
    """
    games: dict[str, dict[str, list[str]]] = {}
    for name, row in listed.items():
        for term in row["list"]["found"]["terms"]:
            games.setdefault(term["word"], {}).setdefault(term["meaning"], []).append(name)
    lines = []
    for word in sorted(games):
        meanings = sorted(games[word].items(), key=lambda each: len(each[1]))
        for number, (meaning, names) in enumerate(meanings, start=1):
            others = " (elsewhere)" if len(meanings) > 1 else ""
            where = others if number == len(meanings) else f" (in {', '.join(sorted(names))})"
            lines.append(f"* *{word}*{where}: {meaning}")
    return lines


def why_not(row: Row) -> str:
    """Return why a game has no list."""
    answer = row["list"]
    return str(answer.get("refused") or answer.get("stopped") or f"failed: {answer.get('failed')}")


def page(rows: dict[str, Row], total: int) -> str:
    """Return the page."""
    lines = [
        "# Lists of all games",
        "",
        "Made by `python benchmarks/gallery.py`; what a list is, and its price, tells",
        "[Explained strategies](explained-strategies.md). Lines of play are won/drawn/lost, by the checker;",
        "in italics those of a side that is lost from the start. *Shortest* is meant of the words tried,",
        "and *with exceptions* each of these counts as a rule.",
        "*Price* is how often the best lists found of 0, 1, 2, ... rules fall short of what the start is",
        "worth, in per cent, at worst; any move, the last rule, is not counted there. Where play may come",
        "round, one that gets there with probability 1 does not fall short. With dice it is what they cost,",
        "in per cent of games, and with points on the way how many points.",
        "",
        *summary(rows, total),
        "",
        f"| {' | '.join(HEAD)} |",
        f"|{' --- |' * len(HEAD)}",
    ]
    listed = {name: row for name, row in rows.items() if "found" in row["list"]}
    lines += [f"| {' | '.join(cells(name, row))} |" for name, row in listed.items()]
    lines += ["", "## In words"]
    for name, row in listed.items():
        rules = row["list"]["found"]["rules"]
        words = [f"{number}. {text}" for number, text in enumerate(rules, start=1)]
        folded = len(words) > FOLDED
        lines += ["", f"### {name}", ""]
        lines += [f"<details><summary>{len(words)} rules</summary>", ""] if folded else []
        lines += words
        lines += ["", "</details>"] if folded else []
    terms = glossary(listed)
    lines += ["", "## Terms", "", *terms] if terms else []
    reasons = {name: why_not(row) for name, row in rows.items() if name not in listed}
    if reasons:
        lines += ["", "## Without a list"]
        for reason, _ in Counter(reasons.values()).most_common():
            names = ", ".join(name for name, each in reasons.items() if each == reason)
            lines += ["", f"{re.sub(r'[|]', '/', reason)}", "", f"* {names}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Ask for all games, or one, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=300, help="for one process")
    parser.add_argument("--memory", type=int, default=4096, help="MB, for one process")
    parser.add_argument("--only", nargs="+", metavar="GAME")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where what was found is kept")
    parser.add_argument("--again", action="store_true", help="ask again where time or memory ended")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--find", nargs=2, metavar=("KIND", "GAME"), help=argparse.SUPPRESS)
    wish = parser.parse_args()
    if wish.find:
        print(json.dumps(find(*wish.find)))
        return
    from zermelo.games import catalogue

    names = wish.only or sorted(catalogue())
    rows = collected(names, wish.seconds, wish.memory, wish.kept, wish.again)
    text = page(rows, len(catalogue()))
    if wish.output:
        wish.output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
