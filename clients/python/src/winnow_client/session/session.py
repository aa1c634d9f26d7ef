"""A session keeps a growing conversation small without breaking the provider's prompt cache.

It cuts a large tool result before the result first enters the conversation. Every later step sends the same bytes
again, except for rare compactions. Every cut can be expanded. All state is in the ledger; the service keeps none.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import anyio

from .._transport.call import carried_out, without_waiting
from ..client import AsyncSelectClient, SelectClient
from ..conversation import MessageView, excerpts_of
from ..selection import Selection
from ..shapes import BudgetSpec, ContextRecord, ContextRequest, TaskSpec
from .ledger import Ledger, LedgerJson
from .money import PRICE_PRESETS, Bill, BilledMessage, Prices, compaction_budget, saving_text, total
from .results import EXPAND_TOOL_NAME, ToolResult, billed_messages, is_expansion, results_of, rewritten, task_of

Message = TypeVar("Message")
Client = TypeVar("Client", SelectClient, AsyncSelectClient)

COMPACTED_TOKENS_MIN = 500
"""A compaction does not change smaller results. Tokens."""

GROWTH_MIN = 1.25
"""After a compaction was tried, the prompt must grow by this factor before the next one."""

CACHE_MARGIN = 2
"""How far a prompt must be above the cache's minimum to be cut, because token counts are estimates."""

SAVED_SHARE_MIN = 0.1
"""A cut that saves less than this share of the tokens is not worth its mark."""


@dataclass(frozen=True)
class SessionFigures:
    steps: int
    """Prompts that were prepared."""
    selections: int
    """Calls of the service, and `failed_open` those of them that failed open."""
    failed_open: int
    cuts: int
    """Results that are sent cut."""
    compactions: int
    expansions: int
    sent: Bill
    """What was sent, expansions included."""
    untrimmed: Bill
    """The same conversation without a session."""
    saved: float
    """`untrimmed.cost - sent.cost`, in US dollars. Negative if the session costs more than it saves."""
    summary: str
    """The same in words."""


