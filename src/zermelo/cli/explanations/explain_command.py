"""`explain`: rules that a person can remember, found or loaded, and certified; derived; or for all sizes."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.console.command_options import (
    Anyway,
    Force,
    GameText,
    Json,
    Memory,
    PositionText,
    RunRules,
    check_output_files_are_writable,
    find_game,
    make_budget_with_progress,
    print_json,
    print_or_write_text,
)
from zermelo.cli.console.figure_output import FigureFile, Plot, choose_figure_file, print_answer_and_figure
from zermelo.core import BadParameter, Cancelled, StorageFailed

if TYPE_CHECKING:
    from zermelo import Game
    from zermelo.explain import Explanation, Lesson

BACKWARD = "backward"
KNOWN, KNOWN_SHORT = Path("known"), Path("known-short")  # lists that come with the package


def explain_game_by_rule_list(
    game: GameText,
    position: PositionText = None,
    side: Annotated[
        str | None, typer.Option(help="player for whom the rules are: first, second or both; default: both")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            help="sat (default): right where play leads; list: right everywhere; greedy; backward: derived"
        ),
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(help="start (default): keep the value of the start; always: of every position"),
    ] = None,
    most: Annotated[int | None, typer.Option(metavar="N", help="largest number of rules; default: 8")] = None,
    predicates: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.py",
            help="Python file with your own predicates: functions of (game, position, move)",
        ),
    ] = None,
    family: Annotated[
        list[str] | None,
        typer.Option(
            help="features that rules use: lines, heaps, mobility, placement and others; may be repeated"
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="certify a saved list, or a known one (known, known-short), instead of a search",
        ),
    ] = None,
    teach: Annotated[
        bool,
        typer.Option("--teach", help="teach the rules one by one, each with a position and questions"),
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="save the list, for --check, `why` and `play`")
    ] = None,
    proof: Annotated[
        Path | None, typer.Option(metavar="DIR", help="write formulas and proofs as DIMACS and DRUP files")
    ] = None,
    force: Force = False,
    run_rules: RunRules = False,
    figures: Annotated[
        Path | None, typer.Option(metavar="DIR", help="with backward: draw the derivation")
    ] = None,
    signs: Annotated[
        str | None,
        typer.Option(
            help="with --figures: one vertex for all equal signs (shared, the default), or repeated"
        ),
    ] = None,
    literal: Annotated[
        bool,
        typer.Option("--literal", help="with backward: follow the thesis literally, with attacks that fail"),
    ] = False,
    against: Annotated[
        str | None, typer.Option(help="with backward: inputs are combined with the first (default) or any")
    ] = None,
    stop: Annotated[
        str | None,
        typer.Option(
            help="with backward: stop when nothing more is explained (explained), or nothing is new (new)"
        ),
    ] = None,
    last: Annotated[
        int | None, typer.Option(metavar="N", help="with backward: number of the last attack, an odd number")
    ] = None,
    why: Annotated[
        bool, typer.Option("--why", help="with backward: print the candidates and sums of every rule")
    ] = False,
    audit: Annotated[
        bool,
        typer.Option("--audit", help="with backward: print how often each rule is right, and how it plays"),
    ] = False,
    price: Annotated[
        bool,
        typer.Option(
            "--price", help="print the best lists found of 1, 2, ... rules, and how much each loses"
        ),
    ] = False,
    within: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE",
            help="as --price, until a list loses no more than this: 1%, 0.01, or a number of points",
        ),
    ] = None,
    plot: Plot = False,
    output: FigureFile = None,
    all_sizes: Annotated[
        bool,
        typer.Option(
            "--all-sizes", help="print what is proven for all sizes of GAME, given by its name alone"
        ),
    ] = False,
    to: Annotated[
        int | None,
        typer.Option(metavar="N", help="with --all-sizes: check sizes up to N cells or counters", min=1),
    ] = None,
    memory: Memory = None,
    anyway: Anyway = False,
    as_json: Json = False,
) -> None:
    """Explain a game by the shortest list of rules that a person can follow, with a proof."""
    from zermelo.core import check_question
    from zermelo.explain import Explanation

    wishes = {"side": side, "goal": goal, "most": most, "family": family or None}
    files = {"predicates": predicates, "save": save, "proof": proof}
    reading = {"literal": literal or None, "against": against, "stop": stop, "last": last}
    views = {"why": why or None, "audit": audit or None}
    if all_sizes:
        given = {
            "method": method,
            **wishes,
            **files,
            "check": check,
            "teach": teach or None,
            "figures": figures,
            "signs": signs,
            "price": price or None,
            "within": within,
            "plot": plot or None,
            "output": output,
        }
        return _print_claims_about_all_sizes(
            game, position, given | reading | views, to, memory, anyway, as_json
        )
    _refuse_options_without_effect({"to": to}, "without --all-sizes no other size is tried")
    which = find_game(game, position)
    if method not in (None, *Explanation.METHODS, BACKWARD):
        known = ", ".join((*Explanation.METHODS, BACKWARD))
        raise BadParameter(f"method {method!r} is unknown: choose one of {known}")
    if price or within is not None:
        _refuse_options_without_effect(
            {"save": save, "proof": proof}
            | reading
            | views
            | {"check": check, "method": method, "goal": goal, "teach": teach or None},
            "--price has its own lists",
        )
        _refuse_options_without_effect({"figures": figures, "signs": signs}, "--price has its own lists")
        lost = None if within is None else parse_fraction_or_points(within)
        chosen = {"side": side, "most": most, "families": family or None, "within": lost}
        figure = choose_figure_file(output, plot=plot, name=f"{game} price", force=force)
        return _print_price_tradeoff(which, chosen, predicates, figure, force, memory, anyway, as_json)
    _refuse_options_without_effect(
        {"plot": plot or None, "output": output}, "without --price there is no curve"
    )
    if method == BACKWARD:
        _refuse_options_without_effect(
            wishes | files | {"check": check, "teach": teach or None}, "--method backward derives rules"
        )
        chosen = {name: value for name, value in reading.items() if value is not None}
        if signs is not None and signs not in ("shared", "repeated"):
            raise BadParameter(f"signs {signs!r} are drawn neither way: give shared or repeated")
        if figures is None:
            _refuse_options_without_effect({"signs": signs}, "without --figures nothing is drawn")
        if as_json:
            _refuse_options_without_effect(views, "--json has all of it")
        return _print_rule_derivation(
            which, chosen, views, figures, signs or "shared", force, memory, anyway, as_json
        )
    _refuse_options_without_effect(
        {"figures": figures, "signs": signs} | reading | views, "without --method backward nothing is derived"
    )
    if check is not None:
        _refuse_options_without_effect(wishes, "--check takes the list as it is")
        _refuse_options_without_effect(
            {"save": save, "proof": proof, "method": method}, "--check takes the list as it is"
        )
    if proof is not None and method in ("list", "greedy"):
        raise BadParameter(f"there is no proof of lists by --method {method}: leave --proof out, or use sat")
    if teach:
        check_question(which, "lesson")
    check_output_files_are_writable(save, force=force)
    with make_budget_with_progress(memory, None, anyway=anyway) as budget:
        if check is not None:
            found: Any = _certify_rule_list_file(which, check, predicates, run_rules, budget)
        else:
            given = {"method": method, **wishes, "family": None, "families": family or None}
            options = {name: value for name, value in given.items() if value is not None}
            found = _find_explanation(which, predicates, budget, **options)
            if save is not None:
                _save_rule_list(found, save, predicates, force)
            if proof is not None:
                _write_minimality_proofs(found, proof, force)
        lesson = _make_lesson(found, budget) if teach else None
    if as_json:
        return print_json(lesson or found)
    print(found)
    if lesson is not None:
        _run_lesson_until_closed_pipe(lesson)
    return None


def _print_claims_about_all_sizes(
    game: str,
    position: str | None,
    others: dict[str, Any],
    to: int | None,
    memory: str | None,
    anyway: bool,
    as_json: bool,
) -> None:
    """Print what is claimed of all sizes of a game, tried on those up to `to`."""
    from zermelo.cgt import all_sizes

    _refuse_options_without_effect(others, "with --all-sizes no list is found")
    if position is not None:
        raise BadParameter(f"position {position!r} does nothing here, as all sizes are meant: leave it out")
    with make_budget_with_progress(memory, None, anyway=anyway) as budget:
        checked = all_sizes(game).check(to, budget)
    if as_json:
        return print_json(checked)
    print(checked)
    return None


def parse_fraction_or_points(text: str) -> float:
    """Return a share, or points, as a person writes them; raises `BadParameter`.

    >>> parse_fraction_or_points("0.5%"), parse_fraction_or_points("0.01"), parse_fraction_or_points("2")
    (0.005, 0.01, 2.0)
    """
    number = text.strip().removesuffix("%")
    try:
        return float(number) / (100 if number != text.strip() else 1)
    except ValueError:
        raise BadParameter(f"--within {text!r} is no number: write 1%, or 0.01") from None


def _refuse_options_without_effect(options: dict[str, Any], why: str) -> None:
    """Raise `BadParameter` for the first option that was given and would do nothing."""
    for name, value in options.items():
        if value is not None:
            raise BadParameter(f"--{name} does nothing here, as {why}: leave it out")


def _find_explanation(game: "Game", predicates: Path | None, budget: Any, **options: Any) -> "Explanation":
    from zermelo.explain import find_rules, read_feature_functions

    own = () if predicates is None else read_feature_functions(predicates)
    return find_rules(game, own=own, budget=budget, **options)


def _print_price_tradeoff(
    game: "Game",
    wishes: dict[str, Any],
    predicates: Path | None,
    figure: Path | None,
    force: bool,
    memory: str | None,
    anyway: bool,
    as_json: bool,
) -> None:
    from zermelo.explain import find_tradeoff, read_feature_functions

    own = () if predicates is None else read_feature_functions(predicates)
    with make_budget_with_progress(memory, None, anyway=anyway) as budget:
        chosen = {name: value for name, value in wishes.items() if value is not None}
        found = find_tradeoff(game, own=own, budget=budget, **chosen)
    print_answer_and_figure(
        found,
        figure,
        found.chart,
        lambda blocks: found.text_chart(blocks=blocks),
        force=force,
        as_json=as_json,
    )


def _certify_rule_list_file(
    game: "Game", file: Path, predicates: Path | None, run_rules: bool, budget: Any
) -> Any:
    from zermelo.explain import certify_list, known_list, load_list

    if file in (KNOWN, KNOWN_SHORT):
        return certify_list(known_list(game, short=file == KNOWN_SHORT), budget)
    return certify_list(load_list(file, game, predicates=predicates, run_rules=run_rules), budget)


def _make_lesson(explanation: Any, budget: Any) -> "Lesson":
    from zermelo.explain import teach_list

    return teach_list(explanation.rules, budget)


def _run_lesson_until_closed_pipe(lesson: "Lesson") -> None:
    from zermelo.cli.explanations.terminal_lesson import run_terminal_lesson

    with contextlib.suppress(BrokenPipeError):
        run_terminal_lesson(lesson)


def _save_rule_list(explanation: "Explanation", file: Path, predicates: Path | None, force: bool) -> None:
    from zermelo.explain import save_list

    save_list(explanation.rules, file, predicates=predicates, replace=force)


def _write_minimality_proofs(explanation: "Explanation", directory: Path, force: bool) -> None:
    if not explanation.bounds:
        raise BadParameter(f"there is no proof of this list ({explanation.method}): use --method sat")
    texts = {}
    for bound in explanation.bounds:
        name = f"{bound.rules}-rules" + ("-and-exceptions" if bound.exceptions else "")
        name += "" if bound.literals is None else f"-{bound.literals}-literals"
        texts[f"{name}.cnf"] = bound.refutation.format_formula_as_dimacs()
        texts[f"{name}.drup"] = bound.refutation.format_proof_as_drup()
    _write_text_files(texts, directory, force)


def _write_text_files(texts: dict[str, str], folder: Path, force: bool) -> None:
    """Write files into a folder: none of them where one must not be replaced."""
    _create_output_folder(folder)
    check_output_files_are_writable(*(folder / name for name in texts), force=force)
    for name, text in texts.items():
        print_or_write_text(text, folder / name, force=force)


def _create_output_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageFailed(f"{folder} cannot be made ({error.strerror}): give another folder") from error


def _print_rule_derivation(
    game: "Game",
    reading: dict[str, Any],
    views: dict[str, Any],
    figures: Path | None,
    signs: str,
    force: bool,
    memory: str | None,
    anyway: bool,
    as_json: bool,
) -> None:
    from zermelo.explain import derive_rules, evaluate_derivation
    from zermelo.explain import draw_derivation as draw

    with make_budget_with_progress(memory, None, anyway=anyway) as budget:
        try:
            derivation = derive_rules(game, **reading, budget=budget)
        except Cancelled as stopped:
            if stopped.found is not None:
                print_json(stopped.found) if as_json else print(stopped.found)
            raise
        try:
            found = evaluate_derivation(derivation, budget)
        except KeyboardInterrupt:
            print_json(derivation) if as_json else print(derivation)
            raise
    if figures is not None:
        pictures = {f"{name}.svg": picture for name, picture in draw(derivation, signs).items()}
        _write_text_files(pictures, figures, force)
    if as_json:
        return print_json(found)
    if not any(views.values()):
        print(found)
    if views["why"]:
        print(derivation.explain_sums())
    if views["audit"]:
        print(found.format_audit())
    return None
