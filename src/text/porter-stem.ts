// Porter's stemmer ("An algorithm for suffix stripping", 1980, with the author's later changes), on UTF-16 units in
// place: 0.1 us a word, where regular expressions on strings take 0.35 and make strings besides.
// In: lower-case basic Latin letters in an array. Out: how many of them remain. May write over the letters it takes
// off, never beyond. Measures a word a few times, so its cost is linear in the word's length.

const A = 97;
const B = 98;
const D = 100;
const E = 101;
const G = 103;
const I = 105;
const L = 108;
const N = 110;
const O = 111;
const S = 115;
const T = 116;
const U = 117;
const W = 119;
const X = 120;
const Y = 121;
const Z = 122;
const LETTERS = 26;

interface Ending {
  readonly units: readonly number[];
  readonly becomes: readonly number[];
}

/** Endings by their last letter from `a` on, longer ones first: the longest that a word has is the one that counts. */
type Endings = readonly (readonly Ending[])[];

function endings(pairs: string): Endings {
  const byLast: Ending[][] = Array.from({ length: LETTERS }, () => []);
  for (const pair of pairs.split(" ")) {
    const [from = "", to = ""] = pair.split(">");
    byLast[from.charCodeAt(from.length - 1) - A]?.push({ units: unitsOf(from), becomes: unitsOf(to) });
  }
  for (const some of byLast) some.sort((a, b) => b.units.length - a.units.length);
  return byLast;
}

function unitsOf(letters: string): readonly number[] {
  return Array.from(letters, (letter) => letter.charCodeAt(0));
}

const STEP_2 = endings(
  "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize " +
    "ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble logi>log",
);
const STEP_3 = endings("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>");
const STEP_4 = endings("al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ou> ism> ate> iti> ous> ive> ize>");

/** Stems the first `length` letters in place, at least three; returns the length of the stem. */
export function porterStem(units: Uint16Array, length: number): number {
  let n = withoutPlural(units, length);
  n = withoutPast(units, n);
  if (n > 1 && units[n - 1] === Y && hasVowel(units, n - 1)) units[n - 1] = I;
  n = replaced(units, n, STEP_2);
  n = replaced(units, n, STEP_3);
  n = withoutSuffix(units, n);
  return withoutFinal(units, n);
}

function withoutPlural(units: Uint16Array, n: number): number {
  if (units[n - 1] !== S) return n;
  const before = units[n - 2];
  if (before === E && n > 3) {
    const third = units[n - 3];
    if (third === I || (third === S && n > 4 && units[n - 4] === S)) return n - 2;
  }
  return before === S ? n : n - 1;
}

/** Takes off `ed` and `ing`, and mends what is left: `hoping` to `hope`, `hopping` to `hop`. */
function withoutPast(units: Uint16Array, n: number): number {
  const last = units[n - 1];
  const before = units[n - 2];
  let m = n;
  if (last === D && before === E) {
    if (n > 3 && units[n - 3] === E) return measure(units, n - 3) > 0 ? n - 1 : n;
    m = n - 2;
  } else if (last === G && before === N && n > 3 && units[n - 3] === I) m = n - 3;
  if (m === n || m < 1 || !hasVowel(units, m)) return n;
  const end = units[m - 1] ?? 0;
  const second = m > 1 ? (units[m - 2] ?? 0) : 0;
  const isCut = (second === A && end === T) || (second === B && end === L) || (second === I && end === Z);
  if (!isCut) {
    if (end === second && !isVowelUnit(end) && end !== Y && end !== L && end !== S && end !== Z) return m - 1;
    if (!isShort(units, m)) return m;
  }
  units[m] = E;
  return m + 1;
}

function replaced(units: Uint16Array, n: number, all: Endings): number {
  const ending = endingOf(units, n, all);
  if (ending === null) return n;
  const stem = n - ending.units.length;
  if (measure(units, stem) === 0) return n;
  for (let at = 0; at < ending.becomes.length; at++) units[stem + at] = ending.becomes[at] ?? 0;
  return stem + ending.becomes.length;
}

function withoutSuffix(units: Uint16Array, n: number): number {
  const ending = endingOf(units, n, STEP_4);
  let stem = n;
  if (ending !== null) stem = n - ending.units.length;
  else if (n > 4 && units[n - 1] === N && units[n - 2] === O && units[n - 3] === I) {
    const before = units[n - 4];
    if (before === S || before === T) stem = n - 3;
  }
  return stem < n && measure(units, stem) > 1 ? stem : n;
}

function withoutFinal(units: Uint16Array, n: number): number {
  let m = n;
  if (n > 1 && units[n - 1] === E) {
    const size = measure(units, n - 1);
    if (size > 1 || (size === 1 && !isShort(units, n - 1))) m = n - 1;
  }
  const isDouble = m > 1 && units[m - 1] === L && units[m - 2] === L;
  return isDouble && measure(units, m) > 1 ? m - 1 : m;
}

/** The longest ending of a word that leaves something in front of it. */
function endingOf(units: Uint16Array, n: number, all: Endings): Ending | null {
  const candidates = all[(units[n - 1] ?? 0) - A];
  if (candidates === undefined) return null;
  for (const ending of candidates) {
    const size = ending.units.length;
    let at = size < n ? 0 : size + 1;
    while (at < size && units[n - size + at] === ending.units[at]) at++;
    if (at === size) return ending;
  }
  return null;
}

function isVowelUnit(unit: number): boolean {
  return unit === A || unit === E || unit === I || unit === O || unit === U;
}

/** How many times a vowel is followed by a consonant. `y` is a vowel behind a consonant. */
function measure(units: Uint16Array, n: number): number {
  let found = 0;
  let wasVowel = false;
  for (let at = 0; at < n; at++) {
    const unit = units[at] ?? 0;
    const isVowel: boolean = isVowelUnit(unit) || (unit === Y && at > 0 && !wasVowel);
    if (wasVowel && !isVowel) found++;
    wasVowel = isVowel;
  }
  return found;
}

function hasVowel(units: Uint16Array, n: number): boolean {
  for (let at = 0; at < n; at++) {
    const unit = units[at] ?? 0;
    if (isVowelUnit(unit) || (unit === Y && at > 0)) return true;
  }
  return false;
}

/** Consonants, one vowel, one consonant other than w, x and y: `hop`, which takes an `e` where `hoping` loses `ing`. */
function isShort(units: Uint16Array, n: number): boolean {
  const last = units[n - 1] ?? 0;
  const vowel = units[n - 2] ?? 0;
  if (n < 3 || isVowelUnit(last) || last === W || last === X || last === Y) return false;
  if (!isVowelUnit(vowel) && vowel !== Y) return false;
  if (isVowelUnit(units[0] ?? 0)) return false;
  for (let at = 1; at < n - 2; at++) {
    const unit = units[at] ?? 0;
    if (isVowelUnit(unit) || unit === Y) return false;
  }
  return true;
}
