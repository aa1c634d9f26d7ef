// The report's one style sheet. No request leaves the page, so that fonts are the reader's own.
import { figureStyle } from "./figure-style.ts";
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

export const styleSheet = palette + layout + figureStyle + recordStyle + media;
