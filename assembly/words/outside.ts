// The module's imports from the host (src/text/vocabulary/wasm-module.ts): classes of letters, forms of words with
// letters beyond ASCII, and a Map, whose hash no caller can predict. All of them are rarely called.

/** The class of a code point (src/text/words.ts). */
export declare function classOf(codePoint: u32): u32;

/** Writes the form of `length` units of `SPELLING`, from `from` on, to `FORM_UNITS`. Returns its number of units. */
export declare function otherForm(from: i32, length: i32): i32;

/** The number of the word whose units are the first `length` at `OVERFLOW`; -1 if the Map does not have it. */
export declare function findOverflow(length: i32): i32;

/** Adds that word, which found no slot in the table, to the Map. */
export declare function addOverflow(length: i32, word: i32): void;

/** Empties the Map, because the words will be placed in a larger table. */
export declare function clearOverflow(): void;
