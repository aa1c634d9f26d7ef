// Which units give one its meaning (an element's first fields, a table's header, the line of a definition), and are
// sent with it.
import { isKept, type Kept, tokensOf } from "./kept.ts";
import { type Ledger, upToShare } from "./ledger.ts";

/** Heads of heads (a key in a key in a key) are followed this far. */
const HEAD_CHAIN_MAX = 4;

/** A unit that scores this share of the best one is worth a dear head ... */
const LEAD_SHARE = 0.7;

/** ... of at most this share of the budget, if the head says whose text it is. */
const DEAR_SHARE_MAX = 0.1;

/** The units that give `unit` its meaning and are not kept yet, outermost last: those that are cheap. */
export function headsOf(ledger: Ledger, owner: number, kept: Kept, unit: number): number[] {
  const { ranked, settings } = ledger;
  const { units = [], unitScores = [], firstUnit = 0, type } = ranked.records[owner] ?? {};
  const isLead = type?.headsSayWhose === true && (unitScores[firstUnit + unit] ?? 0) >= LEAD_SHARE * ranked.best;
  const dear = isLead ? upToShare(ledger, settings.leadHeadTokensMax, DEAR_SHARE_MAX) : 0;
  const most = Math.max(settings.headTokensMax, dear);
  const heads: number[] = [];
  let cost = 0;
  let head = units[unit]?.head ?? -1;
  for (let depth = 0; head >= 0 && depth < HEAD_CHAIN_MAX; depth++) {
    const tokens = tokensOf(kept, head);
    if (!isKept(kept, head) && tokens <= most && cost + tokens <= 2 * most) {
      heads.push(head);
      cost += tokens;
    }
    head = units[head]?.head ?? -1;
  }
  return heads;
}
