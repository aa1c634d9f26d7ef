// A request answered by the real service and written up as a report.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import type { Stage } from "../../src/engine/model.ts";
import { plainStage } from "../../src/engine/select.ts";
import { type Insight, insightInto } from "../../src/report/insight.ts";
import { selectionReport } from "../../src/report/selection-report.ts";
import { select } from "../../src/service/handlers.ts";
import { call, environment } from "../service/calls.ts";
import { generousTier } from "../tiers.ts";

export interface Reported {
  readonly response: ContextResponse;
  readonly insight: Insight | null;
  readonly page: string;
}

export async function reported(request: ContextRequest, stage?: Stage): Promise<Reported> {
  const answer = await select(request, call(generousTier, stage), environment);
  if ("failure" in answer) throw new Error(answer.failure.detail);
  const insight = await insightInto(request, answer.message, plainStage);
  return { response: answer.message, insight, page: selectionReport(request, answer.message, insight) };
}

/** Everything that a hostile record may try, in its text and in every field that the report shows. */
export const hostileTexts: readonly string[] = [
  "<script>document.title='owned'</script> counted at the archive",
  "</div></details></main><img src=x onerror=\"document.title='owned'\"> counted at the archive",
  "&lt;script&gt; &amp; &#60;b&#62; counted at the archive",
  "'\" onmouseover='document.title=1' counted at the archive",
  "</title></style><style>body{display:none}</style> counted at the archive",
  "\u202eevitaler si siht\u202c \u2066isolated\u2069 counted at the archive",
  "lone \ud800 and \udc00, NUL \u0000, escape \u001b[31m, tag \u{e0041} counted at the archive",
  "<!-- counted at the archive --><![CDATA[ x ]]>",
];
