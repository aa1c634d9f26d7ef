// Cuts mail, a single message or a thread. Recognises it by the names of header fields (RFC 5322, and the forms mail
// programs use in quotes). The text of a message depends on its sender and date, since a reader needs to know whose it
// is; nothing else of a header is sent with it. A text and its sample come in, units go out; never decodes MIME.
import { lineEnd, SPACE, skipSpace, trimEnd } from "../../../text/characters.ts";
import {
  addPiece,
  type Draft,
  type Frame,
  NO_FRAME,
  openPassage,
  openSection,
  seal,
  UNIT_CHARS_MAX,
} from "../draft.ts";
import type { Sample } from "../line-patterns.ts";
import { cutProse } from "./prose.ts";
import { cutQuotedProse } from "./quotes.ts";

const FIELD = new RegExp(
  "^(?:From|To|Cc|CC|Bcc|Date|Sent|Subject|Reply-To|Message-ID|In-Reply-To|" +
    "Von|An|Datum|Gesendet|Betreff|De|À|Date|Envoyé|Objet|Para|Enviado|Fecha|Asunto|Da|A|Data|Inviato|Oggetto|" +
    "Van|Aan|Verzonden|Onderwerp|От|Кому|Дата|Тема|发件人|收件人|日期|主题|寄件者|差出人|宛先|日時|件名) ?[:：]",
);

/** Names of the sender's field: this line distinguishes mail from other lists of fields. */
export const SENDERS = ["From", "Von", "De", "Da", "Van", "От", "发件人", "寄件者", "差出人"];
const SENDER = new RegExp(`^(?:${SENDERS.join("|")}) ?[:：] ?\\S`);

/** Sender and date in one line, as web mailers print a thread: `Ann Lee <ann@mill.example>   Thu, Jul 4, 2024` */
const SENDER_AND_DATE = /^[^\s<>:][^<>\n]{0,60} <[^<>\s]{3,80}>[ \t]{2,}[^<>\n]{0,30}\d{4}[^<>\n]*$/;

/** The date, as a mail itself names it, and as a program names it above a mail that it quotes. */
const DATE = /^(?:Date|Datum|Fecha|Data|Дата|日期|日時) ?[:：]/;
const SENT = /^(?:Sent|Gesendet|Envoyé|Enviado|Inviato|Verzonden|Отправлено|发送时间|送信日時) ?[:：]/;

const SUBJECT = /^(?:Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Тема|主题|件名) ?[:：] *(.*)/;

/** Who else got the mail: the only other field that people ask for. */
const RECIPIENTS = /^(?:To|Cc|Bcc|An|À|Para|Aan|Кому|收件人|抄送|宛先) ?[:：] *\S/;

/** How much of the subject serves as search context for the text of the message. */
const SUBJECT_CHARS_MAX = 100;

/** Any other header line, `List-Id: <a.b>`, or the continuation of the line above. */
const MORE = /^(?:[A-Z][\w-]{1,40}: ?\S|[ \t]+\S)/;

/** The line right above a header: the first line of a message in an mbox file, or the rule above a quoted mail. */
const ABOVE = /^(?:From \S|--|_{5})/;

/** Minimum number of header lines, the sender's included. */
const FIELDS_MIN = 2;

/** Maximum index of the line where the first message starts. */
const FIRST_LINE_MAX = 2;

/** How much of a line is read. */
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

function namesSender(line: string): boolean {
  return SENDER.test(line) || SENDER_AND_DATE.test(line);
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
    // Without a text, the header is the whole message, so it announces nothing.
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

/** A header as programs write it above a quoted mail has fewer lines, one of them with the date. */
const QUOTED_LINES_MAX = 8;

/** True if a mail program wrote the header at `at` above a mail that it quotes. */
export function isQuotedHeader(text: string, at: number): boolean {
  let from = at;
  for (let line = 0; line < QUOTED_LINES_MAX && from < text.length; line += 1) {
    if (SENT.test(text.slice(from, from + LINE_CHARS_MAX))) return true;
    from = lineEnd(text, from, text.length);
  }
  return false;
}

/**
 * Cuts `[draft.at, end)`. Returns what the text of the mail depends on. Only the recipients may be sent by themselves.
 */
function cutHeader(draft: Draft, end: number): Frame {
  const { text } = draft;
  const first = draft.units.length;
  let { head, context } = NO_FRAME;
  let joinUpTo = 0;
  while (draft.at < end) {
    const to = fieldEnd(text, draft.at, end);
    const line =
      text
        .slice(draft.at, Math.min(to, draft.at + LINE_CHARS_MAX))
        .split("\n", 1)[0]
        ?.trimEnd() ?? "";
    const leads = namesSender(line) || DATE.test(line) || SENT.test(line);
    const names = !leads && RECIPIENTS.test(line);
    if (leads || names) seal(draft);
    const isFirst = draft.units.length === first;
    const frame = { head, context: "" };
    const unit = addPiece(draft, to, { count: isFirst ? 1 : 0, continues: !isFirst, joinUpTo }, frame);
    if (leads) head = unit;
    const field = draft.units[unit];
    if (field !== undefined) field.announces = !names;
    if (leads || names) seal(draft);
    joinUpTo = UNIT_CHARS_MAX;
    context = SUBJECT.exec(line)?.[1]?.slice(0, SUBJECT_CHARS_MAX) ?? context;
  }
  return { head, context };
}

/** The end of the field at `from`: the next line that is neither indented nor blank. */
function fieldEnd(text: string, from: number, end: number): number {
  let at = lineEnd(text, from, end);
  while (at < end && text.charCodeAt(at) <= SPACE) at = lineEnd(text, at, end);
  return at;
}
