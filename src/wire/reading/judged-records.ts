// Stand-ins for the records of a request that has too many of them: nobody looks at more than how many there are and
// the first that is wrong. Each is read, judged here and let go.
import { create } from "@bufbuild/protobuf";
import { type ContextRecord, ContextRecordSchema, type ContextRequest } from "../../../gen/winnow/v1/context_pb.ts";
import { lengthAlone } from "./length-alone.ts";
import { compilePresence } from "./presence.ts";

const failureOf = compilePresence(ContextRecordSchema);

export interface JudgedRecords {
  /** @param at its place among the records */
  readonly judge: (record: ContextRecord, at: number) => void;
  /** Gives a request so many records, which are judged as those that were read would be, and must not be worked on. */
  readonly standIn: (request: ContextRequest, count: number) => void;
}

export function createJudgedRecords(): JudgedRecords {
  let [sound, unsound] = [create(ContextRecordSchema), create(ContextRecordSchema)];
  let unsoundAt = -1;
  return {
    judge: (record, at) => {
      if (unsoundAt >= 0) return;
      if (failureOf(record) === null) sound = record;
      else [unsound, unsoundAt] = [record, at];
    },
    standIn: (request, count) => {
      request.records = lengthAlone(count, sound);
      if (unsoundAt >= 0) request.records[unsoundAt] = unsound;
    },
  };
}
