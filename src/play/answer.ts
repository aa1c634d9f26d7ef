// The playground's answers: takes the bytes of a request, returns a reply to the page. A view is the part of the page
// next to its controls. A report is the page that `winnow select --html` writes. A text to read is returned as requests
// or records.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import type { Stage } from "../engine/model.ts";
import { answerLocally, readRequest } from "../local/selection.ts";
import type { Fields } from "../protocols/json/fields.ts";
import { parseBody } from "../protocols/json/reader.ts";
import { type Insight, insightInto } from "../report/insight.ts";
import { headline, selectionReport, selectionSections } from "../report/selection-report.ts";
import type { Failure } from "../service/failure.ts";
import { statuses } from "../statuses.ts";
import { errorMessage } from "../thrown.ts";
import { openText } from "./opened.ts";

export type Form = "view" | "report" | "read";

export interface PlayReply {
  readonly status: number;
  readonly type: "application/json" | "text/html; charset=utf-8";
  readonly body: string;
}

/** @param stage throws once `signal` is aborted, which ends the work between two stages */
export async function answer(body: Uint8Array, form: Form, stage: Stage, signal: AbortSignal): Promise<PlayReply> {
  const parsed = parseBody(body);
  if ("violation" in parsed) return refused("", parsed.violation.problem);
  if (form === "read") return opened(parsed.object);
  const read = readRequest(parsed.object, { detailed: true });
  if ("failure" in read) return failed(read.failure);
  const answered = await answerLocally(read.message, stage, signal);
  if ("failure" in answered) return failed(answered.failure);
  const insight = await insightInto(read.message, answered.message, stage);
  return form === "view"
    ? view(read.message, answered.message, insight)
    : {
        status: statuses.ok.http,
        type: "text/html; charset=utf-8",
        body: selectionReport(read.message, answered.message, insight),
      };
}

/** Reads a pasted or dropped text: returns its content, or what is wrong with it. */
function opened({ name, text }: Fields): PlayReply {
  if (typeof name !== "string" || typeof text !== "string") return refused("", "name and text must be strings");
  try {
    return json(openText({ name, text }, ""));
  } catch (error) {
    return refused("records", errorMessage(error));
  }
}

function view(request: ContextRequest, response: ContextResponse, insight: Insight | null): PlayReply {
  const shown = {
    headline: headline(response),
    tokens_before: response.tokensBefore,
    rendered_context: response.renderedContext,
    report: selectionSections(request, response, insight).markup,
  };
  return json(shown);
}

function json(value: object): PlayReply {
  return { status: statuses.ok.http, type: "application/json", body: JSON.stringify(value) };
}

/**
 * A request is often invalid while its reader types, so a refusal is a normal answer.
 * @param field the invalid field, next to which the page shows the detail; "" for the request as a whole
 */
export function refused(field: string, detail: string, status: number = statuses.ok.http): PlayReply {
  return { status, type: "application/json", body: JSON.stringify({ field, detail }) };
}

/** The text of a refusal begins with the field, whether or not the failure names it. */
function failed(failure: Failure): PlayReply {
  const named = /^(?:task|budget|records)[\w.[\]]*(?= )/.exec(failure.detail)?.[0] ?? "";
  return refused("field" in failure ? failure.field : named, failure.detail);
}
