// Puts marks wherever a caller or an operator can write text, produces every outcome over every protocol with the most
// detailed log, and then searches all output: log, spans, metrics, probes, responses to others, the process list. A
// mark may appear in its own caller's response and nowhere else.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Body, Json } from "./contract/pools.ts";
import { everyProtocolClient } from "./contract/protocol-clients.ts";
import { listeningPort } from "./listening-port.ts";
import { fetchHeaders, startWinnowWith, type WinnowProcess } from "./winnow-process.ts";

/** A word that no text contains by chance, and that every encoding leaves unchanged. */
const MARK = /mark[a-z]{2,16}zqxj/g;
const mark = (place: string) => `mark${place}zqxj`;

/** Long enough for a selection, with a mark in every text field. */
const filler = "The gate was closed. ".repeat(9);
const records: Json[] = Array.from({ length: 12 }, (_, index) => ({
  id: `${mark("id")}${index}`,
  source: mark("source"),
  title: `The ${mark("title")} of harbour ${index}`,
  step_id: mark("step"),
  keywords: [mark("keyword")],
  tags: [mark("tag")],
  attributes: { [mark("attributename")]: mark("attribute") },
  text: `Report ${index} on ${mark("text")}: they counted ${index * 37} items at the harbour. ${filler}`,
}));
const marked: Body = {
  request_id: "secrets-1",
  records,
  task: {
    prompt: `How many items did ${mark("prompt")} count at the harbour in report 7?`,
    tool_name: mark("tool"),
    keywords: [mark("taskword")],
    tags: [mark("tasktag")],
    recent_prompts: [mark("recent")],
    output_mode: mark("mode"),
  },
  budget: { max_context_tokens: 200 },
};
const large = { parent_record_ids: [mark("large").repeat(4_000)] };
const budget = (changes: Body): Body => ({ ...marked, budget: { max_context_tokens: 200, ...changes } });

/** One body for each outcome of a select call. */
const bodies: readonly Body[] = [
  marked,
  { ...marked, task: { prompt: mark("prompt"), ...large } },
  budget({ mode: "adaptive", adaptive: { initial_tokens: 60, escalation_tokens: [150] } }),
  budget({ max_context_tokens: 0 }),
  { ...marked, records: [] },
  budget({ operating_point: mark("point") }),
  { ...marked, task: { keywords: [mark("notask")] } },
  { ...marked, records: [{ text: mark("tomany"), keywords: Array(257).fill(mark("keyword")) }] },
];

interface Received {
  readonly endpoint: string;
  readonly bytes: () => string;
  readonly close: () => void;
}

/** Collects all exports as bytes: protobuf holds strings unencoded. */
async function startReceiver(): Promise<Received> {
  const chunks: Buffer[] = [];
  const server = createServer((req, res) => {
    req.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => res.end());
  });
  const port = await listeningPort(server);
  return {
    endpoint: `http://user:${mark("collectorpass")}@127.0.0.1:${port}`,
    bytes: () => Buffer.concat(chunks).toString("latin1"),
    close: () => server.close(),
  };
}

/** Every other request of a client besides a valid select. */
async function sayMore(url: string, key: string): Promise<void> {
  const odd: readonly (readonly [path: string, init: RequestInit])[] = [
    [`/v1/context/select?${mark("query")}=${mark("queryvalue")}`, { method: "POST", body: JSON.stringify(marked) }],
    [`/${mark("path")}`, { method: "POST", body: mark("body") }],
    [
      `/winnow.v1.ContextService/${mark("method")}`,
      { method: "POST", headers: { "content-type": "application/grpc" } },
    ],
    ["/v1/context/select", { method: "POST", body: `{"${mark("broken")}": ` }],
    ["/v1/context/select", { method: "POST", body: `{"records": "${mark("type")}"}` }],
    ["/v1/context/select", { method: "POST", body: mark("gzip"), headers: { "content-encoding": "gzip" } }],
    ["/v1/context/select", { method: "POST", body: "{}", headers: { "content-encoding": mark("encoding") } }],
    ["/v1/health", { method: mark("verb").toUpperCase() }],
    ["/v1/health", { headers: { "x-custom": mark("header"), cookie: mark("cookie"), "user-agent": mark("agent") } }],
    ["/v1/health", { headers: { traceparent: mark("traceparent") } }],
    [
      "/v1/health",
      {
        headers: {
          // A valid one, because an invalid one would stop the reading of the others.
          traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          tracestate: `a=${mark("tracestate")}`,
          baggage: `a=${mark("baggage")}`,
        },
      },
    ],
    ["/v1/health", { headers: { authorization: `Bearer ${mark("unknownkey")}` } }],
    ["/v1/health", { headers: { authorization: mark("noscheme") } }],
    ["/v1/health", { headers: { "x-api-key": mark("apikey") } }],
  ];
  for (const [path, init] of odd) {
    await (await fetch(url + path, { ...init, headers: { ...fetchHeaders(key), ...init.headers } })).arrayBuffer();
  }
}

