"""The web application: the handler of each URL, and the answers to errors."""

import asyncio
import contextlib
import functools
import logging
import re
import tempfile
import threading
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Final

from msgspec.structs import asdict
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

import zermelo
from zermelo import ZermeloError
from zermelo.core import (
    BadParameter,
    IllegalMove,
    Result,
    UnknownGame,
    UnreadablePosition,
    describe_error,
)
from zermelo.explain import Reading
from zermelo.games import format_game_name
from zermelo.play import ChanceOutcome, Scene, static_file
from zermelo.solver import MANIFEST, source_of
from zermelo.web import panels
from zermelo.web.api import lookup_request, openapi_document
from zermelo.web.api.position_answer import answer_position_request
from zermelo.web.page_templates import read_page_style_sheet, render_template
from zermelo.web.pages import home_page, position_editor, share_tab, sum_page, variant_form
from zermelo.web.pages.line_cache import LineCache, PlayedLine
from zermelo.web.pages.position_page import build_position_page_values
from zermelo.web.pages.position_view import PositionView, build_position_view, check_side_to_view_from
from zermelo.web.panels import report_panel
from zermelo.web.practice import lesson_page, reading_page
from zermelo.web.practice.training_page import TrainingPages, list_training_games
from zermelo.web.practice.training_puzzles import parse_training_url
from zermelo.web.requests.access_token import TokenAccess, load_or_make_token
from zermelo.web.requests.lesson_url import parse_lesson_url
from zermelo.web.requests.page_cache import (
    LEVEL,
    SMALLEST,
    PageCache,
    PageCacheMiddleware,
    accepts_gzip,
)
from zermelo.web.requests.position_url import JSON, PositionUrl, make_game_path, parse_position_url
from zermelo.web.requests.request_guard import LISTS, RequestGuard
from zermelo.web.requests.sum_url import parse_sum_url
from zermelo.web.requests.timeouts import RuleTimeLimit
from zermelo.web.services.analysis_cache import AnalysisCache
from zermelo.web.services.explorer_games import ExplorerGames
from zermelo.web.services.explorer_jobs import TooBusy
from zermelo.web.services.explorer_opponents import ExplorerOpponents
from zermelo.web.services.solution_cache import SolutionCache

LOG: Final = logging.getLogger("zermelo.web")
NOT_THERE: Final = (UnknownGame, IllegalMove, UnreadablePosition)
STATIC: Final = {"explorer.js": "text/javascript", "board.js": "text/javascript", "board.css": "text/css"}
MOST_REPLIES: Final = 60  # moves in a row that the other side may make: where the person never gets a turn
MOST_PICTURES: Final = 400  # kept, of some kilobytes each
AT_ONCE: Final = 8  # pages that are made at once
AT_ONCE_SLOW: Final = 3  # and of what may take long: panels, reports, sums, lists of positions
MOST_PAGES: Final = 200  # requests that wait for a thread
MOST_SLOW: Final = 8  # some hold a list of a million bytes
SLOW: Final = frozenset({"panel", "with"})  # fields of addresses that ask for more than a page
OWN: Final = "own"  # the field that asks for the board alone, before the other side replies
KEPT: Final = {"cache-control": "private, max-age=3600"}
FRESH: Final = {"cache-control": "no-store"}
HTML: Final = "text/html; charset=utf-8"
KEPT_HEADERS: Final = ((b"content-type", HTML.encode()), (b"cache-control", b"no-store"))


