"""A page of one file: a solved game to play in any browser, without a server and without a network.

The page is plain HTML with the rules in words and the first position. A script unpacks the rest, in the
format of `page_payload.py`, and makes the board respond. The policy in its head names that
script and the styles by their hashes: the browser runs nothing else, and loads nothing from anywhere.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Annotated, Final

from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.notation.how_to_play import read_how_to_play
from zermelo.core.notation.result import Count, GameInput, Result, about
from zermelo.draw.pictures.colour_theme import PAGE_CELL, remove_picture_style_sheets
from zermelo.draw.pictures.html_page import details_html, html_page, style_sheet
from zermelo.draw.pictures.picture_svg import picture_svg, remove_turn_note_and_mover
from zermelo.draw.pictures.position_picture import depict_position
from zermelo.draw.pictures.svg_markup import element, escape
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.play.matches.match import Match
from zermelo.play.notebook.evaluation_bar import draw_evaluation_bar
from zermelo.play.pages.page_payload import pack_solution
from zermelo.play.pages.position_graph import PAGE_LIMIT, check_planned_size, check_solution_size
from zermelo.solution.solution import Solution
from zermelo.solver.storage.output_files import OutputFile

SCRIPTS: Final = ("board.js", "unpacking.js", "one_file.js")
RULES: Final = "rules.js"  # where there is a list of rules
OPPONENTS: Final = (("perfect", "plays perfectly"), ("erring", "errs now and then"))
HINTS: Final = (("on", "always"), ("ask", "when I ask"), ("off", "never"))
_ACTIONS: Final = {"id": "actions", "class_": "z-buttons", "hidden": "hidden"}


class WrittenPage(Result, frozen=True, kw_only=True):
    """A page that was written."""

    game: GameInput
    positions: Annotated[Count, about("in it")]
    bytes: Annotated[Count, about("its size")]
    file: Annotated[str, about("where it is")]

    def __str__(self) -> str:
        return f"{self.positions:,} positions, {self.bytes:,} bytes written to {self.file}"


@dataclass(frozen=True)
class StandalonePage:
    """A solved game as one HTML file.

    Parameters
    ----------
    game : str
        Name of the game.
    positions : int
        Number of positions that the file holds.
    html : str
        The file.
    """

    game: str
    positions: int
    html: str = field(repr=False)

    @property
    def size_in_bytes(self) -> int:
        """The length of the file in bytes."""
        return len(self.html.encode())

    def make_written_page(self, file: str | Path) -> WrittenPage:
        """Return what was written to a file.

        Parameters
        ----------
        file : str or Path
            The file.

        Returns
        -------
        WrittenPage
            The file, its size, and its number of positions.
        """
        return WrittenPage(game=self.game, positions=self.positions, bytes=self.size_in_bytes, file=str(file))

    @staticmethod
    def check_planned_size(game: Game, budget: Budget, *, interpreted: bool | None = None) -> None:
        """Refuse a game whose plan shows that a page cannot hold it; takes a few seconds.

        Some games of chance have no plan, and pass.

        Parameters
        ----------
        game : Game
            Rules of the game.
        budget : Budget
            Memory, time and threads that may be used.
        interpreted : bool, optional
            Whether the rules run in Python; default: only if they do not compile.

        Raises
        ------
        TooLarge
            Where the game has too many positions.
        """
        check_planned_size(game, budget, interpreted=interpreted)


def make_page(
    solution: Solution,
    *,
    budget: Budget,
    limit: int = PAGE_LIMIT,
    rules: RuleList | None = None,
    line: Match | None = None,
) -> StandalonePage:
    """Return a solved game as a page in one file, for at most `limit` positions.

    With `rules` the page lists them in words, and shows which one applies. It opens at the end of a `line` of
    play, with its moves, else at the start. Raises `BadParameter` where they
    are another game's, `TooLarge` where there are more positions, `MissingCapability` for games of payoffs
    and solutions of values only, `BadRules`, `Cancelled`.
    """
    if rules is not None and rules.game != solution.game:
        raise BadParameter(
            f"the rules are for {rules.game!r}, not for {solution.game!r}: give a list made for it"
        )
    check_solution_size(solution, limit)
    made = pack_solution(solution, budget, limit, rules, line)
    packed = base64.b64encode(made.to_compressed_bytes()).decode()
    positions: int = made.head["positions"]
    data = {"type": "text/plain", "id": "zermelo-data", "data_size": len(made.to_bytes())}
    names = SCRIPTS if rules is None else (RULES, *SCRIPTS)
    scripts = [strip_script(read_page_script_or_style(name)) for name in names]
    styles = [style_sheet(with_pictures=True), read_page_script_or_style("board.css")]
    head = element(
        "meta", http_equiv="Content-Security-Policy", content=format_content_security_policy(scripts, styles)
    )
    title = Match(solution.game).title
    goal = read_how_to_play(solution.game).goal
    for name, said in (
        ("og:title", title.name),
        ("og:description", goal),
    ):  # for previews of a published page
        head += element("meta", property=name, content=said)
    html = html_page(
        title.name,
        _head_html(solution),
        _board_html(solution),
        _settings_html(solution.game),
        *(() if rules is None else (_section_html("Rules to remember", *_rule_list_html(rules)),)),
        f'<section id="review" hidden><h2>What was given away</h2>{element("ul", "", id="found")}</section>',
        element(
            "div",
            _section_html("How to play", *_format_rule_paragraphs(solution.game)),
            details_html("Puzzles", '<ol id="puzzles"></ol>')
            if made.head["puzzles"]
            else '<ul id="puzzles" hidden></ul>',
            details_html("Set up a position", _position_form_html()),
            details_html("About this file", "".join(_format_file_paragraphs(solution, positions))),
            class_="z-more",
        ),
        element("script", packed, **data),
        *(element("script", text) for text in scripts),
        subtitle=title.variant,
        head=head,
        styles=styles,
    )
    return StandalonePage(repr(solution.game), positions, html)


def write_page(
    solution: Solution,
    file: str | Path,
    *,
    budget: Budget,
    replace: bool = False,
    limit: int = PAGE_LIMIT,
    rules: RuleList | None = None,
    line: Match | None = None,
) -> StandalonePage:
    """Write a solved game as a page in one file, whole or not at all, and return it.

    Raises `BadParameter` where the file exists and must not be replaced, `StorageFailed`, and what
    `make_page` raises.
    """
    where = as_path(file)
    OutputFile(where, replace=replace).check_writable()
    made = make_page(solution, budget=budget, limit=limit, rules=rules, line=line)
    OutputFile(where, replace=replace).write(made.html.encode())
    return made


def format_content_security_policy(scripts: Sequence[str], styles: Sequence[str]) -> str:
    """Return the policy by which a browser runs these scripts, uses these styles, and loads nothing else."""
    said = [" ".join(f"'{compute_csp_hash(text)}'" for text in texts) for texts in (scripts, styles)]
    return (
        f"default-src 'none'; script-src {said[0]}; style-src {said[1]}; base-uri 'none'; form-action 'none'"
    )


def compute_csp_hash(text: str) -> str:
    """Return the source expression of a script or a style in a content security policy.

    >>> compute_csp_hash("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def read_page_script_or_style(name: str) -> str:
    """Return a script or a style sheet that pages share."""
    return resources.files("zermelo.play").joinpath("static", name).read_text(encoding="utf-8")


def strip_script(text: str) -> str:
    r"""Return a script without comments, indentation, and ends of lines that need none.

    >>> strip_script("/* Add. */\n\nfunction add(a, b) {\n  // both\n  return a + b; // done\n}\n")
    'function add(a, b) {return a + b;}'
    """
    lines = r"^\s*(?:/\*.*?\*/|//[^\n]*)\n|[ \t]+// [^\n]*$|^\s+"
    return re.sub(r"(?<=[;{}(,])\n", "", re.sub(lines, "", text, flags=re.MULTILINE | re.DOTALL))


def _format_rule_paragraphs(game: Game) -> list[str]:
    """Return how a game is played, as paragraphs."""
    return [element("p", escape(each)) for each in read_how_to_play(game) if each]


def _format_file_paragraphs(solution: Solution, positions: int) -> list[str]:
    """Return what the file holds: the game's result, and its name in commands."""
    said = str(solution.summary.answer)
    whose = "" if solution.summary.alone else " for the player who moves first"
    count = f"All {positions:,} positions are in this file, with perfect play."
    command = element("code", escape(repr(solution.game)))
    return [
        element("p", escape(f"{said[0].upper()}{said[1:]}{whose}. {count}")),
        element("p", "In commands the game is ", command, "."),
    ]


def _rule_list_html(rules: RuleList) -> list[str]:
    """Return a list of rules in words; the script marks the rule that applies, and shows its moves."""
    rows = [
        element("li", escape(words), value=str(number))
        for number, words in enumerate(rules.list_rule_sentences(), 1)
    ]
    if rules.exceptions:
        words = f"at exceptional positions ({len(rules.exceptions):,}), what the table says"
        rows.insert(0, element("li", escape(words), value="0"))
    whose = "" if rules.side == "both" else f" They are for the {rules.side} player."
    told = (
        element("dt", escape(term.word)) + element("dd", escape(term.meaning))
        for term in rules.list_glossary_terms()
    )
    return [
        element("p", f"Read from the top: the first rule that fires says what to play.{whose}"),
        element("ol", *rows, id="rules"),
        *([element("dl", *told, id="terms")] if rules.list_glossary_terms() else []),
        element("p", "", id="fired"),
    ]


def _head_html(solution: Solution) -> str:
    """Return what stands above the board: the goal, what to do, the headline, the bar, and notices."""
    match = Match(solution.game)
    goal = read_how_to_play(solution.game).goal
    computer = "Solve it yourself" if match.game.players == 1 else "Play the computer"
    players = match.player_name(0), match.player_name(1)
    bar = remove_picture_style_sheets(draw_evaluation_bar(0.5, "", players, is_exact=True))
    return "".join(
        (
            element("p", escape(goal), ' <span id="click"></span>', id="goal"),
            element("div", *_make_buttons(("computer", computer), ("explore", "Explore")), **_ACTIONS),
            '<p id="status" class="z-state"><span id="sign"></span><span id="words"></span></p>',
            element("figure", bar, id="bar", hidden="hidden"),
            '<p id="points"></p><p id="notice"></p>',
            '<p id="said" class="z-hidden" role="status" aria-live="polite"></p>',
            element("noscript", "<p>To play, let this page run its script: it needs no network.</p>"),
        )
    )


def _board_html(solution: Solution) -> str:
    """Return the board at the first position, what moves along the line of play, and the list of moves."""
    start = next(iter(solution.game.starts()))
    text = solution.game.show(start)
    picture = depict_position(solution.game, start)
    first = (
        element("pre", escape(text))
        if picture is None
        else remove_picture_style_sheets(
            picture_svg(remove_turn_note_and_mover(picture), text, cell=PAGE_CELL)
        )
    )
    board = element("figure", first, id="board", class_="z-board", aria_label="Board")
    side = element(
        "div",
        '<div id="ask" class="z-buttons"></div>',
        '<ul id="moves" class="z-moves" aria-label="Moves"></ul>',
        _section_html("Moves so far", '<div id="history"></div>'),
        class_="z-side",
    )
    line = (
        ("undo", "Undo"),
        ("redo", "Redo"),
        ("new", "New game"),
        ("turn", "Flip board"),
        ("reply", "Let the computer move"),
        ("show", "Show values"),
    )
    buttons = element("div", *_make_buttons(*line), id="play", class_="z-buttons", hidden="hidden")
    return element("div", element("div", board, buttons, class_="z-left"), side, class_="z-table")


def _make_buttons(*rows: tuple[str, str]) -> list[str]:
    return [element("button", escape(said), type="button", id=name) for name, said in rows]


def _settings_html(game: Game) -> str:
    """Return the settings: who plays which side, whose values are shown, and when."""
    match = Match(game)
    names = [(str(player), match.player_name(player)) for player in (0, 1)]
    of = [("mover", "the player to move"), *names]
    rows = (
        ("side", "You play", [*names, ("both", "both sides")], game.players == 1),
        ("opponent", "The computer", OPPONENTS, game.players == 1),
        ("view", "Values are those of", of, game.players == 1),
        ("hints", "Show move values", HINTS, False),
    )
    labels = (
        element(
            "label", escape(said), _select_html(name, options), **({"hidden": "hidden"} if hidden else {})
        )
        for name, said, options, hidden in rows
    )
    return element("div", *labels, id="settings", class_="z-buttons", hidden="hidden")


def _select_html(name: str, options: Sequence[tuple[str, str]]) -> str:
    return element(
        "select", *(element("option", escape(said), value=value) for value, said in options), id=name
    )


def _position_form_html() -> str:
    return element(
        "form",
        '<label for="position">As text, in the way it stands in the box; a / may part lines.</label>',
        '<textarea id="position" rows="5" spellcheck="false" autocomplete="off"></textarea>',
        '<p class="z-buttons"><button>Go there</button></p><p id="wrong" role="alert"></p>',
        id="setup",
    )


def _section_html(heading: str, *content: str) -> str:
    return element("section", element("h2", escape(heading)), *content)
