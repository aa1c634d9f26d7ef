"""Takes parsed JSON, returns a verified answer: required fields are there, known fields have their type, the echo
matches.

Fields that may be left out are filled in. Unknown fields stay as they are.
"""

from __future__ import annotations

import copy
from typing import Any, cast

from ..errors import EmptySelectionError, MalformedAnswerError, WrongEchoError
from ..shapes import ContextRequest, ContextResponse
from .answer_fields import ANSWER_FIELDS, FieldType, ListOf, MapOf, MessageOf

_PYTHON_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "number": (int, float),
    "boolean": bool,
    "object": dict,
}


def verified_answer(json: object, request: ContextRequest) -> ContextResponse:
    """The answer to this request.

    Raises MalformedAnswerError naming the field, WrongEchoError if the answer belongs to another request, and
    EmptySelectionError if it holds nothing although the records do.
    """
    answer = cast("ContextResponse", _completed("ContextResponse", json, "answer"))
    if answer["request_id"] != request["request_id"]:
        raise WrongEchoError("the answer echoes another request_id")
    records = request["records"]
    usable = any(record["text"].strip() for record in records)
    if usable and (answer["records_selected"] == 0 or not answer["rendered_context"].strip()):
        raise EmptySelectionError("the answer is empty although the records are not")
    # The service answers records under the ids that they were sent with. Only a record without an id gets a new one.
    sent = {record.get("id") for record in records}
    if None not in sent:
        for index, selected in enumerate(answer["selected"]):
            if selected["record_id"] not in sent:
                raise MalformedAnswerError(f"answer.selected[{index}].record_id was not sent")
    return answer


def _completed(message: str, json: object, path: str) -> dict[str, Any]:
    """A copy that holds every known field of the message."""
    if not isinstance(json, dict):
        raise _wrong(path, "an object", json)
    found = dict(json)
    for name, field in ANSWER_FIELDS[message].items():
        value = json.get(name)
        if value is not None:
            found[name] = _checked(field.type, value, f"{path}.{name}")
        elif field.required:
            raise MalformedAnswerError(f"{path}.{name} is missing")
        else:
            found[name] = copy.copy(field.absent)
    return found


def _checked(expected: FieldType, value: object, path: str) -> object:
    if isinstance(expected, str):
        # In Python a bool is an int as well; in JSON it is not.
        if isinstance(value, _PYTHON_TYPES[expected]) and isinstance(value, bool) == (expected == "boolean"):
            return value
        raise _wrong(path, f"of type {expected}", value)
    if isinstance(expected, MessageOf):
        return _completed(expected.name, value, path)
    if isinstance(expected, ListOf):
        if not isinstance(value, list):
            raise _wrong(path, "an array", value)
        return [_checked(expected.item, item, f"{path}[{index}]") for index, item in enumerate(value)]
    assert isinstance(expected, MapOf)
    if not isinstance(value, dict):
        raise _wrong(path, "an object", value)
    return {key: _checked(expected.item, item, f"{path}.*") for key, item in value.items()}


def _wrong(path: str, expected: str, value: object) -> MalformedAnswerError:
    names = {dict: "object", list: "an array", str: "string", bool: "boolean", int: "number", float: "number"}
    found = "null" if value is None else names.get(type(value), type(value).__name__)
    return MalformedAnswerError(f"{path} is not {expected} but {found}")
