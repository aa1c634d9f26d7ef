// Cuts the header of a mail into its fields, and tells a quoted mail by its header. A draft at the start of a header
// comes in, units and the frame of the text go out. Sender and date lead to the text, since a reader needs to know
// whose text it is; nothing else of a header is sent with it. Never decides where a header starts or ends.
import { lineEnd, SPACE } from "../../../text/characters.ts";
import { addPiece, type Draft, type Frame, NO_FRAME, seal, UNIT_CHARS_MAX } from "../draft.ts";

/** The sender: this line distinguishes mail from other lists of fields. */
const SENDER = /^(?:From|Von|De|Da|Van|От|发件人|寄件者|差出人) ?[:：] ?\S/;

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

/** How much of a line is read. */
const LINE_CHARS_MAX = 200;

/** A header as programs write it above a quoted mail has fewer lines, one of them with the date. */
const QUOTED_LINES_MAX = 8;

export function namesSender(line: string): boolean {
  return SENDER.test(line) || SENDER_AND_DATE.test(line);
}

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
export function cutHeader(draft: Draft, end: number): Frame {
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
