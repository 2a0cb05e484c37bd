"""The question before a long solve: asked at a terminal, a refusal where nobody can answer."""

import sys
from typing import Final

from zermelo.cli.console.progress_meter import ProgressMeter

LONG: Final = 600.0  # seconds that are begun unasked


class LongWaitQuestion:
    """Prints the notice of a wait, and asks once where it is long; `yes` says that the answer is known."""

    def __init__(self, meter: ProgressMeter, *, yes: bool) -> None:
        self.meter, self.is_agreed = meter, yes

    def __call__(self, text: str, seconds: float) -> str | None:
        """Return why the work is not to go on, None where it is."""
        is_asked = seconds > LONG and not self.is_agreed
        if is_asked and not (sys.stdin.isatty() and sys.stderr.isatty()):
            return f"{text}; nobody can be asked here: `zermelo solve --yes` solves it all the same"
        self.meter.print_lasting_notice(text)
        if is_asked:
            self.is_agreed = self.meter.ask_yes_or_no("Go on?")
        return "not solved: the answer was no" if is_asked and not self.is_agreed else None