@dataclass
class ExplorerState:
    """State behind the pages: games, lines of play, solutions, players, and the time limit of rules."""

    games: ExplorerGames
    store: Path
    own_players: dict[str, Path]
    plans_aside: bool = True  # whether the first page has the sizes of its games found out
    solved_at: str | None = None  # the URL of a store where solutions are looked for first

    def __post_init__(self) -> None:
        self.token = load_or_make_token(self.store)
        self.time_limit = RuleTimeLimit()
        self.lines = LineCache(self.time_limit)
        self.solution_cache = SolutionCache(self.store, self.solved_at, self.games.accessible_files)
        self.analyses = AnalysisCache(self.solution_cache.store, self.games.accessible_files)
        self.pages = PageCache()
        self._pictures: dict[tuple[str, str], tuple[zermelo.Game, str]] = {}
        self.seats = ExplorerOpponents(self.own_players)
        self.trainer = TrainingPages(self.lines, self.solution_cache, self.time_limit)

    def start_background_work(self) -> None:
        """Continue what an earlier server was solving, and prepare the first page."""
        self.solution_cache.jobs.small.start_idle_process()
        threading.Thread(target=self._prepare_home_page, daemon=True).start()
        for source in self.solution_cache.jobs.read_earlier_requests():
            with contextlib.suppress(ZermeloError):
                self.load_game(source)  # which refuses a file that this server was not given
                self.solution_cache.jobs.start_solve(source)

    def _prepare_home_page(self) -> None:
        home_page.build_home_page_values(self.games, self.solution_cache)
        if self.plans_aside:
            self.trainer.find_daily_puzzle(date.today())

    def find_played_line(self, address: PositionUrl) -> PlayedLine:
        """Return the line of play that an address writes."""
        line = self.lines.find_or_make_played_line(self.load_game(address.game), address)
        check_side_to_view_from(line.game, address.view.side)
        return line

    def load_game(self, text: str) -> zermelo.Game:
        """Return the game that a URL names, within the time limit of rules."""
        with self.time_limit.limit_time_of_rules(text[:100]):
            return self.games.load_game(text)

    def draw_picture(self, address: PositionUrl) -> str:
        """Return the picture of a position; those drawn last are kept as long as their game's rules are."""
        game, key = self.load_game(address.game), (address.path, address.start)
        held = self._pictures.get(key)
        if held is not None and held[0] is game:
            return held[1]
        line = self.lines.find_or_make_played_line(game, address)
        with self.time_limit.limit_time_of_rules(repr(game)):
            drawn = home_page.draw_thumbnail(line.match)
        if len(self._pictures) >= MOST_PICTURES:
            self._pictures.clear()
        self._pictures[key] = game, drawn
        return drawn

    def build_position_view(self, address: PositionUrl) -> PositionView:
        """Return the view of an address; start work on the game where it is not solved."""
        line = self.find_played_line(address)
        with self.time_limit.limit_time_of_rules(repr(line.game)):
            return build_position_view(address, line, self.solution_cache, self.analyses)


