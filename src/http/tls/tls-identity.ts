// The certificate that the service shows, kept in step with its files: a good new pair replaces the old one whole, a
// bad one is reported and changes nothing. Files that do not match are given until the next look: whoever copies two
// files is between them for a moment.
import type { Checked } from "../../config/violations.ts";
import { overdue, pollFiles, type Reading, readLater, readNow } from "../../gateway/watched-file.ts";
import type { Clock } from "../../time/clock.ts";
import { parseTlsMaterial, type TlsFiles, type TlsMaterial, type TlsReadings } from "./tls-material.ts";

export interface TlsIdentity {
  readonly current: () => TlsMaterial;
  /** Calls back at every change from now on. */
  readonly onChange: (listener: (material: TlsMaterial) => void) => void;
  /** Seconds until the certificate in force ends to hold; negative once it has. */
  readonly secondsLeft: () => number;
  /** How many changes of the files were refused so far. */
  readonly refusals: () => number;
  /** Whether the files as they are now were refused, so that an earlier pair is in force. */
  readonly refused: () => boolean;
  readonly close: () => void;
}

export interface TlsIdentityParts {
  readonly files: TlsFiles;
  readonly clock: Clock;
  readonly onLoaded: (material: TlsMaterial) => void;
  /** Changed files were refused; the pair before them stays in force. */
  readonly onRefused: (violations: readonly string[]) => void;
}

/** The first reading is part of the start: files that are missing or bad are returned as violations. */
export function watchTlsIdentity({ files, clock, onLoaded, onRefused }: TlsIdentityParts): Checked<TlsIdentity> {
  const first = readFiles(files, readNow);
  const parsed = parseTlsMaterial(files, first);
  if ("violations" in parsed) return parsed;

  let material = parsed.value;
  let seen = identityOf(first);
  let doubtful = "";
  let refusals = 0;
  let refused = false;
  const listeners = new Set<(material: TlsMaterial) => void>();
  const paths = [files.cert, files.key, ...(files.clientCa === null ? [] : [files.clientCa])];

  function take(next: TlsReadings): void {
    const identity = identityOf(next);
    if (identity === seen) return;
    const checked = checkReplacement(files, next, clock.wallMs());
    if ("violations" in checked && identity !== doubtful) {
      doubtful = identity;
      return;
    }
    seen = identity;
    refused = "violations" in checked;
    if ("violations" in checked) {
      refusals += 1;
      onRefused(checked.violations);
      return;
    }
    material = checked.value;
    for (const listener of listeners) listener(material);
    onLoaded(material);
  }

  onLoaded(material);
  const reader = { read: () => readFilesLater(files), isRead: areRead, overdue: () => readFiles(files, overdue) };
  const close = pollFiles(paths, clock, reader, take);
  return {
    value: {
      current: () => material,
      onChange: (listener) => listeners.add(listener),
      secondsLeft: () => (material.validToMs - clock.wallMs()) / 1000,
      refusals: () => refusals,
      refused: () => refused,
      close,
    },
  };
}

/** A certificate that does not hold now may be all there is at the start; it is no replacement for one that does. */
function checkReplacement(files: TlsFiles, readings: TlsReadings, nowMs: number): Checked<TlsMaterial> {
  const parsed = parseTlsMaterial(files, readings);
  if ("violations" in parsed) return parsed;
  const { validFromMs, validToMs } = parsed.value;
  if (nowMs < validToMs && nowMs >= validFromMs) return parsed;
  const [from, to] = [validFromMs, validToMs].map((ms) => new Date(ms).toISOString());
  return { violations: [`TLS certificate ${files.cert} holds from ${from} to ${to}, must hold now`] };
}

function readFiles({ cert, key, clientCa }: TlsFiles, read: (path: string) => Reading): TlsReadings {
  return { cert: read(cert), key: read(key), clientCa: clientCa === null ? null : read(clientCa) };
}

async function readFilesLater({ cert, key, clientCa }: TlsFiles): Promise<TlsReadings> {
  const readings = [readLater(cert), readLater(key), clientCa === null ? null : readLater(clientCa)] as const;
  const [ofCert, ofKey, ofClientCa] = await Promise.all(readings);
  return { cert: ofCert, key: ofKey, clientCa: ofClientCa };
}

function areRead({ cert, key, clientCa }: TlsReadings): boolean {
  return [cert, key, clientCa].every((reading) => reading === null || "text" in reading);
}

function identityOf({ cert, key, clientCa }: TlsReadings): string {
  return [cert, key, clientCa].map((reading) => reading?.identity ?? "").join(" ");
}
