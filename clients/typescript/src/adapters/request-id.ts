// Correlation ids for requests that an adapter makes.

/** 128 random bits. Not `randomUUID`, which pages without TLS lack. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