def quarter_of_characters(text: str) -> int:
    return -(-len(text) // 4)


@dataclass(frozen=True)
class _Conversation(Generic[Message]):
    messages: Sequence[Message]
    views: Sequence[MessageView[Message]]
    results: Sequence[ToolResult]


class _Decisions(Generic[Message, Client]):
    """The decisions that both sessions share. `_steps` yields requests and receives their selections."""

    _new_lock: Callable[[], Any]

    def __init__(
        self,
        client: Client,
        view: Callable[[Message], MessageView[Message]],
        *,
        threshold_tokens: int = 2_000,
        keep: float = 0.3,
        keep_tokens_max: int = 20_000,
        newest: int = 2,
        pinned: Callable[[Message, int], bool] | None = None,
        task: Callable[[Sequence[Message]], TaskSpec] | None = None,
        operating_point: str | None = None,
        context_tokens: int = 200_000,
        prices: Prices = PRICE_PRESETS["anthropic"],
        expected_steps: Callable[[int], int] = lambda steps: steps,
        count_tokens: Callable[[str], int] = quarter_of_characters,
        ledger: LedgerJson | dict[str, Any] | None = None,
        on_selection: Callable[[Selection], None] | None = None,
    ) -> None:
        """Starts a session for one conversation.

        `view` is the format of the messages: `view_openai`, `view_anthropic` or LangChain's `view_langchain`. A new
        result above `threshold_tokens` is cut to the share `keep` of its tokens, at least half the threshold and at
        most `keep_tokens_max`. A compaction does not change the `newest` groups of messages, and nothing ever changes a
        message for which `pinned` is true. `task` is the task of a cut; by default the last user text, the assistant's
        plan and its calls. `context_tokens` is the context limit of the model. `expected_steps` returns the number of
        further steps to expect, given the steps so far. `ledger` is a stored ledger to continue. Raises ValueError if
        it has another version.
        """
        self._client: Client = client
        self._view = view
        self._threshold_tokens = threshold_tokens
        self._keep = keep
        self._keep_tokens_max = keep_tokens_max
        self._newest = newest
        self._pinned = pinned
        self._task = task
        self._operating_point = operating_point
        self._context_tokens = context_tokens
        self._prices = prices
        self._expected_steps = expected_steps
        self._count_tokens = count_tokens
        self._ledger = Ledger(ledger)
        self._on_selection = on_selection
        self._counts = {"steps": 0, "selections": 0, "failed_open": 0, "compactions": 0, "expansions": 0}
        self._sent = self._untrimmed = Bill()
        self._sent_before: list[BilledMessage] = []
        self._untrimmed_before: list[BilledMessage] = []
        # A prompt with fewer tokens is not compacted.
        self._compact_from = 0.0
        self._lock = type(self)._new_lock()

    def expand(self, handle: str) -> str | None:
        """The whole of a cut result; None for an unknown handle."""
        entry = self._ledger.by_handle(handle)
        if entry is None:
            return None
        self._counts["expansions"] += 1
        return entry["original"]

    def figures(self) -> SessionFigures:
        cuts = sum(entry["sent"] is not None for entry in self._ledger.to_json()["entries"])
        sent, untrimmed = self._sent, self._untrimmed
        return SessionFigures(
            **self._counts,
            cuts=cuts,
            sent=sent,
            untrimmed=untrimmed,
            saved=untrimmed.cost - sent.cost,
            summary=saving_text(sent, untrimmed),
        )

    def to_json(self) -> LedgerJson:
        """The ledger, to store and to continue from."""
        return self._ledger.to_json()

    def _steps(self, messages: Sequence[Message]) -> Generator[ContextRequest, Selection, list[Message]]:
        views = [self._view(message) for message in messages]
        conversation = _Conversation(messages, views, results_of(views, self._newest))
        yield from self._cut_new(conversation)
        yield from self._compact(conversation)
        self._count_step(conversation)
        found = (self._ledger.find(result.call, result.content) for result in conversation.results)
        self._ledger.prune({entry["handle"] for entry in found if entry is not None})
        return rewritten(messages, views, conversation.results, self._sent_text)

    def _cut_new(self, conversation: _Conversation[Message]) -> Generator[ContextRequest, Selection, None]:
        """Cuts the large results that no model has received, and records those that stay whole."""
        large = [
            result
            for result in conversation.results
            if result.is_new
            and self._may_change(conversation, result)
            and self._ledger.find(result.call, result.content) is None
            and self._count_tokens(result.content) > self._threshold_tokens
        ]
        if not large:
            return
        counts = [self._count_tokens(result.content) for result in large]
        budget = sum(min(max(self._keep * n, self._threshold_tokens / 2), self._keep_tokens_max) for n in counts)
        task = self._served_by(conversation)
        # A cut could bring the prompt below the minimum. It is then not cached, and every step pays for all of it.
        left = total(self._prompt_of(conversation)) - sum(counts) + budget
        is_worth_it = left > CACHE_MARGIN * self._prices.cache_min_tokens and task["prompt"].strip() != ""
        is_cut = is_worth_it and (yield from self._cut(large, task, budget))
        if not is_cut:
            for result in large:
                self._ledger.record(result.call, result.content, lambda _handle: None)

    def _compact(self, conversation: _Conversation[Message]) -> Generator[ContextRequest, Selection, None]:
        """Cuts older results again, all together, if that pays or the prompt nears the context limit."""
        prompt = self._prompt_of(conversation)
        if total(prompt) < self._compact_from:
            return
        older = [
            result
            for result in conversation.results
            if not result.is_new
            and not result.is_recent
            and self._may_change(conversation, result)
            and self._count_tokens(self._sent_text(result)) >= COMPACTED_TOKENS_MIN
        ]
        budget = compaction_budget(
            tokens=sum(self._count_tokens(self._sent_text(result)) for result in older),
            tail_tokens=total(prompt[older[0].message :]) if older else 0,
            prompt_tokens=total(prompt),
            prices=self._prices,
            context_tokens=self._context_tokens,
            expected_steps=self._expected_steps(self._counts["steps"]),
            saved=self._untrimmed.cost - self._sent.cost,
        )
        if budget is None:
            return
        if (yield from self._cut(older, self._served_by(conversation), budget)):
            self._counts["compactions"] += 1
        self._compact_from = total(self._prompt_of(conversation)) * GROWTH_MIN

    def _cut(
        self, results: Sequence[ToolResult], task: TaskSpec, budget_tokens: float
    ) -> Generator[ContextRequest, Selection, bool]:
        """One call over the originals of several results; true if the service selected. If not, records nothing."""
        originals = [self._original_text(result) for result in results]
        records: list[ContextRecord] = [
            {
                "id": f"r{index}",
                "kind": "tool_result",
                "text": original,
                "title": result.tool,
                "step_id": result.call,
            }
            for index, (result, original) in enumerate(zip(results, originals, strict=True))
        ]
        budget: BudgetSpec = {
            "max_context_tokens": max(1, int(budget_tokens)),
            "operating_point": self._operating_point,
        }
        selection = yield {"request_id": uuid.uuid4().hex, "records": records, "task": task, "budget": budget}
        self._counts["selections"] += 1
        self._counts["failed_open"] += selection.failed_open
        if self._on_selection is not None:
            self._on_selection(selection)
        excerpts = excerpts_of(selection)
        if excerpts is None:
            return False
        for index, (result, original) in enumerate(zip(results, originals, strict=True)):
            excerpt = excerpts.get(f"r{index}", "")
            self._ledger.record(result.call, original, self._marking(original, excerpt))
        return True

    def _marking(self, original: str, excerpt: str) -> Callable[[str], str | None]:
        """The excerpt with the mark of the cut, by its handle; None if that saves too little."""
        tokens = self._count_tokens(original)
        omitted = tokens - self._count_tokens(excerpt)

        def marked(handle: str) -> str | None:
            if omitted < SAVED_SHARE_MIN * tokens:
                return None
            mark = f"...[{handle}: about {omitted} tokens omitted]"
            return f"{excerpt}\n{mark}" if excerpt else mark

        return marked

    def _count_step(self, conversation: _Conversation[Message]) -> None:
        sent = self._prompt_of(conversation)
        self._counts["steps"] += 1
        self._sent = self._sent.after(self._sent_before, sent, self._prices)
        self._sent_before = sent
        is_ours = is_expansion(conversation.views)
        # Without a session, the step after an expansion would not exist.
        if not conversation.views or is_ours(conversation.views[-1]):
            return
        others = [view for view in conversation.views if not is_ours(view)]
        results = results_of(others, self._newest)
        untrimmed = billed_messages(others, results, self._original_text, self._count_tokens)
        self._untrimmed = self._untrimmed.after(self._untrimmed_before, untrimmed, self._prices)
        self._untrimmed_before = untrimmed

    def _may_change(self, conversation: _Conversation[Message], result: ToolResult) -> bool:
        message = conversation.messages[result.message]
        return result.tool != EXPAND_TOOL_NAME and not (self._pinned and self._pinned(message, result.message))

    def _prompt_of(self, conversation: _Conversation[Message]) -> list[BilledMessage]:
        return billed_messages(conversation.views, conversation.results, self._sent_text, self._count_tokens)

    def _served_by(self, conversation: _Conversation[Message]) -> TaskSpec:
        return self._task(conversation.messages) if self._task else task_of(conversation.views)

    def _sent_text(self, result: ToolResult) -> str:
        entry = self._ledger.find(result.call, result.content)
        if entry is None:
            return result.content
        return entry["original"] if entry["sent"] is None else entry["sent"]

    def _original_text(self, result: ToolResult) -> str:
        entry = self._ledger.find(result.call, result.content)
        return result.content if entry is None else entry["original"]


class Session(_Decisions[Message, SelectClient]):
    """A session of threads. Calls of `prepare` wait for each other, so that each result gets one decision."""

    _new_lock = threading.Lock

    def prepare(self, messages: Sequence[Message]) -> list[Message]:
        """The messages to send: the given ones, with large tool results cut.

        Pass the whole conversation at each step, with the original results or with those that an earlier call returned.
        Raises WinnowError only if the client is strict.
        """

        async def select(request: ContextRequest) -> Selection:
            return self._client.select(request)

        with self._lock:
            return without_waiting(carried_out(self._steps(messages), select))


class AsyncSession(_Decisions[Message, AsyncSelectClient]):
    """The same for an event loop."""

    _new_lock = anyio.Lock

    async def prepare(self, messages: Sequence[Message]) -> list[Message]:
        """The same as `Session.prepare`."""
        async with self._lock:
            return await carried_out(self._steps(messages), self._client.select)