/** All output of a process, except responses to the clients that sent the marks. */
interface Reported {
  readonly place: string;
  readonly text: string;
}

describe.each([
  ["a service that works", []],
  ["a service whose engine fails", ["--fault-stage", "pack"]],
] as const)("of %s", (_name, flags) => {
  let receiver: Received;
  let winnow: WinnowProcess;
  let standardOutput = "";
  let reported: readonly Reported[] = [];
  let outcomes: ReadonlySet<unknown> = new Set();

  beforeAll(async () => {
    receiver = await startReceiver();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      WINNOW_COUNTERS: `redis://user:${mark("redispass")}@127.0.0.1:9/0`,
    };
    winnow = await startWinnowWith(env, "--log-level", "debug", "--internal-port", "0", ...flags);
    winnow.process.stdout.on("data", (chunk: Buffer) => {
      standardOutput += chunk;
    });
    const clients = everyProtocolClient(winnow.url);
    for (const client of clients) {
      for (const body of bodies) await client.select(body, winnow.key);
      await client.select(marked, mark("wrongkey"));
      client.close();
    }
    await sayMore(winnow.url, winnow.key);
    const projection = readFileSync(winnow.projection, "utf8");
    writeFileSync(winnow.projection, JSON.stringify({ version: 1, keys: [{ sha256: mark("projection") }] }));
    await winnow.logged((line) => line.msg === "projection_rejected");
    writeFileSync(
      winnow.projection,
      projection.replaceAll(/"id": "acme"/g, '"id": "acme", "note": "markprojectionnotezqxj"'),
    );
    await winnow.logged((line) => line.msg === "projection_loaded");
    const { address } = await winnow.logged((line) => line.msg === "listening_internally");
    const ask = async (url: string): Promise<Reported> => {
      const answer = await fetch(url, { headers: fetchHeaders(winnow.key) });
      return { place: url, text: JSON.stringify([...answer.headers]) + (await answer.text()) };
    };
    const asked = await Promise.all([
      ...["/livez", "/readyz", "/metrics"].map((path) => ask(address + path)),
      ...["/v1/health", "/v1/operating-points", "/v1/none"].map((path) => ask(winnow.url + path)),
    ]);
    const shown = ["cmdline", "comm", "status"].map((name) => ({
      place: `/proc/${name}`,
      text: readFileSync(`/proc/${winnow.process.pid}/${name}`, "utf8"),
    }));
    outcomes = new Set(winnow.lines().flatMap(({ outcome, status, refused }) => [outcome, status, refused]));
    await winnow.stop();
    receiver.close();
    reported = [
      ...asked,
      ...shown,
      { place: "standard error", text: winnow.log() },
      { place: "standard output", text: standardOutput },
      { place: "traces and metrics", text: receiver.bytes() },
    ];
  });

  afterAll(() => receiver.close());

  test("every outcome was produced and reported", () => {
    const failing = flags.length > 0;
    const expected = ["stand_down", failing ? "selection_error" : "select", "400", "403", "404", "500", "forbidden"];
    expect([...outcomes]).toEqual(expect.arrayContaining([...expected, "OK", "INVALID_ARGUMENT", "INTERNAL"]));
    expect(reported.filter(({ text }) => text === "").map(({ place }) => place)).toEqual(["standard output"]);
    const exported = reported.find(({ place }) => place === "traces and metrics")?.text ?? "";
    expect(["winnow.measure", "http.server.request.duration"].filter((name) => !exported.includes(name))).toEqual([]);
  });

  test("no mark is in the output", () => {
    const found = reported.flatMap(({ place, text }) =>
      [...new Set(text.toLowerCase().match(MARK) ?? [])].map((each) => `${each} in ${place}`),
    );
    expect(found).toEqual([]);
  });

  test("no key is in the output", () => {
    expect(reported.filter(({ text }) => text.includes("wnw_")).map(({ place }) => place)).toEqual([]);
  });
});
