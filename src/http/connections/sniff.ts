// Tells HTTP/2 from HTTP/1.1 on a connection that has just been accepted: the first speaks its preface (RFC 9113,
// section 3.4), the second does not. What was read goes back to the socket, so that neither protocol misses a byte.
// A connection that does not make up its mind in time is closed; what came in time and could not be read yet counts.
import type { Socket } from "node:net";
import type { Clock } from "../../time/clock.ts";

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "latin1");

export interface SniffTargets {
  readonly http1: (socket: Socket) => void;
  readonly http2: (socket: Socket) => void;
  /** Longest wait for the first bytes, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** The listener for a server's `connection` event. */
export function createSniffer(targets: SniffTargets): (socket: Socket) => void {
  return (socket) => {
    let head = Buffer.alloc(0);
    // Timers come before sockets: behind what held this thread up, the first bytes may lie in the socket.
    const callOff = targets.clock.after(targets.timeoutMs, () => setImmediate(closeUndecided));
    let decided = false;

    function closeUndecided(): void {
      if (!decided) socket.destroy();
    }

    function stopLooking(): void {
      decided = true;
      callOff();
      socket.off("readable", look).off("end", giveUp).off("error", giveUp).off("close", stopLooking);
    }

    function giveUp(): void {
      stopLooking();
      // A late error of a connection nobody serves must not become an uncaught one.
      socket.on("error", () => {});
      socket.destroy();
    }

    function look(): void {
      const chunk: unknown = socket.read();
      if (!Buffer.isBuffer(chunk)) return;
      head = Buffer.concat([head, chunk]);
      const compared = Math.min(head.length, PREFACE.length);
      const agrees = head.compare(PREFACE, 0, compared, 0, compared) === 0;
      if (agrees && compared < PREFACE.length) return;
      stopLooking();
      socket.unshift(head);
      if (agrees) targets.http2(socket);
      else targets.http1(socket);
    }

    socket.on("readable", look).on("end", giveUp).on("error", giveUp).on("close", stopLooking);
  };
}
