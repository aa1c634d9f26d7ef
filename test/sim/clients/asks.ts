// The requests of the simulated callers: each in the form of every protocol, with its answer if nothing goes wrong.
import { fromJson, toBinary } from "@bufbuild/protobuf";
import { type ContextRequest, ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { frame } from "../../http/fixtures/h2-call.ts";
import type { Outcome } from "../outcomes.ts";

export interface Ask {
  readonly name: string;
  readonly outcome: Outcome;
  /** Counts against the daily quota. */
  readonly selects: boolean;
  readonly httpMethod: "GET" | "POST";
  readonly path: string;
  readonly json: string;
  /** `Service/Method`. */
  readonly rpc: string;
  /** The message as gRPC frames it. */
  readonly grpcFrame: Buffer;
  /** ProtoJSON, for Connect. */
  readonly protoJson: string;
}

/** Larger than the calls that the main thread answers. */
const LARGE_BYTES = 33 * 1024;

const places = ["harbour", "orchard", "library", "furnace", "meadow"];
const records = places.map((place, index) => ({
  id: `r${index}`,
  text:
    `Report ${index} on the ${place}. They counted ${index * 37 + 11} items at the ${place}.\n` +
    `The gate was closed behind them, and the next visit to the ${place} is due in spring.\n`.repeat(3),
}));
const task = { prompt: "How many items were counted at the library?" };
const budget = { max_context_tokens: 90 };
const plain = { request_id: "sim", task, budget, records };

type Fields = Readonly<Record<string, unknown>>;

export const asks: readonly [Ask, ...Ask[]] = [
  select("selects", "ok", plain),
  select("selects anew", "ok", { ...plain, task: { prompt: "When is the next visit to the orchard due?" } }),
  select("selects on a large body", "ok", plain, LARGE_BYTES),
  select("selects on a ladder", "ok", {
    ...plain,
    budget: { max_context_tokens: 200, mode: "adaptive", adaptive: { initial_tokens: 40, escalation_tokens: [90] } },
  }),
  select("is stood down", "ok", { ...plain, task: { prompt: "Explain quantum chromodynamics to a violinist" } }),
  select("sends nothing", "ok", { ...plain, records: [] }),
  select("forgets the task", "bad_request", { request_id: "sim", budget, records }),
  select("names an unknown point", "engine_error", { ...plain, budget: { ...budget, operating_point: "none-0" } }),
  select("sends too many records", "request_too_large", { ...plain, records: [...records, ...records] }),
  unreadable(),
  other("asks for health", "GET", "/v1/health", "GetHealth", "ok"),
  other("asks for the points", "GET", "/v1/operating-points", "ListOperatingPoints", "ok"),
  other("asks for what is not there", "POST", "/v1/nothing", "Nothing", "not_found"),
];

function select(name: string, outcome: Outcome, fields: Fields, padding = 0): Ask {
  const protoJson = JSON.stringify(protoNames(fields));
  const message: ContextRequest = fromJson(ContextRequestSchema, JSON.parse(protoJson));
  return {
    name,
    outcome,
    selects: true,
    httpMethod: "POST",
    path: "/v1/context/select",
    rpc: "winnow.v1.ContextService/Select",
    json: JSON.stringify({ ...fields, padding: "x".repeat(padding) }),
    grpcFrame: frame(Buffer.concat([toBinary(ContextRequestSchema, message), unknownField(padding)])),
    protoJson: JSON.stringify({ ...protoNames(fields), padding: "x".repeat(padding) }),
  };
}

/** ProtoJSON accepts the names of /v1, except those of enum values. */
function protoNames(fields: Fields): Fields {
  const enums = JSON.stringify(fields).replaceAll('"mode":"adaptive"', '"mode":"BUDGET_MODE_ADAPTIVE"');
  const named: Fields = JSON.parse(enums);
  return named;
}

/** An unknown field, which protobuf skips: number 1000, length-delimited. */
function unknownField(bytes: number): Buffer {
  if (bytes === 0) return Buffer.alloc(0);
  const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
  return Buffer.concat([Buffer.from([...varint((1000 << 3) | 2), ...varint(bytes)]), Buffer.alloc(bytes, "x")]);
}

function unreadable(): Ask {
  const sound = select("sends what cannot be read", "bad_request", plain);
  return { ...sound, json: '{"request_id":', grpcFrame: frame(Buffer.from("ffffffff", "hex")), protoJson: "[1" };
}

function other(name: string, httpMethod: "GET" | "POST", path: string, rpc: string, outcome: Outcome): Ask {
  const empty = { json: httpMethod === "GET" ? "" : "{}", grpcFrame: frame(Buffer.alloc(0)), protoJson: "{}" };
  return { name, outcome, selects: false, httpMethod, path, rpc: `winnow.v1.ContextService/${rpc}`, ...empty };
}
