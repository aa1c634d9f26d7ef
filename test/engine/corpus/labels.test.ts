// Labels are read as the text is: with looks at whether the call is still wanted.
import { expect, test } from "vitest";
import { analyse } from "../../../src/engine/analyse.ts";
import { measure } from "../../../src/engine/measure.ts";
import { segment } from "../../../src/engine/segment.ts";
import { point, record, task } from "../request.ts";

test("a call can be ended between records of many labels each", () => {
  const attributes = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`key${at}`, `value${at}`]));
  const records = segment(measure(Array.from({ length: 100 }, (_, at) => record(`Part ${at}.`, { attributes }))));
  const plain = segment(measure(Array.from({ length: 100 }, (_, at) => record(`Part ${at}.`))));
  const checkpoints = (of: typeof records) => {
    let passed = 0;
    analyse(of, task("Which part?"), point.analyse, () => {
      passed += 1;
    });
    return passed;
  };
  expect(checkpoints(records)).toBeGreaterThan(checkpoints(plain) + 3);
});
