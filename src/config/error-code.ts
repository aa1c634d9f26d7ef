// Recognises the errors of the operating system and of Node.js by their code (ENOENT, ERR_TLS_HANDSHAKE_TIMEOUT, ...).

/** The code of such an error; "unknown" for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

export function isErrorCode(error: unknown, code: string): boolean {
  return errorCode(error) === code;
}
