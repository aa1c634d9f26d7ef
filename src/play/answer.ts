// What the playground answers: the bytes of a request in, a reply to the page out.
// A view is what the page shows beside its controls; a report is the page that `winnow select --html` writes.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import type { Stage } from "../engine/model.ts";
import { answerLocally, readRequest } from "../local/selection.ts";
import { parseBody } from "../protocols/json/reader.ts";
import { type Insight, insightInto } from "../report/insight.ts";
import { headline, selectionReport, selectionSections } from "../report/selection-report.ts";
import type { Failure } from "../service/failure.ts";
import { statuses } from "../statuses.ts";

export type Form = "view" | "report";

export interface PlayReply {
  readonly status: number;
  readonly type: "application/json" | "text/html; charset=utf-8";
  readonly body: string;
}

/** @param stage throws once `signal` is aborted, which ends the work between two records */
export async function answer(body: Uint8Array, form: Form, stage: Stage, signal: AbortSignal): Promise<PlayReply> {
  const parsed = parseBody(body);
  if ("violation" in parsed) return refused("", parsed.violation.problem);
  const read = readRequest(parsed.object, { detailed: true });
  if ("failure" in read) return failed(read.failure);
  const answered = await answerLocally(read.message, stage, signal);
  if ("failure" in answered) return failed(answered.failure);
  const insight = await insightInto(read.message, answered.message, stage, { counterfactuals: true });
  return form === "view"
    ? view(read.message, answered.message, insight)
    : {
        status: statuses.ok.http,
        type: "text/html; charset=utf-8",
        body: selectionReport(read.message, answered.message, insight),
      };
}

function view(request: ContextRequest, response: ContextResponse, insight: Insight | null): PlayReply {
  const shown = {
    headline: headline(response),
    tokens_before: response.tokensBefore,
    rendered_context: response.renderedContext,
    report: selectionSections(request, response, insight).markup,
  };
  return { status: statuses.ok.http, type: "application/json", body: JSON.stringify(shown) };
}

/**
 * A request that is wrong is the page's daily bread while its reader types: an answer like any other.
 * @param field the field that is wrong, for the page to put the words beside it; "" for the request as a whole
 */
export function refused(field: string, detail: string, status: number = statuses.ok.http): PlayReply {
  return { status, type: "application/json", body: JSON.stringify({ field, detail }) };
}

/** The service's own words for what it refuses begin with the field, whether or not the failure names it. */
function failed(failure: Failure): PlayReply {
  const named = /^(?:task|budget|records)[\w.[\]]*(?= )/.exec(failure.detail)?.[0] ?? "";
  return refused("field" in failure ? failure.field : named, failure.detail);
}
