"""The orders carried out anew after a set-up was changed, in a thread, so that the picture does not wait. Pure."""

from __future__ import annotations

from threading import Thread

from battlefield.recording import Recording
from battlefield.workbench import EditError, Workbench


class Rerun:
    """One run at a time; the answer is fetched by whoever looks."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._thread: Thread | None = None
        self._found: tuple[int, Recording | EditError] | None = None
        self.version = bench.version
        """Which text the recording that is shown was made from."""

    @property
    def due(self) -> bool:
        """Whether another text is there than the one that was played."""
        return self.version != self._bench.version

    @property
    def running(self) -> bool:
        """Whether orders are being carried out."""
        return self._thread is not None

    def begin(self) -> None:
        """Carry the orders out."""
        if self._thread is None:
            self._thread = Thread(target=self._run, args=(self._bench.version,), daemon=True)
            self._thread.start()

    def _run(self, version: int) -> None:
        found: Recording | EditError
        try:
            found = self._bench.played()
        except EditError as fault:
            found = fault
        except Exception as fault:  # a thread may not die without a word
            found = EditError(f"the orders cannot be carried out from here: {fault}")
        self._found = (version, found)

    def fetch(self) -> Recording | EditError | None:
        """What came of it, once; None while it runs, or where nothing does."""
        if self._thread is None or self._found is None:
            return None
        self._thread.join()
        (self.version, found), self._found, self._thread = self._found, None, None
        return found
