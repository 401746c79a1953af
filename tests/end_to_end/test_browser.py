"""The same app in a browser, as `textual serve` shows it: served on this machine, opened in headless Chromium."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.conftest import PROGRAM, Desk
from tests.terminal import PATIENCE

SERVE = (sys.executable, "-m", "textual_dev", "serve")
"""What the command `textual serve` runs."""
CHROMIUM = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--window-size=1200,800",
    # The page asks for a font from the network, which a test does without.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost", "--remote-debugging-port=0",
)  # fmt: skip


@contextmanager
def running(command: list[str], desk: Desk) -> Iterator[None]:
    """A program that is ended with the test."""
    process = subprocess.Popen(
        command, env=desk.environment, cwd=desk.home, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


async def until(condition: Callable[[], Any]) -> Any:
    """What a condition gives, once it gives something."""
    async with asyncio.timeout(PATIENCE):
        while not (found := condition()):
            await asyncio.sleep(0.02)
        return found


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        return int(free.getsockname()[1])


def is_listening(port: int) -> bool:
    """Whether somebody does now."""
    with socket.socket() as probe:
        return probe.connect_ex(("localhost", port)) == 0


class Page:
    """A page of the browser, over its debugging protocol."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._count = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.received = b""
        """What the page got from the app."""

    async def ask(self, method: str, **parameters: Any) -> Any:
        """Send a command and wait for its answer."""
        self._count += 1
        answer = self._answers[self._count] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": self._count, "method": method, "params": parameters})
        return await asyncio.wait_for(answer, PATIENCE)

    async def listen(self) -> None:
        """Take in what the browser says."""
        async for message in self._socket:
            said = json.loads(message.data)
            if "id" in said:
                self._answers.pop(said["id"]).set_result(said.get("result", said))
            elif said["method"] == "Network.webSocketFrameReceived":
                frame = said["params"]["response"]
                self.received += base64.b64decode(frame["payloadData"]) if frame["opcode"] == 2 else b""

    async def press(self, *keys: str) -> None:
        """Press keys that type a character."""
        for key in keys:
            await self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
            await self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def wait_for(self, text: str) -> None:
        """Wait until the app has sent a text."""
        await until(lambda: text.encode() in self.received)


@asynccontextmanager
async def page_of(folder: Path) -> AsyncIterator[Page]:
    """The only page of a browser with this user folder."""
    import aiohttp

    file = folder / "DevToolsActivePort"
    port = (await until(lambda: file.is_file() and file.read_text().split()))[0]
    async with aiohttp.ClientSession() as session:
        async with session.get(f"http://localhost:{port}/json/list") as answer:
            address = next(page for page in await answer.json() if page["type"] == "page")["webSocketDebuggerUrl"]
        async with session.ws_connect(address, max_msg_size=0) as connected:
            page = Page(connected)
            listening = asyncio.create_task(page.listen())
            yield page
            listening.cancel()


async def test_the_app_in_a_browser(desk: Desk) -> None:
    pytest.importorskip("textual_dev", reason="textual-dev is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium is installed")
    desk.do("import", "list.txt")
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = [*SERVE, "--port", str(port), "--command", str(PROGRAM)]
        browser = [chromium, *CHROMIUM, f"--user-data-dir={folder}", "about:blank"]
        with running(server, desk), running(browser, desk):
            async with page_of(Path(folder)) as page:
                await page.ask("Network.enable")
                await page.ask("Page.enable")
                await until(lambda: is_listening(port))
                await page.ask("Page.navigate", url=f"http://localhost:{port}/")
                await page.wait_for("5 papers")
                await page.ask("Runtime.evaluate", expression="document.querySelector('textarea').focus()")
                await page.press("j", "w")
                await page.wait_for("to-read")
                await page.wait_for("saved")
                picture = await page.ask("Page.captureScreenshot", format="png")
                assert len(base64.b64decode(picture["data"])) > 20_000  # letters, not an empty page
                await page.press("q")
    (paper,) = json.loads(desk.do("list", "status:to-read", "--json"))
    assert paper["abstract"].startswith("Graph neural networks")
