"""`winnow proxy` in a process of its own, and the conversation that the tests hold through it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BINARY = Path(__file__).parents[3] / "bin" / "winnow"


@dataclass
class Proxy:
    url: str
    process: subprocess.Popen[str]

    def report(self) -> list[dict[str, Any]]:
        with urllib.request.urlopen(f"{self.url}/winnow/report") as reply:
            conversations: list[dict[str, Any]] = json.load(reply)["conversations"]
            return conversations

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def started(upstream: str, *options: str) -> Iterator[Proxy]:
    command = [str(BINARY), "proxy", "--upstream", upstream, "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            ready = process.stdout.readline() if process.stdout else ""
            yield Proxy(ready.split(" on ")[1].split(",")[0], process)
        finally:
            process.terminate()
            process.communicate()


RULES = "You look after a harbour. Answer in one sentence. " * 300


def log(name: str) -> str:
    """About 6,000 tokens, with one line that answers the question."""
    lines = (f"{name} line {n}: the pump {'failed at 14:07' if n == 300 else 'ran'}" for n in range(600))
    return "\n".join(lines)
