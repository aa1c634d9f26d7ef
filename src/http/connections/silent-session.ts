// Closes an HTTP/2 connection on which nothing has been asked for too long; while a call is under way, that has bounds
// of its own. Node.js would count the silence, too, but it does not take its timer back when a session closes: each
// stayed for the whole bound, with 2.5 kB and all that its listeners know.
import type { Clock } from "../../time/clock.ts";
import type { OpenSession } from "./leave-taking.ts";

/** @returns to be told when a call begins, and when it is over */
export function closeWhenSilent(open: OpenSession, silentMsMax: number, clock: Clock): () => void {
  const { session } = open;
  let heardMs = clock.monotonicMs();
  function heard(): void {
    heardMs = clock.monotonicMs();
  }
  // Looks when it may have come to it, so that no call sets a timer.
  function look(): void {
    const leftMs = open.calls > 0 ? silentMsMax : heardMs + silentMsMax - clock.monotonicMs();
    if (leftMs > 0) callOff = clock.after(leftMs, look);
    else session.close();
  }
  let callOff = clock.after(silentMsMax, look);
  session.on("ping", heard).once("close", () => callOff());
  return heard;
}
