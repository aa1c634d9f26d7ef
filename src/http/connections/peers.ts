// The state of each peer address: its open connections, those of strangers among them, its stream resets, the small
// pieces of its bodies, its bytes outside requests, and its refused calls. A stranger's connection is one on which no
// call has had a valid key yet. If a peer sends more of these than any client needs to, its connection is closed and
// those of its strangers, and its next ones have to wait. The callers close the connection and delay the next ones.
import type { Socket } from "node:net";
import type { Clock } from "../../time/clock.ts";

/** What one connection, or one address, may send at once, and on average each second. */
interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * Resets before an answer. Malformed requests, those with too many header fields, and HTTP/2 connections that break the
 * protocol count alike.
 */
export const RESETS: Allowance = { burst: 300, perSecond: 33 };

/** Small pieces of bodies. Reading one takes 2 us, so this is 40 ms at once, and then 6 % of a processor. */
export const PIECES: Allowance = { burst: 20_000, perSecond: 30_000 };

/**
 * Bytes of HTTP/2 outside requests. As frames of 13 bytes, they take 16 ms of a processor at once, and then 0.25 ms a
 * second. What is in transit of an upload that this side has stopped counts too.
 */
export const CONTROL_BYTES: Allowance = { burst: 4 * 1024 * 1024, perSecond: 64 * 1024 };

/**
 * Calls without a valid key, preflights, and connections that ended without a valid key, by address. Refusing one takes
 * 80 us, so this is 80 ms of a processor at once, and then 2 % of it. Clients that wait for the refusal come back twice
 * a second, because it is delayed.
 */
export const REFUSALS: Allowance = { burst: 1_000, perSecond: 300 };

/**
 * Calls with a valid key that are over a rate or quota, by address. A thousand clients that come back at once make as
 * many, because refusals are delayed by half a second. They take 15 % of a processor.
 */
export const REFUSALS_WITH_KEY: Allowance = { burst: 4_000, perSecond: 2_000 };

/** Delay of a connection from an address that was just cut, in milliseconds. It doubles with each further cut. */
const DELAY_MS_MIN = 1_000;
const DELAY_MS_MAX = 30_000;

/** An address that was not cut for this long starts again with the shortest delay. */
const RECOVERY_MS = 60_000;

/**
 * Addresses remembered, at about 200 bytes each. Beyond that, the first that was seen and has no open connection is
 * forgotten.
 */
const REMEMBERED_MAX = 10_000;

/** Counts against an allowance: a token bucket. */
interface Budget {
  /** @returns false if the allowance is exceeded */
  readonly spend: (count: number) => boolean;
}

function createBudget(clock: Clock, { burst, perSecond }: Allowance): Budget {
  let left = burst;
  let asOfMs = clock.monotonicMs();
  return {
    spend: (count) => {
      const now = clock.monotonicMs();
      left = Math.min(burst, left + ((now - asOfMs) * perSecond) / 1_000);
      asOfMs = now;
      left -= count;
      return left >= 0;
    },
  };
}

export interface Peer {
  /** Open connections. */
  connections: number;
  /** Connections that wait until they are served, oldest first. */
  readonly held: Set<Socket>;
  /** Others on which no call has had a valid key yet, oldest first. */
  readonly strangers: Set<Socket>;
  /** Count what its HTTP/2 connections have sent outside requests. */
  readonly checks: Set<() => void>;
  readonly resets: Budget;
  readonly pieces: Budget;
  readonly controlBytes: Budget;
  readonly refusals: Budget;
  readonly refusalsWithKey: Budget;
  /** Closes the connections of strangers, and delays the peer's next connections for a while. */
  readonly cut: () => void;
  /** How long a new connection must wait before it is served, in milliseconds. */
  readonly delayMs: () => number;
}

const ALLOWANCES = { resets: RESETS, pieces: PIECES, controlBytes: CONTROL_BYTES };

