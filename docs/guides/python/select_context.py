"""Asks Winnow over gRPC which of three records a task needs, and falls back to all of them if no answer comes."""

import json
import logging
import os

import grpc
from winnow.v1 import context_pb2, context_pb2_grpc

# Retries while the service throttles or restarts, after the wait that it asks for.
RETRIES = {
    "methodConfig": [
        {
            "name": [{"service": "winnow.v1.ContextService"}],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.2s",
                "maxBackoff": "5s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"],
            },
        }
    ]
}
OPTIONS = [
    # An answer may be larger than the 4 MiB that clients accept by default.
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    ("grpc.service_config", json.dumps(RETRIES)),
]


def context_for(stub, task, records):
    """The block to put into the prompt."""
    request = context_pb2.ContextRequest(
        request_id="python-1",
        records=records,
        task=context_pb2.TaskSpec(prompt=task),
        budget=context_pb2.BudgetSpec(max_context_tokens=20, operating_point="balanced-1"),
    )
    everything = "\n\n".join(record.text for record in records)
    try:
        key = [("authorization", "Bearer " + os.environ["WINNOW_KEY"])]
        answer = stub.Select(request, metadata=key, timeout=10)
    except grpc.RpcError as error:
        logging.warning("no selection, sending everything: %s: %s", error.code(), error.details())
        return everything
    for selected in answer.selected:
        logging.info("%s: %s", selected.record_id, selected.reason)
    return answer.rendered_context or everything


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    RECORDS = [
        context_pb2.ContextRecord(id="ice", text="Oulu is the first harbour of the bay to freeze, in November."),
        context_pb2.ContextRecord(id="fees", text="Fees are charged by gross tonnage and by the night."),
        context_pb2.ContextRecord(id="power", text="Ships that use shore power pay a tenth less."),
    ]
    with grpc.insecure_channel(os.environ["WINNOW_ADDRESS"], OPTIONS) as channel:
        print(context_for(context_pb2_grpc.ContextServiceStub(channel), "Which harbour freezes first?", RECORDS))