def make_web_app(explorer_state: ExplorerState) -> Starlette:
    """Return the application."""

    @contextlib.asynccontextmanager
    async def run_app_lifespan(_: Starlette) -> AsyncIterator[None]:
        explorer_state.start_background_work()
        yield
        explorer_state.solution_cache.jobs.stop_all_work()
        explorer_state.analyses.close()

    refuse = functools.partial(_build_error_response, explorer_state.games)
    pages = RequestQueue(AT_ONCE, MOST_PAGES, refuse)
    slow_pages = RequestQueue(AT_ONCE_SLOW, MOST_SLOW, refuse)

    def make_route(
        path: str,
        answer: Callable[[ExplorerState, Request], Response],
        method: str = "GET",
        *,
        is_slow: bool = False,
    ) -> Route:
        async def answer_request(request: Request) -> Response:
            asked = set(request.query_params)
            turns = slow_pages if is_slow or (SLOW & asked and OWN not in asked) else pages
            return await turns.answer_request(functools.partial(answer, explorer_state), request)

        return Route(path, answer_request, methods=[method])

    app = Starlette(
        routes=[
            make_route("/", _show_home_page),
            make_route("/-/style.css", _send_stylesheet),
            make_route("/-/static/{name}", _send_static_file),
            make_route("/-/picture/{game:path}", _show_position_picture),
            make_route("/-/solve", _start_requested_solve, "POST"),
            make_route("/-/stop", _stop_requested_solve, "POST"),
            make_route("/-/train/{game:path}", _show_training_page),
            make_route("/-/train/{game:path}", _record_training_answer, "POST"),
            make_route("/-/lesson/{game:path}", _show_lesson_page, is_slow=True),
            make_route("/-/read/{name}", _show_reading_page),
            make_route("/-/variant/{name}", _show_variant),
            make_route("/-/page", _send_standalone_page, is_slow=True),
            make_route("/-/own", _show_own_game_page),
            make_route("/-/work", _show_running_solves_page),
            make_route("/-/work.json", _show_running_solves_json),
            # Sums of games, and the report as a page of its own.
            make_route("/-/sum", _show_sum_page, is_slow=True),
            make_route("/-/sum.json", _show_sum_json, is_slow=True),
            make_route("/-/report", _show_solution_report_page, is_slow=True),
            Route(
                "/-/lookup/{game:path}", _make_lookup_endpoint(explorer_state, slow_pages), methods=["POST"]
            ),
            make_route("/-/openapi.json", _show_openapi_json),
            make_route("/{path:path}", _show_position_page),
        ],
        lifespan=run_app_lifespan,
    )
    # What is compressed beside text of an attacker could be guessed by its length, if secret (BREACH).
    # Nothing is: the token is in a header or a cookie, never in an answer, and other sites read no answer.
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST, compresslevel=LEVEL)
    app.add_middleware(PageCacheMiddleware, pages=explorer_state.pages, headers=KEPT_HEADERS)
    app.add_middleware(RequestGuard, access=functools.partial(TokenAccess, explorer_state.token))
    return app


class RequestQueue:
    """Threads that answer requests: so many at once, and so many requests that wait for one.

    More would not be answered sooner, as rules are Python, and each holds the page that it makes. `refuse`
    makes the answer to an error.
    """

    def __init__(
        self, at_once: int, most_waiting: int, refuse: Callable[[Request, Exception], Response]
    ) -> None:
        self.most_waiting, self.waiting, self.refuse = most_waiting, 0, refuse
        self._free = asyncio.Semaphore(at_once)

    async def answer_request(self, answer: Callable[[Request], Response], request: Request) -> Response:
        """Return the answer; an error becomes a page, or an object where JSON was asked for."""
        if self.waiting >= self.most_waiting:
            return self.refuse(
                request, TooBusy("the server answers as many requests as it can: try it again")
            )
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        try:
            if await request.is_disconnected():
                return Response(status_code=503)
            return await run_in_threadpool(answer, request)
        except Exception as error:
            return self.refuse(request, error)
        finally:
            self._free.release()


def _send_answer(answer: Result, status: int = 200) -> Response:
    return JSONResponse(answer.as_json(), status, headers=FRESH)


def _send_page(template: str, status: int = 200, **values: Any) -> Response:
    return HTMLResponse(render_template(template, **values), status, headers=FRESH)


def _build_error_response(games: ExplorerGames, request: Request, error: Exception) -> Response:
    said, status = str(error), 400
    if isinstance(error, NOT_THERE):
        status = 404
    elif isinstance(error, TooBusy):
        status = 503
    elif not isinstance(error, ZermeloError):
        said, status = describe_error(error), 500
        if own := games.find_own_game_of_url(str(request.url)):  # whose rules may answer with anything
            said, status = f"{said}. To find the rule that is wrong, type: zermelo check {own}", 400
        LOG.error("%s cannot be answered", request.url.path, exc_info=error)
    if request.url.path.endswith(".json") or request.url.path.startswith(LISTS):
        return _send_answer(openapi_document.Refusal(error=said, kind=type(error).__name__), status)
    return _send_page("error.html", status, said=said, code=status)


# Pages.


