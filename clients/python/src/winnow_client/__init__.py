"""Client of Winnow, the context-selection service. Everything that a caller may import stands here.

The gRPC clients are in `winnow_client.grpc`, the adapters in `winnow_client.langchain` and `winnow_client.llamaindex`.
"""

from .client import AsyncSelectClient, AsyncWinnowClient, SelectClient, WinnowClient
from .conversation import OMITTED_MARK, Conversation
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
from .messages import anthropic_conversation, openai_conversation
from .records import Apart, cut_spans, set_apart
from .selection import Answered, FailedOpen, Selection
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
    "OMITTED_MARK",
    "AdaptiveBudget",
    "Answered",
    "Apart",
    "AsyncSelectClient",
    "AsyncWinnowClient",
    "BadRequestError",
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
    "MalformedAnswerError",
    "NotFoundError",
    "OutOfCreditError",
    "QuotaExceededError",
    "RequestTooLargeError",
    "SafetySummary",
    "SelectClient",
    "SelectedRecord",
    "Selection",
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
    "set_apart",
]
