// The index of the records: a line for each one with what was sent of it and why, and its text on demand. A closed
// record costs a browser little.
import { decimal, grouped, width } from "./figures.ts";
import { type Content, html, type Markup, oneLine } from "./markup.ts";
import { reasonLine, stateNames, why } from "./reasons.ts";
import { recordText } from "./record-text.ts";
import type { Part, RecordView } from "./record-view.ts";

export function recordsSection(records: readonly RecordView[], listed: ReadonlySet<number>): Markup {
  const sent = records.filter(({ sentTokens }) => sentTokens > 0).length;
  return html`<section class="index" aria-labelledby="records"><h2 id="records">Records</h2>
${arrivalStrip(records, listed)}
<fieldset class="filter"><legend>Show</legend>
${choice("all", `all ${grouped(records.length)}`, true)}
${choice("dropped", `${grouped(records.length - sent)} not sent`, false)}
${choice("sent", `${grouped(sent)} sent`, false)}
</fieldset>
${records.length > listed.size ? unlisted(records.length, listed.size) : null}
<p class="heads" aria-hidden="true"><span></span><span>Record</span><span>Status</span><span>Tokens sent</span>
<span>Why</span><span>Words of the task</span></p>
<ol class="records" start="0">${records.flatMap((record) =>
    listed.has(record.position) ? [item(record, listed)] : [],
  )}</ol>
<p class="key">In a record's text: <mark>this is sent</mark> <del>this is not</del></p>
<p class="key">The strip above the list has a bar for each record in order of arrival, as wide as its tokens and filled
as far as it is sent. A bar leads to its line.</p></section>`;
}

function unlisted(all: number, listed: number): Markup {
  const rule = "those that are sent first, then those with the best scores";
  return html`<p class="note">Of ${grouped(all)} records ${grouped(listed)} are listed: ${rule}.
The other ${grouped(all - listed)} count in every figure of this page.</p>`;
}

function choice(value: string, label: string, checked: boolean): Markup {
  const id = `show-${value}`;
  return html`<label><input type="radio" name="show" id="${id}"${checked ? html` checked` : null}>${label}</label>`;
}

function item(record: RecordView, listed: ReadonlySet<number>): Markup {
  const { position, name, state, matched } = record;
  const words = matched.map((word) => oneLine(word, WORD_CHARACTERS_MAX)).join(", ");
  const reason = reasonLine(record);
  return html`<li id="record-${position}" class="record ${state}"><details><summary>
<span class="number">${position}</span><h3><bdi>${name}</bdi></h3><span class="state">${stateNames[state]}</span>
<span class="of">${tokensOf(record)}</span><span class="reason" title="${reason}">${reason}</span>
<span class="words" title="${words}"><bdi>${words}</bdi></span>
</summary>
${why(record, listed)}
${facts(record)}
${recordText(record)}
</details></li>`;
}

/** A longer word is shortened, because a line names up to eight. */
const WORD_CHARACTERS_MAX = 30;

function tokensOf({ tokens, sentTokens }: RecordView): string {
  return sentTokens === tokens ? grouped(tokens) : `${grouped(sentTokens)} of ${grouped(tokens)}`;
}

function facts({ kind, source, rank, scored }: RecordView): Content {
  const from = source === null ? null : html`, from <bdi>${source}</bdi>`;
  const score = scored === null ? null : html`, score ${decimal(scored.score)}, <code>${scored.reason}</code>`;
  const ranked = rank === null ? null : `, ranked ${rank}`;
  return [
    html`<p class="facts"><span class="kind">${kind}</span>${from}${score}${ranked}</p>`,
    scored === null ? null : scoreParts(scored.parts, scored.score),
  ];
}

/** The parts whose sum is the score. */
function scoreParts(all: readonly Part[], score: number): Markup | null {
  if (all.length === 0) return null;
  const total = Math.max(score, ...all.map(([, value]) => value), Number.MIN_VALUE);
  return html`<dl class="parts" aria-label="Score parts">${all.map(
    ([name, value]) =>
      html`<div><dt>${name}</dt><dd>${decimal(value)}
<svg width="100%" height="4" aria-hidden="true">
<rect class="part" width="${width(value / total)}" height="4" rx="2"/></svg></dd></div>`,
  )}</dl>`;
}

/** Bars of the strip. Each is a stop of the Tab key, so neighbours of very many records share one. */
const BARS_MAX = 60;

/** Least width of a bar, as a share of the strip, so that it can be clicked. */
const BAR_SHARE_MIN = 0.008;

/** Largest gap between two bars, as a share of the strip's width. */
const BAR_GAP = 0.002;

const STRIP_HEIGHT = 26;

interface Bar {
  readonly records: readonly RecordView[];
  readonly tokens: number;
  readonly sentTokens: number;
}

/**
 * The records as bars, in order of arrival. The width of a bar shows the record's tokens, and its filled part shows the
 * tokens sent. Each bar links to its record.
 */
function arrivalStrip(records: readonly RecordView[], listed: ReadonlySet<number>): Markup | null {
  const total = records.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total === 0) return null;
  const bars = barsOf(records);
  const wide = ({ tokens }: Bar) => Math.max(tokens / total, BAR_SHARE_MIN);
  const whole = bars.reduce((sum, bar) => sum + wide(bar), 0);
  let at = 0;
  const drawn = bars.map((bar) => {
    const x = at;
    at += wide(bar) / whole;
    return barLink(bar, x, wide(bar) / whole, listed);
  });
  return html`<svg class="arrival" width="100%" height="${STRIP_HEIGHT + 20}" role="group"
aria-label="The records in order of arrival">${drawn}</svg>`;
}

function barsOf(records: readonly RecordView[]): readonly Bar[] {
  const share = Math.ceil(records.length / BARS_MAX);
  return Array.from({ length: Math.ceil(records.length / share) }, (_, number) => {
    const own = records.slice(number * share, (number + 1) * share);
    const tokens = own.reduce((sum, record) => sum + record.tokens, 0);
    return { records: own, tokens, sentTokens: own.reduce((sum, record) => sum + record.sentTokens, 0) };
  });
}

function barLink(bar: Bar, x: number, wide: number, listed: ReadonlySet<number>): Content {
  const shown = bar.records.filter(({ position }) => listed.has(position));
  const target = shown.find(({ sentTokens }) => sentTokens > 0) ?? shown[0];
  const height = bar.tokens === 0 ? 0 : Math.min(1, bar.sentTokens / bar.tokens) * STRIP_HEIGHT;
  const place = html`x="${width(x)}" width="${width(wide - Math.min(BAR_GAP, wide / 8))}"`;
  const label = barLabel(bar);
  const drawn = html`<title>${label}</title>
<rect class="track" ${place} height="${STRIP_HEIGHT}"/>
<rect class="kept" ${place} y="${(STRIP_HEIGHT - height).toFixed(1)}" height="${height.toFixed(1)}"/>
<text class="tip" y="${STRIP_HEIGHT + 15}" aria-hidden="true">${label}</text>`;
  return target === undefined ? html`<g>${drawn}</g>` : html`<a href="#record-${target.position}">${drawn}</a>`;
}

/** A longer name is shortened, because the label must fit into one line on a phone. */
const LABEL_NAME_CHARACTERS_MAX = 24;

function barLabel({ records, tokens, sentTokens }: Bar): string {
  const [first] = records;
  const last = records.at(-1);
  if (first === undefined || last === undefined) return "";
  const sent = `${grouped(sentTokens)} of ${grouped(tokens)} tokens sent`;
  if (first !== last) return `${first.position} to ${last.position}: ${sent}`;
  return `${first.position} ${oneLine(first.name, LABEL_NAME_CHARACTERS_MAX)}: ${sent}`;
}
