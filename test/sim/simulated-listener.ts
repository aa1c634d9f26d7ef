// What stands for a listening port in a simulated run: whoever connects is handed to the server over a pipe.
import type { Connections } from "../../src/http/connections/connections.ts";
import type { ManualClock } from "../time/manual-clock.ts";
import { type Pipe, pipe } from "./pipe.ts";

const CLOSE_GRACE_MS = 250;

export function simulatedListener(connections: Connections, clock: ManualClock) {
  let open = true;
  let writes = 0;
  // What `listen` does to a server that really listens: from here on it keeps a list of its connections.
  connections.server.emit("listening");
  return {
    address: "",
    shut: async () => {},
    notice: connections.notice,
    retire: () => {
      open = false;
      connections.retire();
    },
    close: () =>
      new Promise<void>((resolve) => {
        clock.after(CLOSE_GRACE_MS, () => {
          connections.cut();
          connections.server.close();
          resolve();
        });
      }),
    /** null once no connections are taken any more. */
    connect: (): Pipe | null => {
      if (!open) return null;
      const made = pipe(() => {
        writes += 1;
      });
      connections.server.emit("connection", made.server);
      return made;
    },
    /** How often anything was written to a connection. */
    writes: () => writes,
  };
}
