// The request the page holds, and its controls: what was typed goes into the request, what was opened into the
// controls. Fields without a control stay as they came.
import { controls, counted } from "./controls.ts";
import { type Fields, fieldsAt, listAt } from "./fields.ts";

const BUDGET_BY_DEFAULT = 1_000;

let held: Fields = {};

/** The request as the controls say it now. What is not filled in is left out, so that the engine says it is missing. */
export function requestNow(): Fields {
  const { task, budget, point, mode, most, hybrid } = controls;
  const adaptive = mode.value === "adaptive" ? ladderNow() : { mode: "fixed" };
  return {
    ...held,
    task: { ...fieldsAt(held, "task"), prompt: task.value },
    budget: {
      ...fieldsAt(held, "budget"),
      max_context_tokens: numberIn(budget.value),
      operating_point: point.value,
      max_records: most.value === "" ? null : numberIn(most.value),
      ...adaptive,
    },
    render_format: hybrid.checked ? "hybrid" : "plain",
    records: listAt(held, "records"),
  };
}

function ladderNow(): Fields {
  const { first, further, whole, strict } = controls;
  const rungs = further.value.split(/[\s,;]+/).filter(Boolean);
  return {
    mode: "adaptive",
    require_evidence_coverage: strict.checked,
    adaptive: {
      initial_tokens: numberIn(first.value),
      escalation_tokens: rungs.map((rung) => numberIn(rung) ?? rung),
      allow_full_context_fallback: whole.checked,
    },
  };
}

/** undefined for nothing, which JSON leaves out. */
function numberIn(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === "" || Number.isNaN(value) ? undefined : value;
}

/** Shows a request in the controls and holds it from now on. */
export function adopt(request: Fields): void {
  held = request;
  const task = fieldsAt(request, "task");
  const budget = fieldsAt(request, "budget");
  const adaptive = fieldsAt(budget, "adaptive");
  const { point } = controls;
  const label = textOf(budget.operating_point, "");
  controls.task.value = textOf(task.prompt, "");
  controls.budget.value = textOf(budget.max_context_tokens, String(BUDGET_BY_DEFAULT));
  if ([...point.options].some(({ value }) => value === label)) point.value = label;
  controls.mode.value = budget.mode === "adaptive" && "initial_tokens" in adaptive ? "adaptive" : "fixed";
  controls.first.value = textOf(adaptive.initial_tokens, "");
  controls.further.value = listAt(adaptive, "escalation_tokens").join(", ");
  controls.whole.checked = adaptive.allow_full_context_fallback !== false;
  controls.strict.checked = budget.require_evidence_coverage === true;
  controls.most.value = textOf(budget.max_records, "");
  controls.hybrid.checked = request.render_format === "hybrid";
  showLadder();
  showHeld();
}

export function addRecords(records: readonly Fields[]): void {
  held = { ...requestNow(), records: [...listAt(held, "records"), ...records] };
  showHeld();
}

export function removeRecords(): void {
  held = { ...requestNow(), records: [] };
  showHeld();
}

export function recordsHeld(): number {
  return listAt(held, "records").length;
}

export function showLadder(): void {
  const adaptive = controls.mode.value === "adaptive";
  controls.ladder.hidden = !adaptive;
  if (adaptive && controls.first.value === "") {
    controls.first.value = String(Math.floor((numberIn(controls.budget.value) ?? 0) / 4));
  }
}

function showHeld(): void {
  const count = recordsHeld();
  controls.held.textContent = count === 0 ? "None yet." : counted(count, "record", "records");
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : otherwise;
}
