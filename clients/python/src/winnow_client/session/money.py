"""The cost of prompts by a provider's cache rules, and whether a compaction pays.

The presets are list prices of one model each, with their date: Anthropic's for cache writes of five minutes with a
cache breakpoint at the end of each prompt, Google's for prompts of up to 200,000 tokens. OpenAI and Google charge no
cache write. Pass your own numbers for other models.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

_MILLION = 1_000_000

LIMIT_SHARE = 0.8
"""At this share of the context limit, the prompt is compacted at any cost."""

TARGET_SHARE = 0.5
"""The prompt's share of the context limit after such a compaction."""

KEPT_SHARE = 0.3
"""The share of their tokens that results keep in a compaction that saves money."""


@dataclass(frozen=True)
class Prices:
    """In US dollars per million tokens."""

    input: float
    """Input tokens that are neither read from the cache nor written to it."""
    cache_write: float
    cache_read: float
    cache_min_tokens: int
    """Prompts with fewer tokens are never cached."""


@dataclass(frozen=True)
class PricePreset(Prices):
    model: str
    date: str
    """When the prices were read."""
    source: str


def _presets() -> Mapping[str, PricePreset]:
    table: dict[str, dict[str, Any]] = json.loads((resources.files(__package__) / "prices.json").read_text("utf-8"))
    snake = {"cacheWrite": "cache_write", "cacheRead": "cache_read", "cacheMinTokens": "cache_min_tokens"}
    return {
        name: PricePreset(**{snake.get(field, field): value for field, value in row.items()})
        for name, row in table.items()
    }


PRICE_PRESETS = _presets()


@dataclass(frozen=True)
class BilledMessage:
    """One message as the provider receives it."""

    text: str
    """Equal for equal messages."""
    tokens: int


@dataclass(frozen=True)
class Bill:
    tokens: int = 0
    """Prompt tokens over all steps."""
    cached: int = 0
    """Prompt tokens that were read from the cache."""
    cost: float = 0.0
    """In US dollars."""

    def after(self, before: Sequence[BilledMessage], now: Sequence[BilledMessage], prices: Prices) -> Bill:
        """The bill after one more step.

        The step pays the read price for messages that it shares with the step `before`, and the write price for the
        others.
        """
        shared = 0
        for index, message in enumerate(now):
            if index >= len(before) or message.text != before[index].text:
                break
            shared += message.tokens
        tokens = total(now)
        cached = 0 if shared < prices.cache_min_tokens else shared
        write_price = prices.input if tokens < prices.cache_min_tokens else prices.cache_write
        cost = (cached * prices.cache_read + (tokens - cached) * write_price) / _MILLION
        return Bill(self.tokens + tokens, self.cached + cached, self.cost + cost)


def saving_text(sent: Bill, untrimmed: Bill) -> str:
    """A line for people: what a session saved, or that it costs more than it saves."""
    saved = untrimmed.cost - sent.cost
    share = 0 if untrimmed.cost == 0 else 100 * saved / untrimmed.cost
    out_of = f"of ${untrimmed.cost:.4f} for prompts, net of cache prices and expansions"
    if saved < 0:
        return f"costs ${-saved:.4f} more than it saves, {out_of}"
    return f"saved ${saved:.4f} ({share:.1f} %) {out_of}"


def total(messages: Sequence[BilledMessage]) -> int:
    return sum(message.tokens for message in messages)


def compaction_budget(
    *,
    tokens: int,
    tail_tokens: int,
    prompt_tokens: int,
    prices: Prices,
    context_tokens: int,
    expected_steps: int,
    saved: float,
) -> int | None:
    """The tokens that the older results may keep together; None if there should be no compaction.

    `tokens` is the size of the results that would be cut, and `tail_tokens` the size from the first of them to the end
    of the prompt, both as they are sent now. `saved` is the saving so far, in US dollars. It must pay for the
    rewriting, so a compaction that is made to save money never costs more than the session has saved. A compaction at
    the context limit can.
    """
    if tokens == 0:
        return None
    if prompt_tokens > LIMIT_SHARE * context_tokens:
        others = prompt_tokens - tokens
        return max(1, min(math.floor(TARGET_SHARE * context_tokens) - others, tokens // 2))
    kept = math.ceil(KEPT_SHARE * tokens)
    saved_tokens = tokens - kept
    gain = saved_tokens * expected_steps * prices.cache_read / _MILLION
    price = (tail_tokens - saved_tokens) * prices.cache_write / _MILLION
    return kept if gain > price and saved > price else None
