"""Fixtures that every room's tests share."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.bad_inputs.report import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]  # a hook: the figure of the bad inputs at the end of a run


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-looks`: keep the pictures of the screens as they are now."""
    parser.addoption("--update-looks", action="store_true", help="keep the pictures of the screens as they are now")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: half of what the tests of whole programs do is to wait for them, so there may be more workers."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + cores // 2


CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real lists that lies beside the checkout; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("PAPERTERM_TEST_DATA", CHECKOUT.parent / "shared" / "data"))
    if not (folder / "seeds").is_dir():
        pytest.skip(f"real lists are not here: {folder} (set PAPERTERM_TEST_DATA)")
    return folder


# Started in the background by a shell, a program ignores interrupts, and so does all that it starts.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The first text of its kind loads tables and compiles patterns; on a busy machine that alone exceeds the usual 200 ms.
settings.register_profile("paperterm", deadline=None)
settings.load_profile("paperterm")