def _show_home_page(explorer_state: ExplorerState, request: Request) -> Response:
    wanted, chip = request.query_params.get("q", "")[:200], request.query_params.get("show", "")
    # Where somebody is typing they want the list, where a finished name leads to its game.
    found = (
        ""
        if "typing" in request.query_params or chip
        else home_page.find_game_url(explorer_state.games, wanted)
    )
    if found:
        return RedirectResponse(found, 303)
    with explorer_state.time_limit.limit_time_of_rules("the list of games"):
        contents = home_page.build_home_page_values(
            explorer_state.games, explorer_state.solution_cache, wanted, chip
        )
        daily = explorer_state.trainer.find_daily_puzzle(date.today()) if contents["whole"] else None
    if explorer_state.plans_aside:
        explorer_state.solution_cache.jobs.aside.request_game_sizes(contents["unplanned"])
    return _send_page(
        "home.html",
        **contents,
        daily=daily,
        train=list_training_games(),
        readings=reading_page.list_reading_links(),
    )


def _show_position_page(explorer_state: ExplorerState, request: Request) -> Response:
    raw = request.scope["raw_path"].partition(b"?")[0]
    address, suffix = parse_position_url(raw.decode("latin-1"), request.url.query)
    if suffix == JSON:
        seen = explorer_state.build_position_view(address)
        panel = panels.answer_panel_request(seen, explorer_state.time_limit, explorer_state.own_players)
        with explorer_state.time_limit.limit_time_of_rules(repr(seen.line.game)):
            return _send_answer(answer_position_request(seen, panel))
    if suffix:
        return _send_position_picture(explorer_state, address, suffix)
    if OWN in request.query_params:
        return _send_board(explorer_state, address)
    if "throw" in request.query_params:
        return RedirectResponse(_add_dice_roll_to_address(explorer_state, address).url(), 303)
    answered = _add_opponent_moves_to_address(explorer_state, address)
    if answered != address:
        return RedirectResponse(answered.url(), 303, headers=FRESH)
    is_set_up, unreadable = address.view.panel == "setup", ""
    try:
        seen = explorer_state.build_position_view(address)
    except UnreadablePosition as error:
        if not (is_set_up and address.start):
            raise
        unreadable = str(error)
        seen = explorer_state.build_position_view(replace(address, start="", moves=()))
    content = panels.build_open_panel_and_list(seen, explorer_state.time_limit, explorer_state.own_players)
    with explorer_state.time_limit.limit_time_of_rules(repr(seen.line.game)):
        if is_set_up:
            content |= position_editor.build_position_editor_values(seen)
        if unreadable:
            content |= {"text": address.start, "error": unreadable}
        page = build_position_page_values(seen, content, explorer_state.own_players)
    is_shared = address.view.panel == "share"  # and says by which name this server was reached
    page["share"] = share_tab.build_share_values(seen, str(request.base_url)) if is_shared else None
    body = render_template("position.html", **page)
    solution = None if seen.analysis is not None or unreadable else seen.known.solution
    if not content.get("lasts", not is_shared):
        solution = None
    return _send_kept_page(explorer_state, request, body, solution, address.game, 404 if unreadable else 200)


