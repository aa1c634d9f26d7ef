// Finds the page's controls by their ids, each as its kind of element, and shows each problem next to its control.

function byId<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

const input = (id: string): HTMLInputElement => byId(id, HTMLInputElement);
const area = (id: string): HTMLTextAreaElement => byId(id, HTMLTextAreaElement);
const select = (id: string): HTMLSelectElement => byId(id, HTMLSelectElement);
const button = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement);
const place = (id: string): HTMLElement => byId(id, HTMLElement);

export const controls = {
  form: place("play-form"),
  task: area("play-task"),
  keywords: input("play-keywords"),
  otherFieldsNote: place("play-also"),
  otherFields: place("play-other-fields"),
  forgetOtherFields: button("play-forget"),
  budget: input("play-budget"),
  slider: input("play-slider"),
  share: place("play-share"),
  sum: place("play-sum"),
  point: select("play-point"),
  mode: select("play-mode"),
  ladder: place("play-ladder"),
  firstRung: input("play-first"),
  furtherRungs: input("play-further"),
  allowWhole: input("play-whole"),
  strict: input("play-strict"),
  recordsNote: place("play-held"),
  pager: place("play-pager"),
  page: input("play-page"),
  pages: place("play-pages"),
  paste: area("play-paste"),
  add: button("play-add"),
  choose: button("play-choose"),
  clear: button("play-clear"),
  files: input("play-files"),
  copy: button("play-copy"),
  saveRequest: button("play-save-request"),
  saveReport: button("play-save-report"),
  notice: place("play-notice"),
  recordsMax: input("play-most"),
  hybrid: input("play-hybrid"),
  json: area("play-json"),
  apply: button("play-apply"),
  headline: place("play-headline"),
  empty: place("play-empty"),
  result: place("play-result"),
  pageData: place("play-page-data"),
};

/** As in `src/report/figures.ts`, which the page cannot import: its scripts are joined from this folder only. */
export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** 12,345 in every locale. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Prefixes of paths. The first that matches decides, so a longer one stands before a shorter one. */
const places: readonly (readonly [path: string, name: string, control: HTMLElement])[] = [
  ["budget.adaptive.escalation_tokens", "further", controls.furtherRungs],
  ["budget.adaptive", "first", controls.firstRung],
  ["budget.operating_point", "point", controls.point],
  ["budget.max_records", "most", controls.recordsMax],
  ["budget", "budget", controls.budget],
  ["records", "records", controls.paste],
  ["task.keywords", "keywords", controls.keywords],
  ["task", "task", controls.task],
  ["", "json", controls.json],
];

export function showProblem(field: string, words: string): void {
  clearProblems();
  const [, name, control] = places.find(([path]) => field.startsWith(path)) ?? [];
  const shown = document.getElementById(`play-${name}-problem`);
  if (shown === null || control === undefined) return;
  // The reader would not see a problem inside a closed fold.
  const folded = control.closest("details");
  if (folded !== null) folded.open = true;
  control.setAttribute("aria-invalid", "true");
  shown.textContent = words;
  shown.hidden = false;
}

export function clearProblems(): void {
  for (const [, name, control] of places) {
    control.removeAttribute("aria-invalid");
    const shown = document.getElementById(`play-${name}-problem`);
    if (shown !== null) shown.hidden = true;
  }
}
