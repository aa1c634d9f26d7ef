"""What a session has decided about tool results: each result that was cut or left whole, by its call and its text.

The ledger is plain JSON, in the same format as that of the TypeScript client. It keeps originals, so that a cut can be
expanded, and is bounded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

FORMER_CHARACTERS_MAX = 20_000_000
"""Characters of originals that a ledger keeps for results that are no longer in the conversation."""


class LedgerEntry(TypedDict):
    handle: str
    """Names the entry in the mark of a cut, as in `w3`."""
    call: str
    """The id of the tool call."""
    original: str
    """The whole result."""
    sent: str | None
    """What is sent instead, mark included; None if the result is sent whole."""
    former: list[str]
    """The texts that were sent before a compaction. The caller's conversation may still contain them."""


class LedgerJson(TypedDict):
    """A ledger as it is stored."""

    version: int
    next: int
    """The number of the next handle."""
    entries: list[LedgerEntry]
    """In the order of their last use."""


class Ledger:
    def __init__(self, stored: LedgerJson | dict[str, Any] | None = None) -> None:
        """Raises ValueError if the stored ledger has another version."""
        stored = stored or {"version": 1, "next": 1, "entries": []}
        if stored["version"] != 1:
            raise ValueError(f"ledger version is {stored['version']}, not 1")
        self._next: int = stored["next"]
        self._entries: dict[str, LedgerEntry] = {}
        self._by_text: dict[tuple[str, str], LedgerEntry] = {}
        for entry in stored["entries"]:
            self._add(entry)

    def find(self, call: str, text: str) -> LedgerEntry | None:
        """The decision about a result, found by its original text or by a text that is or was sent instead."""
        return self._by_text.get((call, text))

    def by_handle(self, handle: str) -> LedgerEntry | None:
        return self._entries.get(handle)

    def record(self, call: str, original: str, cut: Callable[[str], str | None]) -> None:
        """Records a decision, or replaces the earlier one about the same result. `cut` receives the handle."""
        earlier = self.find(call, original)
        former: list[str] = []
        if earlier is None:
            handle = f"w{self._next}"
            self._next += 1
        else:
            handle = earlier["handle"]
            former = earlier["former"] + ([] if earlier["sent"] is None else [earlier["sent"]])
            self._remove(earlier)
        self._add({"handle": handle, "call": call, "original": original, "sent": cut(handle), "former": former})

    def prune(self, current: set[str]) -> None:
        """Drops the least recently used entries beyond the bound, except those whose handles are `current`."""
        for handle in [handle for handle in self._entries if handle in current]:
            self._entries[handle] = self._entries.pop(handle)
        kept = 0
        for entry in [entry for handle, entry in reversed(self._entries.items()) if handle not in current]:
            kept += len(entry["original"])
            if kept > FORMER_CHARACTERS_MAX:
                self._remove(entry)

    def to_json(self) -> LedgerJson:
        return {"version": 1, "next": self._next, "entries": list(self._entries.values())}

    def _add(self, entry: LedgerEntry) -> None:
        self._entries[entry["handle"]] = entry
        for text in _texts_of(entry):
            self._by_text[entry["call"], text] = entry

    def _remove(self, entry: LedgerEntry) -> None:
        del self._entries[entry["handle"]]
        for text in _texts_of(entry):
            self._by_text.pop((entry["call"], text), None)


def _texts_of(entry: LedgerEntry) -> list[str]:
    """Every text by which the result may be recognised."""
    return [entry["original"], *entry["former"], *([] if entry["sent"] is None else [entry["sent"]])]
