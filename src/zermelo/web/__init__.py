"""Explorer: a server on this machine that shows any game and plays it.

The command `explore` calls `run_explorer` in `explorer_server.py`. A position is a URL and a
move is a link, so pages work without a script, can be bookmarked and sent, and the browser's back button
takes a move back. The same URL with `.json` is for programs, with `.svg` or `.png` it is the picture.
The package needs the extra `web`.

>>> from zermelo.web.requests.position_url import parse_position_url
>>> address, suffix = parse_position_url("/tic_tac_toe/b2/a1.json", "as=second")
>>> address.game, address.moves, suffix
('tic_tac_toe', ('b2', 'a1'), '.json')

Layout
------
explorer_server.py     listens on this machine, opens the browser, ends cleanly
explorer_app.py        which URL is answered by what
requests               URLs, access token, request checks, connection and time limits, page cache
pages                  home, position, history, position editor, sums, status of work
panels                 what else can be asked at a position, computed when it is opened
practice               lessons of rule lists, and training on puzzles
services               games, solutions, searches, opponents, and worker processes
api                    `.json`, batch look-up, and the OpenAPI document
page_templates.py      templates and the style sheet; templates/ and static/ are beside it

Design
------
* A request passes in this order: connection limits, the guard (host, origin, frames, token, length), the
  page cache, the URL, the game, the line of play, the services, the view, the template.
* `line_cache.py` makes each match from the one before, so a page costs one move and not the whole line.
* A page takes 2.1 ms. It took 5.8, mostly for the history: values were looked up three times, and each
  link was composed anew.
* Answers took 40 ms too long until the listening socket named its protocol. Only then does asyncio send
  the body without waiting for the acknowledgement of the head.
* Rules are asked within a limit of processor time (`timeouts.py`), which a busy machine does not use up. An
  exception sent to a thread is awaited there and never withdrawn: Python 3.11 would look for it for ever,
  which slows all code and blocks profilers.
* A game is first tried by the interpreter in a process that is ready (`solve_worker.py`): that solves 92 of
  the catalogue's 137 games in 0.7 s of processor time; compiling one takes 3 s or more. The page waits 0.3 s
  for it. Every other game goes on to be compiled and forecast; `search_worker.py` searches its positions.
* Pages are sent compressed, and kept so: 18 kB of a position become 3 kB in 0.1 ms.
* What programs are sent is a `Result`: JSON and the schemas of the OpenAPI document follow from its fields.
* A panel gives such an answer, laid out by its template and printed by `.json`. It has a time limit; past
  it the page shows the command that has the time. Such a refusal is never cached.
* Lessons and sums are stateless too: the page, the answer and the moves are in the URL.
* A script only replaces content by that of the next page; there is no second way to draw a page.
* Where a player could start a program, the explorer refuses: its players have no `programs`.

Alternatives tried
------------------
* Threads for solving: the Python phases of a solve stop every page, hence processes.
* A script that draws the board from `.json`: pages without it would be another program.
* Cookies for what is shown: a URL would no longer say what is seen.
"""
