// The memory of the token counter: addresses and sizes in bytes, one area after the other. No address is checked at run
// time. So every table has a power of two of entries and is indexed by that many bits of a hash, or by a value that
// cannot exceed its size. Every loop over a text stops at END_MARK.
import { FOURFOLD_END } from "../bytes/everywhere";

/** Keys of short pieces: 16 bytes, see short-key.ts. */
export const KEY_BYTES: usize = 16;
const CACHE_LINE: usize = 64;
/** The number of o200k_base tokens, and the bytes of all of them. Ranks of another size are refused (rank-bytes.ts). */
export const TOKENS: u32 = 199_998;
export const POOL_BYTES: u32 = 1_397_670;
/** The longest token is 128 spaces. */
export const TOKEN_BYTES_MAX: u32 = 128;
/** Bytes of text that are cut into pieces at once. */
const WINDOW: usize = 64;
/** How far beyond the end of a text loads may reach: never more than a window. */
const READ_ON: usize = WINDOW;

/** Small tables, which stay in the first-level cache. Address 0 is not used. */
export const BYTE_TOKENS: usize = FOURFOLD_END;
export const SEXTETS: usize = BYTE_TOKENS + 4 * 256;
/**
 * The working memory of merge-bytes.ts: for a piece of up to 192 bytes, four values a byte, and padding for reads
 * beyond it.
 */
export const MERGE_BYTES_MAX: u32 = 192;
export const PARTS: usize = SEXTETS + 256;
export const FOLLOWING: usize = PARTS + 4 * MERGE_BYTES_MAX;
export const PRECEDING: usize = FOLLOWING + MERGE_BYTES_MAX;
export const CANDIDATES: usize = PRECEDING + MERGE_BYTES_MAX;
export const LEASTS: usize = CANDIDATES + 4 * MERGE_BYTES_MAX;

/** How four UTF-16 units are packed as UTF-8, by the bytes of each: 16 bytes, see four-units.ts. */
export const PACKINGS: usize = 8192;
/** Letters of two bytes: a table of 16 bytes for each of 32 first bytes, see two-byte-letters.ts. */
export const TWO_BYTE_LETTERS: usize = PACKINGS + 16 * 256;

/** Joints between characters: bits of pairs, bits of parts, see joints.ts. */
export const PAIR_BITS: u32 = 18;
export const PAIR_JOINTS: usize = TWO_BYTE_LETTERS + 16 * 32;
export const PART_JOINTS: usize = PAIR_JOINTS + (1 << (PAIR_BITS - 3));
/** Most pieces of a batch: 35 KB of prose. */
export const BATCH_PIECES: u32 = 1 << 13;
/** Their ends and their tokens. After the last end there is room for those of a whole window. */
export const ENDS: usize = PART_JOINTS + (1 << 13);
export const SUMS: usize = ENDS + 4 * (BATCH_PIECES + u32(WINDOW));

/** Pieces that are merged together: enough to overlap all waits, and few enough for the first-level cache. */
export const GROUP_PIECES_MAX: u32 = 128;
export const GROUP_BYTES_MAX: u32 = 63;
/** The state of one of them: an odd number of cache lines, so that the states of a group do not share cache sets. */
export const MERGE_STATE_BYTES: usize = 11 * CACHE_LINE;
export const MERGE_STATES: usize = (SUMS + 4 * BATCH_PIECES + CACHE_LINE - 1) & ~(CACHE_LINE - 1);
export const GROUP_LIST: usize = MERGE_STATES + MERGE_STATE_BYTES * GROUP_PIECES_MAX;
/** Two pairs of neighbouring tokens of each, and the addresses of two buckets of the merge table for each pair. */
export const GROUP_PAIRS: usize = GROUP_LIST + 4 * GROUP_PIECES_MAX;
export const GROUP_BUCKETS: usize = GROUP_PAIRS + 16 * GROUP_PIECES_MAX;

/**
 * Room for 65,536 short pieces: 4 % faster than half of it, for 0.5 MB. Twice as much would gain 3 % more, for 1 MB.
 */
export const MEMO_BITS: u32 = 16;
export const MEMO: usize = (GROUP_BUCKETS + 16 * GROUP_PIECES_MAX + CACHE_LINE - 1) & ~(CACHE_LINE - 1);
/** Room for 32,768 longer ones, of two keys each: Russian and Hindi take .92 to .95 of the time with half of it. */
export const LONGER_BITS: u32 = 15;
export const LONGER_MEMO: usize = MEMO + (KEY_BYTES << MEMO_BITS);
/** Room for 512 runs, eight bytes each, see runs.ts. */
export const RUN_BITS: u32 = 9;
export const RUN_MEMO: usize = LONGER_MEMO + ((2 * KEY_BYTES) << LONGER_BITS);
/** Tokens of single characters of three bytes, by code point. */
export const WIDE_COUNTS: usize = RUN_MEMO + (8 << RUN_BITS);

