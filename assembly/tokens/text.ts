// In: a text as UTF-16, part by part. Out: its UTF-8 at TEXT, lone surrogates as U+FFFD, followed by END_MARK. Converts
// eight units at once if they are ASCII, else four. V8 stores a string with two bytes a character as soon as it has one
// curly quote; for such strings this takes a tenth of the time of the host's own encoder.
import { havePair, putFour } from "./four-units";
import { END_MARK, INPUT, TEXT, TEXT_PADDING } from "./layout";

/** Most UTF-8 bytes of one UTF-16 unit. */
const BYTES_PER_UNIT: usize = 3;
const REPLACEMENT: u32 = 0xff_fd;
const PAGE_BITS: usize = 16;

/** Address after the last byte of the text, where END_MARK is. */
export let textEnd: usize = TEXT;

/** Starts an empty text. */
export function emptyText(): void {
  textEnd = TEXT;
  makeRoom(TEXT + TEXT_PADDING);
  store<u8>(textEnd, END_MARK);
}

/** Appends the first `units` of the part, at most INPUT_UNITS. They must not end within a surrogate pair. */
export function appendUnits(units: u32): void {
  makeRoom(textEnd + BYTES_PER_UNIT * units + TEXT_PADDING);
  const end = INPUT + 2 * units;
  let from = INPUT;
  let to = textEnd;
  while (from < end) {
    const eight = v128.load(from);
    if (from + 16 <= end && isAscii(eight)) {
      v128.store64_lane(to, i8x16.narrow_i16x8_u(eight, eight), 0);
      from += 16;
      to += 8;
    } else if (from + 8 <= end && !havePair(eight)) {
      to += putFour(to, eight);
      from += 8;
    } else {
      const point = pointAt(from, end);
      from += point < 0x1_00_00 ? 2 : 4;
      to += putPoint(to, point);
    }
  }
  textEnd = to;
  store<u8>(textEnd, END_MARK);
}

function isAscii(eight: v128): bool {
  return !v128.any_true(v128.and(eight, i16x8.splat(-0x80)));
}

/** The code point whose units start at `at`, before `end`. */
function pointAt(at: usize, end: usize): u32 {
  const unit = u32(load<u16>(at));
  if ((unit & 0xf8_00) !== 0xd8_00) return unit;
  const next = at + 2 < end ? u32(load<u16>(at + 2)) : 0;
  if ((unit & 0xfc_00) !== 0xd8_00 || (next & 0xfc_00) !== 0xdc_00) return REPLACEMENT;
  return 0x1_00_00 + ((unit & 0x3ff) << 10) + (next & 0x3ff);
}

/** Writes a code point as four bytes and returns how many of them count. */
function putPoint(to: usize, point: u32): usize {
  if (point < 0x80) {
    store<u8>(to, u8(point));
    return 1;
  }
  if (point < 0x8_00) {
    store<u32>(to, 0x80c0 | (point >> 6) | ((point & 0x3f) << 8));
    return 2;
  }
  if (point < 0x1_00_00) {
    store<u32>(to, 0x8080e0 | (point >> 12) | (((point >> 6) & 0x3f) << 8) | ((point & 0x3f) << 16));
    return 3;
  }
  const low = (((point >> 6) & 0x3f) << 16) | ((point & 0x3f) << 24);
  store<u32>(to, 0x808080f0 | (point >> 18) | (((point >> 12) & 0x3f) << 8) | low);
  return 4;
}

/** Address of `size` free bytes after the text. The next text overwrites them. */
export function roomAfterText(size: usize): usize {
  const room = textEnd + TEXT_PADDING;
  makeRoom(room + size);
  return room;
}

/** Grows the memory up to `end`; traps if there is no more. */
function makeRoom(end: usize): void {
  const pages = i32((end + (1 << PAGE_BITS) - 1) >> PAGE_BITS) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
}
