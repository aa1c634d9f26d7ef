// What the module asks of JavaScript: Unicode, the forms of words beyond basic Latin, a Map whose hash nobody can
// foresee. All of it is rare.

/** The class of a code point (src/text/letters.ts). */
export declare function classOf(codePoint: u32): u32;

/** Writes the form of so many units of `SPELLING`, from `from` on, to `FORM_UNITS`; returns how many units it has. */
export declare function otherForm(from: i32, length: i32): i32;

/** The number of the word whose units are the first `length` of `CROWDED`, if it was crowded out; -1 if not. */
export declare function findCrowded(length: i32): i32;

/** Remembers that word, which found no slot. */
export declare function addCrowded(length: i32, word: i32): void;

/** Forgets all that were crowded out: they are about to be placed anew. */
export declare function clearCrowded(): void;
