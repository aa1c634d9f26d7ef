import { setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAuthority } from "../http/fixtures/certificates.ts";
import { cases } from "./cases.ts";
import { type Body, needle } from "./pools.ts";
import { everyProtocolClient, type ProtocolClient } from "./protocol-clients.ts";
import { type ServiceUnderTest, startServiceUnderTest } from "./service-under-test.ts";

let service: ServiceUnderTest;
let secured: ServiceUnderTest;
let clients: readonly ProtocolClient[];
let securedClients: readonly ProtocolClient[];

beforeAll(async () => {
  const authority = await makeAuthority("contract");
  setDefaultCACertificates([authority.cert]);
  service = await startServiceUnderTest();
  secured = await startServiceUnderTest({ tls: await authority.issue("service") });
  clients = everyProtocolClient(service.url);
  securedClients = everyProtocolClient(secured.url, authority.cert);
});

afterAll(async () => {
  for (const client of [...clients, ...securedClients]) client.close();
  await service.stop();
  await secured.stop();
});

/** The parts of an answer that do not depend on time or chance. */
function settled(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (name, value) => (name === "engine_latency_ms" ? 0 : value));
}

/** The same request, too large for the main thread; the added part has no effect. */
function grown(body: Body): Body {
  const { task } = body;
  if (typeof task !== "object" || task === null || Array.isArray(task)) return body;
  return { ...body, task: { ...task, parent_record_ids: ["x".repeat(40_000)] } };
}

const sizes = [
  { size: "small", listener: () => ({ at: service, by: clients }), cases },
  {
    size: "large, in a worker",
    listener: () => ({ at: service, by: clients }),
    cases: cases.map((one) => ({ ...one, body: grown(one.body) })),
  },
  { size: "small, over TLS", listener: () => ({ at: secured, by: securedClients }), cases },
];

describe.each(sizes)("$size", ({ listener, cases: sized }) => {
  test.each(sized)("$name", async ({ body, key, code, check }) => {
    const { at, by } = listener();
    const secret = at.keys[key ?? "roomy"];
    const replies = await Promise.all(
      by.map(async (client) => ({ client: client.name, ...(await client.select(body, secret)) })),
    );
    const [first] = replies;
    for (const reply of replies) {
      expect(reply, reply.client).toMatchObject({ code });
      check(reply.body);
      expect(settled(reply.body), reply.client).toEqual(settled(first?.body));
    }
    expect(replies).toHaveLength(7);
  });
});

describe("with a fault in a stage", () => {
  // Each stop waits for idle connections of its clients, so all stop at once, during the next test.
  const stops: Promise<void>[] = [];
  afterAll(() => Promise.all(stops));

  // Workers get the name of every stage in the same way, so only the first and the last stage run in one.
  test.each([
    ["measure", "1"],
    ["segment", "0"],
    ["analyse", "0"],
    ["score", "0"],
    ["gate", "0"],
    ["pack", "0"],
    ["excerpt", "0"],
    ["render", "1"],
  ] as const)("%s, every client answers with the whole context with %s workers", async (faultStage, workers) => {
    const faulty = await startServiceUnderTest({ faultStage, workers });
    const faultyClients = everyProtocolClient(faulty.url);
    const calls = faultyClients.flatMap((client) => [needle(), grown(needle())].map((body) => ({ client, body })));
    const replies = await Promise.all(
      calls.map(async ({ client, body }) => ({
        client: client.name,
        ...(await client.select(body, faulty.keys.roomy)),
      })),
    );
    expect(replies).toHaveLength(14);
    for (const { client, code, body } of replies) {
      expect(code, client).toBeNull();
      expect(body).toMatchObject({
        fallback_used: true,
        selection_error: "InjectedFault",
        tokens_saved: 0,
        gate: null,
      });
      for (const record of needle().records as { text: string }[]) {
        expect(body?.rendered_context).toContain(record.text);
      }
    }
    for (const client of faultyClients) client.close();
    stops.push(faulty.stop());
  });
});