def _send_kept_page(
    explorer_state: ExplorerState,
    request: Request,
    page: str,
    solution: zermelo.Solution | None,
    game: str,
    status: int = 200,
) -> Response:
    """Answer with a page, which is kept as long as the solution's files and the game's are what they are."""
    body, headers = page.encode(), dict(FRESH)
    if solution is not None and solution.directory is not None:
        files = [solution.directory / MANIFEST, *explorer_state.games.list_game_files(game)]
        raw, query = request.scope["raw_path"].partition(b"?")[0], request.scope["query_string"]
        packed = explorer_state.pages.store_page(raw, query, files, body)
        if accepts_gzip(request.scope["headers"]):
            body, headers = packed, {**FRESH, "content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(body, status, media_type=HTML, headers=headers)


def _send_board(explorer_state: ExplorerState, address: PositionUrl) -> Response:
    """Answer with the board of a position alone: no work on the game begins, and the other side waits."""
    line = explorer_state.find_played_line(address)
    with explorer_state.time_limit.limit_time_of_rules(repr(line.game)):
        board = Scene.from_match(line.match).board_html(turned=address.view.turned)
    return HTMLResponse(board, headers=FRESH)


def _send_position_picture(explorer_state: ExplorerState, address: PositionUrl, suffix: str) -> Response:
    """Answer with the picture of a position; no work on the game begins for it."""
    line = explorer_state.find_played_line(address)
    with explorer_state.time_limit.limit_time_of_rules(repr(line.game)):
        if suffix == ".png":
            body = share_tab.draw_shared_picture_as_png(address, line.match)
            return Response(body, media_type="image/png", headers=FRESH)
        drawn = share_tab.draw_shared_picture(address, line.match)
    return Response(drawn, media_type="image/svg+xml", headers=FRESH)


def _show_variant(explorer_state: ExplorerState, request: Request) -> Response:
    """Lead to the game that the form of a game's variants asks for, or say what is wrong with it."""
    name, given = request.path_params["name"], dict(request.query_params)
    usual = explorer_state.load_game(explorer_state.games.find_example_game_text(name))
    try:
        text = variant_form.make_variant_text(name, usual, given)
        explorer_state.load_game(text)
        return RedirectResponse(make_game_path(text), 303, headers=FRESH)
    except ZermeloError as error:
        form = variant_form.make_variant_form_fields(name, usual, given, str(error))
    title, back = format_game_name(name), make_game_path(name)
    return _send_page("variant.html", 400, title=title, back=back, variants=form)


def _add_dice_roll_to_address(explorer_state: ExplorerState, address: PositionUrl) -> PositionUrl:
    """Return where a throw of the dice leads."""
    line = explorer_state.find_played_line(address)
    match = zermelo.play.Match(line.game, [line.match.position])
    throws = match.throws()
    if not throws:
        raise IllegalMove("no dice are thrown here")
    number = explorer_state.seats.roll_dice([share for share, _ in throws])
    return replace(address, moves=(*address.moves, f"~{number}"), view=address.view.options_for_next_position)


def _add_opponent_moves_to_address(explorer_state: ExplorerState, address: PositionUrl) -> PositionUrl:
    """Return the address after the moves of the other side, the same where it is the person's turn.

    Dice that the person has just chosen to roll are thrown at once.
    """
    player = address.view.opponent
    if not player:
        return address
    for _ in range(MOST_REPLIES):
        line = explorer_state.find_played_line(address)
        match = line.match
        is_person = match.mover == address.view.person
        has_rolled = bool(match.throws() and match.played) and not isinstance(match.played[-1], ChanceOutcome)
        if match.is_over() or (is_person and not (has_rolled and match.movers[-2] == match.mover)):
            return address
        if match.throws():
            address = _add_dice_roll_to_address(explorer_state, address)
            continue
        known = explorer_state.solution_cache.find_game_status(line.game, wait=2.0)
        with explorer_state.time_limit.limit_time_of_rules(f"{player} at {line.game!r}"):
            move = explorer_state.seats.choose_opponent_move(
                player, line.game, known.solution, match.position
            )
        name = line.game.name(match.position, move)
        address = replace(address, moves=(*address.moves, name), view=address.view.options_for_next_position)
    return address


def _show_running_solves_page(explorer_state: ExplorerState, request: Request) -> Response:
    return _send_page("work.html", **home_page.build_running_solves_values(explorer_state.solution_cache))


def _show_own_game_page(explorer_state: ExplorerState, request: Request) -> Response:
    given = [(name, make_game_path(name)) for name in explorer_state.games.first]
    return _send_page("own.html", given=given)


def _show_running_solves_json(explorer_state: ExplorerState, request: Request) -> Response:
    return _send_answer(explorer_state.solution_cache.jobs.make_requested_solves())


def _show_position_picture(explorer_state: ExplorerState, request: Request) -> Response:
    path = request.scope["raw_path"].partition(b"?")[0].decode("latin-1").removeprefix("/-/picture")
    drawn = explorer_state.draw_picture(parse_position_url(path, request.url.query)[0])
    return Response(drawn, media_type="image/svg+xml", headers=KEPT)


def _show_sum_page(explorer_state: ExplorerState, request: Request) -> Response:
    address = parse_sum_url(request.url.query)
    how = explorer_state.load_game, explorer_state.time_limit
    try:
        status, answered = 200, sum_page.find_computer_move(address, *how)
        if answered != address:
            return RedirectResponse(answered.url(), 303, headers=FRESH)
        values = sum_page.answer_sum_request(address, *how)
    except ZermeloError as error:  # shows what is wrong, and the form to fix it
        status = 404 if isinstance(error, NOT_THERE) else 400
        values = sum_page.make_unreadable_sum_answer(address, str(error))
    return _send_page("sums.html", status, **sum_page.make_sum_choice_fields(address), **asdict(values))


def _show_sum_json(explorer_state: ExplorerState, request: Request) -> Response:
    address = parse_sum_url(request.url.query)
    return _send_answer(
        sum_page.answer_sum_request(address, explorer_state.load_game, explorer_state.time_limit)
    )


def _show_solution_report_page(explorer_state: ExplorerState, request: Request) -> Response:
    text = request.query_params.get("game", "")
    game = explorer_state.load_game(text)
    known = explorer_state.solution_cache.find_game_status(game)
    if known.solution is None:  # the game's page says what is being done, and offers the report after that
        return RedirectResponse(f"{make_game_path(text)}?panel=report", 303, headers=FRESH)
    seconds = panels.TIMES * explorer_state.time_limit.seconds
    with explorer_state.time_limit.limit_time_of_rules(f"the report on {game!r}", 1.25 * seconds):
        page = report_panel.build_report_page(text, known.solution, seconds)
    return _send_kept_page(explorer_state, request, page, known.solution, text)


def _show_training_page(explorer_state: ExplorerState, request: Request) -> Response:
    name = request.path_params["game"]
    address, _ = parse_training_url(name.removesuffix(".json"), request.url.query)
    if name.endswith(".json"):
        with explorer_state.time_limit.limit_time_of_rules(f"the trainer of {address.game}"):
            game = explorer_state.load_game(address.game)
            return _send_answer(explorer_state.trainer.answer_training_request(address, game))
    with explorer_state.time_limit.limit_time_of_rules(f"the trainer of {address.game}"):
        found = explorer_state.trainer.build_page_or_redirect(address, explorer_state.load_game(address.game))
    if isinstance(found, str):
        return RedirectResponse(found, 303, headers=FRESH)
    return _send_page(found[0], **found[1])


def _show_lesson_page(explorer_state: ExplorerState, request: Request) -> Response:
    address = parse_lesson_url(request.path_params["game"], request.url.query)
    known = explorer_state.solution_cache.find_game_status(explorer_state.load_game(address.game))
    seconds = panels.TIMES * explorer_state.time_limit.seconds
    with explorer_state.time_limit.limit_time_of_rules(f"the lesson of {address.game}", 1.25 * seconds):
        lesson = lesson_page.make_lesson_of_solved_game(
            known, address.rules, explorer_state.own_players, seconds
        )
        page = lesson_page.build_lesson_page_values(address, known, lesson)
    return _send_page("lesson.html", **page)


def _show_reading_page(explorer_state: ExplorerState, request: Request) -> Response:
    name = request.path_params["name"]
    if name.removesuffix(JSON) not in Reading.NAMES:
        raise UnknownGame(f"there is no reading {name!r}: choose one of {', '.join(Reading.NAMES)}")
    reading = Reading.load(name.removesuffix(JSON))
    if name.endswith(JSON):
        return _send_answer(reading)
    step = reading_page.parse_step_number(request.query_params.get("step", "1"))
    with explorer_state.time_limit.limit_time_of_rules(f"the reading {name}"):
        page = reading_page.build_reading_page_values(reading, step, explorer_state.find_played_line)
    return _send_page("reading.html", **page)


def _show_openapi_json(explorer_state: ExplorerState, request: Request) -> Response:
    return JSONResponse(openapi_document.build_openapi_document(), headers=FRESH)


def _make_lookup_endpoint(
    explorer_state: ExplorerState, turns: RequestQueue
) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint for many positions, which awaits the body and then answers as usual."""

    async def read_body_and_answer(request: Request) -> Response:
        body = await request.body()

        def answer_with_body(asked: Request) -> Response:
            game = explorer_state.load_game(asked.path_params["game"])
            return _send_answer(
                lookup_request.answer_lookup_request(
                    game, body, explorer_state.solution_cache, explorer_state.time_limit
                )
            )

        return await turns.answer_request(answer_with_body, request)

    return read_body_and_answer


def _send_standalone_page(explorer_state: ExplorerState, request: Request) -> Response:
    """Answer with a file to be kept and sent: the whole game, else the line of play with its boards."""
    path, _, query = request.query_params.get("at", "").partition("?")
    address = parse_position_url(path, query)[0]
    line = explorer_state.find_played_line(address)
    known = explorer_state.solution_cache.find_game_status(line.game)
    with (
        tempfile.TemporaryDirectory() as folder,
        explorer_state.time_limit.limit_time_of_rules(repr(line.game), 3 * explorer_state.time_limit.seconds),
    ):
        if known.solution is not None and share_tab.is_sent_whole(known):
            file = Path(folder) / "game.html"
            known.solution.page(file, line=line.match)
            body = file.read_bytes()
        else:
            values = share_tab.build_game_record_values(address, line.match)
            body = render_template("record.html", **values).encode()
    title = unicodedata.normalize("NFKD", str(line.match.title)).encode("ascii", "ignore").decode()
    name = re.sub(r"[\W_]+", "-", title).strip("-").lower() or "game"  # headers have no other letters
    kept = {"content-disposition": f'attachment; filename="{name}.html"'}
    return Response(body, media_type=HTML, headers={**FRESH, **kept})


# What changes something.


def _record_training_answer(explorer_state: ExplorerState, request: Request) -> Response:
    name = request.path_params["game"]
    address, order = parse_training_url(name.removesuffix(".json"), request.url.query)
    with explorer_state.time_limit.limit_time_of_rules(f"the trainer of {address.game}"):
        game = explorer_state.load_game(address.game)
        url = explorer_state.trainer.record_answer_and_follow_button(address, game, order)
    return RedirectResponse(url, 303)


def _start_requested_solve(explorer_state: ExplorerState, request: Request) -> Response:
    game, back = _read_game_and_return_path(explorer_state, request)
    explorer_state.solution_cache.jobs.start_solve(source_of(game), game)
    return RedirectResponse(back, 303)


def _stop_requested_solve(explorer_state: ExplorerState, request: Request) -> Response:
    game, back = _read_game_and_return_path(explorer_state, request)
    explorer_state.solution_cache.jobs.stop_solve(source_of(game))
    return RedirectResponse(back, 303)


def _read_game_and_return_path(explorer_state: ExplorerState, request: Request) -> tuple[zermelo.Game, str]:
    """Return the game of a form, and the page to go back to, which is one of this server."""
    said = request.query_params
    back = said.get("back", "/")
    if not back.startswith("/") or back.startswith(("//", "/\\")):
        raise BadParameter("the page to go back to is one of this server")
    return explorer_state.load_game(said.get("game", "")), back


# Files.


def _send_stylesheet(explorer_state: ExplorerState, request: Request) -> Response:
    return Response(read_page_style_sheet(), media_type="text/css", headers=KEPT)


def _send_static_file(explorer_state: ExplorerState, request: Request) -> Response:
    name = request.path_params["name"]
    if name not in STATIC:
        raise UnknownGame(f"there is no file {name!r}")
    own = Path(__file__).parent / "static" / name
    text = own.read_text(encoding="utf-8") if own.is_file() else static_file(name)
    return Response(text, media_type=STATIC[name], headers=KEPT)
