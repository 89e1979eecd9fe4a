"""A phone to try pages on: a headless Chromium without a network, spoken to through its DevTools protocol."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from websocket import WebSocket

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--hide-scrollbars", "--remote-debugging-port=0",
)  # fmt: skip
WIDE, HIGH, DENSITY = 390, 844, 2
PATIENCE = 20.0


class Trouble(Exception):  # noqa: N818 - what it is, and not an error of this tool
    """The page did not do what it should."""


def missing() -> str | None:
    """Why the page cannot be tried here, or None."""
    if program() is None:
        return f"there is no Chromium here ({', '.join(PROGRAMS)})"
    return None if find_spec("websocket") is not None else "websocket-client is not installed (the extra [test])"


def program() -> str | None:
    """The Chromium of this machine."""
    return os.environ.get("CHROMIUM") or next((found for each in PROGRAMS if (found := shutil.which(each))), None)


class Phone:
    """A page in a headless Chromium, spoken to through its DevTools protocol."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._numbers = count(1)
        self.patience = PATIENCE
        self.said: list[str] = []
        self.asked_for: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        size = {"width": WIDE, "height": HIGH, "deviceScaleFactor": DENSITY, "mobile": True}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
        offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        self.call("Network.emulateNetworkConditions", **offline)

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Call a method of the protocol; its result. What the page says meanwhile is kept."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._socket.recv())
            if told.get("id") == number:
                if "error" in told:
                    raise Trouble(f"{method}: {told['error']['message']}")
                result: dict[str, Any] = told["result"]
                return result
            self._hear(told)

    def _hear(self, told: dict[str, Any]) -> None:
        what, detail = told.get("method"), told.get("params", {})
        if what == "Runtime.exceptionThrown":
            thrown = detail["exceptionDetails"]
            self.said.append(thrown.get("exception", {}).get("description") or thrown["text"])
        elif what == "Log.entryAdded":
            self.said.append(detail["entry"]["text"])
        elif what == "Network.requestWillBeSent":
            self.asked_for.append(detail["request"]["url"])

    def ask(self, expression: str) -> Any:
        """The value of an expression of JavaScript."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise Trouble(f"{expression}: {found['exceptionDetails'].get('text')}")
        return found["result"].get("value")

    def until(self, expression: str, why: str) -> Any:
        """Wait until an expression is true."""
        end = time.monotonic() + self.patience
        while not (found := self.ask(expression)):
            if time.monotonic() > end:
                raise Trouble(f"{why} (waited {self.patience:g} s for {expression})")
            time.sleep(0.03)
        return found

    def open(self, page: Path, fragment: str = "") -> None:
        """Open a page, at a moment where one is named, and wait until it can be played."""
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=page.resolve().as_uri() + fragment)
        self.until("document.readyState === 'complete' && document.querySelector('#events li') !== null",
                   "the page does not open")  # fmt: skip

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Fingers on the glass: touchStart, touchMove or touchEnd."""
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    def tap(self, x: float, y: float) -> None:
        """A tap with one finger."""
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")

    def press(self, selector: str) -> None:
        """A tap on an element, scrolled into sight."""
        element = f"document.querySelector({json.dumps(selector)})"
        self.ask(f"{element}.scrollIntoView({{block: 'nearest'}})")
        x, y = self.ask(f"(r => [r.x + r.width / 2, r.y + r.height / 2])({element}.getBoundingClientRect())")
        self.tap(x, y)

    def key(self, key: str) -> None:
        """A key of a keyboard."""
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def colours(self, scheme: str) -> None:
        """What the machine prefers, light or dark."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def shot(self) -> bytes:
        """What is on the glass, as the bytes of a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


@contextmanager
def phone() -> Iterator[Phone]:
    """A Chromium with an empty profile of its own, gone afterwards."""
    from websocket import create_connection

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [str(program()), *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            socket = create_connection(_door(Path(profile), running), timeout=PATIENCE, suppress_origin=True)
            try:
                yield Phone(socket)
            finally:
                socket.close()
        finally:
            running.terminate()
            try:
                running.wait(10)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


def _door(profile: Path, running: subprocess.Popen[bytes]) -> str:
    """Where the one page of a Chromium that has just been started can be spoken to."""
    told, end = profile / "DevToolsActivePort", time.monotonic() + PATIENCE
    while time.monotonic() < end and running.poll() is None:
        if told.exists() and (lines := told.read_text().split()):
            with urllib.request.urlopen(f"http://127.0.0.1:{lines[0]}/json/list", timeout=PATIENCE) as answer:
                pages = [each for each in json.load(answer) if each["type"] == "page"]
            if pages:
                return str(pages[0]["webSocketDebuggerUrl"])
        time.sleep(0.05)
    raise Trouble("Chromium does not start")


def hold(good: bool, why: str) -> None:
    """Trouble unless it is so."""
    if not good:
        raise Trouble(why)
