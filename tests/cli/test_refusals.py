"""What commands refuse: one line on standard error with these words in it, status 2, and nothing written anywhere."""

import io
import shlex
from pathlib import Path

import pytest
from support.commands import Command, broken, check_refusal

# Each line: one command or several, what is typed after it, and words of the answer, with & between.
REFUSED = r"""
solve  =>  GAME
solve nim extra more  =>  extra
solve nim --frobnicate  =>  --frobnicate
solve nim --threads two  =>  --threads
solve nim --threads 0  =>  threads 0
solve,plan nim --memory much  =>  much
solve nim --method guess  =>  choose one of backward_induction, minimax, alpha_beta, df_pn, expectiminimax, star1, star2
solve nim --plies  =>  --plies is for one position: name a --method
solve nim --proof x  =>  --proof is for one position
solve nim --method df_pn --plies  =>  leave out --plies
solve nim --method minimax --proof x  =>  minimax writes no proof
solve nim --method df_pn --again  =>  --again is for solving every position
solve nim --method df_pn --values-only  =>  --values-only is for solving every position
solve pig --method alpha_beta  =>  two players without chance
solve strike --method alpha_beta  =>  two players without payoffs
solve no_game --method alpha_beta  =>  'no_game' is not a game
solve,show,check,plan,stats,report,export nimm  =>  did you mean nim
solve pong_hau_ki --method alpha_beta  =>  use --method df_pn
solve tic_tac_toe --price core_hour=1  =>  --price is for a cluster
solve nim --method star1  =>  has no dice
solve pig --method star2  =>  give a depth
solve pig --depth 3  =>  --depth is for one position: name a --method, expectiminimax
solve,value nim --endgame nim  =>  --endgame is for one position
frobnicate  =>  frobnicate
play "subtraction(heap=9)" --interpreted --side third  =>  side 'third' is unknown & first, second, both, none
play "subtraction(heap=9)" --interpreted --opponent drunk  =>  opponent 'drunk' is unknown & perfect, random, erring
play "subtraction(heap=9)" --interpreted --error-rate 0.2  =>  takes no rate of errors, 0.2 & --opponent erring
play "subtraction(heap=9)" --interpreted --opponent random --time 2s  =>  the opponent random takes no --time 2s & --opponent search
play "subtraction(heap=9)" --interpreted --book nowhere.parquet  =>  there is no file nowhere.parquet
play "subtraction(heap=9)" --interpreted --opponent erring --error-rate 2  =>  2.0 is no probability
play "subtraction(heap=9)" --interpreted --load nowhere.json  =>  there is no file nowhere.json
play "subtraction(heap=9)" --interpreted 11  =>  '11' is not a position of & write one from 0 to
play,show,value,plan tic_tac_toe XXX  =>  is not a position of tic_tac_toe & write
show ''  =>  not a game
show frobnicate  =>  `zermelo games` lists all
show 'nim('  =>  write NAME
show 'nim(3)'  =>  name each parameter
show "nim(heaps=__import__('os'))"  =>  cannot be read
show 'nim(heap=3)'  =>  heaps
show "nim(**{'heaps': (1,)})"  =>  heaps
show 'nim(heaps=(1, -2))'  =>  -2
show 'nim(heaps=3)'  =>  tuple
show 'nim(heaps=(1,) * 99)'  =>  cannot be read
show 'connect_four(columns=0)'  =>  columns=0
show 'connect_four(columns=9, rows=9)'  =>  63
show 'connect_four(columns=2.5)'  =>  2.5
show 'mnk(misere=1)'  =>  misere
show 'subtraction(take=(3, 1))'  =>  ascending
show 'powers(base=1)'  =>  base
show 'tic_tac_toe()()'  =>  cannot be read
show missing.py:Game  =>  no file
show tic_tac_toe XXXXXXXXX  =>  is not a position of tic_tac_toe & write
show tic_tac_toe ''  =>  is not a position of tic_tac_toe & write
explain tic_tac_toe --side third  =>  side 'third' is unknown: choose one of first, second, both
explain tic_tac_toe --method magic  =>  method 'magic' is unknown: choose one of sat, list, greedy, backward
explain tic_tac_toe --goal glory  =>  goal 'glory' is unknown: choose one of start, always
explain tic_tac_toe --predicates nowhere.py  =>  there is no file nowhere.py
explain tic_tac_toe --check nowhere.json  =>  there is no file nowhere.json
explain tic_tac_toe --figures x  =>  --figures does nothing here, as without --method backward nothing is derived
explain tic_tac_toe --method backward --side first  =>  --side does nothing here, as --method backward derives
explain tic_tac_toe --check x --goal always  =>  --goal does nothing here, as --check takes the list as it is
explain tic_tac_toe --method greedy --proof x  =>  there is no proof of lists by --method greedy
explain tic_tac_toe --most 0  =>  most 0 is no number of rules
explain nim --check known-short  =>  no short list is known & KRvK
explain "connect_four(columns=3, rows=3, line=3)" --method backward  =>  zermelo
explain tic_tac_toe --method backward --stop never  =>  stop 'never'
explain tic_tac_toe --method backward --signs shared  =>  without --figures nothing is drawn
explain tic_tac_toe --method backward --signs both --figures .  =>  are drawn neither way
explain tic_tac_toe --method backward --audit --json  =>  --audit does nothing here, as --json has all of it
explain tic_tac_toe --why  =>  --why does nothing here, as without --method backward nothing is derived
explain tic_tac_toe --method backward --teach  =>  --teach does nothing here
explain "pig(target=4)" --teach  =>  lessons are for one or two players
explain nim --all-sizes --teach  =>  --teach does nothing here
explain nim --price --goal always  =>  --goal does nothing here
explain nim --output x.svg  =>  --output does nothing here
explain "awari_endgame(stones=3)" --price  =>  play may cycle and points come on the way
explain "pig(target=12)" --within little  =>  is no number
explain "pig(target=12)" --within -1%  =>  is nothing that may be lost
canonical '{1|2|3}'  =>  two bars of the same length
canonical 99999999999999999999  =>  take smaller numbers
canonical ''  =>  write a game or a value
canonical domineerin  =>  did you mean domineering?
canonical tic_tac_toe  =>  does not define options(position, player): it is not impartial
canonical 'domineering(misere=True)'  =>  canonical forms are of games that the last mover wins
canonical domineering nonsense  =>  it does not say who moves
canonical 'domineering(columns=2, rows=2)' 99  =>  99 is not a position
canonical 3 --jsn  =>  No such option: --jsn
sum 'domineering(columns=2, rows=2) from 99'  =>  99 is not a position
sum 'nim * 2'  =>  has no + or - before * 2
sum 'nim nim'  =>  has no + or - before nim
sum +  =>  has nothing to add after +
sum '3 4'  =>  an end, + or - is missing
sum nim --player Bob  =>  say Left or Right
thermograph '{3|1}' --output walls.png  =>  thermographs are drawn as .svg
thermograph '{3|1}' --output /nowhere/walls.svg  =>  give another name
thermograph nanoko --komaster both  =>  is no komaster: say Left, Right or neither
octal,misere 0.7g  =>  is no code
octal kayle  =>  is no heap game
octal 0.77 --terms 99999999999  =>  out of range
misere nim --heaps -1  =>  --heaps
misere 1 --universe all  =>  is no universe
misere 0.77 --with 0  =>  say which, as in --universe dead-ending
misere --heapz  =>  No such option: --heapz
strategy pig  =>  for two players without chance
strategy othello  =>  counts points
strategy,misere kayle  =>  did you mean kayles
new  =>  FILE
new mine.py --hex 3 --board 3x3  =>  --board and --hex are two boards
value strike --chain  =>  --chain is a line with its wins and losses
value nim --chain --method df_pn  =>  --chain is a line with its wins and losses
value nim --method auto  =>  is for every position
value nim --method minimax --line  =>  --line is of a solved game
value nim --depth 3  =>  --depth is for one position
value nim --method best  =>  method 'best' is unknown
value strike --method star1  =>  3 players
stats,report,export,verify .  =>  holds no solution
stats,report,export "subtraction(heap=9)" x --interpreted  =>  is not a position
stats,report,export  =>  SOLUTION
compare "subtraction(heap=9)"  =>  SECOND
nimber tic_tac_toe  =>  impartial
nimber tic_tac_toe --outcomes  =>  has no N- and P-positions
nimber nim --outcomes --moves  =>  is asked alone
certify nim --policy nowhere.parquet  =>  there is no file nowhere.parquet
winners nim none.txt  =>  there is no file
selfplay tic_tac_toe --alpha 0.5  =>  alpha=0.5 is out of range
selfplay tic_tac_toe --rewards 1/0  =>  rewards '1/0' cannot be read
selfplay tic_tac_toe --ties any  =>  ties='any' is no rule
selfplay tic_tac_toe --side third  =>  side='third' is none: take one of first, second, both
selfplay tic_tac_toe --epsilon 0.1  =>  --epsilon is for --literal alone
selfplay tic_tac_toe --steps 5  =>  --steps is for --deep alone
selfplay tic_tac_toe --literal --deep a2c  =>  two ways to the best reply: choose one
selfplay dodgem  =>  play can return to an earlier position
"""


