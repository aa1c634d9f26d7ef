// What is wrong, beside the control it is about.
// In: the path of a field and words. Out: nothing but what the page shows.
import { controls } from "./controls.ts";

/** Paths begin with these; the longest that fits decides. */
const places: readonly (readonly [path: string, of: string, control: HTMLElement])[] = [
  ["budget.adaptive.escalation_tokens", "further", controls.further],
  ["budget.adaptive", "first", controls.first],
  ["budget.operating_point", "point", controls.point],
  ["budget.max_records", "most", controls.most],
  ["budget", "budget", controls.budget],
  ["records", "records", controls.paste],
  ["task", "task", controls.task],
  ["", "json", controls.json],
];

export function showProblem(field: string, words: string): void {
  clearProblems();
  const [, of, control] = places.find(([path]) => field.startsWith(path)) ?? ["", "json", controls.json];
  const shown = document.getElementById(`play-${of}-problem`);
  if (shown === null) return;
  // A problem in what is folded away would not be seen.
  const folded = control.closest("details");
  if (folded !== null) folded.open = true;
  control.setAttribute("aria-invalid", "true");
  shown.textContent = words;
  shown.hidden = false;
}

export function clearProblems(): void {
  for (const [, of, control] of places) {
    control.removeAttribute("aria-invalid");
    const shown = document.getElementById(`play-${of}-problem`);
    if (shown !== null) shown.hidden = true;
  }
}
