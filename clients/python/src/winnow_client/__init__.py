"""Client of Winnow, the context-selection service. Import everything from here.

The gRPC clients are in `winnow_client.grpc`, the adapters in `winnow_client.langchain` and `winnow_client.llamaindex`.
"""

from .client import AsyncSelectClient, AsyncWinnowClient, SelectClient, WinnowClient
from .conversation import OMITTED_MARK, Conversation, MessageView
from .errors import (
    BadRequestError,
    CircuitOpenError,
    ConnectionFailedError,
    EmptySelectionError,
    EngineError,
    ForbiddenError,
    MalformedAnswerError,
    NotFoundError,
    OutOfCreditError,
    QuotaExceededError,
    RequestTooLargeError,
    ThrottledError,
    TimedOutError,
    UnauthenticatedError,
    UnavailableError,
    UnexpectedStatusError,
    WinnowError,
    WrongEchoError,
)
from .messages import anthropic_conversation, openai_conversation, view_anthropic, view_openai
from .records import PinnedRecords, cut_spans, pin_records
from .selection import Answered, FailedOpen, Selection
from .session.ledger import LedgerEntry, LedgerJson
from .session.money import PRICE_PRESETS, Bill, PricePreset, Prices
from .session.results import ANTHROPIC_EXPAND_TOOL, EXPAND_TOOL, OPENAI_EXPAND_TOOL
from .session.session import AsyncSession, Session, SessionFigures
from .shapes import (
    AdaptiveBudget,
    BudgetSpec,
    ContextRecord,
    ContextRequest,
    ContextResponse,
    GateSummary,
    SafetySummary,
    SelectedRecord,
    Span,
    TaskSpec,
)

__all__ = [
    "ANTHROPIC_EXPAND_TOOL",
    "EXPAND_TOOL",
    "OMITTED_MARK",
    "OPENAI_EXPAND_TOOL",
    "PRICE_PRESETS",
    "AdaptiveBudget",
    "Answered",
    "AsyncSelectClient",
    "AsyncSession",
    "AsyncWinnowClient",
    "BadRequestError",
    "Bill",
    "BudgetSpec",
    "CircuitOpenError",
    "ConnectionFailedError",
    "ContextRecord",
    "ContextRequest",
    "ContextResponse",
    "Conversation",
    "EmptySelectionError",
    "EngineError",
    "FailedOpen",
    "ForbiddenError",
    "GateSummary",
    "LedgerEntry",
    "LedgerJson",
    "MalformedAnswerError",
    "MessageView",
    "NotFoundError",
    "OutOfCreditError",
    "PinnedRecords",
    "PricePreset",
    "Prices",
    "QuotaExceededError",
    "RequestTooLargeError",
    "SafetySummary",
    "SelectClient",
    "SelectedRecord",
    "Selection",
    "Session",
    "SessionFigures",
    "Span",
    "TaskSpec",
    "ThrottledError",
    "TimedOutError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnexpectedStatusError",
    "WinnowClient",
    "WinnowError",
    "WrongEchoError",
    "anthropic_conversation",
    "cut_spans",
    "openai_conversation",
    "pin_records",
    "view_anthropic",
    "view_openai",
]
