// What is counted of TLS: how long the certificate still holds, changes of its files that were refused, handshakes
// that came to nothing. Create it after the SDK has been started, as all metrics.
import { metrics } from "@opentelemetry/api";

export interface TlsMetricSources {
  /** Seconds until the certificate in force ends to hold; negative once it has. */
  readonly secondsLeft: () => number;
  /** Changes of the certificate's files that were refused since the start. */
  readonly refusals: () => number;
}

export interface TlsMetrics {
  /** @param why from a closed set: it is a label */
  readonly handshakeFailed: (why: string) => void;
}

export function createTlsMetrics({ secondsLeft, refusals }: TlsMetricSources): TlsMetrics {
  const meter = metrics.getMeter("winnow");
  meter
    .createObservableGauge("winnow.tls.certificate.remaining", {
      unit: "s",
      description: "time until the certificate in force ends to hold",
    })
    .addCallback((gauge) => gauge.observe(secondsLeft()));
  meter
    .createObservableCounter("winnow.tls.certificate.refusals", {
      description: "changes of the certificate's files that were refused; the old certificate stayed in force",
    })
    .addCallback((counter) => counter.observe(refusals()));
  const failures = meter.createCounter("winnow.tls.handshake_failures", {
    description: "TLS handshakes that came to nothing, by reason",
  });
  return { handshakeFailed: (why) => failures.add(1, { "winnow.why": why }) };
}