@pytest.mark.parametrize("line", REFUSED.strip().splitlines(), ids=lambda line: line.partition("  =>")[0])
def test_what_is_refused(
    line: str, command: Command, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    typed, said = line.split("  =>  ")
    names, *words = shlex.split(typed)
    for name in names.split(","):
        check_refusal(command(name, *words), 2, *said.split(" & "))
    assert not [*tmp_path.iterdir(), *(each for each in store.rglob("*") if ".partial" in each.name)]


def test_games_of_files_are_refused(command: Command) -> None:
    for name, game, said in (
        ("show", f"{__file__}:Nothing", "has no game Nothing"),
        ("show", broken("Countdown(heap=9, most=3)"), "heap"),
        ("show", broken("count"), "has no game count"),
        ("nimber", broken("Misere"), "normal play"),
    ):
        check_refusal(command(name, game), 2, said)


SIZES = "--board=4 --board=4x --board=0x3 --board=9x9 --board=axb --board=1x2 --torus=1x9"
SIZES += " --hex=1 --hex=3x3 --hexagon=-2 --ring=2"


def test_sizes_of_boards_that_are_none(command: Command, tmp_path: Path) -> None:
    for typed in SIZES.split():
        option, size = typed.split("=")
        check_refusal(command("new", str(tmp_path / "mine.py"), typed), 2, f"{option} {size!r}")
    assert not list(tmp_path.iterdir())
