// Decides what each record is: what the caller says or, for external data, what its text shows.
// In: the records of a request, in order. Out: a kind for each. Must work for callers who fill in no kinds.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { RecordKind, SourceRecord } from "./model.ts";
import { describesTool } from "./units/tool-description.ts";

/** The call of a tool, as model APIs write it. Only the beginning of a text is read. */
const CALL = new RegExp(
  /^\s{0,8}\{\s{0,8}(?:"(?:id|type)"\s{0,8}:\s{0,8}"[^"]{1,128}"\s{0,8},\s{0,8}){0,2}/.source +
    /(?:"function"\s{0,8}:\s{0,8}\{\s{0,8})?"name"\s{0,8}:\s{0,8}"[^"]{1,128}"\s{0,8},/.source +
    /\s{0,8}(?:"arguments"\s{0,8}:\s{0,8}[{"]|"input"\s{0,8}:\s{0,8}\{)/.source,
);

/** After calls in external data, as many records of external data are their results. */
export function kindsOf(
  records: readonly { readonly source: SourceRecord }[],
  checkpoint: Checkpoint = unchecked,
): readonly RecordKind[] {
  let unanswered = 0;
  return records.map(({ source: { kind, text } }) => {
    checkpoint();
    if (kind !== "external_data") {
      unanswered = 0;
      return kind;
    }
    if (CALL.test(text)) {
      unanswered += 1;
      return "tool_call";
    }
    if (unanswered > 0) {
      unanswered -= 1;
      return "tool_result";
    }
    return describesTool(text) ? "tool_schema" : kind;
  });
}

/** What a tool returned. */
export function isResult({ kind }: { readonly kind: RecordKind }): boolean {
  return kind === "tool_result" || kind === "error";
}
