"""Asks Winnow over REST which of three records a task needs, and falls back to all of them when no answer comes."""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request

BODY_BYTES_MAX = 6 * 1024 * 1024
ATTEMPTS_MAX = 4
REQUIRED = {
    "request_id",
    "rendered_context",
    "tokens_before",
    "tokens_after",
    "tokens_saved",
    "records_available",
    "records_selected",
    "fallback_used",
    "engine_latency_ms",
}


class Unanswered(Exception):
    """No usable answer came. `wait` is what the service asks for in seconds, None when trying again cannot help."""

    def __init__(self, why, wait=None):
        super().__init__(why)
        self.wait = wait


def context_for(request):
    """The block to put into the prompt."""
    try:
        return select(request)["rendered_context"]
    except Unanswered as why:
        print("no selection, sending everything:", why, file=sys.stderr)
        return "\n\n".join(record["text"] for record in request["records"])


def select(request):
    """The answer, checked. Tries again what passes by itself."""
    body = json.dumps(request).encode()
    if len(body) > BODY_BYTES_MAX:
        raise Unanswered("the request is larger than 6 MiB")
    for attempt in range(ATTEMPTS_MAX):
        try:
            return checked(sent(body), request)
        except Unanswered as why:
            if why.wait is None or attempt == ATTEMPTS_MAX - 1:
                raise
            time.sleep(why.wait + random.random() * 0.2 * 2**attempt)


def sent(body):
    headers = {"Authorization": "Bearer " + os.environ["WINNOW_KEY"], "Content-Type": "application/json"}
    url = os.environ["WINNOW_URL"] + "/v1/context/select"
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=10) as reply:
            return reply.read()
    except urllib.error.HTTPError as error:
        raise Unanswered(f"status {error.code}", wait_after(error.code, error.read(), error.headers)) from error
    except OSError as error:
        raise Unanswered(str(error), wait=0) from error


def wait_after(status, body, headers):
    """Throttles and what stands in front of the service pass; a spent quota and the service's own errors do not."""
    throttled = status == 429 and b"Limit Exceeded" not in body
    passing = throttled or (status >= 500 and b'"error"' not in body)
    return float(headers.get("Retry-After", 0)) if passing else None


def checked(body, request):
    try:
        answer = json.loads(body)
    except ValueError as error:
        raise Unanswered("the answer is not JSON") from error
    if not isinstance(answer, dict) or not REQUIRED <= answer.keys():
        raise Unanswered("the answer lacks a required field")
    if answer["request_id"] != request["request_id"]:
        raise Unanswered("the answer is to another request")
    if answer["rendered_context"] == "" and any(record["text"].strip() for record in request["records"]):
        raise Unanswered("the answer is empty")
    return answer


if __name__ == "__main__":
    print(
        context_for(
            {
                "request_id": "turn-12",
                "task": {"prompt": "Which harbour freezes first?"},
                "budget": {"max_context_tokens": 20, "operating_point": "balanced-1"},
                "records": [
                    {"id": "ice", "text": "Oulu is the first harbour of the bay to freeze, in November."},
                    {"id": "fees", "text": "Fees are charged by gross tonnage and by the night."},
                    {"id": "power", "text": "Ships that use shore power pay a tenth less."},
                ],
            }
        )
    )