/**
 * Counts against the allowance of one connection and that of its peer. If either is exceeded, the peer's next
 * connections are delayed.
 * @param peer null if addresses are not counted
 * @returns a function to call with each count; its result is false if the connection must be closed
 */
export function connectionLimit(
  peer: Peer | null,
  kind: keyof typeof ALLOWANCES,
  clock: Clock,
): (count: number) => boolean {
  const own = createBudget(clock, ALLOWANCES[kind]);
  return (count) => {
    if (own.spend(count) && peer?.[kind].spend(count) !== false) return true;
    peer?.cut();
    return false;
  };
}

/** Counts a refused call. @returns false if the peer sent too many, and the connection must be closed */
export function mayBeRefused(peer: Peer | null, hasValidKey: boolean): boolean {
  const refusals = hasValidKey ? peer?.refusalsWithKey : peer?.refusals;
  if (peer === null || refusals?.spend(1) !== false) return true;
  peer.cut();
  return false;
}

export interface Peers {
  /** The peer at the other end of a socket; null if addresses are not counted, or the socket is closed already. */
  readonly of: (socket: Pick<Socket, "remoteAddress">) => Peer | null;
}

/** @param counted false behind a proxy, whose address is that of all clients */
export function createPeers(clock: Clock, counted: boolean): Peers {
  const peers = new Map<string, Peer>();

  function forgetOne(): void {
    for (const [key, { connections }] of peers) {
      if (connections > 0) continue;
      peers.delete(key);
      return;
    }
  }

  return {
    of: ({ remoteAddress }) => {
      if (!counted || remoteAddress === undefined) return null;
      const key = networkOf(remoteAddress);
      let peer = peers.get(key);
      if (peer === undefined) {
        if (peers.size >= REMEMBERED_MAX) forgetOne();
        peer = newPeer(clock);
        peers.set(key, peer);
      }
      return peer;
    },
  };
}

function newPeer(clock: Clock): Peer {
  let delayMs = 0;
  let cutAtMs = Number.NEGATIVE_INFINITY;
  const strangers = new Set<Socket>();
  return {
    connections: 0,
    held: new Set(),
    checks: new Set(),
    strangers,
    resets: createBudget(clock, RESETS),
    pieces: createBudget(clock, PIECES),
    controlBytes: createBudget(clock, CONTROL_BYTES),
    refusals: createBudget(clock, REFUSALS),
    refusalsWithKey: createBudget(clock, REFUSALS_WITH_KEY),
    cut: () => {
      const now = clock.monotonicMs();
      if (now - cutAtMs > RECOVERY_MS) delayMs = 0;
      // Several connections that are cut together count once.
      if (now - cutAtMs >= delayMs) delayMs = Math.min(DELAY_MS_MAX, Math.max(DELAY_MS_MIN, 2 * delayMs));
      cutAtMs = now;
      const closing = [...strangers];
      // Those that are closed here are not counted.
      strangers.clear();
      for (const socket of closing) socket.destroy();
    },
    delayMs: () => Math.max(0, cutAtMs + delayMs - clock.monotonicMs()),
  };
}

/**
 * What counts as one peer: an IPv4 address, or the /64 network of an IPv6 address, which is the least that one
 * subscriber gets.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const behind = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - behind.length) }, () => "0");
  return [...groups, ...zeros, ...behind].slice(0, 4).join(":");
}

/**
 * A smaller piece of a body (a chunk of HTTP/1.1, a DATA frame of HTTP/2) takes longer to handle than its bytes take to
 * read. Node.js reads two megabytes of a connection in one turn of the event loop. With pieces of one byte, such a turn
 * takes half a second.
 */
const PIECE_BYTES_MIN = 1_024;

/**
 * @param peer null if addresses are not counted
 * @returns a function to call with the length of each chunk of one connection's bodies. Its result is false if the
 *   connection must be closed
 */
export function pieceCounter(peer: Peer | null, clock: Clock): (bytes: number) => boolean {
  const maySend = connectionLimit(peer, "pieces", clock);
  return (bytes) => bytes >= PIECE_BYTES_MIN || maySend(1);
}
