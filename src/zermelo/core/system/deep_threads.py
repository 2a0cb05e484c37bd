"""Deeply recursive work, in threads with large stacks; this thread listens, and stops them where it must.

Kernels that call themselves take more of the machine's stack than a thread usually has, and interpreted ones
more of Python's own calls. They release the global lock, so this thread can report and hear a request to
stop.
"""

import sys
import threading
from collections.abc import Callable, Sequence

WAIT = 0.05  # seconds between two looks at the clock and the budget


def run_with_deep_stacks(
    tasks: Sequence[Callable[[], None]],
    listen: Callable[[], None],
    stop: Callable[[], None],
    *,
    stack: int,
    calls: int,
) -> None:
    """Run each task in a thread of its own until all have ended.

    `listen` is called again and again meanwhile; what it raises ends the wait. `stop` must make the tasks
    end, and is called before they are waited for. `stack` is bytes for each thread, of which only what is
    used is taken; `calls` is how deep Python may call. Raises the first error of a task.
    """
    errors: list[BaseException] = []

    def run_task_and_collect_error(task: Callable[[], None]) -> None:
        try:
            task()
        except BaseException as error:
            errors.append(error)

    size, depth = threading.stack_size(stack), sys.getrecursionlimit()
    sys.setrecursionlimit(max(depth, calls))
    try:
        running = [
            threading.Thread(target=run_task_and_collect_error, args=(task,), daemon=True) for task in tasks
        ]
        for thread in running:
            thread.start()
        listen()  # a request made before is heard, however quick the tasks are
        while any(thread.is_alive() for thread in running):
            running[0].join(WAIT)
            listen()
    finally:
        stop()
        for thread in running:
            thread.join()
        threading.stack_size(size)
        sys.setrecursionlimit(depth)
    if errors:
        raise errors[0]
