// The time a caller gives a call, read off its headers: `grpc-timeout` (gRPC over HTTP/2, "Requests") or
// `connect-timeout-ms` (Connect protocol, "Unary-Request"). Connect enforces it too, but only from the moment it has
// the whole message, and the engine's stages listen to the call's own signal.
import type { IncomingHttpHeaders } from "node:http";

/** Milliseconds in each unit of `grpc-timeout`. */
const UNITS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 };

/** Longest delay of a Node.js timer: about 24 days. What lies beyond is no deadline. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** @returns milliseconds from the call's start; null when the caller set no deadline, or one that cannot be read */
export function deadlineMs(headers: IncomingHttpHeaders): number | null {
  const ms = statedMs(headers);
  return ms === null || ms > TIMER_MS_MAX ? null : ms;
}

/** Takes a deadline away that is none: Connect's timer would overflow, and the call be over at once. */
export function dropEndlessDeadline(headers: IncomingHttpHeaders): void {
  if ((statedMs(headers) ?? 0) <= TIMER_MS_MAX) return;
  delete headers["grpc-timeout"];
  delete headers["connect-timeout-ms"];
}

function statedMs({ "grpc-timeout": asGrpc, "connect-timeout-ms": asConnect }: IncomingHttpHeaders): number | null {
  if (asGrpc === undefined && asConnect === undefined) return null;
  const grpc = /^(\d{1,8})([HMSmun])$/.exec(String(asGrpc ?? ""));
  const connect = /^\d{1,10}$/.exec(String(asConnect ?? ""));
  const grpcMs = grpc === null ? null : Number(grpc[1]) * (UNITS[grpc[2] ?? ""] ?? Number.NaN);
  return grpcMs ?? (connect === null ? null : Number(connect[0]));
}
