// Recognises the errors of the file system by their code (ENOENT, EEXIST, ...).

/** The code of a system error; "unknown" for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

export function isErrorCode(error: unknown, code: string): boolean {
  return errorCode(error) === code;
}
