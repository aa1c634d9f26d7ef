// Gives the memory of a large answer back when the network has taken it. Left to the collector, a whole context that
// goes back unchanged counts as growth of the main thread's heap until V8 has marked all that lives there: beside two
// clients that get 8.8 MB each back again and again, twice in four seconds, for 10 to 60 ms.
import { freeArray } from "../protocols/array-memory.ts";
import type { WholeReply } from "../protocols/reply.ts";
import type { Exchange } from "./exchange.ts";

/** Smaller ones are not worth a listener: hundreds of them fit between two markings. In bytes. */
const WORTH_BYTES = 256 * 1024;

/** To be told of an answer that nobody else sends or reads. */
export function giveBackOnceSent(exchange: Exchange, { body }: WholeReply): void {
  if (typeof body === "string" || body.length < WORTH_BYTES) return;
  exchange.onOver(() => {
    // Of one that was broken off the system may still hold the place in memory.
    if (exchange.sentInFull()) freeArray(body);
  });
}
