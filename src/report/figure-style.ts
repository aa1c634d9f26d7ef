// How the report's figures look: bars, numbers with their names, tags, lists of terms, tables.

export const figureStyle = `
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
.asked h3 {
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
