// Decides what each record is: what the caller says or, for external data, what its text shows.
// In: the records of a request, in order. Out: a kind for each. Must work for callers who fill in no kinds.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { RecordKind, SourceRecord } from "./model.ts";
import { describesTool } from "./units/tool-description.ts";

/** The call of a tool, as model APIs write it. Only the beginning of a text is read. */
const CALL = new RegExp(
  /^\s{0,8}\{\s{0,8}(?:"(?:id|type)"\s{0,8}:\s{0,8}"[^"]{1,128}"\s{0,8},\s{0,8}){0,2}/.source +
    /(?:"function"\s{0,8}:\s{0,8}\{\s{0,8})?"name"\s{0,8}:\s{0,8}"[^"]{1,128}"\s{0,8},/.source +
    /\s{0,8}"(?:arguments|input)"\s{0,8}:\s{0,8}[{"]/.source,
);

/** External data after a call in external data is the call's result. */
export function kindsOf(
  records: readonly { readonly source: SourceRecord }[],
  checkpoint: Checkpoint = unchecked,
): readonly RecordKind[] {
  let isCalled = false;
  return records.map(({ source: { kind, text } }) => {
    checkpoint();
    const followsCall = isCalled;
    isCalled = kind === "external_data" && CALL.test(text);
    if (kind !== "external_data") return kind;
    if (isCalled) return "tool_call";
    if (followsCall) return "tool_result";
    return describesTool(text) ? "tool_schema" : kind;
  });
}

/** What a tool returned. */
export function isResult({ kind }: { readonly kind: RecordKind }): boolean {
  return kind === "tool_result" || kind === "error";
}
