// A probe as JSON, for those who go on counting. Names are in snake_case, as everywhere else on the wire.
import type { Probe, ProbeSum } from "./summary.ts";

export function probeJson({ total, groups, reasons, rows, unread }: Probe): object {
  return {
    total: sumJson(total),
    groups: groups.map(sumJson),
    stood_down: Object.fromEntries(reasons),
    requests: rows.map(({ tokensBefore, tokensSent, ...row }) => {
      return { ...row, tokens_before: tokensBefore, tokens_sent: tokensSent };
    }),
    not_read: unread,
  };
}

function sumJson({ stoodDown, tokensBefore, tokensSent, ...sum }: ProbeSum): object {
  return { ...sum, stood_down: stoodDown, tokens_before: tokensBefore, tokens_sent: tokensSent };
}
