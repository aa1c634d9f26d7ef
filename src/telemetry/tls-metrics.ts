// What is counted of TLS: how long the certificate still holds, changes of its files that were refused, handshakes
// that came to nothing. Create it after the SDK has been started, as all metrics.
import { counter, observed } from "./instruments.ts";
import { metricTable } from "./metric-table.ts";

export interface TlsMetricSources {
  /** Seconds until the certificate in force ends to hold; negative once it has. */
  readonly secondsLeft: () => number;
  /** Changes of the certificate's files that were refused since the start. */
  readonly refusals: () => number;
  /** Whether the files as they are now were refused. */
  readonly refused: () => boolean;
}

export interface TlsMetrics {
  /** @param why from a closed set: it is a label */
  readonly handshakeFailed: (why: string) => void;
}

export function createTlsMetrics({ secondsLeft, refusals, refused }: TlsMetricSources): TlsMetrics {
  observed(metricTable.certificateRemaining, () => [[secondsLeft()]]);
  observed(metricTable.certificateRefusals, () => [[refusals()]]);
  observed(metricTable.certificateRefused, () => [[refused() ? 1 : 0]]);
  const failures = counter(metricTable.handshakeFailures);
  return { handshakeFailed: (why) => failures.add(1, { "winnow.why": why }) };
}
