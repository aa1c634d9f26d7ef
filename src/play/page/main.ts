// Connects the page's controls to their actions, and restores the state of the page after a reload.
import { keptRequest, requestSelection } from "./asking.ts";
import { controls } from "./controls.ts";
import {
  applyJson,
  clear,
  noteEdited,
  openExample,
  openFirst,
  showJson,
  showRequest,
  takeFiles,
  takePasted,
} from "./opening.ts";
import { adopt, removeFieldsWithoutControl, showLadder } from "./request-form.ts";
import { copyRendered, saveReport, saveRequest } from "./saving.ts";
import { rememberFold } from "./shown.ts";

const { form, task, budget, slider, mode, paste, json, result } = controls;

for (const control of [
  task,
  controls.keywords,
  budget,
  controls.firstRung,
  controls.furtherRungs,
  controls.recordsMax,
]) {
  control.addEventListener("input", requestSelection);
}
for (const control of [controls.point, controls.allowWhole, controls.strict, controls.hybrid]) {
  control.addEventListener("change", requestSelection);
}
mode.addEventListener("change", () => {
  showLadder();
  requestSelection();
});
slider.addEventListener("input", () => {
  budget.value = slider.value;
  requestSelection();
});
controls.forgetOtherFields.addEventListener("click", () => {
  removeFieldsWithoutControl();
  requestSelection();
});
form.addEventListener("submit", (event) => event.preventDefault());
result.addEventListener("click", rememberFold);

controls.add.addEventListener("click", async () => {
  if (await takePasted(paste.value)) paste.value = "";
});
controls.page.addEventListener("input", () => showRequest(false));
controls.clear.addEventListener("click", clear);
controls.choose.addEventListener("click", () => controls.files.click());
controls.files.addEventListener("change", async () => {
  await takeFiles([...(controls.files.files ?? [])]);
  controls.files.value = "";
});
for (const example of document.querySelectorAll<HTMLElement>("[data-example]")) {
  example.addEventListener("click", () => openExample(Number(example.dataset.example)));
}
controls.copy.addEventListener("click", copyRendered);
controls.saveRequest.addEventListener("click", saveRequest);
controls.saveReport.addEventListener("click", saveReport);
controls.apply.addEventListener("click", applyJson);
json.closest("details")?.addEventListener("toggle", showJson);
json.addEventListener("focus", showJson);
json.addEventListener("input", noteEdited);

// A paste into the box for records, or while no field has the focus, takes effect at once.
document.addEventListener("paste", (event) => {
  const { target, clipboardData } = event;
  const elsewhere = target instanceof HTMLInputElement || (target instanceof HTMLTextAreaElement && target !== paste);
  if (elsewhere || clipboardData === null || (target === paste && paste.value !== "")) return;
  const files = [...clipboardData.files];
  const text = clipboardData.getData("text/plain");
  if (files.length === 0 && text === "") return;
  event.preventDefault();
  if (files.length > 0) void takeFiles(files);
  else void pasteInto(text);
});

/** Text that could not be read stays in the box, so that the reader can correct it. */
async function pasteInto(text: string): Promise<void> {
  paste.value = (await takePasted(text)) ? "" : text;
}

/** How many elements the dragged file is over, because the browser enters a child before it leaves the parent. */
let dragDepth = 0;
function changeDragDepth(by: number): void {
  dragDepth = Math.max(0, dragDepth + by);
  document.body.classList.toggle("over", dragDepth > 0);
}
document.addEventListener("dragenter", () => changeDragDepth(1));
document.addEventListener("dragleave", () => changeDragDepth(-1));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  changeDragDepth(-dragDepth);
  const { dataTransfer } = event;
  if (dataTransfer === null) return;
  const files = [...dataTransfer.files];
  if (files.length > 0) void takeFiles(files);
  else if (dataTransfer.getData("text/plain") !== "") void pasteInto(dataTransfer.getData("text/plain"));
});

const kept = keptRequest();
if (kept === null) openFirst();
else {
  adopt(kept.request, kept.example);
  requestSelection();
}
