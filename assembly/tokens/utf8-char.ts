// Reads well-formed UTF-8 one character at a time. It checks nothing, so other input is not allowed.

/** Bytes that a code point takes. */
export function charWidth(point: u32): usize {
  if (point < 0x80) return 1;
  if (point < 0x8_00) return 2;
  return point < 0x1_00_00 ? 3 : 4;
}

/** Bytes of the character that starts with this byte. */
export function leadWidth(lead: u32): usize {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** The code point of the character that starts at `at`. */
export function codePointAt(at: usize): u32 {
  const lead = u32(load<u8>(at));
  if (lead < 0x80) return lead;
  const second = sextet(at + 1);
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  const third = sextet(at + 2);
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (second << 6) | third;
  return ((lead & 0x07) << 18) | (second << 12) | (third << 6) | sextet(at + 3);
}

/** The six bits that a continuation byte adds to its character. */
function sextet(at: usize): u32 {
  return u32(load<u8>(at)) & 0x3f;
}
