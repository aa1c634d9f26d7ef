// Reads thrown values: the text of any error, and the code of errors of the operating system and of Node.js (ENOENT,
// ERR_TLS_HANDSHAKE_TIMEOUT, ...).

/** The code of such an error; "unknown" for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

export function hasErrorCode(error: unknown, code: string): boolean {
  return errorCode(error) === code;
}

/** The message of an error, or the text of any other thrown value. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
