// How the playground's page looks beyond the report: controls that stay in sight beside the selection they make.

export const playStyle = `
body.play {
  max-width: 92rem;
}
#play-empty,
.result {
  grid-column: 2;
}
.bench {
  display: grid;
  grid-template-columns: minmax(18rem, 23rem) minmax(0, 1fr);
  gap: 1.2rem;
  align-items: start;
}
.controls {
  position: sticky;
  top: 0.8rem;
  max-height: calc(100vh - 1.6rem);
  overflow-y: auto;
}
.controls section,
.result > :first-child,
#play-empty {
  margin-top: 0;
}
.controls section {
  padding: 0.9rem 1rem;
  margin-bottom: 0.8rem;
}
.controls h2 {
  margin-bottom: 0.4rem;
}
.controls .note {
  display: block;
}
.field {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.2rem 0.6rem;
}
.row {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.4rem 0.6rem;
}
.row .field {
  flex: 1 1 8rem;
  display: grid;
}
.field label,
.ladder legend {
  color: var(--soft);
  font-size: 0.88rem;
}
:is(input, textarea, select, button) {
  font: inherit;
  color: var(--ink);
}
:is(textarea, select, button, input[type="text"], input[type="number"]) {
  background: var(--paper);
  border: 1px solid var(--edge);
  border-radius: 8px;
  padding: 0.35rem 0.6rem;
  min-width: 0;
}
textarea {
  width: 100%;
  resize: vertical;
  font-size: 0.92rem;
}
::placeholder {
  color: var(--soft);
  opacity: 1;
}
#play-budget {
  width: 8rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
}
#play-first,
#play-most,
#play-page {
  width: 7rem;
}
#play-json {
  font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: 0.8rem;
}
input[type="range"] {
  width: 100%;
  margin: 0.5rem 0;
  accent-color: var(--kept);
}
input[type="checkbox"] {
  accent-color: var(--kept);
}
.ladder {
  border: 0;
  border-inline-start: 3px solid var(--line);
  margin: 0.6rem 0 0;
  padding: 0 0 0 0.8rem;
}
button {
  cursor: pointer;
}
button:hover {
  border-color: var(--kept);
}
button.plain {
  background: none;
  border: 0;
  padding: 0.2rem;
  color: var(--link);
  text-decoration: underline;
}
.problem {
  background: var(--warn-paper);
  color: var(--warn);
  border-radius: 8px;
  padding: 0.35rem 0.6rem;
  font-size: 0.9rem;
}
[aria-invalid="true"] {
  border-color: var(--warn) !important;
}
.controls details summary {
  cursor: pointer;
  color: var(--link);
}
.result.stale {
  outline: 2px dashed var(--edge);
  outline-offset: 4px;
  border-radius: 14px;
}
.play.over::after {
  content: "Drop to add";
  position: fixed;
  inset: 0.6rem;
  display: grid;
  place-items: center;
  font-size: 1.6rem;
  color: var(--mark-ink);
  background: var(--mark);
  border: 3px dashed var(--kept);
  border-radius: 18px;
  pointer-events: none;
}
[hidden] {
  display: none !important;
}
@media (max-width: 62rem) {
  .bench {
    display: block;
  }
  .controls {
    display: contents;
  }
  .dials {
    position: sticky;
    top: 0;
    z-index: 1;
    box-shadow: 0 6px 16px -12px #000;
  }
}
`;
