// Copies or saves what the reader asks for: the rendered context, the request, the report.
import { newestView, post } from "./asking.ts";
import { controls, grouped } from "./controls.ts";
import { requestNow } from "./request-form.ts";

export async function copyRendered(): Promise<void> {
  const rendered = newestView()?.rendered;
  if (rendered === undefined) return say("There is no selection yet.");
  try {
    await navigator.clipboard.writeText(rendered);
    say(`Copied ${grouped(rendered.length)} characters.`);
  } catch {
    say("The browser does not let this page copy. Copy the text at the end of the report.");
  }
}

export function saveRequest(): void {
  save("winnow-request.json", "application/json", `${JSON.stringify(requestNow(), null, 2)}\n`);
}

export async function saveReport(): Promise<void> {
  if (newestView() === null) return say("There is no selection yet.");
  try {
    const response = await post("/report", JSON.stringify(requestNow()), null);
    const isReport = response.headers.get("content-type")?.startsWith("text/html") === true;
    if (isReport) save("winnow-report.html", "text/html", await response.text());
    else say("This request has no report: see the problem next to its control.");
  } catch {
    say("The playground does not answer; is `winnow play` still running?");
  }
}

function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser holds the blob itself.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  say(`Saved ${name}.`);
}

function say(words: string): void {
  controls.notice.textContent = words;
}
