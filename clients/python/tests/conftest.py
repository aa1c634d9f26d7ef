"""The running service that some tests need. `make interop` starts one. To run the tests by hand, name one in the
environment.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Service:
    url: str
    key: str
    tiny_key: str
    """Of a tier that takes one record per request."""
    frugal_key: str
    """Of a tier that takes one call per day."""


@pytest.fixture(scope="session")
def service() -> Service:
    names = ("WINNOW_URL", "WINNOW_KEY", "WINNOW_KEY_TINY", "WINNOW_KEY_FRUGAL")
    missing = [name for name in names if name not in os.environ]
    if missing:
        pytest.fail(f"this test needs a running service: set {', '.join(missing)}, or run `make interop`")
    return Service(*(os.environ[name] for name in names))
