// Runs clients/behaviours.json: for each behaviour of a server, the client must yield what the table says, over REST
// and gRPC.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ContextRequest, createClient, type Selection, type WinnowClient, WinnowError } from "../src/client.ts";
import { createGrpcClient } from "../src/grpc.ts";
import { type Case, type ScriptedServer, startScriptedServer, table } from "./scripted-server.ts";

const TIMEOUT_MS = 20_000;

let server: ScriptedServer;
/** An address without a listening server. */
let absentUrl: string;

/** A key that names a case and the run, because each run counts its own attempts. */
function keyOf(index: number, run: string): string {
  return `wnw_secret-${index}-${run}`;
}

beforeAll(async () => {
  server = await startScriptedServer((key) => {
    const [, index = "", , protocol] = key.split("-");
    const replies = table.cases[Number(index)]?.[protocol === "grpc" ? "grpc" : "rest"];
    return Array.isArray(replies) ? replies : [];
  });
  const closed = await startScriptedServer(() => []);
  await closed.close();
  absentUrl = closed.restUrl;
});

afterAll(() => server.close());

function clientFor(
  protocol: "rest" | "grpc",
  { timeout_ms: timeoutMs = TIMEOUT_MS, ...played }: Case,
  apiKey: string,
): WinnowClient {
  const url = protocol === "rest" ? server.restUrl : server.grpcUrl;
  const options = { baseUrl: played[protocol] === "absent" ? absentUrl : url, apiKey, timeoutMs };
  return protocol === "rest" ? createClient(options) : createGrpcClient(options);
}

/** Some cases break the types on purpose. */
function requestOf({ request: changes = {}, text_bytes }: Case): ContextRequest {
  const sized = text_bytes === undefined ? {} : { records: [{ text: "x".repeat(text_bytes) }] };
  const fields = Object.entries({ ...table.request, ...sized, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(fields) as unknown as ContextRequest;
}

function expectedError({ kind, status, limit_name, limit, observed, message_has = "" }: Case["want"]): object {
  const numbers = { limit, observed, limitName: limit_name };
  const told = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
  return { kind, status, ...told, message: expect.stringContaining(message_has) };
}

function expectedSelection({ outcome, context, response = {}, ...want }: Case["want"]): object {
  const told = context === undefined ? {} : { context };
  if (outcome === "answer") return { failedOpen: false, cause: null, response, ...told };
  return { failedOpen: true, response: null, cause: expectedError({ outcome, ...want }), ...told };
}

async function thrownBy(call: Promise<Selection>): Promise<unknown> {
  return call.then(
    (selection) => selection,
    (thrown: unknown) => thrown,
  );
}

const cases = table.cases.map((played, index) => ({ ...played, played, index }));

describe.each(["rest", "grpc"] as const)("over %s", (protocol) => {
  const played = cases.filter((each) => each[protocol] !== undefined);

  test.concurrent.for(played)("$name", async ({ played, index }, { expect }) => {
    const key = keyOf(index, `open-${protocol}`);
    const startedAt = performance.now();
    const selection = await clientFor(protocol, played, key).select(requestOf(played));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual((played.want.waited_ms ?? 0) - 5);
    expect(selection).toMatchObject(expectedSelection(played.want));
    expect(server.attempts(key)).toBe(played.want.attempts);
    expect(JSON.stringify(selection) + String(selection.cause)).not.toContain(key);
  });

  const refused = played.filter(({ want }) => want.outcome === "fail_open");

  test.concurrent.for(refused)("in strict mode: $name", async ({ played, index }, { expect }) => {
    const client = clientFor(protocol, played, keyOf(index, `strict-${protocol}`));
    const thrown = await thrownBy(client.select(requestOf(played), { strict: true }));
    expect(thrown).toBeInstanceOf(WinnowError);
    expect(thrown).toMatchObject(expectedError(played.want));
  });
});
