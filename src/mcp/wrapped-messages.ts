// Changes messages between an MCP client and a server. A list of tools gets the argument `focus` and the tool
// `winnow_expand`; a call loses `focus`; a large text in a result is cut by the call's arguments and its focus. All
// other messages pass. In: a line. Out: the line to send instead, or null to send the original. If this code fails, the
// original line passes.
import { createSession, expandTool, type MessageView, type Prices, type WinnowClient } from "winnow-client";
import { withChanged, withItem, withMember, withoutMember } from "../local/json-edits.ts";
import { type Fields, isFields } from "../protocols/json/fields.ts";

export interface WrappedMessages {
  /** @returns a request for the server, or an answer for the client; null to pass the line */
  readonly fromClient: (line: Buffer) => { readonly request: string } | { readonly answer: string } | null;
  /** Never rejects. @returns the line to send; null to pass the line */
  readonly fromServer: (line: Buffer) => Promise<string | Buffer> | null;
  readonly figures: () => WrapFigures;
}

interface WrapFigures {
  /** Results of tools, and those of them that were cut. */
  readonly results: number;
  readonly cut: number;
  /** Tokens that were left out of results. */
  readonly omitted: number;
  /** Tokens of results that were returned whole afterwards. */
  readonly expanded: number;
}

interface WrapOptions {
  /** A client that fails open. */
  readonly client: WinnowClient;
  readonly countTokens: (text: string) => number;
  readonly onProblem: (problem: string) => void;
}

/** The name of an argument that every tool gets, unless it has one of this name. */
const focusArgument = { type: "string", description: "what you need from the result" } as const;
const FOCUS = "focus";

/**
 * Longer arguments, such as the content of a file to write, say nothing more about the wanted result. In characters.
 */
const INPUT_CHARACTERS_MAX = 4_000;

/** A result is cut once, on its way to the client, because its cost there is not known here. */
const prices: Prices = { input: 0, cacheWrite: 0, cacheRead: 0, cacheMinTokens: 0 };

/** A request of the client that the server has not answered. */
type OpenRequest = { readonly method: "tools/list"; readonly id: string } | OpenCall;

interface OpenCall {
  readonly method: "tools/call";
  readonly id: string;
  readonly tool: string;
  /** Its arguments as JSON, and its focus. */
  readonly input: string;
  readonly focus: string;
  readonly cancelled: AbortController;
}

/** A message of the small conversation that a session cuts: focus, call, result. */
interface Turn {
  readonly role: "user" | "assistant" | "tool";
  readonly texts: MessageView<Turn>["texts"];
}

