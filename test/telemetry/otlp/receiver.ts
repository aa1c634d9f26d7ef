// A receiver of OTLP, like a collector: takes the protobuf that a process exports over HTTP or gRPC, and returns its
// spans and metrics.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createFileRegistry, fromBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { type handleUnaryCall, Metadata, Server, ServerCredentials } from "@grpc/grpc-js";
import { listeningPort } from "../../listening-port.ts";

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface ReceivedSpan {
  /** Hexadecimal, as in `traceparent`; so are the next two. */
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for none. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 2 is the kind of a server span. */
  readonly kind: number;
  /** In nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Attributes;
  /** 2 is an error. */
  readonly status: number;
}

interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly { readonly attributes: Attributes; readonly bounds: readonly number[] }[];
}

export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  /** The same with OTEL_EXPORTER_OTLP_PROTOCOL=grpc. */
  readonly grpcEndpoint: string;
  /** One entry for each received export: its protocol and its headers or metadata. */
  readonly exports: () => readonly ReceivedExport[];
  readonly spans: () => readonly ReceivedSpan[];
  readonly metrics: () => readonly ReceivedMetric[];
  /** The resource attributes of the exporting process. */
  readonly resources: () => readonly Attributes[];
  /** Everything received, unchanged. */
  readonly bytes: () => Buffer;
  readonly stop: () => Promise<void>;
}

interface ReceivedExport {
  readonly over: "http" | "grpc";
  readonly kind: Kind;
  readonly headers: Readonly<Record<string, unknown>>;
}

type Kind = "traces" | "metrics";

type Decode = (bytes: Uint8Array) => Decoded;

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const decoders = await readSchema();
  const received = { traces: [] as Decoded[], metrics: [] as Decoded[], bytes: [] as Buffer[] };
  const exports: ReceivedExport[] = [];
  const take = (arrived: ReceivedExport, body: Buffer) => {
    exports.push(arrived);
    received.bytes.push(body);
    received[arrived.kind].push(decoders[arrived.kind](body));
  };
  const server = createServer(async (req, res) => {
    const body = await buffer(req);
    const kind = req.url === "/v1/traces" ? "traces" : req.url === "/v1/metrics" ? "metrics" : null;
    if (kind === null || req.headers["content-type"] !== "application/x-protobuf") {
      res.writeHead(415).end();
      return;
    }
    take({ over: "http", kind, headers: req.headers }, body);
    res.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
  const port = await listeningPort(server);
  const grpc = await startGrpc(take);
  const traces = () => received.traces.flatMap(({ resourceSpans = [] }) => resourceSpans);
  const metrics = () => received.metrics.flatMap(({ resourceMetrics = [] }) => resourceMetrics);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    grpcEndpoint: `http://127.0.0.1:${grpc.port}`,
    exports: () => exports,
    spans: () => traces().flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans = [] }) => spans.map(spanOf))),
    metrics: () =>
      metrics().flatMap(({ scopeMetrics = [] }) =>
        scopeMetrics.flatMap((scope) => (scope.metrics ?? []).map(metricOf)),
      ),
    resources: () => [...traces(), ...metrics()].map(({ resource }) => attributesOf(resource?.attributes)),
    bytes: () => Buffer.concat(received.bytes),
    stop: async () => {
      grpc.server.forceShutdown();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The two services of OTLP over gRPC, whose messages are taken as bytes. */
async function startGrpc(take: (received: ReceivedExport, body: Buffer) => void) {
  const server = new Server();
  const bytes = { serialize: (message: Buffer) => message, deserialize: (message: Buffer) => message };
  const service = (kind: Kind, path: string) => {
    const method = {
      path,
      requestStream: false,
      responseStream: false,
      requestSerialize: bytes.serialize,
      requestDeserialize: bytes.deserialize,
      responseSerialize: bytes.serialize,
      responseDeserialize: bytes.deserialize,
    };
    const answer: handleUnaryCall<Buffer, Buffer> = ({ metadata, request }, done) => {
      take({ over: "grpc", kind, headers: metadata.getMap() }, request);
      done(null, Buffer.alloc(0), new Metadata());
    };
    server.addService({ export: method }, { export: answer });
  };
  service("traces", "/opentelemetry.proto.collector.trace.v1.TraceService/Export");
  service("metrics", "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export");
  const bind = promisify(server.bindAsync.bind(server));
  return { server, port: await bind("127.0.0.1:0", ServerCredentials.createInsecure()) };
}

async function readSchema(): Promise<{ readonly traces: Decode; readonly metrics: Decode }> {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const compiled = await promisify(execFile)("buf", ["build", folder, "-o", "-"], { encoding: "buffer" });
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, compiled.stdout));
  const decoder = (name: string): Decode => {
    const message = registry.getMessage(name);
    if (message === undefined) throw new Error(`receiver.proto has no ${name}`);
    return (bytes) => JSON.parse(JSON.stringify(toJson(message, fromBinary(message, bytes))));
  };
  return { traces: decoder("otlp.Traces"), metrics: decoder("otlp.Metrics") };
}

/** The messages of receiver.proto as ProtoJSON, without fields that have their default value. */
interface Decoded {
  readonly resourceSpans?: readonly (Owned & {
    readonly scopeSpans?: readonly { readonly spans?: readonly Span[] }[];
  })[];
  readonly resourceMetrics?: readonly (Owned & {
    readonly scopeMetrics?: readonly { readonly metrics?: readonly Metric[] }[];
  })[];
}

interface Owned {
  readonly resource?: { readonly attributes?: readonly KeyValue[] };
}

interface KeyValue {
  readonly key: string;
  readonly value?: { readonly [kind: string]: string | number | boolean };
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly KeyValue[];
  readonly status?: { readonly code?: number };
}

interface Metric {
  readonly name: string;
  readonly unit?: string;
  readonly gauge?: Points;
  readonly sum?: Points;
  readonly histogram?: Points;
}

interface Points {
  readonly points?: readonly {
    readonly attributes?: readonly KeyValue[];
    readonly explicitBounds?: readonly number[];
  }[];
}

function spanOf(span: Span): ReceivedSpan {
  return {
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentSpanId: hex(span.parentSpanId ?? ""),
    name: span.name,
    kind: span.kind,
    start: BigInt(span.startTimeUnixNano),
    end: BigInt(span.endTimeUnixNano),
    attributes: attributesOf(span.attributes),
    status: span.status?.code ?? 0,
  };
}

function metricOf({ name, unit = "", gauge, sum, histogram }: Metric): ReceivedMetric {
  const points = (gauge ?? sum ?? histogram)?.points ?? [];
  return {
    name,
    unit,
    points: points.map(({ attributes, explicitBounds = [] }) => ({
      attributes: attributesOf(attributes),
      bounds: explicitBounds,
    })),
  };
}

function attributesOf(pairs: readonly KeyValue[] = []): Attributes {
  return Object.fromEntries(pairs.map(({ key, value = {} }) => [key, heldValue(value)]));
}

/** ProtoJSON writes 64-bit integers as text. */
function heldValue(value: NonNullable<KeyValue["value"]>): string | number | boolean {
  const [kind, held = ""] = Object.entries(value)[0] ?? ["", ""];
  return kind === "intValue" ? Number(held) : held;
}

function hex(base64: string): string {
  return Buffer.from(base64, "base64").toString("hex");
}
