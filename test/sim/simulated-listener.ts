// Replaces the listening port in a simulated run: each client is connected to the server by a pipe.
import type { Connections } from "../../src/http/connections/connections.ts";
import type { ManualClock } from "../time/manual-clock.ts";
import { type Pipe, pipe } from "./clients/pipe.ts";

const CLOSE_GRACE_MS = 250;

export function simulatedListener(connections: Connections, clock: ManualClock) {
  let open = true;
  let writes = 0;
  // As `listen` does for a real server: from here on it keeps a list of its connections.
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
          connections.destroy();
          connections.server.close();
          resolve();
        });
      }),
    /** null once it accepts no connections. */
    connect: (): Pipe | null => {
      if (!open) return null;
      const made = pipe(() => {
        writes += 1;
      });
      connections.server.emit("connection", made.server);
      return made;
    },
    /** Number of writes to all connections. */
    writes: () => writes,
  };
}
