// How a real gRPC client with a retry policy handles our refusals.
import { Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Served, serve } from "./fixtures/served.ts";

const METHOD = "/winnow.v1.ContextService/GetHealth";

let served: Served;

beforeAll(async () => {
  served = await serve();
});

afterAll(() => served.drain());

function retryingClient(): Client {
  const retryPolicy = {
    maxAttempts: 3,
    initialBackoff: "0.01s",
    maxBackoff: "0.05s",
    backoffMultiplier: 1,
    retryableStatusCodes: ["RESOURCE_EXHAUSTED", "UNAVAILABLE", "PERMISSION_DENIED"],
  };
  const serviceConfig = { loadBalancingConfig: [], methodConfig: [{ name: [{}], retryPolicy }] };
  const target = served.address.replace("http://", "");
  return new Client(target, credentials.createInsecure(), { "grpc.service_config": JSON.stringify(serviceConfig) });
}

function call(client: Client, key: string): Promise<ServiceError | null> {
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${key}`);
  const bytes = (value: Buffer) => value;
  return new Promise((resolve) =>
    client.makeUnaryRequest(METHOD, bytes, bytes, Buffer.alloc(0), metadata, (error) => resolve(error)),
  );
}

/** One line may count several refusals. */
function loggedCalls(): number {
  return served.lines().reduce((calls, { count = 1 }) => calls + Number(count), 0);
}

describe("a gRPC client with a retry policy", () => {
  test.each([
    ["slow", 8, 3, 600],
    ["spent", 8, 1, 0],
    ["bad", 7, 3, 0],
    ["good", undefined, 1, 0],
  ])("with key %s ends with code %s after %i attempts", async (key, code, attempts, waitMs) => {
    const client = retryingClient();
    const before = loggedCalls();
    const startedAt = performance.now();
    const error = await call(client, key);
    expect(error?.code).toBe(code);
    // Two waits of the 300 ms that the pushback asks for, not of the 10 ms of the client's own policy.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(waitMs);
    await expect.poll(loggedCalls, { timeout: 3_000 }).toBe(before + attempts);
    client.close();
  });
});
