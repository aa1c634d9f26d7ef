// Requests and calls for the tests of the service: real messages, real records, a caller with high limits.
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type ContextRequest, ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import type { Tier } from "../../src/config/tiers.ts";
import type { Stage, StageName } from "../../src/engine/model.ts";
import { plainStage } from "../../src/engine/select.ts";
import type { Call, CallFacts, Environment } from "../../src/service/call.ts";
import { threadCpuMs } from "../../src/time/clock.ts";
import { pool } from "../contract/pools.ts";
import { generousTier } from "../tiers.ts";

interface WatchedCall extends Call {
  /** Everything reported so far, later facts over earlier ones. */
  readonly reported: () => CallFacts;
}

export function call(tier: Tier = generousTier, stage: Stage = plainStage, signal = new AbortController().signal) {
  let facts: CallFacts = {};
  const watched: WatchedCall = {
    caller: { organisation: "acme", keyId: "key-1", tier },
    signal,
    stage,
    report: (more) => {
      facts = { ...facts, ...more };
    },
    reported: () => facts,
  };
  return watched;
}

/** A stage that throws where the named one would run. */
export function faultAt(broken: StageName): Stage {
  return async (name, work, facts) => {
    if (name === broken) throw new RangeError("a fault with the caller's words in it");
    return plainStage(name, work, facts);
  };
}

type RequestInit = Exclude<MessageInitShape<typeof ContextRequestSchema>, ContextRequest>;

export const records = pool().map((record) => ({
  id: String(record.id),
  text: String(record.text),
}));

export function request(changes: RequestInit = {}) {
  return create(ContextRequestSchema, {
    requestId: "test-1",
    task: { prompt: "How many items were counted at the archive in report 7?" },
    budget: { maxContextTokens: 250 },
    records,
    ...changes,
  });
}

let ids = 0;
export const environment: Environment = {
  now: () => performance.now(),
  cpuMs: threadCpuMs,
  newRecordId: () => `generated-${++ids}`,
};
