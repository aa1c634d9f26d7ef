// Shows the report of the newest selection. The server writes its markup and escapes every input. Open folds, the
// scroll position and the focus stay as they are.
import { controls, grouped } from "./controls.ts";
import { isFields } from "./request-form.ts";

export interface View {
  readonly headline: string;
  readonly tokensBefore: number;
  readonly rendered: string;
  readonly report: string;
}

/** By the id of the element that holds the fold. */
const toggled = new Map<string, boolean>();

export function viewFrom(value: unknown): View | null {
  if (!isFields(value)) return null;
  const { headline, tokens_before: tokensBefore, rendered_context: rendered, report } = value;
  if (typeof headline !== "string" || typeof tokensBefore !== "number") return null;
  if (typeof rendered !== "string" || typeof report !== "string") return null;
  return { headline, tokensBefore, rendered, report };
}

export function show(view: View): void {
  const { result, empty, headline, sum, slider, budget, share } = controls;
  const filter = result.querySelector("input[name=show]:checked")?.id ?? "show-all";
  const focus = document.activeElement;
  const focused = focus !== null && result.contains(focus) ? holderOf(focus) : null;
  const anchor = recordInSight();
  result.innerHTML = view.report;
  result.classList.remove("stale");
  for (const [id, open] of toggled) {
    const fold = document.getElementById(id)?.querySelector("details");
    if (fold instanceof HTMLDetailsElement) fold.open = open;
  }
  const chosen = document.getElementById(filter);
  if (chosen instanceof HTMLInputElement) chosen.checked = true;
  if (focused !== null) refocus(focused);
  if (anchor !== null) {
    const now = document.getElementById(anchor.id);
    if (now !== null) scrollBy(0, now.getBoundingClientRect().top - anchor.top);
  }
  empty.hidden = true;
  headline.textContent = view.headline;
  sum.textContent = view.headline;
  document.title = `${view.headline} - Winnow play`;
  slider.max = String(Math.max(1, view.tokensBefore));
  slider.value = budget.value;
  const part = view.tokensBefore === 0 ? 0 : Math.round((100 * Number(budget.value)) / view.tokensBefore);
  share.textContent = `tokens, ${part} % of ${grouped(view.tokensBefore)}`;
}

export function showNothing(): void {
  const { result, empty, headline, sum, share } = controls;
  result.innerHTML = "";
  result.classList.remove("stale");
  empty.hidden = false;
  headline.textContent = "What would be sent?";
  sum.textContent = "";
  share.textContent = "tokens";
  toggled.clear();
}

/** Says that the displayed selection is not that of the current request. */
export function showStale(): void {
  const { result, headline } = controls;
  if (result.firstChild === null) return;
  result.classList.add("stale");
  headline.textContent = "There is a problem; the last selection is shown below";
}

/** After a click, or Enter, on a fold's head: remembers its state under the id of the element that holds it. */
export function rememberFold(event: Event): void {
  const { target } = event;
  const head = target instanceof Element ? target.closest("summary") : null;
  const fold = head?.parentElement;
  const holder = head === null ? null : holderOf(head);
  if (fold instanceof HTMLDetailsElement && holder?.querySelector("details") === fold) {
    toggled.set(holder.id, !fold.open);
  }
}

function holderOf(element: Element): Element | null {
  const named = element.closest("[id]");
  return named === controls.result ? null : named;
}

function refocus({ id }: Element): void {
  const now = document.getElementById(id);
  const target = now?.matches("input") === true ? now : now?.querySelector("summary");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

function recordInSight(): { readonly id: string; readonly top: number } | null {
  const { left, width } = controls.result.getBoundingClientRect();
  const record = document.elementFromPoint(left + width / 2, innerHeight / 2)?.closest(".record");
  return record ? { id: record.id, top: record.getBoundingClientRect().top } : null;
}
