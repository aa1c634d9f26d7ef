// Record kinds on the wire and in the engine: one table, read in both directions.
import { RecordKind } from "../../gen/winnow/v1/context_pb.ts";
import type { RecordKind as EngineKind } from "../engine/model.ts";

const kinds: readonly (readonly [RecordKind, EngineKind])[] = [
  // Not said reads as the field's default. Before the value that is written for it.
  [RecordKind.UNSPECIFIED, "external_data"],
  [RecordKind.USER_INPUT, "user_input"],
  [RecordKind.LLM_RESPONSE, "llm_response"],
  [RecordKind.TOOL_CALL, "tool_call"],
  [RecordKind.TOOL_RESULT, "tool_result"],
  [RecordKind.EXTERNAL_DATA, "external_data"],
  [RecordKind.ERROR, "error"],
  [RecordKind.ARTIFACT, "artifact"],
  [RecordKind.TOOL_SCHEMA, "tool_schema"],
];
const engineKinds = new Map<number, EngineKind>(kinds);
const wireKinds = new Map(kinds.map(([wire, engine]) => [engine, wire]));

/** For error texts. */
export const kindNames = [...wireKinds.keys()].join(", ");

/** null for a value outside the enum. */
export function engineKind(wire: number): EngineKind | null {
  return engineKinds.get(wire) ?? null;
}

export function wireKind(engine: EngineKind): RecordKind {
  return wireKinds.get(engine) ?? RecordKind.UNSPECIFIED;
}
