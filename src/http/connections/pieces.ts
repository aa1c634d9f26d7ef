// Counts the small pieces in which a client sends its bodies: chunks of HTTP/1.1, DATA frames of HTTP/2. Node.js reads
// two megabytes of a connection in one turn of the event loop, and handles each piece by itself. With pieces of one
// byte, such a turn takes half a second.
import type { Clock } from "../../time/clock.ts";
import { connectionLimit, type Peer } from "./peers.ts";

/** A smaller piece takes longer to handle than its bytes take to read. */
const PIECE_BYTES_MIN = 256;

/**
 * @param peer null if addresses are not counted
 * @returns a function to call with the length of each chunk of one connection's bodies. Its result is false if the
 *   connection must be closed
 */
export function pieceCounter(peer: Peer | null, clock: Clock): (bytes: number) => boolean {
  const maySend = connectionLimit(peer, "pieces", clock);
  return (bytes) => bytes >= PIECE_BYTES_MIN || maySend();
}
