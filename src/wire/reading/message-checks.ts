// Rules that hold between the fields of one message, by message. What no single field can say.
import { AdaptiveBudgetSchema } from "../../../gen/winnow/v1/context_pb.ts";
import type { Fields } from "./fields.ts";
import { type Wrong, wrong } from "./wrong.ts";

export type MessageCheck = (message: Fields) => Wrong | null;

/** Every rung must cost more than the one before it: climbing a rung twice, or down, is a mistake of the caller's. */
function rungsAscend({ initialTokens, escalationTokens }: Fields): Wrong | null {
  if (typeof initialTokens !== "number" || !Array.isArray(escalationTokens)) return null;
  let last = initialTokens;
  for (let rung = 0; rung < escalationTokens.length; rung += 1) {
    const tokens = Number(escalationTokens[rung]);
    const path = `escalation_tokens[${rung}]`;
    if (tokens <= last) return wrong(`is ${tokens}, must exceed the rung before it, ${last}`, path);
    last = tokens;
  }
  return null;
}

const checks = new Map<string, MessageCheck>([[AdaptiveBudgetSchema.typeName, rungsAscend]]);

/** null for a message without such rules. */
export function messageCheck(typeName: string): MessageCheck | null {
  return checks.get(typeName) ?? null;
}
