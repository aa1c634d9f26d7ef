// `make docs`: writes docs/openapi.json, the JSON side of the interface as an OpenAPI 3.1 document, from the proto
// files, the routes and the table of statuses. The service does not serve it.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DescEnum, DescMessage, DescMethod } from "@bufbuild/protobuf";
import { ErrorEnvelopeSchema } from "../gen/winnow/v1/context_pb.ts";
import { BODY_BYTES_MAX } from "../src/limits.ts";
import { type Route, routes } from "../src/protocols/routes.ts";
import { type Status, statuses } from "../src/statuses.ts";
import { commentOf, describedService, messagesBelow } from "./described.ts";
import { enumSchema, messageSchema, refTo, type Schema } from "./json-schema.ts";
import { formatted } from "./project.ts";

export const openapiPath = fileURLToPath(new URL("../docs/openapi.json", import.meta.url));
const exampleRequest = new URL("../docs/examples/harbour.json", import.meta.url);
const manifest = new URL("../package.json", import.meta.url);

const about = `Picks, from the records that an agent holds, those worth sending to its model: verbatim, within a token
budget. Every path needs \`Authorization: Bearer KEY\`; any other path, and a known path with another method, is a 404
with the error \`not_found\`. Fields that are not described are ignored in requests and may appear in answers.
Stand-downs and failures of the selection pass are 200s that hold the whole context.`.replaceAll("\n", " ");

/** Operation names that the interface fixes; others have the name of their RPC. */
const operationIds = new Map([["select", "selectContext"]]);

/** The largest body, as text. */
const bodyMiB = `${BODY_BYTES_MAX / 2 ** 20} MiB`;

const gatewaySchemas: Readonly<Record<string, Schema>> = {
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

/** The text of the document's file. */
export function openapiText(): string {
  return formatted(openapiPath, JSON.stringify(openapi()));
}

function openapi(): Schema {
  const service = describedService();
  const { version, license }: { version: string; license: string } = JSON.parse(readFileSync(manifest, "utf8"));
  const envelope = service.file.messages.find((message) => message.typeName === ErrorEnvelopeSchema.typeName);
  if (envelope === undefined) throw new Error("the proto files have no error envelope");
  const operations = routes.map((route) => {
    const method = service.methods.find((candidate) => candidate.name === route.rpc.name);
    if (method === undefined) throw new Error(`${route.rpc} is not in the proto files`);
    return { route, method };
  });
  const messages = [...operations.flatMap(({ route, method }) => messagesOf(route, method)), envelope];
  return {
    openapi: "3.1.1",
    info: { title: "Winnow", version, description: about, license: { name: license, identifier: license } },
    servers: [
      {
        url: "{base_url}",
        description: "Where the deployment answers",
        variables: { base_url: { default: "http://127.0.0.1:8080", description: "Issued with the key" } },
      },
    ],
    security: [{ bearer: [] }],
    tags: [{ name: "context", description: commentOf(service) }],
    paths: Object.fromEntries(
      operations.map(({ route, method }) => [
        route.path,
        { [route.httpMethod.toLowerCase()]: operation(route, method) },
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A key of the caller's organisation" },
      },
      schemas: Object.fromEntries(
        [...schemasOf(messages), ...Object.entries(gatewaySchemas)].sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    },
  };
}

function hasBody({ httpMethod }: Route): boolean {
  return httpMethod === "POST";
}

function messagesOf(route: Route, { input, output }: DescMethod): readonly DescMessage[] {
  return [...(hasBody(route) ? messagesBelow(input) : []), ...messagesBelow(output)];
}

function schemasOf(messages: readonly DescMessage[]): readonly (readonly [string, Schema])[] {
  const enums = new Set<DescEnum>(messages.flatMap(({ fields }) => fields.flatMap((field) => field.enum ?? [])));
  return [
    ...messages.map((message) => [message.name, messageSchema(message)] as const),
    ...[...enums].map((desc) => [desc.name, enumSchema(desc)] as const),
  ];
}

function operation(route: Route, method: DescMethod): Schema {
  const summary = commentOf(method);
  return {
    operationId: operationIds.get(method.localName) ?? method.localName,
    summary: firstSentence(summary),
    description: summary,
    tags: ["context"],
    ...(hasBody(route) ? { requestBody: requestBody(method) } : {}),
    responses: {
      200: { description: commentOf(method.output), content: { "application/json": { schema: refTo(method.output) } } },
      ...refusalResponses(hasBody(route)),
    },
  };
}

/**
 * Without its full stop. A sentence ends at a full stop before a space or the end of the text, not in
 * `budget.operating_point`.
 */
function firstSentence(text: string): string {
  return text.split(/\.(?: |$)/)[0] ?? text;
}

function requestBody({ input }: DescMethod): Schema {
  const example: unknown = JSON.parse(readFileSync(exampleRequest, "utf8"));
  return {
    description: `At most ${bodyMiB}, as sent or, with \`Content-Encoding: gzip\`, decompressed`,
    required: true,
    content: { "application/json": { schema: refTo(input), examples: { harbour: { value: example } } } },
  };
}

interface Refused {
  readonly status: number;
  readonly meaning: string;
  readonly schema: string;
  /** A body with its name, if every body of the kind is the same. */
  readonly example?: readonly [string, unknown];
  readonly waits: boolean;
}

/** @param withBody true for an operation whose requests have a body: only select calls have one */
function refusalResponses(withBody: boolean): Schema {
  const refused = Object.entries<Status>(statuses).flatMap(([name, status]): readonly Refused[] => {
    const { http, body, text, retryable, refusedBy, calls, meaning } = status;
    if (body === null || calls === "none" || (calls === "select" && !withBody)) return [];
    const refusal = { status: http, meaning, schema: schemas[body], waits: retryable };
    return [refusedBy === "gateway" ? { ...refusal, example: [name, { [body]: text }] } : refusal];
  });
  const byStatus = Map.groupBy(refused, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, kinds]) => [status, response(kinds)]));
}

/** The schemas of the bodies, by the table's names for them. */
const schemas = { envelope: "ErrorEnvelope", message: "GatewayMessage", Message: "GatewayDenial" } as const;

function response(kinds: readonly Refused[]): Schema {
  const names = [...new Set(kinds.map(({ schema }) => schema))].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const [only] = names;
  const examples = Object.fromEntries(
    kinds.flatMap(({ example }) => (example === undefined ? [] : [[example[0], { value: example[1] }]])),
  );
  return {
    description: kinds.map(({ meaning }) => meaning).join(". Or: "),
    ...(kinds.some(({ waits }) => waits) ? { headers: { "Retry-After": retryAfter } } : {}),
    content: {
      "application/json": {
        schema: names.length === 1 ? only : { anyOf: names },
        ...(Object.keys(examples).length === 0 ? {} : { examples }),
      },
    },
  };
}

const retryAfter: Schema = { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } };

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(openapiPath, openapiText());
