// Cuts mail, a single message or a thread. The text of a message depends on its sender and its date. Recognises mail by
// the names of header fields (RFC 5322, and the forms mail programs use in quotes). A text and its sample come in,
// units go out; never decodes MIME.
import { lineEnd, skipSpace, trimEnd } from "../../../text/characters.ts";
import { type Draft, openPassage, openSection } from "../draft.ts";
import type { Sample } from "../line-patterns.ts";
import { cutHeader, namesSender } from "./mail-header.ts";
import { cutProse } from "./prose.ts";
import { cutQuotedProse } from "./quotes.ts";

const FIELD = new RegExp(
  "^(?:From|To|Cc|CC|Bcc|Date|Sent|Subject|Reply-To|Message-ID|In-Reply-To|" +
    "Von|An|Datum|Gesendet|Betreff|De|À|Date|Envoyé|Objet|Para|Enviado|Fecha|Asunto|Da|A|Data|Inviato|Oggetto|" +
    "Van|Aan|Verzonden|Onderwerp|От|Кому|Дата|Тема|发件人|收件人|日期|主题|寄件者|差出人|宛先|日時|件名) ?[:：]",
);

/** Any other header line, `List-Id: <a.b>`, or the continuation of the line above. */
const MORE = /^(?:[A-Z][\w-]{1,40}: ?\S|[ \t]+\S)/;

/** What stands right above a header: the first line of a message in an mbox file, or the rule above a quoted mail. */
const ABOVE = /^(?:From \S|--|_{5})/;

/** Minimum number of header lines, the sender's included. */
const FIELDS_MIN = 2;

/** Maximum index of the line where the first message starts. */
const FIRST_LINE_MAX = 2;

/** How much of a line is checked for a header field. */
const LINE_CHARS_MAX = 200;

/** True for a block of header lines near the beginning, or for more than one block anywhere. */
export function looksLikeMail({ lines }: Sample): boolean {
  const first = lines.findIndex((_, at) => opensMessage(lines, at));
  if (first === -1) return false;
  return first <= FIRST_LINE_MAX || lines.findIndex((_, at) => at > first && opensMessage(lines, at)) !== -1;
}

function opensMessage(lines: readonly string[], at: number): boolean {
  if (!isField(lines[at] ?? "")) return false;
  const opening = lines.slice(at, at + 2 * FIELDS_MIN);
  const fields = opening.findIndex((line) => !isField(line));
  const count = fields === -1 ? opening.length : fields;
  return count >= FIELDS_MIN && opening.slice(0, count).some(namesSender);
}

function isField(line: string): boolean {
  return FIELD.test(line) || namesSender(line);
}

/** Cuts `[draft.at, end)`. The header lines of a message count as one, and so does each sentence below them. */
export function cutMail(draft: Draft, end: number): void {
  const { text } = draft;
  let next = nextMessage(text, draft.at, end);
  if (next > draft.at) cutProse(draft, next);
  while (draft.at < end) {
    const first = draft.units.length;
    const to = skipSpace(text, headerEnd(text, next, end), end);
    if (first > 0) openPassage(draft);
    const frame = cutHeader(draft, to);
    const below = draft.units.length;
    openSection(draft);
    next = nextMessage(text, to, end);
    cutQuotedProse(draft, next, frame);
    // A header without a text is all that the message says.
    if (draft.units.length === below) for (const unit of draft.units.slice(first)) unit.announces = false;
  }
}

/** The start of the next block of header lines, or `end`. */
function nextMessage(text: string, from: number, end: number): number {
  for (let at = from; at < end; at = lineEnd(text, at, end)) {
    const first = lineAt(text, at, end);
    const isAbove = ABOVE.test(first);
    if (!isAbove && !isField(first)) continue;
    const lines: string[] = isAbove ? [] : [first];
    for (let next = lineEnd(text, at, end); lines.length < 2 * FIELDS_MIN && next < end; ) {
      lines.push(lineAt(text, next, end));
      next = lineEnd(text, next, end);
    }
    if (opensMessage(lines, 0)) return at;
  }
  return end;
}

/** The end of a block of header lines: an empty line or any other line ends it. */
function headerEnd(text: string, from: number, end: number): number {
  let at = ABOVE.test(lineAt(text, from, end)) ? lineEnd(text, from, end) : from;
  for (; at < end; at = lineEnd(text, at, end)) {
    const line = lineAt(text, at, end);
    if (!isField(line) && !MORE.test(line)) break;
  }
  return Math.max(at, Math.min(end, from + 1));
}

function lineAt(text: string, at: number, end: number): string {
  return text.slice(at, Math.min(trimEnd(text, at, lineEnd(text, at, end)), at + LINE_CHARS_MAX));
}
