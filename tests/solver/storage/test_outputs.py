"""Files that a person asks for: whole or not at all, and never over what is his, unless he says so."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.commands import Ran, check_refusal, runner
from support.marks import few

import zermelo
from zermelo.core.errors import BadParameter, StorageFailed
from zermelo.solver.storage.output_files import OutputFile


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


NIM = "nim(heaps=(1, 1))"
WRITERS = {  # every command that writes a file
    "tree --output": ("tree", NIM, "--output", "{file}"),
    "report --output": ("report", NIM, "--interpreted", "--output", "{file}"),
    "stats --output": ("stats", NIM, "--interpreted", "--output", "{file}"),
    "export --output": ("export", NIM, "--interpreted", "--output", "{file}"),
    "explain --save": ("explain", NIM, "--save", "{file}"),
    "thermograph --output": ("thermograph", "{{3|1}}", "--output", "{file}"),
    "certify --save": ("certify", NIM, "--player", "random", "--no-judge", "--save", "{file}"),
    "solve --proof": ("solve", NIM, "--method", "df_pn", "--interpreted", "--proof", "{file}"),
    "selfplay --policy": ("selfplay", NIM, "--interpreted", "--policy", "{file}"),
    "selfplay --output": ("selfplay", NIM, "--interpreted", "--output", "{file}"),
}


@pytest.mark.parametrize("name", few(WRITERS, 5))
def test_what_is_there_is_replaced_only_by_force(
    command: Callable[..., Ran], tmp_path: Path, name: str
) -> None:
    """Nor is a NAME.tmp touched, nor what a symbolic link points to."""
    file, beside, far = (tmp_path / name for name in ("mine.svg", "mine.svg.tmp", "far.svg"))
    written = [word.format(file=file) for word in WRITERS[name]]
    beside.write_text("beside")
    assert command(*written).status == 0
    made = file.read_bytes()
    file.write_text("mine")
    check_refusal(command(*written), 2, "mine.svg exists already: name another, or replace it (--force")
    assert file.read_text() == "mine"
    assert command(*written, "--force").status == 0
    assert file.read_bytes()[:4] == made[:4]
    far.write_text("far")
    file.unlink()
    for target in (far, tmp_path / "nowhere"):
        file.symlink_to(target)
        check_refusal(command(*written, "--force"), 2, "mine.svg is a symbolic link, which is not followed")
        file.unlink()
    file.mkdir()
    check_refusal(command(*written, "--force"), 2, "mine.svg is a directory")
    file.rmdir()
    assert (beside.read_text(), far.read_text()) == ("beside", "far")
    assert sorted(tmp_path.iterdir()) == [far, beside], "nothing else is left"


def test_folders_of_files_are_refused_before_one_is_written(
    command: Callable[..., Ran], tmp_path: Path
) -> None:
    words = ("explain", "mnk(columns=2, rows=2, line=2)", "--method", "backward", "--figures", str(tmp_path))
    assert command(*words).status == 0
    pictures = sorted(tmp_path.iterdir())
    pictures[-1].write_text("mine")
    for picture in pictures[:-1]:
        picture.unlink()
    check_refusal(command(*words), 2, f"{pictures[-1].name} exists already")
    assert list(tmp_path.iterdir()) == [pictures[-1]]
    assert command(*words, "--force").status == 0 and sorted(tmp_path.iterdir()) == pictures


def test_standard_output_pipes_and_devices(command: Callable[..., Ran], tmp_path: Path) -> None:
    for name in ("-", "/dev/stdout"):
        ran = command("tree", NIM, "--format", "svg", "--output", name)
        assert ran.status == 0 and ran.out.startswith("<svg") and ran.err == ""
    assert command("export", NIM, "--interpreted", "--output", "-").out.startswith(
        "position,value,remoteness\n"
    )
    assert command("report", NIM, "--interpreted", "--output", "/dev/null").status == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    OutputFile(pipe).write(b"through")
    assert os.read(reader, 9) == b"through" and stat.S_ISFIFO(pipe.lstat().st_mode)
    os.close(reader)
    code = "import zermelo.cli.command_app as a\nfor name in ('/dev/stdout', '-'): "
    code += f"a.run_command_line(['tree', {NIM!r}, '--output', name])"
    with (tmp_path / "out").open("a") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True)
    assert (tmp_path / "out").read_text() == 2 * command("tree", NIM).out


def test_rights_are_those_of_the_replaced_file_or_the_usual_ones(tmp_path: Path) -> None:
    file = tmp_path / "mine"
    before = os.umask(0o027)
    try:
        OutputFile(file).write(b"one")
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
        file.chmod(0o600)
        OutputFile(file, replace=True).write(b"two")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 and file.read_bytes() == b"two"
    finally:
        os.umask(before)


def test_a_rival_that_comes_between_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With links and on file systems that have none."""
    file = tmp_path / "mine"
    for links in (True, False):
        file.unlink(missing_ok=True)
        with monkeypatch.context() as patched:
            if not links:
                patched.setattr(
                    os, "link", lambda *_, **__: (_ for _ in ()).throw(OSError(errno.EPERM, "no"))
                )
            OutputFile(file).write(b"first")
            with (
                pytest.raises(BadParameter, match="exists already"),
                OutputFile(file.with_name("new")).open() as out,
            ):
                out.write(b"mine")
                file.with_name("new").write_text("rival's")
        assert file.read_bytes() == b"first" and file.with_name("new").read_text() == "rival's"
        file.with_name("new").unlink()
        assert list(tmp_path.iterdir()) == [file]


