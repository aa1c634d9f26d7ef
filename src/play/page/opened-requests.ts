// The requests of the file that was opened last, one of them in the controls and the others a number away.
// In: requests. Out: nothing but what the page shows. What was changed in one is gone when another is turned to.
import { askAgain } from "./asking.ts";
import { controls, grouped } from "./controls.ts";
import type { Fields } from "./fields.ts";
import { adopt } from "./request-form.ts";

let requestsOpened: readonly Fields[] = [];

export function openRequests(requests: readonly Fields[]): void {
  const { pager, page, pages } = controls;
  requestsOpened = requests;
  pager.hidden = requests.length < 2;
  page.value = "1";
  page.max = String(requests.length);
  pages.textContent = `of ${grouped(requests.length)}`;
  turnTo();
}

/** The request whose number the reader chose; nothing while it is no number of one. */
export function turnTo(): void {
  const request = requestsOpened[Number(controls.page.value) - 1];
  if (request === undefined) return;
  adopt(request);
  askAgain();
}
