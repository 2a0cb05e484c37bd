"""Solve a game with Ctrl-C at a moment that chance would need long to find: while LLVM asks for what is cached."""

import os
import signal
import sys

from numba.core.codegen import JITCodeLibrary

from zermelo.cli.command_app import run_command_line


def interrupt_when_asked() -> None:
    """Send this process one SIGINT when LLVM asks for the object code of its first module."""
    answer = JITCodeLibrary._object_getbuffer_hook
    asked: list[object] = []

    def interrupted(module: object) -> object:
        if not asked:
            asked.append(module)
            os.kill(os.getpid(), signal.SIGINT)
        return answer(module)

    JITCodeLibrary._object_getbuffer_hook = staticmethod(interrupted)


if __name__ == "__main__":
    interrupt_when_asked()
    sys.exit(run_command_line(sys.argv[1:]))
