// A circuit breaker: after several failed calls in a row, the next calls are not sent for a while, so that a dead
// service costs an agent nothing. Then one call is let through as a probe. Its outcome closes or reopens the circuit.
import { CircuitOpenError, type ErrorKind, type WinnowError } from "./errors.ts";

export interface BreakerOptions {
  /** Failed calls in a row that open the circuit. 5 by default. */
  readonly failures?: number | undefined;
  /** How long the circuit stays open before a probe, in milliseconds. 5,000 by default. */
  readonly cooldownMs?: number | undefined;
}

interface Breaker {
  /** Runs the call, or rejects at once while the circuit is open. @throws CircuitOpenError */
  readonly run: <Value>(call: () => Promise<Value>) => Promise<Value>;
}

const FAILURES_DEFAULT = 5;
const COOLDOWN_MS_DEFAULT = 5_000;

/** How calls to a dead service end. With any other error the service has answered. */
const dead: ReadonlySet<ErrorKind> = new Set(["unavailable", "connection_failed", "timed_out"]);

/**
 * @param isKnown narrows what a call threw to an error of the client; an abort by the caller is not one
 * @param now a clock in milliseconds
 */
export function createBreaker(
  { failures: failuresMax = FAILURES_DEFAULT, cooldownMs = COOLDOWN_MS_DEFAULT }: BreakerOptions,
  isKnown: (thrown: unknown) => thrown is WinnowError,
  now: () => number,
): Breaker {
  let failures = 0;
  let last: WinnowError | null = null;
  let openUntil = 0;
  let probing = false;

  function record(thrown: unknown): void {
    if (!isKnown(thrown)) return;
    failures = dead.has(thrown.kind) ? failures + 1 : 0;
    last = thrown;
    if (failures >= failuresMax) openUntil = now() + cooldownMs;
  }

  return {
    run: async (call) => {
      const isOpen = failures >= failuresMax;
      if (isOpen && (probing || now() < openUntil)) throw circuitOpen(failures, last);
      probing = isOpen;
      try {
        const value = await call();
        failures = 0;
        return value;
      } catch (thrown) {
        record(thrown);
        throw thrown;
      } finally {
        if (isOpen) probing = false;
      }
    },
  };
}

function circuitOpen(failures: number, cause: WinnowError | null): CircuitOpenError {
  const because = cause === null ? "" : `: ${cause.message}`;
  return new CircuitOpenError(`not sent, because the last ${failures} calls failed${because}`, { cause });
}
