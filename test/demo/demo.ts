// `make demo`: starts a server on a free port, sends a real request over REST and over gRPC, prints the selection.
import { readFile } from "node:fs/promises";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { ContextRequestSchema, ContextService } from "../../gen/winnow/v1/context_pb.ts";
import { selectionTable } from "../../src/cli/select.ts";
import { compileJsonReader } from "../../src/protocols/json/reader.ts";
import { startWinnow } from "../winnow-process.ts";

const example = new URL("../../docs/examples/incident.json", import.meta.url);

const body = await readFile(example);
const winnow = await startWinnow();
try {
  const authorization = `Bearer ${winnow.key}`;
  say(`winnow serves on ${winnow.url}`);

  const reply = await fetch(`${winnow.url}/v1/context/select`, { method: "POST", headers: { authorization }, body });
  const overRest: unknown = await reply.json();
  say(`POST /v1/context/select answers ${reply.status}`);

  const read = compileJsonReader(ContextRequestSchema)(body);
  if ("failure" in read) throw new Error(read.failure.detail);
  const client = createClient(ContextService, createGrpcTransport({ baseUrl: winnow.url }));
  const overGrpc = await client.select(read.message, { headers: { authorization } });
  say("winnow.v1.ContextService/Select answers OK over gRPC");

  const same = renderedOf(overRest) === overGrpc.renderedContext;
  say(`both hold ${same ? "the same" : "DIFFERENT"} contexts`);
  if (!same) process.exitCode = 1;

  say(`\ntask: ${read.message.task?.prompt}\n`);
  say(selectionTable(read.message, overGrpc));
  say(overGrpc.renderedContext);
} finally {
  await winnow.stop();
}

function renderedOf(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "rendered_context" in answer ? answer.rendered_context : null;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
