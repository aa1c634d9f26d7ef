"""Converts requests of /v1 to protobuf messages and back, by descriptors, so that no field is named here.

Values that a message cannot hold (unknown fields, None) are left out. The messages are in a descriptor pool of their
own and need no generated code.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any, cast

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from .answer_fields import ANSWER_FIELDS, AnswerField, FieldType, ListOf, MapOf, MessageOf

INTEGER_MAX = 2**31 - 1
"""The service reads larger integers as this one; a message cannot hold them."""

UNKNOWN_ENUM_NUMBER = -1
"""The service rejects this number as a name that the enum does not have."""


def _pool() -> descriptor_pool.DescriptorPool:
    data = resources.files(__package__).joinpath("context.binpb").read_bytes()
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(data).file:
        pool.AddSerializedFile(file.SerializeToString())
    return pool


_POOL = _pool()
SERVICE = _POOL.FindServiceByName("winnow.v1.ContextService")


def new_message(name: str) -> Message:
    """An empty message of the package, such as `ErrorEnvelope`."""
    return message_factory.GetMessageClass(_POOL.FindMessageTypeByName(f"winnow.v1.{name}"))()


def request_bytes(request: Mapping[str, Any]) -> bytes:
    """Raises TypeError or ValueError if a value does not fit its field."""
    message = new_message("ContextRequest")
    _fill(message, request)
    return message.SerializeToString()


def response_json(data: bytes) -> dict[str, Any]:
    """The fields of the message, under the names of /v1. Raises DecodeError if `data` is not such a message."""
    message = new_message("ContextResponse")
    message.ParseFromString(data)
    return _json_of(message, "ContextResponse")


def enum_name(enum: EnumDescriptor, number: int) -> str:
    """On /v1, values are named without their enum's prefix, in lower case. An unknown value is its number."""
    value = enum.values_by_number.get(number)
    return str(number) if value is None else value.name[len(_prefix(enum)) :].lower()


def _prefix(enum: EnumDescriptor) -> str:
    return enum.values_by_number[0].name.removesuffix("UNSPECIFIED")


def _fill(message: Message, json: object) -> None:
    if not isinstance(json, Mapping):
        raise TypeError(f"{message.DESCRIPTOR.name} must be a dict")
    message.SetInParent()
    for name, value in json.items():
        field = _field(message, name)
        if field is None or value is None:
            continue
        held: Any = getattr(message, name)
        if field.message_type is None:
            scalar = [_scalar(field, item) for item in value] if _is_list(value) else _scalar(field, value)
            if _is_list(value):
                held.extend(scalar)
            else:
                setattr(message, name, scalar)
        elif _is_list(value):
            for item in value:
                _fill(held.add(), item)
        elif _is_free_form(field):
            _fill_struct(held, value)
        else:
            _fill(held, value)


def _field(message: Message, name: str) -> FieldDescriptor | None:
    return cast("FieldDescriptor | None", message.DESCRIPTOR.fields_by_name.get(name))


def _fill_struct(message: Message, value: Any) -> None:
    try:
        json_format.ParseDict(value, message)
    except json_format.Error as error:
        raise ValueError(str(error)) from error


def _scalar(field: FieldDescriptor, value: object) -> object:
    if field.enum_type is not None:
        names = {enum_name(field.enum_type, number): number for number in field.enum_type.values_by_number if number}
        return names.get(value, UNKNOWN_ENUM_NUMBER) if isinstance(value, str) else UNKNOWN_ENUM_NUMBER
    if field.type == FieldDescriptor.TYPE_INT32 and isinstance(value, int):
        return min(value, INTEGER_MAX)
    return value


def _json_of(message: Message, name: str) -> dict[str, Any]:
    found = {}
    for field_name, answer_field in ANSWER_FIELDS[name].items():
        field = _field(message, field_name)
        value = getattr(message, field_name)
        if field is not None and not _is_unsaid(message, field, value, answer_field):
            found[field_name] = _json_value(field, answer_field.type, value)
    return found


def _is_unsaid(message: Message, field: FieldDescriptor, value: object, answer_field: AnswerField) -> bool:
    """A zero value means an absent field, unless zero is also the field's default."""
    if field.has_presence:
        return not message.HasField(field.name)
    if field.enum_type is not None:
        return value == 0
    return not value and (isinstance(answer_field.type, MapOf) or (value == "" and bool(answer_field.absent)))


def _json_value(field: FieldDescriptor, expected: FieldType, value: Any) -> object:
    if isinstance(expected, ListOf):
        return [_json_value(field, expected.item, item) for item in value]
    if isinstance(expected, MapOf):
        return {key: _json_value(field, expected.item, value[key]) for key in value}
    if isinstance(expected, MessageOf):
        return _json_of(value, expected.name)
    if field.enum_type is not None:
        return enum_name(field.enum_type, value)
    if isinstance(value, Message):
        return _whole_numbers(json_format.MessageToDict(value))
    return value


def _whole_numbers(json: object) -> object:
    """A free-form number is sent as a double; REST writes a whole one without a point."""
    if isinstance(json, float) and json.is_integer():
        return int(json)
    if isinstance(json, list):
        return [_whole_numbers(item) for item in json]
    if isinstance(json, dict):
        return {key: _whole_numbers(item) for key, item in json.items()}
    return json


def _is_free_form(field: FieldDescriptor) -> bool:
    return field.message_type is not None and field.message_type.full_name == "google.protobuf.Struct"


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))