export function createWrappedMessages({ client, countTokens, onProblem }: WrapOptions): WrappedMessages {
  const contextTokens = Number.POSITIVE_INFINITY;
  const session = createSession<Turn>({ client, view: viewTurn, countTokens, prices, contextTokens });
  const open = new Map<string, OpenRequest>();
  /** The tools to which this wrapper has added `focus`. */
  const focused = new Set<string>();
  /** Without `winnow_expand` nothing is cut, because the model could not read the rest. */
  let expands = false;
  const figures = { results: 0, cut: 0, omitted: 0, expanded: 0 };

  function callOf(message: Fields, line: Buffer) {
    const { id, params } = message;
    if (!isFields(params) || typeof params.name !== "string") return null;
    const { name: tool, arguments: given = {} } = params;
    if (tool === expandTool.name && expands) return { answer: `${JSON.stringify(expanded(id, given))}\n` };
    const { [FOCUS]: focus, ...others } = Object(given);
    const isOurs = focused.has(tool) && focus !== undefined;
    const input = JSON.stringify(isOurs ? others : given).slice(0, INPUT_CHARACTERS_MAX);
    const wanted = isOurs && typeof focus === "string" ? focus : "";
    const cancelled = new AbortController();
    open.set(keyOf(id), { method: "tools/call", id: keyOf(id), tool, input, focus: wanted, cancelled });
    return isOurs ? { request: withoutMember(line.toString(), ["params", "arguments"], FOCUS) } : null;
  }

  function expanded(id: unknown, given: unknown): object {
    const handle = isFields(given) && typeof given.handle === "string" ? given.handle : "";
    const text = session.expand(handle);
    figures.expanded += text === null ? 0 : countTokens(text);
    const content = [{ type: "text", text: text ?? `no result has the handle "${handle}"` }];
    // Revisions of the protocol before 2026-07-28 ignore `resultType`.
    return { jsonrpc: "2.0", id, result: { resultType: "complete", content, isError: text === null } };
  }

  function offering(line: string, { tools, nextCursor }: Fields): string {
    const listed: readonly unknown[] = Array.isArray(tools) ? tools : [];
    // Another wrapper behind this one cuts and expands already.
    if (listed.length === 0 || listed.some((tool) => isTool(tool) && tool.name === expandTool.name)) return line;
    let changed = line;
    for (const [at, tool] of listed.entries()) {
      if (!isTool(tool)) continue;
      const { name, inputSchema } = tool;
      focused.delete(name);
      if (isFields(inputSchema.properties) && FOCUS in inputSchema.properties) continue;
      focused.add(name);
      changed = withMember(changed, ["result", "tools", at, "inputSchema", "properties"], FOCUS, focusArgument);
    }
    if (nextCursor !== undefined) return changed;
    expands = true;
    const { parameters: inputSchema, ...about } = expandTool;
    const tool = { ...about, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } };
    return withItem(changed, ["result", "tools"], tool);
  }

  async function cut(line: string, { id, tool, input, focus, cancelled }: OpenCall, content: readonly unknown[]) {
    const texts = content.filter(isText).map(({ text }) => text);
    const asked = { role: "user", texts: [{ kind: "user_input", text: focus }] } as const;
    const called = { kind: "tool_call", text: `${tool} ${input}`, toolName: tool, callId: id } as const;
    const result = texts.map((text) => ({ kind: "tool_result", text, callId: id }) as const);
    const turns: readonly Turn[] = [
      ...(focus === "" ? [] : [asked]),
      { role: "assistant", texts: [called] },
      { role: "tool", texts: result },
    ];
    const sent = (await session.prepare(turns, { signal: cancelled.signal })).at(-1)?.texts.map(({ text }) => text);
    const tokens = (all: readonly string[]) => all.reduce((sum, text) => sum + countTokens(text), 0);
    const omitted = tokens(texts) - tokens(sent ?? texts);
    figures.omitted += omitted;
    figures.cut += omitted > 0 ? 1 : 0;
    const left = (sent ?? texts).values();
    const after = content.map((part) => (isText(part) ? { ...part, text: left.next().value ?? part.text } : part));
    return withChanged(line, ["result", "content"], content, after);
  }

  /** Never rejects. */
  async function changed(line: Buffer, request: OpenRequest, result: Fields, content: readonly unknown[]) {
    try {
      if (request.method === "tools/list") return offering(line.toString(), result);
      return await cut(line.toString(), request, content);
    } catch (fault) {
      if (request.method === "tools/list" || !request.cancelled.signal.aborted) report(fault);
      return line;
    } finally {
      // The client may have used the id again by now.
      if (open.get(request.id) === request) open.delete(request.id);
    }
  }

  /** Reports the error's class, because its message may quote the conversation. */
  function report(fault: unknown): void {
    onProblem(`a message passed unchanged: ${fault instanceof Error ? fault.name : "unknown error"}`);
  }

  /** Its result is no longer needed. */
  function cancel(key: string): void {
    const request = open.get(key);
    if (request?.method === "tools/call") request.cancelled.abort();
    open.delete(key);
  }

  return {
    fromClient: (line) => {
      try {
        const message = parsed(line);
        if (!isFields(message)) return null;
        const { method, id, params } = message;
        if (method === "notifications/cancelled" && isFields(params)) cancel(keyOf(params.requestId));
        if (method === "tools/list") open.set(keyOf(id), { method, id: keyOf(id) });
        return method === "tools/call" && id !== undefined ? callOf(message, line) : null;
      } catch (fault) {
        report(fault);
        return null;
      }
    },
    fromServer: (line) => {
      const message = open.size === 0 ? null : parsed(line);
      // Requests of the server have ids of their own.
      if (!isFields(message) || message.method !== undefined) return null;
      const { id, result } = message;
      const request = open.get(keyOf(id));
      if (request === undefined) return null;
      const { content, isError } = isFields(result) ? result : {};
      const texts = Array.isArray(content) && isError !== true ? content : [];
      const isCut = request.method === "tools/call" && expands && texts.some(isText);
      if (request.method === "tools/call" && isFields(result)) figures.results += 1;
      if (isFields(result) && (isCut || request.method === "tools/list")) {
        return changed(line, request, result, texts);
      }
      open.delete(keyOf(id));
      return null;
    },
    figures: () => figures,
  };
}

/** A line for people. */
export function wrapSummary({ results, cut, omitted, expanded }: WrapFigures): string {
  const net = omitted - expanded;
  const saved = net < 0 ? `cutting cost ${-net} tokens more than it saved` : `${net} tokens fewer`;
  return `${cut} of ${results} tool results cut: ${saved}, ${expanded} tokens of expansions included`;
}

function viewTurn(turn: Turn): MessageView<Turn> {
  const ids = turn.texts.flatMap(({ callId }) => callId ?? []);
  return {
    ...turn,
    opaque: false,
    calls: turn.role === "assistant" ? ids : [],
    results: turn.role === "tool" ? ids : [],
    withTexts: (texts) => ({
      ...turn,
      texts: turn.texts.map((each, at) => ({ ...each, text: texts[at] ?? each.text })),
    }),
  };
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return null;
  }
}

/** The ids 1 and "1" differ. */
function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? "";
}

function isTool(tool: unknown): tool is { readonly name: string; readonly inputSchema: Fields } {
  return isFields(tool) && typeof tool.name === "string" && isFields(tool.inputSchema);
}

function isText(part: unknown): part is { readonly type: "text"; readonly text: string } {
  return isFields(part) && part.type === "text" && typeof part.text === "string";
}
