"""Pinned records, and spans cut out of a text."""

from __future__ import annotations

import pytest

from winnow_client import ContextRecord, cut_spans, pin_records

from .made import answered

RECORDS: list[ContextRecord] = [{"id": name, "text": name} for name in ("rules", "b", "c", "d", "now")]


def test_pinned_and_newest_records_go_around_the_context() -> None:
    pinned = pin_records(RECORDS, newest=1, pinned=lambda record, _: record["id"] in ("rules", "c"))
    assert [record["text"] for record in pinned.records] == ["b", "d"]
    assert pinned.assemble(answered()) == "rules\n\nkept\n\nc\n\nnow"


def test_everything_may_be_pinned() -> None:
    pinned = pin_records(RECORDS, newest=9)
    assert pinned.records == []
    assert pinned.assemble(answered()) == "rules\n\nb\n\nc\n\nd\n\nnow\n\nkept"


def test_spans_count_code_points() -> None:
    assert cut_spans("a😀b\ud800c", [{"start": 1, "end": 3}, {"start": 4, "end": 5}]) == ["😀b", "c"]


@pytest.mark.parametrize("spans", [[(1, 1)], [(2, 3), (1, 2)], [(0, 4)], [(-1, 2)]])
def test_spans_of_another_text_are_refused(spans: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="span"):
        cut_spans("abc", [{"start": start, "end": end} for start, end in spans])
