// What a parser says of a body, for its sender. It may quote a fragment of the body, so only its start is passed on.

/** Characters that are passed on. */
const CHARACTERS_MAX = 160;

export function parserWords(message: string): string {
  return message.slice(0, CHARACTERS_MAX).toWellFormed();
}
