"""Calls a running Winnow with grpcio and stubs generated from its proto files.

Takes the address as host:port and the keys from the environment. Every check prints a line; the first that fails ends
the process. Before its last check it prints "drain" and waits for a line. Then the server drains, and another one
takes its place.
"""

import json
import os
import sys

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from winnow.v1 import context_pb2, context_pb2_grpc

ADDRESS = os.environ["WINNOW_ADDRESS"]

# Codes after which gRPC retries. The service counts the attempts, so an unwanted retry is detected.
RETRIES = {
    "methodConfig": [
        {
            "name": [{"service": "winnow.v1.ContextService"}],
            "retryPolicy": {
                "maxAttempts": 5,
                "initialBackoff": "0.5s",
                "maxBackoff": "2s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"],
            },
        }
    ]
}
# An answer may be larger than the 4 MiB that clients accept by default.
OPTIONS = [("grpc.max_receive_message_length", 64 * 1024 * 1024), ("grpc.initial_reconnect_backoff_ms", 200)]


def key(name):
    return [("authorization", "Bearer " + os.environ["WINNOW_KEY_" + name])]


def request(texts, budget=50):
    return context_pb2.ContextRequest(
        request_id="interop",
        records=[context_pb2.ContextRecord(text=text) for text in texts],
        task=context_pb2.TaskSpec(prompt="Why does the deploy of the billing service fail?"),
        budget=context_pb2.BudgetSpec(max_context_tokens=budget),
    )


def refused(call):
    """The code of a call that must fail, and its details by the name of their type."""
    try:
        call()
    except grpc.RpcError as error:
        status = rpc_status.from_call(error)
        details = [] if status is None else status.details
        return error.code(), {any_.TypeName(): any_ for any_ in details}
    raise AssertionError("the call should have failed")


def detail(details, message):
    assert details[message.DESCRIPTOR.full_name].Unpack(message)
    return message


def too_many(stub):
    """Calls until the rate refuses one, at most a hundred."""
    for _ in range(100):
        stub.GetHealth(context_pb2.GetHealthRequest(), metadata=key("PACED"))


def check(name, holds):
    if not holds:
        sys.exit("python: " + name + " does not hold")
    print("python: " + name, flush=True)


def errors(stub):
    incomplete = context_pb2.ContextRequest(request_id="interop")
    code, details = refused(lambda: stub.Select(incomplete, metadata=key("ROOMY")))
    envelope = detail(details, context_pb2.ErrorEnvelope())
    violations = detail(details, error_details_pb2.BadRequest()).field_violations
    check("a bad request says what is wrong", code == grpc.StatusCode.INVALID_ARGUMENT and len(envelope.detail) > 0)
    check("and names the field", [violation.field for violation in violations] == ["task"])

    code, details = refused(lambda: stub.Select(request(["one", "two"]), metadata=key("TINY")))
    envelope = detail(details, context_pb2.ErrorEnvelope())
    check("too many records are out of range", code == grpc.StatusCode.OUT_OF_RANGE)
    check("with limit and observed", (envelope.limit, envelope.observed) == (1, 2))

    code, _ = refused(lambda: stub.GetHealth(context_pb2.GetHealthRequest()))
    check("no key is unauthenticated", code == grpc.StatusCode.UNAUTHENTICATED)


def plain_calls():
    with grpc.insecure_channel(ADDRESS, OPTIONS + [("grpc.enable_retries", 0)]) as channel:
        stub = context_pb2_grpc.ContextServiceStub(channel)
        texts = ["The billing service deploy fails: the migration times out.", "Lunch is at noon. " * 40]
        response = stub.Select(request(texts), metadata=key("ROOMY"), timeout=60)
        check("a selection stays within its budget", 0 < response.tokens_after <= 50)
        check("and keeps the record that matters", "migration times out" in response.rendered_context)
        large = request(["word " * 1_000_000], 2_000_000)
        response = stub.Select(large, metadata=key("ROOMY"), compression=grpc.Compression.Gzip)
        check("a compressed answer above 4 MiB arrives", len(response.rendered_context) >= 5_000_000)
        errors(stub)
        code, details = refused(lambda: too_many(stub))
        wait = detail(details, error_details_pb2.RetryInfo()).retry_delay.ToMilliseconds()
        check("a throttled call says how long to wait", code == grpc.StatusCode.RESOURCE_EXHAUSTED and 0 < wait <= 750)


def retried_calls():
    with grpc.insecure_channel(ADDRESS, OPTIONS + [("grpc.service_config", json.dumps(RETRIES))]) as channel:
        stub = context_pb2_grpc.ContextServiceStub(channel)
        for _ in range(3):
            stub.GetHealth(context_pb2.GetHealthRequest(), metadata=key("PACED"), timeout=60)
        check("throttled calls are retried until they succeed", True)

        stub.Select(request(["one"]), metadata=key("FRUGAL"))
        code, details = refused(lambda: stub.Select(request(["one"]), metadata=key("FRUGAL")))
        violations = detail(details, error_details_pb2.QuotaFailure()).violations
        check("an exhausted quota is reported", code == grpc.StatusCode.RESOURCE_EXHAUSTED and len(violations) == 1)

        print("drain", flush=True)
        sys.stdin.readline()
        stub.GetHealth(context_pb2.GetHealthRequest(), metadata=key("ROOMY"), timeout=60)
        check("a call to a draining server reaches its successor", True)


plain_calls()
retried_calls()
