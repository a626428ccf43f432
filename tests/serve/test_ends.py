"""How a server ends: a service manager signals all of its processes, which hear it in any order."""

import psutil
from abused import served, waited_for, works

from cardlab.phrasing.catalogue import say


@waited_for
async def test_a_signal_to_all_processes_is_heard_by_the_one_that_was_started():
    with served("--hosts", "2") as here:
        await works(here)
        processes = psutil.Process(here.pid).children(recursive=True)
        for process in processes:
            process.terminate()
        await works(here)
        assert psutil.Process(here.pid).children(recursive=True) == processes
    assert say("serve.problem", "en", text="").strip() not in here.said
