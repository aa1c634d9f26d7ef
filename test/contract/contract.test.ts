import { setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAuthority } from "../http/fixtures/certificates.ts";
import { cases } from "./cases.ts";
import { type Body, needle } from "./pools.ts";
import { type ServiceUnderTest, startServiceUnderTest } from "./service-under-test.ts";
import { everyWire, type Wire } from "./wires.ts";

let service: ServiceUnderTest;
let secured: ServiceUnderTest;
let wires: readonly Wire[];
let securedWires: readonly Wire[];

beforeAll(async () => {
  const authority = await makeAuthority("contract");
  setDefaultCACertificates([authority.cert]);
  service = await startServiceUnderTest();
  secured = await startServiceUnderTest({ tls: await authority.issue("service") });
  wires = everyWire(service.url);
  securedWires = everyWire(secured.url, authority.cert);
});

afterAll(async () => {
  for (const wire of [...wires, ...securedWires]) wire.close();
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
  { size: "small", listener: () => ({ at: service, by: wires }), cases },
  {
    size: "large, in a worker",
    listener: () => ({ at: service, by: wires }),
    cases: cases.map((one) => ({ ...one, body: grown(one.body) })),
  },
  { size: "small, over TLS", listener: () => ({ at: secured, by: securedWires }), cases },
];

describe.each(sizes)("$size", ({ listener, cases: sized }) => {
  test.each(sized)("$name", async ({ body, key, code, check }) => {
    const { at, by } = listener();
    const secret = at.keys[key ?? "roomy"];
    const replies = await Promise.all(
      by.map(async (wire) => ({ wire: wire.name, ...(await wire.select(body, secret)) })),
    );
    const [first] = replies;
    for (const reply of replies) {
      expect(reply, reply.wire).toMatchObject({ code });
      check(reply.body);
      expect(settled(reply.body), reply.wire).toEqual(settled(first?.body));
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
  ] as const)("%s, every wire answers with the whole context with %s workers", async (faultStage, workers) => {
    const faulty = await startServiceUnderTest({ faultStage, workers });
    const faultyWires = everyWire(faulty.url);
    const calls = faultyWires.flatMap((wire) => [needle(), grown(needle())].map((body) => ({ wire, body })));
    const replies = await Promise.all(
      calls.map(async ({ wire, body }) => ({ wire: wire.name, ...(await wire.select(body, faulty.keys.roomy)) })),
    );
    expect(replies).toHaveLength(14);
    for (const { wire, code, body } of replies) {
      expect(code, wire).toBeNull();
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
    for (const wire of faultyWires) wire.close();
    stops.push(faulty.stop());
  });
});
