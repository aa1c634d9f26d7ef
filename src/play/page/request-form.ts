// The request that the page holds, and its controls: edits go into the request, an opened request into the controls.
// Fields without a control stay unchanged until the page starts over. Those of the task are named below it, because
// some of them change the selection.
import { controls, counted } from "./controls.ts";

/** An object whose fields are named at run time: a request, or a part of one. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object at `name`; an empty one if there is none. */
function fieldsAt(of: Fields, name: string): Fields {
  const value = of[name];
  return isFields(value) ? value : {};
}

export function listAt(of: Fields, name: string): readonly unknown[] {
  const value = of[name];
  return Array.isArray(value) ? value : [];
}

const BUDGET_BY_DEFAULT = 1_000;

let held: Fields = {};
/** True while the page shows an example, which the reader's own records replace. */
let showsExample = false;

export function isExample(): boolean {
  return showsExample;
}

/**
 * The request as the controls show it. An empty control leaves its field out, so that the engine reports it as missing.
 */
export function requestNow(): Fields {
  const { task, keywords, budget, point, mode, recordsMax, hybrid } = controls;
  const adaptive = mode.value === "adaptive" ? ladderNow() : { mode: "fixed" };
  return {
    ...held,
    task: { ...fieldsAt(held, "task"), prompt: task.value, keywords: keywordsIn(keywords.value) },
    budget: {
      ...fieldsAt(held, "budget"),
      max_context_tokens: numberIn(budget.value),
      operating_point: point.value,
      max_records: recordsMax.value === "" ? null : numberIn(recordsMax.value),
      ...adaptive,
    },
    render_format: hybrid.checked ? "hybrid" : "plain",
    records: listAt(held, "records"),
  };
}

/** Leaves the keywords unchanged until the reader edits them, because one may contain a comma. */
function keywordsIn(shown: string): readonly unknown[] {
  const own = listAt(fieldsAt(held, "task"), "keywords");
  return shown === own.join(", ") ? own : shown.split(",").flatMap((word) => word.trim() || []);
}

function ladderNow(): Fields {
  const { firstRung, furtherRungs, allowWhole, strict } = controls;
  const rungs = furtherRungs.value.split(/[\s,;]+/).filter(Boolean);
  return {
    mode: "adaptive",
    require_evidence_coverage: strict.checked,
    adaptive: {
      initial_tokens: numberIn(firstRung.value),
      escalation_tokens: rungs.map((rung) => numberIn(rung) ?? rung),
      allow_full_context_fallback: allowWhole.checked,
    },
  };
}

/** undefined if there is no number, so that JSON leaves the field out. */
function numberIn(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === "" || Number.isNaN(value) ? undefined : value;
}

/** Shows a request in the controls and holds it from now on. A request without a budget gets the displayed one. */
export function adopt(request: Fields, example: boolean): void {
  held = request;
  showsExample = example;
  const task = fieldsAt(request, "task");
  const budget = fieldsAt(request, "budget");
  const adaptive = fieldsAt(budget, "adaptive");
  const { point } = controls;
  const label = textOf(budget.operating_point, "");
  controls.task.value = textOf(task.prompt, "");
  controls.keywords.value = listAt(task, "keywords").join(", ");
  controls.budget.value = textOf(budget.max_context_tokens, controls.budget.value || String(BUDGET_BY_DEFAULT));
  if ([...point.options].some(({ value }) => value === label)) point.value = label;
  controls.mode.value = budget.mode === "adaptive" && "initial_tokens" in adaptive ? "adaptive" : "fixed";
  controls.firstRung.value = textOf(adaptive.initial_tokens, "");
  controls.furtherRungs.value = listAt(adaptive, "escalation_tokens").join(", ");
  controls.allowWhole.checked = adaptive.allow_full_context_fallback !== false;
  controls.strict.checked = budget.require_evidence_coverage === true;
  controls.recordsMax.value = textOf(budget.max_records, "");
  controls.hybrid.checked = request.render_format === "hybrid";
  showLadder();
  showHeld();
  showFieldsWithoutControl();
}

/** The fields of the task that have no control. Empty ones change nothing. */
function fieldsWithoutControl(): readonly (readonly [name: string, value: unknown])[] {
  const { prompt: _prompt, keywords: _keywords, ...others } = fieldsAt(held, "task");
  return Object.entries(others).filter(([, value]) => !["null", "[]", '""'].includes(JSON.stringify(value)));
}

/** A longer value is shortened: the JSON of the request shows all of it. */
const VALUE_CHARACTERS_MAX = 60;

function showFieldsWithoutControl(): void {
  const fields = fieldsWithoutControl();
  controls.otherFieldsNote.hidden = fields.length === 0;
  const named = fields.map(([name, value]) => {
    const shown = JSON.stringify(value);
    return `${name} ${shown.length > VALUE_CHARACTERS_MAX ? `${shown.slice(0, VALUE_CHARACTERS_MAX)}…` : shown}`;
  });
  controls.otherFields.textContent = named.join(", ");
}

/** Removes the fields of the task that have no control. */
export function removeFieldsWithoutControl(): void {
  const { task } = requestNow();
  const { prompt, keywords } = isFields(task) ? task : {};
  held = { ...held, task: { prompt, keywords } };
  showFieldsWithoutControl();
}

/**
 * Adds records to those of the request. If those are an example, the new ones replace it. Then only the budget, the
 * format and a task that the reader has typed remain.
 */
export function addRecords(records: readonly unknown[]): void {
  const now = requestNow();
  if (showsExample) {
    const typed = controls.task.value === fieldsAt(held, "task").prompt ? "" : controls.task.value;
    adopt({ task: { prompt: typed }, budget: now.budget, render_format: now.render_format, records }, false);
    return;
  }
  held = { ...now, records: [...listAt(held, "records"), ...records] };
  showHeld();
}

/** Clears the records, the task and every field that the controls do not show. The budget stays. */
export function startOver(): void {
  adopt({}, false);
}

export function recordsHeld(): number {
  return listAt(held, "records").length;
}

export function showLadder(): void {
  const adaptive = controls.mode.value === "adaptive";
  controls.ladder.hidden = !adaptive;
  if (adaptive && controls.firstRung.value === "") {
    controls.firstRung.value = String(Math.floor((numberIn(controls.budget.value) ?? 0) / 4));
  }
}

function showHeld(): void {
  const count = recordsHeld();
  const records = counted(count, "record", "records");
  controls.recordsNote.textContent = count === 0 ? "None yet." : `${records}${showsExample ? " of an example" : ""}`;
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : otherwise;
}
