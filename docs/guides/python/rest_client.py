"""Asks Winnow over REST which of three records a task needs, and falls back to all of them if no answer comes."""

import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request

BODY_BYTES_MAX = 6 * 1024 * 1024
ATTEMPTS_MAX = 4
# For the whole call, because the caller waits for its context.
SECONDS_MAX = 10
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


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, which would turn the POST into a GET and send the key elsewhere."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirects)


class Unanswered(Exception):
    """No usable answer came. `wait` is the pause in seconds that the service asks for; None if a retry cannot help."""

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
    """The checked answer. Retries transient failures while there is time."""
    body = json.dumps(request).encode()
    if len(body) > BODY_BYTES_MAX:
        raise Unanswered("the request is larger than 6 MiB")
    until = time.monotonic() + SECONDS_MAX
    for attempt in range(ATTEMPTS_MAX):
        try:
            return checked(sent(body, until - time.monotonic()), request)
        except Unanswered as why:
            if why.wait is None or attempt == ATTEMPTS_MAX - 1:
                raise
            wait = why.wait + random.random() * 0.2 * 2**attempt
            if time.monotonic() + wait >= until:
                raise
            time.sleep(wait)


def sent(body, seconds):
    headers = {"Authorization": "Bearer " + os.environ["WINNOW_KEY"], "Content-Type": "application/json"}
    url = os.environ["WINNOW_URL"] + "/v1/context/select"
    try:
        with opened(urllib.request.Request(url, body, headers), seconds) as reply:
            content = reply.read()
    except (OSError, http.client.HTTPException) as error:
        raise Unanswered(str(error), wait=0) from error
    if reply.status == 200:
        return content
    why = f"status {reply.status}: {content.decode(errors='replace')}"
    raise Unanswered(why, wait_after(reply.status, content, reply.headers))


def opened(request, seconds):
    """The reply, with any status."""
    try:
        return OPENER.open(request, timeout=seconds)
    except urllib.error.HTTPError as reply:
        return reply


def wait_after(status, body, headers):
    """The pause before a retry; None if the failure is not transient.

    Throttling and the errors of a proxy are transient. An exhausted quota and the service's own errors are not.
    """
    throttled = status == 429 and b"Limit Exceeded" not in body
    is_transient = throttled or (status >= 500 and b'"error"' not in body)
    # Some proxies send a date instead of seconds; then the backoff alone decides.
    asked = headers.get("Retry-After", "")
    return (float(asked) if asked.isdigit() else 0) if is_transient else None


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
