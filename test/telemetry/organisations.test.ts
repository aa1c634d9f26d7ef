import { describe, expect, test } from "vitest";
import { metricTable } from "../../src/telemetry/metric-table.ts";
import { createOrganisationUse, NAMED_MAX, OTHER } from "../../src/telemetry/organisations.ts";
import { manualClock } from "../time/manual-clock.ts";

function watched() {
  const clock = manualClock("2030-01-01T12:00:00Z");
  const use = createOrganisationUse(clock);
  /** Values of a metric by organisation. */
  const shown = (row: "organisationCalls" | "organisationCpuTime" = "organisationCalls") =>
    new Map(
      (use.samples().get(metricTable[row]) ?? []).map(([value, labels]) => [labels["winnow.organisation"], value]),
    );
  const call = (organisation: string, cpuMs: number) => {
    use.ended(organisation, undefined);
    use.computed(organisation, cpuMs);
  };
  return { clock, use, shown, call };
}

const crowd = Array.from({ length: 300 }, (_, index) => `org-${index}`);

describe("with many organisations", () => {
  test("twenty have their own label and the rest share one, and no call is missing", () => {
    const { shown, call } = watched();
    for (const organisation of crowd) call(organisation, 1);
    expect(shown().size).toBe(NAMED_MAX + 1);
    expect([...shown().values()].reduce((sum, calls) => sum + calls)).toBe(300);
    expect(shown().get(OTHER)).toBe(280);
  });

  test("a busy one gets a label at the next review, and a quiet one loses its own", () => {
    const { clock, shown, call } = watched();
    for (const organisation of crowd) call(organisation, 1);
    for (let at = 0; at < 10; at++) call("greedy", 500);
    expect(shown().has("greedy")).toBe(false);
    clock.pass(10_000);
    call("greedy", 500);
    expect([shown().get("greedy"), shown().size]).toEqual([1, NAMED_MAX + 1]);
    // Its earlier calls stay with the others, because a counter never falls.
    expect(shown().get(OTHER)).toBe(290);
  });

  test("one that is hardly busier than a labelled one does not replace it", () => {
    const { clock, shown, call } = watched();
    for (const organisation of crowd.slice(0, NAMED_MAX)) call(organisation, 100);
    call("little-more", 120);
    clock.pass(10_000);
    call("little-more", 0);
    expect(shown().has("little-more")).toBe(false);
  });

  test("one whose calls are all refused counts as busy", () => {
    const { clock, use, shown, call } = watched();
    for (const organisation of crowd.slice(0, NAMED_MAX)) call(organisation, 10);
    for (let at = 0; at < 200; at++) use.ended("shed", "unavailable");
    clock.pass(10_000);
    use.ended("shed", "unavailable");
    expect(shown().get("shed")).toBe(1);
    const refusals = use.samples().get(metricTable.organisationRefusals) ?? [];
    expect(refusals).toContainEqual([1, { "winnow.organisation": "shed", "winnow.refused": "unavailable" }]);
  });
});

test("one that has gone quiet loses its label, whether or not another needs it", () => {
  const { clock, shown, call } = watched();
  call("gone", 100);
  clock.pass(3_600_000);
  call("here", 1);
  expect([...shown().keys()]).toEqual(["here", OTHER]);
});

test("processor time is shown in seconds", () => {
  const { shown, call } = watched();
  call("acme", 1_500);
  expect(shown("organisationCpuTime").get("acme")).toBe(1.5);
});
