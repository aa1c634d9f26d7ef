// Every response other than a 200, as OpenAPI responses by status: those of the gateway with their bodies, and those of
// the service from the table of statuses.
import type { RefusalKind } from "../src/gateway/admission.ts";
import { HEADER_ENTRIES_MAX } from "../src/http/limits.ts";
import { BODY_BYTES_MAX } from "../src/limits.ts";
import { refuse } from "../src/protocols/refusals.ts";
import type { FailureName } from "../src/service/failure.ts";
import { statuses } from "../src/statuses.ts";
import type { Schema } from "./json-schema.ts";

/** The largest body, as text. */
export const bodyMiB = `${BODY_BYTES_MAX / 2 ** 20} MiB`;

export const gatewaySchemas: Readonly<Record<string, Schema>> = {
  GatewayMessage: {
    type: "object",
    description: "A refusal of the gateway. Match on the status.",
    required: ["message"],
    properties: { message: { type: "string" } },
  },
  GatewayDenial: {
    type: "object",
    description: "The gateway's refusal of a key.",
    required: ["Message"],
    properties: { Message: { type: "string" } },
  },
};

interface Refused {
  readonly status: number;
  readonly meaning: string;
  readonly schema: string;
  /** A body with its name, if every body of the kind is the same. */
  readonly example?: readonly [string, unknown];
  readonly waits?: boolean;
}

interface RefusalMeaning {
  readonly meaning: string;
  /** True if only select calls can be refused in this way: other calls have no body and use no quota. */
  readonly selectOnly: boolean;
}

const refusalMeanings: Readonly<Record<RefusalKind, RefusalMeaning>> = {
  unauthenticated: { meaning: "No `Authorization` header arrived: fix the client", selectOnly: false },
  forbidden: { meaning: "The credential arrived and was refused: fix it; trying again cannot help", selectOnly: false },
  throttled: { meaning: "Over the rate of the organisation's tier: try again after a wait", selectOnly: false },
  quota_spent: { meaning: "The organisation's daily quota is used up", selectOnly: true },
  headers_too_long: { meaning: `Over ${HEADER_ENTRIES_MAX} header fields over HTTP/2`, selectOnly: false },
  body_too_long: { meaning: `The body is over ${bodyMiB}`, selectOnly: true },
  unavailable: { meaning: "Overloaded or about to stop: try again after a wait", selectOnly: false },
};

const refusalKinds: readonly RefusalKind[] = [
  "unauthenticated",
  "forbidden",
  "body_too_long",
  "headers_too_long",
  "throttled",
  "quota_spent",
  "unavailable",
];

const failureMeanings: Readonly<Record<FailureName, RefusalMeaning | null>> = {
  bad_request: { meaning: "The body is not a well-formed request; `detail` names the field", selectOnly: true },
  request_too_large: { meaning: "Over a ceiling of the tier; `limit_name` says which", selectOnly: true },
  engine_error: { meaning: "The service cannot answer this request; the same one fails again", selectOnly: false },
  // No path in this document answers with this.
  not_found: null,
};

const outOfCredit = {
  status: statuses.out_of_credit.http,
  meaning: "Reserved for out of credit; not sent today",
  schema: "GatewayMessage",
};

/** @param withBody true for an operation whose requests have a body, which allows more errors */
export function refusalResponses(withBody: boolean): Schema {
  const refused = [...gatewayRefusals(withBody), ...serviceFailures(withBody), ...(withBody ? [outOfCredit] : [])];
  const byStatus = Map.groupBy(refused, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, kinds]) => [status, response(kinds)]));
}

function gatewayRefusals(withBody: boolean): readonly Refused[] {
  return refusalKinds
    .filter((kind) => withBody || !refusalMeanings[kind].selectOnly)
    .map((kind) => {
      const { status, headers, body } = refuse({ refused: kind, retryAfterMs: null }, "rest");
      const value: Record<string, unknown> = JSON.parse(body);
      const schema = "Message" in value ? "GatewayDenial" : "GatewayMessage";
      const { meaning } = refusalMeanings[kind];
      return { status, meaning, schema, example: [kind, value], waits: "retry-after" in headers };
    });
}

function serviceFailures(withBody: boolean): readonly Refused[] {
  const names: readonly FailureName[] = ["bad_request", "request_too_large", "engine_error", "not_found"];
  return names.flatMap((name) => {
    const said = failureMeanings[name];
    if (said === null || (said.selectOnly && !withBody)) return [];
    return [{ status: statuses[name].http, meaning: said.meaning, schema: "ErrorEnvelope" }];
  });
}

function response(kinds: readonly Refused[]): Schema {
  const schemas = [...new Set(kinds.map(({ schema }) => schema))].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const [only] = schemas;
  const examples = Object.fromEntries(
    kinds.flatMap(({ example }) => (example === undefined ? [] : [[example[0], { value: example[1] }]])),
  );
  return {
    description: kinds.map(({ meaning }) => meaning).join(". Or: "),
    ...(kinds.some(({ waits }) => waits) ? { headers: { "Retry-After": retryAfter } } : {}),
    content: {
      "application/json": {
        schema: schemas.length === 1 ? only : { anyOf: schemas },
        ...(Object.keys(examples).length === 0 ? {} : { examples }),
      },
    },
  };
}

const retryAfter: Schema = { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } };
