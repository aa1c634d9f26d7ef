// The report's one style sheet. No request leaves the page, so that fonts are the reader's own.
import { palette } from "./palette.ts";
import { recordStyle } from "./record-style.ts";

const layout = `
* {
  box-sizing: border-box;
}
body {
  margin: 0 auto;
  max-width: 64rem;
  padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 5rem;
  background: var(--paper);
  color: var(--ink);
  font:
    1rem / 1.55 system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    "Noto Sans",
    sans-serif;
  overflow-wrap: anywhere;
}
h1 {
  font-size: clamp(1.5rem, 4vw, 2.1rem);
  line-height: 1.2;
  font-weight: 650;
  letter-spacing: -0.015em;
  margin: 0.1em 0 0.5em;
}
h2 {
  font-size: 1.1rem;
  font-weight: 650;
  margin: 0 0 0.8rem;
}
h3 {
  font-size: 0.95rem;
  font-weight: 600;
  margin: 1.1rem 0 0.5rem;
}
p {
  margin: 0.4rem 0;
}
a {
  color: var(--link);
}
code,
.text,
.number {
  font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
code {
  font-size: 0.88em;
}
:focus-visible {
  outline: 2px solid var(--link);
  outline-offset: 3px;
  border-radius: 4px;
}
.skip {
  position: absolute;
  left: -99rem;
}
.skip:focus {
  position: static;
  display: inline-block;
  padding: 0.4rem 0;
}
.brand {
  color: var(--kept);
  font-weight: 650;
  font-size: 0.85rem;
  letter-spacing: 0.08em;
  text-transform: uppercase;
}
blockquote {
  margin: 0.6rem 0;
  padding: 0.1rem 0 0.1rem 1rem;
  border-inline-start: 3px solid var(--kept);
  font-size: 1.05rem;
  white-space: pre-wrap;
}
.note,
figcaption,
.key {
  color: var(--soft);
  font-size: 0.88rem;
}
section {
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 14px;
  padding: 1.2rem clamp(1rem, 3vw, 1.5rem);
  margin: 1rem 0;
}
.pair {
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.6fr);
  gap: 1rem;
}
.pair section {
  margin: 0;
}
.pair section:only-child {
  grid-column: 1 / -1;
}
svg {
  display: block;
}
svg text {
  font: inherit;
}
.track {
  fill: var(--track);
}
.kept {
  fill: var(--kept);
}
.around {
  fill: var(--around);
}
.limit {
  fill: var(--ink);
}
.part {
  fill: var(--part);
}
figure {
  margin: 1.2rem 0 0;
}
figcaption {
  margin-top: 0.4rem;
}
.figures {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 2rem;
  margin: 0.8rem 0 0;
}
.figures dt {
  color: var(--soft);
  font-size: 0.82rem;
}
.figures dd {
  margin: 0;
  font-size: 1.15rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
}
.signals {
  margin: 0.8rem 0 0;
}
.signals > div {
  display: flex;
  justify-content: space-between;
  gap: 1rem;
  padding: 0.35rem 0;
  border-top: 1px solid var(--line);
}
.signals .note {
  display: block;
}
.signals dd {
  margin: 0;
  flex: none;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
}
.swatch {
  display: inline-block;
  width: 0.7em;
  height: 0.7em;
  border-radius: 3px;
  margin-inline-end: 0.4em;
}
.swatch.all {
  background: var(--track);
}
.swatch.sent {
  background: var(--kept);
}
.swatch.headings {
  background: var(--around);
}
.swatch.budget {
  background: var(--ink);
  width: 3px;
  border-radius: 0;
}
.swatch.none {
  display: none;
}
.tag {
  display: inline-block;
  padding: 0.05em 0.6em;
  border-radius: 99px;
  font-size: 0.82rem;
  font-weight: 600;
  background: var(--mark);
  color: var(--mark-ink);
}
.tag.warn {
  background: var(--warn-paper);
  color: var(--warn);
}
.tag.quiet {
  background: var(--paper);
  color: var(--soft);
  box-shadow: inset 0 0 0 1px var(--line);
}
.pair h3 {
  font-weight: 400;
  font-size: 0.9rem;
  color: var(--soft);
}
.terms {
  list-style: none;
  margin: 0;
  padding: 0;
  display: grid;
  gap: 0.25rem;
}
.kind,
.places,
.facts {
  color: var(--soft);
  font-size: 0.85rem;
}
.places {
  margin-inline-start: 0.5rem;
}
.places a {
  padding: 0.1rem 0.15rem;
}
.wide {
  overflow-x: auto;
}
table {
  border-collapse: collapse;
  overflow-wrap: break-word;
  width: 100%;
  font-variant-numeric: tabular-nums;
}
th,
td {
  text-align: start;
  padding: 0.45rem 0.8rem 0.45rem 0;
  border-top: 1px solid var(--line);
  vertical-align: top;
}
thead th {
  border: 0;
  color: var(--soft);
  font-size: 0.82rem;
  font-weight: 500;
}
`;

const media = `
@media (max-width: 44rem) {
  .pair {
    grid-template-columns: minmax(0, 1fr);
  }
  body {
    padding-top: 1rem;
  }
}
@media (prefers-reduced-motion: no-preference) {
  .number::before {
    transition: transform 0.15s;
  }
}
@media print {
  section,
  .text {
    border-color: #999;
  }
  .record,
  .block {
    content-visibility: visible;
  }
}
`;

export const styleSheet = palette + layout + recordStyle + media;
