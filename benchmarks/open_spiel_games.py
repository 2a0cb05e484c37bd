"""OpenSpiel's games of perfect information, in turn: each imported at its smallest, and how far it is solved.

    python benchmarks/open_spiel_games.py                # the table of docs/research.md: about ten minutes
    python benchmarks/open_spiel_games.py --trap         # whose table is right, ours or its exact solver's
    python benchmarks/open_spiel_games.py --speed        # positions a second, and where the time goes

Each game is a process of its own, with a limit of positions and of seconds: what is larger is told by how
many positions were met, and by nothing else. Seconds are of the processor, as other work may run beside it.
"""

import argparse
import datetime
import subprocess
import sys
import time

MOST = 200_000  # positions
SECONDS = 10
SMALL = {  # parameters that make a game as small as OpenSpiel allows, or as one likes
    "2048": "2048(max_tile=4)",
    "amazons": "amazons(board_size=6)",
    "backgammon": "backgammon(hyper_backgammon=true)",
    "breakthrough": "breakthrough(rows=5,columns=3)",
    "catch": "catch(rows=4,columns=3)",
    "cliff_walking": "cliff_walking(height=2,width=4,horizon=12)",
    "clobber": "clobber(rows=3,columns=4)",
    "connect_four": "connect_four(rows=4,columns=4)",
    "cursor_go": "cursor_go(board_size=2,max_cursor_moves=2)",
    "go": "go(board_size=2,komi=0.5)",
    "gomoku": "gomoku(size=3,connect=3)",
    "havannah": "havannah(board_size=2)",
    "hex": "hex(board_size=3)",
    "mnk": "mnk(m=3,n=4,k=3)",
    "oware": "oware(num_houses_per_player=2,num_seeds_per_house=1)",
    "pig": "pig(winscore=4,diceoutcomes=2,horizon=8)",
    "quoridor": "quoridor(board_size=3)",
    "twixt": "twixt(board_size=5,ansi_color_output=false)",
    "y": "y(board_size=3)",
    "yacht": "yacht(dice_sides=2,num_dice=1,rolls_per_turn=1)",
}


def one(text: str) -> None:
    """Import one game, walk it, and solve it where it is small: print a row."""
    import zermelo
    from zermelo.formats.open_spiel.spiel_import import import_spiel_game

    began = time.process_time()
    try:
        game = import_spiel_game(text)
        table = game.state_table
        whole, target = False, 0
        while not whole and len(table) <= MOST and time.process_time() - began < SECONDS:
            target += 5_000
            whole = table.explore_positions(target)
    except zermelo.ZermeloError as error:
        print(f"| `{text}` | | | {type(error).__name__}: {str(error)[:200]} | |")
        return
    seconds = time.process_time() - began
    if not whole:
        print(f"| `{game.game}` | {game.key} | more than {len(table) // 1000 * 1000:,} | not solved | |")
        return
    try:
        solved = zermelo.solve(game)
        said = str(solved.value()) if hasattr(solved, "value") else f"payoffs {solved.payoffs()}"
    except zermelo.ZermeloError as error:
        said = f"{type(error).__name__}: {str(error)[:200]}"
    print(f"| `{game.game}` | {game.key} | {len(table):,} | {said} | {seconds:.1f} |")


def every() -> None:
    """Print the table."""
    import pyspiel

    from zermelo.formats.open_spiel.spiel_import import find_reason_unsupported

    print(f"OpenSpiel {pyspiel.__version__}, {datetime.date.today():%d %B %Y}\n")
    print("| game | known by | positions | value | seconds |\n| --- | --- | --- | --- | --- |")
    refused = 0
    for kind in pyspiel.registered_games():
        if find_reason_unsupported(kind):
            refused += 1
            continue
        text = SMALL.get(kind.short_name, kind.short_name)
        try:
            ran = subprocess.run(
                [sys.executable, __file__, "--one", text],
                capture_output=True,
                text=True,
                timeout=30 * SECONDS,
            )
            rows = ran.stdout.strip().splitlines()
            print(
                rows[-1]
                if rows
                else f"| `{text}` | | | ends with {ran.returncode}: {ran.stderr.strip()[-200:]} | |"
            )
        except subprocess.TimeoutExpired:
            print(f"| `{text}` | | | no end within {30 * SECONDS} s | |")
        sys.stdout.flush()
    print(f"\n{refused} other games hide something, are played at once, or do not list their chances.")


def trap() -> None:
    """Hold the table of OpenSpiel's exact solver against ours, at every position where somebody moves."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    import zermelo

    text = "breakthrough(rows=5,columns=3)"
    theirs = MinimaxSolver(text).solve()
    solution = zermelo.solve(f"open_spiel:{text}")
    table = solution.game.state_table
    open_ = [spot for spot in table.list_positions() if table.actions[spot]]
    missing = sum(spot[0] not in theirs for spot in open_)
    wrong = sum(spot[0] in theirs and theirs[spot[0]].value != solution.value(spot).value for spot in open_)
    print(f"{len(open_):,} positions; {wrong:,} values are wrong in its table, {missing:,} are missing")


def speed() -> None:
    """Print how many positions a second are met, and what OpenSpiel alone takes for the same."""
    from zermelo.formats.open_spiel.spiel_states import StateTable

    for text in (
        "tic_tac_toe()",
        "breakthrough(columns=3,rows=5)",
        "connect_four(columns=4,rows=4)",
        "hex(board_size=3)",
        "clobber(columns=4,rows=3)",
        "mancala()",
        "nine_mens_morris()",
    ):
        StateTable(text, "text").explore_positions(2_000)
        table = StateTable(text, "text")
        began = time.process_time()
        table.explore_positions(60_000)
        took = time.process_time() - began
        met = table._walked
        states = [table.restore_state(spot) for spot in table.list_positions()[: min(met, 3_000)]]
        began = time.process_time()
        edges = 0
        for state in states:
            for action in state.legal_actions():
                child = state.child(action)
                str(child), child.current_player(), child.legal_actions()
                edges += 1
        alone = (time.process_time() - began) / len(states)
        print(
            f"{text}: {met / took:,.0f} positions a second, {took / met * 1e6:.0f} us each; "
            f"{edges / len(states):.1f} moves each, {alone * 1e6:.0f} us of OpenSpiel alone for them, "
            f"{table.compared / met:.2f} second states each gone on from"
        )


def main() -> None:
    """Do what is asked."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--one")
    parser.add_argument("--trap", action="store_true")
    parser.add_argument("--speed", action="store_true")
    given = parser.parse_args()
    if given.one:
        one(given.one)
    elif given.trap:
        trap()
    elif given.speed:
        speed()
    else:
        every()


if __name__ == "__main__":
    main()
