// How the list of records looks: the filter, a record's head, its score, its text with what is sent of it.

export const recordStyle = `
.filter {
  border: 0;
  padding: 0;
  margin: 0 0 0.6rem;
  display: flex;
  flex-wrap: wrap;
  gap: 0.3rem 1.2rem;
}
.filter legend {
  float: inline-start;
  padding: 0;
  margin-inline-end: 1.2rem;
  color: var(--soft);
}
.filter label {
  display: inline-flex;
  align-items: center;
  gap: 0.4rem;
  cursor: pointer;
  min-height: 1.6rem;
}
.filter input {
  accent-color: var(--kept);
  margin: 0;
}
body:has(#show-sent:checked) :is(.dropped, .blank),
body:has(#show-dropped:checked) :is(.whole, .cut) {
  display: none;
}
.records {
  list-style: none;
  margin: 0;
  padding: 0;
}
.record {
  border-top: 1px solid var(--line);
  content-visibility: auto;
  contain-intrinsic-size: auto 5.2rem;
}
.record > details > summary {
  cursor: pointer;
  padding: 0.8rem 0;
  list-style: none;
}
.record > details > summary::-webkit-details-marker {
  display: none;
}
.record:target > details > summary {
  box-shadow: inset 3px 0 var(--link);
  padding-inline-start: 0.7rem;
}
.line {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.1rem 0.9rem;
}
.line h3 {
  margin: 0;
  flex: 1 1 12rem;
}
.number {
  color: var(--soft);
  font-size: 0.85rem;
  min-width: 2ch;
}
.number::before {
  content: "\\25B8";
  display: inline-block;
  margin-inline-end: 0.5rem;
}
details[open] > summary .number::before {
  transform: rotate(90deg);
}
.state {
  font-size: 0.85rem;
  font-weight: 600;
  color: var(--kept);
}
.dropped .state,
.blank .state {
  color: var(--soft);
  font-weight: 400;
}
.dropped h3,
.blank h3 {
  font-weight: 400;
}
.why {
  margin: 0 0 0.6rem;
  font-size: 0.92rem;
}
.share {
  margin-top: 0.5rem;
}
.parts {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
  gap: 0.5rem 1.2rem;
  margin: 0.2rem 0 1rem;
}
.parts dt {
  color: var(--soft);
  font-size: 0.82rem;
}
.parts dd {
  margin: 0;
  font-size: 0.9rem;
  font-variant-numeric: tabular-nums;
}
.text {
  font-size: 0.82rem;
  line-height: 1.6;
  background: var(--paper);
  border: 1px solid var(--line);
  border-radius: 10px;
  padding: 0.8rem 1rem;
  margin: 0 0 1rem;
  white-space: pre-wrap;
  unicode-bidi: isolate;
}
.block {
  content-visibility: auto;
  contain-intrinsic-size: auto 12rem;
}
mark {
  background: var(--mark);
  color: var(--mark-ink);
  border-radius: 3px;
  box-decoration-break: clone;
  -webkit-box-decoration-break: clone;
  padding: 0.1em 0;
}
.text.sent mark {
  background: none;
  color: inherit;
}
del {
  color: var(--drop);
  text-decoration: none;
}
.key mark,
.key del {
  padding: 0.1em 0.4em;
}
.fold > summary {
  cursor: pointer;
  color: var(--link);
  padding: 0.3rem 0;
  font-family: system-ui, sans-serif;
}
.prompt summary {
  cursor: pointer;
  font-size: 1.05rem;
}
`;
