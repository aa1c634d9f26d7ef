// An Authorization header in, its one bearer token out, or null when the header has any other shape.
// Grammar: RFC 6750 section 2.1, `"Bearer" 1*SP b64token`; the scheme's case does not matter (RFC 9110 section 11.1).

/** Characters of a whole header; a key takes 60. Keeps the hashing of hostile tokens cheap. */
const HEADER_CHARACTERS_MAX = 512;

/** The classes before and after each quantifier are disjoint, so matching is linear. */
const bearerHeader = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

export function bearerToken(header: string): string | null {
  if (header.length > HEADER_CHARACTERS_MAX) return null;
  return bearerHeader.exec(header)?.[1] ?? null;
}