/** New pieces: keys, numbers, and the list of those that are not counted yet, see new-pieces.ts. */
export const NEW_KEYS: usize = WIDE_COUNTS + (1 << 16);
export const NEW_NUMBERS: usize = NEW_KEYS + KEY_BYTES * BATCH_PIECES;
export const NEW_PLACES: usize = NEW_NUMBERS + 4 * BATCH_PIECES;
/** Addresses of table entries, for prefetch.ts. */
export const LOOKUPS: usize = NEW_PLACES + 4 * BATCH_PIECES;
/** Longer pieces: their numbers and where they start, see longer-pieces.ts. */
export const LONGER_NUMBERS: usize = LOOKUPS + 4 * BATCH_PIECES;
export const LONGER_STARTS: usize = LONGER_NUMBERS + 4 * BATCH_PIECES;

/** Token table: a tag, a key and a token for each slot. 194,506 tokens of up to 15 bytes, so it is 74 % full. */
export const SHORT_BITS: u32 = 18;
export const TAGS: usize = LONGER_STARTS + 4 * BATCH_PIECES;
export const KEYS: usize = TAGS + (1 << SHORT_BITS);
export const IDS: usize = KEYS + (KEY_BYTES << SHORT_BITS);
/** The 5,492 longer tokens, each as `token + 1` below a part of its hash. 0 is an empty slot. */
export const LONG_BITS: u32 = 14;
export const LONG_IDS: usize = IDS + (4 << SHORT_BITS);

/** Merge table: buckets of two slots for 195,089 merges, 80 % full; and a filter with a bit a hash, 9 % of them set. */
export const MERGE_BUCKETS: u64 = 122_000;
export const MERGE_FILTER_BITS: u32 = 21;
export const MERGES: usize = LONG_IDS + (4 << LONG_BITS);
export const MERGE_FILTER: usize = MERGES + 16 * usize(MERGE_BUCKETS);
/** The token of each two bytes, or NO_MERGE. */
export const BYTE_PAIRS: usize = MERGE_FILTER + (1 << (MERGE_FILTER_BITS - 3));
/** By token: where its bytes start in the pool and from which tokens it is merged, see token-record.ts. */
export const RECORDS: usize = BYTE_PAIRS + (4 << 16);
export const POOL: usize = RECORDS + 8 * (TOKENS + 1);

/** How the bytes of two-byte letters merge, and what two such letters merge into: see letter-tokens.ts. */
export const LETTER_RECORDS: usize = (POOL + POOL_BYTES + READ_ON + CACHE_LINE - 1) & ~(CACHE_LINE - 1);
export const LETTER_ROWS: usize = LETTER_RECORDS + (32 << 11);
export const LETTER_ROWS_MAX: u32 = 470;

/** A bit for the hash of each prefix of a token, see backtrack.ts. */
export const PREFIX_BITS: u32 = 22;
export const PREFIXES: usize = LETTER_ROWS + (usize(LETTER_ROWS_MAX) << 10);

/**
 * Classes of code points, see char-classes.ts: pages of 256, their numbers, pages of one class, and the host's answer.
 */
export const CLASS_PAGE_COUNT: u32 = 256;
export const CLASS_PAGES: usize = PREFIXES + (1 << (PREFIX_BITS - 3));
export const PAGE_NUMBERS: usize = CLASS_PAGES + (CLASS_PAGE_COUNT << 8);
export const SAME_PAGES: usize = PAGE_NUMBERS + 0x11_00;
/**
 * Followed by the number of pages in use besides page 0; classes are below 128. It is in the memory because the host
 * builds the tables with one instance of the module and counts with another.
 */
export const PAGES_IN_USE: usize = SAME_PAGES + 128;
export const ASKED_POINTS: u32 = 1 << 12;
export const ASKED: usize = SAME_PAGES + 256;

/** Where the host writes a part of the text: UTF-16, at most this many units, which fit into a first-level cache. */
export const INPUT_UNITS: u32 = 1 << 13;
export const INPUT: usize = ASKED + ASKED_POINTS;

/** The text comes last, so that the memory can grow with it: its UTF-8, END_MARK, and READ_ON further bytes. */
export const TEXT: usize = INPUT + 2 * INPUT_UNITS + READ_ON;
export const TEXT_PADDING: usize = READ_ON + 1;
/** A byte that never occurs in UTF-8, so that scanning stops there without comparing addresses. */
export const END_MARK: u8 = 0xff;