def test_a_block_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is called full."""
    file = tmp_path / "mine"
    file.write_text("old")
    for number in (errno.ENOSPC, errno.EDQUOT):
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", lambda _, number=number: (_ for _ in ()).throw(OSError(number, "?")))
            with pytest.raises(
                StorageFailed, match="mine: the disk is full: free some space or give another"
            ):
                OutputFile(file, replace=True).write(b"x")
    with pytest.raises(KeyboardInterrupt), OutputFile(file, replace=True).open() as out:
        out.write(b"new")
        raise KeyboardInterrupt
    assert file.read_text() == "old" and list(tmp_path.iterdir()) == [file]


def test_names_that_can_be_none(tmp_path: Path) -> None:
    for name in ("no\0name", "long" * 100, "nowhere/file"):
        with pytest.raises(StorageFailed, match="give another name"):
            OutputFile(tmp_path / name).write(b"x")


WRITE = """
import sys
import zermelo
from zermelo.core.errors import BadParameter
game, file, replace = zermelo.game("nim(heaps=(1, 2))"), sys.argv[1], sys.argv[2] == "replace"
sys.stdin.readline()
written = 0
for _ in range(6):
    try:
        zermelo.play.save_policy(lambda position: list(game.moves(position)), game, file, replace=replace)
        written += 1
    except BadParameter as error:
        assert "exists already" in str(error), error
    assert len(zermelo.play.load_policy(file)) > 3
print(written)
"""


@pytest.mark.parametrize("way", few(["replace", "refuse"], 1))
def test_processes_that_write_one_policy_at_once(tmp_path: Path, way: str) -> None:
    """Each write is whole, or refused in words; what is read in between is whole, too."""
    file = tmp_path / "shared.parquet"
    rivals = [
        subprocess.Popen(
            [sys.executable, "-c", WRITE, str(file), way],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [""] * len(rivals)
    for rival in rivals:
        assert rival.stdin is not None
        rival.stdin.write("go\n")
        rival.stdin.flush()
    for number, rival in enumerate(rivals):
        said[number] = rival.communicate()[0]
    assert [rival.returncode for rival in rivals] == [0, 0]
    written = list(map(int, said))
    assert written == [6] * 2 if way == "replace" else sum(written) == 1
    assert list(tmp_path.iterdir()) == [file]
    assert zermelo.play.load_policy(file)
    assert OutputFile(Path("-")).is_stream and not OutputFile(file).is_stream
